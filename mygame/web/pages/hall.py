"""What has been played here: the best of each game, deeds outside, and the last matches of all."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from rules.telling.text import Text
from web import shelf
from web.words import current_language
from world.accounts import records
from world.locale.reader import Reader
from world.models import Deed, MatchRecord, PlayerRecord
from world.play import history
from world.render import history as told
from world.render.gameface import face_of
from world.shelf import games

BEST = 10  # of each list
DEEDS = 12
PAGE = 20  # matches
KEPT = 60.0  # seconds; the lists are made of all records of a game, so once for everybody
NUMBER = 10  # digits


class Row(NamedTuple):
    """A line of a list: a name, and the two numbers that its sentence tells."""

    name: str
    first: int
    second: int = 0


_kept: dict[str, tuple[float, dict[str, list[Row]]]] = {}


def forget() -> None:
    """Make the lists anew at the next call. For tests."""
    _kept.clear()


@require_safe
def records_page(request: HttpRequest) -> HttpResponse:
    """The best of a game: among people, against bots, in a row, at the end; and deeds outside."""
    offered = games.offered()
    chosen = offered.get(request.GET.get("game", "")) or next(iter(offered.values()), None)
    own = current_language()
    page: dict[str, Any] = {
        "names": _names_of_games(own),
        "chosen": chosen and chosen.id,
        "game": chosen and shelf.game_of(chosen, own),
        "lists": _lists_of(chosen.id) if chosen else {},
        "score": told.score_name(chosen.id, Reader(own)) if chosen else "",
        "deeds": [(deed.text(own), deed.at) for deed in Deed.objects.all()[:DEEDS]],
        "here": "records",
    }
    return render(request, "site/records.html", page)


def _names_of_games(language: str) -> list[tuple[str, str]]:
    """The games that are offered, but for lessons, which count for nobody."""
    packs = [pack for pack in games.offered().values() if not pack.board.get("lesson")]
    return [(pack.id, Text(pack, language).game()) for pack in packs]


def _lists_of(game: str) -> dict[str, list[Row]]:
    """The lists of a game, not older than `KEPT` seconds."""
    now = time.monotonic()
    made, lists = _kept.get(game, (float("-inf"), {}))
    if not 0 <= now - made < KEPT:
        lists = {name: make(game) for name, make in _LISTS.items()}
        _kept[game] = now, lists
    return lists


def _among_people(game: str) -> list[Row]:
    return [Row(r.account.username, r.beat, r.met) for r in records.best_players(game, BEST)]


def _against_bots(game: str) -> list[Row]:
    rows: Sequence[Any] = records.best_against_bots(game, BEST)
    return [Row(row.account.username, row.alone_won, row.alone) for row in rows]


def _by(field: str) -> Callable[[str], list[Row]]:
    def rows(game: str) -> list[Row]:
        found = PlayerRecord.objects.filter(game=game, **{f"{field}__gt": 0})
        best = found.select_related("account").order_by(f"-{field}", "account__username")
        return [Row(row.account.username, getattr(row, field)) for row in best[:BEST]]

    return rows


_LISTS: dict[str, Callable[[str], list[Row]]] = {
    "people": _among_people,
    "bots": _against_bots,
    "streak": _by("best_streak"),
    "score": _by("best_score"),
}


class Match(NamedTuple):
    """A match in the list."""

    number: int
    game: str
    hue: int
    glyph: str
    when: Any
    length: str
    seats: Sequence[tuple[str, str, bool]]  # a name, the page of its person or "", whether it won


@require_safe
def matches_page(request: HttpRequest) -> HttpResponse:
    """The last matches that were no private affair, a page at a time: `?before=<number>`."""
    offered, own = games.offered(), current_language()
    chosen = request.GET.get("game", "")
    given = request.GET.get("before", "")
    before = int(given[:NUMBER]) if given.isascii() and given.isdecimal() else None
    found = history.public_matches(PAGE + 1, before, chosen if chosen in offered else "")
    page = {
        "names": _names_of_games(own),
        "chosen": chosen,
        "matches": [_match_of(record, Reader(own, plain=True)) for record in found[:PAGE]],
        "older": found[PAGE - 1].pk if len(found) > PAGE else None,
        "before": before,
        "here": "matches",
    }
    return render(request, "site/matches.html", page)


def _match_of(record: MatchRecord, reader: Reader) -> Match:
    pack = games.games_by_id().get(record.pack_version.pack_id)
    face = face_of(pack, reader.language) if pack is not None else None
    seats = sorted(record.seats.all(), key=lambda row: (row.place or 99, row.seat))
    return Match(
        record.pk,
        told.game_name(record, reader),
        face.hue if face else 0,
        face.glyph if face else "star",
        record.ended_at,
        told.length_text(record, reader),
        [
            (
                told.name_of(row, reader),
                row.account.username if row.account is not None else "",
                row.has_won,
            )
            for row in seats
        ],
    )
