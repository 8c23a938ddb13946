"""
Every card of Chrono Wizard: it has scenarios and they hold, and it reads well in both languages.

The scenarios stand in `packs/chrono/scenarios/cards_*.json5`; each is a test with its own name.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path

import pyjson5
import pytest

import rules
from rules.pack import load_pack
from rules.scenario import Player
from rules.telling.text import Text

FOLDER = Path(rules.__file__).parents[1] / "world" / "packs" / "chrono"
SCENARIOS = [
    (file.stem, scenario)
    for file in sorted((FOLDER / "scenarios").glob("cards_*.json5"))
    for scenario in pyjson5.decode(file.read_text(encoding="utf-8"))["scenarios"]
]
LANGUAGES = ("zh", "en")
# Monsters that only have hp.
PLAIN = {
    "misfortune_sprite",
    "lucky_sprite",
    "ghost",
    "slime_ball",
    "acid_sprayer",
    "black_magic_apprentice",
}


@pytest.fixture(scope="module")
def pack():
    return load_pack(FOLDER)


def short(card) -> str:
    return card.id.rsplit(".", 1)[-1]


@pytest.mark.parametrize(
    ("file", "scenario"), SCENARIOS, ids=[f"{f}: {s['name']}" for f, s in SCENARIOS]
)
def test_scenario(pack, file, scenario):
    assert not Player(pack, scenario).play()


def test_every_card_is_in_the_sentence_of_a_scenario(pack):
    told = " ".join(
        scenario["name"] + " " + json.dumps([scenario.get("given"), scenario.get("when")])
        for _, scenario in SCENARIOS
    )
    words = set(re.findall(r"\w+", told))
    assert {short(card) for card in pack.cards} - words == set()


def test_r7_r8_the_set_is_complete(pack):
    counted = Counter(card.id.split(".")[2] for card in pack.cards)
    assert counted["original"] == 8
    assert counted["common"] == 75
    assert counted["legend"] - sum(short(card) == "scarlet_bloom" for card in pack.cards) == 33
    assert [counted[level] for level in ("III", "VI", "IX", "XII")] == [32, 18, 13, 6]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_card_has_a_name_of_its_own_in_each_language(pack, language):
    names = Counter(card.name[language] for card in pack.cards)
    twice = {name for name, times in names.items() if times > 1}
    assert twice <= {"分配战利品", "Divide the Spoils"}  # printed on three levels


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_card_that_does_something_says_so(pack, language):
    text = Text(pack, language)
    silent = {short(card) for card in pack.cards if not text.rules_text(card)}
    assert silent == PLAIN


def test_no_word_of_the_language_is_left_in_the_english_sentences(pack):
    text = Text(pack, "en")
    odd = {
        short(card): found
        for card in pack.cards
        if (found := re.findall(r"[{}]|[a-z]+[A-Z]\w*|\bUUID\b|  ", text.rules_text(card)))
    }
    assert odd == {}


def test_no_english_is_left_in_the_chinese_sentences(pack):
    text = Text(pack, "zh")
    odd = {
        short(card): found
        for card in pack.cards
        if (found := re.findall(r"[A-Za-z]{5,}|[{}]|时时|的的", text.rules_text(card)))
    }
    assert odd == {}


def test_both_languages_have_the_same_texts(pack):
    def keys(words, path=""):
        for key, value in words.items():
            if isinstance(value, dict) and not {"when", "text"} & value.keys():
                yield from keys(value, f"{path}{key}.")
            else:
                yield f"{path}{key}"

    for table in ("prompt", "option", "log", "field", "zone", "symbol", "keyword", "rules"):
        zh, en = (set(keys(pack.words[language][table])) for language in LANGUAGES)
        assert zh == en, table


def test_every_prompt_option_and_line_of_the_pack_has_a_text(pack):
    for language in LANGUAGES:
        words = pack.words[language]
        assert set(pack.spoken.prompts) <= set(words["prompt"])
        assert set(pack.spoken.option_words) <= set(words["option"])
        logged = set()
        for file in FOLDER.rglob("*.json5"):
            source = file.read_text(encoding="utf-8")
            logged |= set(re.findall(r'"type": "log", "message": "(\w+)"', source))
        assert logged - set(words["log"]) == set()


def test_the_rules_for_newcomers_are_short(pack):
    for language in LANGUAGES:
        for topic in pack.words[language]["rules"].values():
            assert topic["title"]
            text = topic["text"]
            assert all(10 < len(part) < 420 for part in ([text] if isinstance(text, str) else text))
