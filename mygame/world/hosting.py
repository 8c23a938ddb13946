"""
Hosting: matches that are being played, in memory, and what makes them survive this process.

A `MatchHost` holds one live match. Every answer is carried out on a clone, its journal rows are
committed by another thread (`world.writing`), and only then the clone takes the place of the match
and the listener is told. So the memory is never ahead of the database, and nothing that anybody has
seen can be lost. Meanwhile the match stands still: what comes in for it waits its turn.
`recover()` brings every running match back after the process has died.

Nothing here knows rooms or sockets: whoever shows a match to people is a `Listener`, and what
waits (bots, time limits) goes by a clock like Twisted's reactor. All of it runs in the reactor's
thread. Begin with `MatchHost.start` and `MatchHost.answer`; `world.storing` has what is in the
database, `world.botturns` the bots.
"""

from __future__ import annotations

import secrets
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from django.conf import settings
from django.db import DatabaseError, IntegrityError
from evennia.utils import logger
from twisted.internet import defer
from twisted.python.failure import Failure

from rules.ground.errors import ActionFailed, IllegalAnswer
from world import records, storing
from world.botturns import BOTS, STREAK, BotTurns, Deed
from world.errors import TableError
from world.models import MatchRecord
from world.seating import Seating, Sitter
from world.storing import SNAPSHOTS_KEPT, MatchLost
from world.timing import Left, Timekeeper
from world.undoing import Undoing
from world.writing import writer

__all__ = [
    "BOTS",
    "SNAPSHOTS_KEPT",
    "STREAK",
    "Deed",
    "Listener",
    "MatchHost",
    "MatchLost",
    "Sitter",
    "TableError",
    "forget_all",
    "host_of",
    "hosts",
    "recover",
    "tick",
]

# Seconds until something that the database refused is tried again.
RETRY = 2.0
# Seconds after which people are told that they wait for the database.
SLOW = 1.0
# How many failures of a match are logged with all its answers.
FULL_REPORTS = 5
# After so many failures in a row of answers by default, a match is given up.
FAILURES_BEFORE_END = 20


class Listener(Protocol):
    """Who is told what happens in a match. An error in it is logged and goes no further."""

    def on_change(self, entries: Sequence[Any], choices: Sequence[Any]) -> None:
        """
        New entries of `match.log`, and what people are asked anew: the `Choice`s, one for each
        seat. Either may be empty.
        """

    def on_notice(self, key: str, **details: Any) -> None:
        """
        Something beside the game has happened.

        `actionFailed` (seat, card, reason), `timeWarning`, `timeBank` (from now on the bank is
        used) and `timeout` (seat, left, choice), `answerIn` (seat: in secret, not opened yet),
        `conceded` (seat), `autopilot` (seat, kind), `matchBroken` and `matchClosed` (reason),
        `matchAborted` (standings: the game failed at every answer, so it ends as it stood);
        those of `world.undoing`: `undone` (seat), `undoAsked` (seat, others, seconds),
        `undoAgreed`, `undoRefused` (seat, by), `undoExpired`.
        """

    def on_end(self, standings: Sequence[Sequence[int]]) -> None:
        """The match is over; all of it is stored."""


