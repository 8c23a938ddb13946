"""What options would do is found out beside the server; prompts do not wait long for it."""

from concurrent.futures import BrokenExecutor
from unittest import mock

import pytest
from chrono_table import Table
from worker_processes import answer_of

from rules.playing import foreseer, preview
from world.play import foreseeing
from world.play.hosting.views import Views
from world.shelf import games

AT_EASE = 600.0  # seconds: however slow the machine is


@pytest.fixture
def match(settings, tmp_path):
    """A prompt with something to foresee."""
    settings.CACHE_DIR, settings.FORESEEING_WORKERS = str(tmp_path), 1
    foreseeing.forget()
    table = Table(seats=4, seed=1)
    table.battle("misfortune_sprite", "acid_sprayer", "slime_ball", "ghost")
    table.hand(0, "awakening", "missile", "stone")
    assert table.prompt == "battleTurn"
    return table.match


@pytest.fixture
def processes():
    """Those whom nobody asks in these tests: `asked` stands in for them."""
    return foreseeing.workers


@pytest.fixture
def facts(match):
    return preview.foretell(match, seat_of(match), AT_EASE)


def seat_of(match):
    return match.choices[0].seat


def shown_with_facts(match):
    """Whether the view says of any option what it would do."""
    options = Views(0, match).view_of(seat_of(match))["choices"][0]["options"]
    return any("preview" in option for option in options)


def ask(match):
    """What comes of asking: whether something new is known, as soon as it is."""
    told = []
    foreseeing.foresee(match, seat_of(match)).addCallback(told.append)
    return told


def test_a_process_finds_out_what_is_found_out_here(match, facts):
    folder = str(games.folder_of(match.game))
    job = (folder, match.program.hash, match.save(), seat_of(match), AT_EASE, AT_EASE)
    assert answer_of(foreseeing.workers, foreseer.foresee, *job) == facts
    assert any(facts)


def test_a_prompt_does_not_wait_and_has_what_is_known(match, future, facts):
    told = ask(match)
    assert told == []
    assert not shown_with_facts(match)
    future.callback(facts)
    assert told == [True]
    assert shown_with_facts(match)


def test_what_is_known_is_not_asked_again(match, asked, future, facts):
    ask(match)
    future.callback(facts)
    assert ask(match) == [False]
    assert asked.call_count == 1


def test_two_who_want_the_same_ask_once(match, asked, future, facts):
    first, second = ask(match), ask(match)
    future.callback(facts)
    assert (first, second) == ([True], [True])
    assert asked.call_count == 1


def test_nothing_is_found_out_for_who_is_not_asked(match, asked):
    for seat in {None, 0, 1, 2, 3} - {seat_of(match)}:
        assert foreseeing.foresee(match, seat).called
    assert not asked.called


def test_nothing_is_found_out_where_nothing_can_be_foreseen(match, asked, monkeypatch):
    monkeypatch.setattr(preview, "can_foretell", lambda match, seat: False)
    assert ask(match) == [False]
    assert not asked.called


@pytest.mark.parametrize("error", [BrokenExecutor("gone"), MemoryError()])
def test_a_prompt_can_do_without(match, future, monkeypatch, error):
    log = mock.Mock()
    monkeypatch.setattr(foreseeing.logger, "log_err", log)
    told = ask(match)
    future.errback(error)
    assert told == [False]
    assert not shown_with_facts(match)
    assert log.called


def test_what_waits_about_a_match_that_was_replaced_is_dropped_in_silence(match, monkeypatch):
    log = mock.Mock()
    monkeypatch.setattr(foreseeing.logger, "log_err", log)
    monkeypatch.setattr(foreseeing.workers, "count", lambda: 0)  # none has time
    told = ask(match)
    foreseeing.drop(match)
    assert told == [False]
    assert not foreseeing.workers.questions_waiting
    assert not log.called
    foreseeing.drop(match)  # nothing is left of it


def test_games_are_loaded_one_after_the_other(match, asked, future, monkeypatch):
    monkeypatch.setattr(games, "games_by_id", lambda: dict.fromkeys("abc", match.game))
    foreseeing.start()
    assert asked.call_count == 1
    future.callback(None)
    assert asked.call_count == 3
