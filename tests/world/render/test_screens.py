"""
What fits the window: boards with what is asked, of every game, in both languages, at any size.

The rule: board, prompt and input line have room in the window as long as the prompt leaves room for
what never gives way: heading, players, and in short what lies on the table. What is longer than
that is the prompt, never a board that could still have given way.
"""

import random
import re
from functools import cache
from pathlib import Path

import pytest
from chrono_table import chrono

from rules.ground.width import display_width
from rules.pack import load_pack
from rules.playing import preview
from rules.running.choices import Option
from rules.running.match import Match
from rules.telling.text import Text
from world.locale.reader import Reader
from world.play.hosting.timing import Left
from world.render.board import Board
from world.render.prompt import (
    option_detail,
    option_lines,
    options_sentence,
    prompt_lines,
    step_targets,
)

PACKS = Path(__file__).parents[3] / "mygame" / "world" / "packs"
NAMES = ("小安 Ann the Very", "Bo", "阿德", "Cynthia")
WIDTHS = (40, 60, 80, 100, 132, 200)
GAMES = (
    *(("chrono", 3), ("chrono", 4), ("chrono_practice", 1)),
    *(("race", 2), ("race_simple", 2), ("duel", 2)),
    *(("kingdoms", 2), ("kingdoms", 5), ("kingdoms_lesson", 4)),
    *(("knave", 1), ("knave", 3)),
)
ORDINARY = 7  # options; with more a prompt may be too long for any board


@cache
def game(name):
    return chrono() if name == "chrono" else load_pack(PACKS / name)


@cache
def moments(name, seats):
    """Views of a match played at random: (match, choice, view), now and then."""
    rng, match, found = random.Random(seats), Match.new(game(name), seats, 4), []
    for number in range(300):
        if match.is_over:
            break
        choice = match.pending[0]
        if number % 35 == 0:
            kept = match.clone()
            found.append(
                (kept, kept.choice_of(choice.seat), preview.view_with_preview(kept, choice.seat))
            )
        count = rng.randint(choice.minimum, min(choice.maximum, len(choice.options)))
        match.answer(choice.seat, tuple(rng.sample(range(len(choice.options)), count)))
    return found


def screens(name, seats, columns):
    """Board and prompt of each moment, in both languages."""
    for match, choice, view in moments(name, seats):
        for language in ("zh", "en"):
            text = Text(match.game, language, NAMES[:seats])
            board = Board(match.game, view, text, Reader(language, False, columns))
            yield board, choice, prompt_lines(board, match, choice, Left(60, 245), status=False)


@pytest.mark.parametrize(("name", "seats"), GAMES)
@pytest.mark.parametrize("columns", WIDTHS)
def test_no_line_is_wider_than_the_window_and_no_prompt_is_cut(name, seats, columns):
    for board, _, prompt in screens(name, seats, columns):
        for line in (*prompt, *board.lines(everything=True), *board.lines(room=10)):
            assert display_width(line) <= columns, line
        assert not any("…" in line for line in prompt)


@pytest.mark.parametrize(("name", "seats"), GAMES)
@pytest.mark.parametrize("columns", WIDTHS)
@pytest.mark.parametrize("rows", [24, 50])
def test_the_board_gives_way_until_all_fits(name, seats, columns, rows):
    for board, choice, prompt in screens(name, seats, columns):
        lines = board.lines(room=rows - 1 - len(prompt))
        least = board.lines(room=0)
        assert len(lines) + len(prompt) + 1 <= rows or lines == least
        if columns >= 80 and len(choice.options) <= ORDINARY:
            assert len(lines) + len(prompt) + 1 <= rows, "\n".join([*lines, *prompt])


@pytest.mark.parametrize("columns", WIDTHS)
def test_wheel_and_score_never_give_way(columns):
    for board, _, _ in screens("chrono", 4, columns):
        told = board.lines(room=0)
        assert len(told) <= (14 if columns == 40 else 10)
        for player in board.view["players"]:
            fields = player["fields"]
            spot = board.fill("{loop|roman}-{cell|roman}", fields)
            line = next(line for line in told if line.startswith(f"{player['seat'] + 1} "))
            assert spot in line.split()
            assert str(fields["gold"]) in line.split()


@pytest.mark.parametrize("columns", WIDTHS)
def test_the_cards_to_go_in_the_race_never_give_way(columns):
    for board, _, _ in screens("race", 2, columns):
        told = board.lines(room=0)
        for player in board.view["players"]:
            line = next(line for line in told if line.startswith(f"{player['seat'] + 1} "))
            assert str(player["zones"]["sequence"]["count"]) in line.split()


