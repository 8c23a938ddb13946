"""
The command line of the simulator: `python -m rules.weighing.sim FOLDER --matches 1000 --bots
greedy`.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import product
from pathlib import Path
from typing import Any

from ...ground.errors import PackError
from ...pack import Pack, add_folder, load_pack
from ...playing import bots as players
from ...running.match import Match
from . import figures, html
from .placement import Job, SimulationError, cluster_place, local_place, play_batches
from .playing import Plan, Variants
from .runs import Run
from .table import render_table

BATCH = 20  # matches of one task
TELLING = 10  # seconds between two lines of progress


def main(arguments: Sequence[str] | None = None) -> int:
    """0; 1 when a match failed; 2 when the run could not begin or go on."""
    given = parser().parse_args(arguments)
    try:
        if given.report:
            html.check_installed()  # before hours of play, not after
        pack = load_pack(given.folder)
        plan = plan_of(pack, given)
        result = simulate(pack, plan, given)
    except (SimulationError, PackError) as error:
        print(error, file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("broken off; with --out the same command goes on from here", file=sys.stderr)
        return 130
    if given.json:
        print(json.dumps(result, indent=2, ensure_ascii=False))
    else:
        print(render_table(pack, result))
    return 1 if result["failures"] else 0


def parser() -> argparse.ArgumentParser:
    found = argparse.ArgumentParser(
        prog="python -m rules.weighing.sim",
        description="Play many matches by machines and report on them (docs/simulator.md).",
    )
    add = found.add_argument
    add_folder(found)
    add("--matches", type=int, default=100)
    add("--seed", type=int, default=0, help="of the first match; the others follow")
    add("--seats", help="numbers of players, with commas; default: the most the game is for")
    add(
        "--bots",
        default="random",
        help="one for all seats, or one a seat with commas, changing seats from match to match: "
        + ", ".join(players.NAMES)
        + "; master:iterations=100",
    )
    add("--clock", action="store_true", help="bots may think by the clock of the machine")
    add(
        "--options",
        nargs="*",
        default=[],
        metavar="NAME=VALUE",
        help="of the match; NAME=0,1 plays every value in turn; cards by id, with + between",
    )
    add(
        "--checks",
        type=int,
        default=0,
        help="invariants: 1 cheap ones always, n deep ones at every n-th decision",
    )
    add("--report", type=Path, metavar="FILE.html", help="write a report with plots")
    add("--json", action="store_true", help="print all figures as JSON")
    add_places(found)
    return found


def add_places(to: argparse.ArgumentParser) -> None:
    """The arguments that say where matches are played (`play_missing`) and kept."""
    add = to.add_argument
    add("--out", type=Path, help="folder to keep the matches in; a run broken off goes on there")
    add("--processes", type=int, default=os.cpu_count() or 1)
    add("--cluster", metavar="ADDRESS", help="play on a Dask cluster: tcp://host:8786")
    add("--batch", type=int, default=BATCH, help="matches of one task (default %(default)s)")


def plan_of(pack: Pack, given: argparse.Namespace) -> Variants:
    """
    What the arguments ask for.

    :raises SimulationError: the game cannot be played like that.
    """
    seats = _parse_numbers("--seats", given.seats) if given.seats else (pack.program.seats[-1],)
    for number in seats:
        if number not in pack.program.seats:
            known = " or ".join(map(str, pack.program.seats))
            raise SimulationError(f"--seats: {pack.id} is for {known} players, not {number}")
    bots, options = bots_of(given.bots, seats, given.clock), options_of(pack, given.options, seats)
    return Variants(seats, bots, options, given.checks)


def bots_of(text: str, seats: tuple[int, ...], clock: bool) -> tuple[str, ...]:
    """The bots named in a text; with `clock` they may think by it."""
    bots = tuple(text.split(","))
    if len(bots) > 1 and {len(bots)} != set(seats):
        raise SimulationError(
            f"--bots names {len(bots)} bots for {' and '.join(map(str, seats))} seats: name one "
            "for all, or one for each seat"
        )
    for bot in bots:
        try:
            budget = getattr(players.make_bot(bot, 0), "budget", None)
        except ValueError as error:
            raise SimulationError(f"--bots: {error}") from None
        if budget is not None and budget.ms and not clock:
            raise SimulationError(
                f"--bots: {bot} thinks by the clock, and so the results would depend on the "
                f"machine; say how much it thinks, as {bot.partition(':')[0]}:iterations=100, or "
                "--clock if that does not matter"
            )
    return bots


def options_of(
    pack: Pack, texts: Sequence[str], seats: Sequence[int]
) -> tuple[dict[str, Any], ...]:
    """All combinations of the values, each for all these numbers of players."""
    values: dict[str, list[Any]] = {}
    for text in texts:
        name, _, given = text.partition("=")
        spec = pack.program.options.get(name)
        if spec is not None and spec.cards is not None:
            values[name] = [[*filter(None, chosen.split("+"))] for chosen in given.split(",")]
            continue
        values[name] = list(_parse_numbers(f"--options {name}", given))
        if spec is not None and spec.type == "boolean":
            values[name] = [bool(v) if v in (0, 1) else v for v in values[name]]
    combinations = [dict(zip(values, each, strict=True)) for each in product(*values.values())]
    for options in combinations:
        try:
            for players in seats:
                Match.prepare(pack, players, 0, options, log=False)
        except ValueError as error:
            raise SimulationError(f"--options: {error}") from None
    return tuple(combinations)


def _parse_numbers(what: str, text: str) -> tuple[int, ...]:
    words = {"true": "1", "false": "0"}
    try:
        return tuple(int(words.get(part, part)) for part in text.split(","))
    except ValueError:
        raise SimulationError(f"{what}: a number or several with commas, not {text!r}") from None


def simulate(pack: Pack, plan: Plan, given: argparse.Namespace) -> dict[str, Any]:
    """
    Play what is missing of the run and count it. Writes the report if one is asked for.

    :raises SimulationError: the folder holds another run, or the cluster is not there.
    """
    seeds = range(given.seed, given.seed + given.matches)
    with run_in(given.out, pack, plan) as run:
        start = time.perf_counter()
        new = play_missing(run, seeds, given)
        seconds = time.perf_counter() - start
        result = figures.figures_of(pack, run.rows(seeds))
    if new:
        result["decisions_per_second"] = result["decisions_per_match"] * new / seconds
    result["run"] = run.about | {"seed": given.seed, "seconds": seconds, "new": new}
    if given.report:
        given.report.write_text(html.render_page(pack, result), encoding="utf-8")
    return result


@contextmanager
def run_in(folder: Path | None, pack: Pack, plan: Plan) -> Iterator[Run]:
    """The run in a folder, or one that is gone with the block."""
    if folder is not None:
        yield Run(folder, pack, plan)
        return
    with tempfile.TemporaryDirectory() as made:
        yield Run(Path(made), pack, plan)


def play_missing(run: Run, seeds: range, given: argparse.Namespace) -> int:
    """
    Play the seeds that are not in the folder yet; returns how many they were.

    :raises SimulationError: playing cannot begin or go on.
    """
    if min(len(seeds), given.processes, given.batch) < 1:
        raise SimulationError("--matches, --processes and --batch are numbers above 0")
    batches = run.missing_seeds(seeds, given.batch)
    wanted = sum(map(len, batches))
    if not wanted:
        return 0
    job = Job.of(run.pack, run.plan)
    placed = (
        cluster_place(job, given.cluster) if given.cluster else local_place(job, given.processes)
    )
    with placed as place, progress(len(seeds), len(seeds) - wanted) as advance:
        for batch, matches in play_batches(place, batches):
            run.add(batch, matches)
            advance(len(batch))
    return wanted


@contextmanager
def progress(total: int, done: int) -> Iterator[Callable[[int], Any]]:
    """
    Tells how far it is: a progress bar on a terminal, if the library for it is there, else a line
    every `TELLING` seconds; gives what advances it.
    """
    with suppress(ModuleNotFoundError):
        from tqdm import tqdm

        if sys.stderr.isatty():
            with tqdm(total=total, initial=done, unit="match", smoothing=0.05) as bar:
                yield bar.update
            return
    begun = told = time.monotonic()
    at = done

    def advance(amount: int) -> None:
        nonlocal at, told
        at, now = at + amount, time.monotonic()
        if now - told < TELLING and at < total:
            return
        told, speed = now, (at - done) / max(now - begun, 1e-9)
        left = f"{speed:.0f} a second, {(total - at) / speed:.0f} seconds left"
        print(f"{at:,} of {total:,} matches, {left}", file=sys.stderr, flush=True)

    yield advance
