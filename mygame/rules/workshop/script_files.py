"""
Files of scripts as they come from elsewhere: which of them are scripts of a pack, and what is wrong
with the others. Where they stood there, and where they stand in the pack, is said by the section
`scripts` of the pack: `"folders": {"mods": "", "lua/ai": "ai"}`; all of it may lie in another
folder. A name that begins with * is the end of a file that stood in none. Every sentence is about
one file and begins with its path.
"""

from __future__ import annotations

import io
import re
import stat
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from ..pack.definition import Pack
from ..pack.pieces import BadAddress, split_address
from ..pack.script_cards import FOLDER
from ..pack.scripts import decode_script

type Folders = Mapping[str, str]  # of scripts elsewhere, and where that is below `lua` here

LONGEST = 400_000  # characters of a script
MOST_FILES = 5_000  # of an archive
MOST_BYTES = 8_000_000  # of all scripts of one
MOST_PACKED = 32_000_000  # of an archive: what it shows and plays is never unpacked

LEFT_OUT = (
    *(".png", ".jpg", ".jpeg", ".gif", ".bmp", ".ico", ".webp", ".psd", ".ttf"),
    *(".ogg", ".mp3", ".wav", ".wma", ".mid", ".flac", ".m4a", ".db", ".qss"),
    *(".txt", ".md", ".doc", ".docx", ".pdf", ".html", ".htm", ".url", ".ini", ".plist"),
)
ARCHIVES = (".zip", ".rar", ".7z", ".gz", ".tar", ".bz2", ".xz")
BROKEN = (zipfile.BadZipFile, zipfile.LargeZipFile, zlib.error, EOFError)
COMPILED = b"\x1bLua"


class Taken(NamedTuple):
    """
    What a delivery holds: the texts of scripts by address (`file:lua/NAME.lua`), the paths of what
    is left out (pictures, sounds, texts for people), and what is wrong: a sentence for each file.
    """

    scripts: dict[str, str]
    left_out: list[str]
    problems: list[str]


class _Member(NamedTuple):
    """A file of a delivery: its path there, whether it is a link, its bytes, and how to read it."""

    path: str
    is_link: bool
    size: int
    open: object  # without arguments, a binary file

    def read(self, limit: int) -> bytes:
        """At most so many bytes."""
        with self.open() as file:  # type: ignore[operator]
            data: bytes = file.read(limit)
            return data


def folders_of(pack: Pack) -> Folders:
    """Where scripts for a pack stand elsewhere."""
    folders: Folders = pack.origin.raw["scripts"].get("folders", {})
    return folders


def address_of_script(path: str, folders: Folders) -> str:
    """
    Where a script from elsewhere stands in a pack; "" if nothing like it does. One that stood in no
    folder stands where all do.

    >>> folders = {"mods": "", "lua/ai": "ai"}
    >>> address_of_script("mine/mods/wolf.lua", folders)
    'file:lua/wolf.lua'
    >>> address_of_script("lua/ai/bots/wolf.lua", folders)
    'file:lua/ai/bots/wolf.lua'
    """
    for there, here in folders.items():
        into = f"{FOLDER}{here}/" if here else FOLDER
        if there.startswith("*"):
            if "/" not in path and path.endswith(there[1:]):
                return f"{into}{path}"
        elif found := re.search(f"(?:^|/){re.escape(there)}/(.*)", path, re.IGNORECASE):
            return f"{into}{found[1]}"
    return "" if "/" in path else f"{FOLDER}{path}"


def read_script(path: str, data: bytes) -> tuple[str, str]:
    """The text of a script and, where it cannot be read, what is wrong instead."""
    if len(data) > 4 * LONGEST:
        return "", f"{path} is too long: a script has at most {LONGEST} characters"
    if data.startswith(COMPILED):
        return "", f"{path} is compiled Lua; only source texts are taken"
    try:
        text = decode_script(data)
    except UnicodeDecodeError as error:
        return "", f"{path} is neither UTF-8 nor GB18030: byte {error.start}"
    if len(text) > LONGEST:
        return "", f"{path} is too long: a script has at most {LONGEST} characters"
    return (text, "") if text.strip() else ("", f"{path} is empty")


