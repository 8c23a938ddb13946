"""What there is of the packs on the shelf: their pieces, who made them what they are, and when."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rules.pack import Pack, merging, pieces
from rules.pack.files import SECTIONS
from rules.pack.pieces import BadAddress, Piece
from rules.workshop.checking import text_difference
from world.errors import TableError
from world.shelf import games, published

if TYPE_CHECKING:
    from world.models import Publication, Revision

__all__ = [
    "find_piece",
    "folder_of",
    "head_of",
    "history_of",
    "pack_folders",
    "pieces_named",
    "text_difference",
]

#: Sections that are edited otherwise: as cards, and as a file.
ELSEWHERE = ("cards", "board")
DEEPEST = 3  # names in the address of an entry that is listed


def pack_folders() -> list[str]:
    """The folders of all packs on the shelf."""
    return sorted(pack.folder for pack in games.games_by_id().values())


def folder_of(name: str) -> str:
    """
    The folder of a pack, by that, its id, or its name in any language.

    :raises TableError: `unknownGame`.
    """
    wanted = name.strip().casefold()
    for pack in games.games_by_id().values():
        names = pack.name.values() if isinstance(pack.name, dict) else [pack.name]
        if wanted in {str(each).casefold() for each in (pack.folder, pack.id, *names)}:
            return pack.folder
    raise TableError("unknownGame", game=name, games=pack_folders())


def pack_in(folder: str) -> Pack:
    """
    The pack of a folder, as it is on the shelf.

    :raises TableError: `unknownGame`.
    """
    for pack in games.games_by_id().values():
        if pack.folder == folder:
            return pack
    raise TableError("unknownGame", game=folder, games=pack_folders())


def head_of(folder: str) -> Publication:
    """
    What is published of a pack.

    :raises TableError: `unknownGame`.
    """
    return published.head_of(folder) or _first_publication(pack_in(folder))


def _first_publication(pack: Pack) -> Publication:
    """The first publication of a pack: as it is on the shelf, beside what lies in its folder."""
    path = disk_folder(pack.folder)
    disk = merging.read_files(path) if path is not None else {}
    others = merging.others_of(disk, pack.folder)
    own = merging.own_files(pack.sources, pack.folder)
    same = {place: text for place, text in disk.items() if {**others, **own}.get(place) == text}
    version, on_disk = games.version_of(pack), merging.file_digests(same)
    return published.record_publication(version, pack.folder, others=others, on_disk=on_disk)


def disk_folder(folder: str) -> Path | None:
    """Where the files of a pack lie; None if they are in the database alone."""
    return next((path for path in games.folders() if path.name == folder and path.is_dir()), None)


def published_files(folder: str) -> dict[str, str]:
    """All files that are published of a pack, those of its parents too. Not to be changed."""
    return published.files_of(head_of(folder))


def find_piece(folder: str, address: str) -> Piece:
    """
    A piece as it is published.

    :raises TableError: `unknownGame`, `noPiece`, `badAddress`.
    """
    found = piece_or_none(folder, address)
    if found is None:
        raise TableError("noPiece", address=address, game=folder)
    return found


def piece_or_none(folder: str, address: str) -> Piece | None:
    """:raises TableError: `unknownGame`, `badAddress`."""
    try:
        return pieces.find_piece(published_files(folder), folder, address)
    except BadAddress:
        raise TableError("badAddress", address=address) from None


def pieces_named(folder: str, kind: str = "card", query: str = "") -> list[Piece]:
    """
    The pieces of a kind that a pack has itself; those whose address or text holds every word of a
    query.

    :raises TableError: `unknownGame`.
    """
    there, words = published_files(folder), query.casefold().split()
    found = []
    for address in pieces.pieces_of(there, folder):
        if address.startswith(f"{kind}:"):
            each = pieces.find_piece(there, folder, address)
            told = f"{address} {each.text if each else ''}".casefold()
            if each is not None and all(word in told for word in words):
                found.append(each)
    return found


def section_names(pack: Pack) -> list[str]:
    """The sections that a pack has, by name, but those that are edited as cards and files."""
    raw = pack.origin.raw
    return [name for name in SECTIONS if raw.get(name) and name not in ELSEWHERE]


def entry_addresses(pack: Pack, kind: str) -> list[str]:
    """The addresses of a pack's entries, its parents' too, or of its own cards or files."""
    if kind == "entry":
        raw = pack.origin.raw
        return [
            f"entry:{name}"
            for each in section_names(pack)
            for name in _walk_entries(each, raw[each])
        ]
    there = pieces.pieces_of(published_files(pack.folder), pack.folder)
    return [address for address in there if address.startswith(f"{kind}:")]


def _walk_entries(name: str, value: Any) -> Iterator[str]:
    """An entry and those in it."""
    yield name
    if isinstance(value, Mapping) and name.count(".") + 1 < DEEPEST:
        for key, inner in value.items():
            yield from _walk_entries(f"{name}.{key}", inner)


def history_of(folder: str, address: str) -> list[Revision]:
    """What became of a piece, the newest first."""
    from world.models import Revision

    rows: Any = Revision.objects.filter(folder=folder, address=address)
    return list(rows.select_related("publication", "publication__by", "before"))


def publications_of(folder: str) -> Any:
    """All publications of a pack, the newest first."""
    from world.models import Publication

    return Publication.objects.filter(folder=folder).select_related("version", "by")
