"""
Packs: a game as a folder of JSON5, read, checked as a whole, and compiled.

`load_pack(folder)` either returns a `Pack`, immutable and shared by all its matches, or raises
`PackError` with everything that is wrong with it. From `mygame/`: `python -m rules.pack
check|words|schema|show|report FOLDER`.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from . import choosers, conditions, decks, dialect, doables, machine, measures, modifiers, values
from .amounts import Foreseen, Watched, foreseen, watched_events
from .code import Code, ModifierDef, TriggerDef
from .compile import Compiler
from .emitter import Emitter, Scope, Symbol
from .errors import PackError, Problem
from .fields import changer, for_each, lacks
from .match import ENGINE, options_of
from .schema import REQUIRED, TYPES, WORDS, Param, json_schema
from .source import NAME, Expr
from .state import Layout

SYMBOLS = 1 << 20  # symbols are numbers from here on
MAX_COPIES = 200
MAX_CARDS = 5_000
SECTIONS = (
    "pack",
    "kinds",
    "properties",
    "fields",
    "zones",
    "events",
    "timings",
    "modes",
    "define",
    "main",
    "cards",
    "words",
    "board",
    "bot",
    "decks",
    "preview",
    "report",
    "remove",
)
CARD_KEYS = ("id", "count", "name", "description", "behaviors", "kind", "comment")
FAMILIES = ("doables", "conditions", "values", "choosers", "behaviors")
WORD_SOURCES = (choosers, conditions, doables, values)


@dataclass(slots=True)
class OptionSpec:
    """An option of a match, chosen at the table."""

    name: str
    type: str  # boolean or number
    default: Any
    minimum: int = 0
    maximum: int = 1


@dataclass(slots=True)
class Fact:
    """A property of cards (or a field, as something modifiers can change)."""

    name: str
    index: int
    kinds: tuple[str, ...]
    type: str
    domain: tuple[str, ...] = ()
    default: int = 0
    minimum: int | None = None
    aliases: dict[str, str] = field(default_factory=dict)
    modified: bool = False  # by something in the pack
    owned: bool = False  # by a card's own modifier
    values: list[int] = field(default_factory=list)
    entity: str = "card"


@dataclass(slots=True)
class Declared:
    """An event or timing: its context (name -> (type, symbols)) and other printed names."""

    name: str
    index: int
    context: dict[str, tuple[str, tuple[str, ...]]]
    aliases: tuple[str, ...] = ()
    context_aliases: dict[str, str] = field(default_factory=dict)
    subject: str | None = None


@dataclass(slots=True)
class Defined:
    """A word defined by a pack."""

    name: str
    family: str
    params: dict[str, Param]
    body: Any
    place: str
    doc: str = ""
    source: str = ""
    result: dict[str, Any] = field(default_factory=dict)
    results: dict[str, tuple[str, tuple[str, ...]]] = field(default_factory=dict)
    options: dict[str, Any] = field(default_factory=dict)


@dataclass(slots=True)
class CardDef:
    """
    A card as declared. `source` is the JSON as read, `facts` its printed properties, `text` its
    description.
    """

    id: str
    name: dict[str, str]
    kind: str
    count: int
    per_player: bool
    facts: dict[str, Any]
    source: dict
    place: str
    text: Any = None
    entities: tuple[int, ...] = ()


class Preference:
    """`bot.prefer` of one prompt, or an amount of a card: value(match, player, entity)."""

    value: Any = None


class Pack:
    """A compiled game. Nothing in it changes after loading."""

    def __init__(self, folder: Path, raw: dict[str, Any], sources: dict[str, str]):
        manifest = raw["pack"]
        self.folder = folder.name
        self.sources = sources
        self.id: str = manifest.get("id", folder.name)
        self.name = dialect.names(manifest.get("name", self.id))
        self.version = str(manifest.get("version", "0"))
        self.seats: tuple[int, ...] = tuple(manifest.get("seats", (2,)))
        # the prompt for the order of a player's effects at one moment; "": the oldest first
        self.simultaneous = str(manifest.get("simultaneous", ""))
        self.hash = content_hash(sources)
        self.words: dict[str, Any] = raw["words"]
        self.board = raw["board"]
        self.options: dict[str, OptionSpec] = {}
        self.deck_rules: decks.DeckRules | None = None  # for games with decks of players' own
        self.layout = Layout(max(self.seats))
        self.properties: dict[str, Fact] = {}
        self.modifiable: dict[str, Fact] = {}
        self.facts: list[Fact] = []
        self.minimums: list[int | None] = []
        self.events: dict[str, Declared] = {}
        self.timings: dict[str, Declared] = {}
        self._event_names: dict[str, Declared] = {}
        self._timing_names: dict[str, Declared] = {}
        self.modes: dict[str, dict] = raw["modes"]
        self.defines: dict[str, dict[str, Defined]] = {family: {} for family in FAMILIES}
        self.definitions: dict[str, CardDef] = {}
        self.by_entity: list[CardDef | None] = []
        self.behaviors: dict[tuple[int, int], Code] = {}
        self.own_modifiers: dict[tuple[int, int], tuple[ModifierDef, ...]] = {}
        self.codes: list[Code] = []
        self.triggers: list[TriggerDef] = []
        self.modifiers: list[ModifierDef] = []
        self.main: Code
        self.worth: Any = None  # worth(match, player): how well a player stands, for bots
        self.preferences: dict[str, Preference] = {}  # by prompt
        self.amounts: dict[str, list[tuple[Foreseen, Preference]]] = {}  # by card id
        self.preview: dict[int, tuple[Watched, ...]] = {}  # by key of event: what options would do
        self.measures = measures.Measures()  # what simulations record
        self.namespace: dict[str, Any] = {}  # of the compiled code
        self.start_zone = 0
        self.arrivals: dict[str, Code] = {}
        self.order_base = 0
        self.rotations: dict[tuple[int, int], tuple[int, ...]] = {}
        self.prompts: set[str] = set()
        self.option_words: set[str] = set()
        self.messages: dict[str, tuple[str, ...]] = {}
        self.notes: list[tuple[str, tuple[tuple[str, str], ...]]] = []  # see `log.Log`
        self._symbols: dict[str, int] = {}
        self._symbol_names: list[str] = []
        self._places: dict[str, dict[int, int]] = {}
        self._dotted: set[str] = set()
        self.card_plans: dict[int, Any] = {}  # filled by `view` on first sight
        self._cards_for: dict[int, tuple[int, ...]] = {}

    def __repr__(self) -> str:
        return f"<Pack {self.id} {self.version} {self.hash[:8]}>"

    # -- names -------------------------------------------------------------------------------------

    def symbol(self, name: str) -> int:
        """The number of a bare word."""
        number = self._symbols.get(name)
        if number is None:
            number = self._symbols[name] = SYMBOLS + len(self._symbol_names)
            self._symbol_names.append(name)
        return number

    def symbol_name(self, number: int) -> str | None:
        """The bare word of a number."""
        index = number - SYMBOLS
        return self._symbol_names[index] if 0 <= index < len(self._symbol_names) else None

    def is_domain_symbol(self, name: str) -> bool:
        return name in self._dotted

    def event(self, name: Any) -> Declared | None:
        return self._event_names.get(name) if isinstance(name, str) else None

    def timing(self, name: Any) -> Declared | None:
        return self._timing_names.get(name) if isinstance(name, str) else None

    def defined(self, family: str, name: Any) -> Defined | None:
        return self.defines[family].get(name) if isinstance(name, str) else None

    @property
    def cards(self) -> list[CardDef]:
        return list(self.definitions.values())

    def card(self, card_id: str) -> CardDef:
        """A card by id. KeyError if there is none."""
        return self.definitions[card_id]

    def card_of(self, entity: int) -> CardDef | None:
        """The definition of a card entity."""
        return self.by_entity[entity] if 0 < entity < len(self.by_entity) else None

    def cards_for(self, seats: int) -> tuple[int, ...]:
        """The card entities of a match with so many seats."""
        if seats not in self._cards_for:
            owners = self.properties["forPlayer"].values
            self._cards_for[seats] = tuple(
                e for d in self.cards for e in d.entities if owners[e] <= seats
            )
        return self._cards_for[seats]

    def place_in(self, zone: str, symbol: int) -> int:
        """The offset of a zone among those of a list of names. KeyError when it is none of them."""
        return self._places[zone][symbol]

    def checked_options(self, given: dict[str, Any]) -> dict[str, Any]:
        """
        The options of a match, completed with defaults. ValueError names one that does not fit.
        """
        options = {name: spec.default for name, spec in self.options.items()}
        for name, value in given.items():
            if name == decks.OPTION and self.deck_rules is not None:
                options[name] = decks.checked(self, value)
                continue
            spec = self.options.get(name)
            if spec is None:
                raise ValueError(
                    f"{self.id} has no option {name}; it has {', '.join(self.options) or 'none'}"
                )
            if not isinstance(value, int) or not spec.minimum <= int(value) <= spec.maximum:
                raise ValueError(
                    f"option {name} is a {spec.type} from {spec.minimum} to {spec.maximum}"
                )
            options[name] = bool(value) if spec.type == "boolean" else value
        return options


def content_hash(sources: dict[str, str]) -> str:
    digest = hashlib.blake2b(str(ENGINE).encode(), digest_size=16)
    for path in sorted(sources):
        digest.update(f"\0{path}\0{sources[path]}".encode())
    return digest.hexdigest()


def load_pack(folder: Path | str) -> Pack:
    """
    Read, check and compile the pack in a folder.

    :raises PackError: with every problem found, by file and path.
    """
    folder = Path(folder)
    loader = Loader()
    raw, sources = loader.read_folder(folder, ())
    if loader.problems:
        raise PackError(loader.problems)
    return Builder(folder, raw, sources).build()


class Loader:
    """Reads the files of a pack and of its parents, and merges their sections."""

    def __init__(self) -> None:
        self.problems: list[Problem] = []

    def read_folder(
        self, folder: Path, children: tuple[str, ...]
    ) -> tuple[dict[str, Any], dict[str, str]]:
        raw: dict[str, Any] = {section: {} for section in SECTIONS}
        raw["cards"], raw["main"], raw["kinds"] = {}, None, []
        sources: dict[str, str] = {}
        files = sorted(
            p for p in folder.rglob("*.json5") if "scenarios" not in p.relative_to(folder).parts
        )
        if not files:
            self.problems.append(
                Problem(str(folder), "there is no pack here: a pack is a folder with pack.json5")
            )
            return raw, sources
        pieces = []
        for path in files:
            place = f"{folder.name}/{path.relative_to(folder).as_posix()}"
            sources[place] = path.read_text(encoding="utf-8")
            data, problems = dialect.read(sources[place], place)
            self.problems += problems
            if data is None:
                continue
            if not isinstance(data, dict):
                self.problems.append(Problem(place, "a file of a pack is an object of sections"))
                continue
            pieces.append((place, data))
        parent = next(
            (d["pack"].get("inherits") for _, d in pieces if isinstance(d.get("pack"), dict)), None
        )
        if parent is not None:
            self.inherit(folder, parent, (*children, folder.name), raw, sources)
        inherited = set(raw["cards"])
        defined = {(family, name) for family, table in raw["define"].items() for name in table}
        for place, data in pieces:
            self.merge(raw, place, data, inherited, defined)
        return raw, sources

    def inherit(
        self, folder: Path, parent: Any, line: tuple[str, ...], raw: dict, sources: dict
    ) -> None:
        place = f"{folder.name}/pack.json5: pack.inherits"
        if not isinstance(parent, str) or not (folder.parent / parent).is_dir():
            self.problems.append(Problem(place, f"there is no pack {parent!r} beside this one"))
        elif parent in line:
            self.problems.append(
                Problem(place, f"packs inherit in a circle: {' -> '.join((*line, parent))}")
            )
        else:
            above, texts = self.read_folder(folder.parent / parent, line)
            raw.update(above)
            sources.update(texts)

    def merge(
        self, raw: dict, place: str, data: dict, inherited: set[str], defined: set[tuple[str, str]]
    ) -> None:
        """Add a file's sections. `inherited` cards and `defined` words may be replaced, once."""
        for section, content in data.items():
            at = f"{place}: {section}"
            if section not in SECTIONS:
                self.problems.append(
                    Problem(
                        at, f"there is no section of this name; there are {', '.join(SECTIONS)}"
                    )
                )
            elif section == "cards":
                self.merge_cards(raw, at, content, inherited)
            elif section in ("main", "kinds"):
                raw[section] = (
                    content
                    if section == "main"
                    else [*raw[section], *(k for k in content if k not in raw[section])]
                )
                if section == "main":
                    raw["main_place"] = at
            elif section == "remove":
                for card in content.get("cards", []) if isinstance(content, dict) else []:
                    raw["cards"].pop(card, None)
            elif not isinstance(content, dict):
                self.problems.append(Problem(at, "this section is an object"))
            elif section == "pack":
                raw["pack"] = {**raw["pack"], **content}
            elif section == "define":
                self.merge_words(raw["define"], at, content, defined)
            else:
                deep_merge(raw[section], content)

    def merge_words(
        self, words: dict, at: str, content: dict, inherited: set[tuple[str, str]]
    ) -> None:
        for family, table in content.items():
            if not isinstance(table, dict):
                self.problems.append(Problem(f"{at}.{family}", "words by name belong here"))
                continue
            known = words.setdefault(family, {})
            for name, definition in table.items():
                place = f"{at}.{family}.{name}"
                if name in known and (family, name) not in inherited:
                    message = f"there is already a word {name}, in {known[name][0]}"
                    self.problems.append(Problem(place, message))
                inherited.discard((family, name))
                known[name] = (place, definition)

    def merge_cards(self, raw: dict, at: str, content: Any, inherited: set[str]) -> None:
        if not isinstance(content, list):
            self.problems.append(Problem(at, "cards is a list"))
            return
        for number, card in enumerate(content):
            identifier = card.get("id") if isinstance(card, dict) else None
            if not isinstance(identifier, str):
                self.problems.append(Problem(f"{at}[{number}]", "a card is an object with an id"))
            elif identifier in raw["cards"] and identifier not in inherited:
                self.problems.append(
                    Problem(
                        f"{at}[{number}]",
                        f"there is already a card {identifier}, in {raw['cards'][identifier][0]}",
                    )
                )
            else:
                inherited.discard(identifier)
                raw["cards"][identifier] = (at.split(":")[0] + f": {identifier}", card)


