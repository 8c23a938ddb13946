"""Cards that are printed like others: `like`."""

from __future__ import annotations

import pytest
from tiny import START, WAIT, build, on_play, play, spell

from rules.ground.errors import PackError
from rules.pack.versions import change_of_cards, next_version

MAIN = [
    {"type": "let", "id": "first", "value": {"chooser": "players"}},
    START,
    *play("copy"),
    {"type": "while", "condition": True, "do": [WAIT]},
]
COPY = {"id": "t.spell.copy", "name": "copy", "like": "t.spell.middle"}


def cards(**others):
    first = {**spell("first", on_play({"type": "note", "amount": 2})), "manaCost": 3, "count": 0}
    middle = {"id": "t.spell.middle", "name": "middle", "count": 0, "like": first["id"]}
    return [first, {**middle, "school": "fire"}, {**COPY, **others}]


def test_what_a_card_does_not_say_stands_on_it_as_on_the_other_one(tmp_path):
    pack = build(tmp_path, main=MAIN, cards=cards(manaCost=1))
    copy = pack.card("t.spell.copy")
    assert copy.facts["manaCost"] == 1
    assert pack.program.symbol_name(copy.facts["school"]) == "fire"
    assert copy.count == 1
    assert copy.name["en"] == "copy"
    assert copy.source["behaviors"] == pack.card("t.spell.first").source["behaviors"]


def test_a_change_of_the_other_card_changes_those_that_are_like_it(tmp_path):
    pack = build(tmp_path, main=MAIN, cards=cards())
    first = {**pack.card("t.spell.first").source, "manaCost": 4}
    new = next_version(pack, change_of_cards(pack, {"t.spell.first": first}))
    assert new.card("t.spell.copy").facts["manaCost"] == 4
    assert pack.card("t.spell.copy").facts["manaCost"] == 3


@pytest.mark.parametrize(
    ("like", "message"),
    [
        ("t.spell.fist", "no card has the id t.spell.fist; did you mean t.spell.first?"),
        ("t.spell.copy", "t.spell.copy is like itself in the end"),
        (7, "no card has the id 7"),
    ],
)
def test_a_card_is_like_another_one_that_there_is(tmp_path, like, message):
    with pytest.raises(PackError) as caught:
        build(tmp_path, main=MAIN, cards=cards(like=like))
    assert message in str(caught.value)


def test_what_is_wrong_with_the_other_card_is_told_once(tmp_path):
    given = cards()
    given[0] = spell("first", on_play({"type": "nothing"}), count=0)
    with pytest.raises(PackError) as caught:
        build(tmp_path, main=MAIN, cards=given)
    assert str(caught.value).count("there is no doable 'nothing'") == 1


def test_what_is_misshapen_on_the_other_card_is_told_once(tmp_path):
    given = cards()
    given[0]["manaCost"] = {"x": 1}
    with pytest.raises(PackError) as caught:
        build(tmp_path, main=MAIN, cards=given)
    assert str(caught.value).count("manaCost") == 1


def test_what_is_misshapen_on_a_card_like_another_is_told_there(tmp_path):
    with pytest.raises(PackError) as caught:
        build(tmp_path, main=MAIN, cards=cards(behaviors=7))
    assert "t.spell.copy.behaviors" in str(caught.value)
