"""People at a table: they sit down, watch, leave, lose their connection and come back."""

from __future__ import annotations

import time
from typing import Any

from typeclasses.objects import render_safely
from typeclasses.parts.course import Course
from typeclasses.parts.places import Place, check_kind, check_unseated
from world.errors import TableError
from world.render import announce


class Seats(Course):
    """Coming and going."""

    # ------------------------------------------------------------------ sitting down and leaving

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
            if not self._places[seat].is_free:
                self.give_away(seat)
            if own is not None:
                self._places[own] = Place()
            deck = self._preferred_deck(character)
            self._places[seat] = Place(character=character.pk, name=character.key, deck=deck)
            self._save_places()
        character.take_seat(self)
        if self.owner is None:
            self._set_owner(character)
        self._bring_in(character)
        if seat != own:
            self.notice("sat", seat=seat, name=self.names[seat], character=character)
        return seat

    def _free_seat(self, wanted: int | None, own: int | None) -> int:
        if wanted is None:
            if own is not None:
                return own
            free = [i for i, place in enumerate(self._places) if place.is_free] or self.late_seats()
            if not free:
                raise TableError("tableFull")
            return free[0]
        if not 0 <= wanted < len(self._places):
            raise TableError("noSuchSeat", seat=wanted)
        if wanted != own and not self._places[wanted].is_free and wanted not in self.late_seats():
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
        if self._bring_in(character):
            self.notice("watching", name=character.key, character=character)
            if self._running_host():
                render_safely(announce.show_return, self, character)

    def _come_back(self, character: Any, seat: int) -> None:
        """A player of the running match is here again, by themselves or with the connection."""
        character.attributes.remove("left_match")
        character.take_seat(self)
        self._bring_in(character)
        if self.host is not None:
            self.host.note_return(seat)
        (self.ndb.to_greet or set()).discard(seat)
        self.notice("returned", seat=seat, name=self.names[seat], character=character)
        render_safely(announce.show_return, self, character)

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
            if self.state == "playing" and not self.has_conceded(seat):
                character.attributes.add("left_match", True)
                character.use_table_commands(False)
                character.go_to_hall()
                if self.host is not None:
                    self.host.left_table(seat)
                self.notice("leftMatch", seat=seat, name=name, character=character)
                return
            self._vacate(seat)
            self.notice("left", seat=seat, name=name, character=character)
        character.go_to_hall()

    def forget(self, character: Any) -> None:
        """A character is deleted: its seat gives up in a running match, and is free."""
        seat = self.seat_of(character)
        if seat is None:
            return
        name = self.names[seat]
        host = self._running_host()
        if host is not None and not host.has_conceded(seat):
            host.concede(seat)
        # The match may be over by that, and the seat free already.
        if self.seat_of(character) is not None:
            self._vacate(seat)
        self.notice("left", seat=seat, name=name, character=character)

    # ------------------------------------------------------------------ bots

    def add_bot(self, kind: str = "greedy", seat: int | None = None) -> int:
        """
        Let a bot take a seat. Returns the seat.

        :raises TableError: `unknownBot`, `noSuchSeat`, `seatTaken`, `tableFull`, `matchRuns`.
        """
        self._check_idle()
        check_kind(kind, self.pack)
        seat = self._free_seat(seat, None)
        if not self._places[seat].is_free:
            self.give_away(seat)
        self._seat_bot(seat, kind)
        if self._all_are_ready():
            self.start()
        return seat

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

    # ------------------------------------------------------------------ connections

    def person_returned(self, character: Any) -> None:
        """A person has a client again, and is in this room."""
        self.ndb.empty_since = None
        seat = self.seat_of(character)
        if seat is not None and self._running_host():
            self._come_back(character, seat)
            return
        character.msg(text=(character.at_look(self), {"type": "look"}))
        if seat is not None:
            self._seats_gone.pop(seat, None)
            self.notice("returned", seat=seat, name=self.names[seat], character=character)
        elif self._running_host():
            render_safely(announce.show_return, self, character)

    def person_gone(self, character: Any) -> None:
        """A person who was in this room has lost the client."""
        seat = self.seat_of(character)
        if seat is None:
            return
        self._seats_gone[seat] = time.monotonic()
        self.notice("disconnected", seat=seat, name=self.names[seat], character=character)

    def tell_restored(self) -> None:
        """The match has been found again after a restart: its people are to be told."""
        people = [seat for seat in self.occupants() if seat.character]
        self.ndb.to_greet = {seat.index for seat in people}
        for seat in people:
            if self.host is not None and seat.character.attributes.get("left_match"):
                self.host.left_table(seat.index)

    def show_prompts(self) -> None:
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
                self.host.note_return(seat.index)
            render_safely(announce.show_return, self, seat.character)
