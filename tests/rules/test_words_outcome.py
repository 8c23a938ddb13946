"""How a match ends: who won, who drew, who lost, by which rule."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tiny import build

from rules.ground.errors import PackError
from rules.playing.bots import greedy, make_bot
from rules.running.match import Match

PLAYERS = {"chooser": "players"}
WORDS = {"en": {"log": {"outcome": "{winners} won by {by}"}}}


def ended(tmp_path: Path, seats: int = 3, **rest: Any) -> Match:
    end = {"type": "endMatch", "standings": PLAYERS, **rest}
    return Match.new(build(tmp_path, main=[end]), seats, 1)


@pytest.mark.parametrize(
    ("by", "won", "drew", "lost"),
    [
        ("{it.seat}", (2,), (), (1, 0)),
        ("{it.score}", (), (0, 1, 2), ()),
        ("min(1, {it.seat})", (), (1, 2), (0,)),
    ],
)
def test_who_comes_first_alone_has_won_and_several_have_drawn(
    tmp_path: Path, by: str, won: tuple, drew: tuple, lost: tuple
) -> None:
    m = ended(tmp_path, by=by)
    assert m.outcome == (won, drew, lost, None)
    assert not list(m.log or ())


def test_the_rule_is_kept_shown_and_logged(tmp_path: Path) -> None:
    m = ended(tmp_path, by="{it.seat}", rule="lastStanding")
    assert m.outcome is not None
    assert m.outcome.rule == "lastStanding"
    told = {"won": (2,), "drew": (), "lost": (1, 0), "rule": "lastStanding"}
    assert m.view(None)["outcome"] == told
    (line,) = m.log or ()
    assert line.message == "outcome"
    other = Match.load(m.game, m.save())
    assert other.outcome == m.outcome
    assert m.clone().outcome == m.outcome


def test_there_is_none_while_a_match_goes_on(tmp_path: Path) -> None:
    m = Match.prepare(build(tmp_path), 2, 1)
    assert (m.outcome, m.view(0)["outcome"]) == (None, None)


FIRST = {"chooser": "players", "where": "{it.seat} == 0"}
LATER = {"chooser": "players", "except": FIRST}


@pytest.mark.parametrize(
    ("given", "outcome", "standings"),
    [
        ({"won": PLAYERS}, ((0, 1, 2), (), ()), ((0, 1, 2),)),
        ({"lost": PLAYERS}, ((), (), (0, 1, 2)), ((0, 1, 2),)),
        ({"drew": PLAYERS}, ((), (0, 1, 2), ()), ((0, 1, 2),)),
        ({"won": LATER}, ((1, 2), (), (0,)), ((1, 2), (0,))),  # who is not named has lost
        ({"drew": LATER}, ((), (1, 2), (0,)), ((1, 2), (0,))),
        ({"lost": LATER}, ((0,), (), (1, 2)), ((0,), (1, 2))),  # ... or won, where others lost
        ({"won": FIRST, "drew": LATER}, ((0,), (1, 2), ()), ((0,), (1, 2))),
        ({"won": FIRST, "lost": PLAYERS}, ((0,), (), (1, 2)), ((0,), (1, 2))),  # the better of both
        ({"won": [], "lost": PLAYERS}, ((), (), (0, 1, 2)), ((0, 1, 2),)),
    ],
)
def test_a_match_may_end_for_those_who_won_drew_and_lost(
    tmp_path: Path, given: dict, outcome: tuple, standings: tuple
) -> None:
    end = {"type": "endMatch", "rule": "done", **given}
    m = Match.new(build(tmp_path, main=[end]), 3, 1)
    assert m.outcome == (*outcome, "done")
    assert m.standings == standings
    assert m.winner == (outcome[0][0] if len(outcome[0]) == 1 else None)
    assert Match.load(m.game, m.save()).outcome == m.clone().outcome == m.outcome
    (line,) = m.log or ()
    assert tuple(value for _, _, value in line.args[:3]) == outcome


SIDES: dict[str, Any] = {"pack": {"sides": "side"}, "fields": {"player": {"side": {"initial": 1}}}}


def of_one_party(tmp_path: Path, *main: Any, seats: int = 2, **pack: Any) -> Match:
    given = {**SIDES, "pack": {**SIDES["pack"], "seats": [1, 2], **pack}}
    return Match.new(build(tmp_path, main=list(main), **given), seats, 1)


def test_a_party_can_lose_together_which_no_bot_prefers(tmp_path: Path) -> None:
    m = of_one_party(tmp_path, {"type": "endMatch", "lost": FIRST})
    assert m.outcome == ((), (), (0, 1), None)
    assert greedy.worth_of(m, 0) < 0
    assert greedy.lead_of(m, 0) < 0
    won = of_one_party(tmp_path / "won", {"type": "endMatch", "won": FIRST})
    assert won.outcome == ((0, 1), (), (), None)
    assert greedy.lead_of(won, 0) > 0


def test_no_bot_ends_a_match_that_it_loses_to_stand_better(tmp_path: Path) -> None:
    others = {"chooser": "players", "where": "{it.seat} == 1"}
    lose = {"id": "lose", "do": [{"type": "endMatch", "won": others}]}
    options = [lose, {"id": "go", "do": [{"type": "note", "amount": -50}]}]
    first = {"chooser": "players", "where": "{it.seat} == 0"}
    menu = {"type": "choose", "ask": first, "prompt": "x", "auto": False, "options": options}
    bot = {"worth": "{match.total}"}
    m = Match.new(build(tmp_path, main=[menu, menu], bot=bot), 2, 1)
    assert make_bot("greedy", 1).choose(m, 0) == (1,)


def test_a_flow_that_ends_by_itself_is_nobodys_win(tmp_path: Path) -> None:
    assert of_one_party(tmp_path).outcome == ((), (0, 1), (), None)


@pytest.mark.parametrize("seats", [1, 2])
def test_a_party_that_gives_up_has_lost(tmp_path: Path, seats: int) -> None:
    options = [{"id": "go"}]
    menu = {"type": "choose", "ask": "{p.target}", "prompt": "x", "auto": False, "options": options}
    loop = {"type": "loop", "id": "p", "target": PLAYERS, "do": [menu]}
    m = of_one_party(tmp_path, loop, seats=seats)
    for seat in range(seats):
        m.concede(seat)
    assert m.outcome == ((), (), tuple(range(seats)), None)


@pytest.mark.parametrize(
    ("end", "problem"),
    [
        ({}, "endMatch needs either standings, or who won, drew or lost"),
        ({"standings": PLAYERS, "won": FIRST}, "endMatch needs either standings"),
        ({"won": PLAYERS, "by": "{it.seat}"}, "who won, drew or lost is in no order"),
    ],
)
def test_an_end_is_said_in_one_way(tmp_path: Path, end: dict, problem: str) -> None:
    with pytest.raises(PackError, match=problem):
        build(tmp_path, main=[{"type": "endMatch", **end}])
