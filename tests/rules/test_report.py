"""The report of a pack: what of its cards was reached, and what never was."""

from __future__ import annotations

import json

from tiny import build, on_play, play, spell

from rules.weighing import report

GAIN = {"type": "note", "amount": 1}
BY_LUCK = {
    "type": "if",
    "condition": "{match.total} > 100",
    "do": [{"type": "note", "amount": 7}],
    "elsedo": [GAIN],
}
MAIN = [
    {"type": "let", "id": "first", "value": {"chooser": "players"}},
    {
        "type": "set",
        "of": "{match}",
        "field": "startPlayer",
        "mode": "set",
        "amount": "{first.first}",
    },
    *play("x"),
    {"type": "endMatch", "standings": {"chooser": "players"}},
]


def run(tmp_path, capsys, *cards):
    """The command on a tiny pack in which x is played: (exit code, rows by card, text)."""
    build(tmp_path, main=MAIN, cards=list(cards))
    code = report.run_report(tmp_path / "tiny", matches=2, checks=0, as_json=True)
    rows = json.loads(capsys.readouterr().out)["cards"]
    report.run_report(tmp_path / "tiny", matches=2, checks=0, as_json=False)
    return code, {row["id"]: row for row in rows}, capsys.readouterr().out


def test_a_card_of_which_all_was_reached_is_no_complaint(tmp_path, capsys):
    code, rows, text = run(tmp_path, capsys, spell("x", on_play(GAIN)))
    assert code == 0
    assert rows["t.spell.x"]["acted"] == 2
    assert rows["t.spell.x"]["words"] == ["note", "onPlay"]
    assert "2 matches, 0 failed; 1 cards, 0 never seen, 0 with doables never reached" in text


def test_a_card_that_is_never_seen_is_a_complaint(tmp_path, capsys):
    code, rows, text = run(tmp_path, capsys, spell("x", on_play(GAIN)), spell("y", on_play(GAIN)))
    assert code == 1
    assert rows["t.spell.y"]["acted"] == 0
    assert "1 never seen" in text


def test_a_branch_that_is_never_taken_is_named(tmp_path, capsys):
    code, rows, text = run(tmp_path, capsys, spell("x", on_play(BY_LUCK)))
    assert code == 1
    assert len(rows["t.spell.x"]["unreached"]) == 1
    assert "never reached in t.spell.x:" in text


def test_a_branch_that_a_parameter_rules_out_is_none(tmp_path, capsys):
    ruled_out = {**BY_LUCK, "condition": "1 > 2"}
    code, rows, _ = run(tmp_path, capsys, spell("x", on_play(ruled_out)))
    assert code == 0
    assert rows["t.spell.x"]["unreached"] == []
