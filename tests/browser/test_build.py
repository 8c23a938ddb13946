"""A card written, reviewed and published in the browser by two people, and played by a third."""

from __future__ import annotations

import itertools
import json
import re

import pytest
from playwright.sync_api import expect

from browser.player import Player
from world.locale.messages import find_message

NUMBERS = itertools.count(1)
GAME = "pebbles"
STONE = "t.stone.grey"


def said(person, key):
    return find_message(f"build.{key}", person.language)


def act(person, name):
    person.page.get_by_role("button", name=said(person, f"act.{name}"), exact=True).click()


def text_of(person):
    return person.page.locator("#text")


def open_all(person):
    """Open what stands behind the sentence: every field, and the text."""
    if person.page.locator("#all").get_attribute("open") != "":
        person.page.locator("#all > summary").click()


@pytest.fixture
def writing(staff):
    """A builder at a draft of a stone."""

    def make(**wishes):
        bob = staff("Builder", **wishes)
        bob.goto(f"/build/{GAME}/?q={STONE}")
        bob.page.locator(f"button[value='card:{STONE}']").click()
        open_all(bob)
        expect(bob.page.locator("#problems")).to_contain_text(said(bob, "in_order"))
        return bob

    return make


def test_problems_sentences_and_the_face_follow_what_is_typed(writing):
    bob = writing()
    text = text_of(bob).input_value()
    text_of(bob).fill(text.replace('"weight"', '"wieght"'))
    problems = bob.page.locator("#problems")
    expect(problems).to_contain_text("wieght")
    expect(bob.page.locator(".lines .bad")).to_have_count(1)
    problems.get_by_role("button").first.click()
    expect(text_of(bob)).to_be_focused()
    text_of(bob).fill(text.replace("grey stone", "greyish stone"))
    expect(bob.page.locator("#face")).to_contain_text("greyish stone")
    expect(problems).to_contain_text(said(bob, "in_order"))
    assert bob.unreadable() == []


def test_words_are_completed_by_keyboard(writing):
    bob = writing()
    text = text_of(bob).input_value().rstrip().removesuffix("}")
    text_of(bob).fill(f'{text}, "behaviors": [{{"at": "onPlay", "do": [{{"type": "shuf')
    text_of(bob).press("End")
    offer = bob.page.get_by_role("button", name="shuffle", exact=True)
    offer.press("Enter")
    assert text_of(bob).input_value().endswith('{"type": "shuffle')
    expect(text_of(bob)).to_be_focused()


READING = {
    "behaviors": [{"at": "onPlay", "do": [{"type": "finish"}]}],
    "sentence": {"en": "It is over.", "zh": "结束。"},
    "facts": {"weight": 3},
    "answers": {},
    "differs": {},
    "left_out": [],
    "is_unclear": False,
    "added": [],
}


def understood(person, *readings, next=()):
    """What the game is to say of any sentence, whatever it is."""
    told = {"readings": [{**READING, **each} for each in readings], "upto": 11, "next": [*next]}
    person.page.route("**/sentence/", lambda route: route.fulfill(json=told))


def sentence_of(person):
    return person.page.locator("#sentence-text")


def test_a_sentence_is_read_and_taken_into_the_text_and_taken_back(writing):
    bob = writing()
    before = text_of(bob).input_value()
    understood(bob, {}, next=["now"])
    sentence_of(bob).fill("It is over.")
    expect(bob.page.get_by_role("button", name="now", exact=True)).to_be_visible()
    assert bob.unreadable() == []
    bob.page.get_by_role("button", name=said(bob, "take")).first.press("Enter")
    card = json.loads(text_of(bob).input_value())
    assert card["behaviors"] == READING["behaviors"]
    assert card["weight"] == 3
    expect(sentence_of(bob)).to_have_value("")
    bob.page.get_by_role("button", name=said(bob, "take_back")).click()
    assert text_of(bob).input_value() == before
    expect(sentence_of(bob)).to_have_value("It is over.")


