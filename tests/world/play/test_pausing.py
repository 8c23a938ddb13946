"""A match that staff pauses stands still, also over a restart, and goes on where it was."""

import pytest
from hosted import ears, start

from world.errors import TableError
from world.models import MatchRecord
from world.play.hosting import botturns, recovery, registry
from world.play.hosting.host import MatchHost
from world.play.hosting.seating import Sitter

pytestmark = pytest.mark.django_db


def answer(host):
    choice = host.match.pending[0]
    host.answer(choice.seat, choice.default)


def test_nobody_answers_or_gives_up_until_it_is_resumed(pebbles, clock):
    host = start(pebbles, clock)
    host.pause()
    for act in (lambda: answer(host), lambda: host.concede(0), lambda: host.undoing.take_back(0)):
        with pytest.raises(TableError, match="matchPaused"):
            act()
    assert not host.match.journal
    host.pause(False)
    answer(host)
    assert len(host.match.journal) == 1
    assert [key for key, *_ in ears(host).heard if key in ("paused", "resumed")] == [
        "paused",
        "resumed",
    ]


def test_no_clock_runs_meanwhile(pebbles, clock):
    host = start(pebbles, clock, time_limit=30)
    seat = host.match.pending[0].seat
    clock.advance(10)
    assert host.time_left(seat).total == 20
    host.pause()
    clock.advance(1000)
    host.tick()
    assert not ears(host).all("timeout")
    host.pause(False)
    assert host.time_left(seat).total == 20
    clock.advance(20)
    host.tick()
    assert ears(host).all("timeout")


def test_no_bot_answers_meanwhile(pebbles, clock):
    host = start(pebbles, clock, [Sitter("Ada", bot="greedy"), Sitter("Bo", bot="greedy")])
    host.pause()
    clock.pump([1] * 20)
    assert not host.match.journal
    host.pause(False)
    clock.pump([1] * 3)
    assert host.match.journal


def test_what_a_bot_has_thought_out_meanwhile_is_not_played(pebbles, clock, monkeypatch):
    def thinker(match, seat):
        host.pause()
        return [botturns.Line(match.choice_of(seat).default)]

    monkeypatch.setitem(botturns.BOTS, "greedy", thinker)
    host = start(pebbles, clock, [Sitter("Ada", bot="greedy"), Sitter("Bo", bot="greedy")])
    clock.pump([1] * 5)
    assert not host.match.journal


def test_a_paused_match_is_paused_after_a_restart(pebbles, clock):
    host = start(pebbles, clock)
    host.pause()
    registry.forget_all()
    assert MatchRecord.objects.get().paused
    (again,) = recovery.recover_matches(clock=clock)
    with pytest.raises(TableError, match="matchPaused"):
        answer(again)
    again.pause(False)
    answer(again)
    assert not MatchRecord.objects.get().paused


def test_what_is_over_is_not_paused(pebbles, clock):
    host = MatchHost.start(pebbles, [Sitter("Ann"), Sitter("Ben")], clock=clock)
    host.call_off()
    with pytest.raises(TableError, match="matchOver"):
        host.pause()
