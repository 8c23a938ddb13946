"""Modifiers of one card and of many: whom they are asked for, in which order, and that they end."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from created import CARDS, FIELDS, lasting_match
from tiny import entity, start

from rules.running.match import Match
from rules.running.modifiers import modified_value


@pytest.fixture
def match(tmp_path: Path) -> Match:
    return start(tmp_path, cards=CARDS, fields=FIELDS)


def price(match: Match, name: str) -> int:
    fact, card = match.program.properties["manaCost"], entity(match, name)
    match.work = match.WORK
    return modified_value(match, fact.index, card, match.printed[match.state[card]][fact.index])


def change(mode: str, amount: Any, **more: Any) -> dict:
    return {"property": "manaCost", "mode": mode, "amount": amount, **more}


def test_a_modifier_bound_to_a_card_is_asked_for_no_other(tmp_path):
    modifiers = [change("add", 5, of="{this}"), change("add", 1, where="{it.kind} == spell")]
    match = lasting_match(tmp_path, {"type": "addModifiers", "modifiers": modifiers})
    assert (price(match, "bolt"), match.WORK - match.work) == (6, 2)
    assert (price(match, "frost"), match.WORK - match.work) == (2, 1)


def test_modifiers_of_a_card_and_of_many_hold_in_the_order_of_age(tmp_path):
    modifiers = [
        change("set", 7, of="{this}"),
        change("set", 4, where="{it.kind} == spell"),
        change("add", 1, of="{this}"),
    ]
    match = lasting_match(tmp_path, {"type": "addModifiers", "modifiers": modifiers})
    assert (price(match, "bolt"), price(match, "frost")) == (5, 4)


def test_ended_modifiers_of_a_card_leave_nothing_behind(tmp_path):
    modifiers = [
        change("add", 5, of="{this}", id="mine"),
        change("add", 1, where="{it.kind} == spell", id="all"),
    ]
    match = lasting_match(tmp_path, {"type": "addModifiers", "modifiers": modifiers})
    first, second = match.modifiers
    match.remove(first)
    assert (price(match, "bolt"), price(match, "frost")) == (1, 2)
    assert Match.load(match.game, match.save()).modifiers_of == match.modifiers_of
    match.remove(second)
    assert not match.modifiers_of
