"""
Rows of cells under each other, at any width of the screen.

`grid` lays out rows by their `Column`s. Where not all of it fits, columns give way in an order that
the columns themselves say, and nothing is cut off in silence: running text is wrapped, in its
column or under its row; names become shorter while they stay different; other columns go under
their row, with what stands above them. Only what is still too wide then is cropped. Begin reading
at `grid`. Pure functions, above `rules.ground.width`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from .width import crop, display_width, mark_item, pad, wrap

_GAPS = (2, 1)
_LEAST_TEXT = 24  # columns in which running text is still read with ease
_LEAST_NAME = 7
_UNDER = "    "  # before what stands under its row


@dataclass(frozen=True, slots=True)
class Column:
    """
    How a column behaves. `text`: running text, which may be wrapped or stand under its row; only
    the last column can be. `short`: names, which may be shortened where they stay unique. `drop`:
    columns go under their row from the highest number down; those with 0 never do.
    """

    align: str = "left"
    text: bool = False
    short: bool = False
    drop: int = 0


def grid(
    rows: Sequence[Sequence[str]],
    columns: Sequence[Column] = (),
    limit: int = 80,
    heads: Sequence[str] = (),
    under: bool = True,
) -> list[str]:
    """
    Lines of at most `limit` columns. `heads` stand above the columns; a column without anything in
    it is left out. Without `under` each row is one line: what does not fit is not told.

    >>> grid([["火苗", "2"], ["Bash", "13"]], [Column(), Column("right")])
    ['火苗   2', 'Bash  13']
    >>> grid([["Bash", "9", "Deal 9 damage."]], [Column(), Column(), Column(text=True)], 16)
    ['Bash  9', '    Deal 9', '    damage.']
    """
    count = max((len(row) for row in rows), default=0)
    full = [*columns, *[Column()] * (count - len(columns))]
    cells = [[*row, *[""] * (count - len(row))] for row in rows]
    kept = [i for i in range(count) if i == 0 or any(row[i] for row in cells)]
    names = [*heads, *[""] * (count - len(heads))]
    layout = _Layout(
        [[row[i] for i in kept] for row in cells],
        [full[i] for i in kept],
        [names[i] for i in kept] if any(heads) else [],
        limit,
    )
    return layout.lines(under)


def flow(
    items: Sequence[str], limit: int, first: str = "", indent: str = _UNDER, gap: str = "  "
) -> list[str]:
    """
    Short texts one after the other, as many on a line as fit; one is broken only if it must be.

    >>> flow(["Bo 3", "Ann 14", "Cyn 2"], 12, first="To go: ")
    ['To go: Bo 3', '    Ann 14', '    Cyn 2']
    """
    lines: list[str] = []
    line, begun = first, False
    for item in items:
        if begun and display_width(line) + display_width(gap) + display_width(item) <= limit:
            line += gap + item
            continue
        if begun:
            lines.append(line)
            line = indent
        *full, line = wrap(mark_item(item), limit, indent=indent, first=line)
        lines += full
        begun = True
    return [*lines, line]


class _Layout:
    """One grid while it is laid out."""

    def __init__(self, rows: list[list[str]], columns: list[Column], heads: list[str], limit: int):
        self.rows, self.columns, self.heads, self.limit = rows, columns, heads, limit
        self.text = bool(columns) and columns[-1].text
        self.sizes = [
            max(
                map(display_width, (row[i] for row in ([heads] if heads else []) + rows)), default=0
            )
            for i in range(len(columns))
        ]
        self.beside = list(range(len(columns) - self.text))
        self.under: list[int] = []
        self.gap = self._settle()

    # -- who gives way

    def _settle(self) -> int:
        """Sizes and places of all columns but the running text; the gap between them."""
        while True:
            for gap in _GAPS:
                if self._excess_width(gap) <= 0:
                    return gap
            if self._shorten(self._excess_width(_GAPS[-1])):
                return _GAPS[-1]
            going = [i for i in self.beside if self.columns[i].drop]
            if not going:
                break
            last = max(going, key=lambda i: self.columns[i].drop)
            self.beside.remove(last)
            self.under = sorted([*self.under, last])
        while self._excess_width(_GAPS[-1]) > 0 and any(self.sizes[i] > 1 for i in self.beside):
            self.sizes[max(self.beside, key=lambda i: self.sizes[i])] -= 1
        return _GAPS[-1]

    def _excess_width(self, gap: int) -> int:
        """By how much the columns beside each other are too wide."""
        return sum(self.sizes[i] for i in self.beside) + gap * (len(self.beside) - 1) - self.limit

    def _shorten(self, over: int) -> bool:
        """Make names shorter, the longest first, by so much in all; all or nothing."""
        sizes = list(self.sizes)
        while over > 0:
            going = [
                i
                for i in self.beside
                if self.columns[i].short and self._still_unique(i, sizes[i] - 1)
            ]
            if not going:
                return False
            sizes[max(going, key=lambda i: sizes[i])] -= 1
            over -= 1
        self.sizes = sizes
        return True

    def _still_unique(self, column: int, size: int) -> bool:
        """Whether what differs in a column still does when it is cropped to a size."""
        if size < max(_LEAST_NAME, display_width(self.heads[column]) if self.heads else 0):
            return False
        whole = {row[column] for row in self.rows}
        return len({crop(cell, size) for cell in whole}) == len(whole)

    # -- lines

    def lines(self, under: bool) -> list[str]:
        """All of it: the running text where it takes fewer lines, in its column by preference."""
        room = self.limit - sum(self.sizes[i] for i in self.beside) - self.gap * len(self.beside)
        below = self._draw(0, under)
        if not self.text or room < min(_LEAST_TEXT if under else self.limit, self.sizes[-1]):
            return below
        beside = self._draw(room, under)
        return below if under and len(below) < len(beside) else beside

    def _draw(self, room: int, under: bool) -> list[str]:
        """Lines with the running text in a column of `room`, or, if that is 0, under its row."""
        done = [self._line(self.heads, self.heads[-1] if room else "")] if self.heads else []
        for row in self.rows:
            text = row[-1].rstrip() if self.text else ""
            first, *more = wrap(text, room) if text and room else [""]
            done.append(self._line(row, first))
            done += [self._line([""] * len(row), line) for line in more]
            if under:
                done += self._lines_below(row, "" if room else text)
        return done

    def _lines_below(self, row: Sequence[str], text: str) -> list[str]:
        """What stands under a row: columns that had to go, with their heads, then the text."""
        dropped = [
            mark_item(" ".join(filter(None, (self.heads[i] if self.heads else "", row[i]))))
            for i in self.under
            if row[i]
        ]
        parts = filter(None, ("  ".join(dropped), text))
        return [line for part in parts for line in wrap(part, self.limit, indent=_UNDER)]

    def _line(self, row: Sequence[str], text: str) -> str:
        cells = [pad(row[i], self.sizes[i], self.columns[i].align) for i in self.beside]
        return (" " * self.gap).join([*cells, text]).rstrip(" ")
