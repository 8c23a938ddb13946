"""What people type is read like what cards say: joined otherwise, in other words, half of it."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from rules.pack import Pack, load_pack
from rules.reading import complete_text, read_text
from rules.reading.typed import Typed, join_normal
from rules.telling.phrasebook import book_of
from rules.telling.text import Text

PACKS = Path(__file__).parents[3] / "mygame" / "world" / "packs"
PLAYED = ("chrono", "duel", "race")


@cache
def shipped(name: str) -> Pack:
    return load_pack(PACKS / name)


def said(name: str, language: str, text: str, kind: str) -> list[str]:
    """What the readings of a text say, the likeliest first."""
    found = read_text(shipped(name), language, text, kind)
    return [reading.sentence[language] for reading in found.readings]


@pytest.mark.parametrize(
    ("language", "text", "cards_say"),
    [
        ("zh", "造成3点伤害，抽2张牌。", "造成3点伤害。抽2张牌。"),
        ("zh", "造成3点伤害，然后抽2张牌", "造成3点伤害。抽2张牌。"),
        ("zh", "造成 ３ 点伤害;抽２张牌", "造成3点伤害。抽2张牌。"),
        ("en", "Deal 3 damage, then draw 2 cards.", "Deal 3 damage. Draw 2 cards."),
        ("en", "deal 3 damage and draw 2 cards", "Deal 3 damage. Draw 2 cards."),
        ("en", "Deal 3 damage; draw 2 cards", "Deal 3 damage. Draw 2 cards."),
    ],
)
def test_sentences_can_be_joined_in_any_way(language, text, cards_say):
    assert said("chrono", language, text, "treasure")[:1] == [cards_say]


@pytest.mark.parametrize(
    ("name", "language", "kind", "text", "cards_say"),
    [
        ("chrono", "zh", "treasure", "对一个怪物造成3点伤害。摸两张牌。", "造成3点伤害。抽2张牌。"),
        ("chrono", "en", "treasure", "Inflict 3 points of damage. Draw a card.",
         "Deal 3 damage. Draw 1 card."),
        ("duel", "zh", "spell", "摸两张牌。", "抽2张牌。"),
        ("duel", "en", "spell", "Draw two cards.", "Draw 2 cards."),
        ("race", "zh", "card", "摸两张牌。", "抽2张卡。"),
        ("race", "en", "card", "Draw two cards.", "Draw 2 cards."),
    ],
)  # fmt: skip
def test_other_words_for_what_cards_say_are_understood(name, language, kind, text, cards_say):
    assert said(name, language, text, kind)[:1] == [cards_say]


@pytest.mark.parametrize("name", PLAYED)
@pytest.mark.parametrize("language", ["zh", "en"])
def test_what_is_typed_for_other_words_is_said_by_no_card(name, language):
    pack = shipped(name)
    synonyms = book_of(pack, language).phrases["synonyms"]
    assert len(synonyms) >= 10
    text = Text(pack, language)
    told = "\n".join(text.rules_text(card) for card in pack.cards).casefold()
    whole = r"(?<![a-z0-9]){}(?![a-z0-9])"
    assert [each for each in synonyms if re.search(whole.format(re.escape(each)), told)] == []


@pytest.mark.parametrize("text", ["Deal 1", "deal 12", "Draw 2 c"])
def test_what_is_half_typed_is_understood_so_far(text):
    found = complete_text(shipped("chrono"), "en", text, "treasure")
    assert found.upto == len(text)
    assert found.next


def test_texts_joined_alike_are_one_text():
    for language, one, other in (
        ("en", "Draw 2 cards. Regain 1 mana", "draw 2 cards, then regain 1 mana"),
        ("zh", "抽2张牌。恢复1点法力", "抽2张牌，并恢复1点法力"),
    ):
        first, second = (join_normal(Typed(text, language).text, language) for text in (one, other))
        assert first == second
