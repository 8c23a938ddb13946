"""Values, references, conditions, choosers, control: each test is a rule of the language."""

from __future__ import annotations

import pytest
from tiny import beast, build, entity, on_play, play, spell, start, value

from rules.ground.errors import PackError


def total(tmp_path, amount, *before, **sections):
    """What an amount comes to, as the match computes it."""
    match = start(tmp_path, *before, {"type": "note", "amount": amount}, **sections)
    return value(match, "total")


@pytest.mark.parametrize(
    ("amount", "expected"),
    [
        (3, 3),
        ("3", 3),
        ("{match.startPlayer.mana}", 5),
        ("$match.startPlayer.mana", 5),
        ("{match.startPlayer.mana} * 2 + 1", 11),
        ("7 // 2", 3),
        ("-7 % 3", 2),
        ("min({match.startPlayer.mana}, 3)", 3),
        ("max(1, 2, 9)", 9),
        ("abs(0 - 4)", 4),
        ("8 if {match.startPlayer.mana} == 0 else 2", 2),
        ("{match.startPlayer.mana} >= 5 and {match.players} == 2", 1),
        ("not {match.startPlayer.mana}", 0),
        ("1 if III in (III, VI) else 0", 1),
        ("1 if III in (III) else 0", 1),
        ("1 if III not in (VI) else 0", 1),
        ({"type": "add", "values": [1, 2, "{match.players}"]}, 5),
        ({"type": "multiply", "values": [2, 3, 4]}, 24),
        ({"type": "subtract", "value1": 9, "value2": 4}, 5),
        ({"type": "divide", "value1": 9, "value2": 4}, 2),
        ({"type": "min", "values": [4, 2]}, 2),
        ({"type": "max", "of": {"chooser": "players"}, "value": "{it.mana}"}, 5),
        ({"type": "sum", "of": {"chooser": "players"}, "property": "mana"}, 10),
        ({"type": "count", "of": {"chooser": "players"}}, 2),
        ({"type": "getProperty", "of": "{match.startPlayer}", "property": "mana"}, 5),
    ],
)
def test_a_value_is_a_number_a_reference_or_arithmetic(tmp_path, amount, expected):
    assert total(tmp_path, amount) == expected


@pytest.mark.parametrize(
    ("condition", "holds"),
    [
        ({"type": "Equals", "value1": "{match.players}", "value2": 2}, True),
        ({"type": "GreaterThan", "value1": 2, "value2": 2}, False),
        ({"type": "LessThan", "value1": 1, "value2": 2}, True),
        ({"type": "GreaterThanOrEqual", "value1": 2, "value2": 2}, True),
        ({"type": "LessThanOrEqual", "value1": 3, "value2": 2}, False),
        ({"type": "And", "conditions": [{"type": "AlwaysTrue"}, "1 == 1"]}, True),
        ({"type": "And", "conditions": [{"type": "AlwaysTrue"}, {"type": "AlwaysFalse"}]}, False),
        ({"type": "Or", "conditions": [{"type": "AlwaysFalse"}, {"type": "AlwaysTrue"}]}, True),
        ({"type": "Or", "conditions": []}, False),
        ({"type": "Not", "condition": {"type": "AlwaysFalse"}}, True),
        ({"type": "equals", "left": 1, "right": 1}, True),
    ],
)
def test_conditions_of_the_specification(tmp_path, condition, holds):
    card = spell(
        "s",
        on_play({"type": "if", "condition": condition, "do": [{"type": "note", "amount": 1}]}),
    )
    assert value(start(tmp_path, *play("s"), cards=[card]), "total") == holds


def test_a_reference_may_nest_and_finds_the_result_of_that_turn_of_the_loop(tmp_path):
    card = spell(
        "s",
        on_play(
            {
                "type": "loop",
                "id": "loop1",
                "times": 3,
                "do": [
                    {"type": "let", "id": "n{loop1.index}", "value": "{loop1.index} * 10"},
                    {"type": "note", "amount": "{n{loop1.index}}"},
                ],
            },
            {"type": "let", "id": "k", "value": 2},
            {"type": "note", "amount": "{n{k}} * 100"},
        ),
    )
    assert value(start(tmp_path, *play("s"), cards=[card]), "total") == 60 + 2000


