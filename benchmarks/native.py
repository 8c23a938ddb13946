"""
The native machine beside the reference: `PYTHONPATH=mygame python benchmarks/native.py PACK...`,
without arguments all packs.

A row for each pack: random decisions a second in the reference and inside the native machine, where
the driver is compiled too; with one call from Python for each decision; the time of a copy of a
match, made many at a time; the time to load the pack from the cache; bytes of a match. Both
machines take turns, and each figure is the best of its turns: what else the computer does only
adds. Times are processor times.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

import rules
from rules.backends.wasm.exam import load_native
from rules.backends.wasm.functions import NotNative
from rules.backends.wasm.host import why_missing
from rules.backends.wasm.matches import NativeMatch
from rules.pack.build import load_with_compiler
from rules.pack.definition import Pack
from rules.running.match import Match

PACKS = Path(rules.__file__).parents[1] / "world/packs"
SEEDS = range(8)
TURNS = 12
COPIES = 500
MANY = 1 << 40  # more decisions than a match has
HEADINGS = ("reference/s", "inside/s", "by calls/s", "copy us", "load ms", "bytes")


def measured(play: Callable[[], int]) -> tuple[float, int]:
    """Seconds that something takes, and what it gives."""
    begin = time.thread_time()
    found = play()
    return time.thread_time() - begin, found


def play_in_python(pack: Pack, seats: int, seed: int) -> int:
    """Play a match at random; how many decisions that were."""
    m, dice, decisions = Match.new(pack, seats, seed, log=False), Random(seed), 0
    while m.standings is None:
        choice = dice.choice(m.choices)
        count = dice.randint(choice.minimum, choice.maximum)
        m.answer(choice.seat, dice.sample(range(len(choice.options)), count))
        decisions += 1
    return decisions


def measure(folder: Path) -> list[float]:
    """
    The figures of a pack, as in `HEADINGS`.

    :raises NotNative: the native machine does not play it.
    """
    pack, compiler = load_with_compiler(folder)
    seats = max(pack.program.seats)
    loaded = load_native(pack, compiler, seats)
    call = loaded.machine.function
    play, copy, copies = map(call, ("play_at_random", "copy_match", "copy_often"))
    matches = [
        NativeMatch.begin(loaded, Match.prepare(pack, seats, seed, {}, log=False)) for seed in SEEDS
    ]
    room = loaded.room_for_match(0)
    decisions: dict[tuple[str, int], int] = {}
    best: dict[tuple[str, int], float] = {}

    def note(name: str, seed: int, work: Callable[[], int]) -> None:
        taken, decisions[name, seed] = measured(work)
        best[name, seed] = min(taken, best.get((name, seed), taken))

    def play_by_calls(seed: int) -> int:
        done = 0
        while play(room, seed + done, 1):
            done += 1
        return done

    for turn in range(TURNS):
        note("load", 0, lambda: bool(load_native(pack, compiler, seats)))
        for seed, match in zip(SEEDS, matches, strict=True):
            if turn < 2:
                note("reference", seed, lambda seed=seed: play_in_python(pack, seats, seed))
            copy(room, match.address)
            note("inside", seed, lambda seed=seed: play(room, seed, MANY))
            copy(room, match.address)
            note("calls", seed, lambda seed=seed: play_by_calls(seed))
            note("copy", seed, lambda match=match: copies(room, match.address, COPIES, 0))

    def rate(name: str) -> float:
        return sum(decisions[name, seed] for seed in SEEDS) / sum(best[name, s] for s in SEEDS)

    copied = sum(best["copy", seed] for seed in SEEDS) / len(SEEDS) / COPIES
    used = max(call("bytes_used")(match.address) for match in matches)
    rates = [rate(name) for name in ("reference", "inside", "calls")]
    return [*rates, copied * 1e6, best["load", 0] * 1e3, used]


def main(names: list[str]) -> None:
    """Print a row for each pack."""
    if (why := why_missing()) is not None:
        sys.exit(f"There is no native machine: {why}.")
    print(f"{'pack':14}" + "".join(f"{each:>13}" for each in HEADINGS))
    for folder in [PACKS / name for name in names] or sorted(PACKS.iterdir()):
        if not (folder / "pack.json5").exists():
            continue
        try:
            row = measure(folder)
        except NotNative as why:
            print(f"{folder.name:14} is played by the reference alone: {why}")
            continue
        shown = [f"{each:,.0f}" if each >= 100 else f"{each:.2f}" for each in row]
        print(f"{folder.name:14}" + "".join(f"{each:>13}" for each in shown), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
