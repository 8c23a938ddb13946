"""Cards that do nearly the same, and what one might cost by them."""

import pytest

from rules.pack import load_pack
from rules.pack.files import WORLD
from rules.workshop.similar import open_numbers, proposed_number, similar_cards, usual_cost


@pytest.fixture(scope="module")
def duel():
    return load_pack(WORLD / "duel")


def at_play(*do):
    return [{"at": "onPlay", "do": [*do]}]


def nearest(pack, card):
    behaviors = card.source.get("behaviors", [])
    return similar_cards(pack, card.kind, behaviors, card.source)


def test_a_card_is_nearest_to_itself_unless_it_is_left_out(duel):
    card = duel.card("duel.spell.scholar.falling_star")
    assert nearest(duel, card)[0]["id"] == card.id
    behaviors = card.source["behaviors"]
    others = similar_cards(duel, card.kind, behaviors, card.source, but=card.id)
    assert card.id not in {each["id"] for each in others}
    assert 3 <= len(others) <= 5


def test_each_has_a_name_a_cost_and_what_it_does_in_both_languages(duel):
    found = similar_cards(duel, "minion", at_play({"type": "damage", "amount": 1}), {})
    assert found[0]["id"] == "duel.minion.neutral.archer_of_the_wall"
    assert found[0]["cost"] == found[0]["corner"]["number"] == 2
    assert found[0]["corner"]["label"]["en"] == "cost"
    assert found[0]["name"] == {"zh": "城头射手", "en": "Archer on the Wall"}
    assert "1 damage" in found[0]["text"]["en"]
    assert "1点伤害" in found[0]["text"]["zh"]


def test_of_cards_that_do_the_same_the_nearer_number_is_nearer(duel):
    found = similar_cards(duel, "minion", [], {"taunt": True, "attack": 2, "health": 4})
    assert found[0]["id"] == "duel.minion.neutral.stone_lion"


def test_what_a_card_costs_makes_it_no_nearer(duel):
    asked = duel, "spell", at_play({"type": "draw", "amount": 2})
    cheap, dear = (similar_cards(*asked, {"manaCost": cost}) for cost in (0, 9))
    assert cheap == dear


def test_where_no_number_is_a_cost_there_is_none():
    race = load_pack(WORLD / "race")
    card = race.cards[0]
    assert {each["cost"] for each in nearest(race, card)} == {None}
    assert usual_cost(nearest(race, card), card.kind) is None


def test_a_cost_is_proposed_as_with_similar_cards_and_other_numbers_as_with_that_cost(duel):
    similar = [{"kind": "minion", "cost": cost} for cost in (9, 4, 5)]
    assert open_numbers(duel, "minion", {}) == ["manaCost", "attack", "health"]
    assert open_numbers(duel, "minion", {"attack": 0}) == ["manaCost", "health"]
    assert proposed_number(duel, "minion", "manaCost", {}, similar) == 5
    weak, strong = (
        proposed_number(duel, "minion", "attack", {"manaCost": cost}, similar) for cost in (1, 7)
    )
    assert weak < strong
    assert proposed_number(duel, "minion", "manaCost", {}, []) is not None
