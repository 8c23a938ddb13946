"""
The specification (seed 000) word by word, on the game it was written for.

Each test is one word or one sentence of it: timings, the short forms, doables, conditions, triggers
and their modes, the getter, references, counters, and the names as they are printed. The events are
in `test_specification_events.py`. The scenarios `specification*.json5` of the pack show the same
with cards of the game.
"""

from __future__ import annotations

from typing import Any

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

from rules.language.dialect import modernise

CARDS = Cards()
variant, table = table_fixture(CARDS)

YOU = "{onPlay.playerUUID}"
MONSTER = {"type": "monsterChooser", "ask": YOU}
FIELD = {"chooser": "allMonsters"}
PLAYERS = {"chooser": "players"}


def named(card: str) -> dict:
    """A chooser: the card with this name, wherever it is."""
    return {"chooser": "cards", "where": f"{{it.id}} == test.treasure.original.{card}"}


# -- timings (TreasureCardTiming, onDrawExploration) -----------------------------------------------

TIMINGS = ("onPlay", "onEquip", "onUnequip", "onDraw", "onBuy", "onDiscard", "onForget")


@pytest.mark.parametrize("timing", [*TIMINGS, "onDrawExploration"])
def test_each_timing_has_exactly_the_player_as_context(variant, timing):
    assert variant.timings[timing].context == {"playerUUID": ("player", ())}


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


# -- doables: loop and if --------------------------------------------------------------------------


@CARDS.uses(
    spell(
        "loops",
        on_play(
            {"type": "loop", "id": "turn", "times": 3, "do": [note(index="{turn.index}")]},
            {"type": "loop", "times": 0, "do": [note(index=99)]},
            {
                "type": "loop",
                "id": "l",
                "times": "{you.mana}",
                "do": [note(index="10 * {l.index}")],
            },
        ),
    )
)
def test_loop_repeats_and_counts_from_one(table):
    looped = table("play loops", hand=["loops"], mana=2)
    assert looped.notes("index") == [1, 2, 3, 10, 20]


@CARDS.uses(
    spell(
        "loops_over",
        on_play(
            {"type": "loop", "id": "p", "target": PLAYERS, "do": [note(who="{p.target}")]},
            {"type": "loop", "id": "p", "target": "{you.next}", "do": [note(who="{p.target}")]},
        ),
    )
)
def test_loop_goes_over_each_target_of_a_chooser_or_a_reference(table):
    looped = table("play loops_over", seat=1, hand=["loops_over"])
    assert looped.notes("who") == [1, 2, 3, 0, 2]


@CARDS.uses(
    spell(
        "loops_both",
        on_play(
            {
                "type": "loop",
                "times": 2,
                "target": PLAYERS,
                "id": "p",
                "do": [{"type": "mana", "mode": "add", "amount": 1, "target": "{p.target}"}],
            }
        ),
    )
)
def test_loop_takes_times_and_target_together(table):
    looped = table("play loops_both", hand=["loops_both"])
    assert [looped.of(seat, "mana") for seat in range(4)] == [2, 2, 2, 2]


@CARDS.uses(
    spell(
        "loops_in_loops",
        on_play(
            {
                "type": "loop",
                "id": "a",
                "times": 2,
                "do": [
                    {
                        "type": "loop",
                        "id": "b",
                        "times": 2,
                        "do": [note(n="{a.index} * 10 + {b.index}")],
                    }
                ],
            }
        ),
    )
)
def test_loops_nest(table):
    looped = table("play loops_in_loops", hand=["loops_in_loops"])
    assert looped.notes("n") == [11, 12, 21, 22]


def choosing(condition: Any) -> dict:
    """An `if` that notes which way it went."""
    return {
        "type": "if",
        "condition": condition,
        "do": [note(then=1)],
        "elsedo": [note(then=0)],
    }


@CARDS.uses(
    spell("rich", on_play(choosing({"type": "GreaterThan", "value1": "{you.mana}", "value2": 3}))),
    spell(
        "only_then",
        on_play({"type": "if", "condition": {"type": "AlwaysFalse"}, "do": [note(then=1)]}),
    ),
)
def test_if_carries_out_do_or_elsedo_which_may_be_missing(table):
    assert table("play rich", hand=["rich"], mana=4).notes("then") == [1]
    assert table("play rich", hand=["rich"], mana=3).notes("then") == [0]
    assert table("play only_then", hand=["only_then"]).notes() == []


