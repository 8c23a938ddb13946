"""Words that no card of a game uses, for cards of one's own: one scenario each."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from chrono_variant import Cards, exploration, on_play, spell, table_fixture, wand

from rules.pack import Pack, load_pack
from rules.scenario import Player
from rules.telling.text import Text

CARDS = Cards()
variant, table = table_fixture(CARDS)

KINGDOMS = Path(__file__).parents[2] / "mygame" / "world" / "packs" / "kingdoms"
OTHERS = {"chooser": "others"}
RIVAL = {"type": "playerChooser", "ask": "{you}", "prompt": "choosePlayer", "from": OTHERS}
NAMES = ("one", "two", "three")
HITS = [spell(name, on_play({"type": "damage", "amount": 2}), manaCost=2) for name in NAMES]
GAIN = spell("gain", on_play({"type": "mana", "amount": 1}))
SLIME = {"slot": ["slime_ball"]}


# -- chrono


@CARDS.uses(spell("boost", on_play({"type": "nextSpellsBonus", "count": 2, "amount": 3})), *HITS)
def test_the_next_spells_deal_more_and_those_after_them_do_not(table):
    played = table("play boost", hand=["boost", *NAMES], mana=9, **SLIME)
    found = [played.card_of("slime_ball", "health")]
    for one in NAMES:
        played.do(f"play {one}")
        found.append(played.card_of("slime_ball", "health"))
    assert [before - after for before, after in pairwise(found)] == [5, 5, 2]


@CARDS.uses(spell("thrift", on_play({"type": "nextSpellsCost", "count": 2, "amount": -1})), *HITS)
def test_the_next_spells_cost_less_and_those_after_them_do_not(table):
    played = table("play thrift", hand=["thrift", *NAMES], mana=9, **SLIME)
    left = [played.of(0, "mana"), *(played.do(f"play {one}").of(0, "mana") for one in NAMES)]
    assert left == [9, 8, 7, 5]


@CARDS.uses(spell("double", on_play({"type": "nextSpellTimes", "amount": 2})), *HITS)
def test_the_next_spell_deals_double_damage_and_the_one_after_it_does_not(table):
    played = table("play double", hand=["double", *NAMES], mana=9, **SLIME)
    found = [played.card_of("slime_ball", "health")]
    for one in NAMES[:2]:
        played.do(f"play {one}")
        found.append(played.card_of("slime_ball", "health"))
    assert [before - after for before, after in pairwise(found)] == [4, 2]


@CARDS.uses(spell("free", on_play({"type": "nextSpellCost", "mode": "set", "amount": 0})), *HITS)
def test_the_next_spell_is_free_and_the_one_after_it_is_not(table):
    played = table("play free", hand=["free", *NAMES], mana=9, **SLIME)
    assert [played.do(f"play {one}").of(0, "mana") for one in NAMES[:2]] == [9, 7]


HARDENED = exploration(
    "hardened",
    {"at": "takes", "condition": {"type": "HitBySpell"}, "amount": "{onDamageTaken.amount} - 1"},
    type="monster",
    hp=20,
)
DEVICE = wand("device", {"at": "onceEachRound", "do": [{"type": "damage", "amount": 2}]})


@CARDS.uses(HARDENED, DEVICE, *HITS)
def test_damage_from_spells_is_told_apart_from_other_damage(table):
    played = table(hand=["one"], mana=2, slot=["hardened"], wand=["device"])
    found = [
        20,
        *(
            played.do(each).card_of("hardened", "health")
            for each in ("play one", "activate device")
        ),
    ]
    assert [before - after for before, after in pairwise(found)] == [1, 2]


@CARDS.uses(spell("encore", on_play({"type": "castLastSpell"})), GAIN)
def test_the_last_spell_is_cast_once_more(table):
    assert table("play gain", "play encore", hand=["gain", "encore"]).of(0, "mana") == 2
    assert table("play encore", hand=["encore"]).of(0, "mana") == 0


@CARDS.uses(spell("pilfer", on_play({"type": "takeCards", "from": RIVAL})), GAIN)
def test_a_card_is_taken_from_another_hand(table):
    taken = table("play pilfer", hand=["pilfer"], players=[{}, {"hand": ["gain"]}])
    taken.do({"pick": [1]})
    assert (taken.of(1, "hand"), "gain" in taken.of(0, "hand")) == ([], True)
    assert "onHandEmptied" in {heard.name for heard in taken.heard}


@CARDS.uses(spell("barter", on_play({"type": "swapHands", "with": RIVAL})), GAIN)
def test_hands_are_swapped(table):
    swapped = table("play barter", hand=["barter"], players=[{}, {"hand": ["gain"]}])
    swapped.do({"pick": [1]})
    assert (swapped.of(0, "hand"), swapped.of(1, "hand")) == (["gain"], ["wait"])


@CARDS.uses(spell("rewind", on_play({"type": "retreat", "amount": 3})))
def test_a_marker_goes_back_but_not_behind_the_first_cell(table):
    def place(**given):
        back = table("play rewind", hand=["rewind"], **given)
        return back.of(0, "loop"), back.of(0, "cell")

    assert place(loop=2, cell=2) == (1, 11)
    assert place(loop=1, cell=2) == (1, 1)


# -- kingdoms


def skill(name: str, usable: dict, *deeds: dict, **more) -> dict:
    """A skill of the play phase that draws a card, or does these deeds."""
    draw = {"type": "drawCards", "who": "{you}", "amount": 1}
    return {
        "id": f"test.skill.{name}",
        "count": 0,
        "name": name,
        "answers": {"usable": {"pattern": "{pattern}", **usable}, "gives": {"type": "itsDeed"}},
        "behaviors": [{"at": "onInvoked", "do": list(deeds or [draw])}],
        **more,
    }


ONCE = {"type": "OncePerPhase", "skill": "{this}"}
MORE_HP = {"type": "gainMaxHp", "who": "{you}", "amount": 2}
FULL_HAND = {"type": "drawUpTo", "who": "{you}", "count": 4}
NO_DISCARD = {"type": "skipPhase", "who": "{you}", "phase": "discard"}
A_DUEL = {"type": "useAs", "who": "{you}", "what": "kingdoms.card.duel", "targets": "{you.next}"}
SKILLS = {
    "once": (1, skill("once", ONCE)),
    "thrice": (3, skill("thrice", {"type": "TimesPerPhase", "skill": "{this}", "times": 3})),
    "rare": (1, skill("rare", {"type": "OncePerMatch", "skill": "{this}"}, frequency="limited")),
}
DEEDS = {
    "grow": (skill("grow", ONCE, MORE_HP), {"players.0.maxHp": 6, "players.0.hp": 4}),
    "fill": (skill("fill", ONCE, FULL_HAND), {"players.0.hand.count": 4}),
    "keep": (skill("keep", ONCE, NO_DISCARD), {"players.0.skipsDiscard": 1}),
    "duel": (skill("duel_all", ONCE, A_DUEL), {"players.1.hp": 3}),
}
MOURNS = {
    "id": "test.skill.mourns",
    "count": 0,
    "name": "mourns",
    "behaviors": [
        {
            "at": "mayHear",
            "event": "onDamaged",
            "when": "after",
            "condition": "{onDamaged.who} != {you}",
            "do": [{"type": "drawCards", "who": "{you}", "amount": 1}],
        }
    ],
}

TWICE = {"type": "TimesPerPhase", "skill": "{this}", "times": 2}
SEES = {"type": "seeHand", "who": "{you}", "of": "{you.next}"}
KEEPS = {
    "id": "test.skill.keeps",
    "count": 0,
    "name": "keeps",
    "frequency": "locked",
    "answers": {"moreHandCards": "2 if {you.hand.count} < 9 else 0"},
}
SAFE_WHILE_EMPTY = [{"type": "EmptyHanded", "who": "{you}"}, "{as} == duel"]
SAFE = {
    "id": "test.skill.safe",
    "count": 0,
    "name": "safe",
    "frequency": "locked",
    "answers": {"prohibits": {"type": "And", "conditions": SAFE_WHILE_EMPTY}},
}
RARELY = {**MOURNS, "id": "test.skill.rarely", "name": "rarely", "frequency": "limited"}


@pytest.fixture(scope="module")
def kingdoms(tmp_path_factory: pytest.TempPathFactory) -> Pack:
    """Kingdoms with those skills."""
    shelf = tmp_path_factory.mktemp("packs")
    (shelf / "kingdoms").symlink_to(KINGDOMS)
    folder = shelf / "variant"
    folder.mkdir()
    manifest = {"pack": {"id": "variant", "inherits": "kingdoms"}}
    (folder / "pack.json5").write_text(json.dumps(manifest), encoding="utf-8")
    cards = [*(card for _, card in SKILLS.values()), *(card for card, _ in DEEDS.values()), MOURNS]
    cards += [KEEPS, SAFE, RARELY, skill("sees", ONCE, SEES), skill("duel_twice", TWICE, A_DUEL)]
    (folder / "cards.json5").write_text(json.dumps({"cards": cards}), encoding="utf-8")
    return load_pack(folder)


def play(
    kingdoms: Pack, skills: list[str], when: list[dict], then: dict, second: Any = (), **own: Any
) -> Player:
    """A turn of a player with these skills."""
    given = {
        "at": "onActions",
        "seat": 0,
        "rest": "empty",
        "match": {"current": 0},
        "players": [
            {"role": ["lord"], "general": ["zhangfei"], "phase": "play", "skills": skills,
             "hand": ["dilu_c5"], **own},
            {"secretRole": ["rebel"], "general": ["ganning"], **dict(second)},
            {"secretRole": ["renegade"], "general": ["huanggai"]},
        ],
        "zones": {"deck": ["amazing_grace_h3", "amazing_grace_h4", "god_salvation_ha"]},
    }  # fmt: skip
    scenario = {"name": " ".join(skills), "seats": 3, "given": given, "when": when, "then": then}
    player = Player(kingdoms, scenario)
    assert player.play() == []
    return player


@pytest.mark.parametrize("name", SKILLS)
def test_a_skill_of_the_play_phase_does_what_it_says_so_often(kingdoms, name):
    times = SKILLS[name][0]
    when = [{"choose": "skill", "card": name}] * times
    then = {"players.0.hand.count": 1 + times, "offered": {"hasNot": ["skill"]}}
    play(kingdoms, [name], when, then)


@pytest.mark.parametrize("name", DEEDS)
def test_what_a_skill_does(kingdoms, name):
    card, then = DEEDS[name]
    play(kingdoms, [card["name"]], [{"choose": "skill", "card": card["name"]}], then)


def test_a_skill_hears_of_others(kingdoms):
    when = [{"choose": "skill", "card": "duel_all"}, {"by": 0, "choose": "yes"}]
    play(kingdoms, ["duel_all", "mourns"], when, {"players.0.hand.count": 2})


@pytest.mark.parametrize(("skills", "kept"), [([], 1), (["keeps"], 3), (["keeps", "keeps"], 5)])
def test_a_skill_may_raise_the_hand_limit(kingdoms, skills, kept):
    """K11"""
    hand = [f"slash_{suit}{rank}" for suit, rank in zip("cccccc", range(2, 8), strict=True)]
    discarded = {"pick": hand[: len(hand) - kept]}
    then = {"players.0.hand.count": kept, "match.current": 1}
    play(kingdoms, skills, [{"choose": "end"}, discarded], then, hp=1, hand=hand)


def test_the_limit_is_raised_only_while_the_condition_of_the_skill_holds(kingdoms):
    hand = [f"slash_c{rank}" for rank in range(2, 10)] + ["slash_s7", "slash_s8"]
    when = [{"choose": "end"}, {"pick": hand[1:]}]
    play(kingdoms, ["keeps"], when, {"players.0.hand.count": 1}, hp=1, hand=hand)


def test_a_prohibition_may_hold_only_under_a_condition(kingdoms):
    aim = {"choose": "on", "player": 1}
    begun = {"choose": "use", "card": "duel_sa"}
    safe, holding = {"skills": ["safe"]}, {"skills": ["safe"], "hand": ["peach_h3"]}
    play(kingdoms, [], [begun, {"refused": aim}], {"players.1.hp": 4}, safe, hand=["duel_sa"])
    play(kingdoms, [], [begun, aim], {"players.1.hp": 3}, holding, hand=["duel_sa"])


def test_a_limited_skill_that_hears_is_used_once_a_match(kingdoms):
    """11"""
    use, yes = {"choose": "skill", "card": "duel_twice"}, {"by": 0, "choose": "yes"}
    play(kingdoms, ["duel_twice", "rarely"], [use, yes, use], {"players.0.hand.count": 2})
    no = {"by": 0, "choose": "no"}
    play(kingdoms, ["duel_twice", "rarely"], [use, no, use, yes], {"players.0.hand.count": 2})


def test_who_looks_at_a_hand_sees_it_and_others_see_only_that(kingdoms):
    when = [{"choose": "skill", "card": "sees"}]
    match = play(kingdoms, ["sees"], when, {"prompt": "play"}, {"hand": ["peach_h3"]}).match
    line = next(line for line in match.log if line.message == "seeHand")
    names = ("Dag", "Eva", "Finn")
    told = [Text(match.game, "en", names).log(line, seat) for seat in (0, 1, 2)]
    assert told[:2] == ["Dag looks at the hand of Eva: Peach (heart 3)."] * 2
    assert told[2] == "Dag looks at the hand of Eva."
    assert Text(match.game, "zh", names).log(line, 0) == "Dag观看了Eva的手牌：桃·红桃3。"
