"""
How smoothly gestures move over the table in the browser: `python benchmarks/frames.py`.

It starts the real server in a data directory of its own and plays a match in Chromium by clicks,
with movement. While gestures run it takes the time from frame to frame, and how long they went on;
a trace tells how often the browser had to lay the page out and to paint it meanwhile, where what
moves should only be composed anew. Needs Playwright (`make dev`) and Chromium. On a machine without
a graphics card, or one that does other things, frames come late for reasons that are not the
page's: look at the layouts and the drawings first, they do not depend on it.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import sys
from pathlib import Path
from typing import Any

from playwright.sync_api import CDPSession, Page

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "mygame"))

from clicks import Table  # noqa: E402
from load_browser import game_and_browser  # noqa: E402
from report import machine  # noqa: E402

SLOW = 1000 / 60 * 1.5  # ms: a frame that was missed
# Notes each frame while something of a gesture is on the page, and how long that was so at a time.
WATCH = """
    window.frames = [];
    window.spans = [];
    let [before, begun] = [0, 0];
    const watch = (now) => {
        const moves = Boolean(document.querySelector(".animations > *"));
        if (moves && before) frames.push(now - before);
        if (moves && !begun) begun = now;
        if (!moves && begun) { spans.push(now - begun); begun = 0; }
        before = moves ? now : 0;
        requestAnimationFrame(watch);
    };
    requestAnimationFrame(watch);
"""
KINDS = {"Layout": "layouts", "UpdateLayoutTree": "styles", "Paint": "paints"}
MS = 1000  # microseconds, in which traces tell


class Trace:
    """What the browser does to show a page between two moments: how often, and for how long."""

    def __init__(self, wire: CDPSession):
        self.wire = wire
        self.counts = dict.fromkeys(KINDS.values(), 0)
        self.spent = 0.0  # ms
        self.over = False
        wire.on("Tracing.dataCollected", self._collected)
        wire.on("Tracing.tracingComplete", self._complete)

    def begin(self) -> None:
        """From now on."""
        self.wire.send("Tracing.start", {"categories": "devtools.timeline", "options": ""})

    def end(self, page: Page) -> None:
        """Until now."""
        self.wire.send("Tracing.end")
        while not self.over:
            page.wait_for_timeout(50)

    def _collected(self, told: dict[str, Any]) -> None:
        for event in told["value"]:
            if event["name"] in KINDS:
                self.counts[KINDS[event["name"]]] += 1
                self.spent += event.get("dur", 0) / MS

    def _complete(self, _: Any) -> None:
        self.over = True


def measured(page: Page, address: str, game: str, answers: int) -> dict[str, float]:
    """The figures of a match of so many answers."""
    table = Table(page)
    page.add_init_script(WATCH)
    page.goto(f"{address}webclient/?do=play+{game}")
    page.wait_for_selector("[data-option]")
    trace = Trace(page.context.new_cdp_session(page))
    trace.begin()
    for _ in range(answers):
        table.click()
        page.wait_for_function("() => !document.querySelector('.animations > *')")
    trace.end(page)
    frames, spans = page.evaluate("frames"), page.evaluate("spans")
    if len(frames) < 2:
        raise RuntimeError("Nothing has moved.")
    cuts = statistics.quantiles(frames, n=100)
    return {
        "frames with gestures": len(frames),
        **{f"frame, p{cut}, ms": cuts[cut - 1] for cut in (50, 95, 99)},
        "frames missed, %": 100 * sum(each > SLOW for each in frames) / len(frames),
        "longest gestures, ms": max(spans, default=0),
        **{f"{name}/frame": count / len(frames) for name, count in trace.counts.items()},
        "all of these, ms/frame": trace.spent / len(frames),
    }


def main() -> None:
    """Measure, and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="duel")
    parser.add_argument("--answers", type=int, default=40)
    parser.add_argument("--json", type=Path, help="write the figures to this file, too")
    options = parser.parse_args()
    load_before = os.getloadavg()[0]
    with game_and_browser(ROOT) as (home, browser):
        page = browser.new_page(reduced_motion="no-preference")
        figures = measured(page, f"{home}/", options.game, options.answers)
    for name, value in figures.items():
        print(f"{name:24} {value:8.2f}")
    if options.json:
        options.json.write_text(json.dumps({**machine(ROOT, load_before), **figures}, indent=2))


if __name__ == "__main__":
    main()
