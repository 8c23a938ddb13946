"""
Guests: people who play at once, without a name and a password, and may register later.

A guest is an account like any other, with a name by lot and no password, so that everything it
gains (records, decks, friends, the seat of a running match) stays when it registers. One that
never does is removed some days after its last visit; what it has played stays in the journals.

A guest comes back by the session of its browser (`server.browsers`); who plays by telnet is given a
word to come back with, of which only a digest is kept.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from datetime import timedelta
from hashlib import sha256
from typing import Any

from django.conf import settings
from django.contrib.auth.hashers import make_password
from django.db import transaction
from django.utils import timezone
from evennia.accounts.models import AccountDB
from evennia.utils import class_from_module, logger

from server import browsers, names
from server.passwords import Hashed
from world.accounts import audit, people, roles
from world.accounts.people import GUEST_TAG
from world.errors import TableError
from world.locale.messages import find_message
from world.models import Friend, Letter, MatchSeat, PlayerRecord, SavedDeck
from world.sheets import closing

NAMES_TRIED = 50
# A word to come back with: letters that cannot be taken for each other, 59 bits of chance.
LETTERS, PART, PARTS = "23456789abcdefghjkmnpqrstuvwxyz", 4, 3
WORD = "guest_word"  # the attribute of an account that has the digest of the word
REMOVED_AT_ONCE = 20  # the reactor waits meanwhile


def all_guests() -> Any:
    """The accounts of guests, as a queryset."""
    key, category = GUEST_TAG
    return AccountDB.objects.filter(db_tags__db_key=key, db_tags__db_category=category)


def random_names(language: str) -> Iterator[str]:
    """
    Names that are pleasant in a language, without end.

    "MerryOtter42", "追风的狐狸42"
    """
    first, second = find_message("guest.first", language), find_message("guest.second", language)
    while True:
        number = secrets.randbelow(90) + 10
        yield f"{secrets.choice(first)}{secrets.choice(second)}{number}"


def make_guest(language: str) -> Any:
    """
    A new guest's account, with a wizard, in a language.

    :raises TableError: `guestsFull`.
    """
    if all_guests().count() >= settings.GUESTS_MOST:
        remove_stale()
    if all_guests().count() >= settings.GUESTS_MOST:
        raise TableError("guestsFull")
    kind = class_from_module(settings.BASE_ACCOUNT_TYPECLASS)
    for name, _ in zip(random_names(language), range(NAMES_TRIED), strict=False):
        if not kind.validate_username(name)[0]:
            continue
        account, errors = kind.create(username=name, password=_unusable_password())
        if account is None:
            logger.log_err(f"No guest {name}: {errors}")
            break
        account.tags.add(*GUEST_TAG)
        account.language = language
        return account
    raise TableError("guestsFull")


def _unusable_password() -> Hashed:
    """A password nobody can type: its hash fits none."""
    password = Hashed(secrets.token_urlsafe(24))
    password.encoded = make_password(None)
    return password


# -- coming back


def give_return_word(account: Any) -> str:
    """
    A word by which a guest comes back, and by which nobody can guess it; a new one ends the old.

    "h7kq-2mfx-9rtw"
    """
    parts = ("".join(secrets.choice(LETTERS) for _ in range(PART)) for _ in range(PARTS))
    word = "-".join(parts)
    account.attributes.add(WORD, _word_digest(word), strattr=True)
    return word


def guest_with(word: str) -> Any:
    """The guest to whom a word was given; None if it is nobody's."""
    has = {"db_attributes__db_key": WORD, "db_attributes__db_strvalue": _word_digest(word)}
    return all_guests().filter(is_active=True, **has).first()


def _word_digest(word: str) -> str:
    typed = "".join(word.casefold().replace("-", " ").split())
    return sha256(typed.encode("utf-8", errors="replace")).hexdigest()


# -- becoming a real one


def check_register(account: Any, name: str, password: str) -> None:
    """
    Whether a guest's account may have this name and this password.

    :raises TableError: `guestNot`; `guestRegister` (reason: sentences in both languages).
    """
    if not people.is_guest(account):
        raise TableError("guestNot")
    if name != account.username:
        valid, errors = account.validate_username(name)
        if not valid:
            raise TableError("guestRegister", reason="\n".join(errors))
    valid, error = account.validate_password(password, account=type(account)(username=name))
    if not valid:
        raise TableError("guestRegister", reason="\n".join(error.messages))


