"""
How much a running game bears: `make load`.

It starts the real server in a data directory of its own, with accounts made beforehand, lets people
sit down at tables over real sockets and play, and prints answers/s, how long an answer takes (from
sending it until the first byte, and until the prompt that follows, or for whom one waits), what it
cost the processors, and bytes. How far it is stands on standard error. With `--against CHECKOUT`
the same is done with another checkout (a `git worktree`) in turns, and the ratios of each round are
printed with their spread.

What the figures mean and what was measured: `docs/benchmarks.md`.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import signal
import statistics
import sys
import tempfile
import time
from itertools import batched
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "mygame"))

from load_accounts import PASSWORD, name_of  # noqa: E402
from load_game import Game  # noqa: E402
from load_people import Measured, Person, Sentences, browser, telnet  # noqa: E402
from report import deviation, lined_up, machine  # noqa: E402

ARRIVALS = 5  # tables that are opened at a time
PERCENTILES = (50, 95, 99)
COMPARED = (
    "server, ms/answer",
    "server and portal, ms/answer",
    "processor, ms/answer",
    "bytes/answer",
    "first byte p50, ms",
    "first byte p99, ms",
    "p50, ms",
    "p99, ms",
)
TOLD = ("answers/s", "server, ms/answer", "portal, ms/answer", "first byte p99, ms", "load average")
TOLD_EVERY = 5.0  # seconds between two lines of how far it is, where there is no terminal


class Progress:
    """How far it is: one line that changes on a terminal, else a line now and then."""

    def __init__(self):
        self._next = 0.0

    def tell(self, text: str, always: bool = False) -> None:
        """Say it, at a good time; `always`: something new begins."""
        if sys.stderr.isatty():
            print(f"\r{text:<70}", end="", file=sys.stderr, flush=True)
        elif always or time.monotonic() >= self._next:
            self._next = time.monotonic() + TOLD_EVERY
            print(text, file=sys.stderr, flush=True)

    def end(self) -> None:
        """The figures are next."""
        if sys.stderr.isatty():
            print(f"\r{'':<70}\r", end="", file=sys.stderr, flush=True)


progress = Progress()


async def arrive(
    game: Game, numbers: tuple[int, ...], patterns: dict, measured: Measured, options
) -> list[Person]:
    """The people of one table: connected, seated and ready."""
    sentences = Sentences({key: told for key, told in patterns.items() if key != "head"})
    seated: list[Person] = []
    for number in numbers:
        about = (name_of(number), sentences, measured, options.think)
        if number % 100 < options.websocket or options.browsers:
            person = await browser(game.websocket_port, *about, draws=options.browsers)
        else:
            person = await telnet(game.telnet_port, *about, gmcp=options.gmcp)
        person.companions = seated
        seated.append(person)
        person.send(f"connect {person.name} {PASSWORD}")
        await asyncio.sleep(0.05)  # a form in a browser is one, too
    seated[0].send(f"open {options.game} players {len(numbers)}")
    table = await seated[0].expect("|".join(patterns["head"]))
    number = next(group for group in table.groups() if group)
    for person in seated[1:]:
        person.send(f"join {number}")
        await person.expect("|".join(patterns["head"]))
    for person in seated:
        person.playing = True
        person.send("ready")
    return seated


async def play(game: Game, options) -> dict[str, float]:
    """Everybody plays; the figures of what counted."""
    measured, patterns = Measured(), game.sentences()
    count = options.tables * options.people
    numbers = list(batched(range(count), options.people))
    people: list[Person] = []
    for some in batched(numbers, ARRIVALS):
        tables = (arrive(game, seats, patterns, measured, options) for seats in some)
        people += [person for table in await asyncio.gather(*tables) for person in table]
        started = len(people) // options.people
        progress.tell(f"{started} of {options.tables} tables of {options.people} have started")
    used, begun = game.seconds(), time.monotonic()
    begun_counting, end = begun, begun + options.warm_up + options.seconds
    progress.tell(f"{len(people)} people play", always=True)
    while (now := time.monotonic()) < end:
        if not measured.counting and now >= begun + options.warm_up:
            measured.counting = True
            used, begun_counting = game.seconds(), now
        for person in people:
            person.ask_again(now)
        progress.tell(f"{end - now:.0f} s to go, {measured.answers} answers")
        await asyncio.sleep(0.5)
    measured.counting = False
    seconds = time.monotonic() - begun_counting
    used = {kind: spent - used[kind] for kind, spent in game.seconds().items()}
    progress.end()
    return {"tables": len(numbers)} | figures(measured, used, seconds)


def figures(measured: Measured, used: dict[str, float], seconds: float) -> dict[str, float]:
    """The figures of a run by name."""
    answers = max(1, measured.answers)
    found = {"answers/s": measured.answers / seconds, "answers timed": len(measured.first)}
    for kind in ("server", "portal", "workers"):
        found[f"{kind}, ms/answer"] = 1000 * used[kind] / answers
    found["server and portal, ms/answer"] = 1000 * (used["server"] + used["portal"]) / answers
    found["processor, ms/answer"] = 1000 * sum(used.values()) / answers
    found["server, % of a core"] = 100 * used["server"] / seconds
    found["bytes/answer"] = measured.received / answers
    for prefix, times in (("first byte ", measured.first), ("", measured.whole)):
        for percent in PERCENTILES:
            found[f"{prefix}p{percent}, ms"] = 1000 * percentile(times, percent)
        found[f"{prefix}max, ms"] = 1000 * max(times, default=0.0)
    found["asked again"] = measured.again
    found["load average"] = os.getloadavg()[0]
    return found


def percentile(values: list[float], percent: int) -> float:
    """The value below which so many of a hundred lie."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, len(ordered) * percent // 100)] if ordered else 0.0


