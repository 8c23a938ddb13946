"""
The program of a game: what its matches need while they run.

A `Program` is made once, when a pack is compiled, and never changes: all matches of a version share
it. What is found out about it while matches run is kept beside it, by whoever finds it out: see
`once`. Where a table is by definition, that is the symbol of a card's id.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol

from .bring import Entry, Flow, Home, Return, Shelf
from .catalogue import Catalogue, Fact
from .code import Aim, Answering, Code, Live, ModifierDef, Scripts, Unit
from .decks import DeckRules
from .measures import Measures
from .resets import Reset
from .state import Layout
from .symbols import Symbols, symbol_of
from .zone_rules import ZoneRules


@dataclass(slots=True)
class OptionSpec:
    """
    An option of a match, chosen at the table: a boolean, a number, or some cards of the pack as
    they are printed (`definitions`, a list of ids; none unless somebody chooses some).
    """

    name: str
    type: str  # boolean, number or definitions
    default: Any
    minimum: int = 0
    maximum: int = 1
    of_table: bool = True  # whether people at a table choose it, or only whoever hosts the match
    seats: tuple[int, ...] = ()  # for which numbers of players it is; empty: for all
    cards: Entry | None = None  # of definitions: which can be chosen
    is_today: bool = False  # whether the world says it: the number of the day on which it begins

    def is_for(self, seats: int, value: Any) -> bool:
        """Whether so many players can choose this value; any number can leave the default."""
        return not self.seats or seats in self.seats or value == self.default


#: `max` of an option whose value is cards: how many can be chosen, beside all other options.
Most = Callable[[Live], int]


class SideRule(NamedTuple):
    """
    Where the field with the side stands: of players (0: there is none), of cards by kind; `known`:
    whether everybody sees it. Or the `value` that gives that of a player. See `sides`.
    """

    of_players: int = 0
    of_cards: Mapping[int, int] = {}  # by the symbol of the kind
    known: bool = False
    value: Callable[[Live, int], int] | None = None

    @property
    def has_parties(self) -> bool:
        """Whether several players may be on one side."""
        return bool(self.of_players or self.value)


@dataclass(frozen=True, slots=True)
class Turns:
    """In which order players and effects come."""

    rotations: dict[int, tuple[tuple[int, ...], ...]]  # by seats: the players from each of them on
    order_base: int = 0  # of the field of the match that says who is first
    begins: str | None = None  # the option that says which seat begins
    # Who hears an event first: those of the start player (`seat`), or the oldest (`age`).
    listeners: str = "seat"
    age_base: int = 0  # of the field that says how old a card is; 0: no field does
    simultaneous: str = ""  # the prompt for the order of one's effects; "": the oldest first
    last_left_wins: bool = False  # whether who is left has won when all others have given up


@dataclass(frozen=True, slots=True)
class Bringing:
    """What players bring to a match beside a deck, and what they take home."""

    entries: dict[str, Entry] = field(default_factory=dict)  # by name
    fields: dict[str, str] = field(default_factory=dict)  # of players -> the entry it begins with
    returns: tuple[Return, ...] = ()
    home: Home | None = None
    flows: tuple[Flow, ...] = ()
    realm: str = ""  # of games that share what people own
    stock: Mapping[str, Shelf] = field(default_factory=dict)  # by zone


#: `bot.prefer` of a prompt: what an option is worth to a player, {you}, beside `bot.worth`.
Preference = Callable[[Live, int, int], int]


#: `board.between`: a number between a player who looks, {you}, and another one, {it}.
Between = Callable[[Live, int, int], int]


class ForcedWin(NamedTuple):
    """`bot.forcedWin`: until what changes bots look for wins, and what a player lacks for one."""

    until: Callable[[Live], int]
    lacking: Callable[[Live, int], int]
    within: int | None  # nobody looks where more is lacking

    def is_far(self, match: Live, player: int) -> bool:
        """Whether it is not worth looking."""
        return self.within is not None and self.lacking(match, player) > self.within


@dataclass(frozen=True, slots=True)
class BotValues:
    """What bots go by: the section `bot` of a pack."""

    worth: Callable[[Live, int], int] | None = None  # how well a player stands
    until: Callable[[Live], int] | None = None  # a number; when it changes they look no further
    # By prompt, the type of what is picked (card or definition), and option ("": of all).
    preferences: dict[tuple[str, str, str], Preference] = field(default_factory=dict)
    forced_win: ForcedWin | None = None
    weighs_others: bool = False  # whether `worth` says already what the others have
    spans: int = 1  # how often `until` changes before bots that search a tree look no further


class Amount(NamedTuple):
    """
    An amount that can be told before a card is played: which behaviour and which of its doables,
    the zones whose cards are part of it, and its value for a player and a card.
    """

    place: tuple[int, int]
    zones: frozenset[str]
    value: Callable[[Live, int, int], int]


@dataclass(frozen=True, slots=True)
class Watched:
    """One entry of the section `preview`; `amount` and `by` are places in the event's context."""

    name: str
    amount: int | None  # None: it happens or does not
    by: int | None  # the player who must have caused it


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class Program:
    """All that the matches of one version of a game share."""

    id: str
    name: dict[str, str]  # by language
    hash: str  # of all files
    rules: str  # a digest of all units but those of cards and of who looks on
    seats: tuple[int, ...]  # numbers of players
    options: dict[str, OptionSpec]
    most_chosen: dict[str, Most]  # by option whose value is cards, where a value says it
    # -- the state
    layout: Layout
    symbols: Symbols
    events: tuple[str, ...]  # their names, by number
    resets: dict[str, Reset]  # groups of fields that begin anew, by name
    places: dict[str, dict[int, int]]  # by family of zones for names: which of them, by symbol
    start_zone: int
    zone_family: list[int]  # by zone: the symbol of its family
    zone_rules: dict[int, ZoneRules]  # by zone; those that have any
    lays: dict[str, Code]  # by family of zones: how scenarios lay cards there
    turns: Turns
    side_rule: SideRule
    # -- the cards
    catalogue: Catalogue
    collectable: int  # the index of the fact that says which cards are no tokens; -1: all are
    properties: dict[str, Fact]  # what is printed, by name
    modifiable: dict[str, Fact]  # and the fields: what modifiers can change
    facts: list[Fact]  # by index
    minimums: list[int | None]  # by index
    deck_rules: DeckRules | None  # for games with decks of players' own
    bringing: Bringing
    # -- the code
    units: dict[str, Unit]
    main: Code
    quitting: Code | None  # what becomes of who gives up, where the game says so
    calls: dict[str, Callable[..., Any]]  # words that are called, by name
    scripts: Scripts | None  # what carries out functions of another language
    behaviors: dict[tuple[int, int], Code]  # by timing and definition
    aims: dict[int, list[Aim]]  # by definition: what a cast can aim at
    gates: dict[int, list[Aim]]  # and the options of a menu that all aim
    # By index of a property, of those that some card has of its own, and definition.
    own_modifiers: dict[int, dict[int, tuple[ModifierDef, ...]]]
    answers: tuple[dict[int, Answering], ...]  # by question, and definition
    notes: dict[int, tuple[str, tuple[tuple[str, str], ...]]]  # lines of the log: see `log.Log`
    # -- who looks on
    bots: BotValues
    preview: dict[int, tuple[Watched, ...]]  # by key of event: what options would do
    amounts: dict[str, list[Amount]]  # by card id
    measures: Measures  # what simulations record
    between: dict[str, Between]  # what seats are told of the others, by name
    # -- what is found out while matches run: see `once`
    found: dict[Any, Any] = field(default_factory=dict, repr=False)

    def __repr__(self) -> str:
        return f"<Program {self.id} {self.hash[:8]}>"

    def symbol(self, name: str) -> int:
        """The number of a bare word, whether or not the game has it."""
        return symbol_of(name)

    def symbol_name(self, number: int) -> str | None:
        """The bare word of a number."""
        return self.symbols.name_of(number)

    @property
    def codes(self) -> list[Code]:
        """All codes of all units."""
        return [code for unit in self.units.values() for code in unit.codes]

    @property
    def brings(self) -> bool:
        """Whether players bring anything to a match."""
        return self.deck_rules is not None or bool(self.bringing.entries)


class Game(Protocol):
    """Whose program matches run: a pack, of which they know no more than this."""

    @property
    def program(self) -> Program: ...


def once[Value](find: Callable[[Program], Value]) -> Callable[[Program], Value]:
    """What a function finds out about a program, found out once; it goes with the program."""

    def found(program: Program) -> Value:
        try:
            known: Value = program.found[find]
        except KeyError:
            known = program.found[find] = find(program)
        return known

    return found
