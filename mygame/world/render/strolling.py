"""A place as its builder sees it before it is published: as people will read it."""

from __future__ import annotations

from collections.abc import Iterable

from rules.ground.names import names_by_language
from rules.ground.width import wrap
from rules.pack.directions import DIRECTIONS
from rules.telling.phrasebook import in_language
from world.content.strolling import Stroll
from world.locale.messages import escape_colours
from world.locale.reader import Reader
from world.shelf.geography import Entry


def stroll_lines(own: Stroll, reader: Reader) -> list[str]:
    """Where somebody is in their stroll, and what they can do there."""
    lines = place_lines(own.place, own.ways(), own.people(), reader)
    return [*lines, *wrap(reader.say("stroll.hint"), reader.width)]


def place_lines(
    place: Entry,
    ways: Iterable[tuple[str, Entry | None]],
    people: Iterable[Entry],
    reader: Reader,
) -> list[str]:
    """A place: its name and its text, also that after dark, where one can go, who is there."""
    lines = [f"|w{_told(place.names, reader)}|n"]
    lines += wrap(_told(names_by_language(place.data.get("text", "")), reader), reader.width)
    if "night" in place.data:
        night = _told(names_by_language(place.data["night"]), reader)
        lines += wrap(reader.say("stroll.night", text=night), reader.width)
    told = [_way_text(way, target, place, reader) for way, target in ways]
    between = "" if reader.language == "zh" else " "
    lines += wrap(between.join(told) or reader.say("stroll.noWay"), reader.width)
    if names := [_told(each.names, reader) or escape_colours(each.id) for each in people]:
        lines += wrap(reader.say("hall.people", names=reader.join_names(names)), reader.width)
    return lines


def _way_text(way: str, target: Entry | None, place: Entry, reader: Reader) -> str:
    known = DIRECTIONS.get(way)
    passage = place.data.get("passages", {}).get(way) or {}
    names = known.names if known is not None else names_by_language(passage.get("name", way))
    name = _told(names, reader)
    name = name[:1].upper() + name[1:]
    leads_to = target.names if target is not None else names_by_language(passage.get("to", ""))
    if not any(leads_to.values()):
        return reader.say("place.passage", way=name)
    return reader.say("place.way", way=name, target=_told(leads_to, reader))


def _told(names: dict[str, str], reader: Reader) -> str:
    return escape_colours(str(in_language(names, reader.language) if names else ""))
