"""A real server with an account, and a browser to look at it, for what is measured on pages."""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from load_game import Game
from playwright.sync_api import Browser, sync_playwright

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "chromium-headless-shell")


@contextmanager
def game_and_browser(checkout: Path) -> Iterator[tuple[str, Browser]]:
    """The address of the site of a checkout's game, without a slash, and a browser."""
    program = next(filter(None, map(shutil.which, BROWSERS)), None)
    if program is None:
        sys.exit(f"No browser to measure with: install Chromium ({' or '.join(BROWSERS)}).")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        game = Game(checkout, Path(folder), 1, ["en"])
        game.start()
        try:
            browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
            yield f"http://localhost:{game.environment['CHRONO_WEB_PORT']}", browser
            browser.close()
        finally:
            game.stop()
