"""
The program form: what its passes leave out, and how a routine waits and goes on.

A routine is made Python here and called with a match that is none: `Played` notes what is called.
"""

from __future__ import annotations

from typing import Any

import pytest

from rules.backends.python.writer import source_of
from rules.program import form
from rules.program.charges import charge_lists
from rules.program.form import (
    MATCH,
    PLAYER,
    Assign,
    CardField,
    Cell,
    Charge,
    Const,
    Guard,
    Local,
    Loop,
    Register,
    Return,
    Spend,
    Stop,
    Suspend,
    Switch,
)
from rules.program.kinds import drop_tests
from rules.program.liveness import needed_at_points
from rules.program.notation import code, lines
from rules.program.routine import Routine
from rules.program.types import TypesOf
from rules.program.values import as_entity_list, call, charge, if_step

# -- what is gone through --------------------------------------------------------------------------


@pytest.mark.parametrize("few", [as_entity_list(Local("e")), code("(1, 2)")])
def test_few_things_are_not_taken_off_the_budget(few):
    assert charge(few) is few


@pytest.mark.parametrize(
    "many", ["z[4] if e <= 4 else ()", "z[4]", "sorted(z[4], key=lambda e: e)"]
)
def test_a_list_of_any_length_is_also_where_it_may_be_empty(many):
    assert charge(code(many)) == Spend(code(many))


@pytest.mark.parametrize(
    ("line", "charged"),
    [("len(z[1]) + len(m.spend(z[3]))", True), ("m.roll(7) + len(m.spend(z[3]))", False)],
)
def test_a_list_is_taken_off_before_its_step_unless_something_happens_in_that(line, charged):
    steps = charge_lists((Assign(Local("x"), code(line)),))
    assert any(isinstance(step, Charge) for step in steps) is charged
    if not charged:
        assert steps == (Assign(Local("x"), code(line)),)


# -- what is known ---------------------------------------------------------------------------------

GUARD = Guard(Register(5), "health", 2, 10, 8)
READ = Assign(Local("x"), CardField(Register(5), 3, (2, 4)))


@pytest.mark.parametrize(
    ("between", "known"),
    [
        ("x = 1", True),
        ("x = m.number_range(1, 2)", True),
        ("x = m.fire(1, (), 0)", False),
        ("R = 7", False),
    ],
)
def test_what_is_known_of_an_entity_is_known_until_something_may_change_it(between, known):
    steps = drop_tests((GUARD, *lines(between, R=Register(5)), GUARD))
    assert (steps.count(GUARD) == 1) is known


@pytest.mark.parametrize("kind", [2, PLAYER])
def test_what_is_known_of_a_card_is_not_known_behind_a_choice(kind):
    guard = Guard(Register(5), "health", kind, 10, 8)
    steps = drop_tests((guard, Suspend(call("m.ask", 1)), guard))
    assert steps.count(guard) == (1 if kind == PLAYER else 2)


def test_a_field_of_what_is_known_to_have_it_is_read_as_it_is():
    assert drop_tests((GUARD, READ))[1] == Assign(Local("x"), Cell(Register(5), 3))
    assert drop_tests((READ, GUARD))[0] == READ


def test_on_two_ways_is_known_what_is_known_on_both():
    either = if_step(Register(1), [GUARD], [GUARD])
    assert drop_tests((either, GUARD)) == (either,)
    one = if_step(Register(1), [GUARD])
    assert drop_tests((one, GUARD)) == (one, GUARD)


# -- waiting ---------------------------------------------------------------------------------------


class Played:
    """What a routine calls: `ask` waits where that is said, `roll` is noted."""

    def __init__(self, waits: set[int]) -> None:
        self.waits, self.notes = waits, []
        self.waiting: list[Any] = []
        self.ticks = iter(range(100))
        self.result: Any = None

    def ask(self, number: int) -> bool:
        self.notes.append(f"ask {number}")
        self.result = number
        return number in self.waits

    def roll(self, number: int) -> None:
        self.notes.append(number)


