"""
Native machines for bots: which process has one for a program, and who makes it meanwhile.

Begin with `thinker_for`; `changed_pack` is for versions that differ little from another one.
"""

from __future__ import annotations

import atexit
import threading
from collections import OrderedDict
from logging import getLogger

from ...backends.wasm.exam import load_changed, load_native, load_or_write
from ...backends.wasm.host import why_missing
from ...backends.wasm.loading import Loaded, Outdated, Written
from ...backends.wasm.thinking import Thinker
from ...pack import Pack
from ...pack.build import compile_again
from ...pack.versions import Change, Compiled, change_to, compile_change

MOST = 4  # machines that are kept, each of one program for so many players; and changes
_log = getLogger(__name__)
#: By hash of a program and number of players; None: Python thinks.
_thinkers: OrderedDict[tuple[str, int], Thinker | None] = OrderedDict()
atexit.register(_thinkers.clear)  # while wasmtime can still let go of them
#: By hash of a program: the version that it was changed from, and how.
_changes: OrderedDict[str, tuple[Pack, Compiled]] = OrderedDict()
#: The sections of a pack that are made of its cards.
_OF_CARDS = {"cards", "like", "modified"}
_makers: dict[tuple[str, int], threading.Thread] = {}


class _NotKept(Exception):
    """No module was kept of this program: it has to be made."""


def thinker_for(pack: Pack, seats: int, waits: bool, makes: bool = True) -> Thinker | None:
    """
    What thinks about matches of a pack in the native machine; None: Python has to, since there is
    no such machine, or (unless `waits`) it is being made. `makes`: whether it is worth making one.
    """
    if why_missing() is not None:
        return None
    key = pack.program.hash, seats
    found = _thinkers.get(key)
    if key not in _thinkers or (found is not None and found.loaded.program is not pack.program):
        try:
            changed = _thinker_of_change(pack, seats, waits, makes)
            found = changed or Thinker(_load_kept(pack, seats))
        except _NotKept:
            if not makes or not _has_made(key, pack, waits):
                return None
            found = _made(pack, seats)
        except Exception as reason:  # noqa: BLE001 (also that there is no memory for a machine)
            _log.info("%s: bots think in Python: %s", pack.id, reason)
            found = None
        _thinkers[key] = found
    _thinkers.move_to_end(key)
    while len(_thinkers) > MOST:
        _thinkers.popitem(last=False)
    return found


def changed_pack(before: Pack, pack: Pack, most_cards: int | None = None) -> Pack:
    """
    A version of a pack once more, for which a machine is made in milliseconds of that for the
    version before; the same version where more than so many cards have changed, or anything else.

    :raises PackError: it has mistakes.
    """
    if why_missing() is not None:
        return pack
    change = change_to(before, pack)
    if most_cards is not None and not _is_of_cards(change, most_cards):
        return pack
    compiled = compile_change(before, change, keeps_sources=True)
    _changes[pack.program.hash] = before, compiled
    while len(_changes) > MOST:
        _changes.popitem(last=False)
    return compiled.pack


def _is_of_cards(change: Change, most: int) -> bool:
    """Whether a change is one of so many cards at most, and of nothing else."""
    sections = change.sections
    touched = {*sections.others, *sections.gone}
    return touched <= _OF_CARDS and len(change.cards()) <= most


def _thinker_of_change(pack: Pack, seats: int, waits: bool, makes: bool) -> Thinker | None:
    """
    What thinks in the machine of the version that this one was changed from (`changed_pack`);
    None: there is no such machine (unless it `waits` for that), or it has to be made anew.

    :raises NotNative: bots have to think in Python.
    """
    before, compiled = _changes.get(pack.program.hash, (None, None))
    if before is None or compiled is None or compiled.pack.program is not pack.program:
        return None
    if not waits and (before.program.hash, seats) not in _thinkers:
        return None
    known = thinker_for(before, seats, waits, makes)
    try:
        return None if known is None else Thinker(load_changed(known.loaded, compiled))
    except Outdated:
        return None


def _made(pack: Pack, seats: int) -> Thinker | None:
    """What thinks by the module that was made; None where none could be."""
    try:
        return Thinker(_load_kept(pack, seats))
    except Exception:  # noqa: BLE001 (whatever it is, Python thinks)
        return None


def _load_kept(pack: Pack, seats: int) -> Loaded:
    """:raises _NotKept: nobody has made its module here yet."""

    def write() -> Written:
        raise _NotKept

    return load_or_write(pack, seats, write)


def _has_made(key: tuple[str, int], pack: Pack, waits: bool) -> bool:
    """Have the module of a pack made in the background; whether that has come to an end."""
    maker = _makers.get(key)
    if maker is None:
        maker = threading.Thread(target=_make_module, args=(pack, key[1]), daemon=True)
        _makers[key] = maker
        maker.start()
    if waits:
        maker.join()
    if maker.is_alive():
        return False
    del _makers[key]
    return True


def _make_module(pack: Pack, seats: int) -> None:
    """Make the module of a pack, which is kept; where there can be none, Python thinks."""
    try:
        load_native(*compile_again(pack), seats)
    except Exception as error:  # noqa: BLE001 (whatever it is, Python thinks)
        _log.info("%s: bots think in Python: %s", pack.id, error)
