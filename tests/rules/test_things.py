"""Things that players bring as what they are, and that come home as the same ones."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest
from tiny import WAIT, beast, build, spell, value

from rules.ground.errors import PackError
from rules.pack import Pack
from rules.playing.bots.hidden import redeal
from rules.playing.invariants import check_invariants, journal_replays
from rules.running import brought
from rules.running.match import Match

PLAYERS = {"chooser": "players"}
OX, BEAR, BOLT = "t.beast.ox", "t.beast.bear", "t.spell.bolt"
BRING: dict[str, Any] = {
    "gear": {"type": "things", "kind": "beast"},
    "coins": {
        "type": "number",
        "default": 10,
        "conserved": {"source": "{match.total}", "sink": "3", "places": {"market": "1 + 1"}},
    },
}
HOME: dict[str, Any] = {
    "coins": "{it.purse}",
    "things": {
        "zones": ["hand", "deck"],
        "fields": ["health", "defeated"],
        "places": {"field": "market"},
        "made": True,
    },
}
FIELDS = {"player": {"purse": {"initial": 0}}}
CARDS = [beast("ox", count=0), beast("bear", count=0), spell("bolt")]
END = {"type": "endMatch", "standings": PLAYERS, "by": "{it.mana}"}
HURT = {"thing": 7, "kind": BEAR, "zone": "deck", "fields": {"health": 4, "defeated": 1}}
PLAIN = {"thing": 8, "kind": OX}


def pack_of_things(tmp_path: Path, *main: Any, **sections: Any) -> Pack:
    flow = [*main, {"type": "while", "condition": True, "do": [WAIT]}]
    known = {"bring": BRING, "return": HOME, "fields": FIELDS, "cards": CARDS, "main": flow}
    return build(tmp_path, **{**known, **sections})


def match_of(tmp_path: Path, *main: Any, given: Any = ({"gear": [HURT, PLAIN]},), **more: Any):
    return Match.new(pack_of_things(tmp_path, *main, **more), 2, 1, {"bring": list(given)})


def first_to(zone: str, *, where: str, **of: Any) -> dict:
    """Move the cards of the first player's hand or deck for which something holds."""
    return {
        "type": "move",
        "target": {"chooser": "cards", "where": f"{{it.kind}} == beast and {where}"},
        "to": zone,
        **of,
    }


def test_things_lie_in_their_zone_with_their_fields_and_others_in_the_first(tmp_path):
    m = match_of(tmp_path)
    hand, deck = (m.program.layout.zones[name].first + 1 for name in ("hand", "deck"))
    assert [m.card_id(card) for card in m.zones[hand]] == [OX]
    assert [m.card_id(card) for card in m.zones[deck]] == [BEAR]
    bear, ox = m.zones[deck][0], m.zones[hand][0]
    assert (value(m, "health", bear), value(m, "defeated", bear)) == (4, 1)
    assert value(m, "health", ox) == 10
    assert not {bear, ox} & set(m.zones[m.program.start_zone])
    check_invariants(m)


def test_a_thing_comes_home_as_the_same_one_with_its_fields(tmp_path):
    hit = {
        "type": "set",
        "of": {"chooser": "cards", "where": "{it.id} == t.beast.ox"},
        "field": "health",
        "mode": "add",
        "amount": -3,
    }
    m = match_of(tmp_path, hit, END)
    assert m.returns == (
        {
            "things": [
                [8, OX, "hand", {"health": 7, "defeated": 0}],
                [7, BEAR, "deck", {"health": 4, "defeated": 1}],
            ]
        },
        {},
    )


def test_who_holds_it_at_the_end_takes_it_home_and_places_get_the_rest(tmp_path):
    second = {"type": "let", "id": "all", "value": PLAYERS}
    give = first_to("hand", where="{it.id} == t.beast.bear", of="{all.last}")
    drop = first_to("field", where="{it.id} == t.beast.ox")
    m = match_of(tmp_path, second, give, drop, END)
    assert m.returns is not None
    has = [each.get("things", []) for each in m.returns]
    assert sorted(map(len, has)) == [0, 1]
    assert [each[:3] for each in has[0] + has[1]] == [[7, BEAR, "hand"]]
    told = brought.elsewhere_of(m)
    assert [each[0] for each in told.things["market"]] == [8]
    assert told.flows == {"coins": (0, 3, {"market": 2})}


