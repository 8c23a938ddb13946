"""
Hosting: matches that are being played, in memory, and what makes them survive this process.

A `MatchHost` holds one live match. Every answer is carried out on a clone, its journal rows are
committed, and only then the clone takes the place of the match and the listener is told. So the
memory is never ahead of the database, and nothing that anybody has seen can be lost.
`recover()` brings every running match back after the process has died.

Nothing here knows rooms or sockets: whoever shows a match to people is a `Listener`, and what
waits (bots, time limits) goes by a clock like Twisted's reactor. All of it runs in the reactor's
thread. Begin with `MatchHost.start` and `MatchHost.answer`.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from django.conf import settings
from django.db import DatabaseError, IntegrityError, transaction
from evennia.utils import logger
from twisted.internet import defer

from rules import bots
from rules.bots import LEVELS
from rules.bots.answers import Line
from rules.errors import ActionFailed, IllegalAnswer
from world import games, records, thinking
from world.models import JournalEntry, MatchRecord, MatchSeat, Snapshot

# Seconds for a player who is away where the table has no limit; and for one who has already let
# a limit pass (away, or present): the others should not wait that long at every prompt.
AWAY_LIMIT = 120
AWAY_AGAIN_LIMIT = 10
PRESENT_AGAIN_LIMIT = 20
# A warning comes this many seconds before the limit, or at two thirds of a short one.
WARNING = 20
# Seconds until something that the database refused is tried again.
RETRY = 2.0
# How many failures of a match are logged with all its answers.
FULL_REPORTS = 5
# After so many failures in a row of answers by default, a match is given up.
FAILURES_BEFORE_END = 20
# A bot that has given so many answers in a row takes the default: it goes round in circles.
STREAK = 200
# A snapshot is due at the start of a round, and after this many answers without one.
ANSWERS_PER_SNAPSHOT = 200
SNAPSHOTS_KEPT = 2


class TableError(Exception):
    """
    Something a person cannot do, as a message key and its details.

    The sentence is `words` of the interface: it is rendered in the reader's language from `key`
    and `details`. Keys raised here: `notAsked` (it is not your turn to answer),
    `illegalAnswer` (reason: what is possible), `notSaved` (the database refused; nothing
    happened), `matchOver`, `hasConceded`, `engineFailed` (a bug; nothing happened).
    """

    def __init__(self, key: str, **details: Any):
        self.key = key
        self.details = details
        super().__init__(f"{key} {details}" if details else key)


@dataclass(frozen=True)
class Sitter:
    """Who plays a seat: a person's account, or a kind of bot (`BOTS`), and the name shown."""

    name: str
    account: Any = None
    bot: str = ""


class Listener(Protocol):
    """Who is told what happens in a match. An error in it is logged and goes no further."""

    def on_log(self, entries: Sequence[Any]) -> None:
        """New entries of `match.log`."""

    def on_prompt(self, choices: Sequence[Any]) -> None:
        """People are asked something new: the `Choice`s, one for each seat."""

    def on_notice(self, key: str, **details: Any) -> None:
        """
        Something beside the game has happened.

        `actionFailed` (seat, card, reason), `timeWarning` (seat, seconds), `timeout` (seat),
        `conceded` (seat), `matchBroken` (reason).
        """

    def on_end(self, standings: Sequence[Sequence[int]]) -> None:
        """The match is over; all of it is stored."""


@dataclass
class _Asked:
    """A choice a seat has before it, since when (seconds of the clock)."""

    choice: Any
    since: float
    warned: bool = False


# --------------------------------------------------------------------------------------
# Bots
# --------------------------------------------------------------------------------------


def _at_once(kind: str) -> Callable[[Any, int], Any]:
    """A bot that takes a millisecond."""
    return lambda match, seat: bots.make(kind, secrets.randbits(63)).think(match, seat)


def _elsewhere(level: str) -> Callable[[Any, int], Any]:
    """A bot that thinks in another process."""
    return lambda match, seat: thinking.think(level, match, seat)


def _default(choice: Any) -> list[Line]:
    """The default answer, for a bot that fails or goes round in circles."""
    return [Line(choice.default)]


