"""Cards and rules can be read anywhere, by whatever part of a name comes to mind."""

from pathlib import Path

import pytest
from chrono_table import chrono

from commands.reading import cards_called
from rules.pack import load_pack
from world.shelf import games

PACKS = Path(__file__).parents[2] / "mygame" / "world" / "packs"


@pytest.fixture
def ann(hall, person):
    games.put_on_shelf(load_pack(PACKS / "race"))
    return person("Ann")


def test_a_card_is_found_by_any_part_of_its_name(ann):
    assert "Imprisoned Phoenix" in ann.type("card phoenix")
    assert "Imprisoned Phoenix" in ann.type("card 凤凰")


def test_the_beginning_of_a_name_goes_before_its_middle():
    cards = chrono().cards
    names = [card.name["en"] for card in cards_called("crystal", cards)]
    assert names == ["Crystal"]
    names = [card.name["en"] for card in cards_called("cryst", cards)]
    assert names[:2] == ["Crystal Cluster", "Crystal"]
    assert "Rainbow Crystal" in names[2:]


def test_what_lies_on_the_table_goes_before_other_cards_of_the_name(ann):
    ann.type("play")
    host = ann.character.location.host
    match = host.match
    rune = next(card for card in match.program.catalogue.cards if "Rune" in card.name["en"])
    shop = match.program.layout.zones["shop"].first
    match.zones[shop] = ()
    host.views.set_match(1, match)
    assert "Several cards are called so" in ann.type("card rune")
    match.zones[shop] = (match.copies_of(rune.symbol)[0],)
    host.views.set_match(2, match)
    told = ann.type("card rune")
    assert told.startswith(rune.name["en"])


def test_a_card_of_another_game_can_be_read_in_the_hall(ann):
    assert "Forge" in ann.type("card forge")


def test_a_printed_card_tells_what_goes_without_saying(ann):
    assert "neutral, mana cost 0" in ann.type("card rainbow crystal")


def test_rules_of_any_game_can_be_read_at_any_place(ann):
    assert "The Speed Race" in ann.type("rules race")
    assert "Conflict" in ann.type("rules race conflict")
    assert "skipped" in ann.type("rules race conflict")
    ann.type("play")
    assert "The Speed Race" in ann.type("rules race")
    assert "Other games" in ann.type("rules")


def test_an_unknown_section_says_which_there_are(ann):
    told = ann.type("rules race gold")
    assert "have no section “gold”" in told
    assert "conflict" in told


def test_rules_with_steps_are_told_step_by_step(ann):
    told = ann.type("rules race first")
    assert "  1. Placing. Face up" in told
    assert "**" not in told


def test_rules_in_chinese(ann, person):
    an = person("小安", language="zh")
    assert "相冲" in an.type("规则 race 相冲")
