"""The native machine plays as the reference does: a few seconds of the exam."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest

import rules
from rules.backends.wasm import building, exam
from rules.backends.wasm.host import Machine

pytest.importorskip("wasmtime")
PACKS = Path(rules.__file__).parents[1] / "world/packs"


@pytest.mark.parametrize(
    ("name", "matches"),
    [
        *(("race_simple", 6), ("race", 3), ("chrono", 1), ("duel", 1), ("kingdoms", 1)),
        *(("knave", 6), ("knave_town", 20), ("kingdoms_lesson", 20)),
    ],
)
def test_matches_are_the_same_before_every_decision(name, matches):
    pack, loaded = exam.load_both(PACKS / name)
    played = [n for _, n in itertools.islice(exam.compare_matches(pack, loaded), matches)]
    assert sum(played) > 100


def test_what_differs_is_found_and_told():
    pack, loaded = exam.load_both(PACKS / "race_simple")
    at = loaded.machine.address("pack")
    order = loaded.machine.view()
    order[at + 5 * 4 : at + 6 * 4] = (0).to_bytes(4, "little")  # who is first stands elsewhere
    with pytest.raises(exam.Differs, match=r"seed 0, decision \d+: "):
        exam.compare_match(pack, loaded, 0)


def test_an_action_that_uses_up_the_memory_of_the_machine_alone_is_no_difference(monkeypatch):
    def fails(match, *_):
        memory = match.machine.view()
        at = match.machine.address("failure")
        memory[at : at + 8] = exam.OUT_OF_MEMORY.to_bytes(8, "little")
        raise exam.Trap("wasm trap")

    pack, loaded = exam.load_both(PACKS / "race_simple")
    monkeypatch.setattr(exam.NativeMatch, "answer", fails)
    with pytest.raises(exam.TooLong, match="seed 0, decision 0") as told:
        exam.compare_match(pack, loaded, 0)
    assert told.value.args[1] == 0


@pytest.mark.parametrize("name", ["knave", "chrono"])
def test_the_hash_is_the_same_before_every_decision(name, monkeypatch):
    monkeypatch.setattr(exam, "HASHED", 1)
    pack, loaded = exam.load_both(PACKS / name)
    assert exam.compare_match(pack, loaded, 1) > 10


def test_the_hash_of_the_machine_has_nothing_of_the_match_beside_it():
    """But what the host keeps, which is the same in all matches of this game."""
    pack, loaded = exam.load_both(PACKS / "chrono")
    dealt = [exam.Match.prepare(pack, loaded.seats, 5, {}, log=False) for _ in range(2)]
    reference, native = dealt[0].clone(), exam.NativeMatch.begin(loaded, dealt[1])
    reference.begin()
    for _ in range(60):
        choice = reference.choices[0]
        for match in (reference, native):
            match.answer(choice.seat, choice.default)
    beside = exam.Match.new(pack, loaded.seats, 6, {}, log=False)
    for _ in range(90):
        beside.answer(beside.choices[0].seat, beside.choices[0].default)
    exam.compare_hashes(reference, native, beside)
    native.answer(reference.choices[0].seat, reference.choices[0].default)
    with pytest.raises(exam.Differs, match="hash"):
        exam.compare_hashes(reference, native, beside)


def test_a_copy_of_a_match_goes_on_by_itself():
    pack, loaded = exam.load_both(PACKS / "race_simple")
    machine: Machine = loaded.machine
    first = exam.NativeMatch.begin(loaded, exam.Match.prepare(pack, loaded.seats, 5, {}, log=False))
    copy = exam.NativeMatch(loaded, machine.reserve(first.size), first.dealt)
    machine.function("copy_match")(copy.address, first.address)
    before = first.state, first.zones, first.choices, first.random
    assert (copy.state, copy.zones, copy.choices, copy.random) == before
    assert machine.function("play_at_random")(copy.address, 3, 100_000) > 10
    assert copy.over
    assert (first.state, first.zones, first.choices, first.random) == before


@pytest.mark.parametrize("name", ["knave", "duel"])
def test_a_match_can_be_laid_in_wherever_it_stands(name, monkeypatch):
    monkeypatch.setattr(exam, "LAID", 1)
    monkeypatch.setattr(exam, "TAKEN_BACK", 0.3)
    monkeypatch.setattr(exam, "GIVEN_UP", 0.05)
    pack, loaded = exam.load_both(PACKS / name)
    assert sum(exam.compare_match(pack, loaded, seed) for seed in (1, 2, 3)) > 10


def test_a_program_that_was_kept_is_not_written_anew(monkeypatch):
    exam.load_both(PACKS / "race_simple")
    monkeypatch.setattr(exam, "write_unit", None)
    pack, loaded = exam.load_both(PACKS / "race_simple")
    assert exam.compare_match(pack, loaded, 1) > 10


def test_the_kernel_is_what_its_source_comes_to(tmp_path):
    pytest.importorskip("ziglang")
    building.build(tmp_path / "kernel.wasm")
    assert (tmp_path / "kernel.wasm").read_bytes() == building.BUILT.read_bytes()
