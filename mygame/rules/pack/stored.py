"""
The files of one version of a pack, beside those on the shelf: as bytes for a database, and in a
folder of their own, from which any process can load it.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import zlib
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

MOST_SHELVES = 64  # of versions; the oldest go, and are written again when somebody wants them


def pack_files(sources: Mapping[str, str]) -> bytes:
    """Place of each file -> its text, as a database keeps them."""
    text = json.dumps(sources, ensure_ascii=False, sort_keys=True)
    return zlib.compress(text.encode())


def unpack_files(packed: bytes) -> dict[str, str]:
    """The way back; nothing is the files of no pack."""
    return json.loads(zlib.decompress(packed)) if packed else {}


def shelf_of(root: Path, pack_id: str, content: str) -> Path:
    """Where below `root` a version stands, with its parents beside it: a folder of packs."""
    return root / hashlib.sha256(f"{pack_id}/{content}".encode()).hexdigest()[:24]


def write_shelf(shelf: Path, sources: Mapping[str, str]) -> None:
    """
    Write the files of a version into a shelf. Where there is one, it is whole.

    :raises LookupError: a place leads out of the shelf.
    """
    if _holds(shelf, sources):
        return
    partial = shelf.with_name(f"{shelf.name}.{os.getpid()}")
    for place, text in sources.items():
        file = partial / place
        if not file.resolve().is_relative_to(partial.resolve()):
            raise LookupError(f"the stored path {place!r} leads out of its folder.")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(text.encode())
    shutil.rmtree(shelf, ignore_errors=True)
    partial.rename(shelf)
    _forget_oldest(shelf.parent)


def _holds(shelf: Path, sources: Mapping[str, str]) -> bool:
    """Whether a shelf has these files."""
    try:
        return all((shelf / place).read_bytes() == text.encode() for place, text in sources.items())
    except OSError:
        return False


def _forget_oldest(root: Path) -> None:
    """Let go of the oldest shelves, where there are too many."""
    with suppress(OSError):  # another process may be at it
        shelves = sorted(root.iterdir(), key=lambda each: each.stat().st_mtime)
        for shelf in shelves[:-MOST_SHELVES]:
            shutil.rmtree(shelf, ignore_errors=True)
