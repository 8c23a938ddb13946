"""
What Kingdoms has ready for packages, and no card of its own needs: contests of two cards (K33),
generals of kingdom god (K6), loss of the maximum (K26), skills that stop the row of damage (K25).
"""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from rules.pack import load_pack
from rules.scenario import Player

KINGDOMS = Path(__file__).parents[2] / "mygame" / "world" / "packs" / "kingdoms"
MANIFEST = {"id": "heir", "inherits": "kingdoms", "name": {"zh": "扩展", "en": "Heir"}}
CONTEST = {
    "id": "heir.card.contest",
    "name": {"zh": "比试", "en": "Contest"},
    "class": "skill",
    "family": "trick",
    "aimed": 1,
    "deckId": 200,
    "answers": {"mayTarget": "{it} != {who} and {chosen.count} == 0 and {it.hand.count} > 0"},
    "behaviors": [
        {
            "at": "onEffect",
            "do": [
                {"type": "pindian", "id": "shown", "who": "{you}", "other": "{onEffect.to}"},
                {
                    "type": "if",
                    "condition": "{shown.won}",
                    "do": [{"type": "damage", "to": "{onEffect.to}", "from": "{you}"}],
                },
            ],
        }
    ],
}
DEITY = {
    "id": "heir.general.deity",
    "name": {"zh": "神", "en": "Deity"},
    "kingdomPrinted": "god",
    "hpPrinted": 3,
}
FADING = {
    **{key: CONTEST[key] for key in ("class", "family", "aimed", "deckId")},
    "id": "heir.card.fading",
    "name": {"zh": "衰", "en": "Fading"},
    "answers": {"mayTarget": "{chosen.count} == 0"},
    "behaviors": [{"at": "onEffect", "do": [{"type": "loseMaxHp", "who": "{onEffect.to}"}]}],
}
#: Generals whose skill stops the row of damage at an event.
STOPS = {"onPredamage", "onPredamaged", "onDamageDone", "onDamage", "onDamaged", "onSlashEffect"}


def stopper(event):
    """A general, and the skill that cancels an event which is about its player."""
    word = event.removeprefix("on").lower()
    name = {"zh": f"止{word}", "en": word}
    does = [{"at": "must", "event": event, "do": [{"type": "cancel"}]}]
    skill = {"id": f"heir.skill.{word}", "name": name, "count": 0, "behaviors": does}
    gains = [{"at": "onChosen", "do": [{"type": "gainSkill", "skill": skill["id"]}]}]
    general = {"id": f"heir.general.{word}", "name": name, "behaviors": gains, "hpPrinted": 4}
    return skill, {**general, "kingdomPrinted": "qun"}


DECK = ["ex_nihilo_h7", "ex_nihilo_h8", "ex_nihilo_h9", "ex_nihilo_hj"]


@pytest.fixture(scope="module")
def pack(tmp_path_factory):
    folder = tmp_path_factory.mktemp("packs")
    shutil.copytree(KINGDOMS, folder / "kingdoms")
    (folder / "heir").mkdir()
    stoppers = [card for event in sorted(STOPS) for card in stopper(event)]
    sections = {"pack": MANIFEST, "cards": [CONTEST, FADING, DEITY, *stoppers]}
    (folder / "heir" / "pack.json5").write_text(json.dumps(sections), encoding="utf-8")
    return load_pack(folder / "heir")


def problems(pack, hands, when, then, generals=("huanggai", "ganning", "lubu"), **more):
    """What does not hold when seat 0 uses the first card of the hand on seat 1."""
    roles = ({"role": ["lord"], "phase": "play"}, *({"secretRole": ["rebel"]},) * 2)
    players = [
        {**role, "general": [general], "hand": hand}
        for role, general, hand in zip(roles, generals, (*hands, []), strict=True)
    ]
    given = {"at": "onActions", "seat": 0, "rest": "empty", "match": {"current": 0}}
    given |= {"players": players, "zones": {"deck": DECK}}
    players[1] |= more
    begun = [{"choose": "use", "card": hands[0][0]}, {"choose": "on", "player": 1}]
    scenario = {"name": "K33", "seats": 3, "given": given, "when": begun + when, "then": then}
    return [str(problem) for problem in Player(pack, scenario).play()]


def test_k33_both_choose_in_secret_and_both_cards_are_discarded(pack):
    hands = ["contest", "slash_s7", "jink_hk"], ["slash_c2", "peach_hq"]
    when = [
        {"by": 1, "pick": ["peach_hq"], "then": {"seen.0.players.1.hand": [], "zones.table": []}},
        {"by": 0, "refused": {"pick": []}},
        {"by": 0, "refused": {"pick": ["slash_s7", "jink_hk"]}},
        {"by": 0, "pick": ["jink_hk"]},
    ]
    told = {"who": 0, "other": 1, "card": "jink_hk", "otherCard": "peach_hq"}
    then = {
        "players.1.hp": 3,
        "zones.discard": ["contest", "jink_hk", "peach_hq"],
        "players.0.hand": ["slash_s7"],
        "players.1.hand": ["slash_c2"],
        "logged": {"has": [{"pindian": told}]},
        "events.onCardLost": 3,
    }
    assert problems(pack, hands, when, then) == []