def test_a_card_knows_properties_zone_owner_and_copies(tmp_path):
    cards = [spell("a", count="$2", manaCost=4), spell("b", manaCost=1)]
    move = {
        "type": "move",
        "target": {"chooser": "cards", "where": "{it.forPlayer} == {match.startPlayer}"},
        "to": "hand",
        "of": "{match.startPlayer}",
    }
    match = start(tmp_path, move, cards=cards)
    assert len(match.cards) == 5
    assert value(match, "round") == 1
    hand = match.view(0)["players"][0]["zones"]["hand"]
    assert [c["id"] for c in hand["cards"]] == ["t.spell.a", "t.spell.a"]
    assert match.view(1)["players"][0]["zones"]["hand"] == {"count": 2, "cards": []}
    three = start(tmp_path / "three", seats=3, cards=cards)
    assert len(three.cards) == 7


def test_has_card_looks_at_the_players_own_zones_and_reads_the_printed_misspelling(tmp_path):
    main = [
        {"type": "let", "id": "b", "value": {"chooser": "cards", "where": "{it.kind} == spell"}},
        {"type": "move", "target": "{b}", "to": "discard", "of": "{match.startPlayer.next}"},
        {
            "type": "if",
            "condition": {
                "type": "HasCard",
                "playUUID": "{match.startPlayer.next}",
                "cardUUID": "{b}",
            },
            "do": [{"type": "note", "amount": 1}],
        },
        {
            "type": "if",
            "condition": {
                "type": "HasNoCard",
                "playerUUID": "{match.startPlayer}",
                "cardUUID": "{b}",
            },
            "do": [{"type": "note", "amount": 10}],
        },
        {
            "type": "if",
            "condition": {"type": "IsType", "playUUID": "{b}", "cardType": "spell"},
            "do": [{"type": "note", "amount": 100}],
        },
        {
            "type": "if",
            "condition": {"type": "IsNotType", "cardUUID": "{b}", "cardType": "beast"},
            "do": [{"type": "note", "amount": 1000}],
        },
    ]
    assert value(start(tmp_path, *main, cards=[spell("b")]), "total") == 1111


def test_players_come_in_order_from_the_start_player_or_another_one(tmp_path):
    def digits(chooser):
        return [
            {
                "type": "loop",
                "id": "p",
                "target": chooser,
                "do": [
                    {
                        "type": "set",
                        "of": "{match}",
                        "field": "total",
                        "amount": "{match.total} * 10 + {p.target.seat}",
                    }
                ],
            }
        ]

    second = "{match.startPlayer.next}"
    for number, (chooser, expected) in enumerate(
        [
            ({"chooser": "players"}, 12),
            ({"chooser": "players", "from": second}, 120),
            ({"chooser": "players", "direction": "clockwise", "from": second}, 102),
            ({"chooser": "players", "except": second}, 2),
            ({"chooser": "players", "where": "{it.seat} > 0"}, 12),
        ]
    ):
        match = start(tmp_path / str(number), *digits(chooser), seats=3)
        assert value(match, "total") == expected, chooser


def test_loops_stop_and_words_finish(tmp_path):
    main = [
        {
            "type": "loop",
            "id": "l",
            "times": 9,
            "do": [
                {"type": "if", "condition": "{l.index} == 4", "do": [{"type": "stop"}]},
                {"type": "note", "amount": 1},
            ],
        },
        {"type": "let", "id": "n", "value": 0},
        {
            "type": "while",
            "condition": "{n} < 5",
            "do": [{"type": "let", "id": "n", "value": "{n} + 1"}],
        },
        {"type": "note", "amount": "{n} * 10"},
    ]
    assert value(start(tmp_path, *main), "total") == 53


def test_a_field_keeps_its_limits_and_tells_what_overflows(tmp_path):
    main = [
        {
            "type": "set",
            "id": "gain",
            "of": "{match.startPlayer}",
            "field": "mana",
            "mode": "add",
            "amount": 8,
        },
        {"type": "note", "amount": "{gain.amount} * 10 + {gain.overflow}"},
        {
            "type": "set",
            "id": "loss",
            "of": "{match.startPlayer}",
            "field": "mana",
            "mode": "add",
            "amount": -99,
        },
        {"type": "note", "amount": "{loss.amount} * 100"},
    ]
    match = start(tmp_path, *main)
    assert value(match, "total") == 53 - 1000
    assert value(match, "mana", 1) == 0


def test_the_top_of_a_pile_is_its_last_card(tmp_path):
    main = [
        {"type": "move", "target": "{match.cards}", "to": "pile", "of": "II"},
        {
            "type": "move",
            "target": {"chooser": "cards", "from": "{match.pile.II}", "top": 2},
            "to": "field",
        },
        {"type": "move", "target": "{match.pile.II.bottom}", "to": "pile", "of": "I"},
    ]
    cards = [spell(name) for name in "abcd"]
    match = start(tmp_path, *main, cards=cards)
    zones = match.view(0)["zones"]
    assert [c["id"][-1] for c in zones["field"]["cards"]] == ["d", "c"]
    assert (zones["pile.I"]["count"], zones["pile.II"]["count"]) == (1, 1)


