"""What cards of the duel say, in both languages: one for each thing that reads in its own way."""

from __future__ import annotations

from functools import cache

import pytest
from duel_trial import DUEL

from rules.pack import Pack, load_pack
from rules.telling.text import Text

SAID = {
    "gnarled_root": (
        "嘲讽。战吼：摧毁你的一个法力水晶。",
        "Taunt. Battlecry: destroy one of your mana crystals.",
    ),
    "silk_spider": ("潜行。剧毒。", "Stealth. Poisonous."),
    "bamboo_spirit": (
        "在你的回合开始时，此牌获得+1/+1。",
        "At the start of your turn, this gains +1/+1.",
    ),
    "night_watchman": (
        "在每个回合结束时，此牌获得+1攻击力。",
        "At the end of each turn, this gains +1 Attack.",
    ),
    "madam_moth": (
        "潜行。在此随从攻击后，此牌获得潜行。",
        "Stealth. After this attacks, this gains Stealth.",
    ),
    "humbled": (
        "在对手打出一个随从后，若该随从在战场上：使该随从的生命值变为1。",
        "After the opponent plays a minion, if that minion is on the board: set its health to 1.",
    ),
    "river_lantern": (
        "使你的一个随从获得“亡语：召唤一个灯灵”。",
        'Give a minion of yours "Deathrattle: summon a Lantern Spirit".',
    ),
    "map_maker": ("战吼：发现一张野兽牌。", "Battlecry: discover a beast."),
    "travelling_student": ("战吼：发现一张法术牌。", "Battlecry: discover a spell."),
    "borrowed_robes": (
        "随机将一张其他职业的牌置入你的手牌。",
        "Put a random card of another class into your hand.",
    ),
    "heavens_verdict": (
        "随机消灭一个敌方随从。过载（2）。",
        "Destroy a random enemy minion. Overload (2).",
    ),
    "lot_of_death": ("随机消灭一个随从。", "Destroy a random minion."),
    "eavesdrop": ("抽一张牌。连击：改为抽2张牌。", "Draw a card. Combo, instead: draw 2 cards."),
    "hidden_edge": ("若你有奥秘，此牌的攻击力+2。", "If you have a secret, this has +2 Attack."),
    "ferryman_of_souls": (
        "此牌在手牌中时，每当有随从死亡，此牌费用减少1。",
        "While this is in your hand, whenever a minion dies, this costs 1 less.",
    ),
}


@cache
def duel() -> Pack:
    return load_pack(DUEL)


@pytest.mark.parametrize("name", SAID)
def test_a_card_reads_well(name: str) -> None:
    (card,) = [card.id for card in duel().cards if card.id.endswith(f".{name}")]
    assert tuple(Text(duel(), lang).rules_text(card) for lang in ("zh", "en")) == SAID[name]


@pytest.mark.parametrize("text", ["Stealth", "潜行", "Divine Shield", "圣盾"])
def test_what_can_be_lost_is_no_enchantment(text: str) -> None:
    """It would stay when the minion attacks: `giveStealth` and `giveShield` are the way."""
    with pytest.raises(ValueError, match=f"(?i){text}"):
        duel().declarations.enchantments.parse(text)


@pytest.mark.parametrize("language", ["zh", "en"])
def test_every_keyword_is_explained_on_a_card(language: str) -> None:
    text = Text(duel(), language)
    explained = {name for card in duel().cards for name, _ in text.keywords(card)}
    assert {word["name"] for word in duel().words[language]["keyword"].values()} == explained
