"""
Routines as functions of Python, and units of them as a code object.

A piece of code that may have to wait is a function with an entry label, `at`: called with 0 it
begins at its beginning; called with the registers of a frame, and the number of the point at which
it waited, it passes over what came before that point and goes on behind it. What stands before a
point is carried out only where `at` is 0, and so each point costs one look at a local name:

    def d3(m, r0=None, r1=None, at=0):
        if not at:
            r1 = ...
            if m.ask(...):
                m.waiting.append((C3, [r0, None], 1))
                return True
        else:
            at = 0
        r1 = m.result
        return False

Begin with `write_unit`.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable
from types import CodeType

from ...program import form
from ...program.form import Body, Step
from ...program.liveness import Needed, needed_at_points, needed_at_start
from ...program.routine import Routine, bodies_of
from .syntax import (
    AT,
    M,
    Statements,
    assign,
    attribute,
    call,
    choose,
    compare,
    constant,
    if_statement,
    join,
    list_of,
    name,
    negate,
    return_statement,
    tuple_of,
)
from .values import AT_HAND, Writer

ENTRY = name("at")
_FRESH = assign("at", constant(0))


def write_unit(called: str, routines: Iterable[Routine]) -> CodeType:
    """The functions of a unit as a code object, which defines them by their names."""
    functions = [function_of(routine) for routine in routines]
    return compile(ast.Module(functions, []), f"<{called}>", "exec")


def function_of(routine: Routine) -> ast.stmt:
    """A routine as a function."""
    return _KINDS[routine.kind](routine)


def source_of(routine: Routine) -> str:
    """A routine as the text of a function."""
    return ast.unparse(function_of(routine))


def _function_of_code(routine: Routine) -> ast.stmt:
    writer = _CodeWriter(routine)
    lines = [*writer.lines(routine.body), return_statement(constant(False))]
    return _define(routine, writer, lines)


def _plain_function(routine: Routine) -> ast.stmt:
    writer = Writer(routine.size, routine.in_list)
    return _define(routine, writer, writer.body(routine.body))


def _function_of_answer(routine: Routine) -> ast.stmt:
    """
    What silences an answer, what it costs and what becomes of it where it fails is written around
    it.
    """
    assert routine.usual is not None  # noqa: S101 (answers have one)
    writer = Writer(routine.size)
    lines, code = writer.body(routine.body), name(f"C{routine.number}")
    usual, card = writer.value(routine.usual), name(f"r{routine.given[0]}")
    silent = [
        join(ast.And(), attribute(M, of), compare(what, ast.In(), attribute(M, of)))
        for of, what in (("stripped", card), ("muted", code))
    ]
    failed = call(name("without_answer"), M, code, name("error"), usual)
    handler = ast.ExceptHandler(name("Exception"), "error", [return_statement(failed)], **AT)
    last: Statements = []
    if routine.asks_on:
        lines.insert(0, ast.Expr(call(name("begin_answer"), M), **AT))
        asked = ast.Attribute(M, "asked", ast.Store(), **AT)
        last = [ast.AugAssign(asked, ast.Sub(), constant(1), **AT)]
    tried = ast.Try(lines, [handler], [], last, **AT)
    left_out = if_statement(join(ast.Or(), *silent), [return_statement(usual)])
    return _define(routine, writer, [left_out, tried])


_KINDS = {
    "code": _function_of_code,
    "word": _plain_function,
    "function": _plain_function,
    "answer": _function_of_answer,
}


def _define(routine: Routine, writer: Writer, lines: Statements) -> ast.stmt:
    """The function, with the parts of the match that it uses at hand."""
    head = [assign(each, attribute(M, of)) for each, of in AT_HAND.items() if each in writer.used]
    names: tuple[str, ...] = routine.arguments
    usual: list[ast.expr] = []
    if routine.kind == "code":
        names = ("m", *(f"r{n}" for n in range(routine.size)), "at")
        usual = [*[constant(None)] * routine.size, constant(0)]
    elif routine.kind != "function":
        names = ("m", *(f"r{n}" for n in routine.given))
        unset = sorted(needed_at_start(routine.body, routine.size) - {*routine.given})
        head += [assign(f"r{n}", constant(None)) for n in unset]
    taken = [ast.arg(each, **AT) for each in names]
    arguments = ast.arguments([], taken, None, [], [], None, usual)
    return ast.FunctionDef(routine.name, arguments, [*head, *lines], [], None, None, [], **AT)


class _CodeWriter(Writer):
    """Writes a routine that may have to wait."""

    def __init__(self, routine: Routine):
        super().__init__(routine.size)
        self.needed = needed_at_points(routine.body, routine.size)
        self.number = routine.number
        self.point = 0  # the last one that was written
        self.loops: list[int] = []  # those around, the innermost last
        self.left: set[int] = set()  # loops that are left from an inner one

    def lines(self, body: Body) -> Statements:
        """
        The lines of a body. `plain` is what may not be carried out again on the way to a point that
        comes after it.
        """
        found: Statements = []
        plain: Statements = []
        counts = [count_points(step) for step in body]
        for place, step in enumerate(body):
            if not counts[place]:
                plain += self.step(step)
                continue
            last = not any(counts[place + 1 :])
            end = self.point + counts[place]
            if isinstance(step, form.Suspend):
                waits = self.suspend(step)
                found.append(self.pass_over([*plain, *waits], [], last))
                plain = self.body(step.takes)
            elif isinstance(step, form.If) and (ending := _suspends_at_end(step)) is not None:
                before, suspends = ending
                waits = [*self.body(before), *self.suspend(suspends), *self.body(suspends.takes)]
                test, otherwise = self.value(step.test), self.body(step.otherwise)
                plain.append(if_statement(test, waits, otherwise))
                found.append(self.pass_over(plain, self.body(suspends.takes), last))
                plain = []
            else:
                if isinstance(step, form.Switch) and len(step.arms) > 1:
                    plain.append(assign("arm", self.value(step.of)))
                if plain:
                    found.append(if_statement(negate(ENTRY), plain))
                inner = self.compound(step)
                found += inner if last else [if_statement(_up_to(end), inner)]
                plain = []
        return [*found, *plain]

    def pass_over(self, lines: Statements, resumed: Statements, last: bool) -> ast.stmt:
        """What comes up to a point, carried out only on the way from the beginning."""
        goes_on: Statements = [_FRESH, *resumed]
        if not last:
            goes_on = [if_statement(compare(ENTRY, ast.Eq(), constant(self.point)), goes_on)]
        return if_statement(negate(ENTRY), lines, goes_on)

    def suspend(self, step: form.Suspend) -> Statements:
        """A call that may have to wait, and the frame that is left then."""
        needed: Needed = self.needed[self.point]
        self.point += 1
        kept = [name(f"r{n}") if n in needed else constant(None) for n in range(self.size)]
        frame = tuple_of([name(f"C{self.number}"), list_of(kept), constant(self.point)])
        left = ast.Expr(call(attribute(M, "waiting", "append"), frame), **AT)
        return [if_statement(self.value(step.call), [left, return_statement(constant(True))])]

    def compound(self, step: Step) -> Statements:
        """A step with points inside, one of which may be where it goes on."""
        match step:
            case form.If(test, then, otherwise):
                first, second = map(count_points, (then, otherwise))
                asked = self.value(test)
                if not second:
                    asked = join(ast.Or(), ENTRY, asked)
                elif not first:
                    asked = join(ast.And(), negate(ENTRY), asked)
                else:
                    asked = choose(ENTRY, _up_to(self.point + first), asked)
                return [if_statement(asked, self.lines(then), self.lines(otherwise))]
            case form.Switch(_, arms):
                written = []
                for number, arm in enumerate(arms):
                    begin, body = self.point, self.lines(arm)
                    chosen = compare(name("arm"), ast.Eq(), constant(number))
                    if self.point > begin:
                        inside = compare(ENTRY, ast.Gt(), constant(begin))
                        here = join(ast.And(), inside, _up_to(self.point))
                        chosen = choose(ENTRY, here, chosen)
                    else:
                        chosen = join(ast.And(), negate(ENTRY), chosen)
                    written.append((chosen, body))
                chain: Statements = written.pop()[1]
                for chosen, body in reversed(written):
                    chain = [if_statement(chosen, body, chain)]
                return chain
            case form.Loop():
                return self.loop(step)
        raise TypeError(step)

    def loop(self, step: form.Loop) -> Statements:
        """A loop; on the way to a point inside it begins with the rest of a round."""
        around, self.left = self.left, set()
        self.loops.append(step.number)
        head: Statements = []
        if step.test != form.Const(True):
            over = negate(self.value(step.test))
            if count_points(step):
                over = join(ast.And(), negate(ENTRY), over)
            head = [if_statement(over, [ast.Break(**AT)])]
        body = [*head, *self.lines(step.body)]
        self.loops.pop()
        tired: Statements = [ast.Raise(call(name("steps_exceeded")), None, **AT)]
        target = ast.Name("_", ast.Store(), **AT)
        found: ast.stmt = ast.For(
            target, attribute(M, "ticks"), body or [ast.Pass(**AT)], tired, **AT
        )
        before: Statements = []
        after: Statements = []
        for outer in sorted(self.left):
            before.append(assign(f"left{outer}", constant(False)))
            after.append(if_statement(name(f"left{outer}"), [ast.Break(**AT)]))
        self.left = around | (self.left - set(self.loops[-1:]))
        return [*before, found, *after]

    def stop(self, step: form.Stop) -> Statements:
        leave: Statements = [ast.Break(**AT)]
        if step.number != self.loops[-1]:
            self.left.add(step.number)
            leave.insert(0, assign(f"left{step.number}", constant(True)))
        return leave

    def step(self, step: Step) -> Statements:
        """A step without points inside."""
        match step:
            case form.Stop():
                return self.stop(step)
            case form.Finish():
                return [return_statement(constant(False))]
            case form.Loop():
                return self.loop(step)
        return super().step(step)


def count_points(of: Step | Body) -> int:
    """How many points there are in a step or body."""
    if isinstance(of, form.Suspend):
        return 1
    inner = of if isinstance(of, tuple) else bodies_of(of)
    return sum([count_points(each) for each in inner])


def _suspends_at_end(step: form.If) -> tuple[Body, form.Suspend] | None:
    """What stands before the only suspension in a condition, where it is the last thing there."""
    match step:
        case form.If(_, (*before, form.Suspend() as suspends), otherwise):
            if not count_points(tuple(before)) and not count_points(otherwise):
                return tuple(before), suspends
    return None


def _up_to(point: int) -> ast.expr:
    """Whether it goes on at this point, one before it, or at the beginning."""
    return compare(ENTRY, ast.LtE(), constant(point))
