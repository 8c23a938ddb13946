"""Whether values hold, as WebAssembly: each test is an i32."""

from __future__ import annotations

from ...program import form
from ...program.form import Value
from ...running.state import index_for
from .functions import BLOOM, NONE
from .instructions import I32, Access, Op
from .layout import MATCH
from .places import PlaceWriter

_COMPARISONS = {
    "==": Op.I64_EQ, "!=": Op.I64_NE, "<": Op.I64_LT_S, "<=": Op.I64_LE_S, ">": Op.I64_GT_S,
    ">=": Op.I64_GE_S,
}  # fmt: skip
#: What a match is told to keep, and the number in its head that says so.
_KEPT = {"log": "logging", "trace": "recorded"}


class TruthWriter(PlaceWriter):
    """Writes tests."""

    def test(self, value: Value) -> None:
        """Push whether a value holds, as i32."""
        code = self.code
        match value:
            case form.Compare():
                self.compare(value)
            case form.Between(low, of, high):
                once = code.local()
                self.value(of)
                code.set(once)
                self.value(low)
                code.get(once)
                code.op(Op.I64_LE_S)
                code.get(once)
                self.value(high)
                code.op(Op.I64_LE_S, Op.I32_AND)
            case form.IsNothing(form.OfMatch("trace" | "log" as name)):
                code.get(self.match)
                code.access(Access.I32_LOAD, MATCH[_KEPT[name]])
                code.op(Op.I32_EQZ)
            case form.IsNothing(of):
                self.value(of)
                code.const(NONE)
                code.op(Op.I64_EQ)
            case form.Not(of):
                self.test(of)
                code.op(Op.I32_EQZ)
            case form.Logic(operator, items):
                self.test_all(operator, items)
            case form.HasBehavior(timing, definition):
                code.const(timing)
                self.value(definition)
                self.call_kernel("behavior_of")
                code.const32(0)
                code.op(Op.I32_GE_S)
            case form.Modified():
                self.modified(value)
            case form.Const(bool() | None | int() as constant):
                code.const32(int(bool(constant)))
            case form.Conditional(test, then, otherwise):
                self.test(test)
                with code.if_(I32):
                    self.test(then)
                    code.else_()
                    self.test(otherwise)
            case form.Cell() | form.Clamp() | form.Plain("len" | "sum" | "int" | "abs"):
                self.value(value)
                code.const(0)
                code.op(Op.I64_NE)
            case form.CallWord():
                self.call_code(value)
            case form.Call():
                kind = self.call(value)
                if kind.results != (I32,):
                    once = code.local()
                    code.set(once)
                    code.get(self.match)
                    code.get(once)
                    self.call_kernel("is_true")
            case _ if self.is_flat(value):
                flat = self.once(value)
                self.value(flat)
                code.const(0)
                code.op(Op.I64_NE)
                self.value(flat)
                code.const(NONE)
                code.op(Op.I64_NE, Op.I32_AND)
            case _:
                code.get(self.match)
                self.value(value)
                self.call_kernel("is_true")

    def test_all(self, operator: str, items: tuple[Value, ...]) -> None:
        first, *others = items
        self.test(first)
        for each in others:
            with self.code.if_(I32):
                if operator == "and":
                    self.test(each)
                else:
                    self.code.const32(1)
                self.code.else_()
                if operator == "and":
                    self.code.const32(0)
                else:
                    self.test(each)

    def modified(self, node: form.Modified) -> None:
        of = self.once(node.of)

        def is_changed(key: Value) -> None:
            self.indexed("index[BY_PROPERTY].bloom", key, "is_changed")

        is_changed(form.Const(node.index))
        with self.code.if_(I32):
            is_changed(form.Const(~node.index))
            is_changed(form.Arithmetic("+", form.Const(index_for(node.index, 0)), of))
            self.code.op(Op.I32_OR)
            self.code.else_()
            self.code.const32(0)
        if node.owned:
            self.code.const(node.index)
            self.cell(form.Cell(of, 0))
            self.call_kernel("has_own_modifiers")
            self.code.op(Op.I32_OR)

    def indexed(self, bloom: str, key: Value, function: str) -> None:
        """Push whether an index has a key: no, if the bit of the key is not set in its bloom."""
        code = self.code
        known = self.once(key)
        code.get(self.match)
        code.access(Access.I64_LOAD, MATCH[bloom])
        self.value(known)
        code.const(BLOOM)
        code.op(Op.I64_MUL)
        code.const(58)
        code.op(Op.I64_SHR_U, Op.I64_SHR_U, Op.I32_WRAP_I64)
        code.const32(1)
        code.op(Op.I32_AND)
        with code.if_(I32):
            self.call_with_match(function, known)
            code.else_()
            code.const32(0)

    def compare(self, node: form.Compare) -> None:
        if node.operator in ("in", "not in"):
            self.contains(node.left, node.right)
            if node.operator == "not in":
                self.code.op(Op.I32_EQZ)
            return
        if node.operator in ("==", "!=") and not self.is_flat(node.left, node.right):
            self.code.get(self.match)
            self.value(node.left)
            self.value(node.right)
            self.call_kernel("equal")
            if node.operator == "!=":
                self.code.op(Op.I32_EQZ)
            return
        self.value(node.left)
        self.value(node.right)
        self.code.op(_COMPARISONS[node.operator])

    def is_flat(self, *values: Value) -> bool:
        """Whether one of some values is certainly no tuple, so that equals have the same bits."""
        found = map(self.types.type_of, values)
        return any(each in ("number", "truth", "nothing", "text") for each in found)

    def contains(self, of: Value, items: Value) -> None:
        match items:
            case form.OfMatch("listeners"):
                self.indexed("index[BY_EVENT].bloom", of, "is_heard")
                return
            case form.Const(tuple() as constants):
                known: tuple[Value, ...] = tuple(map(form.Const, constants))
            case form.Group(known) if not any(isinstance(each, form.Spread) for each in known):
                pass
            case _:
                self.code.get(self.match)
                self.value(items)
                self.value(of)
                self.call_kernel("contains")
                return
        if not known:
            self.code.const32(0)
            return
        once = self.once(of)
        self.types.locals[once.name] = self.types.type_of(of)
        self.test_all("or", tuple([form.Compare("==", once, each) for each in known]))