# -- doables: monsters -----------------------------------------------------------------------------

TWO_MONSTERS = [{"slot": ["slime_ball"]}, {"slot": ["thief"]}]  # of 20 and 11 hp


def monsters(hand: list[str], **more: Any) -> dict:
    return {"players": TWO_MONSTERS, "hand": hand, **more}


def health(table: Any) -> tuple[int, int]:
    return table.card_of("slime_ball", "health"), table.card_of("thief", "health")


@CARDS.uses(
    spell("hits", on_play({"type": "damage", "amount": 4, "target": MONSTER})),
    spell(
        "hits_all",
        on_play({"type": "damage", "amount": "{you.mana}", "target": {"chooser": "monsters"}}),
    ),
    spell(
        "hits_by_reference",
        on_play(
            {"type": "let", "id": "last", "value": {"chooser": "allMonsters"}},
            {"type": "damage", "amount": 5, "target": "{last.last.UUID}"},
        ),
    ),
)
def test_damage_takes_hp_from_its_targets(table):
    assert health(table("play hits", "pick thief", **monsters(["hits"]))) == (20, 7)
    assert health(table("play hits_all", **monsters(["hits_all"], mana=6))) == (14, 5)
    assert health(table("play hits_by_reference", **monsters(["hits_by_reference"]))) == (20, 6)


@CARDS.uses(
    spell("heals", on_play({"type": "health", "mode": "add", "amount": 3, "target": MONSTER})),
    spell("bleeds", on_play({"type": "health", "mode": "add", "amount": -3, "target": MONSTER})),
)
def test_health_add_changes_hp_without_damage_up_to_the_maximum(table):
    facts = monsters(["heals"], cards={"slime_ball": {"health": 5}})
    assert health(table("play heals", "pick slime_ball", **facts)) == (8, 11)
    facts = monsters(["heals"], cards={"slime_ball": {"health": 18}})
    assert health(table("play heals", "pick slime_ball", **facts)) == (20, 11)
    bled = table("play bleeds", "pick thief", **monsters(["bleeds"]))
    assert health(bled) == (20, 8)
    assert not bled.events_named("onDamageTaken")


@CARDS.uses(
    spell("makes_4", on_play({"type": "health", "mode": "set", "amount": 4, "target": MONSTER}))
)
def test_health_set_makes_it_so_many(table):
    assert health(table("play makes_4", "pick thief", **monsters(["makes_4"]))) == (20, 4)


@CARDS.uses(
    spell("more_max", on_play({"type": "maxHealth", "mode": "add", "amount": 5, "target": MONSTER}))
)
def test_maxHealth_add_changes_the_maximum_and_leaves_hp(table):
    grown = table("play more_max", "pick thief", **monsters(["more_max"]))
    assert grown.card_of("thief", "maxHealth") == 16
    assert health(grown) == (20, 11)


@CARDS.uses(
    spell("max_3", on_play({"type": "maxHealth", "mode": "set", "amount": 3, "target": MONSTER}))
)
def test_maxHealth_set_cuts_hp_above_it(table):
    cut = table("play max_3", "pick thief", **monsters(["max_3"]))
    assert cut.card_of("thief", "maxHealth") == 3
    assert health(cut) == (20, 3)


@CARDS.uses(
    spell("bounty_add", on_play({"type": "reward", "mode": "add", "amount": 2, "target": MONSTER})),
    spell("bounty_set", on_play({"type": "reward", "mode": "set", "amount": 7, "target": MONSTER})),
)
def test_reward_add_and_set_change_the_bounty(table):
    hand = ["bounty_add", "bounty_set"]
    raised = table("play bounty_add", "pick thief", **monsters(hand))
    assert raised.card_of("thief", "reward") == 4
    raised.do("play bounty_set", "pick thief")
    assert raised.card_of("thief", "reward") == 7


@CARDS.uses(
    spell("buffs", on_play({"type": "buffMonster", "health": 3, "reward": 1, "target": MONSTER}))
)
def test_buffMonster_gives_hp_and_bounty(table):
    buffed = table("play buffs", "pick thief", **monsters(["buffs"]))
    facts = [buffed.card_of("thief", name) for name in ("health", "maxHealth", "reward")]
    assert facts == [14, 14, 3]


