"""What stands beside a card that is written in the browser: its like, bots' thoughts, its price."""

from __future__ import annotations

from playwright.sync_api import expect

from browser.test_build import GAME, READING, STONE, said, sentence_of, understood, writing

__all__ = ["writing"]  # a fixture
FIGURES = {"running": False, "done": 20, "total": 20, "strength": "It won.", "price": "Worth 3."}


def alike(person, card=STONE):
    """A check that finds this card nearly the same, and bots that think well of what is written."""
    both = {"zh": "灰石", "en": "grey stone"}
    near = {
        "id": card, "kind": "stone", "cost": 3, "name": both, "text": {"zh": "停。", "en": "Stop."},
        "corner": {"number": 3, "label": {"zh": "费用", "en": "cost"}},
    }  # fmt: skip
    worth = {"main/play": {"value": -12, "tries": 3, "told": {"zh": "打出", "en": "play it"}}}
    report = {"problems": [], "warnings": [], "sentences": both, "face": {}, "untold": []}
    told = {**report, "similar": [near], "worth": worth}
    person.page.route("**/check/", lambda route: route.fulfill(json=told))


def test_a_sentence_that_is_read_has_cards_like_it_thoughts_and_a_price_beside_it(staff):
    bob = staff("Builder", width=390, touch=True)
    bob.goto(f"/build/{GAME}/")
    understood(bob, READING)
    alike(bob)
    bob.page.route("**/price/", lambda route: route.fulfill(json=FIGURES))
    sentence_of(bob).fill("It is over.")
    beside = bob.page.locator("#card-beside")
    expect(beside).to_contain_text("cost 3")
    expect(beside).to_contain_text("−12 play it")
    expect(beside).to_contain_text("Worth 3.")
    beside.get_by_role("button", name="grey stone").click()
    expect(beside.locator("article.detail")).to_contain_text("grey stone")
    assert bob.unreadable() == []
    understood(bob)
    sentence_of(bob).fill("Mumble.")
    expect(beside).not_to_contain_text("grey stone")


def test_bots_play_with_a_draft_and_go_on_with_the_text_it_has_now(writing):
    bob = writing(language="zh")
    asked = []

    def price(route):
        if route.request.method == "POST":
            asked.append(route.request.post_data_json["text"])
        running = len(asked) < 2
        route.fulfill(json={**FIGURES, "running": running, "price": f"价 {len(asked)}"})

    alike(bob)
    bob.page.route("**/price/", price)
    text = bob.page.locator("#text")
    before = text.input_value()
    text.fill(before.replace('"weight": 1', '"weight": 2'))
    beside = bob.page.locator("#card-beside")
    expect(beside).to_contain_text("价 1")
    expect(beside).to_contain_text(said(bob, "bots_play").format(done=20, total=20))
    text.fill(before.replace('"weight": 1', '"weight": 3'))
    expect(beside).to_contain_text("价 2")
    expect(beside.locator("progress")).to_have_count(0)
    assert ['"weight": 2' in asked[0], '"weight": 3' in asked[1]] == [True, True]
    assert bob.unreadable() == []
