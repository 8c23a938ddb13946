"""
Who may come to a table, who is sent away, and what becomes of a seat whose person lets all wait.

`Seating` is a half of `typeclasses.tables.Table`: invitations and kicks, and the clock of those
who never say that they are ready. That clock is looked at by the round ticker: when somebody at a
full table is ready, those who are not are reminded after `REMIND_AFTER` seconds. `LATE_AFTER`
seconds later an owner is one no longer, and their seats are to be had: the owner's `start` puts
bots into them, and who is waiting may sit down there.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from world.hosting import TableError

REMIND_AFTER = 30
LATE_AFTER = 60


@dataclass
class _Waited:
    """Since when a table waits for somebody, and when they were reminded."""

    since: float
    reminded: float | None = None
    late: bool = False


class Seating:
    """For `Table`: coming, being sent away, and keeping others waiting."""

    # What a table has; see there.
    attributes: Any
    ndb: Any
    number: int
    options: Any
    state: str
    names: Any
    _places: Any

    # ------------------------------------------------------------------ who may come

    def may_watch(self: Any, character: Any) -> bool:
        """Whether this character may know of the table and come to it."""
        return (
            not self.options["private"]
            or self.is_owner(character)
            or self.seat_of(character) is not None
            or character.pk in self.attributes.get("invited", [])
            or character.check_permstring("Builder")
        )

    def is_barred(self: Any, character: Any) -> bool:
        """Whether this person was sent away from here."""
        account = character.player_account
        return account is not None and account.pk in (self.attributes.get("barred") or [])

    def check_admitted(self: Any, character: Any) -> None:
        """:raises TableError: `tableClosed`, `privateTable`, `barred` (table)."""
        if self.state == "closed":
            raise TableError("tableClosed")
        if self.is_barred(character):
            raise TableError("barred", table=self)
        if not self.may_watch(character):
            raise TableError("privateTable")

    def admits(self: Any, character: Any) -> bool:
        """Whether somebody may come now."""
        try:
            self.check_admitted(character)
        except TableError:
            return False
        return True

    def check_may_invite(self: Any, character: Any) -> None:
        """:raises TableError: `notSeated`; `notOwner`, at a private table."""
        if self.seat_of(character) is None:
            raise TableError("notSeated")
        if self.options["private"]:
            self.check_owner(character)

    def invite(self: Any, character: Any) -> None:
        """Let somebody come, to a private table too, and also who was sent away before."""
        invited = list(self.attributes.get("invited") or [])
        if character.pk not in invited:
            self.attributes.add("invited", [*invited, character.pk])
        if self.is_barred(character):
            barred = set(self.attributes.get("barred")) - {character.player_account.pk}
            self.attributes.add("barred", sorted(barred))
        self.notice("invited", name=character.key)

    # ------------------------------------------------------------------ sending away

    def kick(self: Any, owner: Any, character: Any) -> None:
        """
        Send somebody away who sits here before a match, or who watches; they cannot come back as
        long as the table is open, unless they are invited.

        :raises TableError: `notOwner`, `kickSelf`, `kickPlaying`, `kickNotHere` (name).
        """
        self.check_owner(owner)
        if character == owner:
            raise TableError("kickSelf")
        seat = self.seat_of(character)
        if seat is None and character.location != self:
            raise TableError("kickNotHere", name=character.key)
        if seat is not None and self.state == "playing":
            raise TableError("kickPlaying", name=character.key)
        if character.player_account is not None:
            barred = {*(self.attributes.get("barred") or []), character.player_account.pk}
            self.attributes.add("barred", sorted(barred))
        invited = [pk for pk in self.attributes.get("invited") or [] if pk != character.pk]
        self.attributes.add("invited", invited)
        self.notice("kicked", name=self.name_of(character), character=character)
        if seat is not None:
            self._free(seat)
        if character.location == self:
            character.go_to_hall()

    # ------------------------------------------------------------------ keeping others waiting

    @property
    def _waited(self: Any) -> dict[int, _Waited]:
        """For whom this table waits: the number of the character -> since when."""
        if self.ndb.waited is None:
            self.ndb.waited = {}
        return self.ndb.waited

    def _holding_up(self: Any) -> set[int]:
        """The characters for whom a full table waits: not ready, where somebody else is."""
        people = {place.character: place.ready for place in self._places if place.character}
        waits = any(people.values()) and not any(place.free for place in self._places)
        if self.state == "playing" or not waits:
            return set()
        return {character for character, ready in people.items() if not ready}

    def late_seats(self: Any) -> list[int]:
        """The seats that are to be had although somebody sits there."""
        slow, waited = self._holding_up() - {self.owner_id}, self._waited
        return [
            index
            for index, place in enumerate(self._places)
            if place.character in slow & set(waited) and waited[place.character].late
        ]

    def look_after_readiness(self: Any, now: float) -> None:
        """Remind those for whom the table waits; later give their seat, or the table, away."""
        waited, slow = self._waited, self._holding_up()
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

    def _tell_waited(self: Any, key: str, character: int, **details: Any) -> None:
        seat = next(i for i, place in enumerate(self._places) if place.character == character)
        self.notice(key, seat=seat, name=self.names[seat], **details)

    def _replace_owner(self: Any) -> None:
        """The next who is ready and here decides from now on; without one the owner goes on."""
        ready = (seat for seat in self.occupants() if seat.character and seat.ready)
        heir = next((seat.character for seat in ready if seat.connected), None)
        if heir is not None:
            self._set_owner(heir)

    def give_away(self: Any, seat: int) -> None:
        """Take a seat from somebody who let all others wait; they look on from now on."""
        name = self.names[seat]
        self._free(seat)
        self.notice("seatGiven", seat=seat, name=name)

    def _want_to_start(self: Any) -> None:
        """An owner who has said `start` in vain is ready: it begins when all the others are."""
        for place in self._places:
            if place.character == self.owner_id:
                place.ready = True
        self._save_places()

    def rename(self: Any, character: Any) -> None:
        """Somebody who sits here has another name now."""
        seat = self.seat_of(character)
        if seat is not None:
            before = self.names[seat]
            self._places[seat].name = character.key
            self._save_places()
            self.notice("renamed", before=before, name=self.names[seat])

    def fill_late_seats(self: Any) -> None:
        """Bots for the seats of those who are late, if the table waits for nobody else."""
        late = self.late_seats()
        if len(late) < len(self._holding_up() - {self.owner_id}):
            return
        for seat in late:
            self.give_away(seat)
            self._seat_bot(seat)