@CARDS.uses(
    spell("buffs_all", on_play({"type": "buffMonster", "health": 3, "reward": 1, "target": FIELD}))
)
def test_buffMonster_tells_only_what_it_has_given(table):
    slots = [{"slot": [name]} for name in ("arcane_puppet", "bounty_hunter", "thief")]
    log = table("play buffs_all", hand=["buffs_all"], players=slots).match.log
    told = [
        [value for _, _, value in entry.args] for entry in log if entry.message == "buffMonster"
    ]
    assert [numbers for _, *numbers in told] == [[0, 1], [3, 0], [3, 1]]


# -- doables: players ------------------------------------------------------------------------------


def change(doable: str, mode: str, amount: int, target: Any = YOU) -> dict:
    return on_play({"type": doable, "mode": mode, "amount": amount, "target": target})


@CARDS.uses(
    *(
        spell(f"{name}_{mode}", change(name, mode, 4))
        for name in ("mana", "gold", "freezing")
        for mode in ("add", "set")
    )
)
@pytest.mark.parametrize("name", ["mana", "gold", "freezing"])
def test_mana_gold_and_freezing_are_added_to_or_set(table, name):
    hand = [f"{name}_add", f"{name}_set"]
    changed = table(f"play {name}_add", hand=hand, **{name: 2})
    assert changed.of(0, name) == 6
    assert changed.do(f"play {name}_set").of(0, name) == 4
    assert changed.of(1, name) == 0


@CARDS.uses(
    *(spell(f"{name}_less", change(name, "add", -3)) for name in ("mana", "gold", "freezing"))
)
@pytest.mark.parametrize(
    ("name", "before", "after"),
    [
        ("mana", 5, 2),
        ("gold", 5, 2),
        ("freezing", 5, 2),
        ("mana", 2, 0),
        ("gold", 2, 0),
        ("freezing", 2, 0),
    ],
)
def test_mana_gold_and_freezing_are_lost_down_to_nothing(table, name, before, after):
    changed = table(f"play {name}_less", hand=[f"{name}_less"], **{name: before})
    assert changed.of(0, name) == after


@CARDS.uses(
    *(
        spell(f"{name}_for_all", change(name, "add", 2, PLAYERS))
        for name in ("mana", "gold", "freezing")
    )
)
@pytest.mark.parametrize("name", ["mana", "gold", "freezing"])
def test_mana_gold_and_freezing_take_a_chooser_as_target(table, name):
    changed = table(f"play {name}_for_all", hand=[f"{name}_for_all"])
    assert [changed.of(seat, name) for seat in range(4)] == [2, 2, 2, 2]


# -- doables: cards --------------------------------------------------------------------------------


@CARDS.uses(
    spell("draws", on_play({"type": "drawCard", "amount": 2, "target": YOU})),
    spell("all_draw", on_play({"type": "drawCard", "amount": 1, "target": PLAYERS})),
)
def test_drawCard_takes_cards_from_the_top_of_the_deck(table):
    drawn = table("play draws", hand=["draws"], deck=["stone", "ember", "icicle"])
    assert (drawn.of(0, "hand"), drawn.of(0, "deck")) == (["wait", "icicle", "ember"], ["stone"])
    decks = [{"hand": ["all_draw"], "deck": ["ember"]}, {"deck": ["ember#2"]}]
    drawn = table("play all_draw", players=decks)
    assert (drawn.of(0, "hand"), drawn.of(1, "hand")) == (["wait", "ember"], ["ember"])


@CARDS.uses(
    spell(
        "discards_chosen",
        on_play({"type": "askDiscardCard", "minimum": 1, "maximum": 2, "target": YOU}),
    )
)
def test_askDiscardCard_lets_the_player_choose_from_minimum_to_maximum(table):
    hand = ["discards_chosen", "ember", "icicle", "stone"]
    asked = table("play discards_chosen", seat=2, hand=hand)
    choice = asked.match.pending[0]
    assert (choice.seat, choice.minimum, choice.maximum, len(choice.options)) == (2, 1, 2, 4)
    asked.do("pick stone ember")
    assert asked.of(2, "hand") == ["icicle", "wait"]
    assert sorted(asked.of(2, "discard")) == ["ember", "stone"]


