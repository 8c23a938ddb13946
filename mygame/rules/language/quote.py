"""
Writing Python as trees: pieces of code with places that are filled with other pieces.

`code("m.move(CARD, ZONE)", CARD=card, ZONE=3)` is the tree of that call. The text is always one
that stands in this package; what is filled in is a tree already, or a constant, and nothing that
comes from a pack is ever read as Python.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, cast

from ..running.contract import QUIET, Contract
from . import contracts

Part = ast.expr | int | str | bool | None | tuple[int | str, ...]
Statements = list[ast.stmt]
PLAYER = 0  # stands for the kind of players
AT: dict[str, Any] = {"lineno": 1, "col_offset": 0, "end_lineno": 1, "end_col_offset": 0}


@dataclass(frozen=True, slots=True)
class Piece:
    """
    What a value is as code.

    `printed` is the same without modifiers, `only` the one thing that a list consists of, and
    `held` says that it is a tuple already, as a register holds lists.
    """

    code: ast.expr
    printed: ast.expr | None = None
    only: ast.expr | None = None
    held: bool = False

    @property
    def as_list(self) -> ast.expr:
        """A list as a register holds it."""
        return self.code if self.held else call("tuple", self.code)


def constant(value: Any) -> ast.expr:
    """A constant; only what Python itself can write as one."""
    return ast.Constant(value, **AT)


def name(identifier: str) -> ast.expr:
    """A name of the engine's own choosing."""
    return ast.Name(identifier, ast.Load(), **AT)


def register(number: int) -> ast.expr:
    """`r[number]`."""
    return ast.Subscript(_R, constant(number), ast.Load(), **AT)


def tuple_of(items: Iterable[ast.expr]) -> ast.expr:
    """A tuple of them."""
    return ast.Tuple(list(items), ast.Load(), **AT)


def list_of(items: Iterable[ast.expr]) -> ast.expr:
    """A list of them."""
    return ast.List(list(items), ast.Load(), **AT)


def call(function: str, *arguments: Part) -> ast.expr:
    """A call of something that the engine names: `call("m.shuffle", zone)`."""
    return ast.Call(_dotted_name(function), [as_tree(each) for each in arguments], [], **AT)


def charge(items: ast.expr) -> ast.expr:
    """
    Things to go through, taken off the budget of the action (`m.spend`), unless that has happened
    already, or they are but few.
    """
    return items if _is_charged(items) else call("m.spend", _uncharged(items))


def _uncharged(items: ast.expr) -> ast.expr:
    """A list put together of others, each of which would be taken off, too."""
    match items:
        case ast.Tuple(elts=elements):
            return tuple_of([_uncharged_part(each) for each in elements])
    return items


def _uncharged_part(part: ast.expr) -> ast.expr:
    match part:
        case ast.Starred(value=ast.Call(func=ast.Attribute(attr="spend"), args=[inner])):
            return starred(inner)
    return part


def _is_charged(items: ast.expr) -> bool:
    match items:
        case ast.Call(func=ast.Name(id="tuple"), args=[inner]):
            return _is_charged(inner)
        case ast.Call():
            return contracts.contract_of_call(items).spent
        case ast.IfExp(
            body=ast.Tuple(elts=[single]), orelse=ast.Tuple(elts=[])
        ):  # see `as_entity_list`
            return not isinstance(single, ast.Starred)
        case ast.Subscript(value=ast.Subscript(value=ast.Name(id="ROTATIONS"))):
            return True
        case ast.ListComp(generators=[ast.comprehension(iter=inner)]):
            return _is_charged(inner)
        case ast.Tuple(elts=elements):
            return not any(isinstance(each, ast.Starred) for each in elements)
    return False


def without_bounds(value: ast.expr) -> ast.expr:
    """A number without what holds it within bounds (`machine.clamp_number`)."""
    match value:
        case ast.Call(func=ast.Name(id="clamp_number"), args=[inner]):
            return inner
    return value


def is_small(value: ast.expr) -> bool:
    """Whether it is certainly far from the bounds of numbers: counts, and what is written down."""
    match value:
        case ast.Constant(value=int()):
            return True
        case ast.Call(func=ast.Name(id="len")):
            return True
        case ast.BinOp(left=left, op=ast.Add() | ast.Sub(), right=right):
            return is_small(left) and is_small(right)
    return False


def first_or_last(which: str, items: ast.expr) -> ast.expr:
    """The `first` or `last` of several; of nothing that is 0."""
    match items:
        case ast.Tuple(elts=[]):
            return constant(0)
        case ast.Subscript(value=ast.Name(id="z"), slice=ast.BinOp(right=place)):
            cheap = is_cheap(place)
        case _:
            cheap = is_cheap(items)
    if not cheap:
        return call(f"{which}_of", items)
    return code("OF[AT] if OF else 0", OF=items, AT=0 if which == "first" else -1)


