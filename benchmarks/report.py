"""
The results of the benchmarks as JSON and as tables.
"""

from __future__ import annotations

import os
import platform
import re
import statistics
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from rules.ground.grid import Column, grid

BESIDE_PEERS = (
    "decisions/s",
    "matches/s",
    "clone, µs",
    "save, µs",
    "load, µs",
    "legal options, µs",
)
COMPARED = ("decisions/s", "clone, µs", "save, µs", "load, µs")
COMPARED_IN_THE_TABLE = COMPARED[:2]
WIDTH = 160


@dataclass(slots=True)
class Result:
    """What a contender said of itself, and its figures: name -> one value a round."""

    about: Mapping[str, str]
    peer: bool
    figures: dict[str, list[float]] = field(default_factory=dict)

    def add(self, figures: Mapping[str, float]) -> None:
        """The figures of one more round."""
        for name, value in figures.items():
            self.figures.setdefault(name, []).append(value)


Results = Mapping[str, Result]


def deviation(values: list[float]) -> float:
    """The largest deviation from the median, as a part of it."""
    middle = statistics.median(values)
    return max(abs(value - middle) for value in values) / middle if middle else 0.0


def ratio(figure: str, own: Result, peer: Result) -> float | None:
    """How many times as fast ours is: the median of the rounds' ratios."""
    if figure not in own.figures or figure not in peer.figures:
        return None
    pairs = zip(own.figures[figure], peer.figures[figure], strict=True)
    return statistics.median(
        ours / theirs if figure.endswith("/s") else theirs / ours for ours, theirs in pairs
    )


def machine(root: Path, load_before: float) -> dict[str, Any]:
    """What one must know to read the figures."""
    return {
        "measured": datetime.now(UTC).isoformat(timespec="seconds"),
        "commit": _said(root, "git", "describe", "--always", "--dirty"),
        "cpu": _cpu(),
        "cores": os.cpu_count(),
        "system": f"{platform.system()} {platform.machine()}",
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "load before": round(load_before, 2),
        "load after": round(os.getloadavg()[0], 2),
    }


def _cpu() -> str:
    facts = Path("/proc/cpuinfo")
    text = facts.read_text(encoding="utf-8") if facts.exists() else ""
    found = re.search(r"^model name\s*: (.+)$", text, re.MULTILINE)
    return found[1] if found else platform.processor()


def _said(root: Path, *command: str) -> str:
    try:
        return subprocess.run(command, cwd=root, capture_output=True, text=True).stdout.strip()  # noqa: S603 (git and the like, named by us)
    except OSError:
        return ""


def as_data(
    machine: Mapping[str, Any], results: Results, absent: Mapping[str, str]
) -> dict[str, Any]:
    """Everything, for `--json`."""
    own, peers = _sides(results)
    return {
        "machine": dict(machine),
        "contenders": {
            name: {
                **result.about,
                "figures": {
                    figure: {
                        "median": statistics.median(values),
                        "lowest": min(values),
                        "highest": max(values),
                        "runs": values,
                    }
                    for figure, values in result.figures.items()
                },
            }
            for name, result in results.items()
        },
        "times as fast as": {
            peer: {
                name: {figure: ratio(figure, ours, theirs) for figure in COMPARED}
                for name, ours in own.items()
            }
            for peer, theirs in peers.items()
        },
        "absent": dict(absent),
    }


def table(machine: Mapping[str, Any], results: Results, absent: Mapping[str, str]) -> str:
    """Everything, for people."""
    own, peers = _sides(results)
    parts = [[f"{name}: {value}" for name, value in machine.items() if value != ""]]
    parts.append(_figures(own))
    if peers:
        parts += [_beside(results), _ratios(own, peers)]
    parts.append(
        [f"{name}: {r.about['game']} ({r.about['engine']})" for name, r in results.items()]
    )
    if absent:
        parts.append([f"{name} does not run: {why}" for name, why in absent.items()])
    return "\n\n".join("\n".join(part) for part in parts)


def _sides(results: Results) -> tuple[dict[str, Result], dict[str, Result]]:
    """Ours and the peers."""
    own = {name: result for name, result in results.items() if not result.peer}
    return own, {name: result for name, result in results.items() if result.peer}


def _figures(own: Results) -> list[str]:
    """All figures of this engine: a row each, a column for each pack."""
    names = dict.fromkeys(name for result in own.values() for name in result.figures)
    rows = [[name, *(_cell(result, name) for result in own.values())] for name in names]
    return lined_up([["this engine", *own], *rows])


def _beside(results: Results) -> list[str]:
    """The figures that others have as well: a row for each contender."""
    rows = [
        [name, *(_cell(result, figure) for figure in BESIDE_PEERS)]
        for name, result in results.items()
    ]
    return lined_up([["beside its peers", *BESIDE_PEERS], *rows])


def _ratios(own: Results, peers: Results) -> list[str]:
    """How many times as fast ours are: a table for each figure, a row for each peer."""
    lines: list[str] = []
    for figure in COMPARED_IN_THE_TABLE:
        rows = [
            [peer, *(_times(figure, ours, theirs) for ours in own.values())]
            for peer, theirs in peers.items()
        ]
        lines += ["", *lined_up([[f"{figure.split(',')[0]}, times as fast as", *own], *rows])]
    return lines[1:]


def _cell(result: Result, figure: str) -> str:
    values = result.figures.get(figure)
    if not values or not any(values):
        return "-"
    spread = f" ±{deviation(values):3.0%}" if len(values) > 1 else ""
    return _plain(statistics.median(values)) + spread


def _plain(value: float) -> str:
    """Three digits or more, with commas: 131,072, 37.5, 0.093."""
    for digits, least in enumerate((100, 10, 1)):
        if value >= least:
            return f"{value:,.{digits}f}"
    return f"{value:.3f}"


def _times(figure: str, own: Result, peer: Result) -> str:
    value = ratio(figure, own, peer)
    return "-" if value is None else _plain(value)


def lined_up(rows: Sequence[Sequence[str]]) -> list[str]:
    """Rows of figures under each other, with their names at the left."""
    return grid(rows, [Column(), *[Column("right")] * (len(rows[0]) - 1)], WIDTH)
