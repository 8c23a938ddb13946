"""Entries of places: ways are two-way, and what is typed is read as what is wanted."""

import pytest

from rules.workshop import templates
from rules.workshop.entries import follow_ways, place_beside, value_written


def place(**exits):
    return {"name": {"en": "X"}, "exits": exits}


def test_a_way_that_is_new_gets_its_way_back():
    places = {"a": place(), "b": place(west="c")}
    assert follow_ways("a", place(), place(north="b"), places) == {"b": place(west="c", south="a")}


def test_a_way_that_is_gone_takes_its_way_back_along():
    places = {"a": place(up="b"), "b": place(down="a", east="c")}
    assert follow_ways("a", places["a"], place(), places) == {"b": place(east="c")}
    assert follow_ways("a", places["a"], None, places) == {"b": place(east="c")}


def test_a_way_back_that_leads_elsewhere_already_stays():
    places = {"a": place(), "b": place(south="c")}
    assert follow_ways("a", place(), place(north="b"), places) == {}
    assert follow_ways("a", place(north="b"), place(), places) == {}


def test_a_way_that_is_turned_moves_its_way_back():
    places = {"a": place(north="b"), "b": place(south="a")}
    assert follow_ways("a", places["a"], place(east="b"), places) == {"b": place(west="a")}


@pytest.mark.parametrize(
    "entry", [None, [], "x", {"exits": "x"}, {"exits": {"north": 3, "q": "b"}}]
)
def test_what_is_no_entry_has_no_ways(entry):
    assert follow_ways("a", entry, entry, {"b": place()}) == {}


def test_the_next_place_lies_beside_this_one():
    assert place_beside({"at": [2, -1]}, "northwest") == [1, 0]
    assert place_beside({"at": [2, -1]}, "down") == [2, -1]
    assert place_beside({}, "east") == [1, 0]


def test_what_is_typed_is_read_as_what_is_wanted():
    assert value_written("point", "（-1，2）") == [-1, 2]
    assert value_written("nameList", "square、广场") == ["square", "广场"]
    assert value_written("text", "3 wells.") == "3 wells."
    assert value_written("placeName", "market") is None
    with pytest.raises(ValueError, match="1 2 3"):
        value_written("point", "1 2 3")


def test_a_copied_file_of_cards_has_ids_and_names_of_its_own():
    text = """// Kept.
{"cards": [
  {"id": "g.theme.cave", "name": {"zh": "洞", "en": "Cave"}},
  {"id": "g.foe.bat", "name": {"zh": "蝠", "en": "Bat"}, "theme": "g.theme.cave"},
  {"id": "g.room.den", "name": "Den", "of": ["g.foe.bat", "g.foe.bats", "g.theme.cave"]},
]}"""
    told = templates.copy_of(text, "fen", {"zh": "沼泽", "en": "Fen"})
    assert told.startswith("// Kept.\n")
    assert '"id": "g.theme.fen", "name": {"zh": "沼泽", "en": "Fen"}' in told
    assert '{"zh": "沼泽蝠", "en": "Fen Bat"}, "theme": "g.theme.fen"' in told
    assert '"of": ["g.foe.fen_bat", "g.foe.bats", "g.theme.fen"]' in told
    assert templates.address_of("cards/theme_cave.json5", "fen") == "file:cards/theme_fen.json5"
