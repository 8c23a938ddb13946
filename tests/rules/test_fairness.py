"""
Fair bots and foretelling: two matches that look the same from a seat give the same answers.

Pairs of matches are made in two ways. Of a match of a shipped game, every pair of deals of what a
seat cannot see. Of the court, where much is known of hidden cards, by playing on from one state in
two ways that differ in what somebody else does in secret (or in the dice), as long as the seat sees
and reads the same: nothing of the engine says here what the seat should know.

`PAIRS=1000` of them are compared where that is said: `PAIRS=1000 pytest -n 0 -k same`.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import cache
from itertools import islice
from pathlib import Path
from random import Random

import pytest
from court import begin, court

from rules.pack import Pack, load_pack
from rules.playing import bots
from rules.playing.bots.hidden import redeal
from rules.playing.preview import foretell
from rules.running.choices import Choice
from rules.running.match import Match
from rules.running.saving import FIELDS_OF_A_MATCH
from rules.telling.text import Text

PACKS = Path(__file__).parents[2] / "mygame" / "world" / "packs"
SHIPPED = ("chrono", "race", "duel", "kingdoms")
PAIRS = int(os.environ.get("PAIRS", "120"))  # in all; half of them of the court
BOTS = ("random", "greedy", "novice:iterations=2", "adept:iterations=2", "master:iterations=3")
FAR = 12  # answers up to where two ways are compared
LONG = 60.0  # seconds for a foretelling: whether it is cut off must not depend on the machine

Pair = tuple[Match, Match, int]


def seen(match: Match, seat: int) -> dict:
    """What a seat sees; who has answered already does not matter to a bot."""
    return {name: value for name, value in match.view(seat).items() if name != "waiting"}


def compare(pair: Pair, seed: int, spec: str) -> None:
    """Hold that a bot answers alike in both, and that options are foretold alike."""
    one, other, seat = pair
    answers = [bots.make_bot(spec, seed).choose(match, seat) for match in (one, other)]
    assert answers[0] == answers[1], spec
    assert foretell(one, seat, LONG) == foretell(other, seat, LONG)


# -- shipped games ---------------------------------------------------------------------------------


@cache
def shipped(name: str) -> Pack:
    return load_pack(PACKS / name)


def pairs_of_deals(pack: Pack) -> Iterator[Pair]:
    """Matches at random, each beside a deal of what the seat that is asked does not see."""
    seed = 0
    while True:
        seed += 1
        chance = Random(seed)
        match = Match.new(pack, max(pack.program.seats), seed, log=False)
        for _ in range(chance.randrange(10, 100)):
            if match.is_over:
                break
            choice = match.choices[0]
            match.answer(choice.seat, any_answer(choice, chance))
        if match.choices:
            seat = match.choices[-1].seat
            other = redeal(match, seat, chance)
            assert seen(other, seat) == seen(match, seat)
            yield match, other, seat


def any_answer(choice: Choice, chance: Random) -> tuple[int, ...]:
    count = chance.randint(choice.minimum, choice.maximum)
    return tuple(chance.sample(range(len(choice.options)), count))


@pytest.mark.parametrize("name", SHIPPED)
def test_deals_that_look_the_same_give_the_same_answers(name: str) -> None:
    count = PAIRS // 2 // len(SHIPPED)
    for number, pair in enumerate(islice(pairs_of_deals(shipped(name)), count)):
        compare(pair, number, BOTS[number % len(BOTS)])


# -- ways of the court -----------------------------------------------------------------------------


def pairs_of_ways(seed: int) -> Iterator[Pair]:
    """Two ways from one state that a seat, which is asked, cannot tell apart; from a seed on."""
    while True:
        seed += 1
        chance = Random(seed)
        match = begin(seed, 3 + seed % 2, log=True)
        for _ in range(chance.randrange(2, 24)):
            match.answer(match.choices[0].seat, any_answer(match.choices[0], chance))
        seat = chance.randrange(match.seats)
        ways = [match.clone(keep=True), match.clone(keep=True)]
        if seed % 3 == 0:
            ways[1].rng ^= 1 << 40  # other cards are drawn by chance
        pair = _play_alike(ways[0], ways[1], seat, chance)
        if pair is not None:
            yield pair


def _play_alike(one: Match, other: Match, seat: int, chance: Random) -> Pair | None:
    """Play on in two ways until the seat is asked; None where they turn out the same, or unlike."""
    for _ in range(chance.randrange(1, FAR)):
        if one.is_over or other.is_over or not looks_alike(one, other, seat):
            return None
        choice = one.choices[0]
        picks = any_answer(choice, chance)
        if choice.seat == seat:
            swapped = picks
        elif other.choices[0].seat != choice.seat:
            return None
        else:
            swapped = _another(other.choices[0], choice, picks, chance)
        one.answer(choice.seat, picks)
        other.answer(choice.seat, swapped)
    asked = [choice.seat for match in (one, other) for choice in match.choices]
    differ = one.zones != other.zones or one.sealed != other.sealed
    alike = asked.count(seat) == 2 and differ and looks_alike(one, other, seat)
    return (one, other, seat) if alike else None


def _another(
    theirs: Choice, choice: Choice, picks: tuple[int, ...], chance: Random
) -> tuple[int, ...]:
    """An answer that takes as many options of the same words, maybe of other cards."""
    words = [choice.options[pick].word for pick in picks]
    free = list(range(len(theirs.options)))
    chance.shuffle(free)
    found = []
    for word in words:
        fitting = [pick for pick in free if theirs.options[pick].word == word]
        if not fitting:
            return theirs.default
        free.remove(fitting[0])
        found.append(fitting[0])
    return tuple(found)


def looks_alike(one: Match, other: Match, seat: int) -> bool:
    return seen(one, seat) == seen(other, seat) and read(one, seat) == read(other, seat)


def read(match: Match, seat: int) -> list[str | None]:
    """The lines of the log as a seat reads them."""
    text = Text(court(), "en", [f"P{number}" for number in range(match.seats)])
    return [text.log(entry, seat) for entry in match.log or ()]


@pytest.mark.parametrize("spec", BOTS)
def test_ways_that_look_the_same_give_the_same_answers(spec: str) -> None:
    ways = pairs_of_ways(100_000 * BOTS.index(spec))
    for number, pair in enumerate(islice(ways, PAIRS // 2 // len(BOTS))):
        compare(pair, number, spec)
        one, other, seat = pair
        assert dealt(one, seat, number) == dealt(other, seat, number)


def dealt(match: Match, seat: int, seed: int) -> dict:
    """
    All that a match is that is dealt anew, but for what its flow has in hand: results of earlier
    rounds, which nothing reads any more, stand there as well.
    """
    deal = redeal(match, seat, Random(seed))
    return {name: write(deal) for name, (_, write, _) in FIELDS_OF_A_MATCH.items()}
