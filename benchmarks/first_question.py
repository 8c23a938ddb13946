"""
How long the first question takes on a slow line: `.venv/bin/python benchmarks/first_question.py`.

It starts the real server in a data directory of its own and opens the table in Chromium, each time
as a browser that has never been here, on a line of 400 kbit/s and 300 ms with a processor four
times slower. It measures until the first question of a match can be answered, and tells what came
over the wire until then, and when. `--home` reads the first page before that, for as many seconds.
What was measured: `docs/benchmarks.md`. Needs Playwright (`make dev`) and Chromium.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import sys
import time
from collections import defaultdict
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Browser

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "mygame"))

from load_browser import game_and_browser  # noqa: E402
from report import machine  # noqa: E402

LATENCY = 300  # ms
SPEED = 400_000 / 8  # bytes a second, up and down
SLOWER = 4  # times, the processor
BEGIN = "/webclient/?do=play+{game}"
ASKED = "[data-option]"


class Wire:
    """What comes over the wire of a page: bytes by kind of resource, and when it was there."""

    def __init__(self, page: Any):
        self.began = time.perf_counter()
        self.kinds: dict[str, str] = {}
        self.bytes: dict[str, float] = defaultdict(float)
        self.since: dict[str, float] = {}
        self.until: dict[str, float] = {}
        self.files: dict[str, int] = defaultdict(int)
        self.told: list[tuple[float, str]] = []
        self.line = page.context.new_cdp_session(page)
        self.line.send("Network.enable")
        self.line.on("Network.requestWillBeSent", self._asked)
        self.line.on("Network.loadingFinished", self._came)
        self.line.on("Network.webSocketCreated", lambda _: self._note("socket", 0))
        self.line.on("Network.webSocketFrameReceived", self._heard)

    def slow(self) -> None:
        """From now on the line and the processor are slow."""
        speed = {"downloadThroughput": SPEED, "uploadThroughput": SPEED}
        told = {"offline": False, "latency": LATENCY, **speed}
        self.line.send("Network.emulateNetworkConditions", told)
        self.line.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})

    def begin(self) -> None:
        """Count from now on."""
        for each in (self.bytes, self.since, self.until, self.files, self.told):
            each.clear()
        self.began = time.perf_counter()

    def _asked(self, told: dict[str, Any]) -> None:
        path = urlsplit(told["request"]["url"]).path
        kind = told.get("type", "Other")
        self.kinds[told["requestId"]] = "Book" if path.startswith("/book/") else kind
        self.since.setdefault(self.kinds[told["requestId"]], self._now())

    def _came(self, told: dict[str, Any]) -> None:
        self._note(self.kinds.get(told["requestId"], "Other"), told["encodedDataLength"])

    def _heard(self, told: dict[str, Any]) -> None:
        frame = told["response"]["payloadData"]
        self._note("socket", len(frame.encode()))
        self.told.append((self._now(), frame[2:].partition('"')[0]))

    def _note(self, kind: str, size: float) -> None:
        self.since.setdefault(kind, self._now())
        self.until[kind] = self._now()
        self.bytes[kind] += size
        self.files[kind] += 1

    def _now(self) -> float:
        return time.perf_counter() - self.began


def measure(browser: Browser, home: str, game: str, reading: float, say: bool) -> float:
    """Seconds until the first question of a browser that has never been here."""
    context = browser.new_context(viewport={"width": 390, "height": 844}, locale="en-GB")
    page = context.new_page()
    wire = Wire(page)
    wire.slow()
    if reading:
        page.goto(home)
        page.wait_for_timeout(1000 * reading)
    wire.begin()
    page.goto(home + BEGIN.format(game=game), wait_until="commit")
    page.wait_for_selector(ASKED, timeout=60_000)
    seconds = time.perf_counter() - wire.began
    if say:
        for kind, size in sorted(wire.bytes.items(), key=lambda each: wire.since[each[0]]):
            when = f"{wire.since[kind]:5.2f} to {wire.until[kind]:5.2f} s"
            print(f"  {kind:12} {wire.files[kind]:3} {size / 1000:7.1f} kB   {when}")
        print("  ", ", ".join(f"{name} {when:.2f}" for when, name in wire.told))
    context.close()
    return seconds


def main() -> None:
    """Measure, and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="chrono")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--home", type=float, default=0, help="seconds on the first page before")
    parser.add_argument("--json", type=Path, help="write the figures to this file, too")
    options = parser.parse_args()
    load_before = os.getloadavg()[0]
    with game_and_browser(ROOT) as (home, browser):
        measure(browser, home, options.game, 0, say=False)  # the server has made all of it once
        runs = [
            measure(browser, home, options.game, options.home, say=number == 0)
            for number in range(options.runs)
        ]
    figures = {"median, s": statistics.median(runs), "least, s": min(runs), "most, s": max(runs)}
    for name, value in figures.items():
        print(f"{name:12} {value:6.2f}")
    if options.json:
        options.json.write_text(json.dumps({**machine(ROOT, load_before), **figures}, indent=2))


if __name__ == "__main__":
    main()
