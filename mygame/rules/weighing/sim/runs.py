"""
A run: a folder with `run.json`, which says what is played, and the matches played so far.

Matches lie in `matches/FIRST-LAST.jsonl.gz`, named after their seeds, a match a line
(`Result.as_row`). A file is there as a whole or not at all, so that a run which was broken off goes
on where it stopped.
"""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import orjson

from ...pack import Pack
from .placement import CODE, SimulationError
from .playing import Plan

SHARD = re.compile(r"(\d+)-(\d+)\.jsonl\.gz$")


class Run:
    """
    The folder of a run.

    :raises SimulationError: it holds matches of another pack, plan or code.
    """

    def __init__(self, folder: Path, pack: Pack, plan: Plan):
        self.pack, self.plan = pack, plan
        self.matches = folder / "matches"
        self.about: dict[str, Any] = {
            "pack": {"id": pack.id, "version": pack.version, "hash": pack.hash},
            "code": CODE,
        } | plan.describe()
        file = folder / "run.json"
        if file.exists():
            self.check_same_plan(file)
            return
        self.matches.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(self.about, indent=1) + "\n", encoding="utf-8")

    def check_same_plan(self, file: Path) -> None:
        before = json.loads(file.read_text(encoding="utf-8"))
        for key, value in self.about.items():
            if before.get(key) != value:
                raise SimulationError(
                    f"{file.parent} holds matches with {key} {json.dumps(before.get(key))}, not "
                    f"{json.dumps(value)}: name another folder with --out, or play on as before"
                )

    def shards(self) -> list[tuple[int, int, Path]]:
        """(first seed, last seed, file), in the order of seeds."""
        found = []
        for file in self.matches.iterdir():
            name = SHARD.match(file.name)
            if name:
                found.append((int(name[1]), int(name[2]), file))
        return sorted(found)

    def missing_seeds(self, seeds: range, batch: int) -> list[range]:
        """The seeds not played yet, in batches."""
        batches = []
        start = seeds.start
        for first, last, _ in [*self.shards(), (seeds.stop, seeds.stop, None)]:
            for begin in range(start, min(first, seeds.stop), batch):
                batches.append(range(begin, min(begin + batch, first, seeds.stop)))
            start = max(start, last + 1)
        return batches

    def add(self, seeds: range, matches: bytes) -> None:
        """Keep a batch. The last to come with the same seeds wins: they are the same."""
        file = self.matches / f"{seeds[0]:08}-{seeds[-1]:08}.jsonl.gz"
        partial = file.with_suffix(".part")
        partial.write_bytes(matches)
        partial.replace(file)

    def rows(self, seeds: range) -> Iterator[dict[str, Any]]:
        """The matches of these seeds, in their order."""
        for first, last, file in self.shards():
            if last < seeds.start or first >= seeds.stop:
                continue
            for line in gzip.decompress(file.read_bytes()).splitlines():
                row = orjson.loads(line)
                if row["seed"] in seeds:
                    yield row
