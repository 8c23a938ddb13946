"""The round: its events in the specification's order, preparation, resources."""

from __future__ import annotations

from chrono_table import Table

TREE = [
    "onRoundStart",
    "onPreparingPhaseStart",
    "onPreparingPhaseEnd",
    "onExploringPhaseStart",
    "onExplorationFlip",
    "onExploringPhaseEnd",
    "onBattlingPhaseStart",
    "onBattleTurnStart",
    "onPlayCard",
    "onDamageTaken",
    "onDefeat",
    "onBattleTurnEnd",
    "onBattlingPhaseEnd",
    "onAdvancingPhaseStart",
    "onAdvanceTurnStart",
    "onAdvanceKick",
    "onAdvanceTurnEnd",
    "onAdvancingPhaseEnd",
    "onSupplyingPhaseStart",
    "onSupplyTurnStart",
    "onRefreshShop",
    "onBuy",
    "onForget",
    "onSupplyTurnEnd",
    "onSupplyingPhaseEnd",
    "onRoundEnd",
]


def test_a_round_fires_the_events_in_the_order_of_the_specification():  # seed 000
    t = Table()
    t.explore("ghost")
    for slug in ("misfortune_sprite", "lucky_sprite"):
        t.explore(slug)
    t.hand(0, "lightning_strike")
    t.set(0, mana=3, gold=10)
    for number in (1, 2, 3):
        t.hand(number)
    t.at(1, 2, 4)
    t.explore("slime_ball")
    t.play("lightning_strike", t.hurt("ghost", 5))
    t.until("advance")
    t.answer(None, 3)
    t.answer("push")
    t.until("shop")
    t.answer("refresh")
    t.answer("buy", t.zone("shop")[0])
    t.answer("tavern")
    t.default()
    t.until("explore")
    start = t.events.index("onExplorationFlip")
    first = [
        "onRoundStart",
        "onPreparingPhaseStart",
        "onPreparingPhaseEnd",
        "onExploringPhaseStart",
    ]
    heard = first + [e for e in t.events[start : t.events.index("onRoundEnd") + 1] if e in TREE]
    positions = [heard.index(name) for name in TREE]
    assert positions == sorted(positions)
    turns = [e for e in heard if e in ("onBattleTurnStart", "onBattleTurnEnd")]
    assert turns == ["onBattleTurnStart", "onBattleTurnEnd"] * (len(turns) // 2)


def test_reversing_stands_in_the_turn():  # seed 000
    t = Table()
    ghost, *_ = t.battle("ghost")
    t.hand(0, "stone", "crystal")
    t.answer("reverse")
    t.play("stone", ghost)
    heard = [
        e
        for e in t.events
        if e in ("onBattleTurnStart", "onReverse", "onPlayCard", "onBattleTurnEnd")
    ]
    assert heard[:3] == ["onBattleTurnStart", "onReverse", "onPlayCard"]


def test_preparation_asks_all_at_once_and_draws_up_to_seven():  # R18-R20, Q9
    t = Table()
    t.battle(mana=0)
    for number in range(4):
        t.hand(number, "ember", "icicle", "missile")
    t.until("discard")
    assert len(t.match.pending) == 4
    ember, icicle = t.card("ember", t.asked), t.card("icicle", t.asked)
    who = t.asked
    t.pick(ember, icicle)
    assert t.where(ember) == "hand"  # nothing happens before everybody has answered
    while t.prompt == "discard":
        t.pick()
    assert len(t.zone("hand", who)) == 7
    assert t.where(t.card("missile", who)) == "hand"
    assert t.events.count("onDiscard") == 2


def test_a_deck_is_only_refilled_when_a_card_is_missing():  # R19, R20, Q10
    t = Table()
    t.battle(mana=0)
    for number in range(4):
        t.hand(number, "ember")
    for card in t.zone("deck", 0)[:3]:
        t.put(card, "discard", 0)
    for card in t.zone("deck", 1)[:4]:
        t.put(card, "discard", 1)
    t.until("discard")
    while t.prompt == "discard":
        t.pick()
    assert (len(t.zone("hand", 0)), len(t.zone("deck", 0)), len(t.zone("discard", 0))) == (7, 0, 3)
    assert (len(t.zone("hand", 1)), len(t.zone("deck", 1)), len(t.zone("discard", 1))) == (7, 3, 0)


def test_resources_stay_in_their_limits():  # R99-R102, Q61
    t = Table()
    t.do("mana", mode=t.pack.program.symbol("add"), amount=30, target=t.player(0))
    assert t.of(0, "mana") == 20
    t.do("mana", mode=t.pack.program.symbol("add"), amount=-30, target=t.player(0))
    assert t.of(0, "mana") == 0
    t.do("gold", mode=t.pack.program.symbol("add"), amount=30, target=t.player(0))
    assert t.of(0, "gold") == 10


def test_a_round_of_one_player_alone():  # Q102, Q103
    t = Table()
    t.battle(mana=0)
    for number in range(4):
        t.hand(number, *(["ember"] if number == 2 else []))
    t.insert("dimensional_transcendence", 2)
    t.set(2, mana=2)
    t.until("shop")
    for _ in range(4):
        t.answer("done")
    assert (t.prompt, t.asked) == ("undercurrent", 2)
    t.answer("fire")
    assert t.of(2, "mana") == 1
    assert (t.prompt, t.asked) == ("discard", 2)
    t.pick()
    assert t.prompt == "battleTurn"  # the slot still holds a monster
    assert t.asked == 2
    (monster,) = t.zone("slot", 2)
    t.hurt(monster, 1)
    attack = next(
        c
        for c in t.offered("play")
        if t.match.card_id(c).split(".")[-1] in ("stone", "ember", "icicle", "missile")
    )
    t.answer("play", attack)
    if t.prompt == "target":
        t.answer(None, monster)
    t.until("advanceNow", player=2)
    cell = t.of(2, "cell")
    t.default()
    assert t.of(2, "cell") > cell
    t.until("discard")
    assert t.get(0, "round") == 2
    assert t.number(t.match.field("startPlayer")) == 1
