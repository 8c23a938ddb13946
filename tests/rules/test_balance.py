"""Balance: decks by lot, who meets whom, counting, going on where a run was broken off."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from rules.pack import load_pack
from rules.running import decks
from rules.weighing.balance import report
from rules.weighing.balance.__main__ import main
from rules.weighing.balance.figures import count_figures
from rules.weighing.balance.population import (
    Entry,
    Meetings,
    leaning_deck,
    leanings,
    pairings,
    population,
)

RACE = Path(__file__).parents[2] / "mygame" / "world" / "packs" / "race"


@pytest.fixture(scope="module")
def race():
    return load_pack(RACE)


def test_a_leaning_deck_is_legal_and_has_so_many_cards_of_its_value(race):
    deck = leaning_deck(race, 5, "element", "fire", 9)
    assert decks.deck_problems(race.program, deck) == []
    assert sum(".fire." in card for card in deck["cards"]) == 9


def test_a_deck_that_leans_to_a_class_has_its_hero():
    duel = load_pack(RACE.parent / "duel")
    deck = leaning_deck(duel, 1, "class", "shade", 8)
    assert decks.deck_problems(duel.program, deck) == []
    assert deck["hero"] == ["duel.hero.shade"]


def test_decks_lean_to_values_that_are_printed():
    duel = load_pack(RACE.parent / "duel")
    assert (
        {"shade", "knight"}
        < set(leanings(duel, "class"))
        < set(duel.program.properties["class"].domain)
    )
    assert "neutral" not in leanings(duel, "class")


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
        (["--mixed", "1", "--decks", "1"], "1 mixed decks: no deck meets another"),
    ],
)
def test_what_cannot_be_played_is_a_sentence(asked, told, capsys):
    assert main([str(RACE), *asked]) == 2
    assert capsys.readouterr().err.startswith(told)


def test_every_deck_meets_every_other_once_and_sits_first_in_half_of_its_matches():
    met = pairings(9, 1)
    assert len({frozenset(decks) for decks in met}) == len(met) == 36
    assert set(Counter(first for first, _ in met).values()) == {4}


def test_a_second_meeting_is_with_seats_changed():
    assert set(pairings(2, 1, times=2)) == {(0, 1), (1, 0)}


def row(number, standings, first=0, rounds=9, failure=""):
    """A match as it is kept."""
    return {
        "seed": number,
        "standings": standings,
        "first": first,
        "rounds": rounds,
        "decisions": 50,
        "failure": failure,
    }


def test_draws_are_half_a_point_and_matches_of_one_leaning_say_nothing_of_it():
    kinds = ("fire", "water", "water")
    meetings = Meetings(tuple(Entry(kind, {"cards": [kind] * 2}) for kind in kinds), "random", 1)
    number = {frozenset(decks): at for at, decks in enumerate(meetings.pairs)}

    def met(winner, other, draw=False, **facts):
        """A match of two decks, which one of them wins or none."""
        at = number[frozenset((winner, other))]
        seat = meetings.pairs[at].index(winner)
        return row(at, [[0, 1]] if draw else [[seat], [1 - seat]], **facts)

    rows = [
        met(0, 1, rounds=10),
        met(2, 0, draw=True, rounds=14, first=1),
        met(1, 2, first=None),
        row(0, None, failure="broken"),
    ]
    found = count_figures(meetings, rows)
    assert (found.matches, found.failures, found.longest) == (3, ["broken"], 14)
    assert (found.leanings["fire"].points, found.leanings["fire"].matches) == (1.5, 2)
    assert (found.leanings["water"].points, found.leanings["water"].matches) == (0.5, 2)
    assert found.against["water", "fire"].share == 0.25
    assert (found.cards["fire"].share, found.cards["fire"].matches) == (0.75, 4)
    assert found.draws == pytest.approx(1 / 3)


def test_who_sits_first_and_who_begins_are_counted_apart():
    meetings = Meetings((Entry("fire", {}), Entry("water", {})), "random", 1, times=2)
    found = count_figures(meetings, [row(0, [[0], [1]], first=1), row(1, [[1], [0]], first=1)])
    assert (found.first_seat.points, found.first_seat.matches) == (1, 2)
    assert (found.first_player.points, found.first_player.matches) == (1, 2)


def test_a_run_goes_on_where_it_was_broken_off_and_refuses_other_decks(tmp_path, capsys):
    def run(*more):
        asked = ["--by", "element", "--decks", "8", "--bot", "random", "--processes", "1"]
        code = main([str(RACE), *asked, "--out", str(tmp_path), "--batch", "2", *more])
        return code, capsys.readouterr()

    assert run("--sample", "6")[0] == 0
    [folder] = tmp_path.iterdir()
    files = {file: file.stat().st_mtime_ns for file in (folder / "matches").iterdir()}
    assert len(files) == 3
    code, told = run("--sample", "10")
    assert (code, json.loads(told.out)[folder.name.replace("_", " ")]["matches"]) == (0, 10)
    assert files.items() <= {f: f.stat().st_mtime_ns for f in files}.items()
    code, told = run("--sample", "10", "--seed", "2")
    assert code == 2
    assert "holds matches with decks" in told.err


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
    meetings = Meetings((Entry("fire", {}), Entry("water", {})), "random", 1)
    fire = meetings.pairs[0].index(0)
    found = count_figures(meetings, [row(0, [[fire], [1 - fire]])])
    page = report.markdown(race, "command", {"Two decks": found}, "race.svg")
    assert "| fire | 100.0 % ± 98.0 | **not within 40 to 60 %** |" in page


def test_cards_that_nobody_plays_and_limits_of_one_s_own_are_told(race):
    hearth, others = (
        "race.core.fire.hearth",
        [card.id for card in race.cards if card.per_player][:2],
    )
    decks = [Entry(name, {"cards": others}) for name in ("fire", "water")]
    meetings = Meetings(tuple(decks), "random", 1)
    match = row(0, [[0], [1]]) | {"cards": {"bought": {others[0]: [2, 0], hearth: [1, 1]}}}
    found = count_figures(meetings, [match])
    assert found.held == dict.fromkeys(others, 2)
    [(card, rate)] = found.played.items()
    assert (card, rate.points, rate.matches) == (others[0], 1, 1)
    page = report.markdown(race, "command", {"Two decks": found}, "", (45, 55))
    assert f"* never played: {race.card(others[1]).name['en']}\n" in page
    assert "| 45 to 55 % |" in page
