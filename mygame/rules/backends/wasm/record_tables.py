"""
What a pack wants written down of matches (`running.measures`), laid down for the kernel:
`RecordTables` in `kernel/recording.h`.
"""

from __future__ import annotations

import struct
from collections import Counter
from collections.abc import Callable
from typing import Any

from ...running.code import Live
from ...running.measures import Heard, Held, Measure, Measures, Offered
from ...running.program import Program
from ...running.state import Layout
from ...running.symbols import symbol_of
from .functions import NONE, NotNative
from .layout import HELD_STAGE, LIMIT, LISTENER, OFFER_STAGE, RECORD_TABLES
from .tables import Tables

COUNT_STAGE, BEGIN_ROUND, BEGIN_LIFE, END_LIFE = range(4)  # what is done at an event
ANY = -1  # number of cards in a zone; also where a field is bounded by no other

#: Where a function lies in the table; 0: nowhere.
type SlotOf = Callable[[Callable[[Live, int], Any] | None], int]


def lay_record_tables(program: Program, tables: Tables, slot_of: SlotOf) -> bytes:
    """
    The tables, whose parts are put into `tables`.

    :raises NotNative: a value is no function of a unit.
    """

    def slot(measure: Measure | None) -> int:
        found = slot_of(measure.value) if measure is not None else 0
        if measure is not None and not found:
            raise NotNative(f"a value of reports that no unit has: {measure.value.__name__}")
        return found

    measures, layout = program.measures, program.layout
    numbers = {name: number for number, name in enumerate(measures.stages)}
    sources = {name: stage.source for name, stage in measures.stages.items()}
    # Of stages with the same option the last counts.
    offered = {
        (of.prompt, of.option, of.taken): name
        for name, of in sources.items()
        if isinstance(of, Offered)
    }
    offers = [
        (symbol_of(prompt), symbol_of(word), numbers[name], taken)
        for (prompt, word, taken), name in offered.items()
    ]
    held = [(slot(of.cards), numbers[name]) for name, of in sources.items() if isinstance(of, Held)]
    families = [layout.zones.get(family) for family in layout.zone_family]
    most = [ANY if each is None or each.most is None else each.most for each in families]
    listeners, series = _listeners_of(measures), [*measures.series.values()]
    limits = _limits_of(layout)
    return struct.pack(
        f"<{RECORD_TABLES}",
        *map(slot, (measures.role, measures.cards, measures.lives)),
        *(len(rows) for rows in (listeners, offers, held, series, limits)),
        tables.rows(LISTENER, listeners),
        tables.rows(OFFER_STAGE, offers),
        tables.rows(HELD_STAGE, held),
        tables.numbers("I", map(slot, series)),
        tables.rows(LIMIT, limits),
        tables.numbers("i", most),
    )


def _limits_of(layout: Layout) -> list[tuple[int, ...]]:
    """The limits of fields, those of a kind together: each says how many of its kind there are."""
    fields = [f for f in layout.fields.values() if (f.minimum, f.maximum) != (None, None)]
    kinds = Counter(field.kind for field in fields)
    return [
        (
            {"match": 0, "player": 1}.get(kind, symbol_of(kind)),
            kinds[kind],
            field.base,
            field.maximum_base if isinstance(field.maximum, str) else ANY,
            NONE if field.minimum is None else field.minimum,
            field.maximum if isinstance(field.maximum, int) else NONE,
        )
        for kind in kinds
        for field in fields
        if field.kind == kind
    ]


def _listeners_of(measures: Measures) -> list[tuple[int, ...]]:
    """What is done at events, in the order in which it is."""
    found = [
        (stage.source, COUNT_STAGE, number)
        for number, stage in enumerate(measures.stages.values())
        if isinstance(stage.source, Heard)
    ]
    if measures.round is not None:
        found.append((measures.round, BEGIN_ROUND, 0))
    if measures.begins is not None and measures.ends is not None:
        found += [(measures.begins, BEGIN_LIFE, 0), (measures.ends, END_LIFE, 0)]
    return [(of.key, does, of.what, of.player, stage) for of, does, stage in found]
