"""
Every page of the site, as people see it: complete, readable by everybody, and from here alone.

Pages are found by the links of those before them, from the first page on, and by the addresses that
have no holes; of pages that differ only in what they are about one is looked at, in each language
another one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
from django.urls import URLPattern, get_resolver, resolve
from playwright.sync_api import expect

from browser.visitor import Visitor

# Pages of the staff are Django's own; the others are no pages, but data, files and ends of forms.
NO_PAGES = (
    "/admin/",
    "/api/1/openapi.json",
    "/auth/guest/",
    "/auth/listed/",
    "/auth/logout/",
    "/auth/push/",
    "/book/",
    "/favicon.ico",
    "/language/",
    "/oembed/",
    "/offline/",  # in both languages at once
    "/practice/decks/",
    "/static/",
)
NARROW, WIDE = 390, 1280


def whole_addresses() -> list[str]:
    """What the site answers to by a fixed address."""
    patterns = get_resolver().url_patterns
    routes = [str(each.pattern) for each in patterns if isinstance(each, URLPattern)]
    return [f"/{route}" for route in routes if "<" not in route and route.endswith("/")]


def pages_from(visitor: Visitor) -> Iterator[str]:
    """Open page after page, and tell of each once it is there."""
    waiting, kinds = ["/", *whole_addresses()], set()
    while waiting:
        address = waiting.pop(0)
        path = urlsplit(address).path
        if path.startswith(NO_PAGES) or (kind := resolve(path).route) in kinds:
            continue
        kinds.add(kind)
        visitor.goto(address)
        waiting += sorted(visitor.links(), reverse=visitor.language == "zh")
        yield address


def faults(visitor: Visitor) -> list[str]:
    """What is wrong with the page, on wide and narrow windows, by day and by night."""
    found = visitor.unreadable()
    visitor.look(dark=True)
    found += visitor.unreadable("color-contrast")
    visitor.look(width=NARROW)
    found += visitor.unreadable("color-contrast", "target-size", "scrollable-region-focusable")
    if more := visitor.too_wide():
        found.append(f"{visitor.page.url}: {more} pixels too wide for {NARROW}")
    visitor.look(width=WIDE, dark=False)
    return found


@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_page_can_be_read_by_everybody(visitor, language):
    stranger = visitor(language=language, width=WIDE)
    found, seen = [], 0
    for _ in pages_from(stranger):
        found += faults(stranger)
        assert stranger.page.locator("html").get_attribute("lang").startswith(language)
        seen += 1
    assert seen >= 5
    assert not found, "\n".join(found)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_page_of_who_is_signed_in_can_be_read_by_everybody(player, language):
    """After a match of theirs, with a deck of their own, and with a table open."""
    ann = player(language=language)
    visitor, page = ann.visitor, ann.page
    visitor.goto("/decks/race/")
    page.get_by_role("button", name=visitor.word("guest.begin")).click()
    found = faults(visitor)
    page.get_by_role(
        "button", name=re.compile(visitor.word("decks.copy_named", name=""))
    ).first.click()
    expect(page.get_by_role("status")).to_have_text(visitor.word("decks.legal"))
    found += faults(visitor)
    ann.begin("play pebbles")
    ann.play_to_the_end(ann.press)
    replay = ann.ending.get_by_role("link", name=ann.word("over.replay"))
    address = replay.get_attribute("href")
    name = ann.name
    for path in ("/", f"/people/{name}/", "/auth/password/", "/auth/register/", "/decks/race/"):
        visitor.goto(path)
        found += faults(visitor)
    visitor.goto(address)
    expect(page.get_by_role("slider")).to_be_visible()
    found += faults(visitor)
    ann.open()
    ann.type("leave")
    expect(page.get_by_role("heading", name=ann.word("lobby.games"), exact=True)).to_be_visible()
    ann.open("open race")
    page.get_by_text(ann.word("lobby.options"), exact=True).click()
    expect(page.get_by_role("spinbutton").first).to_be_visible()
    found += faults(visitor)
    assert not found, "\n".join(found)


def test_what_draws_the_table_comes_in_a_few_files_and_is_kept(visitor):
    stranger = visitor()
    asked: list[str] = []
    stranger.page.on("request", lambda request: asked.append(request.url))
    stranger.goto("/webclient/")
    stranger.page.get_by_role("button").first.wait_for()
    files = [address for address in asked if ".js" in address or ".css" in address]
    assert len(files) == 4  # two of each: the second ones may come behind a question
    assert [address for address in files if "/bundle/" not in address] == []
    before = stranger.received
    stranger.goto("/webclient/")
    stranger.page.get_by_role("button").first.wait_for()
    assert stranger.received - before < 30_000


def test_a_page_whose_parts_come_late_has_a_heading_and_says_that_one_waits(player):
    stranger, late = player(), []

    def hold(route):
        late.append(route)
        if len(late) == 1:  # the page's own
            route.continue_()

    stranger.page.route("**/bundle/*.js", hold)
    stranger.page.goto("/webclient/", wait_until="commit")
    expect(stranger.page.locator("#main[data-state]")).to_be_visible()
    expect(stranger.page.get_by_role("status")).to_have_text(stranger.word("link.open"))
    assert not stranger.visitor.unreadable("page-has-heading-one", "landmark-one-main", "region")
    expect(stranger.page.get_by_role("button", name=stranger.word("lobby.guest"))).to_have_count(0)
    late[1].continue_()
    expect(stranger.page.get_by_role("button", name=stranger.word("lobby.guest"))).to_be_visible()
    assert not stranger.visitor.unreadable("page-has-heading-one")
