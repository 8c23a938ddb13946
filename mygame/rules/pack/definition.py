"""What a game is once it is read and compiled: a `Pack`, and the declarations in it."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from ..language import dialect
from ..language.amounts import Foreseen, Watched
from ..language.schema import Param
from ..language.trees import Trees
from ..running import decks
from ..running.code import Code, ModifierDef, TriggerDef
from ..running.match import ENGINE
from ..running.state import Layout
from ..weighing import measures

SYMBOLS = 1 << 20  # symbols are numbers from here on
FAMILIES = ("doables", "conditions", "values", "choosers", "behaviors")


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
        seats = manifest.get("seats", [2])
        self.seats: tuple[int, ...] = tuple(seats) if isinstance(seats, list) else ()
        # the prompt for the order of a player's effects at one moment; "": the oldest first
        self.simultaneous = str(manifest.get("simultaneous", ""))
        self.hash = content_hash(sources)
        self.words: dict[str, Any] = raw["words"]
        self.board = raw["board"]
        self.options: dict[str, OptionSpec] = {}
        self.deck_rules: decks.DeckRules | None = None  # for games with decks of players' own
        # Wrong numbers of players are a problem of the manifest: see `declare`.
        self.layout = Layout(max([n for n in self.seats if n in range(1, 13)], default=2))
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
        self.code = ""  # a digest of what the pack was compiled to
        self.worth: Any = None  # worth(match, player): how well a player stands, for bots
        self.until: Any = None  # until(match): a number; when it changes bots look no further
        self.preferences: dict[str, Preference] = {}  # by prompt
        self.amounts: dict[str, list[tuple[Foreseen, Preference]]] = {}  # by card id
        self.preview: dict[int, tuple[Watched, ...]] = {}  # by key of event: what options would do
        self.measures = measures.Measures()  # what simulations record
        self.namespace: dict[str, Any] = {}  # of the compiled code
        self.start_zone = 0
        self.arrivals: dict[str, Code] = {}
        self.order = ""  # the field of the match that says where the order of players begins
        self.order_base = 0
        self.rotations: dict[tuple[int, int], tuple[int, ...]] = {}
        self.prompts: set[str] = set()
        self.option_words: dict[str, set[str]] = {}  # and what they are about: see `Option`
        self.messages: dict[str, tuple[str, ...]] = {}
        self.notes: list[tuple[str, tuple[tuple[str, str], ...]]] = []  # see `log.Log`
        self._symbols: dict[str, int] = {}
        self._symbol_names: list[str] = []
        self._places: dict[str, dict[int, int]] = {}
        self._dotted: set[str] = set()
        self.card_plans: dict[int, Any] = {}  # filled by `view` on first sight
        self.view_plan: Any = None
        self._cards_for: dict[int, tuple[int, ...]] = {}

    def __repr__(self) -> str:
        return f"<Pack {self.id} {self.version} {self.hash[:8]}>"

    @cached_property
    def trees(self) -> Trees:
        """What its cards and words say, for all who look into them."""
        return Trees(self)

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

    def has_symbol(self, name: str) -> bool:
        """Whether anything in the pack is called so."""
        return name in self._symbols

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
