"""
Text as a value: a number, a bare word, a reference, or arithmetic around references.

The one parser for what stands in quotes. Arithmetic is read by Python's own parser, of which the
part that can do no harm is taken; what is in braces never gets there.
"""

from __future__ import annotations

import ast
import re
from dataclasses import replace
from functools import lru_cache

from ..ground.errors import suggest
from ..running.catalogue import Fact
from .reading import Reading
from .references import read_reference, split_references
from .tree import (
    Comparison,
    Conditional,
    Literal,
    Logic,
    Member,
    Node,
    Operation,
    Place,
    Several,
    empty_node,
    first_of,
    literal_value,
)

OPERATORS = {
    ast.Add: "+",
    ast.Sub: "-",
    ast.Mult: "*",
    ast.Div: "//",
    ast.FloorDiv: "//",
    ast.Mod: "%",
}
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
MAX_TEXT = 2_000  # characters
MAX_NUMBER = 1_000_000_000  # as it is written down, or as much below zero
# For `fullmatch`; a `$` would let a line break pass.
SYMBOL = re.compile(r"[A-Za-z_][\w\-]*(\.[\w\-]+)*")
NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*")  # of what packs declare
NUMBER = re.compile(r"-?[0-9]+")
_NOT_DIGITS = re.compile(r"(?<![\w.])(?!\d+(?![\w.]))\d[\w.]*")
_STAND_IN = "reference_"


def parse_text(reader: Reading, written: str) -> Node:
    """A string: a number, a symbol, a reference or arithmetic around references."""
    written = written.strip()
    if len(written) > MAX_TEXT:
        reader.problem(f"a text of {len(written)} characters; at most {MAX_TEXT} are read")
        return empty_node(reader.place)
    if NUMBER.fullmatch(written):
        return number_literal(reader, int(written))
    if SYMBOL.fullmatch(written):
        return symbol_literal(reader, written)
    try:
        pieces = split_references(written)
    except ValueError as error:
        reader.problem(str(error))
        return empty_node(reader.place)
    references = [inside for _, inside in pieces if inside is not None]
    if len(references) == 1 and all(not piece for piece, inside in pieces if inside is None):
        return read_reference(reader, references[0])
    for piece in (piece for piece, inside in pieces if inside is None):
        if wrong := _NOT_DIGITS.search(piece):
            reader.problem(f"{wrong[0]} is no number; whole numbers are written in digits")
            return empty_node(reader.place)
    known: dict[str, Node] = {}
    rendered = ""
    for piece, inside in pieces:
        if inside is None:
            rendered += piece
        else:
            stand_in = f"{_STAND_IN}{len(known)}"
            known[stand_in] = read_reference(reader, inside)
            rendered += f" {stand_in} "
    try:
        parsed = _parse_python(rendered.strip())
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        reader.problem(f"{written!r} is neither a name nor arithmetic around references")
        return empty_node(reader.place)
    return _Arithmetic(reader, known).read_node(parsed)


@lru_cache(maxsize=4096)
def _parse_python(rendered: str) -> ast.expr:
    return ast.parse(rendered, mode="eval").body


def symbol_literal(reader: Reading, written: str) -> Literal:
    """A bare word; with a dot it is the id of a card."""
    if "." in written:
        reader.language.note_card(written)
        if not reader.declarations.has_dotted(written):
            reader.problem(f"no card has the id {written}")
    return Literal(place=reader.place, type="symbol", value=written)


def as_definition(reader: Reading, found: Node) -> Node:
    """What is wanted as a definition: an id has to be that of a card."""
    if isinstance(found, Literal) and found.type == "symbol":
        reader.language.note_card(str(found.value))
        if found.value not in reader.declarations.catalogue.definitions:
            reader.problem(f"no card has the id {found.value}")
        return replace(found, type="definition")
    return replace(found, type="definition") if is_id(found) else found


def is_id(found: Node) -> bool:
    """Whether a value is the id of a card, `{card.id}`: the card as it is printed."""
    return isinstance(found, Member) and isinstance(found.means, Fact) and found.name == "id"


def number_literal(reader: Reading, value: int) -> Literal:
    """A number that is written down."""
    if abs(value) > MAX_NUMBER:
        reader.problem("a number of at most nine digits belongs here")
        value = 0
    return Literal(place=reader.place, type="number", value=value)


