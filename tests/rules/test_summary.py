"""Summaries: who did what, the best turn of each, the turning points; as the pack says."""

import pytest
from ticking import REPORT, answer, match_of

from rules.ground.errors import PackError
from rules.running.journal import undo_entry
from rules.weighing.summary import retell


def told(match):
    return retell(match.game, 2, 1, {}, match.journal)


def test_who_did_what_and_when_it_turned(tmp_path):
    match = match_of(tmp_path)
    for name in ("small", "pass", "pass", "great"):
        answer(match, name)
    assert match.is_over
    summary = told(match)
    assert summary["rounds"] == 2
    assert summary["score"] == [1, 5]
    assert summary["deeds"] == {"ended": [0, 1]}
    first, second = summary["best"]
    assert (first["round"], first["gain"], first["cards"]) == (1, 100, ["t.spell.small"])
    assert (second["round"], second["gain"], second["cards"]) == (2, 500, ["t.spell.great"])
    assert summary["turning"] == [
        {"round": 1, "seat": 0, "swing": 100, "lead": 100, "rival": 1},
        {"round": 2, "seat": 1, "swing": 500, "lead": 400, "rival": 0},
    ]


def test_what_was_taken_back_counts_for_nothing(tmp_path):
    match = match_of(tmp_path)
    journal = []
    choice = match.choices[0]
    answer(match, "great")
    journal = [*match.journal, (choice.seat, undo_entry(1))]
    match = match_of(tmp_path)
    for name in ("pass", "pass", "pass", "pass"):
        answer(match, name)
    summary = retell(match.game, 2, 1, {}, [*journal, *match.journal])
    assert summary["deeds"] == {"ended": [0, 0]}
    assert summary["best"] == [None, None]


def test_a_game_that_declares_nothing_has_a_summary_without_figures(tmp_path):
    match = match_of(tmp_path, report={}, bot={})
    for name in ("small", "pass", "pass", "great"):
        answer(match, name)
    summary = told(match)
    assert (summary["score"], summary["deeds"], summary["turning"]) == (None, {}, [])
    assert summary["best"] == [None, None]


SEEN = {
    "columns": {"leads": "small if {it.score} < 2 else great"},
    "moved": "{it.score}",
    "line": "scored",
}


def test_how_players_were_seen_and_the_line_that_changed_it_most(tmp_path):
    match = match_of(tmp_path, report={**REPORT, "seen": SEEN})
    for name in ("small", "pass", "pass", "great"):
        answer(match, name)
    seen = told(match)["seen"]
    assert seen["columns"] == {"leads": ["small", "great"]}
    assert [move["by"] for move in seen["moves"]] == [1, 5]
    assert [move["round"] for move in seen["moves"]] == [1, 2]
    assert [move["line"][0] for move in seen["moves"]] == ["scored", "scored"]


def test_a_line_that_the_log_has_not_is_refused(tmp_path):
    with pytest.raises(
        PackError, match=r"report.seen.line: no line of the log is called 'cheered'"
    ):
        match_of(tmp_path, report={**REPORT, "seen": {**SEEN, "line": "cheered"}})


def test_a_deed_that_names_no_player_of_its_event_is_refused(tmp_path):
    deeds = {"ended": {"event": "onTick", "player": "playerUUID"}}
    with pytest.raises(PackError, match=r"report.deeds.ended.player: onTick has no player"):
        match_of(tmp_path, report={**REPORT, "deeds": deeds})