def test_what_a_card_does_is_asked_first_and_everything_else_stands_behind(staff):
    bob = staff("Builder", width=390, touch=True)
    bob.goto(f"/build/{GAME}/?q={STONE}")
    expect(sentence_of(bob)).to_be_visible()
    first = bob.page.locator("main textarea, main input:not([type=hidden]), main select").first
    assert first.get_attribute("id") == "sentence-text"
    bob.page.locator(f"button[value='card:{STONE}']").click()
    expect(sentence_of(bob)).to_be_visible()
    assert first.get_attribute("id") == "sentence-text"
    expect(text_of(bob)).to_be_hidden()
    expect(bob.page.locator("#summary")).to_have_text(said(bob, "in_order"))


def test_a_sentence_that_is_not_taken_survives_saving_reload_back_and_lost_lines(writing):
    bob = writing()
    page, kept = bob.page, said(bob, "not_taken")
    understood(bob)
    sentence_of(bob).fill("An unheard-of thing happens.")
    act(bob, "save")
    expect(page.get_by_role("status").first).to_have_text(said(bob, "done.save"))
    expect(sentence_of(bob)).to_have_value("An unheard-of thing happens.")
    expect(page.get_by_text(kept)).to_be_visible()
    page.reload()
    expect(sentence_of(bob)).to_have_value("An unheard-of thing happens.")
    bob.goto(f"/build/{GAME}/")
    expect(page.get_by_text("An unheard-of thing happens.")).to_be_visible()
    page.go_back()
    expect(sentence_of(bob)).to_have_value("An unheard-of thing happens.")
    page.unroute("**/sentence/")
    page.route("**/sentence/", lambda route: route.abort())
    sentence_of(bob).fill("Another thing happens.")
    expect(page.get_by_text(said(bob, "away"))).to_be_visible()
    page.reload()
    expect(sentence_of(bob)).to_have_value("Another thing happens.")
    page.get_by_role("button", name=said(bob, "drop_sentence"), exact=True).click()
    expect(page.get_by_text(kept)).to_have_count(0)
    page.reload()
    expect(sentence_of(bob)).to_have_value("")


def test_a_text_that_is_not_saved_survives_leaving_and_can_be_dropped(writing):
    bob = writing()
    page, notice = bob.page, bob.page.locator("#unsaved")
    saved = text_of(bob).input_value()
    expect(notice).to_be_empty()
    text_of(bob).fill(saved.replace("grey stone", "dull stone"))
    expect(notice).to_contain_text(said(bob, "unsaved"))
    address = page.url
    bob.goto(f"/build/{GAME}/")
    bob.goto(address)
    expect(notice).to_contain_text(said(bob, "kept_text"))
    assert "dull stone" in text_of(bob).input_value()
    assert bob.unreadable() == []
    page.get_by_role("button", name=said(bob, "to_saved")).click()
    expect(text_of(bob)).to_have_value(saved)
    page.reload()
    expect(text_of(bob)).to_have_value(saved)
    expect(notice).to_be_empty()
    text_of(bob).fill(saved.replace("grey stone", "bright stone"))
    act(bob, "save")
    expect(page.get_by_role("status").first).to_have_text(said(bob, "done.save"))
    assert "bright stone" in text_of(bob).input_value()
    expect(notice).to_be_empty()


def test_what_was_known_of_a_draft_is_shown_before_it_is_checked_anew(writing):
    bob = writing()
    act(bob, "check")
    expect(bob.page.locator("#face")).to_contain_text("grey stone")
    bob.page.route("**/check/", lambda route: None)  # it takes its time
    bob.page.reload()
    open_all(bob)
    expect(bob.page.locator("#problems")).to_contain_text(said(bob, "in_order"))


def test_sentences_of_two_windows_are_both_kept(writing):
    bob = writing()
    understood(bob)
    sentence_of(bob).fill("The first window.")
    other = bob.context.new_page()
    other.route(
        "**/sentence/", lambda route: route.fulfill(json={"readings": [], "upto": 0, "next": []})
    )
    other.goto(bob.page.url)
    expect(other.locator("#sentence-text")).to_have_value("The first window.")
    other.locator("#sentence-text").fill("The second window.")
    sentence_of(bob).fill("The first goes on.")
    other.reload()
    told = {
        other.locator("#sentence-text").input_value(),
        *other.locator("#sentence ul li").all_inner_texts(),
    }
    assert "The second window." in " ".join(told)
    assert "The first goes on." in " ".join(told)
    other.close()


