"""
Functions a client may call by name (GMCP, MSDP, websocket), also before it has logged in.

Evennia takes every function of this module for one of them, unless its name begins with `_`; what
clients send as arguments is whatever they like.

Here clients ask for the state of a match as data (`world.render.oob`): MUD clients by the list of
GMCP modules they support, `Core.Supports.Set ["Card 2"]`; others by `card_subscribe`.
"""

from __future__ import annotations

from typing import Any

_MODULE = "card"
_GONE = "1"  # the version whose messages are no more (`docs/protocol.md`)


def _subscribe(session: Any, on: bool) -> None:
    from world.render import oob  # the Portal reads this module, too, and has no world

    oob.subscribe(session, on)


def _has_module(supported: tuple, but: str = "") -> bool:
    """Whether `Card` is among the modules that a client names, but not in that version."""
    words = (each.casefold().split() for each in supported if isinstance(each, str))
    return any(word[:1] == [_MODULE] and word[1:] != [but] for word in words)


def card_subscribe(session: Any, *args: Any, **kwargs: Any) -> None:
    """Send `card_state`, `card_change`, `card_foretold` from now on, and at once what there is."""
    _subscribe(session, True)


def card_unsubscribe(session: Any, *args: Any, **kwargs: Any) -> None:
    """Send them no more."""
    _subscribe(session, False)


def supports_set(session: Any, *args: Any, **kwargs: Any) -> None:
    """GMCP: the whole list of modules that a client supports."""
    _subscribe(session, _has_module(args, but=_GONE))


def supports_add(session: Any, *args: Any, **kwargs: Any) -> None:
    """GMCP: modules beside those it named before."""
    if _has_module(args, but=_GONE):
        _subscribe(session, True)


def supports_remove(session: Any, *args: Any, **kwargs: Any) -> None:
    """GMCP: modules which it supports no more."""
    if _has_module(args):
        _subscribe(session, False)
