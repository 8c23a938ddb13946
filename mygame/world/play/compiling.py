"""
Compiling the code of games that are played, a piece at a time in the reactor's free moments.

Code is compiled when a match first comes to it; with many cards that is a second or two of the
processor in the first minutes of a server, in pieces of up to a tenth, while everybody waits.
"""

from __future__ import annotations

from collections.abc import Iterator
from weakref import WeakSet

from rules.pack import Pack
from rules.running.code import Code
from world.background import workers

PAUSE = 0.02  # seconds between two pieces

_begun: WeakSet[Pack] = WeakSet()


def compile_ahead(pack: Pack) -> None:
    """Begin to compile what no match of a pack has come to yet; once for each pack."""
    if pack not in _begun:
        _begun.add(pack)
        _compile_later(iter(pack.program.codes))


def _compile_later(codes: Iterator[Code]) -> None:
    workers.twisted_reactor().callLater(PAUSE, _compile_next, codes)


def _compile_next(codes: Iterator[Code]) -> None:
    """Compile the next piece of those that are left."""
    compiled = Code.compiled
    for code in codes:
        _ = code.blocks
        if Code.compiled != compiled:
            _compile_later(codes)
            return
