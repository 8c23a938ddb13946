"""What players bring to a match beside decks, and what they take home from it."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest
from tiny import WAIT, beast, build, spell, value

from rules.ground.errors import PackError
from rules.pack import Pack
from rules.playing.bots.hidden import redeal
from rules.playing.invariants import check, journal_replays
from rules.running.match import Match
from rules.scenario import Player
from rules.telling.text import Text

PLAYERS = {"chooser": "players"}
OX, BEAR, BOLT = "t.beast.ox", "t.beast.bear", "t.spell.bolt"
BRING: dict[str, Any] = {
    "level": {"type": "number", "min": 1, "max": 60, "default": 1},
    "guild": {"type": ["none", "red", "blue"]},
    "hero": {"type": "definition", "kind": "beast", "default": OX},
    "stable": {"type": "definitions", "kind": "beast", "max": 3},
}
FIELDS = {
    "player": {
        "level": {"from": "level"},
        "guild": {"from": "guild"},
        "hero": {"from": "hero", "see": "owner"},
        "low": {"from": "level", "max": 10},
    }
}
CARDS = [beast("ox", count=0), beast("bear"), spell("bolt")]
THEIRS = {"level": 12, "guild": "blue", "hero": BEAR, "stable": [OX, BEAR, OX]}
END = {"type": "endMatch", "standings": PLAYERS, "by": "{it.level}"}


def bringing_pack(tmp_path: Path, *main: Any, **sections: Any) -> Pack:
    """A pack to which players bring things; it begins with `main` and waits."""
    flow = [*main, {"type": "while", "condition": True, "do": [WAIT]}]
    known = {"bring": BRING, "fields": FIELDS, "cards": CARDS, "main": flow}
    return build(tmp_path, **{**known, **sections})


def bringing(tmp_path: Path, of_seats: list, *main: Any, **sections: Any) -> Match:
    return Match.new(bringing_pack(tmp_path, *main, **sections), 2, 1, {"bring": of_seats})


def test_fields_of_players_begin_with_what_they_bring(tmp_path: Path) -> None:
    m = bringing(tmp_path, [THEIRS])
    name = m.pack.symbol_name
    found = [
        (
            value(m, "level", player),
            name(value(m, "guild", player)),
            m.card_id(value(m, "hero", player)),
        )
        for player in (1, 2)
    ]
    assert found == [(12, "blue", BEAR), (1, "none", OX)]
    assert value(m, "low", 1) == 10
    shown = m.view(1)["players"][0]["fields"]
    assert (shown["level"], "hero" in shown) == (12, False)
    check(m)


CREATE = {
    "type": "create",
    "from": {
        "chooser": "brought",
        "of": {"chooser": "players", "where": "{it.level} > 1"},
        "what": "stable",
    },
    "to": "field",
    "amount": 6,
}


def test_a_list_of_cards_that_is_brought_is_a_pool_of_definitions(tmp_path: Path) -> None:
    m = bringing(tmp_path, [None, {"level": 3, "stable": [BEAR]}], CREATE)
    field = m.zones[m.pack.layout.zones["field"].first]
    assert [m.card_id(card) for card in field] == [BEAR] * 6
    check(m)


def test_what_is_brought_is_an_option_of_the_match_and_stays_with_it(tmp_path: Path) -> None:
    m = bringing(tmp_path, [THEIRS, None], CREATE)
    assert m.options["bring"] == [THEIRS | {"stable": [BEAR, OX, OX]}, None]
    m.answer(0, (0,))
    journal_replays(m)
    assert Match.load(m.pack, m.save()).brought == m.clone().brought == m.brought


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ([{"levle": 2}], "did you mean level"),
        ([{"level": 61}], "level is from 1 to 60, not 61"),
        ([{"level": "two"}], "level is a number"),
        ([{"guild": "green"}], "guild is one of none, red, blue, not 'green'"),
        ([{"hero": BOLT}], "t.spell.bolt is no beast"),
        ([{"stable": [OX, "t.beast.cow"]}], "there is no card 't.beast.cow'"),
        ([{"stable": [OX] * 4}], "stable is 0 to 3 cards, not 4"),
        ([{"stable": OX}], "stable is a list"),
        ([{"deck": "wild"}], "nothing is brought as 'deck'"),
        ([None, None, None, None], "a list with what each seat brings, at most 3"),
        ([5], "an object by name"),
    ],
)
def test_what_cannot_be_brought_is_refused(tmp_path: Path, given: list, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        bringing(tmp_path, given)


def test_a_list_that_only_its_owner_sees_is_dealt_anew_for_others(tmp_path: Path) -> None:
    m = bringing(tmp_path, [{"stable": [OX, OX, OX]}, {"stable": [BEAR]}])
    own = {redeal(m, 0, Random(seed)).brought[1]["stable"] for seed in range(20)}
    other = {redeal(m, 1, Random(seed)).brought[1]["stable"] for seed in range(20)}
    assert own == {m.brought[1]["stable"]}
    assert len(other) > 1
    assert {len(cards) for cards in other} == {3}


RETURN = {
    "level": "1 if {won} else 0",
    "experience": {"type": "multiply", "values": ["{it.level}", "3 - {place}"]},
    "stable": {"gains": "{it.hand}", "loses": {"chooser": "cards", "from": "{it.discard}"}},
    "trophies": {"gains": {"chooser": "brought", "of": "{it}", "what": "stable"}},
}


def to(zone: str, name: str) -> dict:
    card = {"chooser": "cards", "where": f"{{it.id}} == {name}"}
    return {"type": "move", "target": card, "to": zone, "of": "{first.first}"}


FIRST = {"type": "let", "id": "first", "value": {"chooser": "players", "where": "{it.level} > 1"}}


def test_what_players_take_home_follows_from_how_the_match_ended(tmp_path: Path) -> None:
    main = [FIRST, to("hand", BEAR), to("discard", BOLT), WAIT, END]
    given = [{"level": 12, "stable": [OX, BEAR]}, {"level": 1}]
    m = bringing(tmp_path, given, *main, **{"return": RETURN})
    assert m.returns is None
    m.answer(0, (0,))
    assert m.returns == (
        {
            "level": 1,
            "experience": 24,
            "stable": {"gains": [BEAR], "loses": [BOLT]},
            "trophies": {"gains": [BEAR, OX]},
        },
        {"experience": 1},
    )
    again = Match.replay(m.pack, 2, 1, m.options, m.journal)
    assert again.returns == Match.load(m.pack, m.save()).returns == m.returns


@pytest.fixture
def failures(tmp_path: Path) -> Any:
    """Plays a scenario in which seat 0 wins; gives what it says is otherwise."""
    main = [FIRST, to("hand", BEAR), WAIT, END]
    pack = bringing_pack(tmp_path, *main, **{"return": RETURN})
    told = {
        "name": "the winner takes home what they hold",
        "seats": 2,
        "options": {"bring": [{"level": 12}, {"level": 1}]},
        "when": [{"choose": "go"}],
    }
    return lambda **then: [str(each) for each in Player(pack, {**told, "then": then}).play()]


def test_scenarios_say_what_players_take_home(failures: Any) -> None:
    then = {
        "won": [0],
        "players.0.returns.level": 1,
        "players.1.returns.level": 0,
        "players.0.returns.stable.gains": ["bear"],
        "players.1.returns.stable.gains.count": 0,
        "players.0.returns.trophies.gains": {"hasNot": ["ox"]},
    }
    assert failures(**then) == []
    assert len(failures(**{"won": [1], "players.0.returns.stable.gains": ["ox"]})) == 2


@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("players.0.returns.levle", "did you mean level"),
        ("players.0.returns.stable", "returns.stable.gains or returns.stable.loses"),
        ("players.0.returns.level.gains", "what is taken home as level is returns.level"),
        ("players.0.returns.trophies.loses", "is returns.trophies.gains"),
    ],
)
def test_scenarios_name_what_is_taken_home(failures: Any, path: str, message: str) -> None:
    (failure,) = failures(**{path: 1})
    assert message in failure


def test_what_cannot_be_worked_out_is_not_taken_home(tmp_path: Path) -> None:
    worth = {"level": "7 // ({it.level} - 1)", "experience": 2}
    m = bringing(tmp_path, [None, {"level": 8}], END, **{"return": worth})
    assert m.returns == ({"experience": 2}, {"level": 1, "experience": 2})


@pytest.mark.parametrize(
    ("sections", "message"),
    [
        ({"bring": BRING | {"level": {"type": "word"}}}, "bring.level: a name .* with a type"),
        ({"bring": BRING | {"level": {"default": 9, "max": 5}}}, "bring.level.default: level is"),
        (
            {"bring": BRING | {"hero": {"type": "definition", "kind": "cow"}}},
            "no kind of card 'cow'",
        ),
        ({"bring": BRING | {"level": {"least": 1}}}, "bring.level.least: there is no such entry"),
        ({"fields": {"player": {"rank": {"from": "levle"}}}}, "players bring nothing like it"),
        ({"fields": {"player": {"all": {"from": "stable"}}}}, "players bring nothing like it"),
        ({"return": {"stable": 5}}, "return.stable: a number changes by a number"),
        ({"return": {"level": {"gains": "{it.hand}"}}}, "return.level: a number changes"),
        ({"return": {"gold": {"gains": [], "lost": []}}}, "return.gold.lost: there is no such"),
        ({"return": {"gold": "{it.gold}"}}, "return.gold: .* has no gold"),
        (
            {"main": [{**CREATE, "from": {**CREATE["from"], "what": "hero"}}]},
            "no list of cards 'hero'",
        ),
    ],
)
def test_mistakes_are_told(tmp_path: Path, sections: dict, message: str) -> None:
    with pytest.raises(PackError, match=message):
        bringing_pack(tmp_path, **sections)


@pytest.mark.parametrize(
    ("language", "told"), [("en", "stable that you brought"), ("zh", "你带来的stable")]
)
def test_a_list_of_cards_that_is_brought_has_a_phrase(
    tmp_path: Path, language: str, told: str
) -> None:
    pool = {"chooser": "brought", "of": "{you}", "what": "stable"}
    make = {"type": "create", "from": pool, "to": "hand", "of": "{you}"}
    cards = [*CARDS, spell("call", {"at": "onPlay", "do": [make]})]
    pack = bringing_pack(tmp_path, cards=cards)
    assert told in Text(pack, language).rules_text(pack.card("t.spell.call"))
