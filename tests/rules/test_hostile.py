"""Whatever stands in a pack, it is data: none of it is ever carried out, and texts cost nothing."""

import builtins
import copy
import json
import random
from pathlib import Path

import pytest

from rules.fuzz import canary as canaries
from rules.fuzz.canary import HOSTILE, check_spot, read_sections, use_pack, walk_spots
from rules.ground.errors import PackError
from rules.ground.templates import fill
from rules.pack import load_pack
from rules.pack.build import Builder

PACKS = Path(__file__).parents[2] / "mygame" / "world" / "packs"
PEBBLES = Path(__file__).parents[1] / "world" / "packs" / "pebbles"
# One of so many places is tried here; `make fuzz ARGS=--canary` tries one of every kind.
SAMPLED = {"chrono": 600, "race": 300, "race_simple": 600}


def read(folder):
    """The sections of a pack, to be changed by a test."""
    raw, sources = read_sections(folder)
    return copy.deepcopy(raw), sources


@pytest.fixture
def canary(monkeypatch):
    """What was carried out that should not have been."""
    sung = []
    monkeypatch.setattr(builtins, "CANARY", lambda *_: sung.append(True), raising=False)
    return sung


def test_no_string_at_any_place_of_a_pack_is_carried_out():
    for number, spot in enumerate(walk_spots(read_sections(PEBBLES)[0])):
        for hostile in (HOSTILE[0], HOSTILE[number % len(HOSTILE)]):
            assert check_spot(PEBBLES, spot, hostile) == ""


@pytest.mark.parametrize("name", SAMPLED)
def test_nor_is_one_in_a_pack_that_is_played(name):
    chance = random.Random(7)
    every = [spot for spot in walk_spots(read_sections(PACKS / name)[0]) if spot.path[0] != "words"]
    chance.shuffle(every)
    for spot in every[:: SAMPLED[name]]:
        assert check_spot(PACKS / name, spot, chance.choice(HOSTILE)) == ""


def test_the_canary_is_heard_when_it_sings(monkeypatch):
    monkeypatch.setattr(canaries, "use_pack", lambda *_: [str(builtins.CANARY())])
    spot = next(walk_spots(read_sections(PEBBLES)[0]))
    assert "was carried out" in check_spot(PEBBLES, spot, HOSTILE[0])
    monkeypatch.setattr(canaries, "use_pack", lambda *_: ["x = CANARY + 'CANARY'"])
    assert "is in the source" in check_spot(PEBBLES, spot, HOSTILE[0])


def test_the_message_of_a_log_line_is_no_source(canary):
    raw, sources = read(PEBBLES)
    raw["main"] = [{"type": "log", "message": "x\nCANARY()"}, *raw["main"]]
    use_pack(PEBBLES, raw, sources)
    assert not canary


@pytest.mark.parametrize("kind", ["x\nCANARY()", "card\n", "", "a b", 5, None])
def test_a_kind_of_card_is_a_name(kind):
    raw, sources = read(PEBBLES)
    raw["kinds"] = [*raw["kinds"], kind]
    with pytest.raises(PackError, match="a kind is a name"):
        Builder(PEBBLES, raw, sources).build()


@pytest.mark.parametrize("kinds", ["card", {"card": 1}, 5, None])
def test_kinds_are_a_list(tmp_path, kinds):
    (tmp_path / "pack.json5").write_text(json.dumps({"pack": {"id": "x"}, "kinds": kinds}))
    with pytest.raises(PackError, match="kinds: this section is a list of names"):
        load_pack(tmp_path)


@pytest.mark.parametrize(
    "parent", ["../..", "../chrono", ".", "..", "", "/etc", "race/", "a/../race"]
)
def test_a_pack_inherits_only_from_one_beside_it(tmp_path, parent):
    (tmp_path / "race").mkdir()
    (tmp_path / "heir").mkdir()
    manifest = {"pack": {"id": "heir", "inherits": parent}}
    (tmp_path / "heir" / "pack.json5").write_text(json.dumps(manifest))
    with pytest.raises(PackError, match="there is no pack"):
        load_pack(tmp_path / "heir")


@pytest.mark.parametrize(
    ("template", "told"),
    [
        ("{a}", "1"),
        ("{a:>1000000000}", "{a:>1000000000}"),
        ("{a.__class__}", ""),
        ("{a[0]}", "{a[0]}"),
        ("{a!r}", "{a!r}"),
        ("{", "{"),
        ("{b}", ""),
        (7, "7"),
    ],
)
def test_a_hole_is_a_name_and_nothing_else(template, told):
    assert fill(template, a=1) == told


@pytest.mark.parametrize(
    ("section", "entry", "wrong"),
    [
        ("cards", "|rstone", "a bar makes colours"),
        ("cards", "\u202estone", "U\\+202E, which nobody sees"),
        ("cards", "stone\x07", "U\\+0007, which nobody sees"),
        ("words", "\x1b[2Jstone", "U\\+001B, which nobody sees"),
        ("words", "|lcquit|ltstone|le", "makes no links"),
        ("kinds", "\ud800", "which nobody sees"),
    ],
)
def test_a_text_of_a_pack_has_nothing_that_a_screen_obeys_but_colours_where_they_belong(
    section, entry, wrong
):
    raw, sources = read(PEBBLES)
    if section == "cards":
        raw["cards"]["t.stone.grey"][1]["name"] = {"zh": "石", "en": entry}
    elif section == "words":
        raw["words"]["en"]["prompt"]["turn"] = entry
    else:
        raw["kinds"] = [*raw["kinds"], entry]
    with pytest.raises(PackError, match=wrong) as refused:
        Builder(PEBBLES, raw, sources).build()
    assert str(refused.value).replace("\n", "").isprintable()


def test_colours_stand_in_words():
    raw, sources = read(PEBBLES)
    raw["words"]["en"]["prompt"]["turn"] = "|wPlay|n a stone"
    assert Builder(PEBBLES, raw, sources).build()


@pytest.mark.parametrize("text", ["null", "5", "[]", '"x"'])
def test_a_file_that_is_no_object_of_sections_refuses_its_pack(tmp_path, text):
    (tmp_path / "pack.json5").write_text(text)
    with pytest.raises(PackError, match="an object of sections"):
        load_pack(tmp_path)
