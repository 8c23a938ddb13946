"""
Cards nobody would write on both machines: what passes its check is put to the native machine as a
change of the pack there, and a match is played in both and compared (`wasm.mirror`).
"""

from __future__ import annotations

import atexit
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from operator import methodcaller
from pathlib import Path
from random import Random
from typing import Any

from ..backends.wasm.exam import load_both, load_changed
from ..backends.wasm.functions import NotNative
from ..backends.wasm.host import why_missing
from ..backends.wasm.loading import Loaded, Outdated
from ..backends.wasm.mirror import Mirror
from ..ground.errors import PackError
from ..pack import Pack
from ..pack.versions import change_of_cards, compile_change
from ..running.match import Match

GIVES_UP = 0.01  # how often somebody does


@cache
def pack_on_both(folder: Path) -> tuple[Pack, Loaded] | None:
    """A pack for both machines; None where only one can play it."""
    if why_missing() is not None:
        return None
    atexit.register(pack_on_both.cache_clear)  # while wasmtime can still let go of them
    try:
        return load_both(folder)
    except NotNative:
        return None


def changed_on_both(folder: Path, cards: dict[str, Any]) -> tuple[Pack, Loaded] | None:
    """
    The pack with as many of these cards, by id, as the native machine can take without being made
    anew; None: with none.
    """
    known = pack_on_both(folder)
    while known is not None and cards:
        pack, loaded = known
        try:
            with _passing_cache():
                compiled = compile_change(pack, change_of_cards(pack, cards), keeps_sources=True)
                return compiled.pack, load_changed(loaded, compiled)
        except (NotNative, Outdated, PackError):  # a deck may need what others print
            cards = dict(list(cards.items())[1::2])
    return None


@contextmanager
def _passing_cache() -> Iterator[None]:
    """What is made ready meanwhile nobody will ask for again: it is not kept."""
    before = os.environ.get("CHRONO_CACHE_DIR")
    with tempfile.TemporaryDirectory() as folder:
        os.environ["CHRONO_CACHE_DIR"] = folder
        try:
            yield
        finally:
            if before is None:
                del os.environ["CHRONO_CACHE_DIR"]
            else:
                os.environ["CHRONO_CACHE_DIR"] = before


def play_on_both(match: Match, loaded: Loaded, chance: Random, most: int) -> tuple[int, int]:
    """
    Play a prepared match at random for so many decisions at most; how many there were, and how many
    of them failed.

    :raises Differs: the machines do not agree.
    """
    decisions, mirror = 0, Mirror(loaded, match)
    try:
        mirror.do_in_both(methodcaller("begin"))
        failed = int(mirror.failed is not None)
        while match.choices and decisions < most:
            choice = chance.choice(match.choices)
            count = chance.randint(choice.minimum, choice.maximum)
            given = choice.seat, chance.sample(range(len(choice.options)), count)
            if chance.random() < GIVES_UP:
                mirror.do_in_both(methodcaller("concede", choice.seat))
            else:
                mirror.do_in_both(methodcaller("answer", *given))
            decisions += 1
            failed += mirror.failed is not None
    finally:
        mirror.release()
    return decisions, failed
