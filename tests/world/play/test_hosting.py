"""Hosted matches: what is stored before it is told, what comes back after the process has died."""

import os
import random
from itertools import pairwise
from unittest import mock

import pytest
from django.db import OperationalError
from evennia.utils import logger
from hosted import PEOPLE, Ears, ears, play, start
from twisted.internet import defer

from rules.pack.times import Limit, Times
from rules.playing.bots.answers import Line
from rules.running.match import Match
from world.errors import TableError
from world.models import JournalEntry, MatchRecord, Snapshot
from world.play import history
from world.play.hosting import botturns, recovery, registry, storing
from world.play.hosting.clocks import RETRY
from world.play.hosting.host import MatchHost
from world.play.hosting.seating import Sitter
from world.play.hosting.timing import Left
from world.shelf import games

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _snapshots_of_short_rounds(monkeypatch):
    """The rounds of the small game have few answers."""
    monkeypatch.setattr(storing, "ANSWERS_BETWEEN_SNAPSHOTS", 1)


ONE_AND_BOTS = (Sitter("Ann"), Sitter("Ada", bot="greedy"), Sitter("Bo", bot="random"))


def prompts(match):
    return [(c.seat, c.prompt, c.options, c.default) for c in match.pending]


def hands(match):
    return [match.view(seat)["players"][seat]["zones"]["hand"] for seat in range(match.seats)]


# -- answers ---------------------------------------------------------------------------------------


def test_a_new_match_is_stored_with_its_content_seed_and_seats(pebbles, clock):
    host = start(pebbles, clock, ONE_AND_BOTS, options={"short": True}, time_limit=30)
    record = MatchRecord.objects.get()
    assert record.status == "running"
    assert (record.seed, record.options, record.time_limit) == (7, {"short": True}, 30)
    assert record.pack_version.content_hash == pebbles.hash
    assert record.pack_version.sources == pebbles.sources
    assert [(s.name, s.bot) for s in record.seats.all()] == [
        ("Ann", ""),
        ("Ada", "greedy"),
        ("Bo", "random"),
    ]
    assert host.match.options["short"]


def test_an_answer_is_committed_before_anybody_is_told(pebbles, clock):
    host = start(pebbles, clock)
    choice = host.match.pending[0]
    host.answer(choice.seat, choice.default)
    assert JournalEntry.objects.get().picks == list(choice.default)
    assert ears(host).heard
    assert all(stored == 1 for *_, stored in ears(host).heard)


@pytest.mark.parametrize("picks", [(99,), (), (0, 0), (0, 1, 2), (-1,)])
def test_an_illegal_answer_changes_and_stores_nothing(pebbles, clock, picks):
    host = start(pebbles, clock)
    before = host.match.hash()
    with pytest.raises(TableError) as error:
        host.answer(0, picks)
    assert error.value.key == "illegalAnswer"
    assert host.match.hash() == before
    assert not JournalEntry.objects.exists()
    assert not ears(host).heard


def test_who_is_not_asked_cannot_answer(pebbles, clock):
    host = start(pebbles, clock)
    with pytest.raises(TableError) as error:
        host.answer(1, (0,))
    assert error.value.key == "notAsked"


def test_an_answer_that_cannot_be_stored_has_not_happened(pebbles, clock):
    host = start(pebbles, clock)
    before, choice = host.match.hash(), host.match.pending[0]
    with (
        mock.patch.object(storing, "append_answers", side_effect=OperationalError("x")),
        pytest.raises(TableError) as error,
    ):
        host.answer(choice.seat, choice.default)
    assert error.value.key == "notSaved"
    assert host.match.hash() == before
    assert not ears(host).heard
    host.answer(choice.seat, choice.default)
    assert JournalEntry.objects.count() == 1


