"""
Whole random matches of Chrono Wizard: they all end, nothing that must hold breaks, and everything
that the pack can do is done by somebody.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from rules.pack import load_pack
from rules.playing.bots.random import RandomBot
from rules.playing.invariants import journal_replays
from rules.running.match import Match
from rules.weighing.report import Coverage
from rules.weighing.sim import Result, play_match

FOLDER = Path(__file__).parents[2] / "mygame" / "world" / "packs" / "chrono"
#: Two of each number of seats and choice of options, by seed; with checks that are deep at every
#: 100th decision, or cheap at each.
MATCHES = range(16)
CHECKS = {0: 100, 1: 1, 6: 1, 15: 100}
WATCHED = range(1_000, 1_080)

#: Words that no card and no rule of the pack uses: of the specification, and of builders.json5.
UNUSED_WORDS = {"dealDamage", "maxHealth", "drawCards", "regenMana"} | {
    "nextSpellsBonus",
    "nextSpellsCost",
    "nextSpellTimes",
    "nextSpellCost",
    "castLastSpell",
    "takeCards",
    "swapHands",
    "retreat",
}
#: Words of few and rare cards, which so many matches may miss.
RARE_WORDS = {
    "damageUntilDefeat",
    "destroy",
    "devour",
    "sculpt",
    "sendBack",
    "setHandAside",
    "takeWand",
}
FEW = 8  # behaviours and triggers of rare cards, of some 250, that so many matches may miss


@pytest.fixture(scope="module")
def chrono():
    return load_pack(FOLDER)


def random_match(pack, seed: int, checks: int = 0) -> Result:
    """Three and four players, with and without the optional rule and the beta card."""
    options = {"optionalRule": seed // 2 % 2 == 1, "beta": seed // 4 % 2 == 1}
    return play_match(pack, seed, seats=3 + seed % 2, checks=checks, options=options)


def check_end(result: Result) -> None:
    """It has ended well, and everybody has a place."""
    assert not result.failure, f"seed {result.seed}, {result.decisions} decisions"
    seats = sorted(seat for place in result.standings for seat in place)
    assert seats == list(range(result.seats)), f"seed {result.seed}: {result.standings}"


@pytest.mark.parametrize("seed", MATCHES)
def test_random_matches_end_and_keep_the_invariants(chrono, seed):
    """As do those below, of which everything is recorded."""
    check_end(random_match(chrono, seed, CHECKS.get(seed, 0)))


@pytest.mark.parametrize("seed", [1, 2])
def test_a_random_match_replays_to_the_same_end(chrono, seed):
    match = Match.new(chrono, 3 + seed % 2, seed)
    bot = RandomBot(seed)
    while not match.is_over:
        seat = match.pending[0].seat
        match.answer(seat, bot.choose(match, seat))
    journal_replays(match)


def test_what_a_match_remembers_of_its_zones_changes_no_view_of_it_or_of_a_copy(chrono):
    match, bot = Match.new(chrono, 3, 3), RandomBot(3)
    while not match.is_over:
        seat, before = match.pending[0].seat, match
        if len(match.journal) % 5 == 0:
            match = before.draft()
        match.answer(seat, bot.choose(match, seat))
        for one in {before, match} if len(match.journal) % 15 == 1 else ():
            unseen = Match.load(chrono, one.save())
            for viewer in (None, *range(one.seats)):
                assert one.view(viewer) == unseen.view(viewer)


@pytest.fixture(scope="module")
def run():
    """Matches of which everything is recorded: (events heard, coverage)."""
    coverage = Coverage(FOLDER)
    heard: Counter[str] = Counter()
    with coverage.watch():
        for seed in WATCHED:
            result = random_match(coverage.pack, seed)
            check_end(result)
            heard.update(result.events)
    return heard, coverage


def test_every_event_of_the_pack_happens_in_random_play(run):
    heard, coverage = run
    assert [name for name in coverage.pack.declarations.events if not heard[name]] == []


def test_every_defined_doable_is_called_in_random_play_but_a_few(run):
    _, coverage = run
    idle = {
        code.name.removeprefix("word ") for code in coverage.unused_codes() if code.card is None
    }
    missed = idle & set(coverage.pack.declarations.defines["doables"])
    print(f"never called: {', '.join(sorted(missed))}")
    assert missed - RARE_WORDS - expanded(coverage.pack) == UNUSED_WORDS


def test_nearly_everything_that_cards_can_do_happens_in_random_play(run):
    _, coverage = run
    missed = [code.name for code in coverage.unused_codes() if code.card is not None]
    print(f"never happened: {', '.join(missed)}")
    assert len(missed) <= FEW


def expanded(pack) -> set[str]:
    """The words that take a block (`"do"`): they are written out where they stand."""
    return {
        word.name
        for word in pack.declarations.defines["doables"].values()
        if any(param.type == "do" for param in word.params.values())
    }


def test_words_that_are_expanded_in_place_are_used_by_cards_or_other_words(run):
    _, coverage = run
    files = coverage.pack.sources.items()
    written = "".join(text for place, text in files if "/scenarios/" not in place)
    words = expanded(coverage.pack)
    assert words
    assert [word for word in words if f'"type": "{word}"' not in written] == []


def test_watching_a_match_changes_nothing(chrono):
    coverage = Coverage(FOLDER)
    with coverage.watch():
        watched = play_match(coverage.pack, 5, 4)
    assert watched == play_match(chrono, 5, 4)
    seen = set(coverage.seen)
    play_match(coverage.pack, 6, 4)  # nobody watches any more
    assert coverage.seen == seen