def test_readings_that_say_the_same_are_told_by_what_differs(writing):
    bob = writing()
    later = [{"at": "onPlay", "do": [{"type": "finish"}, {"type": "finish"}]}]
    understood(
        bob,
        {"differs": {"en": ["at once"]}},
        {"differs": {"en": ["at the end"]}, "behaviors": later},
        {"sentence": {"en": "It is over soon."}},
    )
    sentence_of(bob).fill("It is over.")
    shown = bob.page.locator(".readings > li")
    expect(shown).to_have_count(2)
    expect(shown.last.locator("mark")).to_contain_text("soon")
    shown.first.get_by_text(said(bob, "also_meant").format(count=1)).click()
    expect(shown.first.locator("li mark")).to_have_text("at the end")
    assert bob.unreadable() == []
    shown.first.get_by_role("button", name=f"{said(bob, 'take')}: at the end").click()
    assert json.loads(text_of(bob).input_value())["behaviors"] == later


def test_a_new_card_begins_with_its_sentence_or_keeps_it(staff):
    bob = staff("Builder", language="zh")
    name = f"石头{next(NUMBERS)}"
    for taken in (True, False):
        bob.goto(f"/build/{GAME}/")
        understood(bob, {})
        sentence_of(bob).fill("结束。")
        expect(bob.page.locator(".readings")).to_be_visible()
        assert bob.unreadable() == []
        bob.page.locator("#zh").fill(f"{name}{taken}")
        if taken:
            bob.page.get_by_role("button", name=said(bob, "begin_with")).click()
        else:
            bob.page.get_by_role("button", name=said(bob, "begin"), exact=True).click()
        expect(bob.page.get_by_role("heading", name=f"{name}{taken}").first).to_be_visible()
        card = json.loads(text_of(bob).input_value())
        assert card.get("behaviors", []) == (READING["behaviors"] if taken else [])
        assert card["name"] == {"zh": f"{name}{taken}", "en": f"{name}{taken}"}
        expect(sentence_of(bob)).to_have_value("" if taken else "结束。")


def test_what_is_wrong_stands_at_its_field_and_is_linked_from_the_top(writing):
    bob = writing()
    text_of(bob).fill(text_of(bob).input_value().replace('"weight": ', '"weight": "x", "was": '))
    top = bob.page.locator("#summary").get_by_role("button")
    expect(top.first).to_be_visible()
    weight = bob.page.locator("#fact-weight")
    expect(weight).to_have_attribute("aria-invalid", "true")
    bob.page.locator("#summary").get_by_role("button", name=re.compile("weight")).first.click()
    expect(weight).to_be_focused()
    assert bob.unreadable() == []


def test_a_moment_that_is_chosen_says_when_it_comes(writing):
    bob = writing()
    menus = bob.page.locator("#menu")
    menus.get_by_label(said(bob, "at")).last.select_option("onPlay")
    expect(menus.get_by_role("status").last).not_to_be_empty()
    assert bob.unreadable() == []
    menus.get_by_role("button", name=said(bob, "add_this").format(word="onPlay")).click()
    assert json.loads(text_of(bob).input_value())["behaviors"][-1]["at"] == "onPlay"


def test_menus_change_the_text_where_it_stands(writing):
    bob = writing(language="zh")
    weight = bob.page.locator("#basics").get_by_label(re.compile("weight|重", re.IGNORECASE))
    weight.fill("7")
    weight.press("Tab")
    assert json.loads(text_of(bob).input_value())["weight"] == 7
    bob.page.get_by_label(said(bob, "name_en")).fill("Seven stone")
    bob.page.get_by_label(said(bob, "name_en")).press("Tab")
    expect(bob.page.locator("#problems")).to_contain_text(said(bob, "in_order"))
    assert json.loads(text_of(bob).input_value())["name"]["en"] == "Seven stone"
    assert bob.unreadable() == []


def at_the_board(bob):
    """The sandbox of the draft whose page somebody is at."""
    act(bob, "try")
    expect(bob.page.locator("#asked")).to_be_visible()
    return Player(bob)


