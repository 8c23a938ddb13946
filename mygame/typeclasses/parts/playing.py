"""The match of a table: it begins, is played, and is over."""

from __future__ import annotations

from typing import Any

from evennia.utils import logger
from twisted.internet.defer import Deferred

from typeclasses.parts.beginning import begin_match
from typeclasses.parts.series import Series
from typeclasses.tagged import object_of
from world.errors import TableError
from world.models import MatchRecord
from world.play import history
from world.play.hosting import recovery
from world.play.hosting.delayed import Delayed
from world.play.hosting.events import WITHOUT_RESULT, Ended, Event, FellAsleep
from world.play.hosting.host import MatchHost
from world.play.hosting.seating import Sitter
from world.play.hosting.storing import MatchLost
from world.render import announce, hallnews, oob
from world.shelf import games
from world.shelf.options import check_players


class Playing(Series):
    """Beginning a match, answering, and what is done when it is over."""

    def set_ready(self, character: Any, ready: bool = True) -> None:
        """
        Say that one is ready, or not yet. When everybody is and no seat is free, it starts.

        :raises TableError: `notSeated`, `matchRuns`, `cannotStart`.
        """
        self._check_idle()
        seat = self._check_seated(character)
        self._places[seat].ready = ready
        self._save_places()
        starts = self._all_are_ready()
        self.notice("ready", seat=seat, name=self.names[seat], ready=ready, starts=starts)
        if starts:
            self.start()

    def _all_are_ready(self) -> bool:
        return all(place.bot or (place.character and place.ready) for place in self._places)

    def start(self, seed: int | None = None) -> None:
        """
        Start a match with those who sit here; the owner counts as ready.

        :raises TableError: `matchRuns`, `seatsEmpty`, `notReady`, `belongingsAway` (name, table),
            `sheetNewer` (name), `sheetChanged` (name), `deckUnfit`, `optionSeats`, `cannotStart`.
        """
        self._check_idle()
        missing = sum(place.is_free for place in self._places)
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
        if self.game_id not in (offered := list(games.offered())):
            raise TableError("unknownGame", game=self.game_id, offered=offered)
        pack, chosen = games.find_game(self.game_id), self.options
        check_players(pack, chosen)
        series, begins = self._next_of_series(pack, chosen.get("series", 1))
        options = {
            **{name: chosen[name] for name in pack.program.options if name in chosen},
            **begins,
        }
        host = begin_match(
            pack,
            sitters,
            [place.deck for place in self._places],
            options,
            seed=seed,
            time_limit=chosen["timeLimit"],
            time_bank=chosen["timeBank"],
            time_response=chosen.get("timeResponse", 0),
            private=chosen["private"],
            delay=chosen["delay"],
            hints=chosen.get("hints", False),
            table=self,
        )
        self.attach(host)
        self.notice("started")
        if host.record.advised:
            self.notice("advised")
        self._go_on_with_series(series)
        host.announce()

    def attach(self, host: MatchHost) -> None:
        """Play this match here: when it starts, and when it is found again after a restart."""
        self._current_state.host, self._current_state.asleep = host, False
        for reader in (announce.TextReader(self, host), oob.DataReader(self, host), self):
            host.readers.add_reader(reader)
        if delay := self.options["delay"]:
            behind = Delayed(host, delay, hallnews.note_change)
            for each in (announce.TextReader(self, behind), oob.DataReader(self, behind)):
                behind.readers.add_reader(each)
            self._current_state.behind.append(behind)
        host.is_present = self._is_present
        host.is_watched = lambda: bool(self.spectators())
        if self.match_id != host.record.pk:
            self.match_id = host.record.pk
        if self.state != "playing":
            self.state = "playing"

    def leave_asleep(self) -> None:
        """The match of this table sleeps in the database, until somebody asks for it."""
        self._forget_match()
        self._current_state.asleep = True

    def wake(self) -> None:
        """The match of this table sleeps: bring it back, exactly as it stood."""
        record = MatchRecord.objects.select_related("pack_version").get(pk=self.match_id)
        if record.status != MatchRecord.Status.RUNNING:  # staff has ended it meanwhile
            self._current_state.asleep = False
            self.notice("matchClosed", reason=record.note)
            self._after_match()
            return
        try:
            self.attach(recovery.wake(record))
        except MatchLost:
            self._current_state.asleep = False
            self.lose_match()

    def _is_present(self, seat: int) -> bool:
        places = self._places
        character = object_of(places[seat].character) if seat < len(places) else None
        return character is not None and self.is_at(character)

    def concede(self, character: Any) -> Deferred:
        """
        Give up: the others play on, and one may leave for good.

        :raises TableError: `notSeated`, `noMatch`, `hasConceded`, `notSaved`, `answerKept`.
        """
        seat, host = self._check_seated(character), self._check_running()

        def farewell(_: Any) -> None:
            host.orders.drop(seat)
            if character.location != self and self.state == "playing":
                self._vacate(seat)  # from the hall

        return host.concede(seat).addCallback(farewell)

    # ------------------------------------------------------------------ what the host tells

    def _forget_match(self) -> None:
        for behind in self._current_state.behind:
            behind.stop()
        self._current_state.host, self._current_state.behind = None, []
        self._current_state.asleep = False

    def read(self, event: Event) -> None:
        """The match is over, one way or the other: keep the seats for another one; or it sleeps."""
        if isinstance(event, Ended):
            self._count_in_series()
            self._after_match()
            self._find_summary()
        elif isinstance(event, WITHOUT_RESULT):
            self._after_match()
        elif isinstance(event, FellAsleep):
            self.leave_asleep()

    def _find_summary(self) -> None:
        host = self.host
        if host is not None:
            found = history.summary_of(host.record, host.match.journal)
            found.addCallback(self._tell_summary, host.record.pk)
            found.addErrback(lambda failure: logger.log_err(failure.getTraceback()))

    def _tell_summary(self, told: Any, match_id: int) -> None:
        """Who did what in the match that has just ended."""
        if told is not None and self.match_id == match_id:
            self.notice_of_match("summary", record=history.with_seats(match_id), told=told)

    def lose_match(self) -> None:
        """The match could not be brought back after a restart: its people are told."""
        for seat in self.occupants():
            if seat.character is not None:
                seat.character.attributes.add("lost_match", self.number)
        self.ndb.lost = True
        self._after_match()

    def _after_match(self) -> None:
        self.state = "finished"
        for place in self._places:
            place.ready = False
            if place.is_free:
                place.name = ""
            character = object_of(place.character)
            if character is not None and character.attributes.get("left_match"):
                character.attributes.remove("left_match")
                character.lose_seat()
                place.character, place.name = None, ""
        self._save_places()
        if self.owner is None or self.seat_of(self.owner) is None:
            self._pass_on_ownership()