def test_k33_who_begins_wins_only_with_the_higher_number(pack):
    hands = ["contest", "slash_s7", "duel_sa"], ["savage_assault_c7", "slash_c2"]
    when = [{"by": 0, "pick": ["slash_s7"]}, {"by": 1, "pick": ["savage_assault_c7"]}]
    assert problems(pack, hands, when, {"players.1.hp": 4}) == []
    when = [{"by": 0, "pick": ["duel_sa"]}, {"by": 1, "pick": ["slash_c2"]}]  # an ace is 1
    assert problems(pack, hands, when, {"players.1.hp": 4}) == []


def test_k33_who_has_one_card_is_not_asked(pack):
    hands = ["contest", "jink_hk"], ["peach_hq"]
    assert problems(pack, hands, [], {"players.1.hp": 3, "prompt": "play", "asked": 0}) == []


def test_k19_the_last_card_of_a_hand_is_lost_in_a_contest(pack):
    hands = ["contest", "slash_s7"], ["peach_hq"]
    when = [{"by": 1, "choose": "yes"}]
    then = {"players.1.hand": ["ex_nihilo_hj"], "players.1.hp": 3}
    assert problems(pack, hands, when, then, ("huanggai", "luxun", "lubu")) == []


def test_k6_a_general_of_kingdom_god_is_of_wei_by_default(pack):
    hands = ["contest", "jink_hk"], ["peach_hq"]
    then = {"players.1.kingdom": "wei", "players.1.maxHp": 3}
    assert problems(pack, hands, [], then, ("huanggai", "deity", "lubu")) == []


def test_k6_who_plays_a_god_names_a_kingdom(pack):
    scenario = {
        "name": "K6",
        "seats": 2,
        "options": {"offered": 8},
        "when": [
            {"default": 1},
            {"pick": ["deity"]},
            {"choose": "shu"},
            {"until": {"prompt": "play"}},
        ],
    }
    for seed in range(1, 60):
        trial = Player(pack, {**scenario, "seed": seed, "then": {"over": False}})
        if not trial.play():
            break
    else:
        raise AssertionError("nobody plays the god")
    deity = [
        seat
        for seat in (0, 1)
        if trial.facts.compare(f"players.{seat}.general", ["deity"])[0].shown == ["deity"]
    ]
    then = {f"players.{deity[0]}.kingdom": "shu", f"players.{deity[0]}.hp": 3}
    assert Player(pack, {**scenario, "seed": seed, "then": then}).play() == []


def stopped(pack, event, then, by=1):
    """What does not hold when seat 0 slashes seat 1, and a skill of one of them stops an event."""
    generals = ["huanggai", "ganning", "lubu"]
    generals[by] = f"heir.general.{event.removeprefix('on').lower()}"
    return problems(pack, (["slash_s7", "contest"], ["peach_h3"]), [], then, generals)


def test_k25_a_skill_that_stops_the_row_of_damage(pack):
    nothing = {"players.1.hp": 4, "events.onDamaged": 0, "events.onDamageComplete.before": 0}
    assert stopped(pack, "onPredamage", {**nothing, "events.onPredamaged.before": 0}, by=0) == []
    assert stopped(pack, "onPredamaged", {**nothing, "events.onDamageDone.before": 0}) == []
    kept = {"players.1.hp": 4, "events.onDamage": 1, "events.onDamaged": 1}
    assert stopped(pack, "onDamageDone", {**kept, "events.onDamageComplete": 1}) == []
    hurt = {"players.1.hp": 3, "events.onDamageComplete.before": 0}
    assert stopped(pack, "onDamage", {**hurt, "events.onDamaged.before": 0}, by=0) == []
    assert stopped(pack, "onDamaged", {**hurt, "events.onDamage": 1}) == []


def test_k23_a_skill_that_stops_a_slash(pack):
    then = {"players.1.hp": 4, "events.onSlashEffected.before": 0, "events.onCardFinished": 1}
    assert stopped(pack, "onSlashEffect", then, by=0) == []


def test_k26_who_loses_maximum_loses_hit_points_above_it_and_dies_at_0(pack):
    hands = ["fading", "slash_s7"], ["peach_h3"]
    then = {"players.1.maxHp": 3, "players.1.hp": 3, "events.onHpLost.before": 0}
    assert problems(pack, hands, [], then) == []
    then = {"players.1.maxHp": 3, "players.1.hp": 2}
    assert problems(pack, hands, [], then, hp=2) == []
    then = {"players.1.alive": 0, "players.1.hand": [], "events.onDying.before": 0}
    assert problems(pack, hands, [], then, maxHp=1, hp=1) == []
