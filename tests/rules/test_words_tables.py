"""Tables: cases by word, number and range; dice, and what is rolled on a table."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tiny import build, spell, start, value

from rules.ground.errors import PackError
from rules.running.match import Match


def note(amount: Any) -> dict:
    return {"type": "note", "amount": amount}


def switch(on: Any, **rest: Any) -> dict:
    return {"type": "switch", "value": on, "elsedo": note(1000), **rest}


def total(tmp_path: Path, *main: Any, seed: int = 1) -> int:
    return value(start(tmp_path, *main, seed=seed), "total")


CASES = {"-2": note(1), "0-3": [note(2)], "4,6": note(3), "7+": note(4)}
BY_NUMBER = [(-2, 1), (0, 2), (3, 2), (4, 3), (5, 1000), (6, 3), (7, 4), (900, 4), (-1, 1000)]


@pytest.mark.parametrize(("number", "done"), BY_NUMBER)
def test_the_case_of_a_number_is_carried_out(tmp_path: Path, number: int, done: int) -> None:
    let = {"type": "let", "id": "n", "value": number}
    assert total(tmp_path, let, switch("{n} + 0", cases=CASES)) == done


def test_the_case_of_a_word_is_carried_out(tmp_path: Path) -> None:
    cards = [spell("spark", school="fire"), spell("chill", school="frost"), spell("jolt")]
    each = {
        "type": "loop",
        "id": "each",
        "target": {"chooser": "cards"},
        "do": [switch("{each.target.school}", cases={"fire": note(1), "frost": note(20)})],
    }
    assert value(start(tmp_path, each, cards=cards), "total") == 1021


def test_a_case_can_ask_and_goes_on_after_it(tmp_path: Path) -> None:
    ask = {
        "type": "choose",
        "ask": "{match.startPlayer}",
        "prompt": "wait",
        "options": [{"id": "a", "do": [note(1)]}, {"id": "b", "do": [note(2)]}],
    }
    m = start(tmp_path, switch(7, cases={"3": note(9), "7": [ask, note(10)]}), note(100))
    m.answer_unchecked(m.pending[0].seat, (1,))
    assert value(m, "total") == 112


@pytest.mark.parametrize(
    ("cases", "message"),
    [
        ({"fyre": []}, "did you mean fire"),
        ({"3-1": []}, "the lower number comes first"),
        ({"?": []}, "is no word, number or range"),
        ([], "an object belongs here"),
    ],
)
def test_cases_are_checked(tmp_path: Path, cases: Any, message: str) -> None:
    do = [switch("{this.school}", cases=cases)]
    with pytest.raises(PackError, match=message.replace("?", ".")):
        build(tmp_path, cards=[spell("x", {"at": "onPlay", "do": do})])


def rolled(tmp_path: Path, dice: tuple[int, ...], *main: Any) -> Match:
    """A match in which these dice fall."""
    m = Match.prepare(build(tmp_path, main=[*main]), 2, 1)
    m.dice = dice
    m.begin()
    return m


@pytest.mark.parametrize(
    ("word", "came"),
    [
        ({"dice": "2d6+1"}, 8),
        ({"dice": "d6"}, 3),
        ({"dice": "3D6 - 2"}, 11),
        ({"dice": "3d6", "plus": 5}, 18),
        ({"amount": 2, "sides": 8}, 7),
        ({"dice": "3d6", "highest": 2}, 10),
        ({"dice": "3d6", "lowest": 1}, 3),
    ],
)
def test_dice_add_up(tmp_path: Path, word: dict, came: int) -> None:
    roll = {"type": "rollDice", "id": "r", **word}
    m = rolled(tmp_path, (3, 4, 6), roll, note("{r.result}"))
    assert value(m, "total") == came


def test_what_each_die_shows_can_be_counted(tmp_path: Path) -> None:
    roll = {"type": "rollDice", "id": "r", "dice": "3d6"}
    m = rolled(tmp_path, (3, 4, 6), roll, note("{r.dice.count} * 100 + {r.dice.last}"))
    assert value(m, "total") == 306


@pytest.mark.parametrize("kept", [{}, {"highest": 1}, {"lowest": 2}])
def test_highest_lowest_and_sum_of_one_roll_are_all_had(tmp_path: Path, kept: dict) -> None:
    roll = {"type": "rollDice", "id": "r", "dice": "3d6+2", **kept}
    sums = note("{r.highest} * 10000 + {r.lowest} * 100 + {r.total}")
    assert value(rolled(tmp_path, (4, 3, 6), roll, sums), "total") == 60315


@pytest.mark.parametrize(("die", "done"), [(1, 11), (2, 11), (3, 20), (6, 600)])
def test_a_row_of_a_table_is_carried_out(tmp_path: Path, die: int, done: int) -> None:
    table = {"1-2": [note(1), note(10)], "3": note(20), "4+": note("{r.result} * 100")}
    m = rolled(tmp_path, (die,), {"type": "rollOn", "id": "r", "dice": "1d6", "table": table})
    assert value(m, "total") == done


@pytest.mark.parametrize(("die", "loss"), [(1, 5), (5, 7), (6, 0)])
def test_a_table_can_give_a_value(tmp_path: Path, die: int, loss: int) -> None:
    table = {"1-2": 5, "3-5": "{r0.count} + 5"}
    let = {"type": "let", "id": "r0", "value": {"chooser": "players"}}
    roll = {"type": "rollOn", "id": "r", "dice": "1d6", "table": table}
    m = rolled(tmp_path, (die,), let, roll, note("{r.value}"))
    assert value(m, "total") == loss


@pytest.mark.parametrize(
    ("word", "message"),
    [
        ({"dice": "2d"}, "are no dice; they are written 2d6"),
        ({"dice": "0d6"}, "'0d6': roll 1 to 1000 dice, not 0"),
        ({"dice": "1001d6"}, "roll 1 to 1000 dice, not 1001"),
        ({"dice": "2d0+1"}, "a die has 1 to 1000000 sides, not 0"),
        ({"table": {"3-1": []}}, "the range 3-1 runs backwards: the lower number comes first"),
        ({"table": {"1-3": [], "3": []}}, "3 is on the table twice"),
        ({"table": {"fire": []}}, "has numbers and ranges"),
    ],
)
def test_tables_are_checked(tmp_path: Path, word: dict, message: str) -> None:
    roll = {"type": "rollOn", "dice": "1d6", "table": {"1+": []}, **word}
    with pytest.raises(PackError, match=message):
        build(tmp_path, main=[roll])
