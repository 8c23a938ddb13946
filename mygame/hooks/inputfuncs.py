"""
Functions a client may call by name (GMCP, MSDP, websocket), also before it has logged in.

Evennia takes every function of this module for one of them, unless its name begins with `_`; what
clients send as arguments is whatever they like.

Here clients ask for the state of a match as data (`world.render.oob`) and answer what they are
asked: MUD clients by the list of GMCP modules they support, `Core.Supports.Set ["Chrono 3"]`, or by
`Chrono.Subscribe`, which web clients call `chrono_subscribe`.
"""

from __future__ import annotations

from typing import Any

_MODULE, _ROOMS = "chrono", "room"


def _oob() -> Any:
    from world.render import oob  # the Portal reads this module, too, and has no world

    return oob


def _subscribe(session: Any, text: bool = True, language: str = "") -> None:
    from world.render import hallnews

    _oob().subscribe(session, text, language)
    hallnews.send_all(session)


def _has_module(supported: tuple, module: str = _MODULE) -> bool:
    """Whether `Chrono`, or another module, is among those that a client names."""
    words = (each.casefold().split() for each in supported if isinstance(each, str))
    return any(word[:1] == [module] for word in words)


def _want_rooms(session: Any, wants: bool) -> None:
    """A client draws rooms from now on, or does not any more."""
    from world.render import roominfo

    if wants != roominfo.wants_rooms(session):
        session.update_flags(**{roominfo.WANTED: wants})
    if wants and (character := session.get_puppet()) is not None:
        roominfo.send_room(character, [session])


def chrono_subscribe(session: Any, /, *args: Any, **kwargs: Any) -> None:
    """Send data from now on, and at once what there is."""
    language = kwargs.get("language")
    chosen = language.casefold() if isinstance(language, str) else ""
    _subscribe(session, kwargs.get("text") is not False, chosen)


def chrono_unsubscribe(session: Any, /, *args: Any, **kwargs: Any) -> None:
    """Send no more of it."""
    _oob().unsubscribe(session)


def chrono_again(session: Any, /, *args: Any, **kwargs: Any) -> None:
    """Send everything once more."""
    from world.render import hallnews

    _oob().send_again(session)
    hallnews.send_all(session)


def chrono_answer(session: Any, /, *args: Any, **kwargs: Any) -> None:
    """An answer to a prompt: its number, and the indices of options."""
    from commands.answering import answer_by_picks

    answer_by_picks(session, kwargs.get("number"), kwargs.get("picks"))


def supports_set(session: Any, /, *args: Any, **kwargs: Any) -> None:
    """GMCP: the whole list of modules that a client supports."""
    _want_rooms(session, _has_module(args, _ROOMS))
    if not _has_module(args):
        _oob().unsubscribe(session)
    elif not _oob().wants_data(session):
        _subscribe(session)


def supports_add(session: Any, /, *args: Any, **kwargs: Any) -> None:
    """GMCP: modules beside those it named before."""
    if _has_module(args, _ROOMS):
        _want_rooms(session, True)
    if _has_module(args) and not _oob().wants_data(session):
        _subscribe(session)


def supports_remove(session: Any, /, *args: Any, **kwargs: Any) -> None:
    """GMCP: modules which it supports no more."""
    if _has_module(args, _ROOMS):
        _want_rooms(session, False)
    if _has_module(args):
        _oob().unsubscribe(session)
