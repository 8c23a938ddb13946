"""What moves over the table and is heard: a board of two cards, and lines of an account."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

# A board without a game: two cards and a player, a wheel of four cells, and an account.
BOARD = """async ({ speed, gestures }) => {
  const { Animator } = await import("/static/table/animate.js");
  const make = (parent, name, className, place = {}) => {
    const space = ["svg", "g"].includes(name) ? "2000/svg" : "1999/xhtml";
    const element = document.createElementNS(`http://www.w3.org/${space}`, name);
    element.setAttribute("class", className);
    Object.assign(element.style, place);
    parent.append(element);
    return element;
  };
  document.body.replaceChildren();
  const app = make(document.body, "div", "app");
  const board = make(app, "div", "board", { position: "fixed", inset: 0 });
  const size = { position: "absolute", width: "100px", height: "140px", top: "300px" };
  const card = (uuid, left, points) => {
    const element = make(board, "div", "card", { ...size, left: `${left}px` });
    Object.assign(element.dataset, { uuid, points, holder: 0 });
    return element;
  };
  const cards = { 11: card(11, 100, 5), 12: card(12, 400, 5) };
  make(board, "div", "mat", { ...size, left: "700px" }).dataset.seat = 0;
  const way = make(make(board, "div", "track"), "svg", "whole");
  way.dataset.form = "whole";
  way.way = [[0, 0], [10, 0], [20, 0], [30, 0]];
  const pawn = make(way, "g", "marker", { transform: "translate(0px, 0px)" });
  Object.assign(pawn.dataset, { seat: 0, at: 0 });
  const view = { you: 0, zones: {}, players: [{ seat: 0, uuid: 1, fields: {}, zones: {} }] };
  const book = { language: "en", cards: {}, board: { table: { gestures } } };
  const ctx = { view, book, names: ["Ann"], does: {} };
  const log = [{ number: 0, message: "begin", args: [], text: "" }];
  const heard = [];
  const animator = new Animator(app, () => speed, { heard: (sound) => heard.push(sound) });
  animator.after({ log }, ctx);
  const change = (lines, alter = () => {}) => {
    animator.before();
    alter({ board, cards, pawn });
    for (const line of lines) log.push({ text: "", ...line, number: log.length });
    animator.after({ log: [...log] }, ctx);
  };
  Object.assign(window, { animator, change, heard, pawn, cards });
}"""
ARGS = {
    "play": [{"name": "who", "kind": "player", "value": 0}],
    "attack": [
        {"name": "card", "kind": "card", "value": "t.a", "entity": 11},
        {"name": "target", "kind": "card", "value": "t.b", "entity": 12},
    ],
    "damage": [
        {"name": "card", "kind": "card", "value": "t.b", "entity": 12},
        {"name": "amount", "kind": "number", "value": 3},
    ],
    "defeat": [{"name": "card", "kind": "card", "value": "t.b", "entity": 12}],
    "advance": [{"name": "who", "kind": "player", "value": 0}],
}
LEFT = """() => {
  const layer = document.querySelector(".animations");
  return [layer?.children.length ?? 0, document.getAnimations().length];
}"""
NO_SOUND = "window.made = 0; window.AudioContext = class { constructor() { window.made += 1; } };"
STOP = """(share) => document.getAnimations().forEach((each) => {
  each.pause();
  each.currentTime = share * 900;
})"""


def lines(*messages):
    return [{"message": message, "args": ARGS[message]} for message in messages]


@pytest.fixture
def board(visitor):
    """A page with such a board: `board(speed=0)`."""

    def make(speed=1, gestures=None):
        ann = visitor()
        ann.goto("/faces/duel/?size=small")
        ann.page.evaluate(BOARD, {"speed": speed, "gestures": gestures or {}})
        return ann.page

    return make


def test_gestures_follow_the_lines_in_their_order_and_leave_nothing(board):
    page = board()
    page.evaluate(
        "lines => change(lines, ({ cards }) => cards[12].remove())",
        lines("attack", "damage", "defeat"),
    )
    page.wait_for_function("() => animator.queue.isIdle")
    assert page.evaluate("() => heard") == ["swing", "thud", "crack"]
    assert page.evaluate(LEFT) == [0, 0]


def test_a_key_ends_all_gestures_at_once(board):
    page = board()
    page.evaluate(
        "lines => change(lines, ({ cards }) => cards[12].remove())",
        lines("attack", "damage", "defeat"),
    )
    assert page.evaluate(LEFT) != [0, 0]
    page.keyboard.press("Shift")
    assert page.evaluate(LEFT) == [0, 0]
    assert page.evaluate("() => animator.queue.isIdle")


def test_who_wants_no_movement_sees_none(board):
    page = board(speed=0)
    page.evaluate(
        "lines => change(lines, ({ cards }) => cards[12].remove())",
        lines("attack", "damage", "defeat"),
    )
    assert page.evaluate(LEFT) == [0, 0]
    assert page.evaluate("() => heard") == []


LATE = """() => {
  const { waiting, rate, at } = animator.queue;
  let begins = at;
  return waiting.filter(({ long, next, due }) => {
    const over = begins + long / rate;
    begins += next / rate;
    return over > due + 1;
  }).length;
}"""


@pytest.mark.parametrize("bursts", [1, 6])
def test_however_much_happens_gestures_are_over_when_they_are_due(board, bursts):
    page = board()
    for _ in range(bursts):
        page.evaluate("lines => change(lines)", lines(*["attack", "damage"] * (30 // bursts)))
        assert page.evaluate(LATE) == 0
    assert page.evaluate("() => animator.queue.rate") > 1
    assert page.evaluate("() => animator.queue.behind()") <= 1500


def test_what_moves_is_moved_without_a_layout_or_a_drawing(board):
    page = board()
    page.evaluate(
        """lines => change(lines, ({ cards, pawn }) => {
          cards[12].remove();
          pawn.dataset.at = 2;
        })""",
        lines("play", "attack", "damage", "defeat", "advance"),
    )
    page.evaluate(
        """() => {
          window.moved = new Set();
          const { animate } = Element.prototype;
          Element.prototype.animate = function (frames, timing) {
            for (const frame of frames) Object.keys(frame).forEach((each) => moved.add(each));
            return animate.call(this, frames, timing);
          };
        }"""
    )
    page.wait_for_function("() => animator.queue.isIdle")
    moved = set(page.evaluate("() => [...moved]"))
    assert {"transform", "opacity"} <= moved
    assert moved <= {"transform", "opacity", "offset", "easing"}


def test_an_amount_never_covers_what_the_card_has_left(board):
    page = board()
    page.evaluate(
        """lines => {
          const health = cards[12].appendChild(document.createElement("b"));
          health.className = "number right";
          Object.assign(health.style, { position: "absolute", left: 0, top: 0, width: "100px" });
          health.textContent = "2";
          change(lines, () => (cards[12].dataset.points = 2));
        }""",
        lines("damage"),
    )
    number = page.locator(".animations .float")
    expect(number).to_have_text("−3")
    over = """([number]) => {
      const health = cards[12].querySelector("b");
      const [a, b] = [number, health].map((each) => each.getBoundingClientRect());
      return a.left < b.right && a.right > b.left && a.top < b.bottom && a.bottom > b.top;
    }"""
    for share in (0, 0.2, 0.5, 0.99):
        page.evaluate(STOP, share)
        assert not page.evaluate(over, [number.element_handle()])


def test_a_card_that_flies_is_a_copy_over_the_board(board):
    page = board()
    page.evaluate(
        "lines => change(lines, ({ cards }) => (cards[11].style.left = '250px'))", lines("attack")
    )
    copy = page.locator(".animations .flying").first
    expect(copy).to_be_attached()
    assert copy.get_attribute("data-uuid") is None
    assert page.locator(".animations").get_attribute("aria-hidden") == "true"


@pytest.mark.parametrize(
    ("before", "after", "cells"), [(0, 3, [0, 10, 20, 30]), (3, 1, [30, 20, 10])]
)
def test_a_pawn_goes_along_its_track_cell_by_cell_on_and_back(board, before, after, cells):
    page = board()
    stand = """([at, lines]) => change(lines, ({ pawn }) => {
      pawn.dataset.at = at;
      pawn.style.transform = `translate(${at * 10}px, 0px)`;
    })"""
    page.evaluate(stand, [before, []])
    page.keyboard.press("Shift")
    page.evaluate(stand, [after, lines("advance")])
    page.wait_for_function("() => pawn.getAnimations().length > 1")
    frames = page.evaluate(
        "() => pawn.getAnimations().at(-1).effect.getKeyframes().map(({ transform }) => transform)"
    )
    assert frames == [f"translate({cell}px, 0px)" for cell in cells]


def test_a_pack_says_which_gesture_a_line_has(board):
    page = board(gestures={"attack": {"gesture": "hit", "of": "card"}, "damage": "none"})
    page.evaluate("lines => change(lines)", lines("attack", "damage"))
    page.wait_for_function("() => animator.queue.isIdle")
    assert page.evaluate("() => heard") == ["thud"]


def test_sounds_are_off_until_somebody_switches_them_on(player):
    ann = player()
    ann.page.add_init_script(NO_SOUND)
    ann.visitor.goto("/webclient/")
    sound = ann.page.locator("select[name=sound]")
    expect(sound).to_have_value("off")
    ann.page.get_by_role("heading").first.wait_for()
    ann.page.keyboard.press("m")
    expect(sound).to_have_value("middle")
    assert ann.page.evaluate("() => made") == 0
    ann.page.reload()
    expect(sound).to_have_value("middle")
    ann.page.keyboard.press("m")
    expect(sound).to_have_value("off")


def test_a_match_with_all_its_gestures_leaves_nothing_over_the_board(player):
    ann = player(motion=True)
    ann.begin("tutorial duel")
    for _ in range(6):
        ann.answer(ann.click)
    expect(ann.page.locator(".animations > *")).to_have_count(0)
    assert ann.visitor.unreadable() == []


TRACK = """async (cells) => {
  const { render } = await import("/static/vendor/lit-html/lit-html.js");
  const { track } = await import("/static/table/track.js");
  const fields = (at) => ({ lap: 1 + Math.floor(at / 4), cell: 1 + (at % 4) });
  const player = (at, seat) => ({ seat, uuid: seat + 1, zones: {}, fields: fields(at) });
  const marks = { 2: { text: "inn", glyph: "cup" } };
  const part = { id: "way", lap: "lap", cell: "cell", cells: 4, goal: "3", marks };
  const view = { you: 0, match: {}, zones: {}, waiting: [], players: cells.map(player) };
  document.body.replaceChildren();
  const book = { language: "en", cards: {}, words: {} };
  render(track(part, { view, names: ["Ann", "Ben", "Cy"], book }), document.body);
}"""


@pytest.mark.parametrize(
    ("cells", "told"),
    [
        (
            [1, 4, 1],
            [
                "Ben: lap 2, cell 1, leads, 4 cells to go",
                "Ann: lap 1, cell 2 (inn), 3 cells behind Ben",
                "level with Ann",
            ],
        ),
        ([0, 0, 0], ["Ann: lap 1, cell 1, 8 cells to go", "level with Ann", "level with Ben"]),
        ([8, 6, 0], ["at the goal", "2 cells behind Ann", "6 cells behind Ben"]),
    ],
)
def test_who_leads_on_a_track_and_by_how_far_is_told_in_words(visitor, cells, told):
    ann = visitor()
    ann.goto("/webclient/")
    ann.page.evaluate(TRACK, cells)
    words = ann.page.get_by_role("img").first.get_attribute("aria-label")
    assert [part in words for part in told] == [True] * 3, words
