"""The doables of the specification (seed 000, Doable), one by one."""

from __future__ import annotations

from typing import Any

import pytest
from chrono_variant import Cards, note, on_play, spell, table_fixture, trigger
from specified import MONSTER, PLAYERS, YOU, choosing, health

CARDS = Cards()

variant, table = table_fixture(CARDS)

FIELD = {"chooser": "allMonsters"}


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
    decks = [{"hand": ["all_draw"], "deck": ["ember"]}, {"deck": ["ember"]}]
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
    piles = [{"hand": ["all_shuffle"], "discard": ["ember"]}, {"discard": ["ember"]}]
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
