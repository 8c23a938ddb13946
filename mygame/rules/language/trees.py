"""
The trees of a pack that is compiled already, for all who tell of its cards or look into them.

`pack.trees.behaviors(card)` is what a card does, as the compiler read it. Trees are read when they
are first asked for, so they need not be stored with the code of a pack, and kept as long as the
pack. Nothing is reported here: what is wrong with a card was said when it was compiled.
"""

from __future__ import annotations

from collections.abc import Iterator
from weakref import WeakKeyDictionary

from ..running.catalogue import CardDef
from . import macros, questions
from .declared import Declarations, Defined
from .read import Reader
from .scope import GivenBlock, Scope
from .tree import Answer, Behavior, Binding, Block, Node, Place, Reference, Unfolded, Use, walk

MAX_NODES = 50_000  # of one card or word, with the words in it written out

Results = dict[str, tuple[str, tuple[str, ...]]]


class TooLarge(Exception):
    """A card or word is larger than any sensible one."""


class Trees:
    """Reads the trees of one pack; what a reader needs of it (`read.Language`)."""

    def __init__(self, declarations: Declarations):
        self.declarations = declarations
        self._cards: dict[str, tuple[Behavior, ...]] = {}
        self._answers: dict[str, tuple[Answer, ...]] = {}
        self._bodies: dict[str, Block | None] = {}
        self._results: dict[str, Results] = {}
        self._unfolded: WeakKeyDictionary[Unfolded, Use] = WeakKeyDictionary()
        self._nodes = 0

    # -- what a reader needs

    def problem(self, place: str, message: str) -> None:
        """It was told when the pack was compiled."""

    def count_node(self) -> None:
        self._nodes += 1
        if self._nodes > MAX_NODES:
            raise TooLarge

    def note_inlined(self, defined: Defined) -> None:
        """Nothing is kept that could be out of date."""

    def note_card(self, card: str) -> None:
        """Likewise."""

    def note_catalogue(self) -> None:
        """Likewise."""

    def results_of(self, defined: Defined) -> Results:
        if defined.results or not defined.result:  # known since the word was compiled
            return defined.results
        self.body_of(defined)
        return self._results[defined.name]

    def body_of(self, defined: Defined) -> Block | None:
        """The tree of a doable of the pack, whose parameters stand for nothing in particular."""
        if defined.name not in self._bodies:
            self._bodies[defined.name], self._results[defined.name] = None, {}
            reader = self._word_reader(defined)
            self._bodies[defined.name] = reader.at(".do").block(defined.body)
            given = _read_results(reader, defined)
            self._results[defined.name] = {n: (each.type, each.domain) for n, each in given.items()}
        return self._bodies[defined.name]

    def _word_reader(self, defined: Defined) -> Reader:
        """A reader of what a word is defined as, which knows its parameters."""
        scope, place = Scope(), Place(defined.place)
        for name, param in defined.params.items():
            scope.names[name] = Binding(name, param.type, param.domain)
            if param.type == "do":
                scope.blocks[name] = GivenBlock(scope, [], place)
        return Reader(self, scope, place)

    # -- what others ask for

    def behaviors(self, card: CardDef) -> tuple[Behavior, ...]:
        """:raises TooLarge: no pack with such a card is compiled."""
        if card is not self.declarations.catalogue.definitions.get(
            card.id
        ):  # one that is only looked at
            return self._read_behaviors(card)
        if card.id not in self._cards:
            self._cards[card.id] = self._read_behaviors(card)
        return self._cards[card.id]

    def _read_behaviors(self, card: CardDef) -> tuple[Behavior, ...]:
        self.begin_budget()
        reader = Reader(self, Scope(), Place(card.place))
        return macros.read_behaviors(reader, card.source.get("behaviors", []))

    def answers(self, card: CardDef) -> tuple[Answer, ...]:
        """What a card answers; as `behaviors`."""
        if card is not self.declarations.catalogue.definitions.get(card.id):
            return self._read_answers(card)
        if card.id not in self._answers:
            self._answers[card.id] = self._read_answers(card)
        return self._answers[card.id]

    def _read_answers(self, card: CardDef) -> tuple[Answer, ...]:
        self.begin_budget()
        reader = Reader(self, Scope(), Place(card.place))
        return questions.read_answers(reader, card.source.get("answers", {}))

    def begin_budget(self) -> None:
        """Something new is read, with a budget of its own."""
        self._nodes = 0

    def macro_use(self, behavior: Behavior) -> Use:
        """The behaviour of the pack that one was written with, and what it was given."""
        of = behavior.unfolded
        assert of is not None  # noqa: S101 (for mypy: nobody asks it of others)
        found = self._unfolded.get(of)
        if found is None:
            reader = Reader(self, Scope(), Place(""))
            found = self._unfolded[of] = macros.as_word_use(reader, behavior, of)
        return found

    def parameters_read(self, defined: Defined) -> set[str]:
        """The parameters that a word of the pack makes something of."""
        self.begin_budget()
        reader = self._word_reader(defined)
        names, found = dict(reader.scope.names), set()
        for node in _parts_of_word(reader, defined):
            for inner in walk(node):
                if isinstance(inner, Reference):
                    found |= {name for name in names if names[name] is inner.binding}
                elif isinstance(inner, Block) and inner.parameter:
                    found.add(inner.parameter)
        return found

    def expand(self, use: Use) -> Block:
        """
        What a doable of the pack comes to where it is used. What uses what uses it, and so on, is
        read from one budget: see `begin`.

        :raises TooLarge: it is spent.
        """
        if isinstance(use.body, Block):
            return use.body
        defined = use.word
        assert isinstance(defined, Defined)  # noqa: S101 (for mypy: as the docstring says)
        reader = Reader(self, Scope(), Place(defined.place))
        for name, param in defined.params.items():
            given = use.arguments[name]
            known = given if isinstance(given, Node) else None
            reader.scope.names[name] = Binding(name, param.type, param.domain, given=known)
        return reader.at(".do").block(defined.body)


def _read_results(reader: Reader, defined: Defined) -> dict[str, Node]:
    """What a doable of the pack gives, by name."""
    return {n: reader.at(f".result.{n}").any_value(node) for n, node in defined.result.items()}


def _parts_of_word(reader: Reader, defined: Defined) -> Iterator[Node]:
    """The trees of which a word of the pack is made: its body, its results, its defaults."""
    for name, param in defined.params.items():
        if not param.is_required and param.default is not None and param.type != "do":
            default = reader.at(f".{name}").argument(param, param.default, {})
            if isinstance(default, Node):
                yield default
    if defined.family == "doables":
        yield reader.at(".do").block(defined.body)
        yield from _read_results(reader, defined).values()
    elif defined.family == "conditions":
        yield reader.condition(defined.body)
    elif defined.family == "choosers":
        yield reader.entities(defined.body)
    else:
        yield reader.any_value(defined.body)
