"""
Text as a value: a number, a symbol, a reference, or arithmetic around references.

Arithmetic is the part of Python's expressions that cannot do harm; it is parsed by Python and
written anew over the compiled references.
"""

from __future__ import annotations

import ast
import re

from ..ground.errors import instead
from .emitter import Emitter
from .references import reference
from .source import NUMBER, SYMBOL, Expr, split_references, tuple_source

OPERATORS = {
    ast.Add: "+",
    ast.Sub: "-",
    ast.Mult: "*",
    ast.Div: "//",
    ast.FloorDiv: "//",
    ast.Mod: "%",
}
NOT_DIGITS = re.compile(r"(?<![\w.])(?!\d+(?![\w.]))\d[\w.]*")
MAX_TEXT = 2_000  # characters
MAX_NUMBER = 1_000_000_000  # as it is written down, or as much below zero
COMPARISONS = {
    ast.Eq: "==",
    ast.NotEq: "!=",
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
    ast.In: "in",
    ast.NotIn: "not in",
}


def symbol(c: Emitter, name: str) -> Expr:
    """A bare word; with a dot it is the id of a card."""
    pack = c.compiler.pack
    if "." in name and name not in pack.definitions and not pack.is_domain_symbol(name):
        c.problem(f"no card has the id {name}")
    return Expr(str(pack.symbol(name)), "symbol", (), literal=name)


def whole(c: Emitter, value: int) -> Expr:
    """A number that is written down."""
    if abs(value) > MAX_NUMBER:
        c.problem("a number of at most nine digits belongs here")
        return Expr("0", "number")
    return Expr(str(value), "number", literal=value)


def text(c: Emitter, text: str) -> Expr:
    """A string: a number, a symbol, a reference or arithmetic around references."""
    text = text.strip()
    if len(text) > MAX_TEXT:
        c.problem(f"a text of {len(text)} characters; at most {MAX_TEXT} are read")
        return Expr("0")
    if NUMBER.fullmatch(text):
        return whole(c, int(text))
    if SYMBOL.fullmatch(text):
        return symbol(c, text)
    try:
        pieces = split_references(text)
    except ValueError as error:
        c.problem(str(error))
        return Expr("0")
    references = [inside for _, inside in pieces if inside is not None]
    if len(references) == 1 and all(not piece for piece, inside in pieces if inside is None):
        return reference(c, references[0])
    for piece in (piece for piece, inside in pieces if inside is None):
        if wrong := NOT_DIGITS.search(piece):
            c.problem(f"{wrong[0]} is no number; whole numbers are written in digits")
            return Expr("0")
    compiled: dict[str, Expr] = {}
    rendered = ""
    for piece, inside in pieces:
        if inside is None:
            rendered += piece
        else:
            name = f"reference_{len(compiled)}"
            compiled[name] = reference(c, inside)
            rendered += f" {name} "
    try:
        tree = ast.parse(rendered.strip(), mode="eval")
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        c.problem(f"{text!r} is neither a name nor arithmetic around references")
        return Expr("0")
    return arithmetic(c, tree.body, compiled)


def arithmetic(c: Emitter, node: ast.AST, names: dict[str, Expr]) -> Expr:
    """The allowed part of Python's expressions, rewritten over compiled references."""
    again = lambda inner: arithmetic(c, inner, names)  # noqa: E731
    match node:
        case ast.Constant(value=bool() as known):
            return Expr(str(int(known)), "boolean", literal=known)
        case ast.Constant(value=int() as known) if abs(known) <= MAX_NUMBER:
            return Expr(str(known), "number", literal=known)
        case ast.Name(id="true" | "false" as known):
            return Expr("1" if known == "true" else "0", "boolean")
        case ast.Name(id=name):
            return names[name] if name in names else symbol(c, name)
        case ast.Attribute():
            name = ast.unparse(node)
            if name.split(".")[0] in names:
                c.problem(
                    "what follows a dot stands inside the braces: {a.b}; "
                    "arithmetic may use references as a whole"
                )
                return Expr("0")
            return symbol(c, name)
        case ast.BinOp(left=left, op=op, right=right) if type(op) in OPERATORS:
            a, b = again(left).single, again(right).single
            if isinstance(op, ast.Div | ast.FloorDiv | ast.Mod) and b.literal == 0:
                c.problem("nothing can be divided by 0")
            source = f"({a.src} {OPERATORS[type(op)]} {b.src})"
            # Adding a number that is written down takes longer than a match to get out of bounds.
            written = a.literal is not None or b.literal is not None
            if isinstance(op, ast.Mult) or (isinstance(op, ast.Add | ast.Sub) and not written):
                source = f"bound{source}"
            return Expr(source, "number")
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return Expr(f"(-{again(operand).single.src})", "number")
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            return Expr(f"(not {again(operand).src})", "boolean")
        case ast.BoolOp(op=op, values=values):
            word = " and " if isinstance(op, ast.And) else " or "
            return Expr("(" + word.join(again(value).src for value in values) + ")", "boolean")
        case ast.IfExp(test=test, body=body, orelse=orelse):
            a, b = again(body), again(orelse)
            return Expr(f"({a.src} if {again(test).src} else {b.src})", a.type, a.domain)
        case ast.Compare(left=left, ops=[op], comparators=[right]) if type(op) in COMPARISONS:
            a, b = again(left), again(right)
            if isinstance(op, ast.In | ast.NotIn):
                a = a.single
                if not b.many:  # brackets around a single name
                    b = Expr(f"({b.src},)", "entities")
            else:
                a, b = a.single, b.single
            check_domain(c, a, b)
            return Expr(f"({a.src} {COMPARISONS[type(op)]} {b.src})", "boolean")
        case ast.Tuple(elts=items) | ast.List(elts=items):
            return Expr(tuple_source([again(item).src for item in items]), "entities")
        case ast.Call(func=ast.Name(id="min" | "max" | "abs" as name), args=items, keywords=[]) if (
            items
        ):
            return Expr(f"{name}({', '.join(again(item).single.src for item in items)})", "number")
    c.problem(
        "arithmetic may use + - * // %, comparisons, and, or, not, min, max, abs and references"
    )
    return Expr("0")


def check_domain(c: Emitter, a: Expr, b: Expr) -> None:
    """A name that the other side can never be is a typing mistake."""
    for known, other in ((a, b), (b, a)):
        if (
            known.literal is not None
            and known.type == "symbol"
            and other.domain
            and known.literal not in other.domain
        ):
            c.problem(f"this is never {known.literal}{instead(known.literal, other.domain)}")
