"""
Somebody who plays in the browser without understanding the game: reads what is asked, and answers
by mouse or by keyboard. What is on the page is found by its role and its name, as people find it.

    ann = Player(visitor())
    ann.begin("play race")
    ann.answer(ann.click)                # with an option, whichever it is
    ann.play_to_the_end(ann.press)       # from now on by keyboard
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, WebSocket, expect

from browser.visitor import PATIENCE, Visitor
from world.locale.messages import find_message

MOST = 1500  # answers of one person in a match

# Every shift of the layout, also those right after an input, with what has moved; but for what
# changes on the face of a card, and for spaces between words.
_WATCH = """async () => {
  for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
  window.shifts = [];
  const isOnFace = (node) => (node.parentElement ?? node).closest(".card");
  const isSpace = ({ nodeType, textContent }) => nodeType === Node.TEXT_NODE && !textContent.trim();
  const hasMoved = ({ previousRect: from, currentRect: to }) => from.x !== to.x || from.y !== to.y;
  const named = ({ nodeName, className: kind, parentElement, textContent }) =>
    kind === undefined ? `${textContent} of ${named(parentElement)}` : `${nodeName} ${kind}`;
  const told = ({ node, previousRect: from, currentRect: to }) =>
    `${named(node)} ${from.x},${from.y} to ${to.x},${to.y}`;
  new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries()) {
      const others = sources.filter(({ node }) => node && !isOnFace(node) && !isSpace(node));
      const moved = others.filter(hasMoved).map(told);
      if (moved.length) window.shifts.push(`${value}: ${moved.join("; ")}`);
    }
  }).observe({ type: "layout-shift" });
}"""


class Player:
    """Who sits at the page of a visitor."""

    def __init__(self, visitor: Visitor):
        self.visitor, self.page = visitor, visitor.page
        self.socket: WebSocket | None = None
        self.prompt: dict[str, Any] | None = None  # what is asked, as the game has sent it
        self.page.on("websocket", self._connected)

    def _connected(self, socket: WebSocket) -> None:
        self.socket = socket
        socket.on("framereceived", self._heard)

    def _heard(self, frame: str | bytes) -> None:
        name, _, told = json.loads(frame)
        if name == "chrono_prompt":
            self.prompt = next(iter(told["prompts"]), None)

    # What is on the page

    def word(self, path: str, **values: Any) -> str:
        """A sentence of the page in the visitor's language: `word("act.hint")`."""
        return find_message(f"browser.{path}", self.visitor.language).format(**values)

    def button(self, path: str, **values: Any) -> Locator:
        """A button by its sentence."""
        return self.page.get_by_role("button", name=self.word(path, **values), exact=True)

    @property
    def name(self) -> str:
        """By which the others know this player."""
        return self.page.get_by_role("banner").get_by_role("link").last.inner_text()

    @property
    def question(self) -> Locator:
        """What one is asked, with its options."""
        return self.page.get_by_role("region").filter(has=self.page.locator("#asked"))

    @property
    def options(self) -> Locator:
        """The buttons of what one can choose, as they are seen."""
        return self.question.locator("[data-option]")

    def option(self, index: int) -> Locator:
        """The button of an option, by its place in what the game asks."""
        return self.question.locator(f"[data-option='{index}']")

    @property
    def happened(self) -> Locator:
        """The account of the match."""
        return self.page.get_by_role("list", name=self.word("log.title"))

    @property
    def ending(self) -> Locator:
        """What is there when the match is over."""
        return self.page.get_by_role("region", name=self.word("over.title"))

    @property
    def shifts(self) -> list[str]:
        """What has moved because something else came or went, since `watch_the_layout`."""
        return self.page.evaluate("window.shifts")

    # What one does

    def watch_the_layout(self) -> None:
        """Note from now on what moves on the page."""
        self.page.evaluate(_WATCH)

    def open(self, line: str = "") -> None:
        """Open the page, so that it types a line at once."""
        self.visitor.goto(f"/webclient/?do={line.replace(' ', '+')}" if line else "/webclient/")

    def unfold_options(self) -> None:
        """Show the options of the table one sits at, before the match."""
        self.page.get_by_text(self.word("lobby.options"), exact=True).click()

    def open_table_for(self, other: Player) -> str:
        """A table for two, at which another sits by its link and is ready; its number."""
        self.open("open pebbles")
        title = self.page.get_by_role("heading", level=2, name=re.compile(r"Table \d+: Pebbles"))
        number = re.findall(r"\d+", title.inner_text())[0]
        self.unfold_options()
        self.page.get_by_role("combobox", name="players", exact=True).select_option("2")
        other.visitor.goto(f"/webclient/?join={number}")
        other.button("lobby.ready").click()
        return number

    def begin(self, line: str) -> None:
        """The same for a line that begins a match; returns when one is asked."""
        self.open(line)
        expect(self.options.first).to_be_visible()

    def type(self, line: str) -> None:
        """A line in the console, as at a terminal."""
        field = self.page.get_by_label(self.word("console.line"))
        if not field.is_visible():
            self.page.get_by_text(self.word("console.title"), exact=True).click()
        field.fill(line)
        field.press("Enter")

    def answer(self, by: Callable[[], None]) -> None:
        """Answer, and wait until one is asked again or the match is over."""
        assert self.socket
        with self.socket.expect_event("framereceived", asks_or_ends, timeout=PATIENCE):
            by()
        # What was heard is drawn before the next frame, but for a page that hears of it later.
        self.page.evaluate("() => new Promise(requestAnimationFrame)")
        if self.prompt:
            expect(self.question.get_by_role("heading")).to_have_text(self.prompt["text"])

    def play_to_the_end(self, by: Callable[[], None]) -> int:
        """Answer until the match is over; how many answers it took."""
        for answers in range(MOST):
            if self.prompt is None:
                expect(self.ending).to_be_visible()
                return answers
            self.answer(by)
        raise AssertionError(f"not over after {MOST} answers")

    def let_a_bot_play(self) -> None:
        """Be played for, until the match is over."""
        self.button("tools.more").click()
        self.button("act.auto").click()
        expect(self.ending.get_by_role("heading").first).to_be_visible(timeout=2 * PATIENCE)

    def click(self) -> None:
        """Answer by mouse: with the last options, as many as there must be."""
        indices, give = self._wanted(last=True)
        for index in indices:
            self.option(index).click()
        if give:
            give.click()

    def tap(self) -> None:
        """Answer by finger: the same."""
        indices, give = self._wanted(last=True)
        for index in indices:
            self.option(index).tap()
        if give:
            give.tap()

    def press(self) -> None:
        """Answer by keyboard: with the first options, as many as there must be."""
        assert self.prompt
        indices, give = self._wanted(last=False)
        for index in indices:
            self.page.keyboard.type(self.option(index).locator("kbd").inner_text())
        if give:
            self.walk_to(give)
            self.page.keyboard.press("Enter")

    def walk_to(self, target: Locator) -> None:
        """Press Tab until something has the focus."""
        for _ in range(30):
            if target.evaluate("element => element === document.activeElement"):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError("there is no way by Tab to " + str(target))

    def _wanted(self, *, last: bool) -> tuple[list[int], Locator | None]:
        """As few options as will do, and the button that gives them, where it takes one."""
        assert self.prompt
        count = len(self.prompt["options"])
        least, most = self.prompt["minimum"], self.prompt["maximum"]
        indices = list(range(count - least, count) if last else range(least))
        if least == most == 1:
            return indices, None
        if not least:
            return indices, self.button("prompt.none")
        wanted = str(least) if least == most else f"{least}–{most}"
        return indices, self.button("prompt.give", count=least, wanted=wanted)


def asks_or_ends(frame: str | bytes) -> bool:
    """Whether a message of the game asks the reader something, or ends the match."""
    name, _, told = json.loads(frame)
    return name == "chrono_over" or (name == "chrono_prompt" and bool(told["prompts"]))
