"""
Content and files: how the two stand to each other, taking one side, writing files out, taking packs
in that were made elsewhere.

An archive comes from strangers. It is looked at before anything of it is unpacked, and nothing of
it reaches the disk but the stored version; what is wrong with it refuses it whole.
"""

from __future__ import annotations

import io
import stat
import zipfile
from collections.abc import Sequence
from pathlib import Path, PurePosixPath
from typing import Any, NamedTuple

from django.conf import settings
from twisted.internet import defer

from rules.ground.errors import PackError
from rules.pack import merging, pieces
from rules.pack.publisher import Put
from world.accounts import audit, roles
from world.content import browsing, publishing, releasing
from world.content.publishing import Outcome
from world.errors import TableError
from world.shelf import published
from world.shelf.published import Note

MOST_FILES = 1_000  # of an archive
MOST_BYTES = 8_000_000  # of all of them, unpacked
MOST_PACKED = 4_000_000  # of an archive
SIDES = ("files", "database")


class State(NamedTuple):
    """How the files on disk and what is published differ; places of files."""

    files_changed: list[str]  # on disk, since they were taken in: `publish` takes them
    edited: list[
        str
    ]  # published otherwise; the files on disk are as they were: `export_pack` writes
    both: list[str]  # changed in both: `take_side` decides


def state_of(folder: str) -> State:
    """
    How a pack stands.

    :raises TableError: `unknownGame`, `filesUnreadable`.
    """
    merged = _merge_sides(folder)
    return State(merged.taken, merged.edited, merged.both)


def _merge_sides(folder: str) -> merging.Merged:
    head = browsing.head_of(folder)
    try:
        return merging.merge_folder(
            _folder_on_disk(folder), published.heads_as_data({folder: head})[folder]
        )
    except PackError as error:
        raise TableError("filesUnreadable", text=str(error.problems[0])) from None


def _folder_on_disk(folder: str) -> Path:
    """Where the files of a pack lie, or would."""
    found = browsing.disk_folder(folder)
    return found if found is not None else Path(settings.PACK_DIRS[-1]) / folder


def take_side(
    who: Any, folder: str, side: str, paths: Sequence[str] = (), way: str = "game"
) -> defer.Deferred:
    """
    Decide for one side where files changed on disk and in the database: `files` publishes those
    on disk, `database` keeps what is published (and lets the files be). `paths` are places or
    paths below the folder; without any all that changed in both. Fires with the `Outcome`.

    :raises TableError: `mayNot`, `unknownGame`, `badSide`, `nothingToTake`, `filesUnreadable`.
    """
    roles.require_right(who, "publish", folder)
    if side not in SIDES:
        raise TableError("badSide", options=list(SIDES))
    merged, disk = _merge_sides(folder), merging.read_files(_folder_on_disk(folder))
    wanted = {path if path.startswith(f"{folder}/") else f"{folder}/{path}" for path in paths}
    known = {*merged.both, *(merged.edited if wanted else ())}
    meant = sorted(known & wanted if wanted else known)
    if not meant:
        raise TableError("nothingToTake", game=folder)
    if side == "database":
        head = browsing.head_of(folder)
        seen = merging.file_digests({place: disk[place] for place in meant if place in disk})
        rest = {place: told for place, told in head.on_disk.items() if place not in meant}
        head.on_disk = rest | seen
        head.save(update_fields=["on_disk"])
        audit.note_act(who, "take", folder, way, side=side, files=meant)
        pack = browsing.pack_in(folder)
        return defer.succeed(Outcome(Path(folder), pack, publication=head))
    puts = [
        Put(folder, f"file:{place.removeprefix(f'{folder}/')}", disk.get(place, ""))
        for place in meant
    ]
    asked = publishing.publish_pieces(folder, puts, Note(who, "files", ", ".join(meant)))
    return asked.addCallback(_note_taken, who, folder, meant, merging.file_digests(disk), way)


