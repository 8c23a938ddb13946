"""
Values of the form as expressions of Python, and steps that cannot wait as statements.

What is read again and again in Python has the shape that is cheapest there: registers are local
names, a field of an entity that is at hand is read in place, what a function begins with (`v`, `z`,
`d`, `changed`) is fetched once. Begin with `Writer.value`.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable
from typing import Any

from ...program import form
from ...program.form import PLAYER, Body, Step, Value
from ...program.values import is_cheap, is_read
from ...running.machine import MAX_ITEMS, MOST
from ...running.state import KIND, index_for
from .syntax import (
    AT,
    LOAD,
    STORE,
    ZERO,
    M,
    Statements,
    assign,
    attribute,
    binary,
    call,
    choose,
    compare,
    constant,
    function_of,
    if_statement,
    item,
    join,
    list_of,
    name,
    negate,
    return_statement,
    tuple_of,
)

#: What a function that uses these names begins with.
AT_HAND = {"v": "state", "z": "zones", "d": "printed", "changed": "modifiers_of"}
_ARITHMETIC = {
    "+": ast.Add(), "-": ast.Sub(), "*": ast.Mult(), "//": ast.FloorDiv(), "%": ast.Mod(),
}  # fmt: skip
_COMPARISONS = {
    "==": ast.Eq(), "!=": ast.NotEq(), "<": ast.Lt(), "<=": ast.LtE(), ">": ast.Gt(),
    ">=": ast.GtE(), "in": ast.In(), "not in": ast.NotIn(),
}  # fmt: skip
_WHOLES = {"match": "m", "state": "v", "zones": "z", "printed": "d"}
_EXTREMES = {"least": "min", "most": "max"}


class Writer:
    """
    Writes what stands in one function: its registers are names, or (`in_list`) entries of a list.
    """

    def __init__(self, size: int, in_list: bool = False):
        self.size, self.in_list = size, in_list
        self.used: set[str] = set()  # of what is at hand
        self.in_iterable = 0  # of a comprehension, where Python allows no assignment

    def at_hand(self, identifier: str) -> ast.expr:
        """A name of `AT_HAND`."""
        self.used.add(identifier)
        return name(identifier)

    # -- values ------------------------------------------------------------------------------------

    def value(self, value: Value) -> ast.expr:
        """A value as an expression."""
        return _VALUES[type(value)](self, value)

    def values(self, values: Iterable[Value]) -> list[ast.expr]:
        return [self.value(each) for each in values]

    def register(self, node: form.Register) -> ast.expr:
        if self.in_list:
            return item(name("r"), constant(node.number))
        return name(f"r{node.number}")

    def whole(self, node: form.Whole) -> ast.expr:
        if node.name == "registers":
            if self.in_list:
                return name("r")
            return list_of([name(f"r{n}") for n in range(self.size)])
        if node.name == "program":
            return attribute(M, "program")
        known = _WHOLES[node.name]
        return M if known == "m" else self.at_hand(known)

    def of_match(self, node: form.OfMatch) -> ast.expr:
        return attribute(M, node.name)

    def cell(self, node: form.Cell) -> ast.expr:
        if node.of is None:
            return item(self.at_hand("v"), constant(node.offset))
        place = self.value(node.of)
        if node.offset:
            place = binary(place, ast.Add(), constant(node.offset))
        return item(self.at_hand("v"), place)

    def player_field(self, node: form.PlayerField) -> ast.expr:
        if is_cheap(node.of):
            test = compare(self.value(node.of), ast.LtE(), constant(node.most))
            return choose(test, self.cell(form.Cell(node.of, node.offset)), ZERO)
        known = self.at_hand("v"), constant(node.offset), constant(node.most)
        return call(name("player_field"), *known, self.value(node.of))

    def card_field(self, node: form.CardField) -> ast.expr:
        if not is_cheap(node.of):
            known = self.at_hand("v"), self.at_hand("d"), constant(node.offset)
            kinds = constant(node.kinds)
            return call(name("card_field"), *known, kinds, self.value(node.of))
        kind = self.kind_of_card(node.of)
        if len(node.kinds) == 1:
            test = compare(kind, ast.Eq(), constant(node.kinds[0]))
        else:
            test = compare(kind, ast.In(), constant(node.kinds))
        return choose(test, self.cell(form.Cell(node.of, node.offset)), ZERO)

    def kind_of_card(self, card: Value) -> ast.expr:
        """The kind of a card, as a symbol."""
        return item(item(self.at_hand("d"), self.cell(form.Cell(card, 0))), constant(KIND))

    def printed(self, node: form.Printed) -> ast.expr:
        return item(item(self.at_hand("d"), self.value(node.definition)), constant(node.index))

    def modified(self, node: form.Modified) -> ast.expr:
        index, changed = node.index, self.at_hand("changed")
        of = binary(constant(index_for(index, 0)), ast.Add(), self.value(node.of))
        all_or_one = join(
            ast.Or(),
            compare(constant(~index), ast.In(), changed),
            compare(of, ast.In(), changed),
        )
        found = join(ast.And(), compare(constant(index), ast.In(), changed), all_or_one)
        if not node.owned:
            return found
        own = item(attribute(M, "program", "own_modifiers"), constant(index))
        return join(ast.Or(), found, compare(self.cell(form.Cell(node.of, 0)), ast.In(), own))

    def zone(self, node: form.Zone) -> ast.expr:
        return item(self.at_hand("z"), self.value(node.number))

    def joined(self, node: form.ZoneSpan | form.Piles) -> ast.expr:
        """The cards of several zones, one by one."""
        zones = self.at_hand("z")
        if isinstance(node, form.ZoneSpan):
            span = ast.Slice(constant(node.first), constant(node.end), None, **AT)
            return call(name("joined"), item(zones, span))
        of_seats = item(item(name("PILES"), constant(node.first)), attribute(M, "seats"))
        return call(name("joined"), call(item(of_seats, self.start()), zones))

    def several_zones(self, node: form.ZoneSpan | form.Piles) -> ast.expr:
        return list_of([ast.Starred(self.joined(node), LOAD, **AT)])

    def start(self) -> ast.expr:
        """The start player."""
        return item(self.at_hand("v"), name("ORDER"))

    def turn_order(self, node: form.TurnOrder) -> ast.expr:
        return item(item(name("ROTATIONS"), attribute(M, "seats")), self.start())

    def lookup(self, node: form.Lookup) -> ast.expr:
        keys = self.values(node.keys)
        if node.table == "owners":
            return call(attribute(M, "owners", "get"), *keys, ZERO)
        found = _TABLES[node.table]
        for key in keys:
            found = item(found, key)
        return found

    def has_behavior(self, node: form.HasBehavior) -> ast.expr:
        key = tuple_of([constant(node.timing), self.value(node.definition)])
        return compare(key, ast.In(), attribute(M, "program", "behaviors"))

    def compare(self, node: form.Compare) -> ast.expr:
        right = node.right
        if node.operator in ("in", "not in") and isinstance(right, form.Group):
            known = all(isinstance(each, form.Const) for each in right.items)
            if known and len(right.items) > 1:  # which Python keeps as a table to look it up in
                right = form.Group(right.items, "set")
        left = self.value(node.left)
        return compare(left, _COMPARISONS[node.operator], self.value(right))

    def clamp(self, node: form.Clamp) -> ast.expr:
        """A look at the bounds in place, since a call takes longer."""
        of = self.value(node.of)
        if self.in_iterable:
            return call(name("clamp_number"), of)
        found, low = name("n"), ast.UnaryOp(ast.USub(), constant(MOST), **AT)
        once = ast.NamedExpr(ast.Name("n", STORE, **AT), of, **AT)
        within = ast.Compare(low, [ast.LtE(), ast.LtE()], [once, constant(MOST)], **AT)
        return choose(within, found, call(name("clamp_number"), found))

    def between(self, node: form.Between) -> ast.expr:
        low, of, high = self.values((node.low, node.of, node.high))
        return ast.Compare(low, [ast.LtE(), ast.LtE()], [of, high], **AT)

    def let(self, node: form.Let) -> ast.expr:
        once = ast.Tuple([self.iterable(node.of)], LOAD, **AT)
        return item(self.comprehension(node.name, once, self.value(node.inside)), ZERO)

    def iterable(self, of: Value) -> ast.expr:
        """What a comprehension goes through."""
        self.in_iterable += 1
        found = self.value(of)
        self.in_iterable -= 1
        return found

    def comprehension(
        self, each: str, of: ast.expr, value: ast.expr, test: ast.expr | None = None
    ) -> ast.expr:
        """A list of a value of each of several."""
        tests = [] if test is None else [test]
        generator = ast.comprehension(ast.Name(each, STORE, **AT), of, tests, 0)
        return ast.ListComp(value, [generator], **AT)

    def group(self, node: form.Group) -> ast.expr:
        items = self.values(node.items)
        if node.form == "set":
            return ast.Set(items, **AT)
        return tuple_of(items) if node.form == "tuple" else list_of(items)

    def spread(self, node: form.Spread) -> ast.expr:
        zones = isinstance(node.of, form.ZoneSpan | form.Piles)
        of = self.joined(node.of) if zones else self.value(node.of)  # type: ignore[arg-type]
        return ast.Starred(of, LOAD, **AT)

    def as_list(self, node: form.AsList) -> ast.expr:
        of = self.value(node.of)
        if is_cheap(node.of):
            return choose(of, tuple_of([of]), tuple_of([]))
        return call(name("entity_list"), of)

    def end_of(self, node: form.EndOf) -> ast.expr:
        of = self.value(node.of)
        if _is_cheap_list(node.of):
            return choose(of, item(of, constant(-1 if node.last else 0)), ZERO)
        return call(name("last_of" if node.last else "first_of"), of)

    def front(self, node: form.Front) -> ast.expr:
        of, count = self.value(node.of), self.value(node.count)
        return item(of, ast.Slice(None, count, None, **AT))

    def collect(self, node: form.Collect) -> ast.expr:
        test = None if node.test is None else self.value(node.test)
        return self.comprehension(node.each, self.iterable(node.of), self.value(node.value), test)

    def sorted(self, node: form.Sorted) -> ast.expr:
        key = ast.keyword("key", function_of(node.each, self.value(node.key)), **AT)
        return ast.Call(name("sorted"), [self.value(node.of)], [key], **AT)

    def plain(self, node: form.Plain) -> ast.expr:
        arguments = self.values(node.arguments)
        if node.function == "index":
            return call(attribute(arguments[0], "index"), arguments[1])
        if node.function in _EXTREMES:
            usual = ast.keyword("default", ZERO, **AT)
            return ast.Call(name(_EXTREMES[node.function]), arguments, [usual], **AT)
        return call(name(node.function), *arguments)

    def call(self, node: form.Call) -> ast.expr:
        of = attribute(M, node.function) if node.on_match else name(node.function)
        return call(of, *self.values(node.arguments))

    def call_word(self, node: form.CallWord) -> ast.expr:
        word = item(attribute(M, "calls"), constant(node.word))
        return call(word, M, *self.values(node.arguments))

    def answer(self, node: form.Answer) -> ast.expr:
        of = self.value(node.of)
        table = item(attribute(M, "program", "answers"), constant(node.question))
        definition = self.cell(form.Cell(node.of, 0))
        function = call(attribute(table, "get"), definition, name(node.usual))
        return call(function, M, of, *self.values(node.arguments))

    # -- steps that cannot wait --------------------------------------------------------------------

    def step(self, step: Step) -> Statements:
        """A step as statements."""
        return _STEPS[type(step)](self, step)

    def body(self, body: Body) -> Statements:
        """Steps that cannot wait."""
        return [statement for step in body for statement in self.step(step)]

    def target(self, to: Value) -> Any:
        """What is given a value."""
        place: Any = self.value(to)
        place.ctx = STORE
        return place

    def assign(self, step: form.Assign) -> Statements:
        value = self.value(step.value)
        return [ast.Assign([self.target(step.to)], value, **AT)]

    def evaluate(self, step: form.Evaluate) -> Statements:
        return [ast.Expr(self.value(step.value), **AT)]

    def guard(self, step: form.Guard) -> Statements:
        of = self.value(step.of)
        wrong: ast.expr
        if step.kind is None or step.kind == PLAYER:
            low = ZERO if step.kind is None else constant(1)
            inside: ast.expr = ast.Compare(
                low, [ast.LtE(), ast.LtE()], [of, constant(step.first)], **AT
            )
            wrong = negate(inside)
        else:
            wrong = join(
                ast.Or(),
                compare(of, ast.Lt(), constant(step.first)),
                binary(of, ast.Mod(), constant(step.width)),
                compare(self.kind_of_card(step.of), ast.NotEq(), constant(step.kind)),
            )
        fails = call(name("raise_lacks_field"), of, constant(step.field))
        return [if_statement(wrong, [ast.Expr(fails, **AT)])]

    def append(self, step: form.Append) -> Statements:
        grown = call(attribute(self.value(step.to), "append"), self.value(step.value))
        return [ast.Expr(grown, **AT)]

    def extend(self, step: form.Extend) -> Statements:
        items = self.value(step.items)
        if step.through is not None:
            items = call(name("map"), self.value(step.through), items)
        return [ast.AugAssign(self.target(step.to), ast.Add(), items, **AT)]

    def note(self, step: form.Note) -> Statements:
        kept = call(attribute(M, "add_log_row"), self.value(step.row))
        test = compare(attribute(M, "log"), ast.IsNot(), constant(None))
        return [if_statement(test, [ast.Expr(kept, **AT)])]

    def charge(self, step: form.Charge) -> Statements:
        of = self.value(step.of)
        count = call(name("len"), of)
        work: Any = attribute(M, "work")
        left = binary(work, ast.Sub(), count)
        to: list[ast.expr] = [
            ast.Attribute(M, "work", STORE, **AT), ast.Name("left", STORE, **AT)
        ]  # fmt: skip
        test = compare(name("left"), ast.Lt(), ZERO)
        if step.long:
            test = join(ast.Or(), test, compare(count, ast.Gt(), constant(MAX_ITEMS)))
        exceeded = ast.Expr(call(attribute(M, "spend"), of), **AT)
        return [ast.Assign(to, left, **AT), if_statement(test, [exceeded])]

    def if_step(self, step: form.If) -> Statements:
        test = self.value(step.test)
        return [if_statement(test, self.body(step.then), self.body(step.otherwise))]

    def each(self, step: form.Each) -> Statements:
        body = self.body(step.body)
        of, to = self.value(step.of), step.each if step.each is not None else form.Local("_")
        target = self.target(to)
        if step.index is not None and is_read(step.index, step.body):
            target = ast.Tuple([self.target(step.index), target], STORE, **AT)
            of = call(name("enumerate"), of, constant(1))
        return [ast.For(target, of, body or [ast.Pass(**AT)], [], **AT)]

    def switch(self, step: form.Switch) -> Statements:
        *others, chain = [self.body(arm) for arm in step.arms]
        for arm, body in reversed(list(enumerate(others))):
            test = compare(name("arm"), ast.Eq(), constant(arm))
            chain = [if_statement(test, body, chain)]
        return [assign("arm", self.value(step.of)), *chain]

    def return_step(self, step: form.Return) -> Statements:
        return [return_statement(self.value(step.value))]


def _is_cheap_list(items: Value) -> bool:
    """Whether a list can be worked out twice."""
    match items:
        case form.Zone(form.Arithmetic(_, _, number)) | form.Zone(number):
            return is_cheap(number)
    return is_cheap(items)


_TABLES = {
    "zone_family": name("ZONE_FAMILY"),
    "zone_owner": name("ZONE_OWNER"),
    "ranks": attribute(M, "program", "symbols", "ranks"),
    "places": attribute(M, "program", "places"),
    "decks": attribute(M, "decks"),
    "brought": attribute(M, "brought"),
}

_VALUES: dict[type, Callable[[Writer, Any], ast.expr]] = {
    form.Const: lambda w, node: constant(node.value),
    form.Register: Writer.register,
    form.Local: lambda w, node: name(node.name),
    form.Made: lambda w, node: name(node.name),
    form.Whole: Writer.whole,
    form.Result: lambda w, node: attribute(M, "result"),
    form.OfMatch: Writer.of_match,
    form.Cell: Writer.cell,
    form.PlayerField: Writer.player_field,
    form.CardField: Writer.card_field,
    form.Printed: Writer.printed,
    form.Modified: Writer.modified,
    form.Zone: Writer.zone,
    form.ZoneSpan: Writer.several_zones,
    form.Piles: Writer.several_zones,
    form.TurnOrder: Writer.turn_order,
    form.Lookup: Writer.lookup,
    form.HasBehavior: Writer.has_behavior,
    form.Arithmetic: lambda w, node: binary(
        w.value(node.left), _ARITHMETIC[node.operator], w.value(node.right)
    ),
    form.Clamp: Writer.clamp,
    form.Negative: lambda w, node: ast.UnaryOp(ast.USub(), w.value(node.of), **AT),
    form.Compare: Writer.compare,
    form.Between: Writer.between,
    form.IsNothing: lambda w, node: compare(w.value(node.of), ast.Is(), constant(None)),
    form.Logic: lambda w, node: join(
        ast.And() if node.operator == "and" else ast.Or(), *w.values(node.items)
    ),
    form.Not: lambda w, node: negate(w.value(node.of)),
    form.Conditional: lambda w, node: choose(
        w.value(node.test), w.value(node.then), w.value(node.otherwise)
    ),
    form.Let: Writer.let,
    form.Group: Writer.group,
    form.Spread: Writer.spread,
    form.AsList: Writer.as_list,
    form.EndOf: Writer.end_of,
    form.Item: lambda w, node: item(w.value(node.of), w.value(node.place)),
    form.Front: Writer.front,
    form.Collect: Writer.collect,
    form.Sorted: Writer.sorted,
    form.Function: lambda w, node: function_of(node.each, w.value(node.value)),
    form.Plain: Writer.plain,
    form.Call: Writer.call,
    form.CallMade: lambda w, node: call(w.value(node.function), *w.values(node.arguments)),
    form.CallWord: Writer.call_word,
    form.Answer: Writer.answer,
    form.Spend: lambda w, node: call(attribute(M, "spend"), w.value(node.of)),
}
_STEPS: dict[type, Callable[[Writer, Any], Statements]] = {
    form.Assign: Writer.assign,
    form.Evaluate: Writer.evaluate,
    form.Guard: Writer.guard,
    form.Append: Writer.append,
    form.Extend: Writer.extend,
    form.Note: Writer.note,
    form.Charge: Writer.charge,
    form.If: Writer.if_step,
    form.Each: Writer.each,
    form.Switch: Writer.switch,
    form.Return: Writer.return_step,
}
