"""Zones with sizes: what fits goes by their sum, and packs can ask whether it does."""

from __future__ import annotations

from herd import FIRST, HAND, add, begin, lying, named
from tiny import value

ONLY = {"hand": {"holds": "{it.kind} == beast and {it.size} < 3"}}
HAND_OF_FIRST = {"zone": "hand", "of": FIRST}


def to_hand(*names):
    return {"type": "move", "target": [named(name) for name in names], **HAND}


SIZED = {"hand": {"max": "{owner.mana} - 1", "size": "{it.size}"}}  # 4


def test_a_zone_with_sizes_takes_what_their_sum_leaves_room_for(tmp_path):
    take = {**to_hand("ox", "wolf", "bear", "pup"), "id": "taken"}
    match = begin(tmp_path, take, add("{taken.moved.count}"), zones=SIZED)
    assert lying(match, "hand", 1) == ["ox", "pup"]  # 3 and 1
    assert value(match, "total") == 2


def test_what_does_not_fit_overflows_by_its_size(tmp_path):
    zones = {"hand": {**SIZED["hand"], "overflow": "discard"}}
    match = begin(tmp_path, to_hand("wolf", "ox", "bear", "pup"), zones=zones)
    assert lying(match, "hand", 1) == ["wolf", "bear"]
    assert lying(match, "discard", 1) == ["ox", "pup"]


def test_how_much_room_is_left_is_told_and_whether_cards_have_it(tmp_path):
    room, fits = {"type": "room", "zone": "hand", "of": FIRST}, {"type": "HasRoom", **HAND_OF_FIRST}
    match = begin(
        tmp_path,
        add({"type": "multiply", "values": [1000, room]}),
        to_hand("wolf"),
        add({"type": "multiply", "values": [100, room]}),
        *(
            {"type": "if", "condition": {**fits, **which}, "do": [add(amount)]}
            for which, amount in (
                ({"target": named("wolf")}, 1),  # lies there
                ({"target": [named("bear"), named("pup")]}, 2),  # too large together
                ({"target": named("pup")}, 4),
                ({}, 8),
            )
        ),
        zones=SIZED,
    )
    assert value(match, "total") == 4000 + 200 + 1 + 4 + 8


def test_what_a_zone_does_not_hold_has_no_room_there_and_one_without_rules_takes_all(tmp_path):
    fits = {"type": "HasRoom", **HAND_OF_FIRST}
    match = begin(
        tmp_path,
        {"type": "if", "condition": {**fits, "target": named("ox")}, "do": [add(1)]},
        {"type": "if", "condition": {**fits, "target": named("wolf")}, "do": [add(2)]},
        {
            "type": "if",
            "condition": {
                "type": "HasRoom",
                "zone": "field",
                "target": [named("ox"), named("wolf")],
            },
            "do": [add(4)],
        },
        zones=ONLY,
    )
    assert value(match, "total") == 6
