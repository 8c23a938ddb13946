"""
Thinking for somebody in another process: a saved match goes in, weighed answers come out.

`think` is the task of such a process. Packs are loaded once a process.
"""

from __future__ import annotations

from functools import lru_cache

from ...ground.processes import ending_after
from ...pack import Pack, load_pack
from ...running.match import Match
from .answers import Line
from .native import weigh

PACKS = 16  # kept loaded
WALL = 30.0  # seconds for one thought, whatever it waits for; then the process ends


@lru_cache(PACKS)
def pack_in(folder: str, content: str) -> Pack:
    """
    The pack in a folder, loaded once.

    :raises LookupError: the folder holds other content than the hash says.
    """
    pack = load_pack(folder)
    if pack.hash != content:
        raise LookupError(f"{folder} does not hold the content {content}")
    return pack


def think(folder: str, content: str, saved: bytes, seat: int, spec: str, seed: int) -> list[Line]:
    """
    What a bot (`bots.make(spec, seed)`) thinks of a saved match of the pack in a folder.

    :raises LookupError: the folder holds other content than the hash says.
    :raises ValueError: not a match of this pack, no such bot, or the seat is not asked anything.
    """
    pack = pack_in(folder, content)
    with ending_after(WALL):
        match = Match.load(pack, saved)
        match.log_enabled = False
        return weigh(spec, seed, match, seat)
