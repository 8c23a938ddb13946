"""
The games on the shelf: the packs in the folders of `settings.PACK_DIRS`, loaded once, and the
versions of them which running matches were begun with.

`games()` is what can be opened at a table now. A game whose files have mistakes stays on the shelf
as it was when it last was in order (`keep_good` stores that at every start); `mistakes()` says what
is wrong with them. `pack_of(version)` gives a match the very content it began with, also after the
files on the shelf have changed.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from django.conf import settings
from evennia.utils import logger

if TYPE_CHECKING:
    from rules.pack import Pack
    from world.models import PackVersion

# The rows which `keep_good` stored last, by folder, are in a setting of the database of this name.
LAST_GOOD = "last_good_packs"

_shelf: dict[str, Pack] | None = None
_mistakes: dict[str, str] = {}
_by_hash: dict[str, Pack] = {}
_folders_of: dict[str, Path] = {}


def games() -> dict[str, Pack]:
    """
    Game id -> pack, in order of the ids; loaded at the first call.

    A pack with mistakes is there as it last was in order, and left out if it never was.
    """
    global _shelf
    if _shelf is None:
        _shelf = {}
        _mistakes.clear()
        for folder in _folders():
            pack = _load(folder) or _last_good(folder.name)
            if pack is not None:
                _shelf[pack.id] = pack
                _by_hash[pack.hash] = pack
    return _shelf


def mistakes() -> dict[str, str]:
    """Folder of a game whose files are not in order -> what is wrong with them, line by line."""
    games()
    return dict(_mistakes)


def mistakes_told(limit: int = 20) -> list[str]:
    """Every mistake once (games inherit those of others), the first ones if there are many."""
    lines = dict.fromkeys(line for text in mistakes().values() for line in text.splitlines())
    more = len(lines) - limit
    return [*list(lines)[:limit], *([f"... and {more} more"] if more > 0 else [])]


def keep_good() -> None:
    """
    Store every game that is in order, for the day when its files are not. Called at every start.

    What was kept before, and no match was played with, is thrown away.
    """
    from evennia.server.models import ServerConfig

    from world.models import PackVersion

    kept = dict(ServerConfig.objects.conf(LAST_GOOD) or {})
    before = set(kept.values())
    good = [pack for pack in games().values() if pack.folder not in _mistakes]
    kept |= {pack.folder: version_of(pack).pk for pack in good}
    ServerConfig.objects.conf(LAST_GOOD, kept)
    superseded = before - set(kept.values())
    PackVersion.objects.filter(pk__in=superseded, matches__isnull=True).delete()


def _folders() -> list[Path]:
    """Every folder that holds a pack; of equal names the later one counts."""
    found: dict[str, Path] = {}
    for shelf in map(Path, settings.PACK_DIRS):
        for folder in sorted(shelf.iterdir()) if shelf.is_dir() else ():
            if folder.is_dir() and any(folder.glob("*.json5")):
                found[folder.name] = folder
    return [found[name] for name in sorted(found)]


def _load(folder: Path) -> Pack | None:
    from rules.ground.errors import PackError
    from rules.pack import load_pack

    try:
        return load_pack(folder)
    except PackError as error:
        _mistakes[folder.name] = str(error)
        logger.log_err(f"The game in {folder} has mistakes:\n{error}")
    except Exception as error:  # noqa: BLE001 (logged and told; the other games are there)
        _mistakes[folder.name] = f"{folder}: {type(error).__name__}: {error}"
        logger.log_trace(f"The game in {folder} cannot be read.")
    return None


def _last_good(folder: str) -> Pack | None:
    """What `keep_good` stored of the game of a folder, if today's engine still takes it."""
    from evennia.server.models import ServerConfig

    from world.models import PackVersion

    kept = ServerConfig.objects.conf(LAST_GOOD) or {}
    version = PackVersion.objects.filter(pk=kept.get(folder)).first()
    if version is None:
        logger.log_err(f"The game in {folder} is left out: there is no good version of it.")
        return None
    try:
        pack = _load_stored(version)
    except Exception:  # noqa: BLE001 (logged; the other games are there)
        logger.log_trace(f"The game in {folder} is left out: {version} does not work any more.")
        return None
    logger.log_warn(f"The game in {folder} is offered as it last was in order: {version}.")
    return pack


