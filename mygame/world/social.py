"""
Talk: everything that people say to each other goes through `talk`, whatever they say it by.

It asks `world.moderation` whether somebody may speak now, leaves out who ignores the speaker,
and lets every other listener read it in their language. The last lines that somebody has read are
kept in memory (`heard`), for a report and for looking back.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from world.hosting import TableError
from world.render.talk import show
from world.social_models import Ignore

HEARD_KEPT = 40
IGNORED_MOST = 100


@dataclass(frozen=True, slots=True)
class Words:
    """Something that was said: in which `form` (see `world.render.talk`), by whom, when."""

    form: str
    speaker: str
    account: int | None
    text: str
    at: float


def talk(speaker: Any, listeners: Iterable[Any], form: str, text: str, **details: Any) -> None:
    """
    Let listeners (characters, the speaker among them or not) read what a character says.

    `form` is one of `world.render.talk.PANES`; `details` fill further holes of its sentence. Who
    ignores the speaker reads nothing, and the speaker does not notice.

    :raises TableError: of `world.moderation.check_may_speak`; then nobody has read anything.
    """
    _check_may_speak(speaker)
    details.setdefault("name", speaker.key)
    account = account_of(speaker)
    words = Words(form, details["name"], account.pk if account else None, text, time.time())
    for listener in listeners:
        if listener != speaker and ignores(listener, speaker):
            continue
        _heard(listener).append(words)
        show(listener, form, text, own=listener == speaker, **details)


def _check_may_speak(speaker: Any) -> None:
    try:
        from world import moderation  # type: ignore[attr-defined,unused-ignore]
    except ImportError:
        return
    moderation.check_may_speak(speaker)


def _heard(listener: Any) -> deque[Words]:
    if listener.ndb.heard is None:
        listener.ndb.heard = deque(maxlen=HEARD_KEPT)
    return listener.ndb.heard


def heard(listener: Any) -> list[Words]:
    """The last that somebody has read of others and themselves, oldest first."""
    return list(_heard(listener))


# --------------------------------------------------------------------------------------
# Whom one does not want to hear
# --------------------------------------------------------------------------------------


def account_of(who: Any) -> Any:
    """The account of a character, connected or not; an account is its own."""
    return who.player_account if hasattr(who, "player_account") else who


def ignores(listener: Any, speaker: Any) -> bool:
    """Whether somebody (a character or an account) does not want to hear somebody."""
    account, other = account_of(listener), account_of(speaker)
    return account is not None and other is not None and other.pk in _ignored_by(account)


def _ignored_by(account: Any) -> frozenset[int]:
    """Kept with the account in memory: asked for every listener of every word."""
    if account.ndb.ignored is None:
        found = Ignore.objects.filter(account=account).values_list("ignored", flat=True)
        account.ndb.ignored = frozenset(found)
    return account.ndb.ignored


def ignored_names(account: Any) -> list[str]:
    """Whom an account ignores, in the order in which it began to."""
    rows = Ignore.objects.filter(account=account).select_related("ignored")
    return [row.ignored.username for row in rows]


def ignore(account: Any, other: Any) -> None:
    """
    Hear nothing of another account from now on.

    :raises TableError: `ignoreSelf`, `ignoreStaff`, `ignoreTooMany`.
    """
    if other == account:
        raise TableError("ignoreSelf")
    if other.check_permstring("Helper"):
        raise TableError("ignoreStaff", name=other.username)
    if len(_ignored_by(account)) >= IGNORED_MOST:
        raise TableError("ignoreTooMany", limit=IGNORED_MOST)
    Ignore.objects.get_or_create(account=account, ignored=other)
    account.ndb.ignored = None


def unignore(account: Any, other: Any) -> None:
    """
    Hear another account again.

    :raises TableError: `notIgnored`.
    """
    gone, _ = Ignore.objects.filter(account=account, ignored=other).delete()
    account.ndb.ignored = None
    if not gone:
        raise TableError("notIgnored", name=other.username)
