"""Practice without a connection: opened once, it is played to its end and begun again."""

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
    guest.page.locator(".practice form .big").click()
    expect(guest.page.locator("[data-option], .waiting").first).to_be_visible(timeout=30_000)


PLAYED = """async ([most]) => {
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  const click = (found) => found && (found.click(), true);
  const speed = document.querySelector("#more select");
  speed.value = "fast";
  speed.dispatchEvent(new Event("change"));
  for (let answers = 0; answers < most; ) {
    if (document.querySelector("#ending")) return "ended";
    const told = document.querySelector(".toast")?.textContent;
    if (document.querySelector(".practice")) return `left: ${told}`;
    const options = [...document.querySelectorAll(".prompt [data-option]:enabled")];
    const free = options.filter((each) => each.getAttribute("aria-pressed") !== "true");
    const give = document.querySelector(".prompt [data-act=give]:enabled");
    if (click(give) || click(free.at(answers % free.length))) answers += 1;
    await frame();
    await frame();
  }
  return "too long";
}"""


def play(guest, most=3000):
    """Answer by clicks on options until the match is over."""
    assert guest.page.evaluate(PLAYED, [most]) == "ended"


def without_connection(guest):
    """Open the page once, and again when there is no connection any more."""
    guest.goto("/practice/")
    expect(guest.page.locator(KEPT)).to_be_visible(timeout=120_000)
    guest.page.wait_for_function("navigator.serviceWorker.controller !== null")
    guest.context.set_offline(True)
    guest.goto("/practice/")


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("width", SIZES)
def test_the_choice_of_games_is_readable_in_both_languages(visitor, language, width):
    guest = visitor(language=language, width=width)
    guest.goto("/practice/")
    expect(
        guest.page.get_by_role("heading", level=1, name=word(guest, "practice.title"))
    ).to_be_visible()
    expect(guest.page.get_by_text(word(guest, "practice.counts"))).to_be_visible()
    guest.page.locator(".set.variants summary").click()
    for name in ("chrono", "duel", "kingdoms"):
        guest.page.locator(f'input[name="game"][value="{name}"]').check()
        assert guest.unreadable() == []
        assert guest.too_wide() <= 0
    guest.picture(f"practice-{language}-{width}")


def test_the_page_of_a_game_leads_to_its_practice(visitor):
    guest = visitor()
    guest.goto("/games/duel/")
    guest.page.get_by_role("link", name=find_message("web.home.practice", "en")).click()
    expect(guest.page.locator('input[name="game"][value="duel"]')).to_be_checked()


def test_where_there_is_no_connection_the_way_to_practice_is_shown(visitor):
    guest = visitor()
    without_connection(guest)
    guest.goto("/webclient/")
    guest.page.get_by_role("link", name="Practice").click()
    expect(
        guest.page.get_by_role("heading", level=1, name=word(guest, "practice.title"))
    ).to_be_visible()


@pytest.mark.parametrize(
    ("name", "language", "width"),
    [("duel", "en", 1280), ("chrono", "zh", 390), ("kingdoms", "en", 390)],
)
def test_after_one_visit_a_match_is_played_and_begun_again_without_a_connection(
    visitor, name, language, width
):
    guest = visitor(language=language, width=width)
    without_connection(guest)
    begin(guest, name, "greedy")
    assert guest.unreadable() == []
    guest.picture(f"practice-{name}")
    play(guest)
    expect(
        guest.page.get_by_text(find_message("ending.counts_for_nobody", language))
    ).to_be_visible()
    guest.picture(f"practice-{name}-end")
    guest.page.get_by_role("button", name=word(guest, "over.again")).click()
    expect(guest.page.locator("#ending")).to_have_count(0)


OPTIONS = "document.querySelector('.prompt .options')?.innerText"
ANSWER_UNTIL_FORESEEN = """() => {
  if (document.querySelector(".prompt .does")) return true;
  const options = [...document.querySelectorAll(".prompt [data-option]:enabled")];
  (document.querySelector(".prompt [data-act=give]:enabled") ?? options.at(0))?.click();
  return false;
}"""


def asked(guest):
    """The options that are offered."""
    expect(guest.page.locator(".prompt [data-option]").first).to_be_visible(timeout=30_000)
    return guest.page.evaluate(OPTIONS)


def answer(guest):
    """Answer in some way, until something else is asked; what was asked before."""
    before = asked(guest)
    give = guest.page.locator(".prompt [data-act=give]:enabled")
    (give if give.count() else guest.page.locator(".prompt [data-option]:enabled").last).click()
    guest.page.wait_for_function(
        f"(before) => ![before, undefined].includes({OPTIONS})", arg=before
    )
    return before