def test_a_commit_of_unknown_fate_is_followed(pebbles, clock):
    """The row is there although the database said no: the journal is right, not the memory."""
    host = start(pebbles, clock)
    choice = host.match.pending[0]
    JournalEntry.objects.create(match=host.record, index=0, seat=0, picks=list(choice.default))
    with pytest.raises(TableError):
        host.answer(choice.seat, (0,))
    assert host.match.journal == [(0, tuple(choice.default), ())]
    assert host.match.pending[0].seat == 1
    host.answer(1, host.match.pending[0].default)
    assert [row.index for row in host.record.journal.all()] == [0, 1]


def test_an_error_of_the_engine_leaves_the_match_as_it_was(pebbles, clock):
    host = start(pebbles, clock)
    before = host.match.hash()
    with (
        mock.patch.object(Match, "answer", side_effect=ZeroDivisionError),
        pytest.raises(TableError) as error,
    ):
        host.answer(0, (0,))
    assert error.value.key == "engineFailed"
    assert host.match.hash() == before
    assert not JournalEntry.objects.exists()


def find_cracked(pack, clock):
    """A match in which somebody is about to play a stone that breaks, and which option it is."""
    for seed in range(200):
        host = start(pack, clock, seed=seed)
        choice = host.match.pending[0]
        for number, option in enumerate(choice.options):
            if option.kind == "card" and host.match.card_id(option.entity) == "t.stone.cracked":
                return host, number
        host.release()
    raise AssertionError("no seed deals a cracked stone")


def test_a_card_that_fails_is_reported_and_play_goes_on(pebbles, clock):
    host, number = find_cracked(pebbles, clock)
    with mock.patch.object(logger, "log_err") as log:
        host.answer(0, (number,))
    ((_, _, details, stored),) = ears(host).all("actionFailed")
    assert details["seat"] == 0
    assert details["card"] == "t.stone.cracked"
    assert stored == 1
    assert f"seed {host.record.seed}" in log.call_args.args[0]
    assert host.match.pending[0].seat == 1
    host.answer(1, (0,))
    again = MatchHost.recover(host.record, clock=clock)
    assert again.match.hash() == host.match.hash()


def test_what_a_card_failed_in_is_stored_and_left_out_again_where_it_fails_no_more(pebbles, clock):
    host, number = find_cracked(pebbles, clock)
    with mock.patch.object(logger, "log_err"):
        host.answer(0, (number,))
    host.answer(1, (0,))
    stored = host.record.journal.order_by("index").values_list("left_out", flat=True)
    assert list(stored) == [[["card t.stone.cracked", "codes", 0]], None]
    assert history.journal_of(host.record) == host.match.journal
    (code,) = pebbles.program.units["card t.stone.cracked"].codes
    works = mock.patch.object(code, "direct", lambda m, *_: m.random(6) < 0)
    with works:
        again = MatchHost.recover(host.record, clock=clock)
        assert again.match.hash() == host.match.hash()
        assert again.match.journal == host.match.journal
        host.record.journal.update(left_out=None)  # as it was stored before it was noted
        other = MatchHost.recover(host.record, clock=clock)
        assert other.match.hash() != host.match.hash()


def test_a_reader_that_fails_is_logged_and_harms_nobody(pebbles, clock):
    host = start(pebbles, clock)
    later = Ears()
    host.readers.add_reader(mock.Mock(**{"read.side_effect": ValueError}))
    host.readers.add_reader(later)
    with mock.patch.object(logger, "log_trace") as log:
        host.answer(0, host.match.pending[0].default)
    assert log.called
    assert JournalEntry.objects.count() == 1
    assert later.heard == ears(host).heard != []


def test_readers_come_and_go_while_a_match_is_played(pebbles, clock):
    host, late = start(pebbles, clock), Ears()
    host.answer(0, host.match.pending[0].default)
    host.readers.add_reader(late)
    host.readers.add_reader(late)  # once is enough
    host.readers.remove_reader(ears(host))
    host.answer(1, host.match.pending[0].default)
    assert [what for what, *_ in late.heard].count("prompt") == 1
    host.readers.remove_reader(late)
    heard = list(late.heard)
    host.answer(0, host.match.pending[0].default)
    assert late.heard == heard


