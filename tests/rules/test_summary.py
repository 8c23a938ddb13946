"""Summaries: who did what, the best turn of each, the turning points; as the pack says."""

import pytest
from ticking import REPORT, answer, match_of

from rules.ground.errors import PackError
from rules.running.journal import undo_entry
from rules.weighing.summary import retell

NO_WORTH = {"until": "{match.round}"}


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
        {"round": 1, "step": 0, "seat": 0, "swing": 100, "lead": 100, "rival": 1},
        {"round": 2, "step": 2, "seat": 1, "swing": 500, "lead": 400, "rival": 0},
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
    match = match_of(tmp_path, report={}, bot=NO_WORTH)
    for name in ("small", "pass", "pass", "great"):
        answer(match, name)
    summary = told(match)
    assert (summary["score"], summary["deeds"], summary["turning"]) == (None, {}, [])
    assert (summary["curve"], summary["decided"]) == (None, None)
    assert summary["best"] == [None, None]


def test_the_curve_has_everybodys_lead_at_each_round_and_at_the_end(tmp_path):
    match = match_of(tmp_path)
    for name in ("small", "pass", "pass", "great"):
        answer(match, name)
    assert told(match)["curve"] == {
        "name": "score",
        "lap": 0,
        "points": [
            {"round": 1, "step": 0, "values": [0, 0]},
            {"round": 2, "step": 2, "values": [1, 0]},
            {"round": 2, "step": 4, "values": [1, 5]},
        ],
    }


def test_it_is_decided_when_who_has_won_comes_to_be_ahead_for_good(tmp_path):
    match = match_of(tmp_path)
    for name in ("small", "pass", "pass", "great"):
        answer(match, name)
    assert told(match)["decided"] == {"round": 2, "step": 3, "seat": 1, "rival": 0}


def test_who_was_ahead_from_the_first_was_so_of_nobody(tmp_path):
    match = match_of(tmp_path)
    for name in ("great", "pass", "pass", "small"):
        answer(match, name)
    assert told(match)["decided"] == {"round": 1, "step": 0, "seat": 0, "rival": None}


def test_a_draw_is_decided_by_nobody(tmp_path):
    match = match_of(tmp_path)
    for name in ("small", "small", "pass", "pass"):
        answer(match, name)
    assert told(match)["decided"] is None


def test_a_best_turn_can_be_watched_from_before_its_first_answer(tmp_path):
    match = match_of(tmp_path)
    for name in ("small", "pass", "pass", "great"):
        answer(match, name)
    assert [best["step"] for best in told(match)["best"]] == [0, 3]


def test_without_a_worth_the_lead_says_which_turn_was_best(tmp_path):
    match = match_of(tmp_path, bot=NO_WORTH)
    for name in ("small", "pass", "pass", "great"):
        answer(match, name)
    summary = told(match)
    assert summary["unit"] == "score"
    assert [best["gain"] for best in summary["best"]] == [100, 500]


def test_a_pack_names_the_series_whose_curve_is_told(tmp_path):
    report = {**REPORT, "lead": "held", "series": {"held": "{it.hand.count}"}}
    match = match_of(tmp_path, report=report)
    for name in ("small", "pass", "pass", "great"):
        answer(match, name)
    curve = told(match)["curve"]
    assert curve["name"] == "held"
    assert curve["points"][0]["values"] == [3, 3]


def test_a_curve_of_no_series_is_refused(tmp_path):
    with pytest.raises(PackError, match=r"report.lead: 'gold' is none of the series score"):
        match_of(tmp_path, report={**REPORT, "lead": "gold"})


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
