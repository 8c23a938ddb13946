"""
The listings of the manual of packages (seed 001), all that are not of AIs: each loads as it is
printed, plays, and does what its text says. They stand in `tests/packages/listings`.
"""

from __future__ import annotations

import pytest
from packages_in_lua import game_with

from rules.scenario import Player

DECK = ["ex_nihilo_h7", "ex_nihilo_h8", "ex_nihilo_h9", "ex_nihilo_hj", "god_salvation_ha"]


@pytest.fixture(scope="module")
def pack(tmp_path_factory):
    return game_with(tmp_path_factory.mktemp("listings"))


def lord(general, **more):
    return {"role": ["lord"], "general": [general], "phase": "play", **more}


def rebel(general="ganning", **more):
    return {"secretRole": ["rebel"], "general": [general], **more}


def renegade(general="huanggai", **more):
    return {"secretRole": ["renegade"], "general": [general], **more}


def skill(name):
    return {"choose": "skill", "card": f"fundamentals.skill.{name}"}


def pick(*cards):
    return [{"choose": "pick", "card": card} for card in cards]


def on(*seats):
    return [{"choose": "on", "player": seat} for seat in seats]


def play(pack, players, when, then, *, at="onActions", deck=DECK, zones=None, **given):
    """Lays a match out, gives these answers and looks whether this holds."""
    given = {"at": at, "seat": 0, "rest": "empty", "match": {"current": 0}, **given}
    given |= {"players": players, "zones": {"deck": deck, **(zones or {})}}
    scenario = {"name": "a listing", "seats": len(players), "given": given}
    assert Player(pack, {**scenario, "when": when, "then": then}).play() == []


def test_l12_a_club_of_the_hand_is_a_snatch(pack):
    players = [
        lord("moligaloo.general.shiqian", hand=["slash_c2", "slash_s7"], weapon=["crossbow_ca"]),
        rebel(hand=["peach_h3"]),
        renegade(),
    ]
    skill = {"choose": "skill", "card": "moligaloo.skill.shentou"}
    when = [
        skill,
        {"refused": {"choose": "pick", "card": "crossbow_ca"}},
        {"refused": {"choose": "pick", "card": "slash_s7"}},
        *pick("slash_c2"),
        *on(1),
    ]
    play(
        pack, players, when,
        {"players.0.hand": {"anyOrder": ["slash_s7", "peach_h3"]}, "zones.discard": ["slash_c2"],
         "players.1.hand": []},
    )  # fmt: skip


def test_l188_a_club_wherever_it_is(pack):
    players = [
        lord("clubber", hand=["slash_s7"], weapon=["crossbow_ca"]),
        rebel(hand=["peach_h3"]),
        renegade(),
    ]
    when = [skill("oneclub"), *pick("crossbow_ca"), *on(1)]
    play(pack, players, when, {"zones.discard": ["crossbow_ca", "peach_h3"]})


def test_l202_two_cards_of_one_suit_of_the_hand(pack):
    players = [
        lord("pairer", hand=["slash_s7", "slash_s8", "slash_c2"], weapon=["double_sword_s2"]),
        rebel(hand=["peach_h3"]),
        renegade(),
    ]
    when = [
        skill("twoofasuit"),
        *pick("slash_s7"),
        {"refused": {"choose": "pick", "card": "slash_c2"}},
        {"refused": {"choose": "pick", "card": "double_sword_s2"}},
        *pick("slash_s8"),
        *on(1),
    ]
    play(
        pack, players, when,
        {"players.0.hand": ["slash_c2"], "zones.discard": ["slash_s7", "slash_s8", "peach_h3"]},
    )  # fmt: skip


def test_l218_a_card_as_a_collateral(pack):
    players = [
        lord("borrower", hand=["peach_h3", "dilu_c5"]),
        rebel(weapon=["axe_d5"]),
        renegade(),
    ]
    when = [skill("borrow"), *pick("peach_h3"), *on(1, 2)]
    play(pack, players, when, {"players.0.hand": {"anyOrder": ["dilu_c5", "axe_d5"]}})


def test_l218_suit_and_number_are_those_that_the_skill_gives(pack):
    """Two cards of different suits and numbers: the card has none."""
    players = [
        lord("fundamentals.general.borrowtwo", hand=["peach_h3", "slash_c2", "dilu_c5"]),
        rebel(weapon=["axe_d5"]),
        renegade(),
    ]
    when = [skill("borrowtwo"), *pick("peach_h3", "slash_c2")]
    play(
        pack, players, when,
        {"asked": 0, "cards.kingdoms.card.collateral.suit": "none",
         "cards.kingdoms.card.collateral.rank": 0},
    )  # fmt: skip


def test_l274_and_l624_two_men_the_second_uses_a_duel_on_the_first(pack):
    players = [lord("inciter", hand=["peach_h3", "dilu_c5"]), rebel(), renegade()]
    when = [skill("lijian"), *pick("peach_h3"), {"refused": "enough"}, *on(1, 2)]
    play(pack, players, when, {"zones.discard": ["peach_h3"], "players.1.hp": 3})


def test_l624_zhugeliang_without_cards_is_not_the_first(pack):
    players = [lord("inciter", hand=["peach_h3", "dilu_c5"]), rebel("zhugeliang"), renegade()]
    on_zhuge = {"choose": "on", "player": 1}
    when = [skill("lijian"), *pick("peach_h3"), {"refused": on_zhuge}, *on(2), on_zhuge]
    play(pack, players, when, {"players.2.hp": 3})


def test_l294_once_a_turn_by_a_flag(pack):
    players = [lord("plotter", hand=["dilu_c5"]), rebel(), renegade()]
    when = [skill("fanjian"), *on(1), {"refused": skill("fanjian")}]
    play(pack, players, when, {"players.1.hp": 3})


