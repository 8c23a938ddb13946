"""
Values of the form as WebAssembly, and steps that cannot wait.

Every value is one i64: a number, `NONE`, or where on the heap of the match a tuple lies (see
`kernel/kernel.h`); a text is its symbol. Registers and locals are locals of the function; where it
is given its registers as an array, it reads them there. What is called of the engine is the
kernel's function of the same name: it says by the types of its parameters how it is given
arguments (`_give`). What the pack numbers (codes, triggers, options, words) is imported by name.

Begin with `Writer.value`.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from ...program import contracts, form
from ...program.form import PLAYER, Body, Step, Value
from ...program.routine import Routine
from ...program.types import TypesOf
from ...running.machine import MOST
from ...running.state import KIND, index_for
from ...running.symbols import symbol_of
from .host import KERNEL, NUMBERS
from .instructions import I32, I64, Access, Code, Item, Op
from .layout import MATCH, OFFSETS, PACK, WORD
from .module import Module, Type

NONE = 0x7000000000000000
EMPTY = 0x6000000080000000
#: Types of functions of units.
ROUTINE = (I32, I32, I32, I32), (I32,)  # match, given, count, at: whether it waits
WORD_CALL = (I32, I32, I32), (I64,)  # match, given, count: what it gives

_COMPARISONS = {
    "==": Op.I64_EQ, "!=": Op.I64_NE, "<": Op.I64_LT_S, "<=": Op.I64_LE_S, ">": Op.I64_GT_S,
    ">=": Op.I64_GE_S,
}  # fmt: skip
_ARITHMETIC = {"+": "saturating_add", "-": "saturating_subtract", "*": "multiplied"}
_DIVISIONS = {"//": "quotient", "%": "modulo"}
_TESTS = (form.Compare, form.Between, form.IsNothing, form.Not, form.HasBehavior, form.Modified)
_PLAIN = {
    "len": "length_of", "abs": "absolute", "sum": "sum_of", "least": "least_of", "most": "most_of",
    "index": "position_of",
}  # fmt: skip
#: What is given the name of a group of fields that begin anew.
_OF_GROUPS = ("reset_fields", "reset_all")
#: Arguments that the kernel has by itself.
_KNOWN = frozenset(("match", "state", "zones", "printed", "modified", "program"))


class NotNative(Exception):
    """A unit uses what only the other machine can do."""


class UnitModule:
    """The module of one unit, with what it imports; `functions` are the kernel's, by name."""

    def __init__(self, name: str, functions: Mapping[str, Type]):
        self.name, self.functions = name, functions
        self.module = Module()
        self.numbers: dict[str, None] = {}
        self.module.import_memory(KERNEL, "memory")
        self.module.import_table(KERNEL, "__indirect_function_table")

    def kernel(self, function: str) -> tuple[Item, Type]:
        """
        A function of the kernel, and its type.

        :raises NotNative: it has none of that name.
        """
        kind = self.functions.get(function)
        if kind is None:
            raise NotNative(f"the kernel has no {function}")
        return self.module.import_function(KERNEL, function, kind.params, kind.results), kind

    def constant(self, name: str) -> Item:
        """A number that the pack gives to something, as a global."""
        self.numbers[name] = None
        return self.module.import_global(NUMBERS, name)

    def address(self, name: str) -> Item:
        """Where something of the kernel's own lies."""
        return self.module.import_global(KERNEL, name)


