"""
A game as one file that runs elsewhere: in a browser, which plays it without a server.

The file is the joined module of a program (`loading`), with two sections of ours behind it, which
machines pass over: `tables`, what is laid into memory, by address; and `plan`, JSON that says what
a host has to know of the game, in no language: how a match is dealt, how its fields and zones are
read for views, what numbers mean. The tables are those of the fewest players; `tables 3` is what is
laid over them where three play. A host in JavaScript is `web/static/practice`.

    python -m rules.backends.wasm.portable FOLDER HASH

makes it and keeps it in the cache directory. Begin with `portable_game`.
"""

from __future__ import annotations

import struct
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any

import orjson

from ...ground.digests import digest
from ...ground.own_files import cache_folder, read_own, store_own
from ...language.compile import Compiler
from ...pack.between import UNIT
from ...pack.build import load_with_compiler
from ...pack.definition import Pack
from ...pack.interface import engine_digest
from ...program.form import Const, walk
from ...running.deal import common_copies
from ...running.plans import Fields, plan_of
from ...running.program import Program
from ...running.state import PLURAL
from ...running.symbols import symbol_of
from .building import read_built
from .exam import write_units
from .functions import NotNative
from .host import content_name, why_missing
from .instructions import unsigned
from .joining import Joining, Kernel
from .layout import LAST_BUDGET, MATCH, OFFSETS, PACK, STRUCTURES, offsets_of
from .loading import Laid, Written, lay_program

TABLES, PLAN = "tables", "plan"  # names of the sections
SUFFIX = ".game.wasm"
CHUNK = 64  # bytes of tables that are compared at once


def version_of(pack: Pack) -> str:
    """What names the file of a pack, without making it."""
    return digest(engine_digest(), pack.hash, content_name(read_built()))[:20]


def seats_of(program: Program) -> list[int]:
    """How many players may play a game elsewhere, bots among them."""
    return sorted(seats for seats in program.seats if seats > 1)


def why_not(program: Program) -> str | None:
    """Why a game cannot be played elsewhere, as the end of a sentence; None where it can."""
    if (missing := why_missing()) is not None:
        return missing
    if program.scripts is not None:
        return "functions of another language"
    if program.bringing.entries or program.bringing.stock:
        return "what players bring from outside"
    return None if seats_of(program) else "one player, who has nobody to play against"


def portable_game(pack: Pack, compiler: Compiler) -> bytes:
    """
    A pack that was compiled, for any number of players that it has.

    :raises NotNative: it has what cannot be played elsewhere.
    """
    program = pack.program
    if (why := why_not(program)) is not None:
        raise NotNative(why)
    kernel = read_built()
    written = write_units(program.units, compiler, kernel)
    laid, *others = [lay_program(kernel, program, n, written) for n in seats_of(program)]
    if any((each.slots, each.given) != (laid.slots, laid.given) for each in others):
        raise NotNative("other code for other numbers of players")
    file = Joining(Kernel(kernel), laid.slots, laid.given).encoded(written.units)
    file += _section(TABLES, _laid_parts(laid.data.items()))
    for seats, each in zip(seats_of(program)[1:], others, strict=True):
        file += _section(f"{TABLES} {seats}", _laid_parts(_changes(laid.data, each.data)))
    plan = {"words": words_by_number(pack, compiler), **_values_told(program, laid.slots, written)}
    return file + _section(PLAN, orjson.dumps(plan_of_game(program, laid) | plan))


def _laid_parts(parts: Iterable[tuple[int, bytes]]) -> bytes:
    return b"".join(struct.pack("<II", at, len(each)) + each for at, each in parts)


def _changes(
    before: Mapping[int, bytes], after: Mapping[int, bytes]
) -> Iterator[tuple[int, bytes]]:
    """What is laid over tables so that they become others, by address."""
    for address, data in after.items():
        for at in range(0, len(data), CHUNK):
            part = data[at : at + CHUNK]
            if part != before[address][at : at + CHUNK]:
                yield address + at, part


def _values_told(
    program: Program, slots: Mapping[str, int], written: Written
) -> dict[str, list[list[Any]]]:
    """
    The values that are worked out for seats, by where each has its function in the table: what they
    are told of the others, by name; amounts of cards, by id, each with the zones in which it is not
    told.
    """

    def slot(unit: str, value: Callable[..., Any]) -> int:
        return slots[unit] + written.units[unit].names.index(value.__name__)

    return {
        "between": [[name, slot(UNIT, value)] for name, value in program.between.items()],
        "amounts": [
            [id, [[slot(f"card {id}", each.value), *sorted(each.zones)] for each in amounts]]
            for id, amounts in program.amounts.items()
            if amounts
        ],
    }


def _section(name: str, content: bytes) -> bytes:
    """A section of a module that machines pass over."""
    named = unsigned(len(name)) + name.encode() + content
    return b"\0" + unsigned(len(named)) + named


