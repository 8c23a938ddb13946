"""The kernel's bots: they think what those of Python think, number for number."""

from __future__ import annotations

import ctypes
import itertools
from collections import OrderedDict
from pathlib import Path
from random import Random

import pytest
from c_library import build_library

import rules
from rules.backends.wasm.exam import load_both
from rules.backends.wasm.host import Trap
from rules.backends.wasm.thinking import Thinker
from rules.pack import load_pack
from rules.playing import bots
from rules.playing.bots import machines, native
from rules.playing.bots.exam import compare_thoughts
from rules.running.match import Match

PACKS = Path(rules.__file__).parents[1] / "world/packs"
WORDS = 624
SEEDS = (0, 1, 7, (1 << 32) - 1, 1 << 32, (1 << 64) - 1, 1 << 64, (1 << 20_000) + 5)
LONG = ctypes.c_int64


class Dice:
    """Dice of the kernel, with the names of those of Python. They have the seed of `Random`."""

    def __init__(self, library: ctypes.CDLL, seed: int):
        self.library = library
        self.block = (ctypes.c_uint32 * (WORDS + 2))()
        size = max(1, -(-seed.bit_length() // 32))
        key = [seed >> 32 * word & 0xFFFFFFFF for word in range(size)]
        library.seed_dice(self.block, (ctypes.c_uint32 * size)(*key), size)

    def getrandbits(self, count: int) -> int:
        return int(self.library.dice_bits(self.block, count))

    def random(self) -> float:
        return float(self.library.dice_unit(self.block))

    def randrange(self, limit: int) -> int:
        return int(self.library.dice_below(self.block, LONG(limit)))

    def shuffle(self, of: list[int]) -> None:
        values = (LONG * len(of))(*of)
        self.library.dice_shuffle(self.block, values, len(of))
        of[:] = values

    def sample(self, of: range, count: int) -> list[int]:
        places = (ctypes.c_int * max(count, 1))()
        self.library.dice_sample(self.block, len(of), count, places)
        return [of[place] for place in places[:count]]


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> ctypes.CDLL:
    found = build_library(tmp_path_factory.mktemp("bots") / "dice.so", "dice.c")
    found.dice_bits.restype = ctypes.c_uint64
    found.dice_unit.restype = ctypes.c_double
    found.dice_below.restype = LONG
    return found


@pytest.fixture(params=SEEDS, ids=lambda seed: f"{seed.bit_length()} bits")
def both(library: ctypes.CDLL, request: pytest.FixtureRequest) -> tuple[Dice, Random]:
    return Dice(library, request.param), Random(request.param)


def test_bits_are_those_of_python(both: tuple[Dice, Random]):
    own, wanted = both
    for count in (*range(1, 65), *[32] * WORDS, 64):
        assert own.getrandbits(count) == wanted.getrandbits(count), count


def test_numbers_are_those_of_python(both: tuple[Dice, Random]):
    own, wanted = both
    for limit in (1, 2, 3, 7, 100, 1 << 31, 1 << 32, 3 << 33, (1 << 62) - 1):
        for _ in range(20):
            assert own.randrange(limit) == wanted.randrange(limit), limit
            assert own.random() == wanted.random()


def test_orders_are_those_of_python(both: tuple[Dice, Random]):
    own, wanted = both
    for size in (0, 1, 2, 5, 60, 700):
        one, other = list(range(size)), list(range(size))
        own.shuffle(one)
        wanted.shuffle(other)
        assert one == other, size


def test_samples_are_those_of_python_from_lists_and_from_sets(both: tuple[Dice, Random]):
    own, wanted = both
    for size in (0, 1, 5, 6, 20, 21, 22, 85, 86, 277, 278, 4000):
        for count in (0, 1, 5, 6, 21, 22, 85, 86, size):
            if count <= size:
                of = range(size)
                assert own.sample(of, count) == wanted.sample(of, count), (size, count)


@pytest.mark.parametrize(
    ("name", "thoughts"),
    [
        *(("race_simple", 20), ("race", 60), ("chrono", 20), ("duel", 20), ("kingdoms", 10)),
        *(("knave", 6), ("knave_town", 20)),
    ],
)
def test_bots_think_the_same_on_both_machines(name: str, thoughts: int):
    pytest.importorskip("wasmtime")
    pack, loaded = load_both(PACKS / name)
    thinker = Thinker(loaded)
    compared = (
        each for seed in itertools.count() for each in compare_thoughts(pack, thinker, seed)
    )
    assert len(list(itertools.islice(compared, thoughts))) == thoughts


@pytest.fixture
def played() -> Match:
    """A match of two, some answers after its beginning."""
    match = Match.new(load_pack(PACKS / "race_simple"), 2, 3, log=False)
    for _ in range(6):
        match.answer(match.choices[0].seat, match.choices[0].default)
    return match


def test_a_bot_answers_one_question_after_the_other_as_it_does_in_python(
    played: Match, monkeypatch: pytest.MonkeyPatch
):
    pytest.importorskip("wasmtime")
    other = native.make_bot("master:iterations=20", 5)
    assert isinstance(other, native.NativeBot)
    monkeypatch.setattr(other, "_think_here", None)  # not in Python
    own = bots.make_bot("master:iterations=20", 5)
    for _ in range(8):
        choice = played.choices[0]
        lines = other.think(played, choice.seat)
        assert lines == own.think(played, choice.seat)
        played.answer(choice.seat, lines[0].picks)


def test_python_thinks_where_there_is_no_machine(played: Match, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(machines, "why_missing", lambda: "no wheel")
    seat = played.choices[0].seat
    wanted = bots.weigh("master:iterations=20", 9, played, seat)
    assert native.weigh("master:iterations=20", 9, played, seat) == wanted


def test_python_thinks_of_what_fails_in_the_machine(played: Match, monkeypatch: pytest.MonkeyPatch):
    pytest.importorskip("wasmtime")

    def fail(*given: object) -> None:
        raise Trap("unreachable")

    monkeypatch.setattr(Thinker, "think", fail)
    seat = played.choices[0].seat
    bot = native.make_bot("master:iterations=20", 9)
    assert bot.think(played, seat) == bots.make_bot("master:iterations=20", 9).think(played, seat)


def test_dice_go_on_where_now_python_thinks_and_now_the_machine(
    played: Match, monkeypatch: pytest.MonkeyPatch
):
    pytest.importorskip("wasmtime")
    spec = "novice:iterations=6"
    other, own = native.make_bot(spec, 5), bots.make_bot(spec, 5)
    for number in range(9):
        with monkeypatch.context() as patched:
            if number % 3 == 1:
                patched.setattr(machines, "why_missing", lambda: "no wheel")
            seat = played.choices[0].seat
            lines = other.think(played, seat)
        assert lines == own.think(played, seat)
        played.answer(seat, lines[0].picks)


def test_a_machine_for_which_there_is_no_memory_is_none(monkeypatch: pytest.MonkeyPatch):
    def fail(*given: object) -> None:
        raise MemoryError

    pack = load_pack(PACKS / "race_simple")
    monkeypatch.setattr(machines, "_thinkers", OrderedDict())
    monkeypatch.setattr(machines, "_load_kept", fail)
    assert machines.thinker_for(pack, 2, waits=True) is None
