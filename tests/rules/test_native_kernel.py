"""The kernel of the native machine, piece by piece, beside what Python does."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest
from c_library import KERNEL, build_library

from rules.dice import RollEngine
from rules.running.machine import MAX_ITEMS, MOST, clamp_number
from rules.running.state import next_random
from rules.running.zones import Zones

UNITS = Path(__file__).with_name("kernel_units.c")
PILE, NOBODYS, HAND = 1, 2, 3
CARDS = (16, 20, 24, 28, 32)
CARD = 700
NONE = 0x7000000000000000
LONG = ctypes.c_int64


class Kernel:
    """One match of the small pack in `kernel_units.c`. Functions of the kernel are attributes."""

    def __init__(self, library: ctypes.CDLL):
        self.library = library
        self.size = library.prepare()
        self.block = ctypes.create_string_buffer(self.size)
        library.lay(self.block, ctypes.c_uint64(1))

    def call(self, name: str, *given: int) -> int:
        """A function of the match and numbers that gives a number."""
        function = getattr(self.library, name)
        function.restype = LONG
        return int(function(self.block, *map(LONG, given)))

    def make(self, *values: int) -> int:
        function = self.library.tuple
        function.restype = LONG
        return int(function(self.block, (LONG * max(len(values), 1))(*values), len(values)))

    def read(self, value: int) -> tuple[int, ...]:
        found = (LONG * 1000)()
        count = self.library.read_tuple(self.block, LONG(value), found)
        return tuple(found[:count])

    def zone(self, at: int) -> tuple[int, ...]:
        function = self.library.zone
        function.restype = LONG
        return self.read(function(self.block, at))

    def print(self) -> int:
        self.library.print_match.restype = ctypes.c_uint64
        return int(self.library.print_match(self.block))

    def copy(self) -> ctypes.Array[ctypes.c_char]:
        kept = ctypes.create_string_buffer(self.size)
        self.library.copy_match(kept, self.block)
        return kept

    def restore(self, kept: ctypes.Array[ctypes.c_char]) -> None:
        self.library.copy_match(self.block, kept)

    def failing(self, which: int) -> int:
        return int(self.library.failing(which))


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> ctypes.CDLL:
    made = tmp_path_factory.mktemp("kernel") / "kernel.so"
    return build_library(made, UNITS, *sorted(KERNEL.glob("*.c")), level=0)


@pytest.fixture
def k(library: ctypes.CDLL) -> Kernel:
    return Kernel(library)


def test_numbers_saturate_as_in_python(library: ctypes.CDLL):
    library.multiplied.restype = library.sum.restype = LONG
    few = (0, 1, 2, 3, 0x7FFFFFFF, 1 << 31, 1 << 32, 3 << 33, MOST // 3, MOST - 1, MOST)
    numbers = [each * sign for each in few for sign in (1, -1)]
    for a in numbers:
        for b in numbers:
            assert library.multiplied(LONG(a), LONG(b)) == clamp_number(a * b), (a, b)
            assert library.sum(LONG(a), LONG(b)) == clamp_number(a + b), (a, b)


def test_dice_show_what_they_show_in_python(k: Kernel):
    engine, found = RollEngine(1), LONG()
    k.library.lay(k.block, ctypes.c_uint64(engine.state))
    for sides in (1, 2, 6, 20, 100, 1 << 40):
        assert k.library.try_roll(k.block, LONG(sides), ctypes.byref(found)) == 0
        assert found.value == engine.randint(1, sides)
    assert k.library.try_roll(k.block, LONG(0), ctypes.byref(found)) == k.failing(2)


@pytest.mark.parametrize("amount", [-2, 0, 1, 2, 5, 9])
@pytest.mark.parametrize("seed", [None, 7])
def test_samples_are_those_of_python(k: Kernel, amount: int, seed: int | None):
    python = SimpleNamespace(rng=1)

    def random(below: int) -> int:
        python.rng, bits = next_random(python.rng)
        return bits % below

    python.random = random
    for _ in range(3):
        wanted = Zones.sample(cast(Zones, python), CARDS, amount, seed)
        given = k.make(*CARDS), amount, NONE if seed is None else seed
        assert k.read(k.call("sample", *given)) == wanted


def test_a_slice_is_that_of_python(k: Kernel):
    bounds = (None, *range(-7, 8))
    for low in bounds:
        for high in bounds:
            given = [NONE if each is None else each for each in (low, high)]
            assert k.read(k.call("slice", k.make(*CARDS), *given)) == CARDS[low:high]


def test_what_sorts_alike_stays_in_order(k: Kernel):
    for count in range(20):
        pairs = [(place * 7 % 4, place) for place in range(count)]
        flat = [each for pair in pairs for each in pair]
        k.library.sort.restype = LONG
        found = k.library.sort(k.block, (LONG * max(len(flat), 1))(*flat), count)
        assert k.read(found) == tuple(place for _, place in sorted(pairs, key=lambda pair: pair[0]))


def test_a_card_comes_to_lie_on_top_or_at_the_bottom(k: Kernel):
    k.call("move", CARDS[0], HAND, 0)
    k.call("move", CARDS[1], HAND, 0)
    k.call("move", CARDS[2], HAND, 1)
    assert k.zone(HAND) == (CARDS[2], CARDS[0], CARDS[1])
    assert k.zone(PILE) == CARDS[3:]
    assert k.call("position", CARDS[0]) == 2


@pytest.mark.parametrize("bottom", [0, 1])
@pytest.mark.parametrize("cards", [CARDS, CARDS[1:3], CARDS[3::-2], (CARDS[0], CARDS[0])])
def test_a_pile_lies_as_if_its_cards_came_one_by_one(
    library: ctypes.CDLL, cards: Sequence[int], bottom: int
):
    at_once, one_by_one = Kernel(library), Kernel(library)
    at_once.call("move", CARDS[4], HAND, 0)
    one_by_one.call("move", CARDS[4], HAND, 0)
    at_once.call("move_all", at_once.make(*cards), HAND, bottom)
    for card in cards:
        one_by_one.call("move", card, HAND, bottom)
    assert at_once.zone(HAND) == one_by_one.zone(HAND)
    assert at_once.zone(PILE) == one_by_one.zone(PILE)


@pytest.mark.parametrize(("card", "zone", "which"), [(3, HAND, 0), (17, HAND, 0), (16, NOBODYS, 1)])
def test_what_cannot_lie_somewhere_fails(k: Kernel, card: int, zone: int, which: int):
    assert k.library.try_move(k.block, LONG(card), LONG(zone), LONG(0)) == k.failing(which)


def test_the_budget_ends_where_it_ends_in_python(k: Kernel):
    k.library.begin_budget(k.block)
    before = k.call("work")
    assert k.library.try_range(k.block, LONG(1), LONG(MAX_ITEMS)) == 0
    assert k.call("work") == before - MAX_ITEMS
    assert k.library.try_range(k.block, LONG(0), LONG(MAX_ITEMS)) == k.failing(3)
    assert k.library.try_range(k.block, LONG(2), LONG(1)) == 0
    assert k.call("work") == before - MAX_ITEMS


def test_a_kept_copy_takes_everything_back(k: Kernel):
    kept, before = k.copy(), k.print()
    k.call("move", CARDS[0], HAND, 0)
    k.call("shuffle", PILE)
    k.call("make_cards", k.make(CARD), 2, HAND, 0)
    assert k.print() != before
    k.restore(kept)
    assert k.print() == before
    assert k.zone(PILE) == CARDS


def test_what_is_tidied_is_the_same(k: Kernel):
    for _ in range(200):
        k.call("shuffle", PILE)
    before, zone = k.print(), k.zone(PILE)
    k.library.collect(k.block)
    assert (k.print(), k.zone(PILE)) == (before, zone)
    assert k.library.bytes_used(k.block) < 2_000


def test_the_row_of_a_card_that_is_gone_is_taken_again(k: Kernel):
    k.library.begin_budget(k.block)
    made = k.read(k.call("make_cards", k.make(CARD), 3, HAND, 0))
    assert made == (36, 40, 44)
    for card in made:
        k.call("move", card, HAND, 0)
    k.call("move", made[1], 0, 0)
    k.library.play(k.block)
    k.library.collect_rows(k.block, 1)
    assert k.read(k.call("make_cards", k.make(CARD), 1, HAND, 0)) == (made[1],)
    assert k.library.rows_of(k.block) == 3
