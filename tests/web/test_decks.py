"""The deck builder: decks are made and changed by forms, by the rules of the game's own builder."""

import html
import json
import re
from pathlib import Path

import pytest
from browsing import read
from django.urls import reverse

from rules.pack import load_pack
from rules.running import decks
from server.buckets import Rate
from web.cards import catalogue_of, corner_of
from web.deckplan import cover_of, plan_of
from web.decks import spell_out
from world.accounts import limits
from world.models import SavedDeck
from world.shelf import decks as book
from world.shelf import games

pytestmark = pytest.mark.django_db
PACKS = Path(__file__).parents[2] / "mygame" / "world" / "packs"
ALL, SPARK, GUST = "/decks/race/", "race.card.fire.spark", "race.card.wind.gust"


@pytest.fixture(scope="module")
def loaded_race():
    return load_pack(PACKS / "race")


@pytest.fixture
def race(pebbles, loaded_race):
    """The race on the shelf, beside a game without decks."""
    games.put_on_shelf(loaded_race)
    return loaded_race


@pytest.fixture
def browser(client, race, anna):
    """Somebody who is signed in."""
    client.force_login(anna)
    return client


@pytest.fixture
def deck(browser, anna, race):
    """A copy of a ready deck, and its page."""
    browser.post(ALL, {"copy": "embers"})
    return SavedDeck.objects.get(account=anna)


def page_of(deck) -> str:
    return f"{ALL}{deck.pk}/"


def cards_of(deck) -> list[str]:
    deck.refresh_from_db()
    return deck.cards["cards"]


def test_a_game_without_decks_has_no_builder(browser):
    assert browser.get("/decks/pebbles/").status_code == 404
    assert browser.get("/decks/nothing/").status_code == 404


def test_who_is_not_signed_in_is_offered_both_ways_and_changes_nothing(client, race):
    text = read(client, ALL)
    assert "/auth/login/?next=/decks/race/" in text
    assert 'action="/auth/guest/"' in text
    assert client.post(ALL, {"name": "Mine"}).status_code == 302
    assert client.get(f"{ALL}1/").status_code == 302
    assert not SavedDeck.objects.exists()


def test_practice_is_told_the_decks_that_can_be_played(browser, deck, client):
    asked = reverse("practice_decks")
    answer = browser.get(asked)
    assert answer.json() == {"race": {deck.name: deck.cards}}
    assert "no-store" in answer["Cache-Control"]
    deck.cards = {**deck.cards, "cards": deck.cards["cards"][1:]}
    deck.save()
    assert browser.get(asked).json() == {"race": {}}
    client.logout()
    assert client.get(asked).json() == {}


def test_a_deck_is_begun_empty_as_a_copy_or_from_a_code(browser, anna, race):
    browser.post(ALL, {"name": "Mine"})
    browser.post(ALL, {"copy": "embers"})
    code = decks.encode_deck(race.program, race.program.deck_rules.ready["storm"].deck)
    browser.post(ALL, {"code": code})
    found = {deck.name: deck.cards for deck in book.decks_of_account(anna)}
    assert found["Mine"] == {"core": [], "cards": []}
    assert found["Embers and Stars 2"] == race.program.deck_rules.ready["embers"].deck
    assert found["New deck"] == race.program.deck_rules.ready["storm"].deck
    text = read(browser, ALL)
    assert "none yet" in text
    assert "can be played" in text


@pytest.mark.parametrize(
    ("form", "said"),
    [
        ({"code": "deck:NONSENSE"}, "That is no deck"),
        ({"code": " "}, "Paste a deck code"),
        ({"copy": "nothing"}, "There is no deck"),
        ({"name": "x" * 30}, "at most 24"),
        ({"name": "<script>"}, "A name has letters"),
    ],
)
def test_what_cannot_be_made_is_said_and_not_made(browser, form, said):
    answer = browser.post(ALL, form, follow=True, headers={"accept-language": "en"})
    assert said in answer.content.decode()
    assert not SavedDeck.objects.exists()


