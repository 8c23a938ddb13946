"""
The duel as a whole: the rules, one by one, in scenarios; the test that seed 002 prints; matches of
the ready decks against each other.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from duel_trial import HERE, trial

from rules.running.match import Match
from rules.scenario import Player, load

SCENARIOS = [scenario for file in sorted(HERE.glob("scenarios/*.json5")) for scenario in load(file)]


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda scenario: scenario["name"])
def test_rules(scenario: dict) -> None:
    assert [str(failure) for failure in Player(trial(), scenario).play()] == []


# -- the test of seed 002 --------------------------------------------------------------------------


def cloned(match: Match) -> Match:
    return match.clone()


def saved_and_loaded(match: Match) -> Match:
    return Match.load(match.pack, match.save())


def replayed(match: Match) -> Match:
    return Match.replay(match.pack, match.seats, match.seed, match.options, match.journal)


class Duellists:
    """A match of two players with the cards of the test, which `between` may take elsewhere."""

    def __init__(self, seed: int, between: Callable[[Match], Match]):
        deck = {"hero": ["tester"], "cards": trial().deck_rules.ready["caravan"].deck["cards"]}
        options = {"bring": [{"deck": deck}, {"deck": deck}], "places": False}
        self.match = Match.new(trial(), 2, seed, options)
        self.between = between
        for choice in self.match.pending:  # the mulligan
            self.match.answer(choice.seat, choice.default)
        self.first = self.match.pending[0].seat
        self.minions: tuple[int, ...] = ()

    def answer(self, word: str, card: str | None = None) -> None:
        """Take the option of a menu."""
        self.match = self.between(self.match)
        (choice,) = self.match.pending
        fitting = [
            index
            for index, option in enumerate(choice.options)
            if option.word == word and card in (None, self.match.card_id(option.entity or 0))
        ]
        self.match.answer(choice.seat, (fitting[0],))

    def begin(self) -> None:
        """The first player plays two minions of 3/3."""
        self.answer("play", "grizzly")
        self.answer("play", "grizzly")
        self.minions = self.zone("board", self.first)
        self.answer("end")

    def zone(self, name: str, seat: int) -> tuple[int, ...]:
        return self.match.zones[self.match.pack.layout.zones[name].first + seat + 1]

    def value(self, field: str, card: int) -> int:
        layout = self.match.pack.layout
        column = layout.fields[self.match.kind_of(card), field]
        return self.match.state[column.base + card]

    def health(self) -> int:
        """The sum of the first player's hero and minions; who is dead has none."""
        board = self.zone("board", self.first)
        standing = [card for card in self.minions if card in board]
        hero = self.zone("hero", self.first)
        return sum(self.value("left", card) for card in (*hero, *standing))


@pytest.mark.parametrize(
    "between", [lambda match: match, cloned, saved_and_loaded, replayed], ids=str
)
@pytest.mark.parametrize("seed", range(60))
def test_the_missiles_of_the_seed_take_9_then_12_with_spell_damage(
    seed: int, between: Callable[[Match], Match]
) -> None:
    duel = Duellists(seed, between)
    duel.begin()
    assert duel.health() == 36
    duel.answer("play", "CFM_623")
    assert duel.health() == 27
    duel.answer("play", "mage")
    duel.answer("end")
    duel.answer("end")
    duel.answer("play", "CFM_623")
    (mage,) = duel.zone("board", 1 - duel.first)
    assert duel.value("spellPower", mage) == 1
    assert duel.health() == 15
