"""How hosted matches end: played out, given up, abandoned, or because the flow fails."""

import random
from unittest import mock

import pytest
from django.db import OperationalError
from evennia.utils import logger
from hosted import ears, play, start

from rules.running.outcome import Outcome
from world.accounts import records
from world.errors import TableError
from world.locale.reader import Reader
from world.models import MatchRecord, MatchSeat, PlayerRecord
from world.play.hosting import recovery, registry
from world.play.hosting.host import MatchHost
from world.play.hosting.seating import Sitter
from world.render.ending import summary_lines
from world.render.history import row_of

pytestmark = pytest.mark.django_db


# -- a flow that fails -----------------------------------------------------------------------------


def quiet():
    return mock.patch.object(logger, "log_err")


def is_aborted(host):
    """The match is over as it stood, for nobody, and those at the table read it once."""
    record = MatchRecord.objects.get(pk=host.record.pk)
    ((_, _, details, stored),) = ears(host).all("matchAborted")
    assert details["standings"] == ((1,), (0,))
    assert stored == len(host.match.journal)
    assert not ears(host).all("end")
    assert (record.status, record.standings) == ("abandoned", [[1], [0]])
    assert "the flow" in record.note
    assert record.ended_at is not None
    assert not PlayerRecord.objects.exists()
    assert not [seat for seat in record.seats.all() if seat.place]
    assert host.match.is_over
    assert registry.all_hosts() == []


def test_a_flow_that_fails_at_every_answer_ends_the_match_as_it_stands(
    stuck, clock, django_user_model
):
    ann, ben = accounts(django_user_model, "ann", "ben")
    host = start(stuck, clock, [Sitter("Ann", ann), Sitter("Ben", ben)])
    with quiet():
        host.answer(0, (0,))
        assert host.match.pending[0].prompt == "turn"
        host.answer(0, (1,))
        # One of two ways has failed: it is asked on with the other.
        assert [option.word for option in host.match.pending[0].options] == ["on"]
        assert len(ears(host).all("actionFailed")) == 1
        host.answer(0, (0,))
    assert len(ears(host).all("actionFailed")) == 1
    is_aborted(host)
    with pytest.raises(TableError) as error:
        host.answer(0, (0,))
    assert error.value.key == "matchOver"
    assert recovery.recover_matches(clock=clock) == []


def test_a_flow_that_fails_ends_the_match_also_where_nobody_answers(stuck, clock):
    host = start(stuck, clock, time_limit=30)
    with quiet():
        for _ in range(4):
            clock.advance(31)
            host.tick()
    is_aborted(host)


def test_a_flow_that_fails_ends_the_match_also_among_bots(stuck, clock):
    host = start(stuck, clock, [Sitter("Ada", bot="greedy"), Sitter("Bo", bot="random")])
    with quiet():
        for _ in range(10):
            clock.advance(1)
    is_aborted(host)


def test_a_flow_that_fails_ends_the_match_also_when_somebody_gives_up(stuck, clock):
    host = start(stuck, clock)
    host.answer(0, (0,))
    with quiet():
        host.concede(0)
    is_aborted(host)


def test_after_an_aborted_match_the_next_one_begins(stuck, pebbles, clock):
    host = start(stuck, clock)
    host.answer(0, (0,))
    with quiet():
        host.concede(0)
    again = start(pebbles, clock)
    again.answer(0, again.match.pending[0].default)
    assert not again.match.is_over


# -- the end ---------------------------------------------------------------------------------------


def accounts(django_user_model, *names):
    return [django_user_model.objects.create_user(name, password="x") for name in names]


def test_the_end_is_stored_with_the_last_answer(pebbles, clock, django_user_model):
    ann, ben = accounts(django_user_model, "ann", "本")
    host = start(pebbles, clock, [Sitter("Ann", ann), Sitter("本", ben)])
    play(host, 999, random.Random(5))
    record = MatchRecord.objects.get()
    assert record.status == "finished"
    assert record.standings == [list(group) for group in host.match.standings]
    assert record.ended_at is not None
    first = host.match.standings[0]
    for seat, account in enumerate((ann, ben)):
        place = MatchSeat.objects.get(seat=seat).place
        row = records.records_of(account)["pebbles"]
        assert (place == 1) == (seat in first)
        assert (row.played, row.won) == (1, int(seat in host.match.outcome.won))
    ((*_, stored),) = ears(host).all("end")
    assert stored == len(host.match.journal)
    assert registry.all_hosts() == []
    with pytest.raises(TableError) as error:
        host.answer(0, (0,))
    assert error.value.key == "matchOver"


