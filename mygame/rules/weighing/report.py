"""
How well a pack is covered: for each card its words, its scenarios, how often it was played, bought,
flipped and triggered in random matches, and which lines of its compiled behaviours were never
reached. `python -m rules.pack report FOLDER`.

Reached lines come from Python's own monitoring of the compiled code, which costs nothing once a
line has been seen.
"""

from __future__ import annotations

import json
import re
import sys
import types
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from .. import scenario
from ..pack import CardDef, Pack, load_with_sources
from ..running.code import Code
from . import sim

TOOL = sys.monitoring.COVERAGE_ID
# What the compiler writes of itself: steps between blocks, and refusals of what has no such field.
ITS_OWN = re.compile(r"m\.stack\[-1\]\.pc = |return (what|\d+)$|else:$|lacks\(")
CODE = re.compile(r"[ac](\d+)(?:_\d+)?")  # the functions of one code
AFTERWARDS = re.compile(r" or \d+$")


class Coverage:
    """Which lines of a pack's compiled code have run. Give it a pack of its own: see `of`."""

    def __init__(self, pack: Pack, sources: list[str], owners: dict[str, str | None]):
        self.pack = pack
        self.text = "\n".join(sources).split("\n")
        self.seen: set[int] = set()
        self.lines: dict[str, set[int]] = {}  # function -> its executable lines
        self.owners = owners
        self.codes: list[types.CodeType] = []
        functions = {
            name: f for name, f in pack.namespace.items() if isinstance(f, types.FunctionType)
        }
        for name in owners:
            code = functions[name].__code__
            self.codes.append(code)
            first = code.co_firstlineno
            lines = {line for _, _, line in code.co_lines() if line is not None and line > first}
            boilerplate = ("v = m.state", "z = m.zones")
            self.lines[name] = {n for n in lines if self.text[n - 1].strip() not in boilerplate}

    @classmethod
    def of(cls, folder: Path) -> Coverage:
        """Load a pack with everything needed to watch it."""
        return cls(*load_with_sources(folder))

    @contextmanager
    def watch(self) -> Iterator[None]:
        """Record what runs inside."""
        monitoring = sys.monitoring
        monitoring.use_tool_id(TOOL, "rules.weighing.report")

        def line(_: types.CodeType, number: int) -> Any:
            self.seen.add(number)
            return monitoring.DISABLE

        monitoring.register_callback(TOOL, monitoring.events.LINE, line)
        for code in self.codes:
            monitoring.set_local_events(TOOL, code, monitoring.events.LINE)
        try:
            yield
        finally:
            for code in self.codes:
                monitoring.set_local_events(TOOL, code, 0)
            monitoring.register_callback(TOOL, monitoring.events.LINE, None)
            monitoring.free_tool_id(TOOL)

    def unreached(self, owner: str | None) -> list[str]:
        """
        What a card's behaviours (None: words and flow) say that never ran. The compiler writes some
        lines out twice, where a player was asked and where not; once is enough.
        """
        mine = set().union(*(self.lines[n] for n, card in self.owners.items() if card == owner))
        ran = {self._line(n) for n in mine & self.seen}
        missed = [self._line(n) for n in sorted(mine - self.seen)]
        return [
            line for line in dict.fromkeys(missed) if line not in ran and not ITS_OWN.match(line)
        ]

    def idle(self) -> list[Code]:
        """The behaviours, triggers and words of which no line ever ran."""
        ran = {
            int(found.group(1))
            for name, lines in self.lines.items()
            if lines & self.seen and (found := CODE.fullmatch(name))
        }
        return [code for code in self.pack.codes if code.index not in ran]

    def _line(self, number: int) -> str:
        """A line without the block that comes after it."""
        return AFTERWARDS.sub("", self.text[number - 1].strip())

    def total(self, owner: str | None) -> int:
        """How many lines a card's behaviours have."""
        return sum(len(self.lines[name]) for name, o in self.owners.items() if o == owner)


@dataclass(slots=True)
class Row:
    """A card in the report."""

    id: str
    words: list[str]
    scenarios: int = 0
    happened: dict[str, int] = field(default_factory=dict)  # event about it -> how often
    acted: int = 0  # how often a behaviour or trigger of it began
    lines: int = 0
    unreached: list[str] = field(default_factory=list)