def test_buttons_put_in_take_out_and_move(browser, deck):
    before = cards_of(deck)
    browser.post(page_of(deck), {"take": "1"})
    assert cards_of(deck) == before[1:]
    browser.post(page_of(deck), {"add": before[0]})
    assert cards_of(deck) == [*before[1:], before[0]]
    browser.post(page_of(deck), {"move": "23-1"})
    assert cards_of(deck) == before
    browser.post(page_of(deck), {"remove": before[0]})
    assert len(cards_of(deck)) == 22


@pytest.mark.parametrize(
    "form",
    [
        {"add": "nothing"},
        {"remove": "nothing"},
        {"take": "99"},
        {"take": "x"},
        {"move": "1"},
        {"move": "1-99"},
        {"move": "99999999999999999999-1"},
        {"rename": "1", "name": ""},
        {"what": "else"},
        {},
    ],
)
def test_what_cannot_be_done_changes_nothing(browser, deck, form):
    before, name = cards_of(deck), deck.name
    assert browser.post(page_of(deck), form).status_code == 302
    assert cards_of(deck) == before
    assert deck.name == name


def test_the_page_says_what_is_wrong_and_where_the_limits_are(browser, deck):
    text = read(browser, page_of(deck))
    assert "The deck can be played." in text
    assert "deck:" in text
    browser.post(page_of(deck), {"take": "1"})
    text = read(browser, page_of(deck))
    assert "22 of 23" in text
    assert "The deck can be played." not in text
    held = dict(
        re.findall(r'data-card="([^"]+)" data-limit.*?class="held">(\d+)<', text, re.DOTALL)
    )
    assert held[SPARK] == str(cards_of(deck).count(SPARK))


def test_the_script_of_the_page_gets_its_answer_as_data(browser, deck):
    quiet = {"accept": "application/json"}
    answer = browser.post(page_of(deck), {"take": "1"}, headers=quiet).json()
    assert "22 / 23" in answer["html"] or "22 of 23" in answer["html"]
    assert sum(answer["held"].values()) == 23
    assert not answer["anew"]
    answer = browser.post(
        page_of(deck), {"add": "race.core.wind.weathervane"}, headers=quiet
    ).json()
    assert answer.get("anew") or answer.get("error")
    answer = browser.post(page_of(deck), {"add": "no such card"}, headers=quiet)
    assert list(answer.json()) == ["error"]
    assert json.loads(answer.content)


def test_a_deck_is_chosen_renamed_and_deleted_only_when_sure(browser, anna, deck, race):
    browser.post(page_of(deck), {"bring": "1"})
    assert book.preferred_choice(anna, race) == deck.pk
    assert "You play this deck" in read(browser, page_of(deck))
    browser.post(page_of(deck), {"rename": "1", "name": "Rush"})
    deck.refresh_from_db()
    assert deck.name == "Rush"
    browser.post(page_of(deck), {"delete": "1"})
    assert SavedDeck.objects.exists()
    browser.post(page_of(deck), {"delete": "1", "sure": "1"})
    assert not SavedDeck.objects.exists()


def test_a_deck_is_its_owners_alone(deck, client, django_user_model):
    from typeclasses.accounts import Account

    other, _ = Account.create(username="Berta", password="correct-horse")
    client.force_login(other)
    assert client.get(page_of(deck)).status_code == 404
    assert client.post(page_of(deck), {"delete": "1", "sure": "1"}).status_code == 404
    client.post(ALL, {"copy": str(deck.pk)})
    assert SavedDeck.objects.count() == 1


def test_who_changes_too_fast_is_told_to_wait(browser, deck, settings):
    settings.ACTION_LIMITS = {**settings.ACTION_LIMITS, "changeDeck": Rate(2, 600)}
    limits.forget()
    quiet = {"accept": "application/json", "accept-language": "en"}
    for _ in range(3):
        answer = browser.post(page_of(deck), {"move": "1-2"}, headers=quiet).json()
    assert "changing decks" in answer["error"]
    limits.forget()


def test_cards_the_game_has_no_more_can_be_taken_out(browser, deck):
    deck.cards["cards"][3] = "race.card.gone"
    deck.save()
    assert "race.card.gone" in read(browser, page_of(deck))
    browser.post(page_of(deck), {"take": "4"})
    assert "race.card.gone" not in cards_of(deck)


