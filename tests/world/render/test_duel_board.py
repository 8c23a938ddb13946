"""The board of the duel as people read it: in a window of 24 lines, and by a screen reader."""

import re
from functools import cache
from pathlib import Path

import pytest

import rules
from rules.ground.width import display_width
from rules.pack import load_pack
from rules.playing import preview
from rules.running.match import Match
from rules.scenario import Player
from rules.telling.text import Text
from world.locale.reader import Reader
from world.render.board import Board
from world.render.page import Asked, make_page

DUEL = Path(rules.__file__).parents[1] / "world" / "packs" / "duel"
#: A row on either side in which minions bear this and that, and a hand of seven.
GIVEN = {
    "at": "onActions",
    "seat": 0,
    "match": {"startPlayer": 0, "turn": 15},
    "players": [
        {
            "crystals": 8,
            "mana": 8,
            "hand": [
                *("grey_wolf", "archer_of_the_wall", "old_turtle", "thrown_knives"),
                *("banner_bearer", "storyteller", "glass_dagger"),
            ],
            "board": ["plough_ox", "old_turtle", "silk_spider", "lantern_bearer"],
            "weapon": ["glass_dagger"],
        },
        {
            "crystals": 7,
            "hand": ["plough_ox", "storyteller"],
            "board": ["stone_lion", "fire_eater", "hedge_monk", "courier_hawk"],
        },
    ],
    "cards": {
        "stone_lion@1": {"frozen": 1, "left": 2},
        "hedge_monk@1": {"silenced": 1, "hasShield": True},
        "plough_ox@0": {"left": 3, "hasWindfury": True},
        "silk_spider": {"fresh": 1},
        "scholar@0": {"left": 17, "armor": 3},
        "scholar@1": {"left": 9},
    },
}
BOARDS = {
    "en": """\
2 Bo: Mingche the Stargazer  health 9  mana 0/7  hand 2  library 21
Row of Bo: Stone Lion 2/2 taunt frozen  Fire Eater 4/4
    Wandering Monk 4/3 shield silenced  Courier Hawk 3/1 charge
Your row: Plough Ox 4/3 windfury  Old Turtle 3/9 taunt
    Silk Spider 1/2 stealth poisonous new  Lantern Bearer 1/3 spell +1
1 Ann (you): Mingche the Stargazer  health 17  armor 3  attack 3  mana 8/8
    hand 7  library 21  weapon Glass Dagger 3/2
Hand: Grey Wolf (2)  Archer on the Wall (2)  Old Turtle (6)  Thrown Knives (2)
    Banner Bearer (4)  Storyteller (5)  Glass Dagger (3)""",
    "zh": """\
2号Bo：观星者明澈  生命9  法力0/7  手牌2  牌库21
Bo的战场：石狮 2/2 嘲讽 冻结  吞火人 4/4  行脚僧 4/3 圣盾 沉默  信鹰 3/1 冲锋
你的战场：耕牛 4/3 风怒  老龟 3/9 嘲讽  丝蛛 1/2 潜行 剧毒 刚到
    提灯人 1/3 法伤+1
1号Ann（你）：观星者明澈  生命17  护甲3  攻击3  法力8/8  手牌7  牌库21
    武器：琉璃匕 3/2
手牌：灰狼（2费）  城头射手（2费）  老龟（6费）  飞刀（2费）  掌旗官（4费）
    说书人（5费）  琉璃匕（3费）""",
}


def played(given: dict, *when: dict) -> Match:
    """The match after these steps."""
    bring = [{"deck": "caravan"}, {"deck": "caravan"}]
    options = {"bring": bring, "choosePlaces": False, "secondArmor": 0}
    scenario = {"name": "board", "options": options, "given": given, "when": [*when]}
    player = Player(load_pack(DUEL), {**scenario, "then": {"over": False}})
    assert not player.play()
    return player.match


@cache
def battle() -> Match:
    return played(GIVEN)


def board_of(match: Match, language: str, plain: bool = False, seat: int | None = 0) -> Board:
    text = Text(match.game, language, ("Ann", "Bo"))
    return Board(
        match.game, preview.view_with_preview(match, seat), text, Reader(language, plain, 80)
    )


def bare(told: str) -> str:
    """Without colours: nothing is told by them alone."""
    return re.sub(r"\|[a-zA-Z]", "", told)


