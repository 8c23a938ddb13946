"""The stage: a match fills the window, and nothing on it moves because something else came."""

from __future__ import annotations

import itertools

import pytest
from playwright.sync_api import expect

from browser.stage import cut_off, places

SIZES = [(2560, 1440), (1280, 720), (844, 390), (640, 360), (360, 640)]


@pytest.mark.parametrize(
    ("played", "width", "height"), [("duel", 1920, 1080), ("chrono", 390, 844)]
)
def test_nothing_moves_in_a_whole_match(player, played, width, height):
    """The longest one in a wide window is in test_play; all of them in `make stage`."""
    ann = player(width=width, height=height)
    ann.begin(f"play {played}")
    ann.watch_the_layout()
    stood = places(ann.page)
    for by in itertools.cycle([ann.press, ann.press, ann.click]):
        ann.answer(by)
        if ann.prompt is None:
            break
        assert places(ann.page) == stood
    expect(ann.ending).to_be_visible()
    assert ann.shifts == []


@pytest.mark.parametrize("played", ["chrono", "duel", "kingdoms", "knave", "pebbles", "race"])
def test_all_of_a_match_is_in_the_window_and_can_be_read_by_day_and_by_night(player, played):
    ann = player()
    ann.begin(f"play {played}")
    for by in (ann.press, ann.press, ann.click) * 2:
        if ann.prompt:
            ann.answer(by)
    for width, height in SIZES:
        ann.page.set_viewport_size({"width": width, "height": height})
        ann.page.evaluate("() => new Promise(requestAnimationFrame)")
        assert cut_off(ann.page) == [], f"{width} x {height}"
        expect(ann.page.locator("#asked, #ending")).to_be_in_viewport()
    assert ann.visitor.unreadable() == []
    ann.visitor.look(dark=True)
    assert ann.visitor.unreadable("color-contrast") == []


def test_a_window_that_is_turned_is_laid_out_anew(player):
    ann = player(width=390, height=844)
    ann.begin("play chrono")
    board = ann.page.locator(".board")
    expect(board).to_have_attribute("data-window", "narrow")
    ann.page.set_viewport_size({"width": 844, "height": 390})
    expect(board).to_have_attribute("data-window", "low")
    ann.page.set_viewport_size({"width": 1280, "height": 720})
    expect(board).to_have_attribute("data-window", "wide")
    assert cut_off(ann.page) == []


def test_eight_options_are_all_in_sight(player):
    """Those of a lesson's tavern, on a phone."""
    ann = player(width=390, height=844, touch=True)
    ann.begin("play chrono")
    for _ in range(60):
        if ann.prompt is None or 5 < len(ann.prompt["options"]) <= 8:
            break
        ann.answer(ann.press)
    assert ann.prompt
    for option in ann.options.all():
        expect(option).to_be_in_viewport(ratio=1)


def test_what_there_is_no_room_for_in_the_question_can_be_seen(player):
    """An option is told in whole beside the one that has the focus; a list says that it goes on."""
    ann = player(width=360, height=640)
    ann.begin("play kingdoms")
    option = ann.option(0)
    option.locator(".detail").evaluate("detail => { detail.textContent = 'long '.repeat(90); }")
    ann.walk_to(option)
    told = ann.page.locator(".in-full")
    expect(told).to_contain_text("long " * 90)
    expect(told).to_be_in_viewport(ratio=1)
    ann.page.keyboard.press("Shift+Tab")
    expect(told).to_be_hidden()

    lists = ann.page.locator(".choices")
    expect(lists).not_to_have_attribute("data-more", "")
    lists.evaluate("list => { list.style.maxHeight = '3rem'; }")
    expect(lists).to_have_attribute("data-more", "")
    lists.locator("li").last.scroll_into_view_if_needed()
    expect(lists).not_to_have_attribute("data-more", "")


def test_a_phone_shows_what_has_happened_last(player):
    ann = player(width=390, height=844)
    ann.begin("play duel")
    for _ in range(4):
        ann.answer(ann.press)
    expect(ann.happened.get_by_role("listitem").last).to_be_in_viewport(ratio=0.9)


def test_a_card_that_was_played_bears_the_sign_of_who_has_played_it(player):
    ann = player()
    ann.begin("play chrono")
    played = ann.page.locator("[data-part=played] li[data-seat]")
    for _ in range(40):
        if played.count():
            break
        ann.answer(ann.press)
    for card in played.all():
        seat = int(card.get_attribute("data-seat") or "")
        expect(card.locator(".piece")).to_have_text(str(seat + 1))
