"""
A scene as text: a match without a table, whose situation stands in the prompt.

A page is a heading (what it is, and where), the pack's own line about the situation (`situation` of
its layout), the question, numbered options and what to type: it fits the window, at most four lines
before the options. What gives way is said of options in brief first, then not at all, then they
stand side by side. Begin with `scene_page`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rules.ground.grid import flow
from rules.ground.width import crop, display_width, pad, wrap
from rules.running.choices import Choice
from world.locale.reader import Reader, height_of
from world.render.board import Board
from world.render.fitting import heading_lines
from world.render.prompt import (
    barred_lines,
    how_to_answer,
    option_lines,
    option_number,
    option_text,
    with_time,
)

ABOVE = 4  # lines before the options
BUSY = 5  # people of whom is told what they do


def place_name(place: Any, looker: Any) -> str:
    """What a scene is called that is at a person, a place or a way."""
    called = getattr(place, "scene_name", place.get_display_name)
    return str(called(looker))


def where_text(record: Any, looker: Any) -> str:
    """Where a match (its record) is played, as somebody calls it."""
    place = record.place
    gone = place is None or place.pk is None
    return str(record.where) if gone else place_name(place, looker)


def scene_title(scene: Any, who: Any, reader: Reader) -> str:
    """What a scene is and where, in one line."""
    names = scene.pack.name
    game = names.get(reader.language) or next(iter(names.values()))
    return reader.say("scene.title", game=game, name=scene.name_for(who))


def scene_page(scene: Any, who: Any, board: Board, choice: Choice) -> list[str]:
    """The page of somebody who is asked something in a scene."""
    reader, match = board.reader, scene.match
    left = scene.time_left(choice.seat)
    how = how_to_answer(board, choice)
    if scene.can_take_back(choice.seat):
        how = reader.say("undo.hint", how=how)
    width = reader.whole.width
    below = wrap(reader.say("scene.hint", how=how), width)
    asked = wrap(f"|w{with_time(board.text.prompt(choice, match), left, reader)}|n", width)
    title = scene_title(scene, who, reader)
    if reader.plain:
        situation = list(filter(None, [situation_of(board)]))
        barred = barred_lines(board, match, choice)
        options = option_lines(board, match, choice)
        stop = "。" if reader.language == "zh" else "."
        return [title + stop, *situation, *asked, *options, *barred, *below]
    head = heading_lines(title, reader.width)[:1]
    room = max(ABOVE - len(head) - len(asked), 1)
    situation = _at_most(wrap(situation_of(board), reader.width), room, reader.width)
    above = [*head, *situation, *asked]
    rest = height_of(who) - 1 - len(above) - len(below)
    barred = barred_lines(board, match, choice)
    options = _fitting_options(board, match, choice, rest)
    if len(options) + len(barred) > rest:
        barred = []
    return [*above, *options, *barred, *below]


def situation_of(board: Board) -> str:
    """How things stand, in a sentence or two: as the pack says it, else as of a seat."""
    if "situation" in board.layout:
        return " ".join(board.fill(board.layout["situation"], {}).split())
    return " ".join(board.status_line().split())


def leaving_text(board: Board) -> str:
    """What it costs somebody to leave in the middle of it, where the game says so; else ""."""
    return " ".join(board.fill(board.layout.get("leaving"), {}).split())


def _at_most(lines: list[str], most: int, width: int) -> list[str]:
    """So many lines of a text, the last of which says that there is more."""
    lines = [line for line in lines if line.strip()]
    if len(lines) <= most:
        return lines
    return [*lines[: most - 1], crop(" ".join(lines[most - 1 :]), width)]


def _fitting_options(board: Board, match: Any, choice: Choice, room: int) -> list[str]:
    """The options in so many lines, if they can be told so."""
    for brief in (False, True):
        lines = option_lines(board, match, choice, brief)
        if len(lines) <= room:
            return lines
    names = [
        f"{option_number(choice, at)}) {option_text(board, match, option)}"
        for at, option in enumerate(choice.options)
    ]
    if len(names) <= room:
        return [crop(f"  {name}", board.reader.width) for name in names]
    size = max(map(display_width, names))
    padded = [pad(name, size) for name in names]
    return [row.rstrip() for row in flow(padded, board.reader.width, first="  ", indent="  ")]


# -- what others see of it


def is_told_outside(scene: Any) -> bool:
    """Whether its game says how it stands to whoever looks at its place (`outside`)."""
    return bool(scene.pack.board.get("outside"))


def opening_lines(openings: Iterable[Any], who: Any, reader: Reader) -> list[str]:
    """What can be opened here: nothing where there is nothing."""
    names = [opening.place.get_display_name(who) for opening in openings]
    if not names:
        return []
    return wrap(reader.say("scene.here", names=reader.join_names(names)), reader.width)


def busy_lines(people: Iterable[Any], who: Any, reader: Reader) -> list[str]:
    """Who of these people is in a scene: a sentence for each of the first."""
    busy = [(each, each.scene_awake) for each in people if each != who]
    busy = [(each, scene) for each, scene in busy if scene is None or not is_told_outside(scene)]
    told = [
        reader.say("scene.busy", who=each.get_display_name(who), name=scene.name_for(who))
        for each, scene in busy
        if scene is not None
    ]
    between = "" if reader.language == "zh" else " "
    return wrap(between.join(told[:BUSY]), reader.width) if told else []
