"""
The speed race as a whole: ready decks keep the limits, random matches with ready and with 200
random legal decks end and keep the invariants, and nobody learns a secret choice early.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from pathlib import Path

import pytest

from rules.match import Match
from rules.pack import load_pack
from rules.sim import play

PACKS = Path(__file__).parents[2] / "mygame" / "world" / "packs"
DECKS = 200


@pytest.fixture(scope="module")
def race():
    return load_pack(PACKS / "race")


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


@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_a_ready_deck_keeps_the_limits(race, number):
    match = Match.new(race, seats=2, seed=1, options={"deckOne": number, "deckTwo": number})
    speed, _, _ = cards_by_kind(race)
    for player in (1, 2):
        zones = race.layout.zones
        sequence = [match.card_id(c) for c in match.zones[zones["sequence"].first + player]]
        assert len(sequence) == 23
        assert all(n <= (2 if card in speed else 1) for card, n in Counter(sequence).items())
        assert len(match.zones[zones["core"].first + player]) == 1


@pytest.mark.parametrize("name", ["race", "race_simple"])
def test_random_matches_of_all_ready_decks_end(name):
    pack = load_pack(PACKS / name)
    for seed in range(48):
        options = {"deckOne": 1 + seed % 4, "deckTwo": 1 + seed // 4 % 4}
        result = play(pack, seed, seats=2, checks=60 if seed % 8 == 0 else 0, options=options)
        assert not result.failure, f"{options}, seed {seed}: {result.failure}"


def random_deck(pack, rng: random.Random) -> tuple[str, list[str]]:
    """A core and 23 cards in order, at most two of a speed card and one of a speedless one."""
    speed, speedless, cores = cards_by_kind(pack)
    return rng.choice(cores), rng.sample([*speed, *speed, *speedless], 23)


def lay(number: int, core: str, cards: list[str]) -> dict:
    """The part of `layDeck` that lays out one deck."""
    each = {"type": "putUnder", "player": "{player}", "card": "{card.target}"}
    of = {"chooser": "symbols", "of": cards}
    return {
        "type": "if",
        "condition": f"{{number}} == {number}",
        "do": [
            {"type": "putCore", "player": "{player}", "card": core},
            {"type": "loop", "id": "card", "target": of, "do": [each]},
        ],
    }


def test_random_matches_of_random_legal_decks_end(race, tmp_path):
    rng = random.Random(23)
    (tmp_path / "race").symlink_to(PACKS / "race")
    (tmp_path / "race_random").mkdir()
    option = {"type": "number", "default": 0, "minimum": 0, "maximum": DECKS}
    decks = [lay(number, *random_deck(race, rng)) for number in range(1, DECKS + 1)]
    word = {"params": {"player": "player", "number": "number"}, "do": decks}
    content = {
        "pack": {"id": "race_random", "inherits": "race"}
        | {"options": {"deckOne": option, "deckTwo": option}},
        "define": {"doables": {"layDeck": word}},
    }
    (tmp_path / "race_random" / "pack.json5").write_text(json.dumps(content), encoding="utf-8")
    pack = load_pack(tmp_path / "race_random")
    for seed in range(DECKS // 2):
        options = {"deckOne": 2 * seed + 1, "deckTwo": 2 * seed + 2}
        result = play(pack, seed, seats=2, checks=60 if seed % 20 == 0 else 0, options=options)
        assert not result.failure, f"{options}, seed {seed}: {result.failure}"


def test_nobody_learns_how_the_other_places_cards_before_both_have_chosen(race):
    match = Match.new(race, seats=2, seed=3)
    waiting = match.view(1)
    assert waiting["waiting"] == [0, 1]
    match.answer(0, (0, 2))
    shown = match.view(1)
    assert shown["waiting"] == [1]
    assert {**shown, "waiting": []} == {**waiting, "waiting": []}
    match.answer(1, ())
    assert match.view(1)["players"][0]["zones"]["cover1"] == {"count": 1, "cards": []}
