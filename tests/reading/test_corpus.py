"""The sentences that people type: each means programs that compile, or says what lacks a word."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path

import pytest
from reading.corpus import FOLDER, LANGUAGES, entries, games, set_aside, stands_on

from rules.pack import load_pack

PACKS = Path(__file__).parents[2] / "mygame" / "world" / "packs"
README = (FOLDER / "README.md").read_text("utf-8")
BOTH = [(pack, language) for pack in games() for language in LANGUAGES]


def all_entries(pack, language):
    return [*entries(pack, language), *entries(pack, language, held=True)]


@pytest.mark.parametrize(("pack", "language"), BOTH)
def test_a_fifth_is_set_aside_by_the_digests_of_the_sentences(pack, language):
    texts = [each.text for each in all_entries(pack, language)]
    assert len(texts) >= 100
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
                }
                cards.append({**made, **facts, **program.get("printed", {})})
    (tmp_path / pack).symlink_to(PACKS / pack)
    folder = tmp_path / "said"
    folder.mkdir()
    manifest = {"pack": {"id": "said", "inherits": pack}}
    (folder / "pack.json5").write_text(json.dumps(manifest), encoding="utf-8")
    (folder / "cards.json5").write_text(json.dumps({"cards": cards}), encoding="utf-8")
    assert len(load_pack(folder).cards) == len(game.cards) + len(cards)