def test_prompts_are_told_once_also_when_several_are_asked_at_once(pebbles, clock):
    host = start(pebbles, clock)
    while len(host.match.pending) < 2:
        choice = host.match.pending[0]
        host.answer(choice.seat, choice.default)
    asked = [choice for _, (choices,), _, _ in ears(host).all("prompt") for choice in choices]
    assert [c.seat for c in asked[-2:]] == [0, 1]
    ears(host).heard.clear()
    host.answer(1, ())
    assert not ears(host).all("prompt")


# -- recovery --------------------------------------------------------------------------------------


@pytest.mark.parametrize("snapshots", [True, False])
def test_a_match_comes_back_at_the_same_prompt_at_any_moment(pebbles, clock, snapshots):
    rng = random.Random(3)
    host = start(pebbles, clock, (*PEOPLE, Sitter("Cem")), seed=11)
    moments = 0
    while not host.match.is_over:
        play(host, 1, rng)
        if host.match.is_over:
            break
        if not snapshots:
            Snapshot.objects.all().delete()
        registry.forget_all()
        (again,) = recovery.recover_matches(clock=clock)
        assert again.match.hash() == host.match.hash()
        assert prompts(again.match) == prompts(host.match)
        assert hands(again.match) == hands(host.match)
        assert again.match.log == host.match.log
        again.readers.add_reader(ears(host))
        host, moments = again, moments + 1
    assert moments > 10
    assert recovery.recover_matches(clock=clock) == []


def test_snapshots_are_taken_at_round_starts_and_only_the_newest_are_kept(pebbles, clock):
    host = start(pebbles, clock)
    seen = set()
    while not host.match.is_over:
        choice = host.match.pending[0]
        host.answer(choice.seat, choice.default)
        seen |= {(s.index, host.match.field("round")) for s in Snapshot.objects.all()}
        assert Snapshot.objects.count() <= storing.SNAPSHOTS_KEPT
    assert len(seen) >= 2
    assert not Snapshot.objects.exists()


def test_where_rounds_are_short_there_is_no_snapshot_of_each(pebbles, clock, monkeypatch):
    monkeypatch.setattr(storing, "ANSWERS_BETWEEN_SNAPSHOTS", 5)
    host = start(pebbles, clock)
    kept = []
    while not host.match.is_over:
        choice = host.match.pending[0]
        host.answer(choice.seat, choice.default)
        kept += [s.index for s in Snapshot.objects.all() if s.index not in kept]
    assert kept
    assert all(after - before >= 5 for before, after in pairwise([0, *kept]))


def test_a_snapshot_that_does_not_fit_is_passed_over(pebbles, clock):
    host = start(pebbles, clock)
    play(host, 9, random.Random(1))
    assert Snapshot.objects.exists()
    Snapshot.objects.update(data=b"rubbish")
    host.release()
    with mock.patch.object(logger, "log_trace"):
        (again,) = recovery.recover_matches(clock=clock)
    assert again.match.hash() == host.match.hash()


def test_a_match_of_a_server_that_compiled_otherwise_is_replayed_from_the_deal(pebbles, clock):
    host = start(pebbles, clock)
    play(host, 9, random.Random(1))
    for snapshot in Snapshot.objects.all():
        data = bytes(snapshot.data)
        assert data.count(pebbles.program.rules.encode()) == 1
        snapshot.data = data.replace(
            pebbles.program.rules.encode(), b"0" * len(pebbles.program.rules)
        )
        snapshot.save()
    host.release()
    with mock.patch.object(Match, "replay", wraps=Match.replay) as replayed:
        (again,) = recovery.recover_matches(clock=clock)
    assert replayed.called
    assert again.match.hash() == host.match.hash()


