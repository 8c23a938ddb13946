"""
Trade in the town of Knave gains nobody anything: whoever buys, has mended and sells again, with any
keeper, on any day, and however well liked, never has more coins than before.
"""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

from rules.pack import Pack, load_pack
from rules.pack.files import WORLD
from rules.running.match import Match
from rules.scenario.values import compile_value
from rules.weighing.trading import find_gain, gain_told

DAYS = (20_000, 20_001)
TRADE = {"buy", "sell", "repair"}
LIKED = {"opinion": 10, "visits": 1, "talkedOf": 0, "served": 0}


@pytest.fixture(scope="module")
def pack() -> Pack:
    return load_pack(WORLD / "knave_town")


def keepers(pack: Pack) -> list[str]:
    """All people who trade."""
    people = [card for card in pack.cards if card.kind == "person"]
    return [card.id for card in people if card.facts.get("trades", "none") != "none"]


def known(pack: Pack) -> list[dict[str, Any]]:
    """Everybody who trades, as one knows them who is liked by all."""
    return [{"kind": each, "zone": "acquaintances", "fields": LIKED} for each in keepers(pack)]


@pytest.mark.parametrize("cha", [-10, 0, 10])
@pytest.mark.parametrize("liked", [False, True])
def test_no_round_of_visits_ends_with_more_coins(pack: Pack, cha: int, liked: bool) -> None:
    openings = [{"at": [who], "today": day} for who in keepers(pack) for day in DAYS]
    brings = {"level": 1, "maxHp": 8, "con": 10, "cha": cha, "things": known(pack) if liked else []}
    found = find_gain(
        pack, openings, what="coins", words=TRADE, brings=brings, kinds=("gear",), visits=2
    )
    assert found is None


def test_the_pack_says_where_trade_is_and_keepers_who_pay_too_much_are_told(
    pack: Pack, tmp_path: Path
) -> None:
    assert gain_told(pack) is None
    for name in ("knave", "knave_town"):
        shutil.copytree(WORLD / name, tmp_path / name)
    prices = tmp_path / "knave_town" / "prices.json5"
    text = prices.read_text(encoding="utf-8")
    paid = "min({card.price}, {card.paid})) // 2"
    assert paid in text
    prices.write_text(text.replace(paid, "{card.paid}) * 2"), encoding="utf-8")
    told = gain_told(load_pack(tmp_path / "knave_town"))
    assert told is not None
    assert told["amount"] > 1_000


def test_a_gain_is_found_where_there_is_one(pack: Pack) -> None:
    """The search would tell: who has a worn thing mended for less than it brings has more."""
    openings = [{"at": ["knave.person.marta"], "today": DAYS[0]}]
    torn = {"kind": "knave.gear.chain", "zone": "backpack", "fields": {"quality": 0}}
    brings = {"level": 1, "maxHp": 8, "con": 10, "things": [torn]}
    found = find_gain(
        pack, openings, what="coins", words=TRADE, brings=brings, kinds=("gear",), purse=50
    )
    assert found is not None
    assert found.steps[0] == "sell"
    assert found.held.amount == 50 + 120 // 2 - 3 * 12


class Counter:
    """What a keeper says of things, by the values of the pack."""

    def __init__(self, pack: Pack, who: str, cha: int, opinion: int, kinds: list[str]):
        friend = {"kind": who, "zone": "acquaintances", "fields": {**LIKED, "opinion": opinion}}
        brings = {"level": 1, "maxHp": 8, "cha": cha, "things": [*kinds, friend]}
        self.pack, self.match = pack, Match.new(pack, 1, 1, {"at": [who], "bring": [brings]})
        self.things = [row for row in self.match.cards if self.match.card_id(row) in kinds]

    def mark(self, thing: int, **fields: int) -> None:
        """Set fields of a thing."""
        for name, value in fields.items():
            base = self.match.program.layout.fields["gear", name].base
            self.match.state[base + thing] = value

    def says(self, name: str, thing: int) -> int:
        """A value about a thing and the visitor."""
        wanted = self.pack.declarations.defines["values"][name].params
        given = {"card": thing, "visitor": 1}
        value = compile_value(self.pack, name, tuple(wanted))
        self.match.work = self.match.WORK
        return int(value.function(self.match, [1, 0, 0, None, *(given[each] for each in wanted)]))


@pytest.mark.parametrize(("cha", "opinion"), [(-10, -10), (0, 0), (10, 0), (0, 10), (10, 10)])
def test_nothing_there_is_sells_for_what_it_has_cost(pack: Pack, cha: int, opinion: int) -> None:
    gear = [card.id for card in pack.cards if card.kind == "gear" and card.facts.get("price", 1)]
    assert len(gear) > 100
    for who in keepers(pack):
        for part in (gear[:90], gear[90:]):
            counter = Counter(pack, who, cha, opinion, part)
            for thing in counter.things:
                check_thing(counter, thing)


def check_thing(counter: Counter, thing: int) -> None:
    """Whoever buys it, new or used, whole or worn, has it mended or not, and sells it, loses."""
    price = counter.match.program.catalogue.definitions[counter.match.card_id(thing)].facts["price"]
    counter.mark(thing, quality=3, paid=0)
    asked = counter.says("asks", thing)
    counter.mark(thing, paid=asked)
    assert counter.says("worthHere", thing) < asked
    for quality in range(4):
        counter.mark(thing, quality=quality, paid=0)
        asked, mending = counter.says("asksUsed", thing), counter.says("mendAll", thing)
        sold = counter.says("worthHere", thing)
        assert 0 <= sold < asked, "not bought and sold as it is"
        counter.mark(thing, quality=3)
        assert counter.says("worthHere", thing) - mending <= sold, "not found, mended and sold"
        counter.mark(thing, paid=asked)
        assert counter.says("worthHere", thing) - mending < asked, "not bought, mended and sold"
        assert price // 2 < asked, "nor sold to the pedlar at the mouth, who asks for no mending"
