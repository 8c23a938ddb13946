"""
Lines of the log of a match for those who play it or watch: all at a table mostly read the same.

What belongs to one action stands on one line, so that it does not flood. The pack's `board.log`
names the messages that begin a line (`heads`) and those that need not be read while playing
(`quiet`; the command `log` shows them); `colours` gives some a colour. Begin with `SharedLog`.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Any

from rules.ground.width import wrap
from rules.pack import Pack, pack_of_match
from rules.running.log import LogEntry
from rules.running.match import Match
from rules.telling.causes import lines_with_causes
from rules.telling.text import Text
from world.locale.reader import Reader
from world.render.board import OWN_NAME

# What marks the names of seats: characters that are in no text (`server.cleaning`).
_NAME_OF_SEAT = 0xE000
_NAME_MARKS = re.compile("[\ue000-\uf8ff]")


class SharedLog:
    """
    Entries of a log for all who read them at a table: told once in each language to those who may
    read the same of them. Whose name stands there is marked, for a reader's own has a colour.
    """

    def __init__(self, match: Match, names: Sequence[str], entries: Sequence[LogEntry]):
        self._pack, self._names, self._entries = pack_of_match(match), names, entries
        self._own_readers = _seats_reading_otherwise(entries, match.seats)
        self._told: dict[Hashable, list[tuple[LogEntry, str | None]]] = {}
        self._lines: dict[tuple[Reader, int | None], list[str]] = {}

    def lines_for(self, reader: Reader, seat: int | None) -> list[str]:
        """The lines for a reader at a seat (None: a spectator); their own name in its colour."""
        key = reader, seat if seat in self._own_readers else None
        if key not in self._lines:
            self._lines[key] = self._make_lines(*key)
        return self._lines[key]

    def _make_lines(self, reader: Reader, seat: int | None) -> list[str]:
        loud = _loud_entries(self._pack, self._entries, seat)
        may_read = tuple([seat in entry.seats for entry in loud if entry.seats is not None])
        key = reader.language, reader.screen, reader.plain, tuple(map(id, loud)), may_read
        if key not in self._told:
            names = [f"{chr(_NAME_OF_SEAT + at)}{name}" for at, name in enumerate(self._names)]
            text = Text(self._pack, reader.language, names, reader.mark)
            self._told[key] = list(lines_with_causes(text, loud, seat))
        own = None if reader.plain else seat
        told = [(entry, line and self._without_marks(line, own)) for entry, line in self._told[key]]
        return _paragraphs(self._pack, told, reader)

    def _without_marks(self, line: str, own: int | None) -> str:
        if own is not None:
            name = self._names[own]
            line = line.replace(f"{chr(_NAME_OF_SEAT + own)}{name}", f"{OWN_NAME}{name}|n")
        return _NAME_MARKS.sub("", line)


def _log_rules(pack: Pack) -> Mapping[str, Any]:
    found: Mapping[str, Any] = (getattr(pack, "board", None) or {}).get("log", {})
    return found


def _loud_entries(pack: Pack, entries: Sequence[LogEntry], seat: int | None) -> Sequence[LogEntry]:
    """The entries that are told while playing."""
    quiet = set(_log_rules(pack).get("quiet", ()))
    return [entry for entry in entries if entry.message not in quiet or _is_concerned(entry, seat)]


def _paragraphs(
    pack: Pack, told: Iterable[tuple[LogEntry, str | None]], reader: Reader
) -> list[str]:
    """Entries with their lines as what belongs to one action, in lines of the reader's width."""
    rules = _log_rules(pack)
    heads, colours = rules.get("heads"), {} if reader.plain else rules.get("colours", {})
    paragraphs: list[str] = []
    for entry, line in told:
        if not line:
            continue
        if colour := colours.get(entry.message):
            line = f"|{colour}{line.replace('|n', f'|n|{colour}')}|n"
        if heads is None or entry.message in heads or not paragraphs:
            paragraphs.append(line)
        else:
            paragraphs[-1] += ("" if reader.language == "zh" else " ") + line
    if reader.plain:
        return paragraphs
    return [
        line for part in paragraphs for line in wrap(part, reader.width, indent="   ", first="")
    ]


def _seats_reading_otherwise(entries: Sequence[LogEntry], seats: int) -> set[int]:
    """The seats that read some of these entries otherwise than somebody without a seat does."""
    found: set[int] = set()
    for entry in entries:
        found.update(entry.seats or ())
        for _, kind, value in entry.args:
            if kind in ("player", "players"):
                each = value if isinstance(value, tuple) else (value,)
                found.update(seat for seat in each if isinstance(seat, int))
            elif kind in ("entity", "entities", "any"):  # players, too
                return set(range(seats))
    return found


def _is_concerned(entry: LogEntry, seat: int | None) -> bool:
    """Whether a log entry is about the reader."""
    return seat is not None and any(
        kind == "player" and value == seat for _, kind, value in entry.args
    )
