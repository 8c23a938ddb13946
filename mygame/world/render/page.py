"""
The page somebody reads who is asked something: the board, where it has changed, and the prompt.

Pure: `page_of` makes it of a match, of its board for the reader, and of `Asked`, which is all else
there is to know of the reader.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from rules.running.choices import Choice
from rules.running.match import Match
from world.hosting.timing import Left
from world.render.board import Board
from world.render.prompt import prompt_lines


class Asked(NamedTuple):
    """Somebody who is asked something, at this moment of the match."""

    rows: int | None  # of the window, in which board and prompt should fit; None: all is wanted
    short: bool  # whether the board takes its short form at once
    seen: Any  # the moment at which the board was shown last, as `Board.changed` counts
    left: Left | None  # time for the answer
    back: bool  # whether the last answer can be taken back


class Page(NamedTuple):
    """What is told then; the text of the board is "" where it has not changed."""

    moment: Any
    board: str
    prompt: str
    before_input: str


def page_of(asked: Asked, board: Board, match: Match, choice: Choice) -> Page:
    """The page for who is asked."""
    moment, due = board.changed(asked.seen)

    def prompt(brief: bool) -> list[str]:
        return prompt_lines(
            board, match, choice, asked.left, asked.back, status=not due, brief=brief
        )

    lines, above = prompt(brief=False), list[str]()
    if due:
        # Before anything of the board is left out, the options are told in brief.
        for brief, keep in ((False, True), (True, True), (True, False)):
            lines = prompt(brief)
            room = None if asked.rows is None else asked.rows - len(lines)
            above = board.lines(room=room, short=asked.short, keep=keep)
            if room is None or len(above) <= room:
                break
    return Page(moment, "\n".join(above), "\n".join(lines), board.prompt())
