"""
How fast the engine is on full matches of a pack: `make bench`.

Every figure is the median of several runs with the spread between the fastest and the slowest; JSON
with `--json`. Timings of a shared machine differ by half from hour to hour: compare ratios of one
run.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import time
import tracemalloc
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "mygame"))

from rules import sim  # noqa: E402
from rules.bots.random import RandomBot  # noqa: E402
from rules.match import Match  # noqa: E402
from rules.pack import Pack, load_pack  # noqa: E402


def middle_of(pack: Pack, seed: int = 5, decisions: int = 600) -> Match:
    """A match somewhere in the middle, by random play."""
    match = Match.new(pack, pack.seats[-1], seed, log=False)
    bot = RandomBot(seed)
    for _ in range(decisions):
        if match.over:
            return middle_of(pack, seed + 1, decisions // 2)
        seat = match.choices[0].seat
        match.step(seat, bot.choose(match, seat))
    return match


def per_call(function: Callable[[], object], calls: int, runs: int) -> list[float]:
    """Microseconds a call, for each run."""
    found = []
    for _ in range(runs):
        start = time.perf_counter()
        for _ in range(calls):
            function()
        found.append((time.perf_counter() - start) / calls * 1e6)
    return found


def random_play(pack: Pack, matches: int, log: bool) -> tuple[float, float, float]:
    """Decisions, matches and events a second of processor time with random bots."""
    events = [0]

    def trace(*_: object) -> None:
        events[0] += 1

    decisions = 0
    start = time.process_time()
    for seed in range(matches):
        match = Match.new(pack, pack.seats[-1], seed, log=log)
        match.trace = trace
        bot = RandomBot(seed)
        while not match.over:
            seat = match.choices[0].seat
            match.step(seat, bot.choose(match, seat))
            decisions += 1
    seconds = time.process_time() - start
    return decisions / seconds, matches / seconds, events[0] / seconds


def measure(folder: Path, runs: int, matches: int) -> dict[str, list[float]]:
    """All figures: name with unit -> one value a run."""
    found: dict[str, list[float]] = {}
    found["pack start-up, ms"] = [x / 1000 for x in per_call(lambda: load_pack(folder), 1, 3)]
    pack = load_pack(folder)
    for log in (False, True):
        rows = [random_play(pack, matches, log) for _ in range(runs)]
        name = "log on" if log else "log off"
        found[f"decisions a second, {name}"] = [row[0] for row in rows]
        if not log:
            found["matches a second"] = [row[1] for row in rows]
            found["events a second"] = [row[2] for row in rows]
    greedy = [sim.play(pack, seed, pack.seats[-1], "greedy") for seed in range(2)]
    found["greedy bot: decisions a match"] = [float(result.decisions) for result in greedy]
    match = middle_of(pack)
    saved = match.save()
    found["clone, µs"] = per_call(match.clone, 2000, runs)
    found["save, µs"] = per_call(match.save, 1000, runs)
    found["load, µs"] = per_call(lambda: Match.load(pack, saved), 500, runs)
    found["hash, µs"] = per_call(match.hash, 1000, runs)
    found["view of a seat, µs"] = per_call(lambda: match.view(0), 200, runs)
    tracemalloc.start()
    kept = [match.clone() for _ in range(200)]
    found["memory of a match, kB"] = [tracemalloc.get_traced_memory()[0] / len(kept) / 1000]
    tracemalloc.stop()
    found["saved match, kB"] = [len(saved) / 1000]
    return found


def main() -> None:
    """Print a table, or JSON."""
    parser = argparse.ArgumentParser(description="How fast the engine is on full matches.")
    parser.add_argument("folder", nargs="?", type=Path, default=ROOT / "mygame/world/packs/chrono")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--matches", type=int, default=10, help="of random play in each run")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    found = measure(given.folder, given.runs, given.matches)
    if given.json:
        print(json.dumps(found, indent=1, ensure_ascii=False))
        return
    print(f"{given.folder.name}, Python {sys.version.split()[0]}")
    for name, values in found.items():
        middle = statistics.median(values)
        print(f"{name:<36} {middle:>12,.1f}   {min(values):,.1f} .. {max(values):,.1f}")


if __name__ == "__main__":
    main()