def as_entity_list(entity: Part) -> ast.expr:
    """An entity as a list; nothing is the empty list."""
    if is_cheap(as_tree(entity)):
        return code("(E,) if E else ()", E=entity)
    return call("entity_list", entity)


def starred(items: ast.expr) -> ast.expr:
    """`*items`; of what is spread already, once."""
    match items:
        case ast.List(elts=[ast.Starred()]):
            return items.elts[0]
    return ast.Starred(items, ast.Load(), **AT)


def as_tree(part: Part) -> ast.expr:
    """A piece as a tree."""
    return part if isinstance(part, ast.expr) else constant(part)


def join_by_and(tests: Sequence[ast.expr], empty: bool = True) -> ast.expr:
    """The tests joined by `and`."""
    return _join_tests(ast.And(), tests, empty)


def join_by_or(tests: Sequence[ast.expr], empty: bool = False) -> ast.expr:
    """The tests joined by `or`."""
    return _join_tests(ast.Or(), tests, empty)


def _join_tests(operator: ast.boolop, tests: Sequence[ast.expr], empty: bool) -> ast.expr:
    if len(tests) < 2:
        return tests[0] if tests else constant(empty)
    return ast.BoolOp(operator, list(tests), **AT)


def code(text: str, **parts: Part) -> ast.expr:
    """The tree of an expression, with its places filled."""
    given = {key: as_tree(part) for key, part in parts.items()}
    found: ast.expr = _fill_places(_parse_expression(text), given)
    return found


def lines(text: str, **parts: Part | Statements) -> Statements:
    """
    The trees of some lines, with their places filled. A place that stands alone on a line takes
    lines.
    """
    blocks = {key: part for key, part in parts.items() if isinstance(part, list)}
    given = {key: as_tree(part) for key, part in parts.items() if not isinstance(part, list)}
    return _fill_block(_parse_lines(text), given, blocks)


def assign(target: ast.expr, value: Part) -> ast.stmt:
    """`target = value`, where target is a name, a register or a place in the state."""
    return ast.Assign([_as_target(target)], as_tree(value), **AT)


def _as_target(place: ast.expr) -> ast.expr:
    """A piece as that which is given a value."""
    if isinstance(place, ast.Subscript):
        return ast.Subscript(place.value, place.slice, ast.Store(), **AT)
    if isinstance(place, ast.Attribute):
        return ast.Attribute(place.value, place.attr, ast.Store(), **AT)
    assert isinstance(place, ast.Name)  # noqa: S101 (nothing else is given values)
    return ast.Name(place.id, ast.Store(), **AT)


def mark_test[Code: ast.AST](made: Code, entity: ast.expr, kinds: tuple[int, ...]) -> Code:
    """
    Code that was just made, with a mark that passes read: it tests whether an entity is of one of
    these kinds (symbols, or PLAYER). A line goes on only where it is, a value is another one where
    it is not.
    """
    made.tested = entity, kinds  # type: ignore[attr-defined]
    return made


def tested_kinds(made: ast.AST) -> tuple[ast.expr, tuple[int, ...]] | None:
    """The entity and the kinds with which code was marked."""
    return getattr(made, "tested", None)


def expression_statement(value: ast.expr) -> ast.stmt:
    """An expression as a line of its own."""
    return ast.Expr(value, **AT)


def return_statement(value: Part) -> ast.stmt:
    """`return value`."""
    return ast.Return(as_tree(value), **AT)


def if_statement(test: ast.expr, then: Statements, otherwise: Statements = []) -> ast.stmt:  # noqa: B006 (never changed)
    """`if test: then`, `else: otherwise`."""
    return ast.If(test, then or [ast.Pass(**AT)], otherwise, **AT)


def function_definition(
    called: str, arguments: str, body: Statements, optional: int = 0
) -> ast.stmt:
    """
    `def called(arguments): body`, with the parts of the match that it uses at hand. The last so
    many arguments are None where they are not given.

    :raises Undeclared: it calls something of which nobody has said what it does.
    """
    used = names_in(body)
    head = [each for name_, each in _AT_HAND.items() if name_ in used]
    taken = ast.arguments(
        [], [ast.arg(each, **AT) for each in arguments.split()], None, [], [], None,
        [constant(None)] * optional,
    )  # fmt: skip
    return cast(ast.stmt, ast.FunctionDef(called, taken, [*head, *body], [], None, None, [], **AT))


def names_in(body: Iterable[ast.AST]) -> set[str]:
    """
    The names that stand in some lines.

    :raises Undeclared: they call something of which nobody has said what it does.
    """
    found: set[str] = set()
    waiting: list[Any] = list(body)
    while waiting:
        node = waiting.pop()
        kind = type(node)
        if kind is ast.Name:
            found.add(node.id)
            continue
        if kind is ast.Call:
            contracts.contract_of_call(node)
        waiting += child_nodes(node)
    return found


def contract_of_code(body: Iterable[ast.AST]) -> Contract:
    """
    What some code may do to a match.

    :raises Undeclared: it calls something of which nobody has said that.
    """
    found = QUIET
    waiting = list(body)
    while waiting:
        node = waiting.pop()
        if type(node) is ast.Call:
            found |= contracts.contract_of_call(node)
        waiting += child_nodes(node)
    return found


