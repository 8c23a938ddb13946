"""What a program says in kingdoms and knave where a newcomer would stop: in both languages."""

from __future__ import annotations

import pytest
from telling.pairs import Forms, sentence_of, shipped

from rules.reading.notation import take_apart
from rules.reading.verify import Judge
from rules.workshop.headings import usual_kind

NEXT = "{you.next}"
DRAWS = {"type": "drawCards"}
OPTIONS = [{"id": "yes", "do": [{**DRAWS, "who": "{you}"}]}, {"id": "no", "do": []}]
MAY_DRAW = {"type": "choose", "ask": "{you}", "prompt": "may", "options": OPTIONS}
CHOOSES = {"type": "let", "id": "a"}
ASKS = {"type": "playerChooser", "ask": "{you}"}
OTHERS = {"chooser": "others", "than": "{you}"}
LIVING = {"chooser": "living"}
MALE = {"type": "IsMale", "who": "{it}"}


def used(*doables):
    return [{"at": "onEffect", "do": list(doables)}]


def under(condition):
    return used({"type": "if", "condition": condition, "do": [DRAWS]})


def denied(condition):
    return under({"type": "Not", "condition": condition})


def thing(*doables):
    return [{"at": "onUse", "do": list(doables)}]


SAID = [
    ("kingdoms", under("{you.weapon.count} > 0"),
        "If you have a weapon, draw a card.", "若你有武器，摸一张牌。"),
    ("kingdoms", under("{you.next.weapon.count} == 0"),
        "If the player after you's weapon is not there, draw a card.",
        "若没有你的下家的武器，摸一张牌。"),
    ("kingdoms", under({"$": "==", "items": ["{you}", NEXT]}),
        "If you are the player after you, draw a card.", "若你为你的下家，摸一张牌。"),
    ("kingdoms", under("not {you.next.chained}"),
        "If the player after you is not chained, draw a card.",
        "若你的下家未处于连环状态，摸一张牌。"),
    ("kingdoms", denied({"type": "IsRed", "card": "{this}"}),
        "If this card is not red, draw a card.", "若此牌不为红色，摸一张牌。"),
    ("kingdoms", denied({"type": "Not", "condition": {"type": "IsDying", "who": "{you}"}}),
        "If you are dying, draw a card.", "若你濒死，摸一张牌。"),
    ("kingdoms", used({"type": "loop", "target": "{you.hand}", "do": [DRAWS]}),
        "For each card in your hand: draw a card.", "对你的手牌中的每张牌依次：摸一张牌。"),
    ("kingdoms", used({"type": "loop", "target": "{this}", "do": [DRAWS]}),
        "For this card: draw a card.", "对此牌：摸一张牌。"),
    ("kingdoms", used({"type": "let", "id": "a", "value": "{you.hp}"},
            {"type": "recover", "who": "{you}"}, {**DRAWS, "amount": "{a}"}),
        "Recover 1 hp. Draw X cards (X is your hp before that).",
        "回复1点体力。摸X张牌（X为此前你的体力）。"),
    ("kingdoms", used({"type": "let", "id": "a", "value": "{you.hand.count}"},
            {"type": "throwCards", "who": "{you}", "cards": "{you.hand}"},
            {**DRAWS, "amount": "{a}"}),
        "Discard your hand. Draw that many cards.", "弃置你的手牌。摸等量的牌。"),
    ("kingdoms", used({"type": "addModifiers", "modifiers": [
            {"property": "hp", "amount": 2, "of": "{you}"}]}),
        "For the rest of the game, your hp is raised by 2.",
        "在本局余下时间里，你的体力+2。"),
    ("kingdoms", used({"type": "strikeDown", "who": "{you}", "card": "{you.weapon.top}"}),
        "Your weapon is discarded and you take 3 thunder damage.",
        "弃置你的武器，你受到3点雷电伤害。"),
    ("kingdoms", used({**CHOOSES, "value": {**ASKS, "from": OTHERS}},
            {**DRAWS, "who": "{a.first}"}),
        "Choose another player. That player draws a card.", "选择一名其他角色。其摸1张牌。"),
    ("kingdoms", used({**CHOOSES, "value": {**ASKS, "from": LIVING, "where": MALE}},
            {**DRAWS, "who": "{a.first}"}),
        "Choose a male player. That player draws a card.", "选择一名男性角色。其摸1张牌。"),
    ("kingdoms", used({"type": "loseHp", "who": NEXT}, {"type": "loseHp", "who": "{you}"}),
        "The player after you loses 1 hp. You lose 1 hp.", "你的下家失去1点体力。你失去1点体力。"),
    ("kingdoms", used({"type": "loseHp", "who": NEXT}, MAY_DRAW),
        "The player after you loses 1 hp. You may draw a card.",
        "你的下家失去1点体力。你可以摸一张牌。"),
    ("kingdoms", used({"type": "throwCards", "who": "{you}",
            "cards": {"chooser": "ownCards", "of": "{you}"}}),
        "Discard all your hand cards and equipment.", "弃置你的所有手牌和装备。"),
    ("knave", thing({"type": "if", "condition": "{you.grabbed}", "do": [{"type": "helpAll"}]}),
        "If you are held, the next roll of everybody is the better of two.",
        "若你被抓住，所有人的下一次掷骰取两骰中较好的。"),
    ("knave", thing({"type": "regain", "amount": "{you.level}", "sides": 6}),
        "You regain Xd6 HP (X is your level).", "你恢复Xd6点生命（X为你的等级）。"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "program", "english", "chinese"), SAID)
