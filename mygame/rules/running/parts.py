"""
What the parts of a match have in common: its state and what goes with it, as attributes.

`kernel.Kernel` is what compiled code calls; `match.Match` what everybody else does.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from .choices import Choice
from .code import Code
from .events import Trigger
from .journal import Entry
from .log import Log
from .machine import MAX_WORK
from .modifiers import Modifier
from .outcome import Outcome, outcome
from .state import Frame

if TYPE_CHECKING:
    from .match import Match
    from .shown import SeenZone


class Parts:
    """The attributes of a match."""

    __slots__ = (
        "__weakref__",
        "_journal",
        "attached",
        "borne",
        "calls",
        "cards",
        "choices",
        "conceded",
        "dealt",
        "decks",
        "dice",
        "ended_by",
        "fallback",
        "listeners",
        "log",
        "modifiers",
        "modifiers_of",
        "muted",
        "next_uuid",
        "options",
        "pack",
        "printed",
        "rng",
        "sealed",
        "seats",
        "seed",
        "seen",
        "spare",
        "stack",
        "standings",
        "state",
        "trace",
        "triggers",
        "work",
        "zones",
    )
    WORK = MAX_WORK

    pack: Any
    calls: dict[str, Code]  # the words that are called, by name: `pack.calls`
    printed: dict[int, tuple[int, ...]]  # the facts of each definition: `pack.printed`
    seats: int
    seed: int
    options: dict[str, Any]
    decks: tuple[dict[str, tuple[int, ...]], ...]  # by player and part
    dealt: int  # the length of the state as it was dealt: rows from here on were created
    cards: tuple[int, ...]  # those of the deal, then created ones that lie somewhere, by age
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
    next_uuid: int
    rng: int
    choices: list[Choice]
    sealed: tuple[tuple[Choice, tuple[int, ...]], ...]  # answers of those asked with others
    conceded: int
    dice: tuple[int, ...]
    standings: tuple[tuple[int, ...], ...] | None
    ended_by: int  # the rule by which it ended, a symbol; 0: none is named
    _journal: list[Entry] | bytes  # as it was loaded, until somebody wants to read it
    fallback: Match | None  # of a draft: the match as it stands where an answer fails
    log: Log | None
    muted: frozenset[Code]
    trace: Callable | None
    seen: dict[int, SeenZone]  # what views of it have looked like, by zone
    work: int  # what is left of the budget of this action: see `spend`

    @property
    def definitions(self) -> frozenset[int]:
        """The cards that take part, by definition."""
        state = self.state
        return frozenset([state[card] for card in self.cards])

    @property
    def outcome(self) -> Outcome | None:
        """Who won, drew and lost, and by which rule; None while the match goes on."""
        return outcome(self)

    def has_conceded(self, seat: int) -> bool:
        """Whether a seat has given up, and nobody plays on for it."""
        return bool(self.conceded >> seat & 1)

    def field(self, name: str) -> int | None:
        """A field of the match itself."""
        field = self.pack.layout.fields.get(("match", name))
        return None if field is None else self.state[field.base]

    def is_card(self, entity: int) -> bool:
        """Whether a number is a card of this match; any number can be asked about."""
        return self.pack.layout.is_row(entity) and entity < len(self.state)

    def card_of(self, entity: int) -> Any:
        """
        What is printed on a card, a `CardDef`; a definition is its own. None where the entity is
        neither.
        """
        definition = self.state[entity] if self.is_card(entity) else entity
        return self.pack.by_symbol.get(definition)

    def card_id(self, entity: int) -> str | None:
        """The id of a card or a definition."""
        definition = self.card_of(entity)
        return definition.id if definition else None

    def kind_of(self, entity: int) -> str | None:
        """The kind of an entity."""
        if 0 <= entity <= self.pack.layout.players:
            return "player" if entity else "match"
        definition = self.card_of(entity)
        return definition.kind if definition else None

    def copies_of(self, definition: int) -> list[int]:
        """The cards with this printed on them, by their numbers."""
        layout, state = self.pack.layout, self.state
        rows = range(layout.first, len(state), layout.width)
        return [row for row in rows if state[row] == definition]
