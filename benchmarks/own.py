"""
This engine as a contender: `python own.py PACK`, see `contender.py`.

The bot is written out here, three lines, so that a faster bot never looks like a faster engine.
"""

from __future__ import annotations

import gc
import os
import platform
import sys
import time
import tracemalloc
from collections import deque
from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice
from pathlib import Path
from random import Random
from statistics import median

from contender import Figures, evenly, microseconds, rates, serve

from rules.pack import Pack, load_pack, pack_of_match
from rules.pack.versions import Change, Successor, change_of_cards, compile_change, next_version
from rules.running.choices import Choice
from rules.running.match import Match
from rules.telling.text import Text

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "server.conf.settings")  # Evennia's, for boards
from world.locale.reader import Reader
from world.render.board import Board

POSITIONS = 16  # at which clone, save, view ... are measured
LIVE = 4  # matches whose memory is measured
VERSIONS = 20  # likewise
CHANGES = 8  # of a card, which are published


def random_picks(choice: Choice, dice: Random) -> list[int]:
    """Any legal answer, each number of picks as likely."""
    return dice.sample(range(len(choice.options)), dice.randint(choice.minimum, choice.maximum))


def play(pack: Pack, seed: int, log: bool = False, trace: Callable | None = None) -> int:
    """A match of random bots as simulations play it; returns the number of decisions."""
    match = Match.new(pack, pack.program.seats[-1], seed, log=log)
    match.trace = trace
    dice, decisions = Random(seed), 0
    while not match.is_over:
        choice = match.choices[0]
        match.answer_unchecked(choice.seat, random_picks(choice, dice))
        decisions += 1
    return decisions


def moments(pack: Pack, seed: int, log: bool = True) -> Iterator[Match]:
    """
    A match as a table plays it, before every decision: answers are checked and tried on a copy,
    kept in the journal and told in the log.
    """
    match, dice = Match.new(pack, pack.program.seats[-1], seed, log=log), Random(seed)
    while not match.is_over:
        yield match
        choice, match = match.pending[0], match.draft()
        match.answer(choice.seat, random_picks(choice, dice))


def board(match: Match, text: Text) -> list[str]:
    """What the seat that is asked sees of the table."""
    view = match.view(match.pending[0].seat)
    return Board(pack_of_match(match), view, text, Reader(text.language)).lines()


def live_kilobytes(pack: Pack, log: bool, decisions: int) -> float:
    """Memory of a match after so many decisions (or at its end), with its journal."""
    gc.collect()
    tracemalloc.start()
    kept = [deque(islice(moments(pack, seed, log), decisions), maxlen=1) for seed in range(LIVE)]
    gc.collect()
    bytes_of_all = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    return bytes_of_all / len(kept) / 1000


def change_of(pack: Pack, number: int) -> Change:
    """A change of one card, which does once more what it does first."""
    able = [card for card in pack.cards if card.source.get("behaviors")] or pack.cards
    card = able[number % len(able)]
    behaviors = card.source.get("behaviors", [])
    new = {"comment": str(number), "behaviors": [*behaviors, *behaviors[:1]]}
    return change_of_cards(pack, {card.id: {**card.source, **new}})


def version_kilobytes(pack: Pack) -> float:
    """Memory of one more version of a pack, in which another card is changed."""
    versions = [pack]
    gc.collect()
    tracemalloc.start()
    for number in range(VERSIONS):
        versions.append(next_version(versions[-1], change_of(versions[-1], number)))
    gc.collect()
    bytes_of_all = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    return bytes_of_all / VERSIONS / 1000


def steps_of(pack: Pack, change: Change) -> Iterator[float]:
    """Milliseconds of each step in which a server makes the next version of a compiled change."""
    start = time.process_time()
    for _ in Successor(pack, change).steps():
        yield (time.process_time() - start) * 1e3
        start = time.process_time()
    yield (time.process_time() - start) * 1e3


class Own:
    """The figures of one pack."""

    def __init__(self, folder: Path):
        self.folder = folder
        self.pack = load_pack(folder)
        every = [match.clone(keep=True) for match in moments(self.pack, 0)]
        self.half = len(every) // 2
        self.positions = evenly(every, POSITIONS)
        self.saved = [match.save() for match in self.positions]
        names = [f"Player {seat}" for seat in range(self.pack.program.seats[-1])]
        self.texts = [Text(self.pack, language, names) for language in ("zh", "en")]

    def measure(self, seconds: float) -> Figures:
        """A round."""
        return {
            **self.playing(seconds),
            **self.single_calls(seconds / 5),
            "saved match, kB": sum(map(len, self.saved)) / len(self.saved) / 1000,
            "live match, kB": live_kilobytes(self.pack, log=True, decisions=self.half),
            "live match without its log, kB": live_kilobytes(
                self.pack, log=False, decisions=self.half
            ),
            "start-up of the pack, ms": self.start_up(),
            **self.publishing(),
            "another version of the pack, kB": version_kilobytes(self.pack),
        }

    def playing(self, seconds: float) -> Figures:
        """Whole matches; events are counted in matches of their own, for counting costs time."""
        pack = self.pack

        def silent(seed: int) -> dict[str, int]:
            return {"decisions/s": play(pack, seed), "matches/s": 1}

        def logged(seed: int) -> dict[str, int]:
            return {"decisions/s, log on": play(pack, seed, log=True)}

        def hosted(seed: int) -> dict[str, int]:
            return {"decisions/s, as a table plays": sum(1 for _ in moments(pack, seed))}

        def heard(seed: int) -> dict[str, int]:
            events: list[int] = []
            play(pack, seed, trace=lambda key, *_: events.append(key))
            return {"events/s": len(events)}

        found: Figures = {}
        for kind in (silent, logged, hosted, heard):
            found |= rates(kind, seconds)
        return found

    def single_calls(self, seconds: float) -> Figures:
        """What one does with a match at some moment."""
        calls: dict[str, list[Callable]] = {
            "clone, µs": [match.clone for match in self.positions],
            "save, µs": [match.save for match in self.positions],
            "load, µs": [partial(Match.load, self.pack, saved) for saved in self.saved],
            "hash, µs": [match.hash for match in self.positions],
            "legal options, µs": [partial(getattr, match, "pending") for match in self.positions],
            "view of a seat, µs": [
                partial(match.view, match.pending[0].seat) for match in self.positions
            ],
            "text of a board, µs": [
                partial(board, match, text) for match in self.positions for text in self.texts
            ],
        }
        return {name: microseconds(each, seconds) for name, each in calls.items()}

    def start_up(self) -> float:
        """Milliseconds from the files of a pack that was loaded before to a pack one can play."""
        start = time.process_time()
        load_pack(self.folder)
        return (time.process_time() - start) * 1e3

    def publishing(self) -> Figures:
        """A changed card, beside the server and in it; the median of some."""
        pack, beside, within, longest = self.pack, [], [], []
        for change in [change_of(pack, number) for number in range(CHANGES)]:
            start = time.process_time()
            change = compile_change(pack, change).change
            beside.append((time.process_time() - start) * 1e3)
            steps = list(steps_of(pack, change))
            within.append(sum(steps))
            longest.append(max(steps))
        return {
            "compiling a changed card, ms": median(beside),
            "the next version of that, ms": median(within),
            "its longest step, ms": median(longest),
        }


def main() -> None:
    own = Own(Path(sys.argv[1]))
    pack = own.pack
    game = f"{pack.name['en']}, {pack.program.seats[-1]} players"
    serve({"engine": f"this engine, Python {platform.python_version()}", "game": game}, own.measure)


if __name__ == "__main__":
    main()
