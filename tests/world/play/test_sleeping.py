"""A match that one person has let lie leaves memory, and goes on exactly where it was."""

import gc
import weakref
from datetime import timedelta

import pytest
from django.contrib import admin
from django.utils import timezone
from hosted import ears, start

from world.models import JournalEntry, MatchRecord
from world.play.hosting import recovery, registry, sleeping
from world.play.hosting.events import FellAsleep
from world.play.hosting.seating import Sitter
from world.play.hosting.sleeping import SLEEP_AFTER

pytestmark = pytest.mark.django_db

ALONE = (Sitter("Ann"), Sitter("Ada", bot="greedy"))
TOGETHER = (Sitter("Ann"), Sitter("Ben"))


def tick(clock, seconds):
    clock.advance(seconds)
    registry.tick_hosts()


def answer(host):
    choice = host.match.pending[0]
    host.answer(choice.seat, choice.default)


def test_a_match_for_one_sleeps_when_nothing_was_answered_for_a_quarter_of_an_hour(pebbles, clock):
    host = start(pebbles, clock, ALONE)
    heard = []
    host.readers.add_reader(type("Reader", (), {"read": lambda self, event: heard.append(event)})())
    tick(clock, SLEEP_AFTER - 1)
    answer(host)
    tick(clock, SLEEP_AFTER - 1)
    assert registry.host_of(host.record.pk) is host
    tick(clock, SLEEP_AFTER)
    assert registry.host_of(host.record.pk) is None
    assert isinstance(heard[-1], FellAsleep)
    assert MatchRecord.objects.get().status == "running"


def test_it_wakes_as_it_stood_and_goes_on(pebbles, clock):
    host = start(pebbles, clock, ALONE)
    answer(host)
    clock.pump([0.01] * 20)  # the bot answers
    stood, number = host.match.hash(), host.number
    tick(clock, SLEEP_AFTER)
    again = recovery.wake(MatchRecord.objects.get(), clock=clock)
    assert again is not host
    assert (again.match.hash(), again.number) == (stood, number)
    assert recovery.wake(MatchRecord.objects.get()) is again
    answer(again)
    assert JournalEntry.objects.count() == number + 1


def test_nothing_of_it_stays_in_memory(pebbles, clock):
    host = start(pebbles, clock, ALONE)
    host.readers.remove_reader(ears(host))
    gone = weakref.ref(host), weakref.ref(host.views)
    tick(clock, SLEEP_AFTER)
    del host
    gc.collect()
    assert [each() for each in gone] == [None, None]


@pytest.mark.parametrize(
    "stays",
    [
        lambda host: setattr(host, "is_watched", lambda: True),
        lambda host: setattr(host.seating, "among_people", True),
        lambda host: host.seating.substitute(0, Sitter("Bo", bot="greedy")),
    ],
)
def test_a_match_that_anybody_else_plays_or_watches_does_not_sleep(pebbles, clock, stays):
    host = start(pebbles, clock, ALONE)
    stays(host)
    tick(clock, SLEEP_AFTER * 4)
    assert not host.closed or host.match.is_over


def test_a_match_of_two_people_does_not_sleep(pebbles, clock):
    host = start(pebbles, clock, TOGETHER)
    tick(clock, SLEEP_AFTER * 4)
    assert registry.host_of(host.record.pk) is host


def test_after_a_restart_it_is_left_asleep_and_others_are_brought_back(pebbles, clock):
    asleep, played = start(pebbles, clock, ALONE), start(pebbles, clock, ALONE)
    together = start(pebbles, clock, TOGETHER)
    for host in (asleep, played, together):
        answer(host)
    long_ago = timezone.now() - timedelta(seconds=SLEEP_AFTER)
    JournalEntry.objects.exclude(match=played.record).update(at=long_ago)
    registry.forget_all()
    found = recovery.recover_matches(clock=clock)
    assert [host.record for host in found] == [played.record, together.record]
    assert recovery.sleeping_matches() == [asleep.record]
    answer(recovery.wake(asleep.record, clock=clock))
    assert recovery.sleeping_matches() == []


def test_staff_can_end_a_match_that_sleeps(pebbles, clock):
    host = start(pebbles, clock, ALONE)
    tick(clock, SLEEP_AFTER)
    recovery.call_off(MatchRecord.objects.get(), "enough")
    assert MatchRecord.objects.get().status == "abandoned"
    assert registry.host_of(host.record.pk) is None


def test_staff_cannot_delete_a_match_that_sleeps(pebbles, clock, monkeypatch):
    start(pebbles, clock, ALONE)
    tick(clock, SLEEP_AFTER)
    record, shown = MatchRecord.objects.get(), admin.site._registry[MatchRecord]
    assert shown.why_keep(record) is None
    monkeypatch.setattr(sleeping, "SLEEP_AFTER", 0)
    assert shown.why_keep(record) == "running"
