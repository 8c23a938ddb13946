"""What counts for whom when a match is over: who has acted, and against whom."""

from importlib import import_module
from types import SimpleNamespace

import pytest
from django.apps import apps
from hosted import start

from rules.telling.text import Text
from world.accounts import records
from world.locale.reader import Reader
from world.models import MatchRecord, MatchSeat, PackVersion, PlayerRecord
from world.play import history
from world.play.hosting.seating import Sitter
from world.render.ending import stories
from world.render.history import record_lines

pytestmark = pytest.mark.django_db


@pytest.fixture
def people(django_user_model):
    return [django_user_model.objects.create_user(name, password="none") for name in ("ann", "ben")]


def played(pack, clock, *accounts, conceding=(), autopilots=(), **options):
    """A match of the first seat's victory; who is on autopilot gives no answer of their own."""
    sitters = [Sitter(a.username, a) if a else Sitter("Bot", bot="greedy") for a in accounts]
    host = start(pack, clock, sitters, options={"short": True}, **options)
    for seat in autopilots:
        host.set_autopilot(seat, "greedy")
    for seat in conceding:
        host.concede(seat)
    for _ in range(200):
        if host.match.is_over:
            return host
        own = [c for c in host.match.pending if host.plays_self(c.seat)]
        if own:
            host.answer(own[0].seat, own[0].default)
        clock.advance(0.01)
    raise AssertionError("the match does not end")


def record_of(account):
    return PlayerRecord.objects.get(account=account)


def wins(host, seat):
    """Write down that a seat has won, and count the match once more from nothing."""
    PlayerRecord.objects.all().delete()
    records.finish_record(host.record, ((seat,), (1 - seat,)))


def test_people_and_bots_are_counted_apart(pebbles, clock, people):
    ann, ben = people
    wins(played(pebbles, clock, ann, None), 0)
    assert list(records.best_players("pebbles")) == []
    (row,) = records.best_against_bots("pebbles", 5)
    assert (row.account, row.alone, row.alone_won, row.streak) == (ann, 1, 1, 0)
    host = played(pebbles, clock, ann, ben)
    wins(host, 1)
    first, second = records.best_players("pebbles")
    assert (first.account, first.met, first.beat, first.streak) == (ben, 1, 1, 1)
    assert (second.account, second.met, second.beat) == (ann, 1, 0)
    assert records.best_against_bots("pebbles", 5) == []


def test_what_a_bot_has_played_for_somebody_is_no_win_but_may_be_lost(pebbles, clock, people):
    ann, ben = people
    host = played(pebbles, clock, ann, ben, autopilots=[0])
    wins(host, 0)
    assert (record_of(ann).played, record_of(ann).won, record_of(ann).beat) == (1, 0, 0)
    assert record_of(ben).met == 0  # a bot is no company
    records.keep_best(host.record, [99, 7])
    assert (record_of(ann).best_score, record_of(ben).best_score) == (None, 7)


def test_who_has_given_up_has_lost_however_the_bot_has_played_on(pebbles, clock, people):
    ann, ben = people
    host = played(pebbles, clock, ann, ben, conceding=[0])
    wins(host, 0)
    seat = MatchSeat.objects.get(match=host.record, seat=0)
    assert (seat.place, seat.result, seat.has_won) == (None, "lost", False)
    assert (record_of(ann).conceded, record_of(ann).won, record_of(ann).streak) == (1, 0, 0)


def test_lessons_stand_nowhere(pebbles, clock, people, monkeypatch):
    ann = people[0]
    monkeypatch.setitem(pebbles.board, "lesson", {"of": "pebbles"})
    host = played(pebbles, clock, ann, None)
    assert MatchRecord.objects.get().lesson
    records.keep_best(host.record, [9, 9])
    assert not PlayerRecord.objects.exists()
    assert history.matches_of(ann, ann) == []
    assert not history.matches_known_to(ann).exists()


def test_who_answered_is_written_down_with_each_answer(pebbles, clock, people):
    host = played(pebbles, clock, people[0], None)
    assert set(host.record.journal.filter(seat=0).values_list("own", flat=True)) == {True}
    assert set(host.record.journal.filter(seat=1).values_list("own", flat=True)) == {False}


def test_ones_own_figures_say_what_they_are(pebbles, people):
    own = PlayerRecord(account=people[0], game="pebbles", played=5, won=3, met=2, beat=1)
    told = " ".join(record_lines(Text(pebbles, "en"), own, [], [], Reader("en")))
    assert "among people 1 of 2 won, against bots 2 of 3" in told
    assert "with other people yet" in told


def test_a_decided_game_is_told_as_such_and_not_as_a_number_of_the_bots(pebbles):
    seats = [SimpleNamespace(seat=0, name="Ann"), SimpleNamespace(seat=1, name="Ben")]
    gain = {"seat": 0, "round": 9, "gain": 100_020, "cards": []}
    turn = {"round": 9, "seat": 0, "swing": 200_000, "lead": 201_490, "rival": 1}
    told = {
        "best": [gain, {**gain, "gain": 120}],
        "turning": [turn, {**turn, "swing": 90, "lead": -10}],
    }
    found = stories(seats, told, Text(pebbles, "en", ["Ann", "Ben"]), Reader("en"))
    lines = [story["text"] for story in found]
    assert lines[0] == "Best turn of Ann: round 9: won the game"
    assert "+1.2" in lines[1]
    assert lines[2] == "Turning point: round 9, Ann wins the game against Ben."
    assert "0.9" in lines[3]


def test_matches_of_older_versions_are_counted_among_people_and_lessons_no_more(
    pebbles, clock, people
):
    ann, ben = people
    for accounts in ((ann, ben), (ann, None)):
        wins(played(pebbles, clock, *accounts), 0)
    lesson = played(pebbles, clock, ann, None).record
    lesson.pack_version = PackVersion.objects.create(pack_id="race_lesson", content_hash="x")
    lesson.save()
    PlayerRecord.objects.all().delete()
    PlayerRecord.objects.create(account=ann, game="race_lesson", played=1)
    for account in people:
        PlayerRecord.objects.create(account=account, game="pebbles", played=2)
    import_module("world.migrations.0018_who_acted").count_people(apps, None)
    assert [(row.account, row.met, row.beat) for row in records.best_players("pebbles")] == [
        (ann, 1, 1),
        (ben, 1, 0),
    ]
    assert not PlayerRecord.objects.filter(game="race_lesson").exists()
    assert MatchRecord.objects.get(lesson=True) == lesson