def test_a_match_keeps_the_content_it_began_with(pebbles, clock, tmp_path, settings):
    settings.CACHE_DIR = str(tmp_path / "cache")
    host = start(pebbles, clock)
    play(host, 3, random.Random(1))
    host.release()
    changed = tmp_path / "pebbles"
    changed.mkdir()
    text = pebbles.sources["pebbles/pack.json5"].replace('"version": "1.0"', '"version": "2.0"')
    (changed / "pack.json5").write_text(text, encoding="utf-8")
    games.forget()
    settings.PACK_DIRS = [tmp_path]
    assert games.find_game("pebbles").version == "2.0"
    (again,) = recovery.recover_matches(clock=clock)
    assert again.match.game.version == "1.0"
    assert again.match.hash() == host.match.hash()
    assert os.path.isdir(settings.CACHE_DIR)
    other = start(games.find_game("pebbles"), clock)
    assert other.record.pack_version.version == "2.0"


@pytest.mark.parametrize("harm", ["hole", "nonsense", "no content"])
def test_what_cannot_be_brought_back_says_why_and_holds_up_nobody(pebbles, clock, harm, tmp_path):
    lost, sound = start(pebbles, clock), start(pebbles, clock)
    play(lost, 3, random.Random(1))
    if harm == "hole":
        lost.record.journal.filter(index=1).delete()
    elif harm == "nonsense":
        lost.record.journal.filter(index=1).update(picks=[77])
    else:
        version = lost.record.pack_version
        version.pk, version.content_hash, version.sources_packed = None, "other", b""
        version.save()
        MatchRecord.objects.filter(pk=lost.record.pk).update(pack_version=version)
    registry.forget_all()
    with mock.patch.object(logger, "log_err"):
        found = recovery.recover_matches(clock=clock)
    assert [host.record.pk for host in found] == [sound.record.pk]
    record = MatchRecord.objects.get(pk=lost.record.pk)
    assert record.status == "broken"
    assert record.note


# -- bots ------------------------------------------------------------------------------------------


def test_bots_play_one_answer_a_turn_of_the_reactor(pebbles, clock):
    host = start(pebbles, clock, ONE_AND_BOTS, pace=0.5)
    host.answer(0, host.match.pending[0].default)
    assert len(host.match.journal) == 1
    clock.advance(0.4)
    assert len(host.match.journal) == 1
    clock.advance(0.1)
    assert len(host.match.journal) == 2
    clock.advance(0.5)
    assert len(host.match.journal) >= 3


def test_bots_finish_a_match_by_themselves(pebbles, clock):
    sitters = [Sitter("A", bot="greedy"), Sitter("B", bot="random")]
    host = start(pebbles, clock, sitters)
    for _ in range(200):
        clock.advance(0.01)
    assert host.match.is_over
    assert MatchRecord.objects.get().status == "finished"
    assert not ears(host).all("prompt")
    assert len(ears(host).all("end")) == 1


@pytest.mark.parametrize("lines", [ValueError("no idea"), [Line((99,))], [Line(())]])
def test_a_bot_that_fails_takes_the_default(pebbles, clock, lines):
    with (
        mock.patch.dict(botturns.BOTS, {"odd": mock.Mock(side_effect=[lines] * 99)}),
        mock.patch.object(logger, "log_err"),
    ):
        host = start(pebbles, clock, [Sitter("A", bot="odd"), Sitter("B")])
        default = host.match.pending[0].default
        clock.advance(0)
    assert host.match.journal[0] == (0, default, ())


@pytest.mark.parametrize(("alone", "picks"), [(botturns.STREAK - 1, (0,)), (botturns.STREAK, (3,))])
def test_a_bot_that_goes_round_in_circles_takes_the_default(pebbles, clock, alone, picks):
    with mock.patch.dict(botturns.BOTS, {"odd": lambda match, seat: [Line((0,))]}):
        host = start(pebbles, clock, [Sitter("A", bot="odd"), Sitter("B")])
        assert host.match.pending[0].default == (3,)
        host.match.journal.extend([(0, (0,))] * alone)
        clock.advance(0)
    assert host.match.journal[-1] == (0, picks, ())


