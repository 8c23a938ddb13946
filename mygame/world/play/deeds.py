"""
Deeds: what a match in the world outside leaves to be told of, elsewhere and later.

A game names messages of its log (`board.news`); when a match of it that is no table's is over,
lines of these that everybody may read are kept, as they read in both languages. Beside them the
house tells who has won coins of somebody. Begin with `note_deeds`; `latest_deeds` is what the hall
shows.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import timedelta

from django.utils import timezone

from rules.pack import pack_of_match
from rules.running.log import LogEntry
from rules.running.match import Match
from rules.telling.text import Text
from world.locale.messages import LANGUAGES, message, strip_marks
from world.models import Deed, MatchRecord, Stake
from world.sheets.stakes import WON
from world.shelf import games

RECENT = timedelta(days=1)  # what is told in the hall
MOST = 12  # deeds of one match


def note_deeds(record: MatchRecord, match: Match, names: Sequence[str]) -> None:
    """Keep what a match that is over leaves to be told: the last lines of it."""
    pack = pack_of_match(match)
    wanted = pack.board.get("news", ())
    told = [e for e in match.log or () if e.message in wanted and e.seats is None]
    texts = [Text(pack, language, names) for language in LANGUAGES]
    accounts = dict(record.seats.values_list("seat", "account"))
    deeds = []
    for entry in told[-MOST:]:
        seat = _seat_of(entry)
        lines = [strip_marks(text.log(entry, None) or "") for text in texts]
        if seat is not None and names[seat] not in lines[0]:
            lines = [f"{names[seat]}: {line}" for line in lines]
        deeds.append(_deed(record, accounts.get(seat), entry.message, lines))
    deeds += _wins(record, names, accounts)
    Deed.objects.bulk_create(deeds)


def _deed(record: MatchRecord, account: int | None, called: str, lines: Sequence[str]) -> Deed:
    told = dict(zip(LANGUAGES, lines, strict=True))
    return Deed(
        match=record,
        account_id=account,
        message=called,
        text_en=told["en"],
        text_zh=told["zh"],
    )


def _wins(
    record: MatchRecord, names: Sequence[str], accounts: Mapping[int, int | None]
) -> list[Deed]:
    """That somebody has won coins of a person of the world."""
    stakes = Stake.objects.filter(match=record, result=WON, amount__gt=0)
    deeds = []
    for stake in stakes.select_related("purse"):
        realm = stake.purse.realm
        home = next((p for p in games.games_by_id().values() if p.realm == realm), None)
        called = dict(getattr(record.place, "names", None) or {})
        lines = []
        for language in LANGUAGES:
            game = games.pack_of(record.pack_version).name
            about = {
                "who": names[stake.seat],
                "name": called.get(language) or record.scene,
                "amount": stake.amount,
                "what": Text(home, language).field(stake.what) if home is not None else stake.what,
                "game": game.get(language) or record.pack_version.pack_id,
            }
            lines.append(message("stake.deed", language, **about))
        deeds.append(_deed(record, accounts.get(stake.seat), WON, lines))
    return deeds


def _seat_of(entry: LogEntry) -> int | None:
    """The seat that a line is about: that of the first player in it."""
    for _, kind, value in entry.args:
        first = value[0] if isinstance(value, tuple) and value else value
        if kind in ("player", "players") and isinstance(first, int):
            return first
    return None


def latest_deeds(count: int) -> list[Deed]:
    """The deeds of the last day, the newest first."""
    since = timezone.now() - RECENT
    return list(Deed.objects.filter(at__gte=since)[:count])
