"""
What a step costs where many people stand: `python benchmarks/walking.py`.

It starts the real server in a data directory of its own, lets people walk out of the hall over real
sockets, and has each go to a place beside the first one and back, so that nearly all of them stand
at one place. Printed is how long a step takes, from sending it until the new place is read whole,
and what it cost the processors: with few people, with many, and the ratio. The rate of steps is the
same in both.

What the figures mean and what was measured: `docs/benchmarks.md`.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import re
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "mygame"))

import pyjson5  # noqa: E402
from load import PERCENTILES, Progress, percentile  # noqa: E402
from load_accounts import PASSWORD, name_of  # noqa: E402
from load_game import Game  # noqa: E402
from load_people import Measured, Person, Sentences, telnet  # noqa: E402

from rules.pack.directions import DIRECTIONS  # noqa: E402

LANGUAGES = ("en", "zh")
BESIDE = 0.5  # seconds that somebody stays at the place beside the first one
ARRIVALS = 10  # people who come in at a time

progress = Progress()


def last_sentences() -> str:
    """A pattern of what a look at a place says of the way home, in each language."""
    found = []
    for language in LANGUAGES:
        path = ROOT / "mygame" / "world" / "locale" / f"{language}.json5"
        told = pyjson5.decode(path.read_text(encoding="utf-8"))["place"]["home"]
        found.append(re.escape(re.sub(r"\|.", "", told)[-4:]))
    return "|".join(found)


class Walker:
    """Somebody who goes to and fro."""

    def __init__(self, person: Person, measured: Measured, pause: float, home: str):
        self.person, self.measured, self.pause = person, measured, pause
        self.home = home

    async def arrive(self) -> None:
        """Into the game, and out of the hall."""
        self.person.send(f"connect {self.person.name} {PASSWORD}")
        await self.person.expect(r"door|出门")
        await asyncio.sleep(0.5)
        self.person.text = ""
        await self.step("door")

    async def step(self, way: str) -> str:
        """Go, and read what is there; the ways among it."""
        person, measured = self.person, self.measured
        person.text = ""
        begun = time.monotonic()
        person.send(way)
        read = ""
        match = await person.expect(rf"(?s).*?(?:{self.home})[^\n]*\n", 60)
        read += match.group()
        if measured.counting:
            measured.answers += 1
            measured.whole.append(time.monotonic() - begun)
        return read

    async def walk(self, end: float) -> None:
        """To and fro until then."""
        read = await self.step("look")
        ways = [
            direction
            for direction, told in DIRECTIONS.items()
            if told.step and re.search(rf"(?i)(?<!\w)({told.en[0]}: |{told.zh[0]}：)", read)
        ]
        await asyncio.sleep(random.uniform(0, self.pause))
        while time.monotonic() < end:
            way = random.choice(ways)
            await self.step(way)
            await asyncio.sleep(BESIDE)
            await self.step(DIRECTIONS[way].back)
            await asyncio.sleep(random.uniform(0.5, 1.5) * self.pause)


async def walk(game: Game, count: int, options) -> dict[str, float]:
    """So many people walk; the figures of what counted."""
    measured, home = Measured(), last_sentences()
    pause = max(2 * count / options.rate - BESIDE, 0.1)
    walkers: list[Walker] = []
    for number in range(count):
        about = (name_of(number), Sentences({"nothing": ["(?!)"]}), measured, (1, 1))
        walkers.append(Walker(await telnet(game.telnet_port, *about), measured, pause, home))
    for start in range(0, count, ARRIVALS):
        await asyncio.gather(*(each.arrive() for each in walkers[start : start + ARRIVALS]))
        progress.tell(f"{start + ARRIVALS} of {count} people are outside")
    begun = time.monotonic()
    end = begun + options.warm_up + options.seconds
    progress.tell(f"{count} people walk", always=True)
    walking = [asyncio.ensure_future(each.walk(end)) for each in walkers]
    await asyncio.sleep(options.warm_up)
    measured.counting, used, counted = True, game.seconds(), time.monotonic()
    await asyncio.sleep(options.seconds)
    measured.counting = False
    seconds = time.monotonic() - counted
    spent = {kind: now - used[kind] for kind, now in game.seconds().items()}
    await asyncio.gather(*walking)
    for each in walkers:
        each.person.transport.close()
    steps = max(1, measured.answers)
    found = {"people": count, "steps": steps, "steps/s": steps / seconds}
    found |= {f"{kind}, ms/step": 1000 * spent[kind] / steps for kind in ("server", "portal")}
    found |= {f"p{each}, ms": 1000 * percentile(measured.whole, each) for each in PERCENTILES}
    return found | {"max, ms": 1000 * max(measured.whole, default=0.0)}


def arguments(given: list[str] | None) -> argparse.Namespace:
    """What was asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    add = parser.add_argument
    add("--people", type=int, default=100)
    add("--few", type=int, default=10, help="people of the run to compare it with")
    add("--rate", type=float, default=25, help="steps a second")
    add("--seconds", type=float, default=30, help="that count")
    add("--warm-up", type=float, default=10, help="seconds before, that do not count")
    return parser.parse_args(given)


def main(given: list[str] | None = None) -> None:
    """Measure and print."""
    options = arguments(given)
    runs = []
    for count in (options.few, options.people):
        with tempfile.TemporaryDirectory(prefix="chrono-walking-") as folder:
            progress.tell(f"a database with {count} accounts", always=True)
            game = Game(ROOT, Path(folder), count, list(LANGUAGES))
            try:
                game.start()
                runs.append(asyncio.run(walk(game, count, options)))
            finally:
                game.stop()
    few, many = runs
    print(f"load average: {os.getloadavg()[0]:.1f}")
    for name, value in many.items():
        ratio = value / few[name] if few[name] else 0.0
        print(f"{name:20} {few[name]:10.1f} {value:10.1f} {ratio:8.2f}")


if __name__ == "__main__":
    main()
