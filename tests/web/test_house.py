"""The house around the table: the stage of the first page, records, matches, people."""

import json
from datetime import timedelta

import pytest
from browsing import read
from django.contrib.auth.models import AnonymousUser
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from web import going
from world.accounts import guests, listing
from world.models import MatchRecord, MatchSeat, PlayerRecord
from world.play import exhibition, lengths
from world.shelf import games

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pebbles")]


@pytest.fixture(autouse=True)
def _anew():
    from web.pages import hall, showcase

    hall.forget()
    showcase.forget()
    lengths.forget()
    yield
    lengths.forget()


def account(name: str):
    from typeclasses.accounts import Account

    made, errors = Account.create(username=name, password="correct-horse")
    assert made, errors
    return made


def played(pack, *accounts, minutes=1, **fields):
    """A finished match of these people, who came in in this order, with a bot behind them."""
    match = MatchRecord.objects.create(
        pack_version=games.version_of(pack),
        seed=1,
        status=MatchRecord.Status.FINISHED,
        ended_at=timezone.now() + timedelta(minutes=minutes),
        **fields,
    )
    for seat, each in enumerate((*accounts, None)):
        name = each.username if each else "Robo"
        MatchSeat.objects.create(match=match, seat=seat, account=each, name=name, place=seat + 1)
    return match


# -- the stage of the first page


def test_where_nobody_has_played_bots_play_the_match_that_is_shown_and_it_is_kept(client, pebbles):
    told = json.loads(client.get("/showcase/steps.json").content)
    record = MatchRecord.objects.get()
    assert told["match"] == record.pk
    assert record.status == MatchRecord.Status.FINISHED
    assert {seat.bot for seat in record.seats.all()} == {exhibition.BOT}
    assert not PlayerRecord.objects.exists()
    assert 0 < len(told["steps"]) <= exhibition.STEPS
    assert not isinstance(told["steps"][0]["public"], list)  # one can begin with it
    read(client, told["address"])
    assert json.loads(client.get("/showcase/steps.json").content)["match"] == record.pk


def test_a_match_of_people_is_shown_before_one_of_bots_and_no_private_one(anna, pebbles):
    played(pebbles)
    open_one = played(pebbles, anna)
    played(pebbles, anna, private=True)
    assert exhibition.best_match(pebbles) == open_one


def test_the_stage_may_stand_in_a_frame_of_this_house_alone(client):
    answer = client.get("/showcase/")
    assert answer.headers["X-Frame-Options"] == "SAMEORIGIN"
    assert "frame-ancestors 'self'" in answer.headers["Content-Security-Policy"]
    assert "frame-src 'self'" in client.get("/").headers["Content-Security-Policy"]


def test_whoever_is_not_signed_in_goes_straight_in_with_one_click(client):
    text = read(client, "/")
    assert '<input type="hidden" name="next" value="/webclient/">' in text
    assert client.post("/auth/guest/", {"next": "/webclient/"}).url == "/webclient/"
    assert '<input type="hidden" name="next"' not in read(client, "/")


def test_the_first_page_leads_back_to_ones_own_table_in_ones_language(client, anna, pebbles):
    from typeclasses.tables import Table
    from world.accounts import people

    client.force_login(anna)
    assert 'class="going"' not in read(client, "/")
    Table.open_table("pebbles", people.wizard_of(anna))
    assert "You have a seat (table 1)" in read(client, "/")
    assert "你有一个座位（第 1 桌）" in read(client, "/", "zh")


def test_the_length_of_a_match_is_measured_where_enough_were_played(client, anna, pebbles):
    for minutes in (4, 7, 8, 9, 90):
        assert "about 8 min" not in read(client, "/games/")
        played(pebbles, anna, minutes=minutes)
        lengths.forget()
    assert "about 8 min" in read(client, "/games/")


# -- matches and records


