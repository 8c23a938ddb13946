"""
How quick the table in the browser is: `make clicks`.

It starts the real server in a data directory of its own and plays a match in Chromium by clicks. Of
each answer it measures the time from the click until what it changed has arrived, and until that is
drawn; and how much comes over the wire, for a first visit and for an answer. With `--minutes 60` it
plays on for so long instead, match after match on one page, and tells what the page holds in memory
each minute. What the figures mean and what was measured: `docs/benchmarks.md`. Needs Playwright
(`make dev`) and Chromium.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import sys
import time
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, WebSocket

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "mygame"))

from load_browser import game_and_browser  # noqa: E402
from report import machine  # noqa: E402

GIVE, AGAIN = "[data-act=give]", ".ending button.main"
# Notes of each click when the first news of the match have arrived, and when they have been drawn.
WATCH = """
    window.clicks = [];
    let clicked = 0;
    addEventListener("click", ({ timeStamp }) => { clicked = timeStamp; }, true);
    window.WebSocket = class extends WebSocket {
        constructor(...given) {
            super(...given);
            this.addEventListener("message", ({ data }) => {
                if (!clicked || !data.startsWith('["chrono_table"')) return;
                const [since, arrived] = [clicked, performance.now()];
                clicked = 0;
                requestAnimationFrame(() => setTimeout(() => clicks.push(
                    { arrived: arrived - since, drawn: performance.now() - since })));
            });
        }
    };
"""


class Table:
    """A page with a match on it: what it has received, what is asked, and how it is answered."""

    def __init__(self, page: Page):
        self.page, self.bytes = page, 0
        self.prompt: dict[str, Any] | None = None
        self.socket: WebSocket | None = None
        page.add_init_script(WATCH)
        page.on("websocket", self._connected)
        wire = page.context.new_cdp_session(page)
        wire.send("Network.enable")
        wire.on("Network.loadingFinished", lambda told: self._count(told["encodedDataLength"]))

    def _count(self, size: float) -> None:
        self.bytes += int(size)

    def _connected(self, socket: WebSocket) -> None:
        self.socket = socket
        socket.on("framereceived", self._heard)

    def _heard(self, frame: str) -> None:
        self._count(len(frame.encode()))
        name, _, told = json.loads(frame)
        if name == "chrono_prompt":
            self.prompt = next(iter(told["prompts"]), None)

    def click(self) -> None:
        """Answer with the last options, or begin another match, and wait for the next question."""
        if self.socket is None:
            raise RuntimeError("The page has no connection to the game.")
        prompt = self.prompt
        with self.socket.expect_event("framereceived", asks_or_ends):
            if prompt is None:
                self.page.click(AGAIN)
                return
            least, count = prompt["minimum"], len(prompt["options"])
            for index in range(count - least, count):
                self.page.click(f"[data-option='{index}']")
            if (least, prompt["maximum"]) != (1, 1):
                self.page.click(GIVE)


def asks_or_ends(frame: str) -> bool:
    """Whether a message asks the reader something, or ends the match."""
    name, _, told = json.loads(frame)
    return name == "chrono_over" or (name == "chrono_prompt" and bool(told["prompts"]))


def measured(page: Page, address: str, game: str, answers: int) -> dict[str, float]:
    """The figures of so many answers; a match that is over is followed by another one."""
    table = Table(page)
    page.goto(address)
    page.goto(f"{address}webclient/?do=play+{game}")
    page.wait_for_selector("[data-option]")
    first = table.bytes
    for _ in range(answers):
        table.click()
    figures: dict[str, float] = {"first visit, kB": first / 1000}
    for kind in ("arrived", "drawn"):
        cuts = statistics.quantiles((each[kind] for each in page.evaluate("clicks")), n=100)
        figures |= {f"{kind}, p{cut}, ms": cuts[cut - 1] for cut in (50, 95, 99)}
    return figures | {"bytes/answer": (table.bytes - first) / answers}


def watch_memory(page: Page, address: str, game: str, minutes: float) -> None:
    """Print what a page holds each minute, without garbage: kB of the heap, nodes, listeners."""
    table, wire = Table(page), page.context.new_cdp_session(page)
    page.goto(f"{address}webclient/?do=play+{game}")
    page.wait_for_selector("[data-option]")
    began, answers = time.monotonic(), 0
    for minute in range(1, round(minutes) + 1):
        while time.monotonic() - began < 60 * minute:
            table.click()
            answers += 1
        page.evaluate("clicks.splice(0)")
        wire.send("HeapProfiler.collectGarbage")
        heap = wire.send("Runtime.getHeapUsage")["usedSize"] / 1000
        counts = wire.send("Memory.getDOMCounters")
        print(
            f"{minute:3} min {answers:6} answers {heap:8.0f} kB"
            f" {counts['nodes']:6} nodes {counts['jsEventListeners']:6} listeners",
            flush=True,
        )


def main() -> None:
    """Measure, and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="chrono")
    parser.add_argument("--answers", type=int, default=200)
    parser.add_argument("--json", type=Path, help="write the figures to this file, too")
    parser.add_argument("--minutes", type=float, help="watch the memory of the page for so long")
    options = parser.parse_args()
    load_before = os.getloadavg()[0]
    with game_and_browser(ROOT) as (home, browser):
        if options.minutes:
            watch_memory(browser.new_page(), f"{home}/", options.game, options.minutes)
            return
        figures = measured(browser.new_page(), f"{home}/", options.game, options.answers)
    for name, value in figures.items():
        print(f"{name:20} {value:8.1f}")
    if options.json:
        options.json.write_text(json.dumps({**machine(ROOT, load_before), **figures}, indent=2))


if __name__ == "__main__":
    main()
