"""The roll engine: each test a rule of Knave as the tutorial gives it (seed 004)."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from pathlib import Path
from types import SimpleNamespace
from unittest.mock import patch

import pytest

from rules.dice import (
    DEAD,
    Ability,
    Death,
    EvAdventureRollEngine,
    RollEngine,
    death_table,
    dice,
)

LISTING = Path(__file__).parent / "listings" / "evadventure_test_rules.txt"


def rigged(*results: int) -> RollEngine:
    """An engine whose dice show these numbers, one after the other."""
    coming = list(results)

    def randint(low: int, high: int) -> int:
        number = coming.pop(0)
        assert low <= number <= high, f"a die from {low} to {high} cannot show {number}"
        return number

    return RollEngine(randint=randint)


class Character(SimpleNamespace):
    """Duck-typed: abilities as attributes, healing that keeps to the maximum."""

    def __init__(self, **abilities):
        super().__init__(hp=0, hp_max=8, told=[], died=False, **abilities)

    def heal(self, amount):
        self.hp = min(self.hp_max, self.hp + amount)

    def msg(self, text):
        self.told.append(text)

    def at_death(self):
        self.died = True


# -- 2.4 the tutorial's own test -----------------------------------------------------------------


def test_the_engine_has_the_name_that_the_tutorial_gives_it():
    assert EvAdventureRollEngine is RollEngine


def test_the_tutorials_own_test_runs_with_one_changed_import(tmp_path):
    """
    As printed, in a game `evadventure` whose rules are this module; in a process of its own, since
    its base class leaves Evennia's default settings behind.
    """
    printed = LISTING.read_text(encoding="utf-8")
    changed = printed.replace("from .. import rules", "from evadventure import rules")
    assert changed != printed
    (tmp_path / "test_rules.py").write_text(changed, encoding="utf-8")
    (tmp_path / "evadventure.py").write_text("from rules import dice as rules\n")
    project = LISTING.parents[3]
    command = ["-m", "pytest", "-c", project / "pyproject.toml", "-p", "conftest", "-q"]
    path = os.pathsep.join([str(tmp_path), str(project / "tests")])
    found = subprocess.run(
        [sys.executable, *command, tmp_path / "test_rules.py"],
        cwd=project,
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
    )
    assert found.returncode == 0, found.stdout + found.stderr
    assert "1 passed" in found.stdout


# -- 2.3.1 roll ------------------------------------------------------------------------------------


def test_roll_adds_up_so_many_dice_of_so_many_sides():
    assert rigged(4).roll("1d6") == 4
    assert rigged(1, 2, 6).roll("3d6") == 9
    assert rigged(20).roll(" 1D20 ") == 20


def test_tests_may_patch_the_one_dice_object():
    with patch.object(dice, "randint", return_value=4) as randint:
        assert dice.roll("1d6") == 4
        assert dice.roll("2d6") == 2 * 4
    assert randint.call_args_list[0].args == (1, 6)
    assert isinstance(dice, RollEngine)


def test_every_side_of_a_die_comes_up_about_as_often():
    engine = RollEngine(seed=1)
    shown = Counter(engine.roll("1d6") for _ in range(6_000))
    assert sorted(shown) == [1, 2, 3, 4, 5, 6]
    assert min(shown.values()) > 880
    assert max(shown.values()) < 1_120
    assert RollEngine(seed=2).roll("5d1") == 5


def test_the_same_seed_gives_the_same_rolls_and_the_state_can_be_kept():
    one, two, other = RollEngine(seed=9), RollEngine(seed=9), RollEngine(seed=10)
    rolls = [one.roll("1d1000") for _ in range(5)]
    assert rolls == [two.roll("1d1000") for _ in range(5)]
    assert rolls != [other.roll("1d1000") for _ in range(5)]
    kept = one.state
    following = one.roll("1d1000")
    one.roll("7d6")
    one.state = kept
    assert one.roll("1d1000") == following
    one.seed(9)
    assert [one.roll("1d1000") for _ in range(5)] == rolls


def test_a_seed_that_nobody_chose_differs_and_can_be_read_back():
    one, two = RollEngine(), RollEngine()
    assert one.first_seed != two.first_seed
    assert one.roll("9d1000") == RollEngine(one.first_seed).roll("9d1000")


@pytest.mark.parametrize(
    "text",
    [
        *("", "d6", "6", "2d", "xd6", "2d6+1", "1.5d6", "2 d 6", "1d6d6", "-1d6", "1d-6"),
        *("1d6\n2", "²d6", 6, None, b"1d6", "1d" + "9" * 5_000),
    ],
)
def test_what_is_not_written_XdY_is_refused(text):
    with pytest.raises(ValueError, match="dice are written XdY"):
        RollEngine(seed=1).roll(text)


@pytest.mark.parametrize("text", ["0d6", "00d6", "1001d6", "999999999d6"])
def test_nobody_rolls_no_die_or_endlessly_many(text):
    with pytest.raises(ValueError, match="roll 1 to 1000 dice"):
        RollEngine(seed=1).roll(text)


@pytest.mark.parametrize("text", ["1d0", "2d000", "1d1000001"])
def test_a_die_has_sides_but_not_endlessly_many(text):
    with pytest.raises(ValueError, match="a die has 1 to 1000000 sides"):
        RollEngine(seed=1).roll(text)


def test_the_largest_roll_is_still_rolled():
    assert 1_000 <= RollEngine(seed=1).roll("1000d1000000") <= 1_000 * 1_000_000


# -- 2.3.2 advantage -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given", "results", "expected"),
    [
        ({}, [7], 7),
        ({"advantage": True}, [7, 15], 15),
        ({"advantage": True}, [15, 7], 15),
        ({"disadvantage": True}, [7, 15], 7),
        ({"disadvantage": True}, [15, 7], 7),
        ({"advantage": True, "disadvantage": True}, [7], 7),
    ],
)
def test_advantage_takes_the_higher_disadvantage_the_lower_and_both_cancel_out(
    given, results, expected
):
    assert rigged(*results).roll_with_advantage_or_disadvantage(**given) == expected


# -- 2.3.3 saving throws ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("strength", "rolled", "passed"), [(2, 13, False), (2, 14, True), (5, 10, False), (5, 11, True)]
)
def test_a_saving_throw_exceeds_fifteen_with_the_bonus(strength, rolled, passed):
    hero = Character(strength=strength)
    assert rigged(rolled).saving_throw(hero) == (passed, None)


def test_a_saving_throw_takes_the_bonus_and_the_target_it_is_told():
    hero = Character(strength=0, dexterity=4)
    assert rigged(7).saving_throw(hero, Ability.DEX, target=10) == (True, None)
    assert rigged(7).saving_throw(hero, Ability.DEX, target=11) == (False, None)
    assert rigged(7).saving_throw(hero, "dexterity", target=10) == (True, None)


def test_an_ability_that_nobody_wrote_down_counts_one():
    assert rigged(14).saving_throw(object(), Ability.WIS) == (False, None)
    assert rigged(15).saving_throw(object(), Ability.WIS) == (True, None)


def test_a_natural_1_is_a_critical_failure_and_a_natural_20_a_critical_success():
    hero = Character(strength=2)
    assert rigged(1).saving_throw(hero) == (False, Ability.CRITICAL_FAILURE)
    assert rigged(20).saving_throw(hero) == (True, Ability.CRITICAL_SUCCESS)
    assert rigged(2).saving_throw(hero)[1] is None
    assert rigged(19).saving_throw(hero)[1] is None


def test_the_quality_is_of_the_die_alone_and_does_not_decide():
    strong, weak = Character(strength=10), Character(strength=-5)
    assert rigged(1).saving_throw(strong, target=10) == (True, Ability.CRITICAL_FAILURE)
    assert rigged(20).saving_throw(weak) == (False, Ability.CRITICAL_SUCCESS)


def test_advantage_and_disadvantage_count_in_saving_throws_also_for_the_quality():
    hero = Character(strength=1)
    assert rigged(1, 18).saving_throw(hero, advantage=True) == (True, None)
    assert rigged(18, 1).saving_throw(hero, disadvantage=True) == (False, Ability.CRITICAL_FAILURE)


@pytest.mark.parametrize("ability", ["luck", Ability.CRITICAL_SUCCESS, None])
def test_what_is_no_ability_cannot_be_tested(ability):
    with pytest.raises(ValueError, match="is no ability; there are strength"):
        rigged(10).saving_throw(Character(luck=3), ability)


# -- 2.3.4 opposed saving throws -------------------------------------------------------------------


@pytest.mark.parametrize(("rolled", "passed"), [(11, False), (12, True)])
def test_an_opposed_saving_throw_exceeds_the_defenders_bonus_and_ten(rolled, passed):
    wrestler, other = Character(strength=1), Character(strength=2)
    engine = rigged(rolled)
    assert engine.opposed_saving_throw(wrestler, other, defense_type=Ability.STR) == (passed, None)


def test_an_attack_tests_strength_against_armor_and_a_shot_wisdom():
    hero, guard = Character(strength=3, wisdom=0), Character(armor=4)
    assert rigged(12).opposed_saving_throw(hero, guard)[0]
    assert not rigged(12).opposed_saving_throw(hero, guard, attack_type=Ability.WIS)[0]
    assert not rigged(11).opposed_saving_throw(hero, guard)[0]


def test_who_wears_nothing_defends_with_eleven():
    assert not rigged(10).opposed_saving_throw(Character(strength=1), object())[0]
    assert rigged(11).opposed_saving_throw(Character(strength=1), object())[0]


def test_advantage_counts_in_opposed_saving_throws():
    hero = Character(strength=1)
    assert rigged(2, 20).opposed_saving_throw(hero, hero, advantage=True)[0]
    assert not rigged(2, 20).opposed_saving_throw(hero, hero, disadvantage=True)[0]


# -- 2.3.5 morale ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("monster", "results", "stays"),
    [
        (SimpleNamespace(morale=7), (3, 4), True),
        (SimpleNamespace(morale=7), (4, 4), False),
        (SimpleNamespace(), (4, 5), True),
        (SimpleNamespace(), (5, 5), False),
    ],
)
def test_a_monster_stays_when_2d6_is_at_most_its_morale_or_nine(monster, results, stays):
    assert rigged(*results).morale_check(monster) is stays


# -- 2.3.6 healing ---------------------------------------------------------------------------------


def test_a_nights_rest_heals_1d8_and_constitution():
    hero = Character(constitution=2)
    assert rigged(3).heal_from_rest(hero) == 5
    assert hero.hp == 5


def test_rest_heals_no_further_than_the_maximum_which_the_character_keeps():
    hero = Character(constitution=2)
    rigged(8).heal_from_rest(hero)
    assert hero.hp == hero.hp_max == 8


def test_rest_without_a_constitution_heals_one_more_and_a_bad_one_never_hurts():
    frail, unknown = Character(constitution=-9), Character()
    frail.hp = 3
    assert rigged(2).heal_from_rest(frail) == 0
    assert frail.hp == 3
    rigged(2).heal_from_rest(unknown)
    assert unknown.hp == 3


# -- 2.3.7 random tables ---------------------------------------------------------------------------

PLAIN = ["item1", "item2", "item3", "item4"]
RANGES = [("1-5", "item1"), ("6-15", "item2"), ("16-19", "item3"), ("20", "item4")]


@pytest.mark.parametrize("rolled", [1, 2, 3, 4])
def test_a_plain_table_has_one_entry_for_each_number(rolled):
    assert rigged(rolled).roll_random_table("1d4", PLAIN) == f"item{rolled}"


def test_a_roll_beyond_a_plain_table_takes_its_last_entry():
    assert rigged(20).roll_random_table("1d20", PLAIN) == "item4"


@pytest.mark.parametrize(
    ("rolled", "item"),
    [(1, 1), (5, 1), (6, 2), (15, 2), (16, 3), (19, 3), (20, 4)],
)
def test_a_table_of_ranges_includes_both_ends_of_each(rolled, item):
    assert rigged(rolled).roll_random_table("1d20", RANGES) == f"item{item}"


def test_a_smaller_die_reaches_only_the_beginning_of_a_table():
    engine = RollEngine(seed=3)
    assert {engine.roll_random_table("1d6", RANGES) for _ in range(99)} == {"item1", "item2"}


def test_a_table_may_be_any_iterable_in_any_order_and_hold_any_entry():
    assert rigged(2).roll_random_table("1d4", iter(PLAIN)) == "item2"
    assert rigged(20).roll_random_table("1d20", reversed(RANGES)) == "item4"
    assert rigged(2).roll_random_table("1d2", (("1", None), ("2", {"a": 1}))) == {"a": 1}
    assert rigged(2).roll_random_table("1d2", [("sword", 3), ("bow", 2)]) == ("bow", 2)
    assert rigged(1).roll_random_table("1d2", [["1", "x"], ["2-3", "y"]]) == "x"


def test_a_roll_outside_a_table_of_ranges_is_an_error_that_names_it():
    with pytest.raises(RuntimeError, match="no row for 4, which 1d20 came to"):
        rigged(4).roll_random_table("1d20", [("1-3", "a"), ("5-20", "b")])


@pytest.mark.parametrize(
    ("table", "words"),
    [
        ([], "at least one row"),
        ([("5-1", "a")], "runs backwards"),
        ([("1-5", "a"), ("5-9", "b")], "5 is on the table twice"),
        ([("6-9", "a"), ("1-7", "b")], "6 is on the table twice"),
        ([("1-5", "a"), "b"], 'every row of this table begins with a range such as "6-15"'),
        ([("1-5", "a"), ("-6", "b")], "every row"),
        ([("1-5", "a"), ("6-9", "b", "c")], "every row"),
    ],
)
def test_a_table_with_a_mistake_is_refused_before_anything_is_rolled(table, words):
    with pytest.raises(ValueError, match=words):
        rigged().roll_random_table("1d6", table)


def test_the_die_of_a_table_is_checked_like_any_other():
    with pytest.raises(ValueError, match="dice are written XdY"):
        rigged().roll_random_table("six", PLAIN)


# -- 2.3.8 death -----------------------------------------------------------------------------------

ABILITIES = ("strength", "dexterity", "constitution", "intelligence", "wisdom", "charisma")


def test_the_death_table_is_that_of_the_tutorial():
    assert death_table == (("1-2", DEAD), *zip("345678", ABILITIES, strict=True))


@pytest.mark.parametrize("rolled", [1, 2])
def test_one_and_two_are_death_and_change_nothing_else(rolled):
    hero = Character(strength=1)
    assert rigged(rolled).roll_death(hero) == Death(True)
    assert (hero.died, hero.hp, hero.strength, hero.told) == (True, 0, 1, [])


@pytest.mark.parametrize(("rolled", "ability"), [*zip(range(3, 9), ABILITIES, strict=True)])
def test_who_survives_loses_1d4_of_an_ability_and_regains_1d4_health(rolled, ability):
    hero = Character(**dict.fromkeys(ABILITIES, 5))
    assert rigged(rolled, 4, 3).roll_death(hero) == Death(False, Ability(ability), 4, 3)
    assert {name: getattr(hero, name) for name in ABILITIES} == {
        name: 1 if name == ability else 5 for name in ABILITIES
    }
    assert (hero.hp, hero.died) == (3, False)
    assert hero.told == [
        "You survive your brush with death and recover some health, "
        f"but permanently lose 4 {ability}."
    ]


def test_a_survivor_is_told_in_the_own_language():
    hero = Character(constitution=5, language="zh")
    rigged(5, 2, 1).roll_death(hero)
    assert hero.told == ["你在与死亡的较量中幸存下来,恢复了一些生命,但永久失去了2点体质。"]


def test_an_ability_may_fall_to_minus_ten_but_below_is_death():
    barely, dead = Character(wisdom=-6), Character(wisdom=-7)
    assert not rigged(7, 4, 1).roll_death(barely).dead
    assert (barely.wisdom, barely.hp) == (-10, 1)
    assert rigged(7, 4).roll_death(dead) == Death(True, Ability.WIS, 4)
    assert (dead.wisdom, dead.hp, dead.died) == (-7, 0, True)


def test_a_character_that_cannot_hear_or_lacks_the_ability_dies_and_survives_too():
    quiet = SimpleNamespace(heal=lambda amount: None)
    assert rigged(1).roll_death(quiet).dead
    assert rigged(3, 1, 1).roll_death(quiet) == Death(False, Ability.STR, 1, 1)
    assert quiet.strength == 0


def test_a_roll_of_death_can_be_repeated_from_its_seed():
    def fates(seed):
        engine = RollEngine(seed)
        return [engine.roll_death(Character(**dict.fromkeys(ABILITIES, 9))) for _ in range(40)]

    assert fates(5) == fates(5)
    assert {death.dead for death in fates(5)} == {True, False}
