"""How the modules of the house are cut: one matter each, so that each can be read in one go."""

from __future__ import annotations

from pathlib import Path

import pytest

HOUSE = Path(__file__).parents[1]
ROOMS = ("mygame", "tests", "scripts", "benchmarks")
MODULES = sorted(path for room in ROOMS for path in (HOUSE / room).rglob("*.py"))
LONGEST = 500  # lines


@pytest.mark.parametrize("room", ROOMS)
def test_no_module_is_longer_than_one_reads_in_one_go(room):
    own = [path for path in MODULES if path.is_relative_to(HOUSE / room)]
    assert own
    long = {
        path.relative_to(HOUSE).as_posix(): lines
        for path in own
        if (lines := len(path.read_text(encoding="utf-8").splitlines())) > LONGEST
    }
    assert long == {}
