"""
What seats do in a match, one after the other: tried on a draft, stored, done, told.

An act is carried out on a draft of the match (`Match.draft`); what it has added to the journal is
committed by another thread (`world.background.writing`), and only then the draft takes the place of
the match and readers are told. So the memory is never ahead of the database, and nothing that
anybody has seen can be lost. Meanwhile the match stands still, and what comes in for it waits its
turn. Begin with `Acts.carry_out`.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Protocol

from django.db import DatabaseError, IntegrityError
from evennia.utils import logger
from twisted.internet import defer
from twisted.python.failure import Failure

from rules.ground.errors import ActionFailed, IllegalAnswer
from rules.pack import pack_of_match
from rules.running import brought, stock
from rules.running.choices import Choice
from rules.running.journal import Entry, is_answer, takes_back
from rules.running.match import Match
from world.background.writing import writer
from world.errors import TableError
from world.models import MatchRecord
from world.play import failures
from world.play.hosting import storing
from world.play.hosting.events import Notice, StorageBusy
from world.play.hosting.readers import Readers
from world.play.hosting.timing import Timekeeper
from world.sheets.stock import StockGone, StockMoves

# Seconds after which people are told that they wait for the database.
SLOW = 1.0


class Acting(Protocol):
    """What `Acts` needs of its host."""

    record: MatchRecord
    match: Match
    clock: Any
    time: Timekeeper
    readers: Readers

    def check_hosted(self) -> None: ...
    def choice_of(self, seat: int) -> Choice | None: ...
    def begin_storing(self, act: Act, draft: Match) -> None: ...
    def accept(self, act: Act, draft: Match) -> None: ...
    def follow_database(self) -> None: ...
    def stand_idle(self) -> None: ...
    def log(self, text: str) -> None: ...


@dataclass(eq=False)
class Act:
    """
    What a seat does. `choice`: what it answers; `also`: what is stored with it; `notice`: what is
    told of it, beside the change; `own`: whether who sits there does it, and no bot or default.
    `again`: where something that it takes has gone, it is done without that. `refusal`: it stands
    for one that was refused.
    """

    seat: int
    do: Callable[[Match], None]
    choice: Choice | None = None
    also: Callable[[], Any] | None = None
    notice: Callable[[int], Notice] | None = None
    at_once: bool = False
    own: bool = True
    again: bool = False
    refusal: TableError | None = None
    done: defer.Deferred = field(default_factory=defer.Deferred)
    failure: ActionFailed | None = None

    @property
    def aborted_reason(self) -> str:
        """Why the match is over without a result; empty if it is not."""
        return str(self.failure) if self.failure is not None and self.failure.aborted else ""


class Acts:
    """The acts of one match: the first is being stored, the others wait for it."""

    def __init__(self, host: Acting, stored: int):
        self.host = host
        self.stored = stored  # rows of the journal in the database
        self._queue: deque[Act] = deque()
        self._shared = stock.shared_rows(host.match)

    @property
    def is_busy(self) -> bool:
        """Whether something is being stored, so that the match stands still."""
        return bool(self._queue)

    def carry_out(self, act: Act) -> defer.Deferred:
        """
        Try, store, do, tell: in this order, or not at all. What is added to the draft's journal is
        what the seat has done: an answer, giving up, or taking answers back.

        While something else is stored it waits for its turn; an answer is then only given if it is
        still its `choice` that is asked. `at_once`, where nothing waits, is for what is rare and
        must be done on return.

        :raises TableError: what is wrong with the act; what turns out later fails the Deferred.
        """
        if any(other.seat == act.seat for other in self._queue):
            raise TableError("answerKept")
        self._queue.append(act)
        if len(self._queue) == 1:
            self._try_act(act)
        if act.done.called and isinstance(act.done.result, Failure):
            error = act.done.result.value
            act.done.addErrback(lambda _: None)
            raise error
        return act.done

    def _try_act(self, act: Act) -> None:
        """Carry an act out on a draft and give it to be stored."""
        host = self.host
        try:
            host.check_hosted()
            if act.choice is not None and host.choice_of(act.seat) != act.choice:
                raise TableError("notAsked")
            before, draft = host.match, self._match_after(act)
        except TableError:
            self._end_act(act, Failure())
            return
        answers = draft.journal[len(before.journal) :]
        standings, returns = (draft.standings, draft.returns or ()) if draft.is_over else (None, ())
        if act.aborted_reason:
            returns = brought.returns_now(draft)
        settled = brought.returns_of_settled(draft) if draft.settled != before.settled else None
        elsewhere = brought.elsewhere_of(draft) if draft.is_over or settled else None
        moves = self._stock_moves(before, draft)
        first, begun = self.stored, host.clock.seconds()

        def store() -> None:
            storing.keep_answers(
                host.record,
                first,
                answers,
                act.also,
                standings,
                act.aborted_reason,
                returns,
                draft.outcome,
                settled,
                act.own,
                elsewhere,
                moves,
            )

        stored = defer.execute(store) if act.at_once else writer.put(store)
        slow = None
        if not stored.called:
            slow = host.clock.callLater(SLOW, host.readers.tell, StorageBusy(act.seat))
            host.begin_storing(act, draft)

        def settle(result: Any) -> None:
            if slow is not None and slow.active():
                slow.cancel()
            elif slow is not None:
                host.time.give_back(host.clock.seconds() - begun)
            if isinstance(result, Failure) and isinstance(result.value, StockGone):
                self._do_without(act, result.value.things, answers[-1])
                return
            if isinstance(result, Failure):
                self._end_act(act, self._explain_refusal(result))
                return
            self.stored = first + len(answers)
            if act.failure is not None:
                seat, picks, _ = answers[-1]
                failures.keep_failure(host.record, self.stored - 1, seat, picks, act.failure)
            try:
                host.accept(act, draft)
            finally:
                self._end_act(act, Failure(act.refusal) if act.refusal is not None else None)

        stored.addBoth(settle)
        stored.addErrback(lambda failure: logger.log_err(failure.getTraceback()))

    def _stock_moves(self, before: Match, draft: Match) -> StockMoves | None:
        """What has left its zone of the stock meanwhile, and what was taken back of that."""
        had, has = (stock.taken_things(match, self._shared) for match in (before, draft))
        if had == has:
            return None
        back = takes_back(draft.journal[-1][1])
        released = had - has if back else frozenset[int]()
        return StockMoves(draft.program.bringing.realm, has - had, released)

    def _do_without(self, act: Act, things: list[int], entry: Entry) -> None:
        """
        Somebody elsewhere has got things that an act would have taken: they are taken out of the
        match, and the act is refused, or done once more.
        """
        picks = entry[1]
        picked = picks[0] if len(picks) == 1 and is_answer(picks) else -1
        names = [self.host.match.card_id(self._shared[thing][0]) or "" for thing in things]
        without = Act(
            act.seat,
            lambda draft: draft.lose_things(act.seat, things, picked),
            at_once=act.at_once,
            own=act.own,
        )
        if act.again:
            without.done.addErrback(lambda _: None)
            self._queue.appendleft(without)
        else:
            without.done = act.done
            without.refusal = act.refusal or TableError(
                "stockGone", pack=pack_of_match(self.host.match), cards=names
            )
            self._queue[0] = without
        self._try_act(without)

    def _match_after(self, act: Act) -> Match:
        """The match after an act."""
        draft = self.host.match.draft()
        try:
            act.do(draft)
        except IllegalAnswer as error:
            raise TableError("illegalAnswer", reason=str(error)) from None
        except ActionFailed as error:
            act.failure = error
        except Exception as error:  # noqa: BLE001 (logged and told; the match stands as before)
            logger.log_trace("The engine failed.")
            given = draft.journal[self.stored :]
            picks = given[-1][1] if given else None
            failures.keep_failure(self.host.record, self.stored, act.seat, picks, error)
            self.host.log("The engine failed.")
            raise TableError("engineFailed") from None
        return draft

    def _explain_refusal(self, failure: Failure) -> Failure:
        """The database did not take an act: what to say to whoever did it."""
        if not failure.check(DatabaseError):
            logger.log_err(failure.getTraceback())
        self.host.log(f"An answer could not be stored: {failure.getErrorMessage()}.")
        if failure.check(IntegrityError):
            self.host.follow_database()
        return Failure(TableError("notSaved"))

    def _end_act(self, act: Act, result: Any) -> None:
        """An act is over, one way or the other; begin with the next."""
        self._queue.popleft()
        waiting = bool(self._queue)
        act.done.callback(result)  # who hears of it may act again at once: then that is begun
        if waiting:
            self._try_act(self._queue[0])
        elif not self._queue:
            self.host.stand_idle()
