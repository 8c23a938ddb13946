"""Matches in the browser, from the first click to the last."""

from __future__ import annotations

import re

from playwright.sync_api import expect


def test_a_stranger_plays_at_once(player):
    ann = player()
    ann.visitor.goto("/")
    ann.page.get_by_role("main").get_by_role("link", name="Play now").first.click()
    expect(ann.options.first).to_be_visible()
    expect(ann.happened).to_contain_text("Round 1 begins.")


def test_a_match_from_registering_to_the_last_click(player):
    ann = player(language="zh")
    ann.visitor.goto("/auth/register/")
    for name, value in (
        ("username", "点点客"),
        ("new_password", "一匹正确的马"),
        ("again", "一匹正确的马"),
    ):
        ann.page.locator(f"[name={name}]").fill(value)
    ann.page.get_by_role("main").get_by_role("button", name=re.compile("注册|创建")).click()
    ann.begin("play chrono")
    answers = ann.play_to_the_end(ann.click)
    print(answers)
    assert answers > 20


def test_a_match_by_keyboard_alone(player):
    ann = player()
    ann.begin("play race")
    assert ann.play_to_the_end(ann.press) > 10