_PLAIN_FIELDS = {
    "ctx",
    "op",
    "ops",
    "id",
    "attr",
    "kind",
    "conversion",
    "is_async",
    "simple",
    "type_comment",
}
_INNER: dict[type, tuple[str, ...]] = {}  # by kind of node: its fields that may hold nodes


def replace_parts(node: Any, parts: dict[str, Any]) -> Any:
    """A node with other parts; itself where there are none."""
    if not parts:
        return node
    kept = {key: getattr(node, key) for key in node._fields if key not in parts}
    place = AT if "lineno" in node._attributes else {}
    return type(node)(**kept, **parts, **place)


def child_nodes(node: ast.AST) -> list[ast.AST]:
    """The nodes right inside of one, without operators."""
    found: list[ast.AST] = []
    kind = type(node)
    if kind not in _INNER:
        fields = () if kind is ast.Constant else kind._fields
        _INNER[kind] = tuple([each for each in fields if each not in _PLAIN_FIELDS])
    for key in _INNER[kind]:
        inner = getattr(node, key, None)
        if isinstance(inner, list):
            found += [each for each in inner if isinstance(each, ast.AST)]
        elif isinstance(inner, ast.AST):
            found.append(inner)
    return found


def registers_in(value: ast.expr) -> set[int]:
    """The registers that an expression reads."""
    found = (node for node in ast.walk(value) if isinstance(node, ast.Subscript))
    return {
        node.slice.value
        for node in found
        if isinstance(node.value, ast.Name)
        and node.value.id == "r"
        and isinstance(node.slice, ast.Constant)
        and isinstance(node.slice.value, int)
    }


def module(statements: Statements) -> ast.Module:
    return ast.Module(statements, [])


def is_cheap(value: ast.expr) -> bool:
    """Whether it can be written down twice: a name, a constant or a register."""
    if isinstance(value, ast.Subscript):
        return isinstance(value.value, ast.Name) and isinstance(value.slice, ast.Constant)
    return isinstance(value, ast.Name | ast.Constant)


def are_same(one: ast.AST, other: ast.AST) -> bool:
    """Whether two pieces are the same code."""
    return one is other or ast.dump(one) == ast.dump(other)


# -- filling ---------------------------------------------------------------------------------------


@lru_cache(maxsize=1024)
def _parse_expression(text: str) -> ast.expr:
    return ast.parse(text, mode="eval").body


@lru_cache(maxsize=256)
def _parse_lines(text: str) -> Statements:
    return ast.parse(text).body


@lru_cache(maxsize=256)
def _dotted_name(text: str) -> ast.expr:
    return _parse_expression(text)


def _fill_places(node: Any, given: dict[str, ast.expr]) -> Any:
    """A tree with places filled; what has none in it is shared."""
    if isinstance(node, ast.Name):
        found = given.get(node.id)
        if found is None:
            return node
        return _as_target(found) if isinstance(node.ctx, ast.Store) else found
    if isinstance(node, ast.arg):
        found = given.get(node.arg)
        return node if found is None else ast.arg(found.id, **AT)  # type: ignore[attr-defined]
    parts = {}
    for key in node._fields:
        inner = getattr(node, key, None)
        if isinstance(inner, ast.AST):
            new: Any = _fill_places(inner, given)
        elif isinstance(inner, list):
            new = [
                _fill_places(each, given) if isinstance(each, ast.AST) else each for each in inner
            ]
            if all(a is b for a, b in zip(new, inner, strict=True)):
                new = inner
        else:
            continue
        if new is not inner:
            parts[key] = new
    return replace_parts(node, parts)


def _fill_block(
    body: Sequence[ast.stmt], given: dict[str, ast.expr], blocks: dict[str, Statements]
) -> Statements:
    found: Statements = []
    for statement in body:
        alone = statement.value if isinstance(statement, ast.Expr) else None
        if isinstance(alone, ast.Name) and alone.id in blocks:
            found += blocks[alone.id] or [ast.Pass(**AT)]
            continue
        filled = _fill_places(statement, given)
        if blocks and isinstance(filled, ast.For | ast.If | ast.Try | ast.While):
            inner = {key: _fill_block(getattr(filled, key), given, blocks) for key in _BLOCKS}
            filled = replace_parts(filled, inner)
        found.append(filled)
    return found


_R = name("r")
_BLOCKS = ("body", "orelse")
RESULT = ast.Attribute(name("m"), "result", ast.Load(), **AT)  # what was waited for came to
#: What a function that uses these names begins with.
_AT_HAND: dict[str, ast.stmt] = {
    "v": ast.parse("v = m.state").body[0],
    "z": ast.parse("z = m.zones").body[0],
    "d": ast.parse("d = m.printed").body[0],
    "changed": ast.parse("changed = m.modifiers_of").body[0],
}
