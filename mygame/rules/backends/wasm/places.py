"""Where things are: registers, fields, zones and tables, as WebAssembly."""

from __future__ import annotations

from ...program import form
from ...program.form import Value
from ...running.state import KIND
from ...running.symbols import symbol_of
from .functions import EMPTY, HASH, NONE, FunctionWriter, NotNative
from .instructions import I32, I64, Access, Op
from .layout import MATCH, WORD


class PlaceWriter(FunctionWriter):
    """Writes what is read in place."""

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
        """The row where the hash of the definition leads, if it is its own."""
        code = self.code
        definition, row = code.local(), code.local(I32)
        self.of_pack("facts_by_hash")
        self.value(node.definition)
        code.tee(definition)
        code.op(Op.I32_WRAP_I64)
        code.const32(HASH)
        code.op(Op.I32_MUL)
        self.of_pack("hash_shift")
        code.op(Op.I32_SHR_U)
        code.const32(2)
        code.op(Op.I32_SHL, Op.I32_ADD)
        code.access(Access.I32_LOAD)
        code.tee(row)
        code.access(Access.I64_LOAD)
        code.get(definition)
        code.op(Op.I64_EQ)
        with code.if_(I64):
            code.get(row)
            code.access(Access.I64_LOAD, WORD * node.index)
            code.else_()
            code.get(self.match)
            code.get(definition)
            code.const(node.index)
            self.call_kernel("printed_of")

    def cell_of(self, value: Value) -> None:
        """
        Push the address of the length of several values, which they follow. Where a tuple stands
        is in the low bits of its word; both the heap and the constants are less than 2^29 words.
        """
        code = self.code
        place = code.local(I32)
        if self.types.type_of(value) in ("list", "several"):
            self.value(value)
        else:
            of = self.once(value)
            self.value(of)
            code.const(EMPTY)
            self.value(of)
            code.const(60)
            code.op(Op.I64_SHR_U)
            code.const(EMPTY >> 60)
            code.op(Op.I64_EQ, Op.SELECT)
        code.op(Op.I32_WRAP_I64)
        code.tee(place)
        code.const32(3)
        code.op(Op.I32_SHL)
        self.of_pack("constants")
        self.push_heap()
        code.get(place)
        code.const32(0)
        code.op(Op.I32_LT_S, Op.SELECT, Op.I32_ADD)

    def length(self, value: Value) -> None:
        """Push how many there are."""
        self.cell_of(value)
        self.code.access(Access.I64_LOAD)

    def item(self, node: form.Item) -> None:
        match node:
            case form.Item(of, form.Const(int() as place)) if place >= 0:
                self.item_at(of, place, "item", node.place)
            case _:
                self.call_with_match("item", node.of, node.place)

    def item_at(self, of: Value, place: int, function: str, *more: Value) -> None:
        """Push one of several values; the kernel knows what to do where there are too few."""
        code = self.code
        once, cell = self.once(of), code.local(I32)
        self.types.locals[once.name] = self.types.type_of(of)
        self.cell_of(once)
        code.tee(cell)
        code.access(Access.I64_LOAD)
        code.const(place)
        code.op(Op.I64_GT_S)
        with code.if_(I64):
            code.get(cell)
            code.access(Access.I64_LOAD, WORD * (1 + place))
            code.else_()
            self.call_with_match(function, once, *more)

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
