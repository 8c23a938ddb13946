"""
Reading sentences in a process beside the server: tasks for `world.content.wording`.

What `rules.reading` understands comes back as plain data; a text that it refuses as a reason.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .. import reading
from ..pack import publisher
from ..reading.books import grammar_book


def learn_sentences(asking: str, before: tuple[str, str], seconds: float, language: str) -> None:
    """Learn how a pack's cards are told, which is kept on disk for those that read."""
    with publisher.time_limit(asking, seconds):
        grammar_book(publisher.published_version(*before), language)


def read_sentence(
    asking: str, before: tuple[str, str], seconds: float, *sentence: Any
) -> dict[str, Any]:
    """
    How a sentence (language, text, kind, facts) can be understood; `refused` is why it is not read
    at all ("": it is).

    See `publisher.prepare` for the rest.
    """
    return _understand(reading.read_text, asking, before, seconds, sentence)


def complete_sentence(
    asking: str, before: tuple[str, str], seconds: float, *sentence: Any
) -> dict[str, Any]:
    """How it could go on."""
    return _understand(reading.complete_text, asking, before, seconds, sentence)


def _understand(
    task: Callable[..., reading.Understood],
    asking: str,
    before: tuple[str, str],
    seconds: float,
    sentence: tuple[Any, ...],
) -> dict[str, Any]:
    with publisher.time_limit(asking, seconds):
        try:
            found = task(publisher.published_version(*before), *sentence)
        except reading.Refused as error:
            return {"readings": [], "upto": 0, "next": [], "refused": str(error.args[0])}
    return {
        "readings": [each._asdict() for each in found.readings],
        "upto": found.upto,
        "next": list(found.next),
        "refused": "",
    }