def register_guest(account: Any, name: str, password: Hashed) -> None:
    """
    Turn a guest into a real account of this name; its wizard and its seat follow.

    :raises TableError: as `check_register`: somebody may have taken the name meanwhile.
    """
    check_register(account, name, password)
    old = account.username
    wizard = people.wizard_of(account)
    account.username = name
    account.set_password(password)
    account.save()
    names.remember_look(account)
    account.tags.remove(*GUEST_TAG)
    account.attributes.remove(WORD)
    for session in account.sessions.all():
        if session.csessid:
            browsers.stay_signed_in(session.csessid, account)
    logger.log_sec(f"Guest {old} registered as {name}.")
    if wizard is not None:
        wizard.key = name
        if wizard.table is not None:
            wizard.table.rename(wizard)


# -- becoming part of an account that there is


def merge_guest(by: Any, guest: Any, into: Any, way: str = "game") -> None:
    """
    Give an account all that a guest has gained, and remove the guest.

    :raises TableError: `mayNot`; `guestMergeNot` (name): the one is no guest, or the other is;
        `guestMergePlays` (name): the guest is here, or holds a seat.
    """
    roles.require_right(by, "players")
    if not people.is_guest(guest):
        raise TableError("guestMergeNot", name=guest.username)
    if people.is_guest(into) or into == guest:
        raise TableError("guestMergeNot", name=into.username)
    wizards = list(guest.characters.all())
    plays = any(wizard.table is not None for wizard in wizards)
    if plays or people.is_online(guest) or closing.has_lent(guest):
        raise TableError("guestMergePlays", name=guest.username)
    name = guest.username
    with transaction.atomic():
        _hand_over(guest, into)
        for wizard in wizards:
            wizard.delete()
        guest.delete()
    audit.note_act(by, "mergeGuest", name, way, into=into.username)


def _hand_over(guest: Any, into: Any) -> None:
    """Matches, records, decks, friends and letters of a guest become another account's."""
    MatchSeat.objects.filter(account=guest).update(account=into)
    closing.merge_sheets(guest, into)
    for seat in MatchSeat.objects.exclude(substitutes=[]).iterator():
        later = [
            {**each, "account": into.pk} if each.get("account") == guest.pk else each
            for each in seat.substitutes
        ]
        if later != seat.substitutes:
            MatchSeat.objects.filter(pk=seat.pk).update(substitutes=later)
    for record in PlayerRecord.objects.filter(account=guest):
        _add_up(record, into)
    for deck in SavedDeck.objects.filter(account=guest):
        own = SavedDeck.objects.filter(account=into, game=deck.game)
        taken = set(own.values_list("key", flat=True))
        names = (deck.name, *(f"{deck.name} {number}" for number in range(2, len(taken) + 3)))
        deck.name = next(name for name in names if name.casefold() not in taken)
        deck.key, deck.account = deck.name.casefold(), into
        deck.save()
    has = {into.pk, *Friend.objects.filter(account=into).values_list("friend", flat=True)}
    Friend.objects.filter(account=guest).exclude(friend__in=has).update(account=into)
    into.ndb.friend_numbers = None  # asked for anew
    Letter.objects.filter(recipient=guest).update(recipient=into)


def _add_up(record: PlayerRecord, into: Any) -> None:
    """A guest's record of a game and the account's own become one."""
    own, _ = PlayerRecord.objects.get_or_create(account=into, game=record.game)
    for name in ("played", "won", "met", "beat", "conceded"):
        setattr(own, name, getattr(own, name) + getattr(record, name))
    for name in ("best_streak", "best_score", "last_played_at"):
        both = [each for each in (getattr(own, name), getattr(record, name)) if each is not None]
        setattr(own, name, max(both, default=None))
    own.save()


# -- and never becoming one


def remove_stale() -> int:
    """
    Remove guests who have not been here for `settings.GUEST_DAYS` and hold no seat; a few at a
    time. Gives how many.
    """
    before = timezone.now() - timedelta(days=settings.GUEST_DAYS)
    gone = 0
    for account in all_guests().filter(date_joined__lt=before).order_by("last_login"):
        if gone >= REMOVED_AT_ONCE:
            break
        if account.last_login is not None and account.last_login >= before:
            continue
        wizards = list(account.characters.all())
        if people.is_online(account) or any(wizard.table is not None for wizard in wizards):
            continue
        for wizard in wizards:
            wizard.delete()
        logger.log_sec(
            f"Guest {account.username} removed: not here for {settings.GUEST_DAYS} days."
        )
        account.delete()
        gone += 1
    return gone
