"""Conditions, references and choosers of the specification (seed 000)."""

from __future__ import annotations

import pytest
from chrono_variant import Cards, note, on_play, spell, table_fixture, trigger, wand
from specified import FALSE, MONSTER, TRUE, YOU, choosing, two

CARDS = Cards()

variant, table = table_fixture(CARDS)


# -- conditions (ConditionType) --------------------------------------------------------------------

MINE, THEIRS = "{you.hand.first.UUID}", "{you.next.hand.first.UUID}"

#: For each condition what must hold and what must not. The player has 3 mana, a hand (ember first)
#: and no wand; the next player holds a stone and has a wand.
CONDITIONS: dict[str, tuple[list[dict], list[dict]]] = {
    "Equals": (
        [
            two("Equals", "{you.mana}", 3),
            two("Equals", "{spell.school}", "none"),
            two("Equals", YOU, "{you}"),
        ],
        [
            two("Equals", "{you.mana}", 4),
            two("Equals", "{spell.school}", "fire"),
            two("Equals", YOU, "{you.next}"),
        ],
    ),
    "GreaterThan": ([two("GreaterThan", "{you.mana}", 2)], [two("GreaterThan", "{you.mana}", 3)]),
    "LessThan": ([two("LessThan", "{you.mana}", 4)], [two("LessThan", "{you.mana}", 3)]),
    "GreaterThanOrEqual": (
        [two("GreaterThanOrEqual", "{you.mana}", 3)],
        [two("GreaterThanOrEqual", "{you.mana}", 4)],
    ),
    "LessThanOrEqual": (
        [two("LessThanOrEqual", "{you.mana}", 3)],
        [two("LessThanOrEqual", "{you.mana}", 2)],
    ),
    "And": (
        [{"type": "And", "conditions": [TRUE, TRUE, TRUE]}, {"type": "And", "conditions": []}],
        [{"type": "And", "conditions": [TRUE, FALSE, TRUE]}],
    ),
    "Or": (
        [{"type": "Or", "conditions": [FALSE, TRUE]}],
        [{"type": "Or", "conditions": [FALSE, FALSE]}, {"type": "Or", "conditions": []}],
    ),
    "Not": ([{"type": "Not", "condition": FALSE}], [{"type": "Not", "condition": TRUE}]),
    "HasCard": (
        [
            {"type": "HasCard", "playUUID": YOU, "cardUUID": MINE},
            {"type": "HasCard", "playerUUID": "{you.next}", "cardUUID": THEIRS},
        ],
        [
            {"type": "HasCard", "playUUID": YOU, "cardUUID": THEIRS},
            {"type": "HasCard", "playerUUID": "{you.next}", "cardUUID": MINE},
        ],
    ),
    "HasNoCard": (
        [{"type": "HasNoCard", "playUUID": YOU, "cardUUID": THEIRS}],
        [{"type": "HasNoCard", "playerUUID": YOU, "cardUUID": MINE}],
    ),
    "IsType": (
        [
            {"type": "IsType", "playUUID": MINE, "cardType": "spell"},
            {"type": "IsType", "playUUID": "{you.next.wand.first}", "cardType": "wand"},
        ],
        [{"type": "IsType", "playUUID": MINE, "cardType": "occult"}],
    ),
    "IsNotType": (
        [{"type": "IsNotType", "playUUID": MINE, "cardType": "occult"}],
        [{"type": "IsNotType", "playUUID": MINE, "cardType": "spell"}],
    ),
    "AlwaysTrue": ([TRUE], []),
    "AlwaysFalse": ([], [FALSE]),
    "HasWand": (
        [{"type": "HasWand", "playerUUID": "{you.next}"}],
        [{"type": "HasWand", "playerUUID": YOU}],
    ),
}  # fmt: skip


@CARDS.uses(
    *(
        spell(f"is_{name}", on_play(*[choosing(one) for one in (*holds, *fails)]))
        for name, (holds, fails) in CONDITIONS.items()
    ),
    wand("staff"),
)
@pytest.mark.parametrize("name", CONDITIONS)
def test_a_condition_holds_and_fails(table, name):
    holds, fails = CONDITIONS[name]
    players = [{"hand": ["ember", f"is_{name}"], "mana": 3}, {"hand": ["stone"], "wand": ["staff"]}]
    tried = table(f"play is_{name}", players=players)
    assert tried.notes("then") == [1] * len(holds) + [0] * len(fails)


OLD_CONDITIONS = [
    {"type": "equals", "left": "$onPlay.playerUUID", "right": "{you}"},
    {"type": "not", "condition": {"type": "equals", "left": 1, "right": 2}},
    {"type": "and", "conditions": [{"type": "greaterThan", "left": 3, "right": 2}]},
    {"type": "or", "conditions": [{"type": "lessThan", "left": 2, "right": 3}]},
    {"type": "greaterThanOrEqual", "left": 3, "right": 3},
    {"type": "lessThanOrEqual", "left": 3, "right": 3},
]


@CARDS.uses(spell("old_conditions", on_play(*map(choosing, OLD_CONDITIONS))))
def test_the_older_spelling_of_conditions_with_left_and_right_is_read(table):
    tried = table("play old_conditions", hand=["old_conditions"])
    assert tried.notes("then") == [1] * len(OLD_CONDITIONS)


