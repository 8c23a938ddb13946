"""The world outside the hall in the browser, by clicks alone."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect


@pytest.mark.parametrize("width", [390, 1280])
def test_one_walks_and_is_told_what_happened_where_one_stands(player, width):
    ann = player(width=width)
    ann.open("door")
    place = ann.page.locator("#place")
    expect(place).to_have_text("Market")
    ann.page.get_by_role("button", name="Any knave at once").click()
    told = ann.page.get_by_role("log").first
    expect(told).to_contain_text("That is over")  # with what came of it before that
    expect(told).to_contain_text("HP")
    expect(ann.page.get_by_role("alert")).to_have_count(0)
    ann.page.get_by_role("button", name="East: Gate.").click()
    expect(place).to_have_text("Gate")
    expect(place).to_be_focused()
    expect(told).not_to_contain_text("That is over")
    assert ann.visitor.too_wide() <= 0
    assert ann.visitor.unreadable() == []


def test_who_leaves_a_game_for_coins_is_asked_on_the_page(player):
    ann = player()
    ann.open("door")
    ann.page.get_by_role("button", name="Any knave at once").click()
    stakes = ann.page.get_by_role("group", name="Marta the smith plays")
    stakes.get_by_role("button", name="5 coins", exact=True).click()
    expect(ann.options.first).to_be_visible()
    expect(ann.page.get_by_role("alert")).to_contain_text("5 coins")
    ann.button("lobby.leave").or_(ann.button("act.leave")).click()
    expect(ann.page.get_by_role("dialog")).to_contain_text("5 coins")
    ann.page.get_by_role("dialog").get_by_role("button", name=ann.word("act.leave")).click()
    expect(ann.page.get_by_role("log").first).to_contain_text("You have lost 5 coins")
