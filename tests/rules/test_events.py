"""Events, triggers and modifiers, each test a rule of the language."""

from __future__ import annotations

import pytest
from tiny import beast, entity, on_play, play, spell, start, value

from rules.ground.errors import PackError
from rules.running.match import Match

FIELD = {
    "type": "move",
    "target": {"chooser": "cards", "where": "{it.kind} == beast"},
    "to": "field",
}
BEASTS = {"chooser": "beasts"}
NOTE = {"type": "note", "amount": 1}


def tick(number=1):
    return {"type": "fire", "event": "onTick", "with": {"number": number}}


def add(**trigger):
    """addTriggers owned by the start player."""
    return {
        "type": "addTriggers",
        "triggers": [{"owner": "{match.startPlayer}", "do": [NOTE], **trigger}],
    }


def end(player):
    return {"type": "fire", "event": "onEnd", "with": {"playerUUID": player}}


def test_a_trigger_hears_its_event_with_its_context(tmp_path):
    main = [
        add(event="onTick", do=[{"type": "note", "amount": "{onTick.number}"}]),
        tick(4),
        end("{match.startPlayer}"),
        tick(5),
    ]
    assert value(start(tmp_path, *main), "total") == 9


def test_an_event_goes_by_its_aliases(tmp_path):
    main = [
        add(event="onOver", do=[{"type": "note", "amount": "{onOver.playerUUID.mana}"}]),
        end("{match.startPlayer}"),
    ]
    assert value(start(tmp_path, *main), "total") == 5


def test_a_condition_decides_and_once_is_used_up_only_when_it_holds(tmp_path):
    main = [
        add(event="onTick", mode="once", condition="{onTick.number} > 2"),
        tick(1),
        tick(3),
        tick(9),
    ]
    assert value(start(tmp_path, *main), "total") == 1


def test_turn_ends_with_the_turn_of_its_owner_and_round_with_anyones(tmp_path):
    other = "{match.startPlayer.next}"
    main = [
        add(event="onCast", mode="turn"),
        add(event="onCast", mode="round", do=[{"type": "note", "amount": 10}]),
        {"type": "let", "id": "cast", "value": 0},
    ]
    cast = {
        "type": "fire",
        "event": "onCast",
        "with": {"playerUUID": "{match.startPlayer}", "cardUUID": "{match.cards.first}"},
    }
    flow = [*main, end(other), cast, end("{match.startPlayer}"), cast, tick(), cast]
    match = start(tmp_path, *flow, cards=[spell("a")])
    assert value(match, "total") == 1 + 10 + 10
    assert not match.triggers
    assert not match.listeners


def test_until_ends_a_trigger_at_whichever_comes_first(tmp_path):
    main = [
        add(event="onTick", until={"event": "onEnd", "condition": "{onEnd.playerUUID.seat} == 1"}),
        tick(),
        end("{match.startPlayer}"),
        tick(),
        end("{match.startPlayer.next}"),
        tick(),
    ]
    assert value(start(tmp_path, *main), "total") == 2


def test_priority_then_seat_order_from_the_start_player_then_age(tmp_path):
    def digit(n):
        return [
            {
                "type": "set",
                "of": "{match}",
                "field": "total",
                "amount": "{match.total} * 10 + " + str(n),
            }
        ]

    third = "{match.startPlayer.previous}"
    main = [
        add(event="onTick", owner=third, do=digit(5)),
        add(event="onTick", do=digit(2)),
        add(event="onTick", do=digit(3)),
        add(event="onTick", owner=third, priority=9, do=digit(1)),
        add(event="onTick", owner="{match.startPlayer.next}", do=digit(4)),
        tick(),
    ]
    assert value(start(tmp_path, *main, seats=3), "total") == 12345


def test_before_an_event_a_trigger_may_change_or_cancel_it(tmp_path):
    cards = [beast("x"), beast("y")]
    halve = {"type": "change", "value": "amount", "to": "{onHit.amount} // 2"}
    main = [
        FIELD,
        add(event="onHit", when="before", of="{match.field.first}", do=[halve]),
        add(event="onHit", when="before", of="{match.field.last}", do=[{"type": "cancel"}]),
        {"type": "hit", "target": BEASTS, "amount": 6},
    ]
    match = start(tmp_path, *main, cards=cards)
    assert value(match, "health", entity(match, "x")) == 7
    assert value(match, "health", entity(match, "y")) == 10


