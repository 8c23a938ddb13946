"""
The tree of a card: what stands between its JSON and everything that reads it.

`read` makes it, once; code (`emit`), sentences, foreseeing and checks are passes over it. A node
knows its place, its type, and how large it is with the words in it written out. Names are resolved:
a `Reference` leads to the `Binding` it means, a `Member` to the field, zone or property, a `Use` to
the word. Begin with `Use`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ..running.catalogue import Fact
from ..running.state import SINGULAR, Field, Zone
from .declared import Declared, Defined, Question
from .node import Node as Node
from .node import Place as Place
from .node import nodes_of as nodes_of
from .node import walk as walk
from .schema import Arguments, Word

ENTITIES = ("player", "card", "entity", "any")


@dataclass(eq=False, slots=True)
class Binding:
    """
    What a name means from where it is given on: a parameter, an id, an event, one of a list.

    `parts` can follow its dot, `given` is what a parameter of a word that is written out stands
    for. One that is `keyed` is a family: an id with references in it, `dc{loop.index}`. A parameter
    that is worked out once, and not where it stands, has a `worth` in place of a `given`.
    """

    name: str
    type: str = "any"
    domain: tuple[str, ...] = ()
    parts: dict[str, tuple[str, tuple[str, ...]]] = field(default_factory=dict)
    aliases: Mapping[str, str] = field(default_factory=dict)  # other spellings of parts
    given: Node | None = None
    worth: Node | None = None
    keyed: bool = False
    result: bool = False  # of a doable: what is given anew under this name takes its place
    offered: bool = False  # what an option of a menu is about
    valued: bool = True  # whether the name alone is something, without a part behind it


# -- values ----------------------------------------------------------------------------------------


@dataclass(slots=True, kw_only=True)
class Literal(Node):
    """A number, true or false, or a bare word, as it is written."""

    value: int | bool | str


@dataclass(slots=True, kw_only=True)
class Reference(Node):
    """`{name}` or, with a part of what it names, `{name.part}`; `keys` stand inside the name."""

    PARTS = ("keys",)

    binding: Binding
    keys: tuple[Node, ...] = ()
    part: str = ""

    def children(self) -> Sequence[Node]:
        given = self.binding.given
        return self.keys if given is None else (*self.keys, given)


@dataclass(slots=True, kw_only=True)
class Member(Node):
    """What follows a dot: a field, a zone, a printed property, or a word of `MEMBERS`."""

    PARTS = ("of",)

    of: Node | None  # None: the match
    name: str
    means: tuple[Field, ...] | Zone | Fact | str
    printed: bool = False  # without modifiers
    base: bool = False  # and written so: `{it.cost.base}`


@dataclass(slots=True, kw_only=True)
class Operation(Node):
    """
    Arithmetic: `+ - * // %` of two or more, `negative` of one, `min max abs` of some; `truth`
    is 1 where a condition holds.
    """

    PARTS = ("items",)

    operator: str
    items: tuple[Node, ...]


@dataclass(slots=True, kw_only=True)
class Comparison(Node):
    """`== != < <= > >=`, `in` or `not in`."""

    PARTS = ("left", "right")

    operator: str
    left: Node
    right: Node


@dataclass(slots=True, kw_only=True)
class Logic(Node):
    """`and`, `or` of conditions, `not` of one."""

    PARTS = ("items",)

    operator: str
    items: tuple[Node, ...]


@dataclass(slots=True, kw_only=True)
class Conditional(Node):
    """One value or another."""

    PARTS = ("test", "then", "otherwise")

    test: Node
    then: Node
    otherwise: Node


@dataclass(slots=True, kw_only=True)
class About(Node):
    """A condition or a number about one of several, which it calls {it}."""

    PARTS = ("test",)

    it: Binding
    test: Node


@dataclass(slots=True, kw_only=True)
class Several(Node):
    """
    A list of what is written one after the other. `spread`: its items are lists themselves, and a
    single thing that is nobody or nothing is left out.
    """

    PARTS = ("items",)

    items: tuple[Node, ...]
    spread: bool = True


@dataclass(slots=True, kw_only=True)
class First(Node):
    """The first of several, where one is wanted; nothing of none."""

    PARTS = ("of",)

    of: Node


# -- words -----------------------------------------------------------------------------------------


@dataclass(slots=True, kw_only=True)
class Name(Node):
    """An id: `hurt`, or with references in it `dc{loop.index}`; then `pattern` is `dc{}`."""

    PARTS = ("keys",)

    pattern: str
    keys: tuple[Node, ...] = ()


@dataclass(slots=True, kw_only=True)
class Use(Node):
    """
    A word of the engine or of the pack, with its arguments by the names of its parameters.

    An argument is what its parameter's type says: a node, a tuple of nodes, a name, or None where
    it was not given and has no default. `body` is what a word of a pack comes to here; a doable
    that is called has none.
    """

    PARTS = ("arguments", "id", "body")

    word: Word | Defined  # of the engine, or of the pack
    arguments: Arguments
    id: Name | None = None
    result: Binding | None = None  # what its id means from here on
    body: Node | None = None
    bound: dict[str, Binding] = field(default_factory=dict)  # what its parts give names to
    given: frozenset[str] = frozenset()  # the parameters that are written out

    @property
    def name(self) -> str:
        return self.word.name


@dataclass(slots=True, kw_only=True)
class Block(Node):
    """Doables one after the other. Those given to a word stand in its body as one `parameter`."""

    PARTS = ("items",)

    items: tuple[Node, ...]
    parameter: str = ""


@dataclass(slots=True, kw_only=True)
class ZoneOf(Node):
    """A zone that a word names, with whose it is; `zone` None is `nowhere`."""

    PARTS = ("owner",)

    zone: Zone | None
    owner: Node | None = None


@dataclass(slots=True, kw_only=True)
class Context(Node):
    """The values of the context of an event or timing, in the declared order."""

    PARTS = ("values",)

    declared: Declared
    values: tuple[Node, ...]


@dataclass(slots=True, kw_only=True)
class Until(Node):
    """What ends a lasting effect beside its duration."""

    PARTS = ("condition",)

    event: Declared
    before: bool
    condition: Node | None
    context: Binding


@dataclass(slots=True, kw_only=True)
class TriggerNode(Node):
    """
    A trigger. An `instant` one (`event` None) is carried out where it stands. With `on` there is
    one for each of these cards, its `bearer`.
    """

    PARTS = ("on", "of", "condition", "until", "owner", "spell", "you", "do", "id")

    event: Declared | None  # None: instant
    before: bool = False
    of: Node | None = None
    condition: Node | None = None
    mode: str = "always"
    until: tuple[Until, ...] = ()
    priority: int = 0
    owner: Node | None = None
    unique: bool = False
    spell: Node | None = None
    you: Node | None = None
    do: Block
    id: Name | None = None
    context: Binding | None = None
    on: Node | None = None
    bearer: Binding | None = None


@dataclass(slots=True, kw_only=True)
class ModifierNode(Node):
    """
    A modifier: a layer over a property or field of the entities it is about. With `on` there is
    one for each of these cards, its `bearer`; it is about that card where it says nothing else.
    """

    PARTS = ("on", "amount", "where", "of", "until", "owner", "id")

    property: Fact
    mode: str
    amount: Node
    it: Binding
    where: Node | None = None
    of: Node | None = None
    duration: str = "always"
    until: tuple[Until, ...] = ()
    layer: int = 0
    owner: Node | None = None
    unique: bool = False
    id: Name | None = None
    on: Node | None = None
    bearer: Binding | None = None


@dataclass(slots=True, kw_only=True)
class Select(Node):
    """One of several trees, by a word that is known only while the match runs."""

    PARTS = ("by", "cases")

    by: Node
    cases: dict[str, Node]


@dataclass(slots=True, kw_only=True)
class Case(Node):
    """
    One row of a table: what is done, or what it is worth, for some words or numbers (from, to; None
    is no end).
    """

    PARTS = ("then",)

    words: tuple[str, ...] = ()
    spans: tuple[tuple[int, int | None], ...] = ()
    then: Node


@dataclass(slots=True, kw_only=True)
class Bar(Node):
    """Why an option is not offered: a reason, and when; an `About` where there is `each`."""

    PARTS = ("test",)

    reason: str
    test: Node


@dataclass(slots=True, kw_only=True)
class OptionNode(Node):
    """An option of a menu, or one for `each` of some entities."""

    PARTS = ("each", "when", "unless", "do")

    word: str
    each: Node | None
    when: Node | None
    unless: tuple[Bar, ...]
    do: Block
    entity: Binding


@dataclass(frozen=True, eq=False, slots=True, weakref_slot=True)
class Unfolded:
    """
    A behaviour of the pack (`macros`) as a card uses it: `given` are its parameters as JSON,
    defaults among them, of which the card wrote down those of `written`.
    """

    word: Defined
    given: Mapping[str, Any]
    written: frozenset[str]
    place: Place


@dataclass(slots=True, kw_only=True)
class Behavior(Node):
    """
    What a card does at a timing; without one, what is `always` changed about the card itself.

    `unfolded` is the behaviour of the pack from which it came, as it was written: see `macros`.
    """

    PARTS = ("do", "modifiers")

    timing: Declared | None
    context: Binding | None
    spelled: str
    do: Block
    modifiers: tuple[ModifierNode, ...] = ()
    unfolded: Unfolded | None = None


@dataclass(slots=True, kw_only=True)
class Answer(Node):
    """What a card answers to a question; `context` has what the question gives, in its order."""

    PARTS = ("value",)

    question: Question
    context: tuple[Binding, ...]
    value: Node


# -- what readers make of nodes --------------------------------------------------------------------


def empty_node(place: Place, type: str = "any") -> Node:
    """What stands for what cannot be read: 0, or an empty list."""
    if type in SINGULAR:
        return Several(place=place, type=type, items=())
    return Literal(place=place, type=type, value=0)


def first_of(node: Node) -> Node:
    """One thing: the first of several."""
    if not node.is_list:
        return node
    return First(place=node.place, type=SINGULAR[node.type], of=node)


def literal_value(node: Node) -> int | str | None:
    """The number or word that stands here, or None."""
    return node.value if isinstance(node, Literal) and node.type != "any" else None
