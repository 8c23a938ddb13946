"""`python -m rules.scenario`: what it prints, and what files may say."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema_rs
import pytest
from scenic import CARDS, FLOW, GIVEN, SECTIONS
from tiny import BASE, merged, write

from rules.language import dialect
from rules.scenario import SCHEMA, main

PACKS = Path(__file__).parents[2] / "mygame" / "world" / "packs"


@pytest.fixture
def command(tmp_path, capsys):
    """Writes a file of scenarios into the tiny pack; gives what the command prints and returns."""
    sections = merged(merged(BASE, SECTIONS), {"main": FLOW, "cards": CARDS})
    folder = write(tmp_path / "tiny", sections)
    file = folder / "scenarios" / "all.json5"
    file.parent.mkdir()

    def run(text, *arguments, path=file):
        file.write_text(text if isinstance(text, str) else json.dumps(text), encoding="utf-8")
        code = main([*arguments, str(path)])
        return code, capsys.readouterr().out.replace(str(tmp_path), "")

    return run


GOOD = {"name": "good", "given": GIVEN, "then": {"asked": 0}}


def test_the_command_prints_failures_with_their_lines_and_a_count(command):
    text = f"""{{"scenarios": [
        {json.dumps(GOOD)},
        {{"name": "bad", "given": {json.dumps(GIVEN)},
          "when": [{{"choose": "rest"}},
            {{"default": 1}},
            {{"chose": "rest"}}],
          "then": {{"over": false}}}},
        {{
          "name": "wrong",
          "then": {{
            "asked": 0,
            "players.0.man": 1}}}},
        {{
          "name": "empty"}},
        "none",
        ]}}"""
    assert command(text) == (
        1,
        "/tiny/scenarios/all.json5:6: bad: when[2].chose: there is no key 'chose'; did you mean "
        "choose?\n"
        "/tiny/scenarios/all.json5:12: wrong: then.players.0.man: there is no fact of a player "
        "'man'; did you mean mana?\n"
        "/tiny/scenarios/all.json5:14: empty: it states nothing: a fact in then, or something "
        "refused, belongs into it\n"
        "/tiny/scenarios/all.json5:15: a scenario without a name: an object belongs here, not "
        '"none"\n'
        "1 passed, 4 failed\n",
    )


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('{"scenarios": [}', "/tiny/scenarios/all.json5:1:16: expected"),
        ("[]", "/tiny/scenarios/all.json5:1: a file of scenarios is"),
        ('{"scenario": []}', "/tiny/scenarios/all.json5:1: a file of scenarios is"),
        ('{"scenarios": []}', "/tiny/scenarios/all.json5:1: scenarios: there is nothing in it"),
        (
            '{"scenarios": [{}],\n "givn": {}}',
            "/tiny/scenarios/all.json5:2: givn: there is no key 'givn'; did you mean given?",
        ),
    ],
)
def test_a_file_that_is_none_of_scenarios_is_told_with_its_place(command, text, told):
    code, out = command(text)
    assert code == 1
    assert out.startswith(told)
    assert out.endswith("\n0 passed, 1 failed\n")


def test_where_no_scenario_is_found_nothing_has_passed(command, tmp_path, capsys):
    (tmp_path / "void").mkdir()
    code, out = command({"scenarios": [GOOD]}, path=tmp_path / "void")
    assert (code, out.splitlines()[-1]) == (1, "0 passed, 1 failed")
    assert "/void: there is no scenario in this folder" in out
    code, out = command({"scenarios": [GOOD]}, path=tmp_path / "none.json5")
    assert (code, "/none.json5: there is no such file" in out) == (1, True)
    (tmp_path / "stray.json5").write_text('{"scenarios": []}', encoding="utf-8")
    code, out = command({"scenarios": [GOOD]}, path=tmp_path / "stray.json5")
    assert (code, "lies in no pack; name one with --pack" in out) == (1, True)
    with pytest.raises(SystemExit):
        main([])
    assert "name a file of scenarios" in capsys.readouterr().err


def test_what_a_file_says_once_is_said_of_all_its_scenarios(command):
    shared = {
        "seats": 2,
        "given": {**GIVEN, "match": {"round": 7, "total": 3}},
        "scenarios": [
            {"name": "a", "then": {"match.round": 7, "match.total": 3, "zones.field": ["x", "y"]}},
            {
                "name": "b",
                "seats": 3,
                "given": {"match": {"total": 4}, "zones": {"field": ["x"]}, "cards": {}},
                "then": {"match.round": 7, "match.total": 4, "zones.field": ["x"]},
            },
            {"name": "c", "given": {"players": [{"mana": 1}]}, "then": {"players.0.mana": 1}},
        ],
    }
    assert command(shared) == (0, "3 passed, 0 failed\n")
    text = """{"given": {
        "at": "onCast", "match": {"rond": 2}},
        "scenarios": [{"name": "a", "then": {"over": false}}]}"""
    assert "all.json5:2: a: given.match.rond: there is no field" in command(text)[1]


def test_verbose_tells_questions_answers_and_the_log_in_80_columns(command):
    when = [{"choose": "play", "card": "dice"}, {"default": 1}]
    code, out = command({"scenarios": [{**GOOD, "when": when}]}, "--verbose")
    assert code == 0
    assert out.splitlines() == [
        "good",
        "  ? seat 0, turn: play bolt@0, play dice, rest",
        "  > play dice",
        "    noted: amount 6, card dice",
        "  ? seat 0, turn: play bolt@0, rest",
        "  > rest (by default)",
        "  ? seat 0, turn: play bolt@0, rest",
        "1 passed, 0 failed",
    ]
    hand = ["bolt", "bolt", "dice", "x", "y", "slime_ball", "king.slime", "queen.slime", "big.boss"]
    given = {**GIVEN, "players": [{"hand": hand}], "zones": {}}
    code, out = command({"scenarios": [{**GOOD, "given": given}]}, "--verbose")
    assert (code, max(map(len, out.splitlines())) <= 80) == (0, True)
    assert len(json.loads(command({"scenarios": [GOOD]}, "--json", "--verbose")[1])) == 1


def test_all_scenarios_of_the_packs_fit_the_schema():
    validator = jsonschema_rs.validator_for(SCHEMA)
    for file in PACKS.glob("*/scenarios/**/*.json5"):
        data, problems = dialect.parse_json5(file.read_text(encoding="utf-8"), file.name)
        assert not problems
        errors = [
            f"{file.name}: {e.instance_path}: {e.message}" for e in validator.iter_errors(data)
        ]
        assert errors == []
