"""
What a whole evening costs: `python benchmarks/evening.py`.

It starts the real server in a data directory of its own. Of 200 people 100 walk to and fro in the
first place outside, 60 are on expeditions, each alone, again and again, and 40 play at ten tables.
Printed is for each of the three how long it takes from typing until what comes of it is read whole,
and how much memory the Server has, each five minutes: `--seconds 3600` says whether it grows. What
was measured: `docs/benchmarks.md`.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import sys
import tempfile
import time
from itertools import batched
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "mygame"))

import pyjson5  # noqa: E402
from load import PERCENTILES, Progress, arrive, percentile  # noqa: E402
from load_accounts import PASSWORD, name_of  # noqa: E402
from load_game import Game, pattern_of  # noqa: E402
from load_people import Measured, Person, Sentences, telnet  # noqa: E402
from walking import Walker, last_sentences  # noqa: E402

LANGUAGES = ["en", "zh"]
SEATS = 4  # at a table
ARRIVALS = 10  # people who come in at a time
PAUSE = 8.0  # seconds between two walks of somebody
THINK = (2.0, 6.0)  # seconds for an answer
REMEMBERED = 300.0  # seconds between two figures of how much memory there is
WAY_DOWN = ("door", "surprise", "go mouth")  # what somebody types who wants to go down

progress = Progress()


def over_sentences() -> list[str]:
    """What is said at the end of a scene, in each language."""
    folder = ROOT / "mygame" / "world" / "locale"
    texts = [(folder / f"{each}.json5").read_text(encoding="utf-8") for each in LANGUAGES]
    return [pattern_of(pyjson5.decode(text)["scene"]["over"]) for text in texts]


async def walkers(game: Game, numbers: range, measured: Measured) -> list[Walker]:
    """Those who walk, outside the hall."""
    found, home = [], last_sentences()
    for number in numbers:
        about = (name_of(number), Sentences({"nothing": ["(?!)"]}), measured, (1, 1))
        found.append(Walker(await telnet(game.telnet_port, *about), measured, PAUSE, home))
    for some in batched(found, ARRIVALS):
        await asyncio.gather(*(each.arrive() for each in some))
    return found


async def delvers(game: Game, numbers: range, measured: Measured) -> list[Person]:
    """Those who are on expeditions, each alone."""
    patterns = game.sentences()
    told = {key: value for key, value in patterns.items() if key not in ("head", "thanks")}
    sentences = Sentences({**told, "thanks": over_sentences()})
    found = []
    for number in numbers:
        person = await telnet(game.telnet_port, name_of(number), sentences, measured, THINK)
        person.again = "down"
        person.send(f"connect {person.name} {PASSWORD}")
        await person.expect(r"door|出门")
        for line in WAY_DOWN:
            person.send(line)
            await asyncio.sleep(0.5)
        person.text, person.playing = "", True
        person.send("down")
        found.append(person)
    return found


async def spend(game: Game, options: argparse.Namespace) -> list[str]:
    """The evening; the lines of its figures."""
    walking, delving, playing = Measured(), Measured(), Measured()
    first = options.tables * SEATS
    options.think, options.websocket, options.browsers, options.gmcp = THINK, 0, False, False
    options.game = "chrono"
    patterns, seated = game.sentences(), []
    for seats in batched(range(first), SEATS):
        seated += await arrive(game, seats, patterns, playing, options)
        progress.tell(f"{len(seated)} people sit at tables")
    down = await delvers(game, range(first, first + options.down), delving)
    progress.tell(f"{len(down)} people are on expeditions", always=True)
    outside = range(first + options.down, first + options.down + options.walking)
    steps = await walkers(game, outside, walking)
    begun = time.monotonic()
    end = begun + options.warm_up + options.seconds
    tasks = [asyncio.ensure_future(each.walk(end)) for each in steps]
    await asyncio.sleep(options.warm_up)
    groups = {"steps": walking, "expeditions": delving, "tables": playing}
    for each in groups.values():
        each.counting = True
    used, memory, noted = game.seconds(), [game.memory()], time.monotonic()
    while (now := time.monotonic()) < end:
        for person in (*seated, *down):
            person.ask_again(now)
        if due := now - noted >= REMEMBERED:
            memory.append(game.memory())
            noted += REMEMBERED
        progress.tell(f"{end - now:.0f} s to go, {game.memory():.0f} MB", always=due)
        await asyncio.sleep(min(5, max(0.1, end - now)))
    memory.append(game.memory())
    spent = {kind: after - used[kind] for kind, after in game.seconds().items()}
    for each in groups.values():
        each.counting = False
    await asyncio.gather(*tasks, return_exceptions=True)
    shares = (f"{kind} {100 * each / options.seconds:.0f}" for kind, each in spent.items())
    lines = [f"% of a core: {', '.join(shares)}"]
    each_time, pause = ", ".join(f"{each:.0f}" for each in memory), REMEMBERED / 60
    lines.append(f"MB of the Server, each {pause:.0f} minutes and at the end: {each_time}")
    for name, each in groups.items():
        figures = [f"p{p} {1000 * percentile(each.whole, p):.0f} ms" for p in PERCENTILES]
        lines.append(f"{name}: {each.answers} lines, {', '.join(figures)}, again {each.again}")
    return lines


def main(given: list[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    add = parser.add_argument
    add("--walking", type=int, default=100)
    add("--down", type=int, default=60, help="people on expeditions")
    add("--tables", type=int, default=10, help="of four")
    add("--seconds", type=float, default=60, help="that count")
    add("--warm-up", type=float, default=20, help="seconds before, that do not count")
    options = parser.parse_args(given)
    random.seed(1)
    count = options.walking + options.down + options.tables * SEATS
    with tempfile.TemporaryDirectory(prefix="chrono-evening-") as folder:
        progress.tell(f"a database with {count} accounts", always=True)
        game = Game(ROOT, Path(folder), count, LANGUAGES)
        try:
            game.start()
            lines = asyncio.run(spend(game, options))
            errors = game.errors()
        finally:
            game.stop()
    print(f"load average: {os.getloadavg()[0]:.1f}")
    print("\n".join([*lines, f"tracebacks in the log: {errors}"]))


if __name__ == "__main__":
    main()
