"""Players in an order, counts and numbers by a condition, `{card.id}` as a definition, limits."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from tiny import beast, build, start, value

from rules.ground.errors import PackError
from rules.pack import load_pack
from rules.playing.bots import greedy
from rules.running.match import Match

PLAYERS = {"chooser": "players"}
DIGIT = {
    "type": "set",
    "of": "{match}",
    "field": "total",
    "amount": "{match.total} * 10 + {e.target.seat} + 1",
}


def with_scores(*scores: int) -> list[dict]:
    return [
        {
            "type": "set",
            "of": {"chooser": "players", "where": f"{{it.seat}} == {seat}"},
            "field": "score",
            "amount": score,
        }
        for seat, score in enumerate(scores)
    ]


@pytest.mark.parametrize(
    ("order", "seats"),
    [
        ({}, 312),
        ({"top": 1}, 2),
        ({"top": 2}, 21),
        ({"bottom": 1}, 3),
        ({"bottom": 9}, 312),
        ({"top": "{match.round} - 5"}, 0),
        ({"top": 1, "where": "{it.score} < 8"}, 1),
    ],
)
def test_players_are_put_in_the_order_of_a_number(tmp_path: Path, order: dict, seats: int) -> None:
    chosen = {"chooser": "players", "by": "{it.score}", **order}
    loop = {"type": "loop", "id": "e", "target": chosen, "do": [DIGIT]}
    assert value(start(tmp_path, *with_scores(5, 8, 1), loop, seats=3), "total") == seats


def test_of_equals_those_come_first_who_are_first_in_order(tmp_path: Path) -> None:
    loops = [
        {"type": "loop", "id": "e", "target": {**PLAYERS, "by": "{it.score}", **end}, "do": [DIGIT]}
        for end in ({"top": 2}, {"bottom": 2})
    ]
    assert value(start(tmp_path, *with_scores(4, 4, 4), *loops, seats=3), "total") == 1212


@pytest.mark.parametrize("count", [-1, "{match.total} - 1"])
@pytest.mark.parametrize("end", ["top", "bottom"])
def test_fewer_than_none_are_none(tmp_path: Path, end: str, count: Any) -> None:
    cards = {"type": "let", "id": "c", "value": {"chooser": "cards", end: count}}
    total = {"type": "set", "of": "{match}", "field": "total", "amount": "{c.count} + 5"}
    assert value(start(tmp_path, cards, total, cards=CARDS, properties=SIZE), "total") == 5


def test_the_ends_of_players_need_an_order(tmp_path: Path) -> None:
    with pytest.raises(PackError, match="top and bottom of players need by"):
        build(tmp_path, main=[{"type": "loop", "target": {**PLAYERS, "top": 1}, "do": []}])


def test_dice_of_a_pool_are_counted_by_what_they_show(tmp_path: Path) -> None:
    roll = {"type": "rollDice", "id": "pool", "dice": "20d6"}
    counts = [
        {"type": "count", "of": "{pool.dice}", "where": f"{{it}} {test}"} for test in ("> 4", "< 5")
    ]
    total = {"type": "add", "values": [*counts, {"type": "multiply", "values": [100, counts[0]]}]}
    m = start(tmp_path, roll, {"type": "set", "of": "{match}", "field": "total", "amount": total})
    hits, dice = divmod(value(m, "total"), 100)
    assert dice == 20
    assert 0 < hits < 20


def test_numbers_are_offered_by_a_condition(tmp_path: Path) -> None:
    each = {"chooser": "numbers", "from": 1, "to": 9, "where": "{it} % 4 == 1"}
    menu = {
        "type": "choose",
        "ask": "{e.target}",
        "prompt": "x",
        "options": [{"id": "n", "each": each}],
    }
    m = start(tmp_path, {"type": "loop", "id": "e", "target": PLAYERS, "do": [menu]})
    assert [option.entity for option in m.pending[0].options] == [1, 5, 9]


CARDS = [beast("ox", size=3), beast("pup", size=1)]
SIZE = {"size": {"kind": "beast", "default": 1}}
LET = [
    {"type": "let", "id": "c", "value": {"chooser": "cards", "where": "{it.id} == t.beast.ox"}},
    {"type": "let", "id": "one", "value": "{c.first}"},
]


def made(tmp_path: Path, *do: Any, **sections: Any) -> list[str]:
    m = start(tmp_path, *LET, *do, cards=CARDS, properties=SIZE, **sections)
    field = m.zones[m.program.layout.zones["field"].first]
    return [str(m.card_id(card)).rpartition(".")[2] for card in field]


TO = {"to": "field"}
WORD = {"w": {"params": {"d": "definitions"}, "do": [{"type": "create", "from": "{d}", **TO}]}}


@pytest.mark.parametrize(
    "do",
    [
        [{"type": "create", "card": "{one.id}", **TO}],
        [{"type": "create", "from": "{one.id}", **TO}],
        [{"type": "create", "from": ["{one.id}"], **TO}],
        [{"type": "w", "d": ["{one.id}"]}],
        [{"type": "let", "id": "l", "value": ["{one.id}"]}, {"type": "w", "d": "{l}"}],
        [{"type": "let", "id": "l", "value": "{one.id}"}, {"type": "create", "card": "{l}", **TO}],
        [{"type": "pick", "id": "p", "from": ["{one.id}"]}, {"type": "w", "d": "{p}"}],
        [
            {
                "type": "loop",
                "id": "p",
                "target": ["{one.id}"],
                "do": [
                    {"type": "create", "card": "{p.target}", "amount": "{p.target.size} - 2", **TO}
                ],
            }
        ],
        [{"type": "create", "card": "{one.id}", "amount": "{one.id.size} - 2", **TO}],
    ],
)
def test_the_id_of_a_card_is_the_card_as_it_is_printed(tmp_path: Path, do: list[dict]) -> None:
    assert made(tmp_path, *do, define={"doables": WORD}) == ["ox"]


def test_what_is_given_to_a_word_knows_who_bears_it(tmp_path: Path) -> None:
    grant = {
        "params": {"target": "cards", "do": "do"},
        "do": [
            {
                "type": "addTriggers",
                "triggers": [{"on": "{target}", "event": "onTick", "mode": "always", "do": "{do}"}],
            }
        ],
    }
    lay = {"type": "move", "target": {"chooser": "cards"}, "to": "field"}
    gone = {"type": "move", "target": "{bearer}", "to": "box"}
    use = {"type": "grant", "target": "{one}", "do": [gone]}
    tick = {"type": "fire", "event": "onTick", "with": {"number": 1}}
    assert made(tmp_path, lay, use, tick, define={"doables": {"grant": grant}}) == ["pup"]
    with pytest.raises(PackError, match=r"nothing is called \{bearer\}"):
        build(tmp_path / "bare", main=[gone])


def test_limits_have_one_spelling_and_the_other_is_read(tmp_path: Path) -> None:
    packs = []
    for number, (least, most) in enumerate((("min", "max"), ("minimum", "maximum"))):
        ask = {"type": "playerChooser", "ask": "{e.target}", least: 1, most: 2}
        every = {
            "type": "askAll", "id": "x{p}", "target": PLAYERS, "from": PLAYERS, "kind": "player",
            least: 1, most: 2,
        }  # fmt: skip
        do = [{"type": "let", "id": "x", "value": ask}, every]
        packs.append(
            build(
                tmp_path / str(number),
                pack={"options": {"start": {"type": "number", least: 2, most: 7, "default": 3}}},
                fields={"player": {"gold": {"initial": 3, least: 1, most: 9}}},
                zones={"row": {"see": "all", most: 4}},
                bring={"level": {"type": "number", least: 1, most: 60, "default": 1}},
                main=[{"type": "loop", "id": "e", "target": PLAYERS, "do": do}],
            )
        )
    for pack in packs:
        gold, start = pack.program.layout.fields["player", "gold"], pack.program.options["start"]
        assert (gold.minimum, gold.maximum, start.minimum, start.maximum) == (1, 9, 2, 7)
        assert pack.program.zone_rules[pack.program.layout.zones["row"].first].most(None, 0) == 4
        assert pack.program.bringing.entries["level"].most == 60
        choice = Match.new(pack, 2, 1).pending[0]
        assert (choice.minimum, choice.maximum) == (1, 2)


MENU = {
    "type": "choose",
    "ask": "{e.target}",
    "prompt": "turn",
    "options": [{"id": "wait"}, {"id": "buy", "each": {"chooser": "cards"}}, {"id": "pass"}],
}


def test_bots_may_prefer_options_that_are_about_nothing(tmp_path: Path) -> None:
    loop = {"type": "loop", "id": "e", "target": PLAYERS, "do": [MENU]}
    prefer = {"turn": {"pass": "{you.mana} * 2", "buy": "{it.size}", "*": 1}}
    m = start(
        tmp_path, loop, cards=CARDS, properties=SIZE, bot={"worth": "{it.score}", "prefer": prefer}
    )
    choice = m.pending[0]
    assert [greedy.preference_of(m, choice, pick) for pick in range(4)] == [1, 3, 1, 10]
    assert greedy.GreedyBot(1).choose(m, choice.seat) == (3,)
    wrong = {"turn": {"sell": 1}}
    with pytest.raises(PackError, match="there is no option 'sell'"):
        build(tmp_path / "wrong", main=[loop], bot={"prefer": wrong})


def test_what_an_option_is_worth_may_read_whom_it_is_about_and_how_the_match_stands(
    tmp_path: Path,
) -> None:
    options = [
        {"id": "search", "do": []},
        {"id": "home"},
        {"id": "help", "each": PLAYERS, "do": []},
        {"id": "steps", "each": {"chooser": "numbers", "from": 1, "to": 2}, "do": []},
    ]
    menu = {**MENU, "prompt": "explore", "options": options}
    loop = {"type": "loop", "id": "e", "target": PLAYERS, "do": [menu]}
    mana = {"type": "set", "of": PLAYERS, "field": "mana", "mode": "set", "amount": 2}
    prefer = {
        "search": 300,
        "home": "1000 if {you.mana} < 3 and {match.total} == 0 else 0 - 50",
        "help": "{it.mana} + {it.seat}",
        "steps": "{it} * 10",
    }
    m = start(tmp_path, mana, loop, bot={"worth": "{it.score}", "prefer": {"explore": prefer}})
    choice = m.pending[0]
    picks = range(len(choice.options))
    assert [greedy.preference_of(m, choice, pick) for pick in picks] == [300, 1000, 2, 3, 10, 20]
    assert greedy.GreedyBot(1).choose(m, choice.seat) == (1,)


@pytest.mark.parametrize(
    ("prefer", "message"),
    [
        ({"trun": 1}, "bot.prefer.trun: there is no prompt 'trun'; did you mean turn"),
        ({"turn": {"wait": "{it.size}"}}, "bot.prefer.turn.wait: nothing is called {it.size} here"),
        ({"turn": {"buy": "{it.sise}"}}, "bot.prefer.turn.buy: a card has no sise"),
    ],
)
def test_what_bots_prefer_is_checked(tmp_path: Path, prefer: dict, message: str) -> None:
    loop = {"type": "loop", "id": "e", "target": PLAYERS, "do": [MENU]}
    with pytest.raises(PackError, match=message):
        build(tmp_path, main=[loop], cards=CARDS, properties=SIZE, bot={"prefer": prefer})


def test_an_option_may_be_set_by_the_host_alone(tmp_path: Path) -> None:
    options = {"short": {}, "hard": {"by": "host"}}
    pack = build(tmp_path, pack={"options": options})
    assert [pack.program.options[name].of_table for name in options] == [True, False]
    assert Match.new(pack, 2, 1, {"hard": True}).options["hard"]
    with pytest.raises(PackError, match="an option is set by the table, or by the host"):
        build(tmp_path / "wrong", pack={"options": {"hard": {"by": "me"}}})


def test_an_option_may_be_for_some_numbers_of_players_alone(tmp_path: Path) -> None:
    options = {"short": {"seats": [3]}, "goal": {"type": "number", "default": 5, "seats": [2]}}
    pack = build(tmp_path, pack={"options": options})
    assert Match.new(pack, 3, 1, {"short": True, "goal": 5}).options["short"]
    with pytest.raises(ValueError, match="option short is for 3 players, not 2"):
        Match.new(pack, 2, 1, {"short": True})
    with pytest.raises(ValueError, match="option goal is for 2 players, not 3"):
        Match.prepare(pack, 3, 1, {"goal": 6})


@pytest.mark.parametrize("seats", [[4], []])
def test_an_option_is_for_numbers_of_players_that_the_game_has(tmp_path: Path, seats) -> None:
    with pytest.raises(PackError, match="an option is for some of the numbers of players: 2, 3"):
        build(tmp_path, pack={"options": {"short": {"seats": seats}}})


def test_a_game_without_a_number_of_players_inherits_the_options_for_it(tmp_path: Path) -> None:
    build(tmp_path / "tiny", pack={"options": {"short": {"seats": [3]}}})
    two = {"id": "two", "inherits": "tiny", "seats": [2]}
    folder = tmp_path / "two"
    folder.mkdir()
    (folder / "pack.json5").write_text(json.dumps({"pack": two}))
    with pytest.raises(ValueError, match="option short is for 3 players, not 2"):
        Match.new(load_pack(folder), 2, 1, {"short": True})