def test_a_draft_is_tried_on_the_board_for_every_seat(writing):
    bob = writing()
    text_of(bob).fill(text_of(bob).input_value().replace("grey stone", "flint"))
    board = at_the_board(bob)
    undo = bob.page.get_by_role("button", name=board.word("act.back"))
    expect(undo).to_be_disabled()
    expect(bob.page.locator(".board")).to_contain_text("flint")
    bob.page.locator("[data-option]").first.press("Enter")
    steps = bob.page.locator(".steps li")
    expect(steps.first).to_contain_text("flint")
    expect(bob.page.locator(".prompt .asked-of")).to_contain_text("2")
    undo.first.click()
    expect(undo.first).to_be_disabled()
    assert bob.unreadable() == []
    bob.page.go_back()
    text_of(bob).fill(text_of(bob).input_value().replace("flint", "chalk"))
    at_the_board(bob)
    expect(bob.page.locator(".board")).to_contain_text("chalk")


def test_what_is_tried_is_laid_out_and_kept_and_seen_with_any_eyes(staff):
    bob = staff("Builder")
    bob.goto("/build/chrono/?q=common.bash")
    bob.page.locator("button[value$='common.bash']").click()
    board = at_the_board(bob)
    bench, me = bob.page.locator(".bench"), bob.page.locator(".mat[data-me]")
    expect(me).to_contain_text("seat 1")
    bench.get_by_label(board.word("bench.eyes")).select_option("2")
    expect(me).to_contain_text("seat 3")
    bench.get_by_label(board.word("bench.eyes")).select_option("asked")
    bench.get_by_text(board.word("bench.lay"), exact=True).click()
    bench.get_by_label(board.word("bench.card")).fill("Earthquake")
    bench.get_by_role("button", name=board.word("bench.put")).click()
    expect(bench.locator("pre")).to_contain_text('"hand": ["bash", "earthquake"]')
    expect(bob.page.get_by_role("button", name=re.compile("play Earthquake"))).to_be_visible()
    assert bob.unreadable() == []
    bench.get_by_text(board.word("bench.scenarios"), exact=True).click()
    name = bench.get_by_role("textbox", name=board.word("bench.keep"))
    name.fill("kept here")
    name.press("Enter")
    expect(bob.page.get_by_role("alert")).to_contain_text("file:scenarios/built/kept_here.json5")
    bob.page.get_by_role("link", name=board.word("bench.done")).click()
    expect(sentence_of(bob)).to_be_visible()
    bob.goto("/build/chrono/")
    expect(bob.page.get_by_role("link", name=re.compile("kept_here"))).to_be_visible()


def test_an_entry_is_written_by_what_fits_at_each_place(staff):
    bob = staff("Builder")
    bob.goto("/build/chrono/?of=entry&q=main")
    bob.page.locator("button[value='entry:main']").click()
    places = bob.page.locator("#place")
    expect(places).to_be_visible()
    before = text_of(bob).input_value().count('"type"')
    places.get_by_label(said(bob, "fits")).fill("draw")
    places.locator(".fits button").first.click()
    expect(bob.page.locator("#problems")).not_to_contain_text(said(bob, "checking"))
    assert text_of(bob).input_value().count('"type"') > before
    places.locator(".places button").first.click()
    expect(places.locator("[aria-current]")).to_have_text("1")
    assert bob.unreadable() == []


@pytest.mark.parametrize("language", ["zh", "en"])
def test_pages_and_the_board_of_a_draft_fit_a_phone_in_the_dark(writing, language):
    bob = writing(language=language, width=390, dark=True)
    assert bob.unreadable() == []
    assert bob.page.evaluate("document.documentElement.scrollWidth") <= 390
    at_the_board(bob)
    assert bob.unreadable() == []
    assert bob.page.evaluate("document.documentElement.scrollWidth") <= 390
    bob.goto(f"/build/{GAME}/")
    assert bob.unreadable() == []


