"""
Tournaments: how often one bot wins against others. From `mygame/`:
`python -m rules.bots.tournament world/packs/chrono --bots master,greedy,greedy,greedy`.

The bots change seats from match to match, so that no seat is anybody's. A shared first place counts
in parts. With budgets in iterations the result follows from the seed.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path

from ..match import Match
from ..pack import Pack, folder_named, load_pack
from ..processes import workers
from ..sim.figures import wilson
from . import make

MAX_DECISIONS = 20_000


@dataclass(frozen=True, slots=True)
class Played:
    """One match: which bot (by its place in the line-up) sat in each seat, and what each won."""

    seating: tuple[int, ...]
    shares: tuple[float, ...]  # by bot
    seconds: tuple[float, ...]  # thinking time by bot
    decisions: tuple[int, ...]  # by bot


@cache
def _pack(folder: Path) -> Pack:
    return load_pack(folder)


def play(folder: Path, specs: tuple[str, ...], seed: int, number: int) -> Played:
    """Play one match of a tournament."""
    seats = len(specs)
    seating = tuple((seat + number) % seats for seat in range(seats))
    bots = [make(specs[bot], seed * 1_000_003 + number * 101 + bot) for bot in seating]
    match = Match.new(_pack(folder), seats, seed * 1_000_003 + number // seats, log=False)
    seconds, decisions = [0.0] * seats, [0] * seats
    while not match.over and sum(decisions) < MAX_DECISIONS:
        seat = match.choices[0].seat
        start = time.perf_counter()
        picks = bots[seat].choose(match, seat)
        seconds[seating[seat]] += time.perf_counter() - start
        decisions[seating[seat]] += 1
        match.step(seat, picks)
    first = match.standings[0] if match.standings else range(seats)
    shares = [0.0] * seats
    for seat in first:
        shares[seating[seat]] = 1 / len(first)
    return Played(seating, tuple(shares), tuple(seconds), tuple(decisions))


def tournament(
    folder: Path, specs: Sequence[str], matches: int, seed: int = 0, processes: int = 1
) -> list[Played]:
    """Play matches, in as many processes; their order and outcome do not depend on how many."""
    one = partial(play, folder, tuple(specs), seed)
    if processes == 1:
        return [one(number) for number in range(matches)]
    with workers(processes) as pool:
        return list(pool.map(one, range(matches)))


def report(specs: Sequence[str], played: Sequence[Played]) -> list[str]:
    """A line for each bot of the line-up."""
    lines = [f"{len(played)} matches, an even share is {1 / len(specs):.1%}"]
    for bot, spec in enumerate(specs):
        wins = sum(one.shares[bot] for one in played)
        low, high = wilson(wins, len(played))
        seats = [
            [one.shares[bot] for one in played if one.seating[seat] == bot]
            for seat in range(len(specs))
        ]
        by_seat = " ".join(f"{sum(won):.0f}/{len(won)}" for won in seats)
        decisions = sum(one.decisions[bot] for one in played)
        pace = sum(one.seconds[bot] for one in played) / max(1, decisions) * 1000
        lines.append(
            f"{spec:<24} {wins / max(1, len(played)):6.1%}  ({low:.1%} .. {high:.1%})"
            f"  by seat {by_seat}  {pace:.2f} ms a decision"
        )
    return lines


def main(arguments: list[str] | None = None) -> int:
    """Command line."""
    parser = argparse.ArgumentParser(
        prog="python -m rules.bots.tournament", description="How often a bot wins against others."
    )
    parser.add_argument("folder", type=folder_named, help="the pack, for instance chrono")
    parser.add_argument("--bots", default="greedy,random,random,random", help="one for each seat")
    parser.add_argument("--matches", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--processes", type=int, default=1)
    given = parser.parse_args(arguments)
    specs = given.bots.split(",")
    try:
        for spec in specs:
            make(spec, 0)
    except ValueError as error:
        parser.error(str(error))
    played = tournament(given.folder, specs, given.matches, given.seed, given.processes)
    print("\n".join(report(specs, played)))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
