"""What fan authors write on cards of chrono is read as the words that the game has for it."""

from __future__ import annotations

from typing import Any

import pytest
from reading.alike import do_the_same
from reading.corpus import LANGUAGES, stands_on
from reading.measure import shipped

from rules.reading.books import ways_book
from rules.reading.notation import take_apart
from rules.reading.verify import Judge
from rules.reading.ways.paraphrased import ways_of

DEFEATER = "{onDefeat.sourcePlayerUUID}"
SECOND = "{you.spellsPlayed} == 1"
TO_DECK = {
    "type": "move",
    "target": {"type": "cardChooser", "ask": "{you}", "prompt": "pick", "from": "{you.discard}"},
    "to": "deck",
    "of": "{you}",
}


def on_play(*do: Any) -> list[Any]:
    return [{"at": "onPlay", "do": list(do)}]


def less(amount: str, **condition: Any) -> list[Any]:
    amount = f"{{onDamageTaken.amount}} {amount}"
    return [{"at": "takes", "condition": condition, "amount": amount}]


def when_defeated(*do: Any) -> list[Any]:
    return [{"at": "ownAbility", "event": "onDefeat", "do": list(do)}]


#: A kind, what it means, what is typed in English and in Chinese, and how it is told in both.
MEANT = [
    ("spell", on_play({"type": "nextSpellTimes", "amount": 2, "school": "fire"}),
        "Your next fire spell this round deals double damage.",
        "你本轮打出的下一张火焰法术造成双倍伤害。",
        "Your next fire spell this round deals double damage.",
        "本轮中，你的下一张火焰法术伤害翻倍。"),
    ("spell", on_play({"type": "nextSpellCost", "mode": "set", "amount": 0}),
        "Your next spell this round is free.", "本轮你的下一张法术免费。",
        "Your next spell this round costs 0.", "本轮中，你的下一张法术的法力消耗变为0。"),
    ("monster", less("- 1", type="HitBySpell"),
        "Spells deal 1 less damage to it.", "法术对它造成的伤害减1。",
        "Takes 1 less damage from spells.", "受到的法术的伤害减少1点。"),
    ("monster", less("+ 2", type="HitBy", school="fire"),
        "Fire spells deal 2 more damage to it.", "火焰法术对它造成的伤害加2。",
        "Takes 2 more damage from fire spells.", "受到的火焰法术的伤害增加2点。"),
    ("monster", when_defeated({"type": "gold", "amount": 3, "target": DEFEATER}),
        "Whoever defeats it gains 3 gold.", "击败它的玩家获得3枚金币。",
        "When a player defeats it, that player gains 3 gold.",
        "有玩家击败它时，该玩家获得3枚金币。"),
    ("spell", on_play(TO_DECK),
        "Put a card from your discard pile on top of your deck.", "将弃牌堆中的一张牌置于牌库顶。",
        "Put a card in your discard pile on top of your deck.",
        "将你弃牌堆中的一张牌置于你的牌库顶。"),
    ("spell", on_play({"type": "health", "amount": -2, "target": {"chooser": "allMonsters"}}),
        "All monsters lose 2 hp.", "所有怪物失去2点血量。",
        "All monsters lose 2 hp.", "所有怪物失去2点血量。"),
    ("wand", [{"at": "yourSpells", "property": "manaCost", "amount": -2, "where": SECOND}],
        "Your second spell each round costs 2 less.", "你每轮的第二张法术费用减少2点。",
        "The mana cost of your second spell each round is lowered by 2.",
        "你每轮的第二张法术的法力消耗-2。"),
    ("spell", on_play({"type": "loop", "id": "each", "target": {"chooser": "others"}, "do": [
        {"type": "pick", "id": "one", "from": "{each.target.hand}", "amount": 1},
        {"type": "discardCard", "target": "{one}"}]}),
        "Each other player discards a random card.", "其他每名玩家随机弃一张牌。",
        "For every other player: pick a random card in that player's hand and discard that card.",
        "其他每名玩家依次：随机选取该玩家手牌中的一张牌，并弃掉该牌。"),
    ("spell", on_play({"type": "if", "condition": SECOND, "do": [{"type": "mana", "amount": 3}]}),
        "If this is the second spell you play this round, gain 3 mana.",
        "如果这是你本轮打出的第二张法术，回复3点法力。",
        "If this is your second spell this round, regain 3 mana.",
        "若这是你本轮的第二张法术，恢复3点法力。"),
]  # fmt: skip


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("given", MEANT, ids=[each[2] for each in MEANT])
def test_it_is_read_and_told(given: tuple[Any, ...], language: str) -> None:
    pack = shipped("chrono")
    kind, said, english, chinese, in_english, in_chinese = given
    typed, told = (english, in_english) if language == "en" else (chinese, in_chinese)
    card, facts = stands_on(pack, kind)
    judge = Judge(pack, language)
    found = ways_of(pack, language).read(typed, card, facts).ways
    assert found
    assert do_the_same(judge, said, found[0].behaviors)
    read = judge.read_tree(take_apart(found[0].behaviors))
    assert read is not None
    sentence = judge.sentences_of(read, card, facts)
    assert sentence == told
    assert ways_of(pack, language).left_out.find(typed, sentence) == []


@pytest.mark.parametrize(
    ("language", "text"),
    [("en", "Your maximum hand size is increased by 1."), ("zh", "你的手牌上限增加1。")],
)
def test_what_there_is_no_word_for_is_said(language: str, text: str) -> None:
    pack = shipped("chrono")
    card, facts = stands_on(pack, "wand")
    assert not ways_of(pack, language).read(text, card, facts).ways
    assert ways_book(pack, language).nearby.lacking(text)
