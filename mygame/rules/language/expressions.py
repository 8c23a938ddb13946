"""
Text as a value: a number, a bare word, a reference, or arithmetic around references.

The one parser for what stands in quotes. Arithmetic is read by Python's own parser, of which the
part that can do no harm is taken; what is in braces never gets there.
"""

from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING, Any

from ..ground.errors import instead
from .tree import (
    SINGULAR,
    Binding,
    Comparison,
    Conditional,
    First,
    Literal,
    Logic,
    Member,
    Name,
    Node,
    Operation,
    Place,
    Reference,
    Several,
)

if TYPE_CHECKING:
    from .read import Reader

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
_OLD_REFERENCE = re.compile(r"\$([A-Za-z_]\w*(?:\.\w+)*)")
_STAND_IN = "reference_"

#: What can be named anywhere.
YOU = Binding("you", "player")
THIS = Binding("this", "card")
SPELL = Binding("spell", "card")
TARGET = Binding("target", "cards")
ANYWHERE = {each.name: each for each in (YOU, THIS, SPELL, TARGET)}


def text(reader: Reader, written: str) -> Node:
    """A string: a number, a symbol, a reference or arithmetic around references."""
    written = written.strip()
    if len(written) > MAX_TEXT:
        reader.problem(f"a text of {len(written)} characters; at most {MAX_TEXT} are read")
        return nothing(reader.place)
    if NUMBER.fullmatch(written):
        return whole(reader, int(written))
    if SYMBOL.fullmatch(written):
        return symbol(reader, written)
    try:
        pieces = split_references(written)
    except ValueError as error:
        reader.problem(str(error))
        return nothing(reader.place)
    references = [inside for _, inside in pieces if inside is not None]
    if len(references) == 1 and all(not piece for piece, inside in pieces if inside is None):
        return reference(reader, references[0])
    for piece in (piece for piece, inside in pieces if inside is None):
        if wrong := _NOT_DIGITS.search(piece):
            reader.problem(f"{wrong[0]} is no number; whole numbers are written in digits")
            return nothing(reader.place)
    known: dict[str, Node] = {}
    rendered = ""
    for piece, inside in pieces:
        if inside is None:
            rendered += piece
        else:
            stand_in = f"{_STAND_IN}{len(known)}"
            known[stand_in] = reference(reader, inside)
            rendered += f" {stand_in} "
    try:
        parsed = ast.parse(rendered.strip(), mode="eval")
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        reader.problem(f"{written!r} is neither a name nor arithmetic around references")
        return nothing(reader.place)
    return _Arithmetic(reader, known).read(parsed.body)


def nothing(place: Place, type: str = "any") -> Node:
    """What stands for what cannot be read: 0, or an empty list."""
    if type in SINGULAR:
        return Several(place=place, type=type, items=())
    return Literal(place=place, type=type, value=0)


def symbol(reader: Reader, written: str) -> Literal:
    """A bare word; with a dot it is the id of a card."""
    pack = reader.pack
    if "." in written:
        reader.language.mentioned(written)
    if "." in written and written not in pack.definitions and not pack.is_domain_symbol(written):
        reader.problem(f"no card has the id {written}")
    return Literal(place=reader.place, type="symbol", value=written)


def whole(reader: Reader, value: int) -> Literal:
    """A number that is written down."""
    if abs(value) > MAX_NUMBER:
        reader.problem("a number of at most nine digits belongs here")
        value = 0
    return Literal(place=reader.place, type="number", value=value)


def single(node: Node) -> Node:
    """One thing: the first of several."""
    if not node.many:
        return node
    return First(place=node.place, type=SINGULAR[node.type], of=node)


def written_down(node: Node) -> Any:
    """The number or word that stands here, or None."""
    return node.value if isinstance(node, Literal) and node.type != "any" else None


