"""
What a pack declares that cards speak of: fields and zones, properties, events and timings, its
cards, words of its own.

`rules.pack` reads it from the files of a pack into `Declarations`, which is all that the compiler
and other readers know of the pack. Begin there.
"""

from __future__ import annotations

from collections.abc import Iterable
from copy import copy
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from ..ground.data import Json
from ..ground.digests import digest
from ..running.bring import Entry
from ..running.catalogue import Catalogue, Fact
from ..running.decks import DeckRules
from ..running.program import OptionSpec, SideRule, Watched
from ..running.resets import Reset
from ..running.state import Layout, Piles
from ..running.symbols import Symbols
from .enchantments import Enchantments
from .schema import Param

FAMILIES = ("doables", "conditions", "values", "choosers", "behaviors")


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
class Question(Declared):
    """What cards can be asked: the type of an answer, and what counts where a card gives none."""

    type: str = "boolean"
    domain: tuple[str, ...] = ()
    default: int | tuple[int, ...] = 0


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
    _digest: str = ""

    @property
    def digest(self) -> str:
        """A digest of all that it is to what uses it."""
        if not self._digest:
            params = {
                name: (p.type, None if p.is_required else p.default, p.aliases, p.domain)
                for name, p in self.params.items()
            }
            self._digest = digest(
                self.family, self.name, params, self.body, self.result, self.options
            )
        return self._digest


class Tally(NamedTuple):
    """A field that counts an event: of the player or card in its context, or ("") of the match."""

    name: str
    event: Declared
    by: str
    spec: dict[str, Any]


class Table(dict[str, Declared]):
    """Events or timings by name; `find` knows their other names as well."""

    def __init__(self) -> None:
        super().__init__()
        self._spellings: dict[str, Declared] = {}

    def declare(self, declared: Declared) -> None:
        """Another one; a spelling that is taken stays what it is."""
        self[declared.name] = declared
        for spelling in (declared.name, *declared.aliases):
            self._spellings.setdefault(spelling, declared)

    def find(self, name: object) -> Declared | None:
        """By any of its names."""
        return self._spellings.get(name) if isinstance(name, str) else None


class Declarations:
    """What a pack declares. It is filled while the pack is read, and stays as it is then."""

    def __init__(self, id: str, name: dict[str, str], seats: Iterable[int]):
        self.id, self.name, self.seats = id, name, tuple(seats)  # numbers of players
        # Wrong numbers of players are a problem of the manifest, which its reader tells.
        self.layout = Layout(max([n for n in self.seats if n in range(1, 13)], default=2))
        self.options: dict[str, OptionSpec] = {}
        self.symbols = Symbols()
        self.dotted: set[str] = set()  # names with a dot that are symbols, not cards
        # -- what is printed on cards, and what modifiers can change
        self.catalogue = Catalogue()
        self.properties: dict[str, Fact] = {}
        self.modifiable: dict[str, Fact] = {}  # and the fields
        self.facts: list[Fact] = []  # by index
        self.collectable = ""  # the property of the cards that are no tokens; "": all are none
        self.enchantments = Enchantments({})
        # -- what happens
        self.events, self.timings = Table(), Table()
        self.questions: dict[str, Question] = {}
        self.modes: dict[str, dict[str, Any]] = {}
        self.tallies: dict[int, list[Tally]] = {}  # by event
        self.resets: dict[str, Reset] = {}  # groups of fields that begin anew, by name
        # By event: the groups that begin anew after it, and whose: a place in its context, -1: all.
        self.resets_at: dict[int, list[tuple[str, int]]] = {}
        self.preview: dict[int, tuple[Watched, ...]] = {}  # by key of event: what options would do
        # -- words of its own
        self.defines: dict[str, dict[str, Defined]] = {family: {} for family in FAMILIES}
        # -- zones
        self.start_zone = 0
        self.zone_family: list[int] = []  # by zone: the symbol of its family
        self.places: dict[str, dict[int, int]] = {}  # by family for names: which zone, by symbol
        # By the first zone of a family that each player has one of, the number of seats, and start.
        self.piles: dict[int, dict[int, tuple[Piles, ...]]] = {}
        # -- the order of players and effects: see `running.program.Turns`
        self.order, self.order_base = "", 0
        self.rotations: dict[int, tuple[tuple[int, ...], ...]] = {}  # by the number of seats
        self.begins: str | None = None
        self.listeners, self.age_base = "seat", 0
        self.simultaneous = ""
        self.last_left_wins = False
        self.side_rule = SideRule()
        self.scripts: frozenset[str] = frozenset()  # the functions of its scripts, by name
        # -- what players bring
        self.deck_rules: DeckRules | None = None
        self.bring: dict[str, Entry] = {}  # beside a deck, by name
        self.bring_wrong: set[str] = set()  # entries that could not be read
        self.brought_fields: dict[str, str] = {}  # fields of players that begin with that
        self.interface = ""  # a digest of all this but the cards: see `language.units`

    def symbol(self, name: str) -> int:
        """The number of a bare word, which is known from now on."""
        return self.symbols.add_symbol(name)

    def has_dotted(self, name: str) -> bool:
        """Whether a name with a dot is that of a card, or of a symbol."""
        return name in self.catalogue.definitions or name in self.dotted

    def event(self, name: object) -> Declared | None:
        """An event by any of its names."""
        return self.events.find(name)

    def timing(self, name: object) -> Declared | None:
        """A timing by any of its names."""
        return self.timings.find(name)

    def defined_word(self, family: str, name: Json) -> Defined | None:
        """A word of the pack by name."""
        return self.defines[family].get(name) if isinstance(name, str) else None

    def copy(self) -> Declarations:
        """The same declarations for code that may name other symbols."""
        other = copy(self)
        other.symbols = self.symbols.copy()
        return other
