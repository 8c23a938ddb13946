"""
What players bring to a match and what they take home, as a pack declares it: its sections `bring`
and `return`; and what lies at places, `stock` (docs/language/bringing.md).

A deck is read by `running.decks`; `declare_brought` reads all else that is brought, `Returns`
compiles what is taken home. What both are for is in `running.bring`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from ..ground.errors import near, suggest
from ..language.compile import Compiler
from ..language.declared import Declarations
from ..language.emit import Emitter
from ..language.expressions import NAME
from ..language.frame import Frame
from ..language.read import Reader
from ..language.scope import Scope
from ..language.tree import Binding, Place
from ..language.units import UnitWriter
from ..language.words.conserved import PLACE
from ..program.form import Local
from ..program.values import Piece
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
from .shapes import Shape, check_node

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
DIES = "dies"  # the name under which it is taken home that the sheet ends
HOME: Shape = {
    "zones!": [str],
    "fields": [str],
    "places": {"*": str},
    "made": bool,
    "outlives": [str],
}
_MATCH_FIELD = re.compile(r"\{match\.(\w+)\}")


def declare_brought(declared: Declarations, section: dict[str, Any], problem: Problem) -> None:
    """What players bring beside a deck, into `Declarations.bring`."""
    for called, spec in section.items():
        if called != DECK:
            entry = _read_entry(declared, called, spec, _problems_at(f"bring.{called}", problem))
            if entry is not None:
                declared.bring[called] = entry
            else:
                declared.bring_wrong.add(called)


def _problems_at(place: str, problem: Problem) -> Problem:
    """Tells of problems inside a place."""
    return lambda inside, message: problem(place + inside, message)


def _read_entry(
    declared: Declarations, called: str, spec: dict[str, Any], problem: Problem
) -> Entry | None:
    """One of them; None, and a problem, where its name or type is none."""
    type = spec.get("type", "number")
    domain = tuple(map(str, type)) if isinstance(type, list) else ()
    if not NAME.fullmatch(called):
        problem("", "a name of letters and digits belongs here")
        return None
    if type not in TYPES and not domain:
        told = f"what is brought is of a type or one of a list of names, not {type!r}"
        problem(".type", told + suggest(type, TYPES))
        return None
    type = "symbol" if domain else type
    kinds = spec.get("kind", [])
    kinds = (kinds,) if isinstance(kinds, str) else tuple(kinds)
    cards = declared.properties["kind"].domain
    for kind in kinds:
        if kind not in cards:
            problem(".kind", f"there is no kind of card {kind!r}{suggest(kind, cards)}")
    is_right = all(kind in cards for kind in kinds)
    see = spec.get("see", "owner" if type == "definitions" else "all")
    conserved = bool(spec.get("conserved"))
    if conserved and (type != "number" or spec.get("max") is not None):
        problem(".conserved", "what is conserved is a number without a max")
        is_right = False
    if see not in ("all", "owner", "none"):
        problem(".see", "see is all, owner or none")
    least, most = spec.get("min"), spec.get("max")
    if type in ("definitions", THINGS) and most is None:
        most = MOST_CARDS
    if conserved and least is None:
        least = 0
    if least is not None and most is not None and least > most:
        problem(".min", f"min is {least}, above max, which is {most}")
        return None
    usual = spec.get("default", domain[0] if domain else NOTHING[type])
    usual = tuple(usual) if isinstance(usual, list) else usual
    counted = _fields_counting(spec.get("conserved"))
    outlives = bool(spec.get("outlives"))
    if outlives and type != "number":
        problem(".outlives", "what outlives who has it is a number, or zones of return.things")
    if spec.get("quiet") and type != "number":
        problem(".quiet", "what is not told while it is 0 is a number")
    found = Entry(
        called,
        type,
        usual,
        least,
        most,
        domain,
        kinds,
        see,
        conserved,
        counted,
        outlives,
        spec.get("progress", ""),
        bool(spec.get("quiet")),
    )
    is_said = is_right and (type != "definition" or usual)
    if is_said and (wrong := found.problem(declared.catalogue, usual)):
        problem(".default", wrong)
    for word in domain:
        declared.symbol(word)
    return found


def _fields_counting(spec: Any) -> tuple[tuple[str, str], ...]:
    """By source, sink and `at PLACE` of `conserved`: the field of the match that is all of it."""
    spec = spec if isinstance(spec, dict) else {}
    ways = {way: spec.get(way) for way in ("source", "sink")}
    ways |= {f"{PLACE}{name}": node for name, node in spec.get("places", {}).items()}
    found = {way: _MATCH_FIELD.fullmatch(str(node)) for way, node in ways.items()}
    return tuple([(way, match[1]) for way, match in found.items() if match])


def entry_of_field(
    declared: Declarations, place: str, spec: dict[str, Any], problem: Problem
) -> Entry | None:
    """What is brought with which a field of players begins (`from`)."""
    if "from" not in spec:
        return None
    known = [entry.name for entry in declared.bring.values() if entry.is_value]
    if spec["from"] in declared.bring_wrong:
        return None  # what is wrong with it is told
    if spec["from"] not in known:
        problem(f"{place}.from", f"players bring nothing like it{suggest(spec['from'], known)}")
        return None
    if spec.get("reset"):
        problem(f"{place}.reset", "what players bring does not begin anew")
    return declared.bring[spec["from"]]


def check_migrations(
    declared: Declarations, migrate: dict[str, Any], place: str, problem: Problem
) -> None:
    """
    Names of `migrate` that are nearly those of what is brought now, and values that it never has.
    An earlier step may name what a later one renames.
    """
    later: set[str] = set()

    def entry_at(at: str, called: str) -> Entry | None:
        meant = near(called, declared.bring)
        if called not in declared.bring and called not in later and meant:
            problem(at, f"nobody brings {called!r}{suggest(called, declared.bring)}")
        return declared.bring.get(called) if called not in later else None

    for version in sorted(filter(str.isdecimal, migrate), key=int, reverse=True):
        at, spec = f"{place}.{version}", migrate[version]
        for old, new in spec.get("rename", {}).items():
            entry_at(f"{at}.rename.{old}", new)
        for called, value in spec.get("add", {}).items():
            entry = entry_at(f"{at}.add.{called}", called)
            if entry is not None and (wrong := entry.problem(declared.catalogue, value)):
                problem(f"{at}.add.{called}", wrong)
        for called, values in spec.get("values", {}).items():
            entry = entry_at(f"{at}.values.{called}", called)
            for old, new in values.items():
                if entry is not None and (wrong := entry.problem(declared.catalogue, new)):
                    problem(f"{at}.values.{called}.{old}", wrong)
        later |= spec.get("rename", {}).keys() | spec.get("values", {}).keys()


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
        if spec is None:
            mistyped = any(near(name, [THINGS]) for name in self.section)
            for entry in entries if not mistyped else ():
                told = "its things come home nowhere: return.things says from which zones they do"
                self.problem(f"bring.{entry.name}", told)
            return None
        wrong: list[tuple[str, str]] = []
        check_node(spec, HOME, place, lambda at, said: wrong.append((at, said)))
        for at, said in wrong:
            self.problem(at, said)
        if wrong:
            return None
        layout, zones = self.declared.layout, spec["zones"]
        own = [zone.name for zone in layout.zones.values() if zone.of == "player"]
        for zone in zones:
            if zone not in own:
                told = f"players have no zone {zone!r} of their own{suggest(zone, own)}"
                self.problem(f"{place}.zones", told)
        if not entries or not zones:
            self.problem(place, "things that are brought, and zones of players, belong to it")
            return None
        kinds = {kind for each in entries for kind in each.kinds or layout.kinds}
        for called in spec.get("fields", []):
            found = [field for (_, own), field in layout.fields.items() if own == called]
            types = {field.type for field in found if field.kind in kinds}
            if not types or not types <= {"number", "boolean", "symbol"}:
                known = [own for (kind, own), _ in layout.fields.items() if kind in kinds]
                told = f"things have no number or name {called!r}{suggest(called, known)}"
                self.problem(f"{place}.fields", told)
        places = spec.get("places", {})
        for zone in places:
            if zone not in layout.zones:
                told = f"there is no zone {zone!r}{suggest(zone, layout.zones)}"
                self.problem(f"{place}.places.{zone}", told)
        fields, outlives = tuple(spec.get("fields", [])), tuple(spec.get("outlives", []))
        for zone in outlives:
            if zone not in zones:
                told = f"nothing comes home from {zone!r}{suggest(zone, zones)}"
                self.problem(f"{place}.outlives", told)
        for entry in entries:
            if entry.progress and entry.progress not in fields:
                told = f"things come home without {entry.progress!r} (return.things.fields)"
                self.problem(f"bring.{entry.name}.progress", told + suggest(entry.progress, fields))
        return Home(tuple(zones), fields, places, bool(spec.get("made")), outlives)

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
            if entry is None and called != DIES and near(called, [DIES, THINGS]):
                known = [DIES, THINGS, *self.declared.bring]
                writer.problem(place, f"nobody brings {called!r}{suggest(called, known)}")
                continue
            if (entry is not None and entry.type != kind) or (called == DIES and of_cards):
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
        what, _, way = called.partition(".")
        place = f"bring.{what}.conserved.{way.replace('at.', 'places.')}"
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
            aside.bind(each, Piece(Local(each.name)))
        tree = reader.value(node, want) if want == "number" else reader.entities(node, want)
        code = aside.emit_value(tree)
        arguments = " ".join(["m", "it", *ENDED])
        writer.values[called] = writer.value_function(code, arguments, "it, 0, 0, None")
