"""
From JSON to the tree: the one parser for words and their parameters.

A `Reader` reads the nodes of one card or word at a place and in a scope, which knows what names
mean there. What cannot be read is a problem with its place; something stands in its stead, so that
all problems are found at once. `expressions` reads what stands in quotes, `structures` triggers,
modifiers and the like, and words that give names on their way have a `read` of their own. Begin
with `Reader.block`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

from ..ground.errors import instead
from ..running.state import PLURAL, SINGULAR
from . import expressions, structures
from .expressions import named, nothing, single, text, whole, written_down
from .schema import WORDS, Param, Params, Word
from .tree import (
    ENTITIES,
    About,
    Binding,
    Block,
    Literal,
    Node,
    Place,
    Several,
    Use,
)

MAX_NESTING = 40
MAX_LOOPS = 8  # inside each other
MAX_VALUE = 3_000  # parts of one value or condition
MAX_STEPS = 80  # of one value inside each other; Python reads some more

#: What fits where something else is wanted.
_FITS = {
    "number": ("number", "boolean"),
    "boolean": ("number", "boolean"),
    "symbol": ("symbol",),
    "entity": ("player", "card"),
    "player": ("entity",),
    "card": ("entity",),
    "definition": ("symbol",),
}


@dataclass(slots=True)
class GivenBlock:
    """Doables that were given to a word: where they are from, and what names mean there."""

    scope: Scope
    nodes: Any
    place: Place


@dataclass(slots=True)
class Scope:
    """What names mean at a place."""

    names: dict[str, Binding] = field(default_factory=dict)
    blocks: dict[str, GivenBlock] = field(default_factory=dict)  # the `do` parameters of words
    it: Binding | None = None
    event: tuple[Any, Binding] | None = None  # of the innermost trigger
    depth: int = 0
    loops: int = 0

    def nested(self) -> Scope:
        """The scope of a trigger: it sees a snapshot of everything known here."""
        return replace(self, names=dict(self.names), loops=0)

    def inner(self) -> Scope:
        """The scope of something written out in place: names of its own."""
        return replace(self, names=dict(self.names), blocks=dict(self.blocks), depth=self.depth + 1)


class Language(Protocol):
    """What a reader needs of the pack it reads for."""

    @property
    def pack(self) -> Any: ...

    def problem(self, place: str, message: str) -> None:
        """Something is wrong."""

    def counted(self) -> None:
        """A node was read; raises where there are too many."""

    def results(self, defined: Any) -> dict[str, tuple[str, tuple[str, ...]]]:
        """What a defined doable gives: name -> (type, symbols)."""

    def inlined(self, defined: Any) -> None:
        """A word of the pack is written out."""

    def mentioned(self, card: str) -> None:
        """A card is named by its id."""

    def body(self, defined: Any) -> Block | None:
        """The tree of a defined doable; None while it is read, as where it uses itself."""

    def catalogued(self) -> None:
        """Cards are asked for as they are printed, whatever cards there are."""


class Reader:
    """Reads nodes at one place, in one scope."""

    def __init__(self, language: Language, scope: Scope, place: Place):
        self.language = language
        self.pack = language.pack
        self.scope = scope
        self.place = place

    def at(self, suffix: str) -> Reader:
        """The same reader at a place further inside."""
        return Reader(self.language, self.scope, self.place.at(suffix))

    def within(self, scope: Scope) -> Reader:
        """The same place, where names mean something else."""
        return Reader(self.language, scope, self.place)

    def problem(self, message: str, at: str = "") -> None:
        self.language.problem(str(self.place.at(at)), message)

    def counted(self) -> None:
        self.language.counted()

    def fits(self, node: Node) -> bool:
        """Whether a value is not too large to be written as one piece of Python."""
        if node.size > MAX_VALUE:
            self.problem(f"with its words written out this has more than {MAX_VALUE} parts")
        elif node.depth > MAX_STEPS:
            self.problem(f"there are more than {MAX_STEPS} steps inside each other here")
        else:
            return True
        return False

    # -- values ------------------------------------------------------------------------------------

    def value(self, node: Any, want: str = "any") -> Node:
        """A single value; lists give their first element where one thing is wanted."""
        found = self.any_value(node)
        if want not in SINGULAR and want != "any":
            found = single(found)
        self.check(found, want)
        return found

    def check(self, node: Node, want: str) -> None:
        if want in ("any", node.type) or node.type == "any":
            return
        if node.type not in _FITS.get(want, ()):
            self.problem(f"a {want} belongs here, not a {node.type}")

    def any_value(self, node: Any) -> Node:
        """A single value, or several, of any type."""
        self.counted()
        found = self._any_value(node)
        return found if self.fits(found) else nothing(self.place, found.type)

    def _any_value(self, node: Any) -> Node:
        if isinstance(node, bool):
            return Literal(place=self.place, type="boolean", value=node)
        if isinstance(node, int):
            return whole(self, node)
        if isinstance(node, str):
            return text(self, node)
        if isinstance(node, list):
            return self.entities(node, "entities")
        if isinstance(node, dict):
            if "chooser" in node or str(node.get("type", "")).endswith("Chooser"):
                return self.chooser(node)
            return self.word_value(node)
        self.problem(f"a number, a reference or an object belongs here, not {type(node).__name__}")
        return nothing(self.place)

    def word_value(self, node: dict) -> Node:
        name = node.get("type")
        word = WORDS["value"].get(name) if isinstance(name, str) else None
        if word is not None:
            return self.use(word, node)
        defined = self.pack.defined("values", name) or self.pack.defined("choosers", name)
        if defined is not None:
            return self.inline(defined, node)
        if isinstance(name, str) and (
            name in WORDS["condition"] or self.pack.defined("conditions", name)
        ):
            return expressions.truth(self.condition(node))
        if name is None and node.get("mode") in ("id", "event") and "value" in node:
            return self.word_value({"type": "triggerGetter", **node})
        known = {*WORDS["value"], *self.pack.defines["values"]}
        self._unknown("value", name, known)
        return nothing(self.place)

    def inline(self, defined: Any, node: dict) -> Node:
        """A defined value, condition or chooser: its parameters stand for what is given."""
        self.language.inlined(defined)
        if self.scope.depth > MAX_NESTING:
            self.problem(f"{defined.name} is defined by itself")
            return nothing(self.place)
        arguments, given = self.arguments(defined.name, defined.params, node)
        scope = self.scope.inner()
        bound = {n: _parameter(n, param, arguments[n]) for n, param in defined.params.items()}
        scope.names |= bound
        inner = Reader(self.language, scope, Place(defined.place))
        if defined.family == "conditions":
            body = inner.condition(defined.body)
        elif defined.family == "choosers":
            body = inner.entities(defined.body, "entities")
        else:
            body = inner.any_value(defined.body)
        return Use(
            place=self.place,
            type="boolean" if defined.family == "conditions" else body.type,
            domain=body.domain,
            word=defined,
            arguments=arguments,
            body=body,
            bound=bound,
            given=given,
        )

    # -- words and their arguments -----------------------------------------------------------------

    def use(self, word: Word, node: dict) -> Use:
        """A word of the engine with its arguments."""
        if word.read is not None:
            return word.read(self, word, node)
        arguments, given = self.arguments(word.name, word.params, node)
        return self.used(word, arguments, given)

    def used(self, word: Word, arguments: dict[str, Any], given: Iterable[str]) -> Use:
        """A use of a word whose arguments are read."""
        type: Any = word.type
        domain: tuple[str, ...] = ()
        if callable(type):
            found = type(arguments)
            type, domain = (found.type, found.domain) if isinstance(found, Node) else (found, ())
        return Use(
            place=self.place,
            type=type,
            domain=domain,
            word=word,
            arguments=arguments,
            given=frozenset(given),
        )

    def arguments(
        self, name: str, params: Params, node: dict
    ) -> tuple[dict[str, Any], frozenset[str]]:
        """The parameters of a word, and which of them are given; unknown ones are problems."""
        given = dict(node)
        for key in ("type", "chooser", "id", "comment"):
            if key not in params:
                given.pop(key, None)
        read: dict[str, Any] = {}
        written = set()
        for key, param in params.items():
            spelling = next((s for s in (key, *param.aliases) if s in given), None)
            if spelling is None:
                read[key] = self._missing(name, key, param, read)
            else:
                written.add(key)
                read[key] = self.at(f".{spelling}").argument(param, given.pop(spelling), read)
        for key in given:
            if key not in params:
                self.problem(f"{name} has no parameter {key}{instead(key, params, 'it has')}")
        return read, frozenset(written)

    def _missing(self, name: str, key: str, param: Param, read: dict[str, Any]) -> Any:
        """A parameter that is not given: its default, which may mention those before it."""
        if param.required:
            self.problem(f"{name} needs {key} ({param.type})")
            return self._nothing(param)
        at = self.at(f".{key}")
        if param.default is None:
            return at.argument(param, None, read) if param.type == "owner" else None
        if _speaks(param.default):
            at = at.within(self.scope.inner())
            at.scope.names |= {
                known: Binding(known, each.type, each.domain, given=each)
                for known, each in read.items()
                if isinstance(each, Node)
            }
        return at.argument(param, param.default, read)

    def _nothing(self, param: Param) -> Any:
        if param.type in ("do", "doables"):
            return Block(place=self.place, items=())
        if param.type in ("values", "conditions", "options", "triggers", "modifiers", "ids"):
            return ()
        single = ("number", "symbol", "definition", "boolean", "condition")
        if param.type in (*SINGULAR, *ENTITIES, *single):
            return nothing(self.place, param.type)
        return None

    def argument(self, param: Param, node: Any, before: dict[str, Any]) -> Any:
        """A parameter as its type says; one that declares what it can be is nothing else."""
        read = _READ.get(param.type)
        found = (
            read(self, param, node, before) if read is not None else self.value(node, param.type)
        )
        known = written_down(found) if isinstance(found, Literal) else found
        if isinstance(known, str) and "{" not in known and known not in (param.domain or (known,)):
            self.problem(f"{known!r} is not possible here{instead(known, param.domain)}")
        return found

    # -- conditions --------------------------------------------------------------------------------

    def condition(self, node: Any) -> Node:
        """A condition."""
        self.counted()
        found = self._condition(node)
        if self.fits(found):
            return found
        return Literal(place=self.place, type="boolean", value=False)

    def _condition(self, node: Any) -> Node:
        if isinstance(node, str | bool | int):
            return self.any_value(node)
        if isinstance(node, list):
            tests = tuple(self.at(f"[{i}]").condition(n) for i, n in enumerate(node))
            return expressions.Logic(place=self.place, type="boolean", operator="and", items=tests)
        if not isinstance(node, dict):
            self.problem("a condition belongs here")
            return Literal(place=self.place, type="boolean", value=False)
        name = node.get("type")
        word = WORDS["condition"].get(name) if isinstance(name, str) else None
        if word is not None:
            return self.use(word, node)
        defined = self.pack.defined("conditions", name)
        if defined is not None:
            return self.inline(defined, node)
        if self.pack.defined("values", name) or name in WORDS["value"]:
            return self.word_value(node)
        known = {*WORDS["condition"], *self.pack.defines["conditions"]}
        self._unknown("condition", name, known)
        return Literal(place=self.place, type="boolean", value=False)

    def about(self, node: Any, pool: Node | None, want: str = "condition") -> About:
        """A condition, or a number, about one of a pool, which the node calls {it}."""
        it = Binding("it", SINGULAR.get(pool.type, "entity") if pool else "entity")
        if pool is not None and pool.type == "symbols":
            it.domain = pool.domain
        reader = self.within(replace(self.scope, it=it))
        test = reader.condition(node) if want == "condition" else reader.value(node, want)
        return About(place=self.place, type=test.type, it=it, test=test)

    # -- choosers ----------------------------------------------------------------------------------

    def entities(self, node: Any, want: str = "entities") -> Node:
        """A list of entities, whatever names them."""
        self.counted()
        found = self._entities(node, want)
        return found if self.fits(found) else nothing(self.place, want)

    def _entities(self, node: Any, want: str) -> Node:
        if isinstance(node, list):
            parts = tuple(self.at(f"[{i}]").entities(n, want) for i, n in enumerate(node))
            kinds = {part.type for part in parts}
            kind = kinds.pop() if len(kinds) == 1 else "entities" if parts else want
            return Several(place=self.place, type=kind, items=parts)
        found = self.chooser(node) if isinstance(node, dict) else self.value(node)
        if want == "definitions":
            found = structures.as_printed(self, found)
        if not found.many:
            if found.type not in (*ENTITIES, "definition"):
                self.problem(f"{want} belong here, not a {found.type}")
                return nothing(self.place, want)
            found = Several(place=self.place, type=PLURAL[found.type], items=(found,))
        if "entities" not in (want, found.type) and want != found.type and want in SINGULAR:
            self.problem(f"{want} belong here, not {found.type}")
        return found

    def chooser(self, node: dict) -> Node:
        name = node.get("chooser")
        if name is None:
            kind = str(node.get("type", ""))
            if kind.endswith("Chooser"):
                return structures.ask(self, kind.removesuffix("Chooser"), node)
            return self.any_value(node) if kind else self._unknown_chooser(node)
        word = WORDS["chooser"].get(name) if isinstance(name, str) else None
        if word is not None:
            return self.use(word, node)
        defined = self.pack.defined("choosers", name)
        if defined is not None:
            return self.inline(defined, node)
        return self._unknown_chooser(node)

    def _unknown_chooser(self, node: dict) -> Node:
        known = {*WORDS["chooser"], *self.pack.defines["choosers"]}
        self._unknown("chooser", node.get("chooser"), known)
        return nothing(self.place, "entities")

    def _unknown(self, family: str, name: Any, known: Iterable[str]) -> None:
        """A word that is none."""
        if name is None:
            self.problem(f"a {family} needs a {'chooser' if family == 'chooser' else 'type'}")
        else:
            self.problem(f"there is no {family} {name!r}{instead(name, sorted(known))}")

    # -- doables -----------------------------------------------------------------------------------

    def block(self, nodes: Any) -> Block:
        """A list of doables in order."""
        if isinstance(nodes, str) and nodes.strip("{}") in self.scope.blocks:
            return self._given_block(nodes.strip("{}"))
        if isinstance(nodes, dict):
            nodes = [nodes]
        items: list[Node] = []
        if not isinstance(nodes, list):
            self.problem("a list of doables belongs here")
            nodes = []
        self.scope.depth += 1
        if self.scope.depth > MAX_NESTING:
            self.problem(f"nested more than {MAX_NESTING} deep")
            nodes = []
        for number, node in enumerate(nodes):
            if isinstance(node, str) and node.strip("{}") in self.scope.blocks:
                items.append(self._given_block(node.strip("{}")))
            elif (found := self.at(f"[{number}]").doable(node)) is not None:
                items.append(found)
        self.scope.depth -= 1
        return Block(place=self.place, items=tuple(items))

    def _given_block(self, name: str) -> Block:
        """Doables that were given to a word, read where they stand with the names known there."""
        given = self.scope.blocks[name]
        scope = replace(given.scope, depth=self.scope.depth, loops=self.scope.loops)
        block = Reader(self.language, scope, given.place).block(given.nodes)
        if block.parameter:  # a word passes on what it was given itself
            block = Block(place=given.place, items=(block,))
        block.parameter = name
        return block

    def doable(self, node: Any) -> Use | None:
        """One doable."""
        self.counted()
        if not isinstance(node, dict):
            self.problem("a doable is an object with a type")
            return None
        name = node.get("type")
        defined = self.pack.defined("doables", name)
        if defined is not None:
            if any(param.type == "do" for param in defined.params.values()):
                return self._expanded(defined, node)
            return self._called(defined, node)
        word = WORDS["doable"].get(name) if isinstance(name, str) else None
        if word is None:
            known = {*WORDS["doable"], *self.pack.defines["doables"]}
            self._unknown("doable", name, known)
            return None
        found = self.use(word, node)
        if word.result is not None:
            results = word.result(found.arguments) if callable(word.result) else word.result
            self.name(found, node, results)
        return found

    def _called(self, defined: Any, node: dict) -> Use:
        """A defined doable: a call of its code."""
        arguments, given = self.arguments(defined.name, defined.params, node)
        results = self.language.results(defined)
        found = Use(place=self.place, word=defined, arguments=arguments, given=given)
        self.name(found, node, results)
        return found

    def _expanded(self, defined: Any, node: dict) -> Use | None:
        """
        A word that takes blocks is written out in place; its other parameters are worked out once.
        """
        self.language.inlined(defined)
        if self.scope.depth > MAX_NESTING:
            self.problem(f"{defined.name} is defined by itself")
            return None
        blocks = {name for name, param in defined.params.items() if param.type == "do"}
        others = {name: param for name, param in defined.params.items() if name not in blocks}
        arguments, given = self.arguments(
            defined.name, others, {key: n for key, n in node.items() if key not in blocks}
        )
        scope = self.scope.inner()
        for name in blocks:
            place = self.place.at(f".{name}")
            default = defined.params[name].default
            scope.blocks[name] = GivenBlock(self.scope, node.get(name, default), place)
        bound = {}
        for name, each in arguments.items():
            if each is not None:
                bound[name] = Binding(name, each.type, each.domain, worth=each)
                scope.names[name] = bound[name]
        body = Reader(self.language, scope, Place(defined.place, ".do")).block(defined.body)
        return Use(
            place=self.place,
            word=defined,
            arguments=arguments,
            given=given | (blocks & node.keys()),
            body=body,
            bound=bound,
        )

    # -- results -----------------------------------------------------------------------------------

    def name(self, use: Use, node: dict, results: Any) -> None:
        """
        Bind the `id` of a doable to what it gives: a node whose type that has, or parts by name
        (type, or type and symbols).
        """
        identifier = node.get("id")
        if identifier is None:
            return
        if (
            not isinstance(identifier, str)
            or not identifier[:1].isascii()
            or not (identifier[:1].isalpha() or identifier[:1] == "_")
        ):
            self.problem("an id is a name that starts with a letter", ".id")
            return
        use.id = named(self, identifier)
        if isinstance(results, Node):
            use.result = Binding(use.id.pattern, results.type, results.domain)
        else:
            parts = {
                key: each if isinstance(each, tuple) else (each, ())
                for key, each in (results or {}).items()
            }
            use.result = Binding(use.id.pattern, parts=parts, valued=not parts)
        use.result.keyed, use.result.result = bool(use.id.keys), True
        known = self.scope.names.get(use.id.pattern)
        if known is not None and _alike(known, use.result):
            known.type, known.domain = use.result.type, use.result.domain
            use.result = known
        self.scope.names[use.id.pattern] = use.result


def _speaks(written: Any) -> bool:
    """Whether what is written may mention names."""
    if isinstance(written, str):
        return "{" in written or "$" in written
    return isinstance(written, dict | list)


def _alike(one: Binding, other: Binding) -> bool:
    """Whether two results under one id are kept in the same way."""
    return one.result and one.parts == other.parts and one.keyed == other.keyed


def _parameter(name: str, param: Param, given: Any) -> Binding:
    """
    A parameter of a word that is written out. What was given is not known to the body: it may be
    of another kind at another place.
    """
    node = given if isinstance(given, Node) else Literal(place=Place(""), type="any", value=0)
    wide = param.type in ("entity", "any") and node.type in ("player", "card")
    return Binding(name, "entity" if wide else node.type, node.domain, given=node)


# -- parameters by type ----------------------------------------------------------------------------


def _listed(node: Any) -> list:
    return node if isinstance(node, list) else [node]


def _entities(reader: Reader, param: Param, node: Any, before: dict[str, Any]) -> Node:
    return reader.entities(node, param.type)


def _condition(reader: Reader, param: Param, node: Any, before: dict[str, Any]) -> Node:
    return reader.condition(node)


def _conditions(
    reader: Reader, param: Param, node: Any, before: dict[str, Any]
) -> tuple[Node, ...]:
    return tuple(reader.at(f"[{i}]").condition(n) for i, n in enumerate(_listed(node)))


def _values(reader: Reader, param: Param, node: Any, before: dict[str, Any]) -> tuple[Node, ...]:
    return tuple(reader.at(f"[{i}]").value(n) for i, n in enumerate(_listed(node)))


def _doables(reader: Reader, param: Param, node: Any, before: dict[str, Any]) -> Block:
    return reader.block(node)


def _filter(reader: Reader, param: Param, node: Any, before: dict[str, Any]) -> About | None:
    return None if node is None else reader.about(node, before.get(param.of))


def _measure(reader: Reader, param: Param, node: Any, before: dict[str, Any]) -> About | None:
    return None if node is None else reader.about(node, before.get(param.of), "number")


def _flag(reader: Reader, param: Param, node: Any, before: dict[str, Any]) -> bool:
    if not isinstance(node, bool | int):
        reader.problem(f"true or false belongs here, not {node!r}")
    return bool(node)


def _choice(reader: Reader, param: Param, node: Any, before: dict[str, Any]) -> Any:
    """One of a few words; a reference, where a word of the pack passes it on."""
    if isinstance(node, str) and ("{" in node or "$" in node):
        return reader.value(node, "symbol")
    if not isinstance(node, str):
        reader.problem(f"{' or '.join(param.domain)} belongs here, not {node!r}")
        return param.domain[0]
    return node


#: How a parameter is read, by its type; all others are single values.
_READ: dict[str, Callable[[Reader, Param, Any, dict[str, Any]], Any]] = {
    "players": _entities,
    "cards": _entities,
    "entities": _entities,
    "definitions": _entities,
    "condition": _condition,
    "test": _condition,
    "conditions": _conditions,
    "values": _values,
    "doables": _doables,
    "filter": _filter,
    "own": lambda reader, param, node, before: None,  # read by the word: see `Word.read`
    "measure": _measure,
    "flag": _flag,
    "choice": _choice,
    **structures.READ,
}
