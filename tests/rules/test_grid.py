"""Rows of cells on any screen: who gives way, and that nothing is lost on the way."""

import pytest

from rules.ground.grid import Column, flow, grid
from rules.ground.width import display_width

HEADS = ["Player", "Wheel", "Deck", "Wand", "What it does"]
ROWS = [
    ["1 Ann the Very Long-Named", "I-IV", "12", "Staff of the Fire Mage", "造成9点伤害；" * 4],
    ["2 Ann the Very Short", "II-I", "7", "", "Deal 9 damage, then draw a card."],
]
COLUMNS = [
    Column(short=True),
    Column(),
    Column("right", drop=1),
    Column(short=True, drop=2),
    Column(text=True),
]


def words(lines):
    return "".join("".join(lines).split())


@pytest.mark.parametrize("limit", range(24, 160, 3))
def test_no_line_is_wider_than_the_screen_and_texts_are_whole(limit):
    lines = grid(ROWS, COLUMNS, limit, HEADS)
    assert all(display_width(line) <= limit for line in lines)
    told = words(lines)
    for row in ROWS:
        for cell in (row[1], row[2], row[3]):  # the wand may be broken over two lines
            assert cell.replace(" ", "") in told or "…" in told
    assert sum(line.count("造") + line.count("伤") for line in lines) == 8


def test_what_has_no_room_goes_under_its_row_with_its_head():
    lines = grid(ROWS, COLUMNS, 24, HEADS)
    assert "    Wand Staff of the" in lines
    assert not any("Wand" in line for line in grid(ROWS, COLUMNS, 24, HEADS, under=False))


def test_a_row_is_one_line_where_nothing_stands_under_it():
    for limit in range(24, 160, 3):
        assert len(grid(ROWS, COLUMNS, limit, HEADS, under=False)) == 3


def test_names_are_shortened_only_where_they_stay_different():
    short = grid([[row[0], row[1]] for row in ROWS], COLUMNS[:2], 25)
    assert [line.split("  ")[0].split(" I")[0] for line in short] == [
        "1 Ann the Very Long…",
        "2 Ann the Very Short",
    ]
    same = [["Ann the Very Long", "1"], ["Ann the Very Short", "2"]]
    for limit, names in ((17, 15), (16, 14)):  # of 14 columns they would be the same
        told = grid(same, [Column(short=True), Column(drop=1)], limit)
        assert len({line[:names] for line in told if line.startswith("Ann")}) == 2


def test_a_column_without_anything_is_left_out():
    assert grid([["a", "", "b"]], heads=["x", "y", "z"]) == ["x  z", "a  b"]


def test_short_texts_stay_whole_on_their_line():
    items = [f"Monster {number} (III) 9/9" for number in range(9)]
    for limit in (24, 40, 80, 200):
        lines = flow(items, limit, first="Monsters: ")
        assert all(display_width(line) <= limit for line in lines)
        if limit > 30:
            assert all(any(item in line for line in lines) for item in items)