def test_defined_words_take_defaults_results_and_blocks(tmp_path):
    define = {
        "doables": {
            "double": {
                "params": {
                    "amount": "number",
                    "more": {"type": "number", "default": "{amount} + 1"},
                },
                "do": [{"type": "note", "amount": "{more}"}],
                "result": {"twice": "{amount} * 2"},
            },
            "twice": {
                "params": {"do": "do", "n": {"type": "number", "default": 2}},
                "do": [{"type": "loop", "times": "{n}", "do": "{do}"}],
            },
        },
        "values": {"tripled": {"params": {"n": "number"}, "value": "{n} * 3"}},
        "conditions": {"Rich": {"params": {"who": "player"}, "value": "{who.mana} > 3"}},
    }
    main = [
        {"type": "double", "id": "d", "amount": 5},
        {"type": "let", "id": "x", "value": 100},
        {"type": "twice", "do": [{"type": "note", "amount": "{x}"}]},
        {"type": "note", "amount": {"type": "tripled", "n": "{d.twice}"}},
        {
            "type": "if",
            "condition": {"type": "Rich", "who": "{match.startPlayer}"},
            "do": [{"type": "note", "amount": 1000}],
        },
    ]
    assert value(start(tmp_path, *main, define=define), "total") == 6 + 200 + 30 + 1000


def test_the_target_of_a_cast_is_asked_once_and_kept(tmp_path):
    aim = {"type": "beastChooser", "ask": "{onPlay.playerUUID}"}
    card = spell(
        "s",
        on_play(
            {"type": "hit", "target": aim, "amount": 3},
            {"type": "hit", "target": aim, "amount": 2},
        ),
    )
    main = [
        {
            "type": "move",
            "target": {"chooser": "cards", "where": "{it.kind} == beast"},
            "to": "field",
        },
        *play("s"),
    ]
    match = start(tmp_path, *main, cards=[card, beast("x"), beast("y")])
    aims = match.program.properties["needsTarget"].index
    assert match.printed[match.state[entity(match, "s")]][aims] == 1
    choice = match.pending[0]
    assert (choice.seat, [match.card_id(o.entity) for o in choice.options]) == (
        0,
        ["t.beast.x", "t.beast.y"],
    )
    match.answer(0, (1,))
    assert value(match, "health", entity(match, "y")) == 5
    assert value(match, "health", entity(match, "x")) == 10


def test_with_one_candidate_nobody_is_asked_and_with_none_nothing_happens(tmp_path):
    aim = {"type": "beastChooser", "ask": "{you}"}
    card = spell("s", on_play({"type": "hit", "target": aim, "amount": 3}))
    everywhere = {"type": "move", "target": {"chooser": "cards", "where": "{it.kind} == beast"}}
    match = start(tmp_path, {**everywhere, "to": "field"}, *play("s"), cards=[card, beast("x")])
    assert match.pending[0].prompt == "wait"
    assert value(match, "health", entity(match, "x")) == 7
    match = start(tmp_path / "none", *play("s"), cards=[card, beast("x")])
    assert match.pending[0].prompt == "wait"


def test_players_asked_together_answer_in_any_order_and_learn_nothing(tmp_path):
    main = [
        {
            "type": "loop",
            "id": "p",
            "target": {"chooser": "players"},
            "do": [
                {
                    "type": "move",
                    "target": {"chooser": "cards", "where": "{it.forPlayer} == {p.target}"},
                    "to": "hand",
                    "of": "{p.target}",
                }
            ],
        },
        {
            "type": "askAll",
            "id": "out{p}",
            "as": "p",
            "target": {"chooser": "players"},
            "from": "{p.hand}",
            "minimum": 0,
            "maximum": "{p.hand.count}",
            "prompt": "discard",
        },
        {
            "type": "loop",
            "id": "q",
            "target": {"chooser": "players"},
            "do": [
                {
                    "type": "move",
                    "target": "{out{q.target}}",
                    "to": "discard",
                    "of": "{q.target}",
                }
            ],
        },
    ]
    match = start(tmp_path, *main, cards=[spell("a", count="$3")])
    assert [choice.seat for choice in match.pending] == [0, 1]
    before = match.view(0)
    match.answer(1, (0, 2))
    after = match.view(0)
    assert before["players"] == after["players"]
    assert match.pending[0].seat == 0
    match.answer(0, ())
    zones = [player["zones"] for player in match.view(0)["players"]]
    assert [z["discard"]["count"] for z in zones] == [0, 2]


