"""`python -m rules.scenario missing`: which cards no scenario tries, and a start for each."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from scenic import CARDS, FLOW, GIVEN, SECTIONS
from tiny import BASE, merged, write

from rules.scenario import main

LAID = {**GIVEN, "zones": {"field": ["x", "y"]}}
HIT = [{"choose": "play", "card": "bolt"}, {"pick": "x"}]


@pytest.fixture
def listed(tmp_path, capsys):
    """What the command lists for a pack with these scenarios, by ends of ids, and returns."""
    sections = merged(merged(BASE, SECTIONS), {"main": FLOW, "cards": CARDS})
    folder = write(tmp_path / "tiny", sections)
    (folder / "scenarios").mkdir()

    def run(*scenarios, arguments=()):
        file = folder / "scenarios" / "all.json5"
        file.write_text(json.dumps({"scenarios": scenarios}), encoding="utf-8")
        code = main(["missing", str(folder), *map(str, arguments)])
        *lines, count = capsys.readouterr().out.splitlines()
        assert count == f"{len(lines)} of {len(CARDS)} cards are tried by no scenario"
        return {line.partition(":")[0].split(".", 2)[2] for line in lines}, code

    return run


EVERY = {card["id"].split(".", 2)[2] for card in CARDS}


def test_an_answer_tries_the_card_that_it_takes(listed):
    given = {"name": "a", "given": LAID, "then": {"asked": 0}}
    assert listed(given) == (EVERY, 1)
    assert listed({**given, "when": HIT}) == (EVERY - {"bolt", "x"}, 1)


def test_a_default_answer_tries_nothing_nor_does_a_refused_one(listed):
    when = [{"refused": "play king.slime"}, {"default": 1}]
    assert listed({"name": "a", "given": LAID, "when": when})[0] == EVERY


def test_a_fact_tries_the_card_that_it_is_about(listed):
    then = {"cards.y.health": 2, "cards.Slime Ball.zone": "box"}
    assert listed({"name": "a", "given": LAID, "then": then})[0] == EVERY - {"y", "slime_ball"}


def test_a_card_found_in_a_zone_is_tried_unless_it_was_given(listed):
    given = {"name": "a", "given": LAID, "then": {"zones.field": ["x", "y"]}}
    assert listed(given)[0] == EVERY
    there = {"at": "onCast", "players": [{"hand": ["bolt", "dice"]}]}
    then = {"players.0.hand": {"has": ["dice"]}, "zones.field": {"hasNot": ["y"]}}
    assert listed({"name": "a", "given": there, "then": then})[0] == EVERY


def test_a_scenario_tries_the_card_that_lies_there_and_is_in_its_name(listed):
    given = {"at": "onCast", "players": [{"den": ["slime_ball"]}]}
    told = {"name": "Slime Ball and Twin stay there", "given": given, "then": {"asked": 0}}
    assert listed(told)[0] == EVERY - {"slime_ball"}


def test_a_scenario_that_does_not_hold_tries_nothing(listed):
    wrong = {"name": "a", "given": LAID, "when": HIT, "then": {"asked": 1}}
    assert listed(wrong)[0] == EVERY


def test_of_cards_that_are_like_one_another_it_is_enough_to_try_one(tmp_path, capsys):
    bolt = next(card for card in CARDS if card["id"].endswith(".bolt"))
    second = {"id": "t.spell.second", "name": "second", "like": bolt["id"]}
    third = {"id": "t.spell.third", "name": "third", "like": second["id"], "count": 0}
    sections = merged(merged(BASE, SECTIONS), {"main": FLOW, "cards": [*CARDS, second, third]})
    folder = write(tmp_path / "tiny", sections)
    (folder / "scenarios").mkdir()
    file = folder / "scenarios" / "all.json5"
    given = {**LAID, "players": [{"hand": ["second"]}]}
    when = [{"choose": "play", "card": "second"}, {"pick": "x"}]
    one = {"name": "a", "given": given, "when": when, "then": {"asked": 0}}
    file.write_text(json.dumps({"scenarios": [one]}), encoding="utf-8")
    main(["missing", str(folder)])
    found = capsys.readouterr().out
    assert not any(card["id"] in found for card in (bolt, second, third))
    assert "t." in found  # others are missing
    file.write_text(json.dumps({"scenarios": [{**one, "when": []}]}), encoding="utf-8")
    main(["missing", str(folder)])
    found = capsys.readouterr().out
    assert all(card["id"] in found for card in (bolt, second, third))


def test_written_starts_have_the_form_of_scenarios_and_fail_until_they_state_something(
    listed, tmp_path, capsys
):
    file = tmp_path / "new.json5"
    given = {"name": "a", "given": LAID, "when": HIT, "then": {"asked": 0}}
    before, _ = listed(given, arguments=["--write", file])
    assert listed(given, arguments=[file]) == (before, 1)  # they try nothing yet
    assert main([str(file), "--pack", str(tmp_path / "tiny")]) == 1
    *failures, count = capsys.readouterr().out.splitlines()
    assert count == f"0 passed, {len(before)} failed"
    assert all(": it states nothing: " in line for line in failures)
    text = file.read_text(encoding="utf-8")
    assert '"given": {"zones": {"field": ["y"]}}' in text  # where other beasts lie
    filled = text.replace('"then": {}', '"then": {"over": false}')
    file.write_text(filled, encoding="utf-8")
    assert main([str(file), "--pack", str(tmp_path / "tiny")]) == 0
    with pytest.raises(SystemExit):
        listed(given, arguments=["--write", file])
    assert "new.json5 is there already; name a new file" in capsys.readouterr().err


def test_what_cannot_be_read_is_told(tmp_path, capsys):
    assert main(["missing", str(tmp_path / "none")]) == 1
    assert "none" in capsys.readouterr().out


def test_no_card_of_the_duel_is_missing(capsys):
    packs = Path(__file__).parents[2] / "mygame" / "world" / "packs"
    assert main(["missing", str(packs / "duel")]) == 0, capsys.readouterr().out
