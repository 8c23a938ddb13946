"""What options would do is found out beside the server; prompts do not wait long for it."""

from concurrent.futures import BrokenExecutor
from functools import partial
from unittest import mock

import pytest
from chrono_table import Table
from worker_processes import answer_of

from rules.playing import foreseer, preview
from world import foreseeing, games
from world.render.page import Asked, page_of
from world.render.reader import Reader


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
    return preview.foretold(match, seat_of(match))


def seat_of(match):
    return match.choices[0].seat


def shown_with_facts(match):
    """Whether the view says of any option what it would do."""
    options = foreseeing.view(match, seat_of(match))["choices"][0]["options"]
    return any("preview" in option for option in options)


def prompt(match, patience=0.04):
    """What a prompt does: "shown" and "late" in order."""
    done = []
    show, late = (lambda *made, word=word: done.append(word) for word in ("shown", "late"))
    foreseeing.soon(match, seat_of(match), patience, show, late)
    return done


def test_a_process_finds_out_what_is_found_out_here(match, facts):
    folder = str(games.folder_of(match.pack))
    job = (folder, match.pack.hash, match.save(), seat_of(match))
    assert answer_of(foreseeing.workers, foreseer.foresee, *job) == (facts, None)
    assert any(facts)


def test_a_page_is_made_where_its_numbers_are_found(match, facts):
    asked = Asked(
        seat_of(match), ("Ann", "Bo", "Cyn", "Dag"), Reader(), 23, False, None, None, False
    )
    then = partial(page_of, asked)
    job = (str(games.folder_of(match.pack)), match.pack.hash, match.save(), asked.seat, then)
    assert answer_of(foreseeing.workers, foreseer.foresee, *job) == (
        facts,
        page_of(asked, match, facts),
    )


def test_what_is_made_of_it_is_for_who_asked_first(match, future):
    shown = []
    for name in ("first", "second"):
        show = partial(lambda name, made: shown.append((name, made)), name)
        foreseeing.soon(match, seat_of(match), 0.04, show, mock.Mock(), mock.Mock())
    future.callback(((), "page"))
    assert shown == [("first", "page"), ("second", None)]


def test_a_page_is_made_beside_the_server_also_where_nothing_can_be_foreseen(
    match, asked, future, monkeypatch
):
    monkeypatch.setattr(preview, "can_tell", lambda match, seat: False)
    assert foreseeing.ask(match, seat_of(match)).called
    shown = []
    foreseeing.soon(match, seat_of(match), 0.04, shown.append, mock.Mock(), mock.Mock())
    assert asked.call_count == 1
    future.callback((((),), "page"))
    assert shown == ["page"]


def test_a_prompt_has_its_numbers_if_they_come_in_time(match, future, reactor, facts):
    done = prompt(match)
    assert done == []
    future.callback((facts, None))
    assert done == ["shown"]
    assert shown_with_facts(match)
    reactor.advance(1)
    assert done == ["shown"]


def test_a_prompt_does_not_wait_long_and_the_numbers_follow(match, future, reactor, facts):
    done = prompt(match)
    reactor.advance(0.05)
    assert done == ["shown"]
    assert not shown_with_facts(match)
    future.callback((facts, None))
    assert done == ["shown", "late"]
    assert shown_with_facts(match)


def test_what_is_known_is_not_asked_again(match, asked, future, facts):
    prompt(match)
    future.callback((facts, None))
    assert prompt(match) == ["shown"]
    assert asked.call_count == 1


def test_two_who_wait_for_the_same_ask_once(match, asked, future, facts):
    first, second = prompt(match), prompt(match)
    future.callback((facts, None))
    assert (first, second) == (["shown"], ["shown"])
    assert asked.call_count == 1


def test_nothing_is_found_out_for_who_is_not_asked(match, asked):
    for seat in {None, 0, 1, 2, 3} - {seat_of(match)}:
        assert foreseeing.ask(match, seat).called
    assert not asked.called


@pytest.mark.parametrize("error", [BrokenExecutor("gone"), MemoryError()])
def test_a_prompt_can_do_without(match, future, monkeypatch, error):
    log = mock.Mock()
    monkeypatch.setattr(foreseeing.logger, "log_err", log)
    done = prompt(match)
    future.errback(error)
    assert done == ["shown"]
    assert not shown_with_facts(match)
    assert log.called
