"""
Values of the form as WebAssembly, and steps that cannot wait.

Begin with `Writer.value`; `functions` says how values are laid out.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...program import form
from ...program.form import PLAYER, Body, Step, Value
from ...program.values import is_read
from ...running.state import KIND
from .calls import CallWriter
from .functions import NotNative
from .instructions import I64, Access, Op
from .layout import MATCH, WORD

_SUMS = {"+": Op.I64_ADD, "-": Op.I64_SUB}  # of numbers within bounds: a word is long enough
_PRODUCTS = {"*": "multiplied", "//": "quotient", "%": "modulo"}
_TESTS = (form.Compare, form.Between, form.IsNothing, form.Not, form.HasBehavior, form.Modified)
_PLAIN = {
    "sum": "sum_of", "least": "least_of", "most": "most_of",
    "index": "position_of",
}  # fmt: skip


class Writer(CallWriter):
    """Writes what stands in one function."""

    def value(self, value: Value) -> None:
        """Push a value, as i64."""
        if isinstance(value, _TESTS):
            self.test(value)
            self.code.op(Op.I64_EXTEND_I32_U)
            return
        write = _VALUES.get(type(value))
        if write is None:
            raise NotNative(f"{type(value).__name__} as a value")
        write(self, value)

    def arithmetic(self, node: form.Arithmetic) -> None:
        if node.operator in ("//", "%"):
            self.code.get(self.match)
        self.value(node.left)
        self.value(node.right)
        if node.operator in _SUMS:
            self.code.op(_SUMS[node.operator])
        else:
            self.call_kernel(_PRODUCTS[node.operator])

    def clamp(self, node: form.Clamp) -> None:
        self.value(node.of)
        match node.of:
            case form.Arithmetic("*") | form.Plain("sum"):
                pass  # the kernel gives them so
            case _:
                self.call_kernel("clamp")

    def negative(self, node: form.Negative) -> None:
        self.code.const(0)
        self.value(node.of)
        self.code.op(Op.I64_SUB)

    def logic(self, node: form.Logic) -> None:
        if all(self.types.type_of(each) == "truth" for each in node.items):
            self.test(node)
            self.code.op(Op.I64_EXTEND_I32_U)
            return
        found = self.code.local()
        with self.code.block() as decided:
            for each in node.items[:-1]:
                self.value(each)
                self.code.set(found)
                self.code.get(self.match)
                self.code.get(found)
                self.call_kernel("is_true")
                if node.operator == "and":
                    self.code.op(Op.I32_EQZ)
                self.code.br_if(decided)
            self.value(node.items[-1])
            self.code.set(found)
        self.code.get(found)

    def conditional(self, node: form.Conditional) -> None:
        self.test(node.test)
        with self.code.if_(I64):
            self.value(node.then)
            self.code.else_()
            self.value(node.otherwise)

    def let(self, node: form.Let) -> None:
        local = self.local(node.name)
        self.value(node.of)
        self.code.set(local)
        self.types.locals[node.name] = self.types.type_of(node.of)
        self.value(node.inside)

    def end_of(self, node: form.EndOf) -> None:
        if node.last:
            self.call_with_match("last_of", node.of)
        else:
            self.item_at(node.of, 0, "first_of")

    def plain(self, node: form.Plain) -> None:
        function, arguments = node.function, node.arguments
        if function == "tuple":
            self.value(arguments[0])
        elif function == "int":
            self.test(arguments[0])
            self.code.op(Op.I64_EXTEND_I32_U)
        elif function in ("min", "max"):
            found, other = self.code.local(), self.code.local()
            self.value(arguments[0])
            self.code.set(found)
            for each in arguments[1:]:
                self.value(each)
                self.code.set(other)
                for local in (found, other, found, other):
                    self.code.get(local)
                self.code.op(Op.I64_LE_S if function == "min" else Op.I64_GE_S, Op.SELECT)
                self.code.set(found)
            self.code.get(found)
        elif function == "sum" and isinstance(arguments[0], form.Collect):
            self.sum_over(arguments[0])
        elif function == "len":
            self.length(arguments[0])
        elif function == "abs":
            self.value(arguments[0])
            self.call_kernel("absolute")
        else:
            self.call_with_match(_PLAIN[function], *arguments)

    # -- steps that cannot wait --------------------------------------------------------------------

    def step(self, step: Step) -> None:
        """A step."""
        _STEPS[type(step)](self, step)

    def body(self, body: Body) -> None:
        """Steps that cannot wait."""
        for step in body:
            self.step(step)

    def assign(self, step: form.Assign) -> None:
        code = self.code
        match step.to:
            case form.Local("options"):
                if step.value != form.Group((), "list"):
                    raise NotNative("options that are there already")
            case form.Local(name):
                self.value(step.value)
                code.set(self.local(name))
            case form.Register(number) if self.array is None:
                self.value(step.value)
                code.set(self.register_local(number))
            case form.Cell(of, offset):
                self.place(of)
                self.value(step.value)
                code.access(Access.I64_STORE, WORD * offset)
            case form.Result():
                code.get(self.match)
                self.value(step.value)
                code.access(Access.I64_STORE, MATCH["result"])
            case form.OfMatch("keeping" | "gaps" as name):
                code.get(self.match)
                self.value(step.value)
                code.access(Access.I64_STORE, MATCH[name])
            case _:
                raise NotNative("such a thing gets no value")

    def evaluate(self, step: form.Evaluate) -> None:
        if isinstance(step.value, form.Call):
            kind = self.call(step.value)
            if kind.results:
                self.code.op(Op.DROP)
            return
        self.value(step.value)
        self.code.op(Op.DROP)

    def guard(self, step: form.Guard) -> None:
        of = self.once(step.of)
        self.types.locals[of.name] = "number"
        low = 0 if step.kind is None else 1
        if step.kind is None or step.kind == PLAYER:
            first = form.Const(step.first)
            self.test(form.Not(form.Between(form.Const(low), of, first)))
        else:
            kind = form.Printed(form.Cell(of, 0), KIND)
            width, first = form.Const(step.width), form.Const(step.first)
            self.test_all(
                "or",
                (
                    form.Compare("<", of, first),
                    form.Compare("!=", form.Arithmetic("%", of, width), form.Const(0)),
                    form.Compare("!=", kind, form.Const(step.kind)),
                ),
            )
        with self.code.if_():
            self.call_with_match("raise_lacks_field", of, form.Const(step.field))

    def offer(self, step: form.Append | form.Extend) -> None:
        """Options are added to the menu that is being made."""
        match step:
            case form.Append(form.Local("options"), form.CallMade(form.Made(name), (about, *_))):
                function, entity = "offer_option", about
            case form.Extend(form.Local("options"), items, form.Made(name)):
                function, entity = "offer_all", items
            case _:
                self.grow(step)
                return
        self.code.get(self.match)
        self.number(f"option {name.removeprefix('OPTION_')}")
        self.value(entity)
        self.call_kernel(function)

    def note(self, step: form.Note) -> None:
        self.test(form.IsNothing(form.OfMatch("log")))
        self.code.op(Op.I32_EQZ)
        with self.code.if_():
            self.evaluate(form.Evaluate(form.Call("add_log_row", (step.row,), True)))

    def charge(self, step: form.Charge) -> None:
        self.call_with_match("spend", step.of)
        self.code.op(Op.DROP)

    def if_step(self, step: form.If) -> None:
        self.test(step.test)
        with self.code.if_():
            self.body(step.then)
            if step.otherwise:
                self.code.else_()
                self.body(step.otherwise)

    def each(self, step: form.Each) -> None:
        counts = step.index is not None and is_read(step.index, step.body)
        places: list[int | None] = []
        for place in (step.each, step.index if counts else None):
            if isinstance(place, form.Register):
                places.append(self.register_local(place.number))
            elif isinstance(place, form.Local):
                places.append(self.local(place.name))
            else:
                places.append(None)
        with self.going_through(step.of, *places):
            self.body(step.body)

    def switch(self, step: form.Switch) -> None:
        arm = self.once(step.of)
        self.arms(arm, step.arms, lambda test, _: self.test(test), self.body)

    def arms(
        self,
        arm: Value,
        arms: tuple[Body, ...],
        choose: Callable[[Value, Body], None],
        write: Callable[[Body], None],
        number: int = 0,
    ) -> None:
        """The arms of a switch from one on; `choose` pushes whether one comes next."""
        if number == len(arms) - 1:
            write(arms[number])
            return
        choose(form.Compare("==", arm, form.Const(number)), arms[number])
        with self.code.if_():
            write(arms[number])
            self.code.else_()
            self.arms(arm, arms, choose, write, number + 1)

    def return_step(self, step: form.Return) -> None:
        raise NotImplementedError


_VALUES: dict[type, Callable[[Writer, Any], None]] = {
    form.Const: Writer.const,
    form.Register: Writer.register,
    form.Local: Writer.local_value,
    form.Made: Writer.made,
    form.Result: lambda w, node: w.of_match(form.OfMatch("result")),
    form.OfMatch: Writer.of_match,
    form.Cell: Writer.cell,
    form.PlayerField: Writer.player_field,
    form.CardField: Writer.card_field,
    form.Printed: Writer.printed,
    form.Zone: Writer.zone,
    form.ZoneSpan: Writer.zone_span,
    form.Piles: Writer.piles,
    form.TurnOrder: Writer.turn_order,
    form.Lookup: Writer.lookup,
    form.Arithmetic: Writer.arithmetic,
    form.Clamp: Writer.clamp,
    form.Negative: Writer.negative,
    form.Logic: Writer.logic,
    form.Conditional: Writer.conditional,
    form.Let: Writer.let,
    form.Group: Writer.group,
    form.AsList: lambda w, node: w.call_with_match("entity_list", node.of),
    form.EndOf: Writer.end_of,
    form.Item: Writer.item,
    form.Front: lambda w, node: w.call_with_match("slice", node.of, form.NOTHING, node.count),
    form.Collect: Writer.collect,
    form.Sorted: Writer.sorted,
    form.Plain: Writer.plain,
    form.Call: Writer.call_value,
    form.CallMade: Writer.call_made,
    form.CallWord: Writer.call_word,
    form.Answer: Writer.answer,
    form.Spend: Writer.spend,
}
_STEPS: dict[type, Callable[[Writer, Any], None]] = {
    form.Assign: Writer.assign,
    form.Evaluate: Writer.evaluate,
    form.Guard: Writer.guard,
    form.Append: Writer.offer,
    form.Extend: Writer.offer,
    form.Note: Writer.note,
    form.Charge: Writer.charge,
    form.If: Writer.if_step,
    form.Each: Writer.each,
    form.Switch: Writer.switch,
    form.Return: lambda w, step: w.return_step(step),
}
