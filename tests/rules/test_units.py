"""Units: what a change compiles, what versions share, what saves and files of units hold for."""

from __future__ import annotations

import gc
import json
import marshal
import os
import shutil
import weakref

import pytest
from tiny import START, WAIT, build, on_play, play, spell

from rules.ground.errors import PackError
from rules.language import units
from rules.language.units import UnitWriter, from_bytes
from rules.pack import cache, load_pack, versions
from rules.pack.versions import change_of_cards, compile_change
from rules.running.match import Match
from rules.telling.text import Text

GAIN = {"type": "note", "amount": 1}
DEEP = {
    "define": {
        "doables": {
            "twice": {"params": {"amount": "number"}, "do": [
                {"type": "note", "amount": {"type": "double", "of": "{amount}"}}]},
            "idle": {"do": []},
        },
        "values": {"double": {"params": {"of": "number"}, "value": "{of} * 2"}},
    }
}  # fmt: skip
CARDS = [
    spell("x", on_play({"type": "twice", "amount": 2})),
    spell("y", on_play({"type": "note", "amount": {"type": "double", "of": 3}})),
    spell("z", on_play(GAIN)),
]


MAIN = [
    {"type": "let", "id": "first", "value": {"chooser": "players"}},
    START,
    *play("x"),
    {"type": "while", "condition": True, "do": [WAIT]},
]


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("CHRONO_CACHE_DIR", str(tmp_path / "kept"))
    build(tmp_path, main=MAIN, cards=CARDS, **DEEP)
    return tmp_path / "tiny"


def card(pack, end, **changes):
    """The card whose id ends so, changed."""
    return {f"t.spell.{end}": {**pack.card(f"t.spell.{end}").source, **changes}}


def touched(pack, cards):
    """The units that a change of cards compiles."""
    return sorted(from_bytes(compile_change(pack, change_of_cards(pack, cards)).change.units))


def changed(pack, cards):
    """The next version of a pack, in which these cards are as given."""
    return versions.next_version(pack, change_of_cards(pack, cards))


def test_a_changed_card_compiles_that_card_alone(folder):
    pack = load_pack(folder)
    more = card(pack, "z", behaviors=[on_play(GAIN, GAIN)])
    assert touched(pack, more) == ["card t.spell.z"]


def test_a_card_that_only_prints_something_else_compiles_nothing(folder):
    pack = load_pack(folder)
    assert touched(pack, card(pack, "z", name={"zh": "别", "en": "Other"})) == []


def test_versions_share_the_units_that_are_the_same(folder):
    pack = load_pack(folder)
    new = changed(pack, card(pack, "z", behaviors=[on_play(GAIN, GAIN)]))
    same = {name for name, unit in new.program.units.items() if pack.program.units[name] is unit}
    assert set(pack.program.units) - same == {"card t.spell.z"}
    assert new.program.layout is pack.program.layout
    assert (
        new.program.catalogue.definitions["t.spell.x"]
        is pack.program.catalogue.definitions["t.spell.x"]
    )
    assert new.hash != pack.hash


def test_a_version_is_played_by_its_own_cards(folder):
    pack = load_pack(folder)
    new = changed(pack, card(pack, "x", behaviors=[on_play(GAIN)]))
    totals = [Match.new(each, 2, 1).field("total") for each in (pack, new)]
    assert totals == [4, 1]


def test_a_card_can_come_and_go(folder):
    pack = load_pack(folder)
    new = {"t.spell.w": {**pack.card("t.spell.z").source, "id": "t.spell.w", "name": "W"}}
    more = changed(pack, new)
    assert [c.id for c in more.cards][-1] == "t.spell.w"
    fewer = changed(more, {"t.spell.w": None})
    assert [c.id for c in fewer.cards] == [c.id for c in pack.cards]


def test_a_wrong_card_is_refused_and_the_pack_stays(folder):
    pack = load_pack(folder)
    with pytest.raises(PackError, match="there is no doable 'noet'; did you mean note"):
        changed(pack, card(pack, "z", behaviors=[on_play({"type": "noet"})]))
    assert Match.new(pack, 2, 1).field("total") == 4


