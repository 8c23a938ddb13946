"""Menus that several players are asked at once, in secret: `askAll` with options."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest
from tiny import build, merged, on_play, spell, start, value

from rules.ground.errors import PackError
from rules.playing.bots.hidden import redeal
from rules.playing.invariants import check_invariants, journal_replays
from rules.running.match import Match
from rules.telling.text import Text

PLAYERS = {"chooser": "players"}


def score(amount: Any, of: str = "{p}") -> dict:
    return {"type": "set", "of": of, "field": "score", "mode": "add", "amount": amount}


STEP = {
    "type": "set",
    "of": "{match}",
    "field": "total",
    "mode": "set",
    "amount": "{match.total} * 10 + {p.seat} + 1",
}
PLAN = {
    "type": "askAll",
    "id": "plan{p}",
    "target": PLAYERS,
    "prompt": "plan",
    "default": "wait",
    "options": [
        {"id": "cast", "each": "{p.hand}", "do": [score("{cast.manaCost}"), STEP]},
        {"id": "rest", "when": "{p.mana} < 5", "do": [score(100), STEP]},
        {"id": "wait"},
    ],
}
CARDS = [spell("spark", count="$1", manaCost=1), spell("blaze", count="$1", manaCost=7)]
DEAL = {
    "type": "loop",
    "id": "d",
    "target": PLAYERS,
    "do": [
        {
            "type": "move",
            "target": {"chooser": "cards", "where": "{it.forPlayer} == {d.target}"},
            "to": "hand",
            "of": "{d.target}",
        }
    ],
}
LAST_TIRED = {"type": "set", "of": "{first.last}", "field": "mana", "amount": 2}


def begin(tmp_path: Path, *after: Any, seats: int = 3, **plan: Any) -> Match:
    """A match whose players have a hand each and are asked for a plan; the last one is tired."""
    return start(tmp_path, DEAL, LAST_TIRED, {**PLAN, **plan}, *after, seats=seats, cards=CARDS)


def pick(m: Match, seat: int, word: str, card: str = "") -> None:
    choice = m.choice_of(seat)
    assert choice is not None
    wanted = (
        number
        for number, option in enumerate(choice.options)
        if option.word == word and (m.card_id(option.entity) or "").endswith(card)
    )
    m.answer(seat, (next(wanted),))


def scores(m: Match) -> list[int]:
    return [value(m, "score", player) for player in range(1, m.seats + 1)]


def test_everybody_has_options_of_their_own_at_the_same_time(tmp_path: Path) -> None:
    m = begin(tmp_path)
    words = [[option.word for option in choice.options] for choice in m.pending]
    assert words == [["cast", "cast", "wait"]] * 2 + [["cast", "cast", "rest", "wait"]]
    assert [choice.default for choice in m.pending] == [(2,), (2,), (3,)]
    assert [choice.prompt for choice in m.pending] == ["plan"] * 3


def drawn_defaults(tmp_path: Path, ask: dict, *after: Any) -> list[tuple[int, ...]]:
    """The defaults of one question with the dice of many matches; two of the same dice agree."""
    pack = start(tmp_path, DEAL, ask, *after, cards=CARDS).game
    found = []
    for seed in range(40):
        m, again = Match.new(pack, 2, seed), Match.new(pack, 2, seed)
        assert [each.default for each in m.pending] == [each.default for each in again.pending]
        found.append(m.pending[0].default)
    return found


HAND = {"chooser": "cards", "from": "{first.first.hand}"}
PICK = {"type": "askAll", "id": "picks{p}", "target": PLAYERS, "prompt": "card", "from": "{p.hand}"}
CHOOSER = {"type": "cardChooser", "ask": "{first.first}", "from": HAND, "default": "random"}


@pytest.mark.parametrize(
    ("ask", "places"),
    [
        ({**PLAN, "default": "random"}, {(0,), (1,), (2,)}),
        ({**PICK, "default": "random"}, {(0,), (1,)}),
        ({"type": "let", "id": "one", "value": CHOOSER}, {(0,), (1,)}),
        ({"type": "let", "id": "two", "value": {**CHOOSER, "minimum": 0, "maximum": 1}}, {()}),
        (
            {
                "type": "let",
                "id": "two",
                "value": {"type": "playerChooser", "ask": "{first.first}", "default": "random"},
            },
            {(0,), (1,)},
        ),
    ],
)
def test_a_default_at_random_is_drawn_by_the_dice_of_the_match(tmp_path, ask, places) -> None:
    assert set(drawn_defaults(tmp_path, ask)) == places


def test_an_option_may_be_called_random(tmp_path: Path) -> None:
    options = [{"id": "wait"}, {"id": "random"}]
    m = begin(tmp_path, options=options, default="random")
    assert [choice.default for choice in m.pending] == [(1,)] * 3


def test_lots_for_who_does_not_answer_change_nothing_else(tmp_path: Path) -> None:
    pack = start(tmp_path, DEAL, {**PLAN, "default": "random"}, cards=CARDS).game
    usual = start(tmp_path / "usual", DEAL, PLAN, cards=CARDS).game
    assert Match.new(pack, 2, 5).rng == Match.new(usual, 2, 5).rng


def test_who_has_given_up_can_be_asked_for(tmp_path: Path) -> None:
    gone = {"type": "HasGivenUp", "player": "{p}"}
    lost = {"type": "loop", "id": "p", "target": PLAYERS, "do": [
        {"type": "if", "condition": {**gone, "player": "{p.target}"},
         "do": [score(7, "{p.target}")]}]}  # fmt: skip
    stay = {"doables": {"stay": {"params": {}, "do": []}}}
    asked = (DEAL, PLAN, lost, PLAN, lost)
    m = start(tmp_path, *asked, seats=3, cards=CARDS, pack={"concede": "stay"}, define=stay)
    m.concede(1)
    for _ in range(2):
        for seat in (0, 2):
            pick(m, seat, "wait")
    assert scores(m) == [0, 14, 0]


def test_nothing_is_known_or_done_before_all_have_answered(tmp_path: Path) -> None:
    m = begin(tmp_path)
    before = m.view(0)
    pick(m, 2, "rest")
    pick(m, 1, "cast", "blaze")
    after = m.view(0)
    assert (before["players"], before["match"]) == (after["players"], after["match"])
    assert scores(m) == [0, 0, 0]
    check_invariants(m)
    world = redeal(m, 0, Random(1))
    assert [choice.seat for choice in world.pending] == [0, 2, 1]  # their answers are open again
    pick(m, 0, "cast", "spark")
    assert scores(m) == [1, 7, 100]


def test_what_was_chosen_is_carried_out_in_the_order_in_which_they_were_named(
    tmp_path: Path,
) -> None:
    start_player = {
        "type": "set",
        "of": "{match}",
        "field": "startPlayer",
        "amount": "{first.last}",
    }
    m = start(tmp_path, DEAL, start_player, PLAN, seats=3, cards=CARDS)
    for seat in (1, 0, 2):
        pick(m, seat, "cast", "spark")
    assert value(m, "total") == 312
    journal_replays(m)


TAKE = {
    "type": "askAll",
    "id": "take{p}",
    "as": "p",
    "target": PLAYERS,
    "prompt": "take",
    "options": [
        {
            "id": "take",
            "each": "{match.field}",
            "do": [{"type": "move", "target": "{take}", "to": "hand", "of": "{p}"}, score(1)],
        },
        {
            "id": "first",
            "when": "{match.total} == 0",
            "do": [{"type": "set", "of": "{match}", "field": "total", "amount": "{p}"}, score(10)],
        },
        {"id": "wait", "do": [score(100)]},
    ],
}
LAID = {"type": "move", "target": {"chooser": "cards", "top": 2}, "to": "field"}


def taking(tmp_path: Path, **words: Any) -> Match:
    helmet = {**spell("helmet", count=1), "name": {"en": "Helmet", "zh": "头盔"}}
    cards = [helmet, spell("boots", count=1)]
    texts = {"words": words} if words else {}
    return start(tmp_path, LAID, TAKE, seats=3, cards=cards, **texts)


def test_what_is_not_possible_any_more_is_not_done_and_who_chose_it_is_told(tmp_path: Path) -> None:
    m = taking(tmp_path)
    pick(m, 2, "take", "helmet")
    pick(m, 0, "take", "helmet")
    pick(m, 1, "take", "boots")
    assert scores(m) == [1, 1, 0]
    zones = m.program.layout.zones["hand"].first
    assert [len(m.zones[zones + player]) for player in (1, 2, 3)] == [1, 1, 0]
    (line,) = [line for line in m.log or () if line.message == "tooLate"]
    assert line.seats == (2,)
    assert [Text(m.game, "en").log(line, seat) for seat in (2, 1, None)] == [
        "It is too late for Helmet.",
        None,
        None,
    ]
    assert Text(m.game, "zh").log(line, 2) == "头盔：已经来不及了。"
    journal_replays(m)


def test_conditions_of_options_are_looked_at_again_as_well(tmp_path: Path) -> None:
    m = taking(tmp_path)
    for seat, word in enumerate(("first", "first", "wait")):
        pick(m, seat, word)
    assert scores(m) == [10, 0, 100]
    (line,) = [line for line in m.log or () if line.message == "tooLate"]
    assert Text(m.game, "en").log(line, 1) == "It is too late for that."


def test_a_pack_has_its_own_words_for_what_comes_too_late(tmp_path: Path) -> None:
    m = taking(tmp_path, en={"log": {"tooLate": "{who}: {option} {what} is gone."}})
    for seat in range(3):
        pick(m, seat, "take", "helmet")
    first, _ = [line for line in m.log or () if line.message == "tooLate"]
    assert Text(m.game, "en").log(first, 1) == "#2: take Helmet is gone."


def test_the_default_is_taken_for_who_has_given_up(tmp_path: Path) -> None:
    m = begin(tmp_path)
    m.concede(1)
    pick(m, 2, "rest")
    pick(m, 0, "cast", "blaze")
    assert scores(m) == [7, 0, 100]


def test_the_option_taken_and_what_it_is_about_have_a_name_by_player(tmp_path: Path) -> None:
    told = {
        "type": "loop",
        "id": "q",
        "target": PLAYERS,
        "do": [
            {
                "type": "if",
                "condition": "{plan{q.target}.option} == cast",
                "do": [score("{plan{q.target}.entity.manaCost} * 1000", "{q.target}")],
            },
        ],
    }
    m = begin(tmp_path, told)
    pick(m, 0, "cast", "blaze")
    pick(m, 1, "wait")
    pick(m, 2, "cast", "spark")
    assert scores(m) == [7007, 0, 1001]


def test_who_has_no_option_is_not_asked_and_a_single_one_is_taken(tmp_path: Path) -> None:
    options = PLAN["options"][1:2]
    m = begin(tmp_path, default="rest", options=options)
    assert [choice.prompt for choice in m.pending] == ["wait"]
    assert scores(m) == [0, 0, 100]
    asked = begin(tmp_path / "asked", default="rest", options=options, auto=False)
    assert [(choice.seat, choice.prompt) for choice in asked.pending] == [(2, "plan")]


def test_what_an_option_does_may_ask(tmp_path: Path) -> None:
    more = {"type": "numberChooser", "ask": "{p}", "minimum": 1, "maximum": 3, "prompt": "more"}
    options = [
        {"id": "bid", "do": [{"type": "let", "id": "n", "value": more}, score("{n}")]},
        {"id": "wait"},
    ]
    m = begin(tmp_path, options=options)
    for seat, word in enumerate(("bid", "wait", "bid")):
        pick(m, seat, word)
    for answered in (2, 1):
        assert m.pending[0].prompt == "more"
        check_invariants(m)
        m.answer(m.pending[0].seat, (answered,))
    assert scores(m) == [3, 0, 2]


def test_saved_in_the_middle_it_goes_on(tmp_path: Path) -> None:
    m = begin(tmp_path)
    pick(m, 1, "cast", "blaze")
    other = Match.load(m.game, m.save())
    for each in (m, other):
        pick(each, 0, "wait")
        pick(each, 2, "rest")
    assert scores(other) == scores(m) == [0, 7, 100]
    assert other.hash() == m.hash()


def test_a_card_may_ask_everybody_but_its_player(tmp_path: Path) -> None:
    others = {"chooser": "players", "except": "{you}"}
    options = [
        {
            "id": "pay",
            "do": [{"type": "set", "of": "{q}", "field": "mana", "mode": "add", "amount": -2}],
        },
        {"id": "refuse", "do": [score(5, "{you}")]},
    ]
    ask = {
        **PLAN,
        "id": "deal{q}",
        "as": "q",
        "target": others,
        "default": "pay",
        "options": options,
    }
    blackmail = spell("blackmail", on_play(ask))
    pack = build(tmp_path, cards=[blackmail])
    texts = [
        Text(pack, language).rules_text(pack.card("t.spell.blackmail")) for language in ("en", "zh")
    ]
    assert texts == [
        "Every other player secretly chooses one: that player loses 2 mana; or gain 5 score.",
        "其他每名玩家秘密选择一项：该玩家mana-2；或score+5。",
    ]


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"options": []}, "a menu needs a prompt"),
        ({"options": [{"id": "a"}, {"id": "a"}]}, "each option needs an id of its own"),
        ({"options": [{"id": f"a{n}"} for n in range(1_001)]}, "1001 options; at most 1000"),
        ({"default": "wiat"}, "did you mean wait"),
        ({"from": "{p.hand}"}, "askAll has no parameter from"),
        ({"id": "plan"}, "askAll needs an id with the player in braces"),
        (
            {"options": [{"id": "a", "each": {"type": "cardChooser", "ask": "{p}"}}]},
            "nobody can be asked",
        ),
        ({"options": [{"id": "a", "do": [score(1, "{q}")]}]}, "nothing is called {q}"),
    ],
)
def test_mistakes_are_told(tmp_path: Path, wrong: dict, message: str) -> None:
    main = {"main": [merged({**PLAN, **wrong}, {})]}
    with pytest.raises(PackError, match=message):
        build(tmp_path, cards=CARDS, **main)


def menu(*options: dict) -> dict:
    return {"type": "choose", "ask": "{match.startPlayer}", "prompt": "x", "options": list(options)}


@pytest.mark.parametrize("word", ["number", "you", "this", "it", "match"])
@pytest.mark.parametrize("asking", ["choose", "askAll"])
def test_an_option_that_is_about_something_hides_no_name(
    tmp_path: Path, word: str, asking: str
) -> None:
    options = [{"id": word, "each": {"chooser": "numbers", "from": 1, "to": 2}, "do": []}]
    asked = {**PLAN, "options": options, "default": word}
    asked = menu(*options) if asking == "choose" else asked
    let = {"type": "let", "id": "number", "value": 3}
    with pytest.raises(PackError, match=rf"this option hides \{{{word}\}}"):
        build(tmp_path, main=[let, asked])


def test_an_option_that_is_about_nothing_has_no_value_and_hides_nothing(tmp_path: Path) -> None:
    let = {"type": "let", "id": "amount", "value": 3}
    step = {"type": "set", "of": "{match}", "field": "total", "amount": "{amount} + 1"}
    m = start(tmp_path, let, menu({"id": "amount", "do": [step]}))
    assert value(m, "total") == 4
    with pytest.raises(PackError, match=r"nothing is called \{pass\} here"):
        build(tmp_path, main=[menu({"id": "pass", "do": [{**step, "amount": "{pass} + 1"}]})])


def test_whether_an_option_is_offered_does_not_hang_on_what_is_chosen(tmp_path: Path) -> None:
    each = {"chooser": "numbers", "from": 1, "to": 2}
    for when in ("{one} > 1", "{two} > 1"):
        options = [{"id": "one", "each": each}, {"id": "two", "each": each, "when": when}]
        with pytest.raises(PackError, match="nothing is called"):
            build(tmp_path, main=[menu(*options)])


def test_menus_inside_each_other_may_have_options_of_one_name(tmp_path: Path) -> None:
    each = {"chooser": "numbers", "from": 1, "to": 1}
    step = {"type": "set", "of": "{match}", "field": "total", "mode": "add", "amount": "{one}"}
    inner = menu({"id": "one", "each": each, "do": [step]})
    m = start(tmp_path, menu({"id": "one", "each": each, "do": [step, inner]}))
    assert value(m, "total") == 2
