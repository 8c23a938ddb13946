"""
Mutate cards, check them, play those that pass: `make fuzz`.

It goes through seeds, in processes that are ended when they take too much, and writes how far it
has come to a file, from which it goes on. Prints the figures, and every finding with the pack and
seed that show it again (`--only PACK:17`).
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from concurrent.futures import BrokenExecutor, Future, wait
from pathlib import Path

from ..pack.files import WORLD, folder_named
from ..processes import workers
from .trial import NOTHING, Result, trial

NONE: dict = {"next": 0, **NOTHING._asdict(), "findings": []}
PACKS = sorted(manifest.parent.name for manifest in WORLD.glob("*/pack.json5"))


def main(given: list[str] | None = None) -> int:
    """Go on until the time is up; 1 with findings."""
    options = arguments(given)
    if options.only:
        name, _, seed = options.only.partition(":")
        result = trial(str(folder_named(name)), int(seed))
        print(result)
        return int(bool(result.findings))
    figures = {**NONE, **(json.loads(options.state.read_text()) if options.state.exists() else {})}
    options.state.parent.mkdir(parents=True, exist_ok=True)
    end = time.monotonic() + 60 * options.minutes
    while time.monotonic() < end:
        rounds(figures, end, options)
    print(summary(figures))
    print("\n".join(figures["findings"]))
    return int(bool(figures["findings"]))


def rounds(figures: dict, end: float, options: argparse.Namespace) -> None:
    """Rounds in processes until the time is up, or one of the processes dies."""
    running: dict[Future, str] = {}
    with workers(options.processes) as pool:
        while running or time.monotonic() < end:
            while len(running) < 2 * options.processes and time.monotonic() < end:
                name, seed = PACKS[figures["next"] % len(PACKS)], figures["next"] // len(PACKS)
                figures["next"] += 1
                running[pool.submit(trial, str(WORLD / name), seed)] = f"{name} {seed}"
            done, _ = wait(running, return_when="FIRST_COMPLETED")
            for future in done:
                try:
                    result = future.result()
                except BrokenExecutor:
                    died = tuple(f"{job}: the process has died" for job in running.values())
                    add(figures, NOTHING._replace(findings=died))
                    return
                add(figures, result)
                del running[future]
            options.state.write_text(json.dumps(figures))
            if sys.stderr.isatty():
                print(f"\r{summary(figures)}   ", end="", file=sys.stderr, flush=True)


def arguments(given: list[str] | None) -> argparse.Namespace:
    """What was asked for."""
    parser = argparse.ArgumentParser(prog="make fuzz", description=__doc__)
    add = parser.add_argument
    add("--minutes", type=float, default=5)
    add("--processes", type=int, default=2)
    add("--state", type=Path, default=Path("var/fuzz.json"), help="goes on from here")
    add("--only", help="one round again: PACK:SEED")
    return parser.parse_args(given)


def add(figures: dict, result: Result) -> None:
    """Count a round."""
    for name, count in result._asdict().items():
        if name in ("slowest", "memory"):
            figures[name] = max(figures[name], count)
        else:
            figures[name] += list(count) if name == "findings" else count


def summary(figures: dict) -> str:
    """The figures in one line."""
    return (
        f"{figures['checked']} cards checked, {figures['played']} played in {figures['answers']} "
        f"answers ({figures['failed']} failed with a sentence), slowest step "
        f"{figures['slowest']:.2f} s, {figures['memory']} MB, "
        f"{len(figures['findings'])} findings"
    )


if __name__ == "__main__":
    sys.exit(main())
