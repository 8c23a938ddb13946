"""What a cast can be aimed at, known before anybody casts."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tiny import beast, entity, on_play, play, spell, start, value

from rules.running.match import Match

BEAST = {"type": "beastChooser", "ask": "{onPlay.playerUUID}"}
TIRED = {**BEAST, "where": "{it.health} < 5"}


def hit(target: Any) -> dict:
    return {"type": "hit", "target": target, "amount": 1}


RIDDLE = {
    "type": "choose",
    "ask": "{you}",
    "prompt": "wait",
    "options": [
        {"id": "one", "do": [hit(TIRED)]},
        {"id": "two", "do": [hit({**BEAST, "where": "{it.health} > 9"})]},
    ],
}
FORK = {"type": "if", "condition": "{you.mana} > 1", "do": [hit(TIRED)], "elsedo": [hit(BEAST)]}
CARDS = [
    beast("ox"),
    beast("bear"),
    spell("bolt", on_play(hit(BEAST))),
    spell("mercy", on_play(hit(TIRED))),
    spell("song", on_play({"type": "note", "amount": 1})),
    spell("riddle", on_play(RIDDLE)),
    spell("fork", on_play(FORK)),
    spell("twice", on_play(hit(TIRED), hit(BEAST))),
    spell("mine", on_play(hit({**BEAST, "where": "{onPlay.playerUUID.mana} == {it.health}"}))),
]


def card(name: str, kind: str = "beast") -> dict:
    return {"chooser": "cards", "where": f"{{it.id}} == t.{kind}.{name}"}


FIELD = {"type": "move", "target": [card("ox"), card("bear")], "to": "field"}


def health(name: str, amount: int) -> dict:
    return {"type": "set", "of": card(name), "field": "health", "mode": "set", "amount": amount}


def aims(tmp_path: Path, name: str, *before: dict) -> int:
    """How many targets a cast of a spell has; -1 where it has none by `HasAim`."""
    of = {"card": card(name, "spell"), "player": "{match.startPlayer}"}
    count = {"type": "let", "id": "n", "value": {"chooser": "aims", **of}}
    note = {"type": "note", "amount": "{n.count}"}
    none = {"type": "Not", "condition": {"type": "HasAim", **of}}
    if_none = {"type": "if", "condition": none, "do": [{"type": "note", "amount": -1}]}
    m: Match = start(tmp_path, FIELD, *before, count, note, if_none, cards=CARDS)
    return value(m, "total")


@pytest.mark.parametrize(
    ("name", "before", "count"),
    [
        ("bolt", [], 2),
        ("mercy", [], -1),  # nobody is tired
        ("mercy", [health("ox", 4)], 1),
        ("song", [], -1),  # it has no target
        ("riddle", [health("ox", 4)], -1),  # what an option aims at is no target of the cast
        ("fork", [health("ox", 4)], 2),  # of one branch or the other
        ("twice", [health("ox", 4)], 1),  # a further mention means the same target
        ("mine", [health("ox", 5)], 1),  # the player in its context is the one who casts
    ],
)
def test_what_a_cast_can_be_aimed_at(
    tmp_path: Path, name: str, before: list[dict], count: int
) -> None:
    assert aims(tmp_path, name, *before) == count


ARRIVING = {**BEAST, "ask": "{onArrive.playerUUID}", "where": "{it.health} > 9"}
BOTH = spell("both", on_play(hit(TIRED)), {"at": "onArrive", "do": [hit(ARRIVING)]})


@pytest.mark.parametrize(("at", "count"), [("onPlay", 0), ("onArrive", 2)])
def test_what_a_cast_can_be_aimed_at_by_what_it_does_at_a_timing(
    tmp_path: Path, at: str, count: int
) -> None:
    of = {"card": card("both", "spell"), "player": "{match.startPlayer}", "at": at}
    note = {"type": "note", "amount": {"type": "count", "of": {"chooser": "aims", **of}}}
    if_any = {"type": "if", "condition": {"type": "HasAim", **of}, "do": [note]}
    m = start(tmp_path, FIELD, if_any, cards=[*CARDS[:2], BOTH])
    assert value(m, "total") == count


OPEN = {**RIDDLE, "options": [RIDDLE["options"][0], {"id": "two", "do": []}]}


@pytest.mark.parametrize(
    ("name", "before", "lacks"),
    [
        ("bolt", [], 0),
        ("mercy", [], 1),  # nobody is tired
        ("mercy", [health("ox", 4)], 0),
        ("song", [], 0),  # it has no target
        ("fork", [], 0),  # of one branch or the other
        ("riddle", [health("ox", 9), health("bear", 9)], 1),  # no option has anything to aim at
        ("riddle", [health("ox", 4), health("bear", 9)], 0),
        ("open", [health("ox", 9), health("bear", 9)], 0),  # one of the options has no target
    ],
)
def test_whether_a_cast_comes_to_nothing_for_want_of_a_target(
    tmp_path: Path, name: str, before: list[dict], lacks: int
) -> None:
    of = {"card": card(name, "spell"), "player": "{match.startPlayer}"}
    cards = [*CARDS, spell("open", on_play(OPEN))]
    for at, known in ((None, lacks), ("onPlay", lacks), ("onArrive", 0)):
        asked = {"type": "LacksAim", **of, **({"at": at} if at else {})}
        if_so = {"type": "if", "condition": asked, "do": [{"type": "note", "amount": 1}]}
        m = start(tmp_path, FIELD, *before, if_so, cards=cards)
        assert value(m, "total") == known, at


@pytest.mark.parametrize(("name", "at", "needs"), [("mercy", "onPlay", 1), ("song", "onPlay", 0)])
def test_whether_a_cast_has_a_target_at_all(tmp_path: Path, name: str, at: str, needs: int) -> None:
    of = {"type": "NeedsAim", "card": card(name, "spell"), "at": at}
    if_so = {"type": "if", "condition": of, "do": [{"type": "note", "amount": 1}]}
    assert value(start(tmp_path, FIELD, if_so, cards=CARDS), "total") == needs


@pytest.mark.parametrize(
    ("name", "kind", "at", "acts"),
    [
        ("bolt", "spell", "onPlay", 1),
        ("bolt", "spell", "onArrive", 0),
        ("ox", "beast", "onPlay", 0),
    ],
)
def test_whether_a_card_or_what_is_printed_on_it_does_something_at_a_timing(
    tmp_path: Path, name: str, kind: str, at: str, acts: int
) -> None:
    note = {"type": "note", "amount": 1}
    printed = {"chooser": "definitions", "all": True, "where": f"{{it.id}} == t.{kind}.{name}"}
    of_card = {"type": "if", "condition": {"type": "ActsAt", "card": card(name, kind), "at": at}}
    of_printed = [
        {"type": "let", "id": "known", "value": printed},
        {"type": "if", "condition": {"type": "ActsAt", "card": "{known.first}", "at": at}},
    ]
    m = start(
        tmp_path,
        {**of_card, "do": [note]},
        of_printed[0],
        {**of_printed[1], "do": [note]},
        cards=CARDS,
    )
    assert value(m, "total") == 2 * acts


# -- options that aim ------------------------------------------------------------------------------


def riddle(tmp_path: Path, asked: dict = RIDDLE) -> Match:
    """A match in which the riddle is cast at an ox and a bear that are not tired."""
    cards = [*CARDS[:2], spell("riddle", on_play(asked))]
    return start(tmp_path, FIELD, *play("riddle"), cards=cards)


def names(m: Match) -> list[str]:
    """What can be picked, by its last name."""
    return [(m.card_id(o.entity) or o.word).rpartition(".")[2] for o in m.pending[0].options]


@pytest.mark.parametrize(("pick", "targets"), [(0, ["ox", "cow"]), (1, ["bear", "elk"])])
def test_an_option_offers_only_what_it_aims_at_itself(
    tmp_path: Path, pick: int, targets: list[str]
) -> None:
    cards = [*map(beast, ("ox", "cow", "bear", "elk")), spell("riddle", on_play(RIDDLE))]
    field = {"type": "move", "target": {"chooser": "cards", "where": "{it.kind} == beast"}}
    tired = [health("ox", 4), health("cow", 4)]
    cast = play("riddle")
    m = start(tmp_path, {**field, "to": "field"}, *tired, *cast, cards=cards)
    assert names(m) == ["one", "two"]
    m.answer(m.pending[0].seat, (pick,))
    assert names(m) == targets
    m.answer(m.pending[0].seat, (1,))
    assert value(m, "health", entity(m, targets[1])) == (9 if pick else 3)


def test_an_option_with_nothing_to_aim_at_is_not_offered(tmp_path: Path) -> None:
    m = riddle(tmp_path)  # nobody is tired: it can only be the other one, of two beasts
    assert names(m) == ["ox", "bear"]


def test_an_option_that_need_not_aim_is_offered_anyway(tmp_path: Path) -> None:
    plain = {"id": "three", "do": [{"type": "note", "amount": 1}]}
    m = riddle(tmp_path, asked={**RIDDLE, "options": [RIDDLE["options"][0], plain]})
    assert value(m, "total") == 1


def test_options_aim_at_what_the_cast_was_aimed_at_before(tmp_path: Path) -> None:
    both = [{"id": each, "do": [hit(BEAST)]} for each in ("one", "two")]
    once = {"type": "loop", "times": 1, "do": [hit(BEAST), {**RIDDLE, "options": both}]}
    m = riddle(tmp_path, asked=once)
    m.answer(m.pending[0].seat, (1,))
    m.answer(m.pending[0].seat, (0,))
    assert value(m, "health", entity(m, "bear")) == 8
