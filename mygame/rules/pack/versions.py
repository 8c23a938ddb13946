"""
Versions of a pack: one with some cards changed, made from one that is there.

`changed(pack, cards)` gives the next version: only the units that a change touches are compiled,
and all that is the same is shared by both, so that many versions can be played beside each other;
one that nobody plays goes when nobody refers to it. `compile_change` is the part that takes time,
for a process beside the one that serves people; it begins with `start`, which limits what it may
take.
"""

from __future__ import annotations

import resource
from collections.abc import Mapping
from typing import Any

import orjson

from ..language.units import Written, pack_up, unpack
from .build import Builder
from .definition import Pack

BYTES = 1 << 30  # of address space, for a process that compiles
SECONDS = 60  # of the processor, in all its life

Cards = Mapping[str, dict[str, Any] | None]  # by id: the card as it is written; None takes it away


def changed(pack: Pack, cards: Cards, units: bytes = b"") -> Pack:
    """
    A version of a pack in which these cards are as given. `units`: what `compile_change` made of
    the same change.

    :raises PackError: with every problem found; the pack is as it was.
    """
    origin = pack.origin
    known = {**origin.units, **(unpack(units) if units else {})}
    builder = _builder(pack, cards, known)
    new = builder.build()
    share(new, pack)
    return new


def compile_change(pack: Pack, cards: Cards) -> bytes:
    """
    The units that a change of cards touches, as bytes: a task for a process of its own.

    :raises PackError: with every problem found.
    """
    before = pack.origin.units
    builder = _builder(pack, cards, before)
    builder.build()
    written = builder.compiler.written
    return pack_up({name: unit for name, unit in written.items() if before.get(name) is not unit})


def start() -> None:
    """The first thing a process that compiles does: take no more than a change is worth."""
    resource.setrlimit(resource.RLIMIT_AS, (BYTES, BYTES))
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))


def _builder(pack: Pack, cards: Cards, known: dict[str, Written]) -> Builder:
    """A builder of the sections of a pack with these cards, which it knows by its units."""
    origin = pack.origin
    sections, sources = dict(origin.raw), dict(pack.sources)
    sections["cards"], sections["modified"] = dict(sections["cards"]), dict(sections["modified"])
    for name, card in cards.items():
        place = f"{pack.folder}/cards/{name}"
        sections["modified"].pop(f"card {name}", None)
        if card is None:
            sections["cards"].pop(name, None)
            sources[place] = ""
        else:
            sections["cards"][name] = f"{place}: {name}", card
            sources[place] = orjson.dumps(card).decode()
    builder = Builder(origin.folder, sections, sources, known=known)
    builder.folders = origin.folders
    return builder


#: What of a pack versions share where it is the same: what it declares, and what it learnt of its
#: units. Not what fills up while it is played.
SHARED = (
    *("layout", "properties", "modifiable", "facts", "minimums", "options", "preview", "rotations"),
    *("events", "timings", "_event_names", "_timing_names", "defines", "_places", "_dotted"),
    *("definitions", "by_symbol", "printed", "rows", "ranks", "_symbols", "_symbol_names"),
    *("behaviors", "own_modifiers", "amounts", "prompts", "option_words", "messages", "notes"),
    *("calls", "units", "deck_rules"),
)


def share(pack: Pack, other: Pack) -> None:
    """Let a pack refer to what another one has where both have the same."""
    for name in SHARED:
        value, old = getattr(pack, name), getattr(other, name)
        if value == old:
            setattr(pack, name, old)
        elif isinstance(value, dict) and isinstance(old, dict):
            for key, each in value.items():
                known = old.get(key)
                if known is not None and known is not each and known == each:
                    value[key] = known