def test_a_bot_may_think_elsewhere(pebbles, clock):
    thought = defer.Deferred()
    with mock.patch.dict(botturns.BOTS, {"slow": lambda match, seat: thought}):
        host = start(pebbles, clock, [Sitter("A", bot="slow"), Sitter("B")])
        clock.advance(5)
        assert host.match.journal == []
        thought.callback([Line(host.match.pending[0].default)])
    assert len(host.match.journal) == 1


def test_a_thought_that_comes_too_late_is_thrown_away(pebbles, clock):
    thought = defer.Deferred()
    with mock.patch.dict(botturns.BOTS, {"slow": lambda match, seat: thought}):
        host = start(pebbles, clock, [Sitter("A", bot="slow"), Sitter("B")])
        clock.advance(1)
        host.release()
        thought.callback([Line(host.match.pending[0].default)])
    assert host.match.journal == []


# -- time ------------------------------------------------------------------------------------------


def test_a_warning_then_the_default_when_the_time_is_up(pebbles, clock):
    host = start(pebbles, clock, time_limit=60)
    default = host.match.pending[0].default
    clock.advance(39)
    host.tick()
    assert ears(host).heard == []
    assert host.time_left(0) == (21, 0)
    clock.advance(2)
    host.tick()
    host.tick()
    ((_, _, details, _),) = ears(host).all("timeWarning")
    assert (details["seat"], details["left"]) == (0, (19, 0))
    clock.advance(19)
    host.tick()
    ((_, _, details, _),) = ears(host).all("timeout")
    assert details["choice"].default == default
    assert host.match.journal == [(0, default, ())]


def test_time_begins_anew_after_a_restart_but_for_what_the_bank_has_lost(pebbles, clock):
    host = start(pebbles, clock, time_limit=60, time_bank=100)
    clock.advance(90)
    host.answer(0, host.match.pending[0].default)
    clock.advance(75)
    host.tick()
    host.release()
    (again,) = recovery.recover_matches(clock=clock)
    assert again.time_left(1) == (60, 85)
    assert again.time.banks == {0: 70, 1: 85}


def test_taking_an_answer_back_gives_no_time(pebbles, clock):
    host = start(pebbles, clock, time_limit=60, time_bank=100)
    asked = host.match.pending[0]
    clock.advance(50)
    host.answer(0, asked.default)
    host.undoing.take_back(0)
    for seat in host.undoing.question.waits_for if host.undoing.question else ():
        host.undoing.agree(seat, True)
    assert host.choice_of(0) == asked
    assert host.time_left(0) == (10, 100)


def test_the_autopilot_gives_no_time(pebbles, clock):
    host = start(pebbles, clock, time_limit=60, time_bank=100)
    clock.advance(50)
    host.set_autopilot(0, "greedy")
    host.set_autopilot(0, "")
    assert host.time_left(0) == (10, 100)


def test_a_match_nobody_can_carry_on_is_ended_not_tried_for_ever(pebbles, clock):
    host = start(pebbles, clock, [Sitter("A", bot="greedy"), Sitter("B")])
    with (
        mock.patch.object(Match, "answer", side_effect=ZeroDivisionError),
        mock.patch.object(logger, "log_err"),
        mock.patch.object(logger, "log_trace"),
    ):
        for _ in range(100):
            clock.advance(RETRY)
    assert MatchRecord.objects.get().status == "broken"
    assert ears(host).all("matchBroken")
    assert registry.all_hosts() == []
    assert not clock.getDelayedCalls()


def test_a_match_has_the_times_of_its_pack_also_after_a_restart(pebbles, clock, monkeypatch):
    host = start(pebbles, clock, time_limit=30, time_bank=100)
    seat, prompt = host.match.pending[0].seat, host.match.pending[0].prompt
    monkeypatch.setattr(pebbles, "times", Times(10, {prompt: Limit(12)}))
    registry.forget_all()
    (again,) = recovery.recover_matches(clock=clock)
    assert again.time_left(seat) == Left(12, 0)
    again.is_present = lambda other: other != seat
    assert again.time_left(seat).total == 10
