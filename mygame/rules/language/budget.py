"""
What is gone through, taken off the budget of an action without a call.

`m.spend(items)` stands wherever compiled code goes through a list. `inlined` writes out what it
does before the line in which it stands, where the line certainly comes to it before anything else
that matters, and the list is made of zones and registers, which are no longer than they may be.
This may import `contracts` and `quote`.
"""

from __future__ import annotations

import ast
from typing import Any

from ..running.machine import MAX_ITEMS
from . import contracts, quote
from .quote import Statements


def inlined(body: Statements) -> Statements:
    """The lines of a function, in which lists are taken off the budget before they are read."""
    return _Lines().block(body)


class _Lines:
    """Goes through the lines of a function."""

    def __init__(self) -> None:
        self.before: Statements = []  # what comes before the line
        self.first = True  # whether nothing that matters has happened in the line
        self.count = 0

    def block(self, body: Statements) -> Statements:
        lines: Statements = []
        for line in body:
            made = self.line(line)
            lines += [*self.before, made]
        return lines

    def line(self, line: Any) -> Any:
        """A line anew, and in `before` what comes before it."""
        self.before, self.first = [], True
        match line:
            case ast.Assign() | ast.AugAssign() | ast.Expr() | ast.Return():
                return self.with_parts(line, ("value",))
            case ast.If():
                changed = self.with_parts(line, ("test",))
            case ast.For():
                changed = self.with_parts(line, ("iter",))
            case _:
                return line
        before = self.before
        inner = {"body": self.block(changed.body), "orelse": self.block(changed.orelse)}
        self.before = before
        return quote.changed(changed, inner)

    def with_parts(self, node: Any, keys: tuple[str, ...]) -> Any:
        """A node with these parts of it gone through in order."""
        changed = {}
        for key in keys:
            inner = getattr(node, key)
            new = [self.part(each) for each in inner] if isinstance(inner, list) else inner
            new = self.part(inner) if isinstance(inner, ast.AST) else new
            if new is not inner:
                changed[key] = new
        return quote.changed(node, changed)

    def part(self, node: Any) -> Any:
        """A piece of a line, up to where it is not sure to be worked out, or something happens."""
        if not self.first:
            return node
        match node:
            case ast.Call(func=ast.Attribute(ast.Name(id="m"), "spend"), args=[items]):
                if _is_plain(items):
                    return self.spent(items)
                if isinstance(items, ast.Tuple) and _is_quiet(items):  # several put together
                    return self.spent(items, True)
                made = self.with_parts(node, ("args",))
            case ast.Call():
                made = self.with_parts(node, ("args",))
                self.first = self.first and contracts.of_call(node).quiet
            case ast.BinOp():
                return self.with_parts(node, ("left", "right"))
            case ast.UnaryOp():
                return self.with_parts(node, ("operand",))
            case ast.Starred() | ast.Attribute():
                return self.with_parts(node, ("value",))
            case ast.Subscript():
                return self.with_parts(node, ("value", "slice"))
            case ast.Tuple() | ast.List():
                return self.with_parts(node, ("elts",))
            case ast.Compare(comparators=[_]):
                return self.with_parts(node, ("left", "comparators"))
            case ast.ListComp(generators=[one]):
                made = quote.changed(node, {"generators": [self.with_parts(one, ("iter",))]})
                self.first = self.first and all(map(_is_quiet, (node.elt, *one.ifs)))
            case ast.IfExp():
                made = self.with_parts(node, ("test",))
                self.first = self.first and _is_quiet(node.body) and _is_quiet(node.orelse)
            case ast.BoolOp(values=[sure, *rest]):
                made = quote.changed(node, {"values": [self.part(sure), *rest]})
                self.first = self.first and all(map(_is_quiet, rest))
            case _:
                self.first = self.first and _is_quiet(node)
                return node
        return made

    def spent(self, items: ast.expr, long: bool = False) -> ast.expr:
        """A list that is taken off the budget before; it may be longer than lists may be."""
        if not isinstance(items, ast.Name):
            self.count += 1
            held = quote.name(f"s{self.count}")
            self.before.append(quote.give(held, items))
            items = held
        test = "left < 0 or len(ITEMS) > MOST" if long else "left < 0"
        self.before += quote.lines(
            f"m.work = left = m.work - len(ITEMS)\nif {test}:\n    m.spend(ITEMS)",
            ITEMS=items,
            MOST=MAX_ITEMS,
        )
        return items


def _is_plain(items: ast.expr) -> bool:
    """Whether a list consists of zones, or is one that a register has."""
    match items:
        case ast.Name():
            return True
        case ast.Subscript(value=ast.Name(id="z")):
            return True
        case ast.Tuple(elts=elements) | ast.List(elts=elements):
            return all(isinstance(each, ast.Starred) and _is_zones(each.value) for each in elements)
    return False


def _is_zones(items: ast.expr) -> bool:
    match items:
        case ast.Subscript(value=ast.Name(id="z")) | ast.Call(func=ast.Name(id="joined")):
            return True
    return False


def _is_quiet(node: ast.AST) -> bool:
    """Whether nothing in a piece of code changes anything."""
    return quote.does([node]).quiet
