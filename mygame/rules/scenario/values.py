"""Values that a pack defines, worked out in a match."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from ..ground.data import Json
from ..language.compile import Compiler, bind_parameter
from ..language.emit import Emitter
from ..language.frame import Frame
from ..language.read import Reader
from ..language.scope import Scope
from ..language.tree import Node, Place
from ..language.units import UnitWriter
from ..pack import Pack, pack_of_match
from ..running.match import Match
from ..running.state import SINGULAR, ZONE, Registers
from .form import ScenarioError, unknown_name
from .sorts import Fact, Sorts, expected_number


@dataclass(frozen=True, slots=True)
class Compiled:
    """A defined value as a function of a match and registers, with the type of what it gives."""

    function: Callable[[Match, Registers], Any]
    type: str
    domain: tuple[str, ...]


class Values:
    """The defined values of one match, as facts."""

    def __init__(self, match: Match, sorts: Sorts):
        self.match, self.pack, self.sorts = match, pack_of_match(match), sorts
        self.names = sorts.names

    def fact(self, name: str, given: dict[str, Any], you: int | None = None, this: int = 0) -> Fact:
        """
        A value with these arguments; a parameter that is not given is the player or card whose
        value it is, if it can be that.
        """
        defined = self.pack.declarations.defined_word("values", name)
        if defined is None:
            raise unknown_name("defined value", name, self.pack.declarations.defines["values"])
        for key in given.keys() - defined.params.keys():
            raise unknown_name(f"parameter of {name}", key, defined.params)
        arguments: dict[str, Any] = {}
        for key, param in defined.params.items():
            of = you if param.type.startswith("player") else this
            if key in given:
                arguments[key] = self.argument_value(f"{name}.{key}", param.type, given[key])
            elif of and param.type in ("player", "players", "card", "cards"):
                arguments[key] = (of,) if param.type in SINGULAR else of
            elif param.is_required:
                raise ScenarioError(
                    f"{name} needs {key} ({param.type}): {{with: {{{key}: ...}}, is: ...}}"
                )
        owner = self.pack.program.layout.zone_owner[self.match.state[this + ZONE]]
        registers = [you or (this and owner) or self.match.players_from(0)[0], this, 0, None]
        value = compile_value(self.pack, name, tuple(arguments))
        self.match.work = self.match.WORK
        return self.value_as_fact(
            value, value.function(self.match, [*registers, *arguments.values()])
        )

    def argument_value(self, place: str, type: str, wanted: Json) -> Any:
        """What a parameter of a type is given: seats, names of cards, numbers, names."""
        if type in SINGULAR:
            items = wanted if isinstance(wanted, list) else [wanted]
            return tuple(self.argument_value(place, SINGULAR[type], item) for item in items)
        if type == "player" or (type == "entity" and isinstance(wanted, int)):
            return self.names.seat(wanted) + 1
        if type == "definition":
            return self.sorts.words.find_copy(wanted).card.symbol
        if type in ("card", "entity"):
            return self.names.find_card(wanted)
        if isinstance(wanted, str):
            return self.pack.program.symbol(self.sorts.words.find_symbol(wanted))
        return int(wanted) if isinstance(wanted, bool) else expected_number(wanted)

    def value_as_fact(self, value: Compiled, found: Any) -> Fact:
        """What a value came to, as a fact of its type."""
        if value.type == "definitions":
            ids = [self.pack.program.symbol_name(one) for one in found]
            return Fact("a list of definitions", self.sorts.definition_test, ids, ids)
        if value.type in SINGULAR:
            return self.sorts.cards(tuple(found))
        if value.type in ("symbol", "definition"):
            found = self.pack.program.symbol_name(found)
        elif value.type == "player":
            found = found - 1 if found else None
        elif value.type == "boolean":
            found = bool(found)
        return self.sorts.typed_value(value.type, found, value.domain)


@lru_cache(maxsize=256)
def compile_value(pack: Pack, name: str, given: tuple[str, ...]) -> Compiled:
    """A defined value whose given parameters stand in the first free registers."""
    defined = pack.declarations.defines["values"][name]
    found: list[Node] = []

    def build(writer: UnitWriter) -> None:
        scope, frame = Scope(), Frame(name)
        for each in given:
            bind_parameter(scope, frame, each, defined.params[each].type)
        node = {"type": name, **{each: f"{{{each}}}" for each in given}}
        found.append(Reader(writer, scope, Place(defined.place)).value(node))
        code = Emitter(writer, frame, pure=True).emit_value(found[0])
        writer.values["value"] = writer.value_function(code)

    compiler = Compiler.extending(pack.declarations, pack.program.units, pack.trees)
    unit = compiler.compile_unit(f"value {name}", [name, given], build)
    if unit is None:
        raise ScenarioError(f"{name} cannot be worked out: {compiler.problems[0].message}")
    return Compiled(unit.values["value"], found[0].type, found[0].domain)
