"""
Compiled units on disk, so that a pack that was loaded before is there at once, and one that is akin
to it (a draft, a copy, one that inherits it) has only to be compiled where it differs.

One file for each folder of a pack and each version of the engine and of Python, and a link to the
newest of those with one interface, so that nothing has to be looked for. It never lies in the pack
itself: it holds code, and packs come from strangers (`ground.own_files`). Whatever is wrong with
it, the pack is compiled.
"""

from __future__ import annotations

import marshal
import secrets
import sys
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path
from typing import Any, NamedTuple

from ..ground.own_files import cache_folder, read_own, store_own
from ..language.units import Written
from .files import files_of, read_text
from .interface import engine_digest

TAG = 16  # digits
SUFFIX = f".{sys.implementation.cache_tag}.units"


class Kept(NamedTuple):
    """
    What is kept of a pack: its folder and those of its parents, its files by place, its merged
    sections, its units by name.
    """

    folders: list[str]
    sources: dict[str, str]
    raw: dict[str, Any]
    units: dict[str, Written]

    def is_current(self) -> bool:
        """Whether the files are still what they were."""
        try:
            return self.sources == {
                place: read_text(path)
                for each in map(Path, self.folders)
                for place, path in files_of(each)
            }
        except (OSError, UnicodeDecodeError):
            return False


def cache_file(pack: Path) -> Path:
    """The file for the pack in a folder, whether there is one or not."""
    return cache_folder() / f"{_file_tag(pack)}-{pack.resolve().name}{SUFFIX}"


def newest_file(interface: str) -> Path:
    """The link to the file of the pack with this interface that was stored last."""
    return cache_folder() / f"{interface}{SUFFIX}"


def _file_tag(pack: Path) -> str:
    """
    A digest of where the folder of a pack is, and of what compiles it. It comes first in the name
    of a file, and that of the folder last: a stranger may have chosen it.
    """
    return blake2b(
        f"{pack.resolve()}\0{engine_digest()}".encode(), digest_size=TAG // 2
    ).hexdigest()


def load_cached(pack: Path) -> Kept | None:
    """What is kept of the pack in a folder, if anything."""
    return _read_file(cache_file(pack))


def units_with_interface(interface: str) -> dict[str, Written]:
    """The units of the pack with this interface that was stored last, by name, if there is any."""
    kept = _read_file(newest_file(interface))
    return kept.units if kept is not None else {}


def _read_file(path: Path) -> Kept | None:
    data = read_own(path)
    if data is None:
        return None
    try:
        return Kept(*marshal.loads(data))  # noqa: S302 (written by ourselves)
    except (ValueError, EOFError, TypeError):
        return None


def store(pack: Path, kept: Kept, interface: str) -> None:
    """Keep a compiled pack; where that is not possible it is compiled again the next time."""
    with suppress(OSError, ValueError):
        path = cache_file(pack)
        store_own(path, marshal.dumps(tuple(kept)))
        link = path.with_name(f"{secrets.token_hex(8)}.link")
        link.symlink_to(path.name)
        link.replace(newest_file(interface))