def words_of(card: CardDef) -> list[str]:
    """The words that a card's behaviours use."""
    found: set[str] = set()

    def walk(node: Any) -> None:
        if isinstance(node, dict):
            for key in ("type", "at", "do", "chooser"):
                if isinstance(node.get(key), str):
                    found.add(node[key])
            for inner in node.values():
                walk(inner)
        elif isinstance(node, list):
            for inner in node:
                walk(inner)

    walk(card.source.get("behaviors", []))
    return sorted(found)


def make(
    folder: Path, matches: int, seed: int = 0, checks: int = 0
) -> tuple[list[Row], Coverage, list[sim.Result]]:
    """
    Play all scenarios of a pack and so many random matches, over all numbers of seats, and report
    on each card.
    """
    coverage = Coverage.of(folder)
    pack = coverage.pack
    rows = {card.id: Row(card.id, words_of(card)) for card in pack.cards}
    begun = _count_codes(pack)
    with coverage.watch():
        for file in sorted((folder / "scenarios").rglob("*.json5")):
            text = file.read_text(encoding="utf-8")
            scenario.play_file(pack, file)
            for card in pack.cards:
                rows[card.id].scenarios += len(
                    re.findall(rf"\b{re.escape(card.id.rsplit('.', 1)[-1])}\b", text)
                )
        results = [
            sim.play(pack, seed + i, pack.seats[i % len(pack.seats)], checks=checks)
            for i in range(matches)
        ]
    for result in results:
        for (name, card_id), count in result.subjects.items():
            happened = rows[card_id].happened
            happened[name] = happened.get(name, 0) + count
    for row in rows.values():
        row.acted = begun[row.id]
        row.lines = coverage.total(row.id)
        row.unreached = coverage.unreached(row.id)
    return list(rows.values()), coverage, results


def _count_codes(pack: Pack) -> Counter:
    """Count how often the codes of each card begin."""
    begun: Counter = Counter()

    def counted(block: Any, card: str) -> Any:
        def run(m: Any, r: list) -> int:
            begun[card] += 1
            return block(m, r)

        return run

    for code in pack.codes:
        if code.card is not None and code.blocks:
            code.blocks = (counted(code.blocks[0], code.card), *code.blocks[1:])
    return begun


def table(rows: list[Row], events: list[str]) -> str:
    """The report as text, the weakest rows first."""
    columns = ["scenarios", *(name.removeprefix("on") for name in events), "acted", "lines"]
    lines = [f"{'card':<28} " + " ".join(f"{name:>9}" for name in columns) + "  words"]
    for row in sorted(rows, key=_strength):
        values = [row.scenarios, *(row.happened.get(name, 0) for name in events), row.acted]
        cells = [*map(str, values), f"{row.lines - len(row.unreached)}/{row.lines}"]
        aligned = " ".join(
            f"{cell:>{max(9, len(name))}}" for cell, name in zip(cells, columns, strict=True)
        )
        lines.append(f"{_short(row.id):<28} {aligned}  {' '.join(row.words)}")
    return "\n".join(lines)


def _short(card_id: str) -> str:
    return card_id.rsplit(".", 1)[-1]


def _strength(row: Row) -> tuple:
    return not row.unreached, row.scenarios, row.acted + sum(row.happened.values())


def run(folder: Path, matches: int, checks: int, as_json: bool) -> int:
    """
    The command: 1 when a match failed, a card was never reached or a line of its behaviours never
    ran.
    """
    try:
        rows, coverage, results = make(folder, matches, checks=checks)
    except scenario.ScenarioError as error:
        print(error)
        return 1
    failures = [f"seed {r.seed} with {r.seats} players: {r.failure}" for r in results if r.failure]
    idle = [row.id for row in rows if not row.happened and not row.acted]
    missed = {row.id: row.unreached for row in rows if row.unreached}
    if as_json:
        cards = [{name: getattr(row, name) for name in Row.__slots__} for row in rows]
        print(json.dumps({"cards": cards, "failures": failures}, ensure_ascii=False, indent=1))
    else:
        events = {name for row in rows for name in row.happened if "(before)" not in name}
        print(table(rows, sorted(events)))
        for card, lines in missed.items():
            print("\n".join([f"never reached in {card}:", *(f"    {line}" for line in lines)]))
        unreached, total = coverage.unreached(None), coverage.total(None)
        print(f"never reached in words and flow: {len(unreached)} of {total} lines")
        print("\n".join(f"    {line}" for line in unreached))
        print("\n".join(failures))
        print(
            f"{len(results)} matches, {len(failures)} failed; {len(rows)} cards, "
            f"{len(idle)} never seen, {len(missed)} with lines never reached"
        )
    return 1 if failures or idle or missed else 0