@CARDS.uses(
    spell(
        "others_discard",
        on_play(
            {"type": "askDiscardCard", "minimum": 1, "maximum": 1, "target": {"chooser": "others"}}
        ),
    )
)
def test_askDiscardCard_asks_each_target(table):
    hands = [{"hand": ["others_discard"]}, {"hand": ["ember", "stone"]}, {"hand": ["icicle"]}]
    asked = table("play others_discard", players=hands)
    asked.do({"by": 1, "pick": ["stone"]})
    assert [asked.of(seat, "discard") for seat in range(4)] == [[], ["stone"], ["icicle"], []]


@CARDS.uses(
    spell(
        "drops_by_chooser",
        on_play({"type": "discardCard", "target": {"chooser": "cards", "zone": "hand", "of": YOU}}),
    ),
    spell(
        "drops_by_reference", on_play({"type": "discardCard", "target": "{you.hand.first.UUID}"})
    ),
)
def test_discardCard_discards_what_it_is_told(table):
    dropped = table("play drops_by_reference", hand=["drops_by_reference", "ember", "stone"])
    assert (dropped.of(0, "hand"), dropped.of(0, "discard")) == (["stone", "wait"], ["ember"])
    players = [{"hand": ["drops_by_chooser", "ember", "stone"]}, {"hand": ["icicle"]}]
    dropped = table("play drops_by_chooser", players=players)
    assert dropped.events_named("onDiscard")[:2] == [
        ("onDiscard", {"playerUUID": 0, "cardUUID": "ember", "cardID": "ember"}),
        ("onDiscard", {"playerUUID": 0, "cardUUID": "stone", "cardID": "stone"}),
    ]
    assert dropped.of(1, "hand") == ["icicle"]


@CARDS.uses(
    spell(
        "all_drop",
        on_play({"type": "discardCard", "target": {"chooser": "cards", "zone": "hand"}}),
    )
)
def test_discardCard_tells_whose_card_it_was_when_it_takes_cards_of_several(table):
    hands = [{"hand": ["all_drop", "ember"]}, {"hand": ["icicle"]}, {"hand": ["stone"]}]
    dropped = table("play all_drop", players=hands)
    whose = [(c["playerUUID"], c["cardID"]) for _, c in dropped.events_named("onDiscard")]
    assert whose == [(0, "ember"), (0, "wait"), (1, "icicle"), (2, "stone")]


@CARDS.uses(
    spell(
        "dearer",
        on_play({"type": "manaCost", "mode": "add", "amount": 2, "target": "{you.hand.first}"}),
    ),
    spell(
        "costs_1",
        on_play(
            {
                "type": "manaCost",
                "mode": "set",
                "amount": 1,
                "target": {"chooser": "cards", "zone": "hand", "of": YOU},
            }
        ),
    ),
    spell("seven", manaCost=7),
)
def test_manaCost_add_and_set_change_what_a_card_costs(table):
    changed = table("play dearer", hand=["dearer", "seven", "costs_1"], mana=10)
    assert changed.card_of("seven", "manaCost") == 9
    assert changed.card_of("costs_1", "manaCost") == 0
    changed.do("play costs_1")
    # Q36: what is set comes first, what is added after it.
    assert (changed.card_of("seven", "manaCost"), changed.card_of("wait", "manaCost")) == (3, 1)
    assert changed.do("play seven").of(0, "mana") == 7


@CARDS.uses(spell("shuffles", on_play({"type": "shuffleBack", "player": YOU})))
def test_shuffleBack_shuffles_the_discard_pile_into_the_deck(table):
    discard = ["ember", "icicle", "missile", "crystal", "lightning_strike"]
    orders = set()
    for deck in ([], ["stone"]):
        back = table("play shuffles", hand=["shuffles"], discard=discard, deck=deck)
        assert back.of(0, "discard") == []
        assert sorted(back.of(0, "deck")) == sorted([*discard, *deck])
        orders.add(tuple(name for name in back.of(0, "deck") if name != "stone"))
    assert orders != {tuple(discard)}


@CARDS.uses(spell("all_shuffle", on_play({"type": "shuffleBack", "player": PLAYERS})))
def test_shuffleBack_takes_a_chooser_as_player(table):
    piles = [{"hand": ["all_shuffle"], "discard": ["ember"]}, {"discard": ["ember#2"]}]
    back = table("play all_shuffle", players=piles)
    assert [back.of(seat, "deck") for seat in (0, 1)] == [["ember"], ["ember"]]
    assert [back.of(seat, "discard") for seat in (0, 1)] == [[], []]


