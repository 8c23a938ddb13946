"""
Talk: everything that people say to each other goes through `deliver_words`, whatever they say it
by.

It asks `world.community.moderation` whether somebody may speak now, leaves out who ignores the
speaker, and lets every other listener read it in their language. The last lines that somebody has
read are kept in memory (`last_words`), for a report and for looking back.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from world.accounts import limits, people
from world.accounts.ignoring import account_of, ignores
from world.community import moderation
from world.errors import TableError
from world.render import oob
from world.render.look import name_in_language as localized
from world.render.talk import show_words, way_to_table

HEARD_KEPT = 40
WORDS_MOST = 500  # letters or characters that one says at once
# Forms of talk that reach people anywhere; guests may use them less often.
FAR_REACHING = frozenset(
    {"tell", "channel", "invitation", "along", "company", "companion", "joining"}
)


@dataclass(frozen=True, slots=True)
class Words:
    """Something that was said: in which `form` (see `world.render.talk`), by whom, when."""

    form: str
    speaker: str
    account: int | None
    text: str
    at: float


def deliver_words(
    speaker: Any, listeners: Iterable[Any], form: str, text: str, **details: Any
) -> Words:
    """
    Let listeners (characters, the speaker among them or not) read what a character says.

    `form` is one of `world.render.talk.PANES`; `details` fill further holes of its sentence, each a
    text or a function of the reader. Who ignores the speaker reads nothing, and the speaker does
    not notice.

    :raises TableError: of `check_may_say`; then nobody has read anything.
    """
    check_may_say(speaker, text, form)
    details.setdefault("name", speaker.key)
    account = account_of(speaker)
    words = Words(form, details["name"], account.pk if account else None, text, time.time())
    for listener in listeners:
        if listener != speaker and ignores(listener, speaker):
            continue
        _words_heard(listener).append(words)
        show_words(listener, form, text, own=listener == speaker, **details)
        oob.send_words(listener, form, speaker, details["name"], text, listener == speaker)
    return words


def send_invitation(speaker: Any, listener: Any, table: Any) -> None:
    """
    Ask a character who is here to come to a table, and say how.

    :raises TableError: of `check_may_say`.
    """
    deliver_words(
        speaker,
        (listener,),
        "invitation",
        str(table),
        number=table.number,
        game=lambda reader: localized(table.pack.name, reader.language),
        how=lambda reader: way_to_table(table, listener, reader),
    )
    table.invite(listener)


def check_may_say(speaker: Any, text: str, form: str = "tell") -> None:
    """
    Whether a character may say something in a form now; it counts as said.

    :raises TableError: `wordsTooLong` (limit), those of
        `world.community.moderation.check_may_speak`, and `tooOften` for guests.
    """
    if len(text) > WORDS_MOST:
        raise TableError("wordsTooLong", limit=WORDS_MOST)
    moderation.check_may_speak(speaker)
    if form in FAR_REACHING and people.is_guest(speaker.player_account):
        limits.check_limit(speaker, "guestTalk")


def _words_heard(listener: Any) -> deque[Words]:
    if listener.ndb.heard is None:
        listener.ndb.heard = deque(maxlen=HEARD_KEPT)
    return listener.ndb.heard


def last_words(listener: Any) -> list[Words]:
    """The last that somebody has read of others and themselves, oldest first."""
    return list(_words_heard(listener))
