"""Faces of cards, as they are drawn: every name has room, and everything can be read and heard."""

from __future__ import annotations

CUT_OFF = """names => names
    .filter(({scrollHeight: high, clientHeight}) => high > clientHeight + 1)
    .map(each => each.textContent)"""


def test_every_name_has_room_on_its_card(visitor):
    someone = visitor(language="en")
    for name in ("chrono", "duel", "race"):
        for size in ("small", "medium"):
            someone.goto(f"/faces/{name}/?size={size}")
            someone.page.wait_for_selector(".card .name")
            assert someone.page.eval_on_selector_all(".card .name", CUT_OFF) == []


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
