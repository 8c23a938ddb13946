"""
Who keeps a full table waiting by never saying that they are ready.

The clock is looked at by the round ticker: when somebody at a full table is ready, those who are
not are reminded after `REMIND_AFTER` seconds. `LATE_AFTER` seconds later an owner is one no longer,
and their seats are to be had: the owner's `start` puts bots into them, and who is waiting may sit
down there.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from typeclasses.parts.holding import Holding

REMIND_AFTER = 30
LATE_AFTER = 60


@dataclass
class _Waited:
    """Since when a table waits for somebody, and when they were reminded."""

    since: float
    reminded: float | None = None
    late: bool = False


class Readiness(Holding):
    """Keeping others waiting."""

    @property
    def _waiting_since(self) -> dict[int, _Waited]:
        """For whom this table waits: the number of the character -> since when."""
        if self.ndb.waited is None:
            self.ndb.waited = {}
        return self.ndb.waited

    def _characters_holding_up(self) -> set[int]:
        """The characters for whom a full table waits: not ready, where somebody else is."""
        people = {place.character: place.ready for place in self._places if place.character}
        waits = any(people.values()) and not any(place.is_free for place in self._places)
        if self.state == "playing" or not waits:
            return set()
        return {character for character, ready in people.items() if not ready}

    def late_seats(self) -> list[int]:
        """The seats that are to be had although somebody sits there."""
        slow, waited = self._characters_holding_up() - {self.owner_id}, self._waiting_since
        return [
            index
            for index, place in enumerate(self._places)
            if place.character in slow & set(waited) and waited[place.character].late
        ]

    def look_after_readiness(self, now: float) -> None:
        """Remind those for whom the table waits; later give their seat, or the table, away."""
        waited, slow = self._waiting_since, self._characters_holding_up()
        for character in set(waited) - slow:
            del waited[character]
        for character in slow:
            wait = waited.setdefault(character, _Waited(now))
            if wait.reminded is None:
                if now - wait.since >= REMIND_AFTER:
                    wait.reminded = now
                    self._tell_waited("readyReminder", character, seconds=LATE_AFTER)
            elif not wait.late and now - wait.reminded >= LATE_AFTER:
                wait.late = True
                if character == self.owner_id:
                    self._replace_owner()
                self._tell_waited("readyLate", character)

    def _tell_waited(self, key: str, character: int, **details: Any) -> None:
        seat = next(i for i, place in enumerate(self._places) if place.character == character)
        self.notice(key, seat=seat, name=self.names[seat], **details)

    def _replace_owner(self) -> None:
        """The next who is ready and here decides from now on; without one the owner goes on."""
        ready = (seat for seat in self.occupants() if seat.character and seat.ready)
        heir = next((seat.character for seat in ready if seat.connected), None)
        if heir is not None:
            self._set_owner(heir)

    def give_away(self, seat: int) -> None:
        """Take a seat from somebody who let all others wait; they look on from now on."""
        name = self.names[seat]
        self._vacate(seat)
        self.notice("seatGiven", seat=seat, name=name)

    def _want_to_start(self) -> None:
        """An owner who has said `start` in vain is ready: it begins when all the others are."""
        for place in self._places:
            if place.character == self.owner_id:
                place.ready = True
        self._save_places()

    def fill_late_seats(self) -> None:
        """Bots for the seats of those who are late, if the table waits for nobody else."""
        late = self.late_seats()
        if len(late) < len(self._characters_holding_up() - {self.owner_id}):
            return
        for seat in late:
            self.give_away(seat)
            self._seat_bot(seat)
