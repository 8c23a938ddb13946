"""
From a sentence to a card: `read(pack, "en", "Draw 2 cards.")` gives behaviours that say it.

The way back of `telling`. Nobody wrote down how sentences are read: the grammar is learned from
what the teller says of sample uses of every word, and of the cards there are. A text is read by a
chart parser; what it may mean is put together to behaviours, told, and kept only if that gives the
text again. So a new word with its phrase can be read at once, in every language of every pack.

Begin reading here, then

    placed listening      trees of JSON, and what is told of their pieces
    learning              the rules which that shows
    samples uses          of what: uses of every word, what they are given (`arguments`),
                          what lasts and what was done before (`samples_..`)
    stock                 rules for what joins pieces: blocks, nouns, facts
    grammar meanings      rules, and what they mean
    chart                 the parser
    naming lifting        pieces put together: names, and what needs one
    judging               whether they say a text: told, and compared
    habits                which of several readings is how cards are usually written
    books kept            all of it for a pack in a language, and on disk
    notation typed        expressions taken apart; texts in one form
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from ..language.query import equivalent
from ..pack.definition import Pack
from ..telling.phrasebook import LANGUAGES
from .books import Book, book
from .chart import Chart, TooMuchWork
from .meanings import made
from .notation import Json, together
from .placed import Read
from .typed import Typed, shown

MOST_CHARACTERS = 400
MOST_TRIED = 120  # meanings that are told
MOST_NEXT = 40
_START = "card"


class Refused(ValueError):
    """A text that is not read; `args[0]` is the key of the reason: `too_long` or `too_much`."""


class Reading(NamedTuple):
    """
    One way to understand a text: the JSON of `behaviors`, what they say by language, and the
    printed properties that the text names beside.
    """

    behaviors: list[Any]
    sentence: dict[str, str]
    facts: dict[str, Any]


class Understood(NamedTuple):
    """
    What is understood of a text: its readings, the likeliest first; how many of its characters are
    understood; and what could stand there.
    """

    readings: list[Reading]
    upto: int
    next: list[str]


def read(
    pack: Pack, language: str, text: str, kind: str = "",
    facts: Mapping[str, Any] | None = None, limit: int = 8,
) -> Understood:  # fmt: skip
    """
    What a text says, on a card of a kind with these printed properties.

    :raises Refused: it is too long, or could mean too much.
    """
    return read_in(book(pack, language), text, kind, facts, limit)


def complete(
    pack: Pack, language: str, text: str, kind: str = "", facts: Mapping[str, Any] | None = None
) -> Understood:
    """
    How far a text is understood and what could come next, without its readings.

    :raises Refused: it is too long, or could mean too much.
    """
    of = book(pack, language)
    typed = _typed(of, text)
    chart = _chart(of, typed.text)
    return Understood([], typed.upto(chart.furthest), _next(of, chart))


def read_in(
    of: Book, text: str, kind: str = "", facts: Mapping[str, Any] | None = None, limit: int = 8,
    without: Iterable[str] = (),
) -> Understood:  # fmt: skip
    """
    The same with a grammar that is there; `without` these cards, as if nobody had made them.

    :raises Refused: it is too long, or could mean too much.
    """
    typed = _typed(of, text)
    plain = typed.text.strip(" .")
    gone = frozenset(without)
    chart = _chart(of, plain, of.without(gone) if gone else frozenset())
    readings = _readings(of, chart, plain, kind, facts or {}, limit, gone) if chart.whole else []
    if readings:
        return Understood(readings, len(text), [])
    place = min(chart.furthest, len(plain))
    return Understood([], len(text) if chart.whole else typed.upto(place), _next(of, chart))


def _typed(of: Book, text: str) -> Typed:
    if len(text) > MOST_CHARACTERS:
        raise Refused("too_long")
    return Typed(text, of.language, of.synonyms)


def _chart(of: Book, text: str, without: frozenset[int] = frozenset()) -> Chart:
    try:
        return Chart(of.index, text, _START, without)
    except TooMuchWork:
        raise Refused("too_much") from None


def _readings(
    of: Book, chart: Chart, plain: str, kind: str, facts: Mapping[str, Any], limit: int,
    gone: frozenset[str],
) -> list[Reading]:  # fmt: skip
    """The meanings that say the text, those first that are written as cards usually are."""
    found: list[tuple[float, Json, Read, dict[str, Any]]] = []
    seen: set[str] = set()
    for meaning in chart.best((_START, 0, len(plain)), made):
        for behaviors, own in of.judge.candidates(meaning.value, kind):
            known = {**facts, **own}
            for each in (of.habits.usual(behaviors, gone), behaviors):
                if len(seen) >= MOST_TRIED or (key := repr((each, own))) in seen:
                    continue
                seen.add(key)
                tree = of.judge.read(each)
                if tree is None:
                    continue
                unlike = of.judge.says(of.judge.told(tree, kind, known), plain)
                if unlike is not None:
                    strange = of.habits.strange(each, kind, known, gone, of.pack)
                    found.append((meaning.cost + strange + unlike, each, tree, own))
    readings: list[Reading] = []
    believed: list[tuple[Read, dict[str, Any]]] = []
    for _, behaviors, tree, own in sorted(found, key=lambda each: each[0]):
        if len(readings) == limit:
            break
        if any(
            equivalent(tree.behaviors, other.behaviors) and own == facts_
            for other, facts_ in believed
        ):
            continue  # the same card in other words
        believed.append((tree, own))
        told = _told(of, tree, kind, {**facts, **own})
        readings.append(Reading(together(behaviors), told, own))
    return readings


def _told(of: Book, tree: Read, kind: str, facts: Mapping[str, Any]) -> dict[str, str]:
    """What a tree says, in every language of the pack."""
    languages = of.pack.words or LANGUAGES
    return {each: of.judge.told(tree, kind, facts, each) for each in languages}


def _next(of: Book, chart: Chart) -> list[str]:
    """What could come next, what goes on with a word that is begun before all else."""
    begun: set[str] = set()
    others: set[str] = set()
    for category, text in chart.next_texts():
        (others if category else begun).add(shown(text, of.language))
    ranked = [*sorted(begun, key=_rank), *sorted(others - begun, key=_rank)]
    return ranked[:MOST_NEXT]


def _rank(text: str) -> tuple[int, str]:
    return len(text), text
