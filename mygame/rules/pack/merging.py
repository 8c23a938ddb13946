"""
Files on disk and what is published of them: both may have changed since they were last the same.

`merge_folder` compares the files of a pack with its head, what is published of it. What has changed
in one of the two is taken; what has changed in both stays as it is published, and is told, until
somebody decides. Nothing is lost: the file stays on disk, the publication in the database.
`merge_line` does so for a pack and those it inherits from.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from ..ground.digests import digest
from ..ground.errors import PackError, Problem
from . import stored
from .files import describe_utf8_error, files_of_pack, read_text
from .pieces import BadAddress, parent_of, split_address


class Head(NamedTuple):
    """What is published of a pack, as a database has it; plain data."""

    sources: bytes  # of the pack and its parents: `stored`
    others: bytes  # its own files that are no part of it, such as scenarios
    on_disk: dict[str, str]  # digests of the files on disk that were taken in, by place

    def own_files(self, folder: str) -> dict[str, str]:
        """All its own files by place."""
        both = stored.unpack_files(self.others) | stored.unpack_files(self.sources)
        return own_files(both, folder)


class Merged(NamedTuple):
    """What comes of a folder and its head. Lists are of places."""

    files: dict[str, str]  # as they are from now on
    on_disk: dict[str, str]  # digests of the files on disk that are taken in by that
    taken: list[str]  # new, other or gone on disk
    edited: list[str]  # not as on disk, where nothing has changed
    both: list[str]  # changed here and there: the files on disk are left out


def own_files(files: Mapping[str, str], folder: str) -> dict[str, str]:
    """Of all files those of a pack itself."""
    return {place: text for place, text in files.items() if place.startswith(f"{folder}/")}


def file_digests(files: Mapping[str, str]) -> dict[str, str]:
    """What tells the texts of files apart, by place."""
    return {place: digest(text) for place, text in files.items()}


def read_files(folder: Path) -> dict[str, str]:
    """
    The files in the folder of a pack by place, byte for byte; of those that can be part of one.

    :raises rules.ground.errors.PackError: one is not UTF-8.
    """
    found = {}
    for path in sorted(folder.rglob("*")):
        inside = path.relative_to(folder).as_posix()
        if _is_piece(inside) and path.is_file() and not path.is_symlink():
            place = f"{folder.name}/{inside}"
            try:
                found[place] = read_text(path)
            except UnicodeDecodeError as error:
                raise PackError([Problem(place, describe_utf8_error(error))]) from None
    return found


def _is_piece(inside: str) -> bool:
    try:
        return bool(split_address(f"file:{inside}"))
    except BadAddress:
        return False


def merge_folder(folder: Path, head: Head | None) -> Merged:
    """
    What comes of the files in a folder, which need not be there, and of what is published.

    :raises rules.ground.errors.PackError: a file is not UTF-8.
    """
    if head is not None and not folder.is_dir():  # it is in the database alone
        kept = head.own_files(folder.name)
        return Merged(kept, head.on_disk, [], list(kept), [])
    disk = read_files(folder)
    found = file_digests(disk)
    if head is None:
        return Merged(disk, found, list(disk), [], [])
    kept, base = head.own_files(folder.name), head.on_disk
    published = file_digests(kept)
    merged = Merged(dict(kept), {}, [], [], [])
    for place in sorted({*disk, *kept, *base}):
        here, before, there = found.get(place), base.get(place), published.get(place)
        if here != before and before != there != here:
            merged.both.append(place)
            here = before
        elif here != before and there != here:
            merged.taken.append(place)
            _set_text(merged.files, place, disk.get(place))
        elif here != there:
            merged.edited.append(place)
        if here is not None:
            merged.on_disk[place] = here
    return merged


def _set_text(files: dict[str, str], place: str, text: str | None) -> None:
    if text is None:
        files.pop(place, None)
    else:
        files[place] = text


def merge_line(
    folder: Path, heads: Mapping[str, Head], known: dict[str, Merged] | None = None
) -> dict[str, Merged]:
    """
    The same for a pack and those it inherits from, the nearest first, by the names of folders.
    `known` has, and gets, what was found already.

    :raises rules.ground.errors.PackError: a file is not UTF-8.
    """
    known = {} if known is None else known
    line: dict[str, Merged] = {}
    while folder.name and folder.name not in line:
        if folder.name not in known:
            known[folder.name] = merge_folder(folder, heads.get(folder.name))
        merged = line[folder.name] = known[folder.name]
        folder = folder.with_name(parent_of(merged.files, folder.name) or folder.name)
    return {name: merged for name, merged in line.items() if merged.files}


def texts_of(line: Mapping[str, Merged]) -> dict[str, str] | None:
    """All files of a pack and its parents; None where they are those on disk."""
    if not any(merged.edited or merged.both for merged in line.values()):
        return None
    return {place: text for merged in line.values() for place, text in merged.files.items()}


def parts_of(files: Mapping[str, str]) -> dict[str, str]:
    """Of all files those that packs are made of: sections and scripts."""
    folders = {place.partition("/")[0] for place in files}
    return {
        place: files[place] for folder in sorted(folders) for place in files_of_pack(files, folder)
    }


def name_of(files: Mapping[str, str]) -> str:
    """A name for a folder with these files."""
    return digest(sorted(files.items()))


def others_of(files: Mapping[str, str], folder: str) -> dict[str, str]:
    """Of its own files those that the pack is not made of."""
    parts = set(files_of_pack(files, folder))
    return {place: text for place, text in own_files(files, folder).items() if place not in parts}
