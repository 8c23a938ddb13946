"""What people read in Kingdoms of what somebody does to themselves, and what they are asked."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules.ground.width import display_width
from rules.pack import load_pack
from rules.scenario import Player
from rules.telling.named import rules_of_named_cards
from rules.telling.text import Text

KINGDOMS = Path(__file__).parents[2] / "mygame" / "world" / "packs" / "kingdoms"
NAMES = ("Dag", "Eva")
ON_ONESELF = [
    {"choose": "use", "card": "fire_attack_h2"},
    {"choose": "on", "player": 0},
    {"pick": ["slash_s7"]},
]


@pytest.fixture(scope="module")
def pack():
    return load_pack(KINGDOMS)


def played(pack, when, **lord):
    hand = ["fire_attack_h2", "slash_s7", "slash_s8", "peach_h3"]
    players = [
        {"role": ["lord"], "general": ["huanggai"], "phase": "play", "hand": hand, **lord},
        {"secretRole": ["rebel"], "general": ["xuchu"], "hand": ["peach_h9"]},
    ]
    given = {"at": "onActions", "seat": 0, "rest": "empty", "match": {"current": 0}}
    given |= {"players": players}
    scenario = {"name": "texts", "seats": 2, "given": given, "when": when, "then": {"over": False}}
    table = Player(pack, scenario)
    assert table.play() == []
    return table.match


def log(match, language):
    text = Text(match.game, language, NAMES)
    return [text.log(line, None) for line in match.log]


def question(match, language):
    text = Text(match.game, language, NAMES)
    return text.prompt(match.pending[0], match)


def test_a_card_used_on_oneself_says_so(pack):
    match = played(pack, [*ON_ONESELF, {"pick": ["slash_s8"]}])
    english, chinese = log(match, "en"), log(match, "zh")
    assert "Dag uses Fire Attack (heart 2) on themselves." in english
    assert "Dag deals 1 fire damage to themselves: 3 hp left." in english
    assert "Dag对自己使用火攻·红桃2。" in chinese
    assert "Dag对自己造成1点火焰伤害，剩3点体力。" in chinese


def test_a_card_used_on_another_names_who_it_is(pack):
    match = played(pack, [{"choose": "use", "card": "slash_s7"}, {"choose": "on", "player": 1}])
    assert "Dag uses Slash (spade 7) on Eva." in log(match, "en")


def test_fire_attack_names_the_suit_that_is_wanted(pack):
    match = played(pack, ON_ONESELF)
    told = "Do you discard a card of the suit spade, to do 1 fire damage to yourself?"
    assert question(match, "en") == told
    assert question(match, "zh") == "是否弃置一张黑桃手牌，对自己造成1点火焰伤害？"
    when = [ON_ONESELF[0], {"choose": "on", "player": 1}]
    other = played(pack, when, hand=["fire_attack_h2", "peach_h3", "slash_s8"])
    told = "Eva has shown a heart: do you discard a card of that suit, to do them 1 fire damage?"
    assert question(other, "en") == told
    assert question(other, "zh") == "Eva展示了红桃：是否弃置一张红桃手牌，对其造成1点火焰伤害？"


@pytest.mark.parametrize("language", ["zh", "en"])
def test_every_skill_is_told_in_a_few_words(pack, language):
    skills = {card.id for card in pack.cards if card.kind == "skill" and ".skill." in card.id}
    short = Text(pack, language).words("short")
    assert set(short) <= skills
    of_generals = [rules_of_named_cards(Text(pack, language), each) for each in generals_of(pack)]
    assert all(0 < display_width(told) <= 180 for told in of_generals)


def generals_of(pack):
    return [card.id for card in pack.cards if card.kind == "general"]


def test_who_dies_by_their_own_damage_is_told_so(pack):
    when = [*ON_ONESELF, {"pick": ["slash_s8"]}]
    match = Player(
        pack,
        {
            "name": "texts",
            "seats": 3,
            "given": {
                "at": "onActions",
                "seat": 0,
                "rest": "empty",
                "match": {"current": 0},
                "players": [
                    {
                        "secretRole": ["renegade"],
                        "general": ["huanggai"],
                        "phase": "play",
                        "hp": 1,
                        "hand": ["fire_attack_h2", "slash_s7", "slash_s8"],
                    },
                    {"role": ["lord"], "general": ["xuchu"]},
                    {"secretRole": ["rebel"], "general": ["zhenji"]},
                ],
            },
            "when": when,
            "then": {"players.0.alive": 0},
        },
    )
    assert match.play() == []
    assert "Dag dies by their own hand." in log(match.match, "en")
    assert "Dag死于自己之手。" in log(match.match, "zh")
