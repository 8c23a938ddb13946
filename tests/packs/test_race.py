"""
The speed race as a whole: every section of the rules and every card has scenarios; the limits of
decks, random matches with ready and with 200 random legal decks that end and keep the invariants,
and secret choices that nobody learns early.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from rules.pack import load_pack
from rules.running import decks
from rules.running.match import Match
from rules.scenario import Player, load_scenarios
from rules.telling.text import Text
from rules.weighing.report import Coverage
from rules.weighing.sim import play_match

PACKS = Path(__file__).parents[2] / "mygame" / "world" / "packs"
DECKS = 200


@pytest.fixture(scope="module")
def race():
    return load_pack(PACKS / "race")


@pytest.fixture(scope="module", params=["race", "race_simple"])
def pack(request):
    return load_pack(PACKS / request.param)


def bringing(of_seats: Iterable[Any]) -> dict:
    """The options of a match in which seats bring these decks."""
    return {"bring": [{"deck": one} for one in of_seats]}


def cards_by_kind(pack) -> tuple[list[str], list[str], list[str]]:
    """Ids of speed cards, speedless cards and cores."""
    speed = [c.id for c in pack.cards if c.kind == "card" and c.facts.get("speed", 0) > 0]
    core = [c.id for c in pack.cards if c.kind == "core"]
    return speed, [c.id for c in pack.cards if c.kind == "card" and c.id not in speed], core


def test_the_cards_are_as_many_as_they_should_be(race):
    speed, speedless, cores = cards_by_kind(race)
    assert len(speed) == 48
    assert len(speedless) == 16
    assert len(cores) == 8
    of_element = Counter(card.split(".")[2] for card in speed)
    assert set(of_element.values()) == {6}


def scenarios(name: str) -> list[dict]:
    """The scenarios in the folder of a pack."""
    files = sorted((PACKS / name / "scenarios").glob("*.json5"))
    return [scenario for file in files for scenario in load_scenarios(file)]


@pytest.mark.parametrize("name", ["race", "race_simple"])
def test_every_section_and_decision_of_the_rules_is_in_the_name_of_a_scenario(name):
    """The first column of the tables in RULES.md says what there is."""
    rules = (PACKS / name / "RULES.md").read_text(encoding="utf-8")
    wanted = re.findall(r"^\| ([1-9][\d.]+|[DS]\d+|note \d) \|", rules, re.MULTILINE)
    heads = " ".join(scenario["name"].partition(":")[0] + "," for scenario in scenarios(name))
    assert len(wanted) > 7
    assert [each for each in wanted if not re.search(rf"\b{each}(?![\d.])", heads)] == []


def test_every_card_and_core_does_what_it_can_in_a_scenario():
    coverage = Coverage(PACKS / "race")
    with coverage.watch():
        for scenario in scenarios("race"):
            assert not Player(coverage.pack, scenario).play()
    assert {code.name for code in coverage.unused_codes() if code.card is not None} == set()


def words_at(card: Any, *timings: str) -> Iterator[dict]:
    """Everything that the card's behaviours say at these timings."""
    waiting = [each for each in card.source["behaviors"] if each["at"] in timings]
    while waiting:
        node = waiting.pop()
        if isinstance(node, dict):
            yield node
            waiting += node.values()
        elif isinstance(node, list):
            waiting += node


def test_effects_of_turning_and_cores_choose_no_target(pack):
    """1.2.5, 1.2.6: outside the phase of effects they are without order."""
    for card in pack.cards:
        for node in words_at(card, "onTurn", "onCore"):
            assert "ask" not in node, card.id


