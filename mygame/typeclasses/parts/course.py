"""Playing on for those who have left a running match for good."""

from __future__ import annotations

import time
from typing import Any

from typeclasses.objects import render_safely
from typeclasses.parts.places import Place, check_kind, check_unseated
from typeclasses.parts.playing import Playing
from typeclasses.tagged import object_of
from world.errors import TableError
from world.play.hosting.seating import Sitter
from world.render import announce

# Seconds after which somebody else may play on for who is gone from a running match.
GONE_FOR_GOOD = 5 * 60


class Course(Playing):
    """Seats whose people are gone: others or bots take them over."""

    @property
    def _seats_gone(self) -> dict[int, float]:
        """Seat -> since when its person has been gone."""
        if self.ndb.gone is None:
            self.ndb.gone = {}
        return self.ndb.gone

    def deserted_seats(self) -> list[int]:
        """
        The seats of the running match whose people have left for good: given up, gone longer than
        `GONE_FOR_GOOD`, or not there any more; but for those who have gone home with what they had.
        """
        host, now = self._running_host(), time.monotonic()
        found = []
        for seat in self.occupants() if host is not None else ():
            gone_for = now - self._seats_gone.get(seat.index, now)
            away = seat.character is None or (not seat.connected and gone_for >= GONE_FOR_GOOD)
            settled = host is not None and host.match.has_settled(seat.index)
            if not seat.bot and not settled and (away or self.has_conceded(seat.index)):
                found.append(seat.index)
        return found

    def tell_deserted(self) -> None:
        """Say it once when somebody has been gone for so long that others may play on."""
        told = self.ndb.deserted or set()
        self.ndb.deserted = set(self.deserted_seats())
        for seat in self.ndb.deserted - told:
            if not self.has_conceded(seat):  # that was told
                self.notice("deserted", seat=seat, name=self.names[seat])

    def _take_over(self, character: Any, seat: int | None) -> int:
        """Play on in a running match for somebody who has left for good."""
        deserted = self.deserted_seats()
        if not deserted:
            raise TableError("alreadyPlaying", table=self)
        seat = deserted[0] if seat is None else seat
        if seat not in deserted:
            raise TableError(
                "seatTaken" if 0 <= seat < len(self._places) else "noSuchSeat", seat=seat
            )
        check_unseated(character, self)
        self._check_one_seat_each(character)
        host, account = self._check_running(), character.player_account
        if host.seating.took_part(account):
            raise TableError("tookPart")
        place = Place(character=character.pk, name=character.key)
        self._hand_over(seat, place, account)
        character.take_seat(self)
        came = self._bring_in(character)
        if came or host.choice_of(seat) is None:  # else they have been asked already
            render_safely(announce.show_return, self, character)
        return seat

    def replace_by_bot(self, character: Any, seat: int, kind: str = "greedy") -> None:
        """
        Let a bot play on for somebody who has left for good: the owner says so, or any player
        while the owner is away.

        :raises TableError: `notSeated`, `noMatch`, `notOwner`, `unknownBot`, `noSuchSeat`,
            `notDeserted`, `notSaved`.
        """
        self._check_running()
        self._check_seated(character)
        if self.owner is not None and self.owner in self.people():
            self.check_owner(character)
        check_kind(kind, self.pack)
        if not 0 <= seat < len(self._places):
            raise TableError("noSuchSeat", seat=seat)
        if seat not in self.deserted_seats():
            raise TableError("notDeserted", name=self.names[seat], minutes=GONE_FOR_GOOD // 60)
        self._hand_over(seat, Place(bot=kind, name=self._bot_name(seat)), None)

    def hand_to_bot(self, seat: int, kind: str = "greedy") -> None:
        """
        Let a bot play on for whoever holds a seat: staff says so.

        :raises TableError: `noMatch`, `unknownBot`, `noSuchSeat`, `seatOfBot`, `notSaved`.
        """
        self._check_running()
        check_kind(kind, self.pack)
        if not 0 <= seat < len(self._places):
            raise TableError("noSuchSeat", seat=seat)
        if self._places[seat].bot:
            raise TableError("seatOfBot", seat=seat)
        self._hand_over(seat, Place(bot=kind, name=self._bot_name(seat)), None)

    def _hand_over(self, seat: int, place: Place, account: Any) -> None:
        """Somebody else holds a seat of the running match, and plays on."""
        old, former = self.names[seat], object_of(self._places[seat].character)
        before, self._places[seat] = self._places[seat], place
        try:
            self._check_running().hand_over(seat, Sitter(self.names[seat], account, place.bot))
        except TableError:
            self._places[seat] = before
            raise
        self._save_places()
        self._seats_gone.pop(seat, None)
        if former is not None:
            former.attributes.remove("left_match")
            former.lose_seat()
        if self.owner is None or self.owner == former:
            self._pass_on_ownership()
        self.notice("tookOver", seat=seat, name=self.names[seat], old=old)