def take_archive(data: bytes, folders: Folders) -> Taken:
    """
    The scripts in a zip file.

    :raises ValueError: it cannot be read as one; says why.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as packed:
            members = [each for each in packed.infolist() if not each.is_dir()]
            if len(members) > MOST_FILES:
                raise ValueError(f"there are more than {MOST_FILES} files in it")
            return _take_members(_members_of(packed, members), folders)
    except (*BROKEN, RuntimeError, OSError):  # also with a password
        raise ValueError("this is no zip file that can be read") from None


def _members_of(packed: zipfile.ZipFile, members: list[zipfile.ZipInfo]) -> Iterator[_Member]:
    for each in members:
        path = each.filename
        if not each.flag_bits & 0x800:  # its name is not said to be UTF-8
            try:
                path = path.encode("cp437").decode("gb18030")
            except UnicodeError:
                path = each.filename
        link = stat.S_ISLNK(each.external_attr >> 16)
        yield _Member(path, link, each.file_size, lambda each=each: packed.open(each))


def take_folder(folder: Path, folders: Folders) -> Taken:
    """The scripts in a folder."""
    found = [path for path in sorted(folder.rglob("*")) if path.is_symlink() or path.is_file()]
    if len(found) > MOST_FILES:
        raise ValueError(f"there are more than {MOST_FILES} files in it")
    members = (
        _Member(
            path.relative_to(folder).as_posix(),
            path.is_symlink(),
            0 if path.is_symlink() else path.stat().st_size,
            lambda path=path: path.open("rb"),
        )
        for path in found
    )
    return _take_members(members, folders)


def take_file(name: str, data: bytes, folders: Folders) -> Taken:
    """One script by itself."""
    return _take_members([_Member(name, False, len(data), lambda: io.BytesIO(data))], folders)


def _take_members(members: Iterable[_Member], folders: Folders) -> Taken:
    taken, left = Taken({}, [], []), MOST_BYTES
    for member in members:
        path = member.path.replace("\\", "/")
        wrong = _what_is_wrong(path, member, folders)
        if wrong:
            taken.problems.append(wrong)
        elif path.lower().endswith(LEFT_OUT) or _is_litter(path):
            taken.left_out.append(path)
        else:
            data = member.read(4 * LONGEST + 1)
            left -= len(data)
            if left < 0:
                wrong = f"{path} is too much: all scripts have at most {MOST_BYTES} bytes"
                taken.problems.append(wrong)
                break
            _take_script(taken, path, data, folders)
    if not taken.scripts and not taken.problems:
        taken.problems.append("there is no script among the files")
    return taken


def _take_script(taken: Taken, path: str, data: bytes, folders: Folders) -> None:
    text, wrong = read_script(path, data)
    address = address_of_script(path, folders)
    if not wrong and address in taken.scripts:
        wrong = f"{path} is there twice"
    if wrong:
        taken.problems.append(wrong)
    else:
        taken.scripts[address] = text


def _what_is_wrong(path: str, member: _Member, folders: Folders) -> str:
    """Why a file cannot be taken, before it is read; "" if it can, or is left out."""
    shown, parts = re.sub(r"[^\x20-\x7e\u4e00-\u9fff]", "?", path), PurePosixPath(path).parts
    if path.startswith("/") or re.match(r"[A-Za-z]:", path) or ".." in parts:
        return f"{shown} leads out of its folder"
    if member.is_link:
        return f"{shown} is a link"
    lower = path.lower()
    if lower.endswith(ARCHIVES):
        return f"{shown} is an archive inside an archive"
    if lower.endswith(LEFT_OUT) or _is_litter(path):
        return ""
    if not lower.endswith(".lua"):
        return f"{shown} is neither a script nor a picture nor a sound"
    address = address_of_script(path, folders)
    if not address:
        known = ", ".join(each for each in folders if not each.startswith("*"))
        return f"{shown} stands in none of the folders of scripts ({known})"
    try:
        split_address(address)
    except BadAddress:
        return f"{shown}: the name of a script has only letters, digits, _ and -"
    if member.size > 4 * LONGEST:
        return f"{shown} is too long: a script has at most {LONGEST} characters"
    return ""


def _is_litter(path: str) -> bool:
    """What systems put into archives by themselves."""
    return "__MACOSX" in path or path.rpartition("/")[2].startswith(".")
