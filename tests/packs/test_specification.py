"""
The specification (seed 000) word by word, on the game it was written for.

Each test is one word or one sentence of it: here timings, the short forms and the names as they are
printed; doables, values, triggers, modes and events have files of their own beside this one. The
scenarios `specification*.json5` of the pack show the same with cards of the game.
"""

from __future__ import annotations

import pytest
from chrono_variant import (
    Cards,
    exploration,
    note,
    on,
    on_play,
    spell,
    table_fixture,
    trigger,
    wand,
)
from specified import FALSE, YOU

from rules.language.dialect import modernise

CARDS = Cards()

variant, table = table_fixture(CARDS)


# -- timings (TreasureCardTiming, onDrawExploration) -----------------------------------------------

TIMINGS = ("onPlay", "onEquip", "onUnequip", "onDraw", "onBuy", "onDiscard", "onForget")


@pytest.mark.parametrize("timing", [*TIMINGS, "onDrawExploration"])
def test_each_timing_has_exactly_the_player_as_context(variant, timing):
    assert variant.declarations.timings[timing].context == {"playerUUID": ("player", ())}


@CARDS.uses(spell("played", on("onPlay", note(who="{onPlay.playerUUID}"))))
def test_onPlay_happens_when_the_card_is_played(table):
    assert table("play played", seat=2, hand=["played"]).notes() == [{"who": 2}]


@CARDS.uses(wand("equipped", on("onEquip", note(who="{onEquip.playerUUID}"))))
def test_onEquip_happens_when_the_card_is_equipped(table):
    shop = {"at": "onSupplyTurnStart", "gold": 1, "zones": {"shop": ["equipped"]}}
    bought = table("buy equipped", seat=2, cards={"equipped": {"price": 1}}, **shop)
    assert bought.notes() == [{"who": 2}]
    assert bought.of(2, "wand") == ["equipped"]


@CARDS.uses(
    wand("old", on("onUnequip", note(who="{onUnequip.playerUUID}"))),
    wand("new", on("onUnequip", note(who="nobody"))),
)
def test_onUnequip_happens_when_the_card_makes_room_for_another(table):
    shop = {"at": "onSupplyTurnStart", "gold": 1, "zones": {"shop": ["new"]}}
    bought = table("buy new", seat=2, wand=["old"], cards={"new": {"price": 1}}, **shop)
    assert bought.notes() == [{"who": 2}]
    assert bought.of(2, "wand") == ["new"]


@CARDS.uses(
    spell("drawn", on("onDraw", note(who="{onDraw.playerUUID}"))),
    spell("draws_one", on_play({"type": "drawCard", "amount": 1, "target": YOU})),
)
def test_onDraw_happens_when_the_card_is_drawn(table):
    drawn = table("play draws_one", seat=2, hand=["draws_one"], deck=["drawn", "ember"])
    assert drawn.notes() == []
    drawn = table("play draws_one", seat=2, hand=["draws_one"], deck=["ember", "drawn"])
    assert drawn.notes() == [{"who": 2}]


@CARDS.uses(spell("bought", on("onBuy", note(who="{onBuy.playerUUID}"))))
def test_onBuy_happens_when_the_card_is_bought(table):
    shop = {"at": "onSupplyTurnStart", "gold": 1, "zones": {"shop": ["bought"]}}
    bought = table("buy bought", seat=2, cards={"bought": {"price": 1}}, **shop)
    assert bought.notes() == [{"who": 2}]


@CARDS.uses(spell("dropped", on("onDiscard", note(who="{onDiscard.playerUUID}"))))
def test_onDiscard_happens_when_the_card_is_discarded(table):
    choice = {"at": "onPreparingPhaseStart", "seat": 2, "hand": ["dropped"]}
    assert table("pick wait", **choice).notes() == []
    assert table("pick dropped", **choice).notes() == [{"who": 2}]


@CARDS.uses(spell("forgotten", on("onForget", note(who="{onForget.playerUUID}"))))
def test_onForget_happens_when_the_card_is_forgotten_in_the_tavern(table):
    visit = {"at": "onSupplyTurnStart", "seat": 2, "gold": 2, "deck": ["forgotten"]}
    assert table("tavern", "pick wait", **visit).notes() == []
    assert table("tavern", "pick forgotten", **visit).notes() == [{"who": 2}]