def test_all_of_the_board_is_there_for_who_wants_it():
    for board, _, _ in screens("chrono", 4, 40):
        told = "".join("".join(board.lines(everything=True)).split())
        for card in board.rows_of({"rows": ["players.slot", "neutral", "shop", "you.hand"]}):
            assert "".join(board.text.rules_text(card["id"]).split()) in told


def test_a_wide_window_puts_sections_side_by_side():
    lines = next(screens("chrono", 4, 200))[0].lines(everything=True)
    assert max(map(display_width, lines)) > 120
    assert len(lines) < len(next(screens("chrono", 4, 80))[0].lines(everything=True))


def test_a_listener_gets_all_of_it_whatever_the_window():
    match, choice, view = moments("chrono", 4)[5]
    board = Board(
        match.game, view, Text(match.game, "en", NAMES), Reader("en", plain=True, width=40)
    )
    assert board.lines(room=5) == board.lines()
    assert "You: at" in prompt_lines(board, match, choice, status=False)[0]


@cache
def fights():
    """Moments of a battle of four players in which a monster lies before each of them."""
    found = []
    for seed in range(1, 4):
        match = Match.new(game("chrono"), 4, seed)
        while match.pending[0].prompt != "battleTurn":
            match.answer(match.pending[0].seat, match.pending[0].default)
        choice = match.pending[0]
        found.append((match, choice, preview.view_with_preview(match, choice.seat)))
    return found


@pytest.mark.parametrize("language", ["zh", "en"])
def test_in_a_fight_what_monsters_do_stays_longer_than_the_shop(language):
    for match, _, view in fights():
        board = Board(match.game, view, Text(match.game, language, NAMES), Reader(language))
        told = "".join("".join(board.lines(everything=True, room=21)).split())
        monsters = list(board.rows_of({"rows": ["players.slot", "neutral"]}))
        assert len(monsters) == 4
        for monster in monsters:
            assert "".join(board.text.rules_text(monster["id"]).split()) in told
        for card in board.rows_of({"rows": ["shop"]}):
            assert "".join(board.text.card(card["id"]).split()) not in told


@pytest.mark.parametrize("plain", [False, True])
def test_who_is_asked_in_a_fight_reads_what_the_monsters_have_left(plain):
    for match, choice, view in fights():
        board = Board(match.game, view, Text(match.game, "en", NAMES), Reader("en", plain))
        asked = " ".join(prompt_lines(board, match, choice))
        below = " ".join(prompt_lines(board, match, choice, status=False))
        for monster in board.rows_of({"rows": ["players.slot", "neutral"]}):
            left = board.fill("[{health}/{maxHealth}][{manaLeft} mana]", monster)
            assert left in asked
            assert left not in below  # the board says it


def steps(match, number, language="en", plain=False, prompt="advance"):
    """What is said of a number of steps of the first seat."""
    text = Text(match.game, language, NAMES)
    board = Board(match.game, match.view(0), text, Reader(language, plain))
    return step_targets(board, prompt, number)


def test_steps_say_where_they_lead_and_what_is_there():
    match = Match.new(game("chrono"), 4, 1)
    assert steps(match, 1) == "to I-II: tavern"
    assert steps(match, 1, "zh") == "到I-II：酒馆"
    assert steps(match, 11) == "to I-XII: legend, 1 of 3"
    assert steps(match, 12) == "to II-I"
    assert steps(match, 4 * 12 + 1) == "to V-II: out of the loop"  # four players: loop five
    assert steps(match, 1, prompt="advanceNow") == "to I-II"  # a round taken alone has no rewards
    assert steps(match, 1, prompt="die") == ""


@pytest.mark.parametrize("plain", [False, True])
def test_each_number_of_steps_stands_in_the_prompt_with_what_it_brings(plain):
    match = Match.new(game("chrono"), 4, 1)
    options = tuple(Option("number", number, "number") for number in (1, 2, 3))
    choice = match.pending[0]._replace(seat=0, prompt="advance", options=options)
    board = Board(
        match.game, match.view(0), Text(match.game, "en", NAMES), Reader("en", plain, width=80)
    )
    told = " ".join(option_lines(board, match, choice))
    for number, where in ((1, "I-II: tavern"), (2, "I-III: pick 1 of 3"), (3, "I-IV: pick 1 of 5")):
        assert re.search(rf"\b{number}[).:].*to {where}", told)
    assert options_sentence(board, match, choice) == "1 – 3"


def test_how_many_cards_a_reverse_allows_is_said():
    match, choice, view = fights()[0]
    board = Board(match.game, view, Text(match.game, "en", NAMES), Reader("en"))
    reverse = next(option for option in choice.options if option.word == "reverse")
    rank = view["players"][choice.seat]["fields"]["rank"]
    detail = option_detail(board, match, choice, reverse)
    assert detail == f"one card and up to {rank} more, then your battle is over"
