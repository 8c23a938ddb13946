"""What outlives its owner goes to the next sheet; the day, matches that end as they begin."""

from datetime import UTC, date, datetime

import pytest

from rules.pack import load_pack
from typeclasses.parts.beginning import begin_match
from world.models import MatchRecord, Sheet, Thing
from world.play.hosting.seating import Sitter

from .books import check_books
from .conftest import PACKS, alone_on_shelf

pytestmark = pytest.mark.django_db


@pytest.fixture
def hoard():
    """The pack, the only one on the shelf."""
    yield from alone_on_shelf(load_pack(PACKS / "hoard"))


def kinds_of(sheet):
    return sorted((each.kind.rpartition(".")[2], each.zone) for each in sheet.things.all())


def test_the_next_sheet_begins_with_what_a_dead_one_had_in_the_chest_and_had_saved(
    hoard, ann, begin, act
):
    act(begin(hoard, ann), "die")
    dead = Sheet.objects.get(account=ann)
    assert (dead.alive, dead.fields["saved"]) == (False, 7)
    chest = Thing.objects.get(sheet=dead, zone="chest")
    host = begin(hoard, ann)
    heir = Sheet.objects.get(account=ann, alive=True)
    chest.refresh_from_db()
    dead.refresh_from_db()
    assert chest.sheet == heir
    assert (heir.fields["saved"], dead.fields["saved"]) == (7, 0)
    assert len(host.match.options["bring"][0]["things"]) == 3
    check_books()
    act(host, "die")
    begin(hoard, ann)
    last = Sheet.objects.get(account=ann, alive=True)
    assert last.fields["saved"] == 14
    assert [zone for _, zone in kinds_of(last)].count("chest") == 2
    check_books()


def test_who_has_never_died_inherits_nothing(hoard, ann, bob, begin, act):
    act(begin(hoard, ann), "die")
    begin(hoard, bob)
    assert Sheet.objects.get(account=bob).fields["saved"] == 0


def test_a_game_is_told_the_day_on_which_a_match_begins(hoard, ann, monkeypatch):
    when = datetime(1970, 2, 1, 23, 59, tzinfo=UTC)
    monkeypatch.setattr("django.utils.timezone.now", lambda: when)
    host = begin_match(hoard, [Sitter("Ann", ann)], [None], {})
    assert host.match.options["day"] == (when.date() - date(1970, 1, 1)).days == 31


def test_a_match_that_ends_as_it_begins_gives_back_what_was_lent(hoard, ann, begin):
    host = begin(hoard, ann, atOnce=True)
    host.record.refresh_from_db()
    assert host.record.status == MatchRecord.Status.FINISHED
    assert Sheet.objects.get(account=ann).lease is None
    begin(hoard, ann)
    check_books()