@CARDS.uses(
    exploration("a_monster", on("onDrawExploration", note(who="{onDrawExploration.playerUUID}")))
    | {"type": "monster", "hp": 5},
    exploration("an_event", on("onDrawExploration", note(who="{onDrawExploration.byWho}"))),
)
def test_onDrawExploration_happens_when_the_card_is_turned_over(table):
    explored = table(
        {"by": 2, "choose": "level", "symbol": "IX"},
        at="onExploringPhaseStart",
        seat=2,
        match={"openIX": 1},
        zones={"pile.IX": ["a_monster", "an_event"]},
    )
    assert explored.notes() == [{"who": 2}, {"who": 2}]
    assert explored.of(2, "slot") == ["a_monster"]


# -- the short forms (behavior) --------------------------------------------------------------------


@CARDS.uses(
    spell(
        "short_damage",
        {"at": "onPlay", "do": "dealDamage", "target": {"chooser": "monsters"}, "amount": 3},
    )
)
def test_dealDamage_as_a_behaviour_damages_a_monster_of_the_players_choice(table):
    players = [{"hand": ["short_damage"], "slot": ["slime_ball"]}, {"slot": ["thief"]}]
    hurt = table("play short_damage", "pick thief", players=players)
    assert (hurt.card_of("slime_ball", "health"), hurt.card_of("thief", "health")) == (20, 8)


@CARDS.uses(
    spell("short_mana", {"at": "onPlay", "do": "regenMana", "target": YOU, "amount": 2}),
    spell(
        "short_mana_old",
        {"at": "onPlay", "do": "regenMana", "target": "$onPlay.playerUUID", "amount": 1},
    ),
)
def test_regenMana_as_a_behaviour_regains_mana(table):
    hand = ["short_mana", "short_mana_old"]
    regained = table("play short_mana", "play short_mana_old", hand=hand, mana=5)
    assert regained.of(0, "mana") == 8
    assert len(regained.events_named("onManaRegained")) == 2


@CARDS.uses(spell("short_draw", {"at": "onPlay", "do": "drawCards", "target": YOU, "amount": 2}))
def test_drawCards_as_a_behaviour_draws(table):
    drawn = table("play short_draw", hand=["short_draw"], deck=["stone", "ember", "icicle"])
    assert drawn.of(0, "hand") == ["wait", "icicle", "ember"]


@pytest.mark.parametrize(
    ("short", "doable"),
    [("dealDamage", "damage"), ("regenMana", "mana"), ("drawCards", "drawCard")],
)
def test_a_short_form_is_an_instant_trigger(short, doable):
    behaviour = modernise({"at": "onPlay", "do": short, "target": "{you}", "amount": 2})
    (added,) = behaviour["do"]
    (one,) = added["triggers"]
    assert (added["type"], one["event"], one["do"][0]["type"]) == ("addTriggers", "instant", doable)


@CARDS.uses(
    spell(
        "short_doables",
        on_play(
            {"type": "dealDamage", "amount": 2, "target": {"chooser": "monsters"}},
            {"type": "regenMana", "amount": 3, "target": YOU},
            {"type": "drawCards", "amount": 1, "target": YOU},
        ),
    )
)
def test_the_short_forms_are_doables_too(table):
    facts = {"hand": ["short_doables"], "deck": ["ember"], "slot": ["slime_ball"]}
    played = table("play short_doables", **facts)
    assert played.card_of("slime_ball", "health") == 18
    assert (played.of(0, "mana"), played.of(0, "hand")) == (3, ["wait", "ember"])


# -- counts and names as printed -------------------------------------------------------------------


@CARDS.uses(
    spell("one_copy", count=1),
    spell("one_copy_as_text", count="1"),
    spell("three_copies", count=3),
    spell("one_each", count="$1"),
    spell("two_each", count="$2"),
    spell("no_count"),
)
@pytest.mark.parametrize("seats", [3, 4])
def test_count_is_a_number_of_copies_or_with_a_dollar_for_each_player(table, seats):
    match = table(seats=seats).match
    copies = {}
    for card in match.cards:
        name = match.card_id(card).rsplit(".", 1)[-1]
        copies[name] = copies.get(name, 0) + 1
    names = ("one_copy", "one_copy_as_text", "three_copies", "one_each", "two_each", "no_count")
    assert [copies[name] for name in names] == [1, 1, 3, seats, 2 * seats, 1]


