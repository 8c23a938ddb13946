"""
Mutate cards, check them, play those that pass: `make fuzz`.

It goes through seeds, in processes that are ended when they take too much, and writes how far it
has come to a file, from which it goes on. Prints the figures, and every finding with the pack and
seed that show it again (`--only PACK:17`). With `--failing` the cards are as they are, and parts of
them fail while they are played (`breaking`). With `--scripts` it is functions in Lua that change
(`scripts`).
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Future, wait
from functools import partial
from pathlib import Path
from typing import Any

from ..ground.processes import worker_pool
from ..pack.files import WORLD, folder_named
from .breaking import run_breaking
from .canary import check_spots
from .scripts import run_scripts
from .trial import NOTHING, Result, run_trial

NONE: dict[str, Any] = {"next": 0, **NOTHING._asdict(), "findings": []}
CHUNK = 10  # places that a process tries before it reports
PACKS = sorted(manifest.parent.name for manifest in WORLD.glob("*/pack.json5"))
WITH_SCRIPTS = sorted({folder.parent.name for folder in WORLD.glob("*/lua")})


def main(given: list[str] | None = None) -> int:
    """Go on until the time is up; 1 with findings."""
    options = parse_arguments(given)
    if options.canary:
        return run_canaries(options)
    if options.only:
        name, _, seed = options.only.partition(":")
        result = round_of(options)(str(folder_named(name)), int(seed))
        print(result)
        return int(bool(result.findings))
    if options.failing:
        options.state = options.state.with_name("failing.json")
    if options.scripts:
        options.state = options.state.with_name("scripts.json")
    figures = {**NONE, **(json.loads(options.state.read_text()) if options.state.exists() else {})}
    options.state.parent.mkdir(parents=True, exist_ok=True)
    end = time.monotonic() + 60 * options.minutes
    while time.monotonic() < end:
        run_rounds(figures, end, options)
    print(summary(figures, options))
    print("\n".join(figures["findings"]))
    return int(bool(figures["findings"]))


def round_of(options: argparse.Namespace) -> Callable[[str, int], Result]:
    """One round, in a process."""
    if options.scripts:
        return partial(run_scripts, options.lua)
    return run_breaking if options.failing else run_trial


def run_rounds(figures: dict[str, Any], end: float, options: argparse.Namespace) -> None:
    """Rounds in processes until the time is up, or one of the processes dies."""
    packs = options.pack or (WITH_SCRIPTS if options.scripts else PACKS)
    running: dict[Future[Result], str] = {}
    with worker_pool(options.processes) as pool:
        while running or time.monotonic() < end:
            while len(running) < 2 * options.processes and time.monotonic() < end:
                seed, which = divmod(figures["next"], len(packs))
                name = packs[which]
                figures["next"] += 1
                job = pool.submit(round_of(options), str(WORLD / name), seed)
                running[job] = f"{name} {seed}"
            done, _ = wait(running, return_when="FIRST_COMPLETED")
            for future in done:
                try:
                    result = future.result()
                except BrokenExecutor:
                    died = tuple(f"{job}: the process has died" for job in running.values())
                    add_result(figures, NOTHING._replace(findings=died))
                    return
                add_result(figures, result)
                del running[future]
            options.state.write_text(json.dumps(figures))
            if sys.stderr.isatty():
                print(f"\r{summary(figures, options)}   ", end="", file=sys.stderr, flush=True)


def run_canaries(options: argparse.Namespace) -> int:
    """Strings at every kind of place of all packs, until the time is up; 1 with findings."""
    state = options.state.with_name("canary.json")
    done: dict[str, Any] = json.loads(state.read_text()) if state.exists() else {}
    done = {"findings": [], **dict.fromkeys(PACKS, 0), **done}
    state.parent.mkdir(parents=True, exist_ok=True)
    end = time.monotonic() + 60 * options.minutes
    left = list(PACKS)
    with worker_pool(options.processes) as pool:
        while left and time.monotonic() < end:
            name = left.pop(0)  # in turns, so that a short time looks at all of them
            first = done[name]
            starts = [first + CHUNK * number for number in range(options.processes)]
            jobs = [pool.submit(check_spots, str(WORLD / name), start, CHUNK) for start in starts]
            for count, findings in (job.result() for job in jobs):
                done[name] += count
                done["findings"] += [f"{name}: {finding}" for finding in findings]
            if done[name] == first + CHUNK * len(jobs):
                left.append(name)
            state.write_text(json.dumps(done))
    print(", ".join(f"{name} {done[name]} places" for name in PACKS), end="")
    print(f"{'' if not left else ' (not all yet)'}, {len(done['findings'])} findings")
    print("\n".join(done["findings"]))
    return int(bool(done["findings"]))


def parse_arguments(given: list[str] | None) -> argparse.Namespace:
    """What was asked for."""
    parser = argparse.ArgumentParser(prog="make fuzz", description=__doc__)
    add = parser.add_argument
    add("--minutes", type=float, default=5)
    add("--processes", type=int, default=2)
    add("--state", type=Path, default=Path("var/fuzz.json"), help="goes on from here")
    add("--canary", action="store_true", help="strings that would sing, at every place")
    add("--failing", action="store_true", help="parts of cards that fail, in matches")
    add("--scripts", action="store_true", help="scripts that mean harm, in matches")
    add("--lua", default="", help="with --scripts: a folder of further scripts")
    add("--pack", choices=PACKS, action="append", help="this pack, not all; more than once: these")
    add("--only", help="one round again: PACK:SEED")
    return parser.parse_args(given)


def add_result(figures: dict[str, Any], result: Result) -> None:
    """Count a round."""
    for name, count in result._asdict().items():
        if name in ("slowest", "memory"):
            figures[name] = max(figures[name], count)
        else:
            figures[name] += list(count) if name == "findings" else count


def summary(figures: dict[str, Any], options: argparse.Namespace) -> str:
    """The figures in one line."""
    done, of = ("parts broken", "matches") if options.failing else ("cards checked", "played")
    return (
        f"{figures['checked']} {done}, {figures['played']} {of} in {figures['answers']} "
        f"answers ({figures['failed']} failed with a sentence), {figures['both']} decisions on "
        f"both machines, slowest step "
        f"{figures['slowest']:.2f} s, {figures['memory']} MB, "
        f"{len(figures['findings'])} findings"
    )


if __name__ == "__main__":
    sys.exit(main())
