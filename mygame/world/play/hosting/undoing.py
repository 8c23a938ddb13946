"""
Taking answers back: one's own last one, and what has followed from it.

At once, where nobody is the worse for it (`rules.running.undo`): in secret and not opened yet, or
nothing new has been seen since. Else the other people at the table are asked, and all must agree
within `CONSENT` seconds; bots always do. The journal keeps what was taken back
(`rules.running.journal`), so an undo is stored, recovered and replayed like an answer.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from twisted.internet.defer import Deferred

from rules.pack import pack_of_match
from rules.running import undo
from rules.running.journal import (
    CONCEDE,
    GONE,
    HANDOVER,
    REOPEN,
    Entry,
    standing_answers,
    takes_back,
    undo_entry,
)
from rules.running.match import Match
from world.errors import TableError
from world.models import MatchRecord
from world.play.hosting import storing
from world.play.hosting.acts import Act
from world.play.hosting.events import (
    Notice,
    UndoAgreed,
    UndoAsked,
    UndoExpired,
    Undone,
    UndoRefused,
)
from world.play.hosting.readers import Readers

# Seconds the others have to say yes.
CONSENT = 60
# States kept in memory, for a look at what was done last; what is further back is replayed from the
# journal. Each is a match as large as the one that is played.
KEPT = 4


@dataclass
class Question:
    """Whether a seat may take back the answer at a place of the journal, and what comes after."""

    seat: int
    place: int
    waits_for: set[int]
    until: float


class Going(Protocol):
    """What `Undoing` needs of its host."""

    record: MatchRecord
    match: Match
    clock: Any
    readers: Readers

    def check_open(self) -> None: ...
    def check_free(self) -> None: ...
    def has_conceded(self, seat: int) -> bool: ...
    def people_here(self) -> list[int]: ...
    def carry_out(self, act: Act) -> Deferred: ...


class Undoing:
    """Taking back in one match."""

    def __init__(self, host: Going):
        self.host = host
        self.question: Question | None = None
        self._refused: set[int] = set()  # places in the journal
        self._states: deque[tuple[int, Match]] = deque(
            maxlen=KEPT
        )  # who answered, the match before

    def note_answer(self, seat: int, before: Match) -> None:
        """Something was added to the journal; `before` is the match as it stood."""
        _, picks, _ = self.host.match.journal[-1]
        if picks in (CONCEDE, HANDOVER) or picks[:1] == GONE:
            self._states.clear()  # nothing goes back over it, or not without looking
        elif not takes_back(picks):
            if not self._is_along(before, seat):
                self._states.clear()  # here begins what this seat did last
            self._states.append((seat, before))

    def count_taken_back(self, before: Match) -> Counter[int]:
        """How many answers of each seat the last entry of the journal has taken back."""
        journal = self.host.match.journal
        if not journal or not takes_back(journal[-1][1]):
            return Counter()
        stood = Counter(entry[0] for _, entry in standing_answers(before.journal))
        return stood - Counter(entry[0] for _, entry in standing_answers(journal))

    def is_secret(self, seat: int) -> bool:
        """Whether this seat's last answer waits for those of others."""
        return undo.is_sealed(self.host.match, seat)

    def is_free(self, seat: int) -> bool:
        """Whether this seat can take back its last answer without asking anybody."""
        match = self.host.match
        if self.is_secret(seat):
            return True
        before = self._match_before(seat)
        return before is not None and undo.leaves_no_trace(before, match, seat)

    def _match_before(self, seat: int) -> Match | None:
        """The match before what this seat did last, if nobody else has answered since."""
        for last, before in reversed(self._states):
            if last != seat or self.host.match.is_over:
                return None
            if not self._is_along(before, seat):
                return before
        return None

    def _is_along(self, before: Match, seat: int) -> bool:
        """
        Whether the answer of a seat to what it was asked then belongs to its answer before: nobody
        at a keyboard is asked that (`unasked` of the pack's board).
        """
        asked = before.choice_of(seat)
        return asked is not None and asked.prompt in pack_of_match(before).board.get("unasked", ())

    def take_back(self, seat: int) -> Deferred | None:
        """
        Take back the last answer of a seat, or ask the others whether one may. As
        `MatchHost.answer`; nothing is given back where others are asked.

        :raises TableError: `undoNothing`, `undoGivenUp` (somebody has given up or taken a seat
            over since), `undoAsked` (the others are being asked), `undoRefused`, `notSaved`,
            `storageBusy`.
        """
        host = self.host
        host.check_open()
        host.check_free()
        answers = standing_answers(host.match.journal)
        own = [i for i, (other, picks, _) in answers if other == seat and picks[:1] != GONE]
        place = own[-1] if own else None
        if place is None or host.has_conceded(seat):
            raise TableError("undoNothing")
        if self.is_secret(seat):
            return self._go_back(seat, place, (seat, REOPEN))
        place = self._go_began_at(seat, place)
        since = [(index, answer) for index, answer in answers if index >= place]
        if any(picks in (CONCEDE, HANDOVER) for _, (_, picks, _) in since):
            raise TableError("undoGivenUp")
        if host.match.settled:
            self._match_before_place(place)
        others = set() if self.is_free(seat) else set(host.people_here()) - {seat}
        if others:
            self._ask_others(seat, place, others)
            return None
        return self._go_back(seat, place, (seat, undo_entry(len(since))))

    def _go_began_at(self, seat: int, place: int) -> int:
        """The place in the journal where began what was done in one go up to this place."""
        answers = standing_answers(self.host.match.journal)
        count = next(number for number, (index, _) in enumerate(answers) if index == place)
        while (
            count
            and answers[count - 1][1][0] == seat
            and self._is_along(self._state_after([each for _, each in answers[:count]]), seat)
        ):
            count -= 1
        return answers[count][0]

    def _ask_others(self, seat: int, place: int, others: set[int]) -> None:
        if self.question is not None:
            raise TableError("undoAsked")
        if place in self._refused:
            raise TableError("undoRefused")
        self.question = Question(seat, place, others, self.host.clock.seconds() + CONSENT)
        self.host.readers.tell(UndoAsked(seat, sorted(others), CONSENT))

    def agree(self, seat: int, agrees: bool) -> Deferred | None:
        """
        A person says yes or no to what somebody wants to take back. As `take_back`.

        :raises TableError: `undoNotAsked`, or why it cannot be done now.
        """
        question = self.question
        if question is None or seat not in question.waits_for:
            raise TableError("undoNotAsked")
        if not agrees:
            self._close_request(lambda asker: UndoRefused(asker, by=seat))
            return None
        self.host.check_free()
        question.waits_for.discard(seat)
        if question.waits_for:
            self.host.readers.tell(UndoAgreed(seat))
            return None
        self.question = None
        answers = standing_answers(self.host.match.journal)
        count = sum(index >= question.place for index, _ in answers)
        if not any(index == question.place for index, _ in answers):
            raise TableError("undoNothing")
        return self._go_back(question.seat, question.place, (question.seat, undo_entry(count)))

    def seconds_left(self) -> float:
        """How long the others can still say yes; 0 where they are not asked."""
        return max(0.0, self.question.until - self.host.clock.seconds()) if self.question else 0.0

    def tick(self) -> None:
        """Who has not said yes in time has said no."""
        question = self.question
        if question is not None and self.host.clock.seconds() >= question.until:
            self._close_request(UndoExpired)

    def _close_request(self, told: Callable[[int], Notice]) -> None:
        question, self.question = self.question, None
        assert question is not None  # noqa: S101 (for mypy: who calls has looked)
        self._refused.add(question.place)
        self.host.readers.tell(told(question.seat))

    def _go_back(self, seat: int, place: int, entry: Sequence[Any]) -> Deferred:
        """Carry out an entry that takes answers back, the first of them at a place."""
        match, base = self.host.match, self._match_before_place(place)
        count = len(standing_answers(base.journal))
        while self._states and len(standing_answers(self._states[-1][1].journal)) >= count:
            self._states.pop()
        earlier = base.clone(keep=True).follow([*match.journal, entry])
        return self.host.carry_out(Act(seat, lambda draft: draft.become(earlier), notice=Undone))

    def _match_before_place(self, place: int) -> Match:
        """
        The match before the answer at a place of the journal.

        :raises TableError: `undoGivenUp`: somebody has taken home since what they had.
        """
        match = self.host.match
        before = [answer for index, answer in standing_answers(match.journal) if index < place]
        base = self._state_after(before)
        if base.settled != match.settled:
            raise TableError("undoGivenUp")
        return base

    def _state_after(self, answers: list[Entry]) -> Match:
        """The match as it stood after these answers, from memory or from the journal."""
        for _, state in reversed(self._states):
            if [answer for _, answer in standing_answers(state.journal)] == answers:
                return state
        return storing.restore_match(self.host.record, len(answers))
