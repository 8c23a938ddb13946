"""What one does at a table in the browser: answering by cards, tools, talk; addresses and tabs."""

from __future__ import annotations

import contextlib
import re

from playwright.sync_api import Locator, TimeoutError, expect

from browser.player import Player

SEEN = """things => things.map((thing) => ({
    key: Number(thing.dataset.key), box: thing.getBoundingClientRect().toJSON(),
}))"""


def thing(ann: Player, uuid: int) -> Locator:
    """A card, or a player, on the board."""
    return ann.page.locator(f".board button[data-uuid='{uuid}']").first


def is_there(found: Locator) -> bool:
    """What is known of options a moment later than these, on a busy machine not at all."""
    with contextlib.suppress(TimeoutError):
        found.first.wait_for(timeout=5_000)
    return found.count() > 0


def until_attack(ann: Player) -> tuple[int, int]:
    """Play until one of one's own can attack, if need be another match; it, and at whom."""
    for _ in range(80):
        if ann.prompt is None:
            ann.button("over.again").click()
            expect(ann.options.first).to_be_visible()
        assert ann.prompt
        attacks = [each for each in ann.prompt["options"] if each["word"] == "attack"]
        ready = ann.page.locator(".board .slot[data-ready]:not([data-choosable])")
        if attacks and is_there(ready):
            return int(ready.first.get_attribute("data-uuid") or 0), attacks[-1]["entity"]
        ann.answer(ann.press)
    raise AssertionError("nobody could attack")


def middle(of: Locator) -> tuple[float, float]:
    box = of.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_one_attacks_by_clicking_who_attacks_and_then_whom_and_by_dragging(player):
    ann = player()
    ann.begin("play duel")
    attacker, target = until_attack(ann)
    thing(ann, attacker).click()
    expect(thing(ann, attacker)).to_have_attribute("data-held", "")
    expect(thing(ann, target)).to_have_attribute("data-aim", "")
    assert ann.visitor.unreadable() == []
    ann.page.mouse.move(*middle(thing(ann, target)))
    expect(ann.page.locator(".sheet")).to_be_visible()  # shown by the way: no step of its own
    ann.page.keyboard.press("Escape")
    expect(thing(ann, attacker)).not_to_have_attribute("data-held", "")
    expect(ann.page.locator(".sheet")).to_have_count(0)
    thing(ann, attacker).click()
    ann.answer(thing(ann, target).click)
    expect(ann.happened).to_contain_text("attacks")

    attacker, target = until_attack(ann)
    mouse = ann.page.mouse
    mouse.move(*middle(thing(ann, attacker)))
    mouse.down()
    mouse.move(*middle(thing(ann, target)), steps=5)
    expect(ann.page.locator(".aiming")).to_be_visible()
    expect(thing(ann, target)).to_have_attribute("data-aim", "")
    ann.answer(mouse.up)
    expect(ann.page.locator(".aiming")).to_have_count(0)


def test_keys_number_what_is_seen_in_the_order_in_which_it_is_seen(player):
    ann = player()
    ann.begin("play duel")
    ann.answer(ann.press)
    while ann.prompt and not any(each["kind"] == "card" for each in ann.prompt["options"]):
        ann.answer(ann.press)  # a first hand may have nothing for so little mana
    marked = ann.page.locator(".board button[data-key]")
    expect(marked.first).to_be_visible()
    seen = marked.evaluate_all(SEEN)
    rows = [(round(each["box"]["y"] / 60), each["box"]["x"], each["key"]) for each in seen]
    assert [key for _, _, key in sorted(rows)] == list(range(1, len(seen) + 1))
    assert ann.prompt
    for option in ann.prompt["options"]:
        if option["kind"] == "card" and option["entity"]:
            shown = thing(ann, option["entity"]).get_attribute("data-key")
            button = ann.page.locator(f"[data-about='{option['entity']}'] kbd")
            expect(button).to_have_text(shown or "")


