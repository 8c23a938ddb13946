"""
Packages in Lua that come from elsewhere: a zip file, a folder or a single script becomes drafts of
a game that has scripts. What is a script and what is wrong with the rest is said by
`rules.workshop.script_files`; nothing of a delivery is taken where anything is wrong.
"""

from __future__ import annotations

import io
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from django.db import transaction

from rules.pack.scripts import OWN, name_of_script
from rules.workshop import script_files
from rules.workshop.script_files import MOST_PACKED, Taken
from world.accounts import audit, roles
from world.content import authoring, browsing
from world.errors import TableError
from world.shelf import games

if TYPE_CHECKING:
    from world.models import Draft

MANIFEST = "pack.json5"  # in the folder of a pack


class Delivered(NamedTuple):
    """What has become of packages: the drafts, and the paths of what was left out."""

    drafts: list[Draft]
    left_out: list[str]


def is_pack(source: bytes | Path, name: str = "") -> bool:
    """Whether something from elsewhere is a pack, which is installed, and no packages of one."""
    name = source.name if isinstance(source, Path) else name
    if name.lower().endswith(".lua"):
        return False
    if isinstance(source, Path) and source.is_dir():
        return (source / MANIFEST).exists()
    try:
        with zipfile.ZipFile(io.BytesIO(source) if isinstance(source, bytes) else source) as packed:
            names = [each.replace("\\", "/") for each in packed.namelist()]
    except (zipfile.BadZipFile, OSError, ValueError):
        return True
    return any(each.endswith(f"/{MANIFEST}") for each in names) or not any(
        each.lower().endswith(".lua") for each in names
    )


def folder_of_packages() -> str:
    """
    The folder of the game that packages are for, where there is one alone.

    :raises TableError: `noPackages`, `packagesWhich`.
    """
    found = [
        pack.folder
        for pack in games.games_by_id().values()
        if any(at.startswith(f"{pack.folder}/lua/{OWN}") for at in pack.sources)
    ]
    if not found:
        raise TableError("noPackages")
    if len(found) > 1:
        raise TableError("packagesWhich", games=sorted(found))
    return found[0]


def has_packages(folder: str) -> bool:
    """Whether a game takes packages."""
    return any(name_of_script(at).startswith(OWN) for at in browsing.pack_in(folder).sources)


def take_packages(
    who: Any, source: bytes | Path, name: str = "", folder: str = "", way: str = "game"
) -> Delivered:
    """
    Drafts of the scripts in a zip file or a script, as bytes with its name or by its path, or in a
    folder: of the game in `folder`, else of the one that has scripts.

    :raises TableError: `mayNot`, `unknownGame`, `noPackages`, `packagesWhich`, `packagesRefused`
        (sentences), `packagesSame`, `tooManyDrafts`.
    """
    folder = folder or folder_of_packages()
    roles.require_right(who, "write", folder)
    if not has_packages(folder):
        raise TableError("noPackages")
    folders = script_files.folders_of(browsing.pack_in(folder))
    taken = _take_source(source, name, folders)
    if taken.problems:
        raise TableError("packagesRefused", sentences=taken.problems)
    with transaction.atomic():
        drafts = [
            authoring.save_draft(who, folder, address, text, way=way)
            for address, text in taken.scripts.items()
            if not _stands_there(folder, address, text)
        ]
    if not drafts:
        raise TableError("packagesSame", game=folder)
    audit.note_act(who, "takePackages", folder, way, drafts=[draft.pk for draft in drafts])
    return Delivered(drafts, taken.left_out)


def _stands_there(folder: str, address: str, text: str) -> bool:
    """Whether a piece is published as it is."""
    found = browsing.piece_or_none(folder, address)
    return found is not None and found.text == authoring.cleaned(address, text)


def _take_source(source: bytes | Path, name: str, folders: script_files.Folders) -> Taken:
    """:raises TableError: `packagesRefused`."""
    try:
        if isinstance(source, Path):
            if source.is_dir():
                return script_files.take_folder(source, folders)
            name = source.name
            if source.stat().st_size > MOST_PACKED:
                raise ValueError(f"at most {MOST_PACKED} bytes are taken")
            source = source.read_bytes()
        if len(source) > MOST_PACKED:
            raise ValueError(f"at most {MOST_PACKED} bytes are taken")
        if name.lower().endswith(".lua"):
            return script_files.take_file(Path(name).name, source, folders)
        return script_files.take_archive(source, folders)
    except OSError as error:
        raise TableError("packagesRefused", sentences=[error.strerror or str(error)]) from None
    except ValueError as error:
        raise TableError("packagesRefused", sentences=[str(error)]) from None
