"""Sides: seats that are one party, cards that are nobody's."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tiny import beast, build, merged, on_play, spell, start, value

from rules.ground.errors import PackError
from rules.pack import Pack
from rules.playing.bots import greedy
from rules.running.match import Match
from rules.telling.text import Text

PLAYERS = {"chooser": "players"}
ZONES = {"lair": {"of": "player", "see": "all"}}
CARDS = [beast("ox", count=3), beast("bear"), spell("bolt")]
PAIRS = {
    "type": "loop",
    "id": "p",
    "target": PLAYERS,
    "do": [
        {"type": "set", "of": "{p.target}", "field": "side", "amount": "1 + {p.target.seat} % 2"}
    ],
}
SIDES: dict[str, Any] = {
    "pack": {"seats": [2, 4], "sides": "side"},
    "fields": {"player": {"side": {}}, "beast": {"side": {"type": ["none", "wild"]}}},
    "zones": ZONES,
    "cards": CARDS,
}


def begin(tmp_path: Path, *main: Any, pairs: bool = True, **rest: Any) -> Match:
    """A match of four players, 1 and 3 against 2 and 4."""
    sides = [PAIRS] if pairs else []
    return start(tmp_path, *sides, *main, seats=4, **merged(SIDES, rest))


def named(id: str, value: Any) -> dict:
    return {"type": "let", "id": id, "value": value}


def note(amount: Any) -> dict:
    return {"type": "note", "amount": amount}


def told(*choosers: Any) -> list[dict]:
    """Doables that write the seats, from 1, of what choosers give as digits into `total`."""
    each = {
        "type": "set",
        "of": "{match}",
        "field": "total",
        "mode": "set",
        "amount": "{match.total} * 10 + {e.target.seat} + 1",
    }
    return [{"type": "loop", "id": "e", "target": one, "do": [each]} for one in choosers]


def players(which: str, of: Any = "{match.startPlayer}", **rest: Any) -> dict:
    return {"chooser": which, "of": of, **rest}


def test_without_sides_every_player_is_alone(tmp_path: Path) -> None:
    m = start(tmp_path, *told(players("allies"), players("enemies")), seats=3)
    assert value(m, "total") == 23


def test_players_with_the_same_value_in_the_field_are_allies(tmp_path: Path) -> None:
    m = begin(tmp_path, *told(players("allies"), players("enemies")))
    assert value(m, "total") == 324


def test_who_says_nothing_is_on_a_side_of_their_own(tmp_path: Path) -> None:
    m = begin(tmp_path, *told(players("allies"), players("enemies")), pairs=False)
    assert value(m, "total") == 234


def test_allies_are_in_order_from_the_start_player_and_can_be_narrowed(tmp_path: Path) -> None:
    second = {"type": "set", "of": "{match}", "field": "startPlayer", "amount": "{first.last}"}
    enemies = players("enemies", "{first.first}")
    m = begin(tmp_path, second, *told(enemies, {**enemies, "where": "{it.seat} < 2"}))
    assert value(m, "total") == 422


def test_sides_can_change(tmp_path: Path) -> None:
    change = {"type": "set", "of": "{match.startPlayer.next}", "field": "side", "amount": 1}
    m = begin(tmp_path, change, *told(players("allies"), players("enemies")))
    assert value(m, "total") == 234


def lying(name: str, zone: str, of: str | None = None) -> dict:
    card = {
        "chooser": "cards",
        "where": f"{{it.id}} == t.beast.{name} and {{it.zone}} == box",
        "top": 1,
    }
    return {"type": "move", "target": card, "to": zone, **({"of": of} if of else {})}


ALL = {"chooser": "cards", "where": "{it.zone} in (lair, field)"}
OXEN = [
    lying("ox", "lair", "{match.startPlayer}"),
    lying("ox", "lair", "{match.startPlayer.next}"),
    lying("ox", "field"),
]


@pytest.mark.parametrize(
    ("which", "of", "count"),
    [
        ("allies", "{match.startPlayer}", 1),
        ("allies", "{match.startPlayer.next.next}", 1),  # what lies with an ally
        ("enemies", "{match.startPlayer}", 2),  # that of an enemy, and nobody's
        ("allies", "{match.startPlayer.lair.first}", 0),  # not itself
        ("enemies", "{match.startPlayer.lair.first}", 2),
        ("allies", "{match.field.first}", 0),
        ("enemies", "{match.field.first}", 2),
    ],
)
def test_a_card_is_on_the_side_of_the_player_with_whom_it_lies(
    tmp_path: Path, which: str, of: str, count: int
) -> None:
    chosen = {"chooser": which, "of": of, "from": ALL}
    m = begin(tmp_path, *OXEN, named("n", chosen), note("{n.count}"))
    assert value(m, "total") == count


def test_cards_may_have_a_side_of_their_own_without_a_seat(tmp_path: Path) -> None:
    ox, bear = (
        {"chooser": "cards", "from": ALL, "where": f"{{it.id}} == t.beast.{name}"}
        for name in ("ox", "bear")
    )
    wild = {"type": "set", "of": [ox, bear], "field": "side", "amount": "wild"}
    laid = [lying("ox", "lair", "{match.startPlayer}"), lying("bear", "field"), wild]
    allies = {"chooser": "allies", "of": "{match.field.first}", "from": ALL}
    enemy = {
        "type": "IsEnemy",
        "of": "{match.startPlayer}",
        "entity": "{match.startPlayer.lair.first}",
    }
    ally = {
        "type": "IsAlly",
        "of": "{match.field.first}",
        "entity": "{match.startPlayer.lair.first}",
    }
    asked = {"type": "if", "condition": [enemy, ally], "do": [note(10)]}
    m = begin(tmp_path, *laid, named("n", allies), note("{n.count}"), asked)
    assert value(m, "total") == 11
    foes = begin(tmp_path / "foes", *laid, *told(players("enemies", "{match.field.first}")))
    assert value(foes, "total") == 1234


END = {"type": "endMatch", "standings": PLAYERS, "rule": "done"}


def ended(tmp_path: Path, *scores: int, **rest: Any) -> Match:
    """A match that ends with these scores of the four players."""
    setting = [
        {
            "type": "set",
            "of": {"chooser": "players", "where": f"{{it.seat}} == {seat}"},
            "field": "score",
            "amount": score,
        }
        for seat, score in enumerate(scores)
    ]
    flow = [PAIRS, *setting, {**END, **rest}]
    return Match.new(build(tmp_path, main=flow, **SIDES), 4, 1)


def test_a_side_wins_together(tmp_path: Path) -> None:
    m = ended(tmp_path, 1, 2, 5, 4, by="{it.score}")
    assert m.standings == ((2, 0), (3, 1))
    assert m.outcome == ((2, 0), (), (3, 1), "done")
    (line,) = m.log or ()
    assert line.args[0] == ("winners", "players", (2, 0))


def test_sides_that_stand_alike_draw(tmp_path: Path) -> None:
    m = ended(tmp_path, 5, 2, 1, 5, by="{it.score}")
    assert m.standings == ((0, 3, 1, 2),)
    assert m.outcome == ((), (0, 3, 1, 2), (), "done")


def test_a_side_comes_in_with_its_first_player(tmp_path: Path) -> None:
    assert ended(tmp_path).standings == ((0, 2), (1, 3))


def test_without_sides_standings_are_as_they_were(tmp_path: Path) -> None:
    sections = {key: each for key, each in SIDES.items() if key != "pack"}
    m = Match.new(build(tmp_path, main=[END], pack={"seats": [4]}, **sections), 4, 1)
    assert m.standings == ((0,), (1,), (2,), (3,))
    assert m.outcome is not None
    assert m.outcome.won == (0,)


BOT = {"worth": "{it.score}"}


@pytest.mark.parametrize(("see", "worth", "lead"), [("all", 6, 2), ("none", 4, -4)])
def test_bots_play_for_their_side_where_all_know_who_is_on_it(
    tmp_path: Path, see: str, worth: int, lead: int
) -> None:
    scores = [
        {
            "type": "set",
            "of": {"chooser": "players", "where": f"{{it.seat}} == {seat}"},
            "field": "score",
            "amount": score,
        }
        for seat, score in enumerate((4, 1, 8, 7))
    ]
    m = begin(tmp_path, *scores, bot=BOT, fields={"player": {"side": {"see": see}}})
    assert (greedy.worth_of(m, 0), greedy.lead_of(m, 0)) == (worth, lead)


def test_a_worth_that_weighs_the_others_is_not_compared_with_theirs(tmp_path: Path) -> None:
    bot = {"worth": "10 + {it.score}", "weighsOthers": True}
    m = begin(tmp_path, bot=bot)
    assert (greedy.worth_of(m, 0), greedy.lead_of(m, 0)) == (10, 10)


def test_sides_need_a_field_of_players(tmp_path: Path) -> None:
    with pytest.raises(PackError, match=r"pack\.sides: players have no field 'team'"):
        build(tmp_path, pack={"sides": "team"})


def sided(tmp_path: Path, *do: Any) -> Pack:
    return build(tmp_path, **merged(SIDES, {"cards": [*CARDS, spell("pact", on_play(*do))]}))


MANA = {"type": "set", "field": "mana", "mode": "add", "amount": 2}
BEASTS = {"chooser": "enemies", "from": {"chooser": "beasts"}}
ONE = {"type": "playerChooser", "ask": "{you}", "from": {"chooser": "enemies"}}
OWNERS = {"type": "IsAlly", "entity": "{this.owner}"}
SENTENCES = [
    ({**MANA, "of": {"chooser": "allies"}}, "your allies", "你的盟友"),
    ({**MANA, "of": players("enemies", "{this}")}, "the enemies of this card", "此牌的敌人"),
    ({"type": "hit", "target": BEASTS, "amount": 1}, "not on your side", "不属于你方"),
    (named("one", ONE), "choose one of your enemies", "选择你的敌人之一"),
    ({"type": "if", "condition": OWNERS, "do": [note(1)]}, "is on your side", "与你同一方"),
]


@pytest.mark.parametrize(("do", "english", "chinese"), SENTENCES)
def test_sides_have_phrases(tmp_path: Path, do: dict, english: str, chinese: str) -> None:
    pack = sided(tmp_path, do)
    texts = [
        Text(pack, language).rules_text(pack.card("t.spell.pact")) for language in ("en", "zh")
    ]
    assert english in texts[0].lower()
    assert chinese in texts[1]
