"""
Packs: a game as a folder of JSON5, read, checked as a whole, and compiled.

`load_pack(folder)` either returns a `Pack`, immutable and shared by all its matches, or raises
`PackError` with everything that is wrong with it. `files` merges the sections, `declare` reads what
they declare, `build` compiles what they do; `command` is `python -m rules.pack
check|words|schema|show|report FOLDER`.
"""

from ..running.catalogue import CardDef
from .build import load_pack, load_watched, load_with_sources
from .definition import Pack, pack_of_match
from .files import add_folder, folder_named

__all__ = [
    "CardDef",
    "Pack",
    "add_folder",
    "folder_named",
    "load_pack",
    "load_watched",
    "load_with_sources",
    "pack_of_match",
]
