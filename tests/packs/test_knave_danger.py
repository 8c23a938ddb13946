"""The scripts that measure Knave: who is interrupted goes on the same; seeds have ways home."""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path

import pytest

from rules.pack import Pack, load_pack
from rules.pack.files import WORLD
from rules.running.choices import Choice
from rules.running.match import Match

sys.path.insert(0, str(Path(__file__).parents[2] / "scripts"))

import knave_danger
import knave_ways


@pytest.fixture(scope="module")
def pack() -> Pack:
    return load_pack(WORLD / "knave")


def test_what_is_interrupted_goes_on_as_if_it_were_not(pack: Pack, tmp_path: Path) -> None:
    def add(counts: Counter[str], seed: int) -> None:
        knave_danger.add_expedition(counts, pack, seed, 1, 2)

    at_once = knave_danger.State(tmp_path / "once", "d").play("line", 6, add)
    knave_danger.State(tmp_path / "twice", "d").play("line", 4, add)
    assert knave_danger.State(tmp_path / "twice", "d").play("line", 6, add) == at_once
    assert knave_danger.State(tmp_path / "twice", "other").lines == {}
    fates = sum(at_once[1][f"= {fate}"] for fate in knave_danger.FATES)
    assert fates == 12


def test_the_options_that_nobody_takes_are_found(pack: Pack) -> None:
    options, things = knave_danger.unused(pack, Counter({"explore search": 1, "take x": 1}))
    assert "fight attack" in options
    assert "explore search" not in options
    assert "knave.gear.sword" in things
    assert "knave.gear.mud" not in things


def test_a_knave_who_goes_down_again_and_again_brings_along_what_came_home(pack: Pack) -> None:
    counts: Counter[str] = Counter()
    for seed in range(6):
        knave_danger.add_career(counts, pack, seed)
    assert counts["= trips"] > 12
    assert counts["mouth sleep"] > 0
    assert counts["mouth sell"] > 0


def test_there_is_a_way_home(pack: Pack) -> None:
    assert all(knave_ways.playings_until_home(pack, seed, 1) for seed in range(1, 9))


def test_where_the_first_room_is_too_much_there_is_a_way_back(pack: Pack) -> None:
    """Many who hold people and want blood: before there was one, no playing came home."""
    assert knave_ways.playings_until_home(pack, 31, 5)


def test_who_does_not_go_in_has_not_come_home(pack: Pack, monkeypatch: pytest.MonkeyPatch) -> None:
    def timid(match: Match, choice: Choice) -> tuple[int, ...]:
        words = [option.word for option in choice.options]
        return (words.index("turnBack"),) if "turnBack" in words else choice.default

    monkeypatch.setattr(knave_ways, "steady", timid)
    assert knave_ways.playings_until_home(pack, 1, 2, 1) == 0