def test_without_a_connection_one_asks_for_hints_takes_back_and_sees_what_options_do(visitor):
    guest = visitor()
    without_connection(guest)
    begin(guest, "duel")
    before = asked(guest)
    guest.page.get_by_role("button", name=word(guest, "act.hint"), exact=True).click()
    expect(guest.page.locator(".hint p")).not_to_be_empty()
    answer(guest)
    guest.page.get_by_role("button", name=word(guest, "act.back"), exact=True).click()
    guest.page.wait_for_function(f"(before) => {OPTIONS} === before", arg=before)
    guest.page.wait_for_function(ANSWER_UNTIL_FORESEEN)
    guest.picture("practice-foreseen")


@pytest.mark.parametrize("language", ["en", "zh"])
def test_without_a_connection_one_reads_the_rules_and_asks_a_bot_why(visitor, language):
    guest = visitor(language=language, width=390)
    without_connection(guest)
    guest.page.locator('input[name="game"][value="kingdoms"]').check()
    guest.page.locator(".rules > summary").click()
    guest.page.locator(".rules details summary").first.click()
    expect(guest.page.locator(".rules details p").first).not_to_be_empty()
    assert guest.unreadable() == []
    assert guest.too_wide() <= 0
    guest.picture(f"practice-rules-{language}")
    begin(guest, "race", "greedy")
    answer(guest)
    rules, more, why = (
        guest.page.get_by_role("button", name=word(guest, path), exact=True)
        for path in ("act.rules", "tools.more", "act.why")
    )
    rules.click()
    expect(guest.page.locator(".hint p")).not_to_be_empty()
    rule = guest.page.locator(".hint p").inner_text()
    more.click()
    why.click()
    expect(guest.page.locator(".hint p")).not_to_have_text(rule)
    guest.picture(f"practice-why-{language}")


def test_a_deck_of_ones_own_is_played_without_a_connection(builder):
    guest = builder("duel")
    name = guest.page.get_by_role("heading", level=1).inner_text()
    without_connection(guest)
    guest.page.locator('input[name="game"][value="duel"]').check()
    own = word(guest, "practice.own_deck").format(name=name)
    guest.page.locator('select[name="deck"]').select_option(own)
    begin(guest, "duel", "greedy")
    kept = "() => JSON.parse(localStorage.getItem('chrono-practice'))?.deck?.cards?.length > 0"
    guest.page.wait_for_function(kept)
    assert guest.unreadable() == []


def test_a_match_goes_on_when_the_page_was_closed(visitor):
    guest = visitor()
    without_connection(guest)
    begin(guest, "chrono")
    for _ in range(3):
        answer(guest)
    now = asked(guest)
    guest.page.reload()
    go_on = guest.page.get_by_role("button", name=word(guest, "practice.go_on"))
    expect(go_on).to_be_visible()
    assert guest.unreadable() == []
    guest.picture("practice-waits")
    go_on.click()
    assert asked(guest) == now


KEEP_AS_BEFORE = """async () => {
  const cache = await caches.open("practice-1");
  const kept = JSON.parse(localStorage.getItem("chrono-practice"));
  const old = kept.machine.replace(/[^/]+[.]wasm$/, "before.wasm");
  await cache.put(old, await cache.match(kept.machine));
  await cache.put("/practice/duel/unused.wasm", new Response("of an earlier version"));
  localStorage.setItem("chrono-practice", JSON.stringify({ ...kept, machine: old }));
}"""
KEPT_FILES = """async () => {
  const cache = await caches.open("practice-1");
  return (await cache.keys()).map(({ url }) => new URL(url).pathname);
}"""


def test_a_match_goes_on_with_its_own_files_when_the_page_has_got_newer_ones(visitor):
    guest = visitor()
    guest.goto("/practice/")
    expect(guest.page.locator(KEPT)).to_be_visible(timeout=120_000)
    begin(guest, "chrono")
    answer(guest)
    now = asked(guest)
    guest.page.wait_for_function("localStorage.getItem('chrono-practice') !== null")
    guest.goto("/")
    guest.page.evaluate(KEEP_AS_BEFORE)
    guest.goto("/practice/")
    expect(guest.page.locator(KEPT)).to_be_visible(timeout=120_000)
    files = guest.page.evaluate(KEPT_FILES)
    assert "/practice/chrono/before.wasm" in files
    assert "/practice/duel/unused.wasm" not in files
    guest.context.set_offline(True)
    guest.page.reload()
    guest.page.get_by_role("button", name=word(guest, "practice.go_on")).click()
    assert asked(guest) == now


def test_the_site_can_be_installed_with_a_way_to_practice(visitor):
    guest = visitor()
    guest.goto("/practice/")
    expect(guest.page.locator(KEPT)).to_be_visible(timeout=120_000)
    wire = guest.context.new_cdp_session(guest.page)
    manifest = wire.send("Page.getAppManifest")
    assert manifest["errors"] == []
    assert '"url": "/practice/"' in manifest["data"]
    errors = wire.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert {each["errorId"] for each in errors} <= {"in-incognito"}
