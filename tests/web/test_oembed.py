"""Replays in pages of others by their addresses (`web.oembed`)."""

import re

import pytest

from world.models import MatchRecord, MatchSeat, PackVersion
from world.shelf import games

pytestmark = pytest.mark.django_db
HOME = "http://testserver"


@pytest.fixture
def match(shelf):
    """A match that is over, at a table for everybody."""
    version, _ = PackVersion.objects.get_or_create(
        pack_id="race", content_hash=games.games_by_id()["race"].hash, defaults={"version": "1"}
    )
    record = MatchRecord.objects.create(
        pack_version=version, seed=1, status=MatchRecord.Status.FINISHED, options={}
    )
    for seat, name in enumerate(("Rook", '<b onclick="x">"Ann\'s"')):
        MatchSeat.objects.create(match=record, seat=seat, name=name, place=seat + 1)
    return record


def asked(client, url, **more):
    return client.get("/oembed/", {"url": url, **more})


def test_the_page_of_a_replay_names_the_address_that_gives_its_frame(client, match):
    page = client.get(f"/matches/{match.pk}/?lang=en").content.decode()
    link = re.search(r'<link rel="alternate" type="application/json\+oembed" href="([^"]+)"', page)
    answer = client.get(link[1].removeprefix(HOME))
    assert answer["Content-Type"] == "application/json"
    assert answer["Access-Control-Allow-Origin"] == "*"
    told = answer.json()
    assert (told["version"], told["type"]) == ("1.0", "rich")
    frame = re.fullmatch(r'<iframe src="([^"]+)"[^<>]*></iframe>', told["html"])
    shown = client.get(frame[1].removeprefix(HOME))
    assert shown.status_code == 200
    assert "frame-ancestors *" in shown["Content-Security-Policy"]
    assert client.get(told["thumbnail_url"].removeprefix(HOME)).status_code == 200
    assert not answer.cookies


def test_the_frame_keeps_step_eyes_and_language_and_fits_where_it_stands(client, match):
    url = f"{HOME}/matches/{match.pk}/?seat=1&step=37&lang=zh&next=//evil.example"
    told = asked(client, url, maxwidth="400", maxheight="99999").json()
    assert f'/matches/{match.pk}/embed/?seat=1&amp;step=37&amp;lang=zh"' in told["html"]
    assert (told["width"], told["height"]) == (400, 520)
    assert told["html"].count("<") == 2
    for odd in ("0", "-5", "x", "²", ""):
        assert asked(client, url, maxwidth=odd).json()["width"] >= 240


@pytest.mark.parametrize(
    ("url", "status"),
    [
        ("", 400),
        ("/matches/1/", 400),
        ("javascript:alert(1)", 400),
        ("file:///etc/passwd", 400),
        ("http://[::1", 400),
        (f"{HOME}/matches/1/\n", 400),
        (f"{HOME}/matches/{'1' * 3000}/", 400),
        ("http://evil.example/matches/1/", 404),
        ("http://testserver@evil.example/matches/1/", 404),
        ("http://anna@testserver/matches/1/", 404),
        (f"{HOME}:8080/matches/1/", 404),
        (f"{HOME}/matches/99999999999999999999/", 404),
        (f"{HOME}/matches/../admin/", 404),
        (f"{HOME}/people/1/", 404),
        (f"{HOME}/", 404),
    ],
)
def test_what_is_no_replay_is_refused_in_one_sentence(client, shelf, url, status):
    answer = asked(client, url)
    assert answer.status_code == status
    assert answer.json()["error"]


def test_a_replay_that_is_not_for_everybody_is_none_even_for_its_players(client, match, anna):
    MatchRecord.objects.update(private=True)
    MatchSeat.objects.filter(seat=0).update(account=anna)
    client.force_login(anna)
    assert asked(client, f"{HOME}/matches/{match.pk}/").status_code == 404
    assert "json+oembed" not in client.get(f"/matches/{match.pk}/").content.decode()
    assert asked(client, f"{HOME}/matches/{match.pk}/", format="xml").status_code == 501
