"""Whoever fails is left out, and the answer stands; only where the flow fails it does not."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from tiny import on_play, play, spell, start, value

from rules.ground.errors import ActionFailed
from rules.pack import load_pack
from rules.running.match import Match

PACKS = Path(__file__).parents[2] / "mygame" / "world" / "packs"
FIELDS = {"match": {"broken": {"initial": 0}}, "player": {"strength": {"initial": 3}}}
BROKEN = {"type": "note", "amount": "1 // {match.broken}"}
TICK = {"type": "fire", "event": "onTick", "with": {"number": 1}}


def note(amount):
    return {"type": "note", "amount": amount}


def hearing(*do, **trigger):
    """What a card does that hears ticks from now on."""
    triggers = [{"owner": "{you}", "event": "onTick", "do": list(do), **trigger}]
    return on_play({"type": "addTriggers", "triggers": triggers})


def asked(*do):
    """A question with one answer."""
    return {
        "type": "choose",
        "ask": "{match.startPlayer}",
        "prompt": "turn",
        "auto": False,
        "options": [{"id": "go", "do": list(do)}],
    }


def answered(tmp_path, *main, cards):
    """The match after the one answer of its first question, and what it says of what failed."""
    match = start(tmp_path, *main, cards=cards, fields=FIELDS)
    with pytest.raises(ActionFailed) as caught:
        match.answer(0, (0,))
    assert not caught.value.withdrawn
    assert not caught.value.aborted
    again = Match.replay(match.game, match.seats, match.seed, {}, match.journal)
    assert again.hash() == match.hash()
    return match, caught.value


def test_a_trigger_that_fails_is_left_out_and_the_rest_goes_on(tmp_path):
    cards = [spell("trap", hearing(note(100), BROKEN)), spell("echo", hearing(note(10)))]
    main = [*play("trap"), *play("echo"), asked(TICK, note(7))]
    match, failed = answered(tmp_path, *main, cards=cards)
    assert (failed.card, value(match, "total")) == ("t.spell.trap", 17)
    assert "division" in failed.reason
    assert match.pending[0].prompt == "wait"


def test_each_of_several_that_fail_is_left_out(tmp_path):
    cards = [spell(name, hearing(note(100), BROKEN)) for name in ("a", "b", "c")]
    main = [*play("a"), *play("b"), *play("c"), *play("a"), asked(TICK, note(7), TICK)]
    match, _ = answered(tmp_path, *main, cards=cards)
    assert value(match, "total") == 7


def test_a_condition_that_fails_does_not_hold(tmp_path):
    cards = [
        spell("trap", hearing(note(100), condition="1 // {match.broken} == 1")),
        spell("echo", hearing(note(10))),
    ]
    main = [*play("trap"), *play("echo"), asked(TICK, note(7))]
    match, failed = answered(tmp_path, *main, cards=cards)
    assert (failed.card, value(match, "total")) == ("t.spell.trap", 17)


def test_what_a_card_does_when_it_is_played_is_left_out(tmp_path):
    cards = [spell("bad", on_play(note(5), BROKEN))]
    match, failed = answered(tmp_path, asked(*play("bad"), note(7)), cards=cards)
    assert (failed.card, value(match, "total")) == ("t.spell.bad", 7)


def test_a_card_that_fails_after_it_has_asked_is_ended_there(tmp_path):
    """What it has done before it asked was another answer, and stands."""
    cards = [spell("bad", on_play(note(5), asked(note(50)), BROKEN))]
    match, failed = answered(tmp_path, *play("bad"), note(7), cards=cards)
    assert (failed.card, value(match, "total")) == ("t.spell.bad", 12)
    assert match.pending[0].prompt == "wait"


def test_a_modifier_that_fails_changes_nothing(tmp_path):
    change = {"property": "strength", "mode": "add", "duration": "always", "of": "{you}"}
    cards = [
        spell("bad", on_play({"type": "addModifiers", "modifiers": [
            {**change, "amount": "1 // {match.broken}"}]})),
        spell("good", on_play({"type": "addModifiers", "modifiers": [{**change, "amount": 2}]})),
    ]  # fmt: skip
    main = [*play("bad"), *play("good"), asked(note("{match.startPlayer.strength}"))]
    match, failed = answered(tmp_path, *main, cards=cards)
    assert (failed.card, value(match, "total")) == ("t.spell.bad", 5)


def test_nothing_of_a_card_can_use_up_an_action_and_be_left_out_for_ever(tmp_path):
    endless = {"type": "while", "condition": "{match.total} >= 0", "do": [note(1)]}
    cards = [spell("bad", hearing(endless))]
    match, failed = answered(tmp_path, *play("bad"), asked(TICK, note(7), TICK), cards=cards)
    assert (failed.card, value(match, "total")) == ("t.spell.bad", 7)


def break_code(code):
    """What is carried out instead of a code and fails, as compiled code fails."""
    scope = {"CODES": code.unit.codes}
    exec(f"def c{code.number}(m, *given):\n    return 1 // 0", scope)  # noqa: S102
    return scope[f"c{code.number}"]


@pytest.mark.parametrize("game", ["chrono", "duel", "race"])
def test_no_match_ends_by_a_card(game, monkeypatch):
    """Half of all that cards do fails, and the answers stand."""
    pack, dice, failures = load_pack(PACKS / game), Random(game), []
    for code in pack.program.codes:
        if code.card is not None and code.direct is not None and dice.random() < 0.5:
            monkeypatch.setattr(code, "direct", break_code(code))
    for seed in range(3):
        match = Match.new(pack, pack.program.seats[0], seed)
        for _ in range(60):
            if match.is_over:
                break
            choice = match.pending[0]
            count = dice.randint(choice.minimum, choice.maximum)
            try:
                match.answer(choice.seat, dice.sample(range(len(choice.options)), count))
            except ActionFailed as error:
                failures.append(error)
    assert failures
    assert not any(error.aborted or error.withdrawn for error in failures)
