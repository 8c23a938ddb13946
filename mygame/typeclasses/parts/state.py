"""What a table is now: its places, its match, the people in the room."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any

from rules.pack import Pack, pack_of_match
from rules.running.match import Match
from server.names import distinct_names
from typeclasses.objects import render_safely
from typeclasses.parts.places import Place, Seat
from typeclasses.parts.stage import Stage
from typeclasses.tagged import object_of
from world.errors import TableError
from world.play.hosting.delayed import Delayed
from world.play.hosting.host import MatchHost
from world.render import announce, hallnews
from world.shelf import games


@dataclass
class Now:
    """What a table knows beside what is stored: its places as they are, and its match."""

    places: list[Place]
    host: MatchHost | None = None
    asleep: bool = False  # its match is in the database alone, and is woken when it is asked for
    behind: list[Delayed] = field(default_factory=list)  # what who watches sees in its place


class State(Stage):
    """What all parts of a table read and write."""

    # Stored; see `typeclasses.tables.Table`.
    state: str
    game_id: str
    number: int
    owner_id: int | None
    match_id: int | None
    furnished: str

    if TYPE_CHECKING:  # Evennia's, which has no types
        attributes: Any
        ndb: Any
        tags: Any

        def contents_get(self, **kwargs: Any) -> list[Any]: ...
        def wake(self) -> None: ...  # of `typeclasses.parts.playing`

        @property
        def options(self) -> dict[str, Any]: ...  # of `typeclasses.parts.options`

    # ------------------------------------------------------------------ the match

    @property
    def pack(self) -> Pack | None:
        """The game: of the match if there is one awake, else the one on the shelf."""
        match = self.match if not self.is_asleep else None
        return pack_of_match(match) if match is not None else games.games_by_id().get(self.game_id)

    @property
    def is_asleep(self) -> bool:
        """Whether the match that is played here sleeps: its one person has let it lie."""
        return self._current_state.asleep

    @property
    def host(self) -> MatchHost | None:
        """
        Who hosts the match of this table; stays after the end, until the next match. To ask for it
        wakes a match that sleeps.
        """
        if self.is_asleep:
            self.wake()
        return self._current_state.host

    def stand_for(self, character: Any) -> MatchHost | Delayed | None:
        """
        The match as somebody may know it: who has no seat here sees it later, if the owner wants it
        so, and the last one to its end before the next.
        """
        if not self._current_state.behind or self.seat_of(character) is not None:
            return self.host
        return self._stand_of_others()

    def _stand_of_others(self) -> MatchHost | Delayed | None:
        host, behind = self._current_state.host, self._current_state.behind
        while behind and behind[0].is_all_told and behind[0].host is not host:
            del behind[0]
        return behind[0] if behind else host

    def match_for(self, character: Any) -> Match | None:
        """The same as a match; None where none is played, or none may be seen yet."""
        stand = self.stand_for(character)
        return stand.match if stand is not None else None

    def state_for(self, character: Any) -> str:
        """`state`, as somebody may know it."""
        return self.state if self.seat_of(character) is not None else self.public_state

    @property
    def public_state(self) -> str:
        """The same, as who has no seat here may know it."""
        stand = self._stand_of_others()
        return "playing" if isinstance(stand, Delayed) and not stand.is_all_told else self.state

    def audience(self, stand: MatchHost | Delayed) -> list[Any]:
        """The people who see the match so."""
        people = self.people()
        if not self._current_state.behind:  # nobody sees it later
            return people if stand is self.host else []
        return [person for person in people if self.stand_for(person) is stand]

    def _check_idle(self) -> None:
        if self.state == "closed":
            raise TableError("tableClosed")
        if self.state == "playing":
            raise TableError("matchRuns")

    # ------------------------------------------------------------------ people and seats

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
            ready = place.ready or bool(place.bot)
            connected = character is not None and self.is_at(character)
            seats.append(Seat(index, character, place.bot or None, ready, connected))
        return seats

    def is_at(self, character: Any) -> bool:
        """Whether somebody is in the room, with a client."""
        return character.is_here and character.location == self

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
        return list(distinct_names(tuple([place.name for place in self._places])))

    def people(self) -> list[Any]:
        """Everybody in the room who has a client: players and spectators."""
        return [c for c in self.contents_get(content_type="character") if c.is_here]

    def is_out(self, character: Any) -> bool:
        """
        Whether a character plays no further in the running match, as the game says by the fields of
        a player (`board.out`), and has not won or lost yet.
        """
        host, seat = self._running_host(), self.seat_of(character)
        out = host is not None and pack_of_match(host.match).board.get("out")
        if host is None or seat is None or not out:
            return False
        fields = host.views.public()["players"][seat]["fields"]
        return all(str(fields.get(name)) in values for name, values in out.items())

    def may_hear(self, listener: Any, speaker: Any) -> bool:
        """
        Whether a character may read what another says during the match: who is out talks to others
        who are, and to spectators, but where the owner wants it otherwise (`outTalk`).
        """
        if listener == speaker or not self.is_out(speaker) or self.options.get("outTalk"):
            return True
        return not self.is_playing(listener) or self.is_out(listener)

    def notice(self, key: str, **details: Any) -> None:
        """Tell everybody at the table something beside the game."""
        render_safely(announce.show_notice, self, key, **details)
        hallnews.note_change()

    def notice_of_match(self, key: str, **details: Any) -> None:
        """The same of what the match has led to: who sees it later is told later."""
        if (host := self.host) is None:
            return
        render_safely(announce.show_notice, self, key, to=self.audience(host), **details)
        for behind in self._current_state.behind:
            if behind.host is host:
                behind.tell_later(partial(self._tell_behind, behind, key, details))

    def _tell_behind(self, behind: Delayed, key: str, details: dict[str, Any]) -> None:
        render_safely(announce.show_notice, self, key, to=self.audience(behind), **details)

    # ------------------------------------------------------------------ stored places

    @cached_property
    def _current_state(self) -> Now:
        """
        What is in memory, looked up for everything that anybody is told; also in `ndb`, for Evennia
        forgets objects that have nothing there.
        """
        if self.ndb.now is None:
            stored = self.attributes.get("places") or []
            self.ndb.now = Now([Place(**dict(place)) for place in stored])
        return self.ndb.now

    @property
    def _places(self) -> list[Place]:
        return self._current_state.places

    @_places.setter
    def _places(self, places: list[Place]) -> None:
        self._current_state.places = places

    def _save_places(self) -> None:
        self.attributes.add("places", [asdict(place) for place in self._places])
        hallnews.note_change()
