"""What fails in a match is kept with all that is needed to see it fail again."""

from unittest import mock

import pytest
from court import SECTIONS
from evennia.utils import logger
from hosted import ears, start
from tiny import merged, write

from rules.pack import load_pack
from rules.playing.bots import make_bot
from rules.playing.bots.answers import Unanswered
from rules.running.match import Match
from world.errors import TableError
from world.models import FailedAction, PackVersion
from world.play import failures
from world.play.hosting import botturns
from world.play.hosting.seating import Sitter

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _quiet():
    with mock.patch.object(logger, "log_err"), mock.patch.object(logger, "log_trace"):
        yield


def told(failure, language="en"):
    results = []
    failures.reproduce(failure, language).addBoth(results.append)
    return results[0]


@pytest.fixture
def host(stuck, clock):
    host = start(stuck, clock)
    host.answer(0, (0,))
    host.answer(0, (1,))
    return host


def test_an_action_that_fails_is_kept_with_its_place_in_the_journal(host):
    (failure,) = FailedAction.objects.all()
    assert (failure.match_id, failure.index, failure.seat) == (host.record.pk, 1, 0)
    assert (failure.picks, failure.kind, failure.ended) == ([1], "flow", False)
    assert "BudgetExceeded" in failure.trace
    host.answer(0, (0,))
    assert FailedAction.objects.filter(ended=True).count() == 1


@pytest.mark.parametrize(("language", "answer"), [("en", "off"), ("zh", "往旁")])
def test_it_fails_again_as_often_as_wanted_and_says_what_was_answered(host, language, answer):
    failure = FailedAction.objects.get()
    for _ in range(2):
        again = told(failure, language)
        assert again["failed"]
        assert not again["ended"]
        assert again["reason"] == failure.reason
        assert "BudgetExceeded" in again["trace"]
        assert again["answer"] == answer
    assert FailedAction.objects.count() == 1


def test_what_does_not_fail_says_so(host):
    failure = FailedAction.objects.get()
    failure.index, failure.picks = 0, [0]
    assert not told(failure)["failed"]


def test_a_mistake_of_the_engine_is_kept_as_well(pebbles, clock):
    host = start(pebbles, clock)
    broken = mock.patch.object(Match, "answer", side_effect=ZeroDivisionError("oh"))
    with broken, pytest.raises(TableError, match="engineFailed"):
        host.answer(0, (0,))
    failure = FailedAction.objects.get()
    assert (failure.kind, failure.reason) == ("engine", "ZeroDivisionError: oh")
    assert "ZeroDivisionError" in failure.trace


def test_no_match_fills_the_table(host, monkeypatch):
    monkeypatch.setattr(failures, "MOST", 1)
    host.answer(0, (0,))
    assert FailedAction.objects.count() == 1


def test_content_that_is_gone_is_said(host):
    failure = FailedAction.objects.get()
    PackVersion.objects.update(sources_packed=b"", content_hash="gone")
    failure.refresh_from_db()
    assert told(failure).value.key == "cannotReproduce"


def test_what_a_value_of_the_game_does_wrong_for_a_bot_is_kept_for_staff_and_who_writes_it(
    clock, tmp_path
):
    wrong = {"zones": {"role": {"likely": "12 // {owner.points} if {it.side} == 1 else 1"}}}
    pack = load_pack(write(tmp_path, merged(SECTIONS, wrong)))
    host = start(pack, clock, [Sitter(f"Bot {n}", bot="greedy") for n in range(4)])
    clock.pump([0.1] * 10)
    row = FailedAction.objects.filter(match=host.record).first()
    assert row.kind == "bot"
    assert row.reason.startswith("zones.role.likely: ZeroDivisionError")
    assert FailedAction.objects.count() < len(host.match.journal)
    for address, found in (("entry:zones.role", 1), ("entry:zones", 1), ("entry:zones.rol", 0)):
        assert len(failures.failures_of_piece(pack, address)) == found


def test_why_a_script_did_not_answer_is_kept_once_a_line_for_staff_and_not_told_at_the_table(
    pebbles, clock, monkeypatch
):
    reasons = iter(["ai/x-ai.lua:2: lost", "ai/x-ai.lua:2: lost again", "ai/x-ai.lua:9: lost"])

    def think(match, seat):
        lines = make_bot("greedy", 1).think(match, seat)
        lines[0].failure = Unanswered(next(reasons, "ai/x-ai.lua:9: lost"), "toss", "base.stone")
        return lines

    monkeypatch.setitem(botturns.BOTS, "greedy", think)
    host = start(pebbles, clock, [Sitter("Bot", bot="greedy"), Sitter("Bit", bot="greedy")])
    clock.pump([0.1] * 40)
    assert len(host.match.journal) > 5
    rows = FailedAction.objects.filter(match=host.record).order_by("pk")
    assert [(row.kind, row.reason, row.card) for row in rows] == [
        ("bot", "ai/x-ai.lua:2: lost (toss)", "base.stone"),
        ("bot", "ai/x-ai.lua:9: lost (toss)", "base.stone"),
    ]
    assert "lost" not in repr(ears(host).__dict__)
    for number in range(30):
        failure = Unanswered(f"ai/x-ai.lua:{number}: lost", "toss", "")
        failures.Unanswering(host.record).keep(0, 0, failure)
    assert rows.all().count() == failures.MOST_UNANSWERED
