"""
Thinking for somebody in another process: a saved match goes in, weighed answers come out.

`think` is the task of such a process. Packs are loaded once a process; of a version with few cards
that are not those of the version before the native machine is had in milliseconds.
"""

from __future__ import annotations

from collections import OrderedDict

from ...ground.errors import PackError
from ...pack import Pack, load_pack
from ...running.match import Match
from .answers import Line
from .machines import changed_pack
from .native import weigh

PACKS = 16  # kept loaded
FEW = 20  # cards that are compiled once more, in some milliseconds each
_packs: OrderedDict[tuple[str, str], Pack] = OrderedDict()  # by folder and content


def pack_in(folder: str, content: str) -> Pack:
    """
    The pack in a folder, loaded once.

    :raises LookupError: the folder holds other content than the hash says.
    """
    key = folder, content
    if key not in _packs:
        pack = load_pack(folder)
        if pack.hash != content:
            raise LookupError(f"{folder} does not hold the content {content}")
        _packs[key] = _changed_from_last(pack)
    _packs.move_to_end(key)
    while len(_packs) > PACKS:
        _packs.popitem(last=False)
    return _packs[key]


def _changed_from_last(pack: Pack) -> Pack:
    """A version as it comes of the one that was played last, where little has changed."""
    before = next((each for each in reversed(_packs.values()) if each.id == pack.id), None)
    try:
        return pack if before is None else changed_pack(before, pack, FEW)
    except PackError:  # it takes too long here
        return pack


def think(folder: str, content: str, saved: bytes, seat: int, spec: str, seed: int) -> list[Line]:
    """
    What a bot (`bots.make(spec, seed)`) thinks of a saved match of the pack in a folder.

    :raises LookupError: the folder holds other content than the hash says.
    :raises ValueError: not a match of this pack, no such bot, or the seat is not asked anything.
    """
    match = Match.load(pack_in(folder, content), saved)
    match.log_enabled = False
    return weigh(spec, seed, match, seat)
