"""
What the parts of a match have in common: its state and what goes with it, as attributes.

`kernel.Kernel` is what compiled code calls; `match.Match` what everybody else does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence, Sized
from typing import Any, Self

from .active import Modifier, Trigger
from .bring import Brought, Kept
from .catalogue import CardDef
from .choices import Choice
from .code import Code, Frame, Live, ModifierDef, TriggerDef
from .contract import kernel
from .journal import Entry, LeftOut
from .log import Log
from .plans import SeenZone
from .program import Game, Program
from .state import Context, Ended, Family, Gaps, Identifier, Registers, Value

MAX_WORK = 1_000_000  # things that loops, filters and lists go through in one action

#: Is told of every event, also of those that nobody hears: its key, its context, whom it is about.
type Trace = Callable[[int, Context, int], object]


class Parts(Live):
    """The attributes of a match."""

    __slots__ = (
        "__weakref__",
        "_journal",
        "asked",
        "attached",
        "borne",
        "brought",
        "calls",
        "cards",
        "choices",
        "conceded",
        "dealt",
        "decks",
        "depth",
        "dice",
        "ended",
        "failed",
        "fallback",
        "game",
        "gaps",
        "gathered",
        "keeping",
        "known",
        "listeners",
        "log",
        "modifiers",
        "modifiers_of",
        "muted",
        "next_uuid",
        "options",
        "owners",
        "printed",
        "program",
        "quitters",
        "result",
        "rng",
        "sealed",
        "seats",
        "seed",
        "seen",
        "settled",
        "spare",
        "stack",
        "standings",
        "state",
        "stripped",
        "tags",
        "ticks",
        "trace",
        "triggers",
        "waiting",
        "work",
        "zones",
    )
    WORK = MAX_WORK

    game: Game  # whose program it runs, for who hosts it
    program: Program
    calls: dict[str, Callable[..., Any]]  # the words that are called, by name: `program.calls`
    printed: dict[int, tuple[int, ...]]  # the facts of each definition: `catalogue.printed`
    seats: int
    seed: int
    options: dict[str, Any]
    brought: Brought  # lists of cards, as definitions
    decks: tuple[dict[str, tuple[int, ...]], ...]  # by player and part
    dealt: int  # the length of the state as it was dealt: rows from here on were created
    cards: tuple[int, ...]  # those of the deal, then created ones that lie somewhere, by age
    owners: dict[int, int]  # by card: the player who has it as a copy of theirs; not changed
    spare: tuple[int, ...]  # rows of created cards that are gone, for new ones
    state: list[int]
    zones: list[tuple[int, ...]]
    stack: list[Frame]
    triggers: dict[int, Trigger]
    modifiers: dict[int, Modifier]
    listeners: dict[int, tuple[int, ...]]
    modifiers_of: dict[int, tuple[int, ...]]
    attached: dict[int, tuple[int, ...]]  # what ends when a card that it is of moves
    borne: dict[int, tuple[int, ...]]  # what a card bears
    stripped: frozenset[int]  # cards whose printed modifiers do not hold where they lie
    next_uuid: int
    rng: int
    choices: list[Choice]
    sealed: tuple[tuple[Choice, tuple[int, ...]], ...]  # answers of those asked with others
    gathered: tuple[tuple[int, Any], ...]  # of those asked with others who had no choice
    conceded: int  # seats whose defaults are taken, as bits
    quitters: int  # seats whose people have given up, also where somebody plays on for them
    settled: tuple[tuple[int, Kept], ...]  # what seats have taken home already
    dice: tuple[int, ...]
    gaps: Gaps | None  # places of cards that have left, until the outermost `keepPlaces` ends
    keeping: Family | None  # answers that hold until the innermost `keepAnswers` ends
    tags: dict[tuple[int, str], Value]  # what scripts have noted of entities, by name; replaced
    known: dict[int, int]  # what seats know of hidden cards: see `known`; not changed
    standings: tuple[tuple[int, ...], ...] | None
    ended: Ended | None  # who won, drew and lost; None while the match goes on
    _journal: list[Entry] | bytes  # as it was loaded, until somebody wants to read it
    failed: dict[LeftOut, str]  # what was left out where it failed, and why: see `failing`
    fallback: Self | None  # of a draft: the match as it stands where an answer fails
    log: Log | None
    muted: frozenset[object]  # what is left out of this answer, for it fails: see `failing`
    trace: Trace | None
    seen: dict[int, SeenZone]  # what views of it have looked like, by zone
    work: int  # what is left of the budget of this action: see `spend`
    ticks: Iterator[int]  # the steps that this action may still take: see `machine.run`
    depth: int  # pieces of code that were started inside each other: see `machine.start_code`
    asked: int  # answers of cards that are being worked out, inside each other: see `questions`
    waiting: list[Frame]  # of code that was called and waits, the innermost first
    result: Any  # what a piece of code has given, an event come to, a player chosen

    @property
    def definitions(self) -> frozenset[int]:
        """The cards that take part, by definition, and those that were brought in lists."""
        listed = [each for of in self.brought for many in of.values() for each in many]
        return frozenset(map(self.state.__getitem__, self.cards)).union(listed)

    def has_conceded(self, seat: int) -> bool:
        """Whether a seat has given up, and nobody plays on for it."""
        return bool(self.conceded >> seat & 1)

    @kernel()
    def gave_up(self, player: int) -> bool:
        """The same of a player; nobody has not."""
        return bool(self.conceded << 1 >> player & 1)

    def has_settled(self, seat: int) -> bool:
        """Whether a seat has taken home what it had, and plays no further."""
        return any(known == seat for known, _ in self.settled)

    def field(self, name: str) -> int | None:
        """A field of the match itself."""
        field = self.program.layout.fields.get(("match", name))
        return None if field is None else self.state[field.base]

    @kernel(spent=True)
    def players_from(self, start: int) -> tuple[int, ...]:
        """All players counterclockwise from one (0: from the start player)."""
        turns = self.program.turns
        return turns.rotations[self.seats][start or self.state[turns.order_base]]

    def is_card(self, entity: int) -> bool:
        """Whether a number is a card of this match; any number can be asked about."""
        layout = self.program.layout
        return layout.first <= entity < len(self.state) and entity % layout.width == 0

    def card_of(self, entity: int) -> CardDef | None:
        """
        What is printed on a card; a definition is its own. None where the entity is neither.
        """
        definition = self.state[entity] if self.is_card(entity) else entity
        return self.program.catalogue.by_symbol.get(definition)

    def card_id(self, entity: int | str) -> str | None:
        """The id of a card or a definition; None also for a text that somebody has written."""
        definition = self.card_of(entity) if isinstance(entity, int) else None
        return definition.id if definition else None

    def kind_of(self, entity: int) -> str | None:
        """The kind of an entity."""
        if 0 <= entity <= self.program.layout.players:
            return "player" if entity else "match"
        definition = self.card_of(entity)
        return definition.kind if definition else None

    def copies_of(self, definition: int) -> list[int]:
        """The cards with this printed on them, by their numbers."""
        layout, state = self.program.layout, self.state
        rows = range(layout.first, len(state), layout.width)
        return [row for row in rows if state[row] == definition]

    # -- what later parts do, and earlier ones ask for ---------------------------------------------

    def push_frame(self, code: Code, given: Sequence[Value]) -> bool:
        """See `frames.Frames`, as the next four."""
        raise NotImplementedError

    def run_framed(self, frame: Frame) -> bool:
        raise NotImplementedError

    def spend[Items: Sized](self, items: Items) -> Items:
        raise NotImplementedError

    def number_range(self, low: int, high: int) -> range:
        raise NotImplementedError

    def remove(self, uuid: int) -> None:
        """See `effects.Effects`, as the next three."""
        raise NotImplementedError

    def remove_all(self, uuids: Iterable[int]) -> None:
        raise NotImplementedError

    def add_trigger(
        self,
        definition: TriggerDef,
        r: Registers,
        owner: int,
        subject: int,
        identifier: Identifier | None,
    ) -> None:
        raise NotImplementedError

    def add_modifier(
        self, definition: ModifierDef, r: Registers, owner: int, identifier: Identifier | None
    ) -> None:
        raise NotImplementedError

    def move(self, card: int, zone: int, bottom: bool = False) -> None:
        """See `zones.Zones`, as the next four."""
        raise NotImplementedError

    def move_all(self, cards: tuple[int, ...], zone: int, bottom: bool = False) -> None:
        raise NotImplementedError

    def roll(self, sides: int) -> int:
        raise NotImplementedError

    def random(self, below: int) -> int:
        raise NotImplementedError

    def ask_order(self, player: int, cards: tuple[int, ...]) -> bool:
        """See `kernel.Kernel`."""
        raise NotImplementedError
