"""The book of a game: cards, words and layout for clients that draw matches; kept for ever."""

import gzip
import json
from types import SimpleNamespace
from unittest import mock

import pytest
from django.urls import reverse
from evennia.utils.create import create_account

from rules.telling.text import Text
from web.book import _pack_version
from world.content import sandbox
from world.render import book
from world.shelf import games

pytestmark = pytest.mark.django_db


def address(pack, language="en", version=None):
    return reverse("book", args=[pack.id, version or book.edition_of(pack), language])


@pytest.mark.parametrize("language", ["zh", "en"])
def test_a_book_has_every_card_in_words(client, pebbles, language):
    told = client.get(address(pebbles, language)).json()
    text = Text(pebbles, language)
    assert told["version"] == book.edition_of(pebbles)
    assert {key: card["text"] for key, card in told["cards"].items()} == {
        card.id: text.rules_text(card) for card in pebbles.cards
    }
    assert told["zones"] == {
        zone.name: {"see": zone.see} for zone in pebbles.program.layout.zones.values()
    }
    assert told["words"]["zone"] == {name: text.zone(name) for name in pebbles.program.layout.zones}


def test_a_layout_is_in_one_language():
    layout = {"title": {"zh": "标题", "en": "Title"}, "rows": [{"en": "a", "zh": "一"}, {"id": 1}]}
    assert book.in_one_language(layout, "zh") == {"title": "标题", "rows": ["一", {"id": 1}]}
    assert book.in_one_language({"only": {"en": "Title"}}, "zh") == {"only": "Title"}
    assert book.in_one_language({"none": {}}, "zh") == {"none": {}}


def test_a_browser_keeps_it_for_ever(client, pebbles):
    answer = client.get(address(pebbles), headers={"accept-encoding": "gzip"})
    assert "immutable" in answer["Cache-Control"]
    assert json.loads(gzip.decompress(answer.content))["pack"] == pebbles.id
    known = client.get(address(pebbles), headers={"if-none-match": answer["ETag"]})
    assert known.status_code == 304
    assert not known.content


def test_traditional_characters_are_a_language_of_their_own(client, pebbles):
    told = client.get(address(pebbles, "zh-hant"))
    assert told.json()["language"] == "zh-hant"
    assert set(told.json()["cards"]) == {card.id for card in pebbles.cards}


@pytest.mark.parametrize(("language", "said"), [("en", "no such version"), ("zh", "没有这个游戏")])
def test_what_nobody_plays_is_told_in_a_sentence(client, pebbles, language, said):
    answer = client.get(address(pebbles, language, version="0" * 32))
    assert answer.status_code == 404
    assert said in answer.json()["error"]


def test_a_version_that_is_still_played_keeps_its_book(client, pebbles, monkeypatch):
    wanted = address(pebbles)
    _pack_version.cache_clear()
    monkeypatch.setattr(games, "games_by_id", dict)
    assert client.get(wanted).status_code == 404
    host = SimpleNamespace(match=SimpleNamespace(game=pebbles))
    with monkeypatch.context() as patch:
        patch.setattr(book.registry, "all_hosts", lambda: [host])
        assert client.get(wanted).json()["pack"] == pebbles.id


def test_what_is_tried_is_told_to_who_tries_it_and_to_nobody_else(client, pebbles, monkeypatch):
    _pack_version.cache_clear()
    monkeypatch.setattr(book, "pack_of", mock.Mock(side_effect=LookupError))
    assert client.get(address(pebbles)).status_code == 404
    bob = create_account("Bob", "", "correct-horse")
    client.force_login(bob)
    assert client.get(address(pebbles)).status_code == 404
    monkeypatch.setitem(sandbox._open, bob.pk, SimpleNamespace(pack=pebbles))
    answer = client.get(address(pebbles))
    assert answer.json()["pack"] == pebbles.id
    assert answer["Cache-Control"].startswith("private")
    assert client.get(address(pebbles, version="other")).status_code == 404
    client.logout()
    assert client.get(address(pebbles)).status_code == 404
