"""The hall and the table before a match as data: who is told what, and how often."""

import pytest
from data_client import Drawing
from twisted.internet.task import Clock

from world.render import hallnews


@pytest.fixture
def bell(monkeypatch):
    bell = hallnews.Bell(Clock())
    monkeypatch.setattr(hallnews, "_bell", bell)
    return bell.clock


@pytest.fixture
def drawing(ann, bell):
    client = Drawing(ann)
    client.ask("subscribe", text=False)
    return client


def test_who_asks_is_told_at_once_what_is_offered(drawing, ann):
    lobby = drawing.lobby
    assert lobby["you"] == {"name": "Ann", "guest": False, "account": "Ann"}
    assert (lobby["where"], lobby["tables"], lobby["table"]) == ("hall", [], None)
    (game,) = lobby["games"]
    assert (game["id"], game["name"], game["players"]) == ("chrono", "Chrono Wizard", [3, 4])
    assert {"kind": "adept", "name": "hard", "level": "hard (looks ahead)"} in game["bots"]


def test_a_table_that_opens_is_seen_in_the_hall_within_a_second(drawing, ben, bell):
    ben.type("open chrono players 3")
    bell.advance(1)
    (table,) = drawing.lobby["tables"]
    assert (table["game"], table["state"], table["private"]) == ("chrono", "open", False)
    assert [seat["name"] for seat in table["seats"]] == ["Ben", None, None]
    assert [seat["owner"] for seat in table["seats"]] == [True, False, False]
    assert not any(seat["you"] for seat in table["seats"])


def test_a_private_table_is_not_told_of(drawing, ben, bell):
    ben.type("open chrono private yes")
    bell.advance(1)
    assert drawing.lobby["tables"] == []


def test_many_changes_are_one_message_a_second(drawing, ben, bell):
    bell.advance(1)
    drawing.seen.clear()
    ben.type("open chrono")
    for command in ("bot", "bot", "bot remove 2", "option timelimit 60"):
        ben.type(command)
    bell.advance(1)
    assert drawing.names() == ["chrono_lobby"]
    ben.type("bot")
    bell.advance(0.5)
    assert len(drawing.seen) == 1
    bell.advance(0.5)
    assert len(drawing.seen) == 2
    bell.advance(10)
    assert len(drawing.seen) == 2  # nothing new


def test_at_a_table_one_sees_what_one_may_decide(drawing, ann, ben, bell):
    ann.type("open chrono players 3")
    bell.advance(1)
    own = drawing.lobby["table"]
    assert (drawing.lobby["where"], own["owner"], own["deck"]) == ("table", True, None)
    assert own["seats"][0]["you"]
    assert own["todo"].startswith("Empty seats: type bot to add bots")
    assert "bot" in own["can"]
    assert "start" not in own["can"]
    options = {option["name"]: option for option in own["options"]}
    assert options["players"]["choices"][0] == {"value": 3, "text": "3"}
    assert (options["timeLimit"]["kind"], options["timeLimit"]["range"]) == ("number", [10, 3600])
    assert (options["private"]["kind"], options["private"]["value"]) == ("switch", False)
    ann.type("bot 2")
    bell.advance(1)
    assert "start" in drawing.lobby["table"]["can"]


def test_who_plays_is_told_once_that_the_match_has_begun(drawing, ann, ben, bell):
    ann.type("play")
    bell.advance(1)
    assert drawing.lobby["table"]["state"] == "playing"
    drawing.seen.clear()
    ben.type("open chrono")
    bell.advance(2)
    assert "chrono_lobby" not in drawing.names()
    ann.type("leave")
    bell.advance(1)
    assert drawing.lobby["where"] == "hall"
    assert drawing.lobby["table"]["can"] == ["sit"]
    assert len(drawing.lobby["tables"]) == 2


def test_who_comes_to_watch_is_counted_at_the_match(drawing, ann, ben, bell):
    ann.type("play")
    bell.advance(1)
    assert drawing.table["watchers"] == 0
    ben.type(f"watch {ann.character.location.number}")
    bell.advance(1)
    assert drawing.table["watchers"] == 1
    assert drawing.table["public"] == []


def test_who_asks_for_no_more_is_told_nothing(drawing, ben, bell):
    drawing.ask("unsubscribe")
    drawing.seen.clear()
    ben.type("open chrono")
    bell.advance(1)
    assert not drawing.seen


def test_two_people_of_one_address_are_told_each_their_own(drawing, ann, ben, bell):
    other = Drawing(ben)
    other.ask("subscribe", text=False)
    ben.type("open chrono")
    bell.advance(1)
    assert (drawing.lobby["where"], other.lobby["where"]) == ("hall", "table")
