"""
A newcomer's first evening outside, by telnet in both languages: out of the door, a knave, the
smith, down and back again, a bed, a sale, a game of cards. The newcomer reads what is offered, and
types that.
"""

import re

import pytest

OPTION = re.compile(r"^ *(\d+)\) (.*)$", re.MULTILINE)
WORDS = {
    "en": {
        "door": ("door", "Market"),
        "knave": ("knave", "Swap two of them"),
        "keep": ("keep", "Your weapon"),
        "sword": ("sword", "HP 8"),
        "talk": ("talk marta", "Marta the smith"),
        "bye": ("goodbye", "That is over"),
        "walk": ("go mouth", "The Mouth"),
        "down": ("down", "the first time"),
        "inn": ("go inn", "Inn"),
        "rest": ("rest", "HP 8"),
        "market": ("go market", "Market"),
        "sell": ("sell", "1\\)"),
        "duel": ("challenge marta", "1\\)"),
        "leave": ("leave", "leave it at that|That is over"),
        "map": ("map", r"\*Market"),
        "sheet": ("sheet", "level 1"),
        "hall": ("hall", "Hall of the Time Wheel"),
        "home": "expedition is over",
        "hp": r"HP (\d+)/",
        "careful": ("use Red", "go home from here", "turn back", "flee"),
        "usual": ("go in", "take ", "go home from here", "search", "with care", "talk", "attack"),
        "last": ("onward",),
    },
    "zh": {
        "door": ("出门", "集市"),
        "knave": ("建卡", "可交换其中两项"),
        "keep": ("不换", "用什么武器"),
        "sword": ("剑", "生命8"),
        "talk": ("和玛塔说话", "铁匠玛塔"),
        "bye": ("告辞", "到此结束"),
        "walk": ("去洞口", "洞口"),
        "down": ("下", "头一回"),
        "inn": ("去 客栈", "客栈"),
        "rest": ("休息", "生命8"),
        "market": ("去集市", "集市"),
        "sell": ("卖东西", "1\\)"),
        "duel": ("挑战 玛塔", "1\\)"),
        "leave": ("离开", "就此作罢|到此结束"),
        "map": ("地图", r"\*集市"),
        "sheet": ("人物卡", "等级1|1级"),
        "hall": ("大厅", "时轮大厅"),
        "home": "探险结束",
        "hp": r"生命(\d+)/",
        "careful": ("用红", "自己从这里回家", "原路回家", "逃跑"),
        "usual": ("进去", "拿", "自己从这里回家", "搜索", "小心", "交谈", "攻击"),
        "last": ("前进",),
    },
}


class Newcomer:
    """Somebody who types what is offered."""

    def __init__(self, client, words):
        self.client, self.words = client, words
        self.lines = 0

    def type(self, line):
        self.lines += 1
        return self.client.answer(line)

    def do(self, step):
        """Type the line of a step, and read what has to come of it."""
        line, expected = self.words[step]
        told = self.type(line)
        assert re.search(expected, " ".join(told.split())), f"{line}: {told}"
        return told

    def go_down(self):
        """An expedition to its end: search, take what lies there, home when it hurts."""
        told = self.do("down")
        for _ in range(150):
            if re.search(self.words["home"], told):
                return told
            told = self.type(self.choose(told))
        raise AssertionError(f"still down there: {told}")

    def sell(self):
        """Whatever is offered last; then nothing more."""
        told = self.type(OPTION.findall(self.do("sell"))[-1][0])
        if not any(self.words["bye"][0] in text for _, text in OPTION.findall(told)):
            self.type("0")

    def choose(self, told):
        """The number of what somebody with a little sense would do."""
        options = OPTION.findall(told)
        hp = re.findall(self.words["hp"], told)
        wanted = [*self.words["usual"], *self.words["last"]]
        if hp and int(hp[-1]) <= 3:
            wanted = [*self.words["careful"], *wanted]
        for word in wanted:
            for number, text in options:
                if word in text:
                    return number
        return "1"


@pytest.mark.parametrize("language", ["zh", "en"])
def test_a_first_evening_outside_leads_through_the_door_down_and_to_a_game_of_cards(
    game, no_accident, language
):
    client = game.player("Linnet" if language == "en" else "Zhi")
    client.ask(f"language {language}", "." if language == "en" else "中文")
    newcomer = Newcomer(client, WORDS[language])
    for step in ("door", "knave", "keep", "sword", "talk", "bye", "map", "sheet", "walk"):
        newcomer.do(step)
    newcomer.go_down()
    for step in ("inn", "rest", "bye", "market"):
        newcomer.do(step)
    newcomer.sell()
    for step in ("bye", "duel", "leave", "hall"):
        newcomer.do(step)
    assert newcomer.lines < 180
