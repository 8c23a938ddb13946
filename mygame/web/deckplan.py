"""
What a deck wants to do, from the data of its cards: what they cost, of what kinds they are, which
keywords they have, and which card stands for the deck as its cover.

Which number of a card is what it costs says its face: the one at the corner (`board.table.faces`).
Begin with `plan_of`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from rules.pack import Pack
from rules.running.decks import deck_rules
from rules.telling.text import Text
from web.cards import Entry, corner_of
from world.locale.messages import message

MOST = 8  # bars of the curve; the last one has all above
KEYWORDS = 6  # that are told
TOLD = 6  # kinds and keywords in a line
QUICK, SLOW = 0.85, 1.12  # of the mean of all cards: below it a deck is quick, above it slow


class Bar(NamedTuple):
    """A bar of the curve: what it is called, how many cards, how high it is in tenths."""

    label: str
    cards: int
    tenths: int


class Plan(NamedTuple):
    """What a deck is made of. `pace`: `quick`, `even`, `slow`; "" where cards cost nothing."""

    costs: str  # what the number at the corner is called; "" where there is none
    curve: Sequence[Bar]
    mean: str
    pace: str
    kinds: Sequence[tuple[str, int]]
    keywords: Sequence[tuple[str, int]]


def plan_of(pack: Pack, deck: Mapping[str, Sequence[str]], entries: Mapping[str, Entry]) -> Plan:
    """The plan of a deck; `entries` are the cards of the game in the reader's language."""
    rule = deck_rules(pack.program)
    many = [name for name, part in rule.parts.items() if part.most > 1]
    held = [entries[card] for name in many for card in deck.get(name, ()) if card in entries]
    corner = corner_of(pack)
    costs = [entry.values[corner] for entry in held if _has(entry, corner)] if corner else []
    curve = _curve(costs)
    mean = sum(costs) / len(costs) if costs else 0.0
    return Plan(
        _label(corner, entries),
        curve,
        f"{mean:.1f}" if costs else "",
        _pace(pack, corner, mean, entries) if costs else "",
        _kinds(held),
        _keywords(held),
    )


def _has(entry: Entry, field: str) -> bool:
    return isinstance(entry.values.get(field), int)


def _curve(costs: Sequence[int]) -> list[Bar]:
    if not costs:
        return []
    least, most = min(0, *costs), max(costs)
    top = min(most, least + MOST - 1)
    counts = Counter(min(cost, top) for cost in costs)
    highest = max(counts.values())
    return [
        Bar(
            f"{value}+" if value == top < most else str(value),
            counts[value],
            round(10 * counts[value] / highest),
        )
        for value in range(least, top + 1)
    ]


def _label(corner: str, entries: Mapping[str, Entry]) -> str:
    told = (number.label for each in entries.values() for number in each.numbers)
    names = (number.name for each in entries.values() for number in each.numbers)
    return next((label for name, label in zip(names, told, strict=True) if name == corner), "")


def _pace(pack: Pack, corner: str, mean: float, entries: Mapping[str, Entry]) -> str:
    """Whether cards cost less than those one could have: only where less is better."""
    faces = (pack.board.get("table") or {}).get("faces") or {}
    if not any((face.get("corner") or {}).get("less") for face in faces.values()):
        return ""
    limits = deck_rules(pack.program).limits
    usual = [entries[card].values[corner] for card in limits if _has(entries[card], corner)]
    share = mean / (sum(usual) / len(usual) or 1) if usual else 1.0
    return "quick" if share < QUICK else "slow" if share > SLOW else "even"


def _kinds(held: Sequence[Entry]) -> list[tuple[str, int]]:
    """The kinds of the cards; where all are of one, by the first symbol in which they differ."""
    most = max((len(entry.symbols) for entry in held), default=0)
    for index in range(most):
        told = Counter(entry.symbols[index].value for entry in held if index < len(entry.symbols))
        if len(told) > 1:
            return told.most_common(MOST)
    return []


def _keywords(held: Sequence[Entry]) -> list[tuple[str, int]]:
    return Counter(word for entry in held for word in entry.keywords).most_common(KEYWORDS)


def cover_of(pack: Pack, deck: Mapping[str, Sequence[str]]) -> str:
    """
    The id of the card that stands for a deck: that of a part of one card, such as its hero, else
    the rarest and dearest; "" for an empty deck.
    """
    rule, known = deck_rules(pack.program), deck_rules(pack.program).limits
    single = [name for name, part in rule.parts.items() if part.most == 1]
    for name in single:
        for card in deck.get(name, ()):
            if card in known:
                return card
    held = [card for cards in deck.values() for card in cards if card in known]
    return max(held, key=lambda card: _striking(pack, card), default="")


def _striking(pack: Pack, card: str) -> tuple[int, int, str]:
    """What is rare may be in a deck but once; of such cards the dearest is looked at."""
    cost = pack.card(card).facts.get(corner_of(pack), 0)
    return -deck_rules(pack.program).limits[card], cost if isinstance(cost, int) else 0, card


def facts_of(plan: Plan, count: int, language: str) -> str:
    """In a line how large a deck is, and how quick."""
    said = [message("web.decks.size", language, count=count)]
    if plan.pace:
        said.append(message(f"web.decks.pace.{plan.pace}", language))
    return " · ".join(said)


def makeup_of(plan: Plan) -> str:
    """In a line what a deck is made of."""
    return " · ".join(f"{name} {count}" for name, count in [*plan.kinds, *plan.keywords][:TOLD])


def text_of_deck(pack: Pack, deck: Mapping[str, Sequence[str]], language: str) -> str:
    """A deck as lines that can be typed: "2 Spark"."""
    text, lines = Text(pack, language), []
    known = deck_rules(pack.program).limits
    for name, part in deck_rules(pack.program).parts.items():
        cards = [card for card in deck.get(name, ()) if card in known]
        if part.ordered:
            lines += [text.card(card) for card in cards]
        else:
            lines += [f"{count} {text.card(card)}" for card, count in Counter(cards).items()]
    return "\n".join(lines)
