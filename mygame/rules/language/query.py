"""
Questions about trees, for those who make something of them other than code.

What a name of a parameter stands for, a reference as a path, a condition as the parts that must all
hold. Imports nothing but the tree and what can be named anywhere. Begin with `resolve` and
`reference_path`.
"""

from __future__ import annotations

import operator
from collections.abc import Iterator, Sequence
from dataclasses import fields, is_dataclass, replace
from typing import Any, NamedTuple, TypeGuard

from .schema import ASKING
from .scope import ANYWHERE
from .tree import (
    About,
    Binding,
    Block,
    Comparison,
    First,
    Literal,
    Logic,
    Member,
    Node,
    Operation,
    Place,
    Reference,
    Several,
    Use,
    nodes_of,
    walk,
)

#: What `{match.x}` begins with.
MATCH = Binding("match", "entity")
#: What follows the name of a property that is meant as it is printed: `{it.cost.base}`.
PRINTED = "|printed"

OPPOSITE = {"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}
MIRROR = {"==": "==", "!=": "!=", "<": ">", ">": "<", "<=": ">=", ">=": "<="}

#: Where no condition stands.
ALWAYS = Literal(place=Place(""), type="boolean", value=True)


class Path(NamedTuple):
    """A reference: what it begins with, a binding or another value, and the names behind it."""

    root: Binding | Node
    names: tuple[str, ...] = ()

    def is_within(self, other: Path) -> bool:
        """Whether it is what another one names, or something of that."""
        return self.root is other.root and self.names[: len(other.names)] == other.names

    @property
    def last_name(self) -> str:
        """Its last name."""
        root = self.root.name if isinstance(self.root, Binding) else ""
        return self.names[-1] if self.names else root

    def __str__(self) -> str:
        root = (self.root.name,) if isinstance(self.root, Binding) else ()
        return ".".join((*root, *self.names))


def resolve(node: Node | None) -> Node | None:
    """
    What stands behind names of parameters, the first of several, and lists of one thing. None for
    an empty list.
    """
    while True:
        match node:
            case Reference(part="", binding=Binding(given=Node() as inner)):
                node = inner
            case Reference(part="", binding=Binding(worth=Node() as inner)):
                node = inner
            case First(of=inner) | Several(items=(inner,), spread=True):
                node = inner
            case Several(items=()):
                return None
            case _:
                return node


def reference_path(node: Node | None) -> Path | None:
    """
    A reference as what it begins with and the names behind it: `{onHit.beast.health}` is the
    binding of the event, `beast`, `health`. None for what is no reference.
    """
    match resolve(node):
        case Reference(binding=binding, part=part):
            return Path(binding, (part,) if part else ())
        case Member(of=None, name=name):
            return Path(MATCH, tuple(name.split(".")))
        case Member(of=Node() as of, name=name, base=base):
            begin = reference_path(of) or Path(of)
            return Path(begin.root, (*begin.names, name + PRINTED if base else name))
        case Literal(type="entity"):
            return Path(MATCH)
    return None


def is_it_path(found: Path) -> bool:
    """Whether it is {it}, the one that a condition is about."""
    return isinstance(found.root, Binding) and found.root.name == "it" and not found.names


def is_reference(node: Node | None) -> bool:
    """Whether it is a name, or what follows one."""
    return reference_path(node) is not None


def last_name(node: Node | None) -> str:
    """The last name of a reference; "" for anything else."""
    return found.last_name if (found := reference_path(node)) is not None else ""


def written_text(node: Node | None) -> str:
    """A reference, a number or a bare word as it is written."""
    if (found := reference_path(node)) is not None:
        return str(found)
    word, number = written_symbol(node), written_number(node)
    return word if word is not None else str(number) if number is not None else ""


def written_number(node: Node | None) -> int | None:
    """The number that is written here."""
    match resolve(node):
        case Literal(value=bool()):
            return None
        case Literal(value=int() as value, type="number" | "any"):
            return value
        case Operation(operator="negative", items=(item,)):
            inner = written_number(item)
            return None if inner is None else -inner
    return None


def written_symbol(node: Node | None) -> str | None:
    """The bare word that is written here."""
    match resolve(node):
        case Literal(value=str() as value):
            return value
        case Literal(value=bool() as value):
            return str(value).lower()
    return None


def is_written(node: Node | None) -> bool:
    """Whether it is a number or a bare word."""
    return written_number(node) is not None or written_symbol(node) is not None


def is_asking(node: Node | None) -> TypeGuard[Use]:
    """Whether somebody is asked for it."""
    return isinstance(node, Use) and any(node.word is word for word in ASKING.values())


def as_chooser(node: Node | None) -> Use | None:
    """A chooser of the language or of the pack, one that asks or one that does not."""
    found = resolve(node)
    if isinstance(found, Use) and found.word.family in ("chooser", "choosers"):
        return found
    return None


# -- conditions ------------------------------------------------------------------------------------


def as_test(node: Node | None) -> Node:
    """A condition as it is asked: `in` as the comparisons that it comes to, none as true."""
    node = resolve(node)
    match node:
        case None:
            return ALWAYS
        case About(test=inner) | Operation(operator="truth", items=(inner,)):
            return as_test(inner)
        case Use(word=word) if word.name in ("AlwaysTrue", "AlwaysFalse"):
            return replace(ALWAYS, value=word.name == "AlwaysTrue")
        case Comparison(operator="in" | "not in" as operator, left=left, right=Several() as right):
            same = tuple(_equality(left, item) for item in right.items)
            either = Logic(place=node.place, type="boolean", operator="or", items=same)
            return either if operator == "in" else negate(either)
    return node


def is_always(node: Node) -> bool:
    """Whether a condition is true whatever happens."""
    return isinstance(node, Literal) and node.value is True


def _equality(left: Node, right: Node) -> Comparison:
    return Comparison(place=left.place, type="boolean", operator="==", left=left, right=right)


def negate(node: Node) -> Logic:
    """A condition that holds where this one does not."""
    return Logic(place=node.place, type="boolean", operator="not", items=(node,))


def conjunction(parts: Sequence[Node]) -> Logic:
    """Parts that must all hold, as one condition."""
    return Logic(place=Place(""), type="boolean", operator="and", items=tuple(parts))


def conjuncts(*nodes: Node | None) -> tuple[Node, ...]:
    """Conditions as the parts that must all hold."""
    found: list[Node] = []
    for node in nodes:
        asked = as_test(node)
        if isinstance(asked, Logic) and asked.operator == "and":
            found += conjuncts(*asked.items)
        elif not is_always(asked):
            found.append(asked)
    return tuple(found)


def concerns_only(node: Node, thing: Path) -> bool:
    """Whether a condition speaks of properties of one thing only."""
    asked = as_test(node)
    if isinstance(asked, Comparison):
        left, right = reference_path(asked.left), reference_path(asked.right)
        begins = left is not None and left.is_within(thing) and left.names != thing.names
        return begins and (right is None or not right.is_within(thing))
    if isinstance(asked, Logic):
        return all(concerns_only(item, thing) for item in asked.items)
    return False


def compares_reference(node: Node) -> TypeGuard[Comparison]:
    """Whether it is a comparison of a reference with something."""
    return isinstance(node, Comparison) and is_reference(node.left)


def compared_name(node: Comparison) -> str:
    """A comparison of a reference by the last name of it: "amount > 3"."""
    return f"{last_name(node.left)} {node.operator} {written_text(node.right)}"


def mentions_binding(node: Node, binding: Binding) -> bool:
    """Whether a tree speaks of a name."""
    return any(isinstance(n, Reference) and n.binding is binding for n in walk(node))


# -- words -----------------------------------------------------------------------------------------


def word_name(use: Use) -> str:
    """A word by the name with which it is written: `monsterChooser`."""
    return f"{use.arguments['kind']}Chooser" if is_asking(use) else use.name


def given_argument(use: Use, key: str) -> Any:
    """An argument, if it was given."""
    return use.arguments.get(key) if key in use.given else None


def given_block(use: Use, key: str) -> Block | None:
    """The doables that were given to a word of the pack that is written out."""
    if key not in use.given or use.body is None:
        return None
    place = use.place.at(f".{key}")
    for node in walk(use.body):
        if isinstance(node, Block) and node.parameter == key and node.place == place:
            return node
    return None


def walk_doables(block: Block | None) -> Iterator[Use]:
    """The doables of a block, also those that were given to a word."""
    for item in block.items if block is not None else ():
        if isinstance(item, Block):
            yield from walk_doables(item)
        elif isinstance(item, Use):
            yield item


def walk_written(node: Node) -> Iterator[Node]:
    """
    A node and everything in it that its author wrote: not what words of the pack come to, nor what
    goes without saying.
    """
    yield node
    if not isinstance(node, Use):
        for inner in node.children():
            yield from walk_written(inner)
        return
    parts = [given_block(node, key) or given_argument(node, key) for key in node.given]
    for part in parts if node.body is not None else node.arguments.values():
        for inner in nodes_of(part):
            yield from walk_written(inner)


def are_alike(one: Any, other: Any) -> bool:
    """Whether two trees say the same, wherever they stand and whatever they call it."""
    if isinstance(one, Node):
        one, other = resolve(one), resolve(other)
    if type(one) is not type(other):
        return False
    if isinstance(one, Binding):
        return one is other or (one.name == other.name and one.name not in ANYWHERE)
    if isinstance(one, Node) and is_dataclass(one):
        names = (each.name for each in fields(one) if each.name not in _ASIDE)
        return all(are_alike(getattr(one, name), getattr(other, name)) for name in names)
    if isinstance(one, tuple | list):
        return len(one) == len(other) and all(map(are_alike, one, other))
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(are_alike(one[key], other[key]) for key in one)
    return bool(one == other)


def are_equivalent(one: Any, other: Any, names: dict[int, Binding] | None = None) -> bool:
    """
    Whether two trees of their own do the same: like `are_alike`, and what one calls a thing in any
    way the other calls the same thing in its own way. `names` are the bindings paired so far.
    """
    names = {} if names is None else names
    if isinstance(one, Node):
        one, other = resolve(one), resolve(other)
    if type(one) is not type(other):
        return False
    if isinstance(one, Binding):
        if one is other:
            return True
        paired = names.setdefault(id(one), other) is other
        return paired and names.setdefault(id(other), one) is one and one.type == other.type
    if isinstance(one, Node) and is_dataclass(one):
        parts = (each.name for each in fields(one) if each.name not in _NO_DEED)
        return all(
            are_equivalent(getattr(one, part), getattr(other, part), names) for part in parts
        )
    if isinstance(one, tuple | list):
        return len(one) == len(other) and all(
            are_equivalent(mine, theirs, names) for mine, theirs in zip(one, other, strict=True)
        )
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(
            are_equivalent(one[key], other[key], names) for key in one
        )
    return bool(one == other)


#: What of a node says nothing of its meaning.
_ASIDE = frozenset({"place", "size", "depth", "body", "bound", "given", "result"})
#: What of a node says nothing of what it does; the `body` of a word has the blocks it was given.
_NO_DEED = _ASIDE - {"body"} | {"spelled", "unfolded"}


# -- what needs no match ---------------------------------------------------------------------------

_ARITHMETIC: dict[str, Any] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "//": operator.floordiv,
    "%": operator.mod,
    "negative": operator.neg,
    "truth": int,
}
_COMPARED: dict[str, Any] = {
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "in": lambda one, several: one in several,
    "not in": lambda one, several: one not in several,
}


