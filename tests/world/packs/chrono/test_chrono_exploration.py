"""Setup and exploring: levels, events, solo fights, the neutral slot (R13-R39, R133-R136)."""

from __future__ import annotations

import pytest
from chrono_table import Table

# -- setup


@pytest.mark.parametrize(("seats", "gold", "loop"), [(4, 3, 5), (3, 5, 6)])
def test_setup(seats, gold, loop):  # R13-R17, R89, R129, R133, R136
    t = Table(seats)
    for number in range(seats):
        cards = t.zone("hand", number) + t.zone("deck", number)
        names = sorted(t.match.card_id(card).split(".")[-1] for card in cards)
        assert names == sorted(
            [
                "crystal",
                "crystal",
                "crystal_cluster",
                "crystal_cluster",
                "ember",
                "icicle",
                "lightning_strike",
                "misdirection",
                "missile",
                "stone",
            ]
        )
        assert len(t.zone("hand", number)) == 7
        assert (t.of(number, "gold"), t.of(number, "mana"), t.of(number, "freezing")) == (
            gold,
            0,
            0,
        )
        assert (t.of(number, "loop"), t.of(number, "cell"), t.of(number, "rank")) == (1, 1, 1)
    assert t.get(0, "winningLoop") == loop
    assert [t.get(card, "price") for card in t.zone("shop")] == [1, 2, 3, 4]
    assert t.zone("box") == ()


@pytest.mark.parametrize("seed", range(8))
def test_the_lowest_roll_begins(seed):  # R17, Q6
    t = Table(seed=seed)
    rolls = [(line["who"], line["result"]) for line in t.log("roll")]
    contenders = list(range(4))
    while len(contenders) > 1:
        now, rolls = rolls[: len(contenders)], rolls[len(contenders) :]
        assert sorted(who for who, _ in now) == sorted(contenders)
        contenders = [who for who, result in now if result == min(r for _, r in now)]
    assert not rolls
    assert t.match.field("startPlayer") == contenders[0] + 1


# -- levels and events


def test_only_three_and_six_are_open_at_first():  # R26
    t = Table()
    assert [t.pack.program.symbol_name(level) for level in t.offered("level")] == ["III", "VI"]
    assert "solo" not in t.words


def test_events_are_resolved_until_a_monster_comes():  # R24, R30, gilding_components as printed
    t = Table()
    ghost = t.explore("ghost", "gold_mine", "gilding_components")
    assert t.where(ghost) == "slot"
    assert (t.get(ghost, "health"), t.get(ghost, "maxHealth"), t.get(ghost, "reward")) == (
        10,
        10,
        2,
    )
    assert [t.of(n, "gold") for n in range(4)] == [5, 4, 4, 4]
    assert t.where(t.card("gold_mine")) == "explored.III"
    assert t.asked == 1


def test_the_promised_buff_waits_for_the_same_player():  # gilding_components
    t = Table()
    t.explore("arcane_puppet", "gilding_components")
    puppet = t.card("arcane_puppet")
    assert (t.get(puppet, "health"), t.get(puppet, "reward"), t.get(puppet, "manaLeft")) == (
        0,
        2,
        5,
    )
    other = t.explore("ghost")
    assert t.get(other, "health") == 7


def test_who_still_has_a_monster_does_not_explore():  # R22, Q15
    t = Table()
    ghost, sprite, *_ = t.battle("ghost", "lucky_sprite")
    t.hand(0, "stone")
    t.hand(1, "ember", "lightning_strike")
    t.play("stone", ghost)
    t.play("lightning_strike", sprite)
    t.answer("pass")
    t.answer("pass")
    t.play("ember", sprite)
    t.until("explore")
    assert t.asked == 1
    assert t.get(ghost, "health") == 5
    assert t.where(ghost) == "slot"


def test_an_exhausted_pile_is_made_anew():  # Q14
    t = Table()
    for card in t.zone("pile.III"):
        t.put(card, "explored.III")
    t.answer("level", "III")
    assert len(t.zone("pile.III")) + len(t.zone("explored.III")) == 31


def test_moving_by_an_event_gives_no_reward_but_opens_levels():  # R27, R31, Q13, Q50, R79
    t = Table()
    t.at(0, 1, 11)
    t.stack("III", "rapid_advance", "ghost")
    t.answer("level", "III")
    assert (t.of(0, "loop"), t.of(0, "cell")) == (2, 2)
    for number in range(4):
        assert (t.prompt, t.asked, len(t.offered())) == ("pick", number, 3)
        t.default()
    assert t.get(0, "openIX") == 1
    assert t.asked == 1
    assert [t.pack.program.symbol_name(level) for level in t.offered("level")] == [
        "III",
        "VI",
        "IX",
    ]
    assert t.of(1, "cell") == 2


