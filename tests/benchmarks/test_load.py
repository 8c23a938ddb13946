"""The load run: its people answer legally, and its figures are what they say."""

import re
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "benchmarks"))

import load  # noqa: E402
from load_game import Game, free_ports  # noqa: E402
from load_people import Measured, Sentences, answer_to  # noqa: E402

PROMPT = """
  1) some older list
Which? (30 s)
  1) play Bash        deals 3
  2) play Fire        deals 4
  3) end the turn
"""


@pytest.fixture(scope="module")
def patterns():
    game = Game.__new__(Game)
    game.mygame = ROOT / "mygame"
    return game.sentences()


@pytest.mark.parametrize(
    ("kind", "told"),
    [
        ("choose_one", "Type a number or a name."),
        ("choose_one", "输入编号或名称。"),
        ("choose_one_or_none", "Type a number or a name, or 0 for none."),
        ("choose_exactly", "Type 2 numbers, for example 1 2."),
        ("choose_any", "输入编号，例如 1 2；0 表示不选。"),
        ("choose_number", "Type a number."),
        ("waiting_short", "Waiting for Ann."),
        ("thanks", "谢谢你来玩！"),
    ],
)
def test_a_prompt_is_known_by_the_games_own_sentences(patterns, kind, told):
    told_of = {key: each for key, each in patterns.items() if key != "head"}
    found = Sentences(told_of).last(f"{PROMPT}{told}\n")
    assert found is not None
    assert found.lastgroup == kind


def test_a_tables_number_is_read_in_both_languages(patterns):
    for told in ("Table 12: Chrono Wizard", "12号桌：逆时巫师"):
        found = re.search("|".join(patterns["head"]), told)
        assert "12" in found.groups()


@pytest.mark.parametrize(
    ("kind", "told", "legal"),
    [
        ("choose_one", "Type a number or a name.", "1|2|3"),
        ("choose_exactly", "Type 2 numbers, for example 1 2.", "(1|2|3) (1|2|3)"),
        ("choose_any", "Type numbers, for example 1 2, or 0 for none.", "0"),
        ("choose_one_or_none", "Type a number or a name, or 0 for none.", "0"),
    ],
)
def test_answers_are_numbers_of_the_last_list(kind, told, legal):
    for _ in range(20):
        answer = answer_to(kind, told, PROMPT)
        assert re.fullmatch(legal, answer)
        assert len(set(answer.split())) == len(answer.split())


def test_a_number_is_taken_from_the_range():
    assert answer_to("choose_number", "Type a number.", "How many?\n  2 – 4 mana\n") in "234"


def test_figures_are_per_answer_and_per_second():
    measured = Measured(answers=20, received=4000, first=[0.001] * 20, whole=[0.01] * 19 + [1.0])
    used = {"server": 0.2, "portal": 0.04, "workers": 0.0}
    found = load.figures(measured, used, 10.0)
    assert found["answers/s"] == 2
    assert found["server, ms/answer"] == 10
    assert found["server and portal, ms/answer"] == pytest.approx(12)
    assert found["processor, ms/answer"] == pytest.approx(12)
    assert found["bytes/answer"] == 200
    assert found["p50, ms"] == 10
    assert found["p99, ms"] == 1000


def test_two_checkouts_are_compared_round_by_round():
    ours = [dict.fromkeys(load.COMPARED, value) for value in (2.0, 3.0, 8.0)]
    others = [dict.fromkeys(load.COMPARED, value) for value in (4.0, 3.0, 4.0)]
    heads, *rows = load.ratios_of({"this": ours, "other": others})
    assert "median" in heads
    assert rows[0].split()[-3:] == ["1.00", "0.50", "2.00"]


def test_people_think_so_long_that_the_rate_comes_out():
    assert load.arguments(["--tables", "50", "--rate", "25"]).think == (1, 3)
    assert load.arguments(["--tables", "50", "--think", "3"]).think == (1.5, 4.5)


def test_people_think_between_two_numbers_of_seconds():
    assert load.arguments(["--think", "0.5-5"]).think == (0.5, 5)
    with pytest.raises(SystemExit):
        load.arguments(["--think", "long"])


def test_how_far_it_is_is_told_where_there_is_no_terminal(capsys):
    progress = load.Progress()
    for text in ("first", "too soon"):
        progress.tell(text)
    progress.tell("something new", always=True)
    progress.end()
    assert capsys.readouterr().err == "first\nsomething new\n"


def test_free_ports_are_different():
    assert len(set(free_ports(5))) == 5