@CARDS.uses(
    spell("adds", on_play(trigger("onPlayCard", note(card="{onPlayCard.cardID}"), id="listener"))),
    spell(
        "removes_by_id", on_play({"type": "removeTriggers", "mode": "id", "targets": ["listener"]})
    ),
)
def test_addTriggers_adds_and_removeTriggers_removes_by_id(table):
    hand = ["adds", "ember", "removes_by_id", "stone"]
    added = table("play adds", "play removes_by_id", "play stone", hand=hand)
    assert added.notes("card") == ["removes_by_id"]
    assert "listener" not in added.trigger_ids().values()


@CARDS.uses(
    spell(
        "adds_two", on_play(*[trigger("onPlayCard", note(n=n), id="one_of_two") for n in (1, 2)])
    ),
    spell(
        "removes_by_UUID",
        on_play(
            {"type": "let", "id": "found", "value": {"mode": "id", "value": "one_of_two"}},
            {"type": "removeTriggers", "mode": "UUID", "targets": ["{found.first}"]},
        ),
    ),
)
def test_removeTriggers_removes_the_one_with_that_UUID(table):
    removed = table("play adds_two", hand=["adds_two", "removes_by_UUID", "ember", "stone"])
    removed.do("play removes_by_UUID", "play stone")
    assert removed.notes("n") == [1, 2, 2]


@CARDS.uses(
    spell("adds_a", on_play(trigger("onPlayCard", id="a"), trigger("onPlayCard", id="b"))),
    spell("removes_both", on_play({"type": "removeTriggers", "mode": "id", "targets": ["a", "b"]})),
)
def test_removeTriggers_takes_a_list_of_targets(table):
    added = table("play adds_a", hand=["adds_a", "removes_both"])
    assert sorted(added.trigger_ids().values()) == ["a", "b"]
    assert added.do("play removes_both").trigger_ids() == {}


# -- conditions (ConditionType) --------------------------------------------------------------------

MINE, THEIRS = "{you.hand.first.UUID}", "{you.next.hand.first.UUID}"
TRUE, FALSE = {"type": "AlwaysTrue"}, {"type": "AlwaysFalse"}


def two(type: str, value1: Any, value2: Any) -> dict:
    return {"type": type, "value1": value1, "value2": value2}


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


# -- triggers --------------------------------------------------------------------------------------


@CARDS.uses(
    spell("adds_three", on_play(*[trigger("onPlayCard", id=f"u{n}") for n in (1, 2, 3)]), count=2),
    spell("removes_u3", on_play({"type": "removeTriggers", "mode": "id", "targets": ["u3"]})),
)
def test_each_trigger_has_a_UUID_of_its_own_that_is_never_used_again(table):
    added = table("play adds_three", hand=["adds_three", "adds_three", "removes_u3"])
    first = added.trigger_ids()
    assert sorted(first.values()) == ["u1", "u2", "u3"]
    kept = {uuid for uuid, name in first.items() if name != "u3"}
    assert set(added.do("play removes_u3").trigger_ids()) == kept
    second = added.do("play adds_three").trigger_ids()
    assert sorted(second.values()) == ["u1", "u1", "u2", "u2", "u3"]
    assert kept < set(second)
    assert not (set(second) - kept) & set(first)


@CARDS.uses(
    spell(
        "names",
        on_play(
            {
                "type": "loop",
                "id": "p",
                "target": PLAYERS,
                "do": [
                    trigger(
                        "onPlayCard", note(who="{p.target}"), id="for{p.target.seat}of{p.index}"
                    )
                ],
            }
        ),
    ),
    spell(
        "unnames",
        on_play(
            {
                "type": "removeTriggers",
                "mode": "id",
                "targets": ["for{you.next.seat}of{you.mana}"],
            }
        ),
    ),
)
def test_the_id_of_a_trigger_may_hold_variables(table):
    named = table("play names", hand=["names", "unnames", "stone"], mana=2)
    assert sorted(named.trigger_ids().values()) == ["for0of1", "for1of2", "for2of3", "for3of4"]
    named.do("play unnames")
    assert sorted(named.trigger_ids().values()) == ["for0of1", "for2of3", "for3of4"]
    assert named.do("play stone").notes("who")[4:] == [0, 2, 3]


