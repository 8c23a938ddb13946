"""A shop with a last item: who gets it, who reads that it has gone, and where the coins are."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from twisted.internet import defer
from twisted.python.failure import Failure

from rules.pack import load_pack
from rules.running.journal import GONE
from rules.running.match import Match
from world.errors import TableError
from world.locale.reader import Reader
from world.models import Entry, JournalEntry, Sheet, Thing
from world.play.hosting import acts, recovery, registry, storing
from world.play.hosting.seating import Sitter
from world.render.announce import sentence_of
from world.sheets.book import place_named
from world.sheets.stock import open_stock
from world.sheets.trading import Move, trade
from world.shelf import games

from .books import check_books, check_claims

pytestmark = [pytest.mark.django_db, pytest.mark.timeout(900)]

SHOP = Path(__file__).parents[1] / "packs" / "shop"
KILLED = Path(__file__).parent / "killed_buying.py"

LAMP, ROPE, CHEST = (f"s.ware.{name}" for name in ("lamp", "rope", "chest"))


def do(host, word, about=None, seat=None):
    """Whoever is asked, or a seat, takes an option: by its word, and its card or number."""
    choice = host.match.pending[0] if seat is None else host.choice_of(seat)
    for place, option in enumerate(choice.options):
        entity = option.entity if option.kind == "number" else host.match.card_id(option.entity)
        if option.word == word and about in (None, entity):
            return host.answer(choice.seat, (place,))
    raise LookupError(f"{word} {about} is not offered: {choice.options}")


def offers(host):
    """The wares on offer."""
    choice = host.match.pending[0]
    return [host.match.card_id(each.entity) for each in choice.options if each.word == "buy"]


def on_offer(pack):
    """The wares with which another match would begin."""
    return [each["kind"] for each in open_stock(pack)["shelf"]["things"]]


def coins(account):
    return Sheet.objects.get(account=account, alive=True).fields["coins"]


def wares(account):
    things = Thing.objects.filter(sheet__account=account, match=None)
    return sorted(things.values_list("kind", flat=True))


def lamp():
    return Thing.objects.get(kind=LAMP)


def on_shelf():
    """What lies in the shop and is in no match."""
    return sorted(
        Thing.objects.filter(place__name="shop", match=None).values_list("kind", flat=True)
    )


def check_all():
    """The books add up; no lease is left of what is over, and no claim of what was not taken."""
    for host in registry.all_hosts():
        check_claims(host)
    check_books()


def end_all():
    """Everybody goes home."""
    for host in registry.all_hosts():
        while not host.match.is_over:
            choice = host.match.pending[0]
            host.answer(choice.seat, choice.default)
    assert not Sheet.objects.exclude(lease=None).exists()
    assert not Thing.objects.exclude(match=None).exists()
    check_all()


def refused(done, *args, **kwargs):
    with pytest.raises(TableError) as error:
        done(*args, **kwargs)
    return error.value


# -- what lies there ------------------------------------------------------------------------------


def test_what_lies_there_at_first_is_made_once_and_nothing_is_borrowed(shop, ann, bob, begin):
    first, second = begin(shop, ann), begin(shop, bob)
    assert offers(first) == offers(second) == [LAMP]
    entry = Entry.objects.get(what=LAMP)
    assert (entry.source, entry.to_place.name, entry.reason) == ("mint", "shop", "start")
    assert (lamp().place.name, lamp().match) == ("shop", None)
    end_all()
    assert on_shelf() == [LAMP]


def test_who_opens_a_match_says_which_place_it_is(shop, ann, begin):
    place = place_named("town", "stall of Bob")
    chest = Thing.objects.create(realm="town", kind=CHEST, place=place)
    host = begin(shop, ann, stock=open_stock(shop, {"shelf": "stall of Bob"}))
    assert offers(host) == []
    assert [bar[1].entity for bar in host.match.pending[0].barred]
    do(host, "sell", ROPE)
    do(host, "walk")
    assert sorted(place.things.values_list("kind", flat=True)) == [CHEST, ROPE]
    assert chest.pk == place.things.order_by("pk").first().pk


def test_what_would_not_fit_says_why_not(shop, ann, begin):
    Thing.objects.create(realm="town", kind=CHEST, place=place_named("town", "shop"))
    host = begin(shop, ann)
    ((reason, option),) = host.match.pending[0].barred
    assert (reason, host.match.card_id(option.entity)) == ("noRoom", CHEST)


# -- the last one ---------------------------------------------------------------------------------


def test_one_gets_it_and_the_other_reads_that_it_has_gone(shop, ann, bob, begin):
    first, second = begin(shop, ann), begin(shop, bob)
    do(first, "buy", LAMP)
    assert lamp().match == first.record
    told = refused(do, second, "buy", LAMP)
    assert told.key == "stockGone"
    assert sentence_of(told, Reader("en")) == "Somebody elsewhere has just got lamp: choose again."
    assert sentence_of(told, Reader("zh")) == "提灯刚被别处的人拿走了，请重新选择。"
    assert (offers(second), on_offer(shop)) == ([], [])
    check_all()
    end_all()
    assert (wares(ann), coins(ann)) == ([LAMP, ROPE], 20)
    assert (wares(bob), coins(bob)) == ([ROPE], 30)


def test_a_bot_that_came_too_late_is_asked_anew(shop, ann, bob, begin):
    first, second = begin(shop, ann), begin(shop, bob)
    do(first, "buy", LAMP)
    told = []
    second.act_for(0, (0,)).addBoth(told.append)
    assert (told, offers(second), second.match.is_over) == ([True], [], False)


def test_what_was_refused_is_in_the_journal_as_what_has_gone(shop, ann, bob, begin):
    first, second = begin(shop, ann), begin(shop, bob)
    do(first, "buy", LAMP)
    refused(do, second, "buy", LAMP)
    row = JournalEntry.objects.get(match=second.record)
    assert row.picks == [*GONE, 0, lamp().pk]
    assert storing.restore_match(second.record).hash() == second.match.hash()
    assert Match.load(shop, second.match.save()).hash() == second.match.hash()
    storing.keep_snapshot(second.record, second.number, second.match)
    do(second, "sell", ROPE)
    assert storing.restore_match(second.record).hash() == second.match.hash()
    end_all()


def test_two_that_answer_before_either_is_stored_are_stored_one_after_the_other(
    shop, ann, bob, begin, monkeypatch
):
    first, second = begin(shop, ann), begin(shop, bob)
    jobs, told = [], []

    class Slow:
        def put(self, write):
            jobs.append((write, defer.Deferred()))
            return jobs[-1][1]

    monkeypatch.setattr(acts, "writer", Slow())
    do(second, "buy", LAMP).addBoth(told.append)
    do(first, "buy", LAMP).addBoth(told.append)
    assert lamp().match is None
    while jobs:
        write, done = jobs.pop(0)
        try:
            done.callback(write())
        except Exception:  # noqa: BLE001 (what the writer does with it)
            done.errback(Failure())
    assert (told[0], told[1].value.key) == (None, "stockGone")
    assert lamp().match == second.record
    check_all()


def test_a_purchase_that_is_taken_back_leaves_it_to_another(shop, ann, bob, begin):
    first, second = begin(shop, ann), begin(shop, bob)
    do(first, "sell", ROPE)
    do(first, "buy", LAMP)
    first.undoing.take_back(0)
    assert lamp().match is None
    check_all()
    do(second, "buy", LAMP)
    assert refused(do, first, "buy", LAMP).key == "stockGone"
    first.undoing.take_back(0)  # the sale before: what has gone is no answer
    assert wares(ann) == [ROPE]
    assert refused(do, first, "buy", LAMP).key == "stockGone"  # and still is not there
    check_all()
    end_all()
    assert (wares(ann), coins(ann)) == ([ROPE], 30)
    assert (wares(bob), coins(bob)) == ([LAMP, ROPE], 20)


def test_what_is_put_back_in_play_stays_until_the_match_ends(shop, ann, bob, begin):
    first = begin(shop, ann)
    do(first, "buy", LAMP)
    do(first, "try", LAMP)
    do(first, "sell", LAMP)
    second = begin(shop, bob)
    assert (lamp().match, offers(second)) == (first.record, [])
    check_all()
    first.undoing.take_back(0)  # the sale: it is in the bag again, and nobody else's
    do(first, "sell", LAMP)
    do(first, "walk")
    assert (lamp().place.name, lamp().match, lamp().fields) == ("shop", None, {"uses": 1})
    assert Entry.objects.filter(thing=lamp()).count() == 1  # it has never left the shop
    end_all()
    assert (coins(ann), on_shelf()) == (25, [LAMP])


def test_what_is_no_longer_what_it_was_has_gone(shop, ann, bob, begin):
    first, second = begin(shop, ann), begin(shop, bob)
    do(first, "buy", LAMP)
    do(first, "try", LAMP)
    do(first, "sell", LAMP)
    do(first, "walk")
    assert offers(second) == [LAMP]  # as it was before it was used
    assert refused(do, second, "buy", LAMP).key == "stockGone"
    assert on_offer(shop) == [LAMP]
    end_all()


def test_what_is_traded_away_meanwhile_has_gone(shop, ann, bob, begin):
    begin(shop, bob)
    end_all()
    host, sheet = begin(shop, ann), Sheet.objects.get(account=bob)
    trade([Move(lamp(), lamp().place, sheet)], "gift")
    assert refused(do, host, "buy", LAMP).key == "stockGone"
    end_all()
    assert wares(bob) == [LAMP, ROPE]


def test_what_a_match_has_is_no_trade(shop, ann, bob, begin):
    begin(shop, bob)
    end_all()
    do(begin(shop, ann), "buy", LAMP)
    sheet = Sheet.objects.get(account=bob)
    assert refused(trade, [Move(lamp(), lamp().place, sheet)], "gift").key == "sheetLacks"


def test_a_claim_is_one_condition_on_the_row_itself(shop, ann, begin):
    host = begin(shop, ann)
    with CaptureQueriesContext(
        connection,
    ) as told:
        do(host, "buy", LAMP)
    claims = [each["sql"] for each in told if each["sql"].startswith('UPDATE "world_thing"')]
    (claim,) = [sql for sql in claims if '"match_id" = ' in sql.split("WHERE")[0] and "NULL" in sql]
    assert claim.count("SELECT") == 0
    assert all(name in claim.split("WHERE")[1] for name in ('"place_id"', '"match_id" IS NULL'))


# -- people who go, and matches that end otherwise ------------------------------------------------


def test_who_gives_up_has_what_they_have_bought(shop, ann, bob, begin):
    host = begin(shop, ann, bob)
    seat = host.match.pending[0].seat
    buyer = (ann, bob)[seat]
    do(host, "buy", LAMP)
    host.concede(seat)
    assert (wares(buyer), coins(buyer)) == ([LAMP, ROPE], 20)
    check_all()
    end_all()


def test_who_is_thrown_out_loses_nothing_and_a_bot_goes_home_for_them(shop, ann, bob, begin):
    host = begin(shop, ann, bob)
    seat = host.match.pending[0].seat
    do(host, "buy", LAMP)
    host.hand_over(seat, Sitter("Bot", bot="greedy"))
    check_all()
    end_all()
    assert sorted(wares(ann) + wares(bob)) == [LAMP, ROPE, ROPE]
    assert coins(ann) + coins(bob) == 50


@pytest.mark.parametrize("when", ["before", "after"])
def test_coins_reach_who_logs_out_in_the_middle(shop, ann, bob, begin, when):
    host = begin(shop, ann, bob)
    giver = host.match.pending[0].seat
    host.is_present = lambda seat: seat == giver
    if when == "before":
        do(host, "stay")
        host.act_by_default(1 - giver)  # and so goes home
        assert refused_option(host, "give")
    else:
        do(host, "give", 12)
        host.act_by_default(1 - giver)
    given = 12 if when == "after" else 0
    assert coins((ann, bob)[1 - giver]) == 30 + given
    check_all()
    end_all()
    assert coins((ann, bob)[giver]) == 30 - given


def refused_option(host, word):
    return all(option.word != word for option in host.match.pending[0].options)


@pytest.mark.parametrize("given_up", [False, True])
def test_a_match_that_is_called_off_leaves_no_claim(shop, ann, begin, given_up):
    host = begin(shop, ann)
    do(host, "buy", LAMP)
    host.abandon("called off", given_up=given_up)
    assert (wares(ann), coins(ann)) == ([LAMP, ROPE], 20)
    end_all()


def test_a_match_that_cannot_be_read_any_more_gives_it_back(shop, ann, begin, clock):
    host = begin(shop, ann)
    do(host, "buy", LAMP)
    do(host, "stay")
    host.release()
    JournalEntry.objects.filter(match=host.record, index=0).delete()
    assert recovery.recover_matches(clock=clock) == []
    assert (on_shelf(), wares(ann), coins(ann)) == ([LAMP], [ROPE], 30)
    end_all()


def test_a_restart_in_the_middle_changes_nothing(shop, ann, bob, begin, clock):
    first, second = begin(shop, ann), begin(shop, bob)
    do(first, "buy", LAMP)
    refused(do, second, "buy", LAMP)
    hashes = {each.record.pk: each.match.hash() for each in (first, second)}
    registry.forget_all()
    found = recovery.recover_matches(clock=clock)
    assert {each.record.pk: each.match.hash() for each in found} == hashes
    check_all()
    end_all()
    assert wares(ann) == [LAMP, ROPE]


@pytest.fixture
def altered(tmp_path):
    """`altered(old, new)`: the same game with another text at a place, alone on the shelf."""

    def altered(old, new):
        shutil.copytree(SHOP, tmp_path / "shop")
        path = tmp_path / "shop" / "pack.json5"
        text = path.read_text(encoding="utf-8")
        assert old in text
        path.write_text(text.replace(old, new), encoding="utf-8")
        pack = load_pack(tmp_path / "shop")
        games.forget()
        games._shelf = {}
        games.put_on_shelf(pack)
        return pack

    yield altered
    games.forget()


GRAB = '{"type": "move", "target": "{match.shelf}", "to": "bag", "of": "{%s}"}, '


def test_who_gives_up_does_so_without_what_has_gone(altered, ann, bob, begin):
    home = '{"type": "goHome", "who": "{you}"}'
    pack = altered(home, GRAB % "you" + home)  # a thief
    first, second = begin(pack, ann), begin(pack, bob)
    do(second, "buy", LAMP)
    first.concede(0)
    assert first.match.is_over
    picks = JournalEntry.objects.filter(match=first.record).order_by("index")
    assert list(picks.values_list("picks", flat=True)) == [[*GONE, -1, lamp().pk], [-1]]
    end_all()
    assert (wares(ann), wares(bob)) == ([ROPE], [LAMP, ROPE])


def test_what_a_match_takes_as_it_begins_is_its_own(altered, ann, bob, begin):
    loop = '{"type": "while", "condition": true'
    first = '{"type": "let", "id": "one", "value": {"chooser": "players"}}, '
    pack = altered(loop, first + GRAB % "one.first" + loop)
    begin(pack, ann)
    assert (lamp().place.name, lamp().match is None) == ("shop", False)
    begin(pack, bob)
    end_all()
    assert wares(ann) == [LAMP, ROPE]


# -- coins ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("picks", [(-1,), (999,), (), (0, 1)])
def test_what_is_not_offered_cannot_be_had(shop, ann, bob, begin, picks):
    host = begin(shop, ann, bob)
    seat = host.match.pending[0].seat
    assert refused(host.answer, seat, picks).key == "illegalAnswer"
    amounts = [each.entity for each in host.match.pending[0].options if each.word == "give"]
    assert (min(amounts), max(amounts)) == (1, 30)
    end_all()
    assert (coins(ann), coins(bob)) == (30, 30)


def test_a_wager_moves_coins_and_makes_none(shop, ann, bob, begin):
    host = begin(shop, ann, bob)
    for _ in range(5):
        do(host, "wager")
        do(host, "yes")
    end_all()
    assert coins(ann) + coins(bob) == 60


def test_two_hundred_pasted_lines_of_buying_and_selling_add_up(shop, ann, bob, begin):
    host = begin(shop, ann, bob)
    for number in range(200):
        offered = {option.word for option in host.match.pending[0].options}
        word = ("buy", "sell", "try")[number % 3]
        do(host, word if word in offered else "stay")
        if number % 20 == 0:
            check_all()
    end_all()
    made = sum(e.amount for e in Entry.objects.filter(what="coins", source="mint"))
    used = sum(e.amount for e in Entry.objects.filter(what="coins", target="burn"))
    assert coins(ann) + coins(bob) == made - used
    assert Thing.objects.count() == 3


def test_who_is_killed_while_buying_has_paid_for_the_lamp_or_has_it_not(tmp_path):
    run = subprocess.run(
        [sys.executable, "-W", "ignore", KILLED, str(tmp_path / "db")],
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert run.returncode == 0, run.stdout[-4000:] + run.stderr[-4000:]