class _Arithmetic:
    """Reads the allowed part of Python's expressions over references that are read already."""

    def __init__(self, reader: Reader, known: dict[str, Node]):
        self.reader, self.known = reader, known
        self.place = reader.place

    def read(self, node: ast.AST) -> Node:
        self.reader.counted()
        found = self._read(node)
        self.reader.fits(found)
        return found

    def one(self, node: ast.AST) -> Node:
        return single(self.read(node))

    def _read(self, node: ast.AST) -> Node:
        match node:
            case ast.Constant(value=bool() as value):
                return Literal(place=self.place, type="boolean", value=value)
            case ast.Constant(value=int() as value) if abs(value) <= MAX_NUMBER:
                return Literal(place=self.place, type="number", value=value)
            case ast.Name(id="true" | "false" as name):
                return Literal(place=self.place, type="boolean", value=name == "true")
            case ast.Name(id=name):
                return self.known[name] if name in self.known else symbol(self.reader, name)
            case ast.Attribute():
                return self._dotted(ast.unparse(node))
            case ast.BinOp(left=left, op=op, right=right) if type(op) in OPERATORS:
                return self._operation(OPERATORS[type(op)], self.one(left), self.one(right))
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                return self._operation("negative", self.one(operand))
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                return self._logic("not", self.read(operand))
            case ast.BoolOp(op=op, values=values):
                word = "and" if isinstance(op, ast.And) else "or"
                return self._logic(word, *map(self.read, values))
            case ast.IfExp(test=test, body=body, orelse=orelse):
                then, otherwise, asked = self.read(body), self.read(orelse), self.read(test)
                return Conditional(
                    place=self.place,
                    type=then.type,
                    domain=then.domain,
                    test=asked,
                    then=then,
                    otherwise=otherwise,
                )
            case ast.Compare(left=left, ops=[op], comparators=[right]) if type(op) in COMPARISONS:
                return self._comparison(COMPARISONS[type(op)], self.read(left), self.read(right))
            case ast.Tuple(elts=items) | ast.List(elts=items):
                found = tuple(map(self.read, items))
                return Several(
                    place=self.place,
                    type="entities",
                    items=found,
                    spread=False,
                )
            case ast.Call(
                func=ast.Name(id="min" | "max" | "abs" as name), args=items, keywords=[]
            ) if items:
                return self._operation(name, *map(self.one, items))
        self.reader.problem(
            "arithmetic may use + - * // %, comparisons, and, or, not, min, max, abs and references"
        )
        return nothing(self.place)

    def _dotted(self, written: str) -> Node:
        if written.split(".")[0] in self.known:
            self.reader.problem(
                "what follows a dot stands inside the braces: {a.b}; "
                "arithmetic may use references as a whole"
            )
            return nothing(self.place)
        return symbol(self.reader, written)

    def _operation(self, operator: str, *items: Node) -> Node:
        if operator in ("//", "%") and written_down(items[1]) == 0:
            self.reader.problem("nothing can be divided by 0")
        return operation(self.place, operator, items)

    def _logic(self, operator: str, *items: Node) -> Node:
        return Logic(place=self.place, type="boolean", operator=operator, items=items)

    def _comparison(self, operator: str, left: Node, right: Node) -> Node:
        left = single(left)
        if operator not in ("in", "not in"):
            right = single(right)
        elif not right.many:  # brackets around a single name
            right = Several(
                place=self.place,
                type="entities",
                items=(right,),
                spread=False,
            )
        return comparison(self.reader, operator, left, right)


def operation(place: Place, operator: str, items: tuple[Node, ...]) -> Operation:
    """Arithmetic of some values."""
    return Operation(place=place, type="number", operator=operator, items=items)


def truth(condition: Node) -> Operation:
    """A condition as a value: 1 or 0."""
    found = operation(condition.place, "truth", (condition,))
    found.type = "boolean"
    return found


def comparison(reader: Reader, operator: str, left: Node, right: Node) -> Comparison:
    """A comparison of two values; a name that the other side can never be is a typing mistake."""
    for known, other in ((left, right), (right, left)):
        name = written_down(known)
        strange = known.type == "symbol" and name is not None and other.domain
        if strange and name not in other.domain:
            reader.problem(f"this is never {name}{instead(name, other.domain)}")
    return Comparison(
        place=reader.place,
        type="boolean",
        operator=operator,
        left=left,
        right=right,
    )


# -- references ------------------------------------------------------------------------------------


