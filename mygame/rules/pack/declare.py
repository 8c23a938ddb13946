"""What a pack declares: options, events, properties, cards, fields, zones and words."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from ..ground.data import Json
from ..ground.errors import suggest
from ..language.amounts import watched_events
from ..language.declared import FAMILIES, Declarations, Defined
from ..language.expressions import NAME
from ..language.schema import REQUIRED, TYPES, Param
from ..running import bring
from ..running.catalogue import Fact
from ..running.program import SideRule
from ..running.state import Field, piles_of
from . import boards, decks, tables, times, zones
from .bringing import check_migrations, declare_brought, entry_of_field
from .cards import CARD_KEYS, Cards
from .contexts import declare_events, declare_questions
from .counting import declare_enchantments, declare_tallies, fields_of_tallies, find_resets
from .modified import mark_modified
from .options import declare_options

LOSES = "loses"  # `concede` of a manifest: who gives up has lost; else a word of the pack
TYPES_OF_FIELDS = ("number", "boolean", "symbol", "player", "card", "definition")


def is_value(sides: Json) -> bool:
    """Whether `pack.sides` is a value about {it}, a player, and no name of a field."""
    return "{" in sides if isinstance(sides, str) else sides is not None


class DeclarationReader:
    """Reads the sections of a pack that declare something into its `Declarations`."""

    def __init__(
        self,
        declared: Declarations,
        raw: dict[str, Any],
        place: str,
        problem: Callable[[str, str], None],
    ):
        """`place` names the manifest in problems; `problem(place, message)` collects them."""
        self.declared = declared
        self.raw = raw
        self.place = place
        self.problem = problem
        self.cards = Cards(declared, raw, place, problem)
        self.times = times.Times()
        # fields of cards that begin with what is printed -> the property
        self.printed_in: dict[tuple[str, str], str] = {}

    def steps(self) -> Iterator[None]:
        """All of them, in the order in which they need each other; a few milliseconds a step."""
        self.declare_manifest()
        declare_events(self.declared, self.raw, self.problem)
        self.declared.preview = watched_events(self.raw["preview"], self.declared, self.problem)
        self.declare_properties()
        self.cards.read_cards()
        declare_brought(self.declared, self.raw["bring"], self.problem)
        migrate, at = self.raw["pack"].get("migrate") or {}, f"{self.place}: pack.migrate"
        check_migrations(self.declared, migrate, at, self.problem)
        yield
        self.lay_out()
        yield
        declare_questions(self.declared, self.raw["questions"], self.problem)
        declare_enchantments(self.declared, self.raw["enchantments"], self.problem)
        mark_modified(self.declared, self.raw)
        deck = self.raw["bring"].get(bring.DECK, {})
        decks.read_deck_rules(self.declared, deck, self.raw["remove"], self.problem)
        self.declare_words()
        self.check_concede()

    def declare_manifest(self) -> None:
        declared, manifest = self.declared, self.raw["pack"]
        declared.simultaneous = str(manifest.get("simultaneous", ""))
        declared.last_left_wins = manifest.get("concede") == LOSES
        declared.begins = manifest.get("begins")
        declared.modes = self.raw["modes"]
        for name in manifest.get("migrate") or {}:
            if not name.isdecimal() or int(name) < 2:
                self.problem(f"{self.place}: pack.migrate", f"{name!r} is no version from 2 on")
        realm = manifest.get("realm", "-")
        if not re.fullmatch(r"[\w-]+", realm):
            told = f"a realm has a name of letters, digits, - and _, not {realm!r}"
            self.problem(f"{self.place}: pack.realm", told)
        if not manifest:
            self.problem(self.place, "the section pack is missing")
        if (
            not all(isinstance(n, int) and 1 <= n <= 12 for n in declared.seats)
            or not declared.seats
        ):
            self.problem(
                f"{self.place}: pack.seats",
                "a list of numbers of players, each from 1 to 12, belongs here",
            )
            declared.seats = (2,)
        declare_options(declared, manifest, self.raw["kinds"], self.place, self.problem)
        begins = declared.options.get(declared.begins or "")
        if declared.begins is not None and (begins is None or begins.type != "number"):
            hint = suggest(declared.begins, declared.options)
            message = f"there is no option {declared.begins!r} that is a number{hint}"
            self.problem(f"{self.place}: pack.begins", message)
        for seats in declared.seats:
            declared.rotations[seats] = tuple(
                tuple((max(start, 1) - 1 + i) % seats + 1 for i in range(seats))
                for start in range(seats + 1)
            )

    def names_of(self, kinds: Iterable[str]) -> dict[str, list[str]]:
        """The properties and fields of players and cards by kind."""
        facts, fields = self.declared.properties.values(), self.declared.layout.fields
        return {
            kind: [
                *(fact.name for fact in facts if kind in fact.kinds),
                *(name for known, name in fields if known == kind),
            ]
            for kind in kinds
        }

    def declare_properties(self) -> None:
        declared = self.declared
        for kind in self.raw["kinds"]:
            if not isinstance(kind, str) or not NAME.fullmatch(kind):
                self.problem("kinds", f"a kind is a name of letters and digits, not {kind!r}")
        kinds = tuple(map(str, self.raw["kinds"]))
        for name, type, domain in (
            ("id", "symbol", ()),
            ("kind", "symbol", kinds),
            ("forPlayer", "player", ()),
            ("needsTarget", "boolean", ()),
            ("aimsAt", "symbol", ()),
            ("botWorth", "number", ()),
        ):
            self.add_fact(Fact(name, 0, (), type, domain))
        for name, spec in self.raw["properties"].items():
            place = f"properties.{name}"
            if not NAME.fullmatch(name) or name in CARD_KEYS:
                self.problem(
                    place, "a property needs a name of letters and digits that is not taken"
                )
                continue
            type, domain = self.type_of(place, spec.get("type", "number"))
            of = spec.get("kind", list(kinds))
            fact = Fact(name, 0, tuple([of] if isinstance(of, str) else of), type, domain)
            fact.minimum, fact.aliases = spec.get("min"), dict(spec.get("aliases", {}))
            if "default" in spec:
                fact.default = self.cards.printed_number(place, fact, spec["default"])
            for kind in fact.kinds:
                if kind not in kinds:
                    self.problem(place, f"there is no kind {kind}{suggest(kind, kinds)}")
            self.add_fact(fact)
        declared.collectable = self.raw["pack"].get("collectable", "")
        if declared.collectable and declared.collectable not in declared.properties:
            known = suggest(declared.collectable, declared.properties)
            message = f"there is no property {declared.collectable!r}{known}"
            self.problem(f"{self.place}: pack.collectable", message)
            declared.collectable = ""
        for fact in self.declared.properties.values():
            declared.dotted.update(d for d in fact.domain if "." in d)
            for name in fact.domain:
                declared.symbols.rank_symbol(declared.symbol(name))

    def type_of(self, place: str, type: Json) -> tuple[str, tuple[str, ...]]:
        if isinstance(type, list):
            return "symbol", tuple(map(str, type))
        if type not in TYPES_OF_FIELDS:
            known = ", ".join(TYPES_OF_FIELDS)
            self.problem(place, f"a type is {known} or a list of names, not {type!r}")
        return str(type), ()

    def add_fact(self, fact: Fact) -> None:
        fact.index = len(self.declared.facts)  # its place in `Catalogue.printed`
        self.declared.facts.append(fact)
        self.declared.properties[fact.name] = fact
        self.declared.modifiable[fact.name] = fact

    # -- the state ---------------------------------------------------------------------------------

    def lay_out(self) -> None:
        declared, layout = self.declared, self.declared.layout
        kinds = tuple(map(str, self.raw["kinds"]))
        layout.kinds = ("match", "player", *kinds)
        counted = declare_tallies(declared, self.raw["tallies"], self.raw["fields"], self.problem)
        fields = fields_of_tallies(self.raw["fields"], counted, kinds)
        layout.owned = any(card.per_player for card in declared.catalogue.cards)
        layout.open_rows({kind: fields.get(kind, ()) for kind in kinds})
        for kind, table in fields.items():
            if kind not in layout.kinds:
                self.problem(
                    f"fields.{kind}",
                    f"there is no kind {kind}{suggest(kind, layout.kinds)}",
                )
                continue
            for name, spec in table.items():
                self.add_field(kind, name, spec if isinstance(spec, dict) else {"initial": spec})
        for name, option in declared.options.items():
            if option.cards is None:
                self.add_field("match", name, {})
        order = self.raw["pack"].get("order")
        if order is None:
            self.add_field("match", "startPlayer_", {"type": "player", "see": "none"})
            order = "startPlayer_"
        if ("match", order) not in layout.fields:
            self.problem(f"{self.place}: pack.order", f"the match has no field {order!r}")
        else:
            declared.order, declared.order_base = order, layout.fields["match", order].base
        self.declare_order()
        self.declare_sides()
        self.lay_out_zones()
        layout.close_head()
        declared.piles = {
            zone.first: {
                seats: tuple([piles_of(zone.first, players) for players in orders])
                for seats, orders in declared.rotations.items()
            }
            for zone in layout.zones.values()
            if zone.of == "player"
        }
        prompts = {name for words in self.raw["words"].values() for name in words.get("prompt", ())}
        names = self.names_of(("player", *kinds))
        known = layout.zones, layout.zone_names, prompts, names["player"]
        boards.check_board(self.raw["board"], *known, self.problem)
        messages = {name for words in self.raw["words"].values() for name in words.get("log", ())}
        boards.check_news(self.raw["board"], messages, self.raw["bring"], self.problem)
        place = f"{self.place}: pack"
        self.times = times.read_times(self.raw["pack"], prompts, place, self.problem)
        table = self.raw["board"].get("table", {})
        tables.check_table(table, layout.zone_names, names, self.problem)
        tables.check_gestures(table.get("gestures", {}), messages, self.problem)
        self.print_cards()
        find_resets(declared)

    def declare_order(self) -> None:
        """`pack.listeners`: who hears first; `pack.age`: the field that says how old a card is."""
        manifest, declared = self.raw["pack"], self.declared
        listeners, age = manifest.get("listeners", "seat"), manifest.get("age")
        place = f"{self.place}: pack"
        if listeners not in ("seat", "age"):
            self.problem(f"{place}.listeners", "listeners is seat or age")
        declared.listeners = listeners
        if age is not None:
            known = {
                name: field
                for (kind, name), field in declared.layout.fields.items()
                if kind not in ("match", "player")
            }
            if age in known:
                declared.age_base = known[age].base
            else:
                self.problem(f"{place}.age", f"cards have no field {age!r}{suggest(age, known)}")

    def check_concede(self) -> None:
        """`pack.concede`: what becomes of who gives up."""
        concede = self.raw["pack"].get("concede", LOSES)
        words = {name for name, word in self.declared.defines["doables"].items() if not word.params}
        if concede != LOSES and concede not in words:
            known = suggest(concede, [LOSES, *words])
            message = f"concede is {LOSES}, or a doable of the pack without parameters{known}"
            self.problem(f"{self.place}: pack.concede", message)

    def declare_sides(self) -> None:
        """`pack.sides`: the field that says who is on which side, or a value (`Builder.sides`)."""
        declared, name = self.declared, self.raw["pack"].get("sides")
        if name is None or is_value(name):
            return
        fields = {
            kind: field for (kind, known), field in declared.layout.fields.items() if known == name
        }
        of_players = fields.pop("player", None)
        if of_players is None:
            known = [field for kind, field in declared.layout.fields if kind == "player"]
            message = f"players have no field {name!r}{suggest(name, known)}"
            self.problem(f"{self.place}: pack.sides", message)
            return
        fields.pop("match", None)
        of_cards = {declared.symbol(kind): field.base for kind, field in fields.items()}
        declared.side_rule = SideRule(of_players.base, of_cards, of_players.see == "all")

    def add_field(self, kind: str, name: str, spec: dict[str, Any]) -> None:
        layout, declared = self.declared.layout, self.declared
        place = f"fields.{kind}.{name}"
        if not NAME.fullmatch(name):
            self.problem(place, "a field needs a name of letters and digits")
            return
        printed = self.property_of_field(kind, place, spec) if kind != "player" else None
        brought = entry_of_field(declared, place, spec, self.problem) if kind == "player" else None
        source = printed or brought
        usual = list(source.domain) or source.type if source is not None else "number"
        type, domain = self.type_of(place, spec.get("type", usual))
        initial = spec.get("initial", 0)
        if type in ("symbol", "definition"):
            initial = declared.symbol(str(initial)) if initial else 0
        if not isinstance(initial, int):
            self.problem(place, "initial is a number")
            initial = 0
        base = layout.columns.get(name, 0)
        if kind in ("match", "player"):
            base = len(layout.initial)
            # Nobody has nothing.
            column = [int(initial)] if kind == "match" else [0, *[int(initial)] * layout.players]
            layout.initial += column
        maximum = spec.get("max")
        limit = 0
        if isinstance(maximum, str):
            if (kind, maximum) not in layout.fields:
                self.problem(
                    f"{place}.max", f"{kind} has no field {maximum!r} declared before this one"
                )
                maximum = None
            else:
                limit = layout.fields[kind, maximum].base
        field_ = Field(
            name,
            kind,
            base,
            int(initial),
            spec.get("min"),
            maximum,
            type,
            domain,
            spec.get("see", brought.see if brought is not None else "all"),
            limit,
            spec.get("reset", ""),
        )
        layout.fields[kind, name] = field_
        if printed is not None:
            self.printed_in[kind, name] = printed.name
        if brought is not None:
            declared.brought_fields[name] = brought.name
        if name not in declared.modifiable:
            fact = Fact(
                name,
                len(declared.facts),
                (kind,),
                type,
                domain,
                minimum=spec.get("min"),
                entity="player" if kind == "player" else "card",
            )
            declared.facts.append(fact)
            declared.modifiable[name] = fact

    def property_of_field(self, kind: str, place: str, spec: dict[str, Any]) -> Fact | None:
        """The property with whose printed value a field begins (`from`)."""
        if "from" not in spec:
            return None
        known = [fact.name for fact in self.declared.properties.values() if kind in fact.kinds]
        if spec["from"] not in known:
            wanted = suggest(spec["from"], known)
            self.problem(f"{place}.from", f"nothing like it is printed on a {kind}{wanted}")
            return None
        return self.declared.properties[spec["from"]]

    def lay_out_zones(self) -> None:
        layout = self.declared.layout
        for name, spec in self.raw["zones"].items():
            of, see = spec.get("of"), spec.get("see", "all")
            if see not in ("all", "owner", "none"):
                self.problem(f"zones.{name}.see", "see is all, owner or none")
            if isinstance(of, list):
                of = tuple(map(str, of))
                self.declared.places[name] = {
                    self.declared.symbol(label): i for i, label in enumerate(of)
                }
            elif of not in (None, "player"):
                self.problem(f"zones.{name}.of", 'of is "player" or a list of names')
                of = None
            most = spec.get("most")
            if most is not None and most < 1:
                self.problem(f"zones.{name}.most", f"at least 1 belongs here, not {most}")
            zone = layout.add_zone(name, of, see, most, spec.get("pool", ""))
            if spec.get("start"):
                self.declared.start_zone = zone.first
        zones.declare_zone_rules(layout, self.raw["zones"], self.problem)
        zones.check_pools(layout, self.raw, self.problem)

    def print_cards(self) -> None:
        """The facts and the first row of each card."""
        declared, layout = self.declared, self.declared.layout
        declared.catalogue.printed[0] = (0,) * len(declared.properties)
        for number, card in enumerate(declared.catalogue.cards):
            card.number, card.symbol = number, declared.symbol(card.id)
            declared.catalogue.by_symbol[card.symbol] = card
            declared.symbols.rank_symbol(card.symbol)
            facts = {"id": card.symbol, "kind": declared.symbol(card.kind)}
            for fact in declared.properties.values():
                if card.kind in fact.kinds:
                    facts[fact.name] = card.facts.get(fact.name, fact.default)
            declared.catalogue.printed[card.symbol] = tuple(
                [facts.get(name, 0) for name in declared.properties]
            )
            row = [0] * layout.width
            row[0] = card.symbol
            for (kind, _), field in layout.fields.items():
                if kind == card.kind:
                    of = self.printed_in.get((kind, field.name))
                    row[field.base] = facts[of] if of is not None else field.initial
            declared.catalogue.rows[card.symbol] = tuple(row)

    # -- defined words -----------------------------------------------------------------------------

    def declare_words(self) -> None:
        for family, table in self.raw["define"].items():
            if family not in FAMILIES:
                self.problem(
                    f"define.{family}", f"no words are {family}{suggest(family, FAMILIES)}"
                )
                continue
            for name, (place, spec) in table.items():
                if not isinstance(spec, dict):
                    self.problem(place, "a definition is an object")
                    continue
                params = {
                    key: self.read_param(f"{place}.params.{key}", p)
                    for key, p in (spec.get("params") or {}).items()
                }
                body = spec.get(
                    "behaviors"
                    if family == "behaviors"
                    else "do"
                    if family == "doables"
                    else "value",
                    [],
                )
                extra = {k: v for k, v in spec.items() if k in ("target",)}
                self.declared.defines[family][name] = Defined(
                    name,
                    family,
                    params,
                    body,
                    place,
                    spec.get("doc", ""),
                    spec.get("source", ""),
                    spec.get("result", {}),
                    {},
                    extra,
                )

    def read_param(self, place: str, spec: Json) -> Param:
        given: dict[str, Any] = spec if isinstance(spec, dict) else {"type": spec}
        type = given.get("type", "any")
        domain: tuple[str, ...] = ()
        if isinstance(type, list):
            type, domain = "symbol", tuple(map(str, type))
        if type not in TYPES:
            self.problem(place, f"there is no type {type!r}{suggest(type, TYPES)}")
            type = "any"
        default = given.get("default", [] if type == "do" else REQUIRED)
        return Param(type, default, tuple(given.get("aliases", ())), given.get("doc", ""), domain)
