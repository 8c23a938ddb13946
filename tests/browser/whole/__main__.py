"""
Whole matches of all games in Chromium, by clicks, by keys and by touch, and pictures of the table:
`make stage`.

Each game of the hall is played to its end in each way, on a phone and in a wide window, in both
languages. After each answer nothing may have moved and nothing be cut off by the window; each new
kind of state is read by axe by day and by night; no script makes a mistake. A line tells of each
match. What is done is kept in `var/stage`, from which the next call goes on; when all is done the
next one begins anew. First come pictures of what can be seen at a table (`moments`), each beside
that of the run before: `var/stage/index.html`. Sights of what was wrong lie in `var/stage`, too.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, WebSocket, expect, sync_playwright

from browser.player import Player
from browser.visitor import Visitor, launch, program
from browser.whole.match import Plan, all_plans, play
from browser.whole.moments import SCENES, take_pictures
from browser.whole.pictures import write_index
from browser.whole.watch import Report
from e2e.harness import ROOT, GameServer
from e2e.shared import QUICK


class State:
    """What is done, in a file: the reports of matches and scenes, by name."""

    def __init__(self, path: Path):
        self.path = path
        self.done: dict[str, dict[str, Any]] = {}
        if path.exists():
            self.done = json.loads(path.read_text())

    def forget(self, names: Iterable[str]) -> None:
        """These are to be done once more."""
        for name in names:
            self.done.pop(name, None)

    def known(self) -> set[str]:
        """The kinds of states that axe has read."""
        return {kind for report in self.done.values() for kind in report["kinds"]}

    def add(self, name: str, report: Report) -> None:
        """Something is done."""
        self.done[name] = vars(report)
        self.path.write_text(json.dumps(self.done, indent=1, ensure_ascii=False))


def main() -> int:
    """Go on until the time is up; 1 if anything is wrong."""
    options = parse_arguments()
    if program() is None:
        sys.exit("No browser to play in: install Chromium.")
    options.folder.mkdir(parents=True, exist_ok=True)
    state = State(options.folder / "state.json")
    with game_and_browser(options.seed) as (game, browser):
        jobs = all_jobs(browser, game, options, state)
        wanted = {name: job for name, job in jobs.items() if options.only in name}
        if options.anew or all(name in state.done for name in wanted):
            state.forget(wanted)
        run_jobs(wanted, state, time.monotonic() + 60 * options.minutes)
    for name, differs in write_index(options.folder).items():
        if differs:
            print(f"{name}: {differs:.2f} % differ")
    return sum_up(wanted, state)


def parse_arguments() -> argparse.Namespace:
    """What was asked for."""
    parser = argparse.ArgumentParser(prog="make stage", description=__doc__)
    add = parser.add_argument
    add("--minutes", type=float, default=30)
    add("--only", default="", help="what has this in its name: 'duel touch', 'pictures', 'zh'")
    add("--anew", action="store_true", help="forget what is done")
    add("--seed", type=int, default=1, help="chance of the matches, the same for the same seed")
    add("--folder", type=Path, default=ROOT / "var" / "stage", help="where all of it is kept")
    return parser.parse_args()


@contextmanager
def game_and_browser(seed: int) -> Iterator[tuple[GameServer, Browser]]:
    """A game with nobody in it yet, and a browser."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        game = GameServer(Path(folder) / "data", **QUICK, CHRONO_TEST_SEED=str(seed))
        try:
            game.start()
            browser = launch(playwright)
            yield game, browser
            browser.close()
        finally:
            game.kill_everything()


def all_jobs(
    browser: Browser, game: GameServer, options: argparse.Namespace, state: State
) -> dict[str, Callable[[], Report]]:
    """All there is to do, by name."""
    folder = options.folder
    pictures = {
        f"pictures {name}": partial(take_pictures, browser, game, name, folder) for name in SCENES
    }
    seed = options.seed

    def match(plan: Plan) -> Report:
        return play(browser, game, plan, seed=seed, known=state.known(), folder=folder)

    plans = all_plans(lines_of_games(browser, game))
    return pictures | {str(plan): partial(match, plan) for plan in plans}


def lines_of_games(browser: Browser, game: GameServer) -> list[str]:
    """What one types to play each game of the hall, and each lesson."""
    heard: list[dict[str, Any]] = []
    ann = Player(Visitor(browser, game))

    def listen(frame: str | bytes) -> None:
        name, _, told = json.loads(frame)
        if name == "chrono_lobby":
            heard.append(told)

    def connected(socket: WebSocket) -> None:
        socket.on("framereceived", listen)

    ann.page.on("websocket", connected)
    ann.open()
    ann.button("lobby.guest").click()
    expect(ann.button("lobby.seek")).to_be_visible()
    ann.visitor.leave()
    games = heard[-1]["games"]
    return [
        f"tutorial {each['teaches']}" if each["teaches"] else f"play {each['id']}" for each in games
    ]


def run_jobs(jobs: dict[str, Callable[[], Report]], state: State, end: float) -> None:
    """Do what is not done yet, until the time is up."""
    for name, job in jobs.items():
        if name in state.done:
            continue
        if time.monotonic() > end:
            return
        report = job()
        state.add(name, report)
        print(report, flush=True)


def sum_up(jobs: dict[str, Any], state: State) -> int:
    """Say what is done, and what was found in all of it; 1 if anything was."""
    done = [state.done[name] for name in jobs if name in state.done]
    answers, states = (
        sum(each["answers"] for each in done),
        sum(len(each["kinds"]) for each in done),
    )
    found = [each for each in done if each["found"]]
    print(
        f"{len(done)} of {len(jobs)} done: {answers} answers, {states} states read by axe; "
        f"something is wrong in {len(found)}"
    )
    for each in found:
        print(each["plan"])
        print("\n".join(f"    {count} x {what}" for what, count in each["found"].items()))
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main())
