"""Battle: turns, reversing, playing, counters, damage, defeat (R40-R72, R105-R123)."""

from __future__ import annotations

from chrono_table import Table


def ready(*monsters: str, mana: int = 20, **options) -> tuple[Table, list[int]]:
    """A table at the first turn of player 0, and the monsters on the slots of the players."""
    t = Table(**options)
    return t, t.battle(*monsters, mana=mana)


# -- turns


def test_a_turn_is_one_card_or_a_pass_and_a_pass_is_final():  # R40, R41
    t, (ghost, *_) = ready("ghost")
    t.hand(0, "stone", "crystal", "ember")
    t.play("stone", ghost)
    assert t.asked == 1
    for _ in range(3):
        t.answer("pass")
    t.play("crystal")
    assert t.asked == 0
    t.answer("pass")
    assert t.prompt != "battleTurn"


def test_only_cards_that_can_be_paid_for_are_offered():  # R49
    t, _ = ready("ghost", mana=1)
    stone, _ember = t.hand(0, "stone", "ember")
    assert t.offered("play") == [stone]


def test_who_can_pay_for_nothing_passes():  # R41
    t, (ghost, *_) = ready("ghost", mana=0)
    t.hand(0, "stone")
    t.hand(1, "ember")
    t.play("stone", ghost)
    assert t.asked == 2


def test_reversing_plays_as_many_cards_as_the_rank_allows():  # R42, R43, Q53
    t, (_, sprayer, *_) = ready("ghost", "acid_sprayer")
    t.at(1, 1, 3)
    t.at(2, 1, 5)  # player 0 shares the third place with player 3
    t.hand(0, "stone", "crystal", "missile", "ember", "icicle")
    t.answer("reverse")
    for slug in ("crystal", "stone", "missile", "ember"):
        assert t.prompt == "reverse"
        t.play(slug, sprayer)
    assert t.asked == 1
    for _ in range(3):
        t.answer("pass")
    assert t.prompt != "battleTurn"


def test_reversing_may_stop_early_and_ends_the_phase_for_that_player():  # Q25
    t, _ = ready("ghost")
    t.hand(0, "stone", "crystal")
    t.answer("reverse")
    t.answer("stop")
    assert t.asked == 1
    assert t.of(0, "passed") == 1


def test_everybody_on_the_same_cell_reverses_with_two_cards():  # Q54
    t, (ghost, *_) = ready("ghost")
    t.hand(0, "stone", "crystal", "ember")
    t.answer("reverse")
    t.play("crystal")
    t.play("ember", ghost)
    assert (t.prompt, t.asked) == ("battleTurn", 1)


def test_a_prevented_reverse_leaves_one_card_on_this_turn():  # R123
    t, (ghost, *_) = ready("ghost")
    t.hand(0, "stone", "crystal")
    device = t.insert("spacetime_turbulence", 1)
    t.answer("reverse")
    assert (t.prompt, t.asked) == ("undercurrent", 1)
    t.answer("fire")
    assert (t.prompt, t.asked, t.words) == ("battleTurn", 0, ["play", "pass"])
    t.play("stone", ghost)
    assert t.asked == 1
    for _ in range(3):
        t.answer("pass")
    assert (t.prompt, t.asked) == ("battleTurn", 0)
    assert "reverse" not in t.words
    assert t.where(device) == "commonDiscard"


def test_the_clean_up_resets_frost_and_discards_the_play_area():  # R48
    t, (ghost, *_) = ready("ghost")
    (stone,) = t.hand(0, "stone")
    t.set(0, freezing=7)
    t.play("stone", ghost)
    assert t.zone("play", 0) == (stone,)
    t.until("discard", "shop", "pick", "tavern", "advance")
    assert t.of(0, "freezing") == 0
    assert t.where(stone) == "discard"


def test_an_empty_deck_is_not_refilled_in_battle():  # R45
    t, _ = ready("ghost")
    t.hand(0, "natures_gift")
    for card in t.zone("deck", 0):
        t.put(card, "discard", 0)
    t.play("natures_gift")
    assert t.zone("hand", 0) == ()
    assert len(t.zone("discard", 0)) >= 9


# -- playing a card