def test_matches_are_told_a_page_at_a_time_but_for_private_ones_and_lessons(client, anna, pebbles):
    hidden = [played(pebbles, anna, private=True), played(pebbles, anna, lesson=True)]
    shown = [played(pebbles, anna) for _ in range(23)]
    text = read(client, "/matches/")
    assert f'href="/matches/{shown[-1].pk}/"' in text
    assert f'href="/matches/{shown[0].pk}/"' not in text
    assert f"?before={shown[3].pk}" in text
    text = read(client, f"/matches/?before={shown[3].pk}&game=pebbles")
    assert f'href="/matches/{shown[0].pk}/"' in text
    assert not any(f'href="/matches/{each.pk}/"' in text for each in hidden)
    for odd in ("?before=x", "?before=-1", "?game=nothing", "?before=" + "9" * 40):
        read(client, "/matches/" + odd)


@pytest.mark.parametrize("address", ["/matches/", "/people/", "/records/", "/"])
def test_a_page_asks_as_much_of_a_crowd_as_of_a_few(client, anna, pebbles, address):
    def play(name):
        person = account(name)
        PlayerRecord.objects.create(account=person, game="pebbles", played=2, won=1)
        played(pebbles, person, anna)

    def queries():
        read(client, address)  # what is asked for once in some seconds is known then
        with CaptureQueriesContext(connection) as asked:
            read(client, address)
        return len(asked)

    play("Ben")
    few = queries()
    for number in range(12):
        play(f"Cleo{number}")
    assert queries() <= few < 20


def test_records_tell_the_best_of_a_game_among_people_against_bots_and_in_a_row(client, anna):
    figures = {"played": 9, "won": 4, "met": 7, "beat": 3, "best_streak": 2, "best_score": 31}
    PlayerRecord.objects.create(account=anna, game="pebbles", **figures)
    text = read(client, "/records/?game=pebbles")
    for told in ("3 of 7 won", "1 of 2 won", "2 in a row", ">31<"):
        assert told in text


# -- people


def test_the_directory_has_who_wants_to_be_in_it_and_no_guests(client, anna):
    berta, guest = account("Berta"), guests.make_guest("en")
    text = read(client, "/people/")
    assert "/people/Anna/" in text
    assert "/people/Berta/" in text
    assert guest.username not in text
    client.force_login(berta)
    client.post("/auth/listed/", {"listed": "off"})
    assert "<strong>Berta</strong>" not in read(client, "/people/")
    assert not listing.is_listed(berta)
    client.post("/auth/listed/", {"listed": "on"})
    assert "<strong>Berta</strong>" in read(client, "/people/")
    client.logout()
    assert client.post("/auth/listed/", {"listed": "off"}).url == "/auth/login/"


def test_people_are_found_by_the_beginning_of_their_names_and_told_a_page_at_a_time(client, anna):
    for number in range(listing.PAGE):
        account(f"Ben{number:02}")
    text = read(client, "/people/?q=ben")
    assert "Ben29" in text
    assert "<strong>Anna</strong>" not in text
    text = read(client, "/people/")
    assert "after=Ben28" in text
    assert "Ben29" not in text
    assert "Ben29" in read(client, "/people/?after=Ben28")
    for odd in ("?q=%00", "?after=%00", "?q=" + "x" * 300, "?q=%25"):
        read(client, "/people/" + odd)


def test_a_page_tells_what_somebody_has_earned(client, anna):
    assert "First win" not in read(client, "/people/Anna/")
    PlayerRecord.objects.create(account=anna, game="pebbles", played=9, won=4, best_streak=3)
    text = read(client, "/people/Anna/")
    assert "First win" in text
    assert "Three in a row" in text
    assert "Ten wins" not in text


def test_the_way_back_asks_the_database_once_and_for_strangers_never(
    rf, django_assert_max_num_queries
):
    request = rf.get("/")
    request.user = AnonymousUser()
    with django_assert_max_num_queries(0):
        assert going.way_back(request) == ""
    request.user = account("Wayback")
    going.way_back(request)  # from here on what is kept of an account is known
    with django_assert_max_num_queries(1):
        assert going.way_back(request) == ""
