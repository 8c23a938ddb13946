"""
People: who is here, where, since when, and which one somebody means by a name.

A person is an account; in the world it acts through its wizard, a character. Begin at
`find_person`.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple

import evennia
from evennia.accounts.models import AccountDB

from server.chinese import to_simplified
from server.names import normalize
from world.accounts import records
from world.errors import TableError
from world.models import Friend, PlayerRecord

MYSELF = ("me", "self", "myself", "我", "自己")
NAMES_TOLD = 8
GUEST_TAG = ("guest", "kind")  # key and category of the tag of accounts that are no real ones yet
# Seconds without a word after which somebody counts as idle.
IDLE_AFTER = 60
# Seconds after which who writes to somebody is told so.
AWAY_AFTER = 300


def wizard_of(account: Any) -> Any:
    """The character through which an account acts or has acted; None if it has none."""
    puppets = account.get_all_puppets()
    if puppets:
        return puppets[0]
    last = account.db._last_puppet
    return last if last is not None and last.pk else next(iter(account.characters.all()), None)


def wizards_online() -> list[Any]:
    """The wizards of everybody who is connected, by name."""
    found = {
        character.pk: character
        for session in evennia.SESSION_HANDLER.get_sessions()
        if session.logged_in and (character := session.get_puppet()) is not None
        if character.account is not None
    }
    return sorted(found.values(), key=lambda character: character.key.casefold())


def accounts_online() -> set[int]:
    """The numbers of the accounts that are connected."""
    return {each.uid for each in evennia.SESSION_HANDLER.get_sessions() if each.logged_in}


def account_numbered(number: int | None) -> Any:
    """The account of a number that was kept; None if it is gone."""
    return AccountDB.objects.filter(pk=number).first() if number else None


def is_online(account: Any) -> bool:
    """Whether an account has a client connected."""
    return bool(account.sessions.count())


# -- which one is meant


def find_person(text: str, seeker: Any = None) -> Any:
    """
    The account somebody means by a name, or by its beginning if only one begins so.

    Who is where the seeker (a character or an account) is goes before who is elsewhere, and they
    before who is not connected; upper and lower case are the same. The seeker is meant by "me".

    :raises TableError: `personUnknown` (text), `personWhich` (names: some of those it could be).
    """
    wanted = normalize(text)
    if seeker is not None and wanted.casefold() in MYSELF:
        return getattr(seeker, "player_account", seeker)
    # Who reads traditional characters reads, and types, the names of others in them.
    for spelling in dict.fromkeys((wanted, to_simplified(wanted))):
        if spelling and (found := _find_named(spelling, seeker)) is not None:
            return found
    raise TableError("personUnknown", text=text or "?")


def _find_named(wanted: str, seeker: Any) -> Any:
    accounts = AccountDB.objects.filter(is_active=True)
    exact = [account for account in accounts.filter(username__iexact=wanted) if wizard_of(account)]
    if exact:
        return exact[0]
    beginning = wanted.casefold()
    connected = [
        character
        for character in wizards_online()
        if character.account.username.casefold().startswith(beginning)
    ]
    place = getattr(seeker, "location", None)
    here = [character for character in connected if character.location == place]
    for found in (here, connected):
        if found:
            return _only_one([character.account for character in found])
    return _only_one(_accounts_beginning(accounts, wanted))


def _accounts_beginning(accounts: Any, wanted: str) -> list[Any]:
    found = accounts.filter(username__istartswith=wanted).order_by("username")
    return [account for account in found[: NAMES_TOLD + 1] if wizard_of(account) is not None]


def _only_one(found: Sequence[Any]) -> Any:
    if len(found) > 1:
        names = [account.username for account in found[:NAMES_TOLD]]
        raise TableError("personWhich", names=names)
    return found[0] if found else None


# -- where they are


class Place(NamedTuple):
    """
    Where somebody is: `hall`, `outside` (a `room` of the world), `seat`, `watching`, `hidden` (a
    private table) or `away`.
    """

    kind: str
    number: int = 0
    game: str = ""
    room: Any = None


def place_of(character: Any, viewer: Any) -> Place:
    """Where a character is, as far as another one may know; None is a stranger."""
    room: Any = character.location if character is not None else None
    if character is None or not character.is_here:
        return Place("away")
    if hasattr(room, "ground"):
        return Place("outside", room=room)
    if not hasattr(room, "seat_of"):
        return Place("hall")
    if viewer is None or not room.may_watch(viewer):
        return Place("hidden")
    kind = "watching" if room.seat_of(character) is None else "seat"
    return Place(kind, room.number, room.game_id)


def idle_seconds(character: Any) -> float:
    """Seconds since a connected person has typed anything."""
    return min(
        (time.time() - session.cmd_last_visible for session in character.sessions.all()),
        default=0.0,
    )


# -- what there is to know of somebody


class Card(NamedTuple):
    """What `finger` shows. `seen` is when they were last here; a date only for friends."""

    name: str
    about: str
    since: datetime
    seen: datetime | None
    close: bool
    place: Place
    idle: float
    records: Sequence[PlayerRecord]
    guest: bool


def card_of(account: Any, viewer: Any) -> Card:
    """
    What a character may know of an account; None is a stranger, who visits the web site.

    Where somebody is and when exactly they were here is told to those whom they have among their
    friends, to themselves, and to staff.
    """
    character = wizard_of(account)
    other = viewer.player_account if viewer is not None else None
    close = other is not None and (
        account == other
        or Friend.objects.filter(account=account, friend=other).exists()
        or is_staff(other)
    )
    return Card(
        name=account.username,
        about=account.attributes.get("about") or "",
        since=account.date_joined,
        seen=account.last_login,
        close=close,
        place=place_of(character, viewer),
        idle=idle_seconds(character) if character is not None else 0.0,
        records=records.records_by_played(account),
        guest=is_guest(account),
    )


def is_staff(account: Any) -> bool:
    """Whether an account looks after the game: reads reports, is not limited, cannot be ignored."""
    return bool(account is not None and account.check_permstring("Helper"))


def is_guest(account: Any) -> bool:
    """Whether somebody plays without having registered."""
    return bool(account is not None and account.tags.has(*GUEST_TAG))
