"""Sentences of what builders may write with the words of Chrono Wizard, beyond its own cards."""

from __future__ import annotations

import pytest
from chrono_table import said, told

HIT = {"type": "monsterChooser", "ask": "{you}"}
CARD = {"type": "cardChooser", "ask": "{you}", "from": "{you.hand}"}
DRAW = {"type": "drawCard"}
ALL = {"chooser": "players"}


def trigger(event, *do, **rest):
    return {"type": "addTriggers", "triggers": [{"event": event, "do": list(do), **rest}]}


@pytest.mark.parametrize(
    ("do", "zh", "en"),
    [
        ({"type": "manaCost", "mode": "set", "amount": 1, "target": CARD},
         "你手牌中的一张牌的法力消耗变为1。", "The mana cost of a card in your hand becomes 1."),
        ({"type": "manaCost", "amount": 2, "target": CARD},
         "你手牌中的一张牌的法力消耗+2。", "The mana cost of a card in your hand is raised by 2."),
        ({"type": "manaCost", "amount": -2, "target": CARD, "duration": "round"},
         "本轮中，你手牌中的一张牌的法力消耗-2。",
         "This round the mana cost of a card in your hand is lowered by 2."),
        ({"type": "loop", "times": 2, "id": "l", "target": ALL, "do": [
            {**DRAW, "target": "{l.target}"}]},
         "每名玩家依次，各2次：该玩家抽1张牌。",
         "For every player in turn, twice: that player draws 1 card."),
        ({"type": "loop", "times": 3, "id": "l", "target": {"chooser": "monsters"}, "do": [
            {"type": "damage", "amount": 2, "target": "{l.target}"}]},
         "对怪物依次，各3次：对它造成2点伤害。",
         "For each of the monsters in turn, 3 times: deal 2 damage to it."),
        ({"type": "shuffleBack"}, "将你的弃牌堆洗入牌库。",
         "Shuffle your discard pile into your deck."),
        ({"type": "shuffleBack", "player": ALL}, "每名玩家将弃牌堆洗入牌库。",
         "Every player shuffles the own discard pile into the deck."),
        ({"type": "if", "condition": {"type": "HasCard", "playerUUID": "{you}",
          "cardUUID": "{this}"}, "do": [DRAW]},
         "若你有此牌，抽1张牌。", "If you have this card, draw 1 card."),
        ({"type": "if", "condition": {"type": "HasNoCard", "playerUUID": "{you.next}",
          "cardUUID": "{this}"}, "do": [DRAW]},
         "若你的下家没有此牌，抽1张牌。",
         "If the player after you does not have this card, draw 1 card."),
        ({"type": "reward", "mode": "set", "amount": 5, "target": HIT},
         "将一个怪物的赏金设为5。", "Set a monster's bounty to 5."),
        ({"type": "maxHealth", "mode": "set", "amount": 5, "target": HIT},
         "将一个怪物的血量上限设为5。", "Set a monster's maximum hp to 5."),
        ({"type": "health", "mode": "set", "amount": 5, "target": HIT},
         "将一个怪物的血量设为5。", "Set a monster's hp to 5."),
    ],
)  # fmt: skip
def test_a_word_says_what_it_does(do, zh, en):
    assert told(do) == (zh, en)


def test_a_trigger_that_acts_at_once_says_its_condition():
    assert told(trigger("instant", DRAW, condition="{you.mana} > 3")) == (
        "若你的法力大于3，抽1张牌。",
        "If your mana is above 3, draw 1 card.",
    )


def test_what_is_done_on_equipping_says_when_and_what_lasts_does_not():
    assert told(DRAW, at="onEquip") == ("装备时：抽1张牌。", "When you equip it: draw 1 card.")
    lasting = trigger("onReverse", DRAW, mode="inPlay")
    assert told(lasting, at="onEquip")[1] == "Whenever a player reverses, draw 1 card."


@pytest.mark.parametrize("event", ["onPlay", "onPlayed", "onPlayCard"])
def test_an_event_is_told_however_it_is_spelled(event):
    own = f"{{{event}.playerUUID}} == {{you}}"
    assert told(trigger(event, DRAW, mode="round", condition=own)) == (
        "本轮中，每当你打出一张牌，抽1张牌。",
        "For this round, whenever you play a card, draw 1 card.",
    )


def test_a_reference_to_the_enclosing_play_means_its_player():
    draw = {**DRAW, "target": "{onPlay.playerUUID}"}
    others = "{onPlayCard.playerUUID} != {you}"
    assert told(trigger("onPlayCard", draw, mode="round", condition=others))[1] == (
        "For this round, whenever another player plays a card, draw 1 card."
    )
    own = {**DRAW, "target": "{onPlayCard.playerUUID}"}
    assert told(trigger("onPlayCard", own, mode="round", condition=others))[1] == (
        "For this round, whenever another player plays a card, that player draws 1 card."
    )


def test_damage_that_says_nothing_else_hits_a_monster_of_your_choice():
    assert told({"type": "damage", "amount": 3}) == told(
        {"type": "damage", "amount": 3, "target": HIT}
    )


def test_what_a_wand_does_whenever_reads_as_a_trigger_from_its_equipping_on():
    event, mine = "onManaRegained", "{onManaRegained.playerUUID} == {you}"
    whenever = {"at": "whenever", "event": event, "condition": mine, "do": [DRAW]}
    lasting = trigger(event, DRAW, mode="inPlay", condition=mine)
    assert said(whenever) == told(lasting, at="onEquip")
    assert said(whenever) == ("每当你恢复法力，抽1张牌。", "Whenever you regain mana, draw 1 card.")
