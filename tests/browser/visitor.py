"""
Somebody at a real browser, at the pages of a game that runs.

    ann = Visitor(chromium, game, language="zh", width=390)
    ann.goto("/")
    ann.page.get_by_role("link", name="开始").click()
    assert ann.unreadable() == []        # what axe-core finds
    ann.leave()                          # fails if anything was wrong on the way

What a page must never do is noted while it is open: a mistake in a script, something that the
Content-Security-Policy forbids, a request to any other machine, an answer of 400 or more. The
browser itself knows no other machine.
"""

from __future__ import annotations

import re
import shutil
from collections import Counter
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import (
    Browser,
    ConsoleMessage,
    Page,
    Playwright,
    Request,
    Response,
    WebSocket,
    expect,
)

from e2e import harness
from e2e.harness import ROOT, GameServer
from world.locale.messages import find_message

# Its shell draws the same pages for two thirds of the work: it has no windows to begin with.
NAMES = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
)
AXE = (Path(__file__).parent / "vendor" / "axe-core" / "axe.min.js").read_text("utf-8")
# Rules of axe-core by their tags: WCAG 2.2 up to AA, and what its authors recommend.
AXE_TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
PICTURES = ROOT / "var" / "screenshots"
LOCALES = {"en": "en-GB", "zh": "zh-CN"}
PATIENCE = 1_000 * harness.PATIENCE  # milliseconds

expect.set_options(timeout=PATIENCE)


def program() -> str | None:
    """Where Chromium is on this machine."""
    return next(filter(None, map(shutil.which, NAMES)), None)


def launch(playwright: Playwright) -> Browser:
    """A browser for which there is no machine but this one."""
    return playwright.chromium.launch(
        executable_path=program(),
        args=[
            "--no-sandbox",  # tests run as root in containers
            "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE localhost , EXCLUDE 127.0.0.1",
        ],
    )


class Visitor:
    """One person: a browser of their own, with one page open."""

    def __init__(
        self,
        browser: Browser,
        game: GameServer,
        *,
        language: str = "en",
        width: int = 1280,
        height: int = 800,
        dark: bool = False,
        touch: bool = False,
        script: bool = True,
        motion: bool = False,
    ):
        self.game, self.language = game, language
        self.home = f"http://localhost:{game.env.web_port}"
        self.troubles: list[str] = []
        self.expected: list[str] = []
        self._received = 0
        self._requests: Counter[str] = Counter()
        self.context = browser.new_context(
            base_url=self.home,
            locale=LOCALES[language],
            viewport={"width": width, "height": height},
            color_scheme="dark" if dark else "light",
            has_touch=touch,
            is_mobile=touch,
            java_script_enabled=script,
            reduced_motion="no-preference" if motion else "reduce",
        )
        self.context.set_default_timeout(PATIENCE)
        self.context.on("console", self._told)
        self.context.on("weberror", lambda told: self._note(str(told.error)))
        self.context.on("request", self._asked)
        self.context.on("response", self._answered)
        self.page: Page = self.context.new_page()
        self.page.on("websocket", self._connected)
        wire = self.context.new_cdp_session(self.page)
        wire.send("Network.enable")
        wire.on("Network.loadingFinished", lambda told: self._count(told["encodedDataLength"]))

    # What one does

    def goto(self, path: str) -> Response:
        """Open an address of the game."""
        answer = self.page.goto(path)
        assert answer, path
        return answer

    def look(self, *, width: int | None = None, dark: bool | None = None) -> None:
        """Go on reading with a window as wide as this, or by another light."""
        if width:
            self.page.set_viewport_size({"width": width, "height": 800})
        if dark is not None:
            self.page.emulate_media(color_scheme="dark" if dark else "light")

    def picture(self, name: str) -> Path:
        """What is on the page now, as `var/screenshots/NAME.png`."""
        path = PICTURES / f"{name}.png"
        self.page.screenshot(path=path, full_page=True)
        return path

    # What one finds

    def word(self, path: str, **values: Any) -> str:
        """A sentence of the site in the visitor's language: `word("decks.legal")`."""
        return find_message(f"web.{path}", self.language).format(**values)

    def links(self) -> set[str]:
        """Addresses of this game to which the page leads, without what comes after `#`."""
        found = self.page.eval_on_selector_all("a[href]", "links => links.map(each => each.href)")
        here = urlsplit(self.home).netloc
        parts = [urlsplit(address) for address in found]
        return {
            part.path + (f"?{part.query}" if part.query else "")
            for part in parts
            if part.netloc == here
        }

    def unreadable(self, *rules: str) -> list[str]:
        """
        What axe-core finds against the page as it stands: a line for each place.

        :param rules: only these; all if there are none.
        """
        if not self.page.evaluate("() => 'axe' in window"):
            self.page.evaluate(AXE)
        only = {"type": "rule", "values": rules} if rules else {"type": "tag", "values": AXE_TAGS}
        found = self.page.evaluate(
            "options => axe.run(document, options)",
            {"resultTypes": ["violations"], "runOnly": only, "preload": False},
        )
        return [
            f"{self.page.url}: {rule['id']} at {' '.join(map(str, node['target']))}: "
            f"{re.sub(r'\s+', ' ', node['failureSummary'])}"
            for rule in found["violations"]
            for node in rule["nodes"]
        ]

    def too_wide(self) -> int:
        """By how many pixels the page is wider than its window, once nothing moves any more."""
        return self.page.evaluate(
            """() => {
                document.getAnimations().forEach((moving) => moving.cancel());
                return document.documentElement.scrollWidth - document.documentElement.clientWidth;
            }"""
        )

    @property
    def received(self) -> int:
        """How many bytes have come over the wire so far."""
        return self._received

    def requests(self, kind: str) -> int:
        """How many there have been of a kind: `document`, `script`, `fetch`, ..."""
        return self._requests[kind]

    # The end

    def expect(self, *troubles: str) -> None:
        """Patterns of what goes wrong from here on because the test wants it so."""
        self.expected += troubles

    def leave(self) -> None:
        """
        Close the browser.

        :raises AssertionError: if anything was wrong on any page.
        """
        self.context.close()
        wrong = [
            told
            for told in self.troubles
            if not any(re.search(each, told) for each in self.expected)
        ]
        assert not wrong, "\n".join(wrong)

    def _note(self, told: str) -> None:
        where = self.page.url if hasattr(self, "page") else self.home
        self.troubles.append(f"{urlsplit(where).path}: {told}")

    def _asked(self, request: Request) -> None:
        self._requests[request.resource_type] += 1
        self._here(request.url)

    def _count(self, size: float) -> None:
        self._received += int(size)

    def _connected(self, socket: WebSocket) -> None:
        self._here(socket.url)
        socket.on("framereceived", lambda frame: self._count(len(frame.encode())))

    def _told(self, said: ConsoleMessage) -> None:
        # What could not be loaded is noted with its address, by `_answered` and `_here`.
        if said.type == "error" and not said.text.startswith("Failed to load resource"):
            self._note(said.text)

    def _here(self, address: str) -> None:
        """Note it if it is an address of any other machine, or of another server of this one."""
        part = urlsplit(address)
        ours = (self.game.env.web_port, self.game.env.websocket_port)
        if part.scheme in ("http", "https", "ws", "wss") and not (
            part.hostname in ("localhost", "127.0.0.1") and part.port in ours
        ):
            self._note(f"asks {address}")

    def _answered(self, answer: Response) -> None:
        if answer.status >= 400:
            self._note(f"{answer.status} for {answer.url}")
