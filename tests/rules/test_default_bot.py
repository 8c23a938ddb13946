"""What bots play for in a pack without a section `bot`: that by which its matches end."""

from __future__ import annotations

import pytest
from tiny import WAIT, build

from rules.pack.default_bot import default_bot
from rules.running.match import Match

SCORES = [
    {"type": "let", "id": "all", "value": {"chooser": "players"}},
    {"type": "set", "of": "{all.first}", "field": "score", "amount": 7},
    {"type": "set", "of": "{all.last}", "field": "score", "amount": 2},
]


def ends(by: object = "{it.score}") -> dict:
    return {"type": "endMatch", "standings": {"chooser": "players"}, "by": by}


def worths(tmp_path, *main: object, seats: int = 2, **sections: object) -> list[int] | None:
    """What each player's standing is worth when the first one is asked; None: nothing is."""
    match = Match.new(build(tmp_path, main=[*SCORES, WAIT, *main], **sections), seats, 1)
    worth = match.program.bots.worth
    return worth and [worth(match, player) for player in range(1, seats + 1)]


def test_it_is_what_the_standings_are_made_by_less_what_the_others_have(tmp_path):
    assert worths(tmp_path, ends()) == [500, -500]
    assert worths(tmp_path / "three", ends(), seats=3) == [600, -450, -150]


def test_it_may_be_a_value_of_the_pack_or_of_the_match(tmp_path):
    by = {"type": "add", "values": ["{it.score}", "{match.round}"]}
    assert worths(tmp_path, ends(by)) == [500, -500]


def test_several_ends_by_the_same_are_one(tmp_path):
    early = {"type": "if", "condition": "{match.round} == 9", "do": [ends()]}
    assert worths(tmp_path, early, ends()) == [500, -500]


@pytest.mark.parametrize(
    "main",
    [
        [{"type": "endMatch", "won": {"chooser": "players"}}],
        [{"type": "if", "condition": True, "do": [ends("{it.mana}")]}, ends()],
        [{"type": "let", "id": "bonus", "value": 3}, ends("{it.score} + {bonus}")],
    ],
    ids=["nothing is compared", "by several values", "by what only the flow knows"],
)
def test_there_is_none_where_matches_end_otherwise(tmp_path, main):
    assert worths(tmp_path, *main) is None


def test_there_is_none_where_who_is_on_which_side_is_secret():
    secret = {"type": "sum", "of": "{it.hand}", "value": 1}
    raw = {"main": [ends()], "define": {}, "pack": {"sides": "team"}}
    assert default_bot(raw)
    assert default_bot(raw | {"pack": {"sides": secret}}) == {}


def test_what_the_pack_says_of_bots_counts_alone(tmp_path):
    assert worths(tmp_path, ends(), bot={"until": "{match.round}"}) is None


def test_a_mistake_in_it_is_told_once_where_it_stands(tmp_path):
    with pytest.raises(Exception, match="scorn") as told:
        worths(tmp_path, ends("{it.scorn}"))
    assert len(told.value.problems) == 1
