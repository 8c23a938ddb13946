"""Several values, put together or gone through, as WebAssembly."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from ...program import form
from ...program.form import Value
from .functions import EMPTY
from .instructions import I32, Access, Op
from .layout import WORD
from .truths import TruthWriter


class ListWriter(TruthWriter):
    """Writes lists; those that are made item by item grow in the kernel's `scratch`."""

    def group(self, node: form.Group) -> None:
        parts: list[Value | list[Value]] = []
        for each in node.items:
            if isinstance(each, form.Spread):
                parts.append(each.of)
            elif parts and isinstance(parts[-1], list):
                parts[-1].append(each)
            else:
                parts.append([each])
        if not parts:
            self.code.const(EMPTY)
        elif len(parts) == 1:
            self.part(parts[0])
        else:
            with self.laid_down(len(parts)) as place:
                for at, part in enumerate(parts):
                    self.code.get(self.frame)
                    self.part(part)
                    self.code.access(Access.I64_STORE, place + WORD * at)
                self.code.get(self.match)
                self.push_place(place)
                self.code.const32(len(parts))
                self.call_kernel("joined")

    def part(self, part: Value | list[Value]) -> None:
        """Several values that are there, or one after the other."""
        if not isinstance(part, list):
            self.value(part)
            return
        with self.laid_down(len(part)) as place:
            for at, each in enumerate(part):
                self.lay(place + WORD * at, each)
            self.code.get(self.match)
            self.push_place(place)
            self.code.const32(len(part))
            self.call_kernel("make_tuple")

    @contextmanager
    def going_through(
        self, of: Value, each: int | None, index: int | None = None
    ) -> Iterator[None]:
        """Go through several values: a local gets each, another one its number from 1."""
        code = self.code
        at, end, count = code.local(I32), code.local(I32), code.local()
        self.cell_of(of)
        code.tee(at)
        code.get(at)
        code.access(Access.I64_LOAD)
        code.op(Op.I32_WRAP_I64)
        code.const32(3)
        code.op(Op.I32_SHL, Op.I32_ADD)
        code.set(end)
        if index is not None:
            code.const(0)
            code.set(count)
        with code.block() as done, code.loop() as again:
            code.get(at)
            code.get(end)
            code.op(Op.I32_GE_U)
            code.br_if(done)
            code.get(at)
            code.const32(WORD)
            code.op(Op.I32_ADD)
            code.set(at)
            if each is not None:
                code.get(at)
                code.access(Access.I64_LOAD)
                code.set(each)
            if index is not None:
                code.get(count)
                code.const(1)
                code.op(Op.I64_ADD)
                code.tee(count)
                code.set(index)
            yield
            code.br(again)

    @contextmanager
    def gathering(self, taken: str) -> Iterator[None]:
        """Values that are pushed meanwhile are put together by a function of the kernel."""
        base = self.code.local(I32)
        self.code.get(self.match)
        self.call_kernel("scratch_begin")
        self.code.set(base)
        yield
        self.code.get(self.match)
        self.code.get(base)
        self.call_kernel(taken)

    def gather(self, of: Value, each: str, taken: str, *values: Value, test: Value | None) -> None:
        """Some values of each of several, put together by a function of the kernel."""
        with self.gathering(taken), self.going_through_some(of, each, test):
            for value in values:
                self.call_with_match("scratch_push", value)

    @contextmanager
    def going_through_some(self, of: Value, each: str, test: Value | None) -> Iterator[None]:
        """Go through those of several for which a test holds (None: all)."""
        kind = self.types.type_of(of)
        self.types.locals[each] = "number" if kind == "list" else "any"
        with self.going_through(of, self.local(each)), self.code.block() as left_out:
            if test is not None:
                self.test(test)
                self.code.op(Op.I32_EQZ)
                self.code.br_if(left_out)
            yield

    def sum_over(self, node: form.Collect) -> None:
        """
        The sum of what would be collected, as `sum_of` makes it, without collecting it: exact, in
        two halves of 32 bits.
        """
        high, low, found = (self.code.local() for _ in range(3))
        for half in (high, low):
            self.code.const(0)
            self.code.set(half)
        with self.going_through_some(node.of, node.each, node.test):
            self.value(node.value)
            self.code.set(found)
            for half, with_, part in ((high, 32, Op.I64_SHR_S), (low, 0xFFFFFFFF, Op.I64_AND)):
                self.code.get(found)
                self.code.const(with_)
                self.code.op(part)
                self.code.get(half)
                self.code.op(Op.I64_ADD)
                self.code.set(half)
        self.code.get(high)
        self.code.get(low)
        self.call_kernel("sum_of_halves")

    def collect(self, node: form.Collect) -> None:
        self.gather(node.of, node.each, "scratch_take", node.value, test=node.test)

    def sorted(self, node: form.Sorted) -> None:
        each = form.Local(node.each)
        self.gather(node.of, node.each, "scratch_sorted", node.key, each, test=None)
