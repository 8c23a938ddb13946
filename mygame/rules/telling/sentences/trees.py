"""
Values and conditions as trees: `{you.frost} * 3 > 10` is a `Compare` of a `Math` and a number.

`parse` reads what is written as a string, `value_tree` and `condition_tree` what is written in any
form the language has. A tree is a number, one of the classes here, or a tuple of trees.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from .nodes import Node, listed

NUMBER = re.compile(r"-?[0-9]+")
OPPOSITE = {"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}
MIRROR = {"==": "==", "!=": "!=", "<": ">", ">": "<", "<=": ">=", ">=": "<="}
# The conditions that are comparisons, by the word of the language.
COMPARISONS = {
    "Equals": "==", "LessThan": "<", "GreaterThan": ">",
    "LessThanOrEqual": "<=", "GreaterThanOrEqual": ">=",
}  # fmt: skip
_OLD_REFERENCE = re.compile(r"\$([A-Za-z_][\w.]*)")
_COMPARE = {
    ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=",
}  # fmt: skip
_MATH = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.FloorDiv: "//", ast.Div: "/", ast.Mod: "%",
}  # fmt: skip
_ARITHMETIC = {"add": "+", "subtract": "-", "multiply": "*", "divide": "//"}


@dataclass(frozen=True, slots=True)
class Ref:
    """A reference `{a.b.c}` as its parts; nested ones are blurred: `dc{loop1.index}` is `dc*`."""

    parts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Compare:
    """`a op b`, `op` one of `== != < <= > >=`."""

    op: str
    a: Any
    b: Any


@dataclass(frozen=True, slots=True)
class Logic:
    """`and`, `or` or `not` of conditions."""

    op: str
    items: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Math:
    """An operator or a function of values; `if` of (value, condition, other value)."""

    op: str
    items: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Symbol:
    """A bare word: `fire`."""

    name: str


@dataclass(frozen=True, slots=True)
class Word:
    """A word of the language with its parameters, as data."""

    node: dict


# What follows the name of a property that is meant as it is printed: `{it.cost.base}`.
PRINTED = "|printed"
# Whose card it is: the part of a condition that a noun says with "your".
OWNER_OF_IT = Ref(("it", "owner"))


# -- reading


def split_references(text: str) -> tuple[str, list[Ref]]:
    """
    Text with each `{reference}` replaced by `__n`, and the references.

    >>> split_references("{you.freezing} * 3")
    ('__0 * 3', [Ref(parts=('you', 'freezing'))])
    """
    text = _OLD_REFERENCE.sub(lambda m: "{" + m.group(1).rstrip(".") + "}", text)
    refs: list[Ref] = []
    out, inside, level = [], "", 0
    for char in text:
        if char == "{":
            level += 1
            if level > 1:
                inside += "*" if level == 2 else ""
                continue
        elif char == "}":
            level -= 1
            if level == 0:
                out.append(f"__{len(refs)}")
                refs.append(Ref(tuple(inside.strip().replace(".base", PRINTED).split("."))))
                inside = ""
                continue
        elif level == 0:
            out.append(char)
        elif level == 1:
            inside += char
    return "".join(out), refs


def parse(text: str) -> Any:
    """The tree of a value or condition written as a string; a bare word is a `Symbol`."""
    text = text.strip()
    if NUMBER.fullmatch(text):
        return int(text)
    source, refs = split_references(text)
    if not refs and re.fullmatch(r"[\w.\-]+", text):
        return Symbol(text)
    try:
        return _tree(ast.parse(source.strip(), mode="eval").body, refs)
    except (SyntaxError, ValueError):
        return Symbol(text)


def _tree(node: ast.AST, refs: list[Ref]) -> Any:
    match node:
        case ast.Constant(value=value):
            return value if isinstance(value, int) else Symbol(str(value))
        case ast.Name(id=name):
            return refs[int(name[2:])] if name.startswith("__") else Symbol(name)
        case ast.Attribute():
            return Symbol(ast.unparse(node))
        case ast.Compare(left=left, ops=ops, comparators=right):
            parts: list[Any] = []
            a = _tree(left, refs)
            for op, other in zip(ops, right, strict=True):
                b = _tree(other, refs)
                if isinstance(op, ast.In | ast.NotIn):
                    items = b if isinstance(b, tuple) else (b,)
                    options = Logic("or", tuple(Compare("==", a, item) for item in items))
                    parts.append(options if isinstance(op, ast.In) else Logic("not", (options,)))
                else:
                    parts.append(Compare(_COMPARE[type(op)], a, b))
                a = b
            return parts[0] if len(parts) == 1 else Logic("and", tuple(parts))
        case ast.BoolOp(op=op, values=values):
            name = "and" if isinstance(op, ast.And) else "or"
            return Logic(name, tuple(_tree(value, refs) for value in values))
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            return Logic("not", (_tree(operand, refs),))
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            inner = _tree(operand, refs)
            return -inner if isinstance(inner, int) else Math("neg", (inner,))
        case ast.BinOp(left=left, op=op, right=right) if type(op) in _MATH:
            return Math(_MATH[type(op)], (_tree(left, refs), _tree(right, refs)))
        case ast.IfExp(test=test, body=body, orelse=orelse):
            return Math("if", tuple(_tree(part, refs) for part in (body, test, orelse)))
        case ast.Call(func=ast.Name(id=name), args=args):
            return Math(name, tuple(_tree(arg, refs) for arg in args))
        case ast.Tuple(elts=elts) | ast.List(elts=elts) | ast.Set(elts=elts):
            return tuple(_tree(item, refs) for item in elts)
    raise ValueError(f"not an expression: {ast.dump(node)}")


def value_tree(node: Node) -> Any:
    """The tree of a value in any form; what is no arithmetic is a `Word`."""
    if isinstance(node, str):
        return parse(node)
    if isinstance(node, Mapping):
        name = node.get("type")
        if name in ("getCardProperty", "getProperty"):
            of = node.get("cardUUID", node.get("card", node.get("of")))
            tree = value_tree(of)
            if isinstance(tree, Ref):
                return Ref((*tree.parts, str(node.get("property"))))
        if name in _ARITHMETIC:
            items = node.get("values") or [node.get("value1"), node.get("value2")]
            return Math(_ARITHMETIC[str(name)], tuple(value_tree(i) for i in items))
        if name in ("min", "max") and node.get("values"):
            return Math(str(name), tuple(value_tree(i) for i in node.get("values", [])))
        return Word(dict(node))
    return node


def condition_tree(node: Node) -> Any:
    """The tree of a condition in any form; True for none."""
    if node is None or node is True:
        return True
    if isinstance(node, list | tuple):
        return Logic("and", tuple(condition_tree(item) for item in node))
    if isinstance(node, str):
        return parse(node)
    if not isinstance(node, Mapping):
        return node
    name = node.get("type")
    if name in COMPARISONS:
        a, b = value_tree(node.get("value1")), value_tree(node.get("value2"))
        return Compare(COMPARISONS[str(name)], a, b)
    if name in ("And", "Or"):
        items = tuple(condition_tree(item) for item in listed(node.get("conditions")))
        return Logic(str(name).lower(), items)
    if name == "Not":
        return Logic("not", (condition_tree(node.get("condition")),))
    if name == "AlwaysTrue":
        return True
    if name == "AlwaysFalse":
        return False
    return Word(dict(node))


def conjuncts(node: Node) -> tuple[Any, ...]:
    """A condition as the parts that must all hold."""
    tree = condition_tree(node)
    if tree is True:
        return ()
    if isinstance(tree, Logic) and tree.op == "and":
        return tuple(part for item in tree.items for part in conjuncts(item))
    return (tree,)


# -- asking


def is_of_reference(tree: Any) -> bool:
    """Whether it is a comparison of a reference with something."""
    return isinstance(tree, Compare) and isinstance(tree.a, Ref)


def is_about(tree: Any, root: tuple[str, ...]) -> bool:
    """Whether a condition speaks of a property of one thing only."""
    if isinstance(tree, Compare):
        a, b = tree.a, tree.b
        about = isinstance(a, Ref) and a.parts[: len(root)] == root and len(a.parts) > len(root)
        return about and not (isinstance(b, Ref) and b.parts[: len(root)] == root)
    if isinstance(tree, Logic):
        return all(is_about(item, root) for item in tree.items)
    return False


def mentions(tree: Any, root: str) -> bool:
    """Whether a tree speaks of a name."""
    if isinstance(tree, Ref):
        return tree.parts[0] == root
    if isinstance(tree, Compare):
        return mentions(tree.a, root) or mentions(tree.b, root)
    if isinstance(tree, Logic | Math):
        return any(mentions(item, root) for item in tree.items)
    if isinstance(tree, Word):
        return f"{{{root}" in str(tree.node)
    return False


def name_of(tree: Any) -> str:
    """The one name that a reference consists of; "" for anything else."""
    return tree.parts[0] if isinstance(tree, Ref) and len(tree.parts) == 1 else ""


def plain(tree: Any) -> str:
    """A reference or a symbol as it is written."""
    if isinstance(tree, Ref):
        return ".".join(tree.parts)
    return tree.name if isinstance(tree, Symbol) else str(tree)


def last_compared(tree: Compare) -> str:
    """A comparison of a reference by the last part of it: "amount > 3"."""
    return f"{tree.a.parts[-1]} {tree.op} {plain(tree.b)}"


def gist(tree: Any) -> str:
    """By what variants know a condition: `always`, the name of its word, "amount > 3"."""
    if isinstance(tree, bool):
        return "always" if tree else "never"
    if isinstance(tree, Word):
        return str(tree.node.get("type"))
    return last_compared(tree) if is_of_reference(tree) else ""
