"""Matches in the browser, from the first click to the last."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from world.locale.messages import find_message


def test_a_stranger_plays_at_once(player):
    ann = player()
    ann.visitor.goto("/")
    ann.page.get_by_role("main").get_by_role("link", name="Play now").first.click()
    expect(ann.options.first).to_be_visible()
    expect(ann.happened).to_contain_text("Round 1 begins.")


def test_a_match_from_registering_to_the_last_click(player):
    ann = player(language="zh", width=1920, height=1080)
    ann.visitor.goto("/auth/register/")
    for name, value in (
        ("username", "点点客"),
        ("new_password", "一匹正确的马"),
        ("again", "一匹正确的马"),
    ):
        ann.page.locator(f"[name={name}]").fill(value)
    ann.page.get_by_role("main").get_by_role("button", name=re.compile("注册|创建")).click()
    ann.begin("play chrono")
    ann.watch_the_layout()
    answers = ann.play_to_the_end(ann.click)
    assert answers > 20
    assert ann.shifts == []


def test_a_match_by_keyboard_alone_and_once_more_as_a_replay(player):
    ann = player()
    ann.begin("play race")
    assert ann.play_to_the_end(ann.press) > 10
    last = ann.happened.get_by_role("listitem").last.inner_text()
    ann.walk_to(ann.page.get_by_role("link", name=ann.word("over.replay")))
    ann.page.keyboard.press("Enter")
    step = ann.page.get_by_role("slider")
    expect(step).to_have_value("0")
    ann.page.keyboard.press("ArrowRight")
    expect(step).to_have_value("1")
    ann.page.keyboard.press("End")
    expect(ann.happened).to_contain_text(last)
    ann.page.get_by_role("combobox", name=find_message("replay.controls.eyes", "en")).select_option(
        label="Ada"
    )
    expect(ann.happened).to_contain_text(last)
    assert ann.visitor.unreadable() == []


def test_a_response_can_be_answered_always_by_a_button(player):
    ann = player()
    ann.begin("play kingdoms")
    for _ in range(200):
        if ann.prompt is None:  # over before anybody asked for a response
            ann.begin("play kingdoms")
        if ann.prompt["always"]:
            break
        ann.answer(ann.press)
    assert ann.prompt["always"]
    ann.page.get_by_text(ann.word("always.title"), exact=True).click()
    assert ann.visitor.unreadable() == []
    index = ann.prompt["always"][0]
    ann.button("always.same", answer=ann.prompt["options"][index]["text"]).click()
    ann.type("always")
    expect(ann.page.locator("body")).to_contain_text("You always answer:")
    title = ann.page.get_by_text(ann.word("always.given", count=1), exact=True)
    title.click()
    ann.button("always.drop").click()
    expect(title).to_have_count(0)


def test_at_the_end_a_table_says_who_was_who_and_how_the_others_saw_them(player):
    """On a phone, and in a wide window."""
    ann = player(width=390, height=844)
    ann.begin("play kingdoms")
    ann.let_a_bot_play()
    rows = ann.ending.get_by_role("row")
    expect(rows).to_have_count(6)
    expect(rows.first).to_contain_text("Role")
    expect(rows.filter(has_text="the lord, openly")).to_have_count(1)
    for width in (390, 1280):
        ann.visitor.look(width=width)
        assert ann.page.evaluate("document.documentElement.scrollWidth") <= width
        assert ann.visitor.unreadable() == []
