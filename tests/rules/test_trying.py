"""Scenarios that are sent, and pieces checked one after the other against the same version."""

from __future__ import annotations

import pytest
from tiny import TURN, build, on_play, spell

from rules.ground.errors import PackError
from rules.workshop import checking, trying

SECTIONS = {
    "main": [{"type": "loop", "id": "t", "target": {"chooser": "players"}, "do": [TURN]}],
    "cards": [spell("bolt", on_play({"type": "shuffle", "zone": "deck", "of": "{you}"}))],
}
HOLDS = '{"scenarios": [{"name": "a turn is asked first", "then": {"prompt": "turn"}}]}'


@pytest.fixture
def pack(tmp_path):
    return build(tmp_path, **SECTIONS)


def test_what_becomes_of_each_scenario_is_told(pack):
    text = HOLDS.replace(
        '"scenarios": [', '"scenarios": [{"name": "x", "then": {"prompt": "turm"}},'
    )
    failing, holding = trying.outcomes_of(pack, text, transcript=True)["scenarios"]
    assert not failing["holds"]
    assert failing["failures"][0]["place"] == "then.prompt"
    assert (holding["holds"], holding["failures"]) == (True, [])
    assert holding["transcript"]


@pytest.mark.parametrize("text", ["{", "[]", '{"scenarios": 1}', '{"scenarios": []}'])
def test_what_is_no_file_of_scenarios_is_told_in_one_sentence(pack, text):
    found = trying.outcomes_of(pack, text, transcript=False)
    assert found["scenarios"] == []
    assert found["problem"].startswith("scenarios")


def test_so_many_scenarios_are_played_at_once(pack):
    one = '{"name": "x", "then": {"prompt": "turn"}}'
    text = f'{{"scenarios": [{", ".join([one] * (trying.MOST + 1))}]}}'
    assert "at most" in trying.outcomes_of(pack, text, transcript=False)["problem"]


def test_a_new_card_is_checked_again_and_again_against_the_same_version(pack):
    card = '{"id": "x.spell.new", "name": "New", "behaviors": [{"at": "onPlay", "do": %s}]}'
    right = card % '[{"type": "shuffle", "zone": "deck", "of": "{you}"}]'
    wrong = card % '[{"type": "shufle"}]'
    for text, problems in ((right, 0), (wrong, 1), (right, 0)):
        assert len(checking.report_of(pack, "card:x.spell.new", text, {})["problems"]) == problems
    assert (
        "x.spell.new"
        in trying.with_piece(pack, ("card:x.spell.new", right)).program.catalogue.definitions
    )
    assert "x.spell.new" not in pack.program.catalogue.definitions
    with pytest.raises(PackError):
        trying.with_piece(pack, ("card:x.spell.new", wrong))
