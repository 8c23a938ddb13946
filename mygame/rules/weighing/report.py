"""
How well a pack is covered: for each card its words, its scenarios, how often it was played, bought,
flipped and triggered in random matches, and which of its doables were never carried out.
`python -m rules.pack report FOLDER`.

What is carried out is told by the code itself: see `Compiler`'s `watched`.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from .. import scenario
from ..language.query import walk_written, word_name
from ..language.tree import Use
from ..pack import CardDef, Pack, load_watched
from ..running.code import Code, unit_reference
from . import sim


class Coverage:
    """What of a pack has been carried out; the pack is one of its own."""

    def __init__(self, folder: Path):
        """Load a pack with everything needed to watch it."""
        self.seen: set[int] = set()
        self.watching = False
        self.pack, compiler = load_watched(folder, self.mark_reached)
        self.marks = compiler.marks

    def mark_reached(self, number: int) -> None:
        """Called by the code of the pack."""
        if self.watching:
            self.seen.add(number)

    @contextmanager
    def watch(self) -> Iterator[None]:
        """Record what happens inside."""
        self.watching = True
        try:
            yield
        finally:
            self.watching = False

    def unreached_doables(self, owner: str | None) -> list[str]:
        """
        The doables of a card (None: of words and flow) that were never carried out, by place. One
        that is written out more than once, once is enough.
        """
        ran = {self.marks[number].place for number in self.seen}
        return [place for place in self._places_of(owner) if place not in ran]

    def unused_codes(self) -> list[Code]:
        """The behaviours, triggers and words that never began."""
        ran = {(self.marks[number].unit, self.marks[number].code) for number in self.seen}
        return [code for code in self.pack.program.codes if unit_reference(code) not in ran]

    def doable_count(self, owner: str | None) -> int:
        """How many doables a card has."""
        return len(self._places_of(owner))

    def _places_of(self, owner: str | None) -> list[str]:
        marks = (mark for mark in self.marks if mark.card == owner and mark.place)
        return list(dict.fromkeys(mark.place for mark in marks))


@dataclass(slots=True)
class Row:
    """A card in the report."""

    id: str
    words: list[str]
    scenarios: int = 0
    happened: dict[str, int] = field(default_factory=dict)  # event about it -> how often
    acted: int = 0  # how often a behaviour or trigger of it began
    doables: int = 0
    unreached: list[str] = field(default_factory=list)


def words_of(pack: Pack, card: CardDef) -> list[str]:
    """The words and timings that a card's behaviours use."""
    found: set[str] = set()
    for behavior in pack.trees.behaviors(card):
        if behavior.unfolded is None:
            found.add(behavior.spelled)
            parts = behavior.children()
        else:
            parts = [pack.trees.macro_use(behavior)]
        found |= {
            word_name(node)
            for part in parts
            for node in walk_written(part)
            if isinstance(node, Use)
        }
    return sorted(found)


def make_report(
    folder: Path, matches: int, seed: int = 0, checks: int = 0
) -> tuple[list[Row], Coverage, list[sim.Result]]:
    """
    Play all scenarios of a pack and so many random matches, over all numbers of seats, and report
    on each card.
    """
    coverage = Coverage(folder)
    pack = coverage.pack
    rows = {card.id: Row(card.id, words_of(pack, card)) for card in pack.cards}
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
            sim.play_match(
                pack, seed + i, pack.program.seats[i % len(pack.program.seats)], checks=checks
            )
            for i in range(matches)
        ]
    for result in results:
        for (name, card_id), count in result.subjects.items():
            happened = rows[card_id].happened
            happened[name] = happened.get(name, 0) + count
    for row in rows.values():
        row.acted = begun[row.id]
        row.doables = coverage.doable_count(row.id)
        row.unreached = coverage.unreached_doables(row.id)
    return list(rows.values()), coverage, results


def _count_codes(pack: Pack) -> Counter[str]:
    """Count how often the codes of each card begin."""
    begun: Counter[str] = Counter()

    def counted[**P, R](function: Callable[P, R], card: str) -> Callable[P, R]:
        def run(*given: P.args, **named: P.kwargs) -> R:
            begun[card] += not named.get("at")  # it begins, and does not go on
            return function(*given, **named)

        return run

    for code in pack.program.codes:
        if code.card is not None and code.direct is not None:
            code.direct = counted(code.direct, code.card)
    return begun


def table(rows: list[Row], events: list[str]) -> str:
    """The report as text, the weakest rows first."""
    columns = ["scenarios", *(name.removeprefix("on") for name in events), "acted", "doables"]
    lines = [f"{'card':<28} " + " ".join(f"{name:>9}" for name in columns) + "  words"]
    for row in sorted(rows, key=_row_order):
        values = [row.scenarios, *(row.happened.get(name, 0) for name in events), row.acted]
        cells = [*map(str, values), f"{row.doables - len(row.unreached)}/{row.doables}"]
        aligned = " ".join(
            f"{cell:>{max(9, len(name))}}" for cell, name in zip(cells, columns, strict=True)
        )
        lines.append(f"{_short_id(row.id):<28} {aligned}  {' '.join(row.words)}")
    return "\n".join(lines)


def _short_id(card_id: str) -> str:
    return card_id.rsplit(".", 1)[-1]


def _row_order(row: Row) -> tuple[Any, ...]:
    return not row.unreached, row.scenarios, row.acted + sum(row.happened.values())


def run_report(folder: Path, matches: int, checks: int, as_json: bool) -> int:
    """
    The command: 1 when a match failed, a card was never reached or a doable of it never carried
    out.
    """
    try:
        rows, coverage, results = make_report(folder, matches, checks=checks)
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
        unreached, total = coverage.unreached_doables(None), coverage.doable_count(None)
        print(f"never reached in words and flow: {len(unreached)} of {total} doables")
        print("\n".join(f"    {line}" for line in unreached))
        print("\n".join(failures))
        print(
            f"{len(results)} matches, {len(failures)} failed; {len(rows)} cards, "
            f"{len(idle)} never seen, {len(missed)} with doables never reached"
        )
    return 1 if failures or idle or missed else 0
