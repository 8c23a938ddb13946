"""
Whatever becomes of an expedition of Knave, no coin is made or lost that the match does not say, and
no thing comes home twice.
"""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from rules.pack import Pack, load_pack
from rules.pack.files import WORLD
from rules.running.brought import things_at_places
from rules.running.match import Match

PURSE = 50
THINGS = ["sword", "gambeson", "shield", "red_potion", "oil_flask", "ration", "ration", "torch"]


@pytest.fixture(scope="module")
def pack() -> Pack:
    return load_pack(WORLD / "knave")


def knave(seat: int) -> dict[str, Any]:
    """Somebody of level 1 with coins and things, each with a number of its own."""
    abilities = {"str": 3, "dex": 2, "con": 2, "int": 1, "wis": 2, "cha": 2}
    first = 1 + seat * len(THINGS)
    things = [{"thing": first + n, "kind": f"knave.gear.{name}"} for n, name in enumerate(THINGS)]
    return {"level": 1, "maxHp": 8, "trips": 1, "coins": PURSE, "things": things, **abilities}


def play_at_random(pack: Pack, seed: int) -> Match:
    """To the end; now and then somebody gives up."""
    chance, seats = Random(seed), 1 + seed % 4
    match = Match.new(pack, seats, seed, {"bring": [knave(n) for n in range(seats)], "rooms": 2})
    while not match.is_over:
        choice = chance.choice(match.choices)
        if chance.random() < 0.01:
            match.concede(choice.seat)
            continue
        # Nearly all go in: else most would turn back at the mouth.
        some = [
            n for n, option in enumerate(choice.options) if option.word != "turnBack" or not seed
        ]
        count = chance.randint(choice.minimum, choice.maximum)
        match.answer(choice.seat, tuple(chance.sample(some, count)))
    return match


@pytest.mark.parametrize("seed", range(40))
def test_coins_add_up_and_nothing_comes_home_twice(pack: Pack, seed: int) -> None:
    match = play_at_random(pack, seed)
    returns = match.returns
    assert returns is not None
    changes = [taken.get("coins", 0) for taken in returns]
    assert sum(changes) == match.field("coinsFound") - match.field("coinsLost")
    assert all(PURSE + change >= 0 for change in changes)
    home = Counter(number for taken in returns for number, *_ in taken.get("things", ()) if number)
    assert home.keys() <= set(range(1, 1 + match.seats * len(THINGS)))
    assert max(home.values(), default=1) == 1
    lying = [number for number, *_ in things_at_places(match).get("dungeon", ())]
    assert not home.keys() & set(lying)
    stayed = [player["fields"]["stayedOut"] for player in match.view(None)["players"]]
    assert [taken.get("trips", 0) for taken in returns] == [1 - out for out in stayed]
