"""
The events of the specification (seed 000, TriggerEvent): which there are, what they tell, and in
which order a round fires them.
"""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from chrono_variant import Cards, exploration, note, on, table_fixture, trigger, wand

CARDS = Cards()
variant, table = table_fixture(CARDS)

PLAYER = {"playerUUID": "player"}
CARD = {"cardUUID": "card", "cardID": "symbol"}
DEFEAT = {
    "monsterUUID": "card",
    "sourcePlayerUUID": "player",
    "monsterID": "symbol",
    "level": "symbol",
}

#: The table as it is printed. UUIDs are players or cards, ids and levels are symbols.
TABLE: dict[str, dict[str, str]] = {
    "onRoundStart": {"round": "number"},
    "onPreparingPhaseStart": {},
    "onDiscard": {**PLAYER, **CARD},
    "onPreparingPhaseEnd": {},
    "onExploringPhaseStart": {},
    "onExplorationFlip": {
        "cardUUID": "card",
        "type": "symbol",
        "id": "symbol",
        "level": "symbol",
        "sourcePlayerUUID": "player",
    },
    "onExploringPhaseEnd": {},
    "onBattlingPhaseStart": {},
    "onBattleTurnStart": PLAYER,
    "onPlayCard": {**PLAYER, **CARD},
    "onReverse": PLAYER,
    "onDamageTaken": {**DEFEAT, "amount": "number"},
    "onDefeat": DEFEAT,
    "onBattleTurnEnd": PLAYER,
    "onBattlingPhaseEnd": {},
    "onAdvancingPhaseStart": {},
    "onAdvanceTurnStart": PLAYER,
    "onAdvanceKick": {"kickerUUID": "player", "kickedUUID": "player"},
    "onAdvanceTurnEnd": PLAYER,
    "onAdvancingPhaseEnd": {},
    "onSupplyingPhaseStart": {},
    "onSupplyTurnStart": PLAYER,
    "onRefreshShop": {
        **PLAYER,
        "oldShopCardUUIDs": "cards",
        "oldShopCardIDs": "symbols",
        "newShopCardUUIDs": "cards",
        "newShopCardIDs": "symbols",
        "price": "number",
    },
    "onBuy": {**PLAYER, **CARD, "price": "number"},
    "onForget": {**PLAYER, **CARD},
    "onSupplyTurnEnd": PLAYER,
    "onSupplyingPhaseEnd": {},
    "onRoundEnd": {"round": "number"},
}

#: The tree of a round as a pattern of events (事件触发顺序). A discard has no place of its own in
#: it; the table has it in the preparation.
TREE = """
onRoundStart
    onPreparingPhaseStart onDiscard* onPreparingPhaseEnd
    onExploringPhaseStart onExplorationFlip* onExploringPhaseEnd
    onBattlingPhaseStart
        (onBattleTurnStart (onPlayCard | onReverse | onDamageTaken | onDefeat)* onBattleTurnEnd)*
    onBattlingPhaseEnd
    onAdvancingPhaseStart
        (onAdvanceTurnStart onAdvanceKick* onAdvanceTurnEnd)*
    onAdvancingPhaseEnd
    onSupplyingPhaseStart
        (onSupplyTurnStart (onRefreshShop | onBuy | onForget)* onSupplyTurnEnd)*
    onSupplyingPhaseEnd
onRoundEnd
"""


def follows_the_tree(names: list[str]) -> bool:
    """Whether a round of these events is one of the tree."""
    pattern = re.sub(r"(\w+)", r"(?:\1,)", TREE)
    return bool(re.fullmatch(pattern, "".join(f"{name}," for name in names), re.VERBOSE))


@pytest.mark.parametrize("event", TABLE)
def test_an_event_has_exactly_the_context_of_the_table(variant, event):
    context = variant.declarations.events[event].context
    assert {name: type for name, (type, _) in context.items()} == TABLE[event]


# -- a whole round ---------------------------------------------------------------------------------

OLD_SHOP = ["bash", "arcane_blast", "avalanche", "deep_freeze"]
PILE = [
    "unified_mind",
    "light_of_wisdom",
    "arcane_throwing_knife",
    "earthquake",
    "survival_of_the_fittest",
]
NEW_SHOP = list(reversed(PILE[1:]))  # the top of the pile is its last card

#: Hears every event of the table, and notes each value of its context by name.
CARDS.uses(
    exploration("quiet_event", level="III"),
    wand(
        "recorder",
        on(
            "onEquip",
            *(
                trigger(event, note(event=event, **{k: f"{{{event}.{k}}}" for k in context}))
                for event, context in TABLE.items()
            ),
        ),
    ),
)


def one_player(event: str, seat: int) -> tuple[str, dict]:
    return event, {"playerUUID": seat}


def card(event: str, seat: int, name: str, **more: object) -> tuple[str, dict]:
    return event, {"playerUUID": seat, "cardUUID": name, "cardID": name, **more}


def flip(seat: int, name: str, type: str = "monster") -> tuple[str, dict]:
    facts = {"cardUUID": name, "id": name, "type": type, "level": "III", "sourcePlayerUUID": seat}
    return "onExplorationFlip", facts


def blow(event: str, seat: int, monster: str, **more: object) -> tuple[str, dict]:
    facts = {"monsterUUID": monster, "monsterID": monster, "level": "III", "sourcePlayerUUID": seat}
    return event, {**facts, **more}