def test_what_is_made_comes_home_only_where_the_game_says_so(tmp_path):
    make = {
        "type": "loop",
        "id": "p",
        "target": PLAYERS,
        "do": [{"type": "create", "from": OX, "to": "hand", "of": "{p.target}"}],
    }
    made = [0, OX, "hand", {"health": 10, "defeated": 0}]
    m = match_of(tmp_path / "one", make, END, given=())
    assert m.returns == ({"things": [made]}, {"things": [made]})
    never = {**HOME, "things": {**HOME["things"], "made": False}}
    m = match_of(tmp_path / "two", make, END, given=(), **{"return": never})
    assert m.returns == ({}, {})


def test_who_settles_has_their_things_and_nobody_takes_them_home_again(tmp_path):
    second = {"type": "let", "id": "all", "value": PLAYERS}
    settle = {"type": "settle", "target": "{all.first}"}
    rob = first_to("hand", where="{it.health} > 0", of="{all.last}")
    m = match_of(tmp_path, second, settle, rob, END, given=[{"gear": [HURT]}, {"gear": [PLAIN]}])
    assert m.returns is not None
    seat = m.settled[0][0]
    assert Match.load(m.game, m.save()).settled == m.clone().settled == m.settled
    first, other = m.returns[seat], m.returns[1 - seat]
    owns = 7 if seat == 0 else 8
    assert [each[0] for each in first["things"]] == [owns]
    assert [each[0] for each in other["things"]] == [15 - owns]
    journal_replays(m)


def test_what_came_home_with_who_settled_goes_to_no_place(tmp_path):
    second = {"type": "let", "id": "all", "value": PLAYERS}
    settle = {"type": "settle", "target": PLAYERS}
    drop = first_to("field", where="{it.health} > 0")
    m = match_of(tmp_path, second, settle, drop, END)
    assert m.returns is not None
    assert sorted(number for each in m.returns for number, *_ in each.get("things", [])) == [7, 8]
    assert brought.elsewhere_of(m).things["market"] == []


def test_copies_saves_and_bots_keep_things(tmp_path):
    m = match_of(tmp_path)
    again = Match.load(m.game, m.save())
    assert again.hash() == m.hash() == Match.replay(m.game, 2, 1, m.options, m.journal).hash()
    assert brought.returns_now(again) == brought.returns_now(m)
    check_invariants(redeal(m, 1, Random(3)))


def test_bots_look_ahead_where_players_bring_decks_and_things(tmp_path):
    decks = {
        "parts": {"cards": {"name": "cards", "kind": "spell", "size": 2}},
        "ready": {"one": {"name": "one", "cards": [BOLT, BOLT]}},
    }
    cards = [*CARDS[:2], spell("bolt", count="$2"), spell("wave", count="$2")]
    m = match_of(tmp_path, bring=BRING | {"deck": decks}, cards=cards)
    assert [each[0] for each in brought.returns_now(m)[0]["things"]] == [8, 7]
    for seat in (0, 1, None):
        other = redeal(m, seat, Random(3))
        check_invariants(other)
        other.answer(other.pending[0].seat, (0,))


@pytest.mark.parametrize(
    ("sections", "message"),
    [
        ({"return": {"coins": 1}}, "its things come home nowhere"),
        ({"return": {"things": {"zones": ["field"]}}}, "no zone 'field' of their own"),
        ({"return": {"things": {"zones": ["hand"], "fields": ["helth"]}}}, "no number or name"),
        ({"return": {"things": {"zones": ["hand"], "places": {"x": "y"}}}}, "no zone 'x'"),
        ({"bring": {"coins": BRING["coins"]}}, "things that are brought, and zones"),
        ({"bring": BRING | {"coins": {"conserved": True, "max": 9}}}, "a number without a max"),
        ({"bring": BRING | {"coins": {"conserved": {"source": "{match.x}"}}}}, "has no x"),
        ({"pack": {"migrate": {"1": {}}}}, "'1' is no version from 2 on"),
        ({"pack": {"migrate": {"2": {"renam": {}}}}}, "nothing reads 'renam'"),
    ],
)
def test_mistakes_are_told(tmp_path: Path, sections: dict, message: str) -> None:
    with pytest.raises(PackError, match=message):
        pack_of_things(tmp_path, **sections)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ([{"thing": 1, "kind": BOLT}], "t.spell.bolt is no beast"),
        ([{"thing": 1, "kind": "t.beast.cow"}], "no card 't.beast.cow'"),
        ([7], "no card 7"),
        (7, "list of ids"),
    ],
)
def test_only_things_of_its_kind_are_brought(tmp_path, given, message):
    with pytest.raises(ValueError, match=message):
        match_of(tmp_path, given=[{"gear": given}])
