"""Who hears an event first: by seat from the start player, or by age."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tiny import beast, build, start, value

from rules.ground.errors import PackError

STAMP = {"beast": {"stamp": {"initial": 0}}}


def arriving(digit: int) -> dict:
    note = {"type": "note", "amount": f"{{match.total}} * 9 + {digit}"}
    listen = {"event": "onTick", "mode": "inPlay", "do": [note]}
    return {"at": "onArrive", "do": [{"type": "addTriggers", "triggers": listen}]}


def arrive(name: str, player: str, stamp: int) -> list[dict]:
    card = {"chooser": "cards", "where": f"{{it.id}} == t.beast.{name}"}
    perform = {"type": "perform", "at": "onArrive", "target": card, "player": player}
    return [
        {"type": "set", "of": card, "field": "stamp", "mode": "set", "amount": stamp},
        {**perform, "with": {"playerUUID": player}},
    ]


def order(tmp_path: Path, **pack: Any) -> int:
    """Who heard in which order, a digit each."""
    yours, others = "{match.startPlayer}", "{match.startPlayer.next}"
    main = [*arrive("ox", others, 2), *arrive("bear", yours, 3), *arrive("wolf", others, 1)]
    tick = {"type": "fire", "event": "onTick", "with": {"number": 1}}
    cards = [beast(name, arriving(n)) for n, name in enumerate(("ox", "bear", "wolf"), 1)]
    return value(start(tmp_path, *main, tick, cards=cards, fields=STAMP, pack=pack), "total")


def test_by_seat_the_start_player_hears_first(tmp_path: Path) -> None:
    assert order(tmp_path) == 213


def test_by_age_the_oldest_hears_first_no_matter_whose_it_is(tmp_path: Path) -> None:
    assert order(tmp_path, listeners="age") == 123


def test_a_field_of_cards_can_say_how_old_they_are(tmp_path: Path) -> None:
    assert order(tmp_path, listeners="age", age="stamp") == 312


def test_there_are_no_other_orders(tmp_path: Path) -> None:
    with pytest.raises(PackError, match="listeners is seat or age"):
        build(tmp_path, pack={"listeners": "luck"})
    with pytest.raises(PackError, match="did you mean stamp"):
        build(tmp_path, pack={"age": "stmp"}, fields=STAMP)