@dataclass(eq=False)
class _Act:
    """What a seat does: tried on a clone, stored, and then done. `choice`: what it answers."""

    seat: int
    act: Callable[[Any], None]
    choice: Any = None
    also: Callable[[], Any] | None = None
    notice: str = ""
    at_once: bool = False
    done: defer.Deferred = field(default_factory=defer.Deferred)
    failure: ActionFailed | None = None

    @property
    def aborted(self) -> str:
        """Why the match is over without a result; empty if it is not."""
        return str(self.failure) if self.failure is not None and self.failure.aborted else ""


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
        seating: Seating,
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
        self.seating = seating
        self.bot_of = seating.bot_of
        self.listener = listener
        self.pace = settings.BOT_PACE if pace is None else pace
        self.is_present: Callable[[int], bool] = lambda seat: True
        self.closed = False
        self.clock = clock
        self._stored = record.journal.count()
        self._snapshot_at = self._stored
        self._round = _round_of(match)
        self._asked: dict[int, Any] = {}  # seat -> the choice before it
        self._acts: deque[_Act] = deque()  # the first is being stored, the others wait for it
        self._failures = 0
        self._reports = 0
        self.time = Timekeeper(
            clock,
            record.time_limit,
            storing.banks_of(record),
            self.plays_self,
            lambda seat: self.is_present(seat),
        )
        self.undoing = Undoing(self)
        self._bots = BotTurns(self)
        self.deeds = self._bots.deeds
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
        time_bank: int = 0,
        private: bool = False,
        table: Any = None,
        clock: Any = None,
        listener: Listener | None = None,
        pace: float | None = None,
    ) -> MatchHost:
        """
        Deal a new match, store it and host it. Nobody is told anything yet: see `announce`.

        `sitters` are the seats in order; `time_limit` seconds for each answer, 0 for none, and
        `time_bank` seconds beyond those in all; `table` the room (or nothing) it is played at;
        `private`: only its players may know of it afterwards.

        :raises ActionFailed: if the game cannot even be set up.
        """
        from rules.running.match import Match

        seed = secrets.randbits(63) if seed is None else seed
        options = dict(options or {})
        match = Match.new(pack, seats=len(sitters), seed=seed, options=options)
        record = storing.create(
            pack,
            sitters,
            table=table,
            table_name=str(table) if table is not None else "",
            seed=seed,
            options=options,
            time_limit=time_limit,
            time_bank=time_bank,
            private=private,
        )
        seating = Seating(record, sitters, {})
        return cls(record, match, seating, clock=clock, listener=listener, pace=pace)

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
            match = storing.restore(record)
        except MatchLost as error:
            logger.log_err(f"{record} is lost: {error}")
            records.close(record, MatchRecord.Status.BROKEN, str(error))
            raise
        seating = Seating.of(record)
        return cls(record, match, seating, clock=clock, listener=listener, pace=pace)

    def announce(self, log: bool = True) -> None:
        """Tell the listener all there is: the log so far (if wanted) and who is asked what."""
        self._tell_change(list(self.match.log) if log else (), list(self._asked.values()))
        if self.match.over:
            self._tell("on_end", self.match.standings)

    def abandon(self, note: str = "") -> None:
        """Stop hosting a match that is not over; it will not be recovered."""
        if not self.closed and not self.match.over:
            storing.later("abandon", records.close, self.record, MatchRecord.Status.ABANDONED, note)
        self.release()

    def call_off(self, reason: str = "") -> None:
        """End a match without a result, and tell those who play it."""
        self.abandon(reason)
        self._tell("on_notice", "matchClosed", reason=reason)

    def release(self) -> None:
        """Stop hosting without touching the record: timers end, the match can be recovered."""
        self.closed = True
        self._bots.cancel()
        _hosts.pop(self.record.pk, None)

    # ---------------------------------------------------------------- playing

    def asked_seats(self) -> list[int]:
        """The seats that are asked something now."""
        return list(self._asked)

    def people_here(self) -> list[int]:
        """The seats for which a person answers who is at the table now."""
        seats = range(self.match.seats)
        return [seat for seat in seats if self.plays_self(seat) and self.is_present(seat)]

    def plays_self(self, seat: int) -> bool:
        """Whether a person answers for a seat: no bot, and nobody who has given up."""
        return not self.bot_of(seat) and not self.has_conceded(seat)

    def choice_of(self, seat: int) -> Any:
        """What this seat is asked now, or None."""
        return next((choice for choice in self.match.pending if choice.seat == seat), None)

    @property
    def busy(self) -> bool:
        """Whether something is being stored, so that the match stands still."""
        return bool(self._acts)

    def answer(self, seat: int, picks: Iterable[int]) -> defer.Deferred:
        """
        Give the answer of a seat: indices of its choice's options.

        The Deferred fires when the answer is stored and everybody has been told. A card that failed
        is no error of the person: it is announced (`actionFailed`), and the seat asked anew.

        :raises TableError: the answer is not possible, or could not be stored; then nothing has
            changed and nobody has been told anything. What turns out later fails the Deferred.
        """
        self.check_open()
        choice = self.choice_of(seat)
        if choice is None:
            raise TableError("notAsked")
        picks = tuple(picks)
        if any(pick < 0 for pick in picks):
            raise TableError("illegalAnswer", reason=f"{picks} are not options")
        self.time.late.discard(seat)
        return self.carry_out(seat, lambda match: match.answer(seat, picks), choice=choice)

    def concede(self, seat: int) -> defer.Deferred:
        """
        Give up: from now on the seat's default answers are given at once. As `answer`.

        :raises TableError: `hasConceded`, `matchOver`, `notSaved`, `answerKept`.
        """
        self.check_open()
        if self.has_conceded(seat):
            raise TableError("hasConceded")
        rows = self.record.seats.filter(seat=seat)
        return self.carry_out(
            seat,
            lambda match: match.concede(seat),
            also=lambda: rows.update(conceded=True),
            notice="conceded",
        )

    def hand_over(self, seat: int, sitter: Sitter) -> None:
        """
        Somebody else plays a seat from now on.

        :raises TableError: `matchOver`, `notSaved`, `storageBusy`.
        """
        self.check_open()
        self.check_free()
        seating = self.seating
        before = seating.substitute(seat, sitter)
        try:
            self.carry_out(
                seat,
                lambda match: match.hand_over(seat),
                also=lambda: seating.store_substitute(seat, sitter, self._stored),
                at_once=True,
            )
        except TableError:
            seating.substitute(seat, before)
            raise
        self.time.late.discard(seat)

    def set_autopilot(self, seat: int, kind: str) -> None:
        """
        Let a kind of bot answer for a person, or no longer (an empty kind).

        :raises TableError: `matchOver`, `hasConceded`, `notSaved`.
        """
        self.check_open()
        if self.has_conceded(seat):
            raise TableError("hasConceded")
        if kind == self.seating.autopilots.get(seat, ""):
            return
        self.seating.set_autopilot(seat, kind)
        self.tell_notice("autopilot", seat=seat, kind=kind)
        choice = self.choice_of(seat)
        if choice is not None:
            self.time.returned(seat)
            self._tell_change((), [choice])
            self._bots.call()

    def has_conceded(self, seat: int) -> bool:
        """Whether this seat has given up, and nobody plays on for it."""
        return self.match.has_conceded(seat)

    def check_open(self) -> None:
        """:raises TableError: `matchOver`."""
        if self.closed or self.match.over:
            raise TableError("matchOver")

    def check_free(self) -> None:
        """:raises TableError: `storageBusy`, while something is being stored."""
        if self.busy:
            raise TableError("storageBusy")

    def carry_out(
        self,
        seat: int,
        act: Callable[[Any], None],
        *,
        choice: Any = None,
        also: Callable[[], Any] | None = None,
        notice: str = "",
        at_once: bool = False,
    ) -> defer.Deferred:
        """
        Try on a clone, store, swap, tell: in this order, or not at all. What is added to the
        clone's journal is what `seat` has done: an answer, giving up, or taking answers back
        (`notice` says which). `also` is stored in the same transaction.

        While something else is stored it waits for its turn; an answer is then only given if it is
        still its `choice` that is asked. `at_once`, where nothing waits, is for what is rare and
        must be done on return.
        """
        if any(other.seat == seat for other in self._acts):
            raise TableError("answerKept")
        done = self._begin(_Act(seat, act, choice, also, notice, at_once))
        if done.called and isinstance(done.result, Failure):
            error = done.result.value
            done.addErrback(lambda _: None)
            raise error
        return done

    def _begin(self, act: _Act) -> defer.Deferred:
        """Put an act behind the others, and begin with it if there are none."""
        self._acts.append(act)
        if len(self._acts) == 1:
            self._try(act)
        return act.done

    def _try(self, act: _Act) -> None:
        """Carry an act out on a clone and give it to be stored."""
        try:
            self.check_open()
            if act.choice is not None and self.choice_of(act.seat) != act.choice:
                raise TableError("notAsked")
            before, after = self.match, self._tried(act)
        except TableError:
            self._end(act, Failure())
            return
        answers = after.journal[len(before.journal) :]
        standings = after.standings if after.over else None
        first, begun = self._stored, self.clock.seconds()

        def store() -> None:
            storing.keep_answers(self.record, first, answers, act.also, standings, act.aborted)

        stored = defer.execute(store) if act.at_once else writer.put(store)
        slow = None if stored.called else self.clock.callLater(SLOW, self._tell_slow, act.seat)

        def settle(result: Any) -> None:
            if slow is not None and slow.active():
                slow.cancel()
            elif slow is not None:
                self.time.give_back(self.clock.seconds() - begun)
            if isinstance(result, Failure):
                self._end(act, self._refused(result))
                return
            self._stored = first + len(answers)
            try:
                self._swap(act, after)
            finally:
                self._end(act, None)

        stored.addBoth(settle)
        stored.addErrback(lambda failure: logger.log_err(failure.getTraceback()))

    def _tried(self, act: _Act) -> Any:
        """The match after an act."""
        after = self.match.clone(keep=True)
        try:
            act.act(after)
        except IllegalAnswer as error:
            raise TableError("illegalAnswer", reason=str(error)) from None
        except ActionFailed as error:
            act.failure = error
        except Exception:  # noqa: BLE001 (logged and told; the match stands as before)
            logger.log_trace("The engine failed.")
            self.log("The engine failed.")
            raise TableError("engineFailed") from None
        return after

    def _tell_slow(self, seat: int) -> None:
        self.tell_notice("storageBusy", seat=seat)

    def _refused(self, failure: Failure) -> Failure:
        """The database did not take an answer: what to say to whoever gave it."""
        if not failure.check(DatabaseError):
            logger.log_err(failure.getTraceback())
        self.log(f"An answer could not be stored: {failure.getErrorMessage()}.")
        if failure.check(IntegrityError) and not self.closed:
            self._follow_database()
        return Failure(TableError("notSaved"))

    def _end(self, act: _Act, result: Any) -> None:
        """An act is over, one way or the other; begin with the next."""
        self._acts.popleft()
        act.done.callback(result)
        if self._acts:
            self._try(self._acts[0])
        else:
            self._bots.call()

    def _swap(self, act: _Act, after: Any) -> None:
        """The stored clone takes the place of the match, and everybody is told."""
        before, self.match = self.match, after
        if self.closed:
            return  # let go of while it was stored
        seat = act.seat
        self.undoing.answered(seat, before)
        if self.time.end(seat):
            bank = self.time.banks[seat]
            storing.later("time bank", storing.keep_bank, self.record, seat, bank)
        fresh = self._note_choices(seat)
        self._keep_snapshot()

        if not act.notice and self.undoing.is_secret(seat):
            self.tell_notice("answerIn", seat=seat)
        elif act.notice:
            self.tell_notice(act.notice, seat=seat)
        if act.failure is not None:
            card, reason = act.failure.card, act.failure.reason
            self.log(f"An action failed: {act.failure}.")
            if not act.aborted:
                self.tell_notice("actionFailed", seat=seat, card=card, reason=reason)
        self._tell_change(after.log[len(before.log) :], fresh)
        if after.over:
            self.release()
            if act.aborted:
                self.tell_notice("matchAborted", standings=after.standings)
            else:
                self._tell("on_end", after.standings)

    def _follow_database(self) -> None:
        """The journal has rows we do not know of (a commit of unknown fate): it is right."""
        try:
            self.match = storing.restore(self.record)
        except MatchLost as error:
            self._break(str(error))
            return
        self._stored = self.record.journal.count()
        self._asked.clear()
        self._tell_change((), self._note_choices(None))

    def log(self, text: str) -> None:
        """Log a failure, the first few with all that is needed to see it again."""
        self._reports += 1
        full = self._reports <= FULL_REPORTS
        logger.log_err(f"{text} {self.report() if full else self.record}")

    def report(self) -> str:
        """What is needed to see this match again: content, seed, options and answers."""
        answers = [[seat, storing.to_json(picks)] for seat, picks in self.match.journal]
        return (
            f"Match {self.record.pk}, content {self.record.pack_version.content_hash}, "
            f"{self.match.seats} seats, seed {self.record.seed}, options {self.record.options}, "
            f"answers {answers}"
        )

    # ---------------------------------------------------------------- telling

    def _tell(self, what: str, *args: Any, **details: Any) -> None:
        if self.listener is None:
            return
        try:
            getattr(self.listener, what)(*args, **details)
        except Exception:  # noqa: BLE001 (logged; who is told cannot stop a match)
            logger.log_trace(f"{what} of match {self.record.pk} failed")

    def tell_notice(self, key: str, **details: Any) -> None:
        """Tell the listener something beside the game."""
        self._tell("on_notice", key, **details)

    def _tell_change(self, entries: Sequence[Any], choices: Sequence[Any]) -> None:
        people = [choice for choice in choices if not self.bot_of(choice.seat)]
        if entries or people:
            self._tell("on_change", entries, people)

    def _note_choices(self, answered: int | None) -> list[Any]:
        """Take over the pending choices; returns those that are new to their seats."""
        known = self._asked
        self._asked = {choice.seat: choice for choice in self.match.pending}
        fresh = [
            choice
            for seat, choice in self._asked.items()
            if seat == answered or known.get(seat) != choice
        ]
        self.time.keep_only(set(self._asked))
        for choice in fresh:
            self.time.begin(choice.seat)
        self._bots.call()
        return fresh

    # ---------------------------------------------------------------- time

    def tick(self) -> None:
        """Look at the clock: warn, and answer by default where the time is up."""
        if self.closed or self.busy:
            return
        self.undoing.tick()
        for sign in self.time.look():
            choice = self._asked.get(sign.seat)
            if self.closed or choice is None:
                continue
            self.tell_notice(sign.key, seat=sign.seat, left=sign.left, choice=choice)
            if sign.key == "timeout":
                self.act_by_default(sign.seat)

    def time_left(self, seat: int) -> Left | None:
        """What this seat has left until it is answered for; None if it can take its time."""
        return self.time.left(seat)

    def returned(self, seat: int) -> None:
        """The person of a seat is here again: the time for the answer begins anew."""
        self.time.returned(seat)

    def act_by_default(self, seat: int) -> defer.Deferred:
        """Give the default answer of a seat; try again later if even that does not work."""
        choice = self.choice_of(seat)
        if choice is None:
            return defer.succeed(False)
        return self.act_for(seat, tuple(choice.default)).addCallback(self._acted, seat)

    def _acted(self, worked: bool, seat: int) -> bool:
        if worked or self.closed:
            return worked
        # Again later, at a pace that harms nobody; but not for ever.
        self._failures += 1
        if self._failures >= FAILURES_BEFORE_END:
            self._break("not even the default answers work any more")
            return False
        if seat in self._asked:
            self.time.begin(seat)
        self._bots.call(RETRY)
        return False

    def act_for(self, seat: int, picks: tuple[int, ...]) -> defer.Deferred:
        """Answer for somebody who cannot read an error. Fires with whether it worked."""
        choice = self.choice_of(seat)

        def failed(failure: Failure) -> bool:
            failure.trap(TableError)
            logger.log_err(f"Answer {picks} for seat {seat} of {self.record}: {failure.value}")
            return False

        def worked(_: Any) -> bool:
            self._failures = 0
            return True

        done = defer.maybeDeferred(
            self.carry_out, seat, lambda match: match.answer(seat, picks), choice=choice
        )
        return done.addCallbacks(worked, failed)

    # ---------------------------------------------------------------- snapshots

    def _keep_snapshot(self) -> None:
        """At the start of a round, keep the match as it stands."""
        if self.match.over:
            return
        current = _round_of(self.match)
        due = self._snapshot_at + storing.ANSWERS_PER_SNAPSHOT
        if current == self._round and self._stored < due:
            return
        self._round = current
        self._snapshot_at = self._stored
        match = self.match.clone(keep=True)
        storing.later("snapshot", storing.keep_snapshot, self.record, self._stored, match)

    def _break(self, reason: str) -> None:
        storing.later("break", records.close, self.record, MatchRecord.Status.BROKEN, reason)
        self.release()
        self.tell_notice("matchBroken", reason=reason)


