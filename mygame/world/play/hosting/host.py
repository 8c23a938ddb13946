"""
The host of one live match: who plays, who is asked, what happens to what they answer, and whom it
is told. Begin with `MatchHost.start` and `MatchHost.answer`.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from django.conf import settings
from evennia.utils import logger
from twisted.internet import defer

from rules.pack import Pack
from rules.running import brought, stock
from rules.running.choices import Choice
from rules.running.log import LogEntry
from rules.running.match import Match
from world.errors import TableError
from world.models import MatchRecord
from world.play import foreseeing
from world.play.hosting import storing
from world.play.hosting.acts import Act, Acts
from world.play.hosting.botturns import PACES, BotTurns
from world.play.hosting.ending import Ending
from world.play.hosting.events import (
    AnswerIn,
    AutopilotSet,
    BehaviorFailed,
    Changed,
    Conceded,
    Ended,
    Foreseen,
    MatchAborted,
    Settled,
)
from world.play.hosting.orders import Orders
from world.play.hosting.questions import Questions
from world.play.hosting.readers import Readers
from world.play.hosting.seating import Seating, Sitter
from world.play.hosting.sleeping import Sleeping
from world.play.hosting.snapshots import Snapshots
from world.play.hosting.standin import StandIn
from world.play.hosting.storing import MatchLost
from world.play.hosting.undoing import Undoing
from world.play.hosting.views import Views
from world.sheets.stock import StockMoves, with_stock

# How many failures of a match are logged with all its answers.
FULL_REPORTS = 5

#: The matches that are hosted in this process, by the number of their record: see `registry`.
hosted: dict[int, MatchHost] = {}


class MatchHost(Sleeping, Ending):
    """
    One live match: `match` (see `docs/engine.md`), its `record`, and who sits where.

    `is_present(seat)` says whether the person of a seat is at the table now, `is_watched()` whether
    anybody else is; whoever hosts people replaces them. `readers` come and go as they like.
    """

    def __init__(
        self,
        record: MatchRecord,
        match: Match,
        seating: Seating,
        *,
        clock: Any = None,
        pace: float | None = None,
    ):
        if clock is None:
            from twisted.internet import reactor

            clock = reactor
        self.record = record
        self.match = match
        self.seating = seating
        self.bot_of = seating.bot_of
        self.readers = Readers(f"match {record.pk}")
        self.pace = settings.BOT_PACE if pace is None else pace
        self.pace_name = "usual"
        self.is_present: Callable[[int], bool] = lambda seat: True
        self.is_watched: Callable[[], bool] = lambda: False
        self.closed = False
        self.clock, self.answered_at = clock, clock.seconds()
        self._acts = Acts(self, stored=record.journal.count())
        self.views = Views(self._acts.stored, match)
        self._snapshots = Snapshots(record, self._acts.stored, match)
        self._asked = Questions()
        self._reports = 0
        self.time = self.make_clocks()
        self.undoing = Undoing(self)
        stand_in = StandIn(self)
        self.act_for, self.act_by_default = stand_in.act_for, stand_in.act_by_default
        self.act_as_ordered = stand_in.act_as_ordered
        self.orders = Orders(self, self._ask_again)
        self._bots = BotTurns(self)
        self.deeds = self._bots.deeds
        hosted[record.pk] = self
        self._note_choices(None)

    # ---------------------------------------------------------------- beginning and end

    @classmethod
    def start(
        cls,
        pack: Pack,
        sitters: Sequence[Sitter],
        *,
        options: dict[str, Any] | None = None,
        seed: int | None = None,
        time_limit: int = 0,
        time_bank: int = 0,
        time_response: int = 0,
        private: bool = False,
        delay: int = 0,
        hints: bool = False,
        table: Any = None,
        place: Any = None,
        also: Callable[[MatchRecord], None] | None = None,
        clock: Any = None,
        pace: float | None = None,
    ) -> MatchHost:
        """
        Deal a new match, store it and host it. Nobody is told anything yet: see `announce`.

        `sitters` are the seats in order; `time_limit` seconds for each answer, 0 for none, and
        `time_bank` seconds beyond those in all, `time_response` in place of both for a response, if
        it is not 0; `table` the room (or nothing) it is played at, `place` the object at which a
        scene is; `private`: only its players may know of it afterwards; `delay`: all others so many
        seconds later; `hints`: several people may ask bots, and it counts for nobody.

        :raises ActionFailed: if the game cannot even be set up.
        """
        seed = secrets.randbits(63) if seed is None else seed
        options = with_stock(pack, options or {})
        match = Match.new(pack, seats=len(sitters), seed=seed, options=options)
        taken = stock.taken_things(match, stock.shared_rows(match))
        record = storing.create_record(
            pack,
            sitters,
            StockMoves(pack.realm, taken) if taken else None,
            match if match.is_over else None,
            also,
            table=table,
            table_name=str(table) if table is not None else "",
            place=place,
            scene=str(place) if place is not None else "",
            seed=seed,
            options=options,
            time_limit=time_limit,
            time_bank=time_bank,
            time_response=time_response,
            private=private,
            delay=delay,
            advised=hints and sum(not sitter.bot for sitter in sitters) > 1,
        )
        seating = Seating(record, sitters, {})
        return cls(record, match, seating, clock=clock, pace=pace)

    @classmethod
    def recover(
        cls,
        record: MatchRecord,
        *,
        clock: Any = None,
        pace: float | None = None,
    ) -> MatchHost:
        """
        Host a running match again, exactly as it stood after its last stored answer.

        :raises MatchLost: if its content or its journal cannot be read any more; the record is
            then marked as broken.
        """
        try:
            match = storing.restore_match(record)
        except MatchLost as error:
            logger.log_err(f"{record} is lost: {error}")
            storing.close_record(record, MatchRecord.Status.BROKEN, str(error))
            raise
        seating = Seating.from_record(record)
        return cls(record, match, seating, clock=clock, pace=pace)

    def announce(self, log: bool = True) -> None:
        """Tell the readers all there is: the log so far (if wanted) and who is asked what."""
        told = (self.match.log if log else None) or ()
        self._tell_change(list(told), list(self._asked.values()))
        if self.match.standings is not None:
            self.release()
            self.readers.tell(Ended.of_match(self.match))

    def release(self) -> None:
        """Stop hosting without touching the record: timers end, the match can be recovered."""
        self.closed = True
        self._bots.cancel()
        if hosted.get(self.record.pk) is self:
            del hosted[self.record.pk]

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

    def is_held(self, seat: int) -> bool:
        """Whether a seat is a person's who has not given up; a bot may answer meanwhile."""
        return not self.seating.sitters[seat].bot and not self.has_conceded(seat)

    def choice_of(self, seat: int) -> Choice | None:
        """What this seat is asked now, or None."""
        return self.match.choice_of(seat)

    def asked_since(self, seat: int) -> int | None:
        """The number of the match since which a seat is asked what it is asked now, or None."""
        return self._asked.asked_since(seat)

    @property
    def is_busy(self) -> bool:
        return self._acts.is_busy

    @property
    def number(self) -> int:
        """How often the match has changed: the entries of its journal, the same after a restart."""
        return self._acts.stored

    def answer(self, seat: int, picks: Iterable[int]) -> defer.Deferred:
        """
        Give the answer of a seat: indices of its choice's options.

        The Deferred fires when the answer is stored and everybody has been told. A card that failed
        is no error of the person: it is left out, and that is announced (`actionFailed`).

        :raises TableError: the answer is not possible, or could not be stored; then nothing has
            changed and nobody has been told anything. What turns out later fails the Deferred.
            `stockGone` (cards, pack): what it would take is somebody's elsewhere; the seat is asked
            anew without it.
        """
        self.check_open()
        choice = self.choice_of(seat)
        if choice is None:
            raise TableError("notAsked")
        picks = tuple(picks)
        if any(pick < 0 for pick in picks):
            raise TableError("illegalAnswer", reason=f"{picks} are not options")
        self.time.late.discard(seat)
        return self.carry_out(Act(seat, lambda draft: draft.answer(seat, picks), choice))

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
            Act(
                seat,
                lambda draft: draft.concede(seat),
                also=lambda: rows.update(conceded=True),
                notice=Conceded,
                again=True,
            )
        )

    def hand_over(self, seat: int, sitter: Sitter) -> None:
        """
        Somebody else plays a seat from now on.

        :raises TableError: `matchOver`, `notSaved`, `storageBusy`.
        """
        self.check_hosted()
        self.check_free()
        seating = self.seating
        before = seating.substitute(seat, sitter)
        try:
            self.carry_out(
                Act(
                    seat,
                    lambda draft: draft.hand_over(seat),
                    also=lambda: seating.store_substitute(seat, sitter, self.number),
                    at_once=True,
                )
            )
        except TableError:
            seating.substitute(seat, before)
            raise
        self.time.late.discard(seat)
        self.orders.drop(seat)

    def set_pace(self, name: str) -> None:
        """
        Let bots answer at another pace, one of `PACES`, as long as the match is hosted.

        :raises TableError: `matchOver`; `paceShared`, where several people play.
        """
        self.check_hosted()
        if self.seating.among_people:
            raise TableError("paceShared")
        self.pace, self.pace_name = settings.BOT_PACE * PACES[name], name

    def set_autopilot(self, seat: int, kind: str) -> None:
        """
        Let a kind of bot answer for a person, or no longer (an empty kind).

        :raises TableError: `matchOver`, `hasConceded`, `notSaved`.
        """
        self.check_hosted()
        if self.has_conceded(seat):
            raise TableError("hasConceded")
        if kind == self.seating.autopilots.get(seat, ""):
            return
        self.seating.set_autopilot(seat, kind)
        self.readers.tell(AutopilotSet(seat, kind))
        if self.choice_of(seat) is not None:
            self.time.note_return(seat)
            self._ask_again(seat)
            self._bots.schedule()

    def has_conceded(self, seat: int) -> bool:
        """Whether this seat has given up, and nobody plays on for it."""
        return self.match.has_conceded(seat)

    def check_free(self) -> None:
        """:raises TableError: `storageBusy`, while something is being stored."""
        if self.is_busy:
            raise TableError("storageBusy")

    def carry_out(self, act: Act) -> defer.Deferred:
        """
        Let a seat do something. See `Acts.carry_out`.

        :raises TableError: as there.
        """
        return self._acts.carry_out(act)

    # ---------------------------------------------------------------- what becomes of acts

    def begin_storing(self, act: Act, draft: Match) -> None:
        """
        An act is being stored. What options of the next prompts would do is found out meanwhile,
        so that it is mostly known when they are shown.
        """
        known = self._asked
        for choice in draft.pending:
            if choice.seat == act.seat or known.get(choice.seat) != choice:
                self._foresee(draft, choice.seat)

    def accept(self, act: Act, draft: Match) -> None:
        """An act is stored: the draft takes the place of the match, and everybody is told."""
        before, self.match = self.match, draft
        self.answered_at = self.clock.seconds()
        self.views.set_match(self.number, draft)
        if self.closed:
            return  # let go of while it was stored
        seat = act.seat
        self.undoing.note_answer(seat, before)
        if taken_back := self.undoing.count_taken_back(before):
            self.time.take_back(taken_back)
            self.orders.drop_fitting(seat)
        else:
            self.time.end(seat)
        fresh = self._note_choices(seat)
        self.keep_banks()
        self._snapshots.keep_snapshot(self.number, draft)

        for other in (
            brought.returns_of_settled(draft).keys() - brought.returns_of_settled(before).keys()
        ):
            self.readers.tell(Settled(other))
        if act.notice is not None:
            self.readers.tell(act.notice(seat))
        elif self.undoing.is_secret(seat):
            self.readers.tell(AnswerIn(seat))
        if act.failure is not None:
            self.log(f"An action failed: {act.failure}.")
            if not act.aborted_reason:
                failed = act.failure
                self.readers.tell(
                    BehaviorFailed(seat, failed.card, failed.reason, failed.withdrawn, failed.off)
                )
        self._tell_change(self.views.new_lines(), fresh)
        foreseeing.drop(before)
        if draft.standings is not None:
            self.release()
            aborted = MatchAborted(draft.standings) if act.aborted_reason else None
            self.readers.tell(aborted or Ended.of_match(draft))

    def follow_database(self) -> None:
        """The journal has rows we do not know of (a commit of unknown fate): it is right."""
        if self.closed:
            return
        try:
            self.match = storing.restore_match(self.record)
        except MatchLost as error:
            self.give_up(str(error))
            return
        self._acts.stored = self.record.journal.count()
        self.views.set_match(self.number, self.match)
        self._asked.clear()
        self._tell_change((), self._note_choices(None))

    def stand_idle(self) -> None:
        """Nothing is being stored any more."""
        self._bots.schedule()

    def log(self, text: str) -> None:
        """Log a failure, the first few with all that is needed to see it again."""
        self._reports += 1
        full = self._reports <= FULL_REPORTS
        of = storing.describe_match(self.record, self.match) if full else self.record
        logger.log_err(f"{text} {of}")

    # ---------------------------------------------------------------- telling

    def _tell_change(self, entries: Sequence[LogEntry], choices: Sequence[Choice]) -> None:
        people = [choice for choice in choices if not self.is_answered(choice.seat)]
        for choice in people:
            self._foresee(self.match, choice.seat)
        self.readers.tell(Changed(self.number, entries, people))

    def _ask_again(self, seat: int) -> None:
        """Show a seat once more what it is asked."""
        self._tell_change((), [choice for choice in self.match.pending if choice.seat == seat])

    def is_answered(self, seat: int) -> bool:
        """Whether what a seat is asked is answered for it: by a bot, or as it has ordered."""
        return bool(self.bot_of(seat)) or self.orders.answer_for(seat) is not None

    def _foresee(self, match: Match, seat: int) -> None:
        """Find out what the options of a person would do, and tell it if it comes later."""
        if foreseeing.is_known(match, seat) or self.bot_of(seat) or not self.is_present(seat):
            return

        def known(new: bool) -> None:
            if new and self.match is match:
                self.readers.tell(Foreseen(self.number, seat))

        found = foreseeing.foresee(match, seat)
        if not found.called:
            found.addCallback(known)
            found.addErrback(lambda failure: logger.log_err(failure.getTraceback()))

    def _note_choices(self, answered: int | None) -> list[Choice]:
        """Take over the pending choices; returns those that are new to their seats."""
        fresh = self._asked.note_questions(self.match, self.number, answered)
        self.time.keep_only(set(self._asked))
        self.orders.note_questions(fresh)
        for choice in fresh:
            self.time.begin(choice.seat)
        self._bots.schedule()
        return fresh
