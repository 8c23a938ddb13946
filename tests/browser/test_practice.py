"""Practice without a connection: opened once, it is chosen, played to its end and begun again without."""

import pytest
from playwright.sync_api import expect

from world.locale.messages import find_message

KEPT = '[data-kept="kept"]'
SIZES = [390, 1280]


def word(guest, path):
    """A sentence of the page."""
    return find_message(f"browser.{path}", guest.language)


def begin(guest, name, level="random"):
    """Choose a game and begin."""
    guest.page.locator(f'input[name="game"][value="{name}"]').check()
    guest.page.locator('select[name="level"]').select_option(level)
    guest.page.get_by_role("button", name=word(guest, "practice.begin")).click()
    expect(guest.page.locator("[data-option], .waiting").first).to_be_visible(timeout=30_000)


def play(guest, most=600):
    """Answer by clicks on options until the match is over."""
    page = guest.page
    for _ in range(most):
        page.locator("#ending, .prompt [data-option]:enabled, .prompt [data-act=give]:enabled").first.wait_for()
        if page.locator("#ending").count():
            return
        if page.locator("[data-act=give]:enabled").count():
            page.locator("[data-act=give]:enabled").click()
        else:
            page.locator(".prompt [data-option]:enabled").last.click()
    raise AssertionError("it does not come to an end")


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("width", SIZES)
def test_the_choice_of_games_is_readable_in_both_languages(visitor, language, width):
    guest = visitor(language=language, width=width)
    guest.goto("/practice/")
    expect(guest.page.get_by_role("heading", level=1, name=word(guest, "practice.title"))).to_be_visible()
    expect(guest.page.get_by_text(word(guest, "practice.counts"))).to_be_visible()
    assert guest.unreadable() == []
    assert guest.too_wide() <= 0


def test_after_one_visit_a_match_is_chosen_played_and_begun_again_without_a_connection(visitor):
    guest = visitor()
    guest.goto("/practice/")
    expect(guest.page.locator(KEPT)).to_be_visible(timeout=120_000)
    guest.page.wait_for_function("navigator.serviceWorker.controller !== null")
    guest.context.set_offline(True)
    guest.goto("/practice/")
    games = guest.page.locator('input[name="game"]')
    assert games.count()
    begin(guest, games.first.get_attribute("value"))
    guest.picture("practice-match")
    assert guest.unreadable() == []
    play(guest)
    expect(guest.page.get_by_text("It counts for nobody.")).to_be_visible()
    guest.picture("practice-end")
    guest.page.get_by_role("button", name=word(guest, "over.again")).click()
    expect(guest.page.locator("#ending")).to_have_count(0)
