"""What a pack declares: options, events, properties, cards, fields, zones and words."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

from ..ground.errors import instead
from ..ground.names import names
from ..language.amounts import watched_events
from ..language.expressions import MAX_NUMBER, NAME
from ..language.schema import REQUIRED, TYPES, Param
from ..running import decks
from ..running.state import Field
from . import zones
from .counting import declare_enchantments, declare_tallies, fields_of_tallies, find_resets
from .definition import FAMILIES, CardDef, Declared, Defined, Fact, OptionSpec, Pack
from .modified import find_modified

MAX_COPIES = 200
MAX_CARDS = 5_000
CARD_KEYS = ("id", "count", "name", "description", "behaviors", "kind", "comment")
CONTEXT_TYPES = (
    "number",
    "player",
    "card",
    "entity",
    "symbol",
    "boolean",
    "any",
    "cards",
    "players",
    "symbols",
    "entities",
    "definition",
    "definitions",
)
TYPES_OF_FIELDS = ("number", "boolean", "symbol", "player", "card", "definition")


class Declarations:
    """Reads the sections of a pack that declare something into a `Pack`."""

    def __init__(
        self, pack: Pack, raw: dict[str, Any], place: str, problem: Callable[[str, str], None]
    ):
        """`place` names the manifest in problems; `problem(place, message)` collects them."""
        self.pack = pack
        self.raw = raw
        self.place = place
        self.problem = problem
        self.named: dict[tuple[str, str], str] = {}  # language and name -> id of the card
        # fields of cards that begin with what is printed -> the property
        self.printed_in: dict[tuple[str, str], str] = {}

    def steps(self) -> Iterator[None]:
        """All of them, in the order in which they need each other; a few milliseconds a step."""
        self.manifest()
        self.declare_events()
        self.pack.preview = watched_events(self.raw["preview"], self.pack, self.problem)
        self.declare_properties()
        self.read_cards()
        yield
        self.lay_out()
        yield
        declare_enchantments(self.pack, self.raw["enchantments"], self.problem)
        find_modified(self.pack, self.raw)
        decks.read(self.pack, self.raw["decks"], self.raw["remove"], self.problem)
        self.defines()

    def manifest(self) -> None:
        pack, manifest = self.pack, self.raw["pack"]
        if not manifest:
            self.problem(self.place, "the section pack is missing")
        if not all(isinstance(n, int) and 1 <= n <= 12 for n in pack.seats) or not pack.seats:
            self.problem(
                f"{self.place}: pack.seats",
                "a list of numbers of players, each from 1 to 12, belongs here",
            )
            pack.seats = (2,)
        for name, spec in (manifest.get("options") or {}).items():
            type = spec.get("type", "boolean")
            if type not in ("boolean", "number") or not NAME.fullmatch(name):
                self.problem(
                    f"{self.place}: pack.options.{name}", "an option is a boolean or a number"
                )
                continue
            maximum = 1 if type == "boolean" else spec.get("maximum", 1_000)
            pack.options[name] = OptionSpec(
                name, type, spec.get("default", False), spec.get("minimum", 0), maximum
            )
        for seats in pack.seats:
            for start in range(1, seats + 1):
                pack.rotations[seats, start] = tuple(
                    (start - 1 + i) % seats + 1 for i in range(seats)
                )

    def declare_events(self) -> None:
        for section, table, by_name in (
            ("events", self.pack.events, self.pack._event_names),
            ("timings", self.pack.timings, self.pack._timing_names),
        ):
            for name, spec in self.raw[section].items():
                context = {}
                for key, type in (spec.get("context") or {}).items():
                    if isinstance(type, list):
                        context[key] = ("symbol", tuple(type))
                    elif type in CONTEXT_TYPES:
                        context[key] = (type, ())
                    else:
                        self.problem(
                            f"{section}.{name}.context.{key}",
                            f"there is no type {type!r}{instead(type, CONTEXT_TYPES)}",
                        )
                aliases, parts = tuple(spec.get("aliases", ())), spec.get("contextAliases", {})
                subject = spec.get("subject")
                declared = Declared(name, len(table), context, aliases, dict(parts), subject)
                if declared.subject is not None and declared.subject not in context:
                    self.problem(
                        f"{section}.{name}.subject", f"{declared.subject} is not in its context"
                    )
                table[name] = declared
                for spelling in (name, *declared.aliases):
                    by_name.setdefault(spelling, declared)

    def declare_properties(self) -> None:
        pack = self.pack
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
                fact.default = self.fact_value(place, fact, spec["default"])
            for kind in fact.kinds:
                if kind not in kinds:
                    self.problem(place, f"there is no kind {kind}{instead(kind, kinds)}")
            self.add_fact(fact)
        pack.collectable = self.raw["pack"].get("collectable", "")
        if pack.collectable and pack.collectable not in pack.properties:
            known = instead(pack.collectable, pack.properties)
            message = f"there is no property {pack.collectable!r}{known}"
            self.problem(f"{self.place}: pack.collectable", message)
            pack.collectable = ""
        for fact in self.pack.properties.values():
            pack._dotted.update(d for d in fact.domain if "." in d)
            for name in fact.domain:
                pack.rank(pack.symbol(name))

    def type_of(self, place: str, type: Any) -> tuple[str, tuple[str, ...]]:
        if isinstance(type, list):
            return "symbol", tuple(map(str, type))
        if type not in TYPES_OF_FIELDS:
            known = ", ".join(TYPES_OF_FIELDS)
            self.problem(place, f"a type is {known} or a list of names, not {type!r}")
        return str(type), ()

    def add_fact(self, fact: Fact) -> None:
        fact.index = len(self.pack.facts)  # its place in `pack.printed`
        self.pack.facts.append(fact)
        self.pack.minimums.append(fact.minimum)
        self.pack.properties[fact.name] = fact
        self.pack.modifiable[fact.name] = fact

    def fact_value(self, place: str, fact: Fact, value: Any) -> int:
        """A printed property as an int."""
        if not isinstance(value, int | str):
            self.problem(place, f"a {fact.type} belongs here, not {str(value)[:40]!r}")
            return 0
        if fact.type == "definition" and value not in self.raw["cards"]:
            self.problem(place, f"no card has the id {value}")
        if fact.type in ("symbol", "definition"):
            value = fact.aliases.get(str(value), value)
            if fact.domain and value not in fact.domain:
                known = instead(value, (*fact.domain, *fact.aliases), "it is one of")
                self.problem(place, f"{fact.name} is never {value!r}{known}")
            symbol = self.pack.symbol(str(value))
            self.pack.rank(symbol)
            return symbol
        if not isinstance(value, int) or abs(value) > MAX_NUMBER:
            self.problem(place, f"a {fact.type} belongs here, not {value!r}")
            return 0
        if fact.type == "boolean" and value not in (0, 1):
            self.problem(place, f"true or false belongs here, not {value!r}")
        elif fact.minimum is not None and value < fact.minimum:
            self.problem(place, f"at least {fact.minimum} belongs here, not {value}")
        return int(value)

    # -- cards -------------------------------------------------------------------------------------

    def read_cards(self) -> None:
        for identifier, (place, node) in self.raw["cards"].items():
            kind = node.get("kind") or self.kind_from_id(identifier)
            if kind not in self.raw["kinds"]:
                self.problem(
                    place,
                    (f"{kind!r} is no kind of card" if kind else "no kind of card is in this id")
                    + f" (kind, or a part of the id){instead(kind, self.raw['kinds'])}",
                )
                continue
            count, per_player = self.count(f"{place}.count", node.get("count", 1))
            facts = {}
            for key, value in node.items():
                fact = self.pack.properties.get(key)
                if fact is not None and kind in fact.kinds:
                    facts[key] = self.fact_value(f"{place}.{key}", fact, value)
                elif key not in CARD_KEYS:
                    known = [f.name for f in self.pack.properties.values() if kind in f.kinds]
                    self.problem(
                        f"{place}.{key}",
                        f"a {kind} has no {key}{instead(key, (*known, *CARD_KEYS), 'it has')}",
                    )
            self.check_name(f"{place}.name", node.get("name"))
            card = CardDef(
                identifier,
                names(node.get("name", identifier)),
                kind,
                count,
                per_player,
                facts,
                node,
                place,
                node.get("description"),
            )
            self.pack.definitions[identifier] = card
            self.check_namesake(card)
        if len(self.pack.definitions) > MAX_CARDS:
            self.problem(self.place, f"more than {MAX_CARDS} cards")

    def check_namesake(self, card: CardDef) -> None:
        """Cards of one name are versions of one card: their ids end alike."""
        for language, name in card.name.items():
            other = self.named.setdefault((language, name), card.id)
            if other.rsplit(".", 1)[-1] != card.id.rsplit(".", 1)[-1]:
                message = f"{name} is the name of {other} already"
                self.problem(f"{card.place}.name", message)
                return

    def check_name(self, place: str, name: Any) -> None:
        """A text for all languages of the pack, or one for each."""
        languages = tuple(self.pack.words)
        if not isinstance(name, str | dict):
            told = ", ".join(languages) or "zh, en"
            self.problem(place, f"a name belongs here, as text or as {{{told}}}")
            return
        texts = {"name": name} if isinstance(name, str) else name
        if isinstance(name, dict):
            for language in languages:
                if language not in name:
                    self.problem(place, f"the name in {language} is missing")
        for language, text in texts.items():
            if not isinstance(text, str) or not text.strip():
                self.problem(f"{place}.{language}", "a name is a text with something in it")

    def kind_from_id(self, identifier: str) -> str:
        parts = identifier.split(".")
        return next((part for part in parts if part in self.raw["kinds"]), "")

    def count(self, place: str, value: Any) -> tuple[int, bool]:
        """`1`, `"1"` or `"$1"` (seed 000, count); 0 of what is only made while a match goes on."""
        found = re.fullmatch(r"(\d{1,6})|(\$)([1-9]\d{0,5})", str(value))
        if not found or isinstance(value, bool) or int(found[1] or found[3]) > MAX_COPIES:
            self.problem(
                place, f'a count is 0 to {MAX_COPIES}, or "$1" for one per player, not {value!r}'
            )
            return 1, False
        return int(found[1] or found[3]), found[2] == "$"

    # -- the state ---------------------------------------------------------------------------------

    def lay_out(self) -> None:
        pack, layout = self.pack, self.pack.layout
        kinds = tuple(map(str, self.raw["kinds"]))
        layout.kinds = ("match", "player", *kinds)
        counted = declare_tallies(pack, self.raw["tallies"], self.raw["fields"], self.problem)
        fields = fields_of_tallies(self.raw["fields"], counted, kinds)
        owned = any(card.per_player for card in pack.cards)
        layout.open_rows({kind: fields.get(kind, ()) for kind in kinds}, owned)
        for kind, table in fields.items():
            if kind not in layout.kinds:
                self.problem(
                    f"fields.{kind}",
                    f"there is no kind {kind}{instead(kind, layout.kinds)}",
                )
                continue
            for name, spec in table.items():
                self.add_field(kind, name, spec if isinstance(spec, dict) else {"initial": spec})
        for name in pack.options:
            self.add_field("match", name, {})
        order = self.raw["pack"].get("order")
        if order is None:
            self.add_field("match", "startPlayer_", {"type": "player", "see": "none"})
            order = "startPlayer_"
        if ("match", order) not in layout.fields:
            self.problem(f"{self.place}: pack.order", f"the match has no field {order!r}")
        else:
            pack.order, pack.order_base = order, layout.fields["match", order].base
        self.order_listeners()
        layout.close_head()
        self.lay_out_zones()
        self.print_cards()
        find_resets(pack)

    def order_listeners(self) -> None:
        """`pack.listeners`: who hears first; `pack.age`: the field that says how old a card is."""
        manifest, pack = self.raw["pack"], self.pack
        listeners, age = manifest.get("listeners", "seat"), manifest.get("age")
        place = f"{self.place}: pack"
        if listeners not in ("seat", "age"):
            self.problem(f"{place}.listeners", "listeners is seat or age")
        pack.listeners = listeners
        if age is not None:
            known = {
                name: field
                for (kind, name), field in pack.layout.fields.items()
                if kind not in ("match", "player")
            }
            if age in known:
                pack.age_base = known[age].base
            else:
                self.problem(f"{place}.age", f"cards have no field {age!r}{instead(age, known)}")

    def add_field(self, kind: str, name: str, spec: dict) -> None:
        layout, pack = self.pack.layout, self.pack
        place = f"fields.{kind}.{name}"
        if not NAME.fullmatch(name):
            self.problem(place, "a field needs a name of letters and digits")
            return
        printed = self.printed_as(kind, place, spec)
        usual = list(printed.domain) or printed.type if printed is not None else "number"
        type, domain = self.type_of(place, spec.get("type", usual))
        initial = spec.get("initial", 0)
        if type in ("symbol", "definition"):
            initial = pack.symbol(str(initial)) if initial else 0
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
            spec.get("see", "all"),
            limit,
            spec.get("reset", ""),
        )
        layout.fields[kind, name] = field_
        if printed is not None:
            self.printed_in[kind, name] = printed.name
        if name not in pack.modifiable:
            fact = Fact(
                name,
                len(pack.facts),
                (kind,),
                type,
                domain,
                minimum=spec.get("min"),
                entity="player" if kind == "player" else "card",
            )
            pack.facts.append(fact)
            pack.minimums.append(fact.minimum)
            pack.modifiable[name] = fact

    def printed_as(self, kind: str, place: str, spec: dict) -> Fact | None:
        """The property with whose printed value a field begins (`from`)."""
        if "from" not in spec:
            return None
        known = [fact.name for fact in self.pack.properties.values() if kind in fact.kinds]
        if spec["from"] not in known:
            wanted = instead(spec["from"], known)
            self.problem(f"{place}.from", f"nothing like it is printed on a {kind}{wanted}")
            return None
        return self.pack.properties[spec["from"]]

    def lay_out_zones(self) -> None:
        layout = self.pack.layout
        for name, spec in self.raw["zones"].items():
            of, see = spec.get("of"), spec.get("see", "all")
            if see not in ("all", "owner", "none"):
                self.problem(f"zones.{name}.see", "see is all, owner or none")
            if isinstance(of, list):
                of = tuple(map(str, of))
                self.pack._places[name] = {self.pack.symbol(label): i for i, label in enumerate(of)}
            elif of not in (None, "player"):
                self.problem(f"zones.{name}.of", 'of is "player" or a list of names')
                of = None
            most = spec.get("most")
            if most is not None and most < 1:
                self.problem(f"zones.{name}.most", f"at least 1 belongs here, not {most}")
            zone = layout.add_zone(name, of, see, most)
            if spec.get("start"):
                self.pack.start_zone = zone.first
        zones.declare(layout, self.raw["zones"], self.problem)

    def print_cards(self) -> None:
        """The facts and the first row of each card."""
        pack, layout = self.pack, self.pack.layout
        pack.printed[0] = (0,) * len(pack.properties)
        for number, card in enumerate(pack.cards):
            card.number, card.symbol = number, pack.symbol(card.id)
            pack.by_symbol[card.symbol] = card
            pack.rank(card.symbol)
            facts = {"id": card.symbol, "kind": pack.symbol(card.kind)}
            for fact in pack.properties.values():
                if card.kind in fact.kinds:
                    facts[fact.name] = card.facts.get(fact.name, fact.default)
            pack.printed[card.symbol] = tuple([facts.get(name, 0) for name in pack.properties])
            row = [0] * layout.width
            row[0] = card.symbol
            for (kind, _), field in layout.fields.items():
                if kind == card.kind:
                    of = self.printed_in.get((kind, field.name))
                    row[field.base] = facts[of] if of is not None else field.initial
            pack.rows[card.symbol] = tuple(row)

    # -- defined words -----------------------------------------------------------------------------

    def defines(self) -> None:
        for family, table in self.raw["define"].items():
            if family not in FAMILIES:
                self.problem(
                    f"define.{family}", f"no words are {family}{instead(family, FAMILIES)}"
                )
                continue
            for name, (place, spec) in table.items():
                if not isinstance(spec, dict):
                    self.problem(place, "a definition is an object")
                    continue
                params = {
                    key: self.param(f"{place}.params.{key}", p)
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
                self.pack.defines[family][name] = Defined(
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

    def param(self, place: str, spec: Any) -> Param:
        if isinstance(spec, str | list):
            spec = {"type": spec}
        type = spec.get("type", "any")
        domain: tuple[str, ...] = ()
        if isinstance(type, list):
            type, domain = "symbol", tuple(map(str, type))
        if type not in TYPES:
            self.problem(place, f"there is no type {type!r}{instead(type, TYPES)}")
            type = "any"
        default = spec.get("default", [] if type == "do" else REQUIRED)
        return Param(type, default, tuple(spec.get("aliases", ())), spec.get("doc", ""), domain)
