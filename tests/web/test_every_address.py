"""Whatever is asked of the web site, the answer is a page: no accident, no traceback, no detail."""

import sys

import pytest
from django.db import OperationalError
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from server import visitors
from web import errors

pytestmark = pytest.mark.django_db

# What has to be of another kind than the page expects it.
ODD = (
    "0",
    "-1",
    "99999999999999999999999",
    "1",
    "a",
    "..",
    "%00",
    "%ff%fe",
    "逆时",
    "'--",
    "{{7*7}}",
)
QUERIES = (
    "",
    "?q=%00&p=99999&o=-7.x&e=1&_popup=1&_to_field=nothing&all=",
    "?%ff=%fe&next=//evil.example&next=javascript:1",
    "?id__exact=x&no__such__field=1&db_key__regex=(&is_staff__exact=2",
    "?" + "a=1&" * 900,
)
METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "QUATSCH")
DETAILS = (b"Traceback", b"Django", b"sqlite", b"Exception", b"Evennia")
# Pages of the admin name what they are made of.
ADMIN, LOGOUT = "/admin/", "/auth/logout/"
SPEAKS_OF_ITSELF = (ADMIN, "/webclient/")


def addresses(odds=ODD, resolver=None, prefix: str = "/") -> list[str]:
    """Every pattern of the resolver, its holes filled with each of these things."""
    found = []
    for pattern in (resolver or get_resolver()).url_patterns:
        route = prefix + str(pattern.pattern).lstrip("^").rstrip("$").replace("\\Z", "")
        if isinstance(pattern, URLResolver):
            found += addresses(odds, pattern, route)
        elif isinstance(pattern, URLPattern):
            found += filled(route, odds)
    return found


def filled(route: str, odds) -> list[str]:
    import re

    hole = re.compile(r"<[^>]+>|\(\?P<\w+>[^)]*\)")
    if not hole.search(route):
        return [route]
    return [hole.sub(lambda _, odd=odd: odd, route) for odd in odds]


ADDRESSES = sorted({*addresses(), "/nothing", "/%00", "/%ff", "//evil.example/", "/a" * 900})

# Each page once, of something that may be there; what of the admin site shows no single thing; and
# what is tried at a door that stays shut.
ONCE = {*addresses(["1"]), "/nothing"} - {LOGOUT}
PLAIN = sorted(address for address in ONCE if not address.startswith(ADMIN))
LISTS = sorted(address for address in ONCE if address.startswith(ADMIN) and "/1/" not in address)
FEW = {*addresses(["1"]), *addresses(["%00"])}


@pytest.fixture(params=["nobody", "player", "superuser"])
def visitor(request, anna, db):
    client = Client(raise_request_exception=False)
    if request.param != "nobody":
        user = anna
        user.is_staff = request.param == "superuser"
        user.is_superuser = request.param == "superuser"
        user.save()
        client.force_login(user)
    client.is_staff = request.param == "superuser"
    return client


def check(answer, address: str) -> None:
    assert answer.status_code != 500, address[:200]
    body = b"" if answer.streaming else answer.content
    if not address.startswith(SPEAKS_OF_ITSELF):
        assert not [word for word in DETAILS if word in body], address[:200]


def test_there_are_addresses_to_try():
    assert "/auth/login/" in ADDRESSES
    assert "/admin/objects/objectdb/%00/change/" in ADDRESSES
    assert len(ADDRESSES) > 300
    assert {"/auth/login/", "/api/1/games/"} <= {*PLAIN}
    assert "/admin/objects/objectdb/" in LISTS


def test_odd_addresses(visitor):
    for address in ADDRESSES:
        # Who may not see the admin site is sent to the login, whatever stands behind its door.
        shut = address.startswith(ADMIN) and not visitor.is_staff
        if address != LOGOUT and (address in FEW or not shut):
            check(visitor.get(address), address)


def test_odd_queries(visitor):
    for address in (*PLAIN, *(LISTS if visitor.is_staff else ())):
        for query in QUERIES:
            check(visitor.get(address + query), address)


