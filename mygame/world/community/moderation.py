"""
Bans, mutes and kicks: what staff can do about somebody, and the one place that knows of it.

Every way into the game asks `check_admitted` (telnet, websocket, web pages, guests, and sessions
that were there before a restart); everything that others read asks `check_may_speak`. A ban or a
mute is a row (`models.Ban`, `models.Mute`) that staff may as well edit in the admin: whoever
writes it, `enforce` sees to it that it holds at once. Each act is in the log with who did it.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import evennia
from django.conf import settings
from django.db.models.signals import post_save
from django.utils import timezone
from evennia.utils import logger
from twisted.internet import reactor

from server.addresses import address_of, covers
from world.accounts import audit, limits
from world.errors import TableError
from world.locale.reader import account_of
from world.models import Ban, Mute
from world.render.announce import error_text

# Characters of a reason.
LONGEST = 300


def ban_on(account: Any = None, name: str = "", address: Any = "") -> Ban | None:
    """
    The ban in force on an account, a name, or an address (text, or as Evennia's sessions have it).

    The one that lasts longest, if there are several. Nobody can lock out the superuser by address.
    """
    bans = Ban.objects.in_force()
    found = list(bans.on(account, name)) if account is not None or name else []
    if address_of(address) and not getattr(account, "is_superuser", False):
        found += (ban for ban in bans.exclude(network="") if covers(ban.network, address))
    return max(found, key=_length, default=None)


def _length(sanction: Any) -> float:
    left = sanction.seconds_left
    return float("inf") if left is None else left


def check_admitted(account: Any = None, name: str = "", address: Any = "") -> None:
    """
    Whether somebody may come in.

    :raises TableError: `banned` (left: seconds, None for ever; reason).
    """
    if ban := ban_on(account, name, address):
        raise TableError("banned", left=ban.seconds_left, reason=ban.reason)


def check_may_speak(who: Any) -> None:
    """
    Whether a character or account may say something that others read; it counts as said.

    :raises TableError: `muted` (left: seconds, None for ever; reason), `tooOften` (action, wait).
    """
    account = account_of(who)
    mute = max(Mute.objects.in_force().on(account), key=_length, default=None)
    if mute is not None:
        raise TableError("muted", left=mute.seconds_left, reason=mute.reason)
    limits.check(account, "talk")


# -- what staff does


def rank(account: Any) -> int:
    """Where an account stands in the hierarchy of permissions; the superuser above all."""
    if account is None:
        return -1
    if account.is_superuser:
        return len(settings.PERMISSION_HIERARCHY)
    held = {str(name).casefold() for name in account.permissions.all()}
    ranks = [i for i, name in enumerate(settings.PERMISSION_HIERARCHY) if name.casefold() in held]
    return max(ranks, default=-1)


def check_above(by: Any, account: Any) -> None:
    """:raises TableError: `sanctionAbove` (name) unless `by` stands above the other account."""
    if rank(account) >= rank(by):
        raise TableError("sanctionAbove", name=account.username)


def ban(
    by: Any,
    account: Any = None,
    network: str = "",
    seconds: float | None = None,
    reason: str = "",
    way: str = "game",
) -> Ban:
    """
    Ban an account, an address or network, or both; for ever if no time is given.

    :raises TableError: `sanctionAbove`, `sanctionOwnAddress` (network).
    """
    if account is not None:
        check_above(by, account)
    if network and any(covers(network, session.address) for session in by.sessions.all()):
        raise TableError("sanctionOwnAddress", network=network)
    made = Ban(account=account, network=network, until=_until(seconds), reason=reason, by=by)
    made.save()
    log(by, "made", made, way)
    return made


def mute(
    by: Any, account: Any, seconds: float | None = None, reason: str = "", way: str = "game"
) -> Mute:
    """
    Take the word from somebody, who can play on; for ever if no time is given.

    :raises TableError: `sanctionAbove`.
    """
    check_above(by, account)
    made = Mute(account=account, until=_until(seconds), reason=reason, by=by)
    made.save()
    log(by, "made", made, way)
    account.msg(error_text(TableError("muted", left=seconds, reason=reason), account))
    return made


def kick(by: Any, account: Any, reason: str = "", way: str = "game") -> int:
    """
    Close the connections of an account, which may come again. Gives how many there were.

    :raises TableError: `sanctionAbove`.
    """
    check_above(by, account)
    sessions = evennia.SESSION_HANDLER.sessions_from_account(account)
    for session in sessions:
        turn_out(session, TableError("kicked", because=reason))
    logger.log_sec(f"Moderation: {by} kicked {account}. Reason: {reason or '-'}")
    audit.note(by, "kick", account.username, way, reason=reason)
    return len(sessions)


def lift(by: Any, sanctions: Any, way: str = "game") -> int:
    """End bans or mutes; they are kept as past ones. Gives how many were in force."""
    found = list(sanctions.in_force())
    for sanction in found:
        sanction.until = timezone.now()
        sanction.save()
        log(by, "lifted", sanction, way)
    return len(found)


def _until(seconds: float | None) -> Any:
    return None if seconds is None else timezone.now() + timedelta(seconds=seconds)


# What was done with a ban or a mute, as the audit has it: `ban`, `banLifted` ...
_ACTS = {"made": "", "lifted": "Lifted"}


def log(by: Any, done: str, sanction: Any, way: str = "game") -> None:
    """Who did what, for the log and for the audit."""
    until = sanction.until.isoformat(timespec="minutes") if sanction.until else "for ever"
    kind, reason = sanction._meta.model_name, sanction.reason or "-"
    logger.log_sec(f"Moderation: {by}: {kind} {done}: {sanction}, until {until}. Reason: {reason}")
    if done in _ACTS:  # Django's pages keep the rest
        audit.note(by, f"{kind}{_ACTS[done]}", str(sanction), way, until=until, reason=reason)


# -- what makes it hold


def turn_out(session: Any, error: TableError, who: Any = None) -> None:
    """Close a connection with the sentence of an error, in the language of who is there."""
    # Said before: the reason of a websocket's close frame has room for forty Chinese characters.
    session.msg(error_text(error, who or session))
    evennia.SESSION_HANDLER.disconnect(session)


def enforce() -> None:
    """Turn out whoever is banned now, also who was there before a restart."""
    for session in list(evennia.SESSION_HANDLER.values()):
        try:
            check_admitted(session.account, address=session.address)
        except TableError as error:
            turn_out(session, error)


def watch() -> None:
    """From now on a ban holds at once, whoever writes it: a command, or a page of the admin."""
    post_save.connect(_ban_written, sender=Ban, dispatch_uid="world.moderation")


def _ban_written(**kwargs: Any) -> None:
    # The pages are made in threads; sessions belong to the reactor's.
    reactor.callFromThread(enforce)
