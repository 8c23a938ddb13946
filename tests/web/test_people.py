"""A person's page: what others may know of them, and what only they themselves see."""

import pytest
from browsing import read
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from world.accounts import guests
from world.models import Friend, MatchRecord, MatchSeat, PlayerRecord
from world.shelf import games

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pebbles")]
HERS = "/people/Anna/"


def account(name: str):
    from typeclasses.accounts import Account

    made, errors = Account.create(username=name, password="correct-horse")
    assert made, errors
    return made


def played(pack, *accounts, private=False):
    """A finished match of these people, with a bot at the last seat."""
    match = MatchRecord.objects.create(
        pack_version=games.version_of(pack),
        seed=1,
        private=private,
        status=MatchRecord.Status.FINISHED,
        ended_at=timezone.now(),
    )
    for seat, each in enumerate((*accounts, None)):
        name = each.username if each else "Robo"
        MatchSeat.objects.create(match=match, seat=seat, account=each, name=name, place=seat + 1)
    return match


def test_a_page_tells_the_record_and_the_last_matches(client, anna, pebbles):
    figures = {"played": 9, "won": 4, "met": 7, "beat": 3, "best_streak": 2}
    PlayerRecord.objects.create(account=anna, game="pebbles", **figures)
    match = played(pebbles, anna)
    assert "3 of 7 won" in read(client, "/games/pebbles/")
    text = read(client, HERS)
    for told in ("Pebbles", ">9<", ">4<", ">3<", f"/matches/{match.pk}/", "Robo"):
        assert told in text
    assert client.get("/people/anna/").url == HERS
    for odd in ("Nobody", "%00", "x" * 300, "<b>", "me"):
        assert client.get(f"/people/{odd}/").status_code == 404


def test_matches_at_private_tables_are_for_those_who_played_them(client, anna, pebbles):
    match = played(pebbles, anna, private=True)
    link = f"/matches/{match.pk}/"
    assert link not in read(client, HERS)
    stranger = account("Berta")
    client.force_login(stranger)
    assert link not in read(client, HERS)
    client.force_login(anna)
    assert link in read(client, HERS)


def test_when_somebody_was_here_exactly_is_told_to_friends(client, anna):
    anna.last_login = timezone.now()
    anna.save()
    exactly = f"{anna.last_login:%Y-%m-%d %H:%M}"
    friend = account("Berta")
    assert exactly not in read(client, HERS)
    client.force_login(friend)
    assert exactly not in read(client, HERS)
    Friend.objects.create(account=anna, friend=friend)
    assert exactly in read(client, HERS)


def test_only_oneself_sees_ones_friends_and_ways_to_change_things(client, anna):
    Friend.objects.create(account=anna, friend=account("Berta"))
    assert "Berta" not in read(client, HERS)
    client.force_login(anna)
    text = read(client, HERS)
    assert "/people/Berta/" in text
    assert "/auth/password/" in text


def test_a_page_asks_the_database_as_much_for_many_matches_as_for_one(client, anna, pebbles):
    played(pebbles, anna)
    read(client, HERS)
    with CaptureQueriesContext(connection) as one:
        read(client, HERS)
    for _ in range(8):
        played(pebbles, anna, account(f"Ben{_}"))
    with CaptureQueriesContext(connection) as many:
        read(client, HERS)
    assert len(many) <= len(one) < 15


def test_what_people_say_of_themselves_is_text(client, anna):
    anna.attributes.add("about", "<script>alert(1)</script> |rred")
    text = read(client, HERS)
    assert "<script>alert" not in text


# -- guests ----------------------------------------------------------------------------------------


def test_a_guest_of_the_site_goes_on_where_they_were(client, pebbles):
    answer = client.post("/auth/guest/", {"next": "/games/pebbles/"})
    assert answer.url == "/games/pebbles/"
    assert "_auth_user_id" in client.session
    name = guests.all_guests().get().username
    assert "/auth/register/" in read(client, f"/people/{name}/")
    client.post("/auth/guest/")
    assert guests.all_guests().count() == 1


def test_a_guest_is_led_to_no_other_house(client):
    for target in ("//evil.example", "https://evil.example/", "javascript:alert(1)"):
        assert client.post("/auth/guest/", {"next": target}).url == "/"
    assert client.get("/auth/guest/").status_code == 405


def test_a_guest_who_registers_keeps_everything_and_stays_signed_in(client, pebbles):
    guest = guests.make_guest("en")
    client.force_login(guest)
    match = played(pebbles, guest)
    text = read(client, "/auth/register/")
    assert guest.username in text
    form = {"username": "Cleo", "new_password": "correct-horse", "again": "correct-horse"}
    answer = client.post("/auth/register/", {**form, "username": "a"})
    assert answer.status_code == 200
    assert client.post("/auth/register/", form).status_code == 302
    text = read(client, "/people/Cleo/")
    assert f"/matches/{match.pk}/" in text
    assert "/auth/password/" in text
    assert not guests.all_guests().exists()
    assert client.get("/auth/register/").status_code == 302


def test_who_plays_in_this_browser_is_the_same_on_the_site(client, anna):
    guest = guests.make_guest("en")
    session = client.session
    session["webclient_authenticated_uid"] = guest.pk
    session.save()
    key = session.session_key
    assert guest.username in read(client, "/")
    assert client.session.session_key == key
    assert client.session["_auth_user_id"] == str(guest.pk)

    other = type(client)()
    session = other.session
    session["webclient_authenticated_uid"] = anna.pk
    session.save()
    assert "Anna" in read(other, "/")
    assert "_auth_user_id" not in other.session
    anna.is_staff = True
    anna.save()
    assert "Anna" not in read(other, "/")
