"""The roll of the dead: sheets that are over, with what is known of how it came to that."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from rules.pack import Pack
from world.models import Deed, MatchRecord, MatchSeat, Sheet
from world.sheets.lending import DIES
from world.shelf import games

PAGE = 12


@dataclass(frozen=True)
class Fallen:
    """One of the dead: whose they were, when and where it was, and what the log said last."""

    name: str
    #: The number of the sheet that says how far they had come: a game of it, its name, so much.
    rank: tuple[Pack, str, int] | None
    at: datetime | None
    match: MatchRecord | None
    told: Mapping[str, str] = field(default_factory=dict)

    def how(self, language: str) -> str:
        """What was told of it, in a language."""
        return self.told.get(language, "")


def roll_of_the_dead(page: int = 1) -> tuple[list[Fallen], int]:
    """So many of the dead as stand on a page (from 1), the latest first, and how many pages."""
    dead = Sheet.objects.filter(alive=False).select_related("account").order_by("-pk")
    pages = max(1, -(-dead.count() // PAGE))
    page = min(max(page, 1), pages)
    sheets = list(dead[(page - 1) * PAGE : page * PAGE])
    rows = MatchSeat.objects.filter(sheet__in=sheets, settled_at__isnull=False)
    last: dict[int, MatchSeat] = {}
    for seat in rows.select_related("match__place").order_by("settled_at"):
        if (seat.returns or {}).get(DIES):
            last[seat.sheet_id or 0] = seat
    matches = [seat.match_id for seat in last.values()]
    deeds = {
        (deed.match_id, deed.account_id): deed
        for deed in Deed.objects.filter(match__in=matches).order_by("pk")
    }
    found = []
    for sheet in sheets:
        seat = last.get(sheet.pk)
        deed = deeds.get((seat.match_id, sheet.account_id)) if seat is not None else None
        found.append(
            Fallen(
                seat.name if seat is not None else sheet.account.username,
                _rank_of(sheet),
                seat.settled_at if seat is not None else None,
                seat.match if seat is not None else None,
                {"en": deed.text_en, "zh": deed.text_zh} if deed is not None else {},
            )
        )
    return found, pages


def _rank_of(sheet: Sheet) -> tuple[Pack, str, int] | None:
    """What a game of the realm says of it (`board.reached`: a number of sheets)."""
    for pack in games.games_by_id().values():
        name = pack.board.get("reached")
        if pack.realm == sheet.realm and name and isinstance(sheet.fields.get(name), int):
            return pack, name, sheet.fields[name]
    return None