def test_l418_the_card_that_does_damage_is_taken(pack):
    players = [lord("ganning", hand=["slash_s7", "dilu_c5"]), rebel("villain"), renegade()]
    slash = [{"choose": "use", "card": "slash_s7"}, *on(1)]
    play(
        pack, players, [*slash, {"by": 1, "choose": "yes"}],
        {"players.1.hand": ["slash_s7"], "zones.discard": []},
    )  # fmt: skip
    play(pack, players, [*slash, {"by": 1, "choose": "no"}], {"zones.discard": ["slash_s7"]})


def test_l418_both_cards_that_were_used_as_one_are_taken(pack):
    players = [
        lord("ganning", hand=["peach_h3", "peach_h4", "dilu_c5"], weapon=["spear_sq"], hp=4),
        rebel("villain"),
        renegade(),
    ]
    spear = {"choose": "skill", "card": "spear_sq"}
    when = [spear, *pick("peach_h3", "peach_h4"), *on(1), {"by": 1, "choose": "yes"}]
    play(pack, players, when, {"players.1.hand": {"anyOrder": ["peach_h3", "peach_h4"]}})


def test_l466_as_many_more_as_there_are_kingdoms_and_so_many_less(pack):
    # wu, qun and shu: 2 + 3 cards are drawn
    players = [lord("usurper", phase="notActive", hp=4), rebel(), renegade("zhangfei")]
    drawn = ["ex_nihilo_h7", "ex_nihilo_h8", "ex_nihilo_h9", "ex_nihilo_hj", "god_salvation_ha"]
    play(pack, players, [], {"players.0.hand.count": 5}, at="onTurnStart", deck=drawn)
    # 5 cards, then 3 of them; 2 are fewer than hit points
    when = [{"choose": "end"}, {"pick": drawn[:3]}]
    players[0] = lord("usurper", hand=drawn)
    play(pack, players, when, {"players.0.hand": {"anyOrder": drawn[3:]}}, deck=["peach_h3"])


def test_l466_who_has_no_more_than_that_discards_all(pack):
    players = [lord("usurper", hand=["dilu_c5"], armor=["vine_s2"]), rebel(), renegade("zhangfei")]
    play(pack, players, [{"choose": "end"}], {"players.0.hand": [], "players.0.armor": []})


def test_l656_a_spade_strikes_for_2(pack):
    players = [lord("thunderer", hand=["jink_d2", "dilu_c5"]), rebel(), renegade()]
    when = [skill("leiji"), *pick("jink_d2"), *on(1)]
    play(pack, players, when, {"players.1.hp": 2}, deck=[*DECK, "slash_s7"])
    play(pack, players, when, {"players.1.hp": 4}, deck=[*DECK, "slash_c2"])


def test_l718_any_cards_for_as_many_once_a_phase(pack):
    hand = ["slash_s7", "jink_d2", "peach_h3"]
    players = [lord("balancer", hand=hand), rebel(), renegade()]
    when = [
        skill("zhiheng"), *pick("slash_s7", "jink_d2"), {"choose": "enough"},
        {"refused": skill("zhiheng")},
    ]  # fmt: skip
    play(
        pack, players, when,
        {"players.0.hand.count": 3, "zones.discard": {"anyOrder": ["slash_s7", "jink_d2"]}},
    )  # fmt: skip


def test_l754_a_slash_goes_to_somebody_else(pack):
    players = [
        lord("ganning", hand=["slash_s7", "dilu_c5"]),
        rebel("dodger", hand=["peach_h3"]),
        renegade("zhangfei"),
        rebel("huanggai"),
    ]
    slash = [{"choose": "use", "card": "slash_s7"}, *on(1)]
    dodge = {"by": 1, "choose": "skill", "card": "fundamentals.skill.liuli_main"}
    source = {"choose": "on", "player": 0}
    when = [
        *slash,
        dodge,
        {"by": 1, "choose": "pick", "card": "peach_h3"},
        {"by": 1, "refused": source},
        {"by": 1, "choose": "on", "player": 2},
    ]
    play(
        pack, players, when,
        {"players.1.hp": 4, "players.2.hp": 3, "players.1.hand": [],
         "zones.discard": ["slash_s7", "peach_h3"]},
    )  # fmt: skip
    play(pack, players, [*slash, {"by": 1, "choose": "none"}], {"players.1.hp": 3})


def test_l754_a_weapon_that_is_discarded_reaches_no_farther(pack):
    players = [
        lord("ganning", hand=["slash_s7", "dilu_c5"]),
        rebel("dodger", weapon=["halberd_dq"]),
        renegade("zhangfei"),
        rebel("huanggai"),
        rebel("zhaoyun"),
    ]
    far = {"choose": "on", "player": 3}
    when = [
        {"choose": "use", "card": "slash_s7"},
        *on(1),
        {"by": 1, "choose": "skill", "card": "fundamentals.skill.liuli_main"},
        {"by": 1, "choose": "pick", "card": "halberd_dq"},
        {"by": 1, "refused": far},
        {"by": 1, "choose": "on", "player": 2},
    ]
    play(pack, players, when, {"players.2.hp": 3})


def test_l998_a_skill_tells_whom_it_is_about(pack):
    players = [
        lord("praised", phase="notActive", judging=["indulgence_s6"]),
        rebel("caocao", judging=["lightning_sa"]),
        renegade(),
    ]
    when = [{"by": 1, "choose": "yes"}]
    play(
        pack, players, when, {"players.0.hand": ["ex_nihilo_hj"]},
        at="onTurnStart", seat=1, match={"current": 1}, deck=["ex_nihilo_h7", "ex_nihilo_hj",
                                                              "slash_c2"],
    )  # fmt: skip
