"""
Files that a process reads as code: only what nobody else can have written, and only as written.

They lie in the user's cache directory (`CHRONO_CACHE_DIR`, else what `XDG_CACHE_HOME` says), belong
to the user, can be written by nobody else, and begin with a digest of what follows. What nobody has
read for longest goes first.
"""

from __future__ import annotations

import os
import tempfile
from hashlib import sha256
from itertools import count
from pathlib import Path

MOST = 256_000_000  # bytes of all files
FORGET_EVERY = 32  # files that a process stores it looks whether there is more, and at its first
DIGEST = 32  # bytes

_stored = count()


def cache_folder() -> Path:
    """Where they lie."""
    given = os.environ.get("CHRONO_CACHE_DIR")
    if given:
        return Path(given)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "chronowizard"


def read_own(path: Path) -> memoryview | None:
    """What was stored in a file; None where there is none, or somebody else may have written it."""
    try:
        if (stat := path.stat()).st_uid != os.getuid() or stat.st_mode & 0o022:
            return None
        file = path.read_bytes()
        data = memoryview(file)[DIGEST:]
        if _content_digest(data) != file[:DIGEST]:
            return None
        os.utime(path)  # it is used
        return data
    except OSError:
        return None


def store_own(path: Path, data: bytes | bytearray) -> None:
    """
    Put data into a file in the cache directory, at once or not at all.

    :raises OSError: that is not possible.
    """
    where = path.parent
    where.mkdir(mode=0o700, parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(dir=where, delete=False) as file:
        file.write(_content_digest(data) + data)
    Path(file.name).replace(path)
    if next(_stored) % FORGET_EVERY == 0:
        _forget_oldest(where)


def _content_digest(data: bytes | bytearray | memoryview) -> bytes:
    return sha256(data).digest()  # for which processors have instructions: twice as quick as others


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
