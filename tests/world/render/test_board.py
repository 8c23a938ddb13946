"""Boards and prompts of real matches: they fit, they line up, and they keep secrets."""

import gc
import random
import re
import weakref

import pytest
from chrono_table import chrono

from rules.ground.width import display_width
from rules.pack import holes
from rules.playing import preview
from rules.running.match import Match
from rules.telling.barring import why_barred
from rules.telling.causes import lines_with_causes
from rules.telling.sentences import forms
from rules.telling.text import Text
from world.locale.messages import strip_marks
from world.locale.reader import Reader
from world.play.hosting.timing import Left
from world.render import loglines
from world.render.board import OWN_NAME, Board
from world.render.page import Asked, make_page
from world.render.prompt import is_numeric, prompt_lines

NAMES = ("小安 Ann the Very Long-Named", "Bo", "阿德", "Cyn")
READERS = [Reader("zh"), Reader("en"), Reader("zh", plain=True), Reader("en", plain=True)]


def board_of(match: Match, seat: int | None, reader: Reader) -> Board:
    text = Text(match.game, reader.language, NAMES)
    return Board(match.game, preview.view_with_preview(match, seat), text, reader)


def moments(seats: int, seed: int, decisions: int):
    """A match played at random: each choice before it is answered."""
    rng = random.Random(seed)
    match = Match.new(chrono(), seats, seed)
    for _ in range(decisions):
        if match.is_over:
            return
        choice = match.pending[0]
        yield match, choice
        count = rng.randint(choice.minimum, min(choice.maximum, len(choice.options)))
        match.answer(choice.seat, tuple(rng.sample(range(len(choice.options)), count)))


def test_a_board_that_was_shown_leaves_nothing_to_be_searched_for():
    match, choice = next(moments(3, 5, 1))
    gone = []
    gc.collect()
    gc.disable()
    try:
        for reader in READERS:
            board = board_of(match, choice.seat, reader)
            prompt_lines(board, match, choice, None)
            board.lines(everything=True)
            gone.append(weakref.ref(board))
            del board
        assert [each() for each in gone] == [None] * len(READERS)
    finally:
        gc.enable()


@pytest.mark.parametrize("seats", [3, 4])
def test_boards_prompts_and_logs_fit_on_the_screen(seats):
    heard = dict.fromkeys(READERS, 0)
    foretold = 0
    for number, (match, choice) in enumerate(moments(seats, 5, 150)):
        for reader in READERS:
            board = board_of(match, choice.seat, reader)
            lines = prompt_lines(board, match, choice, Left(30, 300))
            foretold += sum("→ " in line for line in lines)
            if number % 10 == 0:
                lines += board.lines(everything=True)
                entries = match.log[heard[reader] :]
                heard[reader] = len(match.log)
                log = loglines.SharedLog(match, NAMES, entries)
                lines += log.lines_for(reader, choice.seat)
            for line in lines:
                assert "{" not in line, line
                assert reader.plain or display_width(line) <= 80, line
    assert foretold > 20


def test_every_option_has_a_line_with_its_number():
    for match, choice in moments(4, 2, 60):
        if is_numeric(choice):
            continue
        board = board_of(match, choice.seat, Reader("en"))
        numbers = re.findall(r"^ +(\d+)\)", "\n".join(prompt_lines(board, match, choice)), re.M)
        assert numbers == [str(i + 1) for i in range(len(choice.options))]


def test_columns_line_up_with_double_width_characters():
    match = Match.new(chrono(), 4, 1)
    lines = board_of(match, 0, Reader("zh")).sections_named("players")
    starts = [display_width(line[: line.index("I-I")]) for line in lines[1:]]
    assert len(set(starts)) == 1


def test_a_screen_reader_gets_sentences():
    match = Match.new(chrono(), 4, 1)
    lines = board_of(match, 0, Reader("en", plain=True)).lines(everything=True)
    assert not any("--" in line or "  " in line for line in lines)
    assert any(line.startswith("2, Bo: loop 1 cell 1, mana 0, gold 3") for line in lines)


