"""
The duel as a whole: the rules, one by one, in scenarios; the test that seed 002 prints; matches of
the ready decks against each other.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from duel_trial import DUEL, HERE, lay_out, trial

from rules.language import dialect
from rules.pack import load_pack
from rules.running import decks
from rules.running.match import Match
from rules.scenario import Player, load_scenarios
from rules.weighing.report import Coverage
from rules.weighing.sim import play_match

SCENARIOS = [
    scenario for file in sorted(HERE.glob("scenarios/*.json5")) for scenario in load_scenarios(file)
]

HOUSE = DUEL.parents[3]

OF_CARDS = [
    scenario for file in sorted(DUEL.glob("scenarios/*.json5")) for scenario in load_scenarios(file)
]


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda scenario: scenario["name"])
def test_rules(scenario: dict) -> None:
    assert [str(failure) for failure in Player(trial(), scenario).play()] == []


#: Rules that no scenario can state, and why; each has a test below.
NOT_IN_SCENARIOS = {
    "D3": "which decks are legal is settled before there is a match",
    "D81": "who has found what is known outside of matches",
    "D7": "what comes for unwanted cards is chance: it is so with every seed",
}


def test_every_rule_is_in_the_name_of_a_scenario() -> None:
    rules = (DUEL / "RULES.md").read_text(encoding="utf-8")
    wanted = set(re.findall(r"\bD\d+\b", rules))
    assert wanted == {f"D{number}" for number in range(1, 82)}
    wanted -= NOT_IN_SCENARIOS.keys()
    heads = " ".join(scenario["name"].partition(":")[0] for scenario in SCENARIOS)
    assert sorted(wanted - set(re.findall(r"\bD\d+\b", heads))) == []


def test_d81_what_has_to_be_found_is_in_no_ready_deck_and_once_in_others() -> None:
    program = load_pack(DUEL).program
    rules = program.deck_rules
    assert len(rules.found) == 10
    assert {rules.limits[card] for card in rules.found} == {1}
    ready = {card for each in rules.ready.values() for card in each.deck["cards"]}
    assert not ready & rules.found
    collectable = program.properties["inSets"]
    assert all(not program.catalogue.card(card).facts[collectable.name] for card in rules.found)


def test_d3_a_deck_has_30_cards_two_of_a_card_and_one_of_a_legendary_one() -> None:
    legal = trial().program.deck_rules.ready["caravan"].deck
    dragon = "duel.minion.neutral.hatching_dragon"
    assert not decks.deck_problems(trial().program, legal)
    assert not decks.deck_problems(
        trial().program, legal | {"cards": [*legal["cards"][1:], dragon]}
    )
    wrong = {
        "few": legal["cards"][1:],
        "many": [*legal["cards"], dragon],
        "copies": [*legal["cards"][2:], dragon, dragon],
        "unknownCard": [*legal["cards"][1:], "duel.spell.token.coin"],
    }
    for key, cards in wrong.items():
        assert [
            found.key for found in decks.deck_problems(trial().program, legal | {"cards": cards})
        ] == [key]


@pytest.mark.parametrize("seed", range(8))
def test_d7_unwanted_cards_go_back_after_others_have_come(seed: int) -> None:
    match = Match.new(trial(), 2, seed)
    hands = match.program.layout.zones["hand"].first
    before = {choice.seat: match.zones[hands + choice.seat + 1] for choice in match.pending}
    for choice in match.pending:
        match.answer(choice.seat, tuple(range(len(choice.options))))
    for seat, unwanted in before.items():
        drawn = match.zones[hands + seat + 1][: len(unwanted)]
        assert not set(unwanted) & set(drawn)


# -- the names of seed 002 -------------------------------------------------------------------------

NAMES = (HOUSE / "docs" / "language" / "seed_002.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"`(\{.*\})` \|$", NAMES, re.MULTILINE)

#: The kinds of auras and of sources that the simulator of the seed knows.
AURA_TYPES = [
    "SELF",
    "ADJACENT",
    "BOARD",
    "BOARD_EXCEPT_SOURCE",
    "HAND",
    "OP_HAND",
    "HANDS",
    "CONTROLLER",
    "OPPONENT",
    "CONTROLLERS",
    "WEAPON",
    "ADAPTIVE",
    "HERO",
    "HEROPOWER",
    "OP_HEROPOWER",
    "HAND_AND_BOARD",
    "SUMMONING_PORTAL",
    "MULTIAURA",
]


def fits(example: object, node: object) -> bool:
    """Whether a node is written like an example, which may leave keys out."""
    match example, node:
        case dict(), dict():
            return all(key in node and fits(value, node[key]) for key, value in example.items())
        case list(), list() | tuple():
            return len(example) == len(node) and all(map(fits, example, node))
    return example == node


def test_every_example_beside_a_name_of_the_seed_stands_in_a_card_or_word() -> None:
    pack = trial()
    sources = [card.source for card in pack.cards]
    sources += [
        defined.body for family in pack.declarations.defines.values() for defined in family.values()
    ]
    written = list(dialect.walk_objects(sources))
    assert len(EXAMPLES) > 90
    unknown = [
        example
        for example in EXAMPLES
        if not any(fits(dialect.parse_json5(example, "")[0], node) for node in written)
    ]
    assert unknown == []


def test_all_eighteen_kinds_of_auras_have_an_example() -> None:
    assert len(AURA_TYPES) == 18
    told = dict(re.findall(r"^\| `([A-Z_]+)`[^|]*\| `(\{.*\})` \|$", NAMES, re.MULTILINE))
    assert sorted(set(AURA_TYPES) - told.keys()) == []


# -- the test of seed 002 --------------------------------------------------------------------------


def as_it_is(match: Match) -> Match:
    return match


def cloned(match: Match) -> Match:
    return match.clone()


def saved_and_loaded(match: Match) -> Match:
    return Match.load(match.game, match.save())


def replayed(match: Match) -> Match:
    return Match.replay(match.game, match.seats, match.seed, match.options, match.journal)


class Duellists:
    """A match of two players with the cards of the test, which `between` may take elsewhere."""

    def __init__(self, seed: int, between: Callable[[Match], Match]):
        deck = {
            "hero": ["tester"],
            "cards": trial().program.deck_rules.ready["caravan"].deck["cards"],
        }
        options = {"bring": [{"deck": deck}, {"deck": deck}], "choosePlaces": False}
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
        return self.match.zones[self.match.program.layout.zones[name].first + seat + 1]

    def value(self, field: str, card: int) -> int:
        layout = self.match.program.layout
        column = layout.fields[self.match.kind_of(card), field]
        return self.match.state[column.base + card]

    def health(self) -> int:
        """The sum of the first player's hero and minions; who is dead has none."""
        board = self.zone("board", self.first)
        standing = [card for card in self.minions if card in board]
        hero = self.zone("hero", self.first)
        return sum(self.value("left", card) for card in (*hero, *standing))


