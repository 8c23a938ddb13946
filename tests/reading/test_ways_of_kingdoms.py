"""What authors of fan-made skills write is read alike in both languages."""

from __future__ import annotations

import pytest
from reading.alike import mean_the_same
from reading.measure import shipped

from rules.reading.verify import Judge
from rules.reading.ways.paraphrased import ways_of

ALIKE = [
    ("锁定技，你的手牌上限+2。", "Locked: your hand limit is increased by 2."),
    ("若你的体力值为1，你的手牌上限+2。", "If you have exactly 1 hp, your hand limit is 2 higher."),
    ("你的手牌上限等于体力上限。", "Your hand limit is equal to your maximum hp."),
    ("若你的体力值为1，你使用【杀】无次数限制。",
        "While you have exactly 1 hp, you can use any number of Slashes."),
    ("当你没有手牌时，你不能成为【杀】的目标。",
        "If you have no hand cards, you can't be the target of Slash."),
    ("你与其他角色计算距离时-1。", "Your distance to others is reduced by 1."),
    ("其他角色计算与你的距离时+1。", "The distance from other players to you is increased by 1."),
    ("准备阶段，你可以观看一名其他角色的手牌。",
        "At the start of your turn, you may look at another player's hand."),
    ("当你杀死一名角色后，你摸三张牌。", "When you kill a player, draw three cards."),
    ("当其他角色对你造成伤害后，你可以令其失去1点体力。",
        "After another player deals damage to you, you may let them lose 1 hp."),
    ("当一名角色进入濒死状态时，你可以弃置一张红色手牌，令其回复1点体力。",
        "Whenever a player is dying, you may discard a red hand card to heal them for 1."),
    ("判定牌生效前，你可以打出一张手牌代替之。",
        "Before a judgement counts, you may play a hand card in place of it."),
    ("弃牌阶段开始时，你可以跳过此阶段。", "In your discard phase, you may skip it."),
    ("你的【桃】可以当【酒】使用。", "You may use Peach as Analeptic."),
    ("锁定技，黑色的锦囊牌对你无效。", "Locked: black tricks have no effect on you."),
    ("当你受到属性伤害时，此伤害-1。",
        "When you would take fire or lightning damage, reduce it by 1."),
    ("当你濒死时，你可以弃置所有牌，然后回复3点体力。",
        "When you are dying, you may discard all your cards and recover 3 hp."),
    ("摸牌阶段，你可以少摸一张牌，然后令一名其他角色摸一张牌。",
        "In your draw phase, you may draw one card less and let another player draw a card."),
    ("出牌阶段限一次，你可以与一名角色拼点：若你赢，你获得其一张牌；若你没赢，其摸一张牌。",
        "Once per turn, you may pindian with another player: if you win, take a card from them; "
        "if you do not win, they draw a card."),
    ("出牌阶段限一次，你可以将任意张手牌交给一名其他角色，若你给出的牌不少于两张，你回复1点体力。",
        "Once per turn, you may give any number of hand cards to another player; "
        "if you gave two or more, recover 1 hp."),
]  # fmt: skip


@pytest.mark.parametrize(("chinese", "english"), ALIKE)
def test_a_skill_means_the_same_in_both_languages(chinese, english):
    pack = shipped("kingdoms")
    programs = [
        ways_of(pack, language).read(text, "skill").ways[0]._asdict()
        for language, text in (("zh", chinese), ("en", english))
    ]
    assert mean_the_same(Judge(pack, "en"), *programs)