@CARDS.uses(
    spell(
        "when_rich",
        on_play(
            trigger(
                "onPlayCard",
                note(mana="{you.mana}"),
                condition=two("GreaterThan", "{you.mana}", 3),
                mode="once",
            )
        ),
    ),
    spell("gives_4", on_play({"type": "mana", "mode": "add", "amount": 4, "target": YOU})),
)
def test_a_trigger_waits_for_its_condition(table):
    hand = ["when_rich", "gives_4", "ember", "stone"]
    waited = table("play when_rich", "play gives_4", hand=hand)
    assert waited.notes() == []
    assert waited.do("play stone").notes("mana") == [4]


# -- modes -----------------------------------------------------------------------------------------

STARTS = {
    "battle": "onBattleTurnStart",
    "advance": "onAdvanceTurnStart",
    "supply": "onSupplyTurnStart",
}
ENDS = {"battle": "onBattleTurnEnd", "advance": "onAdvanceTurnEnd", "supply": "onSupplyTurnEnd"}


def clock(phase: str, mode: str) -> dict:
    """At each turn of this phase a trigger of the owner begins, named by phase and seat."""
    name = f"{phase}{{{STARTS[phase]}.playerUUID.seat}}"
    return trigger(STARTS[phase], trigger("onRoundStart", id=name, mode=mode, unique=True))


@CARDS.uses(wand("turn_clock", on("onEquip", *[clock(phase, "turn") for phase in STARTS])))
@pytest.mark.parametrize("phase", STARTS)
def test_mode_turn_ends_with_the_owners_own_turn_in_whichever_phase(table, phase):
    players = [
        {"wand": ["turn_clock"], "steps": 1},
        {"steps": 1, "cell": 5},
        {"cell": 6},
        {"cell": 7},
    ]
    done = table({"until": {"prompt": "explore"}}, players=players)
    assert done.ended_by(f"{phase}0") == (ENDS[phase], {"playerUUID": 0})


@CARDS.uses(wand("turn_clock", on("onEquip", *[clock(phase, "turn") for phase in STARTS])))
@pytest.mark.parametrize(
    ("begun", "ends"), [("battle1", "advance"), ("battle3", "advance"), ("advance1", "supply")]
)
def test_mode_turn_does_not_end_with_the_turn_of_another_player(table, begun, ends):
    players = [
        {"wand": ["turn_clock"], "steps": 1},
        {"steps": 1, "cell": 5},
        {"cell": 6},
        {"cell": 7},
    ]
    done = table({"until": {"prompt": "explore"}}, players=players)
    assert done.ended_by(begun) == (ENDS[ends], {"playerUUID": 0})
    assert any(
        h.name == ENDS[begun[:-1]] and h.context["playerUUID"] == int(begun[-1]) for h in done.heard
    )


@CARDS.uses(wand("turn_clock", on("onEquip", *[clock(phase, "turn") for phase in STARTS])))
def test_mode_turn_that_begins_after_the_owners_last_turn_lasts_into_the_next_round(table):
    players = [{"wand": ["turn_clock"]}, {}, {}, {}]
    done = table({"until": {"prompt": "explore"}}, players=players)
    assert done.ended_by("supply1") is None
    done.do({"until": {"event": "onBattleTurnEnd"}}, {"until": {"event": "onBattlingPhaseEnd"}})
    assert done.ended_by("supply1") == ("onBattleTurnEnd", {"playerUUID": 0})


@CARDS.uses(
    wand(
        "mode_clock",
        on(
            "onEquip",
            *(
                trigger(
                    "onBattleTurnStart",
                    trigger("onRoundEnd", note(mode=mode), id=mode, mode=mode, unique=True),
                )
                for mode in ("once", "turn", "round", "battle", "always")
            ),
        ),
    )
)
@pytest.mark.parametrize(
    ("mode", "last"),
    [
        ("turn", "onBattleTurnEnd"),
        ("battle", "onBattlingPhaseEnd"),
        ("once", "onRoundEnd"),
        ("round", "onRoundEnd"),
    ],
)
def test_a_mode_ends_exactly_when_the_specification_says(table, mode, last):
    done = table({"until": {"prompt": "explore"}}, wand=["mode_clock"])
    ended = done.ended_by(mode)
    assert ended is not None
    assert ended[0] == last


