"""
The words of Knave and the roll engine of seed 004 say the same of the same dice.

Each is given the same dice, at random; `CASES=100000` compares so many of each kind, which takes
minutes: a test may take longer the more it compares, however busy the machine.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from rules.dice import Ability, RollEngine, death_table
from rules.pack import Pack, load_pack
from rules.pack.files import WORLD
from rules.running.match import Match

CASES = int(os.environ.get("CASES") or 500)
pytestmark = pytest.mark.timeout(120 + CASES // 50)
ABILITIES = {
    "str": Ability.STR,
    "dex": Ability.DEX,
    "con": Ability.CON,
    "int": Ability.INT,
    "wis": Ability.WIS,
    "cha": Ability.CHA,
}
NUMBER = {"type": "number", "default": 0, "min": -100, "max": 100}
ASKED = ("what", "bonus", "against", "better", "worse", "health", *ABILITIES)
TOLD = ("won", "natural", "stays", "amount", "dead", "ability", "loss", "back", "harm")


def do(what: str, **given: Any) -> dict[str, Any]:
    return {"type": what, **given}


def tell(field: str, value: str) -> dict[str, Any]:
    return do("set", of="{match}", field=f"told{field}", amount=value)


#: The table of armour of a new knave (N2), which begins at 1 and ends at 20.
TABLE = (("1-3", 1), ("4-14", 2), ("15-19", 3), ("20", 4))
SAVE = {"bonus": "{match.bonus}", "better": "{match.better}", "worse": "{match.worse}"}
MAIN = [
    do("let", id="all", value={"chooser": "players"}),
    do("set", of="{match}", field="leader", amount="{all.first}"),
    do("set", of="{match}", field="light", amount=6),
    *(do("set", of="{all.first}", field=name, amount=f"{{match.{name}}}") for name in ABILITIES),
    do("set", of="{all.first}", field="maxHp", amount=20),
    do("set", of="{all.first}", field="hp", amount="{match.health}"),
    do(
        "switch",
        value="{match.what}",
        cases={
            "0": [
                do("save", id="s", against="{match.against}", **SAVE),
                tell("won", "{s.won}"),
                tell("natural", "{s.natural}"),
            ],
            "1": [
                do("create", id="foe", card="knave.monster.goblin", to="foeRow"),
                do("set", of="{foe}", field="hp", amount=1000),
                do("set", of="{foe}", field="maxHp", amount=1000),
                do("set", of="{foe}", field="armor", amount="{match.against}"),
                do("set", of="{foe}", field="tripped", amount="{match.better}"),
                do("set", of="{all.first}", field="hindered", amount="{match.worse}"),
                do("partyStrike", player="{all.first}", foe="{foe.first}"),
                tell("harm", "1000 - {foe.first.hp}"),
            ],
            "2": [
                do("moraleRoll", id="m", morale="{match.against}"),
                tell("stays", "{m.stays}"),
            ],
            "3": [do("restRoll", id="r", player="{all.first}"), tell("amount", "{r.amount}")],
            "4": [
                do("deathRoll", id="d", player="{all.first}"),
                tell("dead", "{d.dead}"),
                tell("loss", "{d.loss}"),
                tell("back", "{d.back}"),
                tell("ability", "{d.ability}"),
            ],
            "5": [
                do("rollOn", id="row", dice="1d20", table=dict(TABLE)),
                tell("amount", "{row.value}"),
            ],
        },
    ),
    do("endMatch", won={"chooser": "players"}),
]
REFEREE: dict[str, Any] = {
    "pack": {
        "id": "referee",
        "inherits": "knave",
        "name": {"en": "Referee", "zh": "裁判"},
        "version": "1",
        "seats": [1],
        "options": dict.fromkeys(ASKED, NUMBER),
    },
    "fields": {
        "match": {
            **{f"told{name}": {"initial": 0} for name in TOLD if name != "ability"},
            "toldability": {"type": ["none", *ABILITIES], "initial": "none"},
        }
    },
    "main": MAIN,
}


@pytest.fixture(scope="module")
def pack(tmp_path_factory: pytest.TempPathFactory) -> Pack:
    """A game that does one thing of Knave's, and notes what came of it."""
    folder = tmp_path_factory.mktemp("packs")
    shutil.copytree(WORLD / "knave", folder / "knave")
    # An inheriting game replaces the options.
    options = load_pack(WORLD / "knave").origin.raw["pack"]["options"]
    manifest = {**REFEREE["pack"], "options": {**options, **REFEREE["pack"]["options"]}}
    (folder / "referee").mkdir()
    (folder / "referee" / "pack.json5").write_text(
        json.dumps({**REFEREE, "pack": manifest}), encoding="utf-8"
    )
    return load_pack(folder / "referee")


class Dice:
    """The same numbers for both: laid out for the game, drawn by the engine."""

    def __init__(self, chance: Random, *sides: int, numbers: list[int] | None = None):
        self.numbers = numbers or [chance.randint(1, each) for each in sides]
        self.coming = list(self.numbers)

    def randint(self, low: int, high: int) -> int:
        number = self.coming.pop(0)
        assert low <= number <= high
        return number


