"""
What cards write in quotes, taken apart and put together again.

`"{you.frost} * 3"` is taken apart to `{"$": "*", "items": ["{you.frost}", 3]}`, so that each part
of it has a path of its own; `put_together` writes it as authors do. Imports nothing but the parser
of references. Begin with `take_apart`.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from ..language.expressions import COMPARISONS, NUMBER, OPERATORS, SYMBOL
from ..language.references import split_references

Path = tuple[str | int, ...]
Json = Any

_STEP = re.compile(r"\.([^.\[]+)|\[(\d+)\]")
_STAND_IN = "reference_"
#: How tightly operators bind; what binds less stands in brackets.
_BINDS = {
    "if": 0, "or": 1, "and": 2, "not": 3, "==": 4, "!=": 4, "<": 4, "<=": 4, ">": 4, ">=": 4,
    "in": 4, "not in": 4, "+": 5, "-": 5, "*": 6, "//": 6, "%": 6, "negative": 7,
}  # fmt: skip
#: The words that say the same, where a part cannot stand in quotes.
_WORDS = {
    "+": "add", "-": "subtract", "*": "multiply", "//": "divide", "==": "Equals",
    ">": "GreaterThan", "<": "LessThan", ">=": "GreaterThanOrEqual", "<=": "LessThanOrEqual",
}  # fmt: skip


def take_apart(node: Json) -> Json:
    """JSON with everything that is written in quotes taken apart."""
    if isinstance(node, dict):
        return {key: take_apart(value) for key, value in node.items()}
    if isinstance(node, list):
        return [take_apart(value) for value in node]
    return _parse_expression(node) if isinstance(node, str) else node


def _parse_expression(written: str) -> Json:
    written = re.sub(r"\$(\w+(?:\.\w+)*)", r"{\1}", written.strip())
    if NUMBER.fullmatch(written):
        return int(written)
    if "{" not in written or SYMBOL.fullmatch(written):
        return written
    try:
        pieces = split_references(written)
    except ValueError:
        return written
    known: dict[str, str] = {}
    rendered = ""
    for piece, inside in pieces:
        if inside is None:
            rendered += piece
        else:
            name = f"{_STAND_IN}{len(known)}"
            known[name] = "{" + inside + "}"
            rendered += f" {name} "
    try:
        parsed = ast.parse(rendered.strip(), mode="eval").body
        return _read_node(parsed, known)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return written


def _read_node(node: ast.AST, known: dict[str, str]) -> Json:
    match node:
        case ast.Constant(value=bool() | int() as value):
            return value
        case ast.Name(id=name):
            return known.get(name, {"true": True, "false": False}.get(name, name))
        case ast.Attribute():
            return ast.unparse(node)
        case ast.BinOp(left=left, op=op, right=right) if type(op) in OPERATORS:
            return _make_operation(OPERATORS[type(op)], [left, right], known)
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int() as value)):
            return -value
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return _make_operation("negative", [operand], known)
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            return _make_operation("not", [operand], known)
        case ast.BoolOp(op=op, values=values):
            return _make_operation("and" if isinstance(op, ast.And) else "or", values, known)
        case ast.IfExp(test=test, body=body, orelse=orelse):
            return _make_operation("if", [test, body, orelse], known)
        case ast.Compare(left=left, ops=[op], comparators=[right]) if type(op) in COMPARISONS:
            return _make_operation(COMPARISONS[type(op)], [left, right], known)
        case ast.Tuple(elts=items) | ast.List(elts=items):
            return _make_operation("list", items, known)
        case ast.Call(func=ast.Name(id="min" | "max" | "abs" as name), args=items, keywords=[]):
            return _make_operation(name, items, known)
    raise ValueError


def _make_operation(operator: str, items: list[Any], known: dict[str, str]) -> Json:
    return {"$": operator, "items": [_read_node(item, known) for item in items]}


def is_expression(node: Json) -> bool:
    """Whether it is something taken apart."""
    return isinstance(node, dict) and "$" in node


# -- and together again


def put_together(node: Json) -> Json:
    """JSON as authors write it."""
    if isinstance(node, list):
        return [put_together(each) for each in node]
    if not isinstance(node, dict):
        return node
    if "$" not in node:
        return {key: put_together(value) for key, value in node.items()}
    text = _as_quoted(node)
    if text is not None:
        return text[0]
    items = [put_together(each) for each in node["items"]]
    operator = node["$"]
    match operator:
        case "and":
            return items
        case "or":
            return {"type": "Or", "conditions": items}
        case "not":
            return {"type": "Not", "condition": items[0]}
        case "!=":
            same = {"type": "Equals", "value1": items[0], "value2": items[1]}
            return {"type": "Not", "condition": same}
        case "+" | "*":
            return {"type": _WORDS[operator], "values": items}
        case _ if operator in _WORDS:
            return {"type": _WORDS[operator], "value1": items[0], "value2": items[1]}
    return items[0]


def _as_quoted(node: Json) -> tuple[str, int] | None:
    """What can stand in quotes, and how tightly it binds; None for words with parameters."""
    if isinstance(node, bool):
        return str(node).lower(), 9
    if isinstance(node, int | str):
        return str(node), 9 if not str(node).startswith("-") else 7
    if not is_expression(node):
        return None
    operator, parts = node["$"], [_as_quoted(each) for each in node["items"]]
    if any(part is None for part in parts):
        return None
    known = [part for part in parts if part is not None]
    if operator in ("min", "max", "abs"):
        return f"{operator}({', '.join(text for text, _ in known)})", 9
    if operator == "list":
        return f"[{', '.join(text for text, _ in known)}]", 9
    own = _BINDS[operator]
    texts = [
        text if binds > own or (binds == own and (number == 0 or operator in ("and", "or")))
        else f"({text})"
        for number, (text, binds) in enumerate(known)
    ]  # fmt: skip
    match operator:
        case "not":
            return f"not {texts[0]}", own
        case "negative":
            return f"-{texts[0]}", own
        case "if":
            return f"{texts[1]} if {texts[0]} else {texts[2]}", own
    return f" {operator} ".join(texts), own


# -- paths


@lru_cache(maxsize=8192)
def parse_path(place: str) -> Path:
    """`.behaviors[0].do[1]` as a path."""
    return tuple(name or int(number) for name, number in _STEP.findall(place))


def value_at(node: Json, path: Path) -> Json:
    """What stands at a path. LookupError where nothing does."""
    for step in path:
        if not isinstance(node, (dict, list)):  # far quicker than a union, and asked all the time
            raise LookupError(path)
        node = node[step]  # type: ignore[index]
    return node


def replace_at(node: Json, path: Path, new: Json) -> Json:
    """The same with something else at a path."""
    if not path:
        return new
    first, rest = path[0], path[1:]
    if isinstance(node, dict):
        return {**node, first: replace_at(node.get(first), rest, new)}
    copy = list(node)
    copy[first] = replace_at(copy[first], rest, new)  # type: ignore[index]
    return copy


def exists_at(node: Json, path: Path) -> bool:
    """Whether something stands at a path."""
    try:
        value_at(node, path)
    except (LookupError, TypeError):
        return False
    return True


def numbers_in(json: Json, within: tuple[Path, ...]) -> Iterator[tuple[Path, int]]:
    """The numbers that are written inside some places."""
    for start in within:
        if exists_at(json, start):
            yield from _walk_numbers(value_at(json, start), start)


def _walk_numbers(node: Json, path: Path) -> Iterator[tuple[Path, int]]:
    if isinstance(node, bool):
        return
    if isinstance(node, int):
        yield path, node
    elif isinstance(node, dict):
        for key, value in node.items():
            yield from _walk_numbers(value, (*path, key))
    elif isinstance(node, list):
        for number, value in enumerate(node):
            yield from _walk_numbers(value, (*path, number))


def without_event(event: Json, rest: list[Path]) -> Json:
    """What is written of a trigger beside its event, with the conditions at these paths alone."""
    outer = {key: value for key, value in event.items() if key not in ("event", "when", "of")}
    condition = outer.pop("condition", None)
    if condition is not None and rest:
        kept: list[Json] = []
        for path in rest:
            inner = condition
            try:
                for step in path[path.index("condition") + 1 :]:
                    inner = inner[step]
            except (LookupError, TypeError):
                continue
            kept.append(inner)
        if kept:
            outer["condition"] = kept
    return outer