def test_the_drain_ends_before_the_interrupted_effect_goes_on_and_tells_a_counter(tmp_path):
    cast = {
        "type": "fire",
        "id": "cast",
        "event": "onCast",
        "with": {"playerUUID": "{match.startPlayer}", "cardUUID": "{match.cards.first}"},
    }
    ask = {"type": "numberChooser", "ask": "{match.startPlayer}", "minimum": 1, "maximum": 9}
    main = [
        add(
            event="onCast",
            do=[
                {"type": "let", "id": "n", "value": ask},
                {"type": "note", "amount": "{n}"},
                {"type": "counter"},
            ],
        ),
        cast,
        {"type": "if", "condition": "not {cast.countered}", "do": [{"type": "note", "amount": 99}]},
    ]
    match = start(tmp_path, *main, cards=[spell("a")])
    assert match.pending[0].prompt == "number"
    match.answer(0, (6,))
    assert value(match, "total") == 7


def test_a_trigger_remembers_what_was_known_when_it_was_added(tmp_path):
    main = [
        {"type": "let", "id": "n", "value": 7},
        add(event="onTick", do=[{"type": "note", "amount": "{n}"}]),
        {"type": "let", "id": "n", "value": 1},
        tick(),
    ]
    assert value(start(tmp_path, *main), "total") == 7


def test_triggers_go_by_id_by_getter_and_by_card(tmp_path):
    names = [
        add(event="onTick", id="a{match.round}"),
        add(event="onEnd", id="b"),
        add(event="onTick"),
    ]
    for number, remove in enumerate(
        [
            {"type": "removeTriggers", "mode": "id", "targets": ["a{match.round}"]},
            {"type": "removeTriggers", "mode": "UUID", "targets": {"mode": "id", "value": "a1"}},
            {
                "type": "removeTriggers",
                "mode": "UUID",
                "targets": {"mode": "event", "value": "onTick"},
            },
        ]
    ):
        match = start(tmp_path / str(number), *names, remove, tick(), end("{match.startPlayer}"))
        expected = {0: 2, 1: 3, 2: 1}[number]
        assert value(match, "total") == expected, remove


def test_the_same_id_of_the_same_owner_is_not_added_twice_when_unique(tmp_path):
    one = add(event="onTick", id="aura", unique=True)
    two = add(event="onTick", id="aura", unique=True, owner="{match.startPlayer.next}")
    assert value(start(tmp_path, one, one, two, tick()), "total") == 2


def test_what_a_card_does_in_play_ends_when_it_leaves_its_zone(tmp_path):
    card = spell(
        "wand",
        on_play(
            {
                "type": "addTriggers",
                "triggers": [{"event": "onTick", "mode": "inPlay", "do": [NOTE]}],
            },
            {
                "type": "addModifiers",
                "modifiers": [
                    {"property": "manaCost", "mode": "add", "amount": 5, "duration": "inPlay"}
                ],
            },
        ),
        manaCost=1,
    )
    main = [
        {"type": "move", "target": "{match.cards}", "to": "field"},
        *play("wand"),
        tick(),
        {"type": "note", "amount": "{match.cards.first.manaCost} * 10"},
        {"type": "move", "target": "{match.cards}", "to": "pile", "of": "I"},
        tick(),
        {"type": "note", "amount": "{match.cards.first.manaCost} * 100"},
    ]
    match = start(tmp_path, *main, cards=[card])
    assert value(match, "total") == 1 + 60 + 100
    assert not match.attached
    assert not match.modifiers_of


def test_modifiers_are_layers_in_a_fixed_order(tmp_path):
    def modifier(mode, amount, **rest):
        return {
            "type": "addModifiers",
            "modifiers": [{"property": "manaCost", "mode": mode, "amount": amount, **rest}],
        }

    cost = {"type": "note", "amount": "{match.cards.first.manaCost}"}
    cases = [
        ([modifier("add", 3), modifier("set", 1)], 4),
        ([modifier("add", 1), modifier("multiply", 3)], 13),
        ([modifier("set", 2), modifier("set", 5)], 5),
        ([modifier("cap", 3), modifier("add", 9)], 3),
        ([modifier("floor", 6)], 6),
        ([modifier("add", -9)], 0),
        ([modifier("add", "{it.manaCost.base}")], 8),
        ([modifier("add", 1, where="{it.school} == fire")], 4),
        ([modifier("add", 1, where="{it.school} == frost")], 5),
        ([modifier("add", 1, of="{match.cards.first}")], 5),
        ([modifier("add", 1, id="a", unique=True)] * 2, 5),
        ([modifier("add", 1, until={"event": "onTick"}), tick()], 4),
    ]
    card = spell("a", manaCost=4, school="frost")
    for number, (changes, expected) in enumerate(cases):
        match = start(tmp_path / str(number), *changes, cost, cards=[card])
        assert value(match, "total") == expected, changes