def run(body: tuple[form.Step, ...], waits: set[int], size: int = 6) -> list[Any]:
    """What a routine notes that waits at some of its questions, and goes on at once."""
    routine = Routine.of_code("d0", "code", body, size, 0)
    scope: dict[str, Any] = {"C0": "code", "steps_exceeded": RuntimeError}
    exec(source_of(routine), scope)  # noqa: S102 (made of nodes)
    m = Played(waits)
    waiting = scope["d0"](m)
    while waiting:
        (frame,) = m.waiting
        m.waiting.clear()
        assert len(frame[1]) == size
        m.notes.append("-")
        waiting = scope["d0"](m, *frame[1], at=frame[2])
    return m.notes


def note(number: form.Value | int) -> form.Step:
    return form.Evaluate(call("m.roll", number))


def ask(number: form.Value | int, into: int = 5) -> form.Step:
    return Suspend(call("m.ask", number), (Assign(Register(into), form.RESULT),))


def add(register: int, number: int) -> form.Step:
    return Assign(Register(register), form.Arithmetic("+", Register(register), Const(number)))


INDEX = Register(4)
ROUNDS = (
    Assign(INDEX, Const(0)),
    Loop(
        7,
        code("I < 3", I=INDEX),
        (
            add(4, 1),
            note(INDEX),
            if_step(code("I == 2", I=INDEX), [ask(1), note(10)], [note(20), ask(2)]),
            note(Register(5)),
        ),
    ),
    note(30),
)
NESTED = (
    Assign(INDEX, Const(0)),
    Loop(7, Const(True), (
        add(4, 1), ask(3),
        Loop(8, Const(True), (
            ask(1), note(INDEX),
            if_step(code("I == 2", I=INDEX), [note(50), Stop(7)]),
            Stop(8),
        )),
        note(60),
    )),
    note(70), ask(4), note(80),
)  # fmt: skip
ARMS = (
    Assign(Register(4), Const(1)),
    Switch(Register(4), ((note(1), ask(1)), (note(2), ask(2), note(3), ask(3)), (note(4),))),
    note(5),
    if_step(Register(4), [note(6)], [ask(4)]),
    if_step(code("not R", R=Register(4)), [], [note(7), ask(1), note(8)]),
    note(9),
)


@pytest.mark.parametrize("body", [ROUNDS, NESTED, ARMS])
@pytest.mark.parametrize("waits", [{1}, {2}, {3}, {4}, {1, 2, 3, 4}])
def test_a_routine_that_waits_does_what_it_does_without(body, waits):
    notes = run(body, waits)
    assert [each for each in notes if each != "-"] == run(body, set())
    assert notes.count("-") == sum(notes.count(f"ask {each}") for each in waits)


def test_a_routine_keeps_the_registers_that_it_still_needs():
    body = (ask(1, 4), note(Register(3)), ask(2, 5), note(Register(4)), note(Register(5)))
    assert needed_at_points(body, 6) == [{3}, {4}]


def test_a_loop_needs_what_its_next_round_reads():
    assert needed_at_points(ROUNDS, 6) == [{4}, {4}]


# -- types -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "type"),
    [
        ("v[R + 3] + 1", "number"),
        ("R == 3", "truth"),
        ("z[3]", "list"),
        ("[e for e in z[3] if e > 2]", "list"),
        ("(1, 'a')", "several"),
        ("m.players_from(0)", "list"),
        ("has_room(m, z[3], 4)", "truth"),
        ("None", "nothing"),
        ("S", "list"),
    ],
)
def test_what_is_of_which_type_follows_from_what_it_is_made_of(value, type):
    made = Assign(Register(5), code("m.spend(z[2])"))
    routine = Routine.of_code("d0", "code", (made, form.Finish()), 6, 0)
    assert TypesOf(routine).type_of(code(value, R=Register(0), S=Register(5))) == type


def test_a_routine_is_shown_as_python():
    routine = Routine.of_code("f1", "function", (Return(call("room", MATCH, 3)),), arguments=("m",))
    assert source_of(routine) == "def f1(m):\n    return room(m, 3)"
