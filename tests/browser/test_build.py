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


@pytest.fixture
def staff(game, visitor):
    """`staff("Builder", language="zh")`: somebody signed in who is that."""
    admin = game.client()
    admin.expect("Chrono Wizard")
    admin.send(f"connect admin {game.admin_password}")
    admin.expect("Welcome")

    def make(role, **wishes):
        name = f"{role}{next(NUMBERS)}x"
        game.player(name).close()
        admin.send(f"perm *{name} = {role}")
        admin.expect(f"(?i){role}.*{name}|{name}.*{role}")
        person = visitor(**wishes)
        person.goto("/auth/login/")
        person.page.get_by_label(re.compile("name|名字", re.IGNORECASE)).first.fill(name)
        person.page.locator("[type=password]").fill("correct-horse")
        person.page.locator("main button").click()
        expect(person.page.get_by_role("link", name=name)).to_be_visible()
        return person

    return make


def said(person, key):
    return find_message(f"build.{key}", person.language)


def act(person, name):
    person.page.get_by_role("button", name=said(person, f"act.{name}"), exact=True).click()


def text_of(person):
    return person.page.locator("#text")


@pytest.fixture
def writing(staff):
    """A builder at a draft of a stone."""

    def make(**wishes):
        bob = staff("Builder", **wishes)
        bob.goto(f"/build/{GAME}/?q={STONE}")
        bob.page.locator(f"button[value='card:{STONE}']").click()
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


def test_a_sentence_is_read_and_taken_into_the_text(writing):
    bob = writing()
    reading = {
        "readings": [
            {
                "behaviors": [{"at": "onPlay", "do": [{"type": "finish"}]}],
                "sentence": {"en": "It is over."},
                "facts": {"weight": 3},
            }
        ],
        "upto": 11,
        "next": ["now"],
    }
    bob.page.route("**/sentence/", lambda route: route.fulfill(json=reading))
    bob.page.get_by_label(said(bob, "sentence")).fill("It is over.")
    bob.page.get_by_role("button", name=said(bob, "take")).press("Enter")
    card = json.loads(text_of(bob).input_value())
    assert card["behaviors"] == reading["readings"][0]["behaviors"]
    assert card["weight"] == 3
    expect(bob.page.get_by_role("button", name="now", exact=True)).to_be_visible()
    assert bob.unreadable() == []


def test_menus_change_the_text_where_it_stands(writing):
    bob = writing(language="zh")
    weight = bob.page.locator("#menu").get_by_label(re.compile("weight|重", re.IGNORECASE))
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
    expect(text_of(bob)).to_be_visible()
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
