"""
The browser fills the templates of boards as the server does: every template of every pack, over
what is seen in a match played at random, comes to the same text.
"""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any

import pytest
from in_node import run_in_node

import rules
from rules.pack import load_pack
from rules.running.match import Match
from rules.running.view import view_of
from rules.telling.bearing import borne_texts
from rules.telling.phrasebook import LISTED
from rules.telling.text import Text
from world.locale.reader import Reader
from world.render.board import Board, cards_of, layout_of
from world.render.book import book_of

PACKS = Path(rules.__file__).parents[1] / "world" / "packs"
TABLE = Path(rules.__file__).parents[1] / "web" / "static" / "table"
NAMES = ("小安", "Bo", "阿德", "Cynthia")
MOMENTS, LAST = (10, 70), 70  # answers
CARDS = 15  # of a view, into which each template is put
#: What no pack has, and yet anybody may write.
ODD = ["{{name}", "{{{name}}}", "a{{{{b{", "{name|}", "{name..x}", "{.name}", "{name|nothing}[{{]"]


def templates_in(entry: Any) -> list[Any]:
    """Every text with a hole in a layout, once by language or not."""
    if isinstance(entry, str):
        return [entry] if "{" in entry else []
    if isinstance(entry, dict) and entry and set(entry) <= {"zh", "en"}:
        return [entry]
    inner = entry.values() if isinstance(entry, dict) else entry if isinstance(entry, list) else ()
    return [template for each in inner for template in templates_in(each)]


def views(pack: Any, seats: int) -> list[Any]:
    """What a spectator and the first seat see, early and late in a match."""
    rng, match, found = random.Random(seats), Match.new(pack, seats, 4), []
    for number in range(LAST + 1):
        if match.is_over:
            break
        choice = match.pending[0]
        if number in MOMENTS:
            found += [view_of(match, seat) for seat in (None, 0)]
        count = rng.randint(choice.minimum, min(choice.maximum, len(choice.options)))
        match.answer(choice.seat, tuple(rng.sample(range(len(choice.options)), count)))
    return found


def told_of(text: Text, seen: Any) -> dict[str, Any]:
    """What cards bear, in words."""
    return {
        str(card["uuid"]): {"borne": LISTED[text.language].join(borne_texts(text, card["bears"]))}
        for card in cards_of(seen)
        if card.get("bears")
    }


def filled_here(text: Text, seen: Any, templates: list[Any]) -> list[list[str]]:
    """Each template over each row, as the server fills it; colours are markup of terminals."""
    board = Board(text.pack, seen, text, Reader(text.language, plain=True))
    rows = [{}, *map(board.player_row, seen["players"])]
    rows += [board.card_row(card, card["holder"]) for card in list(cards_of(seen))[:CARDS]]
    return [[re.sub(r"\|[a-zA-Z]", "", board.fill(t, row)) for t in templates] for row in rows]


def filled_there(text: Text, seen: list[Any], templates: list[Any]) -> Any:
    """The same by the browser's module."""
    moments = [
        {
            "ctx": {"view": each, "names": text.names, "told": told_of(text, each)},
            "rows": [{}, *each["players"], *list(cards_of(each))[:CARDS]],
            "templates": templates,
        }
        for each in seen
    ]
    given = {"book": book_of(text.pack, text.language), "moments": moments}
    return run_in_node("filled.mjs", TABLE / "fill.js", given)


@pytest.mark.parametrize("has_board", [True, False])
@pytest.mark.parametrize(
    ("name", "seats"),
    [
        ("chrono", 3),
        ("chrono_practice", 1),
        ("duel", 2),
        ("race", 2),
        ("race_simple", 2),
        ("knave", 2),
    ],
)
def test_a_template_comes_to_the_same_text_in_the_browser(name, seats, has_board):
    pack = load_pack(PACKS / name)
    if not has_board:
        pack.board = {}
    templates, seen = [*ODD, *templates_in(layout_of(pack))], views(pack, seats)
    assert len(templates) > len(ODD)
    assert seen
    for language in ("zh", "en"):
        text = Text(pack, language, NAMES[:seats])
        there = filled_there(text, seen, templates)
        for each, told in zip(seen, there, strict=True):
            here = filled_here(text, each, templates)
            for ours, theirs in zip(here, told, strict=True):
                assert dict(zip(map(str, templates), theirs, strict=True)) == dict(
                    zip(map(str, templates), ours, strict=True)
                )