def _note_taken(
    outcome: Outcome, who: Any, folder: str, meant: list[str], disk: dict[str, str], way: str
) -> Outcome:
    """The files that were published are those on disk."""
    made = outcome.publication
    if made is not None:
        rest = {place: told for place, told in made.on_disk.items() if place not in meant}
        made.on_disk = rest | {place: disk[place] for place in meant if place in disk}
        made.save(update_fields=["on_disk"])
        audit.note_act(who, "take", folder, way, side="files", files=meant)
    return outcome


# -- out


def export_pack(who: Any, folder: str, where: Path | None = None, way: str = "game") -> list[str]:
    """
    Write a pack as it is published into its folder (or another one), and take away what it has no
    more; files that changed on disk meanwhile are left alone and have to be decided first. Gives
    the places of files that are not as before.

    :raises TableError: `mayNot`, `unknownGame`, `exportBoth`, `exportFailed`.
    """
    roles.require_right(who, "export", folder)
    head = browsing.head_of(folder)
    own, target = published.own_files(head), where if where is not None else _folder_on_disk(folder)
    if where is None and (both := [*_merge_sides(folder).both, *_merge_sides(folder).taken]):
        raise TableError("exportBoth", game=folder, files=", ".join(both))
    try:
        there = merging.read_files(target) if target.is_dir() else {}
        there = {f"{folder}/{place.partition('/')[2]}": text for place, text in there.items()}
        changed = sorted(place for place in {*own, *there} if own.get(place) != there.get(place))
        for place in changed:
            _write_file(target / place.removeprefix(f"{folder}/"), own.get(place))
    except OSError as error:
        raise TableError("exportFailed", text=error.strerror or "") from None
    except PackError as error:
        raise TableError("exportFailed", text=error.problems[0].message) from None
    if where is None:
        head.on_disk = merging.file_digests(own)
        head.save(update_fields=["on_disk"])
    audit.note_act(who, "export", folder, way, files=len(changed))
    return changed


def _write_file(path: Path, text: str | None) -> None:
    """A file, whole or not at all; None takes it away."""
    if text is None:
        path.unlink(missing_ok=True)
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    partial = path.with_name(f".{path.name}.partial")
    partial.write_bytes(text.encode())
    partial.replace(path)


def archive_pack(who: Any, folder: str) -> bytes:
    """
    A pack as it is published, as a zip file of its folder.

    :raises TableError: `mayNot`, `unknownGame`.
    """
    roles.require_right(who, "export", folder)
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as into:
        for place, text in sorted(published.own_files(browsing.head_of(folder)).items()):
            # Without the time: the same content is the same archive.
            into.writestr(zipfile.ZipInfo(place), text.encode(), zipfile.ZIP_DEFLATED)
    return packed.getvalue()


# -- in


def install_pack(who: Any, source: bytes | Path, way: str = "game") -> defer.Deferred:
    """
    Take in a pack that was made elsewhere: a zip file, as bytes or by its path, or a folder. It is
    published as it is, or not at all. Fires with the `Outcome`.

    :raises TableError: `mayNot`, `installUnreadable`, `installTooLarge`, `installNoPack`,
        `installBadFile`, `installTaken`, `installSame`.
    """
    roles.require_right(who, "install")
    files = unpack(source)
    folder = next(iter(files)).partition("/")[0]
    old: published.Files = {}
    if folder in browsing.pack_folders():
        head = browsing.head_of(folder)
        if head.on_disk:
            raise TableError("installTaken", game=folder)
        old = browsing.published_files(folder)
    puts = releasing.file_puts(folder, old, files)
    if not puts:
        raise TableError("installSame", game=folder)
    asked = publishing.publish_pieces(
        folder, _add_parents(folder, files, puts), Note(who, "install")
    )
    return asked.addCallback(_note_installed, who, folder, way)


def _note_installed(outcome: Outcome, who: Any, folder: str, way: str) -> Outcome:
    if outcome.publication is not None:
        content = outcome.publication.version.content_hash
        audit.note_act(who, "install", folder, way, content=content)
    return outcome


