"""
How much of a board is shown: what fits between the last lines of the game and the input line.

The layout of a pack says in `giving` what gives way when lines are short, what decides last: steps
of a section's `id` and the form it takes, `tight`, `short` or `none`, taken one after the other
until the board fits; a third item (path -> values) says at which moments a step is taken. A
section that no step names is never left out. A section with `beside` (a number of columns) stands
to the right of the one before it on screens that leave it so many.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import zip_longest
from typing import Any

from rules.ground.width import display_width, pad, rule, wrap

FULL, TIGHT, SHORT, NONE = "full", "tight", "short", "none"
_BESIDE = "   "  # between two sections side by side
_RULED = 6  # columns that a line across the screen takes beside its title

Section = Mapping[str, Any]


def fit_board(
    board: Any,
    everything: bool = False,
    room: int | None = None,
    short: bool = False,
    keep: bool = False,
) -> list[str]:
    """
    The lines of a board: at most `room` where the layout can give way so far; None is all of it.

    `everything`: with sections that are not for this moment. `short`: short forms to begin with.
    `keep`: without the steps at the end that leave sections out.
    A reader who listens gets all, for there is no height to fit.
    """
    sections = [s for s in board.layout.get("sections", ()) if everything or board.is_now(s)]
    if board.reader.plain:
        return [board.title(), *(line for section in sections for line in board.section(section))]
    steps = steps_giving_way(board)
    forms = {name: form for name, form in steps if short and form == SHORT}
    drawing = _Drawing(board, sections)
    lines = drawing.lines(forms)
    if room is None or len(lines) < room:
        return [*lines, rule(board.reader.width)]
    while keep and steps and steps[-1][1] == NONE:
        steps.pop()
    for name, form in steps:
        if len(lines) <= room:
            break
        forms[name] = form
        lines = drawing.lines(forms)
    return lines


def steps_giving_way(board: Any) -> list[tuple[str, str]]:
    """What gives way at this moment, in order: a section and the form it takes."""
    giving = board.layout.get("giving", ())
    return [
        (str(name), str(form))
        for name, form, *when in giving
        if not when or board.is_moment(when[0])
    ]


def heading_lines(title: str, columns: int) -> list[str]:
    """A line across the screen with a title in it; a title that is too long is wrapped."""
    if display_width(title) + _RULED <= columns:
        return [rule(columns, title)]
    return wrap(title, columns)


class _Drawing:
    """Sections of a board in their forms, each drawn once and kept with the board."""

    def __init__(self, board: Any, sections: Sequence[Section]):
        self.board, self.sections = board, sections
        self.title = heading_lines(board.title(), board.reader.width)

    def lines(self, forms: Mapping[str, str]) -> list[str]:
        """The board with its sections in these forms, full where none is said."""
        blocks: list[list[str]] = []
        for section in self.sections:
            form = forms.get(str(section.get("id")), FULL)
            if form == NONE:
                continue
            block = self.section_lines(section, form)
            if blocks and block and "beside" in section and form == FULL:
                beside = self.lines_beside(blocks[-1], section)
                if beside and len(beside) < len(blocks[-1]) + len(block):
                    blocks[-1] = beside
                    continue
            blocks.append(block)
        return [*self.title, *(line for block in blocks for line in block)]

    def section_lines(self, section: Section, form: str, columns: int | None = None) -> list[str]:
        """A section in one of its forms, at a width."""
        columns = columns or self.board.reader.width
        key, drawn = (id(section), form, columns), self.board.drawn
        if key not in drawn:
            drawn[key] = self.board.section(section, form, columns)
        return drawn[key]

    def lines_beside(self, left: list[str], section: Section) -> list[str]:
        """A section to the right of lines; nothing where there is no room for it."""
        taken = max(map(display_width, left), default=0)
        room = self.board.reader.width - taken - len(_BESIDE)
        if not left or room < section["beside"]:
            return []
        right = self.section_lines(section, FULL, room)
        return [
            f"{pad(one, taken)}{_BESIDE}{other}".rstrip()
            for one, other in zip_longest(left, right, fillvalue="")
        ]
