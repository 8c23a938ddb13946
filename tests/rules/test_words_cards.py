"""The words that make cards: create, copy, transform; and what they say."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest
from herd import (
    CARDS,
    FIRST,
    HAND,
    PROPERTIES,
    SECTIONS,
    SMALL,
    add,
    begin,
    let,
    lying,
)
from tiny import TURN, WAIT, beast, build, on_play, spell, start, value

from rules.ground.errors import ActionFailed, IllegalAnswer, PackError
from rules.playing.invariants import check_invariants, journal_replays
from rules.running.machine import MAX_CREATED
from rules.scenario import Player
from rules.telling.text import Text

# -- making cards ----------------------------------------------------------------------------------


def test_create_makes_cards_of_a_definition_in_a_zone(tmp_path):
    match = begin(
        tmp_path,
        {"type": "create", "id": "new", "card": "t.beast.pup", "amount": 3, **HAND},
        add("{new.count} * 10 + {new.first.size}"),
    )
    assert lying(match, "hand", 1) == ["pup"] * 3
    assert value(match, "total") == 31
    journal_replays(match)


def test_create_takes_each_card_at_random_from_a_pool(tmp_path):
    create = {"type": "create", "from": SMALL, "amount": 40, **HAND}
    assert set(lying(begin(tmp_path, create), "hand", 1)) == {"wolf", "bear"}


def test_create_takes_what_a_player_discovered(tmp_path):
    asked = {"type": "definitionChooser", "ask": FIRST, "from": SMALL}
    match = begin(
        tmp_path, let("found", asked), {"type": "create", "card": "{found.first}", **HAND}
    )
    match.answer(match.pending[0].seat, (1,))
    assert lying(match, "hand", 1) == ["bear"]


def test_create_makes_nothing_of_nothing(tmp_path):
    none = {**SMALL, "where": "{it.manaCost} == 99"}
    match = begin(
        tmp_path,
        let("none", none),
        {"type": "create", "id": "a", "card": "{none.first}", **HAND},
        {"type": "create", "id": "b", "from": "{none}", **HAND},
        add("{a.count} + {b.count}"),
    )
    assert lying(match, "hand", 1) == []
    assert value(match, "total") == 0


@pytest.mark.parametrize(
    ("wrong", "problem"),
    [
        ({"card": "t.beast.cat"}, "no card has the id t.beast.cat"),
        ({"card": "cat"}, "no card has the id cat"),
        ({}, "needs either card"),
        ({"card": "t.beast.ox", "from": SMALL}, "needs either card"),
    ],
)
def test_create_needs_one_way_to_say_which_card(tmp_path, wrong, problem):
    with pytest.raises(PackError, match=problem):
        build(tmp_path, main=[{"type": "create", **wrong, **HAND}], **SECTIONS)


def test_a_card_of_which_no_copies_are_dealt_can_be_made(tmp_path):
    create = {"type": "create", "id": "new", "card": "t.beast.egg", "amount": 2, **HAND}
    match = begin(tmp_path, create, cards=[*CARDS, beast("egg", count=0)])
    assert lying(match, "hand", 1) == ["egg", "egg"]
    assert "egg" not in lying(match, "box")


@pytest.mark.parametrize("count", [-1, 201, "$0", "", True])
def test_a_count_is_no_other_number(tmp_path, count):
    with pytest.raises(PackError, match="a count is 0 to 200"):
        build(tmp_path, cards=[beast("egg", count=count)])


def test_where_a_match_has_no_room_no_cards_are_made(tmp_path, monkeypatch):
    monkeypatch.setattr("rules.running.rows.MAX_CREATED", 2)
    match = begin(
        tmp_path,
        {"type": "create", "id": "a", "card": "t.beast.pup", "amount": 5, **HAND},
        {"type": "copy", "id": "b", "target": "{a}", **HAND},
        add("{a.count} * 10 + {b.count}"),
    )
    assert lying(match, "hand", 1) == ["pup"] * 2
    assert value(match, "total") == 20


WOUND = {"type": "set", "of": {"chooser": "cards", "where": "{it.id} == t.beast.ox"},
         "field": "health", "amount": 4}  # fmt: skip
OX = {"chooser": "cards", "where": "{it.id} == t.beast.ox", "bottom": 1}


@pytest.mark.parametrize(("keep", "health"), [("printed", 10), ("all", 4)])
def test_copy_makes_cards_as_printed_or_with_what_their_fields_hold(tmp_path, keep, health):
    copy = {"type": "copy", "id": "new", "target": OX, "keep": keep, **HAND}
    match = begin(tmp_path, WOUND, copy, add("{new.first.health}"))
    assert lying(match, "hand", 1) == ["ox"]
    assert value(match, "total") == health


@pytest.mark.parametrize(("keep", "health"), [("nothing", 10), ("fields", 4)])
def test_transform_turns_a_card_into_another_where_it_lies(tmp_path, keep, health):
    match = begin(
        tmp_path,
        WOUND,
        let("ox", OX),
        {"type": "move", "target": "{ox}", "to": "field"},
        {"type": "transform", "target": "{ox}", "into": "t.beast.bear", "keep": keep},
        add("{ox.first.health}"),
    )
    assert lying(match, "field") == ["bear"]
    assert value(match, "total") == health


def test_a_word_of_the_pack_passes_definitions_and_choices_on(tmp_path):
    become = {
        "params": {"card": "card", "into": "definition", "keep": ["nothing", "fields"]},
        "do": [{"type": "transform", "target": "{card}", "into": "{into}", "keep": "{keep}"}],
    }
    match = begin(
        tmp_path,
        WOUND,
        let("ox", OX),
        {"type": "become", "card": "{ox}", "into": "t.beast.pup", "keep": "fields"},
        add("{ox.first.health} * 10 + {ox.first.size}"),
        define={"doables": {"become": become}},
    )
    assert value(match, "total") == 41


# -- scenarios -------------------------------------------------------------------------------------

TICK = {"type": "fire", "event": "onTick", "with": {"number": 1}}
ASKED = {"type": "definitionChooser", "ask": "{you}", "from": SMALL}
SCOUT = spell(
    "scout",
    on_play(let("found", ASKED), {"type": "create", "card": "{found.first}", "to": "hand",
                                  "of": "{you}"}),
)  # fmt: skip
CALL = spell(
    "call",
    on_play(
        {
            "type": "choose",
            "ask": "{you}",
            "prompt": "call",
            "options": [
                {
                    "id": "summon",
                    "each": SMALL,
                    "do": [{"type": "create", "card": "{summon}", "to": "field"}],
                }
            ],
        }
    ),
)


@pytest.fixture
def scenario(tmp_path) -> Callable[..., list[str]]:
    """Plays a scenario of a match in which the first player may play a card at a time."""
    turns = {"type": "loop", "id": "t", "target": [FIRST, FIRST, FIRST], "do": [TURN]}
    players = {"type": "let", "id": "all", "value": {"chooser": "players"}}
    first = {"type": "set", "of": "{match}", "field": "startPlayer", "amount": "{all.first}"}
    zones = {
        "field": {"max": 2, "holds": "{it.kind} == beast", "arrive": [add(1)]},
        "deck": {"lay": [{"type": "move", "target": "{card}", "to": "discard", "of": "{player}"}]},
    }
    pack = build(
        tmp_path,
        main=[players, first, TICK, turns],
        cards=[*CARDS, SCOUT, CALL, beast("egg", count=0)],
        properties=PROPERTIES,
        zones=zones,
        fields={"match": {"last": {"type": "definition"}}},
        define={
            "values": {
                "lastOne": {"value": "{match.last}"},
                "small": {"value": SMALL},
                "sizeOf": {"params": {"what": "definition"}, "value": "{what.size}"},
            }
        },
    )

    def run(given: dict, when: Sequence[dict] = (), **then: Any) -> list[str]:
        given = {"at": "onTick", "match": {"startPlayer": 0}, **given}
        played = {"name": "s", "given": given, "when": list(when), "then": then or {"over": False}}
        return [str(failure) for failure in Player(pack, played).play()]

    return run


HELD = {"players": [{"hand": ["scout", "call"]}]}
PLAY = {"choose": "play", "card": "scout"}


def test_scenarios_pick_definitions_by_name(scenario):
    when = [PLAY, {"by": 0, "pick": "bear"}]
    assert not scenario(HELD, when, **{"players.0.hand": ["call", "bear"]})


def test_scenarios_choose_definitions_in_menus_by_name(scenario):
    call = {"choose": "play", "card": "call"}
    when = [call, {"choose": "summon", "definition": "wolf"}]
    assert not scenario(HELD, when, **{"zones.field": ["wolf"], "match.total": 1})
    when = [call, {"refused": "summon ox"}]
    assert not scenario(HELD, when, offered={"has": ["summon bear"]})


def test_facts_of_scenarios_are_told_definitions_by_name(scenario):
    given = {"match": {"startPlayer": 0, "last": "wolf"}}
    then = {
        "match.last": "wolf",
        "values.lastOne": "t.beast.wolf",
        "values.small": ["wolf", "bear"],
        "values.sizeOf": {"with": {"what": "ox"}, "is": 3},
    }
    assert not scenario(given, **then)
    (failure,) = scenario(given, **{"match.last": "ox"})
    assert 'expected "ox", found "wolf"' in failure


def test_scenarios_lay_out_cards_of_which_no_copies_are_dealt(scenario):
    given = {"zones": {"field": ["egg", "egg"]}, "cards": {"egg#2": {"health": 4}}}
    assert not scenario(given, **{"zones.field": ["egg", "egg"], "cards.egg#2.health": 4})


def test_cards_of_a_scenario_arrive_or_are_laid_as_their_zone_says(scenario):
    assert not scenario({"zones": {"field": ["wolf", "ox"]}}, **{"match.total": 2})
    assert not scenario({"players": [{"deck": ["ox"]}]}, **{"players.0.discard": ["ox"]})


@pytest.mark.parametrize(
    ("cards", "problem"),
    [
        (["ox", "wolf", "bear"], "2 belongs here at most, not 3"),
        (["bolt"], "bolt cannot lie in field"),
    ],
)
def test_a_scenario_gives_zones_what_they_take(scenario, cards, problem):
    (failure,) = scenario({"zones": {"field": cards}})
    assert problem in failure


# -- what nobody means -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "harmful",
    [
        {"type": "create", "card": "t.beast.pup", "amount": 10**9, "to": "field"},
        {"type": "create", "card": "t.beast.pup", "amount": "0 - 5", "to": "field"},
        {"type": "create", "card": "{match.total}", "to": "field"},
        {"type": "create", "card": "t.beast.pup", "to": "hand", "of": "{none.first}"},
        {"type": "transform", "target": [FIRST, "{none.first}"], "into": "t.beast.pup"},
        {"type": "transform", "target": {"chooser": "cards"}, "into": "{match.total}"},
        {"type": "copy", "target": {"chooser": "cards"}, "to": "field", "position": 10**9},
        {"type": "move", "target": {"chooser": "cards"}, "to": "field", "position": "0 - 10"},
        {"type": "move", "target": {"chooser": "cards"}, "before": "{none.first}"},
        {"type": "move", "target": {"chooser": "cards"}, "after": FIRST},
        {"type": "move", "target": FIRST, "after": {"chooser": "cards"}},
        add({"type": "count", "of": {"chooser": "neighbours", "of": FIRST}}),
        {"type": "loop", "times": 9, "do": [
            {"type": "copy", "target": {"chooser": "cards"}, "to": "field"}]},
    ],
)  # fmt: skip
def test_whatever_is_written_a_match_stands(tmp_path, harmful):
    """It does something sensible, or the action fails and is undone."""
    none = let("none", {"chooser": "cards", "where": "{it} == 0"})
    menu = {**WAIT, "options": [{"id": "go"}, {"id": "harm", "do": [none, harmful]}]}
    try:
        turns = {"type": "loop", "times": 3, "do": [menu]}
        match = start(tmp_path, turns, **SECTIONS)
    except PackError:
        return  # it is refused, which is as well
    for _ in range(3):
        try:
            match.answer(match.pending[0].seat, (1,))
        except (ActionFailed, IllegalAnswer):
            match.answer(match.pending[0].seat, (0,))
        check_invariants(match)
    assert len(match.cards) <= len(CARDS) + MAX_CREATED


# -- sentences -------------------------------------------------------------------------------------

OWN_HAND = {"to": "hand", "of": "{you}"}
SAID = [
    (
        {"type": "create", "card": "t.beast.pup", **OWN_HAND},
        "create pup in your hand",
        "在你的手牌生成pup",
    ),
    (
        {"type": "create", "from": SMALL, "amount": 2, **OWN_HAND},
        "create 2 random beasts whose size is 2 in your hand",
        "在你的手牌随机生成2张大小为2的野兽",
    ),
    (
        {"type": "copy", "target": "{this}", **OWN_HAND},
        "put a copy of this card into your hand",
        "将此牌的复制置入你的手牌",
    ),
    (
        {"type": "transform", "target": "{this}", "into": "t.beast.pup"},
        "turn this card into pup",
        "将此牌变为pup",
    ),
    (
        {"type": "move", "target": "{this}", "position": 2, **OWN_HAND},
        "put this card into your hand as number 2",
        "将此牌置入你的手牌的第2位",
    ),
    (
        {"type": "move", "target": {"chooser": "leftOf", "of": "{this}"}, "to": "nowhere"},
        "remove the card to the left of this card from the match",
        "将此牌左边的牌移出游戏",
    ),
]


@pytest.mark.parametrize(("doable", "english", "chinese"), SAID)
def test_cards_say_what_they_make_and_where_they_put_it(tmp_path, doable, english, chinese):
    words = {
        "en": {"zone": {"hand": "hand"}, "noun": {"beast": ["beast", "beasts"]}},
        "zh": {
            "zone": {"hand": "手牌"},
            "noun": {"beast": ["野兽", "野兽"]},
            "field": {"size": "大小"},
        },
    }
    cards = [*CARDS, spell("say", on_play(doable))]
    cards = [{**card, "name": {"zh": card["name"], "en": card["name"]}} for card in cards]
    pack = build(tmp_path, cards=cards, properties=PROPERTIES, words=words)
    say = pack.card("t.spell.say")
    assert english in Text(pack, "en").rules_text(say).lower()
    assert chinese in Text(pack, "zh").rules_text(say)
