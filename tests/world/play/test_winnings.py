"""What players take home from their matches, and bring to the next one."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import pytest
from django.apps import apps

from world.accounts import records
from world.models import MatchSeat
from world.play import winnings
from world.play.hosting.events import Ended
from world.play.hosting.host import MatchHost
from world.play.hosting.seating import Sitter

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
    host.readers.add(listener)
    while not host.match.over:
        choice = host.match.pending[0]
        host.answer(choice.seat, choice.default)
    stored = [seat.returns for seat in MatchSeat.objects.order_by("seat")]
    assert stored == list(host.match.returns)
    assert listener.ended == [Ended.of(host.match)]
    assert winnings.brought(pebbles, ann) == {
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
        records.finish(host.record, ((0,), (1,)), (each, {}))
        host.release()
    assert winnings.brought(pebbles, ann) == {"coins": 5, "stones": [GREY, RED]}
    options = {"bring": [winnings.brought(pebbles, ann)]}
    assert host_of(pebbles, clock, ann, **options).match.options["bring"] == options["bring"]


def test_what_is_not_finished_or_not_theirs_counts_for_nobody(pebbles, clock, ann):
    host = host_of(pebbles, clock, ann)
    MatchSeat.objects.update(returns={"coins": 9})
    assert winnings.brought(pebbles, ann) == {"coins": 0, "stones": []}
    records.finish(host.record, ((0,), (1,)), ({}, {"coins": 9}))
    assert winnings.brought(pebbles, ann) == {"coins": 0, "stones": []}
    assert winnings.brought(pebbles, None) == {}


def test_cards_that_the_game_no_longer_has_are_left_at_home(pebbles, clock, ann):
    host = host_of(pebbles, clock, ann)
    gains = {"stones": {"gains": [RED, "t.stone.opal"]}}
    records.finish(host.record, ((0,), (1,)), (gains, {}))
    assert winnings.brought(pebbles, ann)["stones"] == [RED]


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
