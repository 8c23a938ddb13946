"""A text is read back into the holes of the template that it was made of."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.ground.holes import fill_from, match_template, split_template


@pytest.mark.parametrize(
    ("template", "text", "values"),
    [
        ("{who} has {what}.", "Ann has 3 gold.", {"who": "Ann", "what": "3 gold"}),
        ("{who} has {what}", "Ann has no has", {"who": "Ann", "what": "no has"}),
        ("no {what}", "no ", None),
        ("{what}", "a\nb", {"what": "a\nb"}),
        ("a{what}a", "aa", None),
        ("nothing", "nothing", {}),
        ("nothing", "nothing.", None),
    ],
)
def test_each_hole_has_at_least_a_character_and_no_more_than_it_needs(template, text, values):
    assert match_template(split_template(template), text) == values


pieces = st.lists(st.sampled_from(["a", "b", " ", "ab"]), max_size=4).map("".join)


@given(st.lists(pieces, min_size=1, max_size=4), st.lists(pieces, max_size=7).map("".join))
def test_it_finds_what_a_pattern_of_the_template_would_find(literals, text):
    template = "".join(f"{each}{{h{i}}}" for i, each in enumerate(literals[:-1])) + literals[-1]
    pattern = re.sub(r"\{(\w+)\}", r"(?P<\1>.+?)", template)
    found = re.fullmatch(pattern, text, re.DOTALL)
    values = match_template(split_template(template), text)
    assert values == (found.groupdict() if found else None)
    assert values is None or fill_from(template, values) == text
