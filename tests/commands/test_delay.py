"""A table whose owner lets those who only watch see the match later than its players."""

from datetime import timedelta

import pytest
from django.utils import timezone

from typeclasses.tables import Table
from world.accounts import records
from world.models import MatchRecord
from world.play import history
from world.play.hosting.host import MatchHost
from world.render import look
from world.shelf import games
from world.shelf.options import MAX_DELAY

DELAY = 20


@pytest.fixture
def table(ann, ben, loaded_pebbles, clock):
    """Ann plays pebbles alone against Cem at a table with a delay; Ben watches."""
    games.put_on_shelf(loaded_pebbles)
    table = Table.open_table("pebbles", ann.character, players=2, delay=DELAY)
    table.watch(ben.character)
    table.add_bot()
    table.start(seed=1)
    return table


def said(somebody):
    """What somebody has been told since the last time."""
    told, somebody.heard[:] = somebody.told(), []
    return told


def play_until(done, somebody, clock):
    while not done():
        if somebody.choice is None:
            clock.advance(0)
        else:
            somebody.type("pass" if somebody.choice.prompt == "turn" else "0")


def test_who_watches_reads_everything_so_much_later(table, ann, ben, clock):
    assert "20 seconds later" in ben.type("board")
    assert "20 seconds later" in ben.type("log")
    said(ben)
    clock.advance(DELAY - 1)
    assert said(ben) == ""
    clock.advance(1)
    assert "Round 1" in said(ben)
    ann.type("1")
    assert "Ann plays" in ann.told()
    clock.advance(DELAY - 1)
    assert "plays" not in said(ben)
    assert "plays" not in ben.type("log")
    assert "plays" not in ben.type("board")
    clock.advance(1)
    ben.heard.clear()
    assert "Ann plays" in ben.type("log")


def test_what_lies_on_the_table_is_seen_later_too(table, ann, ben, clock):
    clock.advance(DELAY)
    ann.type("1")
    heap = next(each for each in table.fixtures() if each.zone == "heap")
    assert ann.type("look heap") != ben.type("look heap")
    assert heap.zone_for(ann.character)["count"] > heap.zone_for(ben.character)["count"]
    clock.advance(DELAY)
    assert heap.zone_for(ann.character) == heap.zone_for(ben.character)


def test_the_end_is_told_later_and_nothing_of_it_before(table, ann, ben, clock):
    clock.advance(DELAY)
    said(ben)
    play_until(lambda: table.state != "playing", ann, clock)
    assert "The game is over" in ann.told()
    number = MatchRecord.objects.get().pk
    assert "over" not in said(ben)
    assert "playing" in ben.type("tables")
    assert "no finished game" in ben.type(f"history {number}")
    assert "finished" in ann.type("tables")
    assert f"Game {number}" in ann.type(f"history {number}")
    assert table.state_for(ben.character) == "playing"
    clock.advance(DELAY)
    told = said(ben)
    assert "The game is over" in told
    assert f"Game {number}" in told
    assert table.state_for(ben.character) == "finished"
    MatchRecord.objects.update(ended_at=timezone.now() - timedelta(seconds=MAX_DELAY))
    assert history.match_numbered(number, ben.account) is not None


def test_the_next_match_is_seen_when_the_last_has_been(table, ann, ben, clock):
    clock.advance(DELAY)
    play_until(lambda: table.state != "playing", ann, clock)
    before = table.match_for(ben.character)
    ann.type("start")
    assert table.state == "playing"
    assert table.match_for(ben.character) is before
    clock.advance(DELAY)
    assert table.match_for(ben.character) is table.match


def test_who_sits_down_sees_now(table, ann, ben, clock):
    clock.advance(DELAY)
    ann.type("1")
    assert table.match_for(ben.character) is not table.match
    ann.type("concede yes")
    said(ben)
    told = ben.type("sit 1")
    assert table.seat_of(ben.character) == 0
    assert table.match_for(ben.character) is table.match
    assert "later" not in told


def test_after_a_restart_nothing_is_seen_too_early(table, ann, ben, clock):
    clock.advance(DELAY)
    ann.type("1")
    record = table.host.record
    table.host.release()
    table._current_state.behind = []
    table.attach(MatchHost.recover(record))
    assert table.match_for(ben.character) is None
    assert look.match_lines(table, ben.character)[0].startswith("Who watches here")
    clock.advance(DELAY)
    assert table.match_for(ben.character) is not None


def test_a_bot_explains_itself_only_to_who_sees_the_match_as_it_is(table, ann, ben, clock):
    clock.advance(DELAY)
    play_until(lambda: table.host.deeds and not table.match.sealed, ann, clock)
    assert "Ada has chosen" in ann.type("why")
    assert "nothing yet" in ben.type("why")


def test_the_delay_has_bounds_and_is_the_owners(ann, ben, loaded_pebbles, clock):
    games.put_on_shelf(loaded_pebbles)
    ann.type("open pebbles players 2")
    table = ann.character.location
    assert "delay for spectators" in ann.type("option delay 60")
    assert table.options["delay"] == 60
    assert "delay for spectators: 60 s" in ann.type("look")
    for wrong in ("-1", "301", "soon"):
        ann.type(f"option delay {wrong}")
        assert table.options["delay"] == 60
    ben.type(f"join {table.number}")
    ben.type("option delay 0")
    assert table.options["delay"] == 60


def test_clients_that_draw_see_it_later_too(table, ann, ben, clock):
    sent = []
    ben.session.data_out = lambda **told: sent.append(told)
    ben.session.data_in(chrono_subscribe=[[], {"text": False}])
    assert [list(told) for told in sent] == [["chrono_lobby"]]
    clock.advance(DELAY)
    shown = next(told["chrono_table"][1] for told in sent if "chrono_table" in told)
    assert (shown["delay"], shown["clock"], shown["you"]) == (DELAY, None, None)
    sent.clear()
    play_until(lambda: table.state != "playing", ann, clock)
    assert not [name for told in sent for name in told if name.startswith("chrono_")]
    clock.advance(DELAY)
    names = [name for told in sent for name in told if name.startswith("chrono_")]
    assert "chrono_log" in names
    assert names[-1] == "chrono_over"


def test_a_match_counts_for_its_players_when_those_who_watched_know_its_end(table, ann, ben, clock):
    play_until(lambda: table.state != "playing", ann, clock)
    record = MatchRecord.objects.get()
    assert not record.counted
    for somebody in (ann, ben):
        assert "No finished game yet" in somebody.type("finger Ann")
    assert records.records_of(ann.account) == {}
    assert list(records.best_players("pebbles")) == []
    MatchRecord.objects.update(ended_at=timezone.now() - timedelta(seconds=DELAY))
    for _ in range(2):
        assert records.records_of(ann.account)["pebbles"].played == 1
    assert "No finished game yet" not in ben.type("finger Ann")
