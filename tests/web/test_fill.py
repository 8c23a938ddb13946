"""
The browser fills the templates of boards as the server does: every template of every pack, over what is seen in a match
played at random, comes to the same text.
"""

from __future__ import annotations

import json
import random
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from books import book

import rules
from rules.pack import load_pack
from rules.running.match import Match
from rules.running.view import view
from rules.telling.bearing import borne
from rules.telling.text import Text
from world.render.board import Board, cards_of
from world.render.reader import Reader

PACKS = Path(rules.__file__).parents[1] / "world" / "packs"
TABLE = Path(rules.__file__).parents[1] / "web" / "static" / "table"
NAMES = ("小安", "Bo", "阿德", "Cynthia")
NOWHERE: dict[str, Any] = {}

node = pytest.mark.skipif(shutil.which("node") is None, reason="runs JavaScript by node")


def templates_in(entry: Any) -> list[Any]:
    """Every text with a hole in a layout, once by language or not."""
    if isinstance(entry, str):
        return [entry] if "{" in entry else []
    if isinstance(entry, dict) and entry and set(entry) <= {"zh", "en"}:
        return [entry]
    inner = entry.values() if isinstance(entry, dict) else entry if isinstance(entry, list) else ()
    return [template for each in inner for template in templates_in(each)]


def moments(pack: Any, seats: int) -> list[Any]:
    """Views of every seat and of a spectator, early and late in a match."""
    rng, match, found = random.Random(seats), Match.new(pack, seats, 4), []
    for number in range(100):
        if match.over:
            break
        choice = match.pending[0]
        if number % 45 == 40:
            found += [view(match, seat) for seat in (None, 0)]
        count = rng.randint(choice.minimum, min(choice.maximum, len(choice.options)))
        match.answer(choice.seat, tuple(rng.sample(range(len(choice.options)), count)))
    return found


def told_of(text: Text, seen: Any) -> dict[str, Any]:
    """What cards bear, in words."""
    return {
        str(card["uuid"]): {"borne": board_list(text, card["bears"])}
        for card in cards_of(seen)
        if card.get("bears")
    }


def board_list(text: Text, bears: Any) -> str:
    return ("、" if text.language == "zh" else ", ").join(borne(text, bears))


def plain(told: str) -> str:
    return re.sub(r"\|[a-zA-Z]", "", told)


@node
@pytest.mark.parametrize("language", ["zh", "en"])
@pytest.mark.parametrize(
    ("name", "seats"),
    [("chrono", 3), ("chrono_practice", 1), ("duel", 2), ("race", 2), ("race_simple", 2)],
)
def test_a_template_comes_to_the_same_text_in_the_browser(name, seats, language, tmp_path):
    pack = load_pack(PACKS / name)
    text = Text(pack, language, NAMES[:seats])
    templates, given, expected = templates_in(pack.board), [], []
    for seen in moments(pack, seats):
        board = Board(pack, seen, text, Reader(language, plain=True))
        cards = list(cards_of(seen))[:40]
        rows = [{}, *map(board.player_row, seen["players"])]
        rows += [board.card_row(card, card["holder"]) for card in cards]
        expected.append([[plain(board.fill(each, row)) for each in templates] for row in rows])
        ctx = {"view": seen, "names": text.names, "told": told_of(text, seen)}
        given.append(
            {
                "ctx": ctx,
                "rows": [{}, *seen["players"], *cards],
                "templates": templates,
            }
        )
    (tmp_path / "fill.mjs").write_text((TABLE / "fill.js").read_text("utf-8"), "utf-8")
    made = subprocess.run(
        ["node", Path(__file__).with_name("filled.mjs"), tmp_path / "fill.mjs"],
        input=json.dumps({"book": book(pack, language), "moments": given}, default=list),
        capture_output=True,
        check=True,
        encoding="utf-8",
    )
    differing = [
        (templates[i], row, mine[i], theirs[i])
        for moment, there, here in zip(given, expected, json.loads(made.stdout), strict=True)
        for row, theirs, mine in zip(moment["rows"], there, here, strict=True)
        for i in range(len(templates))
        if mine[i] != theirs[i]
    ]
    assert differing == []
