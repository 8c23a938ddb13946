"""
The machine: runs the top frame of a match until somebody has to choose, or nothing is left to do.

A piece of compiled code is a function of Python with its registers as local names, and so is what
it calls; it returns whether it has to wait. Only where it has to, a frame is made of it, and of
each that called it, the innermost first: they are put into `waiting`, and come onto the stack where
code is reached that was not called by other code (`run`, `Frames.run_framed`). So Python's stack is
empty at every choice. When it is the turn of a frame, the function is called with its registers and
the point at which it waited (`at`), and goes on behind that; where it has to wait again, its frame
is what it leaves then.

A few codes are the engine's own (`Code.engine`): their registers are read and changed by others
while they run. They return the point at which they wait, or DONE.

What a piece of code gives, an event came to or a player chose is in `result` when whoever waited
for it goes on.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ..ground.errors import BudgetExceeded, RuleError
from .code import Code, Frame
from .contract import kernel
from .parts import Parts
from .state import KIND, Family, Value

DONE = -1
MAX_STEPS = 200_000  # steps in one action; the longest sensible action takes a few hundred
MAX_DEPTH = 300
MAX_NESTED = 30  # pieces of code that were started inside each other, as functions of Python
MAX_ITEMS = 20_000  # of one list, range or loop
MAX_OPTIONS = 1_000  # of one choice
MAX_RESULTS = 1_000  # of one doable whose id holds a reference
MAX_LASTING = 5_000  # triggers and modifiers of a match
MAX_CREATED = 2_000  # rows of a match for cards that were not dealt
NOTE = 20  # what a line of the log costs
MAKE = 50  # what a new card costs
# How far numbers go, and as much below zero: what an operation gives is exact, or bound to that. A
# sum of two or three is far from the ends of 64 bits, in which numbers are stored.
MOST = (1 << 61) - 1


def run(m: Parts) -> None:
    """
    Run until a choice is pending or the stack is empty. Raises `BudgetExceeded` for what never
    ends.
    """
    stack = m.stack
    m.ticks = ticks = iter(range(MAX_STEPS))
    waiting: list[Frame] = []
    m.waiting = waiting
    m.work, m.depth = m.WORK, 0
    while stack:
        top = len(stack) - 1
        code, registers, at = stack[top]
        if next(ticks, None) is None:
            raise steps_exceeded()
        if code.engine is not None:
            at = code.engine(m, registers, at)
        elif code.direct(m, *registers, at):  # type: ignore[misc]  # it has one of both
            _, registers[:], at = waiting.pop()  # its own frame
        else:
            at = DONE
        if m.standings is not None:
            stack.clear()
        elif at == DONE:
            stack.pop()
        else:
            stack[top] = (code, registers, at)
            while waiting:  # what it has called, and below what that has pushed
                stack.insert(top + 1, waiting.pop(0))
            if m.choices:
                return


def start_code(code: Code, m: Parts, *given: Value) -> bool:
    """
    Carry out a piece of code that is given its first registers. Counts as one step and one level of
    depth. Returns True if it has to wait.
    """
    depth, direct = m.depth, code.direct
    if depth >= MAX_NESTED:
        return m.push_frame(code, given)
    if direct is None:
        return m.run_framed((code, code.make_registers(given), 0))
    if next(m.ticks, None) is None:
        raise steps_exceeded()
    m.depth = depth + 1
    waits = direct(m, *given)
    m.depth = depth
    return waits


def call_as_step(run: Callable[..., Any], m: Parts, *given: Value) -> Any:
    """What a word gives that cannot be interrupted; that it is carried out is a step."""
    if next(m.ticks, None) is None:
        raise steps_exceeded()
    return run(m, *given)


@kernel()
def steps_exceeded() -> BudgetExceeded:
    """An action has taken more steps than one may: calls, frames and rounds of loops."""
    return BudgetExceeded(f"one action took more than {MAX_STEPS} steps")


@kernel()
def clamp_number(number: int) -> int:
    """What an operation gives, as far as numbers go."""
    return number if -MOST <= number <= MOST else MOST if number > 0 else -MOST


@kernel()
def with_result(pairs: Family | None, key: Value, value: Value) -> Family:
    """The results of a doable whose id holds a reference, with another one."""
    if pairs is None:
        return ((key, value),)
    if len(pairs) >= MAX_RESULTS:
        raise BudgetExceeded(f"more than {MAX_RESULTS} results with one id")
    return (*pairs, (key, value))


@kernel()
def player_field(v: list[int], base: int, players: int, entity: int) -> int:
    """A field of players of an entity that may be a card, which reads 0."""
    return v[base + entity] if entity <= players else 0


@kernel()
def card_field(
    v: list[int], d: Mapping[int, Sequence[int]], base: int, having: tuple[int, ...], entity: int
) -> int:
    """A field of cards of these kinds; other entities read 0."""
    return v[base + entity] if d[v[entity]][KIND] in having else 0


@kernel()
def result_of_family(pairs: Family | None, key: Value) -> Any:
    """
    One result of a doable whose id holds a reference (`dc{loop1.index}`); the newest of that key.
    """
    for known, value in reversed(pairs or ()):
        if known == key:
            return value
    raise LookupError(f"no result has the key {key}")


@kernel()
def group_answers(
    answers: Sequence[tuple[int, tuple[int, int] | None]], words: tuple[int, ...]
) -> tuple[tuple[int, tuple[int, int]], ...]:
    """
    What several players took of a menu: by player the word of the option, a symbol, and what it is
    about; 0 and nothing of who had no option.
    """
    return tuple(
        [(player, (words[took[0]], took[1]) if took else (0, 0)) for player, took in answers]
    )


@kernel()
def known_entity(m: Parts, entity: int) -> int:
    """
    What is used as a player or card.

    :raises RuleError: there is no such entity in this match.
    """
    if 0 <= entity <= m.program.layout.players or m.is_card(entity):
        return entity
    raise RuleError(f"{entity} is no player and no card of this match")


@kernel()
def known_player(m: Parts, player: int) -> int:
    """
    What is used as a player.

    :raises RuleError: it is none.
    """
    if 0 <= player <= m.program.layout.players:
        return player
    raise RuleError(f"{m.card_id(player) or player} is no player")


@kernel()
def kind_of(m: Parts, entity: int, of_player: int, of_match: int) -> int:
    """The kind of an entity, as a symbol; those of players and the match are given."""
    if known_entity(m, entity) > m.program.layout.players:
        return m.printed[m.state[entity]][KIND]
    return of_player if entity else of_match


@kernel()
def kept_answer(m: Parts, key: Value) -> Any:
    """What was answered to this before, while the innermost `keepAnswers` lasts; else None."""
    return next((value for known, value in m.keeping or () if known == key), None)


@kernel(writes=True)
def keep_answer(m: Parts, key: Value, answer: Value) -> None:
    """Keep an answer; that there was nothing to choose from is none."""
    if m.keeping is not None and answer and kept_answer(m, key) is None:
        m.keeping = with_result(m.keeping, key, answer)


@kernel()
def first_of(items: Sequence[int] | None) -> int:
    """The first of several, or nothing."""
    return items[0] if items else 0


@kernel()
def last_of(items: Sequence[int] | None) -> int:
    """The last of several, or nothing."""
    return items[-1] if items else 0


@kernel(spent=True)
def entity_list(entity: int) -> tuple[int, ...]:
    """An entity as a list; nothing is the empty list."""
    return (entity,) if entity else ()


@kernel()
def top_of(items: Sequence[int], count: int) -> Sequence[int]:
    """The top of a pile: its last `count`, the top one first."""
    return items[: -count - 1 : -1] if count > 0 else ()
