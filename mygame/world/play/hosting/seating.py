"""
Who plays the seats of a match: people, bots, bots that stand in for people, and those who took a
seat over.

With the autopilot on, a bot answers for a person until the person does again. A seat whose person
has left for good can be handed over to a bot or to somebody else; the result stays with who sat
there at the beginning, as a concession (`models.MatchSeat`).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.db import DatabaseError
from evennia.accounts.models import AccountDB
from evennia.utils import logger

from world.errors import TableError
from world.models import MatchRecord, MatchSeat
from world.sheets.opening import Loan


@dataclass(frozen=True)
class Sitter:
    """
    Who plays a seat: a person's account, or a kind of bot (`BOTS`), and the name shown; and what
    they own, for a match that is going to begin.
    """

    name: str
    account: Any = None
    bot: str = ""
    loan: Loan | None = None


class Seating:
    """The seats of one match, in order."""

    def __init__(self, record: MatchRecord, sitters: Iterable[Sitter], autopilots: dict[int, str]):
        self.record = record
        self.sitters = list(sitters)
        self.autopilots = autopilots  # seat -> kind of the bot that answers meanwhile
        self.among_people = _are_several(self.sitters)  # as it began

    @classmethod
    def from_record(cls, record: MatchRecord) -> Seating:
        """Who plays now, as the database knows it."""
        rows = list(record.seats.select_related("account").order_by("seat"))
        autopilots = {row.seat: row.autopilot for row in rows if row.autopilot}
        seating = cls(record, map(_sitter_of, rows), autopilots)
        seating.among_people = _are_several(rows)
        return seating

    def bot_of(self, seat: int) -> str:
        """The kind of bot that answers for a seat; empty where a person does."""
        return self.sitters[seat].bot or self.autopilots.get(seat, "")

    def took_part(self, account: Any) -> bool:
        """Whether this account has played a seat of this match, and may know its secrets."""
        if account is None:
            return False
        return any(
            account.pk in (row.account_id, *(later.get("account") for later in row.substitutes))
            for row in self.record.seats.all()
        )

    def set_autopilot(self, seat: int, kind: str) -> None:
        """
        Let a kind of bot answer for a seat; nobody with an empty one.

        :raises TableError: `notSaved`.
        """
        try:
            self.record.seats.filter(seat=seat).update(autopilot=kind)
        except DatabaseError:
            logger.log_trace(f"The autopilot of seat {seat} of {self.record}")
            raise TableError("notSaved") from None
        self.autopilots.pop(seat, None)
        if kind:
            self.autopilots[seat] = kind

    def store_substitute(self, seat: int, sitter: Sitter, index: int) -> None:
        """Write down who plays a seat from an entry of the journal on. Part of its transaction."""
        row = MatchSeat.objects.get(match=self.record, seat=seat)
        account = sitter.account.pk if sitter.account is not None else None
        row.substitutes = [
            *row.substitutes,
            {"from": index, "name": sitter.name, "account": account, "bot": sitter.bot},
        ]
        row.conceded, row.autopilot = True, ""
        row.save(update_fields=["substitutes", "conceded", "autopilot"])

    def substitute(self, seat: int, sitter: Sitter) -> Sitter:
        """Somebody else plays a seat; returns who did before."""
        before, self.sitters[seat] = self.sitters[seat], sitter
        self.autopilots.pop(seat, None)
        return before


def _are_several(seats: Iterable[Sitter | MatchSeat]) -> bool:
    """Whether more than one of these seats is a person's."""
    return sum(not seat.bot for seat in seats) > 1


def _sitter_of(row: MatchSeat) -> Sitter:
    if not row.substitutes:
        return Sitter(row.name, row.account, row.bot)
    last = row.substitutes[-1]
    account = AccountDB.objects.filter(pk=last["account"]).first() if last["account"] else None
    return Sitter(last["name"], account, last["bot"])