@pytest.mark.parametrize(
    "between", [as_it_is, cloned, saved_and_loaded, replayed], ids=lambda way: way.__name__
)
@pytest.mark.parametrize("seed", range(12))
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


# -- whole matches ---------------------------------------------------------------------------------


@pytest.mark.parametrize("chunk", range(4))
def test_random_matches_with_all_cards_end_and_keep_the_invariants(chunk: int) -> None:
    pack = trial(in_decks=True)
    for seed in range(chunk * 25, chunk * 25 + 25):
        bring = [{"deck": decks.random_deck(pack.program, 2 * seed + side)} for side in (0, 1)]
        options = {"bring": bring, "choosePlaces": seed % 2 == 0}
        checks = 10 if seed % 8 == 0 else 0
        result = play_match(pack, seed, seats=2, checks=checks, options=options)
        assert not result.failure, f"seed {seed}: {result.failure}"


def test_random_matches_of_the_ready_decks_end_and_keep_the_invariants() -> None:
    pack = load_pack(DUEL)
    ready = [*pack.program.deck_rules.ready]
    assert len(ready) == 10  # one of each class, and one of nobody's
    for seed, (one, other) in enumerate(zip(ready[::2], ready[1::2], strict=True)):
        options = {"bring": [{"deck": one}, {"deck": other}], "choosePlaces": seed % 2 == 0}
        result = play_match(pack, seed, seats=2, checks=50, options=options)
        assert not result.failure, f"seed {seed}: {result.failure}"


def test_every_card_does_what_it_can_in_a_scenario(tmp_path: Path) -> None:
    coverage = Coverage(lay_out(tmp_path))
    with coverage.watch():
        for scenario in (*SCENARIOS, *OF_CARDS):
            assert not Player(coverage.pack, scenario).play()
    assert {code.name for code in coverage.unused_codes() if code.card is not None} == set()


def test_greedy_beats_random() -> None:
    pack = load_pack(DUEL)
    won = 0
    for seed in range(10):
        bots = ("greedy", "random") if seed % 2 else ("random", "greedy")
        result = play_match(pack, seed, seats=2, bots=bots)
        won += result.standings[0] == (bots.index("greedy"),)
    assert won >= 9
