"""
What the database keeps of a match that runs: its answers, its end, snapshots; and the way back.

A match's journal is the truth, a snapshot only a shortcut to it. `keep_answers` writes what an
answer has added, `restore_match` brings a match back to its last stored answer.
`world.play.hosting` decides when; nothing here knows who plays or who is told.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any

from django.db import connection, transaction
from django.utils import timezone
from evennia.utils import logger

from rules.pack import Pack
from rules.running import brought
from rules.running.brought import Elsewhere
from rules.running.journal import Entry, read_entry, standing_answers
from rules.running.log import Log
from rules.running.match import Match
from rules.running.outcome import Outcome
from world.accounts import records
from world.background.writing import writer
from world.models import JournalEntry, MatchRecord, MatchSeat, Snapshot
from world.sheets import lending
from world.sheets.stock import StockMoves, claim_things
from world.shelf import games

# A snapshot is due at the start of a round, if there were so many answers since the one before, and
# after this many without a new round.
ANSWERS_BETWEEN_SNAPSHOTS = 30
ANSWERS_PER_SNAPSHOT = 200
SNAPSHOTS_KEPT = 2

_COLUMNS = [
    JournalEntry._meta.get_field(name)
    for name in ("match", "index", "seat", "picks", "left_out", "own", "at")
]


class MatchLost(Exception):
    """A running match whose content or journal cannot be read any more; the text says why."""


# -- writing


def create_record(
    pack: Pack,
    sitters: Sequence[Any],
    moves: StockMoves | None = None,
    ended: Match | None = None,
    also: Callable[[MatchRecord], None] | None = None,
    **fields: Any,
) -> MatchRecord:
    """
    The record of a new match, with its seats (`world.play.hosting.Sitter`), what they borrow, what
    it takes of its stock at once, and what `also` writes. `ended`: the match, where it is over
    without a question.

    :raises TableError: `belongingsAway`, `sheetChanged`, those of `also`: nothing is stored.
    :raises StockGone: likewise.
    """
    with transaction.atomic():
        record = MatchRecord.objects.create(
            pack_version=games.version_of(pack), lesson=bool(pack.board.get("lesson")), **fields
        )
        MatchSeat.objects.bulk_create(
            MatchSeat(
                match=record,
                seat=seat,
                account=s.account,
                bot=s.bot,
                name=s.name,
                sheet=s.loan.sheet if s.loan is not None else None,
            )
            for seat, s in enumerate(sitters)
        )
        lending.take_leases(record, [sitter.loan for sitter in sitters])
        if moves is not None:
            claim_things(record, moves)
        if also is not None:
            also(record)
        if ended is not None and ended.standings is not None:
            taken, elsewhere = ended.returns or (), brought.elsewhere_of(ended)
            records.finish_record(record, ended.standings, taken, ended.outcome, elsewhere, 0)
    return record


def keep_answers(
    record: MatchRecord,
    first: int,
    answers: Sequence[Entry],
    also: Callable[[], None] | None = None,
    standings: Sequence[Sequence[int]] | None = None,
    aborted: str = "",
    returns: Sequence[Mapping[str, Any]] = (),
    outcome: Outcome | None = None,
    settled: Mapping[int, Mapping[str, Any]] | None = None,
    own: bool = True,
    elsewhere: Elsewhere | None = None,
    moves: StockMoves | None = None,
) -> None:
    """
    Store answers, the first of them under the index `first`, with what comes of them: what `also`
    writes, the end of the match with its `outcome`, what its seats take home (`returns`), or some
    of them before the end (`settled`); one that was aborted (the text says why) is nobody's result.
    `own`: who sits there has given them. `elsewhere`: what becomes of what nobody takes home.
    `moves`: what they take of a stock.

    :raises DatabaseError: nothing is stored; an `IntegrityError` if the journal knows more than
        the match.
    :raises StockGone: nothing is stored.
    """
    plain = also is None and standings is None and moves is None and not settled
    if len(answers) == 1 and plain:
        append_answers(record, first, answers, own)  # a statement needs no transaction of its own
        return
    with transaction.atomic():
        append_answers(record, first, answers, own)
        if also is not None:
            also()
        if moves is not None:
            claim_things(record, moves)
        if settled:
            lending.settle_seats(record, settled, elsewhere, answer=first)
        if aborted:
            status = MatchRecord.Status.ABANDONED
            records.close_record(record, status, aborted, standings, returns, elsewhere, first)
        elif standings is not None:
            records.finish_record(record, standings, returns, outcome, elsewhere, first)


def append_answers(
    record: MatchRecord, first: int, answers: Sequence[Entry], own: bool = True
) -> None:
    """
    Rows of the journal, by the statement alone: there is one for every answer, and Django's way
    from a model to it takes several times as long as the database does.
    """
    now = timezone.now()
    with connection.cursor() as cursor:
        for index, (seat, picks, left_out) in enumerate(answers, first):
            named = to_json(left_out) if left_out else None
            values = (record.pk, index, seat, to_json(picks), named, own, now)
            prepared = [
                field.get_db_prep_save(value, connection)
                for field, value in zip(_COLUMNS, values, strict=True)
            ]
            cursor.execute(_insert_statement(), prepared)


@cache
def _insert_statement() -> str:
    """The statement for a row of the journal."""
    name = connection.ops.quote_name
    into = ", ".join(name(field.column) for field in _COLUMNS)
    values = ", ".join("%s" for _ in _COLUMNS)
    table = name(JournalEntry._meta.db_table)
    return f"INSERT INTO {table} ({into}) VALUES ({values})"  # noqa: S608 (names of a table and its columns, quoted)


def keep_snapshot(record: MatchRecord, index: int, match: Match) -> None:
    """Keep a match, which nothing will change any more, as it stands after `index` answers."""
    with transaction.atomic():
        snapshot = Snapshot(match=record, index=index)
        snapshot.data = match.save()
        snapshot.state_hash = match.hash()
        snapshot.log = match.log.all_rows() if match.log is not None else []
        snapshot.save()
        old = Snapshot.objects.filter(match=record).order_by("-index")
        kept = list(old.values_list("pk", flat=True)[:SNAPSHOTS_KEPT])
        Snapshot.objects.filter(match=record).exclude(pk__in=kept).delete()


def banks_of(record: MatchRecord) -> dict[int, float]:
    """Seat -> seconds left in its time bank."""
    rows = record.seats.values_list("seat", "bank_left")
    return {seat: float(record.time_bank if left is None else left) for seat, left in rows}


def keep_bank(record: MatchRecord, seat: int, left: float) -> None:
    """Keep what a seat has left in its time bank."""
    record.seats.filter(seat=seat).update(bank_left=left)


def keep_pause(record: MatchRecord, paused: bool) -> None:
    """Keep that a match stands still, or goes on."""
    MatchRecord.objects.filter(pk=record.pk).update(paused=paused)


def orders_of(record: MatchRecord) -> dict[int, list[Any]]:
    """Seat -> what it always answers, as data (`world.play.hosting.orders`)."""
    return {seat: orders for seat, orders in record.seats.values_list("seat", "orders") if orders}


def keep_orders(record: MatchRecord, seat: int, orders: list[Any]) -> None:
    """Keep what a seat always answers."""
    record.seats.filter(seat=seat).update(orders=orders)


def write_later(what: str, write: Callable[..., Any], *args: Any) -> None:
    """Write something nobody waits for; if it cannot be written that is logged."""
    done = writer.put(lambda: write(*args))
    done.addErrback(lambda failure: logger.log_err(f"{what}: {failure.getTraceback()}"))


def describe_match(record: MatchRecord, match: Match) -> str:
    """What is needed to see a match again: content, seed, options and answers."""
    answers = [to_json(entry if entry[2] else entry[:2]) for entry in match.journal]
    return (
        f"Match {record.pk}, content {record.pack_version.content_hash}, {match.seats} seats, "
        f"seed {record.seed}, options {record.options}, answers {answers}"
    )


# -- the way back


def restore_match(record: MatchRecord, count: int | None = None) -> Match:
    """
    The match as it stood after the last stored answer, or after the first `count` of those that
    stand (`rules.running.journal`).

    From the newest snapshot that fits and the answers after it; else from the deal and all
    answers. A snapshot is a shortcut, never the truth. Where its own content is gone, a snapshot
    goes on with what is on the shelf, if everything in it is the same there.

    :raises MatchLost: if its content or its journal cannot be read any more.
    """
    pack, gone = _pack_of(record)
    rows = record.journal.order_by("index").values_list("index", "seat", "picks", "left_out")
    answers = list(rows)
    if [index for index, *_ in answers] != list(range(len(answers))):
        raise MatchLost("the journal has a hole")
    journal = [read_entry(entry) for _, *entry in answers]
    if count is not None:
        journal = [answer for _, answer in standing_answers(journal)[:count]]

    for snapshot in record.snapshots.order_by("-index"):
        try:
            match = Match.load(pack, bytes(snapshot.data))
            match.log = Log(pack.program, map(from_json, snapshot.log))
            if match.hash() == snapshot.state_hash:
                return match.follow(journal)
        except ValueError:
            continue  # answers it includes were taken back later, or it is of an older engine
        except Exception:  # noqa: BLE001 (logged; a snapshot is a shortcut, and there is the journal)
            logger.log_trace(f"Snapshot {snapshot.index} of match {record.pk} does not fit")
    if gone is not None:
        raise gone
    try:
        seats = record.seats.count()
        return Match.replay(pack, seats, record.seed, record.options, journal)
    except Exception as error:
        raise MatchLost(f"the journal cannot be replayed: {error}") from error


def _pack_of(record: MatchRecord) -> tuple[Pack, MatchLost | None]:
    """
    The content of a match; where that is gone the game on the shelf, and what is to be said.

    :raises MatchLost: there is neither.
    """
    version = record.pack_version
    try:
        return games.pack_of(version), None
    except Exception as error:
        gone = MatchLost(f"the content of {version} is gone: {error}")
        if version.pack_id not in games.games_by_id():
            raise gone from error
        return games.find_game(version.pack_id), gone


def close_record(record: MatchRecord, status: Any, note: str) -> None:
    """
    Store that a match that nobody hosts is over without a result; its seats take home what they had
    as it stood last, as far as that can be read.
    """
    last = last_known_match(record)
    returns, elsewhere = (
        (brought.returns_now(last), brought.elsewhere_of(last)) if last is not None else ((), None)
    )
    records.close_record(record, status, note, returns=returns, elsewhere=elsewhere)


def last_known_match(record: MatchRecord) -> Match | None:
    """
    A match as it stands; where it cannot be restored, its newest snapshot that can be read. None
    where there is none.
    """
    try:
        return restore_match(record)
    except MatchLost:
        pass
    for snapshot in record.snapshots.order_by("-index"):
        try:
            return Match.load(_pack_of(record)[0], bytes(snapshot.data))
        except (MatchLost, ValueError):
            continue
    return None


def to_json(value: Any) -> Any:
    """What stands in a journal entry, with lists for tuples."""
    return list(map(to_json, value)) if isinstance(value, tuple | list) else value


def from_json(value: Any) -> Any:
    """What stands in a journal entry or a log, with tuples for lists."""
    return tuple(map(from_json, value)) if isinstance(value, list) else value
