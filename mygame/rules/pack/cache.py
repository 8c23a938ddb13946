"""
Compiled units on disk, so that a pack that was loaded before is there at once, and one that is akin
to it (a draft, a copy, one that inherits it) has only to be compiled where it differs.

One file for each folder of a pack and each version of the engine and of Python, and a link to the
newest of those with one interface, so that nothing has to be looked for; in the user's cache
directory (`CHRONO_CACHE_DIR`, else what `XDG_CACHE_HOME` says). It never lies in the pack itself:
it holds code, and packs come from strangers. Only a file that nobody else can have written is read,
and only as it was written: its digest stands before it. Whatever is wrong with it, the pack is
compiled. What nobody has loaded for longest goes first.
"""

from __future__ import annotations

import marshal
import os
import sys
import tempfile
from contextlib import suppress
from hashlib import blake2b
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

from ..language.units import Written
from .files import files_of, read_text
from .interface import engine_digest

MOST = 256_000_000  # bytes of all files
FORGET_EVERY = 32  # files that a process stores it looks whether there is more, and at its first
TAG = 16  # digits
DIGEST = 32  # bytes
SUFFIX = f".{sys.implementation.cache_tag}.units"

_stored = count()


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


def cache_folder() -> Path:
    """Where compiled packs are kept."""
    given = os.environ.get("CHRONO_CACHE_DIR")
    if given:
        return Path(given)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "chronowizard"


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
    try:
        if (stat := path.stat()).st_uid != os.getuid() or stat.st_mode & 0o022:
            return None
        file = path.read_bytes()
        data = memoryview(file)[DIGEST:]
        if _content_digest(data) != file[:DIGEST]:
            return None
        kept = Kept(*marshal.loads(data))  # noqa: S302 (written by ourselves: see above)
        os.utime(path)  # it is used
        return kept
    except (OSError, ValueError, EOFError, TypeError):
        return None


def _content_digest(data: bytes | memoryview) -> bytes:
    return blake2b(data, digest_size=DIGEST).digest()


def store(pack: Path, kept: Kept, interface: str) -> None:
    """Keep a compiled pack; where that is not possible it is compiled again the next time."""
    with suppress(OSError, ValueError):
        where, path = cache_folder(), cache_file(pack)
        where.mkdir(mode=0o700, parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=where, delete=False) as file:
            data = marshal.dumps(tuple(kept))
            file.write(_content_digest(data) + data)
        link = Path(f"{file.name}.link")
        link.symlink_to(path.name)
        Path(file.name).replace(path)
        link.replace(newest_file(interface))
        if next(_stored) % FORGET_EVERY == 0:
            _forget_oldest(where)


def _forget_oldest(where: Path) -> None:
    """Let go of the files that were not used for longest, where there is too much of them."""
    entries = ((entry.stat(follow_symlinks=False), entry.path) for entry in os.scandir(where))
    used = sorted((stat.st_mtime, stat.st_size, path) for stat, path in entries)
    total = sum(size for _, size, _ in used)
    for _, size, path in used:
        if total <= MOST:
            return
        Path(path).unlink(missing_ok=True)
        total -= size
