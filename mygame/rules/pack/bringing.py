"""
What players bring to a match and what they take home, as a pack declares it: its sections `bring`
and `return`; and what lies at places, `stock` (docs/language/bringing.md).

A deck is read by `running.decks`; `declare_brought` reads all else that is brought, `Returns`
compiles what is taken home. What both are for is in `running.bring`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..ground.errors import suggest
from ..language.compile import Compiler
from ..language.declared import Declarations
from ..language.emit import Emitter
from ..language.expressions import NAME
from ..language.frame import Frame
from ..language.quote import Piece, name
from ..language.read import Reader
from ..language.scope import Scope
from ..language.tree import Binding, Place
from ..language.units import UnitWriter
from ..running.bring import (
    DECK,
    MOST_CARDS,
    MOST_IN_STOCK,
    STOCK,
    THINGS,
    Entry,
    Flow,
    Home,
    Return,
    Shelf,
)
from ..running.program import Bringing

Problem = Callable[[str, str], None]
TYPES = ("number", "boolean", "definition", "definitions", THINGS)
NOTHING: dict[str, Any] = {
    "number": 0,
    "boolean": False,
    "definition": "",
    "definitions": (),
    THINGS: (),
}
#: What a value of `return` can name: how the match ended for the player, {it}.
ENDED = {"place": "number", "won": "boolean", "drew": "boolean", "lost": "boolean"}
WAYS = ("gains", "loses")


def declare_brought(declared: Declarations, section: dict[str, Any], problem: Problem) -> None:
    """What players bring beside a deck, into `Declarations.bring`."""
    for called, spec in section.items():
        if called != DECK:
            entry = _read_entry(declared, called, spec, _problems_at(f"bring.{called}", problem))
            if entry is not None:
                declared.bring[called] = entry


def _problems_at(place: str, problem: Problem) -> Problem:
    """Tells of problems inside a place."""
    return lambda inside, message: problem(place + inside, message)


def _read_entry(
    declared: Declarations, called: str, spec: dict[str, Any], problem: Problem
) -> Entry | None:
    """One of them; None, and a problem, where its name or type is none."""
    type = spec.get("type", "number")
    domain = tuple(map(str, type)) if isinstance(type, list) else ()
    if not NAME.fullmatch(called) or (type not in TYPES and not domain):
        known = f"{', '.join(TYPES)} or a list of names"
        problem("", f"a name of letters and digits belongs here, with a type: {known}")
        return None
    type = "symbol" if domain else type
    kinds = spec.get("kind", [])
    kinds = (kinds,) if isinstance(kinds, str) else tuple(kinds)
    cards = declared.properties["kind"].domain
    for kind in kinds:
        if kind not in cards:
            problem(".kind", f"there is no kind of card {kind!r}{suggest(kind, cards)}")
    see = spec.get("see", "owner" if type == "definitions" else "all")
    conserved = bool(spec.get("conserved"))
    if conserved and (type != "number" or spec.get("max") is not None):
        problem(".conserved", "what is conserved is a number without a max")
    if see not in ("all", "owner", "none"):
        problem(".see", "see is all, owner or none")
    least, most = spec.get("min"), spec.get("max")
    if type in ("definitions", THINGS) and most is None:
        most = MOST_CARDS
    if conserved and least is None:
        least = 0
    usual = spec.get("default", domain[0] if domain else NOTHING[type])
    usual = tuple(usual) if isinstance(usual, list) else usual
    found = Entry(called, type, usual, least, most, domain, kinds, see, conserved)
    if (type != "definition" or usual) and (wrong := found.problem(declared.catalogue, usual)):
        problem(".default", wrong)
    for word in domain:
        declared.symbol(word)
    return found


def entry_of_field(
    declared: Declarations, place: str, spec: dict[str, Any], problem: Problem
) -> Entry | None:
    """What is brought with which a field of players begins (`from`)."""
    if "from" not in spec:
        return None
    known = [entry.name for entry in declared.bring.values() if entry.is_value]
    if spec["from"] not in known:
        problem(f"{place}.from", f"players bring nothing like it{suggest(spec['from'], known)}")
        return None
    if spec.get("reset"):
        problem(f"{place}.reset", "what players bring does not begin anew")
    return declared.bring[spec["from"]]


def read_stock(
    declared: Declarations, section: dict[str, Any], problem: Problem
) -> dict[str, Shelf]:
    """The section `stock`: by zone which things of a place lie there."""
    entries = [each for each in declared.bring.values() if each.type == THINGS]
    if section and not entries:
        problem("stock", "what lies there are things, and players bring none (bring, return)")
    if section and STOCK in declared.options:
        problem("stock", f"an option of the game is called {STOCK!r}: it needs another name")
    layout, found = declared.layout, dict[str, Shelf]()
    for zone, spec in section.items():
        place = f"stock.{zone}"
        if zone not in layout.zones:
            problem(place, f"there is no zone {zone!r}{suggest(zone, layout.zones)}")
        elif layout.zones[zone].of is not None:
            problem(place, "a stock lies in a zone that is shared, and of nobody")
        most = spec.get("max", MOST_IN_STOCK)
        if not 1 <= most <= MOST_CARDS:
            problem(f"{place}.max", f"1 to {MOST_CARDS} things can lie there, not {most}")
        cards = declared.catalogue
        for card in spec.get("default", []):
            if card not in cards.definitions:
                message = f"there is no card {card!r}{suggest(card, cards.definitions)}"
                problem(f"{place}.default", message)
            elif entries and not any(each.takes(cards, card) for each in entries):
                problem(f"{place}.default", f"{card} is no thing that players bring")
        found[zone] = Shelf(zone, spec.get("place", ""), most, tuple(spec.get("default", [])))
    return found


class Returns:
    """Compiles what players take home."""

    def __init__(
        self,
        declared: Declarations,
        section: dict[str, Any],
        brought: dict[str, Any],
        compiler: Compiler,
        problem: Problem,
        realm: str,
    ):
        self.realm = realm
        self.declared, self.compiler, self.problem = declared, compiler, problem
        self.section = {name: node for name, node in section.items() if name != THINGS}
        self.things = section.get(THINGS)
        self.flows: dict[str, dict[str, Any]] = {
            name: spec["conserved"] if isinstance(spec["conserved"], dict) else {}
            for name, spec in brought.items()
            if name in declared.bring and declared.bring[name].conserved
        }

    def compile(self) -> Bringing:
        """All that is brought and taken home; of the latter nothing where something is wrong."""
        bring, fields = self.declared.bring, self.declared.brought_fields
        with self.compiler.budgeted("return"):
            home = self.read_home()
            nodes = {"return": self.section, "flows": self.flows} if self.flows else self.section
            unit = self.compiler.compile_unit("return", nodes, self.write_unit)
            if unit is not None:
                returns = tuple([self.make_return(each, unit.values) for each in self.section])
                flows = tuple([self.make_flow(each, unit.values) for each in self.flows])
                return Bringing(bring, fields, returns, home, flows, self.realm)
        return Bringing(bring, fields)

    def read_home(self) -> Home | None:
        """`return.things`: which things come home, and how."""
        entries = [each for each in self.declared.bring.values() if each.type == THINGS]
        place, spec = f"return.{THINGS}", self.things
        if not isinstance(spec, dict):
            if entries or spec is not None:
                self.problem(place, "which things come home is an object: zones, fields, places")
            return None
        layout, zones = self.declared.layout, spec.get("zones", [])
        for zone in zones:
            if zone not in layout.zones or layout.zones[zone].of != "player":
                self.problem(f"{place}.zones", f"players have no zone {zone!r} of their own")
        if not entries or not zones:
            self.problem(place, "things that are brought, and zones of players, belong to it")
        kinds = {kind for each in entries for kind in each.kinds or layout.kinds}
        for called in spec.get("fields", []):
            found = [field for (_, own), field in layout.fields.items() if own == called]
            types = {field.type for field in found if field.kind in kinds}
            if not types or not types <= {"number", "boolean", "symbol"}:
                self.problem(f"{place}.fields", f"things have no number or name {called!r}")
        places = spec.get("places", {})
        for zone in places:
            if zone not in layout.zones:
                self.problem(f"{place}.places", f"there is no zone {zone!r}")
        fields = tuple(spec.get("fields", []))
        return Home(tuple(zones), fields, places, bool(spec.get("made")))

    def make_flow(self, called: str, values: dict[str, Callable[..., Any]]) -> Flow:
        """Where a number comes from and goes to, by the functions of its unit."""
        source, sink = (values.get(f"{called}.{way}") for way in ("source", "sink"))
        places = self.flows[called].get("places", {})
        return Flow(called, source, sink, {each: values[f"{called}.at.{each}"] for each in places})

    def make_return(self, called: str, values: dict[str, Callable[..., Any]]) -> Return:
        """One return, by the functions of its unit."""
        gains, loses = (values.get(f"{called}.{way}") for way in WAYS)
        return Return(called, values.get(called), gains, loses)

    def write_unit(self, writer: UnitWriter) -> None:
        """The unit: a function for each value."""
        for called, node in self.section.items():
            place, entry = f"return.{called}", self.declared.bring.get(called)
            of_cards = isinstance(node, dict) and not node.keys().isdisjoint(WAYS)
            kind = "definitions" if of_cards else "number"
            if entry is not None and entry.type != kind:
                writer.problem(place, "a number changes by a number; a list gains and loses cards")
            if not of_cards:
                self.value_function(writer, called, node, "number")
                continue
            for key in node.keys() - {*WAYS, "comment"}:
                writer.problem(f"{place}.{key}", f"there is no such entry{suggest(key, WAYS)}")
            for way in node.keys() & {*WAYS}:
                self.value_function(writer, f"{called}.{way}", node[way], "entities")
        for called, flow in self.flows.items():
            for way in ("source", "sink"):
                if way in flow:
                    self.flow_function(writer, f"{called}.{way}", flow[way])
            for place, node in flow.get("places", {}).items():
                self.flow_function(writer, f"{called}.at.{place}", node)

    def flow_function(self, writer: UnitWriter, called: str, node: Any) -> None:
        """The function of a value of the match alone."""
        place = f"bring.{called}"
        tree = Reader(writer, Scope(), Place(place)).value(node, "number")
        code = Emitter(writer, Frame(place), pure=True).emit_value(tree)
        writer.values[called] = writer.value_function(code, "m", "0, 0, 0, None")

    def value_function(self, writer: UnitWriter, called: str, node: Any, want: str) -> None:
        """The function of one value: of a match, a player and how it ended for them."""
        it = Binding("it", "player")
        ended = {each: Binding(each, type) for each, type in ENDED.items()}
        reader = Reader(writer, Scope(names=dict(ended), it=it), Place(f"return.{called}"))
        aside = Emitter(writer, Frame(f"return.{called}"), pure=True)
        for each in (it, *ended.values()):
            aside.bind(each, Piece(name(each.name)))
        tree = reader.value(node, want) if want == "number" else reader.entities(node, want)
        code = aside.emit_value(tree)
        arguments = " ".join(["m", "it", *ENDED])
        writer.values[called] = writer.value_function(code, arguments, "it, 0, 0, None")
