"""
Lines of the log with what brings them about: the card whose effect they tell.

What is played or attacks brings about what follows, so only what another card does meanwhile needs
its name before it. Begin with `lines_with_causes`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..running.log import LogEntry
from .text import Text


def lines_with_causes(
    text: Text, entries: Iterable[LogEntry], seat: int | None, everything: bool = False
) -> Iterator[tuple[LogEntry, str | None]]:
    """
    Log entries with their lines, as `Text.log` gives them to a seat; before a line stands its
    cause, where neither that line nor one before it says it.

    A line that begins a paragraph (`board.log.heads` of the pack; without that every line that is
    no effect) says what brings about those behind it: its first card. `everything`: each line as
    those read it who know all of it.

        Ann plays Bash.
        Mimic takes 9 damage; 2 hp left.
        Mimic: Ann has 4 gold.
    """
    heads = ((text.pack.board or {}).get("log") or {}).get("heads")
    acting: str | None = None
    for entry in entries:
        line = text.log(entry, entry.seats[0] if everything and entry.seats else seat)
        cards = list(_cards_of(entry))
        if line and entry.cause is None:
            if heads is None or entry.message in heads:
                acting = cards[0] if cards else None
        elif line and entry.cause is not None:
            if entry.cause != acting and entry.cause not in cards:
                line = text.with_cause(line, entry.cause)
            # A card that lets another one be played says so; what that one does is its own.
            begins = heads is not None and entry.message in heads
            acting = cards[0] if begins and cards else entry.cause
        yield entry, line


def _cards_of(entry: LogEntry) -> Iterator[str]:
    """The cards that a log entry is about, in its order."""
    for _, kind, value in entry.args:
        if kind in ("card", "cards"):
            each = value if isinstance(value, tuple) else (value,)
            yield from (card for card in each if isinstance(card, str))
