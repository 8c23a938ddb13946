"""What a match borrows of the people at it, and what comes home: numbers and lists of cards."""

from __future__ import annotations

from importlib import import_module
from types import SimpleNamespace
from typing import Any

import pytest
from conftest import PEBBLES
from django.apps import apps

from rules.pack import load_pack
from world.accounts import records
from world.errors import TableError
from world.models import Entry, JournalEntry, MatchSeat, Sheet, Thing
from world.play.hosting import recovery, storing
from world.play.hosting.events import Ended, Settled
from world.play.hosting.host import MatchHost
from world.play.hosting.seating import Sitter
from world.sheets import opening
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
    loan, _ = opening.open_sheets(pack, [(ann, "Ann"), (None, "Ben")])
    if loan is not None:
        options["bring"] = [loan.brought]
    sitters = (Sitter("Ann", ann, loan=loan), Sitter("Ben"))
    return MatchHost.start(pack, sitters, clock=clock, seed=7, pace=0, options=options)


def owned(pack, account) -> dict[str, Any]:
    """What somebody would bring now."""
    loan, *_ = opening.open_sheets(pack, [(account, "Ann")])
    return loan.brought if loan is not None else {}


def end(host, *returns) -> None:
    records.finish_record(host.record, ((0,), (1,)), returns)
    host.release()


def test_what_seats_take_home_is_stored_with_the_end_and_told(pebbles, clock, ann):
    host, listener = host_of(pebbles, clock, ann, short=True), Listener()
    host.readers.add_reader(listener)
    while not host.match.is_over:
        choice = host.match.pending[0]
        host.answer(choice.seat, choice.default)
    stored = [seat.returns for seat in MatchSeat.objects.order_by("seat")]
    assert stored == list(host.match.returns)
    assert listener.ended == [Ended.of_match(host.match)]
    assert owned(pebbles, ann) == {
        "coins": stored[0].get("coins", 0),
        "stones": stored[0].get("stones", {}).get("gains", []),
    }


def test_an_account_brings_what_it_took_home_match_after_match(pebbles, clock, ann):
    took = [
        {"coins": 70, "stones": {"gains": [RED, RED, GREY]}},
        {"coins": 30},
        {"coins": -100},
        {"coins": 5, "stones": {"gains": [MAGNET], "loses": [RED, MAGNET, MAGNET]}},
        {"feathers": 7},  # which nobody brings
    ]
    for each in took:
        end(host_of(pebbles, clock, ann), each, {})
    assert owned(pebbles, ann) == {"coins": 5, "stones": [GREY, RED]}
    assert Sheet.objects.get().fields == {"coins": 5, "feathers": 7}
    bring = [owned(pebbles, ann)]
    assert host_of(pebbles, clock, ann).match.options["bring"] == bring


def test_what_is_not_theirs_counts_for_nobody(pebbles, clock, ann):
    host = host_of(pebbles, clock, ann)
    end(host, {}, {"coins": 9})
    assert owned(pebbles, ann) == {"coins": 0, "stones": []}
    assert owned(pebbles, None) == {}


def test_cards_that_the_game_no_longer_has_are_left_at_home(pebbles, clock, ann):
    end(host_of(pebbles, clock, ann), {"stones": {"gains": [RED, "t.stone.opal"]}}, {})
    assert owned(pebbles, ann)["stones"] == [RED]
    assert Thing.objects.filter(sheet__account=ann).count() == 2


def test_nobody_loses_what_they_do_not_have(pebbles, clock, ann):
    end(host_of(pebbles, clock, ann), {"stones": {"loses": [RED]}}, {})
    end(host_of(pebbles, clock, ann), {"stones": {"gains": [RED, RED], "loses": [RED]}}, {})
    assert owned(pebbles, ann)["stones"] == [RED]
    entries = Entry.objects.filter(what=RED).values_list("source", "target")
    assert list(entries) == [("mint", "sheet")]


def test_a_card_that_one_loses_and_another_gains_is_the_same_one(
    pebbles, clock, ann, django_user_model
):
    bob = django_user_model.objects.create_user("bob", password="none")
    end(host_of(pebbles, clock, ann), {"stones": {"gains": [RED]}}, {})
    thing = Thing.objects.get()
    loans = opening.open_sheets(pebbles, [(ann, "Ann"), (bob, "Bob")])
    sitters = [
        Sitter(loan.name, each, loan=loan) for loan, each in zip(loans, (ann, bob), strict=True)
    ]
    options = {"bring": [loan.brought for loan in loans]}
    host = MatchHost.start(pebbles, sitters, clock=clock, seed=7, pace=0, options=options)
    end(host, {"stones": {"loses": [RED]}}, {"stones": {"gains": [RED]}})
    assert (Thing.objects.get(), owned(pebbles, bob)["stones"]) == (thing, [RED])
    entry = Entry.objects.order_by("pk").last()
    assert (entry.from_sheet.account, entry.to_sheet.account) == (ann, bob)


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


def check_free(pack, account) -> None:
    opening.open_sheets(pack, [(account, "Ann")])


def test_what_somebody_brings_is_in_one_match_at_a_time(pebbles, clock, ann):
    loan, _ = opening.open_sheets(pebbles, [(ann, "Ann"), (None, "Ben")])
    host = host_of(pebbles, clock, ann)
    with pytest.raises(TableError) as refused:
        check_free(pebbles, ann)
    assert (refused.value.key, refused.value.details["name"]) == ("belongingsAway", "Ann")
    sitters = (Sitter("Ann", ann, loan=loan), Sitter("Ben"))  # read before
    with pytest.raises(TableError, match="belongingsAway"):
        MatchHost.start(pebbles, sitters, clock=clock, seed=7)
    assert MatchSeat.objects.count() == 2
    end(host, {"coins": 3}, {})
    with pytest.raises(TableError, match="sheetChanged"):
        MatchHost.start(pebbles, sitters, clock=clock, seed=7)
    check_free(pebbles, ann)
    host_of(pebbles, clock, ann)


def test_who_gives_up_has_their_things_in_the_match_until_it_ends(pebbles, clock, ann):
    host = host_of(pebbles, clock, ann, short=True)
    host.concede(0)
    assert not host.match.is_over
    with pytest.raises(TableError, match="belongingsAway"):
        check_free(pebbles, ann)
    while not host.match.is_over:
        host.answer(1, host.choice_of(1).default)
    check_free(pebbles, ann)
    assert row(host).returns == host.match.returns[0]


def test_who_settles_takes_home_what_they_have_before_the_match_ends(fleeing, clock, ann):
    host, ears = host_of(fleeing, clock, ann), []
    host.readers.add_reader(SimpleNamespace(read=ears.append))
    Sheet.objects.update(fields={"coins": 50})  # what Ann has had before
    points = earn(host)
    host.concede(0)
    assert Settled(0) in ears
    assert row(host).returns == {"coins": points - 1}
    assert (Sheet.objects.get().lease, host.record.status) == (None, "running")
    assert owned(fleeing, ann)["coins"] == 50 + points - 1
    check_free(fleeing, ann)
    with pytest.raises(TableError):
        host.hand_over(0, Sitter("Cem"))
    first = host_of(fleeing, clock, ann)  # elsewhere, with what was taken home
    while not host.match.is_over:
        host.answer(1, host.choice_of(1).default)
    assert row(host).returns == {"coins": points - 1}
    assert Sheet.objects.get().lease == row(first)
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
    assert owned(fleeing, ann)["coins"] == kept
    check_free(fleeing, ann)


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
    check_free(pebbles, ann)