def test_a_version_that_nobody_refers_to_is_let_go(folder, monkeypatch):
    monkeypatch.setattr(units, "_linked", weakref.WeakValueDictionary())  # as in the game
    pack = load_pack(folder)
    new = changed(pack, card(pack, "z", behaviors=[on_play(GAIN, GAIN)]))
    gone, unit = weakref.ref(new), weakref.ref(new.program.units["card t.spell.z"])
    del new
    gc.collect()
    assert gone() is None
    assert unit() is None


def test_the_version_before_is_let_go_without_a_search_for_garbage(folder):
    pack = load_pack(folder)
    new = changed(pack, card(pack, "z", behaviors=[on_play(GAIN, GAIN)]))
    Match.new(pack, 2, 1).view(0)
    for each in pack.cards:
        Text(pack, "en", ["a", "b"]).rules_text(each)
    gone = weakref.ref(pack)
    gc.disable()  # a server searches seldom, and not at all in what it had when it started
    try:
        del pack
        assert gone() is None
    finally:
        gc.enable()
    assert Match.new(new, 2, 1).field("total") == 4


def test_a_word_written_out_is_compiled_again_in_what_uses_it(folder):
    pack = load_pack(folder)
    text = (folder / "pack.json5").read_text()
    (folder / "pack.json5").write_text(text.replace("{of} * 2", "{of} * 3"))
    before, after = pack.program.units, load_pack(folder).program.units
    differ = {name for name in before if before[name].digest != after[name].digest}
    # x calls `twice`, which is what it was to whoever calls it.
    assert differ == {"word twice", "card t.spell.y", "check values double"}


def test_a_word_that_takes_something_more_is_called_with_it(folder):
    """The default of what a caller leaves out is written where it is called."""
    assert Match.new(load_pack(folder), 2, 1).field("total") == 4
    text = (folder / "pack.json5").read_text()
    more = '"amount": "number", "more": {"type": "number", "default": 30}'
    text = text.replace(
        '"twice": {"params": {"amount": "number"}', f'"twice": {{"params": {{{more}}}'
    )
    text = text.replace('"of": "{amount}"', '"of": "{amount} + {more}"')
    (folder / "pack.json5").write_text(text)
    assert Match.new(load_pack(folder), 2, 1).field("total") == 64
    (folder / "pack.json5").write_text(text.replace('"default": 30', '"default": 40'))
    assert Match.new(load_pack(folder), 2, 1).field("total") == 84


def test_what_a_pack_declares_anew_compiles_it_all_again(folder):
    pack = load_pack(folder)
    text = (folder / "pack.json5").read_text()
    (folder / "pack.json5").write_text(text.replace('"seen"', '"first": 7, "seen"'))
    again = load_pack(folder)
    assert all(pack.program.units[name] is not unit for name, unit in again.program.units.items())
    assert Match.new(again, 2, 1).field("total") == 4


ASKED = {
    "type": "choose",
    "ask": "{match.startPlayer}",
    "prompt": "wait",
    "auto": False,
    "options": [{"id": "go", "do": [GAIN]}],
}


def test_a_save_goes_on_in_code_that_never_began_here(tmp_path):
    cards = [spell("x", on_play(GAIN, ASKED, GAIN))]
    pack = build(tmp_path, main=MAIN, cards=cards)
    saved = Match.new(pack, 2, 1).save()
    units._linked.clear()
    match = Match.load(load_pack(tmp_path / "tiny"), saved)
    assert match.field("total") == 1
    match.answer(0, (0,))
    assert match.field("total") == 3


def test_a_pack_that_was_loaded_before_is_not_compiled_again(folder, monkeypatch):
    pack = load_pack(folder)
    monkeypatch.setattr("rules.language.units.UnitWriter.to_data", None)  # would fail
    again = load_pack(folder)
    assert all(pack.program.units[name] is unit for name, unit in again.program.units.items())
    assert again.hash == pack.hash


def test_what_was_found_whole_before_is_not_looked_through_again(folder, monkeypatch):
    monkeypatch.setattr("rules.pack.holes.check_holes", None)  # would fail
    load_pack(folder)


