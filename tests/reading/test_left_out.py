"""What somebody types and a reading does not say is found, and nothing else is."""

from __future__ import annotations

import pytest
from reading.measure import shipped

from rules.reading.ways.left_out import LeftOut
from rules.reading.ways.paraphrased import ways_of

TABLE = {
    "kept": {"another|other": "not that", "instead": ""},
    "added": {"battlecry": "when you play this", "destroy": ""},
    "same": {"slay": "destroy"},
    "n": {"two": 2, "(one|1)": 1},
}


@pytest.mark.parametrize(
    ("text", "told", "left_out"),
    [
        ("Deal 2 damage to another minion", "Deal 2 damage to a minion.", ["another"]),
        ("Deal 2 damage to another minion", "Deal 2 damage to the other minion.", []),
        ("Deal 2 damage to another minion", "Deal 2 damage to one that is not that.", []),
        ("Draw 2 cards", "Draw two cards.", []),
        ("Draw 3 cards, then 2", "Draw two cards.", ["3"]),
        ("Draw 1 card", "Draw a card.", []),
        ("INSTEAD, draw", "Draw a card.", ["INSTEAD"]),
        ("Summon a 1/1 Hound", "Summon a Hound.", ["1/1"]),
        ("Summon a 2/1 Butterfly", "Summon a Butterfly.", []),
        ("Gain +1/+1", "Its attack is raised by 1.", []),
        ("Gain +3/+1", "Its attack is raised by 1.", ["3"]),
    ],
)
def test_numbers_and_kept_words_are_left_out_or_told(text, told, left_out):
    assert LeftOut(TABLE, "en").find(text, told, [[0, 2, 1]]) == left_out


@pytest.mark.parametrize(
    ("language", "text", "told", "left_out"),
    [
        ("zh", "对另一个随从造成2点伤害", "对一个随从造成2点伤害。", ["另一"]),
        ("zh", "随机弃一张牌", "弃一张牌。", ["随机"]),
        ("zh", "抽两张牌", "抽2张牌。", []),
        ("zh", "召唤一个3/3的猎犬", "召唤一个猎犬。", ["3/3"]),
        ("en", "Discard the lowest-cost one", "Discard a random card.", ["lowest", "cost"]),
        ("en", "Each other player draws", "Every other player draws.", []),
    ],
)
def test_each_language_has_words_that_are_kept(language, text, told, left_out):
    assert ways_of(shipped("duel"), language).left_out.find(text, told) == left_out


@pytest.mark.parametrize(
    ("text", "told", "added"),
    [
        ("Adjacent minions have Taunt", "Battlecry: give them Taunt.", ["Battlecry"]),
        ("Battlecry: draw", "Battlecry: draw a card.", []),
        ("When you play this, draw", "Battlecry: draw a card.", []),
        ("Slay a minion", "Destroy a minion.", []),
        ("Hit a minion", "Destroy a minion.", ["Destroy"]),
    ],
)
def test_words_that_are_told_and_not_typed_are_added(text, told, added):
    assert LeftOut(TABLE, "en").find_added(text, told) == added


@pytest.mark.parametrize(
    ("language", "text", "told", "added"),
    [
        ("zh", "相邻的随从拥有嘲讽", "战吼：使此牌两旁的牌获得嘲讽。", ["战吼"]),
        ("zh", "随机使一个友方随从获得+1/+1", "随机选取你的其他随从中的一张", ["其他"]),
        (
            "en",
            "Your next spell costs 2 less",
            "The next spell that you cast this turn ...",
            ["this turn"],
        ),
        ("en", "Draw a dragon", "Pick a random dragon in your library. Draw it.", []),
    ],
)
def test_each_language_has_words_that_are_not_added(language, text, told, added):
    assert ways_of(shipped("duel"), language).left_out.find_added(text, told) == added
