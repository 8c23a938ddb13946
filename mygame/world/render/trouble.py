"""
What a person is told when something is wrong that is not of the game: sentences of the group
`trouble` of the locale files, in the person's language, or in both where nobody can know it yet.

`report_error` is where every error ends that nobody foresaw: the log gets the traceback, the person
one sentence. Evennia's own reports come here, too (`patch_evennia`).
"""

from __future__ import annotations

import errno
import sys
import traceback
from collections.abc import Iterator
from typing import Any

from world.locale.messages import LANGUAGES, message
from world.locale.reader import language_of

# What drivers of databases say, in lower case, and what that is to us.
_DRIVERS = (
    ("is full", "disk_full"),
    ("no space left", "disk_full"),
    ("disk i/o", "disk_full"),
    ("locked", "database_busy"),
    ("timeout", "database_busy"),
    ("deadlock", "database_busy"),
)
_NO_ROOM = (errno.ENOSPC, errno.EDQUOT)
_REPORTED = "_reported_to_a_person"


def trouble_sentence(who: Any, key: str, **args: Any) -> str:
    """`trouble.<key>` for a session, account or character, whatever state it and we are in."""
    try:
        # A session nobody has logged in with has no account; an account may not be readable now.
        languages = [language_of(who)] if _is_known(who) else LANGUAGES
    except Exception:  # noqa: BLE001 (the last resort: both languages)
        languages = LANGUAGES
    return "\n".join(message(f"trouble.{key}", language, **args) for language in languages)


def _is_known(who: Any) -> bool:
    return bool(getattr(who, "account", None)) or not hasattr(who, "protocol_flags")


def kind_of(error: BaseException) -> str:
    """The key of the sentence for an error: what people can be told of it."""
    from django.db import DatabaseError, InterfaceError, OperationalError

    for each in _error_chain(error):
        if isinstance(each, OSError) and each.errno in _NO_ROOM:
            return "disk_full"
        if isinstance(each, DatabaseError | InterfaceError):
            said = str(each).casefold()
            if found := next((key for words, key in _DRIVERS if words in said), None):
                return found
            if isinstance(each, OperationalError | InterfaceError):
                return "database_away"
    return "error"


def _error_chain(error: BaseException | None) -> Iterator[BaseException]:
    seen: set[int] = set()
    while error is not None and id(error) not in seen:
        seen.add(id(error))
        yield error
        error = error.__cause__ or error.__context__


def report_error(who: Any, error: BaseException) -> None:
    """Log an error nobody foresaw, and tell the person whose input met it, once."""
    from evennia.utils import logger

    if getattr(error, _REPORTED, False):
        return
    setattr(error, _REPORTED, True)
    logger.log_err(f"While serving {who}:\n{''.join(traceback.format_exception(error))}")
    try:
        who.msg(trouble_sentence(who, kind_of(error)))
    except Exception:  # noqa: BLE001 (logged; the last resort)
        logger.log_trace("and it could not be told")


def report_failure(failure: Any, who: Any) -> None:
    """`report_error` as the errback of a Deferred."""
    report_error(who, failure.value)


def patch_evennia() -> None:
    """
    Let Evennia's handler of commands report here.

    Its texts are English, show the driver's words, and cannot be set.
    """
    from evennia.commands import cmdhandler

    def report_current(receiver: Any, stringtuple: Any, cmdid: Any = None) -> None:
        report_error(receiver, sys.exc_info()[1] or RuntimeError(stringtuple))

    cmdhandler._msg_err = report_current
    cmdhandler._ERROR_NOCMDSETS = "\n".join(message("trouble.error", each) for each in LANGUAGES)
