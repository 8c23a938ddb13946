"""Sentences of the duel as people write them, in both languages, and what they are told to say."""

from __future__ import annotations

import pytest
from reading.corpus import stands_on
from reading.measure import shipped

from rules.reading import DOUBTS, Reading, read_with
from rules.reading.books import ways_book

READ = [
    # (kind, English, Chinese, what it says)
    (
        "minion", "Friendly beasts have Rush.", "友方野兽具有突袭。",
        "All beasts on your side have rush.",
    ),
    (
        "minion", "Enemy minions with Taunt have -1 Attack.", "具有嘲讽的敌方随从-1攻击力。",
        "All enemy minion cards with Taunt have -1 Attack.",
    ),
    ("minion", "All minions have Taunt.", "所有随从具有嘲讽。", "All minions have taunt."),
    (
        "minion",
        "At the start of your turn, if you control at least 3 other minions, draw a card.",
        "在你的回合开始时，如果你控制至少3个其他随从，抽一张牌。",
        "At the start of your turn, if you have 3 or more other minions, draw a card.",
    ),
    (
        "minion", "The first spell you cast each turn costs (2) less.",
        "你每回合施放的第一张法术牌法力值消耗减少2点。",
        "The first spell that you cast each turn costs 2 less.",
    ),
    (
        "minion", "Costs (0) if your hero took damage this turn.",
        "如果你的英雄在本回合受到过伤害，则法力值消耗为0点。",
        "If your hero took damage this turn, this costs 0.",
    ),
    (
        "minion", "Has +3 Attack while your hero is damaged.", "当你的英雄受伤时，拥有+3攻击力。",
        "If your hero is damaged, this has +3 Attack.",
    ),
    (
        "minion", "Can't attack unless you control another minion.",
        "除非你控制另一个随从，否则无法攻击。", "If you have no other minions, this cannot attack.",
    ),
    (
        "minion", "After you cast a spell on this minion, draw a card.",
        "在你对该随从施放法术后，抽一张牌。",
        "After you cast a spell, if its target is this card, draw a card.",
    ),
    (
        "minion", "After you play a card with Battlecry, gain +1/+1.",
        "在你使用一张具有战吼的牌后，获得+1/+1。",
        "After you play a card, if that card has a battlecry, this gains +1/+1.",
    ),
    (
        "spell", "Deal 1 damage to all minions. If any die, draw a card.",
        "对所有随从造成1点伤害。如果有随从死亡，抽一张牌。",
        "Deal 1 damage to all minions. If any minion dies, draw a card.",
    ),
    (
        "spell", "Gain 2 Armor for each minion you control.", "你每控制一个随从，便获得2点护甲值。",
        "Gain 2 armor for each minion of yours.",
    ),
    (
        "spell", "Split 6 damage randomly among all enemy characters.",
        "造成6点伤害，随机分配到所有敌方角色身上。",
        "Shoot 6 missiles at random enemies that deal 1 damage each.",
    ),
    (
        "secret", "Secret: When an enemy minion attacks your hero, give it -3 Attack.",
        "奥秘：当一个敌方随从攻击你的英雄时，使其获得-3攻击力。",
        "When an enemy attacks, if that card is a minion and its target is your hero: "
        "give it -3 Attack.",
    ),
]  # fmt: skip


def read(language: str, text: str, kind: str) -> list[Reading]:
    kind, facts = stands_on(shipped("duel"), kind)
    return read_with(ways_book(shipped("duel"), language), text, kind, facts).readings


@pytest.mark.parametrize(("kind", "english", "chinese", "said"), READ, ids=lambda text: text[:40])
def test_what_people_write_is_read_without_asking(
    kind: str, english: str, chinese: str, said: str
) -> None:
    for language, text in (("en", english), ("zh", chinese)):
        found = read(language, text, kind)
        assert [each.sentence["en"] for each in found] == [said]
        assert not any(getattr(found[0], doubt) for doubt in DOUBTS)


@pytest.mark.parametrize(
    "text",
    ["Your other minions can't be targeted by spells.", "你的其他随从无法被法术指定为目标。"],
)
def test_what_says_more_than_was_written_is_asked_about(text: str) -> None:
    """Elusive is against powers, too."""
    (found,) = read("en" if text.isascii() else "zh", text, "minion")
    assert found.left_out
