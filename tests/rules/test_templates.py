"""Templates have one syntax: it is read once, filled with values in forms, and read back."""

from __future__ import annotations

import re
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.ground.templates import (
    Group,
    Hole,
    fill,
    fill_from,
    fill_parts,
    has_stray_brace,
    holes_of,
    match_template,
    parse_layout_template,
    parse_template,
)

# -- the syntax


@pytest.mark.parametrize(
    ("template", "parts"),
    [
        ("", ()),
        ("text", ("text",)),
        ("{name}", (Hole("name", "", ("name",)),)),
        ("a {name}.", ("a ", Hole("name", "", ("name",)), ".")),
        ("{hand.count}", (Hole("hand.count", "", ("hand", "count")),)),
        ("{hand.top|s}", (Hole("hand.top", "s", ("hand", "top")),)),
        ("{手牌}", (Hole("手牌", "", ("手牌",)),)),
        ("{{name}", ("{name}",)),
        ("{{{name}}", ("{", Hole("name", "", ("name",)), "}")),
        ("a {{ b {{ c", ("a { b { c",)),
        ("[a {name}]", ("[a ", Hole("name", "", ("name",)), "]")),
    ],
)
def test_a_template_is_text_and_holes(template, parts):
    assert parse_template(template) == parts


@pytest.mark.parametrize(
    "template",
    [
        "{",
        "}",
        "{}",
        "{ a }",
        "{a:>9}",
        "{a[0]}",
        "{a!r}",
        "{a|}",
        "{.a}",
        "{a.}",
        "{a..b}",
        "{a|b.c}",
    ],
)
def test_what_is_no_hole_is_told_as_it_is_written(template):
    assert fill(template, a=1) == template
    assert has_stray_brace(template) == ("{" in template)


def test_a_hole_and_a_doubled_brace_are_no_stray_braces():
    assert not has_stray_brace("{{a} {b|c} {d.e} }")


@pytest.mark.parametrize(
    ("template", "parts"),
    [
        ("[a]b", (Group(("a",)), "b")),
        ("[{a}[b]", ("[", Hole("a", "", ("a",)), Group(("b",)))),
        ("[{a", ("[{a",)),
        ("x[, {a|if}y]", ("x", Group((", ", Hole("a", "if", ("a",)), "y")))),
    ],
)
def test_groups_are_read_where_they_are_asked_for(template, parts):
    assert parse_layout_template(template) == parts


def test_holes_are_found_in_groups_too():
    assert [hole.name for hole in holes_of("{a}[ of {b|if}{a}]")] == ["a", "b", "a"]


# -- filling


def test_a_hole_without_a_value_is_empty_or_what_stands_for_it():
    assert fill_from("{a}{b}{a.b}.", {"a": None}) == "None."
    assert fill_from("{a}{b}", {"a": 1}, missing="?") == "1?"
    assert fill(7) == "7"


def test_a_form_that_is_not_there_is_none():
    forms = {"": str, "twice": lambda value: str(value * 2)}
    assert fill_parts(parse_template("{a} {a|twice} {a|x}"), lambda hole: 4, forms) == "4 8 4"


@pytest.mark.parametrize(
    ("values", "told"),
    [
        ({}, "<>"),
        ({"a": "", "b": 1}, "<>"),
        ({"a": 0, "b": 1}, "<>"),
        ({"a": 1, "b": 0}, "<>"),
        ({"a": 1, "b": [0]}, "< of 1>"),
    ],
)
def test_a_group_is_there_with_something_in_each_of_its_holes(values, told):
    forms = {"": lambda value: "" if value is None else str(value), "if": lambda value: ""}
    parts = parse_layout_template("<[ of {a}{b|if}]>")
    assert fill_parts(parts, lambda hole: values.get(hole.name), forms) == told


@pytest.mark.parametrize(
    ("value", "told"), [(0, "<hp 0>"), (3, "<hp 3>"), ("", "<>"), (None, "<>")]
)
def test_a_group_may_be_there_with_a_zero(value, told):
    forms = {name: lambda value: "" if value is None else str(value) for name in ("", "zero")}
    parts = parse_layout_template("<[hp {a|zero}]>")
    assert fill_parts(parts, lambda hole: value, forms) == told


@given(st.text("{}[]|.ab ", max_size=40))
def test_anything_is_a_template(text):
    forms = {"": lambda value: "x"}
    told = fill_parts(parse_template(text), lambda hole: None, forms)
    assert "".join(parse_template(text.replace("{", "{{"))) == text
    if "{" not in text:
        assert told == text
    assert fill_parts(parse_layout_template(text), lambda hole: None, forms).count(
        "x"
    ) == told.count("x")


@pytest.mark.parametrize("piece", ["{", "{{", "{a.", "{a|", "[", "[{a", "{a}", "[{a}]", "a."])
def test_a_template_is_read_in_time_that_grows_with_its_length(piece):
    start = time.process_time()
    parse_layout_template(piece * 30_000)
    parse_template("{" + piece * 30_000)
    assert time.process_time() - start < 1.5


# -- and back


@pytest.mark.parametrize(
    ("template", "text", "values"),
    [
        ("{who} has {what}.", "Ann has 3 gold.", {"who": "Ann", "what": "3 gold"}),
        ("{who} has {what}", "Ann has no has", {"who": "Ann", "what": "no has"}),
        ("no {what}", "no ", None),
        ("{what}", "a\nb", {"what": "a\nb"}),
        ("a{what}a", "aa", None),
        ("{a}{b}", "abc", {"a": "a", "b": "bc"}),
        ("picks{{{who}}", "picks{ann}", {"who": "ann"}),
        ("nothing", "nothing", {}),
        ("nothing", "nothing.", None),
        ("", "", {}),
        ("", "a", None),
    ],
)
def test_each_hole_has_at_least_a_character_and_no_more_than_it_needs(template, text, values):
    assert match_template(parse_template(template), text) == values


pieces = st.lists(st.sampled_from(["a", "b", " ", "ab"]), max_size=4).map("".join)


@given(st.lists(pieces, min_size=1, max_size=4), st.lists(pieces, max_size=7).map("".join))
def test_it_finds_what_a_pattern_of_the_template_would_find(literals, text):
    template = "".join(f"{each}{{h{i}}}" for i, each in enumerate(literals[:-1])) + literals[-1]
    pattern = re.sub(r"\{(\w+)\}", r"(?P<\1>.+?)", template)
    found = re.fullmatch(pattern, text, re.DOTALL)
    values = match_template(parse_template(template), text)
    assert values == (found.groupdict() if found else None)
    assert values is None or fill_from(template, values) == text
