"""
The games on the shelf: the packs in the folders of `settings.PACK_DIRS` and those that were
installed, loaded once, and the versions of them which running matches were begun with.

`games_by_id()` is what can be played now, `offered()` what tables can be opened for. What is
published of a pack and what lies in its folder are brought together when it is loaded
(`world.shelf.published`, `rules.pack.merging`). A game whose files have mistakes stays on the shelf
as it was published last (`keep_good` publishes what is new at every start); `mistakes()` says what
is wrong with them. `pack_of(version)` gives a match the very content it began with, also after the
files on the shelf have changed.
`world.content.publishing` puts new versions on the shelf while people play; one that is not on the
shelf lives as long as somebody plays it.
"""

from __future__ import annotations

import unicodedata
from collections import deque
from pathlib import Path
from typing import TYPE_CHECKING, Any
from weakref import WeakValueDictionary

from django.conf import settings
from evennia.utils import logger

if TYPE_CHECKING:
    from rules.pack import Pack, merging
    from world.models import PackVersion, Publication

_shelf: dict[str, Pack] | None = None
_mistakes: dict[str, str] = {}
_merged: dict[str, merging.Merged] = {}  # by folder: what was found on disk when it was loaded
_by_hash: WeakValueDictionary[str, Pack] = WeakValueDictionary()
_stored_lately: deque[Pack] = deque(maxlen=2)  # for who reads of old matches, one by one


def games_by_id() -> dict[str, Pack]:
    """
    Game id -> pack, in order of the folders; loaded at the first call.

    A pack with mistakes is there as it last was in order, and left out if it never was.
    """
    global _shelf
    if _shelf is None:
        _shelf = {}
        _mistakes.clear()
        _merged.clear()
        heads = _published_heads()
        for folder in folders():
            pack = _load_game(folder, heads) or _last_good_version(folder.name, heads)
            if pack is not None:
                _shelf[pack.id] = pack
                _by_hash[pack.hash] = pack
    return _shelf


def offered() -> dict[str, Pack]:
    """The games that people are told of, and can open tables for: those that are `listed`."""
    return {name: pack for name, pack in games_by_id().items() if pack.listed}


def mistakes() -> dict[str, str]:
    """Folder of a game whose files are not in order -> what is wrong with them, line by line."""
    games_by_id()
    return dict(_mistakes)


def undecided_files() -> dict[str, list[str]]:
    """Folder -> places of its files that changed on disk and were published otherwise as well."""
    games_by_id()
    return {folder: merged.both for folder, merged in _merged.items() if merged.both}


def note_merged(folder: str, merged: merging.Merged) -> None:
    """What was found in the folder of a game when it was looked at last."""
    _merged[folder] = merged


def mistakes_told(limit: int = 20) -> list[str]:
    """Every mistake once (games inherit those of others), the first ones if there are many."""
    lines = dict.fromkeys(line for text in mistakes().values() for line in text.splitlines())
    more = len(lines) - limit
    return [*list(lines)[:limit], *([f"... and {more} more"] if more > 0 else [])]


def keep_good() -> None:
    """
    Publish every game that is in order and not as it was published last. Called at every start.
    """
    from world.shelf import published

    shelf, before = games_by_id(), _published_heads()
    for pack in shelf.values():
        if pack.folder not in _mistakes and pack.folder in _merged:
            merged = _merged[pack.folder]
            published.keep_merged(version_of(pack), pack.folder, merged, before.get(pack.folder))


def offer_version(pack: Pack) -> None:
    """Offer the next version of a game from now on; it has been published."""
    for game_id, each in list(games_by_id().items()):
        if each.folder == pack.folder and game_id != pack.id:
            del games_by_id()[game_id]  # it is called otherwise now
    put_on_shelf(pack)


def note_mistakes(folder: str, text: str) -> None:
    """What is wrong with the files of a game; "" if they are in order."""
    _mistakes.pop(folder, None)
    if text:
        _mistakes[folder] = text


def folders() -> list[Path]:
    """
    Every folder that holds a pack; of equal names the later one counts. Those of packs that are in
    the database alone are not there, and come last.
    """
    from world.shelf import published

    found = {name: shelves_folder() / "installed" / name for name in published.installed_folders()}
    for shelf in map(Path, settings.PACK_DIRS):
        for folder in sorted(shelf.iterdir()) if shelf.is_dir() else ():
            if folder.is_dir() and any(folder.glob("*.json5")):
                found[folder.name] = folder
    return sorted(found.values(), key=lambda each: (not each.is_dir(), each.name))


def _published_heads() -> dict[str, Publication]:
    from world.shelf import published

    return published.newest_publications()


def _load_game(folder: Path, heads: dict[str, Publication]) -> Pack | None:
    """The pack in a folder, with what was published of it and its parents otherwise."""
    from rules.ground.errors import PackError
    from rules.pack import load_pack, merging
    from world.shelf import published

    try:
        line = merging.merge_line(folder, published.heads_as_data(heads), _merged)
        texts = merging.texts_of(line)
        place = folder if texts is None else _place_of(folder.name, texts, heads)
        pack = load_pack(place)
    except PackError as error:
        _mistakes[folder.name] = str(error)
        logger.log_err(f"The game in {folder} has mistakes:\n{error}")
    except Exception as error:  # noqa: BLE001 (logged and told; the other games are there)
        _mistakes[folder.name] = f"{folder}: {type(error).__name__}: {error}"
        logger.log_trace(f"The game in {folder} cannot be read.")
    else:
        return pack
    return None


