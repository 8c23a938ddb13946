"""
Matches of each game stay what they are, whatever lies on the table: copied, saved and loaded, built
again from their journal, taken back, and as spectators see them.
"""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from duel_trial import LIVELY

from rules.ground.difference import apply_patch, make_patch
from rules.pack import Pack, load_pack
from rules.running.journal import undo_entry
from rules.running.match import Match
from rules.running.undo import leaves_no_trace

PACKS = Path(__file__).parents[2] / "mygame" / "world" / "packs"
#: Seats and options by game. The duel is played with what becomes of cards in mid-match.
GAMES: dict[str, tuple[int, dict[str, Any]]] = {
    "chrono": (3, {}),
    "race": (2, {}),
    "duel": (2, LIVELY),
}
#: Lines of the log that tell of such things.
LIVELY_LINES = {"summon", "morph", "takeControl", "silence", "getCard", "dies"}
MOST = 120  # answers of a match, which lively ones need


@cache
def pack(game: str) -> Pack:
    return load_pack(PACKS / game)


def begin(game: str, seed: int) -> Match:
    seats, options = GAMES[game]
    return Match.new(pack(game), seats, seed, options)


def answer(match: Match, dice: random.Random) -> None:
    choice = dice.choice(match.pending)
    count = dice.randint(choice.minimum, choice.maximum)
    match.answer(choice.seat, tuple(dice.sample(range(len(choice.options)), count)))


def seen(match: Match) -> tuple[Any, ...]:
    """What can be known of a match: by each seat and, first, by a spectator."""
    views = [match.view(seat) for seat in (None, *range(match.seats))]
    return match.hash(), match.pending, views, match.journal


@pytest.mark.parametrize("game", GAMES)
def test_a_match_comes_back_from_copy_save_and_journal_at_any_moment(game: str) -> None:
    match, dice = begin(game, 3), random.Random(3)
    for number in range(MOST):
        if match.is_over:
            break
        if number % 30 == 0:
            now, seats = seen(match), match.seats
            again = Match.replay(match.game, seats, match.seed, match.options, match.journal)
            for other in (match.clone(keep=True), Match.load(match.game, match.save()), again):
                assert seen(other) == now
            assert again.log == match.log
        answer(match, dice)


@pytest.mark.parametrize("game", GAMES)
def test_what_is_taken_back_leads_to_the_match_as_it_was(game: str) -> None:
    match, dice = begin(game, 4), random.Random(4)
    before: list[tuple[Match, Any]] = []
    for number in range(MOST):
        if match.is_over:
            break
        if number % 30 == 0:
            before.append((match.clone(keep=True), match.hash()))
        answer(match, dice)
    for then, hashed in before:
        leaves_no_trace(then, match, then.pending[0].seat)  # whatever it says, nothing is raised
        journal = [
            *match.journal,
            (match.journal[-1][0], undo_entry(len(match.journal) - len(then.journal))),
        ]
        again = Match.replay(match.game, match.seats, match.seed, match.options, journal)
        assert again.hash() == hashed
        assert again.view(None) == then.view(None)


@pytest.mark.parametrize("game", GAMES)
def test_what_changes_for_a_spectator_leads_to_what_a_spectator_sees(game: str) -> None:
    match, dice = begin(game, 5), random.Random(5)
    shown = match.view(None)
    while not match.is_over and len(match.journal) < MOST:
        answer(match, dice)
        now = match.view(None)
        shown = apply_patch(shown, make_patch(shown, now))
        assert shown == now


def test_in_such_a_duel_cards_are_made_copied_turned_and_taken() -> None:
    told: set[str] = set()
    for seed in range(3, 9):
        match, dice = begin("duel", seed), random.Random(seed)
        while not match.is_over and len(match.journal) < MOST:
            answer(match, dice)
        told |= {entry.message for entry in match.log or ()}
    assert sorted(LIVELY_LINES - told) == []
