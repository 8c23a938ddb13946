"""The pages of the site: in both languages for every game, whole, cheap, and of this house."""

import gzip
import os
import re
from html.parser import HTMLParser
from pathlib import Path, PurePosixPath

import pytest
from browsing import read
from django.db import connection
from django.test.utils import CaptureQueriesContext

from world.locale.messages import LANGUAGES

pytestmark = pytest.mark.django_db
SAID = {"en": "en", "zh": "zh-CN"}


def addresses(packs) -> list[str]:
    """The pages that anybody can open, one card of each kind."""
    found = ["/", "/games/", "/help/", "/help/play/", "/auth/login/", "/auth/register/"]
    for pack in packs.values():
        found += [f"/games/{pack.id}/", f"/cards/{pack.id}/"]
        own = [] if pack.origin.raw["pack"].get("inherits") else pack.cards
        kinds = {card.kind: card.id for card in own}
        found += [f"/cards/{pack.id}/{card}/" for card in kinds.values()]
        found += [f"/decks/{pack.id}/"] if pack.program.deck_rules else []
    return found


class Page(HTMLParser):
    """What is looked at of a page: its tags, where it leads, its headings, whether it is whole."""

    VOID = {"meta", "link", "input", "br", "hr", "img"}

    def __init__(self, text: str):
        super().__init__()
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag):
        assert self.open.pop() == tag, (tag, self.getpos())

    def attributes(self, *names: str) -> list[str]:
        return [attrs[name] or "" for _, attrs in self.tags for name in names if name in attrs]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_of_every_game_is_whole_cheap_and_of_this_house(client, shelf, language):
    for address in addresses(shelf):
        with CaptureQueriesContext(connection) as queries:
            text = read(client, address, SAID[language])
        assert len(queries) <= 2, (address, queries.captured_queries)
        page = Page(text)
        assert page.open == [], address
        for name in ("style", "onclick", "onload"):
            assert not page.attributes(name), address
        for target in page.attributes("href", "src", "action"):
            assert re.match(r"(/(?!/)|#|\?|http://testserver/)", target), (address, target)
        assert [tag for tag, _ in page.tags].count("h1") == 1, address
        assert [tag for tag, _ in page.tags].count("main") == 1, address
        ids = page.attributes("id")
        assert len(ids) == len(set(ids)), address
        labels = {attrs.get("for") for tag, attrs in page.tags if tag == "label"}
        for tag, attrs in page.tags:
            if tag in ("input", "select") and attrs.get("type") not in ("hidden", "checkbox"):
                assert attrs.get("id") in labels, (address, attrs)
        assert "None" not in re.sub(r"<[^>]+>", " ", text), address
        assert not re.search(r"\|[a-zA-Z]\b|\{\w+\}", re.sub(r"<[^>]+>", " ", text)), address


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_names_itself_in_every_language(client, shelf, language):
    text = read(client, "/cards/race/?q=fire&lang=" + language)
    code = {"zh": "zh-Hans", "en": "en"}[language]
    assert f'<html lang="{code}">' in text
    for other in ("zh", "zh-hant", "en"):
        assert f"?q=fire&amp;lang={other}" in text
    assert 'hreflang="x-default"' in text
    assert 'property="og:title"' in text


def test_the_choice_of_a_language_stays_and_is_never_something_else(client, shelf):
    read(client, "/?lang=zh")
    assert client.cookies["django_language"].value == "zh-hans"
    assert "马上开玩" in read(client, "/")
    for odd in ("xx", "zh-tw", "../../etc", "zh-hans;", "\r\nx: y"):
        client.get("/", {"lang": odd})
        assert client.cookies["django_language"].value == "zh-hans"


TAIWAN = "zh-TW,zh;q=0.9,en;q=0.8"


@pytest.mark.parametrize(
    ("asks", "sees"),
    [
        ({"headers": {"accept-language": TAIWAN}}, "馬上開玩"),
        ({"headers": {"accept-language": "zh-Hant-HK"}}, "馬上開玩"),
        ({"headers": {"accept-language": "zh-CN"}}, "马上开玩"),
        ({"query_params": {"lang": "zh-hant"}}, "馬上開玩"),
        ({"headers": {"accept-language": TAIWAN}, "query_params": {"lang": "zh"}}, "马上开玩"),
    ],
)
def test_who_reads_traditional_chinese_gets_the_pages_in_it(client, shelf, asks, sees):
    answer = client.get("/", **asks)
    text = answer.content.decode()
    assert sees in text
    assert ('<html lang="zh-Hant">' in text) is (sees == "馬上開玩")
    gone = client.get("/nothing", **asks).content.decode()
    assert ('<html lang="zh-Hant">' in gone and "首頁" in gone) is (sees == "馬上開玩")


