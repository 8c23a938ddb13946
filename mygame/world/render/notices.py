"""
Notices that say different things to different people: `NOTICES` has a function for each.

A function gets the table, what the notice carries, who reads and how, and gives the lines, none
for who need not know. `announce.on_notice` calls them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rules.width import wrap
from world.render import look
from world.render.prompt import minutes
from world.render.reader import Reader

Details = Mapping[str, Any]


def told(reader: Reader, key: str, **details: Any) -> list[str]:
    """A sentence of the locale files, in lines."""
    return wrap(reader.say(key, **details), reader.width)


def _own(table: Any, details: Details, person: Any) -> bool:
    return bool(table.seat_of(person) == details["seat"])


def time_warning(table: Any, details: Details, person: Any, reader: Reader) -> list[str]:
    """For the person who is asked."""
    if not _own(table, details, person):
        return []
    return told(reader, "time.warning", seconds=round(details["left"].total))


def time_bank(table: Any, details: Details, person: Any, reader: Reader) -> list[str]:
    """For the person who is asked: from now on the bank is used."""
    if not _own(table, details, person):
        return []
    return told(reader, "time.bank", bank=minutes(details["left"].bank))


def timeout(table: Any, details: Details, person: Any, reader: Reader) -> list[str]:
    """Who let the time run out; to that person, what was done and what to do."""
    if not _own(table, details, person):
        return told(reader, "notice.timeout", name=details["name"])
    text, choice = look.text_of(table, reader), details["choice"]
    options = [text.option(choice.options[pick], table.match) for pick in choice.default]
    done = reader.listed(options) or reader.say("time.nothing")
    return told(reader, "time.lost", answer=done)


NOTICES: dict[str, Callable[[Any, Details, Any, Reader], list[str]]] = {
    "timeWarning": time_warning,
    "timeBank": time_bank,
    "timeout": timeout,
}