def _place_of(folder: str, texts: dict[str, str], heads: dict[str, Publication]) -> Path:
    """A folder with these files: that of the version which is published, if it has them."""
    from rules.pack import merging, stored

    of_pack = merging.parts_of(texts)
    head = heads.get(folder)
    if head is not None and head.version.sources == of_pack:
        return _shelf_of_version(head.version) / folder
    shelf = stored.shelf_of(shelves_folder(), folder, merging.name_of(of_pack))
    stored.write_shelf(shelf, of_pack)
    return shelf / folder


def _last_good_version(folder: str, heads: dict[str, Publication]) -> Pack | None:
    """What is published of the game of a folder, if today's engine still takes it."""
    head = heads.get(folder)
    if head is None:
        logger.log_err(f"The game in {folder} is left out: there is no good version of it.")
        return None
    version = head.version
    try:
        pack = _load_stored(version)
    except Exception:  # noqa: BLE001 (logged; the other games are there)
        logger.log_trace(f"The game in {folder} is left out: {version} does not work any more.")
        return None
    logger.log_warn(f"The game in {folder} is offered as it was published last: {version}.")
    return pack


def find_game(game_id: str) -> Pack:
    """
    The pack of a game on the shelf.

    :raises KeyError: if there is none of that id.
    """
    return games_by_id()[game_id]


def put_on_shelf(pack: Pack) -> None:
    """Offer a pack from now on, in place of one with the same id."""
    games_by_id()[pack.id] = pack
    _by_hash[pack.hash] = pack


def remember_version(pack: Pack) -> Pack:
    """Remember a version that is on no shelf as long as somebody plays it."""
    return _by_hash.setdefault(pack.hash, pack)


def forget() -> None:
    """Empty the shelf; the next call of `games_by_id` fills it again. For tests."""
    global _shelf
    _shelf = None
    _mistakes.clear()
    _merged.clear()
    _by_hash.clear()
    _stored_lately.clear()


def version_of(pack: Pack, sources: bytes = b"") -> PackVersion:
    """
    The database's row for this content, made when it is first wanted. `sources`: its files as
    the row has them, where somebody knows that already.
    """
    from rules.pack import stored
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
        version.sources_packed = sources or stored.pack_files(pack.sources)
        version.save()
    return version


def pack_of(version: PackVersion) -> Pack:
    """
    The content of a version: from the shelf if it is still the same, else from the stored files.

    :raises LookupError: if it is neither on the shelf nor stored whole.
    :raises rules.ground.errors.PackError: if today's engine does not take the stored files.
    """
    offered = games_by_id().get(version.pack_id)
    pack = _by_hash.get(version.content_hash)
    if pack is None:
        # The hash depends on the engine as well; the same files are the same content.
        if offered is not None and offered.sources == version.sources:
            pack = offered
        else:
            pack = _load_stored(version)
        _by_hash[version.content_hash] = pack
    return pack


def shelves_folder() -> Path:
    """Where versions stand in folders of their own, for other processes (`rules.pack.stored`)."""
    return Path(settings.CACHE_DIR) / "packs"


def folder_of(pack: Pack) -> Path:
    """A folder with the files of a pack alone, for other processes to load."""
    from rules.pack import stored

    shelf = stored.shelf_of(shelves_folder(), pack.id, pack.hash)
    if not (shelf / pack.folder).is_dir():
        stored.write_shelf(shelf, pack.sources)
    return shelf / pack.folder


def folder_of_version(version: PackVersion) -> Path:
    """
    A folder with the files of a version, for other processes to load.

    :raises LookupError: if they were not stored.
    """
    shelf = _shelf_of_version(version)
    named = shelf / version.pack_id
    return named if named.is_dir() else min(each for each in shelf.iterdir() if each.is_dir())


def _shelf_of_version(version: PackVersion) -> Path:
    from rules.pack import stored

    sources = version.sources
    if not sources:
        raise LookupError(f"{version}: its files were not stored.")
    shelf = stored.shelf_of(shelves_folder(), version.pack_id, version.content_hash)
    stored.write_shelf(shelf, sources)
    return shelf


def _load_stored(version: PackVersion) -> Pack:
    from rules.pack import load_pack, versions

    sources, shelf = version.sources, _shelf_of_version(version)
    for folder in sorted(folder for folder in shelf.iterdir() if folder.is_dir()):
        try:
            pack = load_pack(folder)
        except Exception:
            if folder.name == version.pack_id:
                raise
            continue
        if pack.id == version.pack_id and pack.sources == sources:
            offered = games_by_id().get(pack.id)
            if offered is not None:
                versions.share_with(pack, offered)
            _stored_lately.append(pack)
            return pack
    raise LookupError(f"{version}: the stored files do not give the same content.")


def folded_name(text: Any) -> str:
    """A game's name as it is compared: any case, brackets of either width, without "the"."""
    return unicodedata.normalize("NFKC", str(text)).strip().casefold().removeprefix("the ")


def bots_beside_one(pack: Pack) -> int:
    """How many bots play with somebody who begins a game at once."""
    return pack.program.seats[-1] - 1