def run(checkout: Path, options) -> dict[str, float]:
    """One run of one checkout, from nothing."""
    with tempfile.TemporaryDirectory(prefix="chrono-load-") as folder:
        count, languages = options.tables * options.people, options.languages.split(",")
        progress.tell(f"{checkout}: a database with {count} accounts", always=True)
        game = Game(checkout, Path(folder), count, languages)
        progress.tell("the server starts", always=True)
        try:
            game.start()
            return asyncio.run(play(game, options))
        finally:
            game.stop()


def table_of(runs: dict[str, list[dict[str, float]]]) -> list[str]:
    """The median of the rounds with the largest deviation from it; beside it the other checkout."""
    rows = [("", *runs)]
    for figure in next(iter(runs.values()))[0]:
        row = [figure]
        for rounds in runs.values():
            values = [found[figure] for found in rounds]
            row.append(f"{statistics.median(values):,.1f} ±{deviation(values):3.0%}")
        rows.append(tuple(row))
    return lined_up(rows)


def ratios_of(runs: dict[str, list[dict[str, float]]]) -> list[str]:
    """For two checkouts: the median of the ratios of each round, and the extremes."""
    ours, others = runs.values()
    rows = [("times that of the other checkout", "median", "least", "most")]
    for figure in COMPARED:
        pairs = zip(ours, others, strict=True)
        ratios = [a[figure] / b[figure] for a, b in pairs if b[figure]]
        if ratios:
            shown = (statistics.median(ratios), min(ratios), max(ratios))
            rows.append((figure, *(f"{ratio:.2f}" for ratio in shown)))
    return lined_up(rows)


def arguments(given: list[str] | None) -> argparse.Namespace:
    """What was asked for."""
    parser = argparse.ArgumentParser(prog="make load", description=__doc__)
    add = parser.add_argument
    add("--tables", type=int, default=10)
    add("--people", "--seats", type=int, default=4, help="at each table")
    add("--seconds", type=float, default=60, help="that count")
    add("--warm-up", type=float, default=15, help="seconds before, that do not count")
    add("--think", type=seconds_to_think, help="seconds for an answer: 2, or 0.5-5; see --rate")
    add("--rate", type=float, default=35, help="answers a second to aim at, without --think")
    add("--game", default="chrono")
    add("--languages", default="en,zh", help="which people read, in turn")
    add("--websocket", type=int, default=0, help="of 100 people, so many use a browser's websocket")
    add("--browsers", action="store_true", help="all draw what they are sent as data, and click")
    add("--gmcp", action="store_true", help="telnet clients take data beside text")
    add("--against", type=Path, help="another checkout, measured in turns with this one")
    add("--rounds", type=int, default=1)
    add("--json", type=Path, help="write the figures of every round to this file")
    found = parser.parse_args(given)
    if found.think is None:
        found.think = seconds_to_think(str(found.tables / found.rate))
    return found


def seconds_to_think(told: str) -> tuple[float, float]:
    """
    Between how many seconds people take for an answer: `0.5-5` says it, `2` is half as many to half
    as many again.

    :raises ValueError: it is neither.
    """
    low, _, high = told.partition("-")
    return (float(low), float(high)) if high else (0.5 * float(low), 1.5 * float(low))


def main(given: list[str] | None = None) -> None:
    """Measure and print."""
    options = arguments(given)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("It was ended; the server is stopped."))
    checkouts = {"this": ROOT}
    if options.against is not None:
        checkouts["other"] = options.against.resolve()
    load_before = os.getloadavg()[0]
    runs: dict[str, list[dict[str, float]]] = {name: [] for name in checkouts}
    for _ in range(options.rounds):
        for name, checkout in checkouts.items():
            runs[name].append(run(checkout, options))
            told = (f"{figure} {runs[name][-1][figure]:.1f}" for figure in TOLD)
            progress.tell(f"{name}: {', '.join(told)}", always=True)
    about = machine(ROOT, load_before)
    about["load"] = f"{options.tables} tables x {options.people}, {options.seconds:g} s each"
    lines = [f"{key}: {value}" for key, value in about.items()] + ["", *table_of(runs)]
    if options.against is not None:
        lines += ["", *ratios_of(runs)]
    print("\n".join(lines))
    if options.json is not None:
        asked = {key: str(value) for key, value in vars(options).items()}
        found = {"about": about, "options": asked, "runs": runs}
        options.json.write_text(json.dumps(found, indent=2), encoding="utf-8")


if __name__ == "__main__":
    main()