class Writer:
    """Writes what stands in one function, into `code`."""

    def __init__(self, unit: UnitModule, routine: Routine, code: Code, match: int = 0):
        self.unit, self.routine, self.code, self.match = unit, routine, code, match
        self.types = TypesOf(routine)
        self.array: int | None = None  # the local with the address of the registers
        self.registers: dict[int, int] = {}
        self.locals: dict[str, int] = {}
        self.frame = code.local(I32)  # the address of what is laid down for calls
        self.state_at = code.local(I32)
        self.zones_at = code.local(I32)
        self.words, self.most_words = 0, 0  # of the frame: in use, and ever in use
        self.uses: set[str] = set()

    # -- small things ------------------------------------------------------------------------------

    def call_kernel(self, function: str) -> Type:
        item, kind = self.unit.kernel(function)
        self.code.call(item)
        return kind

    def number(self, name: str) -> None:
        """Push a number of the pack, as i32."""
        self.code.get_global(self.unit.constant(name))

    def own(self, name: str) -> None:
        """Push the number of something that the unit makes."""
        self.number(f"made {name} {self.unit.name}")

    def push_state(self) -> None:
        self.uses.add("state")
        self.code.get(self.state_at)

    def push_zones(self) -> None:
        self.uses.add("zones")
        self.code.get(self.zones_at)

    def of_pack(self, field: str) -> None:
        """Push a field of the pack's tables, as i32."""
        self.code.get_global(self.unit.address("pack"))
        self.code.access(Access.I32_LOAD, PACK[field])

    @contextmanager
    def laid_down(self, count: int) -> Iterator[int]:
        """Room for so many values in the frame: the first's place in bytes."""
        begin = self.words
        self.words += count
        self.most_words = max(self.most_words, self.words)
        yield begin * WORD
        self.words = begin

    def lay(self, place: int, value: Value) -> None:
        """Put a value into the frame."""
        self.code.get(self.frame)
        self.value(value)
        self.code.access(Access.I64_STORE, place)

    def push_place(self, place: int) -> None:
        """Push an address in the frame."""
        self.code.get(self.frame)
        if place:
            self.code.const32(place)
            self.code.op(Op.I32_ADD)

    def local(self, name: str) -> int:
        if name not in self.locals:
            self.locals[name] = self.code.local()
        return self.locals[name]

    def prologue(self) -> Code:
        """What a function begins with that has used all this."""
        code = Code()
        if self.most_words:
            pointer = self.unit.module.import_mutable(KERNEL, "__stack_pointer")
            code.get_global(pointer)
            code.const32(-(-self.most_words * WORD // 16) * 16)
            code.op(Op.I32_SUB)
            code.tee(self.frame)
            code.set_global(pointer)
        for name, local in (("state", self.state_at), ("zones", self.zones_at)):
            if name in self.uses:
                code.get(self.match)
                code.get_global(self.unit.address("offsets"))
                code.access(Access.I32_LOAD, OFFSETS[name])
                code.op(Op.I32_ADD)
                code.set(local)
        return code

    def epilogue(self) -> None:
        """What it ends with."""
        if self.most_words:
            pointer = self.unit.module.import_mutable(KERNEL, "__stack_pointer")
            self.code.get(self.frame)
            self.code.const32(-(-self.most_words * WORD // 16) * 16)
            self.code.op(Op.I32_ADD)
            self.code.set_global(pointer)

    # -- values ------------------------------------------------------------------------------------

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
            case form.IsNothing(form.OfMatch("trace")):
                code.const32(1)
            case form.IsNothing(form.OfMatch("log")):
                code.get(self.match)
                code.access(Access.I32_LOAD, MATCH["logging"])
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

    def const(self, node: form.Const) -> None:
        self.constant(node.value)

    def constant(self, value: form.Constant) -> None:
        match value:
            case None:
                self.code.const(NONE)
            case int():
                self.code.const(value)
            case str():
                self.code.const(symbol_of(value))
            case _:
                self.group(form.Group(tuple(map(form.Const, value))))

    def register(self, node: form.Register) -> None:
        if self.array is not None:
            self.code.get(self.array)
            self.code.access(Access.I64_LOAD, WORD * node.number)
        else:
            self.code.get(self.register_local(node.number))

    def register_local(self, number: int) -> int:
        """The local with a register."""
        if number not in self.registers:
            self.registers[number] = self.code.local()
        return self.registers[number]

    def made(self, node: form.Made) -> None:
        self.own(node.name)
        self.code.op(Op.I64_EXTEND_I32_S)

    def of_match(self, node: form.OfMatch) -> None:
        if node.name == "seats":
            self.of_pack("seats")
            self.code.op(Op.I64_EXTEND_I32_S)
            return
        if node.name not in MATCH or node.name == "logging":
            raise NotNative(f"{node.name} of the match")
        self.code.get(self.match)
        self.code.access(Access.I64_LOAD, MATCH[node.name])

    def place(self, of: Value | None) -> None:
        """Push the address of an entity's first cell, or of the state's."""
        self.push_state()
        if of is not None:
            self.value(of)
            self.code.op(Op.I32_WRAP_I64)
            self.code.const32(3)
            self.code.op(Op.I32_SHL, Op.I32_ADD)

    def cell(self, node: form.Cell) -> None:
        self.place(node.of)
        self.code.access(Access.I64_LOAD, WORD * node.offset)

    def once(self, value: Value) -> form.Local:
        """A value that is needed more than once, worked out here."""
        known = form.Local(f"once {len(self.locals)}")
        local = self.local(known.name)
        self.value(value)
        self.code.set(local)
        return known

    def player_field(self, node: form.PlayerField) -> None:
        of = self.once(node.of)
        self.value(of)
        self.code.const(node.most)
        self.code.op(Op.I64_LE_S)
        with self.code.if_(I64):
            self.cell(form.Cell(of, node.offset))
            self.code.else_()
            self.code.const(0)

    def card_field(self, node: form.CardField) -> None:
        of = self.once(node.of)
        kind = self.once(form.Printed(form.Cell(of, 0), KIND))
        self.test_all("or", tuple([form.Compare("==", kind, form.Const(k)) for k in node.kinds]))
        with self.code.if_(I64):
            self.cell(form.Cell(of, node.offset))
            self.code.else_()
            self.code.const(0)

    def printed(self, node: form.Printed) -> None:
        self.code.get(self.match)
        self.value(node.definition)
        self.code.const(node.index)
        self.call_kernel("printed_of")

    def modified(self, node: form.Modified) -> None:
        of = self.once(node.of)

        def is_changed(key: Value) -> None:
            self.code.get(self.match)
            self.value(key)
            self.call_kernel("is_changed")

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

    def zone(self, node: form.Zone) -> None:
        self.push_zones()
        self.value(node.number)
        self.code.op(Op.I32_WRAP_I64)
        self.code.const32(3)
        self.code.op(Op.I32_SHL, Op.I32_ADD)
        self.code.access(Access.I64_LOAD)

    def zone_span(self, node: form.ZoneSpan) -> None:
        zones = range(node.first, node.end)
        self.group(form.Group(tuple([form.Spread(form.Zone(form.Const(n))) for n in zones])))

    def piles(self, node: form.Piles) -> None:
        self.code.get(self.match)
        self.code.const(node.first)
        self.turn_order(form.TurnOrder())
        self.call_kernel("piles_of")

    def turn_order(self, node: form.TurnOrder) -> None:
        self.code.get(self.match)
        self.call_kernel("turn_order")

    def lookup(self, node: form.Lookup) -> None:
        match node:
            case form.Lookup("owners", (card,)):
                self.call_with_match("owner_of", card)
                return
            case form.Lookup("decks", (player, form.Const(str() as name))):
                self.code.get(self.match)
                self.value(player)
                self.number(f"list {name}")
                self.call_kernel("list_of")
                return
            case form.Lookup("places", (form.Const(str() as family), key)):
                self.looked_up(f"places {family}", key)
                return
            case form.Lookup("ranks", (key,)):
                self.looked_up("ranks", key)
                return
            case form.Lookup("zone_owner" | "zone_family"):
                pass
            case _:
                raise NotNative(f"the table {node.table}")
        self.of_pack(node.table)
        self.value(node.keys[0])
        self.code.op(Op.I32_WRAP_I64)
        self.code.const32(2)
        self.code.op(Op.I32_SHL, Op.I32_ADD)
        self.code.access(Access.I32_LOAD)
        self.code.op(Op.I64_EXTEND_I32_S)

    def looked_up(self, table: str, key: Value) -> None:
        """What a table of pairs, a constant of the pack, has under a key."""
        self.code.get(self.match)
        self.number(table)
        self.value(key)
        self.call_kernel("looked_up")

    def arithmetic(self, node: form.Arithmetic) -> None:
        if node.operator in _DIVISIONS:
            self.code.get(self.match)
        self.value(node.left)
        self.value(node.right)
        plain = {"+": Op.I64_ADD, "-": Op.I64_SUB}.get(node.operator)
        if plain is not None and _is_bounded(node.left) and _is_bounded(node.right):
            self.code.op(plain)
        else:
            self.call_kernel((_ARITHMETIC | _DIVISIONS)[node.operator])

    def clamp(self, node: form.Clamp) -> None:
        self.value(node.of)
        self.call_kernel("clamp")

    def negative(self, node: form.Negative) -> None:
        self.code.const(0)
        self.value(node.of)
        self.code.op(Op.I64_SUB)

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
                self.code.get(self.match)
                self.value(of)
                self.call_kernel("is_heard")
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

    def call_with_match(self, function: str, *values: Value) -> None:
        """Call a function of the kernel that takes the match and some values."""
        self.code.get(self.match)
        for each in values:
            self.value(each)
        self.call_kernel(function)

    @contextmanager
    def going_through(self, of: Value, each: int | None, index: int | None = None) -> Iterator[None]:
        """Go through several values: a local gets each, another one its number from 1."""
        code = self.code
        at, end = code.local(I32), code.local(I32)
        code.get(self.match)
        self.value(of)
        self.call_kernel("cell_of")
        code.tee(at)
        code.get(at)
        code.access(Access.I64_LOAD)
        code.op(Op.I32_WRAP_I64)
        code.const32(3)
        code.op(Op.I32_SHL, Op.I32_ADD)
        code.set(end)
        if index is not None:
            code.const(0)
            code.set(index)
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
                code.get(index)
                code.const(1)
                code.op(Op.I64_ADD)
                code.set(index)
            yield
            code.br(again)

    def gather(self, of: Value, each: str, taken: str, *values: Value, test: Value | None) -> None:
        """Some values of each of several, put together by a function of the kernel."""
        base = self.code.local(I32)
        self.code.get(self.match)
        self.call_kernel("scratch_begin")
        self.code.set(base)
        kind = self.types.type_of(of)
        self.types.locals[each] = "number" if kind == "list" else "any"
        with self.going_through(of, self.local(each)):
            with self.code.block() as left_out:
                if test is not None:
                    self.test(test)
                    self.code.op(Op.I32_EQZ)
                    self.code.br_if(left_out)
                for value in values:
                    self.call_with_match("scratch_push", value)
        self.code.get(self.match)
        self.code.get(base)
        self.call_kernel(taken)

    def collect(self, node: form.Collect) -> None:
        self.gather(node.of, node.each, "scratch_take", node.value, test=node.test)

    def sorted(self, node: form.Sorted) -> None:
        each = form.Local(node.each)
        self.gather(node.of, node.each, "scratch_sorted", node.key, each, test=None)

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
        elif function == "abs":
            self.value(arguments[0])
            self.call_kernel("absolute")
        else:
            self.call_with_match(_PLAIN[function], *arguments)

    # -- calls -------------------------------------------------------------------------------------

    def call(self, node: form.Call) -> Type:
        """Call a function of the engine; what it gives is pushed as it comes."""
        item, kind = self.unit.kernel(node.function)
        params = list(kind.params)
        words = self.words
        if params[:1] == [I32]:
            self.code.get(self.match)
            params.pop(0)
        given = node.arguments
        if len(given) > 1 and isinstance(given[1], form.Function):  # of players, at the end
            keys = form.Collect(given[1].each, given[0], given[1].value)
            given = (given[0], keys, *given[2:])
        for argument in (*given, *_defaults(node)):
            if isinstance(argument, form.Whole) and argument.name in _KNOWN:
                continue
            if not params:
                raise NotNative(f"{node.function} is given too much")
            self.give(node.function, argument, params)
        for missing in params:
            if missing == I32:
                self.code.const32(0)
            else:
                self.code.const(NONE)
        self.words = words
        self.code.call(item)
        return kind

    def give(self, function: str, argument: Value, params: list[int]) -> None:
        """Push an argument as the next parameters want it."""
        if params.pop(0) == I64:
            if isinstance(argument, form.Local) and argument.name == "options":
                self.code.get(self.match)
                self.call_kernel("options_offered")
            elif function in _OF_GROUPS and isinstance(name := _constant(argument), str):
                self.number(f"reset {name}")
                self.code.op(Op.I64_EXTEND_I32_S)
            else:
                self.value(argument)
            return
        match argument:
            case form.Whole("registers") if self.array is not None:
                self.code.get(self.array)
                self.code.const32(self.routine.size)
                params.pop(0)
            case form.Whole("registers"):
                size = self.routine.size
                self.lay_items(tuple([form.Register(n) for n in range(size)]), params)
            case form.Group(items):
                self.lay_items(items, params)
            case form.Const(str() as kind):
                self.number(f"option {kind}")
            case form.Const(tuple() as words):
                self.number(f"words {' '.join(map(str, words))}")
            case _:
                self.value(argument)
                self.code.op(Op.I32_WRAP_I64)

    def lay_items(self, items: tuple[Value, ...], params: list[int]) -> None:
        """Push the address of some values in the frame, and how many they are."""
        if any(isinstance(each, form.Spread) for each in items):
            raise NotNative("as many arguments as there are")
        place = WORD * self.words
        self.words += len(items)
        self.most_words = max(self.most_words, self.words)
        for at, each in enumerate(items):
            self.lay(place + WORD * at, each)
        self.push_place(place)
        self.code.const32(len(items))
        params.pop(0)

    def call_value(self, node: form.Call) -> None:
        kind = self.call(node)
        if kind.results == (I32,):
            self.code.op(Op.I64_EXTEND_I32_S)
        elif not kind.results:
            self.code.const(NONE)

    def call_made(self, node: form.CallMade) -> None:
        self.code.get(self.match)
        self.changer(node.function)
        self.code.op(Op.I64_EXTEND_I32_S)
        for each in node.arguments[-2:]:
            self.value(each)
        self.call_kernel("change_field")

    def changer(self, function: Value) -> None:
        """Push the number of a changer of fields, as i32."""
        match function:
            case form.Made(name) if name.startswith(("set_", "add_")):
                self.number(f"changer {name}")
            case form.Conditional(test, then, otherwise):
                self.test(test)
                with self.code.if_(I32):
                    self.changer(then)
                    self.code.else_()
                    self.changer(otherwise)
            case _:
                raise NotNative("a call of what the unit makes")

    def given_to_word(self, node: form.CallWord) -> None:
        """Push the address of what a word is given, and how many values that is."""
        params = [0]
        self.lay_items(node.arguments, params)

    def call_code(self, node: form.CallWord) -> None:
        """Call a word that may have to wait: pushes whether it has to."""
        words = self.words
        self.code.get(self.match)
        self.number(f"code {node.word}")
        self.given_to_word(node)
        self.call_kernel("start_code")
        self.words = words

    def call_word(self, node: form.CallWord) -> None:
        """Call a word that cannot wait: pushes what it gives."""
        words = self.words
        self.code.get(self.match)
        self.call_kernel("count_step")
        self.code.get(self.match)
        self.given_to_word(node)
        self.number(f"word {node.word}")
        self.code.call_indirect(self.unit.module.type(*WORD_CALL))
        self.words = words

    def spend(self, node: form.Spend) -> None:
        self.call_with_match("spend", node.of)

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
                raise NotNative("a list that grows")
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
        places = []
        for place in (step.each, step.index):
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
        self.arms(arm, step.arms, self.body)

    def arms(self, arm: Value, arms: tuple[Body, ...], write: Callable[[Body], None]) -> None:
        *others, last = enumerate(arms)
        self.arms_from(arm, others, last[1], write)

    def arms_from(self, arm: Value, others: Any, last: Body, write: Callable[[Body], None]) -> None:
        if not others:
            write(last)
            return
        (number, body), *rest = others
        self.test(form.Compare("==", arm, form.Const(number)))
        with self.code.if_():
            write(body)
            self.code.else_()
            self.arms_from(arm, rest, last, write)

    def return_step(self, step: form.Return) -> None:
        raise NotImplementedError


def _constant(value: Value) -> form.Constant:
    """What is written down; None of anything else."""
    return value.value if isinstance(value, form.Const) else None


def _is_bounded(value: Value) -> bool:
    """Whether a value is within the bounds of numbers for certain, so that a sum cannot overflow."""
    return not isinstance(value, form.Arithmetic | form.Negative | form.Plain)


def _defaults(node: form.Call) -> Iterable[Value]:
    """The arguments that a call of the engine leaves out, as the function declares them."""
    functions = contracts.METHODS if node.on_match else contracts.ENVIRONMENT
    declared = list(inspect.signature(functions[node.function]).parameters.values())
    left_out = declared[len(node.arguments) + node.on_match :]
    return [form.Const(each.default) for each in left_out if each.default is not each.empty]


_VALUES: dict[type, Callable[[Writer, Any], None]] = {
    form.Const: Writer.const,
    form.Register: Writer.register,
    form.Local: lambda w, node: w.code.get(w.local(node.name)),
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
    form.EndOf: lambda w, node: w.call_with_match("last_of" if node.last else "first_of", node.of),
    form.Item: lambda w, node: w.call_with_match("item", node.of, node.place),
    form.Front: lambda w, node: w.call_with_match("slice", node.of, form.NOTHING, node.count),
    form.Collect: Writer.collect,
    form.Sorted: Writer.sorted,
    form.Plain: Writer.plain,
    form.Call: Writer.call_value,
    form.CallMade: Writer.call_made,
    form.CallWord: Writer.call_word,
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
