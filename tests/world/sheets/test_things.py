"""Things and coins that a match borrows: where they are at any moment, and where they end."""

import pytest
from django.db import IntegrityError, transaction

from world.errors import TableError
from world.models import Entry, JournalEntry, MatchSeat, Place, Sheet, Thing
from world.play.hosting import recovery, registry
from world.sheets import closing, lending
from world.sheets.book import BURN, MINT, Book, Changed
from world.sheets.opening import open_sheets
from world.sheets.trading import Move, trade

from .books import check_books

pytestmark = pytest.mark.django_db

ROPE, LAMP = "b.tool.rope", "b.tool.lamp"


def sheet_of(account):
    return Sheet.objects.get(account=account, alive=True)


def coins(account):
    return sheet_of(account).fields["coins"]


def tools(account):
    return sorted(sheet_of(account).things.values_list("kind", flat=True))


def whose(host):
    """The accounts of a match in the order in which they are asked, the first first."""
    first = host.match.pending[0].seat
    accounts = [seat.account for seat in host.record.seats.order_by("seat")]
    return [*accounts[first:], *accounts[:first]]


def test_a_sheet_begins_as_the_game_says_and_the_book_says_why(bazaar, ann):
    (loan,) = open_sheets(bazaar, [(ann, "Ann")])
    sheet = sheet_of(ann)
    assert sheet.fields == {"coins": 20, "luck": 3, "guild": "none"}
    assert (sheet.realm, sheet.version, sheet.games) == ("orient", 1, ["bazaar"])
    assert [each["kind"] for each in loan.brought["gear"]] == [ROPE, LAMP]
    assert set(Entry.objects.values_list("reason", "source", "target")) == {
        ("start", "mint", "sheet")
    }
    check_books()


def test_a_thing_comes_home_as_the_same_one_or_goes_to_who_has_it(
    bazaar, ann, bob, begin, act, finish
):
    host = begin(bazaar, ann, bob, rounds=2)
    one, other = whose(host)
    mine = sheet_of(one).things.first()
    act(host, "give", "take", "pay")
    finish(host)
    mine.refresh_from_db()
    assert mine.sheet == sheet_of(other)
    assert (mine.zone, mine.fields) == ("bag", {"wear": 1, "mark": "star"})
    entry = mine.entries.order_by("pk").last()
    assert (entry.from_sheet, entry.to_sheet) == (sheet_of(one), sheet_of(other))
    assert (entry.match, entry.reason) == (host.record, "match")
    assert entry.answer == host.number - 1
    assert (coins(one), coins(other)) == (17, 23)
    again = begin(bazaar, ann, bob)
    brought = again.match.options["bring"]
    assert {"thing": mine.pk, "kind": mine.kind, "zone": "bag", "fields": mine.fields} in [
        each for one in brought for each in one["gear"]
    ]
    check_books()


def test_a_thing_that_was_turned_into_another_is_still_the_same_one(
    bazaar, ann, bob, begin, act, finish
):
    host = begin(bazaar, ann, bob, rounds=2)
    one, other = whose(host)
    rope = sheet_of(one).things.get(kind=ROPE)
    words = [(option.word, option.entity) for option in host.match.pending[0].options]
    place = next(
        index
        for index, (word, card) in enumerate(words)
        if word == "give" and host.match.card_id(card) == ROPE
    )
    host.answer(host.match.pending[0].seat, (place,))
    act(host, "mend")
    finish(host)
    rope.refresh_from_db()
    assert (rope.kind, rope.sheet) == (LAMP, sheet_of(other))
    assert (tools(one), tools(other)) == ([LAMP], [LAMP, LAMP, ROPE])
    check_books()


def test_what_is_left_lying_goes_to_its_place_or_is_lost(bazaar, ann, bob, begin, act, finish):
    host = begin(bazaar, ann, bob, rounds=3)
    one, other = whose(host)
    act(host, "drop", "give", "lose", "buy")
    finish(host)
    market = Place.objects.get(realm="orient", name="market")
    assert market.things.count() == 1
    assert Thing.objects.filter(lost=True).count() == 1
    assert (market.fields, coins(other)) == ({"coins": 4}, 16)
    assert len(tools(one)) + len(tools(other)) == 3
    check_books()


def test_coins_are_made_and_used_up_where_the_game_says_so(bazaar, ann, begin, act, finish):
    host = begin(bazaar, ann, rounds=2)
    act(host, "find", "spend")
    assert coins(ann) == 21
    reasons = Entry.objects.filter(match=host.record).values_list("source", "target", "amount")
    assert sorted(reasons) == [("match", "burn", 1), ("match", "sheet", 1), ("mint", "match", 2)]
    check_books()


def test_coins_that_come_from_nowhere_are_written_for_nobody(bazaar, ann, bob, begin, act, finish):
    host = begin(bazaar, ann, bob, rounds=2)
    act(host, "pay", "cheat", "give")
    finish(host)
    assert (coins(ann), coins(bob)) == (20, 20)
    host.record.refresh_from_db()
    assert host.record.status == "finished"
    assert host.record.note == "coins: -5 are not accounted for"
    assert len(tools(ann)) != len(tools(bob))  # all else is
    check_books()