def test_each_change_is_taken_back_until_the_deck_is_as_it_was(browser, deck):
    first = cards_of(deck)
    assert 'name="undo" value="1" disabled' in read(browser, page_of(deck))
    browser.post(page_of(deck), {"take": "1"})
    second = cards_of(deck)
    browser.post(page_of(deck), {"write": "2 Spark"})
    assert cards_of(deck) == [SPARK, SPARK]
    browser.post(page_of(deck), {"undo": "1"})
    assert cards_of(deck) == second
    browser.post(page_of(deck), {"undo": "1"})
    assert cards_of(deck) == first
    assert browser.post(page_of(deck), {"undo": "1"}).status_code == 302
    assert cards_of(deck) == first


def test_a_deck_is_typed_as_the_page_writes_it(browser, deck):
    before = {name: list(part) for name, part in deck.cards.items()}
    written = re.search(r"<textarea[^>]*>(.*?)</textarea>", read(browser, page_of(deck)), re.DOTALL)
    browser.post(page_of(deck), {"write": html.unescape(written[1])})
    deck.refresh_from_db()
    assert deck.cards == before


@pytest.mark.parametrize("typed", ["nothing such", "99 Spark, " * 30, "deck:NONSENSE", ""])
def test_what_is_no_deck_changes_none(browser, deck, typed):
    before = cards_of(deck)
    answer = browser.post(
        page_of(deck), {"write": typed}, headers={"accept": "application/json"}
    ).json()
    assert list(answer) == ["error"]
    assert cards_of(deck) == before


@pytest.mark.parametrize(
    ("typed", "names"),
    [
        ("2 Spark", ["Spark"] * 2),
        ("2x Spark, Gust", ["Spark", "Spark", "Gust"]),
        ("Spark ×3\nGust", ["Spark"] * 3 + ["Gust"]),
        ("3 of Swords", ["of Swords"] * 3),
        ("deck:2 X", ["deck:2 X"]),
    ],
)
def test_numbers_before_and_behind_names_are_how_many(typed, names):
    assert spell_out(typed).split("\n") == names


def test_a_deck_can_be_shown_to_whoever_has_its_address_and_be_copied(client, browser, deck, race):
    text = read(browser, page_of(deck))
    address = html.unescape(re.search(r'id="share" readonly value="([^"]+)"', text)[1])
    client.logout()
    shown = read(client, address.removeprefix("http://testserver"))
    assert "The deck can be played." in shown
    assert "/auth/guest/" in shown
    assert client.get("/decks/race/shared/?code=deck:NONSENSE").url == ALL
    assert client.get("/decks/race/shared/").url == ALL


def test_a_plan_counts_what_the_cards_are_made_of(race):
    entries = catalogue_of(race, "en").entries
    plan = plan_of(race, race.program.deck_rules.ready["embers"].deck, entries)
    assert plan.costs == "speed"
    assert sum(bar.cards for bar in plan.curve) == 23
    assert max(bar.tenths for bar in plan.curve) == 10
    assert plan.pace == ""  # more speed is not worse
    assert sum(count for _, count in plan.kinds) == 23
    assert plan_of(race, {"core": [], "cards": []}, entries).curve == []


def test_the_cover_of_a_deck_is_its_one_card_else_the_rarest_and_dearest(race):
    deck = race.program.deck_rules.ready["embers"].deck
    assert cover_of(race, deck) == deck["core"][0]
    assert cover_of(race, {"core": [], "cards": deck["cards"]}) in deck["cards"]
    assert cover_of(race, {"core": [], "cards": ["race.card.gone"]}) == ""


def test_cards_are_found_by_the_number_at_their_corner(browser, deck, race):
    found = catalogue_of(race, "en")
    assert corner_of(race) == "speed"
    cards = found.choose_cards("", {"speed": "3"}, "")
    assert cards
    assert all(card.values["speed"] == 3 for card in cards)
    above = found.choose_cards("", {"speed": "2+"}, "")
    assert {card.id for card in cards} < {card.id for card in above}
    assert "Cards: " in read(browser, page_of(deck) + "?speed=3")
    read(browser, page_of(deck) + "?speed=x")
