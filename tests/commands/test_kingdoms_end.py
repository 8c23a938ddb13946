"""The end of a match of Kingdoms: who was who, and how the others saw them; in text and as data."""

from functools import cache

import pytest
from data_client import Drawing

from rules.ground.width import display_width
from rules.pack import load_pack
from rules.pack.files import WORLD
from rules.playing import bots
from rules.running.match import Match
from world.shelf import games

SEED = 2


@cache
def kingdoms():
    return load_pack(WORLD / "kingdoms")


@cache
def journal():
    """The answers of a whole match of five greedy bots."""
    match = Match.new(kingdoms(), 5, SEED)
    players = [bots.make_bot("greedy", seat) for seat in range(5)]
    while not match.is_over:
        seat = match.choices[0].seat
        match.answer(seat, players[seat].choose(match, seat))
    return match.journal


@pytest.fixture
def finished(person, clock):
    """Ann and 小安 have played a match to its end; Ann's client draws it."""
    games.put_on_shelf(kingdoms())
    ann, an = person("Ann"), person("小安", language="zh")
    drawing = Drawing(ann)
    drawing.ask("subscribe")
    ann.type("open kingdoms players 5")
    an.type(f"加入 {ann.character.location.number}")
    an.type("准备")
    ann.type("bot 3")
    table = ann.character.location
    table.start(seed=SEED)
    for seat, picks, *_ in journal():
        ann.heard.clear()
        an.heard.clear()
        table.host.answer(seat, picks)
    assert table.match.is_over
    return ann, an, drawing


def summary_of(drawing):
    (told,) = [told for name, told in drawing.seen if name == "chrono_summary"]
    return told


def test_a_table_says_who_was_who_and_how_the_others_saw_them(finished):
    ann, an, _ = finished
    assert "The table saw" in ann.told()
    assert "the lord, openly" in ann.told()
    assert "众人看来" in an.told()
    assert "主公，身份公开" in an.told()
    for person in (ann, an):
        assert max(map(display_width, person.told().splitlines())) <= 80


def test_clients_that_draw_are_told_the_same_rows(finished):
    ann, _, drawing = finished
    heads, *rows = summary_of(drawing)["seen"]
    assert heads == ["Player", "Role", "The table saw", "Because"]
    assert [row[0].partition(" ")[0] for row in rows] == ["Ann", "小安", "Ada", "Bo", "Cyn"]
    assert sorted(row[1] for row in rows) == ["lord", "loyalist", "rebel", "rebel", "renegade"]
    told = " ".join(ann.told().split())
    for name, role, seen, _ in rows:
        assert f"{name} {role} {seen}" in told


def test_a_line_says_what_most_changed_how_one_was_seen(finished):
    _, _, drawing = finished
    _, *rows = summary_of(drawing)["seen"]
    because = [row[3] for row in rows if row[3]]
    assert because
    assert all(line.startswith("turn ") and " uses " in line for line in because)
    assert "" in [row[3] for row in rows if row[1] == "lord"]


def test_nothing_of_it_is_told_before_the_end(finished):
    _, _, drawing = finished
    names = drawing.names()
    assert names.index("chrono_summary") > names.index("chrono_over")


def test_it_can_be_read_again_and_by_ear(finished):
    ann, _, _ = finished
    assert "The table saw" in ann.type("history 1")
    ann.type("screenreader on")
    assert "The table saw: the lord, openly" in " ".join(ann.type("history 1").split())