# -- references and values -------------------------------------------------------------------------


@CARDS.uses(
    spell(
        "nests",
        on_play(
            {
                "type": "loop",
                "id": "loop1",
                "times": 3,
                "do": [
                    {"id": "dc{loop1.index}", "type": "drawCard", "amount": 1, "target": YOU},
                    note(card="{dc{loop1.index}.UUID}"),
                ],
            },
            {"type": "loop", "id": "l", "times": 3, "do": [note(card="{dc{l.index}.UUID}")]},
        ),
    )
)
def test_references_nest_and_later_doables_find_earlier_results(table):
    drawn = table("play nests", hand=["nests"], deck=["stone", "ember", "icicle"])
    assert drawn.notes("card") == ["icicle", "ember", "stone"] * 2


@CARDS.uses(
    spell("old_reference", on_play(note(who="$onPlay.playerUUID", mana="$onPlay.playerUUID.mana")))
)
def test_the_older_form_of_a_reference_is_read(table):
    told = table("play old_reference", seat=1, hand=["old_reference"], mana=4)
    assert told.notes() == [{"who": 1, "mana": 4}]


@CARDS.uses(
    spell(
        "looks",
        on_play(
            *(
                note(value={"type": "getCardProperty", "cardUUID": MINE, "property": name})
                for name in ("manaCost", "school", "rarity")
            )
        ),
    ),
    spell("asked_about", manaCost=6, school="frost"),
)
def test_getCardProperty_tells_a_property_of_a_card(table):
    looked = table("play looks", hand=["asked_about", "looks"])
    assert looked.notes("value") == [6, "frost", "original"]


@CARDS.uses(
    spell(
        "keeps_its_results",
        on_play(
            {"id": "dc{you.freezing}", "type": "drawCard", "amount": 1, "target": YOU},
            note(card="{dc{you.freezing}.UUID}"),
        ),
        count=2,
    )
)
def test_results_are_gone_when_the_card_is_done(table):
    hand = ["keeps_its_results", "keeps_its_results"]
    drawn = table("play keeps_its_results", hand=hand, deck=["stone", "ember"])
    assert drawn.do("play keeps_its_results").notes("card") == ["ember", "stone"]


@CARDS.uses(
    spell(
        "remembers",
        on_play(
            {"id": "dc", "type": "drawCard", "amount": 1, "target": YOU},
            {"type": "let", "id": "who", "value": YOU},
            trigger("onReverse", note(drawn="{dc.UUID}", who="{who}"), mode="once"),
        ),
    )
)
def test_a_trigger_may_refer_to_what_was_known_when_it_was_added(table):
    told = table("play remembers", seat=2, hand=["remembers", "stone"], deck=["ember"])
    assert told.do("reverse").notes() == [{"drawn": "ember", "who": 2}]


# -- choosers --------------------------------------------------------------------------------------


@CARDS.uses(
    spell(
        "asks_monster", on_play({"type": "let", "id": "m", "value": MONSTER}, note(m="{m.first}"))
    )
)
def test_monsterChooser_asks_the_player_it_names_among_all_monsters(table):
    asked = table(
        "play asks_monster",
        seat=1,
        players=[{"slot": ["slime_ball"]}, {"hand": ["asks_monster"]}, {"slot": ["thief"]}],
    )
    choice = asked.match.pending[0]
    assert (choice.seat, len(choice.options)) == (1, 2)
    assert asked.do("pick thief").notes("m") == ["thief"]


@CARDS.uses(
    spell(
        "asks_player",
        on_play(
            {"type": "let", "id": "p", "value": {"type": "playerChooser", "ask": YOU}},
            note(p="{p}"),
        ),
    ),
    spell(
        "asks_other",
        on_play(
            {
                "type": "let",
                "id": "p",
                "value": {
                    "type": "playerChooser",
                    "ask": "{you.next}",
                    "from": {"chooser": "others"},
                },
            },
            note(p="{p.first}"),
        ),
    ),
)
def test_playerChooser_asks_among_players(table):
    asked = table("play asks_player", hand=["asks_player"])
    assert len(asked.match.pending[0].options) == 4
    assert asked.do({"by": 0, "pick": [2]}).notes("p") == [[2]]
    asked = table("play asks_other", hand=["asks_other"])
    assert len(asked.match.pending[0].options) == 3
    assert asked.do({"by": 1, "pick": [3]}).notes("p") == [3]


@CARDS.uses(
    spell(
        "asks_card",
        on_play(
            {
                "type": "let",
                "id": "c",
                "value": {"type": "cardChooser", "ask": YOU, "from": "{you.discard}"},
            },
            note(c="{c.first}"),
        ),
    )
)
def test_cardChooser_asks_among_the_cards_it_names(table):
    asked = table("play asks_card", hand=["asks_card"], discard=["ember", "stone"])
    assert asked.do("pick stone").notes("c") == ["stone"]
    assert table("play asks_card", hand=["asks_card"], discard=["ember"]).notes("c") == ["ember"]
