"""
Cards that do nearly the same: those of a pack whose programs are nearest to what somebody writes,
with what they cost, and so what it might cost.

Nearness is Dice's: what two programs share, twice, beside all of both. A program is counted by its
words, each word with the word it stands in, and what else stands in a word; what few cards have
weighs more. Numbers at the same place share as much as the smaller has of the larger. What is
printed on a card counts likewise, but for what it costs. Begin with `similar_cards`.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from statistics import median_low
from typing import Any, NamedTuple

from ..language.dialect import modernise
from ..pack.corners import corners_of, cost_of
from ..pack.definition import Pack
from ..reading.notation import Json, take_apart
from ..running.catalogue import CardDef
from ..telling.phrasebook import LANGUAGES
from ..telling.text import Text
from .card_form import usual_facts
from .comparing import comparable_form

MOST = 5
PACKS = 8  # of which the programs are kept
LEAST = 0.25  # of the nearest one's nearness: what is further away is not shown
_WORD_KEYS = ("type", "chooser", "at", "event", "$")
_OTHER_KIND = 0.85  # of the nearness of cards of another kind


class _Program(NamedTuple):
    """What is counted of a card: parts with how often, and the numbers at each place."""

    parts: Counter[str]
    numbers: Mapping[str, Sequence[int]]


class _Known(NamedTuple):
    cards: Sequence[tuple[CardDef, _Program]]
    weights: Mapping[str, float]
    unseen: float  # the weight of what no card has


def similar_cards(
    pack: Pack, kind: str, behaviors: Json, facts: Mapping[str, Any], but: str = ""
) -> list[dict[str, Any]]:
    """
    The cards nearest to one of a `kind` that does this and has these `facts` printed, without the
    one whose id is `but`: each `id`, `kind`, `cost` (None where it has none), the `corner` that is
    that number or another one (None: no number), `name` and `text` by language.
    """
    known, mine = _known(pack), _program(pack, behaviors, facts)
    found = sorted(
        (
            (-_nearness(known, mine, theirs) * (1 if card.kind == kind else _OTHER_KIND), card.id)
            for card, theirs in known.cards
            if card.id != but
        ),
    )
    near = [(-far, pack.card(name)) for far, name in found[:MOST] if far < 0]
    texts = {language: Text(pack, language) for language in LANGUAGES}
    return [_as_data(pack, card, texts) for far, card in near if far >= LEAST * near[0][0]]


def usual_cost(similar: Sequence[Mapping[str, Any]], kind: str) -> int | None:
    """What similar cards of a kind cost, the middle one of them; None where none costs anything."""
    costs = [each["cost"] for each in similar if each["kind"] == kind and each["cost"] is not None]
    return median_low(costs) if costs else None


def proposed_number(
    pack: Pack, kind: str, name: str, facts: Mapping[str, Any], similar: Sequence[Mapping[str, Any]]
) -> int | None:
    """
    What a number that is printed on cards of a kind might be on one with these `facts`: what it
    costs as with `similar` cards; another one as with most that cost the same; else as usual.
    """
    cost = cost_of(pack, kind)
    usual = usual_facts(pack, kind).get(name)
    if name == cost:
        near = usual_cost(similar, kind)
        return usual if near is None else near
    alike = [
        card.facts[name]
        for card in pack.cards
        if card.kind == kind and name in card.facts
        and cost and card.facts.get(cost, 0) == facts.get(cost, 0)
    ]  # fmt: skip
    return median_low(alike) if alike else usual


def open_numbers(pack: Pack, kind: str, facts: Mapping[str, Any]) -> list[str]:
    """The numbers that most cards of a kind have printed and one with these facts lacks."""
    cost, properties = cost_of(pack, kind), pack.declarations.properties
    names = [name for name in usual_facts(pack, kind) if properties[name].type == "number"]
    names = [cost, *(name for name in names if name != cost)] if cost else names
    return [name for name in names if name not in facts]


def _as_data(pack: Pack, card: CardDef, texts: Mapping[str, Text]) -> dict[str, Any]:
    corner = corners_of(pack).get(card.kind)
    number = card.facts.get(corner.name, 0) if corner is not None else None
    return {
        "id": card.id,
        "kind": card.kind,
        "cost": number if corner is not None and corner.less else None,
        "corner": {"number": number, "label": dict(corner.label)} if corner is not None else None,
        "name": {language: text.card(card) for language, text in texts.items()},
        "text": {language: text.rules_text(card) for language, text in texts.items()},
    }


@lru_cache(maxsize=PACKS)
def _known(pack: Pack) -> _Known:
    """The programs of all cards, and how rare their parts are."""
    cards = [
        (card, _program(pack, card.source.get("behaviors") or [], card.source))
        for card in pack.cards
    ]
    seen = Counter(part for _, program in cards for part in {*program.parts, *program.numbers})
    weights = {part: math.log(1 + len(cards) / count) for part, count in seen.items()}
    return _Known(cards, weights, math.log(1 + len(cards)))


@lru_cache(maxsize=PACKS)
def _costs(pack: Pack) -> frozenset[str]:
    """The properties that are what cards cost."""
    return frozenset(each.name for each in corners_of(pack).values() if each.less)


def _program(pack: Pack, behaviors: Json, facts: Mapping[str, Any]) -> _Program:
    parts: Counter[str] = Counter()
    numbers: defaultdict[str, list[int]] = defaultdict(list)
    leaves = _leaves(comparable_form(take_apart(modernise(behaviors))), "")
    costs = _costs(pack)
    printed = [
        (f"printed {name}", facts[name])
        for name in pack.declarations.properties
        if name not in costs and facts.get(name) not in (None, False) and name not in _NOT_PRINTED
    ]
    for place, value in (*leaves, *printed):
        if isinstance(value, int) and not isinstance(value, bool):
            numbers[place].append(value)
        else:
            parts[f"{place} {value}"] += 1
    return _Program(parts, numbers)


#: What stands on a card and says nothing of what it does.
_NOT_PRINTED = ("id", "kind", "botWorth")


def _leaves(node: Json, above: str) -> Iterator[tuple[str, Any]]:
    """Words alone and with what they stand in, and what stands in them that is no word."""
    if isinstance(node, list):
        for each in node:
            yield from _leaves(each, above)
    elif isinstance(node, dict):
        word = " ".join(str(node[key]) for key in _WORD_KEYS if isinstance(node.get(key), str))
        if word:
            yield "word", word
            yield f"in {above}", word
        for key, value in node.items():
            if key not in _WORD_KEYS or not isinstance(value, str):
                yield from _leaves(value, f"{word or above}.{key}")
    elif isinstance(node, str | int):
        yield above, node


def _nearness(known: _Known, one: _Program, other: _Program) -> float:
    def weight(part: str) -> float:
        return known.weights.get(part, known.unseen)

    shared = sum(weight(part) * count for part, count in (one.parts & other.parts).items())
    for place in one.numbers.keys() & other.numbers.keys():
        pairs = zip(sorted(one.numbers[place]), sorted(other.numbers[place]), strict=False)
        shared += weight(place) * sum(_likeness(*pair) for pair in pairs)
    whole = sum(
        sum(weight(part) * count for part, count in program.parts.items())
        + sum(weight(place) * len(values) for place, values in program.numbers.items())
        for program in (one, other)
    )
    return 2 * shared / whole if whole else 0.0


def _likeness(one: int, other: int) -> float:
    """How much of a number another one is."""
    if one == other:
        return 1.0
    return min(one, other) / max(one, other) if min(one, other) > 0 else 0.0
