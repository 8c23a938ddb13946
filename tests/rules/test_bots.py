"""Bots: fair, lawful, repeatable, and better the more they look ahead."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest
from tiny import TURN, build, on_play, spell

from rules.ground.errors import PackError
from rules.playing import bots
from rules.playing.bots import greedy
from rules.playing.bots.answers import distinct_options
from rules.playing.bots.hidden import redeal
from rules.playing.bots.search import Budget, Habits, consider
from rules.running.active import Modifier
from rules.running.match import Match

LEVELS = tuple(bots.LEVELS)
ALL = ("random", "greedy", *(f"{level}:iterations=12" for level in LEVELS))


def gain(amount):
    return on_play(
        {"type": "set", "of": "{you}", "field": "score", "mode": "add", "amount": amount}
    )


CARDS = [
    spell("coin", gain(1), count="$3"),
    spell("gem", gain(4), count="$2"),
    spell("debt", gain("0 - 3"), count="$2"),
    # a trap goes off for its owner while it lies face down
    spell(
        "trap",
        {
            "at": "onArrive",
            "do": [
                {
                    "type": "addTriggers",
                    "triggers": [
                        {
                            "event": "onTick",
                            "mode": "inPlay",
                            "do": [
                                {
                                    "type": "set",
                                    "of": "{you}",
                                    "field": "score",
                                    "mode": "add",
                                    "amount": 5,
                                }
                            ],
                        }
                    ],
                }
            ],
        },
        count="$2",
    ),
]
OWN = {"chooser": "cards", "zone": "box", "where": "{it.forPlayer} == {p.target}"}
#: Three rounds: everybody lays a card face down in secret, then plays one or passes.
MAIN = [
    {
        "type": "loop",
        "id": "p",
        "target": {"chooser": "players"},
        "do": [
            {"type": "move", "target": OWN, "to": "deck", "of": "{p.target}"},
            {"type": "shuffle", "zone": "deck", "of": "{p.target}"},
            {
                "type": "move",
                "target": {"chooser": "cards", "from": "{p.target.deck}", "top": 6},
                "to": "hand",
                "of": "{p.target}",
            },
        ],
    },
    {
        "type": "loop",
        "id": "r",
        "times": 3,
        "do": [
            {"type": "set", "of": "{match}", "field": "round", "amount": "{r.index}"},
            {
                "type": "askAll",
                "id": "down{p}",
                "as": "p",
                "target": {"chooser": "players"},
                "from": "{p.hand}",
                "prompt": "lay",
                "minimum": 1,
                "maximum": 2,
            },
            {
                "type": "loop",
                "id": "p",
                "target": {"chooser": "players"},
                "do": [
                    {
                        "type": "move",
                        "target": "{down{p.target}}",
                        "to": "cover",
                        "of": "{p.target}",
                    },
                    {
                        "type": "perform",
                        "at": "onArrive",
                        "target": "{down{p.target}}",
                        "player": "{p.target}",
                        "with": {"playerUUID": "{p.target}"},
                    },
                ],
            },
            {"type": "loop", "id": "t", "target": {"chooser": "players"}, "do": [TURN]},
            {"type": "fire", "event": "onTick", "with": {"number": "{r.index}"}},
        ],
    },
    {"type": "endMatch", "standings": {"chooser": "players"}, "by": "{it.score}"},
]


def game(**sections):
    zones = {"cover": {"of": "player", "see": "owner"}}
    with TemporaryDirectory() as folder:
        return build(Path(folder), main=MAIN, cards=CARDS, zones=zones, **sections)


@cache
def pack():
    return game(bot={"worth": "{it.score} * 100", "until": "{match.round}"})


@cache
def silent():
    """The same game without anything that bots could go by."""
    return game()


def new(seed=1, seats=2, of=pack):
    return Match.new(of(), seats, seed, log=False)


def finish(match, players):
    """Let bots answer to the end; every answer is checked."""
    while not match.is_over:
        seat = match.choices[0].seat
        match.answer(seat, players[seat].choose(match, seat))
    return match


@pytest.mark.parametrize("spans", [0, 9, 1 << 40])
def test_bots_look_one_to_eight_spans_ahead(spans):
    with pytest.raises(PackError, match=r"bot\.spans: bots look 1 to 8 spans ahead"):
        game(bot={"spans": spans})


# ------------------------------------------------------------------------------ by name


@pytest.mark.parametrize("spec", [*bots.NAMES, "master:ms=50", "novice:iterations=3"])
def test_a_bot_is_made_by_name(spec):
    assert bots.make_bot(spec, 1).name == spec.split(":")[0]


@pytest.mark.parametrize(
    ("spec", "reason"),
    [
        ("archmage", "there is no bot 'archmage'; there are random, greedy, novice"),
        ("master:hours=1", "a budget is ms=100 or iterations=200"),
        ("master:ms=", "a budget is ms=100 or iterations=200"),
        ("master:ms=0", "a number above 0"),
        ("greedy:ms=5", "greedy does not search and takes no budget"),
    ],
)
def test_what_is_no_bot_is_said_in_a_sentence(spec, reason):
    with pytest.raises(ValueError, match=reason):
        bots.make_bot(spec, 1)


# ------------------------------------------------------------------------------ lawful


@pytest.mark.parametrize("of", [pack, silent], ids=["worth", "no worth"])
@pytest.mark.parametrize("spec", ALL)
def test_every_bot_gives_legal_answers_through_a_whole_match(spec, of):
    finish(new(5, 3, of), [bots.make_bot(spec, seat) for seat in range(3)])


@pytest.mark.parametrize("budget", [Budget(iterations=1), Budget(ms=1)])
def test_however_short_the_time_there_is_a_legal_answer(budget):
    match = new()
    for _ in range(6):
        seat = match.choices[0].seat
        match.answer(seat, consider(match, seat, budget, Random(1))[0].picks)


@pytest.mark.parametrize("spec", ALL)
def test_who_is_not_asked_has_no_answer(spec):
    match = finish(new(), [bots.make_bot("random", 1)] * 2)
    with pytest.raises(ValueError, match="seat 0 is not asked anything"):
        bots.make_bot(spec, 1).choose(match, 0)


# ------------------------------------------------------------------------------ repeatable


@pytest.mark.parametrize("spec", ALL)
def test_the_same_seed_plays_the_same_match(spec):
    first, second = (
        finish(new(3), [bots.make_bot(spec, 7), bots.make_bot(spec, 8)]).journal for _ in range(2)
    )
    assert first == second


# ------------------------------------------------------------------------------ fair


@pytest.mark.parametrize("spec", ["greedy", "master:iterations=20"])
def test_what_another_has_answered_in_secret_does_not_change_an_answer(spec):
    answers = set()
    for picks in ((0,), (3,), (1, 4)):
        match = new(11)
        match.answer_unchecked(1, picks)
        answers.add(bots.make_bot(spec, 3).choose(match, 0))
    assert len(answers) == 1


def test_a_deal_opens_what_was_answered_in_secret():
    match = new(11)
    match.answer_unchecked(1, (0,))
    world = redeal(match, 0, Random(1))
    assert [choice.seat for choice in world.choices] == [0, 1]
    hand = world.zones[world.program.layout.zones["hand"].first + 2]
    assert {option.entity for option in world.choice_of(1).options} == set(hand)


def test_a_deal_leaves_no_trap_that_a_seat_cannot_know_of():
    match = new(11)
    while not match.triggers:
        choice = match.choices[0]
        traps = [p for p, o in enumerate(choice.options) if "trap" in match.card_id(o.entity)]
        match.answer_unchecked(
            choice.seat, tuple(traps[:1]) if choice.together and traps else choice.default
        )
    owners = {trigger.owner - 1 for trigger in match.triggers.values()}
    for seat in range(2):
        known = {t.owner - 1 for t in redeal(match, seat, Random(1)).triggers.values()}
        assert known == owners & {seat}


# ------------------------------------------------------------------------------ sensible


def test_greedy_takes_what_its_pack_calls_best():
    match = new(4)
    while match.choices[0].prompt != "turn":
        match.answer_unchecked(match.choices[0].seat, match.choices[0].default)
    lines = bots.make_bot("greedy", 1).think(match, 0)
    best = match.choice_of(0).options[lines[0].picks[0]]
    assert match.card_id(best.entity) == "t.spell.gem"
    assert [line.value for line in lines] == sorted((line.value for line in lines), reverse=True)


def test_search_sees_what_comes_later_in_the_round():
    """Laying a trap pays only at the end of the round, which one look ahead does not reach."""
    match = new(11)
    choice = match.choice_of(0)
    [picks, *_] = [line.picks for line in consider(match, 0, Budget(iterations=200), Random(1))]
    laid = {match.card_id(choice.options[pick].entity) for pick in picks}
    assert "t.spell.trap" in laid


def test_copies_of_a_card_are_looked_at_once_unless_one_has_changed():
    match = new(1)
    while match.choices[0].prompt != "turn":
        match.answer_unchecked(match.choices[0].seat, match.choices[0].default)
    choice = match.choices[0]
    cards = [match.card_id(option.entity) for option in choice.options if option.kind == "card"]
    alike = next(card for card in cards if cards.count(card) > 1)
    picks = [
        pick for pick, option in enumerate(choice.options) if match.card_id(option.entity) == alike
    ]
    assert [pick for pick in distinct_options(match, choice) if pick in picks] == picks[:1]
    assert {line.picks for line in greedy.consider(match, choice.seat, Random(1))} == {
        (pick,) for pick in distinct_options(match, choice)
    }
    changed = choice.options[picks[-1]].entity
    match.modifiers[7] = Modifier(0, 1, changed, (1, changed), None, ())
    assert [pick for pick in distinct_options(match, choice) if pick in picks] == [
        picks[0],
        picks[-1],
    ]


def test_a_novice_slips():
    match = new(11)
    answers = {bots.make_bot("novice:iterations=20", seed).choose(match, 0) for seed in range(40)}
    steady = {bots.make_bot("master:iterations=20", seed).choose(match, 0) for seed in range(40)}
    assert len(answers) > len(steady)


def test_what_a_card_is_worth_can_be_said_by_its_id():
    worth = {"type": "sum", "of": "{it.discard}", "value": "{it.botWorth}"}
    match = Match.new(game(bot={"worth": worth, "cards": {"t.spell.debt": 50}}), 2, 4, log=False)
    while match.choices[0].prompt != "turn":
        match.answer_unchecked(match.choices[0].seat, match.choices[0].default)
    choice = match.choice_of(0)
    [pick] = bots.make_bot("greedy", 1).choose(match, 0)
    assert match.card_id(choice.options[pick].entity) == "t.spell.debt"


@pytest.mark.parametrize(
    ("cards", "sentence"),
    [
        ({"t.spell.none": 5}, "bot.cards.t.spell.none: there is no card of this id"),
        ({"t.spell.gem": "much"}, "bot.cards.t.spell.gem: a worth is a whole number, not 'much'"),
    ],
)
def test_worths_that_cannot_be_are_said_in_a_sentence(cards, sentence):
    with pytest.raises(PackError, match=sentence):
        game(bot={"cards": cards})


@pytest.mark.parametrize("until", ["{match.round}", "{match.total}"])
def test_worlds_are_played_on_until_what_the_pack_names_changes(until):
    match = new(of=lambda: game(bot={"worth": "{it.score} * 100", "until": until}))
    Habits(Random(1)).play_on(match)
    assert match.is_over == (until == "{match.total}")
    assert match.is_over or match.field("round") == 2