def test_the_target_is_chosen_first_and_the_cost_is_paid():  # Q33, R49
    t, (ghost, *_) = ready("ghost", mana=5)
    (ember,) = t.hand(0, "ember")
    t.answer("play", ember)
    assert t.prompt == "target"
    assert t.of(0, "mana") == 5
    t.answer(None, ghost)
    assert t.of(0, "mana") == 3
    assert t.get(ghost, "health") == 3


def test_a_countered_spell_costs_and_does_nothing():  # R113-R116, Q69, Q71
    t, (ghost, *_) = ready("ghost", mana=5)
    t.hand(0, "misdirection")
    ember, _stone = t.hand(1, "ember", "stone")
    t.play("misdirection")
    t.play("ember", ghost)
    assert t.get(ghost, "health") == 7
    assert t.of(1, "mana") == 3
    assert t.where(ember) == "discard"
    assert t.of(1, "spellsPlayed") == 0
    assert t.of(1, "fireChain") == 0
    t.answer("pass")
    t.answer("pass")
    t.play("stone", ghost)
    assert t.get(ghost, "health") == 5
    assert t.of(1, "spellsPlayed") == 1


def test_two_counters_are_used_up_by_one_spell():  # Q70
    t, (ghost, *_) = ready("ghost")
    t.hand(0, "misdirection")
    t.insert("dispel", 2)
    t.hand(1, "stone")
    t.hand(3, "ember")
    t.play("misdirection")
    t.answer("hold")
    t.play("stone", ghost)
    t.answer("fire")
    assert t.get(ghost, "health") == 7
    t.answer("pass")
    t.play("ember", ghost)
    assert t.get(ghost, "health") == 3


def test_occults_go_away_after_use():  # R117
    t, _ = ready("ghost")
    spring, lamp = t.hand(0, "mana_spring", "endless_arcana")
    t.play("mana_spring")
    t.answer("pass")
    t.answer("pass")
    t.answer("pass")
    t.play("endless_arcana")
    assert t.where(spring) == "commonDiscard"
    assert t.where(lamp) == "legendPile"
    assert t.zone("play", 0) == ()


def test_cast_twice_keeps_the_target_and_counts_once():  # R61, Q34
    t, (sprayer, *_) = ready("acid_sprayer", mana=10)
    t.hand(0, "phantom_in_the_mirror", "ember", "icicle")
    t.play("phantom_in_the_mirror")
    for _ in range(3):
        t.answer("pass")
    t.play("ember", sprayer)
    assert t.get(sprayer, "health") == 25 - 8
    assert t.of(0, "mana") == 10 - 2 - 2
    assert (t.of(0, "spellsPlayed"), t.of(0, "fireChain")) == (1, 1)
    t.play("icicle", sprayer)
    assert t.get(sprayer, "health") == 25 - 8 - 4


def test_the_last_hand_card_is_lost_before_the_effect():  # R52
    t, _ = ready("ghost")
    t.equip("myriad_scepter", 0)
    t.hand(0, "crystal")
    t.play("crystal")
    names = [e for e in t.events if e in ("onHandEmptied", "onCast")]
    assert names.index("onHandEmptied") < names.index("onCast")
    assert len(t.zone("hand", 0)) == 1


# -- schools and keywords


def test_spread_needs_fire_spells_right_before():  # R105, Q64
    t, (sprayer, *_) = ready("acid_sprayer")
    t.hand(0, "ember", "moonfire", "stone", "wildfire")
    t.play("ember", sprayer)
    for _ in range(3):
        t.answer("pass")
    t.play("moonfire", sprayer)  # 2 and 2 again
    assert t.get(sprayer, "health") == 25 - 4 - 4
    t.play("stone", sprayer)
    t.play("wildfire", sprayer)  # the stone broke the chain
    assert t.get(sprayer, "health") == 25 - 8 - 2 - 5


def test_resonance_counts_the_cards_before_this_one():  # R107, R108
    t, (sprayer, *_) = ready("acid_sprayer")
    t.hand(0, "crystal", "stone", "twin_magic_bullets")
    t.play("crystal")
    for _ in range(3):
        t.answer("pass")
    t.play("stone", sprayer)
    t.play("twin_magic_bullets", sprayer)  # the third spell: Resonance(2)
    assert t.get(sprayer, "health") == 25 - 2 - 12


