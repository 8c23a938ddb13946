"""
What is taken in Kingdoms for who lets the time run out, is away or has given up: a row of section
14 of its rules a test.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from rules.pack import load_pack
from rules.running.match import Match
from rules.scenario import Player

KINGDOMS = Path(__file__).parents[2] / "mygame" / "world" / "packs" / "kingdoms"
SEEDS = range(1, 41)


@pytest.fixture(scope="module")
def pack():
    return load_pack(KINGDOMS)


def player(general, role="secretRole", is_="rebel", **more):
    return {role: [is_], "general": [general], **more}


def lord(general, *hand, **more):
    return player(general, "role", "lord", phase="play", hand=[*hand], **more)


REBEL = player("xuchu", hand=["peach_h9", "jink_d9"])
DECK = ["ex_nihilo_h8", "ex_nihilo_h9", "duel_sa", "duel_ca", "duel_da"]


def on(card, *targets):
    return [
        {"choose": "use", "card": card},
        *({"choose": "on", "player": target} for target in targets),
    ]


def by(skill, *steps):
    return [{"choose": "skill", "card": skill}, *steps]


YES, PASS, END = {"choose": "yes"}, {"choose": "none"}, {"choose": "end"}


def played(pack, players, when=(), *, seed=1, **given):
    """A match in which seat 0 is in the play phase and these answers have been given."""
    given = {"at": "onActions", "seat": 0, "rest": "empty", "match": {"current": 0}, **given}
    given |= {"players": players}
    given.setdefault("zones", {"deck": DECK})
    scenario = {"name": "a default", "seats": len(players), "given": given, "when": [*when]}
    table = Player(pack, {**scenario, "seed": seed, "then": {"over": False}})
    assert table.play() == []
    return table.match


def default_of(match: Match, prompt: str):
    """The default of the question of this prompt: words, cards and seats."""
    choice = next(each for each in match.pending if each.prompt == prompt)
    return [named(match, choice.options[pick]) for pick in choice.default]


def named(match, option):
    if option.kind == "player":
        return option.entity - 1
    return match.card_id(option.entity).rpartition(".")[2] if option.kind else option.word


# -- what is the same each time --------------------------------------------------------------------

FIRST = [
    ("play", "end", [lord("zhangfei", "slash_s7"), REBEL], []),
    ("respond", "none", [lord("zhangfei", "slash_s7"), REBEL], on("slash_s7", 1)),
    (
        "nullify",
        "none",
        [lord("zhangfei", "ex_nihilo_h7"), player("xuchu", hand=["nullification_sj"])],
        on("ex_nihilo_h7"),
    ),
    (
        "peach",
        "none",
        [lord("zhangfei", "slash_s7"), player("xuchu", hp=1, hand=["peach_h3"])],
        on("slash_s7", 1),
    ),
    (
        "slashOn",
        "none",
        [
            lord("zhangfei", "collateral_cq"),
            player("xuchu", weapon=["blade_s5"], hand=["slash_s8"]),
            player("zhaoyun"),
        ],
        on("collateral_cq", 1, 2),
    ),
    (
        "invoke",
        "no",
        [lord("zhangfei", "slash_s7"), player("xiahoudun")],
        on("slash_s7", 1),
    ),
    (
        "mayDiscard",
        "no",
        [
            lord("zhangfei", "slash_s7", weapon=["double_sword_s2"]),
            player("zhenji", hand=["peach_h3"]),
        ],
        [*on("slash_s7", 1), YES],
    ),
    ("target", "back", [lord("zhangfei", "slash_s7"), REBEL], on("slash_s7")),
    ("pick", "back", [lord("guanyu", "slash_s7", "peach_h3"), REBEL], by("wusheng")),
]


@pytest.mark.parametrize(("prompt", "default", "players", "when"), FIRST)
def test_no_card_is_used_no_skill_and_the_phase_ends(pack, prompt, default, players, when):
    assert default_of(played(pack, players, when), prompt) == [default]


def test_the_oldest_cards_of_the_hand_are_discarded(pack):
    hand = ["slash_s7", "jink_d2", "peach_h3", "slash_s8", "jink_d3", "peach_h4"]
    match = played(pack, [lord("huanggai", *hand), REBEL], [END])
    assert default_of(match, "discard") == hand[:2]


def test_equipment_is_discarded_where_the_hand_is_too_small(pack):
    lord_ = lord(
        "huanggai",
        "slash_s7",
        "peach_h3",
        weapon=["axe_d5"],
        armor=["vine_s2"],
        offensive=["chitu_h5"],
    )
    when = [*on("slash_s7", 1), {"choose": "play", "card": "jink_d9"}, YES]
    match = played(pack, [lord_, REBEL], when)
    assert default_of(match, "discard") == ["peach_h3", "vine_s2"]


def test_what_guanxing_looks_at_stays_as_it_lay(pack):
    players = [lord("huanggai"), player("zhugeliang"), player("xuchu")]
    match = played(pack, players, [END, YES])
    assert default_of(match, "scry") == ["leave"]


def test_yiji_keeps_the_cards(pack):
    match = played(
        pack, [lord("zhangfei", "slash_s7"), player("guojia")], [*on("slash_s7", 1), YES]
    )
    assert default_of(match, "yiji") == []


SLASHED = [lord("zhangfei", "slash_s7", "slash_s8"), player("guojia", hand=["jink_d2"])]


def test_a_frequent_skill_is_used_while_its_player_plays(pack):
    assert default_of(played(pack, SLASHED, [*on("slash_s7", 1), PASS]), "invoke") == ["yes"]


@pytest.mark.parametrize("asked", [False, True])
def test_who_gives_up_uses_no_skill_not_even_a_frequent_one(pack, asked):
    """Nor when they give up while they are asked for it."""
    before = [*on("slash_s7", 1), PASS] if asked else []
    match = played(pack, SLASHED, before)
    match.concede(1)
    for step in () if asked else on("slash_s7", 1):
        choice = match.choice_of(0)
        word = step["choose"]
        match.answer(0, (next(i for i, each in enumerate(choice.options) if each.word == word),))
    assert match.pending[0].seat == 0
    hand = match.program.layout.zones["hand"].first + 2
    assert [match.card_id(card).rpartition(".")[2] for card in match.zones[hand]] == ["jink_d2"]
    hp = match.program.layout.fields["player", "hp"].base + 2
    assert match.state[hp] == 2


# -- by the match's dice ---------------------------------------------------------------------------

HANDS = [player("huanggai", hand=["peach_h3", "peach_h4", "jink_d2"], weapon=["axe_d5"])]
BY_LOT = [
    ("cardOf", [lord("zhangfei", "dismantlement_s3"), *HANDS], on("dismantlement_s3", 1)),
    (
        "horse",
        [
            lord("zhangfei", "slash_s7", weapon=["kylin_bow_h5"]),
            player("xuchu", offensive=["chitu_h5"], defensive=["dilu_c5"]),
        ],
        [*on("slash_s7", 1), YES],
    ),
    (
        "suit",
        [lord("zhouyu", "slash_s7", "peach_h3"), REBEL],
        by("fanjian", {"choose": "on", "player": 1}),
    ),
    (
        "grace",
        [lord("zhangfei", "amazing_grace_h3"), player("xuchu"), player("zhaoyun")],
        on("amazing_grace_h3"),
    ),
    ("show", [lord("zhangfei", "fire_attack_h2"), *HANDS], on("fire_attack_h2", 1)),
]


def drawn(pack, prompt, players, when, seed):
    return default_of(played(pack, players, when, seed=seed), prompt)


@pytest.mark.parametrize(("prompt", "players", "when"), BY_LOT)
def test_cards_suits_and_players_are_drawn_by_the_dice_of_the_match(pack, prompt, players, when):
    found = [drawn(pack, prompt, players, when, seed) for seed in SEEDS]
    assert found == [drawn(pack, prompt, players, when, seed) for seed in SEEDS]
    match = played(pack, players, when)
    choice = next(each for each in match.pending if each.prompt == prompt)
    assert {tuple(each) for each in found} == {(named(match, each),) for each in choice.options}


TUXI = [lord("huanggai", "peach_h3"), player("zhangliao"), REBEL]


def test_of_several_players_one_is_drawn(pack):
    found = {tuple(drawn(pack, "tuxi", TUXI, [END, YES], seed)) for seed in SEEDS}
    assert found == {(0,), (2,)}
