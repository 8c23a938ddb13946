"""Whether anybody waits for an event."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tiny import beast, start, value

CARDS = [beast("ox"), beast("bear")]
NOTE = {"type": "note", "amount": 1}


def card(name: str) -> dict:
    return {"chooser": "cards", "where": f"{{it.id}} == t.beast.{name}"}


def first(name: str) -> list[dict]:
    return [{"type": "let", "id": name, "value": card(name)}]


def waits(trigger: dict[str, Any]) -> dict:
    return {"type": "addTriggers", "triggers": {"do": [NOTE], **trigger}}


def awaited(tmp_path: Path, asked: dict[str, Any], *triggers: dict[str, Any]) -> bool:
    """Whether the condition holds beside these triggers; the ox and the bear are called so."""
    asking = {"type": "if", "condition": {"type": "Awaited", **asked}, "do": [NOTE]}
    main = [*first("ox"), *first("bear"), *map(waits, triggers), asking]
    return value(start(tmp_path, *main, cards=CARDS), "total") == 1


OX = {"of": "{ox.first}"}


@pytest.mark.parametrize(
    ("asked", "trigger", "holds"),
    [
        ({"event": "onHit"}, {"event": "onHit"}, True),
        ({"event": "onHit"}, {"event": "onTick"}, False),
        ({"event": "onHit"}, {"event": "onHit", "when": "before"}, False),
        ({"event": "onHit", "when": "before"}, {"event": "onHit", "when": "before"}, True),
        ({"event": "onHit", **OX}, {"event": "onHit"}, True),
        ({"event": "onHit", **OX}, {"event": "onHit", **OX}, True),
        ({"event": "onHit", **OX}, {"event": "onHit", "of": "{bear.first}"}, False),
        ({"event": "onHit"}, {"event": "onHit", **OX}, False),
    ],
)
def test_an_event_is_awaited_where_a_trigger_listens_to_it(
    tmp_path: Path, asked: dict, trigger: dict, holds: bool
) -> None:
    assert awaited(tmp_path, asked, trigger) == holds


def test_an_event_is_awaited_by_nobody_when_its_last_trigger_has_ended(tmp_path: Path) -> None:
    once = {"event": "onTick", "mode": "once", "do": []}
    tick = {"type": "fire", "event": "onTick", "with": {"number": 1}}
    asking = {"type": "if", "condition": {"type": "Awaited", "event": "onTick"}, "do": [NOTE]}
    m = start(tmp_path, waits(once), asking, tick, asking, cards=CARDS)
    assert value(m, "total") == 1
