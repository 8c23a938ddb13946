"""What people write on cards of the speed race is read as what it means, and told as the house."""

from __future__ import annotations

import pytest
from reading.measure import shipped

from rules.reading import DOUBTS, read_text
from rules.workshop.telling_apart import tell_apart

EN = {
    "Destroy an opponent's card.": "Destroy a card of the opponent.",
    "Destroy an enemy card with speed 5.": "Destroy a card of the opponent whose speed is 5.",
    "Draw 2 cards. Costs 2 speed.": "Draw 2 cards. Speed cost 2.",
    "All opposing cards lose 1 speed.": "Give all cards of the opponent -1 speed.",
    "Turn an enemy card face down.": "Turn a card of the opponent face down.",
    "Flip one of your face-down cards.": "Turn one of your face-down cards up.",
    "Whenever a card of yours dies, draw a card.":
        "When a card of yours goes to the graveyard, draw a card (once a round).",
    "Put the opponent's next card on the bottom of their deck.":
        "Put the opponent's next card at the end of their sequence.",
    "Set a card's speed to 3.": "Set the speed of a face-up card to 3.",
    "Slow an enemy card by 2.": "Give a card of the opponent -2 speed.",
    "Draw a card. If you have another wind card, draw 2 instead.":
        "Draw a card; 2 instead if you have another face-up wind card.",
    "When flipped: draw a card.": "When turned up: draw a card.",
    "Both players draw a card.": "Draw a card. The opponent draws a card.",
    "If the opponent has a sealed card, destroy it.":
        "If a card of the opponent is sealed, destroy a sealed card of the opponent.",
    "Seal an enemy card. If its speed is 4 or more, draw a card.":
        "Seal a card of the opponent. If its speed is 4 or more, draw a card.",
    "Destroy the fastest card of the opponent.":
        "Destroy the card with the highest speed among all cards of the opponent.",
}  # fmt: skip
ZH = {
    "破坏对手一张速度为5的牌。": "破坏速度为5的对手的一张牌。",
    "使你的另一张牌速度+1。": "令你的另一张牌速度+1。",
    "使对手所有牌速度-1。": "令对手的所有牌速度-1。",
    "将对手的一张牌翻面盖住。": "翻盖对手的一张牌。",
    "每当你的牌往生时，抽一张牌。": "每当你的牌往生，抽1张卡（每回合一次）。",
    "将你牌序顶部的两张牌送入往生区。": "将你牌序顶部2张牌送入往生区。",
    "把对手的下一张牌移到牌序底部。": "将对手牌序顶部1张牌移到其牌序底部。",
    "抽一张牌。如果你场上有另一张风属性的牌，改为抽两张。":
        "抽1张卡；若你场上另有风属性的牌，改为2张。",
    "每当对手抽牌，封印他的一张牌。": "每当对手抽卡，封印对手的一张牌（每回合一次）。",
    "翻开对手一张盖着的牌。": "翻开对手的一张盖放的牌。",
    "让对手的一张牌减速2。": "令对手的一张牌速度-2。",
    "把你的一张牌变成水属性。": "令你的一张牌变为水属性。",
    "双方各抽一张牌。": "抽1张卡。对手再抽1张卡。",
    "若对手有被封印的牌，破坏它。": "若对手有被封印的牌，破坏被封印的对手的一张牌。",
    "如果此牌被封印，抽一张牌。": "若此牌被封印，抽1张卡。",
}  # fmt: skip


@pytest.mark.parametrize(
    ("language", "text", "told"),
    [(language, *each) for language, of in (("en", EN), ("zh", ZH)) for each in of.items()],
)
def test_it_is_read_at_once_and_without_a_doubt(language, text, told):
    race = shipped("race")
    found = tell_apart(race, language, read_text(race, language, text, "card").readings)
    assert [each["sentence"][language] for each in found] == [told]
    assert not any(found[0].get(doubt) for doubt in DOUBTS)
