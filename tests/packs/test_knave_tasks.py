"""
Quests of Knave from their beginning to their end, played by choosing in scenes of the town and in
expeditions: what lies between comes home as things and goes out again.

Where a card game against somebody has to be won the test does what winning does: it marks the stage
as `games.marks` of the section `people` says.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from rules.pack import load_pack
from rules.pack.definition import Pack
from rules.pack.files import WORLD
from rules.pack.plays import marked, played_by
from rules.running.catalogue import CardDef
from rules.running.match import Match
from rules.telling.text import Text
from world.locale.reader import Reader
from world.render.sheet import games_of, sheet_lines, task_line

STRONG = {"str": 10, "dex": 10, "con": 10, "int": 10, "wis": 10, "cha": 0}
#: What one does in a dungeon, the best first.
STEADY = ("search", "attack", "onward", "leave", "enter", "carefully", "defend")
MOST_TRIPS = 60
#: By quest: whether a card game has to be won first, the depth one goes to (0: none), and friends.
WAYS = {
    "knave.quest.vault": (True, 1, 0),
    "knave.quest.deck": (False, 2, 0),
    "knave.quest.map": (True, 3, 0),
    "knave.quest.cup": (True, 1, 0),
    "knave.quest.marked": (True, 0, 0),
    "knave.quest.rats": (False, 1, 0),
    "knave.quest.friend": (False, 1, 1),
    "knave.quest.letter": (False, 0, 0),
    "knave.quest.debt": (False, 0, 0),
    "knave.quest.whistle": (False, 1, 0),
    "knave.quest.evening": (True, 1, 0),
}


@cache
def town() -> Pack:
    return load_pack(WORLD / "knave_town")


@cache
def dungeon() -> Pack:
    return load_pack(WORLD / "knave")


@cache
def cards() -> dict[str, CardDef]:
    return {card.id: card for card in town().program.catalogue.cards}


def fact(quest: str, name: str) -> Any:
    """What is printed on a quest."""
    index = town().program.properties[name].index
    value = town().program.catalogue.printed[cards()[quest].symbol][index]
    return town().program.symbol_name(value) if name in ("giver", "receiver", "wants") else value


class Knave:
    """A strong knave with what they own, between matches."""

    def __init__(self, **beside: Any):
        numbers = {"level": 9, "maxHp": 80, "trips": 1, "coins": 30, "xp": 0, **beside}
        self.sheet: dict[str, Any] = {**STRONG, **numbers}
        self.things: list[dict[str, Any]] = []
        for kind in ("knave.gear.halberd", "knave.gear.full_plate"):
            self.own(0, kind, "worn", {})

    def own(self, number: int, kind: str, zone: str, fields: dict[str, int]) -> None:
        number = number or 1 + max((one["thing"] for one in self.things), default=0)
        self.things.append({"thing": number, "kind": kind, "zone": zone, "fields": fields})

    def brings(self, pack: Pack) -> dict[str, Any]:
        """What a game knows of it; the rest stays at home."""
        entry = pack.program.bringing.entries["things"]
        known = [x for x in self.things if entry.takes(pack.program.catalogue, x["kind"])]
        return {**self.sheet, "things": known}

    def come_home(self, pack: Pack, taken: dict[str, Any]) -> None:
        assert not taken.get("dies")
        away = {one["thing"] for one in self.brings(pack)["things"]}
        self.things = [one for one in self.things if one["thing"] not in away]
        for number, kind, zone, fields in taken.get("things", ()):
            self.own(number, kind, zone, fields)
        for name in ("coins", "xp", "trips"):
            self.sheet[name] += taken.get(name, 0)

    def find(self, kind: str) -> dict[str, Any] | None:
        return next((one for one in self.things if one["kind"] == kind), None)

    def stage_of(self, quest: str) -> int:
        """The stage of a quest; 0 without it."""
        found = self.find(quest)
        return 0 if found is None else found["fields"]["stage"]

    # -- what one can do

    def visit(self, person: str, *deeds: tuple[str, str]) -> None:
        """Go to somebody and do so: an option, and the card that it is about or ""."""
        match = Match.new(town(), 1, 7, {"at": [person], "bring": [self.brings(town())]})
        text = Text(town(), "en")
        for word, kind in (*deeds, ("goodbye", "")):
            (choice,) = match.choices
            told = text.card(kind) if kind else ""
            named = [(each.word, text.subject(each, match)) for each in choice.options]
            assert (word, told) in named, (word, told, named)
            match.answer(0, (named.index((word, told)),))
        assert match.is_over
        assert match.returns is not None
        self.come_home(town(), match.returns[0])

    def beats(self, quest: str) -> None:
        """Win a card game that brings a quest further, at whom it says so."""
        plays = [play for person in town().people.values() for play in played_by(person)]
        marks = next(play.marks[quest] for play in plays if quest in play.marks)
        found = self.find(quest)
        assert found is not None
        for name, mark in marks.items():
            found["fields"][name] = marked(found["fields"][name], mark)

    def goes_down(self, seed: int, depth: int = 1, friends: int = 0) -> None:
        """An expedition, played steadily: search, fight, go on, and home at the first way."""
        friend = {**STRONG, "level": 9, "maxHp": 80, "trips": 1}
        brought = [self.brings(dungeon()), *[friend] * friends]
        options = {"startDepth": depth, "danger": -20, "bring": brought}
        match = Match.new(dungeon(), 1 + friends, seed, options)
        while not match.is_over:
            choice = match.choices[0]
            words = [each.word for each in choice.options]
            best = next((words.index(word) for word in STEADY if word in words), None)
            match.answer(choice.seat, choice.default if best is None else (best,))
        assert match.returns is not None
        self.come_home(dungeon(), match.returns[0])


def take(quest: str, **beside: Any) -> Knave:
    """A knave who is liked by who gives a quest, and has taken it."""
    knave, giver = Knave(**beside), fact(quest, "giver")
    knave.own(0, giver, "acquaintances", {"opinion": 5, "visits": 1})
    knave.visit(giver, ("work", quest), ("accept", ""))
    assert knave.stage_of(quest) == 1
    return knave


def hand_in(knave: Knave, quest: str) -> None:
    """It is handed in where it belongs, pays what it says, and is over."""
    before = dict(knave.sheet)
    knave.visit(fact(quest, "receiver"), ("handIn", quest))
    assert knave.stage_of(quest) == 0
    assert knave.sheet["xp"] == before["xp"] + fact(quest, "rewardXp")
    coins = fact(quest, "rewardCoins") - fact(quest, "pays")
    assert knave.sheet["coins"] == before["coins"] + coins
    with pytest.raises(AssertionError):
        knave.visit(fact(quest, "giver"), ("work", quest))


def trips(knave: Knave, quest: str, depth: int = 1, friends: int = 0) -> None:
    """Expeditions until the quest can be handed in."""
    wants = fact(quest, "wants")
    for seed in range(MOST_TRIPS):
        has = wants == "none" or knave.find(wants) is not None
        if knave.stage_of(quest) >= fact(quest, "readyAt") and has:
            return
        knave.goes_down(seed, depth, friends)
    raise AssertionError(f"{quest} is at stage {knave.stage_of(quest)} after {MOST_TRIPS} trips")


def test_the_ways_are_those_of_all_quests() -> None:
    assert sorted(WAYS) == sorted(name for name, card in cards().items() if card.kind == "quest")


@pytest.mark.parametrize("quest", WAYS)
def test_every_quest_can_be_finished_from_taking_it_to_the_reward(quest: str) -> None:
    plays, depth, friends = WAYS[quest]
    knave = take(quest)
    if plays:
        knave.beats(quest)
    if depth:
        trips(knave, quest, depth, friends)
    hand_in(knave, quest)


def test_a_first_evening_may_end_with_the_game_as_well_as_with_the_way_home() -> None:
    quest = "knave.quest.evening"
    knave = take(quest)
    knave.goes_down(1)
    assert knave.stage_of(quest) == 2
    knave.beats(quest)
    assert knave.stage_of(quest) == 4
    knave.beats(quest)
    knave.goes_down(2)
    assert knave.stage_of(quest) == 4
    hand_in(knave, quest)


def test_every_game_of_the_town_counts_for_a_first_evening() -> None:
    plays = [play for person in town().people.values() for play in played_by(person)]
    marks = [play.marks["knave.quest.evening"]["stage"] for play in plays]
    assert len(marks) == 4
    assert all([marked(stage, mark) for stage in (1, 2, 3, 4)] == [3, 4, 3, 4] for mark in marks)


@pytest.mark.parametrize("quest", WAYS)
def test_every_quest_can_be_given_up_and_taken_again(quest: str) -> None:
    knave, giver = take(quest), fact(quest, "giver")
    knave.visit(giver, ("giveUp", quest))
    assert knave.stage_of(quest) == 0
    knave.visit(giver, ("work", quest), ("accept", ""))
    assert [one["kind"] for one in knave.things].count(quest) == 1


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("quest", WAYS)
def test_every_stage_of_a_quest_says_what_there_is_to_do(quest: str, language: str) -> None:
    text = Text(dungeon(), language)
    further = {"knave.quest.vault": 4, "knave.quest.deck": 3, "knave.quest.whistle": 4}
    stages = range(1, 1 + further.get(quest, fact(quest, "readyAt")))
    told = [task_line(text, quest, "stage", stage) for stage in stages]
    assert len(set(told)) == len(stages)
    assert all(line.startswith(text.card(quest)) for line in told)
    if quest not in ("knave.quest.letter", "knave.quest.debt"):  # which say the same at any stage
        assert task_line(text, quest, "stage", 55) not in told


def test_a_knave_who_is_hated_is_liked_again_by_coins_and_words() -> None:
    knave = Knave(coins=100)
    knave.own(0, "knave.person.nib", "acquaintances", {"opinion": -10, "visits": 1})
    for _ in range(14):
        knave.visit("knave.person.nib", ("court", ""), ("slip", ""), ("enough", ""))
    friend = knave.find("knave.person.nib")
    assert friend is not None
    assert friend["fields"]["opinion"] == 4
    knave.visit("knave.person.nib", ("work", "knave.quest.rats"), ("accept", ""))


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", ["Things: Torch×2.", "People: Nib the clerk.", "Quests: Three Tails."]),
        ("zh", ["物品：火把×2。", "人物：告示员尼布。", "委托：三条尾巴。"]),
    ],
)
def test_a_sheet_tells_things_people_and_quests_apart(language: str, told: list[str]) -> None:
    torch = "knave.gear.torch"
    kinds = ["knave.person.nib", torch, "knave.quest.rats", torch, "knave.gear.forgotten"]
    lines = sheet_lines(town(), ({}, kinds), Reader(language, 78))
    assert {line.strip() for line in lines} >= {*told}


@pytest.mark.parametrize(
    ("language", "told"), [("en", ["coins", "coin", "coins"]), ("zh", ["钱币"] * 3)]
)
def test_one_coin_is_a_coin(language: str, told: list[str]) -> None:
    assert [Text(town(), language).field("coins", n) for n in range(3)] == told


def test_a_number_that_is_usually_zero_is_told_only_where_it_is_not() -> None:
    numbers = {"str": 0, "level": 1, "coins": 0, "bank": 0, "blessed": 0, "wounds": 0, "trips": 2}
    (_, told) = sheet_lines(town(), (numbers, []), Reader("en", 78))
    assert told.strip() == "STR 0, level 1, coins 0, expeditions 2"


def test_a_sheet_on_which_all_is_zero_has_nothing_on_it() -> None:
    assert [
        line.strip() for line in sheet_lines(town(), ({"str": 0, "coins": 0}, []), Reader("en"))
    ][1:] == ["nothing"]


def test_a_sheet_is_told_by_the_game_that_knows_most_of_it() -> None:
    (first, *_) = games_of("knave", [dungeon(), town()])
    lines = sheet_lines(first, ({"bank": 3}, ["knave.person.marta"]), Reader("zh", 78))
    assert "玛塔" in lines[-1]
    assert "bank" not in lines[1]
