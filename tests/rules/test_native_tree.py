"""The bot that searches a tree in the native machine."""

from __future__ import annotations

import itertools
import logging
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

import rules
from rules.backends.wasm.exam import load_both
from rules.backends.wasm.matches import NativeMatch
from rules.backends.wasm.thinking import Dice, Thinker
from rules.pack import Pack, load_pack
from rules.playing import bots
from rules.playing.bots import search
from rules.playing.bots.native import think
from rules.running.match import Match

PACKS = Path(rules.__file__).parents[1] / "world/packs"
SPEC = "grandmaster:iterations=60"
GAMES = ("chrono", "duel", "race", "kingdoms")


def positions(pack: Pack, thinker: Thinker, count: int) -> Iterator[tuple[NativeMatch, int]]:
    """Choices of matches at random, and who is asked."""
    loaded = thinker.loaded
    for seed in itertools.count():
        chance = Random(seed)
        m = NativeMatch.begin(loaded, Match.prepare(pack, loaded.seats, seed, {}, log=False))
        while not m.over:
            choice = m.choices[0]
            if chance.random() < 0.05 and len(choice.about) > 1:
                yield m, choice.seat
                count -= 1
                if not count:
                    return
            size = chance.randint(choice.minimum, choice.maximum)
            m.answer(choice.seat, chance.sample(range(len(choice.about)), size))
        m.release()


def dealt_anew(m: NativeMatch, seat: int, seed: int) -> NativeMatch:
    """The same match but for what a seat does not see."""
    loaded = m.loaded
    other = NativeMatch(loaded, loaded.room_for_match(loaded.most_dealt))
    redeal = loaded.machine.function("redeal")
    redeal(other.address, m.address, seat, Dice(loaded, seed).address)
    return other


@pytest.fixture(scope="module", params=GAMES)
def game(request: pytest.FixtureRequest) -> tuple[Pack, Thinker]:
    pytest.importorskip("wasmtime")
    pack, loaded = load_both(PACKS / request.param)
    return pack, Thinker(loaded)


def test_the_same_seed_gives_the_same_answer(game: tuple[Pack, Thinker]):
    pack, thinker = game
    for number, (m, seat) in enumerate(positions(pack, thinker, 4)):
        first = think(thinker, m, seat, SPEC, number)
        assert think(thinker, m, seat, SPEC, number) == first


def test_what_is_hidden_from_a_seat_makes_no_difference(game: tuple[Pack, Thinker]):
    pack, thinker = game
    differ = 0
    for number, (m, seat) in enumerate(positions(pack, thinker, 6)):
        other = dealt_anew(m, seat, number)
        differ += (other.zones, other.state) != (m.zones, m.state)
        assert think(thinker, other, seat, SPEC, number) == think(thinker, m, seat, SPEC, number)
        other.release()
    assert differ


def test_a_tree_is_another_search_than_halving(game: tuple[Pack, Thinker]):
    pack, thinker = game
    weighed = [
        [think(thinker, m, seat, f"{name}:iterations=200", 1) for name in ("master", "grandmaster")]
        for m, seat in positions(pack, thinker, 6)
    ]
    assert any(one != other for one, other in weighed)


def test_without_a_native_machine_a_grandmaster_is_a_master_and_says_so_once(
    caplog: pytest.LogCaptureFixture,
):
    search.say_without_tree.cache_clear()
    pack = load_pack(PACKS / "race_simple")
    match = Match.new(pack, 2, 1, log=False)
    with caplog.at_level(logging.WARNING):
        found = [
            bots.make_bot(f"{name}:iterations=8", 1).think(match, match.choices[0].seat)
            for name in ("master", "grandmaster", "grandmaster")
        ]
    assert found[0] == found[1] == found[2]
    (said,) = caplog.messages
    assert "only the native machine searches a tree" in said
