"""`transfer`, `mint` and `burn`: what is conserved changes hands as a whole or not at all."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tiny import WAIT, build, value

from rules.ground.errors import ActionFailed, PackError
from rules.pack import Pack
from rules.running.brought import elsewhere_of
from rules.running.match import Match
from rules.workshop.homeless import homeless_places

COINS = {
    "type": "number",
    "default": 10,
    "min": 2,
    "conserved": {
        "source": "{match.found}",
        "sink": "{match.paid}",
        "places": {"market": "{match.till}", "temple": "1 + 1"},
    },
}
FIELDS = {
    "match": {"found": {}, "paid": {}, "till": {"min": -5}},
    "player": {"coins": {"from": "coins"}, "start": {"from": "coins"}},
}
NAMED = {"type": "let", "id": "all", "value": {"chooser": "players"}}
FIRST, LAST = "{all.first}", "{all.last}"


def pack_of(tmp_path: Path, *main: Any, **entry: Any) -> Pack:
    flow = [NAMED, *main, {"type": "while", "condition": True, "do": [WAIT]}]
    home = {"coins": "{it.coins} - {it.start}"}
    bring = {"coins": {**COINS, **entry}}
    return build(tmp_path, bring=bring, fields=FIELDS, main=flow, **{"return": home})


def begun(tmp_path: Path, *main: Any) -> Match:
    """A match in which somebody is asked: `go` does this, `pass` nothing."""
    menu = {
        "type": "choose",
        "ask": FIRST,
        "prompt": "turn",
        "auto": False,
        "options": [{"id": "go", "do": list(main)}, {"id": "pass"}],
    }
    return Match.new(pack_of(tmp_path, menu), 2, 1, {"bring": [{"coins": 10}, {"coins": 10}]})


def after(tmp_path: Path, *main: Any) -> Match:
    """A match in which this was done."""
    match = begun(tmp_path, *main)
    match.answer(match.pending[0].seat, (0,))
    return match


def word(type: str, amount: Any, **whose: str) -> dict[str, Any]:
    return {"type": type, "what": "coins", "amount": amount, **whose}


def has(match: Match) -> tuple[int, ...]:
    """What the players have, and the fields of the match."""
    names = ("found", "paid", "till")
    return (
        *(value(match, "coins", player) for player in (1, 2)),
        *(value(match, name, 0) for name in names),
    )


@pytest.mark.parametrize(
    ("doable", "then"),
    [
        (word("transfer", 3, **{"from": FIRST, "to": LAST}), (7, 13, 0, 0, 0)),
        (word("transfer", 3, **{"from": FIRST, "to": FIRST}), (10, 10, 0, 0, 0)),
        (word("transfer", 4, **{"from": FIRST, "at": "market"}), (6, 10, 0, 0, 4)),
        (word("transfer", 4, to=LAST, at="market"), (10, 14, 0, 0, -4)),
        (word("mint", 5, to=LAST), (10, 15, 5, 0, 0)),
        (word("burn", 8, **{"from": FIRST}), (2, 10, 0, 8, 0)),
        (word("burn", 0, **{"from": FIRST}), (10, 10, 0, 0, 0)),
    ],
)
def test_what_one_has_less_somebody_has_more_or_it_is_counted(tmp_path, doable, then):
    assert has(after(tmp_path, doable)) == then


@pytest.mark.parametrize(
    "doable",
    [
        word("transfer", 9, **{"from": FIRST, "to": LAST}),  # `min` is 2
        word("transfer", -1, **{"from": FIRST, "to": LAST}),
        word("transfer", 9, **{"from": FIRST, "at": "market"}),
        word("transfer", 6, to=FIRST, at="market"),  # the till is -5 at least
        word("burn", 9, **{"from": FIRST}),
        word("mint", -1, to=FIRST),
        word("mint", 1, to="{match.startPlayer}"),  # nobody is that yet
    ],
)
def test_what_is_not_there_is_refused_and_nothing_is_done(tmp_path, doable):
    match = begun(tmp_path, word("mint", 1, to=LAST), doable)
    before = has(match)
    with pytest.raises(ActionFailed) as refused:
        match.answer(match.pending[0].seat, (0,))
    assert "cannot change hands" in str(refused.value.__cause__)
    assert has(match) == before == (10, 10, 0, 0, 0)
    assert [option.word for option in match.pending[0].options] == ["pass"]


def test_what_everybody_takes_home_adds_up_to_what_was_made_and_used_up(tmp_path):
    end = {"type": "endMatch", "standings": {"chooser": "players"}, "by": "{it.coins}"}
    match = after(
        tmp_path,
        word("mint", 5, to=FIRST),
        word("transfer", 7, **{"from": FIRST, "to": LAST}),
        word("transfer", 4, **{"from": LAST, "at": "market"}),
        word("burn", 1, **{"from": FIRST}),
        end,
    )
    source, sink, places = elsewhere_of(match).flows["coins"]
    assert match.returns == ({"coins": -3}, {"coins": 3})
    assert (source, sink, places["market"]) == (5, 1, 4)
    assert source - sink - places["market"] == -3 + 3


WRONG = [
    (word("transfer", 1, **{"from": FIRST}), "transfer has two of from and to (players) and at"),
    (
        {**word("mint", 1, to=FIRST), "what": "coinz"},
        "what: nothing that is conserved is called 'coinz'; did you mean coins?",
    ),
    (
        word("transfer", 1, **{"from": FIRST, "at": "markt"}),
        "at: bring.coins.conserved has no place 'markt' that is a field of the match; did you mean",
    ),
    (
        word("transfer", 1, **{"from": FIRST, "at": "temple"}),
        "at: bring.coins.conserved has no place 'temple' that is a field of the match",
    ),
]


@pytest.mark.parametrize(("doable", "message"), WRONG)
def test_what_the_pack_declares_nothing_of_is_one_sentence(tmp_path, doable, message):
    with pytest.raises(PackError) as error:
        pack_of(tmp_path, doable)
    [problem] = error.value.problems
    assert message in str(problem)


@pytest.mark.parametrize(
    ("type", "way", "of"), [("mint", "source", "to"), ("burn", "sink", "from")]
)
def test_numbers_are_made_and_used_up_only_where_the_pack_says_so(tmp_path, type, way, of):
    with pytest.raises(PackError) as error:
        pack_of(tmp_path, word(type, 1, **{of: FIRST}), conserved=True)
    [problem] = error.value.problems
    assert f"bring.coins.conserved has no {way} that is a field of the match" in str(problem)


def test_a_set_by_hand_is_a_warning(tmp_path):
    by_hand = {"type": "set", "of": FIRST, "field": "coins", "mode": "add", "amount": 5}
    told = [str(each) for each in homeless_places(pack_of(tmp_path, by_hand))]
    assert len(told) == 1
    assert "coins is conserved and changes by a set: transfer, mint and burn" in told[0]
    assert not homeless_places(pack_of(tmp_path / "words", word("mint", 1, to=FIRST)))
