"""
The simulator: many matches by machines. From `mygame/`: `python -m rules.sim world/packs/chrono
--matches 100 --bots greedy`.
"""

from __future__ import annotations

import json
import statistics
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from .bots import greedy
from .bots.random import RandomBot
from .errors import RuleError
from .invariants import Broken, check
from .match import Match
from .pack import load_pack

MAX_DECISIONS = 20_000
FAILURES = (
    RuleError,
    Broken,
    ArithmeticError,
    LookupError,
    TypeError,
    ValueError,
    AttributeError,
)


@dataclass(slots=True)
class Result:
    """What became of one match."""

    seed: int
    seats: int
    decisions: int = 0
    rounds: int = 0
    standings: Any = None
    failure: str = ""
    events: dict[str, int] = field(default_factory=dict)
    subjects: dict[tuple[str, str], int] = field(default_factory=dict)  # (event, card it is about)


def play(
    pack: Any,
    seed: int,
    seats: int,
    bots: str = "random",
    checks: int = 0,
    options: dict | None = None,
) -> Result:
    """
    Play one match to its end. `checks`: 0 none, 1 the cheap invariants after every decision, n the
    deep ones at every n-th.
    """
    result = Result(seed, seats)
    heard: Counter = Counter()

    def trace(key: int, context: tuple, subject: int, *_: Any) -> None:
        heard[key, subject] += 1

    try:
        match = Match.prepare(pack, seats, seed, options, log=False)
        match.trace = trace
        match.begin()
        dice = RandomBot(seed)
        while not match.over:
            seat = match.choices[0].seat
            picks = dice.choose(match, seat) if bots == "random" else greedy.choose(match, seat)
            match.step(seat, picks)
            result.decisions += 1
            if checks:
                check(match, deep=checks > 1 and result.decisions % checks == 0)
            if result.decisions > MAX_DECISIONS:
                raise RuleError(f"no end after {MAX_DECISIONS} decisions")
        result.standings = match.standings
        result.rounds = match.field("round") or 0
    except FAILURES as error:
        result.failure = f"{type(error).__name__}: {error}"
    names = {declared.index: name for name, declared in pack.events.items()}
    for (key, subject), count in heard.items():
        name = names[key // 2] + (" (before)" if key % 2 else "")
        result.events[name] = result.events.get(name, 0) + count
        card = pack.card_of(subject)
        if card is not None:
            about = (name, card.id)
            result.subjects[about] = result.subjects.get(about, 0) + count
    return result


def _failure(result: Result) -> dict[str, Any]:
    return {name: getattr(result, name) for name in ("seed", "seats", "decisions", "failure")}


def summary(results: list[Result], seconds: float) -> dict[str, Any]:
    """Figures of a run."""
    done = [r for r in results if not r.failure]
    events: dict[str, int] = {}
    for result in results:
        for name, count in result.events.items():
            events[name] = events.get(name, 0) + count
    return {
        "matches": len(results),
        "finished": len(done),
        "failures": [_failure(r) for r in results if r.failure],
        "decisions_per_match": statistics.mean([r.decisions for r in done]) if done else 0,
        "rounds_per_match": statistics.mean([r.rounds for r in done]) if done else 0,
        "rounds_99": sorted(r.rounds for r in done)[int(len(done) * 0.99)] if done else 0,
        "decisions_per_second": sum(r.decisions for r in results) / seconds,
        "wins_by_seat": [
            sum(r.standings[0] == (seat,) for r in done)
            for seat in range(max((r.seats for r in results), default=0))
        ],
        "events": events,
    }


def main(arguments: list[str] | None = None) -> int:
    """Command line."""
    import argparse

    parser = argparse.ArgumentParser(
        prog="python -m rules.sim", description="Play many matches by machines."
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--matches", type=int, default=100)
    parser.add_argument("--seats", type=int)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--bots", choices=("random", "greedy"), default="random")
    parser.add_argument(
        "--checks",
        type=int,
        default=0,
        help="invariants: 1 cheap ones always, n deep ones at every n-th decision",
    )
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args(arguments)
    pack = load_pack(given.folder)
    start = time.perf_counter()
    results = [
        play(pack, given.seed + i, given.seats or pack.seats[-1], given.bots, given.checks)
        for i in range(given.matches)
    ]
    figures = summary(results, time.perf_counter() - start)
    if given.json:
        print(json.dumps(figures, indent=2))
    else:
        for key, value in figures.items():
            if key not in ("failures", "events"):
                print(
                    f"{key:>22}  {value:.1f}" if isinstance(value, float) else f"{key:>22}  {value}"
                )
        for failure in figures["failures"][:10]:
            seed, decisions = failure["seed"], failure["decisions"]
            print(f"  seed {seed} after {decisions} decisions: {failure['failure']}")
    return 1 if figures["failures"] else 0


if __name__ == "__main__":
    raise SystemExit(main())