def test_shared_places_count_as_the_better_one(pebbles, clock, django_user_model):
    people = accounts(django_user_model, "a", "b", "c", "d")
    host = start(pebbles, clock, [Sitter(p.username, p) for p in people])
    records.finish_record(host.record, ((2,), (0, 1), (3,)))
    assert [seat.place for seat in host.record.seats.all()] == [2, 2, 1, 4]
    assert [row.account.username for row in records.best_players("pebbles")] == ["c", "a", "b", "d"]


def test_a_party_that_has_lost_together_has_no_place_and_has_not_won(
    pebbles, clock, django_user_model
):
    people = accounts(django_user_model, "a", "b")
    host = start(pebbles, clock, [Sitter(p.username, p) for p in people])
    records.finish_record(host.record, ((0, 1),), outcome=Outcome((), (), (0, 1), None))
    seats = list(host.record.seats.all())
    assert [(seat.place, seat.result) for seat in seats] == [(None, "lost")] * 2
    assert [(row.played, row.won) for row in records.best_players("pebbles")] == [(1, 0)] * 2
    reader = Reader("en", plain=False)
    assert [row_of(seat, reader)["place"] for seat in seats] == ["lost"] * 2
    assert sum("lost" in line for line in summary_lines(host.record, None, reader)) == 2


def test_a_party_that_has_won_together_has_won_and_a_draw_is_no_win(
    pebbles, clock, django_user_model
):
    people = accounts(django_user_model, "a", "b")
    for outcome, won in ((((0, 1), (), ()), [1, 1]), (((), (0, 1), ()), [1, 1])):
        host = start(pebbles, clock, [Sitter(p.username, p) for p in people])
        records.finish_record(host.record, ((0, 1),), outcome=Outcome(*outcome, None))
        assert [row.won for row in records.best_players("pebbles")] == won


def test_matches_that_older_versions_ended_count_as_their_places_say(pebbles, clock):
    host = start(pebbles, clock)
    host.record.seats.update(place=1)
    assert [seat.has_won for seat in host.record.seats.all()] == [True] * host.match.seats


def test_if_the_end_cannot_be_stored_the_last_answer_is_not_either(pebbles, clock):
    host = start(pebbles, clock, options={"short": True})
    rng = random.Random(1)
    with mock.patch.object(records, "finish_record", side_effect=OperationalError("disk full")):
        for _ in range(99):
            try:
                play(host, 1, rng)
            except TableError:
                break
        else:
            pytest.fail("the match did not end")
    assert MatchRecord.objects.get().status == "running"
    again = MatchHost.recover(host.record, clock=clock)
    assert again.match.hash() == host.match.hash()


def test_who_concedes_is_played_for_at_once(pebbles, clock, django_user_model):
    (ann,) = accounts(django_user_model, "ann")
    host = start(pebbles, clock, [Sitter("Ann", ann), Sitter("Ben")])
    host.concede(0)
    assert ears(host).all("conceded")[0][2] == {"seat": 0}
    assert {choice.seat for choice in host.match.pending} == {1}
    with pytest.raises(TableError) as error:
        host.concede(0)
    assert error.value.key == "hasConceded"
    host.release()
    (again,) = recovery.recover_matches(clock=clock)
    assert again.match.hash() == host.match.hash()
    assert again.has_conceded(0)
    play(again, 99, random.Random(1))
    row = PlayerRecord.objects.get()
    assert (row.played, row.won, row.conceded) == (1, 0, 1)


def test_an_abandoned_match_is_not_recovered(pebbles, clock):
    host = start(pebbles, clock)
    host.abandon("nobody was left")
    assert MatchRecord.objects.get().status == "abandoned"
    assert recovery.recover_matches(clock=clock) == []
