"""Trying out a card: it comes up often, its matches are counted, what is wrong is told apart."""

import json

import pytest

from rules.pack import load_pack, pieces
from rules.pack.files import WORLD
from rules.pack.interface import engine_digest
from rules.pack.publisher import Put
from rules.running import decks
from rules.weighing import often, trial


@pytest.fixture(scope="module")
def race():
    return load_pack(WORLD / "race")


@pytest.fixture(scope="module")
def card(race):
    return next(card for card in race.cards if card.id in race.program.deck_rules.limits)


def tried(pack, card, text, matches=20):
    known, puts = (str(WORLD / pack.folder), pack.hash), [Put(pack.folder, f"card:{card}", text)]
    job = engine_digest(), known, puts, card
    results = [
        trial.play_matches(trial.Part(*job, first, 10, 60)) for first in range(0, matches, 10)
    ]
    return trial.summarize(*job, results, 60)


def test_a_trial_tells_how_strong_a_card_is_beside_the_others(race, card):
    text = pieces.find_piece(race.sources, race.folder, f"card:{card.id}").text
    found = tried(race, card.id, text)
    assert (found["matches"], found["failed"], found["failures"]) == (20, 0, [])
    assert found["played"] > 10
    low, mean, high = (found["strength"][key] for key in ("low", "mean", "high"))
    assert 0 <= low <= mean <= high <= 1
    assert 1 <= found["beside"]["rank"] <= found["beside"]["of"]
    assert found["beside"]["of"] > 10


def test_the_same_trial_is_the_same(race, card):
    text = pieces.find_piece(race.sources, race.folder, f"card:{card.id}").text
    assert tried(race, card.id, text, 10) == tried(race, card.id, text, 10)


def test_in_one_match_of_twenty_a_master_plays_or_a_novice_without_a_native_machine(
    race, card, monkeypatch
):
    pytest.importorskip("wasmtime")
    known, text = (str(WORLD / race.folder), race.hash), card.source
    puts = [Put(race.folder, f"card:{card.id}", json.dumps(text, ensure_ascii=False))]
    part = trial.Part(engine_digest(), known, puts, f"card:{card.id}", 0, 20, 60)
    for strongest in (trial.PLANNER, trial.BOTS[-1][0]):
        bots = [row["bots"] for row in trial._walk_rows([trial.play_matches(part)])]
        assert [strongest in each for each in bots] == [False] * 19 + [True]
        monkeypatch.setattr(trial, "thinker_for", lambda *_: None)


def test_where_decks_are_brought_each_holds_the_card_and_is_legal(race, card):
    for seed in range(5):
        brought = often.decks_with(race, card, 2, seed)["bring"]
        assert len(brought) == 2
        for each in brought:
            assert decks.deck_problems(race.program, each["deck"]) == []
            assert any(card.id in cards for cards in each["deck"].values())


def test_where_cards_are_dealt_there_are_more_of_it_and_it_does_the_same():
    pack = load_pack(WORLD / "chrono")
    card = next(card for card in pack.cards if card.count == 1 and card.source.get("behaviors"))
    more = often.pack_with_many(pack, card)
    assert more.card(card.id).count > card.count
    assert (
        more.program.units[f"card {card.id}"].digest == pack.program.units[f"card {card.id}"].digest
    )
    assert pack.card(card.id).count == 1


def test_matches_without_end_and_those_at_a_limit_are_counted_apart_from_those_of_others():
    rows = [
        {"failure": "RuleError: no end after 20000 decisions", "culprit": "", "seed": 1},
        {"failure": "BudgetExceeded: too much", "culprit": "own", "seed": 2},
        {"failure": "KeyError: 3", "culprit": "own", "seed": 3},
        {"failure": "KeyError: 3", "culprit": "own", "seed": 4},
        {"failure": "RuleError: x", "culprit": "another", "seed": 5},
    ]
    found = trial._count_failures(rows, ["own"])
    assert [found[key] for key in ("failed", "endless", "limits", "others")] == [4, 1, 1, 1]
    assert found["failures"][-1] == "KeyError: 3 (seed 3)"
    assert len(found["failures"]) == 3
