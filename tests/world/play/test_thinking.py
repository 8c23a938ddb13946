"""Bots think in other processes, and the greedy bot answers for those that cannot."""

from concurrent.futures import BrokenExecutor
from unittest import mock

import pytest
from twisted.internet import defer
from worker_processes import answer_of

from rules.playing import bots
from rules.running.match import Match
from world.play import thinking
from world.play.hosting import botturns
from world.play.hosting.host import MatchHost
from world.play.hosting.seating import Sitter
from world.shelf import games


@pytest.fixture
def match(pebbles, settings, tmp_path):
    settings.CACHE_DIR = str(tmp_path)
    match = Match.new(pebbles, 2, 7)
    while len(match.pending[0].options) < 2:
        match.answer(match.pending[0].seat, match.pending[0].default)
    return match


@pytest.fixture
def processes():
    """Those whom nobody asks in these tests: `asked` stands in for them."""
    return thinking.workers


@pytest.fixture
def log(monkeypatch):
    """The errors that are logged."""
    log = mock.Mock()
    monkeypatch.setattr(thinking.logger, "log_err", log)
    return log


def thought_about(match):
    """What comes of asking for the answer of whoever is asked: a list, empty until it comes."""
    told = []
    thinking.think_elsewhere("master:iterations=4", match, match.pending[0].seat).addBoth(
        told.append
    )
    return told


def check_answered(match, told):
    """It came once, and is a legal answer."""
    [lines] = told
    match.answer(match.pending[0].seat, lines[0].picks)


def test_a_match_goes_to_a_process_and_answers_come_back(match):
    folder, seat = str(games.folder_of(match.game)), match.pending[0].seat
    job = (folder, match.program.hash, match.save(), seat, "master:iterations=4", 1)
    lines = answer_of(thinking.workers, thinking.worker.think, *job)
    check_answered(match, [lines])
    assert sum(line.worlds for line in lines) == 4


def test_the_answer_is_handed_over_when_it_comes(match, future):
    told = thought_about(match)
    assert told == []
    future.callback(["lines"])
    assert told == [["lines"]]


def test_where_a_process_dies_greedy_answers(match, future, log):
    told = thought_about(match)
    future.errback(BrokenExecutor("gone"))
    check_answered(match, told)
    assert log.called


def test_where_no_process_can_be_had_greedy_answers(match, asked, log):
    asked.side_effect = OSError("no more processes")
    check_answered(match, thought_about(match))
    assert log.called


def test_who_takes_too_long_is_not_waited_for(match, future, reactor, log, settings):
    told = thought_about(match)
    reactor.advance(settings.BOT_PATIENCE + 1)
    check_answered(match, told)
    assert log.called
    assert future.called


def test_where_there_is_but_one_answer_nobody_is_asked(match, asked):
    choice = match.pending[0]
    match.choices = [choice._replace(options=choice.options[:1], minimum=1, maximum=1)]
    check_answered(match, thought_about(match))
    assert not asked.called


@pytest.mark.django_db
@pytest.mark.parametrize("level", bots.LEVELS)
def test_a_table_plays_on_with_every_level(pebbles, clock, monkeypatch, level):
    def think(spec, match, seat):
        return defer.succeed(bots.make_bot(f"{spec}:iterations=3", 1).think(match, seat))

    monkeypatch.setattr(thinking, "think_elsewhere", think)
    sitters = [Sitter("A", bot=level), Sitter("B", bot="greedy")]
    host = MatchHost.start(pebbles, sitters, clock=clock, pace=0, seed=3)
    for _ in range(300):
        clock.advance(0.01)
    assert host.match.is_over
    assert host.deeds.keys() == {0, 1}
    assert {*bots.NAMES, bots.SCRIPTED} == set(botturns.BOTS)


def test_bots_that_take_milliseconds_think_beside_the_server_too(match, settings, monkeypatch):
    settings.FORESEEING_WORKERS = 1
    asked = mock.Mock(return_value=defer.Deferred())
    monkeypatch.setattr(thinking.foreseeing.workers, "ask", asked)
    for kind in set(botturns.BOTS) - {"random"}:
        with mock.patch.object(thinking.workers, "ask", asked):
            botturns.BOTS[kind](match, match.pending[0].seat)
    assert asked.call_count == len(botturns.BOTS) - 1
    settings.FORESEEING_WORKERS = 0
    lines = botturns.BOTS["greedy"](match, match.pending[0].seat)
    check_answered(match, [lines])
    assert asked.call_count == len(botturns.BOTS) - 1
