"""
Sentences of cards read back: which cards come back from what is told of them.

Each card of a pack is told, and its sentence read. It has come back if the tree of its behaviours
does what the card's own does, but for what no play shows (`comparing`).

`python -m rules.pack readback PACK [--lang zh] [--whole] [--samples]`: the card itself, and those
of its name or with the same behaviours, are left out of what the grammar is learned from; with
`--whole` they are not; with `--samples` no card is in it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

from ..language.query import are_equivalent
from ..pack.definition import Pack
from ..reading import Refused, read_with
from ..reading.answering import said_answers
from ..reading.books import Book, grammar_book, written_behaviors
from ..reading.grammar import conjuncts
from ..reading.notation import Json, take_apart
from ..running.catalogue import CardDef
from ..telling.phrasebook import LANGUAGES
from ..telling.text import Text
from .comparing import comparable_form, first_difference

SHOWN = 8  # readings among which a person chooses
#: How a card comes back: as the first reading, among others, as something else that says the same,
#: not at all.
WAYS = ("first", "among", "other", "unread")


class Returned(NamedTuple):
    """How a card came back, and why not as it was."""

    card: CardDef
    way: str
    sentence: str
    reason: str = ""


def read_back(
    pack: Pack, language: str, leave_out: bool = True, cards: bool = True
) -> Iterator[Returned]:
    """Every card of a pack that does something, read back from its sentence."""
    of, text = grammar_book(pack, language, cards), Text(pack, language)
    same = _cards_alike(pack) if leave_out else {}
    for card in pack.cards:
        sentence = text.rules_text(card)
        if card.source.get("behaviors") and sentence:
            yield _read_back_card(of, card, sentence, text.facts(card), same.get(card.id, set()))


def _cards_alike(pack: Pack) -> dict[str, set[str]]:
    """By card: those of its name, or with the same behaviours, and the card itself."""
    by: dict[str, set[str]] = {}
    for card in pack.cards:
        for key in (repr(card.name), repr(comparable_form(written_behaviors(card)))):
            by.setdefault(key, set()).add(card.id)
    return {
        card.id: by[repr(card.name)] | by[repr(comparable_form(written_behaviors(card)))]
        for card in pack.cards
    }


def _read_back_card(
    of: Book, card: CardDef, sentence: str, facts: dict[str, Any], without: set[str]
) -> Returned:
    try:
        found = read_with(of, sentence, card.kind, facts, SHOWN, without)
    except Refused as refused:
        return Returned(card, "unread", sentence, refused.args[0])
    own = comparable_form(written_behaviors(card))
    others = [comparable_form(take_apart(reading.behaviors)) for reading in found.readings]
    said = _comparable_answers(said_answers(of.pack, of.language, card))
    same = [
        _do_the_same(of, own, each) and said == _comparable_answers(take_apart(reading.answers))
        for each, reading in zip(others, found.readings, strict=True)
    ]
    if any(same[:1]):
        return Returned(card, "first", sentence)
    if any(same):
        return Returned(card, "among", sentence, f"reading {same.index(True) + 1}")
    if others:
        difference = first_difference(own, others[0]) or first_difference(
            said, _comparable_answers(take_apart(found.readings[0].answers)), "answers"
        )
        return Returned(card, "other", sentence, difference)
    read, rest = sentence[: found.upto], sentence[found.upto :]
    return Returned(
        card, "unread", sentence, f"{read} | {rest}" if rest.strip(" .。") else "not alike"
    )


def _comparable_answers(answers: Json) -> Json:
    """Answers but for the order of conditions."""
    return {name: sorted(map(repr, conjuncts(value))) for name, value in answers.items()}


def _do_the_same(of: Book, own: Json, other: Json) -> bool:
    one, two = of.judge.read_tree(own), of.judge.read_tree(other)
    return one is not None and two is not None and are_equivalent(one.behaviors, two.behaviors)


# -- the command


def print_readback(
    pack: Pack, language: str = "", leave_out: bool = True, cards: bool = True
) -> int:
    """Print what came back and what did not, with the reason."""
    for each in [language] if language else [*(pack.words or LANGUAGES)]:
        found = list(read_back(pack, each, leave_out, cards))
        for one in found:
            if one.way in ("other", "unread"):
                print(f"{one.card.id}: {one.way}: {one.reason}")
        print(summary_row(pack, each, found))
    return 0


def summary_row(pack: Pack, language: str, found: list[Returned]) -> str:
    """One row of the table: how many cards came back in which way."""
    ways = Counter(each.way for each in found)
    counts = " | ".join(str(ways[way]) for way in WAYS)
    share = 100 * (ways["first"] + ways["among"]) / max(1, len(found))
    return f"| {pack.id} | {language} | {len(found)} | {counts} | {share:.1f} % |"
