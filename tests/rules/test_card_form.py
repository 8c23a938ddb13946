"""The form of a card calls each thing by one word, and tells when cards do something."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from rules.pack import load_pack
from rules.pack.files import WORLD
from rules.telling.text import Text
from rules.workshop.card_form import card_form, usual_count, usual_facts
from world.locale.messages import LANGUAGES, find_message

CHINESE = re.compile(r"[\u3400-\u9fff]")
FOLDERS = sorted(path.parent.name for path in WORLD.glob("*/pack.json5"))
#: What the page itself puts beside the fields of the game.
BESIDE = ("name_zh", "name_en", "copies")


@pytest.fixture(scope="module", params=FOLDERS)
def pack(request):
    return load_pack(WORLD / request.param)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_two_fields_of_a_form_are_called_the_same(pack, language):
    for kind in card_form(pack, language)["kinds"]:
        labels = [each["label"] for each in kind["facts"]]
        labels += [find_message(f"build.{key}", language) for key in BESIDE]
        counted = Counter(map(str.casefold, labels))
        assert [each for each, count in counted.items() if count > 1] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_two_choices_of_a_field_are_called_the_same(pack, language):
    for kind in card_form(pack, language)["kinds"]:
        for fact in kind["facts"]:
            told = Counter(name for _, name in fact["choices"])
            assert [name for name, count in told.items() if count > 1] == [], fact["name"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_moment_is_told_in_the_readers_language(pack, language):
    for each in card_form(pack, language)["timings"]:
        told = each["told"]
        assert bool(CHINESE.search(told)) is (language == "zh"), each
        assert len(told) >= (4 if language == "zh" else 12), each


def test_a_moment_has_a_card_that_uses_it_where_one_says_anything(pack):
    text = Text(pack, "en")
    used = {
        behavior["at"]
        for card in pack.cards
        for behavior in card.source.get("behaviors") or ()
        if isinstance(behavior, dict) and "at" in behavior and text.rules_text(card)
    }
    moments = card_form(pack, "en")["timings"]
    assert {each["at"] for each in moments if each.get("card")} == used & {
        each["at"] for each in moments
    }


def test_what_is_usual_fits_a_card_of_its_kind(pack):
    for kind in card_form(pack, "en")["kinds"]:
        known = {each["name"]: each for each in kind["facts"]}
        for name, value in usual_facts(pack, kind["kind"]).items():
            choices = [each for each, _ in known[name]["choices"]]
            assert isinstance(value, int) or value in choices


def test_what_holds_where_a_card_says_nothing_is_what_it_has(pack):
    """So a form shows a choice, a tick, a number for everything that is so of a card."""
    for kind in card_form(pack, "en")["kinds"]:
        for fact in kind["facts"]:
            declared, holds = pack.declarations.properties[fact["name"]], fact.get("holds")
            if fact["type"] == "flag":
                assert holds is bool(declared.default)
            elif holds is not None and fact["choices"]:
                assert holds in dict(fact["choices"])
                assert pack.program.symbol_name(declared.default) == holds
            assert set(fact["aliases"].values()) <= set(dict(fact["choices"]))


def test_what_is_said_by_default_is_shown_as_that():
    form = card_form(load_pack(WORLD / "chrono"), "en")
    treasure = next(each for each in form["kinds"] if each["kind"] == "treasure")
    assert {each["name"]: each.get("holds") for each in treasure["facts"]}["rarity"] == "common"


def test_a_new_card_of_a_kind_that_decks_hold_is_counted_for_each_player():
    duel, chrono = load_pack(WORLD / "duel"), load_pack(WORLD / "chrono")
    assert {each: usual_count(duel, each) for each in ("minion", "hero", "power")} == {
        "minion": "$2",
        "hero": "$1",
        "power": 1,
    }
    assert usual_count(chrono, "treasure") == 1
