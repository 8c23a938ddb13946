"""
What zones know of the cards that come and go: `arrive` (and which cards it `heeds`) and `leave`,
`max`, `size` and `overflow`, `holds`; `likely` and `mayBe`, which hidden cards of a pool bots take
it to have; and `lay`, how a scenario lays a card there.

`declare_zone_rules` says of a layout what the compiler needs to know of them, `Zones` compiles them
into a table of rules. Begin with `Zones.compile_rules`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..ground.data import Json
from ..ground.errors import suggest
from ..language.compile import Compiler, bind_parameter, write_body
from ..language.declared import Declarations
from ..language.emit import Emitter
from ..language.expressions import NAME
from ..language.frame import Frame
from ..language.read import Reader
from ..language.scope import Scope
from ..language.tree import Binding, Place
from ..language.units import UnitWriter
from ..program.form import Local
from ..program.values import Piece
from ..running.bring import DECK
from ..running.code import Code, Live, Unit
from ..running.printed import Printed
from ..running.state import NOWHERE, Layout, Zone
from ..running.zone_rules import ZoneRules

#: The doables of a zone, and what they are told beside the card and the player.
HOOKS: dict[str, dict[str, str]] = {
    "arrive": {"from": "symbol", "fromPlayer": "player"},
    "leave": {"to": "symbol", "toPlayer": "player"},
    "lay": {},
}
RULES = ("arrive", "max", "holds")
FILTERS = ("heeds", "holds", "mayBe")  # conditions about what is printed on a card, {it}
VALUES = ("max", "size", "likely")
GUESSED = frozenset({"leave", "likely", "mayBe"})  # beside RULES
UNITS = (*HOOKS, *VALUES, *FILTERS)  # the first words of the names of their units


def declare_zone_rules(
    layout: Layout, zones: dict[str, Any], problem: Callable[[str, str], None]
) -> None:
    """What a layout has to know of the rules of its zones."""
    for zone, spec in zones.items():
        if "heeds" in spec and "arrive" not in spec:
            problem(f"zones.{zone}.heeds", "only what happens when a card arrives heeds some cards")
        if "size" in spec and "max" not in spec:
            problem(f"zones.{zone}.size", "only where there is a max do the sizes of cards count")
        for key in ("max", "size"):
            if isinstance(limit := spec.get(key), int) and (limit < 0 or isinstance(limit, bool)):
                problem(f"zones.{zone}.{key}", f"this is a number from 0 on, not {limit}")
        place, to = f"zones.{zone}.overflow", spec.get("overflow")
        if to is None:
            continue
        if "max" not in spec:
            problem(place, "only what has a max overflows")
        if to != "nowhere" and to not in layout.zones:
            problem(place, f"there is no zone {to!r}{suggest(to, layout.zones)}")
        elif to != "nowhere" and layout.zones[to].of not in (None, layout.zones[zone].of):
            problem(place, f"{to} is a zone for each of something, and {zone} is not")
    layout.ruled = frozenset(n for n, spec in zones.items() if not spec.keys().isdisjoint(RULES))
    layout.leaving = any("leave" in spec for spec in zones.values())
    hooked = {name for name, spec in zones.items() if "arrive" in spec}
    while more := {n for n, spec in zones.items() if spec.get("overflow") in hooked} - hooked:
        hooked |= more
    layout.hooked = frozenset(hooked)


def check_pools(
    layout: Layout, sections: dict[str, Any], problem: Callable[[str, str], None]
) -> None:
    """What a pack with pools of hidden cards (`pool`) cannot have."""
    for zone, spec in sections["zones"].items():
        if (pool := spec.get("pool")) is None:
            if "likely" in spec:
                problem(f"zones.{zone}.likely", "only cards of a pool are dealt by what is likely")
            if "mayBe" in spec:
                problem(f"zones.{zone}.mayBe", "only hidden cards of a pool may be others")
            continue
        place = f"zones.{zone}.pool"
        if not NAME.fullmatch(pool):
            problem(place, "a pool needs a name of letters and digits")
        if layout.zones[zone].see == "all":
            problem(place, "a pool is of hidden cards, and everybody sees those of this zone")
        if DECK in sections["bring"]:
            problem(place, "where players bring decks, cards are hidden deck by deck, not in pools")
    for field in layout.fields.values() if layout.pools else ():
        if field.kind == "player" and field.see == "owner":
            message = "beside pools, what only its player sees is a card in a hidden zone"
            problem(f"fields.player.{field.name}.see", message)


class Zones:
    """Compiles the rules of the zones of a pack."""

    def __init__(
        self,
        declared: Declarations,
        sections: dict[str, Any],
        compiler: Compiler,
        printed: Printed,
    ):
        """`printed` stands for a match, where what is printed on a card is asked."""
        self.declared, self.sections, self.compiler = declared, sections, compiler
        self.printed = printed
        self.rules: dict[int, ZoneRules] = {}  # by zone; those that have any
        self.lays: dict[str, Code] = {}  # by family: how scenarios lay cards there

    def compile_rules(self) -> None:
        """Fill `rules` and `lays`."""
        for zone, spec in self.sections.items():
            units = {}
            for each in UNITS:
                if each in spec and (each != "max" or not isinstance(spec["max"], int)):
                    with self.compiler.budgeted(f"zones.{zone}.{each}"):
                        units[each] = self.rule_unit(zone, each, spec[each])
            if (lay := units.get("lay")) is not None:
                self.lays[zone] = lay.codes[0]
            if not GUESSED.isdisjoint(spec) or zone in self.declared.layout.ruled:
                with self.compiler.budgeted(f"zones.{zone}"):
                    self.add_rules(self.declared.layout.zones[zone], spec, units)

    def rule_unit(self, zone: str, rule: str, node: Json) -> Unit | None:
        """The unit of one rule: what is done, or a value."""
        name, place = f"{rule} {zone}", f"zones.{zone}.{rule}"

        def hook(writer: UnitWriter) -> None:
            scope, frame = Scope(), Frame(name)
            for each in ("card", "player"):
                bind_parameter(scope, frame, each, each)
            families = tuple(self.declared.layout.zone_family)
            for each, type in HOOKS[rule].items():
                bind_parameter(scope, frame, each, type, families if type == "symbol" else ())
            write_body(writer, scope, frame, place, node)

        def value(writer: UnitWriter) -> None:
            writer.values[rule] = FUNCTIONS.get(rule, _filter_function)(writer, place, node)

        return self.compiler.compile_unit(name, node, hook if rule in HOOKS else value)

    def add_rules(self, zone: Zone, spec: dict[str, Any], units: dict[str, Unit | None]) -> None:
        """The rules of one zone, or of all of one name."""
        arrive, leave = units.get("arrive"), units.get("leave")
        most, holds = spec.get("max"), self.definitions_let_in(zone, "holds", units)
        heeds, guess = (self.definitions_let_in(zone, each, units) for each in ("heeds", "mayBe"))
        may_be = tuple(sorted(guess)) if guess is not None else ()
        if (unit := units.get("max")) is not None:
            most = unit.values["max"]
        for number in range(zone.first, zone.first + zone.size):
            rules = self.rules[number] = ZoneRules(heeds=heeds, holds=holds, may_be=may_be)
            rules.arrive = arrive.codes[0] if arrive is not None else None
            rules.leave = leave.codes[0] if leave is not None else None
            if most is not None:
                is_known = callable(most) or isinstance(most, int)  # what is not is told
                rules.most = most if callable(most) else _constant_limit(most if is_known else 0)
            if (size := units.get("size")) is not None:
                rules.size = size.values["size"]
            if (likely := units.get("likely")) is not None:
                rules.likely = likely.values["likely"]
            rules.overflow = self.overflow_zone(spec.get("overflow"), number - zone.first)

    def definitions_let_in(
        self, zone: Zone, rule: str, units: dict[str, Unit | None]
    ) -> frozenset[int] | None:
        """The definitions that a filter of a zone lets pass; None: all."""
        unit = units.get(rule)
        if unit is None:
            return None
        fits, bare = unit.values[rule], self.printed
        try:
            return frozenset(
                [each for each in self.declared.catalogue.by_symbol if fits(bare, each)]
            )
        except AttributeError:
            place = f"zones.{zone.name}.{rule}"
            self.compiler.problem(place, f"{rule} asks for nothing but what is printed on {{it}}")
            return None

    def overflow_zone(self, to: str | None, offset: int) -> int | None:
        """The number of the zone to which the one at an offset of its family overflows."""
        if to is None or to == "nowhere":
            return None if to is None else NOWHERE
        zone = self.declared.layout.zones[to]
        return zone.first + (offset if zone.of is not None else 0)


def _constant_limit(most: int) -> Callable[[Live, int], int]:
    return lambda m, owner: most


def _limit_function(writer: UnitWriter, place: str, node: Json) -> str:
    """The function for how many cards a zone takes; {owner} is whose it is."""
    owner = Binding("owner", "player")
    reader = Reader(writer, Scope(names={"owner": owner}), Place(place))
    aside = Emitter(writer, Frame(place), pure=True)
    aside.bind(owner, Piece(Local("owner")))
    code = aside.emit_value(reader.value(node, "number"))
    return writer.value_function(code, "m owner", "owner, 0, 0, None")


def _size_function(writer: UnitWriter, place: str, node: Json) -> str:
    """The function for how much room a card, {it}, takes in a zone of {owner}."""
    return _number_of_it(writer, place, node, "card")


def _likelihood_function(writer: UnitWriter, place: str, node: Json) -> str:
    """The function for how likely a definition, {it}, lies hidden in a zone of {owner}."""
    return _number_of_it(writer, place, node, "definition")


def _number_of_it(writer: UnitWriter, place: str, node: Json, type: str) -> str:
    """The function for a number that hangs on {it}, of this type, and {owner}."""
    owner, it = Binding("owner", "player"), Binding("it", type)
    reader = Reader(writer, Scope(names={"owner": owner}, it=it), Place(place))
    aside = Emitter(writer, Frame(place), pure=True)
    aside.bind(owner, Piece(Local("owner")))
    aside.bind(it, Piece(Local("it")))
    code = aside.emit_value(reader.value(node, "number"))
    return writer.value_function(code, "m owner it", "owner, 0, 0, None")


def _filter_function(writer: UnitWriter, place: str, node: Json) -> str:
    """The function for whether a filter lets a definition, {it}, pass."""
    it = Binding("it", "definition")
    reader = Reader(writer, Scope(it=it), Place(place))
    aside = Emitter(writer, Frame(place), pure=True)
    aside.bind(it, Piece(Local("it")))
    return writer.value_function(aside.emit_value(reader.condition(node)), "m it", "0, 0, 0, None")


#: How the rules are compiled that are values; filters by `_filter_function`.
FUNCTIONS = {"max": _limit_function, "size": _size_function, "likely": _likelihood_function}
