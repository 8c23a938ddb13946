"""
Reading sentences in a process beside the server: tasks for `world.content.wording`.

What `rules.reading` understands comes back as plain data; a text that it refuses as a reason.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from .. import reading
from ..pack import Pack, publisher
from ..reading import kept
from ..reading.books import grammar_book, ways_book
from .similar import similar_cards
from .telling_apart import tell_apart

MOST = 16  # readings of which those that play otherwise are kept


def learn_sentences(asking: str, before: tuple[str, str], seconds: float, language: str) -> None:
    """Learn how a pack's cards are told, which is kept on disk for those that read."""
    with publisher.time_limit(asking, seconds):
        pack = publisher.published_version(*before)
        if not kept.file_of(pack, language).exists():
            grammar_book(pack, language)


def read_sentence(
    asking: str, before: tuple[str, str], seconds: float, *sentence: Any
) -> dict[str, Any]:
    """
    How a sentence (language, text, kind, facts) can be understood; `refused` is why it is not read
    at all ("": it is).

    See `publisher.prepare` for the rest.
    """
    return _understand(_read_apart, asking, before, seconds, sentence)


def read_meanwhile(
    asking: str, before: tuple[str, str], seconds: float, *sentence: Any
) -> dict[str, Any]:
    """
    The same by ways of saying alone, while it is being learned how cards are told (`learning`); in
    full if that is known.
    """
    return _understand(_read_meanwhile, asking, before, seconds, sentence)


def complete_sentence(
    asking: str, before: tuple[str, str], seconds: float, *sentence: Any
) -> dict[str, Any]:
    """How it could go on."""
    return _understand(_complete, asking, before, seconds, sentence)


class _Apart(NamedTuple):
    """
    As `reading.Understood`; its readings are data, each with `similar` cards, those that say the
    same with what `differs`.
    """

    readings: list[dict[str, Any]]
    upto: int
    next: list[str]
    mended: list[dict[str, Any]] = []
    nearby: list[dict[str, Any]] = []
    begun: list[dict[str, Any]] = []
    lacking: list[str] = []
    learning: bool = False


def _read_apart(
    pack: Pack, language: str, text: str, kind: str = "", facts: Mapping[str, Any] | None = None
) -> _Apart:
    found = reading.read_text(pack, language, text, kind, facts, MOST)
    return _told_apart(pack, language, kind, facts, found)


def _read_meanwhile(
    pack: Pack, language: str, text: str, kind: str = "", facts: Mapping[str, Any] | None = None
) -> _Apart:
    if kept.file_of(pack, language).exists():
        return _read_apart(pack, language, text, kind, facts)
    found = reading.read_with(ways_book(pack, language), text, kind, facts, MOST)
    return _told_apart(pack, language, kind, facts, found)._replace(learning=True)


def _told_apart(
    pack: Pack, language: str, kind: str, facts: Mapping[str, Any] | None,
    found: reading.Understood,
) -> _Apart:  # fmt: skip
    readings = tell_apart(pack, language, found.readings)
    for each in readings:
        printed = {**(facts or {}), **each["facts"]}
        each["similar"] = similar_cards(pack, kind, each["behaviors"], printed)
    return _Apart(
        readings,
        found.upto,
        found.next,
        [each._asdict() for each in found.mended],
        [_as_data(each) for each in found.nearby],
        [_as_data(each) for each in found.begun],
        found.lacking,
    )


def _as_data(found: reading.Reading) -> dict[str, Any]:
    return {**found._asdict(), "differs": {}}


def _complete(pack: Pack, *sentence: Any) -> _Apart:
    found = reading.complete_text(pack, *sentence)
    return _Apart([], found.upto, found.next)


def _understand(
    task: Callable[..., _Apart],
    asking: str,
    before: tuple[str, str],
    seconds: float,
    sentence: tuple[Any, ...],
) -> dict[str, Any]:
    with publisher.time_limit(asking, seconds):
        try:
            found = task(publisher.published_version(*before), *sentence)
        except reading.Refused as error:
            found = _Apart([], 0, [])
            return {**found._asdict(), "refused": str(error.args[0])}
    return {**found._asdict(), "refused": ""}