def test_bonuses_are_added_to_each_hit_after_doubling():  # R63, R64
    t, (sprayer, *_) = ready("soul_priest")
    t.equip("earth_staff", 0)
    t.hand(0, "earthquake")
    t.play("earthquake", sprayer)
    assert [line["amount"] for line in t.log("damage")] == [
        8,
        8,
    ]  # 5 + 5, capped by the monster (Q38)


def test_the_school_a_spell_counts_for_gets_the_bonus():  # R111, Scorch
    t, (sprayer, *_) = ready("acid_sprayer")
    t.hand(0, "scorch", "stone", "wildfire")
    t.play("scorch", sprayer)
    for _ in range(3):
        t.answer("pass")
    t.play("stone", sprayer)
    assert t.of(0, "fireChain") == 2
    t.play("wildfire", sprayer)  # Double Spread
    assert [line["amount"] for line in t.log("damage")] == [10, 2, 15]


def test_a_bonus_for_the_next_spell_is_used_up_by_it_alone():  # R112, R55
    t, (sprayer, *_) = ready("acid_sprayer")
    t.hand(0, "ice_invocation", "ember", "icicle", "ice_burst")
    t.play("ice_invocation")
    for _ in range(3):
        t.answer("pass")
    t.play("ember", sprayer)
    t.play("icicle", sprayer)
    assert t.get(sprayer, "health") == 25 - 4 - 8
    t.play("ice_burst", sprayer)
    assert t.get(sprayer, "health") == 25 - 4 - 8 - 12


def test_frost_stops_at_ten_and_ten_to_ten_is_a_change():  # R101, R102, R106
    t, (sprayer, *_) = ready("acid_sprayer")
    t.hand(0, "frost_barrier", "winter_is_coming")
    t.set(0, freezing=6)
    t.play("frost_barrier")
    assert t.of(0, "freezing") == 10
    assert t.get(sprayer, "health") == 25
    for _ in range(3):
        t.answer("pass")
    t.play("winter_is_coming")
    assert t.prompt == "monster"
    t.answer(None, sprayer)
    assert t.of(0, "freezing") == 10
    assert t.get(sprayer, "health") == 19


def test_several_hits_of_one_source_go_to_one_target():  # R56
    t, (sprayer, *_) = ready("acid_sprayer")
    t.equip("magic_crystal", 0)
    t.set(0, mana=18)
    t.hand(0, "winter_is_coming")
    t.play("winter_is_coming")  # 3 of 5 points overflow
    assert t.prompt == "monster"
    t.answer(None, sprayer)
    assert [line["amount"] for line in t.log("damage")] == [4, 4, 4]


# -- monsters


def test_the_last_blow_gets_bounty_and_steps():  # R46, R47, R62, Q32
    t, (_, ghost, *_) = ready("misfortune_sprite", "ghost")
    t.set(0, gold=3)
    t.hand(0, "lightning_strike")
    t.hand(1, "ember", "icicle")
    t.play("lightning_strike", ghost)
    t.play("ember", ghost)
    assert t.where(ghost) == "trophies"
    assert t.zone("trophies", 1) == (ghost,)
    assert (t.of(1, "gold"), t.of(1, "steps"), t.of(0, "steps")) == (4, 3, 0)


def test_members_of_a_group_fall_one_after_the_other():  # R65
    t, (swarm, *_) = ready("spiderling_swarm")
    t.hand(0, "ember", "icicle", "missile")
    t.play("ember", swarm)
    assert (t.get(swarm, "membersLeft"), t.get(swarm, "health")) == (2, 3)
    for _ in range(3):
        t.answer("pass")
    t.play("icicle", swarm)
    t.play("missile", swarm)
    assert t.where(swarm) == "trophies"


def test_a_monster_without_hp_counts_the_mana_of_all():  # R66, Q37
    t, (puppet, *_) = ready("arcane_puppet")
    t.hand(0, "ember", "stone")
    t.hand(1, "lightning_strike")
    t.play("ember", puppet)
    assert t.get(puppet, "manaLeft") == 3
    assert t.log("noHp")
    t.play("lightning_strike", puppet)
    assert t.zone("trophies", 1) == (puppet,)


