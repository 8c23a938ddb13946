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
    guest.page.get_by_role("button", name=word(guest, "practice.begin")).click()
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


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("width", SIZES)
def test_the_choice_of_games_is_readable_in_both_languages(visitor, language, width):
    guest = visitor(language=language, width=width)
    guest.goto("/practice/")
    expect(
        guest.page.get_by_role("heading", level=1, name=word(guest, "practice.title"))
    ).to_be_visible()
    expect(guest.page.get_by_text(word(guest, "practice.counts"))).to_be_visible()
    assert guest.unreadable() == []
    assert guest.too_wide() <= 0


@pytest.mark.parametrize(
    ("name", "language", "width"), [("duel", "en", 1280), ("chrono", "zh", 390)]
)
def test_after_one_visit_a_match_is_played_and_begun_again_without_a_connection(
    visitor, name, language, width
):
    guest = visitor(language=language, width=width)
    guest.goto("/practice/")
    expect(guest.page.locator(KEPT)).to_be_visible(timeout=120_000)
    guest.page.wait_for_function("navigator.serviceWorker.controller !== null")
    guest.context.set_offline(True)
    guest.goto("/practice/")
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
