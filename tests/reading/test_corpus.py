"""The sentences that people type: each means programs that compile, or says what lacks a word."""

from __future__ import annotations

import json
import re
from collections import Counter
from itertools import combinations
from pathlib import Path

import pytest
from reading.alike import do_the_same, mean_the_same
from reading.corpus import (
    FOLDER,
    LANGUAGES,
    added_entries,
    entries,
    games,
    set_aside,
    stands_on,
)

from rules.pack import load_pack
from rules.reading.verify import Judge

PACKS = Path(__file__).parents[2] / "mygame" / "world" / "packs"
README = (FOLDER / "README.md").read_text("utf-8")
BOTH = [(pack, language) for pack in games() for language in LANGUAGES]


def first_entries(pack, language):
    return [*entries(pack, language), *entries(pack, language, held=True)]


def all_entries(pack, language):
    return [*first_entries(pack, language), *added_entries(pack, language)]


@pytest.mark.parametrize(("pack", "language"), BOTH)
def test_a_fifth_is_set_aside_by_the_digests_of_the_sentences(pack, language):
    texts = [each.text for each in first_entries(pack, language)]
    assert len(texts) >= (100 if pack in ("chrono", "duel") else 40)
    assert [text for text, times in Counter(texts).items() if times > 1] == []
    assert {each.text for each in entries(pack, language, held=True)} == set_aside(texts)


@pytest.mark.parametrize(("pack", "language"), BOTH)
def test_an_entry_means_programs_or_says_what_lacks(pack, language):
    wrong = [
        each.text for each in all_entries(pack, language) if bool(each.said) == bool(each.lacks)
    ]
    assert wrong == []


def test_each_tag_is_told_of():
    told = set(re.findall(r"^\| `([a-z-]+)`", README, re.MULTILINE))
    used = {tag for both in BOTH for each in all_entries(*both) for tag in each.tags}
    assert used == told


def test_an_entry_names_a_kind_or_a_type():
    duel, chrono = (load_pack(PACKS / name) for name in ("duel", "chrono"))
    assert stands_on(duel, "minion") == ("minion", {})
    assert stands_on(chrono, "spell") == ("treasure", {"type": "spell"})
    assert stands_on(chrono, "monster") == ("exploration", {"type": "monster"})


@pytest.mark.parametrize("pack", games())
def test_what_is_said_compiles_as_cards_of_its_game(pack, tmp_path):
    """A game that inherits it has a card for each program."""
    game = load_pack(PACKS / pack)
    cards = []
    for language in LANGUAGES:
        for number, entry in enumerate(all_entries(pack, language)):
            kind, facts = stands_on(game, entry.kind)
            for way, program in enumerate(entry.said):
                made = {
                    "id": f"said.{kind}.{language}{number}w{way}",
                    "name": f"{entry.text} ({way})",
                    "count": 0,
                    "behaviors": program["behaviors"],
                    "answers": program.get("answers", {}),
                }
                cards.append({**made, **facts, **program.get("printed", {})})
    (tmp_path / pack).symlink_to(PACKS / pack)
    folder = tmp_path / "said"
    folder.mkdir()
    manifest = {"pack": {"id": "said", "inherits": pack}}
    (folder / "pack.json5").write_text(json.dumps(manifest), encoding="utf-8")
    (folder / "cards.json5").write_text(json.dumps({"cards": cards}), encoding="utf-8")
    assert len(load_pack(folder).cards) == len(game.cards) + len(cards)


@pytest.mark.parametrize("pack", games())
def test_programs_of_an_entry_are_not_one_in_other_words(pack):
    judge = Judge(load_pack(PACKS / pack), "en")
    for language in LANGUAGES:
        for entry in all_entries(pack, language):
            assert all(mean_the_same(judge, way, way) for way in entry.said), entry.text
            pairs = combinations(entry.said, 2)
            assert not any(mean_the_same(judge, *two) for two in pairs), entry.text


SAME = [
    ("chrono", {"type": "freeze", "amount": 2}, {"type": "freezing", "mode": "add", "amount": 2}),
    ("duel", {"type": "healFully", "target": {"chooser": "yourHero"}},
        {"type": "healFully", "target": "{you.hero}"}),
    ("chrono", {"type": "if", "do": [], "condition": {"type": "IsSpell", "card": "{this}"}},
        {"type": "if", "do": [], "condition": "{this.type} == spell"}),
    ("chrono", {"type": "if", "do": [],
            "condition": {"type": "IsSpell", "card": "{this}", "school": "fire"}},
        {"type": "if", "do": [], "condition": "{this.school} == fire and {this.type} == spell"}),
    ("duel", {"type": "if", "do": [], "condition": {"type": "Equals", "value2": 0, "value1":
            {"type": "count", "of": {"chooser": "cards", "zone": "library", "of": "{you}"}}}},
        {"type": "if", "do": [], "condition": "{you.library.count} == 0"}),
    ("duel", {"type": "heal", "amount": 1, "target": {"type": "minionChooser", "ask": "{you}"}},
        {"type": "heal", "amount": 1,
            "target": {"type": "minionChooser", "ask": "{onPlay.playerUUID}"}}),
]  # fmt: skip
OTHERWISE = [
    ("chrono", {"type": "freeze", "amount": 2}, {"type": "freeze", "amount": 3}),
    ("duel", {"type": "healFully", "target": {"chooser": "yourHero"}},
        {"type": "healFully", "target": {"chooser": "enemyHero"}}),
    ("chrono", {"type": "if", "do": [], "condition": {"type": "IsSpell", "card": "{this}"}},
        {"type": "if", "do": [], "condition": "{this.type} == occult"}),
]  # fmt: skip


@pytest.mark.parametrize(
    ("pack", "one", "other", "same"),
    [*((*x, True) for x in SAME), *((*x, False) for x in OTHERWISE)],
)
def test_words_that_are_short_for_others_do_the_same(pack, one, other, same):
    judge = Judge(load_pack(PACKS / pack), "en")
    mine, theirs = ([{"at": "onPlay", "do": [each]}] for each in (one, other))
    assert do_the_same(judge, mine, theirs) == same