def test_immune_to_the_first_fatal_damage():  # R67
    t, (fox, *_) = ready("spirit_fox")
    t.hand(0, "lightning_strike", "ember", "icicle")
    t.play("lightning_strike", fox)
    for _ in range(3):
        t.answer("pass")
    t.play("ember", fox)  # 4 at 3 hp: ignored
    assert t.get(fox, "health") == 3
    t.play("icicle", fox)
    assert t.where(fox) == "trophies"


def test_a_revived_monster_was_not_defeated():  # R71
    t, (phoenix, *_) = ready("imprisoned_phoenix")
    t.hand(0, "lightning_strike")
    t.play("lightning_strike", phoenix)
    assert t.where(phoenix) == "slot"
    assert t.get(phoenix, "health") == 15
    assert (t.of(0, "gold"), t.of(0, "steps"), t.of(0, "mana")) == (3, 0, 0)


def test_after_a_spell_comes_after_defeat_and_healing_stops_at_the_maximum():  # R53, R68, R72
    t, (frog, *_) = ready("mana_frog")
    t.hand(0, "crystal", "ember", "lightning_strike")
    t.play("crystal")
    assert t.get(frog, "health") == 9
    for _ in range(3):
        t.answer("pass")
    t.play("ember", frog)
    assert t.get(frog, "health") == 6
    t.play("lightning_strike", frog)
    assert t.get(frog, "health") == 2


def test_each_hit_is_judged_on_its_own():  # R69, Q38
    t, (turtle, *_) = ready("hard_shell_turtle")
    t.hand(0, "earthquake")
    t.play("earthquake", turtle)
    assert t.get(turtle, "health") == 18 - 4 - 4


def test_damage_without_any_target_is_lost():  # Q30, Q35
    t, monsters = ready("ghost")
    for monster in monsters:
        t.put(monster, "removed")
    t.hand(0, "stone")
    t.play("stone")
    assert t.asked == 1
    assert t.log("damage") == []


# -- undercurrents


def test_an_undercurrent_is_offered_paid_and_removed():  # R119, R120, Q73, Q75
    t, (ghost, *_) = ready("ghost", mana=5)
    dispel = t.insert("dispel", 2)
    t.hand(0, "stone")
    view = t.match.view(t.player(0) - 1)
    assert view["players"][t.player(2) - 1]["zones"]["undercurrent"] == {"count": 1, "cards": []}
    t.play("stone", ghost)
    assert (t.prompt, t.asked, t.choice.subject) == ("undercurrent", 2, dispel)
    t.answer("fire")
    assert t.get(ghost, "health") == 7
    assert t.of(2, "mana") == 4
    assert t.where(dispel) == "commonDiscard"


def test_an_undercurrent_that_cannot_be_paid_for_is_not_offered():  # R120
    t, (ghost, *_) = ready("ghost", mana=0)
    t.insert("dispel", 2)
    t.hand(0, "stone")
    t.play("stone", ghost)
    assert t.get(ghost, "health") == 5


def test_a_new_undercurrent_replaces_the_old_one():  # R121
    t, _ = ready("ghost")
    old, new = t.insert("dispel", 0), t.insert("little_trick", 0)
    assert t.zone("undercurrent", 0) == (new,)
    assert t.where(old) == "commonDiscard"


def test_a_new_wand_replaces_the_old_one():  # R124
    t, _ = ready("ghost")
    old, new = t.equip("earth_staff", 0), t.equip("fire_scepter", 0)
    assert t.zone("wand", 0) == (new,)
    assert t.where(old) == "commonDiscard"
    (stone,) = t.hand(0, "stone")
    assert t.get(stone, "spellDamage") == 0


def test_behind_a_barrier_nobody_is_aimed_at():  # Q108
    t, (ghost, *_) = ready("ghost")
    t.set(0, barrier=1)
    t.insert("dispel", 2)
    t.hand(0, "stone")
    t.play("stone", ghost)
    assert t.get(ghost, "health") == 5
