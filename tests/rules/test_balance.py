"""Balance: decks by lot, who meets whom, counting, going on where a tournament was broken off."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from rules import decks
from rules.balance import report
from rules.balance.__main__ import main
from rules.balance.figures import figures
from rules.balance.population import Entry, leaning_deck, pairings, population, ready
from rules.balance.tournament import Outcome, tournament
from rules.pack import load_pack

RACE = Path(__file__).parents[2] / "mygame" / "world" / "packs" / "race"


@pytest.fixture(scope="module")
def race():
    return load_pack(RACE)


def test_a_leaning_deck_is_legal_and_has_so_many_cards_of_its_value(race):
    deck = leaning_deck(race, 5, "element", "fire", 9)
    assert decks.check(race, deck) == []
    assert sum(".fire." in card for card in deck["cards"]) == 9


def test_a_population_leans_to_all_values_alike_and_follows_from_its_seed(race):
    entries = population(race, 16, 3, "element")
    assert set(Counter(entry.leaning for entry in entries).values()) == {2}
    assert entries == population(race, 16, 3, "element")
    assert entries != population(race, 16, 4, "element")


def test_a_leaning_that_cards_do_not_have_is_a_sentence(race):
    with pytest.raises(ValueError, match=r"cannot lean to colour; cards have .*element"):
        population(race, 4, 1, "colour")


def test_a_game_without_decks_is_a_sentence(capsys):
    assert main([str(RACE.parent / "chrono"), "--ready", "1"]) == 2
    assert capsys.readouterr().err == "chrono is not played with decks of the players\n"


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        (["--by", "element", "--amount", "20"], "a deck cannot have 20 cards with element sky\n"),
        (["--ready", "1", "--bot", "oracle"], "there is no bot 'oracle'"),
    ],
)
def test_what_cannot_be_played_is_a_sentence(asked, told, capsys):
    assert main([str(RACE), *asked]) == 2
    assert capsys.readouterr().err.startswith(told)


def test_every_deck_meets_every_other_once_and_sits_first_in_half_of_its_matches():
    met = pairings(9, 1)
    assert len({frozenset(pairing.decks) for pairing in met}) == len(met) == 36
    assert set(Counter(pairing.decks[0] for pairing in met).values()) == {4}
    assert len({pairing.seed for pairing in met}) == 36


def test_a_second_meeting_is_with_seats_changed():
    assert {pairing.decks for pairing in pairings(2, 1, times=2)} == {(0, 1), (1, 0)}


def test_draws_are_half_a_point_and_matches_of_one_leaning_say_nothing_of_it():
    entries = [Entry(kind, {"cards": [kind, kind]}) for kind in ("fire", "water", "water")]
    outcomes = [
        Outcome((0, 1), 1.0, 1, 10, 50),
        Outcome((2, 0), 0.5, 0, 14, 70),
        Outcome((1, 2), 1.0, 0, 12, 60),
        Outcome((1, 2), 0.0, None, 0, 0, "broken"),
    ]
    found = figures(entries, outcomes)
    assert (found.matches, found.failures, found.longest) == (3, ["broken"], 14)
    assert (found.leanings["fire"].points, found.leanings["fire"].matches) == (1.5, 2)
    assert (found.leanings["water"].points, found.leanings["water"].matches) == (0.5, 2)
    assert found.against["water", "fire"].share == 0.25
    assert (found.cards["fire"].share, found.cards["fire"].matches) == (0.75, 4)
    assert found.first_seat.points == 2.5
    assert found.first_player.points == 1.5


def test_a_tournament_goes_on_where_it_was_broken_off(race, tmp_path):
    entries, met, file = ready(race), pairings(4, 1), tmp_path / "kept.jsonl"
    whole = tournament(RACE, entries, met, "random")
    tournament(RACE, entries, met[:2], "random", kept=file)
    with file.open("a", encoding="utf-8") as lines:
        lines.write("[[0, 1], 0.")  # the last line was not finished
    played = []
    assert tournament(RACE, entries, met, "random", kept=file, told=played.append) == whole
    assert played == [3, 4, 5, 6]
    assert tournament(RACE, entries, met[:3], "random", kept=file) == whole[:3]
    with pytest.raises(ValueError, match="other decks, cards or bots"):
        tournament(RACE, entries, met, "greedy", kept=file)


def test_the_command_writes_a_page_with_a_picture(tmp_path, capsys):
    page = tmp_path / "race.md"
    asked = ["--by", "element", "--decks", "8", "--sample", "3", "--mixed", "2", "--ready", "1"]
    assert main([str(RACE), *asked, "--bot", "random", "--report", str(page)]) == 0
    told = json.loads(capsys.readouterr().out)
    assert [found["matches"] for found in told.values()] == [3, 2, 6]
    text = page.read_text(encoding="utf-8")
    assert text.count("\n## ") == 3
    assert "| Embers and Stars |" in text
    assert "![" in text
    assert page.with_suffix(".svg").read_text(encoding="utf-8").startswith("<svg")


def test_a_leaning_outside_the_limits_is_told(race):
    entries = [Entry("fire", {"cards": []}), Entry("water", {"cards": []})]
    found = figures(entries, [Outcome((0, 1), 1.0, 0, 9, 9)])
    page = report.markdown(race, "command", {"Two decks": found}, "race.svg")
    assert "| fire | 100.0 % ± 98.0 | **not within 40 to 60 %** |" in page
