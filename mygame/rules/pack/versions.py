"""
Versions of a pack: one made from another by what is different.

`change_of_cards` and `change_of_files` give a `Change`, plain data. `compile_change` compiles the
units that it touches (in a process of its own: `publisher`), `next_version` makes the next version
of it: all that is the same is shared by both, so that many versions can be played beside each
other, and one that nobody plays goes when nobody refers to it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields, replace
from pathlib import Path
from typing import Any, NamedTuple

import orjson

from ..language.compile import Compiler
from ..language.units import from_bytes, to_bytes
from ..running.program import Program
from .build import Builder
from .definition import Pack
from .files import Loader
from .likeness import note_likeness, resolve_likeness
from .modified import parts_with_modifiers
from .sections import spell_limits

Cards = Mapping[str, dict[str, Any] | None]  # by id: the card as it is written; None takes it away

CHANGE_SECONDS = 10.0  # of processor time, to compile what a change touches


class Part(NamedTuple):
    """How a table became another: its names in order, and the entries that are not the same."""

    names: tuple[str, ...]
    others: dict[str, Any]  # tables among them as `Part`s again
    gone: tuple[str, ...]  # names that it has no more


class Change(NamedTuple):
    """How one version of a pack becomes another. Plain data, for other processes too."""

    folder: str  # where the files are
    folders: list[str]  # and those of its parents
    sources: Part  # files by place
    sections: Part
    units: bytes = b""  # those that it touches: see `compile_change`

    def is_any(self) -> bool:
        """Whether any file is new, gone or not the same."""
        return bool(self.sources.others or self.sources.gone)

    def files(self) -> list[str]:
        """The places of files that are new or not the same."""
        return list(self.sources.others)

    def cards(self) -> list[str]:
        """The ids of cards that are new or not the same."""
        cards = self.sections.others.get("cards")
        return list(cards.others if isinstance(cards, Part) else cards or ())


def table_difference(old: Mapping[str, Any], new: Mapping[str, Any]) -> Part:
    """What makes one table into another. The order of names counts."""
    others: dict[str, Any] = {}
    for name, value in new.items():
        known = old.get(name)
        if isinstance(value, dict) and isinstance(known, dict):
            part = table_difference(known, value)
            if part.others or part.names != tuple(known):  # the order counts
                others[name] = part
        elif name not in old or not _is_same(value, known):
            others[name] = value
    return Part(tuple(new), others, tuple([name for name in old if name not in new]))


def _is_same(value: Any, other: Any) -> bool:
    """Whether they are written the same way: 1 is not true, and the order of names counts."""
    return value is other or (value == other and repr(value) == repr(other))


def apply_part(old: Mapping[str, Any], part: Part) -> dict[str, Any]:
    """The table that a part makes of another; what is the same is shared."""
    new = {}
    for name in part.names:
        value = part.others.get(name) if name in part.others else old[name]
        new[name] = apply_part(old.get(name) or {}, value) if isinstance(value, Part) else value
    return new


# -- changes


def change_of_cards(pack: Pack, cards: Cards) -> Change:
    """The change of a pack to one in which these cards are as given."""
    origin = pack.origin
    sections, sources = dict(origin.raw), dict(pack.sources)
    sections["cards"], sections["like"] = dict(sections["cards"]), dict(sections["like"])
    for name, card in cards.items():
        place = f"{pack.folder}/cards/{name}"
        if card is None:
            sections["cards"].pop(name, None)
            sources[place] = ""
        else:
            sections["cards"][name] = f"{place}: {name}", card
            sources[place] = orjson.dumps(card).decode()
        note_likeness(sections, name, card)
    resolve_likeness(sections)
    return _change_of_sections(pack, sections, sources, str(origin.folder), origin.folders)


def change_to(pack: Pack, other: Pack) -> Change:
    """The change of a pack to another version of it."""
    origin = other.origin
    sections, sources = dict(origin.raw), dict(other.sources)
    return _change_of_sections(pack, sections, sources, str(origin.folder), origin.folders)


def change_of_files(pack: Pack | None, folder: Path, loader: Loader) -> Change:
    """
    The change of a pack (None: of nothing) to what the files in a folder say, as far as they can be
    read: `loader` has the problems.
    """
    sections, sources = loader.read(folder)
    return _change_of_sections(pack, sections, sources, str(folder), loader.folders)


def _change_of_sections(
    pack: Pack | None,
    sections: dict[str, Any],
    sources: dict[str, str],
    folder: str,
    folders: list[str],
) -> Change:
    spell_limits(sections)  # as those of the pack are, or they would be a change
    if pack is None:
        old_sections, old_sources = {}, {}
    else:
        old_sections, old_sources = pack.origin.raw, pack.sources
        before, now = parts_with_modifiers(old_sections), parts_with_modifiers(sections)
        sections["modified"] = {
            name: found
            for name, found in old_sections["modified"].items()
            if name in now and _is_same(now[name], before[name])
        }
    parts = table_difference(old_sources, sources), table_difference(old_sections, sections)
    return Change(folder, folders, *parts)


# -- what becomes of them


class Compiled(NamedTuple):
    """
    A change with the units that it touches, how many they are, the version that it leads to, and
    what has compiled it.
    """

    change: Change
    touched: int
    pack: Pack
    compiler: Compiler


def compile_change(
    pack: Pack | None, change: Change, loader: Loader | None = None, keeps_sources: bool = False
) -> Compiled:
    """
    Compile what a change touches. This takes time. `loader`: who has read the files;
    `keeps_sources`: whether the compiler does, for another machine.

    :raises PackError: with every problem found.
    """
    before = pack.origin.units if pack is not None else {}
    builder = _successor_builder(pack, change)
    builder.compiler.seconds = CHANGE_SECONDS
    builder.compiler.keeps_sources = keeps_sources
    if loader is not None:
        builder.problems, builder.unread = loader.problems, loader.unread
    new = builder.build()
    written = builder.compiler.written
    touched = {name: unit for name, unit in written.items() if before.get(name) is not unit}
    compiler = builder.compiler
    return Compiled(change._replace(units=to_bytes(touched)), len(compiler.compiled), new, compiler)


class Successor:
    """The next version of a pack (None: of nothing) in the making, from a change with its units."""

    def __init__(self, pack: Pack | None, change: Change):
        self.before = pack
        self._builder = _successor_builder(pack, change)
        self.pack = self._builder.pack

    def steps(self) -> Iterator[None]:
        """
        Make it, in steps of a few milliseconds, for who has others to serve meanwhile.

        :raises PackError: with every problem found; the pack before is as it was.
        """
        yield from self._builder.steps()
        if self.before is not None:
            share_with(self.pack, self.before)


def next_version(pack: Pack, change: Change) -> Pack:
    """
    The next version of a pack. Where the change does not have its units they are compiled now.

    :raises PackError: with every problem found; the pack is as it was.
    """
    successor = Successor(pack, change)
    for _ in successor.steps():
        pass
    return successor.pack


def _successor_builder(pack: Pack | None, change: Change) -> Builder:
    """A builder of the version a change leads to, which knows what is compiled already."""
    known = from_bytes(change.units) if change.units else {}
    old_sections, old_sources = {}, {}
    if pack is not None:
        known = {**pack.origin.units, **known}
        old_sections, old_sources = pack.origin.raw, pack.sources
    sections, sources = (
        apply_part(old_sections, change.sections),
        apply_part(old_sources, change.sources),
    )
    if "modified" in sections:  # it is filled up; what the version before has of it is its own
        sections["modified"] = dict(sections["modified"])
    builder = Builder(Path(change.folder), sections, sources, known=known)
    builder.folders = change.folders
    builder.unchecked = {} if change.units else _changed_sections(sections, change)
    return builder


def _changed_sections(sections: dict[str, Any], change: Change) -> dict[str, Any]:
    """The sections that are not the same; of the cards those that are not."""
    others = {name: sections[name] for name in change.sections.others}
    if "cards" in others:
        others["cards"] = {name: sections["cards"][name] for name in change.cards()}
    return others


#: What of declarations and programs versions share where it is the same.
DECLARED = (
    *("layout", "properties", "modifiable", "facts", "options", "preview", "rotations", "piles"),
    *("events", "timings", "questions", "defines", "places", "dotted", "deck_rules", "symbols"),
)
OF_PROGRAM = ("answers", "behaviors", "own_modifiers", "amounts", "minimums", "calls", "units")
OF_CARDS = ("definitions", "by_symbol", "printed", "rows")
SPOKEN = ("prompts", "option_words", "messages", "notes", "told")


def share_with(pack: Pack, other: Pack) -> None:
    """
    Let a pack, of which there is no match yet, refer to what another one has where both have the
    same. Not to what is found out about programs while matches run.
    """
    declared, program = pack.declarations, pack.program
    _share_values(declared, other.declarations, DECLARED)
    _share_values(pack.spoken, other.spoken, SPOKEN)
    cards = _shared_values(program.catalogue, other.program.catalogue, OF_CARDS)
    declared.catalogue = replace(program.catalogue, **cards)
    own = _shared_values(program, other.program, OF_PROGRAM)
    same = {name: getattr(declared, name) for name in DECLARED if name in _FIELDS}
    pack.program = replace(
        program, catalogue=declared.catalogue, notes=pack.spoken.notes, **{**same, **own}
    )


def _share_values(of: object, other: object, names: Iterable[str]) -> None:
    for name, value in _shared_values(of, other, names).items():
        setattr(of, name, value)


def _shared_values(of: object, other: object, names: Iterable[str]) -> dict[str, Any]:
    """What stands under some names: that of the other where it is the same, as far as it is."""
    found: dict[str, Any] = {}
    for name in names:
        value, old = getattr(of, name), getattr(other, name)
        if value == old:
            found[name] = old
        elif isinstance(value, dict) and isinstance(old, dict):
            for key, each in value.items():
                known = old.get(key)
                if known is not None and known is not each and known == each:
                    value[key] = known
    return found


_FIELDS = {each.name for each in fields(Program)} - {"events"}
