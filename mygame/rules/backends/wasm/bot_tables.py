"""
What bots know of a program, laid down for the kernel: `BotTables` in `kernel/bots.h`.

Begin with `lay_bots`.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Sequence
from itertools import product
from typing import Any

from ...running.decks import DeckRules
from ...running.program import Program
from ...running.symbols import symbol_of
from .functions import NONE, NotNative
from .layout import BOT_TABLES, DECK_PART, PREFERENCE, WATCHED
from .tables import Tables

_NO_WORD = -1
#: What of the kinds of options bots tell apart (`OptionKind.about`).
ABOUT = {"player": 1, "definition": 2}

#: Where a function lies in the table; 0: nowhere.
type SlotOf = Callable[[Callable[..., Any] | None], int]


def lay_bots(program: Program, tables: Tables, slot_of: SlotOf) -> bytes:
    """
    The tables of bots, whose parts are put into `tables`.

    :raises NotNative: a value is no function of a unit.
    """

    def slot(function: Callable[..., Any] | None) -> int:
        found = slot_of(function)
        if function is not None and not found:
            raise NotNative(f"a value of bots that no unit has: {function.__name__}")
        return found

    def address(rows: Sequence[Any], lay: Callable[[], int]) -> int:
        return lay() if any(rows) else 0

    bots, sides, layout = program.bots, program.side_rule, program.layout
    forced = bots.forced_win
    rules = [program.zone_rules.get(zone) for zone in range(len(layout.zone_names))]
    preferences = [
        (symbol_of(prompt), of == "definition", symbol_of(word) if word else _NO_WORD, 0, slot(f))
        for (prompt, of, word), f in bots.preferences.items()
    ]
    watched = [
        (key, *[-1 if place is None else place for place in (fact.by, fact.amount)])
        for key, facts in program.preview.items()
        for fact in facts
    ]
    parts = [] if program.deck_rules is None else _lay_parts(program.deck_rules, tables)
    pools = {name: number for number, name in enumerate(dict.fromkeys(layout.pools.values()), 1)}
    pool_of = [pools[layout.pools[z]] if z in layout.pools else 0 for z in range(len(rules))]
    likely = [slot(each.likely) if each else 0 for each in rules]
    listed: list[int] = []
    spans: dict[tuple[int, ...], tuple[int, int]] = {(): (0, 0)}
    may_be = [(tuple(each.may_be) if each and each.may_be else ()) for each in rules]
    for cards in may_be:
        if cards not in spans:
            spans[cards] = len(listed), len(cards)
            listed += cards
    return struct.pack(
        f"<{BOT_TABLES}",
        slot(bots.worth),
        slot(bots.until),
        slot(forced.until if forced else None),
        slot(forced.lacking if forced else None),
        NONE if forced is None or forced.within is None else forced.within,
        bots.weighs_others,
        sides.known or sides.value is not None,
        len(preferences),
        len(parts),
        tables.rows(PREFERENCE, preferences),
        tables.rows(DECK_PART, parts),
        address(pool_of, lambda: tables.numbers("i", pool_of)),
        address(likely, lambda: tables.numbers("I", likely)),
        address(may_be, lambda: tables.rows("2i", [spans[cards] for cards in may_be])),
        tables.numbers("q", listed),
        tables.rows(WATCHED, watched),
        bots.spans,
        len(watched),
        0,
    )


def _lay_parts(rules: DeckRules, tables: Tables) -> list[tuple[int, ...]]:
    """The parts of decks, in their order: see `DeckPart` in `kernel/bots.h`."""
    names, rows = list(rules.of_part), list[tuple[int, ...]]()
    for name, cards in rules.of_part.items():
        of = beside = 0
        company = rules.company.get(name)
        if company is not None:
            others = [[card for card, _ in rules.of_part[other]] for other in company.of]
            fitting = [company.allowed_beside(cards, chosen) for chosen in product(*others)]
            of = tables.numbers("i", [*map(names.index, company.of), -1])
            beside = tables.numbers("B", [card in each for each in fitting for card, _ in cards])
        pairs = tables.numbers("q", [each for pair in cards for each in pair])
        rows.append((pairs, of, beside, len(cards), 0))
    return rows
