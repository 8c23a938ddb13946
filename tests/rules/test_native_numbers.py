"""
How far numbers go: what an operation gives is exact, or bound to `MOST`, on both machines.

`FAR=2000 pytest tests/rules/test_native_numbers.py` plays so many programs with such numbers.
"""

from __future__ import annotations

import os
from operator import methodcaller
from pathlib import Path
from random import Random
from typing import Any

import pytest
from programs import SIZES, program
from tiny import BASE, START, WAIT, merged, value, write

from rules.backends.wasm import exam
from rules.backends.wasm.loading import Loaded
from rules.backends.wasm.mirror import Mirror
from rules.fuzz.both import play_on_both
from rules.pack import Pack
from rules.pack.build import load_with_compiler
from rules.running.machine import MOST
from rules.running.match import Match

pytest.importorskip("wasmtime")

PROGRAMS = int(os.environ.get("FAR", "8"))
ANSWERS = 12  # of each match
MORE = "(1000000000 * 1000000000 * 9)"  # than numbers go
LESS = f"(0 - {MORE})"
#: What is worked out step by step, and what it comes to.
OPERATIONS = {
    MORE: MOST,
    LESS: -MOST,
    f"{MORE} + 1": MOST,
    f"{LESS} - 1": -MOST,
    f"{MORE} + {MORE} - {MORE}": 0,
    f"{LESS} - {MORE} + {MORE}": 0,
    f"{MORE} * 2 - {MORE}": 0,
    f"{MORE} * {LESS}": -MOST,
    f"{LESS} * {LESS} - 7": MOST - 7,
    f"{MORE} * 0": 0,
    f"{MORE} // (0 - 1)": -MOST,
    f"{LESS} // 2": -MOST // 2,
    f"{LESS} % 7": -MOST % 7,
    "{match.far} + 1": MOST,
    "{match.far} + {match.far} * 2 - 5": MOST - 5,
    "(0 - {match.far}) - {match.far} - {match.far} + {match.far}": 0,
}


def over(*numbers: str) -> dict[str, Any]:
    """A sum over the numbers from 1 on: of the first so much, of the second so much."""
    value = "0"
    for place, number in reversed(list(enumerate(numbers, 1))):
        value = f"({number} if {{it}} == {place} else {value})"
    of = {"chooser": "numbers", "from": 1, "to": len(numbers)}
    return {"type": "sum", "of": of, "value": value}


def set_field(field: str, amount: Any, of: str = "{match}", **more: Any) -> dict[str, Any]:
    return {"type": "set", "of": of, "field": field, "amount": amount, **more}


def load(folder: Path, sections: dict[str, Any]) -> tuple[Pack, Loaded]:
    pack, compiler = load_with_compiler(write(folder, merged(BASE, sections)))
    return pack, exam.load_native(pack, compiler, 2)


def begun(folder: Path, *do: Any, **sections: Any) -> Match:
    """A match that has begun with these doables, on both machines."""
    first = {"type": "let", "id": "first", "value": {"chooser": "players"}}
    flow = [first, START, *do, {"type": "while", "condition": True, "do": [WAIT]}]
    pack, loaded = load(folder, {"main": flow, **sections})
    mirror = Mirror(loaded, Match.prepare(pack, 2, 1))
    mirror.do_in_both(methodcaller("begin"))
    assert mirror.failed is None
    return mirror.reference


def test_an_operation_is_exact_or_bound_at_once(tmp_path):
    fields = {f"field{number}": {"initial": 0} for number in range(len(OPERATIONS))}
    do = [set_field("far", MORE), *map(set_field, fields, OPERATIONS)]
    match = begun(tmp_path, *do, fields={"match": {"far": {"initial": 0}, **fields}})
    found = {text: value(match, name) for name, text in zip(fields, OPERATIONS, strict=True)}
    assert found == OPERATIONS


def test_a_sum_over_several_is_one_operation(tmp_path):
    do = set_field("total", over(MORE, MORE, "5", LESS, LESS))
    assert value(begun(tmp_path / "whole", do), "total") == 5
    do = set_field("total", over(LESS, "5", LESS))
    assert value(begun(tmp_path / "least", do), "total") == -MOST


@pytest.mark.parametrize(
    ("modifiers", "found"),
    [
        ((("add", MORE), ("add", "7"), ("add", LESS)), 0),
        ((("multiply", MORE), ("multiply", "2"), ("add", LESS), ("add", "3")), 3),
        ((("multiply", LESS), ("multiply", MORE)), -MOST),
        ((("set", MORE), ("multiply", "-1"), ("add", "-1"), ("add", "2")), 2 - MOST),
        ((("add", MORE), ("cap", "9")), 9),
        ((("add", MORE),), MOST),
    ],
)
def test_each_modifier_is_one_operation(tmp_path, modifiers, found):
    change = {"property": "strength", "duration": "always", "of": "{first.first}"}
    changes = [{**change, "mode": mode, "amount": amount} for mode, amount in modifiers]
    read = set_field("total", "{first.first.strength}")
    fields = {"player": {"strength": {"initial": 4}}}
    match = begun(tmp_path, {"type": "addModifiers", "modifiers": changes}, read, fields=fields)
    assert value(match, "total") == found


@pytest.mark.parametrize(("begins", "becomes", "real"), [(LESS, MORE, MOST), (MORE, LESS, -MOST)])
def test_how_far_a_field_has_changed_is_bound_too(tmp_path, begins, becomes, real):
    everybody, one = "{first}", "{first.first}"
    do = [
        set_field("score", begins, everybody),
        set_field("score", becomes, one, id="alone"),
        set_field("seen", "{alone.amount}", one),
        set_field("score", begins, everybody),
        set_field("score", becomes, everybody, id="both"),
        set_field("total", "{both.amount}"),
    ]
    match = begun(tmp_path, *do)
    assert (value(match, "seen", 1), value(match, "total")) == (real, real)


@pytest.mark.parametrize("seed", range(PROGRAMS))
def test_programs_with_large_numbers_play_alike_on_both_machines(tmp_path, seed):
    chance = Random(seed)
    sections = program(seed, chance.choice(SIZES), far=True)
    pack, loaded = load(tmp_path, sections)
    match = Match.prepare(pack, 2, seed, log=seed % 2 == 0)
    play_on_both(match, loaded, chance, ANSWERS)
