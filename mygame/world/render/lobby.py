"""
The hall and the table before a match as data: games, tables, who sits where, and what one may do.

`Lobby` makes the message of many readers at one moment, and what they share of it once. Who is
sent it, and when, is in `world.render.hallnews`.
"""

from __future__ import annotations

from typing import Any

from rules.pack import Pack
from rules.telling.text import Text
from world.accounts import friends, people
from world.locale.messages import strip_marks
from world.locale.reader import Reader, reader_of
from world.play.deeds import latest_deeds
from world.play.hosting.botturns import kinds_of_bots
from world.render import look
from world.render.decks import name_of
from world.render.gameface import face_of
from world.render.matchdata import game_data
from world.render.people import place_text
from world.render.roominfo import door_message, place_message
from world.render.tips import lesson_of
from world.shelf import games
from world.shelf.decks import choice_of, chosen_deck, decks_of_account
from world.shelf.options import OptionSpec

Message = dict[str, Any]
NEWS = 1  # deeds that are told of


class Lobby:
    """What readers are told of the hall now."""

    def __init__(self) -> None:
        self._games: dict[str, list[Message]] = {}  # by language
        self._tables: dict[tuple[Any, str], Message] = {}
        self._here: dict[int, Any] | None = None  # who is here, by the number of their account
        self._news: list[Any] | None = None

    def message_for(self, person: Any) -> Message:
        """The message for somebody, wherever they are."""
        reader, place = reader_of(person), person.location
        at_table = hasattr(place, "occupants")
        tables = (
            place.live_tables(person)
            if at_table
            else place.tables(person)
            if _is_hall(place)
            else []
        )
        own = place if at_table else person.table
        account = person.player_account
        return {
            "you": {
                "name": person.key,
                "guest": people.is_guest(account),
                "account": account.username if account is not None else None,
            },
            "where": _place_message(person, at_table),
            "games": self.game_messages(reader.language),
            "tables": [self.table_message_for(table, person, reader.language) for table in tables],
            "table": self.own_table_message(own, person, reader) if own is not None else None,
            "scenes": _scene_messages(place, person, reader) if _is_room(place) else [],
            "place": place_message(place, person, reader) if _is_outside(place) else None,
            "door": door_message(place, person, reader) if _is_hall(place) else None,
            "friends": self.friend_messages(person, reader) if _is_hall(place) else [],
            "news": self.news(reader) if _is_hall(place) else [],
        }

    def message_for_nobody(self, language: str) -> Message:
        """The message for a client with which nobody has logged in."""
        offered = self.game_messages(language)
        nothing: Message = {"tables": [], "table": None, "scenes": [], "place": None}
        nothing |= {"door": None, "friends": [], "news": []}
        return {"you": None, "where": None, "games": offered, **nothing}

    def game_messages(self, language: str) -> list[Message]:
        """The games one can play."""
        if language not in self._games:
            reader = Reader(language)
            self._games[language] = [
                {
                    **game_data(pack, language),
                    "players": [min(pack.program.seats), max(pack.program.seats)],
                    "bots": [
                        {
                            "kind": kind,
                            "name": reader.say(f"table.kind.{kind}"),
                            "level": look.bot_level(kind, reader),
                        }
                        for kind in kinds_of_bots(pack)
                    ],
                    "decks": pack.program.deck_rules is not None,
                    "teaches": lesson_of(pack).get("of", ""),
                    "face": face_of(pack, language)._asdict(),
                }
                for pack in games.offered().values()
            ]
        return self._games[language]

    def friend_messages(self, person: Any, reader: Reader) -> list[Message]:
        """The friends of somebody who are here, and where."""
        account = person.player_account
        if account is None or not (numbers := friends.friend_numbers(account)):
            return []
        if self._here is None:
            self._here = {each.account.pk: each for each in people.wizards_online()}
        here = [self._here[number] for number in numbers & self._here.keys()]
        return [_friend_message(each, person, reader) for each in sorted(here, key=_name_of)]

    def news(self, reader: Reader) -> list[str]:
        """What has been done outside lately."""
        if self._news is None:
            self._news = latest_deeds(NEWS)
        return [deed.text(reader.language) for deed in self._news]

    def table_message(self, table: Any, language: str) -> Message:
        """A table as everybody who may know of it sees it."""
        key = table, language
        if key not in self._tables:
            self._tables[key] = {
                "number": table.number,
                "game": table.game_id,
                "name": strip_marks(look.game_name(table, Reader(language))),
                "state": table.state,
                "private": bool(table.options["private"]),
                "seats": [
                    {
                        "name": name or None,
                        "bot": seat.bot,
                        "ready": seat.ready,
                        "connected": seat.connected,
                        "owner": seat.character is not None and table.is_owner(seat.character),
                        "you": False,
                    }
                    for seat, name in zip(table.occupants(), table.names, strict=True)
                ],
                "watchers": len(table.spectators()),
            }
        return self._tables[key]

    def table_message_for(self, table: Any, person: Any, language: str) -> Message:
        """The same, with the reader's own seat marked."""
        shared, own = self.table_message(table, language), table.seat_of(person)
        if own is None:
            return {**shared, "state": table.public_state}
        seats = [
            {**seat, "you": True} if index == own else seat
            for index, seat in enumerate(shared["seats"])
        ]
        return {**shared, "seats": seats}

    def own_table_message(self, table: Any, person: Any, reader: Reader) -> Message:
        """The table at which somebody is, with all that they may decide there."""
        values = table.options
        return {
            **self.table_message_for(table, person, reader.language),
            "owner": table.is_owner(person),
            "options": [
                option_message(table.pack, spec, values[name], reader)
                for name, spec in table.option_specs().items()
            ],
            "todo": strip_marks(look.next_step(table, person, reader)),
            "deck": _deck_message(table, person, reader),
            "can": _possible_commands(table, person),
        }


