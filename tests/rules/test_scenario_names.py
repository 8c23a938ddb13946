"""Which copy of a card a name in a scenario means: the only one in play, or the one it says."""

from __future__ import annotations

import pytest
from scenic import CARDS, FLOW, SECTIONS
from tiny import beast, build, on_play, spell

from rules.running.view import card_view
from rules.scenario import Player
from rules.scenario.given import begin_scenario
from rules.workshop.export_scenario import step_of

HATCH = {"type": "create", "card": "t.beast.wolf", "to": "field"}
MINE, THEIRS = {"den": ["wolf"]}, {"den": ["wolf"]}
GIVEN = {
    "at": "onCast",
    "seat": 0,
    "players": [{"mana": 9, "hand": ["bolt", "hatch"], **MINE}, {**THEIRS, "hand": ["bolt"]}],
    "zones": {"field": ["x"]},
}


@pytest.fixture
def pack(tmp_path):
    cards = [*CARDS, beast("wolf", count=3), spell("hatch", on_play(HATCH))]
    return build(tmp_path, main=FLOW, cards=cards, **SECTIONS)


@pytest.fixture
def play(pack):
    def run(then, when=(), given=GIVEN):
        scenario = {"name": "s", "given": given, "when": list(when), "then": then}
        return [str(failure) for failure in Player(pack, scenario).play()]

    return run


def test_a_name_that_may_be_several_is_an_error_that_lists_them(play):
    assert play({"cards.wolf.health": 10}) == [
        "s: then.cards.wolf.health: wolf may be wolf@0 (den), wolf@1 (den); "
        "one of them belongs here"
    ]


def test_a_seat_behind_a_name_says_whose_copy_is_meant(play):
    given = {**GIVEN, "cards": {"wolf@1": {"health": 4}}}
    assert play({"cards.wolf@1.health": 4, "cards.wolf@0.health": 10}, given=given) == []
    (failure,) = play({"cards.wolf@2.health": 4})
    assert failure.endswith("no copy is wolf@2; there is wolf@0 (den), wolf@1 (den)")
    (failure,) = play({"cards.wolf@7.health": 4})
    assert failure.endswith("there is no seat 7; there are 0 to 2")


def test_a_copy_that_nobody_sees_is_not_meant(play):
    assert play({"cards.x.health": 10, "cards.y.zone": "box"}) == []
    (failure,) = play({"cards.y.health": 10})
    assert failure.endswith("no y is laid out or in play; copies lie in box")
    (failure,) = play({"cards.hatch.wings": 10})
    assert "there is no fact of a card" in failure
    given = {**GIVEN, "players": [{"hand": ["bolt"]}]}
    (failure,) = play({"cards.wolf.health": 10}, given=given)
    assert failure.endswith("no wolf is laid out or in play; copies lie in box")


def test_what_is_printed_on_a_card_needs_no_copy_in_play(play):
    assert play({"printed.dice.school": "fire"}) == []
    assert len(play({"printed.dice.school": "frost"})) == 1
    (failure,) = play({"printed.dice.zone": "box"})
    assert "there is no property of a card 'zone'" in failure
    (failure,) = play({"printed.dcie.school": "fire"})
    assert "there is no card 'dcie'; did you mean dice?" in failure


def test_copies_are_numbered_as_they_came_and_one_that_is_made_comes_last(play):
    given = {**GIVEN, "cards": {"wolf#1": {"health": 1}, "wolf#2": {"health": 2}}}
    then = {"cards.wolf#1.health": 1, "cards.wolf#2.health": 2}
    when = [{"choose": "play", "card": "hatch", "then": {**then, "cards.wolf#3.zone": "field"}}]
    assert play(then, when, given) == []
    (failure,) = play({"cards.wolf#3.health": 10}, given=given)
    assert failure.endswith("no copy is wolf#3; there is wolf@0 (den), wolf@1 (den)")


def test_a_name_in_a_list_of_cards_is_any_copy_or_the_one_that_it_says(play):
    assert play({"players.1.den": ["wolf"], "players.0.den": ["wolf@0"]}) == []
    assert len(play({"players.0.den": ["wolf@1"]})) == 1
    assert len(play({"players.0.den": ["wolf#2"]})) == 1


def test_an_answer_that_may_be_several_cards_is_an_error(play):
    given = {**GIVEN, "zones": {"field": ["x", "wolf"]}}
    given["players"] = [{"mana": 9, "hand": ["bolt", "bolt"], **MINE}]
    when = [{"choose": "play", "card": "bolt"}, {"pick": "wolf"}]
    (failure,) = play({"over": False}, [{"choose": "play"}])
    assert failure.endswith(
        "when[0]: play may be play bolt@0, play hatch; one of them belongs here"
    )
    assert play({"players.0.hand": ["bolt"]}, when, given) == []  # both are alike in one hand


def test_what_is_refused_has_to_be_there(play):
    assert play({"over": False}, [{"refused": "play x"}]) == []
    (failure,) = play({"over": False}, [{"refused": "play dice"}])
    assert failure.endswith("when[0].refused: no dice is laid out or in play; copies lie in box")


def test_a_card_in_the_context_of_an_event_is_one_copy(play):
    (failure,) = play({"over": False}, given={**GIVEN, "context": {"cardUUID": "wolf"}})
    assert "given.context.cardUUID: wolf may be wolf" in failure


def test_an_answer_is_written_down_so_that_it_means_the_same_card(pack):
    trace = begin_scenario(pack, {"given": GIVEN})
    choice = trace.match.pending[0]
    written = [step_of(trace.names, choice, (0, (pick,))) for pick in range(3)]
    assert written == [
        {"choose": "play", "card": "bolt@0"},
        {"choose": "play", "card": "hatch"},
        {"choose": "rest"},
    ]
    assert card_view(trace.match, trace.names.find_card("bolt@0"))["id"] == "t.spell.bolt"
