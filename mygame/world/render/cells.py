"""
What the rows of a board say: the templates of a layout in one language, filled once for all rows
that have the same in their holes.

Most of what stands in a board has stood in another one, at this table or elsewhere. A `Cell` looks
into the holes of its template, and fills it only for what it has not seen there. Cells are kept
with the words of their pack (`Text.drawing_cache`), so that all its boards share them. Begin with
`Board.table_lines`.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from typing import Any, NamedTuple, Protocol

from rules.ground.grid import Column
from rules.ground.templates import IF, Hole, holes_of
from rules.telling.text import Text
from world.locale.reader import Reader

_ROMAN = ("", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII")
_KEPT = 2_048  # of what a template came to

#: Forms whose words depend on more than the value: on who reads, and what they are asked.
_OF_THE_READER = frozenset({"name", "now"})
_PLAIN = frozenset({int, str, type(None)})  # types of values that tell all there is to know


#: What names mean in the holes of a template.
Row = Mapping[str, Any]


class Board(Protocol):
    """What cells ask of the board that they stand in: `board.Board`."""

    @property
    def text(self) -> Text: ...
    @property
    def reader(self) -> Reader: ...
    def is_now(self, section: Mapping[str, Any]) -> bool: ...
    def fill(self, template: Any, row: Row) -> str: ...
    def value_at(self, path: tuple[str, ...], row: Row) -> Any: ...
    def value_at_path(self, path: str, row: Row) -> Any: ...
    def formed(self, value: Any, form: str) -> str: ...


def localize(entry: Any, language: str) -> str:
    """A template given once or by language."""
    if type(entry) is str:
        return entry
    if isinstance(entry, dict):
        return str(entry.get(language) or next(iter(entry.values()), ""))
    return str(entry or "")


def rows_told(board: Board, section: Mapping[str, Any], rows: Iterable[Row]) -> list[Row]:
    """
    The rows that a section tells: by `if`, a path at which something must stand, and `which`, paths
    at which one of these values must stand.
    """
    needed, which = section.get("if"), section.get("which", {})
    told = [row for row in rows if needed is None or board.value_at_path(needed, row)]
    for path, values in which.items():
        told = [row for row in told if str(board.value_at_path(path, row)) in values]
    return told


def roman_numeral(value: Any) -> str:
    """A number as a Roman one, up to twelve; anything else as it is."""
    if isinstance(value, int) and 0 < value < len(_ROMAN):
        return _ROMAN[value]
    return "" if value is None else str(value)


class Cell:
    """A template in one language, and what it came to."""

    def __init__(self, template: str):
        self.template = template
        self.holes = list(dict.fromkeys(holes_of(template)))
        self._known: dict[Hashable, str] = {}

    def fill(self, board: Board, row: Row) -> str:
        """The template filled with a row."""
        seen = tuple([_hole_key(board, hole, row) for hole in self.holes])
        told = self._known.get(seen)
        if told is None:
            if len(self._known) >= _KEPT:
                self._known.clear()
            told = self._known[seen] = board.fill(self.template, row)
        return told


def _hole_key(board: Board, hole: Hole, row: Row) -> Hashable:
    """What stands in a hole, as far as it makes a difference."""
    name, form, path = hole
    value = row[name] if len(path) == 1 and name in row else board.value_at(path, row)
    if form == IF:
        return bool(value)
    if form not in _OF_THE_READER and type(value) in _PLAIN:
        return value
    # A truth is told otherwise than the number that it equals.
    return type(value), bool(value), board.formed(value, form)


class Columns(NamedTuple):
    """The columns of a section that are told at a moment."""

    heads: tuple[str, ...]
    layout: tuple[Column, ...]
    cells: list[Cell]


class Table:
    """The columns of a section in one language."""

    def __init__(self, section: Mapping[str, Any], language: str):
        self.section = section
        self.parts = section["columns"]
        self.heads = [localize(part.get("head"), language) for part in self.parts]
        self.cells = [Cell(localize(part["cell"], language)) for part in self.parts]
        self.layout = [_make_column(part) for part in self.parts]
        self._columns: dict[tuple[int, ...], Columns] = {}

    def columns_shown(self, board: Board) -> Columns:
        """Those that are told now."""
        now = tuple([i for i, part in enumerate(self.parts) if board.is_now(part)])
        if now not in self._columns:
            self._columns[now] = Columns(
                tuple([self.heads[i] for i in now]),
                tuple([self.layout[i] for i in now]),
                [self.cells[i] for i in now],
            )
        return self._columns[now]


def _make_column(part: Mapping[str, Any]) -> Column:
    """How a column of the layout gives way."""
    given = {name: part[name] for name in ("align", "text", "short", "drop") if name in part}
    return Column(**given)


def table_of(board: Board, section: Mapping[str, Any]) -> Table:
    """The columns of a section, read once for all boards of its pack in this language."""
    key = "table", board.reader.plain, id(section)
    table: Table | None = board.text.drawing_cache.get(key)
    if table is None:
        table = board.text.drawing_cache[key] = Table(section, board.reader.language)
    return table


def cell_of(board: Board, template: Any) -> Cell:
    """A template by itself, read once likewise."""
    key = "template", board.reader.plain, localize(template, board.reader.language)
    cell: Cell | None = board.text.drawing_cache.get(key)
    if cell is None:
        cell = board.text.drawing_cache[key] = Cell(key[-1])
    return cell
