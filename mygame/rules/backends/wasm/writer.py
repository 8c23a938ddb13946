"""
Routines of a unit as one module of WebAssembly: what the kernel calls by number, and by the table.

Each routine is a function with a slot in the table, in the order in which they stand. A piece of
code that may have to wait is called with the address of what it is given, how many values that are,
and `at`: 0 at its beginning, else the point at which it waited; then what it is given are its
registers. It passes over what came before that point and goes on behind it, as in
`backends.python.writer`. Where it has to wait it leaves a frame (`wait_for`) and returns 1.

Begin with `write_unit`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ...program import form
from ...program.form import Body, Step, Value
from ...program.liveness import needed_at_points, needed_at_start
from ...program.routine import Routine, bodies_of
from .functions import NONE, ROUTINE, WORD_CALL, UnitModule
from .host import SLOTS, Unit
from .instructions import I32, I64, Access, Code, Label, Op
from .layout import WORD
from .module import Function, Type
from .values import Writer


def write_unit(name: str, routines: Sequence[Routine], functions: Mapping[str, Type]) -> Unit:
    """
    The module of a unit, for a kernel with these functions.

    :raises NotNative: the unit uses what only the other machine can do.
    """
    unit = UnitModule(name, functions)
    names = unit.names = tuple([routine.name for routine in routines])
    made = [_KINDS[routine.kind](unit, routine) for routine in routines]
    unit.module.elements(unit.module.import_global(SLOTS, name), made)
    return Unit(unit.module, names, tuple(unit.numbers))


def _function_of_code(unit: UnitModule, routine: Routine) -> Function:
    function = unit.module.function(*ROUTINE)
    writer = _CodeWriter(unit, routine, function)
    code = function.code
    with code.block(I32) as writer.out:
        writer.lines(routine.body)
        code.const32(0)
    writer.epilogue()
    code.prepend(writer.prologue())
    return function


def _function_of_word(unit: UnitModule, routine: Routine) -> Function:
    function = unit.module.function(*WORD_CALL)
    writer = _WordWriter(unit, routine, function)
    _write_plain(writer, routine)
    return function


def _plain_function(unit: UnitModule, routine: Routine) -> Function:
    types = [I32 if each in ("m", "r") else I64 for each in routine.arguments]
    function = unit.module.function(types, (I64,))
    writer = _ReturningWriter(unit, routine, function.code)
    for number, (argument, type_) in enumerate(zip(routine.arguments, types, strict=True)):
        if argument == "r":
            writer.array = number
        elif type_ == I64:
            writer.locals[argument] = number
    _write_plain(writer, routine)
    return function


def _function_of_answer(unit: UnitModule, routine: Routine) -> Function:
    """Of the match, the card, and what is given, as an address and a count."""
    function = unit.module.function((I32, I64, I32, I32), (I64,))
    writer = _AnswerWriter(unit, routine, function.code)
    assert routine.usual is not None  # noqa: S101 (answers have one)
    code, asks_on, opened = function.code, int(routine.asks_on), function.code.local(I32)
    code.get(writer.match)
    code.get(1)
    writer.own(f"C{routine.number}")
    code.const32(asks_on)
    writer.call_kernel("open_answer")
    code.tee(opened)
    code.const32(0)
    code.op(Op.I32_LT_S)
    with code.if_(I64):
        writer.value(routine.usual)
        code.else_()
        with code.block(I64) as writer.out:
            writer.body(routine.body)
            code.const(NONE)
        code.get(writer.match)
        code.get(opened)
        code.const32(asks_on)
        writer.call_kernel("close_answer")
    writer.epilogue()
    code.prepend(writer.prologue())
    return function


_KINDS = {
    "code": _function_of_code,
    "word": _function_of_word,
    "function": _plain_function,
    "answer": _function_of_answer,
}


class _ReturningWriter(Writer):
    """Writes a function that gives a value."""

    out: Label

    def return_step(self, step: form.Return) -> None:
        self.value(step.value)
        self.code.br(self.out)


def _write_plain(writer: _ReturningWriter, routine: Routine) -> None:
    with writer.code.block(I64) as writer.out:
        writer.body(routine.body)
        writer.code.const(NONE)
    writer.epilogue()
    writer.code.prepend(writer.prologue())


class _WordWriter(_ReturningWriter):
    """Writes a word that cannot wait: its registers are locals."""

    def __init__(self, unit: UnitModule, routine: Routine, function: Function):
        super().__init__(unit, routine, function.code)
        self.registers = {number: self.code.local() for number in range(routine.size)}

    def prologue(self) -> Code:
        code = super().prologue()
        load_registers(code, self.registers)
        return code


class _AnswerWriter(_ReturningWriter):
    """Writes what a card answers: its first register is the card."""

    def __init__(self, unit: UnitModule, routine: Routine, code: Code):
        super().__init__(unit, routine, code)
        card, *self.given = routine.given
        unset = needed_at_start(routine.body, routine.size) - {*routine.given}
        self.unset = {number: code.local() for number in sorted(unset)}
        self.registers = {card: 1} | {each: code.local() for each in self.given} | self.unset

    def prologue(self) -> Code:
        code = super().prologue()
        for local in self.unset.values():
            code.const(NONE)
            code.set(local)
        for at, number in enumerate(self.given):
            code.get(2)
            code.access(Access.I64_LOAD, WORD * at)
            code.set(self.registers[number])
        return code


class _CodeWriter(Writer):
    """Writes a routine that may have to wait."""

    out: Label

    def __init__(self, unit: UnitModule, routine: Routine, function: Function):
        super().__init__(unit, routine, function.code)
        self.registers = {number: self.code.local() for number in range(routine.size)}
        self.needed = needed_at_points(routine.body, routine.size)
        self.point = 0  # the last one that was written
        self.loops: dict[int, Label] = {}  # where loops are left

    def prologue(self) -> Code:
        code = super().prologue()
        load_registers(code, self.registers)
        return code

    # -- ways on -----------------------------------------------------------------------------------

    def begins(self) -> None:
        """Push whether it is on the way from the beginning, or has arrived where it goes on."""
        self.code.get(AT)
        self.code.op(Op.I32_EQZ)

    def lines(self, body: Body) -> None:
        """Steps, some of which may have to wait: see `backends.python.writer`."""
        counts = [count_points(step) for step in body]
        plain: list[Step] = []
        for step, count in zip(body, counts, strict=True):
            if not count:
                plain.append(step)
                continue
            self.pass_over(tuple(plain))
            plain = []
            if isinstance(step, form.Suspend):
                self.suspend(step)
            else:
                self.code.get(AT)  # unless it goes on at a point behind all of this
                self.code.const32(self.point + count)
                self.code.op(Op.I32_LE_S)
                with self.code.if_():
                    self.compound(step)
        self.pass_over(tuple(plain))

    def pass_over(self, body: Body) -> None:
        """Steps that are not carried out on the way to a point."""
        if body:
            self.begins()
            with self.code.if_():
                self.body(body)

    def suspend(self, step: form.Suspend) -> None:
        """A call that may have to wait, the frame that is left then, and what follows."""
        code, needed = self.code, self.needed[self.point]
        self.point += 1
        self.begins()
        with code.if_():
            self.test(step.call)
            with code.if_():
                size = self.routine.size
                kept = [form.Register(n) if n in needed else form.NOTHING for n in range(size)]
                code.get(self.match)
                self.own(f"C{self.routine.number}")
                self.value(form.Group(tuple(kept)))
                code.const32(self.point)
                self.call_kernel("wait_for")
                code.const32(1)
                code.br(self.out)
            code.else_()
            code.get(AT)
            code.const32(self.point)
            code.op(Op.I32_EQ)
            with code.if_():
                code.const32(0)
                code.set(AT)
        self.pass_over(step.takes)

    def inside(self, first: int, last: int) -> None:
        """Push whether the point at which it goes on is one of these."""
        self.code.get(AT)
        self.code.const32(first)
        self.code.op(Op.I32_GE_S)
        self.code.get(AT)
        self.code.const32(last)
        self.code.op(Op.I32_LE_S, Op.I32_AND)

    def chosen(self, test: Value, body: Body) -> None:
        """Push whether a body comes next: by a test, or for the point it goes on at is in it."""
        first = self.point + 1
        self.begins()
        with self.code.if_(I32):
            self.test(test)
            self.code.else_()
            self.inside(first, self.point + count_points(body))

    def compound(self, step: Step) -> None:
        """A step with points inside, one of which may be where it goes on."""
        match step:
            case form.If(test, then, otherwise):
                self.chosen(test, then)
                with self.code.if_():
                    self.lines(then)
                    self.code.else_()
                    self.lines(otherwise)
            case form.Switch(of, arms):
                arm = form.Local(f"arm {self.point}")
                self.pass_over((form.Assign(arm, of),))
                self.types.locals[arm.name] = "number"
                self.arms(arm, arms, self.chosen, self.lines)
            case form.Loop():
                self.loop(step)
            case _:
                raise TypeError(step)

    def loop(self, step: form.Loop) -> None:
        """A loop; on the way to a point inside it begins with the rest of a round."""
        code = self.code
        with code.block() as left, code.loop() as again:
            self.loops[step.number] = left
            self.count_step()
            if step.test != form.Const(True):
                self.begins()
                with code.if_():
                    self.test(step.test)
                    code.op(Op.I32_EQZ)
                    code.br_if(left)
            self.lines(step.body)
            code.br(again)

    def step(self, step: Step) -> None:
        """A step without points inside."""
        match step:
            case form.Stop(number):
                self.code.br(self.loops[number])
            case form.Finish():
                self.code.const32(0)
                self.code.br(self.out)
            case form.Loop():
                self.loop(step)
            case _:
                super().step(step)


GIVEN, COUNT, AT = 1, 2, 3  # parameters


def load_registers(code: Code, registers: Mapping[int, int]) -> None:
    """Registers begin with what is given, the others with nothing."""
    for local in registers.values():
        code.const(NONE)
        code.set(local)
    with code.block() as none:
        _load_up_to(code, registers, [none])


def _load_up_to(code: Code, registers: Mapping[int, int], labels: list[Label]) -> None:
    """From the label with the number of values on, each register down to the first is loaded."""
    if len(labels) > len(registers):
        code.get(COUNT)
        code.br_table(labels, labels[-1])
        return
    with code.block() as label:
        _load_up_to(code, registers, [*labels, label])
    code.get(GIVEN)
    code.access(Access.I64_LOAD, WORD * (len(labels) - 1))
    code.set(registers[len(labels) - 1])


def count_points(of: Step | Body) -> int:
    """How many points there are in a step or body."""
    if isinstance(of, form.Suspend):
        return 1
    inner = of if isinstance(of, tuple) else bodies_of(of)
    return sum([count_points(each) for each in inner])
