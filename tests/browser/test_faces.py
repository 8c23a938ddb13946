"""Faces of cards, as they are drawn: every name has room, and everything can be read and heard."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

CUT_OFF = """names => names
    .filter(({scrollHeight: high, clientHeight}) => high > clientHeight + 1)
    .map(each => each.textContent)"""


WIDTHS = (56, 64, 104, 150, 200, 260)
WIDE = "wide => document.body.style.setProperty('--w', `${wide}px`)"
# Texts that are there: the least type among them, and how many.
TEXTS = """texts => {
  const there = texts.filter(each => each.checkVisibility() && each.textContent);
  const sizes = there.map(each => parseFloat(getComputedStyle(each).fontSize));
  return [Math.min(...sizes), there.length];
}"""
# What lies over what it is about: of cards which tell what playing them would do.
COVERED = """cards => cards.flatMap(card => {
  const box = each => each.getBoundingClientRect();
  const does = box(card.querySelector(".does"));
  const told = [...card.querySelectorAll(".number:not(.corner), .gauge, .name")];
  return told.filter(each => each.checkVisibility())
    .filter(each => box(each).top < does.bottom - 1 && box(each).bottom > does.top + 1)
    .filter(each => box(each).left < does.right && box(each).right > does.left)
    .map(each => each.textContent.trim());
})"""


@pytest.mark.parametrize("name", ["chrono", "duel", "race", "kingdoms", "knave"])
def test_every_name_has_room_on_its_card(visitor, name):
    for language in ("en", "zh"):
        someone = visitor(language=language)
        someone.goto(f"/faces/{name}/")
        someone.page.wait_for_selector(".card .name")
        for width in WIDTHS:
            someone.page.evaluate(WIDE, width)
            assert someone.page.eval_on_selector_all(".card .name", CUT_OFF) == [], width


def test_a_card_has_the_width_that_is_given_to_what_holds_it(visitor):
    someone = visitor(language="en")
    someone.goto("/faces/duel/?only=stone_")
    card = someone.page.locator(".card[data-uuid], .card[data-id]").first
    for width in WIDTHS:
        someone.page.evaluate(WIDE, width)
        box = card.bounding_box()
        assert (round(box["width"]), round(box["height"])) == (width, round(width * 1.404))


def test_the_text_of_a_card_stands_on_its_face_where_it_can_be_read(visitor):
    someone = visitor(language="en")
    someone.goto("/faces/duel/?only=minion.neutral")
    someone.page.wait_for_selector(".card .name")
    counts = []
    for width in (64, 104, 150, 260):
        someone.page.evaluate(WIDE, width)
        least, count = someone.page.eval_on_selector_all(".card .text", TEXTS)
        assert not count or least >= 11
        counts.append(count)
    assert counts[0] == 0 < counts[1] < counts[2] == counts[3]


def test_what_playing_a_card_does_covers_nothing_that_it_is_about(visitor):
    someone = visitor(language="en")
    for name in ("duel", "chrono"):
        someone.goto(f"/faces/{name}/")
        someone.page.wait_for_selector(".card .does")
        for width in WIDTHS:
            someone.page.evaluate(WIDE, width)
            told = someone.page.eval_on_selector_all(".card:has(.does)", COVERED)
            assert told == [], width


def test_how_rare_and_strong_a_card_is_can_be_seen_without_colours(visitor):
    someone = visitor(language="en")
    someone.goto("/faces/duel/")
    someone.page.wait_for_selector(".card .name")
    ranks = ("plain", "common", "fine", "grand", "legend")
    frames = [
        someone.page.locator(f'.card[data-rank="{rank}"] .frame').first.inner_html()
        for rank in ranks
    ]
    assert len(set(frames)) == len(ranks)
    shapes = someone.page.eval_on_selector_all(
        ".card[data-kind]",
        "cards => [...new Set(cards.map(each => `${each.dataset.kind} ${each.dataset.shape}`))]",
    )
    assert {"minion shield", "weapon octagon", "hero arch"} <= set(shapes)


def test_faces_can_be_read_by_day_and_by_night_and_heard(visitor):
    someone = visitor(language="en")
    for size in ("medium", "detail"):
        someone.goto(f"/faces/duel/?size={size}&only=stone_")
        someone.page.wait_for_selector(".card .name")
        for dark in (False, True):
            someone.look(dark=dark)
            assert someone.unreadable("color-contrast", "role-img-alt") == []
    someone.goto("/faces/duel/?only=stone_")
    heard = someone.page.locator(".card.choosable, .card.chosen").first.get_attribute("aria-label")
    assert heard == "Stone Lion. neutral common minion, cost 3, 2/4. Taunt. Chosen."


# A wolf falls as it hits an ox: what is drawn over the page, and what of it stays.
# A lion that is hurt, stronger and cheaper than printed, frozen and without its taunt.
LION = """async () => {
  const { render } = await import("/static/vendor/lit-html/lit-html.js");
  const { cardFace } = await import("/static/table/card.js");
  const book = await (await fetch(document.getElementById("faces").dataset.book)).json();
  const id = "duel.minion.neutral.stone_lion";
  const { kind, facts } = book.cards[id];
  const now = { left: 2, attack: 3, manaCost: 1, hasTaunt: 0, frozen: 1, zone: "board" };
  const view = { match: {}, players: [], zones: {}, you: null, waiting: [] };
  const place = document.createElement("div");
  render(cardFace({ uuid: 5, id, kind, ...facts, ...now }, { book, view, names: [] }), place);
  const words = each => each.textContent.replace(/\\s+/g, "");
  const told = name => [...place.querySelectorAll(name)].map(words);
  const heard = place.querySelector(".card").getAttribute("aria-label");
  return [told(".number.good"), told(".number.bad"), told(".badge"), heard];
}"""


def test_what_is_not_as_printed_is_marked_and_heard(visitor):
    someone = visitor(language="en")
    someone.goto("/faces/duel/?only=stone_")
    good, bad, badges, heard = someone.page.evaluate(LION)
    assert good == ["cost1▼", "attack3▲"]
    assert bad == ["health2▼"]
    assert badges == ["frozen"]
    assert heard == "Stone Lion: attack 3, health 2, frozen."


@pytest.mark.parametrize(("language", "other"), [("en", "Stone Lion"), ("zh", "石")])
def test_a_page_about_a_card_shows_its_face_with_its_facts(visitor, language, other):
    someone = visitor(language=language)
    someone.goto("/cards/duel/duel.minion.neutral.stone_lion/")
    face = someone.page.locator("[data-face] .card")
    expect(face).to_have_attribute("data-kind", "minion")
    expect(face.locator(".name")).to_contain_text(other)
    expect(face.locator(".number.left b")).to_have_text("2")
    expect(face.locator(".number.right b, .gauge b").first).to_contain_text("4")
    expect(face).to_have_attribute("aria-label", re.compile("taunt|嘲讽", re.IGNORECASE))


def test_the_face_of_a_card_without_words_has_its_facts_too(visitor):
    someone = visitor(language="en")
    someone.goto("/cards/duel/duel.minion.token.jar_demon/")
    face = someone.page.locator("[data-face] .card")
    expect(face.locator(".name")).to_have_text("Jar Demon")
    expect(face.locator(".text")).to_be_empty()
    expect(face.locator(".number.left b")).to_have_text("3")
    assert someone.unreadable() == []


def test_every_card_of_a_list_gets_its_face_when_one_comes_to_it(visitor):
    someone = visitor(language="en")
    someone.goto("/cards/duel/?q=draw")
    places = someone.page.locator("[data-face]")
    expect(places.nth(2)).to_be_attached()
    for place in places.all()[:6]:
        place.evaluate("element => element.scrollIntoView()")
        expect(place.locator(".card .name")).not_to_be_empty()


# Where the large card lies: whether over the card it is of, or over the question.
LIES_OVER = """uuid => {
  const box = each => each.getBoundingClientRect();
  const large = box(document.querySelector(".sheet"));
  return [`.board .slot[data-uuid="${uuid}"]`, ".prompt"].filter(each => {
    const other = box(document.querySelector(each));
    return Math.min(large.right, other.right) > Math.max(large.left, other.left)
      && Math.min(large.bottom, other.bottom) > Math.max(large.top, other.top);
  });
}"""


@pytest.mark.parametrize(("width", "height"), [(1280, 720), (390, 844)])
def test_a_card_is_shown_at_large_beside_where_it_lies(player, width, height):
    ann = player(language="en", width=width, height=height)
    ann.begin("play duel")
    large = ann.page.get_by_role("region", name=ann.word("board.detail"), exact=True)
    for slot in ann.page.locator('.part[data-part="hand"] .slot, .mat[data-me] .slot').all()[:4]:
        slot.hover()
        expect(large).to_be_visible()
        uuid = slot.get_attribute("data-uuid")
        expect(large.locator(".detail")).to_have_attribute(
            "data-id", slot.locator(".card").get_attribute("data-id")
        )
        assert ann.page.evaluate(LIES_OVER, uuid) == []
        ann.page.mouse.move(1, 1)
        expect(large).to_have_count(0)
    ann.page.keyboard.press("c")  # the keyboard goes to the cards
    expect(large).to_be_visible()
    assert large.get_attribute("aria-live") == "off"  # the card itself has been read out
    ann.page.keyboard.press("i")
    expect(large).to_have_attribute("aria-live", "polite")
    ann.page.keyboard.press("Escape")
    expect(large).to_have_count(0)
    ann.page.locator(".mat[data-me] .slot").first.focus()  # as the page does after an answer
    ann.page.wait_for_timeout(900)
    expect(large).to_have_count(0)


def test_a_card_the_pointer_rests_on_is_shown_as_soon_as_the_page_listens(player):
    """What shows cards at large comes behind the first question."""
    ann, scripts = player(language="en"), []

    def hold(route):
        scripts.append(route)
        if len(scripts) == 1:  # the page's own
            route.continue_()

    ann.page.route("**/bundle/*.js", hold)
    ann.begin("play duel")
    large = ann.page.get_by_role("region", name=ann.word("board.detail"), exact=True)
    ann.page.locator('.part[data-part="hand"] .slot').first.hover()
    ann.page.wait_for_timeout(600)
    expect(large).to_have_count(0)
    assert len(scripts) == 2
    scripts[1].continue_()
    expect(large).to_be_visible()
