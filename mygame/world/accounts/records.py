"""
How matches ended, for their players: places, and the sums a player can be proud of.

`finish_record` is called inside the transaction that stores a match's last answer, so that a match
is never over without its results, nor counted twice. One that others were shown with a delay counts
when they have seen its end: whoever asks for sums afterwards counts it first (`count_delayed`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.db.models.functions import Greatest
from django.utils import timezone

from rules.running.brought import Elsewhere
from rules.running.outcome import Outcome
from world.models import MatchRecord, MatchSeat, PlayerRecord, Snapshot
from world.sheets import lending


def finish_record(
    record: MatchRecord,
    standings: Sequence[Sequence[int]],
    returns: Sequence[Mapping[str, Any]] = (),
    outcome: Outcome | None = None,
    elsewhere: Elsewhere | None = None,
    answer: int | None = None,
) -> None:
    """
    Store the end of a match: `standings` are seats from first to last, ties together; `returns`
    what each seat takes home; `outcome` who has won, drawn and lost (None: as the standings say);
    `elsewhere` what becomes of what nobody takes home; `answer` the number of the last one.

    A shared place counts as the better one: `((2,), (0, 1), (3,))` gives places 1, 2, 2 and 4.
    Those who have all lost together have no place, nor has who has given up.
    """
    results = _results_of(standings, outcome)
    record.status = MatchRecord.Status.FINISHED
    record.standings = [list(group) for group in standings]
    record.ended_at = timezone.now()
    _keep_end(record, "status", "standings", "ended_at")
    places: dict[int, int] = {}
    for group in standings:
        place = len(places) + 1
        places.update(dict.fromkeys(group, place))
    if not {MatchSeat.Result.WON, MatchSeat.Result.DREW} & {*results.values()}:
        places = {}
    for seat in record.seats.all():
        seat.place, seat.result = places.get(seat.seat), results.get(seat.seat, "")
        if seat.conceded:  # whoever has played on has not done so for them
            seat.place, seat.result = None, MatchSeat.Result.LOST
        seat.save(update_fields=["place", "result"])
    taken = dict(enumerate(returns))
    lending.settle_seats(record, taken, elsewhere, over=True, answer=answer)
    if record.delay:
        MatchRecord.objects.filter(pk=record.pk).update(counted=False)
    else:
        _count_all(record)
    Snapshot.objects.filter(match=record).delete()


def _keep_end(record: MatchRecord, *names: str) -> None:
    """Write columns of a record; not by `save`, to which an object that is gone is an error."""
    values = {name: getattr(record, name) for name in names}
    MatchRecord.objects.filter(pk=record.pk).update(**values)


def _results_of(standings: Sequence[Sequence[int]], outcome: Outcome | None) -> dict[int, str]:
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


def count_delayed() -> None:
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
    if record.counts_for_nobody:
        return
    acted = _seats_acted(record)
    people = {seat.account_id for seat in acted}
    for seat in record.seats.filter(account__isnull=False):
        _count_seat(record, seat, seat in acted, bool(people - {seat.account_id}))


def _seats_acted(record: MatchRecord) -> list[MatchSeat]:
    """
    The seats whose people have played themselves: of the answers that were given for them before
    they gave up, if they did, at least half were their own, not a bot's or given by default.
    """
    found = []
    for seat in record.seats.filter(account__isnull=False):
        rows = record.journal.filter(seat=seat.seat)
        if seat.substitutes:
            rows = rows.filter(index__lt=seat.substitutes[0]["from"])
        if 2 * rows.filter(own=True).count() >= rows.count():
            found.append(seat)
    return found


def _count_seat(record: MatchRecord, seat: MatchSeat, acted: bool, among_people: bool) -> None:
    """
    Count a match for who began it in a seat. A bot that plays for them wins nothing for them; it
    can lose.
    """
    game = record.pack_version.pack_id
    row, _ = PlayerRecord.objects.get_or_create(account_id=seat.account_id, game=game)
    won = seat.has_won and not seat.conceded and acted
    counts: dict[str, Any] = {
        "played": F("played") + 1,
        "won": F("won") + int(won),
        "conceded": F("conceded") + int(seat.conceded),
        "last_played_at": record.ended_at,
    }
    if among_people:
        counts |= {
            "met": F("met") + 1,
            "beat": F("beat") + int(won),
            "streak": F("streak") + 1 if won else 0,
        }
        if won:
            counts["best_streak"] = Greatest("best_streak", F("streak") + 1)
    PlayerRecord.objects.filter(pk=row.pk).update(**counts)


def keep_best(record: MatchRecord, scores: Sequence[int]) -> None:
    """Write down for the players of a match that counts what they have never reached before."""
    waits = MatchRecord.objects.filter(pk=record.pk, counted=False).exists()
    if record.counts_for_nobody or waits:
        return
    for seat in _seats_acted(record):
        if seat.conceded:
            continue
        rows = PlayerRecord.objects.filter(
            account_id=seat.account_id, game=record.pack_version.pack_id
        )
        score = scores[seat.seat]
        rows.filter(Q(best_score=None) | Q(best_score__lt=score)).update(best_score=score)


def feats_of(record: MatchRecord, scores: Sequence[int] | None) -> list[dict[str, Any]]:
    """
    What players of a match that counts have reached for the first time: their first win, more wins
    in a row among people than before (`value`), a better score than ever (`value`, and `before`).
    Of a match behind which they have finished others nothing is known any more.
    """
    if record.counts_for_nobody or not record.counted:
        return []
    found = []
    for seat in _seats_acted(record):
        row = PlayerRecord.objects.filter(
            account_id=seat.account_id,
            game=record.pack_version.pack_id,
            last_played_at=record.ended_at,
        ).first()
        if row is None or seat.conceded:
            continue
        if seat.has_won and row.won == 1:
            found.append({"kind": "first", "seat": seat.seat})
        elif seat.has_won and row.streak == row.best_streak > 1:
            found.append({"kind": "streak", "seat": seat.seat, "value": row.streak})
        score, before = scores[seat.seat] if scores else None, row.best_score
        if score is not None and before is not None and score > before:
            feat = {"kind": "best", "seat": seat.seat, "value": score, "before": before}
            found.append(feat)
    return found


def close_record(
    record: MatchRecord,
    status: Any,
    note: str = "",
    standings: Sequence[Sequence[int]] | None = None,
    returns: Sequence[Mapping[str, Any]] = (),
    elsewhere: Elsewhere | None = None,
    answer: int | None = None,
) -> None:
    """
    End a match without a result (`ABANDONED` or `BROKEN`); the journal stays. `standings` as they
    were count for nobody; `returns` is what each seat takes home all the same, `elsewhere` what
    becomes of the rest (None: that is not known any more).
    """
    record.status = status
    record.note = note
    record.standings = [list(group) for group in standings] if standings else None
    record.ended_at = timezone.now()
    with transaction.atomic():
        _keep_end(record, "status", "note", "standings", "ended_at")
        taken = dict(enumerate(returns))
        lending.settle_seats(record, taken, elsewhere, over=True, answer=answer)
        if status != MatchRecord.Status.BROKEN:
            Snapshot.objects.filter(match=record).delete()


def records_of(account) -> dict[str, PlayerRecord]:
    """Game id -> this account's record; games never finished are missing."""
    count_delayed()
    return {row.game: row for row in PlayerRecord.objects.filter(account_id=account.pk)}


