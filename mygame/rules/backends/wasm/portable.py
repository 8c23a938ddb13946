"""
A game as one file that runs elsewhere: in a browser, which plays it without a server.

The file is the joined module of a program (`loading`), with two sections of ours behind it, which
machines pass over: `tables`, what is laid into memory, by address; and `plan`, JSON that says what
a host has to know of the game, in no language: how a match is dealt, how its fields and zones are
read for views, what numbers mean. A host in JavaScript is `web/static/practice`.

    python -m rules.backends.wasm.portable FOLDER HASH SEATS

makes it and keeps it in the cache directory. Begin with `portable_game`.
"""

from __future__ import annotations

import struct
import sys
from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import orjson

from ...ground.digests import digest
from ...ground.own_files import cache_folder, read_own, store_own
from ...language.compile import Compiler
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
from .layout import CHOICE, MATCH, OFFSETS, PACK
from .loading import Laid, lay_program

TABLES, PLAN = "tables", "plan"  # names of the sections
SUFFIX = ".game.wasm"


def version_of(pack: Pack, seats: int) -> str:
    """What names the file of a pack for so many players, without making it."""
    return digest(engine_digest(), pack.hash, content_name(read_built()), seats)[:20]


def why_not(program: Program) -> str | None:
    """Why a game cannot be played elsewhere, as the end of a sentence; None where it can."""
    if (missing := why_missing()) is not None:
        return missing
    if program.scripts is not None:
        return "functions of another language"
    if program.bringing.entries or program.bringing.stock:
        return "what players bring from outside"
    if program.between:
        return "what is told between players"
    return None


def portable_game(pack: Pack, compiler: Compiler, seats: int) -> bytes:
    """
    A pack that was compiled, for so many players.

    :raises NotNative: it has what cannot be played elsewhere.
    """
    if (why := why_not(pack.program)) is not None:
        raise NotNative(why)
    kernel = read_built()
    written = write_units(pack.program.units, compiler, kernel)
    laid = lay_program(kernel, pack.program, seats, written)
    module = Joining(Kernel(kernel), laid.slots, laid.given).encoded(written.units)
    plan = {**plan_of_game(pack.program, seats, laid), "words": words_by_number(pack, compiler)}
    tables = b"".join(struct.pack("<II", at, len(each)) + each for at, each in laid.data.items())
    return module + _section(TABLES, tables) + _section(PLAN, orjson.dumps(plan))


def _section(name: str, content: bytes) -> bytes:
    """A section of a module that machines pass over."""
    named = unsigned(len(name)) + name.encode() + content
    return b"\0" + unsigned(len(named)) + named


def plan_of_game(program: Program, seats: int, laid: Laid) -> dict[str, Any]:
    """What a host has to know of a game, but for `words`."""
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
        "seats": seats,
        "players": layout.players,
        "first": layout.first,
        "width": layout.width,
        "offsets": {"match": MATCH, "pack": PACK, "block": OFFSETS, "choice": CHOICE},
        "options": laid.option_names,
        "lists": laid.list_names,
        "chosen": laid.chosen_names,
        "deal": _deal(program, seats),
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


def _deal(program: Program, seats: int) -> dict[str, Any]:
    """What a match is dealt from: see `running.deal`."""
    layout, rules = program.layout, program.deck_rules
    values = [
        [layout.fields["match", name].base, int(spec.default)]
        for name, spec in program.options.items()
        if spec.cards is None and spec.default
    ]
    cards = program.catalogue.definitions
    ready = [one.deck for one in rules.ready.values()] if rules else []
    of_decks = dict.fromkeys(id for deck in ready for ids in deck.values() for id in ids)
    return {
        "initial": layout.initial,
        "values": values,
        "start": program.start_zone,
        "owned": layout.owned,
        "copies": [[age >> 32, age & 0xFFFFFFFF, definition, player]
                   for age, definition, player in common_copies(program, seats)],
        "parts": list(rules.parts) if rules else [],
        "decks": ready,
        # By id: the place among all cards, the definition, and how many a player may have.
        "cards": {id: [cards[id].number, cards[id].symbol, cards[id].count] for id in of_decks},
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


def keep_game(folder: str, content: str, seats: int) -> None:
    """
    Make the file of the pack in a folder for so many players, and keep it for `kept_game`; takes a
    second or two.

    :raises PackError: the pack has mistakes.
    :raises LookupError: the folder holds other content than the hash says.
    :raises NotNative: it cannot be played elsewhere.
    """
    pack, compiler = load_with_compiler(Path(folder))
    if pack.hash != content:
        raise LookupError(f"{folder} does not hold the content {content}")
    store_own(_place_of(version_of(pack, seats)), portable_game(pack, compiler, seats))


def _place_of(version: str) -> Path:
    return cache_folder() / f"{version}{SUFFIX}"


if __name__ == "__main__":
    keep_game(sys.argv[1], sys.argv[2], int(sys.argv[3]))