def constant_truth(condition: Node) -> bool | None:
    """Whether a condition holds, if that depends on nothing but what is written down."""
    try:
        return bool(_constant_value(condition))
    except (LookupError, ArithmeticError):
        return None


def _constant_value(node: Node) -> Any:
    """What a node comes to. LookupError where that is not known before a match."""
    match node:
        case Literal(value=value):
            return value
        case Reference(binding=Binding(given=Node() as inner), part=""):
            return _constant_value(inner)
        case Reference(binding=Binding(worth=Node() as inner), part=""):
            return _constant_value(inner)
        case Operation(operator=name, items=items) if name in _ARITHMETIC:
            found = [_constant_value(item) for item in items]
            if len(found) == 1:
                return _ARITHMETIC[name](found[0])
            return _ARITHMETIC[name](*found) if len(found) == 2 else _raise_unknown()
        case Comparison(operator=name, left=left, right=right) if name in _COMPARED:
            return _COMPARED[name](_constant_value(left), _constant_value(right))
        case Logic(operator="not", items=(item,)):
            return not _constant_value(item)
        case Logic(operator=name, items=items):
            return (all if name == "and" else any)(_constant_value(item) for item in items)
        case Several(items=items, spread=False):
            return tuple(map(_constant_value, items))
        case First(of=of):
            return _constant_value(of)[0]
        case Use(body=Node() as body):
            return _constant_value(body)
        case Use() if node.name in ("AlwaysTrue", "AlwaysFalse"):
            return node.name == "AlwaysTrue"
    return _raise_unknown()


def _raise_unknown() -> Any:
    raise LookupError