def records_by_played(account) -> QuerySet[PlayerRecord]:
    """This account's records, of the game played most first."""
    count_delayed()
    return PlayerRecord.objects.filter(account=account).order_by("-played")


def best_players(game_id: str, count: int | None = 10) -> QuerySet[PlayerRecord]:
    """
    The accounts that won a game most often among people (None: all); of equals those first who
    needed fewer matches.
    """
    return standings(game_id).filter(met__gt=0)[:count]


def standings(game_id: str) -> QuerySet[PlayerRecord]:
    """
    All accounts that have played a game, as `best_players`; then by what they won against bots.
    """
    count_delayed()
    rows = PlayerRecord.objects.filter(game=game_id).select_related("account")
    return rows.order_by("-beat", "met", "-won", "played", "account__username")


def best_against_bots(game_id: str, count: int) -> list[PlayerRecord]:
    """
    The accounts that won a game most often where nobody else played than bots; as `best_players`.
    The annotations `alone` and `alone_won` say of how many such matches.
    """
    count_delayed()
    rows = PlayerRecord.objects.filter(game=game_id).select_related("account")
    rows = rows.annotate(alone=F("played") - F("met"), alone_won=F("won") - F("beat"))
    return list(
        rows.filter(alone__gt=0).order_by("-alone_won", "alone", "account__username")[:count]
    )