def game(game_id: str) -> Pack:
    """
    The pack of a game on the shelf.

    :raises KeyError: if there is none of that id.
    """
    return games()[game_id]


def put_on_shelf(pack: Pack) -> None:
    """Offer a pack from now on, in place of one with the same id."""
    games()[pack.id] = pack
    _by_hash[pack.hash] = pack


def forget() -> None:
    """Empty the shelf; the next call of `games` fills it again. For tests."""
    global _shelf
    _shelf = None
    _mistakes.clear()
    _by_hash.clear()
    _folders_of.clear()


def version_of(pack: Pack) -> PackVersion:
    """The database's row for this content, made at the first match played with it."""
    from world.models import PackVersion

    version = PackVersion.objects.filter(pack_id=pack.id, content_hash=pack.hash).first()
    if version is None:
        name = pack.name if isinstance(pack.name, dict) else {"en": pack.name, "zh": pack.name}
        version = PackVersion(
            pack_id=pack.id,
            version=str(pack.version),
            content_hash=pack.hash,
            name_en=name.get("en", ""),
            name_zh=name.get("zh", ""),
        )
        version.sources = dict(pack.sources)
        version.save()
    return version


def pack_of(version: PackVersion) -> Pack:
    """
    The content of a version: from the shelf if it is still the same, else from the stored files.

    :raises LookupError: if it is neither on the shelf nor stored whole.
    :raises rules.ground.errors.PackError: if today's engine does not take the stored files.
    """
    offered = games().get(version.pack_id)
    pack = _by_hash.get(version.content_hash)
    if pack is None:
        # The hash depends on the engine as well; the same files are the same content.
        if offered is not None and offered.sources == version.sources:
            pack = offered
        else:
            pack = _load_stored(version)
        _by_hash[version.content_hash] = pack
    return pack


def folder_of(pack: Pack) -> Path:
    """A folder with the files of a pack, for other processes to load; written once."""
    if pack.hash not in _folders_of:
        shelf = _unpack(pack.id, pack.hash, pack.sources)
        _folders_of[pack.hash] = shelf / pack.folder
    return _folders_of[pack.hash]


def _unpack(pack_id: str, content_hash: str, sources: Mapping[str, str]) -> Path:
    """
    Write the files of a pack into a shelf of their own: `load_pack` reads folders, and looks for
    parents beside them.
    """
    name = hashlib.sha256(f"{pack_id}/{content_hash}".encode()).hexdigest()[:24]
    shelf = Path(settings.CACHE_DIR) / "packs" / name
    for path, text in sources.items():
        file = shelf / path
        if not file.resolve().is_relative_to(shelf.resolve()):
            raise LookupError(f"{pack_id}: the stored path {path!r} leads out of its folder.")
        file.parent.mkdir(parents=True, exist_ok=True)
        partial = file.with_name(f"{file.name}.{os.getpid()}")
        partial.write_text(text, encoding="utf-8")
        partial.replace(file)
    return shelf


def _load_stored(version: PackVersion) -> Pack:
    from rules.pack import load_pack

    sources = version.sources
    if not sources:
        raise LookupError(f"{version}: its files were not stored.")
    shelf = _unpack(version.pack_id, version.content_hash, sources)
    for folder in sorted(folder for folder in shelf.iterdir() if folder.is_dir()):
        try:
            pack = load_pack(folder)
        except Exception:
            if folder.name == version.pack_id:
                raise
            continue
        if pack.id == version.pack_id and pack.sources == sources:
            return pack
    raise LookupError(f"{version}: the stored files do not give the same content.")