def split_references(written: str) -> list[tuple[str, str | None]]:
    """
    Split a text into (plain, None) and ("", reference) pieces; braces nest, `$a.b` is the older
    form.

    Raises ValueError when a brace is not closed.
    """
    pieces: list[tuple[str, str | None]] = []
    plain, i = "", 0
    while i < len(written):
        if written[i] == "{":
            depth, j = 1, i + 1
            while j < len(written) and depth:
                depth += {"{": 1, "}": -1}.get(written[j], 0)
                j += 1
            if depth:
                raise ValueError(f"{written!r} opens a brace that is never closed")
            pieces += [(plain, None), ("", written[i + 1 : j - 1])]
            plain, i = "", j
        elif written[i] == "$" and (found := _OLD_REFERENCE.match(written, i)):
            pieces += [(plain, None), ("", found.group(1))]
            plain, i = "", found.end()
        elif written[i] == "}":
            raise ValueError(f"{written!r} closes a brace that was never opened")
        else:
            plain += written[i]
            i += 1
    return [*pieces, (plain, None)]


def _split_chain(written: str) -> list[str]:
    """`dc{loop1.index}.UUID` as ["dc{loop1.index}", "UUID"]."""
    parts, depth, current = [], 0, ""
    for character in written:
        if character == "." and depth == 0:
            parts.append(current)
            current = ""
        else:
            depth += {"{": 1, "}": -1}.get(character, 0)
            current += character
    return [*parts, current]


def named(reader: Reader, written: str) -> Name:
    """An id: `dc{loop1.index}` is the pattern `dc{}` and the value of the index."""
    pattern, keys = "", []
    for piece, inside in split_references(written):
        if inside is None:
            pattern += piece
        else:
            pattern += "{}"
            keys.append(reference(reader, inside))
    return Name(place=reader.place, pattern=pattern, keys=tuple(keys))


def reference(reader: Reader, written: str) -> Node:
    """What stands between the braces of a reference."""
    chain = _split_chain(written.strip())
    head, rest = chain[0], chain[1:]
    name = named(reader, head) if "{" in head else Name(place=reader.place, pattern=head)
    binding = reader.scope.names.get(name.pattern)
    if binding is None and name.pattern == "match":
        return _of_the_match(reader, rest)
    if binding is None:
        binding = reader.scope.it if name.pattern == "it" else ANYWHERE.get(name.pattern)
    if binding is None:
        known = sorted({*reader.scope.names, *ANYWHERE, "match"})
        reader.problem(f"nothing is called {{{written}}} here{instead(head, known, 'known are')}")
        return nothing(reader.place)
    found, rest = _bound(reader, binding, name, rest)
    return members(reader, found, rest) if found is not None else nothing(reader.place)


def _bound(
    reader: Reader, binding: Binding, name: Name, rest: list[str]
) -> tuple[Node | None, list[str]]:
    """What a name means, with the part of it that follows; and what follows that."""
    part = binding.aliases.get(rest[0], rest[0]) if rest else ""
    if part in binding.parts:
        type, domain = binding.parts[part]
        rest = rest[1:]
    elif not binding.valued:
        wanted = rest[0] if rest else "a value of its own"
        known = instead(wanted, [*binding.parts, *binding.aliases], "it has")
        reader.problem(f"{{{name.pattern}}} has no {wanted}{known}")
        return None, []
    else:
        part, type, domain = "", binding.type, binding.domain
    found = Reference(
        place=reader.place,
        type=type,
        domain=domain,
        binding=binding,
        keys=name.keys,
        part=part,
    )
    return found, rest


def _of_the_match(reader: Reader, rest: list[str]) -> Node:
    if not rest:
        return Literal(place=reader.place, type="entity", value=0)
    name, layout = rest[0], reader.pack.layout
    zone = layout.zones.get(name)
    found: Node
    if name == "players":
        found = _member(reader, None, name, "number", "players")
    elif name == "cards":
        found = _member(reader, None, name, "cards", "cards")
    elif ("match", name) in layout.fields:
        field = layout.fields["match", name]
        found = _member(reader, None, name, field.type, (field,), field.domain)
    elif zone is not None and zone.of is None:
        found = _member(reader, None, name, "cards", zone)
    elif zone is not None and isinstance(zone.of, tuple):
        if len(rest) < 2 or rest[1] not in zone.of:
            reader.problem(
                f"zone {name} needs one of {', '.join(zone.of)}: {{match.{name}.{zone.of[0]}}}"
            )
            return nothing(reader.place, "cards")
        found = _member(reader, None, f"{name}.{rest[1]}", "cards", zone)
        rest = rest[1:]
    else:
        known = [n for k, n in layout.fields if k == "match"] + [
            z.name for z in layout.zones.values() if z.of != "player"
        ]
        reader.problem(
            f"the match has no {name}{instead(name, ['players', 'cards', *known], 'it has')}"
        )
        return nothing(reader.place)
    return members(reader, found, rest[1:])