def test_a_pack_with_a_hole_that_nothing_fills_is_refused_whenever_it_is_loaded(folder):
    words = {"words": {"en": {"text": {"twice": "twice {amout}"}}}}
    (folder / "words.json5").write_text(json.dumps(words))
    for _ in range(2):
        with pytest.raises(PackError, match="amout"):
            load_pack(folder)


def test_of_a_draft_of_a_pack_only_what_differs_is_compiled(folder, tmp_path, monkeypatch):
    pack = load_pack(folder)
    drafts = [shutil.copytree(folder, tmp_path / f"draft{number}" / "tiny") for number in (1, 2)]
    written = []
    writes = UnitWriter.to_data

    def noted(self, *of):
        written.append(self.name)
        return writes(self, *of)

    monkeypatch.setattr(UnitWriter, "to_data", noted)
    assert load_pack(drafts[0]).hash == pack.hash
    assert written == []
    text = (drafts[1] / "pack.json5").read_text()
    old, new = (json.dumps(on_play({**GAIN, "amount": number})) for number in (1, 4))
    assert text.count(old) == 1
    (drafts[1] / "pack.json5").write_text(text.replace(old, new))
    draft = load_pack(drafts[1])
    assert written == ["card t.spell.z"]
    assert draft.program.units["card t.spell.x"] is pack.program.units["card t.spell.x"]


def test_a_folder_passes_for_no_other_whatever_it_is_called(folder, tmp_path):
    pack = load_pack(folder)
    tag, interface = cache.cache_file(folder).name.split("-")[0], pack.declarations.interface
    cache.cache_file(folder).unlink()
    for number, name in enumerate((f"x-{tag}-y", f"{tag}-tiny", tag, interface)):
        other = shutil.copytree(folder, tmp_path / name)
        text = (other / "pack.json5").read_text()
        (other / "pack.json5").write_text(text.replace('"amount": 1', f'"amount": {number + 7}'))
        assert load_pack(other).hash != pack.hash
    assert cache.load_cached(folder) is None
    assert load_pack(folder).hash == pack.hash


@pytest.mark.parametrize("harm", ["cut", "one letter", "a list", "others", "folder"])
def test_what_is_wrong_with_kept_units_stops_nothing(folder, harm):
    pack = load_pack(folder)
    path = cache.cache_file(folder)
    if harm == "cut":
        path.write_bytes(path.read_bytes()[:100])
    elif harm == "one letter":  # which can still be read
        path.write_bytes(path.read_bytes().replace(b"pack", b"pick"))
    elif harm == "a list":
        path.write_bytes(marshal.dumps(([], {}, {}, {"card x": {}})))
    elif harm == "others":  # somebody else could have written it
        path.chmod(0o666)
    else:
        shutil.rmtree(path.parent)
        path.parent.write_text("no folder")
    assert cache.load_cached(folder) is None
    assert load_pack(folder).hash == pack.hash


def test_kept_units_never_lie_in_the_pack(folder):
    load_pack(folder)
    assert not [path for path in folder.rglob("*") if path.suffix != ".json5" and path.is_file()]
    assert oct(os.stat(cache.cache_file(folder)).st_mode & 0o777) == "0o600"


def test_a_save_goes_on_where_its_units_are_the_same(folder):
    pack = load_pack(folder)
    saved = Match.new(pack, 2, 1).save()
    new = {"t.spell.w": {**pack.card("t.spell.z").source, "id": "t.spell.w", "name": "W"}}
    assert Match.load(changed(pack, new), saved).field("total") == 4


@pytest.mark.parametrize("changes", [{"behaviors": [on_play(GAIN, GAIN)]}, {"manaCost": 3}])
def test_a_save_does_not_go_on_with_another_card_in_it(folder, changes):
    pack = load_pack(folder)
    saved = Match.new(pack, 2, 1).save()
    with pytest.raises(ValueError, match="its cards are of another version"):
        Match.load(changed(pack, card(pack, "z", **changes)), saved)


def test_a_save_does_not_go_on_with_another_flow(folder):
    pack = load_pack(folder)
    saved = Match.new(pack, 2, 1).save()
    text = (folder / "pack.json5").read_text()
    (folder / "pack.json5").write_text(text.replace("{of} * 2", "{of} * 3"))
    with pytest.raises(ValueError, match="another version of the game"):
        Match.load(load_pack(folder), saved)
