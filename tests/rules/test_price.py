"""The price of a card: it is as strong as cards of a cost whose players won as often."""

import pytest

from rules.pack import load_pack
from rules.pack.files import WORLD
from rules.weighing.price import price_of
from rules.weighing.sim.figures import share_with_interval


@pytest.fixture(scope="module")
def duel():
    return load_pack(WORLD / "duel")


@pytest.fixture(scope="module")
def by_cost(duel):
    """Some spell of each cost."""
    found = {}
    for card in duel.cards:
        if card.kind == "spell":
            found.setdefault(card.facts.get("manaCost", 0), card)
    return found


def row(card, hits, tries=1000):
    return {"id": card.id, "with": share_with_interval(hits, tries)}


def price(pack, by_cost, cost, won, others):
    rows = [row(by_cost[cost], won), *(row(by_cost[each], hits) for each, hits in others.items())]
    return price_of(pack, by_cost[cost], rows)


@pytest.mark.parametrize(
    ("won", "others", "verdict", "like"),
    [
        (500, {3: 510, 5: 600}, "fair", [3]),
        (600, {3: 500, 5: 610}, "fair", [5]),  # no other card costs the same
    ],
)
def test_it_is_told_which_costs_it_is_like(duel, by_cost, won, others, verdict, like):
    found = price(duel, by_cost, 4, won, others)
    assert (found["cost"], found["rate"], found["verdict"], found["like"]) == (
        4, None, verdict, like,
    )  # fmt: skip
    assert found["label"] == {"zh": "费用", "en": "cost"}


@pytest.mark.parametrize(
    ("won", "verdict", "like"),
    [(500, "fair", [3]), (600, "strong", [5]), (350, "weak", []), (700, "strong", [])],
)
def test_it_is_compared_with_others_of_its_cost(duel, by_cost, won, verdict, like):
    spells = [c for c in duel.cards if c.kind == "spell" and c.facts.get("manaCost") == 3]
    own, other = spells[:2]
    found = price_of(duel, own, [row(own, won), row(other, 500), row(by_cost[5], 600)])
    assert (found["rate"], found["verdict"], found["like"]) == (0.5, verdict, like)


def test_a_few_matches_tell_no_price(duel, by_cost):
    card = by_cost[3]
    assert price_of(duel, card, [row(card, 5, 10), row(by_cost[4], 500)]) is None
    assert price_of(duel, card, [row(by_cost[4], 500)]) is None


def test_cards_of_few_players_are_not_compared_with(duel, by_cost):
    found = price_of(duel, by_cost[3], [row(by_cost[3], 500), row(by_cost[4], 5, 10)])
    assert found["like"] == []


def test_where_less_is_not_better_nothing_has_a_price():
    race = load_pack(WORLD / "race")
    assert price_of(race, race.cards[0], [row(race.cards[0], 500)]) is None
