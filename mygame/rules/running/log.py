"""
The log of a match: a line for everything that players should be told.

A line is kept as numbers, which is quick and small, and written out as a `LogEntry` when somebody
reads it. A card may be turned into another one, and its number may be another card's later, so a
line keeps its definition beside it: `definition << DEFINITION_SHIFT | card`. Older lines are kept
packed.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple, NotRequired, TypedDict, overload

import orjson

from .program import Program
from .state import PLURAL, SINGULAR, Value, freeze

#: What is kept of a line: see `Log`.
Row = tuple[Any, ...]
#: An argument as it is written out: a number, a card's id, a symbol, a seat, or several of them.
type Told = int | str | tuple[Told, ...] | None

MAYBE_CARDS = frozenset(("card", "cards", "entity", "entities", "any"))  # kinds of values
BLOCK = 128  # lines that are packed together
DEFINITION_SHIFT = 32  # the number of a card takes fewer bits; with its definition it has 62
HIDDEN_CARD = 1 << DEFINITION_SHIFT  # what is kept of a card for who may not know which it is


def card_with_definition(card: int, definition: int) -> int:
    """A card as a line keeps it."""
    return definition << DEFINITION_SHIFT | card


def logged_card(value: int | str | None) -> int:
    """The card in a value of a line; 0 where that is none."""
    if not value or isinstance(value, str):
        return 0
    return value & (1 << DEFINITION_SHIFT) - 1 if value >> DEFINITION_SHIFT > 0 else 0


def logged_cards(value: Value | None) -> list[int]:
    """The cards in a value of a line, which may be several."""
    if isinstance(value, tuple):
        return [card for item in value for card in logged_cards(item)]
    card = logged_card(value)
    return [card] if card else []


class About(TypedDict):
    """What a line is about, as clients are told it (`docs/protocol.md`)."""

    args: list[dict[str, Any]]
    cause: NotRequired[dict[str, Any]]


class LogEntry(NamedTuple):
    """
    A line of the log: its message, (name, kind, value) of each argument, and the seats that may
    read it as it is (None: all); and its cause, the id of the card whose effect it tells (None: it
    is the flow of the game, or a card that not everybody has seen acting).

    A card is given by its id, a player by seat, a symbol by name, a text as it is; lists as tuples
    of those. Which cards these were, as numbers of the match, say `cards` (by the names of the
    arguments that are cards; 0 for one that nobody may know) and `by` (of the cause; 0: none).
    """

    message: str
    args: tuple[tuple[str, str, Told], ...]
    seats: tuple[int, ...] | None
    cause: str | None = None
    cards: tuple[tuple[str, int | tuple[int, ...]], ...] = ()
    by: int = 0

    def about(self) -> About:
        """Its `args`, cards with their numbers as `entity`; and its `cause`, if it has one."""
        entities = dict(self.cards)
        about: About = {"args": []}
        for name, kind, value in self.args:
            numbered = {"entity": entities[name]} if name in entities else {}
            about["args"].append({"name": name, "kind": kind, "value": value, **numbered})
        if self.cause is not None:
            about["cause"] = {"id": self.cause, "entity": self.by}
        return about


class Log(Sequence[LogEntry]):
    """
    The lines of one match, read like a list of `LogEntry`. A row is what is kept of one: the index
    of the note in `program.notes`, the players who may read it (None: all), its cause (0: none),
    then its values. `rows` are the last ones, `folded` those before in blocks.
    """

    __slots__ = ("folded", "program", "rows")

    def __init__(self, program: Program, rows: Iterable[Row] = (), folded: tuple[bytes, ...] = ()):
        self.program = program
        self.folded = folded
        self.rows = list(rows)

    def copy(self) -> Log:
        return Log(self.program, self.rows, self.folded)

    def pack_old_rows(self) -> None:
        """Pack what is not among the last lines. Between actions: packed lines are not undone."""
        while len(self.rows) >= 2 * BLOCK:
            self.folded += (zlib.compress(orjson.dumps(self.rows[:BLOCK])),)
            del self.rows[:BLOCK]

    def truncate(self, length: int) -> None:
        """Keep so many lines, of which some may not be packed."""
        del self.rows[length - len(self.folded) * BLOCK :]

    def all_rows(self) -> list[Row]:
        """All rows, also those that were packed."""
        rows: list[Row] = []
        for block in self.folded:
            rows += map(freeze, orjson.loads(zlib.decompress(block)))
        return rows + self.rows

    def __len__(self) -> int:
        return len(self.folded) * BLOCK + len(self.rows)

    def __iter__(self) -> Iterator[LogEntry]:
        return map(self._make_entry, self.all_rows())

    @overload
    def __getitem__(self, index: int) -> LogEntry: ...
    @overload
    def __getitem__(self, index: slice) -> list[LogEntry]: ...
    def __getitem__(self, index: int | slice) -> LogEntry | list[LogEntry]:
        if isinstance(index, slice):
            start, stop, step = index.indices(len(self))
            if step == 1:
                rows = self.rows_from(start)[: max(stop - start, 0)]
            else:
                rows = self.all_rows()[index]
            return [self._make_entry(row) for row in rows]
        index = range(len(self))[index]
        return self._make_entry(self.rows_from(index)[0])

    def rows_from(self, index: int) -> list[Row]:
        """The rows from the one of this number on."""
        packed = len(self.folded) * BLOCK
        return self.rows[index - packed :] if index >= packed else self.all_rows()[index:]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Log):
            return NotImplemented
        return self.program.hash == other.program.hash and self.all_rows() == other.all_rows()

    __hash__ = None  # type: ignore[assignment]  # it grows

    def _make_entry(self, row: Row) -> LogEntry:
        note, players, cause, *values = row
        message, arguments = self.program.notes[note]
        return LogEntry(
            message,
            tuple(
                make_argument(self.program, name, kind, value)
                for (name, kind), value in zip(arguments, values, strict=True)
            ),
            None if players is None else tuple(player - 1 for player in players),
            _card_id(self.program, cause),
            tuple(_named_cards(arguments, values)),
            logged_card(cause),
        )


def _named_cards(
    arguments: Iterable[tuple[str, str]], values: Iterable[Value]
) -> Iterator[tuple[str, int | tuple[int, ...]]]:
    """The arguments of a line that are cards, as `LogEntry.cards` has them."""
    for (name, kind), value in zip(arguments, values, strict=True):
        if kind not in MAYBE_CARDS:
            continue
        if isinstance(value, tuple):
            if any(
                cards := tuple(
                    [0 if isinstance(item, tuple) else logged_card(item) for item in value]
                )
            ):
                yield name, cards
        elif card := logged_card(value):
            yield name, card


def make_argument(program: Program, name: str, kind: str, value: Value) -> tuple[str, str, Told]:
    """What is kept of an argument, written out: as in `LogEntry`."""
    if isinstance(value, tuple):
        one = SINGULAR.get(kind, "entity")
        items = [make_argument(program, name, one, item) for item in value]
        kinds = {item[1] for item in items}
        many = PLURAL[kinds.pop()] if len(kinds) == 1 else kind
        return name, many, tuple(item[2] for item in items)
    if isinstance(value, str):
        return name, kind, value
    value = value or 0
    card = _card_id(program, value) if kind in ("card", "entity", "any") else None
    if kind in ("entity", "any"):
        players = 1 <= value <= program.layout.players
        is_card = card is not None or value == HIDDEN_CARD
        kind = "player" if players else "card" if is_card else "number"
    if kind == "card":
        return name, kind, card
    if kind == "definition":
        return name, "card", program.symbol_name(value)
    if kind == "player":
        return name, kind, value - 1 if value else None
    if kind == "symbol":
        return name, kind, program.symbol_name(value)
    return name, "number", int(value)


def _card_id(program: Program, value: int) -> str | None:
    """The id of the card in a value of a line; None where that is none."""
    card = program.catalogue.by_symbol.get(value >> DEFINITION_SHIFT) if value else None
    return card.id if card is not None else None