def _member(
    reader: Reader,
    of: Node | None,
    name: str,
    type: str,
    means: Any,
    domain: tuple[str, ...] = (),
) -> Member:
    return Member(
        place=reader.place,
        type=type,
        domain=domain,
        of=of,
        name=name,
        means=means,
    )


def members(reader: Reader, node: Node, names: list[str]) -> Node:
    """What follows the dots, up to the first that is nothing."""
    for name in names:
        found = member(reader, node, name)
        if found is None:
            return nothing(reader.place)
        node = found
    return node


def member(reader: Reader, of: Node, name: str) -> Node | None:
    """What follows a dot; None, and a problem, where there is no such thing."""
    if of.many:
        if name == "count":
            return _member(reader, of, name, "number", "count")
        if name in ("first", "bottom", "last", "top"):
            end = "first" if name in ("first", "bottom") else "last"
            return _member(reader, of, name, SINGULAR[of.type], end)
        of = single(of)
    if name == "UUID":
        return of
    if name == "base":
        if isinstance(of, Member) and not of.printed and not isinstance(of.means, str):
            of.printed = of.base = True
        return of
    found: Node | None = None
    if of.type == "definition":
        fact = reader.pack.properties.get(name)
        if fact is not None and name != "forPlayer":
            found = _member(reader, of, name, fact.type, fact, fact.domain)
    if of.type in ("player", "entity", "any"):
        found = _of_player(reader, of, name)
    if found is None and of.type in ("card", "entity", "any"):
        found = _of_card(reader, of, name)
    if found is None:
        known = instead(name, _members(reader, of.type), "it has")
        reader.problem(f"a {of.type} has no {name}{known}")
    return found


def _members(reader: Reader, type: str) -> list[str]:
    """What can follow a dot after a player, a card or either."""
    layout, found = reader.pack.layout, {"UUID"}
    if type == "definition":
        found |= {*reader.pack.properties} - {"forPlayer"}
    if type in ("player", "entity", "any"):
        found |= {"seat", "next", "previous"}
        found |= {name for kind, name in layout.fields if kind == "player"}
        found |= {zone.name for zone in layout.zones.values() if zone.of == "player"}
    if type in ("card", "entity", "any"):
        found |= {"zone", "owner", "position", *reader.pack.properties}
        found |= {name for kind, name in layout.fields if kind not in ("player", "match")}
    return sorted(found)


def _of_player(reader: Reader, of: Node, name: str) -> Node | None:
    layout = reader.pack.layout
    if name == "seat":
        return _member(reader, of, name, "number", "seat")
    if name in ("next", "previous"):
        return _member(reader, of, name, "player", name)
    field = layout.fields.get(("player", name))
    if field is not None:
        return _member(reader, of, name, field.type, (field,), field.domain)
    zone = layout.zones.get(name)
    if zone is not None and zone.of == "player":
        return _member(reader, of, name, "cards", zone)
    return None


def _of_card(reader: Reader, of: Node, name: str) -> Node | None:
    layout = reader.pack.layout
    if name == "zone":
        return _member(reader, of, name, "symbol", "zone", tuple(layout.zones))
    if name == "owner":
        return _member(reader, of, name, "player", "owner")
    fact = reader.pack.properties.get(name)
    if fact is not None:
        return _member(reader, of, name, fact.type, fact, fact.domain)
    columns = tuple(
        f for (kind, n), f in layout.fields.items() if n == name and kind not in ("player", "match")
    )
    if not columns:
        return _member(reader, of, name, "number", "position") if name == "position" else None
    return _member(reader, of, name, columns[0].type, columns, columns[0].domain)
