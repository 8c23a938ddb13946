"""
What those who are not in a scene know of it, as its game says (`outside` of its board): at the
mouth of a dungeon, who is down and how deep.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rules.ground.width import wrap
from rules.pack import Pack, pack_of_match
from rules.telling.text import Text
from world.locale.reader import Reader
from world.render.board import Board, layout_of

LISTED = 8


def down_lines(scenes: Sequence[Any], reader: Reader) -> list[str]:
    """Who is down where something is opened, and how far, as the game says (`outside`)."""
    told = [
        reader.say("party.is_down", names=_names_in(scene, reader), state=state)
        for scene in scenes
        if (state := outside_of(scene, reader))
    ]
    more = len(told) - LISTED
    lines = [line for each in told[:LISTED] for line in wrap(each, reader.width)]
    return [*lines, *([reader.say("party.more_down", count=more)] if more > 0 else ())]


def _names_in(scene: Any, reader: Reader) -> str:
    return reader.join_names(each.key for each in scene.characters())


def outside_of(scene: Any, reader: Reader) -> str:
    """How a scene stands, as far as everybody may know; "" where its game does not say."""
    pack: Pack = pack_of_match(scene.match)
    template = layout_of(pack).get("outside")
    if not template:
        return ""
    view = scene.host.views.view_of(None)
    board = Board(pack, view, Text(pack, reader.language, scene.names), reader)
    return " ".join(board.fill(template, {}).split())
