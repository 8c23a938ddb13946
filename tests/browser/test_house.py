"""The house around the table: the stage of the first page, the hall, cards in the deck builder."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

SHIFTS = """() => {
    window.shifts = [];
    const watch = (list) => window.shifts.push(...list.getEntries().map(({ value }) => value));
    new PerformanceObserver(watch).observe({ type: "layout-shift", buffered: true });
}"""


def shift(page) -> float:
    """By how much what was on the page has moved while more came."""
    page.evaluate(SHIFTS)
    page.wait_for_timeout(200)
    return sum(page.evaluate("() => window.shifts"))


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_first_page_shows_a_match_that_stands_still_until_it_is_asked(visitor, language):
    ann = visitor(language=language)
    ann.goto("/")
    stage = ann.page.get_by_role("figure")
    expect(stage.get_by_role("link", name=ann.word("showcase.whole"))).to_be_visible()
    frame = ann.page.frame_locator("iframe")
    before = frame.locator("#showcase").inner_text()
    button = stage.get_by_role("button")
    expect(button).to_have_text(ann.word("showcase.play"))
    assert shift(ann.page) < 0.01
    assert ann.unreadable() == []
    button.click()
    expect(button).to_have_text(ann.word("showcase.pause"))
    expect(frame.locator("#showcase")).not_to_have_text(before)
    stage.get_by_role("link", name=ann.word("showcase.whole")).click()
    expect(ann.page.get_by_role("slider")).to_be_visible()


def test_one_goes_straight_in_and_finds_a_table_or_opens_one(player):
    ann, ben = player(), player(language="zh")
    for one in (ann, ben):
        one.visitor.goto("/")
        one.page.get_by_role("banner").get_by_role(
            "button", name=one.visitor.word("nav.play")
        ).click()
        expect(one.button("lobby.seek")).to_be_visible()
    ann.button("lobby.seek").click()
    expect(ann.button("lobby.start_with_bots")).to_be_visible()
    ben.button("lobby.seek").click()
    expect(ben.button("lobby.ready")).to_be_visible()
    expect(ann.page.get_by_role("main")).to_contain_text(ben.name)
    ann.visitor.goto("/")
    expect(
        ann.page.get_by_role("link", name=re.compile("^Go on: "))
    ).to_be_visible()  # whatever table it was
    ann.open()
    ann.button("lobby.leave").click()
    ben.button("lobby.leave").click()


def test_what_one_has_filtered_is_remembered(player):
    ann = player()
    ann.open()
    ann.button("lobby.guest").click()
    free = ann.button("lobby.free_seat")
    free.click()
    ann.page.get_by_role("combobox", name=ann.word("lobby.games")).select_option("race")
    ann.open()
    expect(free).to_have_attribute("aria-pressed", "true")
    expect(ann.page.get_by_role("combobox", name=ann.word("lobby.games"))).to_have_value("race")
    assert ann.visitor.unreadable() == []
    ann.visitor.look(width=390, dark=True)
    assert ann.visitor.unreadable("color-contrast", "target-size") == []
    assert ann.visitor.too_wide() <= 0


def test_a_deck_is_built_by_keys_and_clicks_and_each_change_is_taken_back(builder):
    ann = builder("duel")
    page, status, loaded = ann.page, ann.page.get_by_role("status"), ann.requests("document")
    page.locator(".pool [data-held] button[name=remove]").first.focus()
    page.keyboard.press("-")
    expect(status).not_to_have_text(ann.word("decks.legal"))
    page.locator(".pool .face .card").first.click()  # a card that is drawn is put in
    expect(status).to_have_text(ann.word("decks.legal"))
    page.keyboard.press("u")
    expect(status).not_to_have_text(ann.word("decks.legal"))
    page.keyboard.press("u")
    expect(status).to_have_text(ann.word("decks.legal"))
    assert ann.requests("document") == loaded
    assert ann.unreadable() == []


def test_cards_are_found_while_one_writes_and_a_deck_can_be_typed_and_given_away(builder, visitor):
    ann = builder("duel", language="zh", width=390, touch=True)
    page, loaded = ann.page, ann.requests("document")
    page.keyboard.press("/")
    page.keyboard.type("嘲讽")
    tiles = page.locator(".pool .tile")
    expect(tiles).to_have_count(tiles.count())
    expect(page).to_have_url(re.compile("[?]q="))
    assert ann.requests("document") == loaded
    assert ann.too_wide() <= 0
    page.get_by_text(ann.word("decks.typed"), exact=True).click()
    field = page.locator("#write")
    lines = field.input_value().splitlines()
    field.fill("\n".join(lines[:-1]))
    page.get_by_role("button", name=ann.word("decks.write")).click()
    expect(page.get_by_role("status")).not_to_have_text(ann.word("decks.legal"))
    page.locator("button[name=undo]").click()
    expect(page.get_by_role("status")).to_have_text(ann.word("decks.legal"))
    page.get_by_text(ann.word("decks.give"), exact=True).click()
    address = page.locator("#share").input_value()
    ben = visitor()
    ben.page.goto(address)
    expect(ben.page.get_by_role("heading", name=ben.word("decks.shared"))).to_be_visible()
    assert ben.unreadable() == []