def test_who_goes_home_first_takes_no_more_than_there_is(bazaar, ann, bob, begin, act, finish):
    host = begin(bazaar, ann, bob, rounds=9)
    act(host, *["cheat", "pass"] * 5, "leave")
    assert host.match.settled
    gone = next(seat for seat in host.record.seats.all() if seat.settled_at)
    assert coins(gone.account) == 20
    finish(host)
    check_books()


def test_who_leaves_has_what_they_have_at_once_and_the_rest_stays(
    bazaar, ann, bob, begin, act, finish
):
    host = begin(bazaar, ann, bob, rounds=3)
    one, other = whose(host)
    given = sheet_of(one).things.first()
    act(host, "give", "pass", "pay", "pass", "leave")
    assert sheet_of(one).lease is None
    assert sheet_of(other).lease == MatchSeat.objects.get(match=host.record, account=other)
    assert coins(one) == 17
    given.refresh_from_db()
    assert (given.sheet, given.match) == (sheet_of(one), host.record)
    second = begin(bazaar, one)
    assert len(second.match.options["bring"][0]["gear"]) == 1
    with pytest.raises(TableError, match="sheetAway"):
        trade([Move(given, sheet_of(one), sheet_of(other))], "gift")
    finish(host)
    given.refresh_from_db()
    assert (given.sheet, given.match) == (sheet_of(other), None)
    finish(second)
    check_books()


def test_who_dies_has_another_sheet_and_the_dead_keep_theirs(bazaar, ann, begin, act):
    host = begin(bazaar, ann)
    act(host, "die")
    dead = Sheet.objects.get()
    assert (dead.alive, dead.lease, dead.things.count()) == (False, None, 2)
    host.abandon()
    begin(bazaar, ann)
    assert Sheet.objects.filter(account=ann).count() == 2
    with pytest.raises(TableError, match="sheetGone"):
        trade([Move("coins", dead, sheet_of(ann), 1)], "grave")
    check_books()


@pytest.mark.parametrize("given_up", [False, True])
def test_a_match_without_a_result_gives_back_what_there_is_then(
    bazaar, ann, bob, begin, act, given_up
):
    host = begin(bazaar, ann, bob)
    act(host, "pay", "give")
    host.abandon("closed", given_up=given_up)
    gone = 2 if given_up else 0
    assert coins(ann) + coins(bob) == 40 - gone
    assert Place.objects.filter(fields={"coins": gone}).exists() is given_up
    assert not Sheet.objects.filter(lease__isnull=False).exists()
    check_books()


def test_a_match_of_which_nothing_can_be_read_gives_back_what_was_brought(
    bazaar, ann, bob, begin, act
):
    host = begin(bazaar, ann, bob, rounds=9)
    one, _ = whose(host)
    act(host, "pay", "give", "pass", "pass", "leave")
    host.release()
    JournalEntry.objects.filter(match=host.record, index=1).delete()
    assert recovery.recover_matches() == []
    host.record.refresh_from_db()
    assert host.record.status == "broken"
    assert not Sheet.objects.filter(lease__isnull=False).exists()
    assert coins(one) == 17
    check_books()


def test_a_restart_in_the_middle_changes_nothing(bazaar, ann, bob, begin, act, finish, clock):
    host = begin(bazaar, ann, bob)
    act(host, "give", "pay")
    host.release()
    registry.forget_all()
    (again,) = recovery.recover_matches(clock=clock)
    finish(again)
    assert (coins(ann) + coins(bob), len(tools(ann) + tools(bob))) == (40, 4)
    assert sorted((len(tools(ann)), len(tools(bob)))) == [1, 3]
    check_books()


def test_what_was_not_lent_is_not_taken_home(bazaar, ann, bob, begin):
    open_sheets(bazaar, [(bob, "Bob")])
    others = sheet_of(bob).things.first()
    host = begin(bazaar, ann)
    thing = [others.pk, ROPE, "bag", {"wear": 9}]
    with transaction.atomic():
        lending.settle_seats(host.record, {0: {"things": [thing]}}, over=True)
    others.refresh_from_db()
    assert (others.sheet, others.fields) == (sheet_of(bob), {})
    host.record.refresh_from_db()
    assert "was not lent to this match" in host.record.note
    check_books()


def test_a_thing_is_in_one_place(bazaar, ann):
    open_sheets(bazaar, [(ann, "Ann")])
    place = Place.objects.create(realm="orient", name="market")
    for wrong in ({"sheet": sheet_of(ann), "place": place}, {}, {"place": place, "lost": True}):
        with pytest.raises(IntegrityError), transaction.atomic():
            Thing.objects.create(realm="orient", kind=ROPE, **wrong)


def test_an_entry_is_never_changed(bazaar, ann):
    open_sheets(bazaar, [(ann, "Ann")])
    with pytest.raises(TypeError):
        Entry.objects.first().save()


