"""
The pool of tables: a closed one is opened again for the next people, with the decks and monster
places it was built with.
"""

from __future__ import annotations

from typing import Any, Self

from evennia.objects.models import ObjectDB
from evennia.utils.create import create_object

from typeclasses.furnishing import fixtures_of, furniture_digest, put_up
from typeclasses.objects import Fixture, render_safely
from typeclasses.parts.places import Place, check_unseated
from typeclasses.parts.seats import Seats
from typeclasses.tagged import object_of, objects_tagged
from world.accounts import limits
from world.errors import TableError
from world.render import announce
from world.shelf import games

# Seconds nobody must have been at a table before it is closed: while a match of one person waits,
# which keeps nobody waiting and sleeps; while another one does; and else.
CLOSE_ASLEEP_AFTER = 7 * 24 * 60 * 60
CLOSE_PLAYING_AFTER = 15 * 60
CLOSE_AFTER = 3 * 60
# Seconds after which a seat of somebody who is gone is free again, where no match runs.
STAND_UP_AFTER = 3 * 60


class Pool(Seats):
    """Opening a table, looking after it, and closing it."""

    LIVE, IDLE = "live", "idle"

    @classmethod
    def open_table(cls, game_id: str, owner: Any, **options: Any) -> Self:
        """
        Open a table for a game. The owner takes its first seat, and stands at it afterwards.

        :raises TableError: `unknownGame`, `seatedElsewhere`, `unknownOption`, `badOption`,
            `optionSeats`, `tooOften`.
        """
        if game_id not in games.offered():
            raise TableError("unknownGame", game=game_id, offered=list(games.offered()))
        check_unseated(owner)
        limits.check_limit(owner, "openTable")
        idle = (table for table in cls._tables_tagged(cls.IDLE) if table.game_id == game_id)
        table = next(idle, None) or cls.build_table(game_id)
        if not table.is_furnished():
            table.furnish()
        table._reset(owner)
        try:
            table._set_options(options)
        except TableError:
            table._close()
            raise
        table.sit(owner)
        return table

    @classmethod
    def build_table(cls, game_id: str) -> Self:
        """Make a table of a game, closed, with all its decks and monster places."""
        table = create_object(cls, key="Table")
        table.game_id = game_id
        table.at_object_post_spawn()
        return table

    def at_object_post_spawn(self, prototype: Any = None) -> None:
        """A builder has spawned a table: it goes to the pool, with all that stands on it."""
        number = 1 + max((table.number for table in self.all_tables()), default=0)
        room: Any = self
        room.key, self.number = f"Table {number}", number
        room.aliases.add(f"{number}号桌")
        room.tags.add(self.IDLE, category="table")
        if self.game_id in games.games_by_id():
            self.furnish()

    def is_furnished(self) -> bool:
        """Whether as much stands here as the game has now: to look at each thing takes long."""
        wanted = fixtures_of(games.find_game(self.game_id))
        kinds = {spec.typeclass.path for spec in wanted}
        here = ObjectDB.objects.filter(db_location=self, db_typeclass_path__in=kinds)
        return self.furnished == furniture_digest(wanted) and here.count() >= len(wanted)

    def furnish(self) -> None:
        """Put up the decks and monster places of the game, where they are missing."""
        wanted = fixtures_of(games.find_game(self.game_id))
        present = {(fixture.zone, fixture.seat) for fixture in self.fixtures()}
        put_up(self, [spec for spec in wanted if (spec.zone, spec.seat) not in present])
        self.furnished = furniture_digest(wanted)

    def fixtures(self) -> list[Fixture]:
        """The decks and monster places that stand here."""
        return [thing for thing in self.contents_get() if isinstance(thing, Fixture)]

    def what_is_wrong(self) -> str:
        """Why nobody could play here; empty if all is well. For `typeclasses.inspection`."""
        try:
            number, game, state = map(self.attributes.get, ("number", "game_id", "state"))
            if not isinstance(number, int) or number < 1:
                return f"its number is {number!r}"
            if not isinstance(game, str) or not game:
                return f"its game is {game!r}"
            if state not in (None, "open", "playing", "finished", "closed"):
                return f"its state is {state!r}"
            if self.state != "closed" and len(self.names) != self.options["players"]:
                return "it has another number of seats than players"
            self.occupants()
        except Exception as error:  # noqa: BLE001 (it is the finding)
            return repr(error)
        return ""

    @classmethod
    def all_tables(cls) -> list[Self]:
        """Every table there is, in use or not, by number."""
        return sorted(
            (*cls._tables_tagged(cls.LIVE), *cls._tables_tagged(cls.IDLE)), key=lambda t: t.number
        )

    @classmethod
    def live_tables(cls, viewer: Any = None) -> list[Self]:
        """
        The tables that are not closed, by number, without those at which nobody is left but bots.

        With a viewer (a character) without those that are private, or whose match sleeps, and not
        theirs.
        """
        tables = sorted(cls._tables_tagged(cls.LIVE), key=lambda table: table.number)
        return [
            table
            for table in tables
            if not table.is_deserted() and (viewer is None or table.is_shown_to(viewer))
        ]

    def is_shown_to(self, viewer: Any) -> bool:
        """Whether somebody finds the table in the hall."""
        hidden = self.is_asleep and self.seat_of(viewer) is None
        return not hidden and self.may_watch(viewer)

    def is_deserted(self) -> bool:
        """Whether nobody is here or holds a seat, and no match is played: at most bots are left."""
        return (
            self.state in ("open", "finished")
            and not any(place.character for place in self._places)
            and not self.people()
        )

    @classmethod
    def _tables_tagged(cls, tag: str) -> list[Self]:
        return [table for table in objects_tagged(tag, "table") if isinstance(table, cls)]

    def _reset(self, owner: Any) -> None:
        """An empty, open table of this owner."""
        self._forget_match()
        self.match_id = None
        self.owner_id = owner.pk
        self.attributes.add("options", {})
        self.attributes.add("invited", [])
        self.attributes.add("barred", [])
        self.ndb.waited = self.ndb.lost = None
        self._places = [Place() for _ in range(self.options["players"])]
        self._save_places()
        self.tags.remove(self.IDLE, category="table")
        self.tags.add(self.LIVE, category="table")
        self.state = "open"
        self.ndb.empty_since = None
        self.notice("opened")

    def why_keep(self) -> str | None:
        """Why staff must not delete it now: a key of `admin.keep`."""
        return "playing" if self.is_asleep or self._running_host() else None

    def _close(self, deserted: bool = False) -> None:
        """
        Back into the pool; whoever is still here goes to the hall. Who has `deserted` their match
        has given it up.
        """
        if self.host is not None:
            self.host.abandon("the table was closed", given_up=deserted)
        self._forget_match()
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

    def look_after(self, now: float) -> None:
        """Free the seats of people who are gone for good; close the table when nobody is left."""
        if self.people():
            self.ndb.empty_since = None
        elif self.ndb.empty_since is None:
            self.ndb.empty_since = now
        elif self.is_deserted() or now - self.ndb.empty_since >= self._patience():
            self._close(deserted=True)
            return
        if self.ndb.lost:
            for person in self.people():
                render_safely(announce.show_lost, person)
        self.look_after_readiness(now)
        for seat in self.occupants():
            if seat.character is None or seat.connected:
                self._seats_gone.pop(seat.index, None)
                continue
            gone_for = now - self._seats_gone.setdefault(seat.index, now)
            if self.state != "playing" and gone_for >= STAND_UP_AFTER:
                self._seats_gone.pop(seat.index)
                name = self.names[seat.index]
                self._vacate(seat.index)
                self.notice("left", seat=seat.index, name=name, character=seat.character)
        if self.state == "playing" and not self.is_asleep:
            self.tell_deserted()

    def _patience(self) -> float:
        if self.state != "playing":
            return CLOSE_AFTER
        host = self._current_state.host
        for_one = self.is_asleep or (host is not None and host.is_for_one)
        return CLOSE_ASLEEP_AFTER if for_one else CLOSE_PLAYING_AFTER
