"""A deck is for its game: lists, numbers, names and the open deck are those of one game."""

import re

import pytest

from world.errors import TableError
from world.models import SavedDeck
from world.shelf import decks as book
from world.shelf import games

from .conftest import load
from .test_decks import give, saved

pytestmark = pytest.mark.usefixtures("race")


# ------------------------------------------------------------------ of several games


@pytest.fixture
def duel(race):
    """The duel beside the race: two games with decks."""
    games.put_on_shelf(load("duel"))
    return load("duel")


def listed_names(told):
    """The names in a list of decks, by number."""
    return re.findall(r"^ *\d+  (.+?)(?: \(open\))?  ", told, re.MULTILINE)


@pytest.mark.parametrize(
    "typed", ["deck new race Fire", "deck race new Fire", "牌组竞速卡牌新建Fire"]
)
def test_a_game_that_is_named_is_the_one_a_new_deck_is_for(ann, race, duel, typed):
    told = ann.type(typed)
    assert "Fire" in told
    assert (saved(ann, "Fire").game, saved(ann, "Fire").name) == ("race", "Fire")


def test_the_list_has_the_decks_of_one_game_and_counts_those_of_others(ann, race, duel):
    give(ann, race, "Embers")
    give(ann, duel, "Aces")
    told = ann.type("deck race")
    assert listed_names(told)[0] == "Embers"
    assert "Aces" not in told
    assert "Your decks for other games: Duel of Summoners: 1. deck GAME lists them." in told
    assert listed_names(ann.type("deck duel"))[0] == "Aces"
    assert listed_names(ann.type("deck"))[0] == "Aces"  # the game used last


def test_numbers_and_names_at_a_table_are_those_of_its_game(ann, race, duel):
    give(ann, race, "Embers")
    give(ann, duel, "Aces")
    ann.type("deck show Aces")
    ann.type("open race")
    assert listed_names(ann.type("deck"))[0] == "Embers"
    assert "Your deck here: Embers." in ann.type("deck use 1")
    for typed in ("deck use Aces", "deck copy Aces", "deck show Aces", "deck copy Aces as Kings"):
        assert "“Aces” is a deck for Duel of Summoners." in ann.type(typed), typed
    assert "No deck is open." in ann.type("deck check")
    assert SavedDeck.objects.count() == 2


def test_a_deck_is_copied_and_brought_for_its_own_game_wherever_one_is(ann, race, duel):
    give(ann, duel, "Aces")
    ann.type("open race")
    assert "“Kings” is a copy of it for Duel" in ann.type("deck duel copy Aces as Kings")
    assert saved(ann, "Kings").game == "duel"
    assert "you bring to Duel of Summoners: Kings." in ann.type("deck duel use Kings")
    assert ann.character.location.deck_of(ann.character) is None


def test_decks_of_two_games_may_have_one_name(ann, race, duel):
    ann.type("deck race new Fire")
    assert "a new deck for Duel" in ann.type("deck duel new Fire")
    assert "You have a deck called “Fire” already." in ann.type("deck duel new Fire")
    assert SavedDeck.objects.count() == 2


def test_each_game_has_its_open_deck(ann, race, duel):
    ann.type("deck race new Fire")
    ann.type("deck duel new Aces")
    ann.type("open race")
    assert "“Fire”: Spark put in." in ann.type("deck add spark")
    ann.type("leave")
    assert "“Aces”: " in ann.type("deck duel check")


def test_a_deck_of_another_game_is_not_brought_by_its_number(ann, race, duel):
    deck = give(ann, duel, "Aces")
    with pytest.raises(TableError, match="deckOtherGame"):
        book.remember_choice(ann.account, race, deck.pk)


def test_the_deck_that_was_open_before_games_had_each_their_own_is_still_open(ann, race):
    deck = give(ann, race, "Old")
    ann.account.attributes.add("open_deck", deck.pk)
    assert "“Old”: can be played." in ann.type("deck check")
