"""What cards bear: lasting effects that are on a card end, move and are copied with it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tiny import beast, build, entity, start, value

from rules.ground.errors import PackError
from rules.playing.invariants import check_invariants
from rules.running.match import Match
from rules.running.modifiers import modified_value

ZONES = {"lair": {"of": "player", "see": "all"}}
CARDS = [beast("ox"), beast("bear"), beast("wolf")]


def card(name: str) -> dict:
    return {"chooser": "cards", "where": f"{{it.id}} == t.beast.{name}"}


def to_lair(name: str, player: str = "{match.startPlayer}") -> dict:
    return {"type": "move", "target": card(name), "to": "lair", "of": player}


def modifier(**rest: Any) -> dict:
    return {"type": "addModifiers", "modifiers": [{"on": card("ox"), **rest}]}


STRONGER = modifier(property="cap", amount=5)
END = {"type": "fire", "event": "onEnd", "with": {"playerUUID": "{match.startPlayer}"}}


def begun(tmp_path: Path, *main: Any, cards: list[dict] = CARDS, **rest: Any) -> Match:
    """A match in which ox, bear and wolf lie in the lair of the start player."""
    lying = [to_lair(name) for name in ("ox", "bear", "wolf")]
    m = start(tmp_path, *lying, *main, cards=cards, zones=ZONES, **rest)
    check_invariants(m)
    return m


def cap(m: Match, name: str = "ox") -> int:
    of = entity(m, name)
    return modified_value(m, m.program.modifiable["cap"].index, of, value(m, "cap", of))


def test_a_modifier_is_about_the_card_that_bears_it(tmp_path: Path) -> None:
    m = begun(tmp_path, STRONGER)
    assert (cap(m), cap(m, "bear")) == (15, 10)


def test_a_change_of_control_keeps_what_a_card_bears(tmp_path: Path) -> None:
    m = begun(tmp_path, STRONGER, to_lair("ox", "{match.startPlayer.next}"))
    assert cap(m) == 15


def test_what_a_card_bears_ends_when_it_leaves_its_family_of_zones(tmp_path: Path) -> None:
    away = {"type": "move", "target": card("ox"), "to": "field"}
    m = begun(tmp_path, STRONGER, modifier(property="cap", amount=1, duration="always"), away)
    assert cap(m) == 11  # what lasts always stays
    assert len(m.borne[entity(m, "ox")]) == 1


def test_what_lasts_for_a_turn_ends_with_it_and_when_its_bearer_leaves(tmp_path: Path) -> None:
    turn = modifier(property="cap", amount=5, duration="turn", owner="{match.startPlayer}")
    assert cap(begun(tmp_path / "a", turn)) == 15
    assert cap(begun(tmp_path / "b", turn, END)) == 10
    away = {"type": "move", "target": card("ox"), "to": "field"}
    m = begun(tmp_path / "c", turn, away)
    assert (cap(m), m.triggers, m.modifiers) == (10, {}, {})


def test_one_modifier_can_change_several_properties(tmp_path: Path) -> None:
    m = begun(tmp_path, modifier(change={"cap": 5, "defeated": 1}))
    assert cap(m) == 15
    assert [told["property"] for told in view_of(m, "ox")["bears"]] == ["cap", "defeated"]


def test_what_is_borne_comes_in_the_order_in_which_it_was_put(tmp_path: Path) -> None:
    becomes = modifier(property="cap", mode="set", amount=1)
    three = modifier(property="cap", amount=3)
    aura = {"type": "addModifiers", "modifiers": {"property": "cap", "amount": 1}}
    assert cap(begun(tmp_path / "a", aura, three, becomes)) == 1 + 1
    assert cap(begun(tmp_path / "b", aura, becomes, three)) == 4 + 1


def test_several_cards_bear_one_each(tmp_path: Path) -> None:
    both = {"on": [card("ox"), card("bear")], "change": {"cap": "{bearer.health}"}}
    m = begun(tmp_path, {"type": "addModifiers", "modifiers": both})
    assert (cap(m), cap(m, "bear"), cap(m, "wolf")) == (20, 20, 10)


def test_what_is_borne_can_be_about_others(tmp_path: Path) -> None:
    m = begun(tmp_path, modifier(property="cap", amount=2, where="{it} != {bearer}"))
    assert (cap(m), cap(m, "bear"), cap(m, "wolf")) == (10, 12, 12)


GRANTED = {
    "type": "addTriggers",
    "triggers": {
        "on": card("ox"),
        "event": "onHit",
        "of": "{bearer}",
        "do": [{"type": "note", "amount": "{onHit.amount}"}],
    },
}


def hit(name: str, amount: int = 1) -> dict:
    return {"type": "hit", "target": card(name), "amount": amount}


def test_a_trigger_that_a_card_bears_hears_of_that_card(tmp_path: Path) -> None:
    m = begun(tmp_path, GRANTED, hit("ox", 3), hit("bear", 2))
    assert value(m, "total") == 3


def test_somebody_else_can_be_you_in_what_a_trigger_does(tmp_path: Path) -> None:
    score = {"type": "set", "of": "{you}", "field": "score", "mode": "add", "amount": 1}
    hears = {"event": "onEnd", "you": "{onEnd.playerUUID.next}", "do": [score]}
    m = begun(tmp_path, {"type": "addTriggers", "triggers": hears}, END, END)
    assert [value(m, "score", player) for player in (1, 2)] == [0, 2]


def test_strip_ends_what_a_card_bears(tmp_path: Path) -> None:
    m = begun(tmp_path, STRONGER, GRANTED, {"type": "strip", "target": card("ox")}, hit("ox"))
    assert (cap(m), value(m, "total"), m.borne) == (10, 0, {})


LEADER = beast(
    "wolf",
    {
        "at": "onArrive",
        "do": [
            {
                "type": "addModifiers",
                "modifiers": {
                    "property": "cap",
                    "amount": 1,
                    "where": "{it} != {this}",
                    "duration": "inPlay",
                },
            },
            {
                "type": "addTriggers",
                "triggers": {
                    "event": "onHit",
                    "mode": "inPlay",
                    "do": [{"type": "note", "amount": 1}],
                },
            },
        ],
    },
)
ARRIVE = {
    "type": "perform",
    "at": "onArrive",
    "target": card("wolf"),
    "player": "{match.startPlayer}",
    "with": {"playerUUID": "{match.startPlayer}"},
}


@pytest.mark.parametrize(("auras", "left"), [(False, 10), (True, 11)])
def test_strip_ends_what_a_card_does_itself_but_for_auras_if_wanted(
    tmp_path: Path, auras: bool, left: int
) -> None:
    strip = {"type": "strip", "target": card("wolf"), "auras": auras}
    m = begun(tmp_path, ARRIVE, strip, hit("ox"), cards=[*CARDS[:2], LEADER])
    assert (cap(m), value(m, "total")) == (left, 0)


PRINTED = beast("ox", {"at": "always", "modifiers": {"property": "cap", "amount": "{this.health}"}})
TRAINED = {
    "type": "addModifiers",
    "modifiers": {"on": card("ox"), "property": "cap", "amount": 1},
}


@pytest.mark.parametrize(
    ("after", "auras", "left"),
    [
        ([], False, 10),
        ([], True, 20),
        ([TRAINED], False, 11),  # what it bears from now on holds
        ([to_lair("ox", "{match.startPlayer.next}")], False, 10),  # a change of control
        ([{"type": "move", "target": card("ox"), "to": "field"}], False, 20),
        ([{"type": "transform", "target": card("ox"), "into": "t.beast.ox"}], False, 20),
    ],
)
def test_strip_ends_what_is_printed_on_a_card_while_it_stays_in_its_family_of_zones(
    tmp_path: Path, after: list, auras: bool, left: int
) -> None:
    strip = {"type": "strip", "target": card("ox"), "auras": auras}
    m = begun(tmp_path, strip, *after, cards=[PRINTED, *CARDS[1:]])
    assert cap(m) == left
    assert cap(Match.load(m.game, m.save())) == cap(m.clone()) == left


def test_a_view_tells_that_a_card_is_stripped(tmp_path: Path) -> None:
    m = begun(tmp_path, {"type": "strip", "target": card("ox")}, cards=[PRINTED, *CARDS[1:]])
    shown = view_of(m, "ox")
    assert (shown["cap"], shown["stripped"]) == (10, True)
    assert "stripped" not in view_of(m, "bear")


def test_a_copy_of_a_stripped_card_is_as_it_is_printed(tmp_path: Path) -> None:
    copy = {"type": "copy", "target": card("ox"), "to": "field", "keep": "all"}
    strip = {"type": "strip", "target": card("ox")}
    m = begun(tmp_path, strip, copy, cards=[PRINTED, *CARDS[1:]])
    (new,) = m.zones[m.program.layout.zones["field"].first]
    assert modified_value(m, m.program.modifiable["cap"].index, new, value(m, "cap", new)) == 20


def test_what_a_card_bears_can_be_moved_to_another(tmp_path: Path) -> None:
    move = {"type": "moveLasting", "from": card("ox"), "to": card("bear")}
    m = begun(tmp_path, STRONGER, GRANTED, move, hit("ox"), hit("bear", 2))
    assert (cap(m), cap(m, "bear"), value(m, "total")) == (10, 15, 2)
    assert set(m.borne) == {entity(m, "bear")}


def test_what_a_card_bears_can_be_copied_to_others(tmp_path: Path) -> None:
    turn = modifier(property="cap", amount=5, duration="turn", owner="{match.startPlayer}")
    copy = {"type": "copyLasting", "from": card("ox"), "to": [card("bear"), card("wolf")]}
    m = begun(tmp_path / "a", turn, GRANTED, copy, hit("ox"), hit("bear", 2))
    assert [cap(m, name) for name in ("ox", "bear", "wolf")] == [15, 15, 15]
    assert value(m, "total") == 3
    m = begun(tmp_path / "b", turn, copy, END)
    assert [cap(m, name) for name in ("ox", "bear", "wolf")] == [10, 10, 10]


def view_of(m: Match, name: str) -> dict:
    of = entity(m, name)
    cards = [card for p in m.view(None)["players"] for card in p["zones"]["lair"]["cards"]]
    return next(card for card in cards if card["uuid"] == of)


def test_a_view_tells_what_a_card_bears_from_which_card_until_when(tmp_path: Path) -> None:
    turn = {"on": card("ox"), "property": "cap", "amount": 5, "duration": "turn"}
    giver = beast(
        "wolf", {"at": "onArrive", "do": [{"type": "addModifiers", "modifiers": turn}, GRANTED]}
    )
    m = begun(tmp_path, ARRIVE, cards=[*CARDS[:2], giver])
    source = {"from": "t.beast.wolf"}
    assert view_of(m, "ox")["bears"] == [
        {"property": "cap", "mode": "add", "amount": 5, "until": "turn", **source},
        {"event": "onHit", "until": "onBearer", **source},
    ]
    m.move(entity(m, "wolf"), m.program.layout.zones["deck"].first + 1)  # which nobody sees
    assert {told["from"] for told in view_of(m, "ox")["bears"]} == {None}
    assert "bears" not in view_of(m, "bear")


def test_what_is_borne_is_saved(tmp_path: Path) -> None:
    m = begun(tmp_path, STRONGER, GRANTED)
    other = Match.load(m.game, m.save())
    assert (other.borne, other.hash()) == (m.borne, m.hash())
    assert (m.clone().borne, cap(other)) == (m.borne, 15)


def test_nothing_lasts_on_a_bearer_where_none_is_named(tmp_path: Path) -> None:
    wrong = {"property": "cap", "amount": 1, "duration": "onBearer"}
    with pytest.raises(PackError, match="there is no duration 'onBearer'"):
        build(tmp_path, cards=CARDS, main=[{"type": "addModifiers", "modifiers": wrong}])
