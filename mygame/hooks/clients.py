"""
What a client may ask for by name (websocket, GMCP, MSDP), beside what the game itself offers in
`hooks.inputfuncs`. This list stands for Evennia's, some of which makes accounts, keeps timers or
stores whatever it is given, for anybody, also before logging in.

Evennia takes every function here whose name does not begin with `_` for one of them. All arguments
have been cleaned, and may be anything all the same; when one fails, `hooks.sessions` says so.
"""

from __future__ import annotations

import codecs
from collections.abc import Callable
from typing import Any

from django.conf import settings

# What the browser's client keeps of its windows, in entries.
_MAX_WEB_OPTIONS = 40
_MAX_NAME = 60
_LARGEST_SCREEN = 1000


def text(session: Any, *args: Any, **kwargs: Any) -> None:
    """A line that was typed."""
    from evennia.commands.cmdhandler import cmdhandler

    from commands.answering import answer_by_number

    typed = args[0] if args else None
    if not isinstance(typed, str):
        return
    idle = typed.strip() in {"idle", settings.IDLE_COMMAND}
    if not idle and not answer_by_number(session, typed):
        cmdhandler(session, typed, callertype="session", session=session)
    session.update_session_counters(idle=idle)


def default(session: Any, name: str, /, *args: Any, **kwargs: Any) -> None:
    """Whatever we do not know. Clients greet with many things; nobody waits for an answer."""


def _as_flag(value: Any) -> bool:
    return value.casefold() in ("true", "on", "1") if isinstance(value, str) else bool(value)


def _as_size(value: Any) -> dict[int, int]:
    return {0: max(1, min(int(value), _LARGEST_SCREEN))}


def _as_encoding(value: Any) -> str:
    return codecs.lookup(str(value)).name


# What a client may say of itself, and what it may be. The others are settled by telnet.
_OPTIONS: dict[str, Callable[[Any], Any]] = {
    "ANSI": _as_flag,
    "XTERM256": _as_flag,
    "TRUECOLOR": _as_flag,
    "NOCOLOR": _as_flag,
    "MXP": _as_flag,
    "SCREENREADER": _as_flag,
    "SCREENWIDTH": _as_size,
    "SCREENHEIGHT": _as_size,
    "AUTORESIZE": _as_flag,
    "ENCODING": _as_encoding,
    "NOGOAHEAD": _as_flag,
    "LOCALECHO": _as_flag,
}


def client_options(session: Any, *args: Any, **kwargs: Any) -> None:
    """A client says what it is and can do; without anything it asks what we think of it."""
    if not kwargs or kwargs.get("get"):
        flags = session.protocol_flags
        session.msg(client_options={name: flags[name] for name in _OPTIONS if name in flags})
        return
    said = {}
    for name, value in kwargs.items():
        if (told := _OPTIONS.get(name.upper())) is not None:
            try:
                said[name.upper()] = told(value)
            except (LookupError, TypeError, ValueError, OverflowError):
                continue  # whatever that was, it is not what the client can do
    if client := kwargs.get("client"):
        said["CLIENTNAME"] = f"{client} {kwargs.get('version') or ''}".strip()[:_MAX_NAME]
    session.update_flags(**said)


def hello(session: Any, *args: Any, **kwargs: Any) -> None:
    """GMCP `Core.Hello`."""
    client_options(session, *args, **{"client": "?", **kwargs})


def get_client_options(session: Any, *args: Any, **kwargs: Any) -> None:
    """What we think of the client."""
    client_options(session)


def webclient_options(session: Any, *args: Any, **kwargs: Any) -> None:
    """The browser's client keeps how its windows stand; without anything it asks for that."""
    account = session.account
    if account is None:
        return
    kwargs.pop("cmdid", None)
    kept = dict(account.attributes.get("_saved_webclient_options") or settings.WEBCLIENT_OPTIONS)
    if not kwargs:
        session.msg(webclient_options=kept)
        return
    kept.update(kwargs)
    if len(kept) <= _MAX_WEB_OPTIONS:
        account.attributes.add("_saved_webclient_options", kept)
