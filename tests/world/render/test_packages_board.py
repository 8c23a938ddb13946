"""What of packages stands on the board: the piles of a player, each by its name."""

from __future__ import annotations

import pytest
from packages_in_lua import NAMES, Lab

from rules.playing import preview
from rules.telling.text import Text
from world.locale.reader import Reader
from world.render.board import Board

ABOVE = 'sgs.LoadTranslationTable{["star"] = "星"}\n'
LAY = """
local ids = room:getNCards(4)
for at = 0, 1 do player:addToPile("star", ids:at(at)) end
player:addToPile("moon", ids:at(2), false)
local name = "su" .. "n" player:addToPile(name, ids:at(3))
"""
CASES = {
    "laid": LAY,
    "taken": LAY + "room:throwCard(ids:at(0)) room:obtainCard(player, ids:at(2))",
    "moved": LAY + 'player:addToPile("moon", ids:at(0))',
}


@pytest.fixture(scope="module")
def lab(tmp_path_factory):
    return Lab(tmp_path_factory.mktemp("packs"), CASES, ABOVE)


@pytest.mark.parametrize(
    ("case", "zh", "en"),
    [
        ("laid", "“星”牌×2、“moon”牌、牌堆", "star (星) pile×2, moon pile, pile"),
        ("taken", "“星”牌、牌堆", "star (星) pile, pile"),
        ("moved", "“星”牌、“moon”牌×2、牌堆", "star (星) pile, moon pile×2, pile"),
    ],
)
def test_piles_are_told_apart_by_their_names(lab, case, zh, en):
    run = lab.run(case)
    assert run.is_over
    seat = seat_of(run.match, f"lab.general.general_{case}")
    for language, told in (("zh", zh), ("en", en)):
        text = Text(run.pack, language, NAMES)
        for looking in (seat, (seat + 1) % 5):
            view = preview.view_with_preview(run.match, looking)
            board = Board(run.pack, view, text, Reader(language, plain=True))
            row = next(each for each in view["players"] if each["seat"] == seat)
            assert board.fill("{skillMarks|counted}", board.player_row(row)) == told
        assert told in board_status(run, text, language, seat)


def board_status(run, text, language, seat):
    view = preview.view_with_preview(run.match, seat)
    return Board(run.pack, view, text, Reader(language, plain=True)).status_line()


def seat_of(match, general):
    first = match.program.layout.zones["general"].first + 1
    return next(
        seat for seat in range(5) if general in map(match.card_id, match.zones[first + seat])
    )
