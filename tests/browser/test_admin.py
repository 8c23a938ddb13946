"""
The pages of staff in a browser: every one opens, and those of the game can be read by everybody in
both languages; a card is read, and written on the builders' page; a match is paused from its page.
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
READ = ("/admin/world/matchrecord/", "/admin/world/publication/")
CARD = "card:race.card.fire.spark"
PIECES = (
    "/admin/world/publication/pieces/race/",
    f"/admin/world/publication/piece/race/?address={CARD}",
)


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
    """Those of the game in both languages; of Django's own, every other in each."""
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
    others = [address for address in lists if not address.startswith(READ)]
    lists = [address for address in lists if address.startswith(READ)]
    assert lists
    lists += others[language == "zh" :: 2]
    found, rows = own_faults(boss), 0
    for address in [*lists, "/admin/world/matchrecord/live/", *PIECES]:
        boss.goto(address)
        reads = address.startswith(READ)
        found += own_faults(boss) if reads else []
        row = boss.page.locator("#result_list tbody th a").first
        if row.count():
            row.click()
            boss.page.wait_for_load_state()
            found += own_faults(boss) if reads else []
            rows += 1
    assert rows > 4
    assert not found, "\n".join(found)


def test_a_card_is_read_by_staff_and_written_on_the_builders_page(admin):
    boss = admin()
    boss.goto("/admin/world/publication/pieces/race/?q=spark")
    boss.page.get_by_role("link", name="Spark", exact=True).click()
    expect(boss.page.locator(".preview dd[lang=en]")).not_to_be_empty()
    expect(boss.page.locator("pre.source")).to_contain_text('"id": "race.card.fire.spark"')
    expect(boss.page.locator("#content textarea")).to_have_count(0)
    boss.page.get_by_role("link", name="Edit in the workshop").click()
    boss.page.get_by_role("button", name="Write a draft").click()
    boss.page.locator("#all > summary").click()
    source = boss.page.locator("textarea[name=text]")
    source.fill(source.input_value().replace('"Spark"', '"Brand-new spark"'))
    boss.page.get_by_role("button", name="Save and check").click()
    expect(boss.page.get_by_text("It is in order.").first).to_be_visible()
    boss.goto("/admin/world/draft/")
    boss.page.locator("#result_list tbody th a").first.click()
    expect(boss.page.locator("pre.source")).to_contain_text("Brand-new spark")
    expect(boss.page.locator(".difference")).to_contain_text("Brand-new spark")
    assert own_faults(boss) == []
    boss.page.get_by_role("link", name="Edit in the workshop").click()
    expect(source).to_have_value(re.compile("Brand-new spark"))


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


# How much wider than their place the page and its tables are: as they are, then with long words.
LENGTHEN_AND_MEASURE = """() => {
  const measure = () => [document.documentElement, ...document.querySelectorAll(".results")]
    .map((each) => each.scrollWidth - each.clientWidth).filter((each) => each > 1);
  const asIs = measure();
  const values = ".results tbody :is(td, th):not(.field-id, :has(img, input))";
  for (const cell of document.querySelectorAll(values))
    (cell.querySelector("a, code") ?? cell).textContent = "unbreakable".repeat(6);
  return [...asIs, ...measure()];
}"""


@pytest.mark.parametrize("width", [1280, 390])
def test_lists_of_staff_keep_their_width(admin, game, width):
    """Nothing is cut off or squeezed to a column of letters, in a window or on a phone."""
    ann = game.player(f"Wide{width}-by-name")
    ann.send("open race", "bot random", "start")
    ann.expect("1")
    bea = game.player(f"Out{width}-by-name")
    bea.send("out", "surprise")
    bea.expect("That is over")
    boss = admin(width=width)
    staff = game.client()
    staff.expect("Chrono Wizard")
    staff.send(f"connect admin {game.admin_password}")
    staff.expect("Welcome")
    # Words without an end among what was done, and why.
    staff.send(f"name {'long' * 30} = short", f"boot Wide{width}-by-name {'why' * 30}")
    staff.expect(f"Wide{width}")
    lists = [
        each for each in boss.links() if re.fullmatch(r"/admin/(?:world|accounts)/[a-z]+/", each)
    ]
    assert len(lists) > 15
    found = []
    for address in [*lists, "/admin/", "/admin/world/matchrecord/live/", PIECES[0]]:
        boss.goto(address)
        over = boss.page.evaluate(LENGTHEN_AND_MEASURE)
        found += [f"{address}: {over}"] if over else []
    assert not found, "\n".join(found)


@pytest.mark.parametrize(("language", "name"), [("en", "Well-known spark"), ("zh", "有名的火花")])
def test_drafts_are_listed_by_name_and_found_by_it(admin, language, name):
    boss = admin(language=language)
    boss.goto(f"/build/race/piece/?address={CARD}")
    write = boss.page.get_by_role("button")
    if boss.page.locator("#text").count() == 0:
        write.last.click()
    boss.page.locator("#all > summary").click()
    source = boss.page.locator("#text")
    renamed = '"name": {"zh": "有名的火花", "en": "Well-known spark"}'
    source.fill(re.sub(r'"name": \{[^}]*\}', renamed, source.input_value()))
    boss.page.locator("button[name=act][value=save]").click()
    boss.goto(f"/admin/world/draft/?q={name}")
    expect(boss.page.locator("#result_list tbody th")).to_contain_text(name)
    expect(boss.page.locator("#result_list tbody th code")).to_have_text(CARD)
    expect(boss.page.locator("#result_list .field-age time")).to_have_attribute(
        "title", re.compile("20")
    )
    assert own_faults(boss) == []
