"""
From JSON to the tree: the one parser for words and their parameters.

A `Reader` reads the nodes of one card or word at a place and in a scope, which knows what names
mean there. What cannot be read is a problem with its place; something stands in its stead, so that
all problems are found at once. It rests on rooms of one matter each: `expressions` reads what
stands in quotes, `references` what stands in braces, `parameters` each type of parameter,
`contexts` and `lasting` events, triggers and modifiers, `asking` what players are asked, and
`defined_words` words of the pack. Words that give names on their way have a `read` of their own.
Begin with `Reader.block`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ..ground.errors import near, suggest
from ..running.state import PLURAL, SINGULAR
from . import asking, defined_words, expressions, parameters
from .dialect import word_of
from .reading import Reading
from .references import read_id
from .schema import WORDS, Arguments, Param, Params, Parts, Source, Word
from .scope import MAX_NESTING, Language, Scope
from .tree import (
    ENTITIES,
    About,
    Binding,
    Block,
    Literal,
    Logic,
    Node,
    Place,
    Several,
    Use,
    empty_node,
    first_of,
    literal_value,
)

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


#: How a value of a wide type that is used as one of a narrow type is looked at in a match.
LOOSE = {
    "any": {"player": "player", "card": "entity", "entity": "entity"},
    "entity": {"player": "player"},
    "card": {"player": "player"},
}


class Reader(Reading):
    """Reads nodes at one place, in one scope."""

    def __init__(self, language: Language, scope: Scope, place: Place):
        self.language = language
        self.declarations = language.declarations
        self.scope = scope
        self.place = place

    def at(self, suffix: str) -> Reader:
        """The same reader at a place further inside."""
        return Reader(self.language, self.scope, self.place.at(suffix))

    def within(self, scope: Scope, place: Place | None = None) -> Reader:
        """The same place, or another one, where names mean something else."""
        return Reader(self.language, scope, place or self.place)

    def problem(self, message: str, at: str = "") -> None:
        self.language.problem(str(self.place.at(at)), message)

    def count_node(self) -> None:
        self.language.count_node()

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

    def value(self, node: object, want: str = "any") -> Node:
        """A single value; lists give their first element where one thing is wanted."""
        if isinstance(node, list) and want in ("number", "boolean", "symbol"):
            self.problem(f"a {want} belongs here, not a list")
            return empty_node(self.place, want)
        found = self.any_value(node)
        if want not in SINGULAR and want != "any":
            found = first_of(found)
        self.check_type(found, want)
        return found

    def guard(self, node: Node, want: str) -> None:
        """Have a match look at a value that may be none of what it is used as."""
        node.guard = node.guard or LOOSE.get(node.type, {}).get(want, "")

    def check_type(self, node: Node, want: str) -> None:
        """Whether a value is of a type; one that only a match can tell is looked at there."""
        self.guard(node, want)
        if want in ("any", node.type) or node.type == "any":
            return
        if node.type not in _FITS.get(want, ()):
            self.problem(f"a {want} belongs here, not a {node.type}")

    def any_value(self, node: object) -> Node:
        """A single value, or several, of any type."""
        self.count_node()
        found = self._any_value(node)
        return found if self.fits(found) else empty_node(self.place, found.type)

    def _any_value(self, node: object) -> Node:
        if isinstance(node, bool):
            return Literal(place=self.place, type="boolean", value=node)
        if isinstance(node, int):
            return expressions.number_literal(self, node)
        if isinstance(node, str):
            return expressions.parse_text(self, node)
        if isinstance(node, list):
            return self.entities(node, "entities")
        if isinstance(node, dict):
            if "chooser" in node or str(node.get("type", "")).endswith("Chooser"):
                return self.chooser(node)
            return self.word_value(node)
        self.problem(f"a number, a reference or an object belongs here, not {type(node).__name__}")
        return empty_node(self.place)

    def word_value(self, node: Source) -> Node:
        name = node.get("type")
        word = WORDS["value"].get(name) if isinstance(name, str) else None
        if word is not None:
            return self.read_use(word, node)
        defined = self.declarations.defined_word("values", name) or self.declarations.defined_word(
            "choosers", name
        )
        if defined is not None:
            return defined_words.expand_word(self, defined, node)
        if isinstance(name, str) and (
            name in WORDS["condition"] or self.declarations.defined_word("conditions", name)
        ):
            return expressions.truth_value(self.condition(node))
        if name is None and node.get("mode") in ("id", "event") and "value" in node:
            return self.word_value({"type": "triggerGetter", **node})
        known = {*WORDS["value"], *self.declarations.defines["values"]}
        self._report_unknown("value", name, known)
        return empty_node(self.place)

    # -- words and their arguments -----------------------------------------------------------------

    def read_use(self, word: Word, node: Source) -> Node:
        """A word of the engine with its arguments."""
        if word.read is not None:
            return word.read(self, word, node)
        arguments, given = self.arguments(word.name, word.params, node)
        return self.make_use(word, arguments, given)

    def make_use(self, word: Word, arguments: Arguments, given: Iterable[str]) -> Use:
        """A use of a word whose arguments are read."""
        return Use(
            place=self.place,
            type=word.type,
            word=word,
            arguments=arguments,
            given=frozenset(given),
        )

    def arguments(
        self, name: str, params: Params, node: Source
    ) -> tuple[Arguments, frozenset[str]]:
        """The parameters of a word, and which of them are given; unknown ones are problems."""
        given = dict(node)
        for key in ("type", "chooser", "id", "comment"):
            if key not in params:
                given.pop(key, None)
        read: Arguments = {}
        written = set()
        known = {spelling for key, param in params.items() for spelling in (key, *param.aliases)}
        meant = {each for key in given.keys() - known for each in near(key, params)}
        for key, param in params.items():
            spelling = next((s for s in (key, *param.aliases) if s in given), None)
            if spelling is None:
                misspelt = param.is_required and key in meant  # told below, by what is written
                read[key] = (
                    self._empty_argument(param)
                    if misspelt
                    else self._default_argument(name, key, param, read)
                )
            else:
                written.add(key)
                read[key] = self.at(f".{spelling}").argument(param, given.pop(spelling), read)
        for key in given:
            if key not in params:
                self.problem(f"{name} has no parameter {key}{suggest(key, params, 'it has')}")
        return read, frozenset(written)

    def _default_argument(self, name: str, key: str, param: Param, read: Arguments) -> Any:
        """A parameter that is not given: its default, which may mention those before it."""
        if param.is_required:
            self.problem(f"{name} needs {key} ({param.type})")
            return self._empty_argument(param)
        at = self.at(f".{key}")
        if param.default is None:
            return at.argument(param, None, read) if param.type == "owner" else None
        if _may_mention_names(param.default):
            at = at.within(self.scope.inlined_scope())
            at.scope.names |= {
                known: Binding(known, each.type, each.domain, given=each)
                for known, each in read.items()
                if isinstance(each, Node)
            }
        return at.argument(param, param.default, read)

    def _empty_argument(self, param: Param) -> Node | tuple[()] | None:
        if param.type in ("do", "doables"):
            return Block(place=self.place, items=())
        if param.type in ("values", "conditions", "options", "triggers", "modifiers", "ids"):
            return ()
        single = ("number", "symbol", "definition", "boolean", "condition")
        if param.type in (*SINGULAR, *ENTITIES, *single):
            return empty_node(self.place, param.type)
        return None

    def argument(self, param: Param, node: object, before: Arguments) -> Any:
        """A parameter as its type says; one that declares what it can be is nothing else."""
        read = parameters.READ.get(param.type)
        found = (
            read(self, param, node, before) if read is not None else self.value(node, param.type)
        )
        known = literal_value(found) if isinstance(found, Literal) else found
        if isinstance(known, str) and "{" not in known and known not in (param.domain or (known,)):
            self.problem(f"{known!r} is not possible here{suggest(known, param.domain)}")
        return found

    # -- conditions --------------------------------------------------------------------------------

    def condition(self, node: object) -> Node:
        """A condition."""
        self.count_node()
        found = self._condition(node)
        if self.fits(found):
            return found
        return Literal(place=self.place, type="boolean", value=False)

    def _condition(self, node: object) -> Node:
        if isinstance(node, str | bool | int):
            return self.any_value(node)
        if isinstance(node, list):
            tests = tuple(self.at(f"[{i}]").condition(n) for i, n in enumerate(node))
            return Logic(place=self.place, type="boolean", operator="and", items=tests)
        if not isinstance(node, dict):
            self.problem("a condition belongs here")
            return Literal(place=self.place, type="boolean", value=False)
        name = node.get("type")
        word = WORDS["condition"].get(name) if isinstance(name, str) else None
        if word is not None:
            return self.read_use(word, node)
        defined = self.declarations.defined_word("conditions", name)
        if defined is not None:
            return defined_words.expand_word(self, defined, node)
        if self.declarations.defined_word("values", name) or word_of(node) in WORDS["value"]:
            return self.word_value(node)
        known = {*WORDS["condition"], *self.declarations.defines["conditions"]}
        self._report_unknown("condition", name, known)
        return Literal(place=self.place, type="boolean", value=False)

    def about_each(self, node: object, pool: Node | None, want: str = "condition") -> About:
        """A condition, or a number, about one of a pool, which the node calls {it}."""
        it = Binding("it", SINGULAR.get(pool.type, "entity") if pool else "entity")
        if pool is not None and pool.type == "symbols":
            it.domain = pool.domain
        reader = self.within(self.scope.scope_about(it))
        test = reader.condition(node) if want == "condition" else reader.value(node, want)
        return About(place=self.place, type=test.type, it=it, test=test)

    # -- choosers ----------------------------------------------------------------------------------

    def entities(self, node: object, want: str = "entities") -> Node:
        """A list of entities, whatever names them."""
        self.count_node()
        found = self._entities(node, want)
        return found if self.fits(found) else empty_node(self.place, want)

    def _entities(self, node: object, want: str) -> Node:
        if isinstance(node, list):
            parts = tuple(self.at(f"[{i}]").entities(n, want) for i, n in enumerate(node))
            kinds = {part.type for part in parts}
            kind = kinds.pop() if len(kinds) == 1 else "entities" if parts else want
            return Several(place=self.place, type=kind, items=parts)
        found = self.chooser(node) if isinstance(node, dict) else self.value(node)
        if want == "definitions" or expressions.is_id(found) or self._is_card(found):
            found = expressions.as_definition(self, found)
        if not found.is_list:
            if found.type not in (*ENTITIES, "definition"):
                self.problem(f"{want} belong here, not a {found.type}")
                return empty_node(self.place, want)
            self.guard(found, SINGULAR.get(want, "any"))
            found = Several(place=self.place, type=PLURAL[found.type], items=(found,))
        if "entities" not in (want, found.type) and want != found.type and want in SINGULAR:
            self.problem(f"{want} belong here, not {found.type}")
        return found

    def _is_card(self, found: Node) -> bool:
        """Whether the id of a card is written where things belong."""
        if not isinstance(found, Literal) or found.type != "symbol":
            return False
        return found.value in self.declarations.catalogue.definitions

    def chooser(self, node: Source) -> Node:
        name = node.get("chooser")
        if name is None:
            kind = str(node.get("type", ""))
            if kind.endswith("Chooser"):
                return asking.read_asking_chooser(self, kind.removesuffix("Chooser"), node)
            return self.any_value(node) if kind else self._report_unknown_chooser(node)
        word = WORDS["chooser"].get(name) if isinstance(name, str) else None
        if word is not None:
            return self.read_use(word, node)
        defined = self.declarations.defined_word("choosers", name)
        if defined is not None:
            return defined_words.expand_word(self, defined, node)
        return self._report_unknown_chooser(node)

    def _report_unknown_chooser(self, node: Source) -> Node:
        known = {*WORDS["chooser"], *self.declarations.defines["choosers"]}
        self._report_unknown("chooser", node.get("chooser"), known)
        return empty_node(self.place, "entities")

    def _report_unknown(self, family: str, name: object, known: Iterable[str]) -> None:
        """A word that is none."""
        if name is None:
            self.problem(f"a {family} needs a {'chooser' if family == 'chooser' else 'type'}")
        else:
            self.problem(f"there is no {family} {name!r}{suggest(name, sorted(known))}")

    # -- doables -----------------------------------------------------------------------------------

    def block(self, nodes: object) -> Block:
        """A list of doables in order."""
        if isinstance(nodes, str) and nodes.strip("{}") in self.scope.blocks:
            return defined_words.read_given_block(self, nodes.strip("{}"))
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
                items.append(defined_words.read_given_block(self, node.strip("{}")))
            elif (found := self.at(f"[{number}]").doable(node)) is not None:
                items.append(found)
        self.scope.depth -= 1
        return Block(place=self.place, items=tuple(items))

    def doable(self, node: object) -> Use | None:
        """One doable."""
        self.count_node()
        if not isinstance(node, dict):
            self.problem("a doable is an object with a type")
            return None
        name = node.get("type")
        defined = self.declarations.defined_word("doables", name)
        if defined is not None:
            return defined_words.read_defined_doable(self, defined, node)
        word = WORDS["doable"].get(name) if isinstance(name, str) else None
        if word is None:
            known = {*WORDS["doable"], *self.declarations.defines["doables"]}
            self._report_unknown("doable", name, known)
            return None
        found = self.read_use(word, node)
        assert isinstance(found, Use)  # noqa: S101 (for mypy: no doable is made of anything else)
        if word.result is not None:
            results = word.result(found.arguments) if callable(word.result) else word.result
            self.bind_id(found, node, results)
        return found

    # -- results -----------------------------------------------------------------------------------

    def bind_id(self, use: Use, node: Source, results: Node | Parts | None) -> None:
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
        use.id = read_id(self, identifier)
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
        if known is not None and _are_kept_alike(known, use.result):
            self._check_number(known, use.result)
            known.type, known.domain = use.result.type, use.result.domain
            use.result = known
        self.scope.names[use.id.pattern] = use.result

    def _check_number(self, known: Binding, now: Binding) -> None:
        """Under one name is one thing or a list; what comes after could not know which."""
        if known.type in SINGULAR and now.type not in SINGULAR:
            self.problem(f"{now.name} is one thing here, and a list before; a list is [...]")
        elif now.type in SINGULAR and known.type not in SINGULAR:
            self.problem(f"{now.name} is a list here, and one thing before; a list is [...]")


def _may_mention_names(written: object) -> bool:
    """Whether what is written may mention names."""
    if isinstance(written, str):
        return "{" in written or "$" in written
    return isinstance(written, dict | list)


def _are_kept_alike(one: Binding, other: Binding) -> bool:
    """Whether two results under one id are kept in the same way."""
    return one.result and one.parts == other.parts and one.keyed == other.keyed