def test_effects_of_turning_are_about_the_card_its_slot_and_its_players_sequence(race):
    """1.2.5"""
    allowed = {"changeSpeed", "becomeSpeed", "changeElement", "draw", "slotEffect", "slotOf"}
    allowed |= {"shuffleTop", "shuffleBottom", "sinkTop", "raiseBottom"}
    turning = [card for card in race.cards if list(words_at(card, "onTurn"))]
    assert len(turning) == 3
    for card in turning:
        for node in words_at(card, "onTurn"):
            assert node.get("type", "slotOf") in allowed, card.id
            assert node.get("target", "{this}") in ("{this}", "{spell}"), card.id


def test_no_effect_shuffles_a_whole_sequence(race):
    """1.2.4"""
    timings = ("onSpeed", "onTurn", "onCore", "whenever")
    shuffled = {
        node["amount"]
        for card in race.cards
        for node in words_at(card, *timings)
        if node.get("type") in ("shuffleTop", "shuffleBottom")
    }
    assert shuffled == {3}


WAITING = " onReveal"  # the name of the code by which a speedless card and a core begin to wait

# 1.2.4: what the cards of each element do; drawing is fire's.
TRAITS = {
    "sky": {"shuffleTop", "shuffleBottom", "sinkTop", "raiseBottom", "dropTop"},
    "lake": {"copyText", "changeElement", "if"},
    "water": {"cover", "turnUp", "refresh"},
    "thunder": {"seal", "SealedThere"},
    "wind": {"changeSpeed", "becomeSpeed"},
    "fire": {"destroy", "draw"},
    "mountain": {"fixSpeed", "cleanse"},
    "earth": {"slotEffect", "OtherOfElement"},
}


def speed_cards_of(pack, element: str) -> list[Any]:
    cards = [c for c in pack.cards if c.facts.get("speed", 0) and c.source["element"] == element]
    assert len(cards) == 6
    return cards


@pytest.mark.parametrize("element", TRAITS)
def test_every_speed_card_shows_the_trait_of_its_element(pack, element):
    for card in speed_cards_of(pack, element):
        assert {node.get("type") for node in words_at(card, "onSpeed", "onTurn")} & TRAITS[element]


def test_drawing_is_the_trait_of_fire_alone(pack):
    drawing = {
        element: sum(
            any(node.get("type") == "draw" for node in words_at(card, "onSpeed"))
            for card in speed_cards_of(pack, element)
        )
        for element in TRAITS
    }
    assert drawing.pop("fire") == 3
    assert max(drawing.values()) == 2


def test_no_two_cards_do_the_same(race):
    """Cards that differ in their speed and its cost alone are one card twice."""
    done = Counter(
        str([node for node in card.source["behaviors"][0]["do"] if node["type"] != "paySpeed"])
        for card in race.cards
        if card.facts.get("speed", 0) and len(card.source["behaviors"]) == 1
    )
    assert [text for text, number in done.items() if number > 1] == []


@pytest.mark.parametrize("language", ["zh", "en"])
def test_every_keyword_is_shown_by_a_card(pack, language):
    text = Text(pack, language)
    declared = {entry["name"] for entry in text.words("keyword").values()}
    assert declared == {name for card in pack.cards for name, _ in text.keywords(card)}


@pytest.mark.parametrize(("language", "name"), [("zh", "速度消耗"), ("en", "Speed cost")])
def test_a_speed_cost_is_explained_on_the_card_and_in_the_rules(pack, language, name):
    text = Text(pack, language)
    assert name in dict(text.keywords("race.card.fire.spark"))
    assert name.casefold() in text.words("rules")["speed"]["text"].casefold()


def games_with_decks():
    """The games that come with ready decks of players."""
    return sorted(
        {path.parent.name for path in PACKS.glob("*/decks.json5") if '"ready":' in path.read_text()}
    )


