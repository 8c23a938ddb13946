"""What players bring and nobody takes home is told when a pack is checked."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tiny import beast, build

from rules.workshop.command import main
from rules.workshop.homeless import homeless_places
from rules.workshop.problems import in_language

COINS = {
    "bring": {"coins": {"type": "number", "min": 0, "max": 99, "default": 5}},
    "fields": {"player": {"purse": {"from": "coins"}}},
}
PAY = {
    "type": "set",
    "of": {"chooser": "players"},
    "field": "purse",
    "mode": "add",
    "amount": -1,
}
EACH = {"chooser": "players"}
MAKE = {
    "type": "loop",
    "id": "p",
    "target": EACH,
    "do": [
        {
            "type": "create",
            "from": {"chooser": "brought", "of": "{p.target}", "what": "pets"},
            "to": "hand",
            "of": "{p.target}",
        },
        {"type": "move", "target": "{p.target.hand}", "to": "discard", "of": "{p.target}"},
    ],
}
THINGS = {
    "bring": {"pets": {"type": "definitions", "kind": "beast", "max": 9}},
    "cards": [beast("ox")],
    "main": [MAKE],
}


def told(tmp_path: Path, **sections: Any) -> list[str]:
    return [str(problem) for problem in homeless_places(build(tmp_path, **sections))]


def test_a_number_that_changes_and_is_in_no_return_is_told_with_its_place(tmp_path):
    (found,) = told(tmp_path, **COINS, main=[PAY])
    assert "bring.coins: purse begins with it and changes in play" in found
    assert found.startswith("tiny/")
    assert "变化会丢失" in in_language(found, "zh")


@pytest.mark.parametrize(
    "sections",
    [
        {**COINS, "main": [PAY], "return": {"coins": "{it.purse} - 5"}},
        {**COINS, "main": []},
        {},
    ],
)
def test_what_comes_home_or_stays_as_it_is_is_not_told(tmp_path, sections):
    assert told(tmp_path, **sections) == []


@pytest.mark.parametrize(
    ("read", "lacking"),
    [
        ({"gains": "{it.hand}"}, "can lie in discard at the end"),
        ({"gains": {"chooser": "cards", "zone": "discard", "of": "{it}"}}, "can lie in hand at"),
        ({"gains": "{it.hand}", "loses": "{it.discard}"}, ""),
        ({"gains": ["{it.hand}", "{it.discard}"]}, ""),
        ({"gains": {"chooser": "kept"}}, "can lie in discard at the end"),
    ],
)
def test_zones_with_brought_cards_that_return_does_not_read_are_named(tmp_path, read, lacking):
    define = {"choosers": {"kept": {"params": {}, "value": {"chooser": "cards", "zone": "hand"}}}}
    found = told(tmp_path, **THINGS, define=define, **{"return": {"pets": read}})
    assert [lacking in each for each in found] == ([True] if lacking else [])


def test_a_zone_that_takes_no_such_cards_is_not_named(tmp_path):
    zones = {"discard": {"holds": "{it.kind} == spell"}}
    assert (
        told(tmp_path, **THINGS, zones=zones, **{"return": {"pets": {"gains": "{it.hand}"}}}) == []
    )


def test_it_is_a_warning_of_check(tmp_path, capsys):
    pack = build(tmp_path, **COINS, main=[PAY])
    main(["check", str(tmp_path / pack.folder)])
    assert "warning: tiny/" in capsys.readouterr().out
