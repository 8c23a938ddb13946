"""A piece that is changed place by place says what was meant, and keeps the remarks around it."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.language import dialect
from rules.workshop.rewriting import comment_offsets, rewrite

CARD = """\
{
  // The first of its kind.
  "id": "stone.grey", "cost": 2, // cheap
  "behaviors": [
    // When it is played:
    {"at": "onPlay", "do": [{"type": "draw"}]},
    {"at": "onTurnEnd", "do": []} /* nothing yet */
  ]
}"""


def said(text):
    data, problems = dialect.parse_json5(text, "")
    assert not problems
    return data


def changed(change):
    data = said(CARD)
    change(data)
    text = rewrite(CARD, data)
    assert text is not None
    assert said(text) == data
    return text


def test_a_number_is_changed_where_it_stands():
    assert changed(lambda card: card.update(cost=3)) == CARD.replace('"cost": 2', '"cost": 3')


def test_what_comes_stands_behind_the_others():
    text = changed(lambda card: card["behaviors"].append({"at": "onDraw", "do": []}))
    old = '{"at": "onTurnEnd", "do": []} /* nothing yet */'
    new = '{"at": "onTurnEnd", "do": []}, /* nothing yet */\n    {"at": "onDraw", "do": []},'
    assert text == CARD.replace(old, new)
    assert "// cheap" in changed(lambda card: card.update(count=2))


def test_what_goes_takes_no_remark_of_others_along():
    text = changed(lambda card: card["behaviors"].pop(0))
    for remark in ("// The first of its kind.", "// cheap", "// When it is played:", "nothing yet"):
        assert remark in text
    assert "onPlay" not in text
    text = changed(lambda card: card.pop("behaviors"))
    assert "When it is played" not in text
    assert "// cheap" in text


@pytest.mark.parametrize("text", ['{"cost": 2}', '{"cost": "// 2"}', "{broken // so\n"])
def test_a_text_without_remarks_is_laid_out_anew(text):
    assert rewrite(text, {"cost": 3}) is None


def test_true_is_not_one():
    assert rewrite("[1, // one\n 2]", [True, 2]) == "[true, // one\n 2]"


plain = st.one_of(st.booleans(), st.integers(-9, 9), st.text('ab"/*{[,:\\\n', max_size=4))
values = st.recursive(
    plain,
    lambda inner: st.one_of(
        st.lists(inner, max_size=4), st.dictionaries(st.text("abc/", max_size=2), inner, max_size=4)
    ),
    max_leaves=12,
)


def with_remarks(value, marks):
    """The text of a value with a remark between any two of its parts."""
    mark = next(marks)
    if isinstance(value, list):
        return f"[{mark}" + f",{mark}".join(with_remarks(each, marks) for each in value) + "]"
    if isinstance(value, dict):
        parts = [f"{json.dumps(key)}: {with_remarks(each, marks)}" for key, each in value.items()]
        return f"{{{mark}" + f",{mark}".join(parts) + "}"
    return json.dumps(value) + mark


marks = st.sampled_from(["", " ", "\n  ", " // a remark, {\n", "/* one [ */", ' // "\n'])


@given(values, values, st.lists(marks, min_size=1, max_size=5))
def test_whatever_is_changed_into_whatever_says_that(old, new, between):
    count = iter(range(10_000))
    text = with_remarks(old, iter(lambda: between[next(count) % len(between)], None)) + "\n"
    assert said(text) == old
    found = rewrite(text, new)
    if found is not None:
        assert json.dumps(said(found), sort_keys=True) == json.dumps(new, sort_keys=True)
    if json.dumps(old) == json.dumps(new) and comment_offsets(text):
        assert found == text
