"""Cards for decks that have to be found: who owns what unlocks them."""

import json
import re
from functools import cache
from pathlib import Path

import pytest

from rules.pack import load_pack
from rules.running.decks import random_deck
from world.errors import TableError
from world.locale.reader import Reader
from world.models import SavedDeck, Sheet, Thing
from world.render.announce import sentence_of
from world.shelf import decks, finding, games

PACKS = Path(games.__file__).parents[1] / "packs"
POSTMAN, CARD = "duel.minion.neutral.old_postman", "knave.gear.old_postmans_card"


@cache
def load(name):
    return load_pack(PACKS / name)


@pytest.fixture
def shelf(db):
    """The duel, and the knave's things."""
    games.forget()
    games._shelf = {}
    for name in ("duel", "knave"):
        games.put_on_shelf(load(name))
    yield
    games.forget()


@pytest.fixture
def ann(shelf, django_user_model):
    return django_user_model.objects.create_user("Ann")


def with_postman(account):
    """A deck like the first ready one, with the postman in it."""
    pack = load("duel")
    ready = next(iter(pack.program.deck_rules.ready.values())).deck
    cards = [*ready["cards"][1:], POSTMAN]
    return SavedDeck.objects.create(
        account=account, game="duel", name="Post", key="post", cards={**ready, "cards": cards}
    )


def give(account, kind=CARD, **how):
    sheet, _ = Sheet.objects.get_or_create(realm="knave", account=account)
    return Thing.objects.create(realm="knave", kind=kind, sheet=sheet, **how)


def test_a_deck_with_a_card_one_has_not_found_is_refused_in_a_sentence_that_says_where(ann):
    deck = with_postman(ann)
    with pytest.raises(TableError) as error:
        decks.deck_option(load("duel"), ann, deck.pk)
    assert error.value.key == "deckIllegal"
    told = {language: sentence_of(error.value, Reader(language)) for language in ("en", "zh")}
    assert "Old Postman: not found yet (it is to be had in Knave)" in told["en"]
    assert "老邮差：你还没有找到（在无赖里找到、赢得或买到）" in told["zh"]


def test_who_has_what_stands_for_the_card_plays_it_and_who_has_sold_it_does_not(ann):
    deck = with_postman(ann)
    thing = give(ann)
    assert POSTMAN in decks.deck_option(load("duel"), ann, deck.pk)["cards"]
    decks.remember_choice(ann, load("duel"), deck.pk)
    thing.sheet, thing.lost = None, True
    thing.save()
    assert decks.preferred_choice(ann, load("duel")) is None
    assert finding.missing_cards(load("duel"), ann, deck.cards) == [POSTMAN]


def test_what_lay_on_a_dead_sheet_is_not_owned_any_more(ann):
    give(ann)
    Sheet.objects.update(alive=False)
    assert finding.owned_cards(ann, {POSTMAN}) == set()


def test_another_ones_thing_is_not_ones_own(ann, django_user_model):
    give(django_user_model.objects.create_user("Ben"))
    assert finding.owned_cards(ann, {POSTMAN}) == set()


def test_a_check_asks_the_database_once_and_not_at_all_for_ordinary_decks(
    ann, django_assert_num_queries
):
    deck = with_postman(ann)
    pack = load("duel")
    with django_assert_num_queries(1):
        finding.missing_cards(pack, ann, deck.cards)
    ready = next(iter(pack.program.deck_rules.ready.values())).deck
    with django_assert_num_queries(0):
        assert finding.deck_problems(pack, ann, ready) == []


def test_where_no_game_says_where_a_card_is_found_the_world_outside_is_named(ann):
    del games._shelf["knave"]
    assert finding.places_of([POSTMAN]) == [finding.ELSEWHERE]


def test_decks_by_lot_and_ready_decks_hold_no_card_that_has_to_be_found():
    rules = load("duel").program.deck_rules
    held = {card for seed in range(60) for card in random_deck(load("duel").program, seed)["cards"]}
    ready = {card for each in rules.ready.values() for card in each.deck["cards"]}
    assert not rules.found & (held | ready)
    assert POSTMAN in rules.found


def test_every_card_that_has_to_be_found_is_somewhere_and_what_unlocks_unlocks_something():
    unlocked = [card for cards in finding.unlocked_by(load("knave")).values() for card in cards]
    assert sorted(unlocked) == sorted(load("duel").program.deck_rules.found)
    limits = load("duel").program.deck_rules.limits
    assert {limits[card] for card in unlocked} == {1}


@pytest.mark.parametrize(
    ("deck", "told"),
    [
        ({"found": "attack"}, "there is no property 'attack' that is true or false"),
        ({"found": "foundOnley"}, "foundOnly"),
        (
            {"ready": {"caravan": {"hero": "duel.hero.scholar", "cards": [POSTMAN] * 30}}},
            f"{re.escape(POSTMAN)} has to be found: everybody has this deck",
        ),
    ],
)
def test_what_is_wrong_with_found_cards_is_told(tmp_path, deck, told):
    import shutil

    folder = tmp_path / "duel"
    shutil.copytree(PACKS / "duel", folder)
    (folder / "zz.json5").write_text(json.dumps({"bring": {"deck": deck}}))
    with pytest.raises(Exception, match=told):
        load_pack(folder)
