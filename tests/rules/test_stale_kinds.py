"""
What the compiler knows of a card ends where the card may have become another one: a field is
changed only of a card that has it, whatever was changed before.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tiny import beast, on_play, play, spell, start

from rules.ground.errors import ActionFailed
from rules.running.match import Match

THE_OX = {"chooser": "cards", "where": "{it.id} == t.beast.ox"}
FIELDS = {"spell": {"charges": {"initial": 2}, "aim": {"initial": 3}, "power": {"initial": 7}}}
ONE = "{one.target}"
GO = (0,)


def defeat(amount: Any = 12) -> dict:
    """Change a field of a beast, which has no limits."""
    return {"type": "set", "of": ONE, "field": "defeated", "amount": amount}


def turn(into: str = "t.spell.frost") -> dict:
    return {"type": "transform", "target": ONE, "into": into}


TURN_THE_OX = {"type": "transform", "target": THE_OX, "into": "t.spell.frost"}
ASK = {
    "type": "choose",
    "ask": "{match.startPlayer}",
    "prompt": "wait",
    "auto": False,
    "options": [{"id": "turn", "do": [turn()]}, {"id": "leave"}],
}
HEARD = {"type": "fire", "event": "onTick", "with": {"number": 1}}
WAYS = {
    "transform": ([turn()], []),
    "a branch": ([{"type": "if", "condition": "{match.round} == 1", "do": [turn()]}], []),
    "the other branch": (
        [{"type": "if", "condition": "{match.round} == 2", "do": [defeat(1)], "elsedo": [turn()]}],
        [],
    ),
    "a word": ([{"type": "turned", "card": ONE}], []),
    "a move": ([{"type": "move", "target": ONE, "to": "nest"}], []),
    "an event": (
        [HEARD],
        [{"type": "addTriggers", "triggers": [{"event": "onTick", "do": [TURN_THE_OX]}]}],
    ),
    "a choice": ([ASK], []),
    "what a card does": (play("turner"), []),
    "a loop": ([{"type": "loop", "times": 1, "do": [turn()]}], []),
    "a row of a table": (
        [{"type": "switch", "value": "{match.round}", "cases": {"1": [turn()], "2": [defeat(1)]}}],
        [],
    ),
}  # fmt: skip
TURNED = {
    "doc": "Turn a card into frost.",
    "source": "test",
    "params": {"card": "card"},
    "do": [{"type": "transform", "target": "{card}", "into": "t.spell.frost"}],
}
CARDS = [beast("ox"), spell("frost"), spell("turner", on_play(TURN_THE_OX))]
ZONES = {
    "nest": {
        "see": "all",
        "arrive": [{"type": "transform", "target": "{card}", "into": "t.spell.frost"}],
    }
}


def acting(tmp_path: Path, called: bool, before: list[dict], do: list[dict]) -> Match:
    """A match in which the first option does this: in the flow, or as a word that is called."""
    acts = [{"type": "act"}] if called else do
    ask = {**ASK, "options": [{"id": "go", "do": [*before, *acts]}, {"id": "pass"}]}
    doables = {"turned": TURNED, "act": {"doc": "Act.", "source": "test", "do": do}}
    define = {"doables": doables}
    return start(tmp_path, ask, cards=CARDS, fields=FIELDS, define=define, zones=ZONES)


@pytest.mark.parametrize("called", [True, False])
@pytest.mark.parametrize("shared", [True, False])
@pytest.mark.parametrize("way", WAYS)
def test_a_field_of_a_card_that_was_turned_into_one_without_it_cannot_be_changed(
    tmp_path: Path, way: str, shared: bool, called: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """
    Whether fields of different kinds share their places or not, changed before or not; in the flow,
    which goes on after a choice, and in a word that it calls.
    """
    monkeypatch.setattr("rules.running.state.SHARE", 1.0 if shared else 0.0)
    turning, before = WAYS[way]
    do = {"type": "loop", "id": "one", "target": THE_OX, "do": [defeat(1), *turning, defeat()]}
    match = acting(tmp_path, called, before, [do])
    assert match.program.layout.shared is shared
    if way == "a choice":
        match.answer(0, GO)
    state = list(match.state)
    with pytest.raises(ActionFailed, match="has no defeated"):
        match.answer(0, GO)
    assert match.state == state


@pytest.mark.parametrize("called", [True, False])
def test_a_name_that_is_given_anew_means_another_card(tmp_path: Path, called: bool) -> None:
    do = [
        {"type": "let", "id": "spells",
         "value": {"chooser": "cards", "where": "{it.kind} == spell"}},
        {"type": "loop", "id": "one", "target": THE_OX, "do": [
            {"type": "let", "id": "card", "value": ONE},
            {**defeat(), "of": "{card}"},
            {"type": "let", "id": "card", "value": "{spells.first}"},
            {**defeat(), "of": "{card}"},
        ]},
    ]  # fmt: skip
    match = acting(tmp_path, called, [], do)
    with pytest.raises(ActionFailed, match="has no defeated"):
        match.answer(0, GO)