def play(pack: Pack, dice: Dice, **asked: int) -> Callable[[str], Any]:
    """What the game has noted, by name; fields of the player by theirs."""
    match = Match.prepare(pack, 1, 1, asked, log=False)
    match.dice = tuple(dice.numbers)
    match.begin()
    fields = match.program.layout.fields

    def read(name: str) -> Any:
        if name in (*ABILITIES, "hp"):
            return match.state[fields["player", name].base + 1]
        value = match.state[fields["match", f"told{name}"].base]
        return match.program.symbol_name(value) if name == "ability" else value

    return read


QUALITY = {1: Ability.CRITICAL_FAILURE, 20: Ability.CRITICAL_SUCCESS}


def cases(kind: int) -> Random:
    return Random(1000 + kind)


def test_saves_agree(pack: Pack) -> None:
    chance = cases(0)
    for _ in range(CASES):
        bonus, better, worse = chance.randint(-10, 10), chance.randint(0, 1), chance.randint(0, 1)
        dice = Dice(chance, *[20] * (1 + (better != worse)))
        told = play(pack, dice, what=0, bonus=bonus, against=15, better=better, worse=worse)
        who = SimpleNamespace(strength=bonus)
        won, quality = RollEngine(randint=dice.randint).saving_throw(
            who, Ability.STR, advantage=bool(better), disadvantage=bool(worse)
        )
        assert (bool(told("won")), QUALITY.get(told("natural"))) == (won, quality)


def test_opposed_saves_agree(pack: Pack) -> None:
    chance = cases(1)
    for _ in range(CASES):
        bonus, armor = chance.randint(-10, 10), chance.randint(0, 10)
        better, worse = chance.randint(0, 1), chance.randint(0, 1)
        dice = Dice(chance, *[20] * (1 + (better != worse)), 4, 4)
        told = play(
            pack, dice, what=1, str=bonus, against=armor, better=better, worse=worse, health=8
        )
        who, foe = SimpleNamespace(strength=bonus), SimpleNamespace(armor=armor)
        won, quality = RollEngine(randint=dice.randint).opposed_saving_throw(
            who, foe, advantage=bool(better), disadvantage=bool(worse)
        )
        dies = dice.coming[: 2 if quality is Ability.CRITICAL_SUCCESS else 1]
        assert told("harm") == (sum(dies) if won else 0)


def test_morale_agrees(pack: Pack) -> None:
    chance = cases(2)
    for _ in range(CASES):
        morale, dice = chance.randint(2, 12), Dice(chance, 6, 6)
        told = play(pack, dice, what=2, against=morale)
        stays = RollEngine(randint=dice.randint).morale_check(SimpleNamespace(morale=morale))
        assert bool(told("stays")) == stays


def test_rest_agrees(pack: Pack) -> None:
    chance = cases(3)
    for _ in range(CASES):
        con, health, dice = chance.randint(-10, 10), chance.randint(1, 20), Dice(chance, 8)
        told = play(pack, dice, what=3, con=con, health=health)
        who = SimpleNamespace(constitution=con, heal=lambda amount: None)
        amount = RollEngine(randint=dice.randint).heal_from_rest(who)
        assert (told("amount"), told("hp")) == (amount, min(20, health + amount))


def test_tables_agree(pack: Pack) -> None:
    chance = cases(5)
    for _ in range(CASES):
        dice = Dice(chance, 20)
        told = play(pack, dice, what=5)
        assert told("amount") == RollEngine(randint=dice.randint).roll_random_table("1d20", TABLE)


def test_the_table_of_the_armour_of_a_new_knave_is_that_of_its_rows(pack: Pack) -> None:
    """What `test_tables_agree` rolls on has the ranges that the game has."""
    equip = pack.origin.raw["define"]["doables"]["equip"][1]
    tables = [each["table"] for each in equip["do"] if each["type"] == "rollOn"]
    assert tuple(tables[0]) == tuple(span for span, _ in TABLE)


def test_death_and_its_table_agree(pack: Pack) -> None:
    chance = cases(4)
    for _ in range(CASES):
        has = {name: chance.randint(-10, 5) for name in ABILITIES}
        dice = Dice(chance, 8, 4, 4)
        told = play(pack, dice, what=4, health=0, **has)
        table = RollEngine(randint=Dice(chance, 8, numbers=dice.numbers[:1]).randint)
        row = table.roll_random_table("1d8", death_table)
        assert told("ability") == next((n for n, full in ABILITIES.items() if full == row), "none")
        who = SimpleNamespace(**{full.value: has[name] for name, full in ABILITIES.items()})
        who.heal = lambda amount: None
        death = RollEngine(randint=dice.randint).roll_death(who)
        assert bool(told("dead")) == death.dead
        assert (told("loss"), told("back")) == (death.loss, death.healed)
        if not death.dead:
            assert told("hp") == death.healed
            after = {name: getattr(who, full.value) for name, full in ABILITIES.items()}
            assert {name: told(name) for name in ABILITIES} == after


def test_the_names_of_the_abilities_are_those_of_the_engine(pack: Pack) -> None:
    english = pack.words["en"]["field"]
    assert [english[name] for name in ABILITIES] == [name.upper() for name in ABILITIES]
    assert [full.value[:3] for full in ABILITIES.values()] == list(ABILITIES)
