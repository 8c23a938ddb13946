"""
How matches ended, for their players: places, and the sums a player can be proud of.

`finish` is called inside the transaction that stores a match's last answer, so that a match is
never over without its results, nor counted twice. One that others were shown with a delay counts
when they have seen its end: whoever asks for sums afterwards counts it first (`count_due`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.db.models.functions import Greatest
from django.utils import timezone

from rules.running.outcome import Outcome
from world.accounts import leases
from world.models import MatchRecord, MatchSeat, PlayerRecord, Snapshot


def finish(
    record: MatchRecord,
    standings: Sequence[Sequence[int]],
    returns: Sequence[Mapping[str, Any]] = (),
    outcome: Outcome | None = None,
) -> None:
    """
    Store the end of a match: `standings` are seats from first to last, ties together; `returns`
    what each seat takes home; `outcome` who has won, drawn and lost (None: as the standings say).

    A shared place counts as the better one: `((2,), (0, 1), (3,))` gives places 1, 2, 2 and 4.
    Those who have all lost together have no place.
    """
    results = _results(standings, outcome)
    record.status = MatchRecord.Status.FINISHED
    record.standings = [list(group) for group in standings]
    record.ended_at = timezone.now()
    record.save(update_fields=["status", "standings", "ended_at"])
    places: dict[int, int] = {}
    for group in standings:
        place = len(places) + 1
        places.update(dict.fromkeys(group, place))
    if not {MatchSeat.Result.WON, MatchSeat.Result.DREW} & {*results.values()}:
        places = {}
    for seat in record.seats.all():
        seat.place, seat.result = places.get(seat.seat), results.get(seat.seat, "")
        seat.save(update_fields=["place", "result"])
    leases.settle(record, dict(enumerate(returns)))
    leases.give_up(record)
    if record.delay:
        MatchRecord.objects.filter(pk=record.pk).update(counted=False)
    else:
        _count_all(record)
    Snapshot.objects.filter(match=record).delete()


def _results(standings: Sequence[Sequence[int]], outcome: Outcome | None) -> dict[int, str]:
    """What has become of each seat."""
    groups: Sequence[Sequence[int]]
    if outcome is None:
        first, *others = standings or ((),)
        won, drew = (first, ()) if len(first) == 1 else ((), first)
        groups = (won, drew, [seat for group in others for seat in group])
    else:
        groups = outcome[:3]
    return {
        seat: word for word, seats in zip(MatchSeat.Result, groups, strict=True) for seat in seats
    }


def count_due() -> None:
    """Count the matches whose end those who watched them with a delay have been told by now."""
    now = timezone.now()
    waiting = MatchRecord.objects.filter(counted=False, status=MatchRecord.Status.FINISHED)
    for record in waiting.select_related("pack_version").order_by("ended_at"):
        if record.ended_at is None or record.ended_at + timedelta(seconds=record.delay) > now:
            continue
        with transaction.atomic():
            if not waiting.filter(pk=record.pk).update(counted=True):
                continue  # somebody else has just done it
            _count_all(record)
            if score := (record.summary or {}).get("score"):
                keep_best(record, score)


def _count_all(record: MatchRecord) -> None:
    for seat in record.seats.filter(account__isnull=False):
        _count(record, seat)


def _count(record: MatchRecord, seat: MatchSeat) -> None:
    game = record.pack_version.pack_id
    row, _ = PlayerRecord.objects.get_or_create(account_id=seat.account_id, game=game)
    won = seat.has_won and not seat.conceded
    PlayerRecord.objects.filter(pk=row.pk).update(
        played=F("played") + 1,
        won=F("won") + int(won),
        conceded=F("conceded") + int(seat.conceded),
        streak=F("streak") + 1 if won else 0,
        best_streak=Greatest("best_streak", F("streak") + 1) if won else F("best_streak"),
        last_played_at=record.ended_at,
    )


def keep_best(record: MatchRecord, scores: Sequence[int]) -> None:
    """Write down for the players of a match that counts what they have never reached before."""
    if MatchRecord.objects.filter(pk=record.pk, counted=False).exists():
        return
    for seat in record.seats.filter(account__isnull=False, conceded=False):
        rows = PlayerRecord.objects.filter(
            account_id=seat.account_id, game=record.pack_version.pack_id
        )
        score = scores[seat.seat]
        rows.filter(Q(best_score=None) | Q(best_score__lt=score)).update(best_score=score)


def close(
    record: MatchRecord,
    status: Any,
    note: str = "",
    standings: Sequence[Sequence[int]] | None = None,
    returns: Sequence[Mapping[str, Any]] = (),
) -> None:
    """
    End a match without a result (`ABANDONED` or `BROKEN`); the journal stays. `standings` as they
    were count for nobody; `returns` is what each seat takes home all the same.
    """
    record.status = status
    record.note = note
    record.standings = [list(group) for group in standings] if standings else None
    record.ended_at = timezone.now()
    with transaction.atomic():
        record.save(update_fields=["status", "note", "standings", "ended_at"])
        leases.settle(record, dict(enumerate(returns)))
        leases.give_up(record)
        if status != MatchRecord.Status.BROKEN:
            Snapshot.objects.filter(match=record).delete()


def of_account(account) -> dict[str, PlayerRecord]:
    """Game id -> this account's record; games never finished are missing."""
    count_due()
    return {row.game: row for row in PlayerRecord.objects.filter(account_id=account.pk)}


def most_played(account) -> QuerySet[PlayerRecord]:
    """This account's records, of the game played most first."""
    count_due()
    return PlayerRecord.objects.filter(account=account).order_by("-played")


def best(game_id: str, count: int | None = 10) -> QuerySet[PlayerRecord]:
    """
    The accounts that won a game most often (None: all); of equals those first who needed fewer
    matches.
    """
    count_due()
    rows = PlayerRecord.objects.filter(game=game_id).select_related("account")
    return rows.order_by("-won", "played", "account__username")[:count]