@CARDS.uses(
    wand(
        "hears_the_end",
        on(
            "onEquip",
            trigger("onRoundEnd", note(mode="round"), mode="round"),
            trigger("onBattlingPhaseEnd", note(mode="battle"), mode="battle"),
            trigger(
                "onBattleTurnEnd",
                note(mode="turn"),
                mode="turn",
                condition="{onBattleTurnEnd.playerUUID} == {you}",
            ),
        ),
    )
)
def test_a_trigger_still_hears_the_event_that_ends_it(table):
    done = table({"until": {"prompt": "explore"}}, wand=["hears_the_end"])
    assert done.notes("mode") == ["turn", "battle", "round"]


@CARDS.uses(
    spell(
        "just_once", on_play(trigger("onPlayCard", note(card="{onPlayCard.cardID}"), mode="once"))
    )
)
def test_mode_once_is_used_up_by_the_first_time(table):
    done = table(
        "play just_once", "play ember", "play stone", hand=["just_once", "ember", "stone"], mana=9
    )
    assert done.notes("card") == ["ember"]


@CARDS.uses(
    wand(
        "forever",
        on("onEquip", trigger("onRoundEnd", note(round="{onRoundEnd.round}"), id="forever")),
    )
)
def test_mode_always_goes_on_until_it_is_removed(table):
    done = table({"until": {"event": "onRoundEnd"}}, wand=["forever"], match={"round": 5})
    done.do(*[{"until": {"event": "onRoundEnd"}}] * 3)
    assert done.ended_by("forever") is None
    assert done.notes("round")[:3] == [5, 6, 7]


@CARDS.uses(
    spell(
        "adds_and_removes",
        on_play(
            *[trigger("onPlayCard", id=f"m_{m}", mode=m) for m in ("turn", "round", "battle")],
            {"type": "removeTriggers", "mode": "id", "targets": ["m_turn", "m_round", "m_battle"]},
        ),
    ),
)
def test_removing_a_trigger_removes_what_would_have_removed_it(table):
    done = table(hand=["adds_and_removes"])
    before = len(done.match.triggers)
    assert len(done.do("play adds_and_removes").match.triggers) == before


@CARDS.uses(
    spell(
        "in_order",
        on_play(note(n=1), note(n=2)),
        on("onDraw", note(n=99)),
        on_play(note(n=3)),
    )
)
def test_behaviours_of_one_timing_are_carried_out_in_the_order_in_which_they_stand(table):
    assert table("play in_order", hand=["in_order"]).notes("n") == [1, 2, 3]


# -- the getter (TriggerGetter) --------------------------------------------------------------------


@CARDS.uses(
    spell(
        "gets",
        on_play(
            trigger("onBuy", id="g"),
            trigger("onBuy", id="g"),
            trigger("onBuy", id="h", mode="turn"),
            trigger("onForget", id="g"),
            {"type": "let", "id": "by_id", "value": {"mode": "id", "value": "g"}},
            {"type": "let", "id": "by_event", "value": {"mode": "event", "value": "onBuy"}},
            {"type": "let", "id": "none", "value": {"mode": "id", "value": "nobody"}},
            trigger("onBuy", id="v{you.seat}"),
            {"type": "let", "id": "named", "value": {"mode": "id", "value": "v{you.seat}"}},
            note(
                by_id="{by_id.count}",
                by_event="{by_event.count}",
                none="{none.count}",
                named="{named.count}",
            ),
        ),
    )
)
def test_the_getter_finds_triggers_by_id_and_by_event(table):
    expected = {"by_id": 3, "by_event": 3, "none": 0, "named": 1}
    assert table("play gets", hand=["gets"]).notes() == [expected]


@CARDS.uses(
    spell(
        "gets_rid",
        on_play(
            trigger("onBuy", id="g"),
            trigger("onForget", id="g"),
            {
                "type": "removeTriggers",
                "mode": "UUID",
                "targets": {"mode": "event", "value": "onBuy"},
            },
        ),
    )
)
def test_what_the_getter_finds_can_be_removed(table):
    left = table("play gets_rid", hand=["gets_rid"])
    assert len(left.trigger_ids()) == 1


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


# -- the counter (the sample trigger) --------------------------------------------------------------

