"""
Telling: words for one person. Who is away reads them at the next log-in, as letters.

Everybody keeps a few letters; new ones push out what has been read, and are refused when there is
no room. Begin at `tell_person`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.utils import timezone

from world.accounts import ignoring, limits, people
from world.community import social
from world.errors import TableError
from world.models import Letter

KEPT = 20
UNREAD_OF_ONE = 5  # how many of one sender may wait


def tell_person(speaker: Any, account: Any, text: str) -> bool:
    """
    Say something to one person, from a character to an account; true if they are here.

    Who is ignored does not notice that nobody reads it.

    :raises TableError: `tellSelf`, `letterGuest`, `letterTooMany` (name), `letterFull` (name), and
        those of `social.check_may_say` and `world.accounts.limits.check_limit`.
    """
    if account == speaker.player_account:
        raise TableError("tellSelf")
    limits.check_limit(speaker, "tell", to=account.pk)
    if not people.is_online(account):
        _leave_letter(speaker, account, text)
        return False
    listener = people.wizard_of(account)
    social.deliver_words(speaker, (listener, speaker), "tell", text, to=listener.key)
    if not ignoring.ignores(listener, speaker):
        listener.ndb.told_by = speaker.player_account.pk
    return True


def _leave_letter(speaker: Any, recipient: Any, text: str) -> None:
    sender = speaker.player_account
    if people.is_guest(sender) or people.is_guest(recipient):
        raise TableError("letterGuest")
    social.check_may_say(speaker, text)
    if ignoring.ignores(recipient, sender):
        return
    letters = Letter.objects.filter(recipient=recipient)
    unread = letters.filter(read_at=None)
    if unread.filter(sender=sender).count() >= UNREAD_OF_ONE:
        raise TableError("letterTooMany", name=recipient.username)
    waiting = unread.count()
    if waiting >= KEPT:
        raise TableError("letterFull", name=recipient.username)
    Letter.objects.create(recipient=recipient, sender=sender, text=text)
    read = letters.exclude(read_at=None).order_by("-pk").values_list("pk", flat=True)
    letters.filter(pk__in=list(read[KEPT - waiting - 1 :])).delete()


def fetch_letters(reader: Any) -> list[Letter]:
    """The letters that wait for a character, oldest first; they count as read from now on."""
    waiting = Letter.objects.filter(recipient=reader.player_account, read_at=None)
    found = list(waiting.select_related("sender"))
    if not found:
        return []
    waiting.filter(pk__in=[letter.pk for letter in found]).update(read_at=timezone.now())
    letters = _without_ignored(reader, found)
    if letters:
        reader.ndb.told_by = letters[-1].sender_id
    return letters


def kept_letters(reader: Any) -> list[Letter]:
    """All letters of a character that are still there, oldest first."""
    found = Letter.objects.filter(recipient=reader.player_account)
    return _without_ignored(reader, found.select_related("sender"))


def _without_ignored(reader: Any, letters: Iterable[Letter]) -> list[Letter]:
    return [letter for letter in letters if not ignoring.ignores(reader, letter.sender)]
