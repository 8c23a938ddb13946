"""
The roll engine of the Knave rules, as Evennia's tutorial game uses it (seed 004).

`dice` is there for Python outside of matches, and none uses it yet (dice of packs are the doables
`roll`, `rollDice` and `rollOn`, which draw from the match; both write dice and ranges the same way,
see `ground.dice`). Begin reading at `RollEngine.roll`. Nothing here knows Evennia: a character
is anything with the six abilities as numbers (`strength` ...; a missing one counts +1), `armor`,
`morale`, `heal(amount)` and, if it wants to hear of it, `msg(text)` and `at_death()`. Numbers come
from a source that can be seeded, saved and replaced:

    >>> engine = RollEngine(seed=7)
    >>> engine.roll("2d6"), engine.roll("2d6")
    (7, 4)
    >>> engine.seed(7)
    >>> engine.roll("2d6"), engine.roll("2d6")
    (7, 4)
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable
from enum import StrEnum
from typing import Any, NamedTuple

from .ground.dice import number_of_two_rows, parse_dice, parse_range
from .ground.errors import RuleError
from .running.state import next_random

DEFAULT_BONUS = 1  # what nobody wrote down: the least bonus of Knave (seed 004, 2.1)
DEFAULT_MORALE = 9  # the usual morale (seed 004, 2.3.5)
DEFENSE = 10  # a defence is the bonus and this much (seed 004, 2.1)
SAVE = 15  # what a saving throw has to exceed, always (seed 004, 2.1)
LOWEST_ABILITY = -10  # a lower one is death (seed 004, 2.3.8)


class Ability(StrEnum):
    """
    What is rolled for, as characters spell their attributes, and the quality of a roll
    (seed 004, 2.3.3).
    """

    STR = "strength"
    DEX = "dexterity"
    CON = "constitution"
    INT = "intelligence"
    WIS = "wisdom"
    CHA = "charisma"
    ARMOR = "armor"

    CRITICAL_FAILURE = "critical_failure"
    CRITICAL_SUCCESS = "critical_success"


QUALITIES = (Ability.CRITICAL_FAILURE, Ability.CRITICAL_SUCCESS)
DEAD = "dead"

#: What becomes of somebody at 0 HP, by 1d8 (seed 004, 2.3.8).
death_table: tuple[tuple[str, str], ...] = (
    ("1-2", DEAD),
    ("3", Ability.STR),
    ("4", Ability.DEX),
    ("5", Ability.CON),
    ("6", Ability.INT),
    ("7", Ability.WIS),
    ("8", Ability.CHA),
)

#: What a survivor is told, in the language of `character.language` (English for what has none).
SURVIVED = {
    "en": "You survive your brush with death and recover some health, "
    "but permanently lose {loss} {ability}.",
    "zh": "你在与死亡的较量中幸存下来,恢复了一些生命,但永久失去了{loss}点{ability}。",
}
ABILITY_NAMES = {
    "en": {ability: ability.value for ability in Ability},
    "zh": {
        Ability.STR: "力量",
        Ability.DEX: "敏捷",
        Ability.CON: "体质",
        Ability.INT: "智力",
        Ability.WIS: "智慧",
        Ability.CHA: "魅力",
        Ability.ARMOR: "护甲",
    },
}


def randint(low: int, high: int, bits: int) -> int:
    """The number from low to high that random bits come to; tests patch it (seed 004, 2.4)."""
    return low + bits % (high - low + 1)


class Death(NamedTuple):
    """What a death roll came to: dead or not, the ability lost and by how much, HP recovered."""

    dead: bool
    ability: Ability | None = None
    loss: int = 0
    healed: int = 0


class RollEngine:
    """
    Rolls dice and says what they mean (seed 004, 2.2).

    :param seed: where the numbers begin; without one the system chooses, and `first_seed` tells it.
    :param randint: another source: `randint(low, high)` is a whole number from low to high.
    """

    def __init__(
        self, seed: int | None = None, randint: Callable[[int, int], int] | None = None
    ) -> None:
        if randint is not None:
            self.randint = randint  # type: ignore[assignment, method-assign]
        self.seed(secrets.randbits(64) if seed is None else seed)

    def seed(self, seed: int) -> None:
        """Begin anew: the same seed, the same rolls. `state` may be saved and set at any time."""
        self.first_seed = seed
        self.state = next_random(seed)[1]

    def randint(self, low: int, high: int) -> int:
        """A whole number from low to high, each as likely."""
        self.state, bits = next_random(self.state)
        return randint(low, high, bits)

    def roll(self, roll_string: str) -> int:
        """
        Roll X dice of Y sides, written `XdY`, and add them up (seed 004, 2.3.1).

        :raises ValueError: not of this form, no die at all, a die without sides, or more than
            `MAX_DICE` dice or `MAX_SIDES` sides.
        """
        text = roll_string.strip() if isinstance(roll_string, str) else ""
        plain = text[:1].isdigit() and "+" not in text and "-" not in text
        found = parse_dice(text) if plain else None
        if found is None:
            raise ValueError(f"dice are written XdY, such as 1d20, not {roll_string!r}")
        return sum(self.randint(1, found.sides) for _ in range(found.amount))

    def roll_with_advantage_or_disadvantage(
        self, advantage: bool = False, disadvantage: bool = False
    ) -> int:
        """
        Roll 1d20, or the higher (advantage) or lower (disadvantage) of two; both cancel out
        (seed 004, 2.3.2).
        """
        if bool(advantage) == bool(disadvantage):
            return self.roll("1d20")
        rolls = self.roll("1d20"), self.roll("1d20")
        return max(rolls) if advantage else min(rolls)

    def saving_throw(
        self,
        character: Any,
        bonus_type: Ability | str = Ability.STR,
        target: int = SAVE,
        advantage: bool = False,
        disadvantage: bool = False,
    ) -> tuple[bool, Ability | None]:
        """
        Try to exceed a target with 1d20 and a bonus of the character (seed 004, 2.3.3).

        Returns whether it did, and the quality: CRITICAL_FAILURE for a natural 1, CRITICAL_SUCCESS
        for a natural 20, else None. The quality does not decide: a natural 1 may still exceed an
        easy target, and yet harms the weapon.

        :raises ValueError: `bonus_type` is no ability.
        """
        bonus = ability_of(character, bonus_type)
        rolled = self.roll_with_advantage_or_disadvantage(advantage, disadvantage)
        quality = {1: Ability.CRITICAL_FAILURE, 20: Ability.CRITICAL_SUCCESS}.get(rolled)
        return rolled + bonus > target, quality

    def opposed_saving_throw(
        self,
        attacker: Any,
        defender: Any,
        attack_type: Ability | str = Ability.STR,
        defense_type: Ability | str = Ability.ARMOR,
        advantage: bool = False,
        disadvantage: bool = False,
    ) -> tuple[bool, Ability | None]:
        """
        A saving throw of the attacker against the defender's bonus and 10 (seed 004, 2.3.4).

        :raises ValueError: one of the types is no ability.
        """
        target = ability_of(defender, defense_type) + DEFENSE
        return self.saving_throw(attacker, attack_type, target, advantage, disadvantage)

    def morale_check(self, defender: Any) -> bool:
        """Whether it stays: 2d6 is at most its `morale`, 9 if it has none (seed 004, 2.3.5)."""
        return self.roll("2d6") <= getattr(defender, "morale", DEFAULT_MORALE)

    def heal_from_rest(self, character: Any) -> int:
        """
        A meal and a night's sleep: `character.heal` gets 1d8 and CON, and keeps to the maximum
        itself (seed 004, 2.3.6).

        Returns the amount it was given. A bad constitution makes it less; no sleep costs health.
        """
        amount = max(0, self.roll("1d8") + ability_of(character, Ability.CON))
        character.heal(amount)
        return amount

    def roll_random_table(self, dieroll: str, table_choices: Iterable[Any]) -> Any:
        """
        Roll on a table (seed 004, 2.3.7).

        `table_choices` are plain entries, one for each number from 1 (a roll beyond the last takes
        the last), or rows `(range, entry)` with a range such as `"6-15"` or `"20"`.

        :raises ValueError: the roll is not `XdY`; the table is empty; a range runs backwards or
            meets another one; or only some rows have ranges.
        :raises RuntimeError: no row is for what was rolled.
        """
        table = list(table_choices)
        if not table:
            raise ValueError("a table to roll on needs at least one row")
        ranges = read_ranges(table)
        rolled = self.roll(dieroll)
        if ranges is None:
            return table[min(len(table), rolled) - 1]
        for (low, high), row in zip(ranges, table, strict=True):
            if low <= rolled <= high:
                return row[1]
        raise RuleError(f"the table has no row for {rolled}, which {dieroll} came to")

    def roll_death(self, character: Any) -> Death:
        """
        What becomes of a character at 0 HP (seed 004, 2.3.8).

        A result of `dead`, or an ability below -10, is death: `character.at_death()` is called, and
        nothing else of it changes. Otherwise the ability is lowered for good by 1d4, 1d4 HP come
        back, and `character.msg` tells it.
        """
        result = self.roll_random_table("1d8", death_table)
        if result == DEAD:
            return self._die(character, Death(True))
        ability = Ability(result)
        loss = self.roll("1d4")
        left = ability_of(character, ability) - loss
        if left < LOWEST_ABILITY:
            return self._die(character, Death(True, ability, loss))
        healed = self.roll("1d4")
        setattr(character, ability.value, left)
        character.heal(healed)
        if hasattr(character, "msg"):
            character.msg(_survive_with_loss(character, ability, loss))
        return Death(False, ability, loss, healed)

    def _die(self, character: Any, death: Death) -> Death:
        if hasattr(character, "at_death"):
            character.at_death()
        return death


def ability_of(character: Any, ability: Ability | str) -> int:
    """
    A bonus of a character; what it does not have counts +1.

    :raises ValueError: there is no ability of this name.
    """
    if ability not in Ability or Ability(ability) in QUALITIES:
        known = ", ".join(a.value for a in Ability if a not in QUALITIES)
        raise ValueError(f"{ability!r} is no ability; there are {known}")
    return getattr(character, Ability(ability).value, DEFAULT_BONUS)


def read_ranges(table: list[Any]) -> list[tuple[int, int]] | None:
    """
    The ranges of a table's rows, or None for a plain list (whose entries may be pairs, too).

    :raises ValueError: a range runs backwards or meets another one, or only some rows have ranges.
    """
    found = [_row_range(row) for row in table]
    ranges = [span for span in found if span is not None]
    if not ranges:
        return None
    if len(ranges) < len(table):
        row = table[found.index(None)]
        raise ValueError(f'every row of this table begins with a range such as "6-15", not {row!r}')
    if (twice := number_of_two_rows(ranges)) is not None:
        raise ValueError(f"{twice} is on the table twice")
    return ranges


def _row_range(row: Any) -> tuple[int, int] | None:
    """The range with which a row begins: `("1-5", entry)`, `("20", entry)`."""
    if not isinstance(row, tuple | list) or len(row) != 2 or not isinstance(row[0], str):
        return None
    found = parse_range(row[0].strip())
    if found is None or found[0] < 0 or found[1] is None:
        return None
    return found[0], found[1]


def _survive_with_loss(character: Any, ability: Ability, loss: int) -> str:
    language = getattr(character, "language", "en")
    language = language if language in SURVIVED else "en"
    return SURVIVED[language].format(loss=loss, ability=ABILITY_NAMES[language][ability])


EvAdventureRollEngine = RollEngine  # as the tutorial calls it
dice = RollEngine()