def _name_of(person: Any) -> str:
    return str(person.key).casefold()


def _friend_message(friend: Any, viewer: Any, reader: Reader) -> Message:
    """Who it is, where in words, and the number of the table, 0 where it is none."""
    place = people.place_of(friend, viewer)
    return {
        "name": friend.key,
        "where": strip_marks(place_text(place, reader)),
        "table": place.number,
    }


def _place_message(person: Any, at_table: bool) -> str:
    if person.ndb.sandbox is not None:
        return "sandbox"
    if person.scene_awake is not None:
        return "scene"
    return "table" if at_table else "hall"


def _is_hall(place: Any) -> bool:
    return hasattr(place, "tables")


def _is_room(place: Any) -> bool:
    return hasattr(place, "openings")


def _is_outside(place: Any) -> bool:
    return _is_room(place) and not _is_hall(place) and not hasattr(place, "occupants")


def _scene_messages(place: Any, person: Any, reader: Reader) -> list[Message]:
    """What somebody can open here: at whom or what, which game (if listed), what to type."""
    return [
        {
            "name": (name := strip_marks(opening.place.get_display_name(person))),
            "game": strip_marks(look.name_in_language(opening.pack.name, reader.language))
            if opening.pack.listed
            else "",
            "line": f"{reader.say('commands.visit.name')} {name}",
        }
        for opening in place.openings(person)
        if opening.pack is not None
    ]


def option_message(pack: Pack | None, spec: OptionSpec, value: Any, reader: Reader) -> Message:
    """An option of a table of a game; `range` are the bounds of a number that has some."""
    told = {"name": spec.name, "label": strip_marks(look.option_label(pack, spec.name, reader))}
    if spec.type == "boolean":
        return {**told, "kind": "switch", "value": bool(value), "choices": []}
    if spec.type == "definitions" and pack is not None:
        name_of_card = Text(pack, reader.language).card
        cards = [{"value": id, "text": name_of_card(id)} for id in spec.cards]
        return {**told, "kind": "cards", "value": value, "choices": cards}
    if spec.allowed is None or spec.bounded:
        limits = list(spec.allowed) if spec.allowed else None
        return {**told, "kind": "number", "value": value, "choices": [], "range": limits}
    choices = [
        {"value": each, "text": strip_marks(look.option_value(pack, spec.name, each, reader))}
        for each in spec.allowed
    ]
    return {**told, "kind": "choice", "value": value, "choices": choices}


def _deck_message(table: Any, person: Any, reader: Reader) -> Message | None:
    """
    The deck that somebody's seat plays, or will, and those which it could; None where there is none
    to choose. One by lot is None.
    """
    pack, account = table.pack, person.player_account
    if table.seat_of(person) is None or pack is None or pack.program.deck_rules is None:
        return None
    choice = table.deck_of(person)
    own = decks_of_account(account, pack)
    return {
        "choice": choice,
        "name": strip_marks(name_of(chosen_deck(pack, choice), reader)),
        "decks": [
            {"choice": choice_of(deck), "name": strip_marks(name_of(deck, reader))}
            for deck in (*own, *pack.program.deck_rules.ready.values())
        ],
    }


def _possible_commands(table: Any, person: Any) -> list[str]:
    """The commands that make sense now."""
    here, seat = person.location == table, table.seat_of(person)
    if not here:
        return ["sit"]
    seats, playing = table.occupants(), table.state_for(person) == "playing"
    free = any(other.character is None and not other.bot for other in seats)
    owner = table.is_owner(person) and not playing
    waits = any(o.character not in (None, person) and not o.ready for o in seats)
    can = {
        "start": owner and not free and not waits,
        "ready": seat is not None and not owner and not playing,
        "sit": seat is None and free and not playing,
        "bot": owner and free,
        "option": owner,
        "kick": owner
        and any(other.bot or other.character not in (None, person) for other in seats),
        "deck": _has_decks(table) and seat is not None and not playing,
        "invite": seat is not None,
        "concede": seat is not None and playing,
        "leave": True,
    }
    return [name for name, possible in can.items() if possible]


def _has_decks(table: Any) -> bool:
    return table.pack is not None and table.pack.program.deck_rules is not None
