"""Cards come back from their own sentences."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from rules.pack import load_pack
from rules.reading.notation import take_apart
from rules.workshop.comparing import comparable_form, first_difference
from rules.workshop.readback import read_back

PACKS = Path(__file__).parents[3] / "mygame" / "world" / "packs"


@pytest.mark.parametrize("language", ["zh", "en"])
@pytest.mark.parametrize("name", ["race", "kingdoms"])
def test_cards_of_a_game_come_back_though_the_grammar_knows_nothing_of_them(name, language):
    found = list(read_back(load_pack(PACKS / name), language))
    ways = Counter(each.way for each in found)
    assert len(found) > 60
    assert (ways["first"] + ways["among"]) / len(found) > 0.9, [
        (each.card.id, each.reason) for each in found if each.way in ("other", "unread")
    ]


def test_names_of_results_and_the_order_of_conditions_make_no_difference():
    one = [
        {"type": "draw", "id": "a"},
        {"type": "hit", "amount": "{a.n}", "condition": "{x} and {y}"},
    ]
    other = [
        {"type": "draw", "id": "b"},
        {"type": "hit", "amount": "{b.n}", "condition": ["{y}", "{x}"]},
    ]
    assert comparable_form(take_apart(one)) == comparable_form(take_apart(other))


def test_a_difference_is_told_with_its_place():
    one, other = [{"do": [{"amount": 1}]}], [{"do": [{"amount": 2}]}]
    assert first_difference(one, other) == "[0].do[0].amount: 1, read as 2"
    assert first_difference(one, one) == ""
