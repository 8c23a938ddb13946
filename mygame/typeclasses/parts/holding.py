"""A seat is held: by a person or a bot; and who decides at the table."""

from __future__ import annotations

from typing import Any

from typeclasses.parts.admission import Admission
from typeclasses.parts.places import Place
from typeclasses.tagged import object_of
from world.errors import TableError
from world.play.hosting.botturns import BOT_NAMES


class Holding(Admission):
    """Taking a seat from somebody, giving it to a bot, and passing the table on."""

    def _bring_in(self, character: Any) -> bool:
        """Into the room; False if they are here already."""
        self.ndb.empty_since = None
        if character.location == self:
            return False
        # Who comes to a match is shown the board by `show_return`, not the table as well.
        move_type = "return" if self._running_host() else "sit"
        character.move_to(self, quiet=True, move_type=move_type)
        return True

    def _check_one_seat_each(self, character: Any) -> None:
        """A person with several characters still has one seat."""
        account = character.player_account
        for place in self._places:
            other = object_of(place.character)
            if account and other and other != character and other.player_account == account:
                raise TableError("seatedElsewhere", table=self)

    def _vacate(self, seat: int) -> None:
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

    def _pass_on_ownership(self) -> None:
        heir = next((seat.character for seat in self.occupants() if seat.character), None)
        self._set_owner(heir)

    def _set_owner(self, character: Any) -> None:
        self.owner_id = character.pk if character is not None else None
        if character is not None:
            self.notice("owner", name=self.name_of(character))

    def _seat_bot(self, seat: int, kind: str = "greedy") -> None:
        self._places[seat] = Place(bot=kind, name=self._bot_name(seat))
        self._save_places()
        self.notice("botAdded", seat=seat, name=self.names[seat])

    def _bot_name(self, seat: int) -> str:
        used = {place.name for place in self._places}
        return next((name for name in BOT_NAMES if name not in used), f"Bot {seat + 1}")

    def kick(self, owner: Any, character: Any) -> None:
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
            self._vacate(seat)
        if character.location == self:
            character.go_to_hall()

    def rename(self, character: Any) -> None:
        """Somebody who sits here has another name now."""
        seat = self.seat_of(character)
        if seat is not None:
            before = self.names[seat]
            self._places[seat].name = character.key
            self._save_places()
            self.notice("renamed", before=before, name=self.names[seat])
