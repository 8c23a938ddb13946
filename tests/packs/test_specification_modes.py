"""How long triggers of the specification last (seed 000, Trigger: mode)."""

from __future__ import annotations

import pytest
from chrono_variant import Cards, note, on, on_play, spell, table_fixture, trigger, wand

CARDS = Cards()

variant, table = table_fixture(CARDS)

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
