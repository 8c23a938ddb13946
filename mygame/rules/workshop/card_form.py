"""
The form of a card, for pages: by kind what is printed on it, called by one word each, with what is
usual; a sentence as an example; and when cards do something, told, with a card that does.

All of it is found in the pack. Begin with `card_form`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from ..pack import Pack
from ..running.catalogue import CardDef, Fact
from ..telling.text import SYMBOLS, Text
from .completion import Fitting
from .editing import Tree

OFTEN = 0.5  # of the cards of a kind: what so many have printed belongs to every one of it
SHORTEST, LONGEST = 12, 90  # characters of a sentence that is an example
KEPT = 64  # forms in memory


@lru_cache(maxsize=KEPT)
def card_form(pack: Pack, language: str) -> dict[str, Any]:
    """
    `kinds` (most cards first; each `kind`, `name`, `example`, `facts`) and `timings` (`at`, `told`,
    and the `card` that does so with what it `says`).

    A fact has `name`, `label`, `type` (number, flag, choice, text), `choices` (value and label),
    `aliases` of these values, what `holds` where a card does not say it, `often` (whether most
    cards of the kind have it printed) and what is then `usual`.
    """
    text = Text(pack, language)
    kinds = [_told_kind(pack, text, kind) for kind in kinds_by_use(pack)]
    return {"kinds": kinds, "timings": list(_told_timings(pack, text))}


def kinds_by_use(pack: Pack) -> list[str]:
    """The kinds of cards, that of most cards first."""
    used = Counter(card.kind for card in pack.cards)
    return sorted(pack.program.layout.kinds[2:], key=lambda kind: -used[kind])


def usual_facts(pack: Pack, kind: str) -> dict[str, Any]:
    """What most cards of a kind have printed, as the middle one of them has it."""
    return {fact["name"]: fact["usual"] for fact in _facts_of(pack, None, kind) if "usual" in fact}


def usual_count(pack: Pack, kind: str) -> int | str:
    """
    How many of a new card there are: one; as many for each player as of most cards of its kind
    where those are counted so, as where players bring decks.
    """
    counts = Counter(str(card.source.get("count", 1)) for card in pack.cards if card.kind == kind)
    most = max(counts, key=lambda count: counts[count], default="1")
    return 1 if most.isdecimal() else most


def _told_kind(pack: Pack, text: Text, kind: str) -> dict[str, Any]:
    found = {"kind": kind, "name": text.symbol(kind), "facts": _facts_of(pack, text, kind)}
    cards = [card for card in pack.cards if card.kind == kind]
    return {**found, "example": _plain_sentence(text, cards)}


def _facts_of(pack: Pack, text: Text | None, kind: str) -> list[dict[str, Any]]:
    cards = [card for card in pack.cards if card.kind == kind]
    found = []
    for fact in pack.declarations.properties.values():
        if kind not in fact.kinds:
            continue
        values = [card.source.get(fact.name) for card in cards]
        often = bool(cards) and len(values) - values.count(None) >= OFTEN * len(cards)
        told: dict[str, Any] = {
            "name": fact.name,
            "label": text.field(fact.name) if text else "",
            "type": _type_of(fact),
            "choices": [[each, text.symbol(each)] for each in fact.domain] if text else [],
            "aliases": dict(fact.aliases),
            "often": often,
        }
        if (holds := _holds(pack, fact)) is not None:
            told["holds"] = holds
        if often and fact.type != "boolean" and (usual := _usual(fact, values)) is not None:
            told["usual"] = usual
        found.append(told)
    return sorted(found, key=lambda each: not each["often"])


def _holds(pack: Pack, fact: Fact) -> Any:
    """What is so of a card that does not say it; None where a game says nothing of that."""
    if fact.type == "boolean":
        return bool(fact.default)
    if fact.type == "number":
        return fact.default or None
    name = pack.program.symbol_name(fact.default) if fact.default else None
    return name if name in fact.domain else None


def _type_of(fact: Fact) -> str:
    plain = {"boolean": "flag", "number": "number"}
    return plain.get(fact.type) or ("choice" if fact.domain else "text")


def _usual(fact: Fact, values: list[Any]) -> Any:
    """
    The middle number, or the most usual symbol; None where most do not say it, and of what no
    default can be meant.
    """
    if fact.type == "number":
        numbers = sorted(each for each in values if isinstance(each, int))
        return numbers[len(numbers) // 2] if numbers else None
    if fact.type in SYMBOLS and fact.domain:
        return Counter(values).most_common(1)[0][0]
    return None


def _plain_sentence(text: Text, cards: list[CardDef]) -> str:
    """A sentence of a card that does something, neither short nor long."""
    told = [text.effects(card) for card in cards if card.source.get("behaviors")]
    good = sorted((each for each in told if each), key=len)
    short = [each for each in good if len(each) <= LONGEST]
    return (short or good or [""])[len(short) // 2]


# -- when


def _told_timings(pack: Pack, text: Text) -> Iterator[dict[str, Any]]:
    tree = Tree(pack, {"behaviors": []})
    fits = Fitting(tree, text.language).completions_at(tree.slot_at(("behaviors",)))
    for fit in fits:
        cards = [card for card in pack.cards if _does_at(card, fit.name)]
        yield {"at": fit.name, "told": fit.help, **(_example(text, cards) or {})}


def _does_at(card: CardDef, at: str) -> bool:
    behaviors = card.source.get("behaviors")
    return isinstance(behaviors, list) and any(
        isinstance(each, dict) and each.get("at") == at for each in behaviors
    )


def _example(text: Text, cards: list[CardDef]) -> dict[str, str] | None:
    """The card that says most plainly what it does: `card` is its name, `says` its sentence."""
    told = [(text.rules_text(card), text.card(card)) for card in cards]
    good = [each for each in told if SHORTEST <= len(each[0]) <= LONGEST]
    found = min(good or [each for each in told if each[0]], key=lambda x: len(x[0]), default=None)
    return {"card": found[1], "says": found[0]} if found else None
