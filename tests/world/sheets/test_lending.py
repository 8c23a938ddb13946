"""What players take home from their matches, and bring to the next one."""

from __future__ import annotations

from importlib import import_module
from types import SimpleNamespace
from typing import Any

import pytest
from conftest import PEBBLES
from django.apps import apps
from django.db import IntegrityError, transaction
from django.utils import timezone

from rules.pack import load_pack
from world.accounts import leases, records
from world.errors import TableError
from world.models import JournalEntry, MatchSeat
from world.play import winnings
from world.play.hosting import recovery, storing
from world.play.hosting.events import Ended, Settled
from world.play.hosting.host import MatchHost
from world.play.hosting.seating import Sitter
from world.shelf import games

pytestmark = pytest.mark.django_db

GREY, RED, MAGNET = (f"t.stone.{name}" for name in ("grey", "red", "magnet"))


class Listener:
    """A reader that keeps how a match ended."""

    def __init__(self) -> None:
        self.ended: list[Ended] = []

    def read(self, event: Any) -> None:
        if isinstance(event, Ended):
            self.ended.append(event)


@pytest.fixture
def ann(django_user_model):
    return django_user_model.objects.create_user("ann", password="none")


def host_of(pack, clock, ann, **options) -> MatchHost:
    sitters = (Sitter("Ann", ann), Sitter("Ben"))
    return MatchHost.start(pack, sitters, clock=clock, seed=7, pace=0, options=options)


def test_what_seats_take_home_is_stored_with_the_end_and_told(pebbles, clock, ann):
    host, listener = host_of(pebbles, clock, ann, short=True), Listener()
    host.readers.add_reader(listener)
    while not host.match.is_over:
        choice = host.match.pending[0]
        host.answer(choice.seat, choice.default)
    stored = [seat.returns for seat in MatchSeat.objects.order_by("seat")]
    assert stored == list(host.match.returns)
    assert listener.ended == [Ended.of_match(host.match)]
    assert winnings.bring_winnings(pebbles, ann) == {
        "coins": stored[0].get("coins", 0),
        "stones": stored[0].get("stones", {}).get("gains", []),
    }


def test_an_account_brings_what_it_took_home_match_after_match(pebbles, clock, ann):
    took = [
        {"coins": 70, "stones": {"gains": [RED, RED, GREY]}},
        {"coins": 70},  # 100 is the most
        {"coins": -120},  # and 0 the least
        {"coins": 5, "stones": {"gains": [MAGNET], "loses": [RED, MAGNET, MAGNET]}},
        {"coins": {}, "stones": 3, "feathers": 7},  # of another version of the game
    ]
    for each in took:
        host = host_of(pebbles, clock, ann)
        records.finish_record(host.record, ((0,), (1,)), (each, {}))
        host.release()
    assert winnings.bring_winnings(pebbles, ann) == {"coins": 5, "stones": [GREY, RED]}
    options = {"bring": [winnings.bring_winnings(pebbles, ann)]}
    assert host_of(pebbles, clock, ann, **options).match.options["bring"] == options["bring"]


def test_what_is_not_finished_or_not_theirs_counts_for_nobody(pebbles, clock, ann):
    host = host_of(pebbles, clock, ann)
    MatchSeat.objects.update(returns={"coins": 9})
    assert winnings.bring_winnings(pebbles, ann) == {"coins": 0, "stones": []}
    records.finish_record(host.record, ((0,), (1,)), ({}, {"coins": 9}))
    assert winnings.bring_winnings(pebbles, ann) == {"coins": 0, "stones": []}
    assert winnings.bring_winnings(pebbles, None) == {}


def test_cards_that_the_game_no_longer_has_are_left_at_home(pebbles, clock, ann):
    host = host_of(pebbles, clock, ann)
    gains = {"stones": {"gains": [RED, "t.stone.opal"]}}
    records.finish_record(host.record, ((0,), (1,)), (gains, {}))
    assert winnings.bring_winnings(pebbles, ann)["stones"] == [RED]


def test_the_decks_of_stored_matches_become_what_their_seats_bring(pebbles, clock, ann):
    record = host_of(pebbles, clock, ann).record
    migration = import_module("world.migrations.0009_bring")
    record.options = {"short": True, "decks": [{"core": ["a"]}, "embers", None]}
    record.save()
    migration.decks_are_brought(apps, None)
    record.refresh_from_db()
    brought = [{"deck": {"core": ["a"]}}, {"deck": "embers"}, {"deck": None}]
    assert record.options == {"short": True, "bring": brought}
    migration.brought_are_decks(apps, None)
    record.refresh_from_db()
    assert record.options == {"short": True, "decks": [{"core": ["a"]}, "embers", None]}


# -- one match at a time, and leaving one ----------------------------------------------------------


