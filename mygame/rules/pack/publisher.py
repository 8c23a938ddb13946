"""
Publishing, the part that takes time: a process of its own reads the files of a pack, checks them
and compiles what has changed (`prepare`). `ground.processes.limit_process` begins such a process.

A process that needs more time than it may is ended by the system, whatever it is at; where memory
does not suffice, that is the answer. What it has compiled it keeps on disk, for the files on the
shelf and for a folder of this version alone, from which others load it.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from ..ground.errors import PackError
from ..ground.processes import ending_after
from . import cache, merging, pieces, stored, versions
from .build import load_pack
from .definition import Pack
from .files import Loader
from .interface import engine_digest

PACKS = 8  # kept, for what is published next

_made: OrderedDict[str, Pack] = OrderedDict()  # by content


class OtherEngine(RuntimeError):
    """The engine's files are not those of the server that asks: what it compiles is not for it."""


class Put(NamedTuple):
    """A piece of a pack as it is to be: the pack's folder, the address, the text ("": none)."""

    folder: str
    address: str
    text: str


class Prepared(NamedTuple):
    """What has become of the files of a pack; plain data."""

    problems: list[str]  # everything found wrong, with file, line and column
    change: versions.Change | None = None  # from the version there was; None: the files are its own
    content: str = ""  # the hash of the next version
    sources: bytes = b""  # its files, as a database keeps them
    revised: dict[str, str] | None = (
        None  # its own pieces that are not the same: `pieces.changed_pieces`
    )
    compiled: int = 0  # units
    seconds: float = 0.0  # from reading to the last unit
    merged: merging.Merged | None = None  # what was found on disk; None: nobody looked


def prepare(
    asking: str,
    folder: str,
    before: tuple[str, str] | None,
    shelves: str,
    seconds: float,
    heads: Mapping[str, merging.Head] | None = None,
) -> Prepared:
    """
    What the files in a folder make of a pack, and what was published otherwise (`merging`).

    `asking`: the digest of the engine of who asks. `before`: a folder with the version there is,
    and its content; None if there is none. `shelves`: where the next one is written
    (`stored.shelf_of`). `heads`: what is published, by folder. After so many seconds the process
    ends.

    :raises LookupError: the folder of the version before holds other content.
    :raises OtherEngine: the code has changed since the server was started.
    """
    with time_limit(asking, seconds):
        try:
            known = published_version(*before) if before is not None else None
            found = Path(folder)
            line = merging.merge_line(found, heads or {})
            texts = merging.texts_of(line)
            prepared = _prepare_files(found, known, Path(shelves), texts)
            return prepared._replace(merged=line.get(found.name))
        except PackError as error:
            return Prepared(list(map(str, error.problems)))


def prepare_pieces(
    asking: str,
    folder: str,
    before: tuple[str, str] | None,
    shelves: str,
    seconds: float,
    puts: list[Put],
) -> Prepared:
    """
    What the version there is (None: nothing) becomes with pieces put into it, its own or its
    parents'. As `prepare`; `folder` is the name of the pack's folder.

    :raises pieces.BadAddress: what is put has none that a piece can have.
    """
    with time_limit(asking, seconds):
        try:
            known = published_version(*before) if before is not None else None
            texts = put_pieces(known.sources if known is not None else {}, puts)
            return _prepare_files(Path(shelves, "edited", folder), known, Path(shelves), texts)
        except PackError as error:
            return Prepared(list(map(str, error.problems)))


@contextmanager
def time_limit(asking: str, seconds: float) -> Iterator[None]:
    """
    The process ends if this takes longer.

    :raises OtherEngine: the code has changed since the server was started.
    """
    if asking != engine_digest():
        raise OtherEngine
    with ending_after(seconds):
        yield


def published_version(folder: str, content: str) -> Pack:
    """
    A version that is published already, by a folder with its files and its content.

    :raises LookupError: the folder holds other content.
    """
    if content not in _made:
        pack = load_pack(folder)
        if pack.hash != content:
            raise LookupError(f"{folder} does not hold the content {content}")
        _remember(pack)
    _made.move_to_end(content)
    return _made[content]


def _remember(pack: Pack) -> None:
    _made[pack.hash] = pack
    while len(_made) > PACKS:
        _made.popitem(last=False)


def _prepare_files(
    folder: Path, before: Pack | None, shelves: Path, texts: Mapping[str, str] | None
) -> Prepared:
    """
    `texts`: the files; None: those in the folder.

    :raises PackError: with every problem found.
    """
    begun, old = time.perf_counter(), before.sources if before is not None else {}
    loader = Loader(old, texts)
    change = versions.change_of_files(before, folder, loader)
    if before is not None and not loader.problems and not change.is_any():
        return Prepared([])
    change, count, pack, _ = versions.compile_change(before, change, loader)
    seconds = time.perf_counter() - begun
    _store_version(pack, shelves, texts is None)
    if before is not None:
        versions.share_with(pack, before)
    _remember(pack)
    sources, revised = (
        stored.pack_files(pack.sources),
        pieces.changed_pieces(old, pack.sources, pack.folder),
    )
    return Prepared([], change, pack.hash, sources, revised, count, seconds)


def put_pieces(sources: pieces.Sources, puts: Sequence[Put]) -> dict[str, str]:
    """
    The files with pieces as they are to be.

    :raises pieces.BadAddress: one has none that a piece can have.
    :raises PackError: a text is not the JSON5 of one value.
    """
    new = dict(sources)
    for folder, address, text in puts:
        new = pieces.put_piece(new, folder, address, text)
    return new


def next_version(pack: Pack, texts: Mapping[str, str]) -> Pack:
    """
    The version that other files make of a pack, for this process alone.

    :raises PackError: with every problem found.
    """
    loader = Loader(pack.sources, texts)
    change = versions.change_of_files(pack, Path(pack.folder), loader)
    if not change.is_any() and not loader.problems:
        return pack
    return versions.compile_change(pack, change, loader).pack


def _store_version(pack: Pack, shelves: Path, from_disk: bool) -> None:
    """
    Keep a version on disk: its files apart from those on the shelf, its units for both, unless it
    was not made from the latter.
    """
    origin = pack.origin
    shelf = stored.shelf_of(shelves, pack.id, pack.hash)
    stored.write_shelf(shelf, pack.sources)
    apart = [str((shelf / Path(each).name).resolve()) for each in origin.folders]
    places = [(shelf / pack.folder, apart)]
    if from_disk:
        places.append((origin.folder, origin.folders))
    for folder, folders in places:
        cache.store(
            folder,
            cache.Kept(folders, pack.sources, origin.raw, origin.units),
            pack.declarations.interface,
        )
