"""The board of Kingdoms with eight players: all of it in 24 lines, in both languages."""

from __future__ import annotations

import random
import re

import pytest

from rules.ground.width import display_width
from rules.pack import load_pack
from rules.pack.files import WORLD
from rules.playing import preview
from rules.running.match import Match
from rules.telling.text import Text
from world.locale.reader import Reader
from world.render.board import Board
from world.render.page import Asked, make_page

SEATS = 8
SKILLS = re.compile(r"kingdoms\.skill\.\w+")
COLON = {"zh": "：", "en": ":"}
NAMES = ("小安", "Bo", "阿德", "Cynthia", "大伟", "Eve", "方方", "Gus")


@pytest.fixture(scope="module")
def kingdoms():
    return load_pack(WORLD / "kingdoms")


def board_of(match: Match, seat: int | None, language: str, plain: bool = False) -> Board:
    text = Text(match.game, language, NAMES)
    view = preview.view_with_preview(match, seat)
    return Board(match.game, view, text, Reader(language, plain=plain))


def moments(pack, seed: int, decisions: int):
    """A match played at random: each choice before it is answered."""
    dice, match = random.Random(seed), Match.new(pack, SEATS, seed)
    for _ in range(decisions):
        if match.is_over:
            return
        choice = dice.choice(match.pending)
        yield match, choice
        count = dice.randint(choice.minimum, min(choice.maximum, len(choice.options)))
        match.answer(choice.seat, tuple(dice.sample(range(len(choice.options)), count)))


@pytest.mark.parametrize("language", ["zh", "en"])
def test_a_page_with_the_board_fits_on_a_screen(kingdoms, language):
    pages = 0
    for match, choice in moments(kingdoms, 3, 500):
        if choice.prompt not in ("play", "target"):
            continue
        board = board_of(match, choice.seat, language)
        page = make_page(Asked(24, False, None, None, False), board, match, choice)
        lines = [*page.board.splitlines(), *page.prompt.splitlines()]
        assert len(lines) <= 24, "\n".join(lines)
        assert max(map(display_width, lines)) <= 80
        assert "{" not in "".join(lines)
        pages += bool(page.board)
    assert pages > 20


def test_distances_are_those_from_who_looks(kingdoms):
    *_, (match, choice) = moments(kingdoms, 3, 60)
    away = [player["fields"].get("away") for player in match.view(choice.seat)["players"]]
    assert away[choice.seat] is None
    others = [number for number in away if number is not None]
    assert len(others) == SEATS - 1
    assert min(others) == 1
    spoken = "\n".join(board_of(match, choice.seat, "en", plain=True).lines())
    assert spoken.count("at distance ") == SEATS - 1
    assert "at distance" not in "\n".join(board_of(match, None, "en", plain=True).lines())


def test_the_dead_stand_in_a_line_of_their_own_with_their_roles(kingdoms):
    for match, choice in moments(kingdoms, 3, 700):
        view = match.view(choice.seat)
        dead = [p["seat"] for p in view["players"] if not p["fields"]["alive"]]
        if len(dead) > 1:
            break
    board = board_of(match, choice.seat, "en")
    living = "\n".join(board.sections_named("players"))
    gone = "\n".join(board.sections_named("dead"))
    for seat, name in enumerate(NAMES):
        assert (name in gone, name in living) == (seat in dead, seat not in dead)
    assert gone.count("(Rebel)") + gone.count("(Loyalist)") + gone.count("(Renegade)") == len(dead)


def test_hidden_roles_are_told_to_nobody_else(kingdoms):
    *_, (match, choice) = moments(kingdoms, 3, 60)
    spoken = board_of(match, choice.seat, "en", plain=True).lines()
    shown = sum(", role " in line for line in spoken)
    assert shown == (1 if match.view(choice.seat)["match"]["lord"] == choice.seat else 2)


@pytest.mark.parametrize("language", ["zh", "en"])
def test_before_a_general_is_chosen_no_hit_points_and_no_hand_are_told(kingdoms, language):
    match = Match.new(kingdoms, SEATS, 3)
    while match.pending[0].prompt == "general":
        seat = match.pending[0].seat
        for plain in (False, True):
            board = board_of(match, seat, language, plain)
            told = "\n".join([*board.lines(), board.status_line(), board.prompt()])
            for nothing in ("0/0", "hp 0", "hand 0", "体力0", "手牌0", "turn 0", "第0个"):
                assert nothing not in told
        match.answer(seat, match.pending[0].default)


@pytest.mark.parametrize("language", ["zh", "en"])
@pytest.mark.parametrize("offered", [5, 8])
def test_who_chooses_a_general_reads_in_short_what_it_can_do(kingdoms, language, offered):
    match = Match.new(kingdoms, 3, 3, {"offered": offered})
    text = Text(kingdoms, language, NAMES)
    while match.pending[0].prompt == "general":
        choice = match.pending[0]
        board = board_of(match, choice.seat, language)
        page = make_page(Asked(24, False, None, None, False), board, match, choice)
        lines = [*page.board.splitlines(), *page.prompt.splitlines()]
        assert max(map(display_width, lines)) <= 80
        assert len(lines) <= 24 or offered > 5
        told = re.sub(r"\|[a-zA-Z]", "", "".join(line.strip() for line in lines)).replace(" ", "")
        for option in choice.options:
            for skill in SKILLS.findall(str(kingdoms.card(match.card_id(option.entity)).source)):
                begins = text.words("short")[skill].replace(" ", "")
                assert f"{text.card(skill).replace(' ', '')}{COLON[language]}{begins}" in told
        match.answer(choice.seat, choice.default)


@pytest.mark.parametrize("language", ["zh", "en"])
def test_a_long_name_leaves_room_for_what_stands_beside_it(kingdoms, language, monkeypatch):
    monkeypatch.setitem(
        globals(), "NAMES", ("早起的锦鲤81", "WonderfulWandererOfTheWest", *NAMES[2:])
    )
    *_, (match, _) = moments(kingdoms, 3, 60)
    lines = board_of(match, 0, language).sections_named("players")
    told = "\n".join(lines)
    assert "早起的锦鲤8" not in told
    assert "早起的锦…" in told or "早起的锦鲤…" in told
    assert "Wonderful" in told
    assert "WonderfulWanderer" not in told
    assert ("（你）" if language == "zh" else "(you)") in told
    assert max(map(display_width, lines)) <= 80
