"""How the files of the packs are laid out, so that they can be read side by side and in a diff."""

from __future__ import annotations

from pathlib import Path

import pytest

HOUSE = Path(__file__).parents[2]
ROOMS = (
    "mygame/world/packs",
    "mygame/rules/workshop/new_games",
    "tests/games",
    "tests/world/packs",
    "benchmarks/packs",
)
FILES = sorted(path for room in ROOMS for path in (HOUSE / room).rglob("*.json5"))
# In characters, a Chinese one as one; see CONTRIBUTING.md, "Add a card".
LONGEST = 140


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(HOUSE).as_posix())
def test_no_line_is_longer_than_a_reader_sees(path):
    lines = path.read_text(encoding="utf-8").splitlines()
    assert [n for n, line in enumerate(lines, 1) if len(line) > LONGEST] == []


def test_there_are_packs_in_every_room():
    for room in ROOMS:
        assert any(path.is_relative_to(HOUSE / room) for path in FILES)