# --------------------------------------------------------------------------------------
# All of them
# --------------------------------------------------------------------------------------

_hosts: dict[int, MatchHost] = {}


def host_of(match_id: int | None) -> MatchHost | None:
    """The host of a match that is being played in this process."""
    return _hosts.get(match_id) if match_id is not None else None


def call_off(record: MatchRecord, reason: str = "") -> None:
    """End a running match without a result, whether it is being played now or not."""
    host = host_of(record.pk)
    if host is not None:
        host.call_off(reason)
    else:
        records.close(record, MatchRecord.Status.ABANDONED, reason)


def hosts() -> list[MatchHost]:
    """All matches being played in this process."""
    return list(_hosts.values())


def tick() -> None:
    """Once a second: the time limits of all matches."""
    for host in hosts():
        try:
            host.tick()
        except Exception:  # noqa: BLE001 (logged; the clocks of the others go on)
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
        except Exception:  # noqa: BLE001 (logged; the others are brought back)
            logger.log_trace(f"Match {record.pk} could not be recovered now; it is kept.")
    return found


def forget_all() -> None:
    """Let go of every match, as if the process had died. For tests."""
    for host in hosts():
        host.release()


def _round_of(match: Any) -> int | None:
    """What changes when a round ends, as the pack says (`bot.until`); None in a game without."""
    until = match.pack.until
    return until(match) if until is not None else None
