"""
What people at the tables notice of a crowd and of vandals: `make siege`.

It starts the real server with the settings of a real game, lets people look and play over real
sockets, and measures how long an answer takes, each round without and with

* junk: connections that send floods of lines, random bytes, telnet's negotiations, broken GMCP,
  lines without end and broken websocket messages, some of them logged in;
* a crowd: so many people who log in at the same moment.

Each answer is asked for by a word of its own, so that it cannot be taken for another.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from itertools import count
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "mygame"))

from load import percentile  # noqa: E402
from load_accounts import PASSWORD, name_of  # noqa: E402
from load_game import Game  # noqa: E402
from load_people import Measured, Person, Sentences, telnet  # noqa: E402
from report import lined_up, machine  # noqa: E402

SETTINGS = "server.conf.settings"
GMCP = b"\xff\xfa\xc9%s\xff\xf0"
# Everybody has the hash that a real account has; computing one for each would take minutes.
HASH_ALL = (
    "import django; django.setup()\n"
    "from django.contrib.auth.hashers import make_password\n"
    "from evennia.accounts.models import AccountDB\n"
    f"AccountDB.objects.update(password=make_password({PASSWORD!r}))"
)


def say(text: str) -> None:
    """How far it is."""
    print(text, file=sys.stderr, flush=True)


class Watch:
    """People who look about, some of whom have a game going on, and how long it takes."""

    def __init__(self, people: list[Person], pace: float):
        self.people, self.pace = people, pace
        self.words = count()

    async def for_(self, seconds: float) -> list[float]:
        """How long the answers took in the next so many seconds, in milliseconds."""
        times: list[float] = []
        end = time.monotonic() + seconds

        async def look(person: Person) -> None:
            await asyncio.sleep(random.uniform(0, self.pace))
            while time.monotonic() < end:
                word = f"q{next(self.words)}"
                begun = time.perf_counter()
                person.send(f"look {word}")
                await person.expect(rf"{word}\b")
                times.append(1000 * (time.perf_counter() - begun))
                await asyncio.sleep(self.pace * random.uniform(0.5, 1.5))

        await asyncio.gather(*(look(person) for person in self.people))
        return times


async def log_in(game: Game, number: int) -> Person:
    """A person in the hall."""
    person = await telnet(
        game.telnet_port, name_of(number), Sentences({"none": ["^$"]}), Measured(), 1
    )
    await person.expect("help")
    person.send(f"connect {person.name} {PASSWORD}")
    await person.expect("tables|桌子|tables", seconds=300)
    return person


# -- junk


def line() -> bytes:
    """What is no command."""
    return (
        random.choice((b"xyzzy %d", b"look here %d", b"say hello %d")) % random.getrandbits(30)
        + b"\r\n"
    )


def garbage() -> bytes:
    """Random bytes, with line ends among them."""
    return random.randbytes(random.randint(20, 400)) + b"\r\n"


def negotiation() -> bytes:
    """Telnet's own commands, senseless."""
    return b"".join(
        bytes((255, random.randint(250, 254), random.randrange(256))) for _ in range(30)
    )


def gmcp() -> bytes:
    """Data of a client, broken."""
    return GMCP % random.choice((b"Core.Hello {", b"Card.Play [[[[[[", b"X.Y " + b"9" * 500))


def long_line() -> bytes:
    """Part of a line without end."""
    return b"x" * 4000


JUNK: tuple[tuple[str, Callable[[], bytes], bool], ...] = (
    ("lines", line, True),
    ("lines", line, False),
    ("bytes", garbage, True),
    ("bytes", garbage, False),
    ("negotiations", negotiation, False),
    ("gmcp", gmcp, True),
    ("long lines", long_line, False),
    ("websocket", line, False),
)


class Vandal:
    """One connection that sends junk, and comes again when it is closed."""

    def __init__(self, game: Game, number: int, account: int, rate: float):
        self.game, self.account, self.rate = game, account, rate
        self.kind, self.make, self.known = JUNK[number % len(JUNK)]
        self.sent = self.closed = 0

    async def run(self) -> None:
        """Until it is cancelled."""
        while True:
            try:
                await self._once()
            except OSError:
                self.closed += 1
                await asyncio.sleep(0.5)

    async def _once(self) -> None:
        socket = self.kind == "websocket"
        port = self.game.websocket_port if socket else self.game.telnet_port
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        reading = asyncio.create_task(self._read(reader))
        try:
            if socket:
                writer.write(
                    b"GET / HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
                    b"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
                )
            elif self.known:
                writer.write(f"connect {name_of(self.account)} {PASSWORD}\r\n".encode())
            await asyncio.sleep(2)
            while not reading.done():
                writer.write(frame(self.make()) if socket else self.make())
                await writer.drain()
                self.sent += 1
                await asyncio.sleep(1 / self.rate)
            raise ConnectionError("closed by the game")
        finally:
            reading.cancel()
            writer.close()

    async def _read(self, reader: asyncio.StreamReader) -> None:
        while await reader.read(65536):
            pass