def deep_merge(into: dict, new: dict) -> None:
    for key, value in new.items():
        if isinstance(value, dict) and isinstance(into.get(key), dict):
            deep_merge(into[key], value)
        else:
            into[key] = value


class Builder:
    """Turns the merged sections of a pack into a `Pack`."""

    def __init__(self, folder: Path, raw: dict[str, Any], sources: dict[str, str]):
        self.raw = raw
        self.pack = Pack(folder, raw, sources)
        self.compiler = Compiler(self.pack)
        self.place = f"{folder.name}/pack.json5"
        self.arrivals: dict[str, Any] = {}

    def problem(self, place: str, message: str) -> None:
        self.compiler.problem(place, message)

    def build(self) -> Pack:
        """All steps in order; raises `PackError` when any of them found a problem."""
        self.manifest()
        self.declare_events()
        self.pack.preview = watched_events(self.raw["preview"], self.pack, self.problem)
        self.declare_properties()
        self.read_cards()
        self.lay_out()
        self.find_modified()
        decks.read(self.pack, self.raw["decks"], self.problem)
        self.defines()
        if not self.compiler.problems:
            self.compile()
        if self.compiler.problems:
            raise PackError(self.compiler.problems)
        return self.pack

    # -- declarations ------------------------------------------------------------------------------

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
            if type not in ("boolean", "number") or not NAME.match(name):
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
                    elif type in (
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
                    ):
                        context[key] = (type, ())
                    else:
                        self.problem(
                            f"{section}.{name}.context.{key}", f"there is no type {type!r}"
                        )
                declared = Declared(
                    name,
                    len(table),
                    context,
                    tuple(spec.get("aliases", ())),
                    dict(spec.get("contextAliases", {})),
                    spec.get("subject"),
                )
                if declared.subject is not None and declared.subject not in context:
                    self.problem(
                        f"{section}.{name}.subject", f"{declared.subject} is not in its context"
                    )
                table[name] = declared
                for spelling in (name, *declared.aliases):
                    by_name.setdefault(spelling, declared)

    def declare_properties(self) -> None:
        pack = self.pack
        kinds = tuple(self.raw["kinds"])
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
            if not NAME.match(name) or name in CARD_KEYS:
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
                    self.problem(place, f"there is no kind {kind}; there are {', '.join(kinds)}")
            self.add_fact(fact)
        for fact in self.pack.properties.values():
            pack._dotted.update(d for d in fact.domain if "." in d)

    def type_of(self, place: str, type: Any) -> tuple[str, tuple[str, ...]]:
        if isinstance(type, list):
            return "symbol", tuple(map(str, type))
        if type not in ("number", "boolean", "symbol", "player", "card"):
            self.problem(
                place,
                f"a type is number, boolean, symbol, player, card or a list of names, not {type!r}",
            )
        return str(type), ()

    def add_fact(self, fact: Fact) -> None:
        fact.index = len(self.pack.facts)
        self.pack.facts.append(fact)
        self.pack.minimums.append(fact.minimum)
        self.pack.properties[fact.name] = fact
        self.pack.modifiable[fact.name] = fact

    def find_modified(self) -> None:
        """Which properties and fields modifiers change: all others are read as they are."""
        behaviors = [self.raw["define"], self.raw["main"], self.raw["cards"]]
        changed = modified_names(behaviors)
        own = modified_names([node for node in objects(behaviors) if node.get("at") == "always"])
        for name, fact in self.pack.modifiable.items():
            fact.modified, fact.owned = name in changed, name in own

    def fact_value(self, place: str, fact: Fact, value: Any) -> int:
        """A printed property as an int."""
        if fact.type == "symbol":
            value = fact.aliases.get(value, value)
            if fact.domain and value not in fact.domain:
                self.problem(
                    place, f"{value!r} is none of {', '.join((*fact.domain, *fact.aliases))}"
                )
            return self.pack.symbol(str(value))
        if not isinstance(value, int) or abs(value) > 1_000_000_000:
            self.problem(place, f"a {fact.type} belongs here, not {value!r}")
            return 0
        return int(value)

    # -- cards -------------------------------------------------------------------------------------

    def read_cards(self) -> None:
        for identifier, (place, node) in self.raw["cards"].items():
            kind = node.get("kind") or self.kind_from_id(identifier)
            if kind not in self.raw["kinds"]:
                self.problem(
                    place,
                    f"{kind!r} is no kind of card; there are {', '.join(self.raw['kinds'])} "
                    "(second part of the id, or kind)",
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
                        f"{place}.{key}", f"a {kind} has no {key}; it has {', '.join(known)}"
                    )
            if not isinstance(node.get("name"), str | dict):
                self.problem(f"{place}.name", "a card needs a name, as text or as {zh, en}")
            card = CardDef(
                identifier,
                dialect.names(node.get("name", identifier)),
                kind,
                count,
                per_player,
                facts,
                node,
                place,
                node.get("description"),
            )
            self.pack.definitions[identifier] = card
        if len(self.pack.definitions) > MAX_CARDS:
            self.problem(self.place, f"more than {MAX_CARDS} cards")

    def kind_from_id(self, identifier: str) -> str:
        parts = identifier.split(".")
        return next((part for part in parts if part in self.raw["kinds"]), "")

    def count(self, place: str, value: Any) -> tuple[int, bool]:
        """`1`, `"1"` or `"$1"` (seed 000, count)."""
        found = re.fullmatch(r"(\$?)(\d{1,6})", str(value))
        if not found or isinstance(value, bool) or not 1 <= int(found.group(2)) <= MAX_COPIES:
            self.problem(
                place, f'a count is 1 to {MAX_COPIES}, or "$1" for one per player, not {value!r}'
            )
            return 1, False
        return int(found.group(2)), found.group(1) == "$"

    # -- the state ---------------------------------------------------------------------------------

    def lay_out(self) -> None:
        pack, layout = self.pack, self.pack.layout
        players = layout.players
        layout.add_kind("match", 1)
        layout.add_kind("player", players)
        for kind in self.raw["kinds"]:
            start = layout.entities
            for card in (c for c in pack.definitions.values() if c.kind == kind):
                copies = card.count * players if card.per_player else card.count
                card.entities = tuple(range(start, start + copies))
                start += copies
            layout.add_kind(kind, start - layout.entities)
        pack.by_entity = [None] * layout.entities
        for card in pack.definitions.values():
            for entity in card.entities:
                pack.by_entity[entity] = card
        for kind, table in self.raw["fields"].items():
            if kind not in layout.kinds:
                self.problem(
                    f"fields.{kind}",
                    f"there is no kind {kind}; there are {', '.join(layout.kinds)}",
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
            pack.order_base = layout.fields["match", order].base
        layout.where = layout.add_column(players + 1, layout.entities, 0)
        self.lay_out_zones()
        self.fill_facts()

    def add_field(self, kind: str, name: str, spec: dict) -> None:
        layout, pack = self.pack.layout, self.pack
        place = f"fields.{kind}.{name}"
        if not NAME.match(name):
            self.problem(place, "a field needs a name of letters and digits")
            return
        type, domain = self.type_of(place, spec.get("type", "number"))
        initial = spec.get("initial", 0)
        if type == "symbol":
            initial = pack.symbol(str(initial)) if initial else 0
        if not isinstance(initial, int):
            self.problem(place, "initial is a number")
            initial = 0
        low, high = layout.kinds[kind]
        base = layout.add_column(0 if kind == "player" else low, high, int(initial))
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
        from .state import Field

        field_ = Field(
            name,
            kind,
            base,
            low,
            high,
            int(initial),
            spec.get("min"),
            maximum,
            type,
            domain,
            spec.get("see", "all"),
            limit,
        )
        if kind == "player":
            layout.initial[base] = 0  # nobody's
        layout.fields[kind, name] = field_
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
            zone = layout.add_zone(name, of, see)
            if spec.get("start"):
                self.pack.start_zone = zone.first
            if "arrive" in spec:
                self.arrivals[name] = spec["arrive"]

    def fill_facts(self) -> None:
        pack = self.pack
        count = pack.layout.entities
        for fact in pack.properties.values():
            fact.values = [0] * count
        ids, kinds, owners = (pack.properties[name].values for name in ("id", "kind", "forPlayer"))
        for card in pack.definitions.values():
            for copy, entity in enumerate(card.entities):
                ids[entity] = pack.symbol(card.id)
                kinds[entity] = pack.symbol(card.kind)
                owners[entity] = 1 + copy // card.count if card.per_player else 0
                for fact in pack.properties.values():
                    if card.kind in fact.kinds:
                        fact.values[entity] = card.facts.get(fact.name, fact.default)

    # -- defined words -----------------------------------------------------------------------------

    def defines(self) -> None:
        for family, table in self.raw["define"].items():
            if family not in FAMILIES:
                self.problem(f"define.{family}", f"there are {', '.join(FAMILIES)}")
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
                    dialect.modernise(body),
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
            self.problem(place, f"there is no type {type!r}; there are {', '.join(TYPES)}")
            type = "any"
        default = spec.get("default", [] if type == "do" else REQUIRED)
        return Param(type, default, tuple(spec.get("aliases", ())), spec.get("doc", ""), domain)

    # -- compilation -------------------------------------------------------------------------------

    def compile(self) -> None:
        pack, compiler = self.pack, self.compiler
        for card in pack.definitions.values():
            self.compile_card(card)
            self.compile_amounts(card)
        for defined in pack.defines["doables"].values():
            if not any(p.type == "do" for p in defined.params.values()):
                compiler.word_code(defined)
        self.try_inline_words()
        main = compiler.new_code("main", None)
        emitter = Emitter(
            compiler, Scope("main"), self.raw.get("main_place", self.place + ": main")
        )
        emitter.body(self.raw["main"] if self.raw["main"] is not None else [])
        compiler.finish_code(main, emitter)
        pack.main = main
        for zone, nodes in self.arrivals.items():
            self.compile_arrival(zone, nodes)
        self.compile_bot(self.raw["bot"])
        pack.measures = measures.Declaration(self).read(self.raw["report"])
        pack.codes, pack.triggers, pack.modifiers = (
            compiler.codes,
            compiler.triggers,
            compiler.modifiers,
        )
        if not compiler.problems:
            pack.namespace = self.namespace()
            compiler.link(pack.namespace)

    def compile_arrival(self, zone: str, nodes: Any) -> None:
        """
        `zones.X.arrive`: how a {card} gets there when a scenario or a builder puts it there for a
        {player}.
        """
        code = self.compiler.new_code(f"arrive {zone}", None)
        scope = Scope(code.name)
        for name, type in (("card", "card"), ("player", "player")):
            scope.symbols[name] = Symbol(expr=Expr(f"r[{scope.new_register()}]", type))
        emitter = Emitter(self.compiler, scope, f"zones.{zone}.arrive")
        emitter.body(nodes)
        self.compiler.finish_code(code, emitter)
        self.pack.arrivals[zone] = code

    def compile_bot(self, section: dict[str, Any]) -> None:
        """
        `bot.worth`: how well a player, {it} and {you}, stands. `bot.prefer`: by prompt, what
        picking an option {it} is worth to {you} beyond that. `bot.cards`: by card id what both can
        read as {card.botWorth}.
        """
        for key in section.keys() - {"worth", "prefer", "cards"}:
            self.problem(f"bot.{key}", "bots have worth, prefer and cards")
        for card, worth in (section.get("cards") or {}).items():
            self.value_card(card, worth)
        if "worth" in section:
            source = self.value_of_it("bot.worth", section["worth"], "player")
            self.compiler.function(
                self.pack, "worth", f"(lambda r: {source})([it, 0, 0, None])", "m, it"
            )
        for prompt, node in (section.get("prefer") or {}).items():
            source = self.value_of_it(f"bot.prefer.{prompt}", node, "card")
            preference = self.pack.preferences[prompt] = Preference()
            self.compiler.function(
                preference, "value", f"(lambda r: {source})([you, 0, 0, None])", "m, you, it"
            )

    def value_card(self, card_id: str, worth: Any) -> None:
        """`bot.cards`: what a card is worth beyond what can be said of all cards."""
        definition = self.pack.definitions.get(card_id)
        if definition is None:
            self.problem(f"bot.cards.{card_id}", "there is no card of this id")
        elif not isinstance(worth, int):
            self.problem(f"bot.cards.{card_id}", f"a worth is a whole number, not {worth!r}")
        else:
            for entity in definition.entities:
                self.pack.properties["botWorth"].values[entity] = worth

    def value_of_it(self, place: str, node: Any, type: str, want: str = "number") -> str:
        """The source of a value, or of the cards wanted, about {it}, an entity of this type."""
        c = Emitter(self.compiler, Scope(place), place, pure=True)
        c.scope.it = Expr("it", type)
        return (c.value if want == "number" else c.entities)(node, want).src

    def try_inline_words(self) -> None:
        """
        Check the defined values, conditions and choosers once with empty parameters, also those
        that nothing uses yet.
        """
        for family in ("values", "conditions", "choosers"):
            for defined in self.pack.defines[family].values():
                c = Emitter(
                    self.compiler, Scope(f"{family} {defined.name}"), defined.place, pure=True
                )
                node = dict.fromkeys(defined.params, "{given}")
                c.scope.symbols["given"] = Symbol(expr=Expr("0", "any"))
                self.compiler.inline(c, defined, node)

    def compile_card(self, card: CardDef) -> None:
        behaviors = self.expand(card, card.source.get("behaviors", []))
        by_timing: dict[str, list[tuple[str, Any]]] = {}
        for place, node in behaviors:
            at = node.get("at") if isinstance(node, dict) else None
            timing = self.pack.timing(at)
            if at == "always":
                self.own_modifiers(card, place, node)
            elif timing is None:
                known = [*self.pack.timings, "always", *self.pack.defines["behaviors"]]
                self.problem(
                    f"{place}.at", f"there is no timing {at!r}; there are {', '.join(known)}"
                )
            else:
                for key in node.keys() - {"at", "do", "comment"}:
                    self.problem(place, f"a behaviour has at and do, not {key}")
                nodes = by_timing.setdefault(timing.name, [])
                nodes.append((f"{place}.do", node.get("do", [])))
        for name, nodes in by_timing.items():
            timing = self.pack.timings[name]
            code, aim = self.compiler.behavior(f"{card.id} {name}", card.id, timing, nodes)
            for entity in card.entities:
                self.pack.behaviors[timing.index, entity] = code
                if aim:
                    self.pack.properties["needsTarget"].values[entity] = 1
                    self.pack.properties["aimsAt"].values[entity] = self.pack.symbol(aim)

    def compile_amounts(self, card: CardDef) -> None:
        """What a card's amounts would be now, for those who read it; see `amounts.foreseen`."""
        behaviors = dialect.modernise(card.source.get("behaviors", []))
        for known in foreseen(behaviors):
            c = Emitter(self.compiler, Scope(card.id), card.place, pure=True)
            wrong = len(self.compiler.problems)
            for name, value in known.counted:
                c.scope.symbols[name] = Symbol(expr=c.value(value, "number"))
            source = c.value(known.amount, "number").src
            if len(self.compiler.problems) > wrong:
                del self.compiler.problems[wrong:]  # it is said where the card is compiled
                continue
            amount = Preference()
            self.pack.amounts.setdefault(card.id, []).append((known, amount))
            self.compiler.function(
                amount, "value", f"(lambda r: {source})([you, this, 0, None])", "m, you, this"
            )

    def expand(self, card: CardDef, behaviors: Any) -> list[tuple[str, dict]]:
        """The behaviours of a card with older forms read and macros replaced."""
        place = f"{card.place}.behaviors"
        if not isinstance(behaviors, list):
            self.problem(place, "behaviors is a list")
            return []
        expanded = []
        for number, node in enumerate(behaviors):
            node = dialect.modernise(node)
            macro = (
                self.pack.defined("behaviors", node.get("at")) if isinstance(node, dict) else None
            )
            if macro is None:
                expanded.append((f"{place}[{number}]", node))
                continue
            given = {k: v for k, v in node.items() if k not in ("at", "comment")}
            for key in given.keys() - macro.params.keys():
                self.problem(
                    f"{place}[{number}]", f"{macro.name} has {', '.join(macro.params)}, not {key}"
                )
            for key, param in macro.params.items():
                if key not in given:
                    if param.required:
                        self.problem(
                            f"{place}[{number}]", f"{macro.name} needs {key} ({param.type})"
                        )
                    given[key] = None if param.required else param.default
            expanded += [(f"{place}[{number}]", substitute(inner, given)) for inner in macro.body]
        return expanded

    def own_modifiers(self, card: CardDef, place: str, node: dict) -> None:
        """Modifiers of the card itself, wherever it is."""
        for number, spec in enumerate(node.get("modifiers", [])):
            scope = Scope(f"{card.id} always", card=card.id)
            c = Emitter(self.compiler, scope, f"{place}.modifiers[{number}]")
            definition = doables.define_modifier(c, spec, own=True)
            if definition is None:
                continue
            if not self.pack.modifiable[spec["property"]].owned:
                c.problem("a card's own modifier has its property written out", ".property")
            for entity in card.entities:
                key = (definition.property, entity)
                self.pack.own_modifiers[key] = (*self.pack.own_modifiers.get(key, ()), definition)

    def namespace(self) -> dict[str, Any]:
        """What compiled code can name."""
        layout = self.pack.layout
        names: dict[str, Any] = {
            f"F_{fact.name}": fact.values for fact in self.pack.properties.values()
        }
        names |= {
            f"OWN_{name}": {card for index, card in self.pack.own_modifiers if index == fact.index}
            for name, fact in self.pack.modifiable.items()
            if fact.owned
        }
        names |= {name: options_of(*of) for name, of in self.compiler.offered.items()}
        names |= {name: changer(*of) for name, of in self.compiler.changed.items()}
        for function in (
            for_each,
            lacks,
            machine.column,
            machine.family,
            machine.first,
            machine.last,
            machine.one,
            machine.repeated,
            machine.top_of,
            modifiers.modified,
        ):
            names[function.__name__] = function
        return names | {
            "ZONE_FAMILY": self.zone_family(),
            "ZONE_OWNER": layout.zone_owner,
        }

    def zone_family(self) -> list[int]:
        return [self.pack.symbol(name) for name in self.pack.layout.zone_family]


def objects(tree: Any) -> Iterator[dict]:
    """Every object in a tree of JSON."""
    if isinstance(tree, dict):
        yield tree
    if isinstance(tree, dict | list | tuple):
        for inner in tree.values() if isinstance(tree, dict) else tree:
            yield from objects(inner)


def modified_names(tree: Any) -> set[str]:
    """The properties and fields that any modifier in it changes."""
    reading = ("getCardProperty", "getProperty", "sum")
    return {
        node["property"]
        for node in objects(tree)
        if isinstance(node.get("property"), str) and node.get("type") not in reading
    }


def substitute(node: Any, given: dict[str, Any]) -> Any:
    """A behaviour macro with its parameters filled in."""
    if isinstance(node, dict):
        return {key: substitute(value, given) for key, value in node.items()}
    if isinstance(node, list):
        items: list = []
        for item in node:
            block = given.get(item.strip("{}")) if isinstance(item, str) else None
            items += block if isinstance(block, list) else [substitute(item, given)]
        return items
    if not isinstance(node, str):
        return node
    if node.startswith("{") and node.endswith("}") and node[1:-1] in given:
        return given[node[1:-1]]
    for name, value in given.items():
        if isinstance(value, str | int):
            node = node.replace("{" + name + "}", str(value))
    return node


# -- the command line ------------------------------------------------------------------------------


def words_page(pack: Pack) -> str:
    """The reference of all words: the engine's and the pack's."""
    lines = [f"# Words of {pack.id}", ""]
    for family, table in WORDS.items():
        lines += [f"## {family}s of the engine", ""]
        for word in sorted(table.values(), key=lambda w: w.name):
            lines += [
                f"### {word.name}",
                "",
                f"{word.doc} ({word.source})",
                "",
                *param_lines(word.params),
                "",
            ]
    for family in FAMILIES:
        lines += [f"## {family} of {pack.id}", ""]
        for defined in pack.defines[family].values():
            lines += [
                f"### {defined.name}",
                "",
                f"{defined.doc} ({defined.source})",
                "",
                *param_lines(defined.params),
                "",
            ]
    return "\n".join(lines)


def param_lines(params: dict[str, Param]) -> list[str]:
    return [
        f"- `{name}`: {TYPES.get(p.type, p.type)}"
        + (
            ""
            if p.required
            else f" (default {json.dumps(p.default, ensure_ascii=False, default=str)})"
        )
        for name, p in params.items()
    ]


def main(arguments: list[str] | None = None) -> int:
    """`python -m rules.pack check|words|schema|show|report FOLDER [CARD]`."""
    import argparse

    parser = argparse.ArgumentParser(
        prog="python -m rules.pack", description="Check and show a pack."
    )
    parser.add_argument("action", choices=("check", "words", "schema", "show", "report"))
    parser.add_argument("folder", type=Path, help="for instance world/packs/chrono")
    parser.add_argument("card", nargs="?", help="show: the id, or a part of it, of a card or word")
    parser.add_argument("--matches", type=int, default=2000, help="report: how many")
    parser.add_argument("--checks", type=int, default=0, help="report: as for rules.sim")
    parser.add_argument("--json", action="store_true", help="report: for machines")
    given = parser.parse_args(arguments)
    try:
        if given.action == "report":
            from . import report

            return report.run(given.folder, given.matches, given.checks, given.json)
        pack, sources, _ = load_with_sources(given.folder)
    except PackError as error:
        print(error)
        print(f"{len(error.problems)} problem{'s' if len(error.problems) > 1 else ''}")
        return 1
    if given.action == "check":
        kinds = {
            kind: sum(c.kind == kind for c in pack.cards)
            for kind in pack.layout.kinds
            if kind not in ("match", "player")
        }
        counts = ", ".join(f"{n} {kind} cards" for kind, n in kinds.items())
        print(f"{pack.id} {pack.version} {pack.hash}: {counts}; no problems")
    elif given.action == "words":
        print(words_page(pack))
    elif given.action == "schema":
        print(json.dumps(json_schema(WORDS), indent=2, ensure_ascii=False))
    else:
        wanted = {code.index for code in pack.codes if given.card and given.card in code.name}
        for source in sources:
            found = re.match(r"def c(\d+)_", source)
            if found and int(found.group(1)) in wanted:
                print(source, end="\n\n")
    return 0


def load_with_sources(folder: Path) -> tuple[Pack, list[str], dict[str, str | None]]:
    """
    A pack with the Python it was compiled to: the functions' sources in their order, and the card
    that each function belongs to (None: words and flow).

    :raises PackError: as `load_pack`.
    """
    loader = Loader()
    raw, texts = loader.read_folder(folder, ())
    if loader.problems:
        raise PackError(loader.problems)
    builder = Builder(folder, raw, texts)
    pack = builder.build()
    compiler = builder.compiler
    cards = {f"{code.index}": code.card for code in pack.codes}
    cards |= {name: getattr(holder, "card", None) for holder, _, name in compiler.functions}
    owners = {}
    for source in compiler.sources:
        name = source[4 : source.index("(")]
        block = re.fullmatch(r"[ac](\d+)(?:_\d+)?", name)
        owners[name] = cards.get(block.group(1) if block else name)
    return pack, compiler.sources, owners


if __name__ == "__main__":
    raise SystemExit(main())
