"""Packs that inherit from another one replace and remove what it declares."""

from __future__ import annotations

import json
import re

import pytest
from tiny import BASE, build, merged, on_play, spell, write

from rules.ground.errors import PackError
from rules.pack import load_pack
from rules.workshop.command import main


def test_a_word_is_defined_once_in_a_pack_and_replaced_by_an_heir(tmp_path):
    define = {"doables": {"note": {"params": {"amount": "number"}, "do": []}}}
    folder = write(tmp_path / "tiny", merged(BASE, {}))
    (folder / "more.json5").write_text(json.dumps({"define": define}), encoding="utf-8")
    with pytest.raises(PackError, match="already a word note, in tiny"):
        load_pack(folder)
    (folder / "more.json5").unlink()
    heir = {"pack": {"id": "heir", "inherits": "tiny"}, "define": define}
    pack = load_pack(write(tmp_path / "heir", heir))
    assert pack.declarations.defined_word("doables", "note").place.startswith("heir/")


def test_packs_do_not_inherit_in_a_circle_or_from_nowhere(tmp_path):
    for name, parent in (("a", "b"), ("b", "a"), ("c", "nowhere")):
        write(tmp_path / name, {"pack": {"id": name, "inherits": parent}})
    with pytest.raises(PackError, match="in a circle: a -> b"):
        load_pack(tmp_path / "a")
    with pytest.raises(PackError, match="no pack 'nowhere'"):
        load_pack(tmp_path / "c")


def test_an_heir_replaces_and_removes_cards(tmp_path):
    build(tmp_path, cards=[spell("a", manaCost=1), spell("b"), spell("c")])
    heir = {
        "pack": {"id": "heir", "inherits": "tiny"},
        "remove": {"cards": ["t.spell.b"]},
        "cards": [spell("a", manaCost=4), spell("d")],
    }
    pack = load_pack(write(tmp_path / "heir", heir))
    assert sorted(pack.program.catalogue.definitions) == ["t.spell.a", "t.spell.c", "t.spell.d"]
    assert pack.card("t.spell.a").facts["manaCost"] == 4
    assert set(pack.sources) == {"tiny/pack.json5", "heir/pack.json5"}


def test_with_an_event_an_heir_removes_the_cards_that_wait_for_it(tmp_path):
    waits = {"type": "addTriggers", "triggers": [{"event": "onSnow", "mode": "always", "do": []}]}
    snow = {"onSnow": {"context": {}}}
    build(tmp_path, cards=[spell("a", on_play(waits)), spell("b")], events=snow)
    heir = {"pack": {"id": "heir", "inherits": "tiny"}, "remove": {"events": ["onSnow"]}}
    pack = load_pack(write(tmp_path / "heir", heir))
    assert sorted(pack.program.catalogue.definitions) == ["t.spell.b"]
    assert "onSnow" not in pack.declarations.events


def test_an_heir_removes_words(tmp_path):
    word = {"name": "x", "text": "y"}
    told = {"en": {"keyword": {"seal": word, "fix": word}}, "zh": {"keyword": {"seal": word}}}
    build(tmp_path, cards=[spell("a")], words=told)
    heir = {"pack": {"id": "heir", "inherits": "tiny"}, "remove": {"words": ["keyword.seal"]}}
    pack = load_pack(write(tmp_path / "heir", heir))
    assert pack.words == {"en": {"keyword": {"fix": word}}, "zh": {"keyword": {}}}


@pytest.mark.parametrize(
    ("remove", "message"),
    [
        ({"cards": ["t.spell.x"]}, "no card 't.spell.x' to remove"),
        ({"events": ["onRain"]}, "no event 'onRain' to remove"),
        ({"words": ["keyword.snow"]}, "no words 'keyword.snow' to remove"),
        ({"zones": ["hand"]}, r"remove\.zones: what is removed is cards, events, words"),
        ({"cards": "t.spell.a"}, r"remove\.cards: a list of names belongs here"),
    ],
)
def test_what_an_heir_removes_is_there_or_a_sentence(tmp_path, remove, message):
    build(tmp_path, cards=[spell("a")])
    heir = {"pack": {"id": "heir", "inherits": "tiny"}, "remove": remove}
    with pytest.raises(PackError, match=message):
        load_pack(write(tmp_path / "heir", heir))


def test_check_of_a_pack_finds_what_is_wrong_with_its_heirs(tmp_path, capsys):
    build(tmp_path, bring={"luck": {"type": "number", "max": 9}})
    heir = {"pack": {"id": "heir", "inherits": "tiny", "name": "Heir"}}
    folder = write(tmp_path / "heir", heir | {"bring": {"luck": {"max": 2, "default": 3}}})
    assert main(["check", str(tmp_path / "tiny")]) == 1
    told = capsys.readouterr().out
    assert re.search(r"heir/pack\.json5:\d+:\d+: bring\.luck\.default: luck is 2 at most", told)
    assert told.endswith("1 problem of heirs\n")
    write(folder, heir | {"bring": {"luck": {"max": 2, "default": 1}}})
    assert main(["check", str(tmp_path / "tiny")]) == 0