def test_two_people_bring_a_card_to_the_shelf_and_a_third_plays_it(writing, staff, visitor):
    bob = writing()
    text = text_of(bob).input_value()
    name = f"slate {next(NUMBERS)}"
    text_of(bob).fill(text.replace("grey stone", name))
    expect(bob.page.locator("#face")).to_contain_text(name)
    at_the_board(bob)
    bob.page.get_by_role("button", name=re.compile(f"play {name}")).click()
    expect(bob.page.locator(".steps")).to_contain_text(name)
    bob.page.get_by_role("link", name=find_message("browser.bench.done", bob.language)).click()
    bob.page.get_by_label(said(bob, "comment")).fill("a better name")
    act(bob, "submit")
    expect(bob.page.get_by_text(said(bob, "status.submitted"), exact=True)).to_be_visible()
    address = bob.page.url.removeprefix(bob.home)
    assert bob.unreadable() == []  # with a trial that goes on, or what came of it

    rita = staff("Reviewer", language="zh")
    rita.goto(f"/build/{GAME}/")
    rita.page.locator(f"a[href='{address}']").click()
    expect(rita.page.locator("details pre").first).to_contain_text(name)
    assert rita.unreadable() == []
    act(rita, "approve")

    expect(rita.page.locator("#trial dl")).to_be_visible()  # by itself
    act(rita, "publish")
    expect(rita.page.get_by_role("status").first).to_have_text(said(rita, "done.publish"))

    carl = visitor()
    carl.goto(f"/cards/{GAME}/{STONE}/")
    expect(carl.page.get_by_role("heading", name=name)).to_be_visible()
    assert any(is_dealt(visitor(), name) for _ in range(8))  # of 40 stones he gets 3


def is_dealt(carl, name):
    """Whether somebody who begins a match has a card of that name."""
    carl.goto("/webclient/?do=play%20pebbles")
    expect(carl.page.get_by_role("heading", name="Play a stone")).to_be_visible()
    return carl.page.get_by_text(name).count() > 0


def test_what_admins_do_with_games_is_readable(staff):
    ada = staff("Admin", width=390, dark=True)
    for address in ("/build/", f"/build/{GAME}/", f"/build/{GAME}/?of=file"):
        ada.goto(address)
        assert ada.unreadable() == []
        assert ada.page.evaluate("document.documentElement.scrollWidth") <= 390


@pytest.mark.parametrize(("language", "width"), [("en", 1280), ("zh", 390)])
def test_a_place_is_made_by_clicks_seen_as_people_read_it_and_submitted(staff, language, width):
    bob = staff("Builder", language=language, width=width, touch=width < 500)
    bob.goto("/build/knave_town/")
    assert bob.unreadable() == []
    new = bob.page.get_by_role("region", name=said(bob, "new_place"), exact=True)
    new.get_by_label(said(bob, "name_en")).fill("Old Well")
    new.get_by_label(said(bob, "name_zh")).fill("古井")
    new.get_by_label(said(bob, "way_of")).select_option("east")
    new.get_by_label(said(bob, "beside_place")).select_option("yard")
    new.get_by_role("button").click()

    form, seen = (
        bob.page.locator("#fields"),
        bob.page.get_by_role("region").filter(
            has=bob.page.get_by_role("heading", name=said(bob, "preview"), exact=True)
        ),
    )
    expect(form.locator("[name=at]")).to_have_value("2, -1")
    expect(form.locator("[name='exits.west']")).to_have_value("yard")
    form.locator("[name='text.zh']").fill("绳子比井深。")
    form.locator("[name='text.en']").fill("The rope is longer than the well is deep. " * 8)
    form.get_by_role("button").click()
    expect(form.locator(".wrong [name='text.en']")).to_have_attribute("aria-invalid", "true")
    form.locator(".summary a").first.click()
    expect(form.locator(".wrong :is(input, textarea, select)").first).to_be_focused()
    assert bob.unreadable() == []

    form.locator("[name='text.en']").fill("The rope is longer than the well is deep.")
    form.get_by_role("button").click()
    expect(seen).to_contain_text("绳子比井深。")
    expect(seen).to_contain_text("The rope is longer than the well is deep.")
    expect(form.locator(".wrong")).to_have_count(0)
    assert bob.unreadable() == []

    act(bob, "submit")
    expect(bob.page.locator("main")).to_contain_text(said(bob, "status.submitted"))
    assert bob.unreadable() == []