class _Arithmetic:
    """Reads the allowed part of Python's expressions over references that are read already."""

    def __init__(self, reader: Reading, known: dict[str, Node]):
        self.reader, self.known = reader, known
        self.place = reader.place

    def read_node(self, node: ast.AST) -> Node:
        self.reader.count_node()
        found = self._read_by_type(node)
        self.reader.fits(found)
        return found

    def read_single(self, node: ast.AST) -> Node:
        return first_of(self.read_node(node))

    def _read_by_type(self, node: ast.AST) -> Node:
        match node:
            case ast.Constant(value=bool() as value):
                return Literal(place=self.place, type="boolean", value=value)
            case ast.Constant(value=int() as value) if abs(value) <= MAX_NUMBER:
                return Literal(place=self.place, type="number", value=value)
            case ast.Name(id="true" | "false" as name):
                return Literal(place=self.place, type="boolean", value=name == "true")
            case ast.Name(id=name):
                return self.known[name] if name in self.known else symbol_literal(self.reader, name)
            case ast.Attribute():
                return self._read_dotted(ast.unparse(node))
            case ast.BinOp(left=left, op=op, right=right) if type(op) in OPERATORS:
                return self._operation(
                    OPERATORS[type(op)], self.read_single(left), self.read_single(right)
                )
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                return self._operation("negative", self.read_single(operand))
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                return self._logic("not", self.read_node(operand))
            case ast.BoolOp(op=op, values=values):
                word = "and" if isinstance(op, ast.And) else "or"
                return self._logic(word, *map(self.read_node, values))
            case ast.IfExp(test=test, body=body, orelse=orelse):
                then, otherwise, asked = (
                    self.read_node(body),
                    self.read_node(orelse),
                    self.read_node(test),
                )
                return Conditional(
                    place=self.place,
                    type=then.type,
                    domain=then.domain,
                    test=asked,
                    then=then,
                    otherwise=otherwise,
                )
            case ast.Compare(left=left, ops=[op], comparators=[right]) if type(op) in COMPARISONS:
                return self._comparison(
                    COMPARISONS[type(op)], self.read_node(left), self.read_node(right)
                )
            case ast.Tuple(elts=items) | ast.List(elts=items):
                found = tuple(map(self.read_node, items))
                return Several(
                    place=self.place,
                    type="entities",
                    items=found,
                    spread=False,
                )
            case ast.Call(
                func=ast.Name(id="min" | "max" | "abs" as name), args=items, keywords=[]
            ) if items:
                return self._operation(name, *map(self.read_single, items))
        self.reader.problem(
            "arithmetic may use + - * // %, comparisons, and, or, not, min, max, abs and references"
        )
        return empty_node(self.place)

    def _read_dotted(self, written: str) -> Node:
        if written.split(".")[0] in self.known:
            self.reader.problem(
                "what follows a dot stands inside the braces: {a.b}; "
                "arithmetic may use references as a whole"
            )
            return empty_node(self.place)
        return symbol_literal(self.reader, written)

    def _operation(self, operator: str, *items: Node) -> Node:
        if operator in ("//", "%") and literal_value(items[1]) == 0:
            self.reader.problem("nothing can be divided by 0")
        return make_operation(self.place, operator, items)

    def _logic(self, operator: str, *items: Node) -> Node:
        return Logic(place=self.place, type="boolean", operator=operator, items=items)

    def _comparison(self, operator: str, left: Node, right: Node) -> Node:
        left = first_of(left)
        if operator not in ("in", "not in"):
            right = first_of(right)
        elif not right.is_list:  # brackets around a single name
            right = Several(
                place=self.place,
                type="entities",
                items=(right,),
                spread=False,
            )
        return make_comparison(self.reader, operator, left, right)


def make_operation(place: Place, operator: str, items: tuple[Node, ...]) -> Operation:
    """Arithmetic of some values."""
    return Operation(place=place, type="number", operator=operator, items=items)


def truth_value(condition: Node) -> Operation:
    """A condition as a value: 1 or 0."""
    found = make_operation(condition.place, "truth", (condition,))
    found.type = "boolean"
    return found


def make_comparison(reader: Reading, operator: str, left: Node, right: Node) -> Comparison:
    """A comparison of two values; a name that the other side can never be is a typing mistake."""
    for known, other in ((left, right), (right, left)):
        name = literal_value(known)
        strange = known.type == "symbol" and name is not None and other.domain
        if strange and name not in other.domain:
            reader.problem(f"this is never {name}{suggest(name, other.domain)}")
    return Comparison(
        place=reader.place,
        type="boolean",
        operator=operator,
        left=left,
        right=right,
    )
