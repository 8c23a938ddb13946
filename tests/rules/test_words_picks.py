"""What `askAll` offers `from` something: cards, players, numbers or words, as what they are."""

from __future__ import annotations

from typing import Any

import pytest
from tiny import start, value

from rules.running.match import Match


def ask(of: Any) -> dict[str, Any]:
    return {
        "type": "askAll", "id": "picks{p}", "as": "p", "target": {"chooser": "players"},
        "prompt": "pick", "from": of,
    }  # fmt: skip


KINDS = {
    "number": {"chooser": "numbers", "from": 0, "to": 2},
    "symbol": {"chooser": "symbols", "of": ["fire", "frost"]},
    "player": {"chooser": "players"},
    "card": "{match.field}",
}


def offered(match: Match) -> set[tuple[str, str]]:
    return {(option.word, option.kind) for each in match.pending for option in each.options}


@pytest.mark.parametrize("kind", KINDS)
def test_options_are_of_the_kind_that_is_asked_from(tmp_path, kind):
    fill = {"type": "create", "card": "t.beast.ox", "amount": 2, "to": "field"}
    cards = [{"id": "t.beast.ox", "count": 0, "name": "Ox"}]
    match = start(tmp_path, fill, ask(KINDS[kind]), cards=cards)
    assert offered(match) == {(kind, kind)}


def test_the_numbers_that_are_picked_are_numbers(tmp_path):
    note = {
        "type": "set",
        "of": "{each.target}",
        "field": "score",
        "amount": "{picks{each.target}.first} * 10",
    }
    loop = {"type": "loop", "id": "each", "target": {"chooser": "players"}, "do": [note]}
    match = start(tmp_path, ask(KINDS["number"]), loop)
    for seat, pick in ((0, 2), (1, 1)):
        match.answer(seat, (pick,))
    assert [value(match, "score", player) for player in (1, 2)] == [20, 10]
