"""
What is gone through, taken off the budget of an action without a call.

`m.spend(items)` stands wherever compiled code goes through a list. `charge_lists` writes out what
it does before the line in which it stands, where the line certainly comes to it before anything
else that matters, and the list is made of zones and registers, which are no longer than they may
be. This may import `contracts` and `quote`.
"""

from __future__ import annotations

import ast
from typing import Any

from ..running.machine import MAX_ITEMS
from . import contracts, quote
from .quote import Statements


def charge_lists(body: Statements) -> Statements:
    """The lines of a function, in which lists are taken off the budget before they are read."""
    return _Lines().charge_block(body)


class _Lines:
    """Goes through the lines of a function."""

    def __init__(self) -> None:
        self.before: Statements = []  # what comes before the line
        self.first = True  # whether nothing that matters has happened in the line
        self.count = 0

    def charge_block(self, body: Statements) -> Statements:
        lines: Statements = []
        for line in body:
            made = self.charge_line(line)
            lines += [*self.before, made]
        return lines

    def charge_line(self, line: Any) -> Any:
        """A line anew, and in `before` what comes before it."""
        self.before, self.first = [], True
        match line:
            case ast.Assign() | ast.AugAssign() | ast.Expr() | ast.Return():
                return self.charge_parts(line, ("value",))
            case ast.If():
                changed = self.charge_parts(line, ("test",))
            case ast.For():
                changed = self.charge_parts(line, ("iter",))
            case _:
                return line
        before = self.before
        inner = {
            "body": self.charge_block(changed.body),
            "orelse": self.charge_block(changed.orelse),
        }
        self.before = before
        return quote.replace_parts(changed, inner)

    def charge_parts(self, node: Any, keys: tuple[str, ...]) -> Any:
        """A node with these parts of it gone through in order."""
        changed = {}
        for key in keys:
            inner = getattr(node, key)
            new = (
                [self.charge_expression(each) for each in inner]
                if isinstance(inner, list)
                else inner
            )
            new = self.charge_expression(inner) if isinstance(inner, ast.AST) else new
            if new is not inner:
                changed[key] = new
        return quote.replace_parts(node, changed)

    def charge_expression(self, node: Any) -> Any:
        """A piece of a line, up to where it is not sure to be worked out, or something happens."""
        if not self.first:
            return node
        match node:
            case ast.Call(func=ast.Attribute(ast.Name(id="m"), "spend"), args=[items]):
                if _is_plain_list(items):
                    return self.charge_before(items)
                if isinstance(items, ast.Tuple) and _is_pure(items):  # several put together
                    return self.charge_before(items, True)
                made = self.charge_parts(node, ("args",))
            case ast.Call():
                made = self.charge_parts(node, ("args",))
                self.first = self.first and contracts.contract_of_call(node).is_pure
            case ast.BinOp():
                return self.charge_parts(node, ("left", "right"))
            case ast.UnaryOp():
                return self.charge_parts(node, ("operand",))
            case ast.Starred() | ast.Attribute():
                return self.charge_parts(node, ("value",))
            case ast.Subscript():
                return self.charge_parts(node, ("value", "slice"))
            case ast.Tuple() | ast.List():
                return self.charge_parts(node, ("elts",))
            case ast.Compare(comparators=[_]):
                return self.charge_parts(node, ("left", "comparators"))
            case ast.ListComp(generators=[one]):
                made = quote.replace_parts(
                    node, {"generators": [self.charge_parts(one, ("iter",))]}
                )
                self.first = self.first and all(map(_is_pure, (node.elt, *one.ifs)))
            case ast.IfExp():
                made = self.charge_parts(node, ("test",))
                self.first = self.first and _is_pure(node.body) and _is_pure(node.orelse)
            case ast.BoolOp(values=[sure, *rest]):
                made = quote.replace_parts(node, {"values": [self.charge_expression(sure), *rest]})
                self.first = self.first and all(map(_is_pure, rest))
            case _:
                self.first = self.first and _is_pure(node)
                return node
        return made

    def charge_before(self, items: ast.expr, long: bool = False) -> ast.expr:
        """A list that is taken off the budget before; it may be longer than lists may be."""
        if not isinstance(items, ast.Name):
            self.count += 1
            held = quote.name(f"s{self.count}")
            self.before.append(quote.assign(held, items))
            items = held
        test = "left < 0 or len(ITEMS) > MOST" if long else "left < 0"
        self.before += quote.lines(
            f"m.work = left = m.work - len(ITEMS)\nif {test}:\n    m.spend(ITEMS)",
            ITEMS=items,
            MOST=MAX_ITEMS,
        )
        return items


def _is_plain_list(items: ast.expr) -> bool:
    """Whether a list consists of zones, or is one that a register has."""
    match items:
        case ast.Name():
            return True
        case ast.Subscript(value=ast.Name(id="z")):
            return True
        case ast.Tuple(elts=elements) | ast.List(elts=elements):
            return all(
                isinstance(each, ast.Starred) and _is_zone_list(each.value) for each in elements
            )
    return False


def _is_zone_list(items: ast.expr) -> bool:
    match items:
        case ast.Subscript(value=ast.Name(id="z")) | ast.Call(func=ast.Name(id="joined")):
            return True
    return False


def _is_pure(node: ast.AST) -> bool:
    """Whether nothing in a piece of code changes anything."""
    return quote.contract_of_code([node]).is_pure
