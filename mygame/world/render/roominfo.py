"""
Where somebody is, as data: `Room.Info` for clients with a map of their own (GMCP), and the
part of the lobby that the page draws (`place` of `world.render.lobby`).

A client gets `Room.Info` if it has named `Room` among the modules it supports, as Mudlet does, or
has asked for the game's data. Its form is the usual one, so that mappers written for others work.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from rules.pack.directions import DIRECTIONS
from world.locale.messages import strip_marks
from world.locale.reader import Reader, reader_of, sessions_of
from world.render import look, outside, stakes
from world.shelf.errands import errands_left

WIDE = 1_000  # columns: the page breaks lines by itself
WANTED = "ROOM"  # flag of a session: its client draws rooms


def wants_rooms(session: Any) -> bool:
    """Whether a client is told of rooms."""
    return bool(getattr(session, "protocol_flags", {}).get(WANTED))


def send_room(character: Any, sessions: Any = None) -> None:
    """Tell those clients of somebody that want it where they are now."""
    wanting = [each for each in sessions or sessions_of(character) if wants_rooms(each)]
    if wanting and character.location is not None:
        message = room_message(character.location, character, reader_of(character))
        for session in wanting:
            session.msg(room_info=((), message))


def room_message(room: Any, person: Any, reader: Reader) -> dict[str, Any]:
    """
    `Room.Info`: number, name and area of a room, its id in its pack, the numbers of the rooms its
    exits lead to by direction, those that somebody sees, and where it lies on the map (`coords`:
    "x,y"), if it does.
    """
    entry = getattr(room, "entry", None)
    at = entry.data["at"] if entry is not None else None
    return {
        "num": room.pk,
        "id": entry.id if entry is not None else None,
        "name": name_in(room, reader),
        "area": look.name_in_language(entry.pack.name, reader.language) if entry else None,
        "exits": {
            direction_of(way): way.destination.pk
            for way in room.exits
            if way.destination not in (None, room) and way.access(person, "view")
        },
        "coords": ",".join(map(str, at)) if at is not None else None,
    }


def name_in(thing: Any, reader: Reader) -> str:
    """What a room or a way is called in the language of a reader."""
    return strip_marks(thing.get_display_name(reader))


def direction_of(way: Any) -> str:
    """A way in short, if it is a direction ("n", "ne", "up"); else what it is called."""
    direction = DIRECTIONS.get(way.key)
    return direction.en[-1] if direction is not None and direction.step is not None else way.key


def place_message(room: Any, person: Any, reader: Reader) -> dict[str, Any]:
    """A room outside the hall for the page: its name, and its ways with what is typed for each."""
    entry = getattr(room, "entry", None)
    return {
        "id": entry.id if entry is not None else None,
        "name": name_in(room, reader),
        "at": entry.data["at"] if entry is not None else None,
        "ways": [
            {
                "name": strip_marks(outside.way_text(way, person, reader)),
                "line": strip_marks(way.get_display_name(person)),
            }
            for way in outside.ways_of(room, person)
        ],
        "games": [game_message(each, person, reader) for each in room.challenges(person)],
        "errands": [
            {"name": errand.name(reader.language), "line": errand.words(reader.language)[0]}
            for errand in errands_left(person, reader.language)
        ],
        "camp": person.camps,
    }


def game_message(challenge: Any, person: Any, reader: Reader) -> dict[str, Any]:
    """What somebody here plays with whoever comes: a line to type for each stake."""
    name = strip_marks(challenge.person.get_display_name(person))
    game = strip_marks(stakes.game_text(challenge, reader))
    begin = f"challenge {name} at {game}"
    return {
        "name": reader.say("stake.who_what", name=name, game=game),
        "stakes": [
            {
                "name": stakes.price_text(challenge, stake, reader),
                "line": f"{begin} for {stake}" if stake else begin,
            }
            for stake in challenge.play.stakes
        ],
    }


def door_message(hall: Any, person: Any, reader: Reader) -> dict[str, Any] | None:
    """The door of a hall for the page: what is behind it, and what is typed; None without one."""
    lines = outside.door_lines(hall, person, replace(reader, width=WIDE))
    doors = [way for way in hall.exits if hasattr(way, "leads_outside")]
    if not lines:
        return None
    return {
        "name": doors[0].destination.get_display_name(person),
        "text": strip_marks(" ".join(lines)),
        "line": strip_marks(doors[0].get_display_name(person)),
    }
