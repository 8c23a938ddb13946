"""
Compiled units on disk, so that a pack that was loaded before is there at once.

One file for each folder of a pack and each version of the engine and of Python, in the user's cache
directory (`CHRONO_CACHE_DIR`, else what `XDG_CACHE_HOME` says). It never lies in the pack itself:
it holds code, and packs come from strangers. Only a file that nobody else can have written is read;
whatever is wrong with it, the pack is compiled. What nobody has loaded for longest goes first.
"""

from __future__ import annotations

import marshal
import os
import sys
import tempfile
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path
from typing import Any, NamedTuple

from ..language.units import Written
from .files import files_of, text_in
from .interface import engine

MOST = 256_000_000  # bytes of all files


class Kept(NamedTuple):
    """
    What is kept of a pack: its folder and those of its parents, its files by place, its merged
    sections, its units by name.
    """

    folders: list[str]
    sources: dict[str, str]
    raw: dict[str, Any]
    units: dict[str, Written]

    def is_of_now(self) -> bool:
        """Whether the files are still what they were."""
        try:
            return self.sources == {
                place: text_in(path)
                for each in map(Path, self.folders)
                for place, path in files_of(each)
            }
        except (OSError, UnicodeDecodeError):
            return False


def folder() -> Path:
    """Where compiled packs are kept."""
    given = os.environ.get("CHRONO_CACHE_DIR")
    if given:
        return Path(given)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "chronowizard"


def file_of(pack: Path) -> Path:
    """The file for the pack in a folder."""
    tag = f"{pack.resolve()}\0{engine()}\0{sys.implementation.cache_tag}"
    return folder() / f"{pack.name}-{blake2b(tag.encode(), digest_size=8).hexdigest()}.units"


def load(pack: Path) -> Kept | None:
    """What is kept of the pack in a folder, if anything."""
    try:
        path = file_of(pack)
        stat = path.stat()
        if stat.st_uid != os.getuid() or stat.st_mode & 0o022:
            return None
        kept = Kept(*marshal.loads(path.read_bytes()))  # noqa: S302 (written by ourselves: see above)
        os.utime(path)  # it is used
        return kept
    except (OSError, ValueError, EOFError, TypeError):
        return None


def store(pack: Path, kept: Kept) -> None:
    """Keep a compiled pack; where that is not possible it is compiled again the next time."""
    with suppress(OSError, ValueError):
        path = file_of(pack)
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as file:
            file.write(marshal.dumps(tuple(kept)))
        Path(file.name).replace(path)
        _forget_oldest(path.parent)


def _forget_oldest(where: Path) -> None:
    """Let go of the files that were not used for longest, where there is too much of them."""
    used = sorted(
        (entry.stat().st_mtime, entry.stat().st_size, entry.path) for entry in os.scandir(where)
    )
    total = sum(size for _, size, _ in used)
    for _, size, path in used:
        if total <= MOST:
            return
        Path(path).unlink(missing_ok=True)
        total -= size