def test_breaking_the_loop_by_an_event_ends_the_game():  # Q84
    t = Table()
    t.flag(loopTwo=1)
    t.flag(loopThree=1)
    t.at(0, 4, 11)
    t.stack("III", "rapid_advance", "ghost")
    t.answer("level", "III")
    assert t.match.is_over
    assert t.match.winner == t.player(0) - 1


# -- level XII


def solo(slug: str, *hand: str, mana: int = 20, loop: int = 3) -> tuple[Table, int]:
    """Player 1 fights this level XII monster alone, a ghost-like monster lies at player 0."""
    t = Table()
    t.flag(openXII=1)
    t.at(1, loop, 1)
    t.set(1, mana=mana)
    t.hand(1, *hand)
    t.explore("mana_frog")
    t.answer("solo")
    monster = t.card(slug)
    assert t.prompt == "challenge"
    assert len(t.offered()) == 6
    t.answer(None, monster)
    return t, monster


def test_hp_depend_on_the_rank():  # R34
    t, dragon = solo("chaos_dragon", "stone")
    assert t.of(1, "rank") == 1
    assert (t.get(dragon, "health"), t.where(dragon)) == (90, "slot")
    t = Table()
    t.flag(openXII=1)
    t.at(0, 3, 1)
    t.explore("ghost")
    t.answer("solo")
    glass = t.card("hourglass_of_time")
    t.answer(None, glass)
    assert (t.of(1, "rank"), t.get(glass, "health")) == (2, 160)


def test_a_lost_solo_fight():  # R33, R35, R37-R39, Q16, Q17, Q19-Q22
    t, dragon = solo("hourglass_of_time", "crystal", "stone", "ember", "missile", "icicle")
    frog = t.card("mana_frog")
    t.hurt(frog, 5)
    assert (t.prompt, t.asked) == ("soloTurn", 1)
    assert "reverse" not in t.words
    t.set(1, freezing=4)
    t.play("crystal")
    stone = t.play("stone")  # nothing else to aim at: nobody is asked
    assert t.get(dragon, "health") == 178
    assert t.get(frog, "health") == 5  # not triggered
    t.answer("stop")
    assert t.where(dragon) == "pile.XII"
    assert t.where(stone) == "discard"
    assert t.of(1, "freezing") == 0
    assert t.zone("slot", 1) == ()
    assert (t.prompt, t.asked) == ("explore", 2)
    assert "solo" in t.words
    t.explore("ghost")
    t.explore("lucky_sprite")
    assert (t.prompt, t.asked) == ("battleTurn", 0)
    t.answer("pass")
    assert t.asked == 2  # R38


def test_a_won_solo_fight():  # R36, Q18
    t, dragon = solo("bedrock_dragon", "ember", "stone")
    t.hurt(dragon, 2)
    t.match.state[t.pack.program.layout.fields["exploration", "used"].base + dragon] = 3
    t.play("stone")
    assert t.where(dragon) == "removed"
    assert (t.of(1, "gold"), t.of(1, "steps"), t.of(1, "defeats")) == (10, 12, 1)
    assert (t.prompt, t.asked) == ("explore", 2)


def test_others_may_react_in_a_solo_fight():  # R35
    t, dragon = solo("hourglass_of_time", "stone", "ember")
    t.set(2, mana=5)
    t.insert("dispel", 2)
    t.play("stone")
    assert (t.prompt, t.asked) == ("undercurrent", 2)
    t.answer("fire")
    assert t.get(dragon, "health") == 180


# -- three players


def test_the_neutral_slot():  # R134, R135, Q86
    t = Table(3)
    t.flag(openXII=1)
    t.stack("III", "acid_ooze")
    assert t.asked == 0
    assert "solo" not in t.words
    t.answer("level", "III")
    assert t.where(t.card("acid_ooze")) == "neutral"
    assert t.asked == 0
    assert "solo" in t.words
    ghost = t.explore("ghost")
    assert t.zone("slot", 0) == (ghost,)


def test_the_neutral_monster_can_be_attacked_and_stays():  # R134
    t = Table(3)
    t.battle("misfortune_sprite")
    (neutral,) = t.zone("neutral")
    t.hand(0, "stone")
    t.play("stone", neutral)
    assert t.get(neutral, "health") == 5