def test_a_menu_offers_an_option_for_each_entity_and_takes_its_default(tmp_path):
    menu = {
        "type": "choose",
        "id": "menu",
        "ask": "{match.startPlayer}",
        "prompt": "turn",
        "default": "rest",
        "options": [
            {
                "id": "pick",
                "each": {"chooser": "numbers", "from": 1, "to": 3},
                "do": [{"type": "note", "amount": "{pick}"}],
            },
            {"id": "never", "when": {"type": "AlwaysFalse"}, "do": []},
            {"id": "rest", "do": [{"type": "note", "amount": 100}]},
        ],
    }
    after = {
        "type": "if",
        "condition": "{menu.option} == rest",
        "do": [{"type": "note", "amount": 1}],
    }
    match = start(tmp_path, menu, after)
    choice = match.pending[0]
    assert [(o.word, o.entity) for o in choice.options] == [
        ("pick", 1),
        ("pick", 2),
        ("pick", 3),
        ("rest", 0),
    ]
    other = match.clone()
    match.answer(0, choice.default)
    assert value(match, "total") == 101
    other.answer(0, (1,))
    assert value(other, "total") == 2


@pytest.mark.parametrize(
    ("broken", "place", "words"),
    [
        ({"type": "dance"}, "main[2]", "no doable 'dance'"),
        ({"type": "note"}, "main[2]", "needs amount"),
        ({"type": "note", "amount": 1, "mood": 2}, "main[2]", "no parameter mood"),
        ({"type": "note", "amount": "{nobody.mana}"}, "main[2].amount", "nothing is called"),
        ({"type": "note", "amount": "{match.wheel}"}, "main[2].amount", "the match has no wheel"),
        ({"type": "note", "amount": "{match.startPlayer.tail}"}, "main[2].amount", "has no tail"),
        ({"type": "note", "amount": "{a"}, "main[2].amount", "never closed"),
        (
            {"type": "note", "amount": "import os"},
            "main[2].amount",
            "neither a name nor arithmetic",
        ),
        (
            {"type": "note", "amount": "{match.players}.real"},
            "main[2].amount",
            "arithmetic may use",
        ),
        ({"type": "note", "amount": "__import__(1)"}, "main[2].amount", "arithmetic may use"),
        ({"type": "note", "amount": 10**12}, "main[2].amount", "nine digits"),
        ({"type": "fire", "event": "onParty"}, "main[2].event", "no event 'onParty'"),
        ({"type": "fire", "event": "onTick"}, "main[2].with", "needs number"),
        ({"type": "move", "target": "{match.cards}", "to": "moon"}, "main[2]", "no zone 'moon'"),
        (
            {"type": "if", "condition": {"type": "Maybe"}, "do": []},
            "main[2]",
            "no condition 'Maybe'",
        ),
        ({"type": "stop"}, "main[2]", "stands in no loop"),
        (
            {"type": "choose", "ask": "{you}", "prompt": "turn", "options": [{"id": "a(0)"}]},
            "main[2].options",
            "an id of its own, of letters and digits",
        ),
        (
            {
                "type": "loop",
                "target": {"chooser": "cards", "where": "{it.school} == water"},
                "do": [],
            },
            "main[2].target.where",
            "never water; there are none, fire, frost",
        ),
    ],
)
def test_a_mistake_is_named_with_its_place(tmp_path, broken, place, words):
    with pytest.raises(PackError) as caught:
        start(tmp_path, broken)
    found = [p for p in caught.value.problems if words in p.message]
    assert found, caught.value
    assert place in found[0].place


def test_every_problem_of_a_pack_is_listed_at_once(tmp_path):
    cards = [
        spell("a", manaCost="dear"),
        spell("a"),
        spell("b", count=9999),
        spell("c", on_play({"type": "dance"}), colour="red"),
        {"id": "t.tree.oak", "name": "Oak"},
    ]
    with pytest.raises(PackError) as caught:
        build(tmp_path, cards=[cards[0], *cards[2:]])
    text = str(caught.value)
    for words in ("'dear'", "not 9999", "has no colour", "no kind of card"):
        assert words in text
    with pytest.raises(PackError, match="already a card"):
        build(tmp_path / "twice", cards=cards[:2])


def test_a_card_may_act_as_another_one_does(tmp_path):
    note = {"type": "note", "amount": "{this.manaCost}"}
    copy = {"chooser": "cards", "where": "{it.manaCost} == 7"}
    cards = [spell("a", on_play(note), manaCost=4), spell("b", manaCost=7)]
    match = start(tmp_path, *play("a", **{"as": copy}), cards=cards)
    assert value(match, "total") == 7
