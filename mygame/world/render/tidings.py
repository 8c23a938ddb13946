"""
What hall and world hear of each other: deeds outside, parties and tables that look for people, and
the roll of the dead.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from django.utils import timezone

from rules.ground.grid import Column, grid
from rules.ground.width import crop, wrap
from rules.telling.text import Text
from world.locale.messages import escape_colours
from world.locale.reader import Reader
from world.models import Deed
from world.render.people import game_name
from world.render.scene import where_text

DEEDS = 2  # told in a hall
PARTIES = 3  # named in a hall
_ROLL = (Column("right"), Column(short=True), Column(), Column(text=True))


def deed_lines(deeds: Iterable[Deed], reader: Reader) -> list[str]:
    """What has been done outside lately, each in one line."""
    told = [escape_colours(deed.text(reader.language)) for deed in deeds]
    lines = [reader.say("tidings.deed", text=text) for text in told]
    return lines if reader.plain else [crop(line, reader.width) for line in lines]


def party_lines(parties: Sequence[Any], reader: Reader) -> list[str]:
    """That parties outside look for others, in one line; nothing where none does."""
    if not parties:
        return []
    told = [
        reader.say("tidings.party", name=party.leader.key, wanted=party.wanted)
        for party in parties[:PARTIES]
    ]
    return wrap(reader.say("tidings.parties", parties=reader.join_names(told)), reader.width)


def waiting_table(tables: Iterable[Any]) -> Any:
    """The table at which people wait that lacks the fewest; None if nobody waits."""
    lacking = []
    for table in tables:
        seats = table.occupants() if table.state == "open" else ()
        free = sum(seat.character is None and not seat.bot for seat in seats)
        if free and any(seat.connected for seat in seats):
            lacking.append((free, table.number, table))
    return min(lacking, key=lambda each: each[:2])[2] if lacking else None


def table_lines(table: Any, reader: Reader) -> list[str]:
    """Told outside: that a table looks for people; nothing of no table."""
    if table is None:
        return []
    free = sum(seat.character is None and not seat.bot for seat in table.occupants())
    game = game_name(table.game_id, reader)
    told = reader.say("tidings.table", number=table.number, game=game, free=free)
    return wrap(told, reader.width)


# -- the dead


def fallen_lines(fallen: Sequence[Any], reader: Reader, page: int, pages: int) -> list[str]:
    """A page of the roll of the dead (`world.play.fallen.Fallen`), those last who fell first."""
    if not fallen:
        return [reader.say("fallen.none")]
    head = reader.say("fallen.head", page=page, pages=pages)
    rows = [_row_of(each, reader) for each in fallen]
    if reader.plain:
        return [head, *(reader.say("fallen.spoken", name=n, when=d, how=h) for _, n, d, h in rows)]
    return [head, *grid(rows, _ROLL, reader.width)]


def _row_of(fallen: Any, reader: Reader) -> tuple[str, str, str, str]:
    when = timezone.localtime(fallen.at).strftime("%Y-%m-%d") if fallen.at is not None else ""
    rank = ""
    if fallen.rank is not None:
        pack, name, value = fallen.rank
        rank = reader.say("sheet.value", name=Text(pack, reader.language).field(name), value=value)
    where = where_text(fallen.match, reader) if fallen.match is not None else ""
    told = [fallen.how(reader.language), escape_colours(where), rank]
    return "†", escape_colours(fallen.name), when, reader.join_names(filter(None, told))