def _add_parents(folder: str, files: dict[str, str], puts: list[Put]) -> list[Put]:
    """What is installed, with the packs on the shelf that it inherits from."""
    found, known = list(puts), {folder}
    parent = pieces.parent_of(files, folder)
    while parent and parent not in known and parent in browsing.pack_folders():
        known.add(parent)
        own = published.own_files_of(browsing.pack_in(parent).sources, parent)
        found += [Put(parent, f"file:{place.partition('/')[2]}", own[place]) for place in own]
        parent = pieces.parent_of(own, parent)
    return found


def unpack(source: bytes | Path) -> dict[str, str]:
    """
    The files of a pack by place, from an archive or a folder.

    :raises TableError: as `install_pack`.
    """
    if isinstance(source, Path):
        if source.is_dir():
            return _files_of_folder(source)
        try:
            if source.stat().st_size > MOST_PACKED:
                raise TableError("installTooLarge", limit=MOST_PACKED // 1000)
            source = source.read_bytes()
        except OSError as error:
            raise TableError("installUnreadable", text=error.strerror or str(error)) from None
    if len(source) > MOST_PACKED:
        raise TableError("installTooLarge", limit=MOST_PACKED // 1000)
    try:
        with zipfile.ZipFile(io.BytesIO(source)) as packed:
            return _files_of_archive(packed)
    except (zipfile.BadZipFile, zipfile.LargeZipFile, NotImplementedError, EOFError) as error:
        raise TableError("installUnreadable", text=str(error)) from None
    except (RuntimeError, OSError, ValueError) as error:  # a password, a broken member
        raise TableError("installUnreadable", text=str(error)) from None


def _files_of_folder(folder: Path) -> dict[str, str]:
    size = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
    if size > MOST_BYTES:
        raise TableError("installTooLarge", limit=MOST_BYTES // 1000)
    for path in folder.rglob("*"):
        if path.is_symlink():
            raise TableError("installBadFile", file=path.relative_to(folder).as_posix())
    try:
        return _check_files(
            {place: text.encode() for place, text in merging.read_files(folder).items()}
        )
    except PackError as error:
        raise TableError("installUnreadable", text=str(error.problems[0])) from None


def _files_of_archive(packed: zipfile.ZipFile) -> dict[str, str]:
    """What is in an archive, which is measured before it is unpacked, and while it is."""
    members = [each for each in packed.infolist() if not each.is_dir()]
    if len(members) > MOST_FILES or sum(each.file_size for each in members) > MOST_BYTES:
        raise TableError("installTooLarge", limit=MOST_BYTES // 1000)
    found: dict[str, bytes] = {}
    left = MOST_BYTES
    for member in members:
        if stat.S_ISLNK(member.external_attr >> 16) or member.filename in found:
            raise TableError("installBadFile", file=member.filename)
        with packed.open(member) as file:
            data = file.read(left + 1)
        left -= len(data)
        if left < 0:
            raise TableError("installTooLarge", limit=MOST_BYTES // 1000)
        found[member.filename] = data
    return _check_files(found)


def _check_files(files: dict[str, bytes]) -> dict[str, str]:
    """
    The texts of one pack's files, by places that can be some.

    :raises TableError: `installNoPack`, `installBadFile`.
    """
    roots = {PurePosixPath(place).parts[:1] for place in files}
    if len(roots) != 1:
        raise TableError("installNoPack")
    found = {}
    for place, data in files.items():
        folder, _, inside = place.partition("/")
        try:
            if not pieces.is_folder(folder):
                raise TableError("installBadFile", file=place)
            pieces.split_address(f"file:{inside}")
            found[place] = data.decode("utf-8")
        except (pieces.BadAddress, UnicodeDecodeError):
            raise TableError("installBadFile", file=place) from None
    if not any(place.partition("/")[2] == "pack.json5" for place in found):
        raise TableError("installNoPack")
    return found