def test_nobody_reads_the_cards_of_others():
    match = Match.new(chrono(), 4, 1)
    hands = {
        seat: {card["id"] for card in match.view(seat)["players"][seat]["zones"]["hand"]["cards"]}
        for seat in range(4)
    }
    text = Text(match.game, "en", NAMES)
    for seat in (0, None):
        board = "\n".join(board_of(match, seat, Reader("en")).sections_named("hand"))
        for other in range(4):
            if other == seat:
                assert all(text.card(card) in board for card in hands[other])
        log = "\n".join(line for e in match.log if (line := text.log(e, seat)))
        if seat is None:
            assert "draws 7 cards" in log
            assert not any(text.card(card) in log for card in hands[0])


def test_packs_are_checked_by_the_forms_that_there_are():
    board = board_of(Match.new(chrono(), 3, 1), 0, READERS[0])
    assert {"", *holes.FORMS_OF_BOARDS} == board.forms.keys()
    assert {"", *holes.FORMS_OF_PHRASES} == forms.FORMS.keys()


def test_the_layout_says_when_to_show_the_board():
    match = Match.new(chrono(), 4, 1)
    board = board_of(match, 0, Reader("en"))
    moment, due = board.moment_changed(None)
    assert not due  # exploration
    board.view["match"]["phase"] = "battle"
    moment, due = board.moment_changed(moment)
    assert due
    assert board.moment_changed(moment) == (moment, False)


# -- pages


def page(match, choice, seen=None, left=None):
    asked = Asked(rows=23, short=False, seen=seen, left=left, back=True)
    return make_page(asked, board_of(match, choice.seat, Reader("en")), match, choice)


def test_board_and_prompt_fit_the_window_together():
    boards = 0
    for match, choice in moments(4, 3, 80):
        shown = page(match, choice)
        lines = [*shown.board.splitlines(), *shown.prompt.splitlines()]
        assert not shown.board or len(lines) <= 23 or len(shown.prompt.splitlines()) > 9
        boards += bool(shown.board)
    assert boards


def test_a_board_that_has_not_changed_is_not_shown_again():
    match, choice = next(iter(moments(4, 3, 1)))
    first = page(match, choice, left=Left(30, 300))
    again = page(match, choice, seen=first.moment)
    assert not again.board
    assert again.moment == first.moment


# -- the log


def lines_alone(match: Match, entries, seat: int | None, reader: Reader) -> list[str]:
    """The log as it is told to one reader, without the others."""
    own = None if reader.plain else seat
    names = [f"{OWN_NAME}{name}|n" if at == own else name for at, name in enumerate(NAMES)]
    text = Text(match.game, reader.language, names, reader.mark)
    loud = loglines._loud_entries(match.game, entries, seat)
    return loglines._paragraphs(match.game, lines_with_causes(text, loud, seat), reader)


def test_everybody_reads_in_a_shared_log_what_they_would_read_alone():
    heard = 0
    differing = set()
    for match, _ in moments(4, 17, 120):
        entries, heard = match.log[heard:], len(match.log)
        log = loglines.SharedLog(match, NAMES, entries)
        for reader in [*READERS, Reader("en", width=40, screen=True)]:
            told = {seat: log.lines_for(reader, seat) for seat in (*range(match.seats), None)}
            for seat, lines in told.items():
                assert lines == lines_alone(match, entries, seat, reader)
            differing.add(len(set(map(tuple, told.values()))))
    assert differing >= {1, 2, 3}


@pytest.mark.parametrize("reader", READERS)
def test_what_is_not_offered_for_a_reason_is_told_below_the_options(reader):
    match, choice = next(moments(3, 5, 1))
    out = choice.options[-1]
    barred = choice._replace(barred=(("noRoom", out),))
    board = board_of(match, choice.seat, reader)
    told = "".join("".join(prompt_lines(board, match, barred)).split())
    why = why_barred(board.text, "noRoom", out, match)
    sentence = reader.say("game.barred", option=board.text.option(out, match), why=why)
    assert "".join(strip_marks(sentence).split()) in strip_marks(told)
