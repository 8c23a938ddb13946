"""What is taken off the budget of an action, and what need not be."""

from __future__ import annotations

import ast

import pytest

from rules.language import quote
from rules.language.budget import charge_lists
from rules.language.registers import cache_reads


@pytest.mark.parametrize("few", [quote.as_entity_list(quote.name("e")), quote.code("(1, 2)")])
def test_few_things_are_not_taken_off_the_budget(few):
    assert quote.charge(few) is few


@pytest.mark.parametrize("many", ["z[4] if e <= 4 else ()", "(*z[4], 1) if e else ()", "z[4]"])
def test_a_list_of_any_length_is_also_where_it_may_be_empty(many):
    assert ast.unparse(quote.charge(quote.code(many))) == f"m.spend({many})"


@pytest.mark.parametrize(
    ("line", "charged"),
    [("len(z[1]) + len(m.spend(z[3]))", True), ("m.move(c, 7) + len(m.spend(z[3]))", False)],
)
def test_a_list_is_taken_off_before_its_line_unless_something_happens_in_that(line, charged):
    lines = charge_lists([quote.assign(quote.name("x"), quote.code(line))])
    assert (len(lines) > 1) is charged
    if not charged:
        assert ast.unparse(lines[0]) == f"x = {line}"


@pytest.mark.parametrize(
    ("between", "known"),
    [("x = 1", True), ("x = m.number_range(r, 1)", False), ("x = m.fire(1)", False)],
)
def test_what_is_known_of_an_entity_is_known_until_something_may_change_it(between, known):
    """Also where a line hands on the list of all registers, and so may change any of them."""
    (line,) = quote.lines("if CARD != 3:\n    raise ValueError", CARD=quote.register(5))
    guard = quote.mark_test(line, quote.register(5), (2,))
    lines = cache_reads([guard, *quote.lines(between), guard])
    assert (sum(isinstance(each, ast.If) for each in lines) == 1) is known
