"""Sheets made from what matches have returned in older versions, in which there were none."""

from collections import Counter
from dataclasses import replace
from random import Random

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from world.errors import TableError
from world.models import Entry, MatchRecord, MatchSeat, Sheet, Thing
from world.sheets import opening
from world.sheets.opening import open_sheets
from world.shelf import games

from .books import check_books

pytestmark = pytest.mark.django_db

STONES = [f"t.stone.{name}" for name in ("grey", "red", "magnet", "opal")]  # opal is no more


def bring_as_before(pack, rows):
    """What was brought when it was a sum over matches, as the code said then."""
    found = {}
    for entry in pack.program.bringing.entries.values():
        own = [each[entry.name] for each in rows if entry.name in each]
        if entry.is_list:
            held = Counter(entry.default)
            for each in own:
                if isinstance(each, dict):
                    held.update(each.get("gains", ()))
                    held.subtract(each.get("loses", ()))
            cards = pack.program.catalogue
            known = {card: count for card, count in held.items() if entry.takes(cards, card)}
            found[entry.name] = sorted(Counter(known).elements())[: entry.most]
            continue
        number = int(entry.default)
        for change in own:
            number += change if isinstance(change, int) else 0
            if entry.most is not None:
                number = min(number, entry.most)
            if entry.least is not None:
                number = max(number, entry.least)
        found[entry.name] = number
    return found


def old_rows(pack, account, rows, status=MatchRecord.Status.FINISHED):
    """Finished matches of an account, with what it took home, of a time without sheets."""
    version, now = games.version_of(pack), timezone.now()
    records = MatchRecord.objects.bulk_create(
        MatchRecord(pack_version=version, seed=1, status=status, ended_at=now) for _ in rows
    )
    MatchSeat.objects.bulk_create(
        MatchSeat(match=record, seat=0, account=account, name="x", returns=returns)
        for record, returns in zip(records, rows, strict=True)
    )


def random_rows(dice):
    """What matches of several versions of a game have returned; also more lost than was had."""
    found = []
    for _ in range(dice.randrange(1, 25)):
        row = {}
        if dice.random() < 0.7:
            row["coins"] = dice.choice((dice.randrange(-60, 60), {}))
        if dice.random() < 0.7:
            ways = {way: dice.choices(STONES, k=dice.randrange(4)) for way in ("gains", "loses")}
            row["stones"] = dice.choice((ways, 3))
        if dice.random() < 0.3:
            row["feathers"] = dice.randrange(1, 5)
        found.append(row)
    return found


@pytest.mark.parametrize("seed", range(40))
def test_what_people_had_before_is_on_their_sheets_to_the_last_card(pebbles, ann, seed):
    rows = random_rows(Random(seed))
    old_rows(pebbles, ann, rows)
    (loan,) = open_sheets(pebbles, [(ann, "Ann")])
    assert loan.brought == bring_as_before(pebbles, rows)
    held = Counter()
    for row in rows:
        each = row.get("stones")
        held.update(each["gains"] if isinstance(each, dict) else ())
        held.subtract(each["loses"] if isinstance(each, dict) else ())
    assert Counter(Thing.objects.values_list("kind", flat=True)) == +held  # also what is no more
    assert loan.sheet.fields.get("feathers", 0) == sum(row.get("feathers", 0) for row in rows)
    assert set(Entry.objects.values_list("reason", flat=True)) <= {"moved"}
    assert Entry.objects.exclude(thing=None).count() == (+held).total()
    assert set(Thing.objects.filter(retired=True).values_list("kind", flat=True)) <= {STONES[3]}
    check_books(())


def test_it_is_moved_once(pebbles, ann, begin, finish):
    old_rows(pebbles, ann, [{"coins": 7, "stones": {"gains": STONES[:2]}}])
    first = open_sheets(pebbles, [(ann, "Ann")])[0].brought
    host = begin(pebbles, ann, None, short=True)
    finish(host)
    took = host.match.returns[0].get("coins", 0)
    assert open_sheets(pebbles, [(ann, "Ann")])[0].brought["coins"] == first["coins"] + took
    Sheet.objects.update(games=[])  # looked for again
    assert open_sheets(pebbles, [(ann, "Ann")])[0].brought["coins"] == first["coins"] + took


def test_a_match_that_began_before_there_were_sheets_has_to_end_first(pebbles, ann):
    old_rows(pebbles, ann, [None], MatchRecord.Status.RUNNING)
    with pytest.raises(TableError, match="belongingsAway"):
        open_sheets(pebbles, [(ann, "Ann")])
    assert not Sheet.objects.exists()


def queries_of_start(begin, pack, *accounts):
    """The statements that a start takes, and those of them about what people own."""
    with CaptureQueriesContext(
        connection,
    ) as seen:
        host = begin(pack, *accounts)
    host.abandon()
    told = [each["sql"] for each in seen]
    tables = ("world_sheet", "world_thing", "world_entry", "world_place")
    return len(told), sum(any(f'"{name}"' in sql for name in tables) for sql in told)


def test_a_start_takes_three_queries_for_sheets_and_one_for_its_stock(bazaar, ann, bob, begin):
    queries_of_start(begin, bazaar, ann, bob)  # the first makes sheets
    before = queries_of_start(begin, bazaar, ann, bob)
    assert before[1] <= 3 + len(bazaar.program.bringing.stock)
    old_rows(bazaar, ann, [{"luck": 1}] * 2000)
    MatchSeat.objects.filter(account=ann, sheet=None).update(sheet=Sheet.objects.first())
    assert queries_of_start(begin, bazaar, ann, bob) == before


def test_open_sheets_alone_takes_two(bazaar, ann, bob, django_assert_num_queries):
    people = [(ann, "Ann"), (None, "nobody"), (bob, "Bob")]
    opening.open_sheets(bazaar, people)
    with django_assert_num_queries(2):
        opening.open_sheets(bazaar, people)


def test_another_start_kit_changes_no_sheet(bazaar, ann, monkeypatch):
    (first,) = open_sheets(bazaar, [(ann, "Ann")])
    entries = dict(bazaar.program.bringing.entries)
    entries["coins"] = replace(entries["coins"], default=50)
    entries["gear"] = replace(entries["gear"], default=("b.tool.lamp",) * 3)
    entries["more"] = replace(entries["gems"], name="more", default=("b.gem.opal",))
    monkeypatch.setattr(
        bazaar,
        "program",
        replace(bazaar.program, bringing=replace(bazaar.program.bringing, entries=entries)),
    )
    (again,) = open_sheets(bazaar, [(ann, "Ann")])
    assert again.brought == first.brought | {"more": []}