EXPECTED: list[tuple[str, dict]] = [
    ("onRoundStart", {"round": 1}),
    ("onPreparingPhaseStart", {}),
    card("onDiscard", 0, "crystal"),
    ("onPreparingPhaseEnd", {}),
    ("onExploringPhaseStart", {}),
    flip(0, "quiet_event", "event"),
    flip(0, "lucky_sprite"),
    flip(1, "misfortune_sprite"),
    flip(2, "ghost"),
    flip(3, "spiderling_swarm"),
    ("onExploringPhaseEnd", {}),
    ("onBattlingPhaseStart", {}),
    one_player("onBattleTurnStart", 0),
    card("onPlayCard", 0, "lightning_strike"),
    blow("onDamageTaken", 0, "lucky_sprite", amount=5),
    one_player("onBattleTurnEnd", 0),
    one_player("onBattleTurnStart", 1),
    one_player("onReverse", 1),
    card("onPlayCard", 1, "icicle"),
    blow("onDamageTaken", 1, "misfortune_sprite", amount=4),
    one_player("onBattleTurnEnd", 1),
    one_player("onBattleTurnStart", 2),
    one_player("onBattleTurnEnd", 2),
    one_player("onBattleTurnStart", 3),
    one_player("onBattleTurnEnd", 3),
    one_player("onBattleTurnStart", 0),
    card("onPlayCard", 0, "stone"),
    blow("onDamageTaken", 0, "lucky_sprite", amount=2),
    blow("onDefeat", 0, "lucky_sprite"),
    one_player("onBattleTurnEnd", 0),
    one_player("onBattleTurnStart", 0),
    one_player("onBattleTurnEnd", 0),
    ("onBattlingPhaseEnd", {}),
    ("onAdvancingPhaseStart", {}),
    one_player("onAdvanceTurnStart", 0),
    ("onAdvanceKick", {"kickerUUID": 0, "kickedUUID": 1}),
    one_player("onAdvanceTurnEnd", 0),
    ("onAdvancingPhaseEnd", {}),
    ("onSupplyingPhaseStart", {}),
    one_player("onSupplyTurnStart", 0),
    (
        "onRefreshShop",
        {
            "playerUUID": 0,
            "oldShopCardUUIDs": OLD_SHOP,
            "oldShopCardIDs": OLD_SHOP,
            "newShopCardUUIDs": NEW_SHOP,
            "newShopCardIDs": NEW_SHOP,
            "price": 1,
        },
    ),
    card("onBuy", 0, NEW_SHOP[1], price=2),
    card("onForget", 0, "stone"),
    one_player("onSupplyTurnEnd", 0),
    *(
        one_player(event, seat)
        for seat in (1, 2, 3)
        for event in ("onSupplyTurnStart", "onSupplyTurnEnd")
    ),
    ("onSupplyingPhaseEnd", {}),
    ("onRoundEnd", {"round": 1}),
]


@pytest.fixture
def played(table):
    """A round in which everything of the table happens."""
    players = [
        {
            "hand": ["stone", "lightning_strike", "crystal"],
            "wand": ["recorder"],
            "mana": 9,
            "gold": 8,
            "cell": 10,
        },
        {"hand": ["icicle"], "mana": 9},
        {"cell": 5},
        {"cell": 6},
    ]
    monsters = ["spiderling_swarm", "ghost", "misfortune_sprite", "lucky_sprite"]
    at_the_table = table(
        at="onRoundStart",
        players=players,
        match={"loopTwo": 1},
        zones={"shop": OLD_SHOP, "commonPile": PILE, "pile.III": [*monsters, "quiet_event"]},
    )
    return at_the_table.do(
        {"by": 0, "pick": ["crystal"]},
        {"by": 1, "pick": []},
        *({"by": seat, "choose": "level", "symbol": "III"} for seat in range(4)),
        {"by": 0, "choose": "play", "card": "lightning_strike"},
        {"by": 0, "pick": ["lucky_sprite"]},
        {"by": 1, "choose": "reverse"},
        {"by": 1, "choose": "play", "card": "icicle"},
        {"by": 1, "pick": ["misfortune_sprite"]},
        {"by": 0, "choose": "play", "card": "stone"},
        {"by": 0, "pick": ["lucky_sprite"]},
        {"by": 0, "choose": "pass"},
        {"by": 0, "pick": [3]},
        {"by": 0, "choose": "push", "player": 1},
        {"by": 0, "choose": "refresh"},
        {"by": 0, "choose": "buy", "card": NEW_SHOP[1]},
        {"by": 0, "choose": "tavern"},
        {"by": 0, "pick": ["stone"]},
        {"by": 0, "choose": "done"},
    )


def first_round(events: list[tuple[str, dict]]) -> list[tuple[str, dict]]:
    return events[: 1 + [name for name, _ in events].index("onRoundEnd")]


def test_a_round_fires_every_event_of_the_table_in_order_with_its_context(played):
    assert first_round(played.events_named(*TABLE)) == EXPECTED
    assert {name for name, _ in EXPECTED} == set(TABLE)


def test_triggers_of_a_card_hear_every_event_with_its_context(played):
    noted = [(one.pop("event"), one) for one in played.notes()]
    assert first_round(noted) == EXPECTED


def test_the_events_of_a_round_follow_the_tree(played):
    names = [name for name, _ in first_round(played.events_named(*TABLE))]
    assert follows_the_tree(names)


def test_the_tree_refuses_any_two_events_exchanged():
    names = [name for name, _ in EXPECTED]
    turns = ("onPlayCard", "onReverse", "onDamageTaken", "onDefeat")
    free = [*turns, "onRefreshShop", "onBuy", "onForget", "onExplorationFlip"]
    for i, (one, other) in enumerate(pairwise(names)):
        exchanged = [*names[:i], other, one, *names[i + 2 :]]
        assert follows_the_tree(exchanged) == (one == other or {one, other} <= set(free)), one
