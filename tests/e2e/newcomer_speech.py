"""What newcomers (`e2e.newcomer`) of each language type, and look for on their screens."""

from __future__ import annotations

from typing import NamedTuple


class Speech(NamedTuple):
    """What a newcomer of one language types and looks for."""

    lines: dict[str, tuple[str, ...]]  # by what is wanted
    seen: dict[str, str]  # patterns, by what they have come to
    asked: str  # a question stands there
    puzzled: str  # a line was not understood
    health: str
    hurt: tuple[str, ...]  # options by their words, best first: with few HP,
    dark: tuple[str, ...]  # without light,
    usual: tuple[str, ...]  # otherwise,
    further: tuple[str, ...]  # and as long as they have not seen enough;
    back: str  # else this
    earned: str  # experience
    tasks: dict[str, str]  # what the first quest wants next, by what it says
    play: str  # in a game of cards: a card and its cost,
    kills: str  # an attack that does something and costs nothing,
    face: str  # one on the hero,
    hero: str  # who is one
    heals: str  # what does good
    falls: str  # what a card does to who falls by it
    power: str
    end: str
    armour: str  # what is put on where it is found
    job: str  # what the smith wants done,
    accept: str  # which one takes on
    found: str  # what was found


SPEECHES = {
    "en": Speech(
        lines={
            "door": ("door",),
            "knave": ("knave", "surprise"),
            "talk": ("talk marta", "talk to marta", "marta", "visit smith"),
            "bye": ("goodbye", "bye", "leave"),
            "mouth": ("go mouth", "go to the mouth", "mouth"),
            "down": ("down", "go down", "enter"),
            "inn": ("go inn", "inn", "go to the inn"),
            "rest": ("rest", "sleep", "bed"),
            "market": ("go market", "market"),
            "sell": ("sell",),
            "duel": ("challenge marta for 5", "play marta for 5 coins", "challenge smith for 5"),
            "practice": ("challenge marta", "play marta"),
            "yard": ("go yard", "yard"),
            "report": ("deliver",),
            "train": ("train",),
            "quests": ("quests",),
            "map": ("map",),
            "sheet": ("sheet", "inventory"),
            "hall": ("hall",),
        },
        seen={
            "door": r"Market",
            "knave": r"of \d+ slots\. HP 8",
            "first room": r"\(1 of \d\)",
            "first fight": r"Round 1\b",
            "find": r"finds [A-Z]|You bring home: ",
            "way home": r"expedition is over: (home|fled)",
            "out": r"expedition is over",
            "sale": r" sells .* for \d",
            "rest": r"a door with a bolt|there is the stable",
            "duel begins": r"puts 5 coins on the table|No coins, but|You play for nothing",
            "duel won": r"You have won: |First Evening: (a game won|below and back)",
            "duel lost": r"You have lost \d+",
            "level": r"is of level \d+ now",
            "prize": r"you have Marta's seal",
            "report": r"has done it: First Evening",
            "raise": r"which ability grows",
            "found lying": r"is found lying",
            "dead": r"is dead\.",
            "over": r"That is over|You leave it at that|leave it at that",
            "coins": r"coins (\d+)",
            "dark": r"in the dark|Light for [01] ",
            "landing": r"Here is a way home",
        },
        asked=r"^Type (a number|numbers|\d+ (to \d+ )?numbers)[^\n]*\.",
        puzzled=r"” does not fit|cannot do that now|I do not know|^Walking: type|There is no \d",
        health=r"HP (\d+)(?:/| of )",
        hurt=(
            r"use .*(potion|bandage)",
            r"go home from here",
            r"turn back for home",
            r"^eat ",
            r"flee",
            r"sneak past",
            r"back, and home",
        ),
        dark=(r"^light ",),
        usual=(
            r"go in$",
            r"^take ",
            r"go home from here",
            r"search",
            r"with care",
        ),
        further=(
            r"^talk$",
            r"^throw .* to them",
            r"^attack",
            r"^onward",
        ),
        back=r"turn back for home|back, and home",
        earned=r"\bxp (\d+)",
        tasks={
            "home": r"First Evening: (earn 100|a game won)",
            "game": r"First Evening: you have walked",
            "report": r"First Evening: below and back",
        },
        play=r"^play (?!The Coin).*?\((\d+)",
        kills=r"^attack .*it dies(?!, )",
        face=r"^attack .*\(hero",
        hero=r"\(hero",
        heals=r"[Rr]estore",
        falls=r"it dies(?!, )",
        power=r"^use your power",
        end=r"^end the turn",
        armour=r"^ready .*Armour \+",
        job=r"about a job: The Vault",
        accept=r"^take it on",
        found=r"finds ([A-Z][^.]+)\.|You bring home: ([^;]+);",
    ),
    "zh": Speech(
        lines={
            "door": ("出门",),
            "knave": ("建卡", "随便"),
            "talk": ("和玛塔说话", "拜访 玛塔", "玛塔", "和铁匠说话"),
            "bye": ("告辞", "离开"),
            "mouth": ("去洞口", "洞口"),
            "down": ("下", "下去", "进洞"),
            "inn": ("去客栈", "客栈"),
            "rest": ("休息", "睡觉", "住一夜"),
            "market": ("去集市", "集市"),
            "sell": ("卖东西", "卖"),
            "duel": ("挑战 玛塔 5", "和玛塔对局 5", "挑战铁匠 5枚"),
            "practice": ("挑战 玛塔", "和玛塔对局"),
            "yard": ("去练武场", "练武场"),
            "report": ("交差",),
            "train": ("训练",),
            "quests": ("任务",),
            "map": ("地图",),
            "sheet": ("人物卡", "背包"),
            "hall": ("大厅",),
        },
        seen={
            "door": r"集市",
            "knave": r"格用了\d+格。生命8",
            "first room": r"（1/\d）",
            "first fight": r"第1轮",
            "find": r"(?<!是)找到(?! ?\d|我)|你带回家：",
            "way home": r"探险结束：(回家|逃脱)",
            "out": r"探险结束",
            "sale": r"以\d+枚卖了",
            "rest": r"带闩的门|就睡马厩",
            "duel begins": r"把5枚钱币放到桌上|不赌钱，但|这局不赌",
            "duel won": r"你赢了：|头一晚：(牌打赢了|下去过)",
            "duel lost": r"你输了，",
            "level": r"现在是\d+级",
            "prize": r"玛塔的印到手了",
            "report": r"办成了一件事：头一晚",
            "raise": r"哪项能力增长",
            "found lying": r"躺在黑暗里",
            "dead": r"死了。",
            "over": r"到此结束|就此作罢",
            "coins": r"钱币(\d+)",
            "dark": r"一片漆黑|光还有[01]个",
            "landing": r"这里有归路",
        },
        asked=r"^输入(编号|\d+到\d+个编号|\d+个编号)[^\n]*。",
        puzzled=r"不合适|现在不能这样做|不明白|不懂|^走动：|没有\d|没有叫",
        health=r"生命(\d+)/",
        hurt=(
            r"使用.*(药|绷带)",
            r"从这里回家",
            r"原路回家",
            r"^吃",
            r"逃跑",
            r"悄悄绕过",
            r"退回去",
        ),
        dark=(r"^点燃|^点",),
        usual=(
            r"进去",
            r"^拿(?!起)",
            r"从这里回家",
            r"搜索",
            r"小心",
        ),
        further=(
            r"^交谈",
            r"^把.*扔给它们",
            r"^攻击",
            r"^前进",
        ),
        back=r"原路回家|退回去",
        earned=r"经验(\d+)",
        tasks={
            "home": r"头一晚：(去地下|牌打赢了)",
            "game": r"头一晚：你自己走回来了",
            "report": r"头一晚：下去过",
        },
        play=r"^打出(?!幸运币).*?（(\d+)费",
        kills=r"^攻击.*会死亡(?!，)",
        face=r"^攻击.*（英雄",
        hero=r"（英雄",
        heals=r"恢复",
        falls=r"会死亡(?!，)",
        power=r"^使用英雄技能",
        end=r"^结束回合",
        armour=r"^装备.*护甲\+\d",
        job=r"有活：金库",
        accept=r"^接下",
        found=r"找到([^\d。]+)。|你带回家：([^；]+)；",
    ),
}
