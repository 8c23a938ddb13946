"""Where a card is shown at large: beside where it lies, over neither that nor the question."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest
from in_node import run_in_node

import rules

MODULE = Path(rules.__file__).parents[1] / "web" / "static" / "table" / "beside.js"
CARD = {"width": 104, "height": 146}
# Windows and where the question stands in them.
WIDE = ({"width": 1280, "height": 720}, {"left": 930, "top": 60, "right": 1270, "bottom": 500})
TALL = ({"width": 390, "height": 844}, {"left": 0, "top": 600, "right": 390, "bottom": 844})


def placed(*asked):
    """Where each is put: the arguments of `placeFor`."""
    return run_in_node("placed.mjs", MODULE, asked)


def box(left, top, width, height):
    return {"left": left, "top": top, "right": left + width, "bottom": top + height}


def share(one, other):
    """Whether two boxes lie one over the other."""
    return max(one["left"], other["left"]) < min(one["right"], other["right"]) and max(
        one["top"], other["top"]
    ) < min(one["bottom"], other["bottom"])


@pytest.mark.parametrize(
    ("window", "question", "size"),
    [(*WIDE, {"width": 320, "height": 480}), (*TALL, {"width": 320, "height": 240})],
)
def test_what_is_shown_at_large_covers_neither_the_card_nor_the_question(window, question, size):
    at = product(range(0, window["width"] - 104, 70), range(40, question["bottom"] - 146, 70))
    cards = [box(left, top, **CARD) for left, top in at]
    cards = [card for card in cards if not share(card, question)]
    found = placed(*([size, card, window, [question], []] for card in cards))
    for card, place in zip(cards, found, strict=True):
        large = box(place["left"], place["top"], **size)
        assert not share(large, card)
        assert not share(large, question)
        assert large["left"] >= 0 <= large["top"]
        assert large["right"] <= window["width"]
        assert large["bottom"] <= window["height"]


def test_it_covers_no_card_that_can_be_chosen_where_there_is_room_elsewhere():
    window, question = WIDE
    card = box(300, 200, **CARD)
    choosable = box(410, 200, **CARD)
    (place,) = placed([{"width": 200, "height": 300}, card, window, [question], [choosable]])
    large = box(place["left"], place["top"], 200, 300)
    assert not share(large, choosable)
    assert not share(large, card)
