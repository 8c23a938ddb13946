"""Numbers between players (`board.between`): each seat is told its own, nobody else's."""

from __future__ import annotations

import pytest
from tiny import WAIT, build

from rules.ground.errors import PackError
from rules.running.match import Match
from rules.running.view import compose_view
from rules.telling.text import Text
from world.locale.reader import Reader
from world.play.hosting.views import Views
from world.render.board import Board

ALL = {"type": "let", "id": "all", "value": {"chooser": "players"}}
GIVE = {"type": "set", "of": "{all.first}", "field": "mana", "amount": 8}
SECTION = {
    "id": "players",
    "rows": "players",
    "list": "{name}: {mana}[ ({lead} ahead)][ ({behind|if}behind)]",
}
BOARD = {
    "between": {
        "lead": "{it.mana} - {you.mana}",
        "behind": {"type": "count", "of": "{it}", "where": "{it.mana} < {you.mana}"},
    },
    "sections": [SECTION],
}


@pytest.fixture
def match(tmp_path):
    pack = build(tmp_path, main=[ALL, GIVE, WAIT], board=BOARD)
    return Match.new(pack, 3, 1)


def numbers(match, seat):
    return [
        (player["fields"].get("lead"), player["fields"].get("behind"))
        for player in match.view(seat)["players"]
    ]


def test_each_seat_is_told_its_own_numbers_and_none_of_itself(match):
    assert numbers(match, 0) == [(None, None), (-3, 1), (-3, 1)]
    assert numbers(match, 1) == [(3, 0), (None, None), (0, 0)]


def test_a_spectator_is_told_none(match):
    assert numbers(match, None) == [(None, None)] * 3


def test_rows_of_players_have_them_as_fields(match):
    text = Text(match.game, "en", ("Ann", "Bo", "Cy"))
    board = Board(match.game, match.view(1), text, Reader("en"))
    assert "Ann: 8 (3 ahead)" in "\n".join(board.lines())


def test_they_are_in_what_a_reader_is_sent(match):
    views = Views(0, match)
    hand = views.update(2, None).hand
    assert hand["between"] == [{"lead": 3, "behind": 0}, {"lead": 0, "behind": 0}, {}]
    assert (
        compose_view(views.public(), {**hand, "choices": []})["players"]
        == (match.view(2)["players"])
    )


def test_a_value_that_fails_is_none_and_the_match_can_be_looked_at(tmp_path):
    board = {"between": {"share": "{it.mana} // ({you.mana} - {you.mana})"}}
    match = Match.new(build(tmp_path, main=[WAIT], board=board), 2, 1)
    assert match.view(0)["players"][1]["fields"]["share"] in (None, 0)


@pytest.mark.parametrize("value", ["{it.manna}", "{them.mana}", {"type": "noSuchWord"}])
def test_a_wrong_value_is_told_with_its_place(tmp_path, value):
    with pytest.raises(PackError) as told:
        build(tmp_path, main=[WAIT], board={"between": {"lead": value}})
    assert "board.between.lead" in str(told.value)
