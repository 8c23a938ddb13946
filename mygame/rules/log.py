"""
The log of a match: a line for everything that players should be told.

A line is kept as numbers, which is quick and small, and written out as a `LogEntry` when somebody
reads it; what a number stands for (a card, a player) never changes.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple, overload

from .source import PLURAL, SINGULAR


class LogEntry(NamedTuple):
    """
    A line of the log: its message, (name, kind, value) of each argument, and the seats that may
    read it as it is (None: all).

    A card is given by its id, a player by seat, a symbol by name; lists as tuples of those.
    """

    message: str
    args: tuple[tuple[str, str, Any], ...]
    seats: tuple[int, ...] | None


class Log(Sequence[LogEntry]):
    """
    The lines of one match, read like a list of `LogEntry`. `rows` is what is kept: the index of
    the note in `pack.notes`, the players who may read it (None: all), then its values.
    """

    __slots__ = ("pack", "rows")

    def __init__(self, pack: Any, rows: Iterable[tuple] = ()):
        self.pack = pack
        self.rows = list(rows)

    def copy(self) -> Log:
        return Log(self.pack, self.rows)

    def __len__(self) -> int:
        return len(self.rows)

    @overload
    def __getitem__(self, index: int) -> LogEntry: ...
    @overload
    def __getitem__(self, index: slice) -> list[LogEntry]: ...
    def __getitem__(self, index: int | slice) -> LogEntry | list[LogEntry]:
        if isinstance(index, slice):
            return [self._written(row) for row in self.rows[index]]
        return self._written(self.rows[index])

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Log):
            return NotImplemented
        return (self.pack.hash, self.rows) == (other.pack.hash, other.rows)

    __hash__ = None  # type: ignore[assignment]  # it grows

    def _written(self, row: tuple) -> LogEntry:
        note, players, *values = row
        message, arguments = self.pack.notes[note]
        return LogEntry(
            message,
            tuple(
                self._argument(name, kind, value)
                for (name, kind), value in zip(arguments, values, strict=True)
            ),
            None if players is None else tuple(player - 1 for player in players),
        )

    def _argument(self, name: str, kind: str, value: Any) -> tuple[str, str, Any]:
        if isinstance(value, tuple):
            items = [self._argument(name, SINGULAR.get(kind, "entity"), item) for item in value]
            kinds = {item[1] for item in items}
            many = PLURAL[kinds.pop()] if len(kinds) == 1 else kind
            return name, many, tuple(item[2] for item in items)
        card = self.pack.card_of(value) if kind in ("card", "entity", "any") else None
        if kind in ("entity", "any"):
            players = 1 <= value <= self.pack.layout.players
            kind = "player" if players else "card" if card else "number"
        if kind == "card":
            return name, kind, card.id if card else None
        if kind == "player":
            return name, kind, value - 1 if value else None
        if kind == "symbol":
            return name, kind, self.pack.symbol_name(value)
        return name, "number", int(value)