@CARDS.uses(
    *(
        spell(f"rarity_{printed}") | {"rarity": printed, "id": f"test.treasure.x.rarity_{printed}"}
        for printed in ("ori", "original", "com", "common", "leg", "legend")
    )
)
@pytest.mark.parametrize(
    ("printed", "meant"),
    [("ori", "original"), ("com", "common"), ("leg", "legend")]
    + [(name, name) for name in ("original", "common", "legend")],
)
def test_rarity_may_be_written_short_or_long(variant, table, printed, meant):
    card = variant.card(f"test.treasure.x.rarity_{printed}")
    assert variant.program.symbol_name(card.facts["rarity"]) == meant


@CARDS.uses(
    spell(
        "at_onPlayCard",
        on("onPlayCard", note(who="{onPlayCard.playerUUID}", same="{onPlay.playerUUID}")),
    )
)
def test_the_timing_onPlay_is_also_called_onPlayCard(table):
    assert table("play at_onPlayCard", seat=2, hand=["at_onPlayCard"]).notes() == [
        {"who": 2, "same": 2}
    ]


ALIASES = {
    "onPlay": "onPlayCard",
    "onPlayed": "onPlayCard",
    "onExplored": "onExplorationFlip",
    "onExplorationDrawn": "onExplorationFlip",
    "onTurnStarted": "onBattleTurnStart",
    "onTurnEnd": "onBattleTurnEnd",
}


@pytest.mark.parametrize("printed", ALIASES)
def test_events_go_by_their_other_printed_names(variant, printed):
    assert variant.declarations.event(printed) is variant.declarations.events[ALIASES[printed]]


@CARDS.uses(
    spell(
        "old_names",
        on_play(
            *[
                trigger(name, note(event=name, who=f"{{{name}.playerUUID}}"))
                for name in ("onPlay", "onPlayed", "onTurnStarted", "onTurnEnd")
            ]
        ),
    )
)
def test_the_other_names_of_events_also_name_their_contexts(table):
    told = table("play old_names", "pass", hand=["old_names"])
    mine = [one["event"] for one in told.notes() if one["who"] == 0]
    assert mine[:3] == ["onTurnEnd", "onTurnStarted", "onTurnEnd"]
    told = table("play old_names", "play stone", hand=["old_names", "stone"])
    assert [one["event"] for one in told.notes() if one["event"].startswith("onPlay")] == [
        "onPlay",
        "onPlayed",
    ]


@CARDS.uses(
    exploration(
        "old_event",
        {
            "at": "onDrawExploration",
            "do": "addTriggers",
            "triggers": [
                {
                    "event": "onExplored",
                    "conditions": [
                        {
                            "type": "equals",
                            "left": "$onDrawExploration.byWho",
                            "right": "$onExplored.byWho",
                        },
                        {"type": "equals", "left": "$onExplored.card.type", "right": "monster"},
                    ],
                    "type": mode,
                    "effects": [note(mode=mode, card="$onExplored.card")],
                }
                for mode in ("once", "permanent", "round")
            ],
        },
    ),
    exploration("monster_1", type="monster", hp=5),
    exploration("monster_2", type="monster", hp=5),
)
def test_the_older_form_of_triggers_with_conditions_type_and_effects_is_read(table):
    told = table(
        {"by": 0, "choose": "level", "symbol": "IX"},
        {"by": 1, "choose": "level", "symbol": "IX"},
        at="onExploringPhaseStart",
        match={"openIX": 1},
        zones={"pile.IX": ["monster_2", "monster_1", "old_event"]},
    )
    assert told.notes() == [
        {"mode": mode, "card": "monster_1"} for mode in ("once", "permanent", "round")
    ]
    lasting = [t.definition.mode for t in told.match.triggers.values() if not t.parent]
    assert sorted(lasting) == ["always", "round"]


@CARDS.uses(
    spell("instant", on_play(trigger("instant", note(now=1), mode="once"), note(now=2))),
    spell(
        "instant_if",
        on_play(trigger("instant", note(now=1), mode="once", condition=FALSE), note(now=2)),
    ),
)
def test_an_instant_trigger_is_carried_out_at_once_if_its_condition_holds(table):
    assert table("play instant", hand=["instant"]).notes("now") == [1, 2]
    assert table("play instant_if", hand=["instant_if"]).notes("now") == [2]