# Kind of bot -> function(match, seat) that gives the answers it weighed (`rules.bots.answers.Line`,
# its own first), or a Deferred of them.
BOTS: dict[str, Callable[[Any, int], Any]] = {
    kind: _elsewhere(kind) if kind in LEVELS else _at_once(kind) for kind in bots.NAMES
}


class Deed(NamedTuple):
    """What a bot has done: the match before it, what it was asked, the answers it weighed."""

    seat: int
    match: Any
    choice: Any
    lines: Sequence[Line]  # its own first


# --------------------------------------------------------------------------------------
# The host of one match
# --------------------------------------------------------------------------------------


class MatchHost:
    """
    One live match: `match` (see `docs/engine.md`), its `record`, and who sits where.

    `is_present(seat)` says whether the person of a seat is at the table now; whoever hosts
    people replaces it. `listener` may be replaced at any time.
    """

    def __init__(
        self,
        record: MatchRecord,
        match: Any,
        sitters: Sequence[Sitter],
        *,
        clock: Any = None,
        listener: Listener | None = None,
        pace: float | None = None,
    ):
        if clock is None:
            from twisted.internet import reactor

            clock = reactor
        self.record = record
        self.match = match
        self.sitters = tuple(sitters)
        self.listener = listener
        self.pace = settings.BOT_PACE if pace is None else pace
        self.is_present: Callable[[int], bool] = lambda seat: True
        self.closed = False
        self.clock = clock
        self._stored = record.journal.count()
        self._snapshot_at = self._stored
        self._round = _round_of(match)
        self._asked: dict[int, _Asked] = {}
        self._away: set[int] = set()
        self._failures = 0
        self._reports = 0
        self._conceded = set(record.seats.filter(conceded=True).values_list("seat", flat=True))
        self._bot_call: Any = None
        self._bot_thinks: int | None = None
        self.deeds: dict[int, Deed] = {}  # the last of each bot, in order
        _hosts[record.pk] = self
        self._note_choices(None)

    # ---------------------------------------------------------------- beginning and end

    @classmethod
    def start(
        cls,
        pack: Any,
        sitters: Sequence[Sitter],
        *,
        options: dict[str, Any] | None = None,
        seed: int | None = None,
        time_limit: int = 0,
        table: Any = None,
        clock: Any = None,
        listener: Listener | None = None,
        pace: float | None = None,
    ) -> MatchHost:
        """
        Deal a new match, store it and host it. Nobody is told anything yet: see `announce`.

        `sitters` are the seats in order; `time_limit` seconds for each answer, 0 for none;
        `table` the room (or nothing) it is played at.

        :raises ActionFailed: if the game cannot even be set up.
        """
        from rules.match import Match

        seed = secrets.randbits(63) if seed is None else seed
        options = dict(options or {})
        match = Match.new(pack, seats=len(sitters), seed=seed, options=options)
        with transaction.atomic():
            record = MatchRecord.objects.create(
                table=table,
                table_name=str(table) if table is not None else "",
                pack_version=games.version_of(pack),
                seed=seed,
                options=options,
                time_limit=time_limit,
            )
            MatchSeat.objects.bulk_create(
                MatchSeat(match=record, seat=seat, account=s.account, bot=s.bot, name=s.name)
                for seat, s in enumerate(sitters)
            )
        return cls(record, match, sitters, clock=clock, listener=listener, pace=pace)

    @classmethod
    def recover(
        cls,
        record: MatchRecord,
        *,
        clock: Any = None,
        listener: Listener | None = None,
        pace: float | None = None,
    ) -> MatchHost:
        """
        Host a running match again, exactly as it stood after its last stored answer.

        :raises MatchLost: if its content or its journal cannot be read any more; the record is
            then marked as broken.
        """
        try:
            match = _restore(record)
        except MatchLost as error:
            logger.log_err(f"{record} is lost: {error}")
            records.close(record, MatchRecord.Status.BROKEN, str(error))
            raise
        sitters = [
            Sitter(seat.name, seat.account, seat.bot)
            for seat in record.seats.select_related("account").order_by("seat")
        ]
        return cls(record, match, sitters, clock=clock, listener=listener, pace=pace)

    def announce(self, log: bool = True) -> None:
        """Tell the listener all there is: the log so far (if wanted) and who is asked what."""
        if log and self.match.log:
            self._tell("on_log", list(self.match.log))
        self._tell_prompts([asked.choice for asked in self._asked.values()])
        if self.match.over:
            self._tell("on_end", self.match.standings)

    def abandon(self, note: str = "") -> None:
        """Stop hosting a match that is not over; it will not be recovered."""
        if not self.closed and not self.match.over:
            records.close(self.record, MatchRecord.Status.ABANDONED, note)
        self.release()

    def release(self) -> None:
        """Stop hosting without touching the record: timers end, the match can be recovered."""
        self.closed = True
        self._cancel_bot()
        _hosts.pop(self.record.pk, None)

    # ---------------------------------------------------------------- playing

    def choice_of(self, seat: int) -> Any:
        """What this seat is asked now, or None."""
        return next((choice for choice in self.match.pending if choice.seat == seat), None)

    def answer(self, seat: int, picks: Iterable[int]) -> None:
        """
        Give the answer of a seat: indices of its choice's options.

        When this returns the answer is stored and everybody has been told. A card that failed
        is no error of the person: it is announced (`actionFailed`), and the seat asked anew.

        :raises TableError: the answer is not possible, or could not be stored; then nothing has
            changed and nobody has been told anything.
        """
        self._check_open()
        if self.choice_of(seat) is None:
            raise TableError("notAsked")
        picks = tuple(picks)
        if any(pick < 0 for pick in picks):
            raise TableError("illegalAnswer", reason=f"{picks} are not options")
        self._carry_out(seat, lambda match: match.answer(seat, picks))
        self._away.discard(seat)

    def concede(self, seat: int) -> None:
        """
        Give up: from now on the seat's default answers are given at once.

        :raises TableError: `hasConceded`, `matchOver`, `notSaved`.
        """
        self._check_open()
        if self.has_conceded(seat):
            raise TableError("hasConceded")
        self._carry_out(seat, lambda match: match.concede(seat), conceding=True)

    def has_conceded(self, seat: int) -> bool:
        """Whether this seat has given up."""
        return seat in self._conceded

    def _check_open(self) -> None:
        if self.closed or self.match.over:
            raise TableError("matchOver")

    def _carry_out(self, seat: int, act: Callable[[Any], None], *, conceding: bool = False) -> None:
        """Try on a clone, store, swap, tell: in this order, or not at all."""
        before, after = self.match, self.match.clone(keep=True)
        failure = None
        try:
            act(after)
        except IllegalAnswer as error:
            raise TableError("illegalAnswer", reason=str(error)) from None
        except ActionFailed as error:
            failure = error
        except Exception:
            logger.log_trace("The engine failed.")
            self._log("The engine failed.")
            raise TableError("engineFailed") from None
        self._store(seat, before, after, conceding)
        self.match = after
        if conceding:
            self._conceded.add(seat)
        fresh = self._note_choices(seat)
        self._keep_snapshot()

        if conceding:
            self._tell("on_notice", "conceded", seat=seat)
        if failure is not None:
            self._log(f"An action failed: {failure}.")
            self._tell(
                "on_notice", "actionFailed", seat=seat, card=failure.card, reason=failure.reason
            )
        entries = after.log[len(before.log) :]
        if entries:
            self._tell("on_log", entries)
        self._tell_prompts(fresh)
        if after.over:
            self._cancel_bot()
            self.closed = True
            _hosts.pop(self.record.pk, None)
            self._tell("on_end", after.standings)

    def _store(self, seat: int, before: Any, after: Any, conceding: bool) -> None:
        entries = after.journal[len(before.journal) :]
        rows = [
            JournalEntry(
                match_id=self.record.pk,
                index=self._stored + number,
                seat=entry_seat,
                picks=_to_json(picks),
            )
            for number, (entry_seat, picks) in enumerate(entries)
        ]
        try:
            with transaction.atomic():
                JournalEntry.objects.bulk_create(rows)
                if conceding:
                    self.record.seats.filter(seat=seat).update(conceded=True)
                if after.over:
                    records.finish(self.record, after.standings)
        except DatabaseError as error:
            self._log(f"An answer could not be stored: {error}.")
            if isinstance(error, IntegrityError):
                self._follow_database()
            raise TableError("notSaved") from None
        self._stored += len(rows)

    def _follow_database(self) -> None:
        """The journal has rows we do not know of (a commit of unknown fate): it is right."""
        try:
            self.match = _restore(self.record)
        except MatchLost as error:
            self._break(str(error))
            return
        self._stored = self.record.journal.count()
        self._asked.clear()
        self._tell_prompts(self._note_choices(None))

    def _log(self, text: str) -> None:
        """Log a failure, the first few with all that is needed to see it again."""
        self._reports += 1
        full = self._reports <= FULL_REPORTS
        logger.log_err(f"{text} {self.report() if full else self.record}")

    def report(self) -> str:
        """What is needed to see this match again: content, seed, options and answers."""
        answers = [[seat, _to_json(picks)] for seat, picks in self.match.journal]
        return (
            f"Match {self.record.pk}, content {self.record.pack_version.content_hash}, "
            f"{len(self.sitters)} seats, seed {self.record.seed}, options {self.record.options}, "
            f"answers {answers}"
        )

    # ---------------------------------------------------------------- telling

    def _tell(self, what: str, *args: Any, **details: Any) -> None:
        if self.listener is None:
            return
        try:
            getattr(self.listener, what)(*args, **details)
        except Exception:
            logger.log_trace(f"{what} of match {self.record.pk} failed")

    def _tell_prompts(self, choices: Sequence[Any]) -> None:
        people = [choice for choice in choices if not self.sitters[choice.seat].bot]
        if people:
            self._tell("on_prompt", people)

    def _note_choices(self, answered: int | None) -> list[Any]:
        """Take over the pending choices; returns those that are new to their seats."""
        asked: dict[int, _Asked] = {}
        fresh = []
        for choice in self.match.pending:
            known = self._asked.get(choice.seat)
            if known is not None and choice.seat != answered and known.choice == choice:
                asked[choice.seat] = known
            else:
                asked[choice.seat] = _Asked(choice, self.clock.seconds())
                fresh.append(choice)
        self._asked = asked
        self._call_bot()
        return fresh

    # ---------------------------------------------------------------- bots

    def _call_bot(self, delay: float | None = None) -> None:
        """See to it that a bot which is asked answers soon, in a turn of the reactor of its own."""
        if self.closed or self._bot_call is not None or self._bot_thinks is not None:
            return
        if any(self.sitters[seat].bot for seat in self._asked):
            pace = self.pace if delay is None else delay
            self._bot_call = self.clock.callLater(pace, self._bot_turn)

    def _cancel_bot(self) -> None:
        if self._bot_call is not None and self._bot_call.active():
            self._bot_call.cancel()
        self._bot_call = None

    def _bot_turn(self) -> None:
        self._bot_call = None
        seat = next((seat for seat in self._asked if self.sitters[seat].bot), None)
        if self.closed or seat is None:
            return
        choice = self._asked[seat].choice
        self._bot_thinks = seat
        thought = defer.maybeDeferred(self._think, seat, choice)
        thought.addErrback(self._bot_failed, choice)
        thought.addCallback(self._bot_answers, seat, choice)
        thought.addErrback(lambda failure: logger.log_err(failure.getTraceback()))

    def _think(self, seat: int, choice: Any) -> Any:
        """What the bot of a seat weighs, or a Deferred of it."""
        if self._goes_round(seat):
            return _default(choice)
        return BOTS.get(self.sitters[seat].bot, BOTS["greedy"])(self.match, seat)

    def _goes_round(self, seat: int) -> bool:
        """Whether this seat alone has answered for so long that it will not stop by itself."""
        latest = self.match.journal[-STREAK:]
        return len(latest) == STREAK and all(other == seat for other, _ in latest)

    def _bot_failed(self, failure: Any, choice: Any) -> list[Line]:
        self._log(f"A bot failed:\n{failure.getTraceback()}")
        return _default(choice)

    def _bot_answers(self, lines: Sequence[Line], seat: int, choice: Any) -> None:
        self._bot_thinks = None
        asked = self._asked.get(seat)
        if self.closed or asked is None or asked.choice != choice:
            self._call_bot()  # it thought about something that has passed
            return
        before = self.match
        if self._try(seat, lines[0].picks):
            self.deeds.pop(seat, None)
            self.deeds[seat] = Deed(seat, before, choice, lines)
        else:
            self._act_by_default(seat)
        self._call_bot()

    # ---------------------------------------------------------------- time

    def tick(self) -> None:
        """Look at the clock: warn, and answer by default where the limit has passed."""
        if self.closed:
            return
        for seat in list(self._asked):
            asked = self._asked.get(seat)
            left = self.time_left(seat)
            if asked is None or left is None:
                continue
            if left <= 0:
                self._away.add(seat)
                self._tell("on_notice", "timeout", seat=seat)
                self._act_by_default(seat)
            elif not asked.warned and left <= min(WARNING, self._limit(seat) / 3):
                asked.warned = True
                self._tell("on_notice", "timeWarning", seat=seat, seconds=round(left))

    def time_left(self, seat: int) -> float | None:
        """Seconds until this seat's default answer is given; None if it can take its time."""
        asked = self._asked.get(seat)
        limit = self._limit(seat)
        if asked is None or not limit:
            return None
        return max(0.0, asked.since + limit - self.clock.seconds())

    def _limit(self, seat: int) -> float:
        """Seconds a seat has for an answer; 0 without limit."""
        if self.sitters[seat].bot:
            return 0
        limit = self.record.time_limit
        again = seat in self._away
        if self.is_present(seat):
            # Here, but not looking: the others wait less from then on.
            return min(limit, max(PRESENT_AGAIN_LIMIT, limit // 3)) if again else limit
        if again and self._anyone_present():
            return AWAY_AGAIN_LIMIT
        return limit or AWAY_LIMIT

    def _anyone_present(self) -> bool:
        return any(
            not sitter.bot and self.is_present(seat) for seat, sitter in enumerate(self.sitters)
        )

    def returned(self, seat: int) -> None:
        """The person of a seat is here again: the time for the answer begins anew."""
        self._away.discard(seat)
        asked = self._asked.get(seat)
        if asked is not None:
            asked.since = self.clock.seconds()
            asked.warned = False

    def _act_by_default(self, seat: int) -> None:
        choice = self.choice_of(seat)
        if choice is None or self._try(seat, tuple(choice.default)) or self.closed:
            return
        # Again later, at a pace that harms nobody; but not for ever.
        self._failures += 1
        if self._failures >= FAILURES_BEFORE_END:
            self._break("not even the default answers work any more")
            return
        if seat in self._asked:
            self._asked[seat].since = self.clock.seconds()
        self._call_bot(RETRY)

    def _try(self, seat: int, picks: tuple[int, ...]) -> bool:
        """Answer for somebody who cannot read an error. False if it did not work."""
        try:
            self._carry_out(seat, lambda match: match.answer(seat, picks))
        except TableError as error:
            logger.log_err(f"Answer {picks} for seat {seat} of {self.record}: {error}")
            return False
        self._failures = 0
        return True

    # ---------------------------------------------------------------- snapshots

    def _keep_snapshot(self) -> None:
        """At the start of a round, keep the match as it stands. A failure costs only time later."""
        if self.match.over:
            return
        current = _round_of(self.match)
        if current == self._round and self._stored - self._snapshot_at < ANSWERS_PER_SNAPSHOT:
            return
        self._round = current
        try:
            with transaction.atomic():
                snapshot = Snapshot(match=self.record, index=self._stored)
                snapshot.data = self.match.save()
                snapshot.state_hash = self.match.hash()
                snapshot.log = self.match.log.every_row()
                snapshot.save()
                old = Snapshot.objects.filter(match=self.record).order_by("-index")
                kept = list(old.values_list("pk", flat=True)[:SNAPSHOTS_KEPT])
                Snapshot.objects.filter(match=self.record).exclude(pk__in=kept).delete()
        except Exception:
            logger.log_trace(f"No snapshot of match {self.record.pk}")
        else:
            self._snapshot_at = self._stored

    def _break(self, reason: str) -> None:
        records.close(self.record, MatchRecord.Status.BROKEN, reason)
        self.release()
        self._tell("on_notice", "matchBroken", reason=reason)


# --------------------------------------------------------------------------------------
# All of them
# --------------------------------------------------------------------------------------

_hosts: dict[int, MatchHost] = {}


def host_of(match_id: int | None) -> MatchHost | None:
    """The host of a match that is being played in this process."""
    return _hosts.get(match_id) if match_id is not None else None


def hosts() -> list[MatchHost]:
    """All matches being played in this process."""
    return list(_hosts.values())


def tick() -> None:
    """Once a second: the time limits of all matches."""
    for host in hosts():
        try:
            host.tick()
        except Exception:
            logger.log_trace(f"The clock of match {host.record.pk}")


def recover(*, clock: Any = None) -> list[MatchHost]:
    """
    Host every running match again; called when the process has started.

    What cannot be brought back is marked as broken, with the reason, and does not hold up the
    others. Matches hosted already are left alone.
    """
    running = MatchRecord.objects.filter(status=MatchRecord.Status.RUNNING)
    found = []
    for record in running.select_related("pack_version").order_by("pk"):
        if record.pk in _hosts:
            continue
        try:
            found.append(MatchHost.recover(record, clock=clock))
        except MatchLost:
            continue
        except Exception:
            logger.log_trace(f"Match {record.pk} could not be recovered now; it is kept.")
    return found


def forget_all() -> None:
    """Let go of every match, as if the process had died. For tests."""
    for host in hosts():
        host.release()


class MatchLost(Exception):
    """A running match whose content or journal cannot be read any more; the text says why."""


def _restore(record: MatchRecord) -> Any:
    """
    The match as it stood after the last stored answer.

    From the newest snapshot that fits and the answers after it; else from the deal and all
    answers. A snapshot is a shortcut, never the truth.
    """
    from rules.log import Log
    from rules.match import Match

    try:
        pack = games.pack_of(record.pack_version)
    except Exception as error:
        raise MatchLost(f"the content of {record.pack_version} is gone: {error}") from error
    answers = list(record.journal.order_by("index").values_list("index", "seat", "picks"))
    if [index for index, _, _ in answers] != list(range(len(answers))):
        raise MatchLost("the journal has a hole")
    journal = [(seat, _from_json(picks)) for _, seat, picks in answers]

    for snapshot in record.snapshots.order_by("-index"):
        try:
            match = Match.load(pack, bytes(snapshot.data))
            match.log = Log(pack, map(_from_json, snapshot.log))
            if match.hash() == snapshot.state_hash and snapshot.index <= len(journal):
                return _replay(match, journal[snapshot.index :])
        except Exception:
            logger.log_trace(f"Snapshot {snapshot.index} of match {record.pk} does not fit")
    try:
        seats = record.seats.count()
        match = Match.new(pack, seats=seats, seed=record.seed, options=record.options)
        return _replay(match, journal)
    except Exception as error:
        raise MatchLost(f"the journal cannot be replayed: {error}") from error


def _replay(match: Any, journal: Iterable[tuple[int, Any]]) -> Any:
    for seat, picks in journal:
        match.apply(seat, picks)
    return match


def _round_of(match: Any) -> int | None:
    """The number of the round; None in a game that has none."""
    return match.field("round")


def _to_json(picks: Any) -> Any:
    return list(picks) if isinstance(picks, tuple) else picks


def _from_json(value: Any) -> Any:
    return tuple(map(_from_json, value)) if isinstance(value, list) else value
