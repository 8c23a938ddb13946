"""A prompt waits a moment for what its options would do, and is shown once."""

import re

import pytest
from twisted.internet.defer import Deferred

from rules.playing import preview
from rules.running.match import Match
from world.play import foreseeing
from world.shelf import games

from .conftest import load

ASKED = "You fight alone"
DAMAGE = re.compile(r"→ .*\d damage")
AT_ONCE = 600.0  # seconds: however slow the machine is


class Process:
    """The process beside the server, which finds out when the test says so."""

    def __init__(self):
        self.questions = []

    def ask(self, task, folder, content, saved, seat):
        self.questions.append((Deferred(), saved, seat))
        return self.questions[-1][0]

    def find_out(self, pack):
        """Answer all it was asked."""
        for found, saved, seat in self.questions:
            if not found.called:
                found.callback(preview.foretell(Match.load(pack, saved), seat, AT_ONCE))


@pytest.fixture
def process(monkeypatch, settings, tmp_path):
    settings.CACHE_DIR, settings.FORESEEING_WORKERS = str(tmp_path), 1
    foreseeing.forget()
    process = Process()
    monkeypatch.setattr(foreseeing, "workers", process)
    yield process
    foreseeing.forget()


@pytest.fixture
def pack(hall):
    games.put_on_shelf(load("chrono_practice"))
    return load("chrono_practice")


@pytest.fixture
def fighting(ann, pack, process, settings, clock):
    """Ann, who has just chosen the deck for a fight; nothing is known of its first question."""
    ann.type("play solo")
    ann.type("1")
    clock.advance(settings.FORESEEING_PATIENCE)
    ann.type("1")
    clock.advance(settings.FORESEEING_PATIENCE)
    ann.type("fire")
    return ann


def times_asked(person):
    return person.told().count(ASKED)


def test_the_first_print_has_the_damage_where_it_is_known_in_time(fighting, process, pack):
    assert times_asked(fighting) == 0
    process.find_out(pack)
    assert times_asked(fighting) == 1
    assert DAMAGE.search(fighting.told())


@pytest.mark.parametrize("columns", range(44, 84, 8))
def test_what_an_option_would_do_stays_whole_on_a_line(fighting, process, pack, columns):
    fighting.session.update_flags(SCREENWIDTH={0: columns})
    process.find_out(pack)
    forecasts = re.findall(r"→[^\n]*", fighting.told())
    assert forecasts
    assert all(
        re.fullmatch(r"→ (up to )?(no|\d+(–\d+)?) damage(, .*)?", each) for each in forecasts
    )


def test_a_prompt_waits_no_longer_than_the_setting_says(fighting, clock, settings):
    clock.advance(settings.FORESEEING_PATIENCE * 0.9)
    assert times_asked(fighting) == 0
    clock.advance(settings.FORESEEING_PATIENCE * 0.2)
    assert times_asked(fighting) == 1
    assert not DAMAGE.search(fighting.told())


def test_what_comes_later_is_no_second_text(fighting, process, pack, clock, settings):
    clock.advance(settings.FORESEEING_PATIENCE)
    process.find_out(pack)
    clock.advance(10)
    assert times_asked(fighting) == 1
    assert DAMAGE.search(fighting.type("?"))


def test_who_answers_leaves_nothing_to_be_found_out_about_what_was_asked_before(
    fighting, process, pack, clock, settings
):
    clock.advance(settings.FORESEEING_PATIENCE)
    before, *_ = process.questions[-1]
    assert not before.called
    fighting.type("1")
    assert before.called
    process.find_out(pack)
    assert DAMAGE.search(fighting.type("?"))


def test_what_was_known_in_time_is_not_shown_again(fighting, process, pack, clock):
    process.find_out(pack)
    clock.advance(10)
    assert times_asked(fighting) == 1


def test_who_types_meanwhile_reads_the_prompt_before_the_answer(fighting, process, pack, clock):
    told = fighting.type("say well")
    assert told.index(ASKED) < told.index("well")
    process.find_out(pack)
    clock.advance(10)
    assert times_asked(fighting) == 1


def test_who_has_gone_is_not_shown_what_waited(fighting, clock):
    fighting.heard.clear()
    table = fighting.character.location
    table.concede(fighting.character)
    clock.advance(10)
    assert times_asked(fighting) == 0
