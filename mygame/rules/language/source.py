"""
Pieces of Python source with their types, and what the texts of a pack are split into.

What the compiler builds is source. Nothing that stands in a pack reaches it but as a number,
through `repr`, or as a name checked with `NAME.fullmatch`.
"""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass
from typing import Any

PLURAL = {
    "player": "players",
    "card": "cards",
    "entity": "entities",
    "number": "numbers",
    "symbol": "symbols",
    "any": "entities",
}
SINGULAR = {many: one for one, many in PLURAL.items() if one != "any"}
ENTITIES = ("player", "card", "entity", "any")
TUPLES = ("one", "tuple", "m.repeated", "m.players_from", "m.players_back", "m.sample")
# For `fullmatch`; a `$` would let a line break pass.
SIMPLE = re.compile(r"[a-z]\w*(\[\d+\])?")
SYMBOL = re.compile(r"[A-Za-z_][\w\-]*(\.[\w\-]+)*")
NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*")  # of what becomes a name of compiled code
NUMBER = re.compile(r"-?[0-9]+")
OLD_REFERENCE = re.compile(r"\$([A-Za-z_]\w*(?:\.\w+)*)")


@dataclass(frozen=True, slots=True)
class Expr:
    """
    A compiled value: Python source, its type, the symbols it may be, and its source without
    modifiers.
    """

    src: str
    type: str = "any"
    domain: tuple[str, ...] = ()
    base: str = ""
    literal: Any = None  # the number or symbol itself when it is known now

    @property
    def many(self) -> bool:
        return self.type in SINGULAR

    @property
    def single(self) -> Expr:
        """One thing: the first of several."""
        return Expr(f"first({self.src})", SINGULAR[self.type]) if self.many else self

    @property
    def held(self) -> str:
        """Its source as a register holds it: several things are a tuple."""
        return f"tuple({self.src})" if self.many and not is_tuple(self.src) else self.src


def key_source(keys: list[Expr]) -> str:
    if not keys:
        return "None"
    return keys[0].src if len(keys) == 1 else "(" + ", ".join(k.src for k in keys) + ")"


def indent(text: str) -> str:
    return "\n".join("    " + line for line in text.split("\n"))


def is_tuple(source: str) -> bool:
    """Whether the source of several things gives a tuple already."""
    match ast.parse(source, mode="eval").body:
        case ast.Tuple() | ast.Subscript(value=ast.Name(id="z")):
            return True
        case ast.Call(func=ast.Attribute(value=ast.Name(id="m"), attr="spend"), args=[items]):
            return is_tuple(ast.unparse(items))
        case ast.Call(func=function):
            return ast.unparse(function) in TUPLES
    return False


def tuple_source(items: list[str]) -> str:
    return "(" + ", ".join(items) + ("," if len(items) == 1 else "") + ")"


def function_source(name: str, lines: list[str], arguments: str = "m, r") -> str:
    body = "\n".join(lines)
    head = [f"def {name}({arguments}):"]
    if "v[" in body or "(v," in body:
        head.append("    v = m.state")
    if "z[" in body:
        head.append("    z = m.zones")
    if "d[" in body:
        head.append("    d = m.printed")
    return "\n".join([*head, indent(body)])


def split_references(text: str) -> list[tuple[str, str | None]]:
    """
    Split a text into (plain, None) and ("", reference) pieces; braces nest, `$a.b` is the older
    form.

    Raises ValueError when a brace is not closed.
    """
    pieces: list[tuple[str, str | None]] = []
    plain, i = "", 0
    while i < len(text):
        if text[i] == "{":
            depth, j = 1, i + 1
            while j < len(text) and depth:
                depth += {"{": 1, "}": -1}.get(text[j], 0)
                j += 1
            if depth:
                raise ValueError(f"{text!r} opens a brace that is never closed")
            pieces += [(plain, None), ("", text[i + 1 : j - 1])]
            plain, i = "", j
        elif text[i] == "$" and (found := OLD_REFERENCE.match(text, i)):
            pieces += [(plain, None), ("", found.group(1))]
            plain, i = "", found.end()
        elif text[i] == "}":
            raise ValueError(f"{text!r} closes a brace that was never opened")
        else:
            plain += text[i]
            i += 1
    return [*pieces, (plain, None)]


def split_chain(text: str) -> list[str]:
    """`dc{loop1.index}.UUID` as ["dc{loop1.index}", "UUID"]."""
    parts, depth, current = [], 0, ""
    for character in text:
        if character == "." and depth == 0:
            parts.append(current)
            current = ""
        else:
            depth += {"{": 1, "}": -1}.get(character, 0)
            current += character
    return [*parts, current]
