"""How a match has ended, as each of those who were there is told it."""

from datetime import UTC, datetime, timedelta
from types import SimpleNamespace

import pytest

from rules.ground.width import display_width
from rules.telling.text import Text
from world.locale.reader import Reader
from world.render import history
from world.render.ending import ending_data, summary_lines

NAMES = ("Ann", "小安", "Ada", "Bo")


@pytest.fixture(autouse=True)
def text(monkeypatch, pebbles):
    """The words of the game, without the database."""

    def text_of(record, reader):
        return Text(pebbles, reader.language, NAMES[: len(record.seats.all())])

    monkeypatch.setattr(history, "text_of", text_of)


def record(*became, status="finished", lesson=False, conceded=()):
    """A match whose seats became that: a result and a place each."""
    rows = [
        SimpleNamespace(
            seat=seat,
            name=NAMES[seat],
            bot="",
            substitutes=[],
            result=result,
            place=place,
            conceded=seat in conceded,
        )
        for seat, (result, place) in enumerate(became)
    ]
    now = datetime.now(UTC)
    return SimpleNamespace(
        pk=7,
        seats=SimpleNamespace(all=lambda: rows),
        pack_version=SimpleNamespace(pack_id="pebbles", name_en="Pebbles", name_zh="石子"),
        status=status,
        lesson=lesson,
        private=False,
        started_at=now - timedelta(minutes=3),
        ended_at=now,
    )


FOUR = [("won", 1), ("lost", 2), ("lost", 3), ("lost", 4)]
SIDES = [("won", 1), ("lost", 3), ("won", 1), ("lost", 3)]


@pytest.mark.parametrize(
    ("match", "seat", "headline"),
    [
        (record(*FOUR), 0, "You have won"),
        (record(*FOUR), 1, "Second of four"),
        (record(*FOUR), None, "Ann has won"),
        (record(*FOUR[:2]), 1, "You have lost"),
        (record(*SIDES), 2, "Your side has won"),
        (record(*SIDES), 1, "You have lost"),
        (record(*SIDES), None, "Ann, Ada have won"),
        (record(("won", 1), ("won", 1)), 1, "You have won together"),
        (record(("lost", None), ("lost", None)), 0, "You have lost together"),
        (record(("lost", None), ("lost", None)), None, "Ann, 小安 have lost"),
        (record(("drew", 1), ("drew", 1)), 0, "A draw"),
        (record(("won", 1)), 0, "You made it"),
        (record(("lost", None)), 0, "You did not make it"),
        (record(("lost", None), ("won", 1), conceded=[0]), 0, "You gave up"),
        (record(("won", 1), ("lost", 2), lesson=True), 0, "Lesson finished"),
        (record(("", None), ("", None), status="abandoned"), 0, "Ended without a result"),
    ],
)
def test_the_headline_is_what_has_become_of_it_for_who_reads(match, seat, headline):
    assert ending_data(match, None, seat, Reader("en", plain=True))["headline"] == headline


def test_places_in_chinese(pebbles):
    told = ending_data(record(*FOUR), None, 2, Reader("zh", plain=True))
    assert told["headline"] == "四人中第三"
    assert [place["place"] for place in told["places"]] == [1, 2, 3, 4]


def test_who_gave_up_is_told_to_the_others():
    match = record(("lost", None), ("won", 1), conceded=[0])
    told = ending_data(match, None, 1, Reader("en", plain=True))
    assert told["notes"] == ["Gave up: Ann."]
    assert [place["result"] for place in told["places"]] == ["won", "conceded"]


TOLD = {
    "rounds": 12,
    "score": None,
    "deeds": {},
    "best": [None, {"seat": 1, "round": 2, "gain": 300, "cards": [], "step": 4}],
    "turning": [],
    "decided": {"round": 2, "step": 4, "seat": 1, "rival": 0},
    "curve": {
        "name": "score",
        "lap": 0,
        "points": [{"round": n, "step": 2 * n, "values": [n, 10 * n]} for n in range(1, 13)],
    },
    "feats": [{"kind": "streak", "seat": 1, "value": 3}],
}


@pytest.mark.parametrize("language", ["en", "zh"])
def test_lines_have_the_curve_as_a_table_that_fits(language):
    match = record(("lost", 2), ("won", 1))
    lines = summary_lines(match, TOLD, Reader(language))
    assert max(map(display_width, lines)) <= 80
    rows = [line for line in lines if line.startswith(("Ann  ", "小安  "))]
    assert {display_width(row) for row in rows} == {display_width(rows[0])}
    assert rows[1].endswith("120")


def test_who_listens_hears_the_curve_as_sentences():
    lines = summary_lines(record(("lost", 2), ("won", 1)), TOLD, Reader("en", plain=True))
    assert any(line.startswith("小安, score: round 1: 10, round 2: 20") for line in lines)
    assert any("since round 2; until then Ann was" in line for line in lines)


def test_stories_name_the_step_from_which_one_can_watch_them():
    told = ending_data(record(("lost", 2), ("won", 1)), TOLD, 0, Reader("en", plain=True))
    assert [(each["kind"], each["step"]) for each in told["stories"]] == [
        ("best", 4),
        ("decided", 4),
        ("feat", None),
    ]


def test_who_gave_up_is_not_told_so_twice():
    match = record(("lost", None), ("won", 1), conceded=[0])
    assert ending_data(match, None, 0, Reader("en", plain=True))["notes"] == []


def test_a_side_is_called_by_all_of_it():
    turn = {"round": 2, "step": 4, "seat": 0, "rival": 1, "swing": 300, "lead": -100}
    sides = {"seats": [0, 2], "rivals": [1, 3]}
    told = {**TOLD, "best": [None] * 4, "turning": [{**turn, **sides}], "feats": []}
    told["decided"] = {"round": 2, "step": 4, "seat": 0, "rival": 1, **sides}
    lines = [
        [each["text"] for each in ending_data(record(*SIDES), told, 0, reader)["stories"]]
        for reader in (Reader("en", plain=True), Reader("zh", plain=True))
    ]
    assert lines[0] == [
        "Turning point: round 2, the side of Ann and Ada gains 3 score on the side of 小安 and Bo,"
        " still 1 score behind.",
        "Ahead for good: the side of Ann and Ada, since round 2; until then the side of 小安 and Bo"
        " was.",
    ]
    assert "Ann、Ada一方" in lines[1][0]


def test_a_lesson_says_what_it_has_taught(monkeypatch, pebbles):
    steps = {"one": {"learned": "to take"}, "two": {"text": "Go on."}}
    board = {**pebbles.board, "lesson": {"of": "pebbles", "steps": ["one", "two"]}}
    monkeypatch.setattr(pebbles, "board", board)
    monkeypatch.setattr(Text, "words", lambda self, *path: steps.get(path[-1]))
    match = record(("won", 1), ("lost", 2), lesson=True)
    assert ending_data(match, None, 0, Reader("en", plain=True))["learned"] == ["to take"]
    assert ending_data(match, None, None, Reader("en", plain=True))["learned"] == []
