"""
The registry of words: every value, condition, chooser and doable with its parameters, its docstring
and its source.

A word is a small function that turns its compiled parameters into the program form. From the
registry come the reading of a pack, its checks, the JSON Schema, the reference page and the help in
the game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from keyword import iskeyword
from types import MappingProxyType
from typing import Any, TypeVar, cast

from .node import Node

REQUIRED = object()

#: What a parameter may hold. The plural ones take anything that names entities, also several and
#: also by asking. A word gets the code of the first group, and the tree of the others.
TYPES = {
    "number": "a number, a reference or arithmetic",
    "boolean": "true or false",
    "symbol": "a bare word",
    "player": "one player",
    "card": "one card",
    "entity": "one player or card",
    "players": "players",
    "cards": "cards",
    "entities": "players or cards",
    "definition": "a card as it is printed: its id, or one of `definitions`",
    "definitions": "cards as they are printed",
    "text": "a text as somebody has written it",
    "texts": "several such texts",
    "any": "any value",
    "condition": "a condition",
    "conditions": "a list of conditions",
    "values": "a list of values",
    "doables": "a list of doables",
    "do": "a list of doables, expanded where the word uses it",
    "filter": "a condition about {it}",
    "own": "a condition about {it}, one of what the word itself gives",
    "ordering": "a number about {it}, one of what the word itself gives",
    "measure": "a number about {it}",
    "test": "a condition that is asked each time anew",
    "again": "a value that is worked out for each one",
    "choice": "one of a few words",
    "flag": "true or false, written out",
    "name": "a name",
    "prompt": "the name of a prompt",
    "event": "the name of an event",
    "timing": "the name of a timing",
    "question": "the name of a question",
    "property": "the name of a property or field",
    "zone": "the name of a zone",
    "position": "top, bottom, or a number from 1, which is the bottom",
    "owner": "whose zone it is: a player, or one of the zone's names",
    "owners": "likewise, or nothing for those of everybody",
    "default": "what is taken for who is away: a number, an end, or random",
    "arguments": "an object with a value for each name",
    "options": "a list of options, each with an id and what it does",
    "cases": "an object: by word, number or range (1-3, 6+, 2,4) what is done or is the value",
    "dice": "dice as they are written: 2d6+1",
    "triggers": "a list of triggers",
    "modifiers": "a list of modifiers",
    "ids": "a list of UUIDs or ids, or a getter",
}
#: Types of which a word gets the code; of all others the tree.
VALUES = frozenset(
    (
        *("number", "boolean", "symbol", "player", "card", "entity", "any"),
        *("players", "cards", "entities", "condition", "conditions", "values"),
        *("definition", "definitions", "text", "texts"),
    )
)


@dataclass(frozen=True, slots=True)
class Param:
    """
    A parameter of a word: its type, its default (none: it must be given), other spellings and what
    it means.

    `domain` are the words that it can be; `of` names the parameter that says more: what {it} is,
    which zone, which event.
    """

    type: str
    default: Any = REQUIRED
    aliases: tuple[str, ...] = ()
    doc: str = ""
    domain: tuple[str, ...] = ()
    of: str = ""

    @property
    def is_required(self) -> bool:
        return self.default is REQUIRED


Params = Mapping[str, Param]


def python_name(parameter: str) -> str:
    """A parameter as Python can spell it: `from_`."""
    return f"{parameter}_" if iskeyword(parameter) else parameter


#: An object as it stands in JSON, before it is read.
Source = dict[str, Any]
#: What a word was given, by its parameters; each is what the parameter's type says.
Arguments = dict[str, Any]
#: The parts of a result by name: a type, or a type and the names that a symbol can be.
Parts = Mapping[str, str | tuple[str, tuple[str, ...]]]
#: What the id of a doable means: its parts, or a node whose type it has.
Result = Parts | Callable[[Arguments], Node | Parts]


class Reads:
    """Who reads a card, as words know it: what `Word.read` is called with. See `read.Reader`."""


#: Reads a use of a word to its tree.
Read = Callable[[Reads, "Word", Source], Node]
#: Writes the code of a use: a piece or an expression for what is a value, lines for a doable.
Write = Callable[..., object]
_Function = TypeVar("_Function", bound=Callable[..., object])


@dataclass(frozen=True, slots=True)
class Word:
    """
    A word of the language.

    `function` writes its code; `type` is what it comes to. `read` makes its tree where that is more
    than its arguments; a word whose tree is made of what the language has anyway (`Equals` is `==`)
    needs no code of its own. `result` is what its id means. The rest is what a doable may do that
    those who look into trees ask about.
    """

    name: str
    family: str  # value, condition, chooser, doable
    params: dict[str, Param]
    function: Write | None
    doc: str
    source: str
    result: Result | None = None
    type: str = ""
    read: Read | None = None
    ends: bool = False  # the match may end in it, or players are asked there
    exits: bool = False  # what follows it is not carried out
    quiet: bool = False  # nothing of the match changes in it


@dataclass(frozen=True, slots=True)
class Family:
    """
    A family of words, as the decorator that makes a function one of them.

    `@doable("shuffle", source="rulebook R19", zone=Param("zone"))` declares the parameters by name
    (`from_` is `from`: see `python_name`), behind those of a `table` that several words share.
    """

    name: str
    usual: str  # what its words come to where they do not say so
    words: dict[str, Word] = field(default_factory=dict)

    def __call__[By: Reads](
        self,
        name: str,
        table: Mapping[str, Param | str] = MappingProxyType({}),
        /,
        *,
        source: str,
        result: Result | None = None,
        type: str | None = None,
        read: Callable[[By, Word, Source], Node] | None = None,
        tree: bool = False,
        ends: bool = False,
        exits: bool = False,
        quiet: bool = False,
        **params: Param | str,
    ) -> Callable[[_Function], _Function]:
        """`tree`: the function is the one that reads, not one that writes."""

        def decorate(function: _Function) -> _Function:
            given = {**table, **params}
            self.words[name] = Word(
                name,
                self.name,
                {
                    key.rstrip("_"): Param(each) if isinstance(each, str) else each
                    for key, each in given.items()
                },
                None if tree else function,
                " ".join((function.__doc__ or "").split()),
                source,
                result,
                self.usual if type is None else type,
                cast(Read | None, function if tree else read),
                ends,
                exits,
                quiet,
            )
            return function

        return decorate


value = Family("value", "number")
condition = Family("condition", "boolean")
chooser = Family("chooser", "cards")
doable = Family("doable", "")
asking = Family("chooser", "cards")

#: The words of the engine, by family and name.
WORDS = {each.name: each.words for each in (value, condition, chooser, doable)}
#: Choosers that ask, by what follows the kind of thing in their names: `monsterChooser`.
ASKING = asking.words