def test_a_card_may_modify_itself_wherever_it_is(tmp_path):
    own = {
        "at": "always",
        "modifiers": [{"property": "manaCost", "amount": "0 - {you.mana}"}],
    }
    main = [
        {"type": "note", "amount": "{match.cards.first.manaCost}"},
        {
            "type": "move",
            "target": "{match.cards.first}",
            "to": "hand",
            "of": "{match.startPlayer}",
        },
        {"type": "note", "amount": "{match.cards.first.manaCost} * 100"},
    ]
    match = start(tmp_path, *main, cards=[spell("a", own, manaCost=7), spell("b", manaCost=7)])
    assert value(match, "total") == 7 + 200


def test_an_instant_trigger_is_carried_out_at_once_as_part_of_the_cast(tmp_path):
    card = spell(
        "stone",
        {
            "at": "onPlay",
            "do": "addTriggers",
            "triggers": [
                {
                    "event": "instant",
                    "conditions": [],
                    "type": "once",
                    "effects": [
                        {"type": "hit", "target": {"chooser": "beasts"}, "amount": 2},
                    ],
                }
            ],
        },
    )
    match = start(tmp_path, FIELD, *play("stone"), cards=[card, beast("x"), beast("y")])
    assert value(match, "health", entity(match, "x")) == 8
    assert value(match, "health", entity(match, "y")) == 8
    assert not match.triggers


@pytest.mark.parametrize(
    ("trigger", "words"),
    [
        ({"event": "onTick", "mode": "forever"}, "there is no mode 'forever'; there are once"),
        ({"event": "onTick", "when": "during"}, "before or after"),
        ({"event": "onTick", "colour": 1}, "a trigger has"),
        (
            {"event": "onTick", "do": [{"type": "change", "value": "mood", "to": 1}]},
            "change stands",
        ),
        ({"event": "onTick", "condition": {"chooser": "x"}}, "a condition needs a type"),
        (
            {
                "event": "onTick",
                "condition": {
                    "type": "Equals",
                    "value1": {"type": "beastChooser", "ask": "{you}"},
                    "value2": 1,
                },
            },
            "nobody can be asked",
        ),
    ],
)
def test_a_mistake_in_a_trigger_is_named(tmp_path, trigger, words):
    with pytest.raises(PackError, match=words):
        start(tmp_path, add(**trigger))


# -- effects of one player at the same moment (pack.simultaneous) ----------------------------------


def order_pack(tmp_path, **second):
    """Two cards of the start player answer a tick: x notes 1, y notes ten times the total."""
    times_ten = {"type": "set", "of": "{match}", "field": "total", "amount": "{match.total} * 10"}

    def effect(name, do, **more):
        trigger = {"event": "onTick", "owner": "{match.startPlayer}", "do": [do], **more}
        return spell(name, on_play({"type": "addTriggers", "triggers": [trigger]}))

    return start(
        tmp_path,
        *play("x"),
        *play("y"),
        tick(),
        {"type": "endMatch", "standings": {"chooser": "players"}},
        cards=[effect("x", NOTE), effect("y", times_ten, **second)],
        pack={"simultaneous": "effectOrder"},
    )


@pytest.mark.parametrize(("first", "total"), [("x", 10), ("y", 1)])
def test_a_player_says_which_of_their_effects_comes_first(tmp_path, first, total):
    match = order_pack(tmp_path)
    choice = match.pending[0]
    assert (choice.prompt, choice.minimum, choice.maximum) == ("effectOrder", 1, 1)
    assert [match.card_id(option.entity) for option in choice.options] == [
        "t.spell.x",
        "t.spell.y",
    ]
    match = Match.load(match.game, match.save())
    match.answer(choice.seat, ("xy".index(first),))
    assert value(match, "total") == total


def test_who_has_given_up_takes_the_oldest_effect_first(tmp_path):
    match = order_pack(tmp_path)
    match.concede(match.pending[0].seat)
    assert value(match, "total") == 10


