"""Where things stand in JSON5 texts."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules.ground.places import nearest_position, positions
from rules.language import dialect

PACKS = Path(__file__).parents[2] / "mygame" / "world" / "packs"
TEXT = """\
// a file {"no": [
{
  name: 'it''s', /* one
  "two": */ "cards": [
    {"id": "a, b: {[", "n": +.5},
    [1, [2,],
     Infinity],
  ],
  "\\u0065nd": {}, '一': null,
}
"""


def test_every_value_has_the_position_of_its_name_or_its_own():
    found = positions(TEXT.replace("it''s", "it\\'s"))
    assert found == {
        (): (2, 1),
        ("name",): (3, 3),
        ("cards",): (4, 13),
        ("cards", 0): (5, 5),
        ("cards", 0, "id"): (5, 6),
        ("cards", 0, "n"): (5, 24),
        ("cards", 1): (6, 5),
        ("cards", 1, 0): (6, 6),
        ("cards", 1, 1): (6, 9),
        ("cards", 1, 1, 0): (6, 10),
        ("cards", 1, 2): (7, 6),
        ("end",): (9, 3),
        ("一",): (9, 19),
    }


def test_of_two_members_of_one_name_the_last_is_meant():
    assert positions('{"a": [1],\n "a": [2]}')["a", 0] == (2, 8)


def test_what_is_not_there_has_the_position_of_what_it_would_stand_in():
    found = positions('{\n "a": [\n  {"b": 1}]}')
    assert nearest_position(found, ("a", 0, "c", "d")) == (3, 3)
    assert nearest_position(found, ("z",)) == (1, 1)
    assert nearest_position({}, ("z",)) == (1, 1)


@pytest.mark.parametrize(
    "text", ["", "{", '{"a', "]", "{/*", '{"a": [1, 2', "{{{:,", '{"\\ux": 1}']
)
def test_a_text_that_is_not_json5_raises_nothing(text):
    assert isinstance(positions(text), dict)


def paths_of(data, path=()):
    yield path
    items = data.items() if isinstance(data, dict) else ()
    for key, item in enumerate(data) if isinstance(data, list) else items:
        yield from paths_of(item, (*path, key))


def test_in_the_files_of_the_packs_it_finds_exactly_what_is_read_from_them():
    for file in PACKS.rglob("*.json5"):
        text = file.read_text(encoding="utf-8")
        assert list(positions(text)) == list(paths_of(dialect.parse_json5(text, file.name)[0])), (
            file
        )
