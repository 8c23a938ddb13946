"""What a game is once it is read and compiled: a `Pack`, and the declarations in it."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from ..ground.data import Json
from ..ground.digests import digest
from ..ground.errors import RuleError
from ..ground.names import names
from ..language.amounts import Watched
from ..language.declared import Declared, Defined, Fact
from ..language.enchantments import Enchantments
from ..language.trees import Trees
from ..language.units import Written
from ..running import bring, decks
from ..running.aiming import Aim
from ..running.code import Code, ModifierDef, Unit
from ..running.fields import Reset
from ..running.moving import ZoneRules
from ..running.saving import ENGINE
from ..running.sides import SideRule
from ..running.state import Layout, Piles
from . import measures

if TYPE_CHECKING:
    from ..running.deal import Known
    from ..running.match import Match
    from ..running.shown import CardPlan, Plan

#: A test of what is printed on a definition: of the pack, where compiled code has a match.
type OfPrint = Callable[[Pack, int], bool]

SYMBOLS, SYMBOLS_END = 1 << 20, 1 << 30  # between them lie the numbers of symbols
MAX_DIGESTS = 256  # of groups of cards
FAMILIES = ("doables", "conditions", "values", "choosers", "behaviors")


@dataclass(slots=True)
class OptionSpec:
    """An option of a match, chosen at the table."""

    name: str
    type: str  # boolean or number
    default: Any
    minimum: int = 0
    maximum: int = 1


class Tally(NamedTuple):
    """A field that counts an event: of the player or card in its context, or ("") of the match."""

    name: str
    event: Declared
    by: str
    spec: dict[str, Any]


@dataclass(slots=True)
class CardDef:
    """
    A card as declared. `source` is the JSON as read, `facts` its printed properties, `text` its
    description; `symbol`, the number of its id, is its definition in a match.
    """

    id: str
    name: dict[str, str]
    kind: str
    count: int
    per_player: bool
    facts: dict[str, Any]
    source: dict[str, Any]
    place: str
    text: Json = None
    symbol: int = 0
    number: int = 0  # among the cards of the pack


#: `bot.prefer` of a prompt: what an option is worth to a player, {you}, beside `bot.worth`.
Preference = Callable[["Match", int, int], int]


class ForcedWin(NamedTuple):
    """`bot.forcedWin`: until what changes bots look for wins, and what a player lacks for one."""

    until: Callable[[Match], int]
    lacking: Callable[[Match, int], int]
    within: int | None  # nobody looks where more is lacking

    def is_far(self, match: Match, player: int) -> bool:
        """Whether it is not worth looking."""
        return self.within is not None and self.lacking(match, player) > self.within


class Amount(NamedTuple):
    """
    An amount that can be told before a card is played: which behaviour and which of its doables,
    the zones whose cards are part of it, and its value for a player and a card. See
    `language.amounts`.
    """

    place: tuple[int, int]
    zones: frozenset[str]
    value: Callable[[Match, int, int], int]


class Origin(NamedTuple):
    """What a pack was made of: its folder and those of its parents, its sections, its units."""

    folder: Path
    folders: list[str]
    raw: dict[str, Any]
    units: dict[str, Written]


LOSES = "loses"  # `concede` of a manifest: who gives up has lost; else a word of the pack


class Pack:
    """A compiled game. Nothing in it changes after loading."""

    def __init__(self, folder: Path, raw: dict[str, Any], sources: dict[str, str]):
        manifest = raw["pack"]
        self.folder = folder.name
        self.sources = sources
        self.id: str = manifest.get("id", folder.name)
        self.name = names(manifest.get("name", self.id))
        self.version = str(manifest.get("version", "0"))
        seats = manifest.get("seats", [2])
        self.seats: tuple[int, ...] = tuple(seats) if isinstance(seats, list) else ()
        # the prompt for the order of a player's effects at one moment; "": the oldest first
        self.simultaneous = str(manifest.get("simultaneous", ""))
        # whether the one who is left has won when all others have given up
        self.last_left_wins = manifest.get("concede") == LOSES
        self.quitting: Code | None = None  # what becomes of who gives up, where the pack says so
        self.begins: str | None = manifest.get("begins")  # the option that says which seat begins
        # who hears an event first: those of the start player (`seat`), or the oldest (`age`)
        self.listeners = "seat"
        self.age_base = 0  # of the field that says how old a card is; 0: no field does
        self.hash = content_hash(sources)
        self.words: dict[str, Any] = raw["words"]
        self.board = raw["board"]
        self.options: dict[str, OptionSpec] = {}
        self.deck_rules: decks.DeckRules | None = None  # for games with decks of players' own
        self.bring: dict[str, bring.Entry] = {}  # what else players bring, by name
        self.brought_fields: dict[str, str] = {}  # fields of players that begin with that
        self.returns: tuple[bring.Return, ...] = ()  # what they take home
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
        self.modes: dict[str, dict[str, Any]] = raw["modes"]
        self.defines: dict[str, dict[str, Defined]] = {family: {} for family in FAMILIES}
        self.definitions: dict[str, CardDef] = {}
        self.by_symbol: dict[int, CardDef] = {}
        # by definition: the printed facts, in the order of `facts`; and the row of a new card
        self.printed: dict[int, tuple[int, ...]] = {}
        self.rows: dict[int, tuple[int, ...]] = {}
        self.collectable = ""  # the property of the cards that `definitions` names; "": of all
        self._catalogues: dict[bool, tuple[int, ...]] = {}
        self._sifted: dict[tuple[bool, OfPrint], tuple[int, ...]] = {}
        self.enchantments = Enchantments({})
        self.tallies: dict[int, list[Tally]] = {}  # by event
        self.resets: dict[str, Reset] = {}  # groups of fields that begin anew, by name
        # by event: the groups that begin anew after it, and whose (a place in its context; -1: all)
        self.resets_at: dict[int, list[tuple[str, int]]] = {}
        self.deals: dict[int, Known] = {}  # by seats, filled by `deal` on first sight
        self.behaviors: dict[tuple[int, int], Code] = {}  # by timing and definition
        # by definition: what a cast can aim at, with the types of the context and the timing
        self.aims: dict[int, list[Aim]] = {}
        self.gates: dict[int, list[Aim]] = {}  # and the options of a menu that all aim
        # by property, of those that some card has of its own, and definition
        self.own_modifiers: dict[int, dict[int, tuple[ModifierDef, ...]]] = {}
        self.origin: Origin
        self.units: dict[str, Unit] = {}
        self.calls: dict[str, Callable[..., Any]] = {}  # words that are called, by name
        self.main: Code
        self.interface = ""  # a digest of what it declares: see `language.units`
        self.rules = ""  # a digest of all units but those of cards and of who looks on
        self.zone_family: list[int] = []  # by zone: the symbol of its family
        # how well a player stands, for bots
        self.worth: Callable[[Match, int], int] | None = None
        # a number; when it changes bots look no further
        self.until: Callable[[Match], int] | None = None
        # by prompt and the type of what is picked, card or definition
        self.preferences: dict[tuple[str, str], Preference] = {}
        self.forced_win: ForcedWin | None = None
        self.amounts: dict[str, list[Amount]] = {}  # by card id
        self.preview: dict[int, tuple[Watched, ...]] = {}  # by key of event: what options would do
        self.measures = measures.Measures()  # what simulations record
        self.start_zone = 0
        self.zone_rules: dict[int, ZoneRules] = {}  # by zone; those that have any
        self.lays: dict[str, Code] = {}  # by family of zones: how scenarios lay cards there
        self.order = ""  # the field of the match that says where the order of players begins
        self.order_base = 0
        self.side_rule = SideRule()  # where it stands who is on which side
        self.rotations: dict[int, tuple[tuple[int, ...], ...]] = {}  # by the number of seats
        # by the first zone of a family that each player has one of, the number of seats, and start
        self.piles: dict[int, dict[int, tuple[Piles, ...]]] = {}
        self.prompts: dict[str, set[str]] = {}  # and what their options are about: see `Option`
        self.option_words: dict[str, set[str]] = {}  # and what they are about: see `Option`
        self.messages: dict[str, tuple[str, ...]] = {}
        self.notes: dict[int, tuple[str, tuple[tuple[str, str], ...]]] = {}  # see `log.Log`
        self._digests: dict[frozenset[int], str] = {}
        self._symbols: dict[str, int] = {}
        self._symbol_names: dict[int, str] = {}
        self.ranks: dict[int, int] = {0: -1}  # the order of symbols where things are sorted by them
        self._places: dict[str, dict[int, int]] = {}
        self._dotted: set[str] = set()
        # How cards, zones and the whole are told: filled by `running.shown` on first sight.
        self.card_plans: dict[tuple[int, int], CardPlan] = {}
        self.view_plan: Plan | None = None

    def __repr__(self) -> str:
        return f"<Pack {self.id} {self.version} {self.hash[:8]}>"

    @cached_property
    def trees(self) -> Trees:
        """What its cards and words say, for all who look into them."""
        return Trees(self)

    # -- names -------------------------------------------------------------------------------------

    def symbol(self, name: str) -> int:
        """The number of a bare word: the same in every version of a pack."""
        number = self._symbols.get(name)
        if number is None:
            number = symbol_of(name)
            if number in self._symbol_names:
                other = self._symbol_names[number]
                raise RuleError(f"call {name} otherwise: its number is that of {other}")
            self._symbols[name], self._symbol_names[number] = number, name
        return number

    def symbol_name(self, number: int) -> str | None:
        """The bare word of a number."""
        return self._symbol_names.get(number)

    def rank(self, number: int) -> None:
        """Sort a symbol after all that were named so before."""
        self.ranks.setdefault(number, len(self.ranks))

    def has_symbol(self, name: str) -> bool:
        """Whether anything in the pack is called so."""
        return name in self._symbols

    def is_domain_symbol(self, name: str) -> bool:
        return name in self._dotted

    def event(self, name: object) -> Declared | None:
        return self._event_names.get(name) if isinstance(name, str) else None

    def timing(self, name: object) -> Declared | None:
        return self._timing_names.get(name) if isinstance(name, str) else None

    def defined(self, family: str, name: Json) -> Defined | None:
        return self.defines[family].get(name) if isinstance(name, str) else None

    @property
    def codes(self) -> list[Code]:
        """All codes of all units."""
        return [code for unit in self.units.values() for code in unit.codes]

    def digest_of(self, definitions: frozenset[int]) -> str:
        """A digest of some cards: what is printed on them and what they do."""
        found = self._digests.get(definitions)
        if found is None:
            told = [
                (self._symbol_names[each], self.printed[each], self._unit_digest(each))
                for each in sorted(definitions)
                if each
            ]
            if len(self._digests) >= MAX_DIGESTS:
                self._digests.clear()
            found = self._digests[definitions] = digest(told)
        return found

    def _unit_digest(self, definition: int) -> str:
        unit = self.units.get(f"card {self._symbol_names[definition]}")
        return unit.digest if unit is not None else ""

    @property
    def cards(self) -> list[CardDef]:
        return list(self.definitions.values())

    def all_of(self, everything: bool) -> tuple[int, ...]:
        """
        The definitions of its cards in their order: the collectable ones, or `everything`, tokens
        and the like as well.
        """
        found = self._catalogues.get(everything)
        if found is None:
            index = self.properties[self.collectable].index if self.collectable else -1
            found = self._catalogues[everything] = tuple(
                [
                    card.symbol
                    for card in self.cards
                    if everything or index < 0 or self.printed[card.symbol][index]
                ]
            )
        return found

    def sifted(self, everything: bool, test: OfPrint) -> tuple[int, ...]:
        """Those of `all_of` that pass a test of what is printed on them; it is asked once."""
        found = self._sifted.get((everything, test))
        if found is None:
            pool = self.all_of(everything)
            found = tuple([definition for definition in pool if test(self, definition)])
            self._sifted[everything, test] = found
        return found

    def card(self, card_id: str) -> CardDef:
        """A card by id. KeyError if there is none."""
        return self.definitions[card_id]

    def print_fact(self, card: CardDef, name: str, value: int) -> None:
        """What is found out about a card while it is compiled, as if it were printed on it."""
        printed = list(self.printed[card.symbol])
        printed[self.properties[name].index] = value
        self.printed[card.symbol] = tuple(printed)

    def place_in(self, zone: str, symbol: int) -> int:
        """The offset of a zone among those of a list of names. KeyError when it is none of them."""
        return self._places[zone][symbol]

    @property
    def brings(self) -> bool:
        """Whether players bring anything to a match."""
        return self.deck_rules is not None or bool(self.bring)

    def checked_options(self, given: dict[str, Any]) -> dict[str, Any]:
        """
        The options of a match, completed with defaults. ValueError names one that does not fit.
        """
        options = {name: spec.default for name, spec in self.options.items()}
        for name, value in given.items():
            if name == bring.OPTION and self.brings:
                options[name] = bring.checked(self, value)
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


def symbol_of(name: str) -> int:
    """The number of a symbol, but for what a pack does when two of its symbols have the same."""
    digest = hashlib.blake2b(name.encode(), digest_size=8).digest()
    return SYMBOLS + int.from_bytes(digest) % (SYMBOLS_END - SYMBOLS)


def content_hash(sources: dict[str, str]) -> str:
    digest = hashlib.blake2b(str(ENGINE).encode(), digest_size=16)
    for path in sorted(sources):
        digest.update(f"\0{path}\0{sources[path]}".encode())
    return digest.hexdigest()
