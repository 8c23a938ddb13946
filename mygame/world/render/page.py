"""
The page somebody reads who is asked something: the board, where it has changed, and the prompt.

Pure: `make_page` makes it of a match, of its board for the reader, and of `Asked`, which is all
else there is to know of the reader.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from rules.running.choices import Choice
from rules.running.match import Match
from world.play.hosting.timing import Left
from world.render.board import Board
from world.render.prompt import prompt_lines


class Asked(NamedTuple):
    """Somebody who is asked something, at this moment of the match."""

    rows: int | None  # of the window, in which board and prompt should fit; None: all is wanted
    short: bool  # whether the board takes its short form at once
    seen: Any  # the moment at which the board was shown last, as `Board.moment_changed` counts
    left: Left | None  # time for the answer
    back: bool  # whether the last answer can be taken back
    tip: Sequence[str] = ()  # lines above the question, for who learns the game


class Page(NamedTuple):
    """What is told then; the text of the board is "" where it has not changed."""

    moment: Any
    board: str
    prompt: str
    before_input: str


def make_page(asked: Asked, board: Board, match: Match, choice: Choice) -> Page:
    """The page for who is asked."""
    moment, due = board.moment_changed(asked.seen)

    def prompt(brief: bool = False) -> list[str]:
        return prompt_lines(
            board,
            match,
            choice,
            asked.left,
            asked.back,
            status=not due,
            brief=brief,
            tip=asked.tip,
        )

    def over(prompt: list[str], keep: bool) -> list[str]:
        room = None if asked.rows is None else asked.rows - len(prompt)
        return board.lines(room=room, short=asked.short, keep=keep)

    lines, above = prompt(), list[str]()
    if due:
        above = over(lines, keep=True)
        if asked.rows is not None and len(above) + len(lines) > asked.rows:
            # Before anything of the board is left out, the options are told in brief.
            full, lines = lines, prompt(brief=True)
            above = over(lines, keep=True) if len(lines) < len(full) else above
            if len(above) + len(lines) > asked.rows:
                above = over(lines, keep=False)
    return Page(moment, "\n".join(above), "\n".join(lines), board.prompt())
