"""
A routine: one function of a unit, whole, with the points at which it may have to wait.

The points of a routine are its `Suspend` steps, numbered from 1 in the order in which they stand.
A routine that waits leaves a frame: its code, the registers that are still needed (`liveness`), and
the number of the point. It goes on behind that point, with what its `takes` read. `Routine.of_code`
makes one of what an emitter has written: lists are taken off the budget (`charges`), and tests that
were made already are left out (`kinds`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from . import charges, form, kinds
from .form import Body, Step, Value

#: What steps have suspensions, or leave more than the step they stand in.
BREAKING = (form.Suspend, form.Loop, form.Stop, form.Finish)


@dataclass(frozen=True, slots=True)
class Routine:
    """
    A function of a unit, by kind:

    * `code`: a piece of behaviour; given the match and its first registers, it gives whether it has
      to wait. Its end sets the result of the match, where it has one.
    * `word`: a word of the pack that cannot be interrupted; given the match and its registers
      `given`, it gives its results.
    * `function`: a condition or an amount; it gives a value. Its `arguments` are locals by name,
      and "r", the registers as a list.
    * `answer`: what a card answers; given the match, the card and the registers from `given` on.
    """

    name: str
    kind: Literal["code", "word", "function", "answer"]
    body: Body
    size: int = 0  # registers
    number: int = -1  # of the code in its unit
    arguments: tuple[str, ...] = ()
    given: tuple[int, ...] = ()  # of a word or an answer: the registers that it is given
    usual: Value | None = None  # of an answer: what counts where it fails
    asks_on: bool = False  # whether an answer may come to ask cards again

    @property
    def in_list(self) -> bool:
        """Whether its registers are a list that it is given."""
        return "r" in self.arguments

    @classmethod
    def of_code(
        cls,
        name: str,
        kind: Literal["code", "word", "function", "answer"],
        body: Body,
        size: int = 0,
        number: int = -1,
        arguments: tuple[str, ...] = (),
        given: tuple[int, ...] = (),
        usual: Value | None = None,
        asks_on: bool = False,
    ) -> Routine:
        """A routine of these steps, as the passes over it leave them."""
        body = charges.charge_lists(body)
        if "r" not in arguments:
            body = kinds.drop_tests(body)
        return cls(name, kind, body, size, number, arguments, given, usual, asks_on)


def points_of(body: Body) -> list[form.Suspend]:
    """The points of a body at which it may have to wait, in order."""
    found: list[form.Suspend] = []
    _collect_points(body, found)
    return found


def _collect_points(body: Body, found: list[form.Suspend]) -> None:
    for step in body:
        if type(step) is form.Suspend:
            found.append(step)
            continue
        for inner in bodies_of(step):
            _collect_points(inner, found)


def end_with(body: Body, last: Body) -> Body:
    """A body in which `last` comes before each `Finish`."""
    if not last:
        return body
    found: list[Step] = []
    for step in body:
        if type(step) is form.Finish:
            found += last
        match step:
            case form.If(test, then, otherwise):
                step = form.If(test, end_with(then, last), end_with(otherwise, last))
            case form.Switch(of, arms):
                step = form.Switch(of, tuple([end_with(arm, last) for arm in arms]))
            case form.Loop(number, test, inner):
                step = form.Loop(number, test, end_with(inner, last))
        found.append(step)
    return tuple(found)


def bodies_of(step: Step) -> tuple[Body, ...]:
    """The bodies inside a step, in order; not what a suspension takes."""
    match step:
        case form.If(_, then, otherwise):
            return then, otherwise
        case form.Each(body=body) | form.Loop(body=body):
            return (body,)
        case form.Switch(_, arms):
            return arms
    return ()