def plan_of_game(program: Program, laid: Laid) -> dict[str, Any]:
    """What a host has to know of a game, but for what its code says."""
    layout, plan = program.layout, plan_of(program)
    fields = partial(_fields, program)
    triggers, modifiers = [], []
    for unit in program.units.values():  # numbered in this order
        triggers += [[each.mode] for each in unit.triggers]
        modifiers += [
            [program.facts[each.property].name, each.mode, each.duration] for each in unit.modifiers
        ]
    return {
        "id": program.id,
        "seats": seats_of(program),
        "players": layout.players,
        "first": layout.first,
        "width": layout.width,
        "offsets": {"match": MATCH, "pack": PACK, "block": OFFSETS},
        "structures": {name: offsets_of(name) for name in STRUCTURES},
        "lastBudget": LAST_BUDGET,
        "options": laid.option_names,
        "lists": laid.list_names,
        "chosen": laid.chosen_names,
        "deal": _deal(program),
        "match": fields(plan.match),
        "others": fields(plan.others),
        "own": fields(plan.own),
        "asked": fields(Fields(program, [f for f in layout.fields.values() if f.kind == "player"])),
        "cards": {kind: fields(found) for kind, found in plan.cards.items()},
        "facts": {
            kind: [
                [fact.name, fact.type, fact.index, int(fact.modified)]
                for fact in program.properties.values()
                if kind in fact.kinds
            ]
            for kind in layout.kinds
        },
        "zones": {
            "count": len(layout.zone_names),
            "open": [number for number, see in enumerate(layout.zone_see) if see == "all"],
            "players": [[name, first, int(open_)] for name, first, open_ in plan.player_zones],
            "own": plan.own_zones,
            "shared": [[name, number, int(open_)] for name, number, open_ in plan.zones],
        },
        "definitions": [
            [symbol, card.id, card.kind] for symbol, card in program.catalogue.by_symbol.items()
        ],
        "symbols": _symbols(program),
        "events": program.events,
        "preview": [
            [fact.name, int(fact.amount is not None)]
            for facts in program.preview.values()
            for fact in facts
        ],
        "taking": _codes_taking_results(program),
        "triggers": triggers,
        "modifiers": modifiers,
        "notes": [[number, *note] for number, note in program.notes.items()],
    }


def _fields(program: Program, fields: Fields) -> list[list[Any]]:
    """Name, type, base, and the number for modifiers (-1: none change it)."""
    modified = dict(fields.modified)
    return [
        [name, fields.types[name], base, modified.get(name, -1)]
        for name, base in zip(fields.names, fields.bases, strict=True)
    ]


def _symbols(program: Program) -> list[list[Any]]:
    """The names of the values that fields and properties can have, and of ways to win."""
    found = sorted(program.symbols.words())
    return [[number, name] for number, name in found if number not in program.catalogue.by_symbol]


def _codes_taking_results(program: Program) -> list[list[int]]:
    """The numbers of codes that take results, each with the points behind which it does."""
    codes = [code for unit in program.units.values() for code in unit.codes]
    return [[n, *sorted(code.taking_result)] for n, code in enumerate(codes) if code.taking_result]


def _deal(program: Program) -> dict[str, Any]:
    """What a match is dealt from: see `running.deal`."""
    layout, rules = program.layout, program.deck_rules
    options = [
        [name, layout.fields["match", name].base, int(spec.default)]
        for name, spec in program.options.items()
        if spec.cards is None
    ]
    cards = program.catalogue.definitions
    ready = [one.deck for one in rules.ready.values()] if rules else []
    return {
        "initial": layout.initial,
        "options": options,
        "start": program.start_zone,
        "owned": layout.owned,
        # By number of players: the place among all cards, which copy, the definition, whose.
        "copies": {
            str(seats): [[age >> 32, age & 0xFFFFFFFF, definition, player]
                         for age, definition, player in common_copies(program, seats)]
            for seats in seats_of(program)
        },
        "parts": list(rules.parts) if rules else [],
        "decks": ready,
        # By id: the place among all cards, the definition, and how many a player may have.
        "cards": {id: [cards[id].number, cards[id].symbol, cards[id].count]
                  for id in (rules.limits if rules else ())},
    }  # fmt: skip


def words_by_number(pack: Pack, compiler: Compiler) -> list[list[Any]]:
    """The words that code gives out as numbers: prompts, names and kinds of what is told."""
    found = set(
        _words_in(walk(*[step for _, routine in compiler.routines for step in routine.body]))
    )
    found |= {pack.program.turns.simultaneous, *PLURAL, *PLURAL.values()}
    return sorted([symbol_of(word), word] for word in found if word)


def _words_in(nodes: Iterable[Any]) -> Iterator[str]:
    def spread(value: Any) -> Iterator[str]:
        if isinstance(value, str):
            yield value
        elif isinstance(value, tuple):
            for each in value:
                yield from spread(each)

    for node in nodes:
        if isinstance(node, Const):
            yield from spread(node.value)


def kept_game(version: str) -> bytes | None:
    """The file of a version (`version_of`), if it has been made here."""
    found = read_own(_place_of(version))
    return None if found is None else bytes(found)


def keep_game(folder: str, content: str) -> None:
    """
    Make the file of the pack in a folder, and keep it for `kept_game`; takes a second or two.

    :raises PackError: the pack has mistakes.
    :raises LookupError: the folder holds other content than the hash says.
    :raises NotNative: it cannot be played elsewhere.
    """
    pack, compiler = load_with_compiler(Path(folder))
    if pack.hash != content:
        raise LookupError(f"{folder} does not hold the content {content}")
    store_own(_place_of(version_of(pack)), portable_game(pack, compiler))


def _place_of(version: str) -> Path:
    return cache_folder() / f"{version}{SUFFIX}"


if __name__ == "__main__":
    keep_game(sys.argv[1], sys.argv[2])
