"""A table whose match sleeps: nothing in the house wakes it but somebody who wants to play on."""

import time
from unittest import mock

import pytest
from seated import notices, start_with_bots

from typeclasses.parts import pool
from typeclasses.scripts import RoundTicker
from typeclasses.tables import Table, restore_matches
from world.models import MatchRecord
from world.play.hosting import recovery, registry, sleeping
from world.play.hosting.storing import MatchLost
from world.render import lobby, look


@pytest.fixture
def asleep(person, clock, told):
    """Ann, and her table, whose match sleeps."""
    ann = person("Ann")
    table = start_with_bots(ann, players=2)
    clock.advance(sleeping.SLEEP_AFTER)
    registry.tick_hosts()
    assert table.is_asleep
    told.clear()
    return ann, table


def test_the_ticker_the_hall_and_who_looks_at_it_leave_it_asleep(asleep, person, world):
    ann, table = asleep
    ben, ticker = person("Ben"), RoundTicker.create("round_ticker_of_test", interval=0)[0]
    for _ in range(3):
        ticker.tick()
    told = lobby.Lobby().message_for(ben)
    assert told["tables"] == []
    ann.location = world.hall
    own = lobby.Lobby().message_for(ann)
    assert [each["number"] for each in own["tables"]] == [table.number]
    assert own["table"]["state"] == "playing"
    assert table.is_asleep


def test_the_next_look_of_its_person_wakes_it(asleep):
    ann, table = asleep
    assert look.table_lines(table, ann)
    assert not table.is_asleep
    assert registry.host_of(table.match_id) is table.host


def test_the_next_answer_of_its_person_wakes_it(asleep, clock):
    ann, table = asleep
    number = MatchRecord.objects.get().journal.count()
    table.answer(ann, table.match.pending[0].default)
    assert MatchRecord.objects.get().journal.count() > number
    assert table.host.is_present(0)


def test_after_a_restart_it_sleeps_on_and_wakes_as_well(asleep):
    ann, table = asleep
    registry.forget_all()
    table.ndb.now = None  # what a new process does not know
    with mock.patch.object(sleeping, "SLEEP_AFTER", 0):
        restore_matches()
    assert table.is_asleep
    assert table.state == "playing"
    table.answer(ann, table.match.pending[0].default)
    assert not table.is_asleep


def test_a_match_that_sleeps_at_no_table_is_over_when_the_server_starts(asleep, told):
    _, table = asleep
    registry.forget_all()
    MatchRecord.objects.update(table=None)
    table.ndb.now = None
    with mock.patch.object(sleeping, "SLEEP_AFTER", 0):
        restore_matches()
    assert MatchRecord.objects.get().status == "abandoned"


def test_a_match_that_staff_has_ended_meanwhile_is_told_so(asleep, told):
    _, table = asleep
    recovery.call_off(MatchRecord.objects.get(), "enough")
    assert table.match is None
    assert table.state == "finished"
    assert notices(told, "matchClosed") == [("matchClosed", {"reason": "enough"})]


def test_what_cannot_be_brought_back_is_lost(asleep):
    _, table = asleep
    with mock.patch.object(recovery, "wake", side_effect=MatchLost("gone")):
        assert table.match is None
    assert table.state == "finished"


def test_the_table_of_who_plays_alone_waits_for_a_week(person, disconnect, told):
    ann = person("Ann")
    table = start_with_bots(ann)
    disconnect(ann)
    now = time.monotonic()
    table.look_after(now)
    table.look_after(now + pool.CLOSE_ASLEEP_AFTER - 1)
    assert table.state == "playing"
    table.look_after(now + pool.CLOSE_ASLEEP_AFTER + 1)
    assert table.state == "closed"
    assert MatchRecord.objects.get().status == "abandoned"
    assert Table.live_tables() == []
