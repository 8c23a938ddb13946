"""
The pages of staff in a browser: every one opens, readable by everybody, in both languages; a card
is written as a form and its sentences are there at once; a match is paused from its page.
"""

from __future__ import annotations

import re
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

# What Django's own templates have.
DJANGOS = (
    *("heading-order", "region", "landmark", "scrollable-region-focusable", "list"),
    *("aria-prohibited-attr", "empty-table-header", "label-title-only"),
)
# Those that are the game's own, or shown otherwise than Django does.
READ = ("/admin/world/matchrecord/", "/admin/world/publication/", "/admin/world/draft/write/")
CARD = "card:race.card.fire.spark"


@pytest.fixture
def admin(visitor, game):
    """Makes the first admin, signed in: `admin(language="zh")`."""

    def make(**wishes):
        boss = visitor(**wishes)
        boss.goto("/admin/")
        boss.page.locator("#id_username").fill("admin")
        boss.page.locator("#id_password").fill(game.admin_password)
        boss.page.locator("#id_password").press("Enter")
        boss.page.wait_for_url("**/admin/")
        return boss

    return make


def own_faults(visitor):
    """What axe-core finds but for what Django's templates have."""
    return [
        told for told in visitor.unreadable() if not any(f": {each}" in told for each in DJANGOS)
    ]


@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_page_of_staff_opens_and_those_of_the_game_can_be_read(admin, game, language):
    ann = game.player(f"Staffed{language}")
    ann.send("open race", "bot random", "start")
    ann.expect("1")
    boss = admin(language=language)
    assert boss.page.locator("html").get_attribute("lang").startswith(language)
    lists = sorted(
        address
        for address in boss.links()
        if re.fullmatch(r"/admin/(?:[a-z]+/[a-z]+|announce)/", urlsplit(address).path)
    )
    assert len(lists) > 25
    found, rows = own_faults(boss), 0
    for address in [*lists, "/admin/world/matchrecord/live/", "/admin/world/draft/write/"]:
        boss.goto(address)
        reads = address.startswith(READ)
        found += own_faults(boss) if reads else []
        row = boss.page.locator("#result_list tbody th a").first
        if row.count():
            row.click()
            boss.page.wait_for_load_state()
            found += own_faults(boss) if reads else []
            rows += 1
    assert rows > 8
    assert not found, "\n".join(found)


def test_a_card_is_written_as_a_form_and_read_at_once(admin):
    boss = admin()
    boss.goto("/admin/world/publication/pieces/race/?q=spark")
    boss.page.get_by_role("button", name=f"Write {CARD}", exact=True).click()
    preview = boss.page.locator("#preview")
    expect(preview.locator(".state")).to_have_text("Nothing is wrong with it.")
    before = preview.locator(".en").inner_text()
    assert before
    boss.page.get_by_text("As a form").click()
    source = boss.page.locator("textarea[name=text]")
    boss.page.locator(".as-form input[value='Spark']").fill("Brand-new spark")
    expect(source).to_have_value(re.compile("Brand-new spark"))
    expect(preview.locator(".difference")).to_contain_text("Brand-new spark")
    source.fill(source.input_value().replace("{", "{\n  // a remark", 1))
    boss.page.locator(".as-form input[value='Brand-new spark']").fill("Newest spark")
    expect(source).to_have_value(re.compile("// a remark.*Newest spark", re.DOTALL))
    assert own_faults(boss) == []
    source.fill(source.input_value().replace('"behaviors"', '"behavoirs"'))
    expect(preview.locator(".wrong")).to_contain_text("behaviors")
    source.fill("{")
    expect(preview.locator(".wrong li")).not_to_have_count(0)


def test_a_match_is_paused_from_its_page_and_its_player_reads_it(admin, game):
    ann = game.player("PausedAnn")
    ann.send("open race", "bot random", "start")
    ann.expect("1")
    boss = admin()
    boss.goto("/admin/world/matchrecord/?q=PausedAnn")
    boss.page.locator("#result_list tbody th a").first.click()
    boss.page.get_by_role("button", name="Pause").click()
    ann.expect("The staff have paused this game")
    ann.send("1")
    ann.expect("The staff have paused this game; it goes on")
    boss.page.get_by_role("button", name="Resume").click()
    ann.expect("The game goes on")
    boss.page.get_by_role("link", name="What has happened").click()
    expect(boss.page.locator(".story tbody tr").first).to_be_visible()
    boss.goto("/admin/world/matchrecord/live/")
    expect(boss.page.get_by_text("PausedAnn")).to_be_visible()
