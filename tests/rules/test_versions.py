"""Versions: what is different between two, what is made of that, what is read from files."""

from __future__ import annotations

import json

import pytest
from tiny import START, WAIT, build, on_play, play, spell

from rules.ground.errors import PackError
from rules.pack import load_pack, publisher, stored, versions
from rules.pack.files import Loader
from rules.pack.interface import engine_digest
from rules.pack.versions import (
    Part,
    Successor,
    apply_part,
    change_of_cards,
    change_of_files,
    compile_change,
    next_version,
    table_difference,
)
from rules.running.match import Match

GAIN = {"type": "note", "amount": 1}
MAIN = [
    {"type": "let", "id": "first", "value": {"chooser": "players"}},
    START,
    *play("x"),
    {"type": "while", "condition": True, "do": [WAIT]},
]
CARDS = [spell("x", on_play(GAIN)), spell("y", on_play(GAIN, GAIN))]


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("CHRONO_CACHE_DIR", str(tmp_path / "kept"))
    build(tmp_path, main=MAIN, cards=CARDS)
    return tmp_path / "tiny"


def edit(folder, old, new):
    file = folder / "pack.json5"
    text = file.read_text("utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1), encoding="utf-8")


def read(pack, folder):
    """The change to what the files say now."""
    loader = Loader()
    return compile_change(pack, change_of_files(pack, folder, loader), loader).change


@pytest.mark.parametrize(
    ("old", "new", "others"),
    [
        ({"a": 1, "b": 2}, {"a": 1, "b": 2}, {}),
        ({"a": 1, "b": 2}, {"b": 2, "a": 1}, {}),
        ({"a": 1, "b": 2}, {"b": 3}, {"b": 3}),
        ({"a": 1}, {"a": True}, {"a": True}),
        ({"a": [{"b": 1, "c": 2}]}, {"a": [{"c": 2, "b": 1}]}, {"a": [{"c": 2, "b": 1}]}),
        ({"a": {"b": 1, "c": 2}}, {"a": {"b": 1}}, {"a": Part(("b",), {}, ("c",))}),
        ({"a": None}, {"a": None, "b": None}, {"b": None}),
        ({"a": {"b": 1}}, {"a": 1}, {"a": 1}),
    ],
)
def test_a_difference_is_what_it_takes_and_no_more(old, new, others):
    part = table_difference(old, new)
    assert part.others == others
    assert repr(apply_part(old, part)) == repr(new)


def test_what_is_the_same_is_shared():
    old = {"a": {"b": [1], "c": [2]}, "d": [3]}
    new = apply_part(old, table_difference(old, {"a": {"b": [1], "c": [4]}, "d": [3]}))
    assert new["a"]["b"] is old["a"]["b"]
    assert new["d"] is old["d"]


def test_files_that_are_the_same_are_no_change(folder):
    pack = load_pack(folder)
    assert not change_of_files(pack, folder, Loader()).is_any()


def test_a_version_made_of_a_change_is_the_one_that_its_files_give(folder):
    pack = load_pack(folder)
    edit(folder, '"amount": 1', '"amount": 3')
    new = next_version(pack, read(pack, folder))
    again = load_pack(folder)
    assert new.hash == again.hash
    assert {n: u.digest for n, u in new.program.units.items()} == {
        n: u.digest for n, u in again.program.units.items()
    }
    assert Match.new(new, 2, 1).field("total") == 3
    assert Match.new(pack, 2, 1).field("total") == 1


def test_a_change_of_what_a_pack_declares_makes_another_version_too(folder):
    pack = load_pack(folder)
    edit(folder, '"seen"', '"first": 7, "seen"')
    new = next_version(pack, read(pack, folder))
    assert (
        new.declarations.interface
        == load_pack(folder).declarations.interface
        != pack.declarations.interface
    )
    assert Match.new(new, 2, 1).field("total") == 1


def test_what_one_change_adds_is_not_known_to_the_next_one_from_the_same_version(folder):
    """Drafts are checked one after the other against the version on the shelf."""
    pack = load_pack(folder)
    known = dict(pack.origin.raw["modified"])
    edit(folder, '"cards": [', f'"cards": [{json.dumps(spell("z", on_play(GAIN)))}, ')
    assert "z" in "".join(next_version(pack, read(pack, folder)).program.catalogue.definitions)
    assert pack.origin.raw["modified"] == known
    edit(folder, '"amount": 1', '"amount": 2')
    assert "z" in "".join(next_version(pack, read(pack, folder)).program.catalogue.definitions)


def test_a_change_knows_its_units_so_that_nothing_is_compiled_twice(folder, monkeypatch):
    pack = load_pack(folder)
    edit(folder, '"amount": 1', '"amount": 3')
    change = read(pack, folder)
    monkeypatch.setattr("rules.language.units.UnitWriter.to_data", None)  # would fail
    successor = Successor(pack, change)
    assert len(list(successor.steps())) > 3  # others can be served in between
    assert Match.new(successor.pack, 2, 1).field("total") == 3


def test_a_pack_can_be_made_of_nothing_but_a_change(folder):
    change = read(None, folder)
    successor = Successor(None, change)
    for _ in successor.steps():
        pass
    assert successor.pack.hash == load_pack(folder).hash


def test_the_problems_of_files_are_those_of_the_pack(folder):
    pack = load_pack(folder)
    edit(folder, '"amount": 1', '"amuont": 1')
    with pytest.raises(PackError) as wrong:
        read(pack, folder)
    with pytest.raises(PackError) as of_pack:
        load_pack(folder)
    assert str(wrong.value) == str(of_pack.value)
    assert "tiny/pack.json5:" in str(wrong.value)


def test_a_change_has_less_time_than_a_pack_and_the_card_is_told_at_which_it_is_over(
    folder, monkeypatch
):
    pack = load_pack(folder)
    edit(folder, '"amount": 1', '"amount": 7')
    monkeypatch.setattr(versions, "CHANGE_SECONDS", -1.0)
    with pytest.raises(PackError) as caught:
        read(pack, folder)
    (problem,) = caught.value.problems
    assert "compiling the pack has taken -1 s up to here" in problem.message
    assert problem.place == "tiny/pack.json5: t.spell.x"
    assert problem.at is not None


def test_files_that_cannot_be_read_are_problems(folder):
    pack = load_pack(folder)
    (folder / "more.json5").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(PackError, match="not UTF-8"):
        read(pack, folder)


# -- what the process that publishes leaves behind


def prepared(before, folder, tmp_path):
    """What becomes of the files in a folder, after a version that stands in a folder of its own."""
    shelves = tmp_path / "shelves"
    known = None
    if before is not None:
        shelf = stored.shelf_of(shelves, before.id, before.hash)
        known = str(shelf / before.folder), before.hash
    return publisher.prepare(engine_digest(), str(folder), known, str(shelves), 60)


def test_what_was_prepared_is_there_at_once_for_other_processes(folder, tmp_path, monkeypatch):
    publisher._made.clear()
    first = prepared(None, folder, tmp_path)
    shelf = stored.shelf_of(tmp_path / "shelves", "tiny", first.content)
    edit(folder, '"amount": 1', '"amount": 3')
    pack = load_pack(shelf / "tiny")
    second = prepared(pack, folder, tmp_path)
    assert second.compiled == 1
    monkeypatch.setattr("rules.language.units.UnitWriter.to_data", None)  # would fail
    for version in (first, second):
        shelf = stored.shelf_of(tmp_path / "shelves", "tiny", version.content)
        assert load_pack(shelf / "tiny").hash == version.content
    assert load_pack(folder).hash == second.content
    assert stored.unpack_files(second.sources) == load_pack(folder).sources


def test_a_version_before_that_is_another_one_is_not_built_upon(folder, tmp_path):
    publisher._made.clear()
    before = str(folder), "0" * 32
    with pytest.raises(LookupError):
        publisher.prepare(engine_digest(), str(folder), before, str(tmp_path / "shelves"), 60)


def test_stored_files_never_lead_out_of_their_folder(tmp_path):
    with pytest.raises(LookupError):
        stored.write_shelf(tmp_path / "shelf", {"../elsewhere.json5": "{}"})


def test_stored_files_are_whole_and_the_oldest_go(tmp_path, monkeypatch):
    monkeypatch.setattr(stored, "MOST_SHELVES", 3)
    sources = {"tiny/pack.json5": json.dumps({"pack": {}})}
    for number in range(6):
        stored.write_shelf(tmp_path / str(number), sources)
    assert len(list(tmp_path.iterdir())) == 3
    file = tmp_path / "5" / "tiny" / "pack.json5"
    file.write_text("other", encoding="utf-8")
    stored.write_shelf(tmp_path / "5", sources)
    assert file.read_text("utf-8") == sources["tiny/pack.json5"]


def test_several_versions_are_made_of_the_same_one_and_leave_it_as_it_was(folder):
    pack = load_pack(folder)
    new = {"id": "t.more", "name": {"en": "more"}, "kind": next(iter(pack.cards)).kind}
    before = repr(pack.origin.raw)
    for count in (1, 2):
        made = next_version(pack, change_of_cards(pack, {"t.more": new | {"count": count}}))
        assert made.card("t.more").count == count
        assert repr(pack.origin.raw) == before


def test_limits_written_in_full_are_no_change(folder):
    """A card of a game that says `maximum` is published as any other is."""
    edit(folder, '"max": 10', '"maximum": 10')
    pack = load_pack(folder)
    edit(folder, '"amount": 1', '"amount": 7')
    change = read(pack, folder)
    assert "fields" not in change.sections.others
    successor = Successor(pack, change)
    for _ in successor.steps():
        pass
    assert successor.pack.program.layout.fields["player", "mana"].maximum is not None