def test_odd_methods_and_forms(visitor):
    form = {"username": "\x00\x1b", "password": "x", "next": "//evil.example", "action": "x"}
    for address in PLAIN:
        for method in METHODS:
            check(visitor.generic(method, address), address)
        check(visitor.generic("POST", address, b"\xff\x00%", "application/json"), address)
        check(visitor.generic("POST", address, b"--x", "multipart/form-data"), address)
        check(visitor.post(address, form), address)


@pytest.mark.parametrize(
    "headers",
    [
        {"host": "evil.example"},
        {"host": "\x00"},
        {"cookie": "sessionid=\x00; csrftoken=%ff; django_language=../../etc"},
        {"accept-language": "x" * 5000},
        {"x-forwarded-for": "\x00, ::::"},
        {visitors.PROOF: "é"},
        {"x-forwarded-proto": "gopher"},
        {"content-length": "-5"},
    ],
)
def test_odd_headers(headers):
    client = Client(raise_request_exception=False)
    for address in ("/", "/webclient/", "/auth/login/", "/admin/", "/nothing"):
        check(client.get(address, headers=headers), address)
        check(client.post(address, {}, headers=headers), address)


@pytest.mark.parametrize("user", [None, "player"])
def test_a_database_that_is_away_is_said_in_both_languages(anna, monkeypatch, user):
    client = Client(raise_request_exception=False)
    client.force_login(anna)
    answer = broken(client, monkeypatch, "/auth/password/")
    assert answer.status_code == 503
    assert answer.headers["Retry-After"]
    page = answer.content.decode()
    assert "数据库现在没有回应" in page
    assert "The database does not answer" in page
    assert "locked" not in page


def broken(client, monkeypatch, address):
    """The answer while every query fails."""
    from django.db import connection

    def refuse(*args):
        raise OperationalError("database is locked")

    with connection.execute_wrapper(refuse):
        return client.get(address)


def test_a_mistake_of_ours_is_a_sentence_in_both_languages_and_is_noted(client, monkeypatch):
    client.raise_request_exception = False
    noted = []
    monkeypatch.setattr(
        errors.logger, "log_trace", lambda told: noted.append((told, str(sys.exc_info()[1])))
    )
    from world.shelf import games

    monkeypatch.setattr(games, "games_by_id", lambda: 1 / 0)
    answer = client.get("/")
    assert answer.status_code == 500
    page = answer.content.decode()
    assert "出了差错" in page
    assert "Something went wrong" in page
    assert noted == [("A page failed: GET '/'", "division by zero")]


@pytest.mark.parametrize("address", ["/", "/webclient/", "/auth/login/", "/admin/", "/nothing"])
def test_every_page_protects_who_reads_it(client, address):
    headers = client.get(address).headers
    assert headers["X-Frame-Options"] == "DENY"
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "same-origin"
    assert headers["Cross-Origin-Opener-Policy"] == "same-origin"
    policy = headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe-inline" not in policy
    assert "unsafe-eval" not in policy


@pytest.mark.parametrize(
    "address",
    [
        "/characters/",
        "/characters/create/",
        "/characters/delete/anna/1/",
        "/characters/update/anna/1/",
        "/channels/",
        "/tbi/",
        "/api/",
        "/webclientdata",
        "/admin/doc/",
        "/auth/password_reset/",
    ],
)
def test_what_evennia_brings_beside_is_gone(admin_client, address):
    assert admin_client.get(address).status_code == 404


def test_the_first_page_speaks_the_language_of_the_browser_or_the_one_chosen(client):
    def page(**headers):
        return client.get("/", headers=headers).content.decode()

    assert "马上开玩" in page(**{"accept-language": "zh-CN,zh;q=0.9"})
    assert "Play now" in page(**{"accept-language": "de"})
    assert "马上开玩" in client.get("/?lang=zh", headers={"accept-language": "de"}).content.decode()
    assert "马上开玩" in page(**{"accept-language": "de"})
    client.get("/?lang=../../etc")
    assert "马上开玩" in page(**{"accept-language": "de"})
    assert "Evennia" not in page()


def test_the_staff_see_the_games_own_tables_first(admin_client):
    page = admin_client.get("/admin/").content.decode()
    assert page.index("/admin/world/matchrecord/") < page.index("/admin/objects/")