def test_who_gives_up_is_asked_in_the_page_and_then_has_given_up(player):
    ann = player()
    ann.begin("play race")
    for button in ("cancel", "sure"):
        ann.button("tools.more").click()
        ann.button("act.concede").click()
        dialog = ann.page.get_by_role("dialog")
        expect(dialog).to_contain_text(ann.word("act.sure"))
        assert ann.visitor.unreadable() == []
        if button == "cancel":
            ann.page.keyboard.press("Escape")
            expect(dialog).to_have_count(0)
            expect(ann.options.first).to_be_visible()
    ann.page.locator("[data-act=sure]").click()
    expect(ann.happened).to_contain_text(ann.name)
    expect(ann.options).to_have_count(0)


def test_what_an_address_asks_for_is_done_once_whatever_back_and_reload_do(player):
    ann = player()
    ann.visitor.goto("/")
    ann.begin("play pebbles")
    expect(ann.page).to_have_url(re.compile("/webclient/$"))
    ann.page.reload()
    expect(ann.options.first).to_be_visible()
    ann.answer(ann.press)
    happened = ann.happened.inner_text()
    ann.page.goto("/help/")
    ann.page.go_back()
    expect(ann.happened).to_have_text(happened, use_inner_text=True)
    ann.page.go_back()
    expect(ann.page).to_have_url(re.compile(r":\d+/$"))


def test_a_tab_that_is_not_the_newest_sleeps_until_it_is_woken(player):
    ann = player()
    ann.begin("play pebbles")
    other = ann.visitor.context.new_page()
    other.goto("/webclient/")
    sleeping = ann.page.get_by_role("dialog", name=ann.word("link.ended"))
    expect(sleeping).to_be_visible()
    assert ann.visitor.unreadable() == []
    ann.page.keyboard.press("Escape")
    ann.page.keyboard.press("1")
    expect(sleeping).to_be_visible()
    expect(other.locator("[data-option]").first).to_be_visible()
    ann.button("link.again").click()
    expect(ann.options.first).to_be_visible()
    expect(sleeping).to_have_count(0)
    expect(other.get_by_role("dialog", name=ann.word("link.ended"))).to_be_visible()


def test_what_is_said_stands_beside_who_says_it_and_is_text(player):
    ann, ben = player(), player(language="zh")
    ann.open_table_for(ben)
    ann.button("lobby.start").click()
    expect(ann.options.first).to_be_visible()
    ann.button("talk.title").click()
    field = ann.page.get_by_label(ann.word("talk.line"))
    field.fill("<b>hi</b> |rred")
    field.press("Enter")
    bubble = ben.page.locator(".bubble")
    expect(bubble).to_have_text("<b>hi</b> |rred")
    ben.page.locator("[data-act=talk]").click()
    expect(ben.page.get_by_role("log", name=ben.word("talk.title"))).to_contain_text(ann.name)
    ben.button("talk.phrases.hello").click()
    expect(ann.page.locator(".talk")).to_contain_text(ben.word("talk.phrases.hello"))
    assert ben.visitor.unreadable() == []

    # The other one waits, and reads for whom.
    waits = ben.page.get_by_role("region", name=ben.word("waiting.title"))
    expect(waits).to_contain_text(ann.name)
    expect(waits.locator(".since")).to_have_text(re.compile(r"\d:\d\d"))

    # A match is found again from any page.
    ben.visitor.goto("/help/")
    ben.page.get_by_role("link", name=ben.visitor.word("nav.way_back")).click()
    expect(waits).to_contain_text(ann.name)


def test_who_plays_with_bots_chooses_how_fast_they_answer(player):
    ann = player()
    ann.begin("play race")
    pace = ann.page.get_by_role("combobox", name=ann.word("tools.speed"))
    ann.button("tools.more").click()
    expect(pace).to_have_value("usual")
    pace.select_option("fast")
    ann.page.reload()
    ann.button("tools.more").click()
    expect(pace).to_have_value("fast")