COUNTER = trigger(
    "onPlayCard",
    {"type": "counter"},
    mode="once",
    condition={
        "type": "And",
        "conditions": [
            two("Equals", "{onPlayCard.playerUUID}", "{you.next}"),
            {"type": "IsType", "playUUID": "{onPlayCard.cardUUID}", "cardType": "spell"},
        ],
    },
)


@CARDS.uses(
    spell("counters", on_play(COUNTER)),
    spell(
        "effect",
        on_play(note(done=1), {"type": "gold", "mode": "add", "amount": 1, "target": YOU}),
        manaCost=2,
    ),
    spell("effect_2", on_play(note(done=2)), manaCost=1),
)
def test_the_next_spell_of_the_next_player_is_countered_and_only_that(table):
    players = [{"hand": ["counters"]}, {"hand": ["effect", "effect_2"], "mana": 5}]
    done = table("play counters", {"by": 1, "choose": "play", "card": "effect"}, players=players)
    assert done.notes() == []
    assert (done.of(1, "gold"), done.of(1, "mana"), done.of(1, "discard")) == (0, 3, ["effect"])
    assert done.of(1, "play") == []
    done.do({"by": 0, "choose": "pass"}, {"by": 1, "choose": "play", "card": "effect_2"})
    assert done.notes("done") == [2]


@CARDS.uses(spell("counters", on_play(COUNTER)), spell("effect_3", on_play(note(done=3))))
def test_the_counter_leaves_spells_of_other_players_alone(table):
    players = [{"hand": ["counters"]}, {}, {"hand": ["effect_3"]}]
    done = table("play counters", {"by": 2, "choose": "play", "card": "effect_3"}, players=players)
    assert done.notes("done") == [3]


@CARDS.uses(
    wand(
        "asks_first",
        on(
            "onEquip",
            trigger(
                "onPlayCard",
                {
                    "type": "let",
                    "id": "n",
                    "value": {"type": "numberChooser", "ask": "{you}", "minimum": 0, "maximum": 1},
                },
                note(drain="{n}"),
                {"type": "if", "condition": "{n} == 1", "do": [{"type": "counter"}]},
            ),
        ),
    ),
    spell("waits_for_it", on_play(note(effect=1))),
)
@pytest.mark.parametrize(
    ("answer", "effects"), [(0, [{"drain": 0}, {"effect": 1}]), (1, [{"drain": 1}])]
)
def test_playing_waits_until_the_triggers_are_done_and_asks_them_whether_it_is_countered(
    table, answer, effects
):
    players = [{"hand": ["waits_for_it"]}, {"wand": ["asks_first"]}]
    done = table("play waits_for_it", players=players)
    assert done.match.pending[0].seat == 1
    assert done.notes() == []
    done.do({"by": 1, "pick": [answer]})
    assert done.notes() == effects


@CARDS.uses(
    spell(
        "printed_trigger",
        on_play(
            {
                "type": "addTriggers",
                "triggers": [
                    {
                        "event": "onPlay",
                        "condition": {"type": "HasWand", "playerUUID": "$onPlay.playerUUID"},
                        "do": [
                            {
                                "type": "damage",
                                "amount": 12,
                                "target": {"type": "monsterChooser", "ask": "$onPlay.playerUUID"},
                            }
                        ],
                    }
                ],
            }
        ),
    ),
    spell("nothing"),
    wand("staff"),
)
def test_the_printed_trigger_hears_every_play_and_asks_who_played(table):
    """Its `$onPlay` is the play that it hears, not the one that added it."""
    players = [
        {"hand": ["printed_trigger", "stone"]},
        {"hand": ["nothing"], "wand": ["staff"], "slot": ["slime_ball"]},
        {"slot": ["thief"]},
    ]
    done = table(
        "play printed_trigger", {"by": 1, "choose": "play", "card": "nothing"}, players=players
    )
    assert done.match.pending[0].seat == 1
    done.do({"by": 1, "pick": ["slime_ball"]})
    assert health(done) == (8, 11)
    done.do({"by": 0, "choose": "play", "card": "stone"}, {"by": 0, "pick": ["thief"]})
    assert health(done) == (8, 9)


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
    assert variant.symbol_name(card.facts["rarity"]) == meant


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
    assert variant.event(printed) is variant.events[ALIASES[printed]]


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
