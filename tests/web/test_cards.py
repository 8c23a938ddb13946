"""The catalogue of cards: found by words and by what is printed, in an order, at an address."""

import re

import pytest
from browsing import read

from rules.pack import stored
from rules.running.printed import definitions_of
from web.cards import catalogue_of
from world.content import changes
from world.models import PackVersion
from world.shelf import games

pytestmark = pytest.mark.django_db


def names(text: str) -> list[str]:
    return re.findall(r'<h2><a href="/cards/[^"]+">([^<]+)</a></h2>', text)


def test_cards_are_found_by_all_words_of_name_or_text_in_either_language(client, shelf):
    assert names(read(client, "/cards/chrono/?q=imprisoned+PHOENIX")) == ["Imprisoned Phoenix"]
    assert names(read(client, "/cards/chrono/?q=凤凰&lang=en")) == ["Imprisoned Phoenix"]
    # Traditional characters, and full-width letters.
    assert names(read(client, "/cards/chrono/?q=鳳凰")) == ["Imprisoned Phoenix"]
    assert names(read(client, "/cards/chrono/?q=ｐｈｏｅｎｉｘ imprisoned")) == [
        "Imprisoned Phoenix"
    ]
    assert "No card is like that" in read(client, "/cards/race/?q=phoenix+dragon+nothing")


def test_cards_are_chosen_by_what_is_printed_on_them_and_sorted(client, shelf):
    text = read(client, "/cards/chrono/?school=frost&rarity=legend&sort=manaCost")
    pack = shelf["chrono"]
    found = [
        (card.facts.get("manaCost", 0), card.name["en"])
        for card in pack.cards
        if pack.program.symbol_name(card.facts.get("school", 0)) == "frost"
        and pack.program.symbol_name(card.facts.get("rarity", 0)) == "legend"
    ]
    assert len(found) > 3
    assert names(text) == [name for _, name in sorted(found, key=lambda each: each[0])]
    assert names(read(client, "/cards/race/?sort=name"))[0] == "Ashes"


def test_what_is_no_choice_is_none(client, shelf):
    everything = names(read(client, "/cards/race/"))
    assert names(read(client, "/cards/race/?element=plasma&sort=__class__&kind=")) == everything
    assert len(everything) == len(shelf["race"].cards)


def test_what_a_visitor_looks_for_is_text_and_nothing_else(client, shelf):
    text = read(client, "/cards/race/?q=%22%3E%3Cscript%3Ealert(1)%3C/script%3E&lang=en")
    assert "<script>alert" not in text
    assert read(client, "/cards/race/?q=" + "x" * 3000 + "%00")


def test_what_nobody_collects_comes_last(client, shelf):
    pack = shelf["duel"]
    tokens = {
        card.name["en"]
        for card in pack.cards
        if card.symbol not in definitions_of(pack.program, False)
    }
    told = names(read(client, "/cards/duel/"))
    assert tokens == set(told[-len(tokens) :])


def test_a_long_list_has_pages(client, shelf, monkeypatch):
    from web.pages import cards

    monkeypatch.setattr(cards, "PAGE", 30)
    text = read(client, "/cards/race/?sort=name&page=2")
    assert len(names(text)) == 30
    assert "?sort=name&amp;page=3" in text
    assert len(names(read(client, "/cards/race/?page=99999"))) == 72 - 60


def test_a_card_tells_its_numbers_its_words_and_its_decks(client, shelf):
    text = read(client, "/cards/duel/duel.minion.neutral.stone_lion/")
    assert "Taunt" in text
    assert "A deck may hold 2 of it." in text
    assert "The Caravan" in text
    assert client.get("/cards/duel/nothing/").status_code == 404
    assert client.get("/cards/nothing/").status_code == 404


def test_a_cost_of_nothing_is_told_where_its_like_have_one(shelf):
    entry = catalogue_of(shelf["chrono"], "en").entries["base.treasure.common.dont_blink"]
    assert [(each.name, each.value) for each in entry.numbers] == [("manaCost", "0")]


def test_a_card_tells_what_has_changed_since_earlier_versions(client, pebbles, settings, tmp_path):
    settings.CACHE_DIR = str(tmp_path)
    card = pebbles.cards[0]
    address = f"/cards/{pebbles.id}/{card.id}/"
    assert "What has changed" not in read(client, address)
    older = {
        place: text.replace('"grey stone"}, "weight": 1', '"grey stone"}, "weight": 77')
        for place, text in pebbles.sources.items()
    }
    row = PackVersion(pack_id=pebbles.id, version="0.9", content_hash="older")
    row.sources_packed = stored.pack_files(older)
    row.save()
    games.version_of(pebbles)
    told = changes.changes_of(pebbles, card.id, "en")
    assert len(told) == 1
    assert "77" in told[0].before
    assert "77" not in told[0].after
    assert "77" in read(client, address)
    row.sources_packed = b""  # the sentences are kept
    row.save()
    changes._known.clear()
    assert changes.changes_of(pebbles, card.id, "en") == told


def test_a_version_whose_files_are_gone_is_left_out(pebbles, settings, tmp_path):
    settings.CACHE_DIR = str(tmp_path)
    PackVersion(pack_id=pebbles.id, version="0.9", content_hash="gone").save()
    games.version_of(pebbles)
    assert changes.changes_of(pebbles, pebbles.cards[0].id, "en") is not None