def test_it_is_said_as_people_say_it(name, program, english, chinese):
    pack = shipped(name)
    forms = Forms(pack, usual_kind(pack))
    assert sentence_of(pack, "en", forms, program) == english
    assert sentence_of(pack, "zh", forms, program) == chinese


ANSWERED = [
    ({"prohibits": "{as} == indulgence"},
        "You cannot be the target of Indulgence.", "你不能成为【乐不思蜀】的目标。"),
    ({"prohibits": {"type": "And", "conditions": ["{you.hp} == 1", "{as} == slash"]}},
        "If your hp is 1, you cannot be the target of Slash.",
        "若你的体力为1，你不能成为【杀】的目标。"),
    ({"moreSlashes": "1 if {you.hp} == 1 else 0"},
        "If your hp is 1, you may use one more Slash in your play phase.",
        "若你的体力为1，出牌阶段，你可以多使用一张【杀】。"),
    ({"moreSlashes": "1 if {you.hp} == 1 else 2"},
        "You may use 1 if your hp is 1, otherwise 2 more Slashes.",
        "出牌阶段，你可以多使用1（若你的体力为1，否则2）张【杀】。"),
    ({"moreHandCards": 2}, "Your hand limit is 2 more.", "你的手牌上限+2。"),
    ({"moreHandCards": -1}, "Your hand limit is 1 less.", "你的手牌上限-1。"),
]  # fmt: skip


@pytest.mark.parametrize(("answers", "english", "chinese"), ANSWERED)
def test_what_a_skill_answers_is_said_under_its_condition(answers, english, chinese):
    pack = shipped("kingdoms")
    judge = Judge(pack, "en")
    read, answered = judge.read_tree([]), judge.trees.read_tried_answers(take_apart(answers))
    told = [judge.sentences_of(read, "skill", {}, each, answered) for each in ("en", "zh")]
    assert told == [english, chinese]


def test_a_modifier_is_of_a_number_where_its_property_is_one():
    pack = shipped("kingdoms")
    forms = Forms(pack, usual_kind(pack))
    wrong = {"type": "itsDeed"}
    program = used({"type": "addModifiers", "modifiers": [{"property": "range", "amount": wrong}]})
    assert sentence_of(pack, "en", forms, program) is None
