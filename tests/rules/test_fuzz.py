"""Mutated cards end in a problem with its place, or can be played; `make fuzz` tries more."""

import json
from pathlib import Path
from random import Random

import pytest

from rules.fuzz import __main__ as command
from rules.fuzz.canary import one_spot_of_each_kind, read_sections
from rules.fuzz.mutate import mutate_cards
from rules.fuzz.trial import Bench
from rules.pack.files import WORLD

PEBBLES = Path(__file__).parents[1] / "world" / "packs" / "pebbles"


@pytest.mark.parametrize(
    ("folder", "seeds"),
    [(PEBBLES, range(20)), (WORLD / "race_simple", (1, 2)), (WORLD / "race", (3,))],
)
def test_mutated_cards_are_refused_or_can_be_played(folder, seeds):
    bench = Bench(folder)
    results = [bench.run_round(seed) for seed in seeds]
    assert [finding for result in results for finding in result.findings] == []
    assert sum(result.played for result in results) > 0
    assert sum(result.answers for result in results) > 0


def test_a_seed_gives_the_same_cards_again():
    cards = Bench(PEBBLES).cards
    first, again, other = (mutate_cards(cards, Random(seed)) for seed in (1, 1, 2))
    assert first == again != other
    assert json.dumps(cards) == json.dumps(Bench(PEBBLES).cards)


def test_it_goes_on_where_it_stopped(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(command, "PACKS", ["pebbles"])
    monkeypatch.setattr(command, "WORLD", PEBBLES.parent)
    state = tmp_path / "fuzz.json"
    state.write_text(json.dumps({"next": 6, "checked": 100}))
    found = command.main(["--minutes", "0.01", "--processes", "1", "--state", str(state)])
    figures = json.loads(state.read_text())
    assert figures["next"] > 6
    assert figures["checked"] > 100
    assert found == bool(figures["findings"])
    assert "cards checked" in capsys.readouterr().out


def test_the_canary_goes_through_every_kind_of_place_and_on_where_it_stopped(
    tmp_path, capsys, monkeypatch
):
    monkeypatch.setattr(command, "PACKS", ["pebbles"])
    monkeypatch.setattr(command, "WORLD", PEBBLES.parent)
    kinds = len(one_spot_of_each_kind(read_sections(PEBBLES)[0]))
    state = tmp_path / "canary.json"
    state.write_text(json.dumps({"pebbles": kinds - 15}))
    given = ["--canary", "--minutes", "1", "--state", str(tmp_path / "fuzz.json")]
    assert command.main([*given, "--processes", "1"]) == 0
    assert json.loads(state.read_text()) == {"findings": [], "pebbles": kinds}
    assert f"pebbles {kinds} places, 0 findings" in capsys.readouterr().out
