"""Who may come to a table, and who may not come back."""

from __future__ import annotations

from typing import Any

from typeclasses.parts.options import Options
from world.errors import TableError


class Admission(Options):
    """Coming to a table."""

    def may_watch(self, character: Any) -> bool:
        """Whether this character may know of the table and come to it."""
        return (
            not self.options["private"]
            or self.is_owner(character)
            or self.seat_of(character) is not None
            or character.pk in self.attributes.get("invited", [])
            or character.check_permstring("Builder")
        )

    def is_barred(self, character: Any) -> bool:
        """Whether this person was sent away from here."""
        account = character.player_account
        return account is not None and account.pk in (self.attributes.get("barred") or [])

    def check_admitted(self, character: Any) -> None:
        """:raises TableError: `tableClosed`, `privateTable`, `barred` (table)."""
        if self.state == "closed":
            raise TableError("tableClosed")
        if self.is_barred(character):
            raise TableError("barred", table=self)
        if not self.may_watch(character):
            raise TableError("privateTable")

    def admits(self, character: Any) -> bool:
        """Whether somebody may come now."""
        try:
            self.check_admitted(character)
        except TableError:
            return False
        return True

    def check_may_invite(self, character: Any) -> None:
        """:raises TableError: `notSeated`; `notOwner`, at a private table."""
        if self.seat_of(character) is None:
            raise TableError("notSeated")
        if self.options["private"]:
            self.check_owner(character)

    def invite(self, character: Any) -> None:
        """Let somebody come, to a private table too, and also who was sent away before."""
        invited = list(self.attributes.get("invited") or [])
        if character.pk not in invited:
            self.attributes.add("invited", [*invited, character.pk])
        if self.is_barred(character):
            barred = set(self.attributes.get("barred")) - {character.player_account.pk}
            self.attributes.add("barred", sorted(barred))
        self.notice("invited", name=character.key)
