"""The deck builder where cards belong to classes, as in the duel: a hero and what goes with it."""

import re
from pathlib import Path

import pytest

import rules
from rules.pack import load_pack
from world.models import SavedDeck
from world.shelf import games

DUEL = Path(rules.__file__).parents[1] / "world" / "packs" / "duel"


def cards_of(name):
    return SavedDeck.objects.get(key=name).cards["cards"]


@pytest.fixture
def stars(person):
    """Ann at a table of the duel, with a new deck of a scholar."""
    games.put_on_shelf(load_pack(DUEL))
    ann = person("Ann")
    ann.type("open duel")
    ann.type("deck new Stars")
    ann.type("deck add Mingche the Stargazer")
    return ann


def test_the_list_of_cards_has_only_those_that_go_with_the_hero(stars):
    told = stars.type("deck cards gambler")
    assert "0 cards" in told
    assert "Listed are those that go with Mingche the Stargazer." in told
    assert "Grey Wolf" in stars.type("deck cards grey wolf")
    assert "Wuji the Traceless" in stars.type("deck cards wuji")
    stars.type("deck new Open")
    told = stars.type("deck cards gambler")
    assert "Gambler" in told
    assert "Listed are" not in told


def test_a_card_of_another_class_is_refused_in_one_sentence(stars):
    told = stars.type("deck add grey wolf, gambler")
    assert told == (
        "Gambler: not beside Mingche the Stargazer (a deck holds neutral cards and those of its "
        "hero's class)."
    )
    assert cards_of("stars") == []
    stars.type("language zh")
    told = stars.type("牌组加赌客")
    assert "赌客不能与观星者明澈同组（只能放入英雄本职业的牌和中立牌）。" in told


def test_another_hero_tells_which_cards_do_not_go_with_it(stars):
    stars.type("deck add gambler, grey wolf, silk spider, Wuji the Traceless")
    assert len(cards_of("stars")) == 3
    told = stars.type("deck hero Mingche the Stargazer").replace("\n", " ")
    assert "Gambler, Silk Spider: not beside Mingche the Stargazer" in told
    assert "not beside Mingche" in stars.type("deck use Stars").replace("\n", " ")


def test_an_imported_deck_of_two_classes_is_a_draft(stars):
    told = stars.type("deck import Mixed = Mingche the Stargazer, gambler, grey wolf")
    assert "Gambler: not beside Mingche the Stargazer" in told.replace("\n", " ")
    line = stars.type("deck export Mixed").splitlines()[-1]
    assert "Gambler: not beside" in stars.type(f"deck import Again = {line}").replace("\n", " ")
    assert "not beside" in stars.type("deck use Again").replace("\n", " ")


def test_copies_of_a_card_share_a_line_and_a_number_where_a_part_has_no_order(stars):
    shown = stars.type("deck show The Hunting Ground")
    assert re.search(r"\n *2  Grey Wolf ×2 +beast +2 +3 +2$", shown, re.M)
    assert "taunt" not in shown  # the pack says which columns
    stars.type("deck copy The Hunting Ground as Mine")
    assert "Grey Wolf taken out" in stars.type("deck remove 2")
    assert re.search(r"\n *2  Grey Wolf  ", stars.type("deck show Mine"))
