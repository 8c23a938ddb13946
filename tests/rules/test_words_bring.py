"""What players bring to a match beside decks, and what they take home from it."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest
from tiny import WAIT, beast, build, spell, value

from rules.ground.errors import ActionFailed, IllegalAnswer, PackError
from rules.pack import Pack
from rules.playing.bots.hidden import redeal
from rules.playing.invariants import check_invariants, journal_replays
from rules.running import brought as returned
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
    name = m.program.symbol_name
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
    check_invariants(m)


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
    field = m.zones[m.program.layout.zones["field"].first]
    assert [m.card_id(card) for card in field] == [BEAR] * 6
    check_invariants(m)


def test_what_is_brought_is_an_option_of_the_match_and_stays_with_it(tmp_path: Path) -> None:
    m = bringing(tmp_path, [THEIRS, None], CREATE)
    assert m.options["bring"] == [THEIRS | {"stable": [BEAR, OX, OX]}, None]
    m.answer(0, (0,))
    journal_replays(m)
    assert Match.load(m.game, m.save()).brought == m.clone().brought == m.brought


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
            "stable": {"gains": [BEAR]},  # the bolt was never theirs
            "trophies": {"gains": [BEAR, OX]},
        },
        {"experience": 1},
    )
    again = Match.replay(m.game, 2, 1, m.options, m.journal)
    assert again.returns == Match.load(m.game, m.save()).returns == m.returns


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
        (
            {"bring": BRING | {"level": {"type": "word"}}},
            "bring.level.type: what is brought is of a type",
        ),
        ({"bring": BRING | {"level": {"default": 9, "max": 5}}}, "bring.level.default: level is"),
        (
            {"bring": BRING | {"hero": {"type": "definition", "kind": "cow"}}},
            "no kind of card 'cow'",
        ),
        (
            {"bring": BRING | {"level": {"least": 1}}},
            "bring.level.least: nothing reads .least. here",
        ),
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


# -- going home before the end, and giving up ------------------------------------------------------

HOME: dict[str, Any] = {
    "bring": {
        "gold": {"type": "number", "min": 0, "max": 100, "default": 10},
        "stable": BRING["stable"],
    },
    "fields": {"player": {"level": {"initial": 0}, "purse": {"initial": 0}}},
    "return": {
        "gold": "{it.purse}",
        "prize": "5 if {won} else 1 if {lost} else 0",
        "stable": {"loses": {"chooser": "cards", "zone": "field"}},
    },
}


def purse(amount: int, of: Any = PLAYERS) -> dict:
    return {"type": "set", "of": of, "field": "purse", "mode": "add", "amount": amount}


SECOND = {"type": "let", "id": "two", "value": {"chooser": "players"}}
END_BY_PURSE = {"type": "endMatch", "standings": PLAYERS, "by": "{it.purse}"}


def at_home(tmp_path: Path, given: list, *main: Any, **sections: Any) -> Match:
    return bringing(tmp_path, given, *main, **{**HOME, **sections})


def test_who_settles_takes_home_what_they_have_now_and_is_asked_no_more(tmp_path: Path) -> None:
    richest = {"chooser": "players", "where": "{it.purse} > 4"}
    main = [SECOND, purse(4), purse(1, "{two.last}"), WAIT, {"type": "settle", "target": richest}]
    m = at_home(tmp_path, [None, None], *main, purse(50), WAIT, WAIT, END_BY_PURSE)
    settling = next(p for p in (1, 2) if value(m, "purse", p) == 5) - 1
    m.answer(0, (0,))
    assert m.returns is None
    assert returned.returns_of_settled(m) == {settling: {"gold": 5}}
    assert m.has_settled(settling)
    with pytest.raises(IllegalAnswer):
        m.hand_over(settling)
    journal_replays(m)
    assert Match.load(m.game, m.save()).settled == m.clone().settled == m.settled
    while not m.is_over:
        m.answer(m.pending[0].seat, (0,))
    assert m.returns is not None
    assert m.returns[settling] == {"gold": 5}
    assert m.returns[1 - settling]["gold"] == 54


def test_who_gives_up_has_lost_whoever_plays_on_for_them(tmp_path: Path) -> None:
    for takes_over in (False, True):
        m = at_home(tmp_path, [None, None], purse(1), WAIT, END_BY_PURSE)
        if takes_over:
            m.hand_over(0)
            m.answer(0, (0,))
        else:
            m.concede(0)
        assert m.outcome is not None
        assert m.outcome.drew == (0, 1)
        assert m.returns == ({"gold": 1, "prize": 1}, {"gold": 1})


def test_a_change_stays_within_what_was_brought(tmp_path: Path) -> None:
    lay = {
        "type": "create",
        "from": {"chooser": "definitions", "where": "{it.kind} == beast"},
        "to": "field",
    }
    main = [{**lay, "amount": 20}, purse(-30), WAIT, END_BY_PURSE]
    m = at_home(tmp_path, [{"gold": 7, "stable": [BEAR]}, {"gold": 95}], *main)
    m.answer(0, (0,))
    assert m.returns == ({"gold": -7, "stable": {"loses": [BEAR]}}, {"gold": -30})
    m = at_home(tmp_path, [{"gold": 7}, {"gold": 95}], purse(30), WAIT, END_BY_PURSE)
    m.answer(0, (0,))
    assert m.returns == ({"gold": 30}, {"gold": 5})


FLEES = {
    "define": {
        "doables": {
            "flee": {"do": [purse(-7, "{you}"), {"type": "settle", "target": "{you}"}]},
            "fail": {"do": [{"type": "loop", "times": 1_000_000, "do": [purse(1)]}]},
            "with": {"params": {"x": "number"}, "do": [purse(1)]},
        }
    }
}


def fleeing(tmp_path: Path, *main: Any, word: str = "flee") -> Match:
    return at_home(tmp_path, [None, None], *main, **FLEES, pack={"concede": word})


def test_a_word_of_the_pack_says_what_becomes_of_who_gives_up(tmp_path: Path) -> None:
    m = fleeing(tmp_path, WAIT, purse(50), WAIT, END_BY_PURSE)
    m.concede(0)
    assert returned.returns_of_settled(m) == {0: {"gold": -7, "prize": 1}}
    journal_replays(m)
    while not m.is_over:
        m.answer(m.pending[0].seat, (0,))
    assert m.returns is not None
    assert m.returns[0] == {"gold": -7, "prize": 1}


def test_a_word_that_fails_keeps_nobody_from_giving_up(tmp_path: Path) -> None:
    m = fleeing(tmp_path, WAIT, WAIT, END_BY_PURSE, word="fail")
    with pytest.raises(ActionFailed) as failed:
        m.concede(0)
    assert not failed.value.aborted
    assert m.has_conceded(0)
    assert value(m, "purse", 1) == 0
    journal_replays(m)


def test_who_is_asked_while_somebody_gives_up_is_asked_the_same_afterwards(tmp_path: Path) -> None:
    numbers = {"chooser": "numbers", "from": 1, "to": 3}
    both = {
        "type": "askAll",
        "id": "a{p}",
        "target": PLAYERS,
        "prompt": "x",
        "from": numbers,
        "kind": "number",
    }
    m = fleeing(tmp_path, both, WAIT, END_BY_PURSE)
    before = m.choice_of(1)
    assert before is not None
    m.concede(0)
    assert m.choice_of(1) == before
    assert m.choice_of(0) is None
    journal_replays(m)
    m.answer(1, (0,))
    assert m.is_over


def test_a_match_without_a_result_returns_what_settling_would(tmp_path: Path) -> None:
    m = at_home(tmp_path, [None, None], WAIT, purse(4), WAIT, WAIT, END_BY_PURSE)
    m.answer(0, (0,))
    assert returned.returns_now(m) == ({"gold": 4}, {"gold": 4})
    m.concede(1)
    assert returned.returns_now(m) == ({"gold": 4}, {"gold": 4, "prize": 1})


def test_concede_names_a_word_that_there_is_and_that_needs_nothing(tmp_path: Path) -> None:
    for word in ("fle", "with"):
        with pytest.raises(PackError, match="concede is loses, or a doable of the pack"):
            fleeing(tmp_path / word, WAIT, word=word)