def frame(text: bytes) -> bytes:
    """A websocket message: a command, or broken JSON."""
    if random.random() < 0.5:
        text = b'["text", ["' + text.strip() + b'"], {}]'
    mask = random.randbytes(4)
    return (
        bytes((0x81, 0x80 | len(text))) + mask + bytes(b ^ mask[i % 4] for i, b in enumerate(text))
    )


async def junk(game: Game, watch: Watch, options) -> list[float]:
    """What the people see while vandals are at work."""
    vandals = [
        Vandal(game, number, options.people + number, options.rate)
        for number in range(options.junk)
    ]
    tasks = [asyncio.create_task(vandal.run()) for vandal in vandals]
    await asyncio.sleep(5)
    times = await watch.for_(options.seconds)
    for task in tasks:
        task.cancel()
    say(f"junk sent: {sum(v.sent for v in vandals)}, closed: {sum(v.closed for v in vandals)}")
    return times


# -- a crowd


async def crowd(game: Game, watch: Watch, options) -> list[float]:
    """What the people see while so many log in at the same moment."""
    begun = time.monotonic()
    first = options.people + options.junk
    arriving = asyncio.gather(*(log_in(game, first + number) for number in range(options.logins)))
    times: list[float] = []
    while not arriving.done():
        times += await watch.for_(5)
    people = await arriving
    say(f"{len(people)} people were in after {time.monotonic() - begun:.0f} s")
    for person in people:
        person.transport.close()
    await asyncio.sleep(5)
    return times


# -- a run


async def measure(game: Game, options) -> dict[str, list[list[float]]]:
    """The times of each round, by what was going on."""
    people = [await log_in(game, number) for number in range(options.people)]
    for person in people[: options.people // 3]:
        person.send("play")
        await asyncio.sleep(0.5)
    watch = Watch(people, options.pace)
    await watch.for_(10)
    found: dict[str, list[list[float]]] = {}
    trials: dict[str, Callable[..., Awaitable[list[float]]]] = {"junk": junk, "log-ins": crowd}
    for number in range(options.rounds):
        for name, trial in trials.items():
            if name not in options.only.split(","):
                continue
            say(f"round {number + 1}: {name}")
            before = await watch.for_(options.seconds)
            used, begun = game.seconds(), time.monotonic()
            during = await trial(game, watch, options)
            seconds = time.monotonic() - begun
            spent = {kind: told - used[kind] for kind, told in game.seconds().items()}
            say(", ".join(f"{kind} {100 * told / seconds:.0f} %" for kind, told in spent.items()))
            for label, times in ((f"before {name}", before), (f"with {name}", during)):
                found.setdefault(label, []).append(times)
                p50, p99 = statistics.median(times), percentile(times, 99)
                say(f"{label}: {len(times)} answers, p50 {p50:.0f} ms, p99 {p99:.0f} ms")
    return found


def main(given: list[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="make siege", description=__doc__)
    add = parser.add_argument
    add("--people", type=int, default=20, help="who look and play, a third of them in matches")
    add("--pace", type=float, default=0.5, help="seconds between an answer and the next question")
    add("--junk", type=int, default=8, help="connections that send junk")
    add("--rate", type=float, default=75, help="pieces of junk a second, each")
    add("--logins", type=int, default=200, help="people who log in at once")
    add("--seconds", type=float, default=20, help="that count, each time")
    add("--rounds", type=int, default=3)
    add("--only", default="junk,log-ins")
    options = parser.parse_args(given)
    load_before = os.getloadavg()[0]
    accounts = options.people + options.junk + options.logins
    with tempfile.TemporaryDirectory(prefix="chrono-siege-") as folder:
        game = Game(ROOT, Path(folder), accounts, ["en"])
        game.environment |= {
            "CHRONO_SETTINGS": SETTINGS,
            "DJANGO_SETTINGS_MODULE": SETTINGS,
            "CHRONO_BOT_PACE": "0.4",
        }
        game.run(["-c", HASH_ALL], cwd=game.mygame)
        game.start()
        try:
            found = asyncio.run(measure(game, options))
        finally:
            game.stop()
    rows = [("milliseconds", "answers", "p50", "p99", "max", "p99 of each round")]
    for name, rounds in found.items():
        together = [took for times in rounds for took in times]
        each = [percentile(times, 99) for times in rounds]
        rows.append(
            (
                name,
                str(len(together)),
                f"{statistics.median(together):.1f}",
                f"{percentile(together, 99):.1f}",
                f"{max(together):.0f}",
                " ".join(f"{value:.1f}" for value in each),
            )
        )
    about = machine(ROOT, load_before)
    print("\n".join([f"{key}: {value}" for key, value in about.items()]))
    print("\n".join(lined_up(rows)))


if __name__ == "__main__":
    main()
