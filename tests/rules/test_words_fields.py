"""Fields that begin with what is printed, that begin anew, and that follow a maximum."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tiny import beast, build, entity, start, value

from rules.ground.errors import PackError
from rules.running.match import Match

PROPERTIES = {"vigour": {"kind": "beast", "type": "number", "default": 4}}
FIELDS = {
    "match": {"ticks": {"initial": 7, "reset": "round"}},
    "player": {
        "played": {"initial": 0, "reset": "turn"},
        "luck": {"initial": 3, "reset": "battle"},
    },
    "beast": {
        "left": {"from": "vigour", "reset": "battle"},
        "seen": {"from": "vigour"},
        "tired": {"initial": 0, "reset": "turn"},
    },
}
CARDS = [beast("ox", vigour=6), beast("bear")]
ZONES = {"lair": {"of": "player", "see": "all"}}


def card(name: str) -> dict:
    return {"chooser": "cards", "where": f"{{it.id}} == t.beast.{name}"}


def change(of: Any, field: str, amount: int) -> dict:
    return {"type": "set", "of": of, "field": field, "mode": "set", "amount": amount}


def lie(name: str, player: str) -> dict:
    return {"type": "move", "target": card(name), "to": "lair", "of": player}


YOU = "{match.startPlayer}"
OTHER = "{match.startPlayer.next}"
END = {"type": "fire", "event": "onEnd", "with": {"playerUUID": YOU}}


def begun(tmp_path: Path, *main: Any, **rest: Any) -> Match:
    sections = {"cards": CARDS, "fields": FIELDS, "properties": PROPERTIES, "zones": ZONES}
    return start(tmp_path, *main, **{**sections, **rest})


def test_a_field_begins_with_what_is_printed_on_its_card(tmp_path: Path) -> None:
    m = begun(tmp_path)
    assert (value(m, "left", entity(m, "ox")), value(m, "left", entity(m, "bear"))) == (6, 4)
    copy = m.create(
        m.program.catalogue.card("t.beast.ox").symbol, m.program.layout.zones["field"].first
    )
    assert value(m, "left", copy) == 6


def test_a_field_begins_with_nothing_that_is_not_printed_on_its_kind(tmp_path: Path) -> None:
    with pytest.raises(PackError, match="nothing like it is printed on a beast"):
        build(tmp_path, fields={"beast": {"left": {"from": "manaCost"}}})


def test_the_fields_of_a_group_are_put_back_by_a_word(tmp_path: Path) -> None:
    of = [{"chooser": "players"}, card("ox")]
    m = begun(
        tmp_path,
        change({"chooser": "players"}, "luck", 9),
        change({"chooser": "players"}, "played", 9),
        change([card("ox"), card("bear")], "left", 1),
        {"type": "reset", "of": of, "group": "battle"},
    )
    assert [value(m, "luck", player) for player in (1, 2)] == [3, 3]
    assert [value(m, "played", player) for player in (1, 2)] == [9, 9]
    assert (value(m, "left", entity(m, "ox")), value(m, "left", entity(m, "bear"))) == (6, 1)


def test_the_fields_of_a_group_can_all_be_put_to_one_number(tmp_path: Path) -> None:
    m = begun(tmp_path, {"type": "reset", "of": card("ox"), "group": "battle", "to": 0})
    assert (value(m, "left", entity(m, "ox")), value(m, "left", entity(m, "bear"))) == (0, 4)


def test_there_is_such_a_group(tmp_path: Path) -> None:
    wrong = {"type": "reset", "of": {"chooser": "players"}, "group": "batle"}
    with pytest.raises(PackError, match="did you mean battle"):
        build(tmp_path, fields=FIELDS, properties=PROPERTIES, main=[wrong])


def test_what_begins_anew_with_a_mode_does_so_after_its_events(tmp_path: Path) -> None:
    tick = {"type": "fire", "event": "onTick", "with": {"number": 1}}
    hears = {"event": "onTick", "do": [{"type": "note", "amount": "{match.ticks}"}]}
    listen = {"type": "addTriggers", "triggers": hears}
    m = begun(tmp_path, change("{match}", "ticks", 40), listen, tick, tick)
    assert value(m, "ticks") == 7
    assert value(m, "total") == 40 + 7  # who hears of it finds what was before


def test_a_mode_of_a_players_own_puts_back_what_is_theirs(tmp_path: Path) -> None:
    m = begun(
        tmp_path,
        lie("ox", YOU),
        lie("bear", OTHER),
        change([card("ox"), card("bear")], "tired", 1),
        change({"chooser": "players"}, "played", 2),
        END,
    )
    assert [value(m, "played", player) for player in (1, 2)] == [0, 2]
    assert [value(m, "tired", entity(m, name)) for name in ("ox", "bear")] == [0, 1]


SETTLE = {
    "type": "settleMaximum",
    "of": {"chooser": "cards"},
    "property": "vigour",
    "field": "left",
    "known": "seen",
}


def stronger(amount: int) -> dict:
    more = {"id": "aura", "property": "vigour", "amount": amount}
    return {"type": "addModifiers", "modifiers": more}


WEAKER = {"type": "removeModifiers", "targets": ["aura"]}


def test_a_maximum_that_rises_adds_as_much(tmp_path: Path) -> None:
    m = begun(tmp_path, change(card("ox"), "left", 2), stronger(3), SETTLE, SETTLE)
    assert (value(m, "left", entity(m, "ox")), value(m, "left", entity(m, "bear"))) == (5, 7)


def test_a_maximum_that_falls_caps_what_is_left(tmp_path: Path) -> None:
    hurt = change(card("ox"), "left", 7)
    m = begun(tmp_path, stronger(3), SETTLE, hurt, WEAKER, SETTLE)
    assert (value(m, "left", entity(m, "ox")), value(m, "left", entity(m, "bear"))) == (6, 4)


def test_what_is_found_by_the_way_is_as_it_is_when_its_own_maximum_has_been_looked_at(
    tmp_path: Path,
) -> None:
    find = {**SETTLE, "id": "seen", "find": "{it.left} <= 3"}
    spent = change("{seen.found}", "tired", 1)
    hurt = [change(card("ox"), "left", 2), change(card("bear"), "left", 0)]
    m = begun(tmp_path, *hurt, stronger(3), find, spent)
    assert [value(m, "tired", entity(m, name)) for name in ("ox", "bear")] == [0, 1]


def test_nothing_is_found_where_nothing_is_looked_for(tmp_path: Path) -> None:
    m = begun(tmp_path, {**SETTLE, "id": "seen"}, change("{seen.found}", "tired", 1))
    assert [value(m, "tired", entity(m, name)) for name in ("ox", "bear")] == [0, 0]


def test_what_is_left_below_the_new_maximum_stays(tmp_path: Path) -> None:
    hurt = change(card("ox"), "left", 2)
    m = begun(tmp_path, stronger(3), SETTLE, hurt, WEAKER, SETTLE)
    assert value(m, "left", entity(m, "ox")) == 2
