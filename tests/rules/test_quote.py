"""What is taken off the budget of an action, and what need not be."""

from __future__ import annotations

import ast

import pytest

from rules.language import quote


@pytest.mark.parametrize("few", [quote.as_entity_list(quote.name("e")), quote.code("(1, 2)")])
def test_few_things_are_not_taken_off_the_budget(few):
    assert quote.charge(few) is few


@pytest.mark.parametrize("many", ["z[4] if e <= 4 else ()", "(*z[4], 1) if e else ()", "z[4]"])
def test_a_list_of_any_length_is_also_where_it_may_be_empty(many):
    assert ast.unparse(quote.charge(quote.code(many))) == f"m.spend({many})"
