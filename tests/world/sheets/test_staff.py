"""What staff reads of sheets and does with them, on pages: the book, giving, taking, fetching."""

import json

import pytest
from django.contrib.contenttypes.models import ContentType
from django.urls import reverse
from staffed import address, listing, staff, text

from world.admin.sheets import amounts_of, book_of
from world.errors import TableError
from world.models import Entry, Place, Sheet, StaffAct, Thing
from world.play import sheet_staff
from world.play.hosting import registry, storing
from world.sheets.opening import open_sheets

from .books import check_books

pytestmark = pytest.mark.django_db

ROPE = "b.tool.rope"


@pytest.fixture(autouse=True)
def _types_of_this_test():
    yield
    ContentType.objects.clear_cache()


@pytest.fixture
def olga():
    return staff("admin")


@pytest.fixture
def sheet(bazaar, ann, bob, begin, act, finish):
    """Ann's, after a match."""
    host = begin(bazaar, ann, bob)
    act(host, "find", "give", "buy", "drop")
    finish(host)
    return Sheet.objects.get(account=ann)


def test_the_book_of_a_sheet_adds_up(sheet, olga):
    rows, sums = book_of(sheet)
    assert sums == amounts_of(sheet)
    coins = [row for row in rows if row["entry"].what == "coins"]
    assert coins[-1]["sum"] == sheet.fields["coins"]
    page = text(olga.get(reverse("admin:world_sheet_book", args=[sheet.pk])))
    assert "do not add up" not in page
    starts = [row for row in rows if row["entry"].reason == "start"]
    assert page.count("<td>start</td>") == len(starts) == 4
    Sheet.objects.update(fields={"coins": 999})
    assert "do not add up" in text(olga.get(reverse("admin:world_sheet_book", args=[sheet.pk])))


def test_staff_gives_and_takes_with_a_reason(sheet, olga):
    begun = sheet.fields["coins"]

    def do(deed, what, amount, reason="lost in a fault"):
        given = {"what": what, "amount": amount, "reason": reason}
        return text(olga.post(address(sheet, "deed", deed), given, follow=True))

    do("give", "coins", 7)
    do("give", "b.gem.opal", 2)
    do("take", "coins", 2)
    do("take", "b.gem.opal", 1)
    assert "does not have 900 coins" in do("take", "coins", 900)
    assert "knows “sword”" in do("give", "sword", 1)
    do("give", "coins", 1, reason="")
    sheet.refresh_from_db()
    assert sheet.fields["coins"] == begun + 5
    opal = Thing.objects.get(kind="b.gem.opal", lost=False)
    assert (opal.sheet, opal.zone) == (sheet, "gems")
    entry = Entry.objects.filter(what="coins").order_by("pk").last()
    assert (entry.reason, entry.by.username, entry.target) == ("lost in a fault", "Admin", "burn")
    acts = StaffAct.objects.order_by("pk").values_list("act", flat=True)
    assert [each for each in acts if "Sheet" in each] == ["giveToSheet"] * 2 + ["takeFromSheet"] * 2
    check_books()


def test_nobody_but_admins_does(sheet, ann):
    for role in ("builder", "reviewer"):
        given = {"what": "coins", "amount": 1, "reason": "x"}
        assert staff(role).post(address(sheet, "deed", "give"), given).status_code in (302, 403)
    for do in (sheet_staff.give, sheet_staff.take):
        with pytest.raises(TableError, match="mayNot"):
            do(ann, sheet, "coins", 1, "x")
    with pytest.raises(TableError, match="mayNot"):
        sheet_staff.move_out(ann, sheet)
    assert not StaffAct.objects.filter(act__contains="Sheet").exists()


@pytest.mark.parametrize("read", ["journal", "snapshot", "nothing"])
def test_a_sheet_is_fetched_out_of_a_match_that_nobody_plays(bazaar, ann, begin, act, olga, read):
    host = begin(bazaar, ann, rounds=5)
    sheet = Sheet.objects.get()
    act(host, "find")
    page = text(olga.post(address(sheet, "deed", "move_out"), follow=True))
    assert "end that match first" in page
    if read == "snapshot":
        storing.keep_snapshot(host.record, host.number, host.match)
    if read != "journal":
        host.record.journal.all().delete()
        host.record.journal.create(index=5, seat=0, picks=[0])
    registry.forget_all()
    olga.post(address(sheet, "deed", "move_out"))
    sheet.refresh_from_db()
    assert sheet.lease is None
    assert sheet.fields["coins"] == (20 if read == "nothing" else 22)
    assert open_sheets(bazaar, [(ann, "Ann")])
    assert StaffAct.objects.filter(act="moveOutSheet").exists()
    storing.close_record(host.record, "abandoned", "")
    check_books()


def test_all_that_somebody_owns_is_a_file_for_them(sheet, olga):
    answer = olga.post(reverse("admin:accounts_accountdb_deed", args=[sheet.account_id, "own"]))
    (found,) = json.loads(answer.content)
    assert (found["realm"], found["fields"]) == ("orient", sheet.fields)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_pages_are_there(sheet, language):
    olga = staff("admin", language)
    for model in (Sheet, Thing, Place, Entry):
        assert olga.get(listing(model)).status_code == 200
        assert olga.get(address(model.objects.first(), "change")).status_code == 200