@pytest.mark.parametrize(
    ("second", "total"),
    [
        ({"priority": 1}, 1),
        ({"owner": "{match.startPlayer.next}"}, 10),
        ({"condition": "{onTick.number} > 1"}, 1),
    ],
)
def test_nothing_is_asked_where_there_is_no_order_to_choose(tmp_path, second, total):
    match = order_pack(tmp_path, **second)
    assert match.is_over
    assert value(match, "total") == total


HEARS = {"events": {"onCast": {"aliases": ["onPlay"]}}}


@pytest.mark.parametrize(("event", "whose"), [("onCast", 0), ("onPlay", 1)])
def test_a_reference_means_the_innermost_that_is_spelled_like_it(tmp_path, event, whose):
    # The play is of the first player, what is heard of the second.
    note = {"type": "note", "amount": "10 + {onPlay.playerUUID.seat}"}
    hear = {"type": "addTriggers", "triggers": [{"event": event, "do": [note]}]}
    cast = {
        "type": "fire",
        "event": "onCast",
        "with": {"playerUUID": "{you.next}", "cardUUID": "{this}"},
    }
    match = start(tmp_path, *play("a"), cards=[spell("a", on_play(hear, cast))], **HEARS)
    assert value(match, "total") == 10 + whose


def test_by_its_declared_name_an_event_is_known_however_it_is_spelled(tmp_path):
    note = {"type": "note", "amount": "10 + {onCast.playerUUID.seat}"}
    hear = {"type": "addTriggers", "triggers": [{"event": "onPlay", "do": [note]}]}
    cast = {
        "type": "fire",
        "event": "onPlay",
        "with": {"playerUUID": "{you.next}", "cardUUID": "{this}"},
    }
    match = start(tmp_path, *play("a"), cards=[spell("a", on_play(hear, cast))], **HEARS)
    assert value(match, "total") == 11


def keeping(*do):
    """A word that keeps answers while it does something, and the word itself."""
    word = {"doc": "Act.", "source": "test", "params": {}}
    word["do"] = [{"type": "keepAnswers"}, *do]
    return {"doables": {"act": word}}, {"type": "act"}


def test_while_answers_are_kept_a_lasting_effect_asks_for_its_target_once(tmp_path):
    aim = {"type": "beastChooser", "ask": "{match.startPlayer}"}
    define, act = keeping(tick(), tick())
    main = [
        FIELD,
        add(event="onTick", do=[{"type": "hit", "target": aim, "amount": 1}]),
        act,
        act,
        tick(),
        tick(),
    ]
    match = start(tmp_path, *main, cards=[beast("x"), beast("y")], define=define)
    match.answer(0, (1,))
    y = entity(match, "y")
    assert value(match, "health", y) == 8
    match = Match.load(match.game, match.save())
    match.answer(0, (0,))
    assert (value(match, "health", y), value(match, "health", entity(match, "x"))) == (8, 8)
    match.answer(0, (1,))
    assert value(match, "health", y) == 7
    match.answer(0, (1,))
    assert value(match, "health", y) == 6
    assert match.pending[0].prompt == "wait"


def test_kept_answers_are_those_of_each_card_and_of_the_innermost_word(tmp_path):
    aim = {"type": "beastChooser", "ask": "{you}"}
    trigger = {"event": "onTick", "do": [{"type": "hit", "target": aim, "amount": 1}]}
    cards = [spell(name, on_play(add(**trigger))) for name in "ab"]
    define, act = keeping(
        {"type": "if", "condition": "{match.total} == 0", "do": [NOTE, {"type": "act"}]},
        tick(),
        tick(),
    )
    main = [FIELD, *play("a"), *play("b"), act]
    match = start(tmp_path, *main, cards=[*cards, beast("x"), beast("y")], define=define)
    for picks in ((0,), (1,), (1,), (1,)):
        match.answer(0, picks)
    health = [value(match, "health", entity(match, name)) for name in "xy"]
    assert (match.pending[0].prompt, health) == ("wait", [8, 4])


def test_while_answers_are_kept_a_chooser_that_says_so_asks_once(tmp_path):
    number = {"type": "numberChooser", "ask": "{you}", "minimum": 0, "maximum": 9, "keep": True}
    card = spell("s", on_play({"type": "note", "amount": number}))
    define, act = keeping(*play("s"), *play("s"))
    match = start(tmp_path, act, act, cards=[card], define=define)
    match.answer(0, (4,))
    assert value(match, "total") == 8
    match.answer(0, (1,))
    assert (match.pending[0].prompt, value(match, "total")) == ("wait", 10)