@pytest.mark.parametrize("game", games_with_decks())
def test_no_ready_deck_holds_a_card_that_can_never_act(game):
    """
    In matches of ready decks against each other, up to eight of each pair, each of their cards
    acts. To lie there and wait (`onReveal`) is no act; what it waits for has to happen.
    """
    coverage = Coverage(PACKS / game)
    rules = coverage.pack.program.deck_rules
    doing = {code.card for code in coverage.pack.program.codes}  # there are cards without any text
    held = {card for one in rules.ready.values() for part in one.deck.values() for card in part}
    for more in range(8):
        with coverage.watch():
            for seed, pair in enumerate(product(rules.ready, repeat=2)):
                play_match(coverage.pack, seed + 100 * more, seats=2, options=bringing(pair))
        if not (idle := (held & doing) - acted(coverage)):
            break
    assert idle == set()


def acted(coverage) -> set[str | None]:
    """The cards that did something."""
    idle = {code.name for code in coverage.unused_codes()}
    return {
        c.card
        for c in coverage.pack.program.codes
        if c.name not in idle and not c.name.endswith(WAITING)
    }


def test_random_matches_of_all_ready_decks_end(pack):
    ready = list(pack.program.deck_rules.ready)
    for seed, pair in enumerate(product(ready, repeat=2)):
        options = bringing(pair)
        result = play_match(pack, seed, seats=2, checks=60 if seed % 8 == 0 else 0, options=options)
        assert not result.failure, f"{options}, seed {seed}: {result.failure}"


def test_a_deck_has_a_core_and_23_cards_two_of_a_speed_card_and_one_of_a_speedless_one(race):
    speed, speedless, cores = cards_by_kind(race)
    legal = {"core": cores[:1], "cards": [*speed[:11], *speed[:11], speedless[0]]}
    assert not decks.deck_problems(race.program, legal)
    wrong = {
        "few": legal | {"cards": legal["cards"][1:]},
        "many": legal | {"cards": [*legal["cards"], speedless[1]]},
        "none": legal | {"core": []},
        "copies": legal | {"cards": [speed[0], *legal["cards"][:-1]]},
        "otherPart": legal | {"core": [speed[20]]},
        "unknownCard": legal | {"cards": [*legal["cards"][1:], "race.card.fire.ice"]},
    }
    for key, deck in wrong.items():
        assert [problem.key for problem in decks.deck_problems(race.program, deck)] == [key]
    twice = legal | {"cards": [*legal["cards"][2:], speedless[0], speed[12]]}
    assert [Text(race, "en").deck_problem(p) for p in decks.deck_problems(race.program, twice)] == [
        f"{race.card(speedless[0]).name['en']} is in it 2 times, at most 1 may be"
    ]


def test_random_matches_of_random_legal_decks_end(pack):
    made = [decks.random_deck(pack.program, seed) for seed in range(DECKS)]
    for seed in range(0, DECKS, 2):
        options = bringing(made[seed : seed + 2])
        result = play_match(
            pack, seed, seats=2, checks=60 if seed % 20 == 0 else 0, options=options
        )
        assert not result.failure, f"{options}, seed {seed}: {result.failure}"


def test_random_decks_are_legal_all_different_and_survive_being_text(race):
    made = [decks.random_deck(race.program, seed) for seed in range(DECKS)]
    assert not any(decks.deck_problems(race.program, deck) for deck in made)
    codes = [decks.encode_deck(race.program, deck) for deck in made]
    assert len(set(codes)) == DECKS
    assert max(map(len, codes)) <= 60
    assert [decks.decode_deck(race.program, code) for code in codes] == made


def test_nobody_learns_how_the_other_places_cards_before_both_have_chosen(race):
    match = Match.new(race, seats=2, seed=3)
    first, second = (choice.seat for choice in match.pending)
    waiting = match.view(second)
    assert waiting["waiting"] == [first, second]
    match.answer(first, (0, 2))
    shown = match.view(second)
    assert shown["waiting"] == [second]
    assert {**shown, "waiting": []} == {**waiting, "waiting": []}
    match.answer(second, ())
    hidden = match.view(second)["players"][first]["zones"]["cover1"]
    assert hidden == {"count": 1, "cards": []}