def test_what_somebody_has_typed_stays_as_it_is_in_pages_of_traditional_chinese(client, shelf):
    text = read(client, "/cards/race/?q=发动&lang=zh-hant")
    assert 'value="发动"' in text
    assert '"language": "zh-hant"' in read(client, "/webclient/")


def test_a_page_that_is_not_there_looks_like_the_others(client, shelf):
    def styles(text):
        return set(re.findall(r'rel="stylesheet" href="([^"?]+)', text))

    answer = client.get("/nothing")
    assert answer.status_code == 404
    assert styles(answer.content.decode()) == styles(read(client, "/help/"))


def test_only_what_is_the_same_for_all_is_kept_between(client, shelf):
    assert client.get("/?lang=zh").headers["Cache-Control"] == "private, no-cache"
    manifest = client.get("/manifest.webmanifest?lang=en")
    assert "public" in manifest.headers["Cache-Control"]
    assert not manifest.cookies


def test_robots_and_browsers_get_their_files(client, shelf):
    robots = client.get("/robots.txt")
    assert "Disallow: /admin/" in robots.content.decode()
    manifest = client.get("/manifest.webmanifest?lang=zh")
    assert manifest.headers["Content-Type"] == "application/manifest+json"
    assert manifest.json()["short_name"] == "逆时巫师"
    for icon in manifest.json()["icons"]:
        from django.contrib.staticfiles import finders

        assert finders.find(icon["src"].removeprefix("/static/"))


def test_the_first_visit_is_small(client, shelf):
    from django.contrib.staticfiles import finders

    with open(finders.find("site/site.css"), "rb") as file:
        assert len(file.read()) < 20_000
    answer = client.get("/cards/chrono/", headers={"accept-encoding": "gzip"})
    assert answer.headers["Content-Encoding"] == "gzip"
    assert len(answer.content) < 60_000
    text = read(client, "/")
    assert len(gzip.compress(text.encode())) + sum(map(packed, loaded_by(text))) < 60_000


def loaded_by(text: str) -> set[str]:
    """The files that a page loads at once: its sheets, its scripts, and what these import."""
    from django.contrib.staticfiles import finders

    named = re.findall(r'(?:rel="stylesheet" href|src)="/static/([^"?]+)', text)
    waiting, found = list(named), set()
    while waiting:
        name = waiting.pop()
        file = Path(finders.find(name))
        if name not in found and file.suffix == ".js":
            imports = re.findall(r'^import .*?"(\.[^"]+)";$', file.read_text(), re.MULTILINE)
            folder = PurePosixPath(name).parent
            waiting += [os.path.normpath(folder / each) for each in imports]
        found.add(name)
    return found


def packed(name: str) -> int:
    from django.contrib.staticfiles import finders

    return len(gzip.compress(Path(finders.find(name)).read_bytes()))


def test_help_tells_players_what_players_can_type_and_staff_the_rest(client, shelf, admin_client):
    text = read(client, "/help/")
    assert 'href="/help/play/"' in text
    assert "/help/ban/" not in text
    assert client.get("/help/ban/").status_code == 404
    assert client.get("/help/nothing/").status_code == 404
    assert "/help/ban/" in read(admin_client, "/help/")
    assert "<code>join 3</code>" in read(client, "/help/join/")
    assert "|w" not in read(client, "/help/watch/")


def test_who_is_here_and_what_is_played_is_told_without_secrets(client, shelf, monkeypatch):
    from types import SimpleNamespace

    from typeclasses.tables import Table
    from world.accounts import people

    def table(number, private):
        return SimpleNamespace(
            number=number,
            game_id="race",
            public_state="playing",
            names=["<b>Ann</b>", ""],
            options={"private": private},
        )

    people_here = [SimpleNamespace(key=f"Ann{number}") for number in range(14)]
    monkeypatch.setattr(people, "wizards_online", lambda: people_here)
    monkeypatch.setattr(Table, "live_tables", lambda: [table(3, False), table(4, True)])
    text = read(client, "/")
    assert "People here: 14." in text
    assert "and 2 more" in text
    assert "?watch=3" in text
    assert "?watch=4" not in text
    assert "<b>Ann" not in text
