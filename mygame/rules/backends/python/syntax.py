"""
Python's own syntax, made shortly: `call(name("f"), constant(1))` is `f(1)`.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable
from typing import Any

AT: dict[str, Any] = {"lineno": 1, "col_offset": 0, "end_lineno": 1, "end_col_offset": 0}
Statements = list[ast.stmt]
LOAD, STORE = ast.Load(), ast.Store()


def name(identifier: str) -> ast.expr:
    return ast.Name(identifier, LOAD, **AT)


def constant(value: Any) -> ast.expr:
    return ast.Constant(value, **AT)


def attribute(of: ast.expr, *names: str) -> ast.expr:
    for each in names:
        of = ast.Attribute(of, each, LOAD, **AT)
    return of


def item(of: ast.expr, place: ast.expr) -> ast.expr:
    return ast.Subscript(of, place, LOAD, **AT)


def call(of: ast.expr, *arguments: ast.expr) -> ast.expr:
    return ast.Call(of, list(arguments), [], **AT)


def binary(left: ast.expr, operator: ast.operator, right: ast.expr) -> ast.expr:
    return ast.BinOp(left, operator, right, **AT)


def compare(left: ast.expr, operator: ast.cmpop, right: ast.expr) -> ast.expr:
    return ast.Compare(left, [operator], [right], **AT)


def choose(test: ast.expr, then: ast.expr, otherwise: ast.expr) -> ast.expr:
    return ast.IfExp(test, then, otherwise, **AT)


def negate(test: ast.expr) -> ast.expr:
    return ast.UnaryOp(ast.Not(), test, **AT)


def join(operator: ast.boolop, *tests: ast.expr) -> ast.expr:
    return ast.BoolOp(operator, list(tests), **AT)


def assign(to: str, value: ast.expr) -> ast.stmt:
    return ast.Assign([ast.Name(to, STORE, **AT)], value, **AT)


def if_statement(test: ast.expr, then: Statements, otherwise: Statements | None = None) -> ast.stmt:
    return ast.If(test, then or [ast.Pass(**AT)], otherwise or [], **AT)


def return_statement(value: ast.expr) -> ast.stmt:
    return ast.Return(value, **AT)


def tuple_of(items: Iterable[ast.expr]) -> ast.expr:
    return ast.Tuple(list(items), LOAD, **AT)


def list_of(items: Iterable[ast.expr]) -> ast.expr:
    return ast.List(list(items), LOAD, **AT)


def function_of(parameter: str, body: ast.expr) -> ast.expr:
    return ast.Lambda(
        ast.arguments([], [ast.arg(parameter, **AT)], None, [], [], None, []), body, **AT
    )


M, ZERO = name("m"), constant(0)
