"""
Tables: the rooms where people play.

A `Table` is a room with seats. Before a match it is about who sits where and by which options;
while a match goes on it stands between the people and the `MatchHost` (`world.hosting`): it
turns characters into seats, and what the host tells into calls of the renderer.
Nothing of a match itself is stored here. Begin with `Table.open`.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from typing import Any

from evennia.objects.objects import DefaultRoom
from evennia.typeclasses.attributes import AttributeProperty
from evennia.utils import logger
from evennia.utils.create import create_object
from twisted.internet.defer import Deferred

from rules.ground.errors import ActionFailed
from server.names import told_apart
from typeclasses.course import Course
from typeclasses.objects import Fixture, ObjectParent, fixtures_of, render
from typeclasses.places import Place, Seat, check_kind, check_unseated
from typeclasses.seating import Seating
from typeclasses.tagged import object_of, tagged
from world import decks, games, history, hosting, limits
from world.hosting import MatchHost, Sitter, TableError
from world.options import OptionSpec, read, specs_of
from world.timing import Left

# Seconds nobody must have been at a table before it is closed: while a match waits, and else.
CLOSE_PLAYING_AFTER = 15 * 60
CLOSE_AFTER = 3 * 60
# Seconds after which a seat of somebody who is gone is free again, where no match runs.
STAND_UP_AFTER = 3 * 60
BOT_NAMES = ("Ada", "Bo", "Cyn", "Dag", "Eli", "Fay", "Gus", "Hex")


@dataclass
class _Now:
    """What a table knows beside what is stored: its places as they are, and its match."""

    places: list[Place]
    host: MatchHost | None = None


class Table(Seating, Course, ObjectParent, DefaultRoom):
    """
    A table: a room with seats, options and, while a match runs, a `host`.

    Tables are kept in a pool: a closed one is opened again for the next people, with the decks
    and monster places it was built with.
    """

    LIVE, IDLE = "live", "idle"

    state = AttributeProperty("closed", autocreate=False)
    game_id = AttributeProperty("", autocreate=False)
    number = AttributeProperty(0, autocreate=False)
    owner_id = AttributeProperty(None, autocreate=False)
    match_id = AttributeProperty(None, autocreate=False)

    # ------------------------------------------------------------------ the pool

    @classmethod
    def open(cls, game_id: str, owner: Any, **options: Any) -> Table:
        """
        Open a table for a game. The owner takes its first seat, and stands at it afterwards.

        :raises TableError: `unknownGame`, `seatedElsewhere`, `unknownOption`, `badOption`,
            `tooOften`.
        """
        if game_id not in games.games():
            raise TableError("unknownGame", game=game_id, games=list(games.games()))
        check_unseated(owner)
        limits.check(owner, "openTable")
        idle = (table for table in cls._tagged(cls.IDLE) if table.game_id == game_id)
        table = next(idle, None) or cls.build(game_id)
        table._reset(owner)
        try:
            for name, value in options.items():
                table._set_option(name, value)
        except TableError:
            table._close()
            raise
        table.sit(owner)
        return table

    @classmethod
    def build(cls, game_id: str) -> Table:
        """Make a table of a game, closed, with all its decks and monster places."""
        number = 1 + max((table.number for table in cls.all_tables()), default=0)
        table = create_object(cls, key=f"Table {number}", aliases=[f"{number}号桌"])
        table.number = number
        table.game_id = game_id
        table.tags.add(cls.IDLE, category="table")
        table.furnish()
        return table

    def furnish(self) -> None:
        """Put up the decks and monster places of the game, where they are missing."""
        present = {(fixture.zone, fixture.seat) for fixture in self.fixtures()}
        for spec in fixtures_of(games.game(self.game_id)):
            if (spec.zone, spec.seat) in present:
                continue
            fixture = create_object(
                spec.typeclass, key=spec.key, location=self, aliases=spec.aliases
            )
            fixture.zone = spec.zone
            fixture.seat = spec.seat
            fixture.attributes.add("names", spec.names)

    def fixtures(self) -> list[Fixture]:
        """The decks and monster places that stand here."""
        return [thing for thing in self.contents_get() if isinstance(thing, Fixture)]

    def what_is_wrong(self) -> str:
        """Why nobody could play here; empty if all is well. For `world.inspection`."""
        try:
            if not isinstance(self.number, int) or self.number < 1:
                return f"its number is {self.number!r}"
            if not isinstance(self.game_id, str) or not self.game_id:
                return f"its game is {self.game_id!r}"
            if self.state not in ("open", "playing", "finished", "closed"):
                return f"its state is {self.state!r}"
            if self.state != "closed" and len(self.names) != self.options["players"]:
                return "it has another number of seats than players"
            self.occupants()
        except Exception as error:  # noqa: BLE001 (it is the finding)
            return repr(error)
        return ""

    @classmethod
    def all_tables(cls) -> list[Table]:
        """Every table there is, in use or not, by number."""
        return sorted((*cls._tagged(cls.LIVE), *cls._tagged(cls.IDLE)), key=lambda t: t.number)

    @classmethod
    def live(cls, viewer: Any = None) -> list[Table]:
        """
        The tables that are not closed, by number.

        With a viewer (a character) without those that are private and not theirs.
        """
        tables = sorted(cls._tagged(cls.LIVE), key=lambda table: table.number)
        return [table for table in tables if viewer is None or table.may_watch(viewer)]

    @classmethod
    def _tagged(cls, tag: str) -> list[Table]:
        return [table for table in tagged(tag, "table") if isinstance(table, Table)]

    def _reset(self, owner: Any) -> None:
        """An empty, open table of this owner."""
        self._now.host = None
        self.match_id = None
        self.owner_id = owner.pk
        self.attributes.add("options", {})
        self.attributes.add("invited", [])
        self.attributes.add("barred", [])
        self.ndb.waited = None
        self._places = [Place() for _ in range(self.options["players"])]
        self._save_places()
        self.tags.remove(self.IDLE, category="table")
        self.tags.add(self.LIVE, category="table")
        self.state = "open"
        self.ndb.empty_since = None
        self.notice("opened")

    def at_object_delete(self) -> bool:
        """A table that is taken away ends its match; its people are free to sit elsewhere."""
        if self.state != "closed":
            self._close()
        for fixture in self.fixtures():
            fixture.delete()
        return super().at_object_delete()

    def why_keep(self) -> str | None:
        """Why staff must not delete it now: a key of `admin.keep`."""
        return "playing" if self._running() else None

    def _close(self) -> None:
        """Back into the pool; whoever is still here goes to the hall."""
        if self.host is not None:
            self.host.abandon("the table was closed")
        self._now.host = None
        people = self.people()
        if people:
            self.notice("closing")
        for place in self._places:
            character = object_of(place.character)
            if character is not None:
                character.attributes.remove("left_match")
                character.lose_seat()
        self._places = []
        self._save_places()
        self.state = "closed"
        self.match_id = None
        self.owner_id = None
        self.tags.remove(self.LIVE, category="table")
        self.tags.add(self.IDLE, category="table")
        for character in people:
            character.go_to_hall()

    # ------------------------------------------------------------------ what it is now

    @property
    def pack(self) -> Any:
        """The game: of the match if there is one, else the one on the shelf."""
        match = self.match
        return match.pack if match is not None else games.games().get(self.game_id)

    @property
    def host(self) -> MatchHost | None:
        """Who hosts the match of this table; stays after the end, until the next match."""
        return self._now.host

    @property
    def match(self) -> Any:
        """
        The live match, or the one that has just ended, or None.

        Never keep it: every answer puts a new one in its place.
        """
        host = self.host
        return host.match if host is not None else None

    @property
    def owner(self) -> Any:
        """The character who opened the table, or who has inherited it; None without people."""
        return object_of(self.owner_id)

    def is_owner(self, character: Any) -> bool:
        """Whether this character may decide about options, bots and the start."""
        return self.owner_id == character.pk

    def check_owner(self, character: Any) -> None:
        """:raises TableError: `notOwner`, if somebody else decides here."""
        if not self.is_owner(character):
            raise TableError("notOwner", owner=self.owner.key if self.owner else "")

    def occupants(self) -> list[Seat]:
        """All seats, in order."""
        seats = []
        for index, place in enumerate(self._places):
            character = object_of(place.character)
            seats.append(
                Seat(
                    index,
                    character,
                    place.bot or None,
                    place.ready or bool(place.bot),
                    character is not None and character.is_here and character.location == self,
                )
            )
        return seats

    def seat_of(self, character: Any) -> int | None:
        """The seat this character holds, or None."""
        pk = character.pk
        return next((i for i, place in enumerate(self._places) if place.character == pk), None)

    @property
    def names(self) -> list[str]:
        """
        The name to show for each seat; empty for a free one.

        No two can be taken for each other: who looks like an earlier one gets a number.
        """
        return list(told_apart(tuple([place.name for place in self._places])))

    def name_of(self, character: Any) -> str:
        """The name to show for somebody at this table, seated or not."""
        seat = self.seat_of(character)
        return character.key if seat is None else self.names[seat]

    def people(self) -> list[Any]:
        """Everybody in the room who has a client: players and spectators."""
        return [c for c in self.contents_get(content_type="character") if c.is_here]

    def spectators(self) -> list[Any]:
        """Those of the people who hold no seat."""
        return [character for character in self.people() if self.seat_of(character) is None]

    def time_left(self, seat: int) -> Left | None:
        """What a seat has left for its answer; None without limit or question."""
        host = self._running()
        return host.time_left(seat) if host is not None else None

    def _running(self) -> MatchHost | None:
        """The host of a match that goes on."""
        host = self.host
        return host if self.state == "playing" and host is not None and not host.closed else None

    def _check_idle(self) -> None:
        if self.state == "closed":
            raise TableError("tableClosed")
        if self.state == "playing":
            raise TableError("matchRuns")

    # ------------------------------------------------------------------ seats

    def sit(self, character: Any, seat: int | None = None) -> int:
        """
        Take a seat (counted from 0; the first free one if none is named), and come to the table.

        Who holds a seat already changes it, or comes back to it while a match runs.
        Returns the seat.

        :raises TableError: `tableClosed`, `privateTable`, `barred`, `alreadyPlaying`,
            `seatedElsewhere`, `noSuchSeat`, `seatTaken`, `tableFull`.
        """
        self.check_admitted(character)
        own = self.seat_of(character)
        if self.state == "playing":
            if own is None:
                return self._take_over(character, seat)
            self._come_back(character, own)
            return own
        check_unseated(character, self)
        self._check_one_seat_each(character)
        seat = self._free_seat(seat, own)
        if seat != own:
            if not self._places[seat].free:
                self.give_away(seat)
            if own is not None:
                self._places[own] = Place()
            deck = self._preferred_deck(character)
            self._places[seat] = Place(character=character.pk, name=character.key, deck=deck)
            self._save_places()
        character.take_seat(self)
        if self.owner is None:
            self._set_owner(character)
        self._bring(character)
        if seat != own:
            self.notice("sat", seat=seat, name=self.names[seat], character=character)
        return seat

    def _check_one_seat_each(self, character: Any) -> None:
        """A person with several characters still has one seat."""
        account = character.player_account
        for place in self._places:
            other = object_of(place.character)
            if account and other and other != character and other.player_account == account:
                raise TableError("seatedElsewhere", table=self)

    def _free_seat(self, wanted: int | None, own: int | None) -> int:
        if wanted is None:
            if own is not None:
                return own
            free = [i for i, place in enumerate(self._places) if place.free] or self.late_seats()
            if not free:
                raise TableError("tableFull")
            return free[0]
        if not 0 <= wanted < len(self._places):
            raise TableError("noSuchSeat", seat=wanted)
        if wanted != own and not self._places[wanted].free and wanted not in self.late_seats():
            raise TableError("seatTaken", seat=wanted)
        return wanted

    def watch(self, character: Any) -> None:
        """
        Come to the table without a seat.

        :raises TableError: `tableClosed`, `privateTable`, `barred`, `seatedElsewhere`.
        """
        self.check_admitted(character)
        if self.seat_of(character) is not None:
            self.sit(character)
            return
        check_unseated(character, self)
        if self._bring(character):
            self.notice("watching", name=character.key, character=character)
            if self._running():
                render("on_return", self, character)

    def _bring(self, character: Any) -> bool:
        """Into the room; False if they are here already."""
        self.ndb.empty_since = None
        if character.location == self:
            return False
        # Who comes to a match is shown the board by `on_return`, not the table as well.
        move_type = "return" if self._running() else "sit"
        character.move_to(self, quiet=True, move_type=move_type)
        return True

    def _come_back(self, character: Any, seat: int) -> None:
        """A player of the running match is here again, by themselves or with the connection."""
        character.attributes.remove("left_match")
        character.take_seat(self)
        self._bring(character)
        if self.host is not None:
            self.host.returned(seat)
        (self.ndb.to_greet or set()).discard(seat)
        self.notice("returned", seat=seat, name=self.names[seat], character=character)
        render("on_return", self, character)

    def leave(self, character: Any) -> None:
        """
        Go to the hall. While a match runs the seat waits: the ticker acts by default, and `sit`
        brings one back. Else the seat is free again.

        :raises TableError: `notSeated`, if the character is not at this table at all.
        """
        seat = self.seat_of(character)
        if seat is None and character.location != self:
            raise TableError("notSeated")
        if seat is not None:
            name = self.names[seat]
            if self.state == "playing" and not self._has_conceded(seat):
                character.attributes.add("left_match", True)
                character.use_table_commands(False)
                character.go_to_hall()
                self.notice("leftMatch", seat=seat, name=name, character=character)
                return
            self._free(seat)
            self.notice("left", seat=seat, name=name, character=character)
        character.go_to_hall()

    def _has_conceded(self, seat: int) -> bool:
        return self.host is not None and self.host.has_conceded(seat)

    def _free(self, seat: int) -> None:
        """Take the seat away from whoever holds it; a running match goes on without them."""
        character = object_of(self._places[seat].character)
        playing = self.state == "playing"
        # A conceded seat stays named until the match is over, but is nobody's any more.
        self._places[seat] = Place(name=self._places[seat].name) if playing else Place()
        self._save_places()
        if character is not None:
            character.attributes.remove("left_match")
            character.lose_seat()
            if self.is_owner(character):
                self._pass_on_ownership()

    def forget(self, character: Any) -> None:
        """A character is deleted: its seat gives up in a running match, and is free."""
        seat = self.seat_of(character)
        if seat is None:
            return
        name = self.names[seat]
        host = self._running()
        if host is not None and not host.has_conceded(seat):
            host.concede(seat)
        # The match may be over by that, and the seat free already.
        if self.seat_of(character) is not None:
            self._free(seat)
        self.notice("left", seat=seat, name=name, character=character)

    def _pass_on_ownership(self) -> None:
        heir = next((seat.character for seat in self.occupants() if seat.character), None)
        self._set_owner(heir)

    def _set_owner(self, character: Any) -> None:
        self.owner_id = character.pk if character is not None else None
        if character is not None:
            self.notice("owner", name=self.name_of(character))

    def add_bot(self, kind: str = "greedy", seat: int | None = None) -> int:
        """
        Let a bot take a seat. Returns the seat.

        :raises TableError: `unknownBot`, `noSuchSeat`, `seatTaken`, `tableFull`, `matchRuns`.
        """
        self._check_idle()
        check_kind(kind)
        seat = self._free_seat(seat, None)
        if not self._places[seat].free:
            self.give_away(seat)
        self._seat_bot(seat, kind)
        self._start_if_ready()
        return seat

    def _seat_bot(self, seat: int, kind: str = "greedy") -> None:
        self._places[seat] = Place(bot=kind, name=self._bot_name(seat))
        self._save_places()
        self.notice("botAdded", seat=seat, name=self.names[seat])

    def _bot_name(self, seat: int) -> str:
        used = {place.name for place in self._places}
        return next((name for name in BOT_NAMES if name not in used), f"Bot {seat + 1}")

    def remove_bot(self, seat: int) -> None:
        """
        Send a bot away.

        :raises TableError: `noBotThere`, `matchRuns`.
        """
        self._check_idle()
        if not 0 <= seat < len(self._places) or not self._places[seat].bot:
            raise TableError("noBotThere", seat=seat)
        name = self.names[seat]
        self._places[seat] = Place()
        self._save_places()
        self.notice("botRemoved", seat=seat, name=name)

    # ------------------------------------------------------------------ options

    def option_specs(self) -> dict[str, OptionSpec]:
        """The options of this table by name: its own, then those of the game."""
        return specs_of(self.pack)

    @property
    def options(self) -> dict[str, Any]:
        """Name -> value of all options as they stand."""
        chosen = self.attributes.get("options") or {}
        return {name: chosen.get(name, spec.default) for name, spec in self.option_specs().items()}

    def set_option(self, name: str, value: Any) -> None:
        """
        Set an option, from a value or from what a person typed.

        Everybody has to say again that they are ready.

        :raises TableError: `unknownOption`, `badOption`, `matchRuns`.
        """
        value = self._set_option(name, value)
        for place in self._places:
            place.ready = False
        self._save_places()
        self.notice("option", option=name, value=value)

    def _set_option(self, name: str, value: Any) -> Any:
        self._check_idle()
        specs = self.option_specs()
        spec = specs.get(name)
        if spec is None:
            raise TableError("unknownOption", option=name, options=list(specs))
        value = read(spec, value)
        if name == "players":
            self._resize(value, spec)
        chosen = dict(self.attributes.get("options") or {})
        chosen[name] = value
        self.attributes.add("options", chosen)
        return value

    def _resize(self, players: int, spec: OptionSpec) -> None:
        """As many places as players: people keep a seat, bots go first."""
        if sum(place.character is not None for place in self._places) > players:
            raise TableError(
                "badOption", option=spec.name, value=players, type=spec.type, allowed=spec.allowed
            )
        places = list(self._places)
        for unwanted in (lambda p: p.free, lambda p: bool(p.bot)):
            for place in reversed([place for place in places if unwanted(place)]):
                if len(places) > players:
                    places.remove(place)
        self._places = places + [Place() for _ in range(players - len(places))]
        self._save_places()

    # ------------------------------------------------------------------ decks

    def bring(self, character: Any, deck: decks.Choice) -> None:
        """
        Say which deck this character's seat plays from the next match on, and what they bring to
        other tables of the game: a saved one, a ready one, None for one by lot. Nobody else is
        told.

        :raises TableError: `deckNoGame`, `notSeated`, `matchRuns`, `deckUnknown`, `deckIllegal`.
        """
        self._check_idle()
        seat = self._check_seated(character)
        if self.pack is None or self.pack.deck_rules is None:
            raise TableError("deckNoGame")
        decks.remember(character.player_account, self.pack, deck)
        self._places[seat].deck = deck
        self._save_places()

    def _preferred_deck(self, character: Any) -> decks.Choice:
        if self.pack is None or self.pack.deck_rules is None:
            return None
        return decks.preferred(character.player_account, self.pack)

    def deck_of(self, character: Any) -> decks.Choice:
        """Which deck this character's seat plays, or will."""
        seat = self.seat_of(character)
        return self._places[seat].deck if seat is not None else None

    def _decks(self, pack: Any) -> list[Any]:
        """What each seat brings, for the option of the match."""
        brought = []
        for place, name in zip(self._places, self.names, strict=True):
            character = object_of(place.character)
            account = character.player_account if character else None
            try:
                brought.append(decks.brought(pack, account, place.deck))
            except TableError:
                raise TableError("deckUnfit", name=name) from None  # why is for its owner to read
        return brought

    # ------------------------------------------------------------------ the match

    def set_ready(self, character: Any, ready: bool = True) -> None:
        """
        Say that one is ready, or not yet. When everybody is and no seat is free, it starts.

        :raises TableError: `notSeated`, `matchRuns`, `cannotStart`.
        """
        self._check_idle()
        seat = self._check_seated(character)
        self._places[seat].ready = ready
        self._save_places()
        self.notice("ready", seat=seat, name=self.names[seat], ready=ready)
        self._start_if_ready()

    def _start_if_ready(self) -> None:
        if all(place.bot or (place.character and place.ready) for place in self._places):
            self.start()

    def _check_seated(self, character: Any) -> int:
        seat = self.seat_of(character)
        if seat is None:
            raise TableError("notSeated")
        return seat

    def start(self, seed: int | None = None) -> None:
        """
        Start a match with those who sit here; the owner counts as ready.

        :raises TableError: `matchRuns`, `seatsEmpty`, `notReady`, `deckUnfit`, `cannotStart`.
        """
        self._check_idle()
        missing = sum(place.free for place in self._places)
        if missing:
            raise TableError("seatsEmpty", missing=missing)
        self.fill_late_seats()
        names = self.names
        waiting = [
            name
            for place, name in zip(self._places, names, strict=True)
            if not (place.bot or place.ready or place.character == self.owner_id)
        ]
        if waiting:
            self._want_to_start()
            raise TableError("notReady", names=waiting)
        sitters = []
        for place, name in zip(self._places, names, strict=True):
            character = object_of(place.character)
            sitters.append(Sitter(name, character.player_account if character else None, place.bot))
        if self.game_id not in games.games():
            raise TableError("unknownGame", game=self.game_id, games=list(games.games()))
        pack, chosen = games.game(self.game_id), self.options
        options = {name: chosen[name] for name in pack.options}
        if pack.deck_rules is not None:
            options["decks"] = self._decks(pack)
        try:
            host = MatchHost.start(
                pack,
                sitters,
                seed=seed,
                options=options,
                time_limit=chosen["timeLimit"],
                time_bank=chosen["timeBank"],
                private=chosen["private"],
                table=self,
            )
        except (ActionFailed, ValueError) as error:
            logger.log_trace(f"A match of {self.game_id} could not be set up")
            raise TableError("cannotStart", reason=str(error)) from None
        self.attach(host)
        self.notice("started")
        host.announce()

    def attach(self, host: MatchHost) -> None:
        """Play this match here: when it starts, and when it is found again after a restart."""
        self._now.host = host
        host.listener = self
        host.is_present = self._is_present
        if self.match_id != host.record.pk:
            self.match_id = host.record.pk
        if self.state != "playing":
            self.state = "playing"

    def _is_present(self, seat: int) -> bool:
        places = self._places
        character = object_of(places[seat].character) if seat < len(places) else None
        return character is not None and character.is_here and character.location == self

    def answer(self, character: Any, picks: Iterable[int]) -> Deferred:
        """
        Answer what this character is asked: indices into the options of the choice.

        The Deferred fires when it is stored and everybody has been told, see `MatchHost.answer`.

        :raises TableError: `notSeated`, `noMatch`, `notAsked`, `illegalAnswer`, `notSaved`,
            `answerKept`, `matchOver`, `engineFailed`; nothing has changed then.
        """
        seat = self._check_seated(character)
        host = self._check_running()
        if self.autopilot_of(seat):
            host.set_autopilot(seat, "")
        return host.answer(seat, picks)

    def concede(self, character: Any) -> Deferred:
        """
        Give up: the others play on, and one may leave for good.

        :raises TableError: `notSeated`, `noMatch`, `hasConceded`, `notSaved`, `answerKept`.
        """
        seat = self._check_seated(character)

        def farewell(_: Any) -> None:
            if character.location != self and self.state == "playing":
                self._free(seat)  # from the hall

        return self._check_running().concede(seat).addCallback(farewell)

    def _check_running(self) -> MatchHost:
        host = self._running()
        if host is None:
            raise TableError("noMatch")
        return host

    # ------------------------------------------------------------------ what the host tells

    def notice(self, key: str, **details: Any) -> None:
        """Tell everybody at the table something beside the game."""
        render("on_notice", self, key, **details)

    def on_change(self, entries: Sequence[Any], choices: Sequence[Any]) -> None:
        """New lines of the match's log, and what people are asked anew."""
        render("on_change", self, entries, choices)

    def on_notice(self, key: str, **details: Any) -> None:
        """Something beside the game has happened in the match; with the name of its seat."""
        for who, name in (("seat", "name"), ("by", "by_name")):
            if who in details:
                details[name] = self.names[details[who]]
        self.notice(key, **details)
        if key in ("matchBroken", "matchClosed", "matchAborted"):
            self._after_match()

    def on_end(self, standings: Sequence[Sequence[int]]) -> None:
        """The match is over: keep the seats for another one."""
        names = self.names
        self._after_match()
        self.notice(
            "finished",
            standings=standings,
            names=[[names[seat] for seat in group] for group in standings],
        )
        if self.host is not None:
            record = self.host.record
            found = history.summary_of(record, self.host.match.journal)
            found.addCallback(self._tell_summary, record.pk)
            found.addErrback(lambda failure: logger.log_err(failure.getTraceback()))

    def _tell_summary(self, told: Any, match_id: int) -> None:
        """Who did what in the match that has just ended."""
        if told is not None and self.match_id == match_id:
            self.notice("summary", record=history.with_seats(match_id), told=told)

    def _after_match(self) -> None:
        self.state = "finished"
        for place in self._places:
            place.ready = False
            if place.free:
                place.name = ""
            character = object_of(place.character)
            if character is not None and character.attributes.get("left_match"):
                character.attributes.remove("left_match")
                character.lose_seat()
                place.character, place.name = None, ""
        self._save_places()
        if self.owner is None or self.seat_of(self.owner) is None:
            self._pass_on_ownership()

    # ------------------------------------------------------------------ coming and going

    def person_returned(self, character: Any) -> None:
        """A person has a client again, and is in this room."""
        self.ndb.empty_since = None
        seat = self.seat_of(character)
        if seat is not None and self._running():
            self._come_back(character, seat)
            return
        character.msg(text=(character.at_look(self), {"type": "look"}))
        if seat is not None:
            self._gone.pop(seat, None)
            self.notice("returned", seat=seat, name=self.names[seat], character=character)
        elif self._running():
            render("on_return", self, character)

    def person_gone(self, character: Any) -> None:
        """A person who was in this room has lost the client."""
        seat = self.seat_of(character)
        if seat is None:
            return
        self._gone[seat] = time.monotonic()
        self.notice("disconnected", seat=seat, name=self.names[seat], character=character)

    @property
    def _gone(self) -> dict[int, float]:
        """Seat -> since when its person has been gone."""
        if self.ndb.gone is None:
            self.ndb.gone = {}
        return self.ndb.gone

    # ------------------------------------------------------------------ time

    def restored(self) -> None:
        """The match has been found again after a restart: its people are to be told."""
        self.ndb.to_greet = {seat.index for seat in self.occupants() if seat.character}

    def greet(self) -> None:
        """Show the prompt again to those whose connection has outlived the server."""
        waiting = self.ndb.to_greet
        if not waiting:
            return
        here = [seat for seat in self.occupants() if seat.index in waiting and seat.connected]
        if here and not self.ndb.told_restored:
            self.ndb.told_restored = True
            self.notice("restored")
        for seat in here:
            waiting.discard(seat.index)
            if self.host is not None:
                self.host.returned(seat.index)
            render("on_return", self, seat.character)

    def look_after(self, now: float) -> None:
        """Free the seats of people who are gone for good; close the table when nobody is left."""
        if self.people():
            self.ndb.empty_since = None
        elif self.ndb.empty_since is None:
            self.ndb.empty_since = now
        elif now - self.ndb.empty_since >= self._patience():
            self._close()
            return
        self.look_after_readiness(now)
        for seat in self.occupants():
            if seat.character is None or seat.connected:
                self._gone.pop(seat.index, None)
                continue
            gone_for = now - self._gone.setdefault(seat.index, now)
            if self.state != "playing" and gone_for >= STAND_UP_AFTER:
                self._gone.pop(seat.index)
                name = self.names[seat.index]
                self._free(seat.index)
                self.notice("left", seat=seat.index, name=name, character=seat.character)
        if self.state == "playing":
            self.tell_deserted()

    def _patience(self) -> float:
        return CLOSE_PLAYING_AFTER if self.state == "playing" else CLOSE_AFTER

    # ------------------------------------------------------------------ stored places

    @cached_property
    def _now(self) -> _Now:
        """
        What is in memory, looked up for everything that anybody is told; also in `ndb`, for Evennia
        forgets objects that have nothing there.
        """
        if self.ndb.now is None:
            stored = self.attributes.get("places") or []
            self.ndb.now = _Now([Place(**dict(place)) for place in stored])
        return self.ndb.now

    @property
    def _places(self) -> list[Place]:
        return self._now.places

    @_places.setter
    def _places(self, places: list[Place]) -> None:
        self._now.places = places

    def _save_places(self) -> None:
        self.attributes.add("places", [asdict(place) for place in self._places])


# --------------------------------------------------------------------------------------
# Helpers
# --------------------------------------------------------------------------------------


def restore() -> None:
    """
    Bring every running match back to its table; called when the server has started.

    A match whose table is gone is abandoned; a table whose match could not be brought back is
    open for the next one.
    """
    games.games()  # read now what would else be read while people play
    hosting.recover()
    for host in sorted(hosting.hosts(), key=lambda host: -host.record.pk):
        table = host.record.table
        if not isinstance(table, Table) or not table.occupants():
            host.abandon("the table is gone")
        elif table.host is None:
            table.attach(host)
            table.restored()
            # Connections that have outlived the server are taken over right after this.
            host.clock.callLater(0, table.greet)
        elif table.host is not host:
            host.abandon("another match is played at the table")
    for table in Table.live():
        if table.state == "playing" and table.host is None:
            table._after_match()