@pytest.mark.parametrize("language", BOARDS)
def test_board_prompt_and_input_line_have_room_in_24_lines(language):
    match = battle()
    asked = Asked(rows=23, short=False, seen=None, left=None, back=False)
    page = make_page(asked._replace(seen=()), board_of(match, language), match, match.pending[0])
    title, _, board = bare(page.board).partition("\n")
    assert board == BOARDS[language]
    lines = [*title.splitlines(), *board.splitlines(), *bare(page.prompt).splitlines()]
    assert len(lines) <= 23
    assert all(display_width(line) <= 80 for line in lines)


@pytest.mark.parametrize("language", BOARDS)
def test_with_room_each_row_tells_what_its_minions_do(language):
    told = bare("\n".join(board_of(battle(), language).lines(everything=True)))
    assert {"en": "Fire Eater      4/4 ", "zh": "吞火人      4/4 "}[language] in told
    assert {"en": "shoot 2 missiles", "zh": "发射2发飞弹"}[language] in told
    assert {"en": "2/2  taunt frozen", "zh": "2/2  嘲讽 冻结"}[language] in told


@pytest.mark.parametrize(
    ("language", "state", "hero", "spoken"),
    [
        ("en", "7/9 +3/+4", "attack 2 +2 Attack this turn", "attack 7, health 9, +3/+4."),
        ("zh", "7/9 +3/+4", "攻击2 本回合+2攻击力", "攻击力7，生命9，+3/+4。"),
    ],
)
def test_what_minions_and_heroes_bear_is_told(language, state, hero, spoken):
    given = {
        "at": "onActions",
        "seat": 0,
        "match": {"startPlayer": 0},
        "players": [
            {"mana": 10, "hand": ["morning_bell", "bramble_coat"], "board": ["plough_ox"]},
            {},
        ],
    }
    match = played(
        given, *({"choose": "play", "card": card} for card in given["players"][0]["hand"])
    )
    told = " ".join(bare("\n".join(board_of(match, language).lines())).split())
    assert state in told
    assert hero in told
    assert spoken in bare("\n".join(board_of(match, language, plain=True).lines()))


def test_a_silenced_minion_tells_no_text():
    given = {
        "at": "onActions",
        "seat": 0,
        "match": {"startPlayer": 0},
        "players": [
            {"mana": 10, "hand": ["hedge_monk"]},
            {"board": ["fire_eater"]},
        ],
    }
    match = played(given, {"choose": "play", "card": "hedge_monk"})
    told = bare("\n".join(board_of(match, "en", plain=True).lines()))
    assert "Fire Eater: attack 4, health 4, silenced. \n" in told


def test_a_screen_reader_gets_a_sentence_for_each_minion_under_whose_row_it_is():
    told = bare("\n".join(board_of(battle(), "en", plain=True).lines()))
    assert "Row of Bo:\nStone Lion: attack 2, health 2, taunt, frozen." in told
    assert "Your row:\nPlough Ox: attack 4, health 3, windfury." in told
    assert "2, Bo: Mingche the Stargazer, health 9, mana 0 of 7, cards in hand 2" in told
    assert "of Bo:" in told
    assert not re.search("[─-╿|]|  ", told)


def test_a_spectator_sees_both_rows_and_no_hand():
    told = bare("\n".join(board_of(battle(), "en", seat=None).lines()))
    assert "Row of Ann" in told
    assert "Row of Bo" in told
    assert "Hand:" not in told
    assert "Grey Wolf" not in told


@pytest.mark.parametrize(
    ("language", "name", "word"), [("en", "Shifting Fox", "rush"), ("zh", "幻狐", "突袭")]
)
def test_what_a_minion_bears_is_not_told_where_it_stands_already(language, name, word):
    given = {
        "at": "onActions",
        "seat": 0,
        "match": {"startPlayer": 0},
        "players": [{"mana": 3, "hand": ["shifting_fox"]}, {"board": ["grey_wolf"]}],
    }
    match = played(given, {"choose": "play", "card": "shifting_fox"}, {"choose": "first"})
    for plain in (False, True):
        lines = bare("\n".join(board_of(match, language, plain=plain).lines())).splitlines()
        told = next(line for line in lines if name in line)
        state = re.split("[。.]", told)[0] if plain else told.partition("3/3")[2].split("   ")[0]
        assert state.lower().count(word) == 1, told