@pytest.fixture
def fleeing(tmp_path):
    """The same game, in which who gives up drops a coin and goes home with the rest."""
    text = (PEBBLES / "pack.json5").read_text(encoding="utf-8")
    manifest = '"version": "1.0",'
    flee = """"define": {"doables": {"flee": {"do": [
      {"type": "set", "of": "{you}", "field": "points", "mode": "add", "amount": -1},
      {"type": "settle", "target": "{you}"}]}}},
  "kinds": ["stone"],"""
    text = text.replace(manifest, f'{manifest} "concede": "flee",').replace(
        '"kinds": ["stone"],', flee
    )
    (tmp_path / "pebbles").mkdir()
    (tmp_path / "pebbles" / "pack.json5").write_text(text, encoding="utf-8")
    games.forget()
    games._shelf = {}
    pack = load_pack(tmp_path / "pebbles")
    games.put_on_shelf(pack)
    yield pack
    games.forget()


def row(host) -> MatchSeat:
    return MatchSeat.objects.get(match=host.record, seat=0)


def earn(host) -> int:
    """Both play stones until Ann has three points; how many she has then."""
    points = 0
    while points < 3:
        choice = host.match.pending[0]
        host.answer(choice.seat, (0,))
        points = host.match.view(0)["players"][0]["fields"]["points"]
    return points


def test_what_somebody_brings_is_in_one_match_at_a_time(pebbles, clock, ann):
    host = host_of(pebbles, clock, ann)
    with pytest.raises(TableError) as refused:
        leases.check_free(pebbles, ann, "Ann")
    assert (refused.value.key, refused.value.details["name"]) == ("belongingsAway", "Ann")
    with pytest.raises(IntegrityError), transaction.atomic():
        host_of(pebbles, clock, ann)
    records.finish_record(host.record, ((0,), (1,)), ({"coins": 3}, {}))
    leases.check_free(pebbles, ann, "Ann")
    host_of(pebbles, clock, ann)


def test_who_gives_up_has_their_things_in_the_match_until_it_ends(pebbles, clock, ann):
    host = host_of(pebbles, clock, ann, short=True)
    host.concede(0)
    assert not host.match.is_over
    with pytest.raises(TableError, match="belongingsAway"):
        leases.check_free(pebbles, ann, "Ann")
    while not host.match.is_over:
        host.answer(1, host.choice_of(1).default)
    leases.check_free(pebbles, ann, "Ann")
    assert row(host).returns == host.match.returns[0]


def test_who_settles_takes_home_what_they_have_before_the_match_ends(fleeing, clock, ann):
    host, ears = host_of(fleeing, clock, ann), []
    host.readers.add_reader(SimpleNamespace(read=ears.append))
    MatchSeat.objects.create(
        match=host_of(fleeing, clock, None).record,
        seat=7,
        account=ann,
        returns={"coins": 50},
        settled_at=timezone.now(),
    )  # what Ann has had before
    points = earn(host)
    host.concede(0)
    assert Settled(0) in ears
    assert row(host).returns == {"coins": points - 1}
    assert (row(host).lease, host.record.status) == (None, "running")
    assert winnings.bring_winnings(fleeing, ann)["coins"] == 50 + points - 1
    leases.check_free(fleeing, ann, "Ann")
    with pytest.raises(TableError):
        host.hand_over(0, Sitter("Cem"))
    first = host_of(fleeing, clock, ann)  # elsewhere, with what was taken home
    while not host.match.is_over:
        host.answer(1, host.choice_of(1).default)
    assert row(host).returns == {"coins": points - 1}
    assert row(first).lease == "pebbles"
    assert MatchSeat.objects.get(match=host.record, seat=1).returns == host.match.returns[1]


def test_nothing_is_taken_back_past_somebody_who_has_gone_home(fleeing, clock, ann):
    host = host_of(fleeing, clock, ann)
    earn(host)
    host.concede(0)
    with pytest.raises(TableError, match="undoGivenUp"):
        host.undoing.take_back(1)


@pytest.mark.parametrize("given_up", [False, True])
def test_a_match_that_is_ended_without_a_result_returns_what_seats_have(
    fleeing, clock, ann, given_up
):
    host = host_of(fleeing, clock, ann)
    points = earn(host)
    host.abandon("closed", given_up=given_up)
    kept = points - 1 if given_up else points
    assert row(host).returns.get("coins", 0) == kept
    assert winnings.bring_winnings(fleeing, ann)["coins"] == kept
    leases.check_free(fleeing, ann, "Ann")


def test_a_match_that_cannot_be_read_any_more_returns_what_its_last_snapshot_says(
    pebbles, clock, ann
):
    host = host_of(pebbles, clock, ann)
    points = earn(host)
    storing.keep_snapshot(host.record, host.number, host.match)
    host.release()
    JournalEntry.objects.filter(match=host.record, index=1).delete()
    assert recovery.recover_matches(clock=clock) == []
    host.record.refresh_from_db()
    assert host.record.status == "broken"
    assert row(host).returns.get("coins", 0) == points
    leases.check_free(pebbles, ann, "Ann")


def test_what_was_lost_twice_before_is_still_owed(pebbles, clock, ann):
    for taken in ({"stones": {"gains": [RED]}}, *[{"stones": {"loses": [RED]}}] * 2):
        host = host_of(pebbles, clock, ann)
        records.finish_record(host.record, ((0,), (1,)), (taken, {}))
    host = host_of(pebbles, clock, ann)
    records.finish_record(host.record, ((0,), (1,)), ({"stones": {"gains": [RED]}}, {}))
    assert winnings.bring_winnings(pebbles, ann)["stones"] == []
