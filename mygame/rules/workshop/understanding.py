"""
Reading sentences in a process beside the server: tasks for `world.content.wording`.

What `rules.reading` understands comes back as plain data; a text that it refuses as a reason.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .. import reading
from ..pack import publisher
from ..reading.books import book


def learn(asking: str, before: tuple[str, str], language: str, seconds: float) -> None:
    """Learn how a pack's cards are told, which is kept on disk for those that read."""
    with publisher.limited(asking, seconds):
        book(publisher.version(*before), language)


def read(
    asking: str,
    before: tuple[str, str],
    language: str,
    text: str,
    kind: str,
    facts: Mapping[str, Any] | None,
    seconds: float,
) -> dict[str, Any]:
    """
    How a text can be understood; `refused` is why it is not read at all ("": it is).

    See `publisher.prepare` for the rest.
    """
    with publisher.limited(asking, seconds):
        return _told(reading.read, before, language, text, kind, facts)


def complete(
    asking: str,
    before: tuple[str, str],
    language: str,
    text: str,
    kind: str,
    facts: Mapping[str, Any] | None,
    seconds: float,
) -> dict[str, Any]:
    """How a text could go on."""
    with publisher.limited(asking, seconds):
        return _told(reading.complete, before, language, text, kind, facts)


def _told(task: Any, before: tuple[str, str], *job: Any) -> dict[str, Any]:
    pack = publisher.version(*before)
    try:
        found = task(pack, *job)
    except reading.Refused as error:
        return {"readings": [], "upto": 0, "next": [], "refused": str(error.args[0])}
    return {
        "readings": [each._asdict() for each in found.readings],
        "upto": found.upto,
        "next": list(found.next),
        "refused": "",
    }
