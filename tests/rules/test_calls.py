"""
Words that call words: inside each other as functions of Python, as frames where somebody has to
choose, and never without end.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tiny import on_play, play, spell, start, value

from rules.ground.errors import ActionFailed
from rules.running.machine import MAX_DEPTH, MAX_NESTED
from rules.running.match import Match

COUNT = {"type": "set", "of": "{match}", "field": "total", "mode": "set"}


def word(*do: Any, **params: str) -> dict[str, Any]:
    return {"doc": "Act.", "source": "test", "params": params, "do": list(do)}


def told(text: str) -> dict[str, Any]:
    return {**COUNT, "amount": text}


def ask(prompt: str) -> dict[str, Any]:
    return {
        "type": "choose",
        "ask": "{match.startPlayer}",
        "prompt": prompt,
        "auto": False,
        "options": [
            {"id": "one", "do": [told("({match.total} * 3 + 1) % 1009")]},
            {"id": "two", "do": [told("({match.total} * 3 + 2) % 1009")]},
        ],
    }


#: Goes down by itself, asks at the bottom, and does something at each level on the way back.
DOWN = word(
    {
        "type": "if",
        "condition": "{depth} > 0",
        "do": [{"type": "down", "depth": "{depth} - 1"}],
        "elsedo": [ask("bottom")],
    },
    told("({match.total} * 7 + {depth}) % 1009"),
    depth="number",
)


def after(depth: int, total: int) -> int:
    for level in range(depth + 1):
        total = (total * 7 + level) % 1009
    return total


@pytest.mark.parametrize("depth", [0, 1, 3, MAX_NESTED - 1, MAX_NESTED, 3 * MAX_NESTED, 200])
@pytest.mark.parametrize("pick", [0, 1])
def test_who_chooses_deep_down_finds_all_levels_waiting(tmp_path: Path, depth: int, pick: int):
    down = {"type": "down", "depth": depth}
    match = start(tmp_path, down, down, define={"doables": {"down": DOWN}})
    assert depth <= len(match.stack) <= depth + 3
    total = 0
    for _ in range(2):
        assert match.pending[0].prompt == "bottom"
        for one in (match.clone(), Match.load(match.game, match.save())):
            one.answer(0, (1 - pick,))
            assert value(one, "total") == after(depth, (total * 3 + 2 - pick) % 1009)
        match.answer(0, (pick,))
        total = after(depth, (total * 3 + 1 + pick) % 1009)
        assert value(match, "total") == total


@pytest.mark.parametrize(
    "words",
    [
        {"act": word({"type": "act"})},
        {"act": word({"type": "other"}), "other": word({"type": "act"})},
        {"act": word(*play("bad"))},
    ],
    ids=["by itself", "by way of another", "by way of a card"],
)
def test_words_that_call_each_other_without_end_are_told(tmp_path: Path, words: dict[str, Any]):
    for name in words:
        words[name]["params"] = {}
    menu = {
        "type": "choose",
        "ask": "{match.startPlayer}",
        "prompt": "turn",
        "options": [{"id": "bad", "do": play("bad")}, {"id": "pass"}],
    }
    bad = spell("bad", on_play({"type": "act"}))
    match = start(tmp_path, menu, cards=[bad], define={"doables": words})
    with pytest.raises(ActionFailed, match=f"more than {MAX_DEPTH} deep") as caught:
        match.answer(0, (0,))
    assert caught.value.card == "t.spell.bad"
    assert match.pending[0].prompt == "wait"


def test_a_long_chain_of_words_is_no_deep_one(tmp_path: Path):
    """Each word calls the next one; the last one asks."""
    words = {f"w{n}": word({"type": f"w{n + 1}"}, told("{match.total} + 1")) for n in range(60)}
    words["w60"] = word(ask("end"))
    match = start(tmp_path, {"type": "w0"}, define={"doables": words})
    assert value(match, "total") == 0
    match.answer(0, (0,))
    assert value(match, "total") == 61


@pytest.mark.parametrize(
    "last", [[ask("end")], [told("{match.total} + 1")]], ids=["asks", "counts"]
)
def test_words_that_call_the_next_one_again_and_again_are_stopped(tmp_path: Path, last: list):
    """Twice in each of forty words would be a million million calls."""
    words = {f"w{n}": word({"type": f"w{n + 1}"}, {"type": f"w{n + 1}"}) for n in range(40)}
    words["w40"] = word({"type": "if", "condition": "{match.total} < 0", "do": last})
    with pytest.raises(ActionFailed, match="steps"):
        start(tmp_path, {"type": "w0"}, define={"doables": words})


def test_stop_in_what_players_choose_at_once_leaves_the_loop_around_it(tmp_path: Path):
    asked = {
        "type": "askAll",
        "id": "plan{p}",
        "target": {"chooser": "players"},
        "prompt": "plan",
        "auto": False,
        "options": [
            {"id": "on", "do": [told("{match.total} + 1")]},
            {"id": "off", "do": [{"type": "stop"}]},
        ],
    }
    loop = {"type": "loop", "times": 5, "do": [asked, told("{match.total} + 100")]}
    match = start(tmp_path, loop, told("{match.total} + 1000"))
    for picks in (0, 0), (0, 1):
        for seat, pick in enumerate(picks):
            match.answer(seat, (pick,))
    assert value(match, "total") == 1103


def test_what_is_kept_by_a_word_holds_no_longer_than_the_word(tmp_path: Path):
    """An inner word that keeps answers asks for itself; then those of the outer one hold again."""
    aim = {"playerChooser": 0}
    note = told("{match.total} * 10 + {aim.seat} + 1")
    choose = {
        "type": "let",
        "id": "aim",
        "value": {"type": "playerChooser", "ask": "{match.startPlayer}", "keep": True},
    }
    del aim
    inner = word({"type": "keepAnswers"}, choose, note, choose, note)
    outer = word({"type": "keepAnswers"}, choose, note, {"type": "inner"}, choose, note)
    match = start(tmp_path, {"type": "outer"}, define={"doables": {"inner": inner, "outer": outer}})
    match.answer(0, (0,))
    match = Match.load(match.game, match.save())
    match.answer(0, (1,))
    assert value(match, "total") == 1221
