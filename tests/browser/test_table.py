"""People at tables in the browser: together, looking on, on a phone, and with a bad connection."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

# Whether what lies in the middle of an element is the element.
UNCOVERED = """(element) => {
  const { x, y, width, height } = element.getBoundingClientRect();
  return element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
}"""


def test_a_lost_connection_comes_back_by_itself_to_the_same_question(player, game):
    ann = player()
    ann.begin("play race")
    ann.answer(ann.press)
    asked, account = ann.question.get_by_role("heading").inner_text(), ann.happened.inner_text()
    state = ann.page.get_by_role("banner").get_by_role("status")  # of the connection
    ann.visitor.expect(
        "WebSocket connection to .* failed", "503", "/worker.js", "fetching the script"
    )
    game.kill("portal")  # and with it the Server; both are started again
    expect(state).to_have_text(ann.word("link.lost"))
    expect(state).to_have_count(0)
    expect(ann.question.get_by_role("heading")).to_have_text(asked)
    assert ann.happened.inner_text() == account
    ann.answer(ann.press)


def test_that_it_connects_is_said_once(player):
    ann = player()
    silent = "static OPEN = 1; readyState = 0; close() {}"
    ann.page.add_init_script(f"window.WebSocket = class extends EventTarget {{ {silent} }}")
    ann.open()
    expect(ann.page.get_by_role("status")).to_have_text(ann.word("link.opening"))
    assert ann.visitor.unreadable() == []


def test_generals_are_left_out_by_ticking_them(player):
    ann = player()
    ann.open("open kingdoms players 7")  # with so many none can be
    ann.unfold_options()
    box = ann.page.get_by_role("checkbox", name="Cao Cao")
    ann.page.get_by_text("Generals left out: 0").click()
    box.click()
    expect(ann.page.get_by_role("alert")).to_contain_text("can be at most 0 cards")
    expect(box).not_to_be_checked()
    ann.page.get_by_role("combobox", name="players", exact=True).select_option("6")
    box.click()
    expect(ann.page.get_by_text("Generals left out: 1")).to_be_visible()
    expect(box).to_be_checked()
    assert ann.visitor.unreadable() == []
    box.click()
    expect(ann.page.get_by_text("Generals left out: 0")).to_be_visible()
    expect(box).not_to_be_checked()


SCHOLARS = {"Cai Yan", "Zhong Yao"}
OTHERS = {"Fei Yi", "Tian Yu", "Qian Zhao", "Guan Lu", "Qin Mi", "Lu Kang", "Sun Quan", "Lu Bu"}
NATIVE = (
    "Cao Cao, Sima Yi, Xiahou Dun, Zhang Liao, Xu Chu, Guo Jia, Zhen Ji, Liu Bei, Guan Yu, Zhang "
    "Fei, Zhuge Liang, Zhao Yun, Ma Chao, Huang Yueying, Gan Ning, Lu Meng, Huang Gai, Zhou Yu, "
    "Da Qiao, Lu Xun, Sun Shangxiang, Hua Tuo"
)


def test_generals_of_a_package_that_is_ticked_are_not_offered(player):
    ann = player()
    # So many are left out that nearly all others are offered.
    ann.open("open kingdoms_packages players 2 offered 8")
    ann.unfold_options()
    ann.page.get_by_text("Packages left out: 0").wait_for()
    ann.type(f"options leftOut {NATIVE}")
    expect(ann.page.get_by_text("Generals left out: 22")).to_be_visible()
    ann.page.get_by_text("Packages left out: 0").click()
    expect(ann.page.get_by_role("checkbox", name="Frontier")).not_to_be_checked()
    ann.page.get_by_role("checkbox", name="Scholars").click()
    expect(ann.page.get_by_text("Packages left out: 1")).to_be_visible()
    ann.button("lobby.start_with_bots").click()
    expect(ann.options.first).to_be_visible()
    names = " ".join(ann.options.all_inner_texts())
    assert any(name in names for name in OTHERS), names
    assert not any(name in names for name in SCHOLARS), names
    assert ann.visitor.unreadable() == []


def test_two_people_meet_by_a_link_one_takes_back_and_a_third_looks_on(player):
    ann, ben, cyn = player(), player(language="zh"), player()
    number = ann.open_table_for(ben)
    expect(ann.page.get_by_role("main")).to_contain_text(ann.word("lobby.is_ready"))
    ann.button("lobby.start").click()

    first = ann.question.get_by_role("heading")
    expect(first).to_have_text("Play a stone")
    cyn.visitor.goto(f"/table/{number}/")
    seen = cyn.page.get_by_role("main").get_by_role("status")
    expect(seen).to_have_text(re.compile(f"^{cyn.word('board.watching')}.*{ann.name}", re.DOTALL))
    ann.options.filter(has_text="pass").click()
    expect(ben.options.first).to_be_visible()
    expect(seen).to_contain_text(ben.name)
    ann.button("act.back").click()
    expect(first).to_have_text("Play a stone")
    expect(ben.options).to_have_count(0)
    expect(seen).to_contain_text(ann.name)
    assert cyn.prompt is None
    ann.options.filter(has_text="pass").click()
    ben.options.last.click()
    for person in (ann, ben, cyn):
        assert person.visitor.unreadable() == []


@pytest.mark.parametrize("taught", ["kingdoms", "chrono"])
def test_on_a_phone_the_question_does_not_cover_the_step_of_a_lesson(player, taught):
    ann = player(width=390, height=844, touch=True)
    ann.begin(f"tutorial {taught}")
    for _ in range(3):
        step = ann.page.get_by_role("region", name=re.compile(r"Step \d+ of"))
        expect(step).to_be_in_viewport(ratio=1)
        expect(ann.question.get_by_role("heading")).to_be_in_viewport()
        assert step.evaluate(UNCOVERED)
        assert ann.visitor.too_wide() == 0
        ann.answer(ann.tap)


def test_a_first_visit_is_small(player):
    ann = player()
    ann.visitor.goto("/")
    ann.begin("play chrono")
    assert ann.visitor.received < 500_000
