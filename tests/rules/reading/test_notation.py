"""Expressions are taken apart and put together as authors write them."""

import pytest

from rules.reading.notation import parse_path, put_together, replace_at, take_apart, value_at
from rules.reading.typed import Typed, normal_form


@pytest.mark.parametrize(
    "written",
    [
        "{you.mana} * 3",
        "{it.type} == spell and ({it.school} == fire or not {it.done})",
        "max(100 - 10 * {you.mana}, 20)",
        "3 if {you.mana} > 4 else 2",
        "3 - (2 - {you.mana})",
        "-{you.mana}",
        "{it.kind} in [spell, beast]",
        "{dc{loop.index}.UUID}",
        "spell",
        "a text that is none of that",
    ],
)
def test_what_is_taken_apart_is_put_together_again(written):
    assert put_together(take_apart(written)) == written


def test_what_cannot_stand_in_quotes_is_written_with_words():
    count = {"type": "count", "of": "{you.hand}"}
    condition = {"$": ">=", "items": [count, 3]}
    assert put_together(condition) == {"type": "GreaterThanOrEqual", "value1": count, "value2": 3}
    less = {"$": "-", "items": [10, count]}
    assert put_together(less) == {"type": "subtract", "value1": 10, "value2": count}


def test_a_part_is_found_and_replaced_by_its_path():
    json = {"do": take_apart([{"amount": "{you.mana} * 3"}])}
    path = (*parse_path(".do[0].amount"), "items", 1)
    assert value_at(json, path) == 3
    assert put_together(replace_at(json, path, 4)) == {"do": [{"amount": "{you.mana} * 4"}]}


@pytest.mark.parametrize(
    ("language", "typed", "plain"),
    [
        ("en", "Another  CARD and an orc", "a other card and a orc"),
        ("zh", "造成 ３ 点伤害。 抽１张牌，", "造成3点伤害.抽1张牌,"),
    ],
)
def test_texts_have_one_form(language, typed, plain):
    assert Typed(typed, language).text == plain


def test_a_place_in_the_plain_form_is_known_in_what_was_typed():
    typed = Typed("造成 ３ 点", "zh")
    assert typed.text == "造成3点"
    assert typed.written[typed.place_in_original(2)] == "３"
    assert normal_form("，", "zh") == ","
