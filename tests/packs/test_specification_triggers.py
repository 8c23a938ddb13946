"""Triggers of the specification (seed 000, Trigger), the getter and the counter."""

from __future__ import annotations

import pytest
from chrono_variant import Cards, note, on, on_play, spell, table_fixture, trigger, wand
from specified import PLAYERS, YOU, health, two

CARDS = Cards()

variant, table = table_fixture(CARDS)


def named(card: str) -> dict:
    """A chooser: the card with this name, wherever it is."""
    return {"chooser": "cards", "where": f"{{it.id}} == test.treasure.original.{card}"}


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
