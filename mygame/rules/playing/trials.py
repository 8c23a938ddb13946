"""
Options tried out in Python, for `preview`: on clones in which what the seat cannot see is dealt
anew. `native_trials` does the same in the native machine.

Begin with `Trials`.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, NamedTuple, Protocol

from ..ground.errors import BudgetExceeded
from ..running.choices import Choice, chooser_sort
from ..running.code import REGISTERS, codes_running_at
from ..running.match import Match
from ..running.program import Watched
from ..running.state import Context, Registers
from .bots.hidden import redeal

WORK = 20_000  # things that one try goes through; see `Match.spend`
WIDTH = 24  # options of a choice on the way; with more of them nothing is told
LEAVES = 60  # outcomes of one option in one deal
EVENTS = 32  # between two looks at the clock
PATIENCE = 60  # answers of others on the way to one outcome
DEALS = (1, 2, 3, 4)  # seeds; the first is enough where nothing looks at a hidden card
LOW, HIGH = 1, 2  # how dice fall, and others decide

Happened = dict[tuple[str, int], tuple[int, int, int]]
_Tally = dict[tuple[str, int], int]  # (fact, to whom) -> how much


class Tried(NamedTuple):
    """
    What came of an option in one deal. `happened`: by fact and to whom the least and the most, and
    in how many of the outcomes (`leaves`) it did; None where there is too much to try. `chance`:
    there were dice, or decisions of others. `leads`: what was asked first, if cards or players.
    """

    happened: Happened | None
    leaves: int
    chance: bool
    leads: tuple[int, ...]


class Trials(Protocol):
    """The options of one choice, tried one after the other."""

    def try_option(self, pick: int, deal: int, luck: int, until_asked: bool = False) -> Tried:
        """
        What comes of an option in one of `DEALS`; with `until_asked` only what is asked first is
        wanted.

        :raises Exception: something fails.
        """

    def begin_option(self) -> None:
        """Another option is tried now."""

    @property
    def depends_on_hidden(self) -> bool:
        """Whether what came of this option so far may be otherwise in another deal."""

    def leave_out(self, error: Exception) -> bool:
        """
        Go on without the card's code that has failed; False where it is none, or waited.

        :raises Exception: the error; they cannot.
        """


def flow_depth(match: Match) -> int:
    """The stack at which the flow asks; a word that returns what was chosen asks for its caller."""
    depth = len(match.stack)
    while depth > 1:
        caller, _, at = match.stack[depth - 2]
        if at not in caller.taking_result:
            break
        depth -= 1
    return depth


class Deadline:
    """
    The end of some seconds of this thread's processor time. To ask for that takes long, so the wall
    clock is asked first: as long as it has not got there, the processor's has not.
    """

    def __init__(self, seconds: float):
        self.wall, self.processor = time.monotonic() + seconds, time.thread_time() + seconds

    def has_passed(self) -> bool:
        """Whether it has come."""
        return time.monotonic() > self.wall and time.thread_time() > self.processor


class _Over(Exception):
    """The action has ended."""


class _Unknown(Exception):
    """There is too much to try."""


class _Tried(Match):
    """A match in which something is tried: who runs it hears what is asked, if asked or not."""

    __slots__ = ()
    WORK = WORK

    def ask(self, player: int, prompt: str, pool: Any, kind: str, least: int, *rest: Any) -> bool:
        if least and (note := getattr(self.trace, "note_pool", None)):
            note(player, pool, kind)
        return super().ask(player, prompt, pool, kind, least, *rest)


class _Low(_Tried):
    """A match whose dice show 1, and whose chance takes the first; that uses up chance as usual."""

    __slots__ = ()

    def random(self, below: int) -> int:
        super().random(below)
        return 0

    def roll(self, sides: int) -> int:
        return self.random(sides) + 1

    def sample(self, pool: Sequence[int], amount: int, seed: int | None = None) -> tuple[int, ...]:
        found = super().sample(pool, amount, seed)
        return tuple(pool)[: max(amount, 0)] if seed is None else found


class _High(_Tried):
    """A match whose dice all show their most, and whose chance takes the last of several."""

    __slots__ = ()

    def random(self, below: int) -> int:
        super().random(below)
        return below - 1

    def roll(self, sides: int) -> int:
        return self.random(sides) + 1

    def sample(self, pool: Sequence[int], amount: int, seed: int | None = None) -> tuple[int, ...]:
        found = super().sample(pool, amount, seed)
        return tuple(reversed(pool))[: max(amount, 0)] if seed is None else found


class _Looks:
    """Whether anything has looked at hidden cards."""

    noted = False


def _noting(name: str) -> Callable[..., Any]:
    """A method of tuples that looks at what is in them."""
    method = getattr(tuple, name)

    def look(self: _FaceDown, *args: Any) -> Any:
        self.looks.noted = True
        return method(self, *args)

    return look


class _FaceDown(tuple[int, ...]):
    """The cards of a zone that one does not see; how many there are is no secret."""

    looks: _Looks

    __iter__, __getitem__ = _noting("__iter__"), _noting("__getitem__")
    __contains__, __hash__ = _noting("__contains__"), _noting("__hash__")
    __eq__, __ne__ = _noting("__eq__"), _noting("__ne__")
    __add__, __mul__, __rmul__ = _noting("__add__"), _noting("__mul__"), _noting("__rmul__")
    index, count = _noting("index"), _noting("count")

    def __radd__(self, other: tuple[int, ...]) -> tuple[int, ...]:
        return (*other, *self)


LUCK: dict[int, type[Match]] = {LOW: _Low, HIGH: _High}


class PythonTrials:
    """`Trials` of a match as it stands."""

    def __init__(self, match: Match, seat: int, deadline: Deadline):
        self.match, self.seat, self.deadline = match, seat, deadline
        self.depth = flow_depth(match)
        self.deals: dict[int, Match] = {}
        self.muted = frozenset[object]()  # what fails of cards
        self.looks = _Looks()
        self.holds_hidden = False  # whether what waits has hidden cards in hand

    def begin_option(self) -> None:
        self.looks.noted = False

    @property
    def depends_on_hidden(self) -> bool:
        return self.looks.noted or self.holds_hidden

    def try_option(self, pick: int, deal: int, luck: int, until_asked: bool = False) -> Tried:
        trial = _Trial(self.seat, self.depth, LUCK[luck], self.deadline, until_asked)
        try:
            trial.try_answer(self.deal_world(deal).clone(), (pick,), {})
        except (_Unknown, BudgetExceeded):  # a try has less of a budget than an answer
            return Tried(None, 0, False, trial.leads)
        return Tried(trial.happened, trial.leaves, trial.chance, trial.leads)

    def leave_out(self, error: Exception) -> bool:
        code = next((code for code in codes_running_at(error) if code.card is not None), None)
        if code is None or code in self.muted:
            return False
        self.muted |= {code}
        for dealt in self.deals.values():
            dealt.muted = self.muted
        return True

    def deal_world(self, seed: int) -> Match:
        """The match as the seat may think it is."""
        if seed not in self.deals:
            dealt = self.deals[seed] = redeal(self.match, self.seat, Random(seed))
            self.holds_hidden |= dealt.stack != self.match.stack
            dealt.muted = self.muted
            for zone in self.match.program.layout.hidden_from(self.seat):
                dealt.zones[zone] = self.note_looks_at(dealt.zones[zone])
            # Who goes through all of them sees what lies where.
            dealt.cards = self.note_looks_at(dealt.cards)
        return self.deals[seed]

    def note_looks_at(self, cards: tuple[int, ...]) -> _FaceDown:
        """These cards, which note who looks at them."""
        noting = _FaceDown(cards)
        noting.looks = self.looks
        return noting


@dataclass(slots=True)
class _Trial:
    """All outcomes of one option in one deal."""

    seat: int
    depth: int  # of the stack where the flow asks: it goes on from there when the action is over
    luck: type[Match]
    deadline: Deadline
    until_asked: bool
    # See `Tried`.
    happened: Happened = field(default_factory=dict)
    leaves: int = 0
    chance: bool = False
    leads: tuple[int, ...] = ()
    has_asked: bool = False

    def try_answer(self, trial: Match, picks: tuple[int, ...], tally: _Tally) -> None:
        """Try an answer of the seat on a match of its own, and all it may answer afterwards."""
        if self.leaves >= LEAVES or self.deadline.has_passed():
            raise _Unknown
        rng = trial.rng
        trial.__class__ = self.luck
        flow = trial.stack[self.depth - 1][REGISTERS]
        trial.trace = self.tally_trace(trial, flow, tally)
        try:
            trial.answer_unchecked(self.seat, picks)
            choice = self.run_to_choice(trial, flow)
        except _Over:
            choice = None
        self.chance |= trial.rng != rng
        if choice is None:
            self.end_leaf(tally)
            return
        *others, last = answers_to_try(choice)
        for answer in others:
            self.try_answer(trial.clone(), answer, tally.copy())
        self.try_answer(trial, last, tally)

    def end_leaf(self, tally: _Tally) -> None:
        """Add what has happened on the way to an outcome."""
        self.leaves += 1
        for key, amount in tally.items():
            low, high, heard = self.happened.get(key, (amount, amount, 0))
            self.happened[key] = min(low, amount), max(high, amount), heard + 1

    def run_to_choice(self, trial: Match, flow: Registers) -> Choice | None:
        """Run to the next choice of the seat in this action; None where the action is over."""
        for _ in range(PATIENCE):
            if trial.is_over or self.has_left_flow(trial, flow):
                return None
            choice = trial.choices[0]
            mine = choice.seat == self.seat
            acting = any(code.card is not None for code, *_ in trial.stack[self.depth :])
            if not acting and (choice.words is not None or not mine):
                return None  # the flow offers its next menu, or asks the next player
            if mine:
                return choice
            self.chance = True
            last = (len(choice.options) - 1,) if choice.maximum == 1 else choice.default
            trial.answer_unchecked(choice.seat, choice.default if self.luck is _Low else last)
        raise _Unknown

    def has_left_flow(self, trial: Match, flow: Registers) -> bool:
        """Whether the flow has gone on from where it asked."""
        return len(trial.stack) < self.depth or trial.stack[self.depth - 1][REGISTERS] is not flow

    def tally_trace(self, trial: Match, flow: Registers, tally: _Tally) -> Callable[..., None]:
        """A `trace` that adds up what happens."""
        player, place, stack = self.seat + 1, self.depth - 1, trial.stack
        watched: dict[int, tuple[Watched, ...]] = trial.program.preview
        heard = 0

        def has_left_flow() -> bool:
            return len(stack) <= place or stack[place][REGISTERS] is not flow

        def trace(key: int, context: Context, subject: int, *_: Any) -> None:
            nonlocal heard
            if has_left_flow():
                raise _Over
            heard += 1
            if not heard % EVENTS and self.deadline.has_passed():
                raise _Unknown
            for fact in watched.get(key & ~1, ()):
                if fact.by is not None and context[fact.by] != player:
                    continue
                after = not key & 1
                if fact.amount is not None:  # heard before and then prevented, it is 0
                    amount = context[fact.amount] if after else 0
                    tally[fact.name, subject] = tally.get((fact.name, subject), 0) + amount
                elif after:
                    tally[fact.name, subject] = 1

        def note_pool(player_asked: int, pool: Sequence[int], kind: str) -> None:
            if player_asked == player and not has_left_flow():
                self.note_pool(pool, kind)

        if not self.has_asked:
            vars(trace)["note_pool"] = note_pool
        return trace

    def note_pool(self, pool: Sequence[int], kind: str) -> None:
        """The seat is asked, or would be if there were more to choose from than must be."""
        if not self.has_asked and chooser_sort(kind) in ("card", "player"):
            self.has_asked, self.leads = True, tuple(pool)
            if self.until_asked:
                raise _Over


def answers_to_try(choice: Choice) -> Iterator[tuple[int, ...]]:
    """The answers to try: each option; of several the default, the fewest and the most."""
    if len(choice.options) > WIDTH:
        raise _Unknown
    if choice.maximum == 1:
        if choice.minimum == 0:
            yield ()
        yield from ((pick,) for pick in range(len(choice.options)))
    else:
        fewest, most = (tuple(range(count)) for count in (choice.minimum, choice.maximum))
        yield from dict.fromkeys((choice.default, fewest, most))