# -- gifts and sales -------------------------------------------------------------------------------


def test_a_sale_is_carried_out_whole_or_not_at_all(bazaar, ann, bob):
    open_sheets(bazaar, [(ann, "Ann"), (bob, "Bob")])
    seller, buyer = sheet_of(ann), sheet_of(bob)
    lamp = seller.things.get(kind=LAMP)
    with pytest.raises(TableError, match="sheetLacks"):
        trade([Move(lamp, seller, buyer), Move("coins", buyer, seller, 21)], "sold")
    assert tools(ann) == [LAMP, ROPE]
    trade([Move(lamp, seller, buyer), Move("coins", buyer, seller, 12)], "sold", by=bob)
    assert (tools(ann), coins(ann), coins(bob)) == ([ROPE], 32, 8)
    with pytest.raises(TableError, match="sheetLacks"):
        trade([Move(lamp, seller, buyer)], "sold")
    check_books()


def test_nothing_goes_to_or_from_a_sheet_that_is_in_a_match(bazaar, ann, bob, begin):
    begin(bazaar, ann)
    open_sheets(bazaar, [(bob, "Bob")])
    with pytest.raises(TableError, match="sheetAway"):
        trade([Move("coins", sheet_of(bob), sheet_of(ann), 1)], "gift")
    for amount in (0, -5):
        with pytest.raises(ValueError, match="something"):
            trade([Move("coins", sheet_of(bob), MINT, amount)], "gift")


def test_who_has_read_before_somebody_else_wrote_does_not_write(bazaar, ann):
    open_sheets(bazaar, [(ann, "Ann")])
    one, other = Book("orient", "x"), Book("orient", "y")
    one.move_number("coins", 1, MINT, sheet_of(ann))
    other.move_number("coins", 2, MINT, sheet_of(ann))
    other.store()
    with pytest.raises(Changed), transaction.atomic():
        one.store()
    assert coins(ann) == 22
    check_books()


# -- accounts that go ------------------------------------------------------------------------------


def test_what_an_account_owned_goes_with_it(bazaar, ann, bob, begin, finish):
    finish(begin(bazaar, ann, bob))
    data = closing.sheets_as_data(ann)
    assert [each["fields"] for each in data] == [{"coins": 20, "luck": 3, "guild": "none"}]
    assert sorted(each["kind"] for each in data[0]["things"]) == [LAMP, ROPE]
    assert sum(each["amount"] for each in data[0]["entries"] if each["what"] == "coins") == 20
    closing.erase_sheets(ann)
    assert not Sheet.objects.filter(account=ann).exists()
    assert Thing.objects.filter(lost=True).count() == 2
    check_books()
    ann.delete()
    check_books()


def test_what_others_have_of_it_in_a_match_comes_home_with_them(
    bazaar, ann, bob, begin, act, finish
):
    host = begin(bazaar, ann, bob, rounds=3)
    one, other = whose(host)
    act(host, "give", "pass", "pay", "pass")
    assert not host.match.is_over
    closing.erase_sheets(one)
    one.delete()
    finish(host)
    assert (coins(other), len(tools(other))) == (23, 3)
    check_books()


def test_a_guest_brings_what_they_won_and_not_what_they_were_given(
    bazaar, ann, bob, begin, act, finish
):
    host = begin(bazaar, bob, rounds=4)
    act(host, "find", "find", "find", "buy")
    open_sheets(bazaar, [(ann, "Ann")])
    MatchSeat.objects.filter(account=bob).update(account=ann)
    with transaction.atomic():
        closing.merge_sheets(bob, ann)
    assert (coins(ann), tools(ann)) == (22, [LAMP, ROPE, ROPE])
    assert not Sheet.objects.filter(account=bob).exists()
    assert open_sheets(bazaar, [(ann, "Ann")])[0].brought["coins"] == 22
    check_books()


def test_what_a_guest_spent_of_the_beginning_is_not_the_accounts_to_pay(
    bazaar, ann, bob, begin, act, finish
):
    finish(begin(bazaar, bob))
    trade([Move("coins", sheet_of(bob), BURN, 15)], "spent")
    open_sheets(bazaar, [(ann, "Ann")])
    trade([Move("coins", sheet_of(ann), BURN, 18)], "spent")
    with transaction.atomic():
        closing.merge_sheets(bob, ann)
    assert coins(ann) == 2
    check_books()


def test_a_guests_sheet_becomes_that_of_who_has_none(bazaar, ann, bob):
    open_sheets(bazaar, [(bob, "Bob")])
    with transaction.atomic():
        closing.merge_sheets(bob, ann)
    assert (coins(ann), tools(ann)) == (20, [LAMP, ROPE])
    check_books()


def test_a_seat_of_nobody_has_no_coins_to_lose(bazaar, ann, begin, act, finish):
    host = begin(bazaar, ann, None, rounds=2)
    assert host.match.options["bring"][1] == {"coins": 0}
    finish(host)
    assert coins(ann) == 20
    check_books()
