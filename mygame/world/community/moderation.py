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
from django.db import transaction
from django.db.models.signals import post_save
from django.utils import timezone
from evennia.accounts.models import AccountDB
from evennia.utils import logger
from twisted.internet import reactor

from server.addresses import address_of, contains
from world.accounts import audit, limits
from world.errors import TableError
from world.locale.reader import account_of
from world.models import Ban, Mute
from world.models.moderation import Sanction
from world.render.announce import error_text

# Characters of a reason.
LONGEST = 300


def ban_on(account: Any = None, name: str = "", address: Any = "") -> Ban | None:
    """
    The ban in force on an account, a name, or an address (text, or as Evennia's sessions have it).

    The one that lasts longest, if there are several. Nobody can lock out the superuser by address.
    """
    bans = Ban.objects.in_force()
    found = list(bans.on_account(account, name)) if account is not None or name else []
    if address_of(address) and not getattr(account, "is_superuser", False):
        found += (ban for ban in bans.exclude(network="") if contains(ban.network, address))
    return max(found, key=_length_of, default=None)


def _length_of(sanction: Any) -> float:
    left = sanction.seconds_left
    return float("inf") if left is None else left


def check_admitted(account: Any = None, name: str = "", address: Any = "") -> None:
    """
    Whether somebody may come in.

    :raises TableError: `banned` (left: seconds, None for ever; reason), `accountClosed`.
    """
    if account is not None and not account.is_active:
        raise TableError("accountClosed")
    if ban := ban_on(account, name, address):
        raise TableError("banned", left=ban.seconds_left, reason=ban.reason)


def check_may_speak(who: Any) -> None:
    """
    Whether a character or account may say something that others read; it counts as said.

    :raises TableError: `muted` (left: seconds, None for ever; reason), `tooOften` (action, wait).
    """
    account = account_of(who)
    mute = max(Mute.objects.in_force().on_account(account), key=_length_of, default=None)
    if mute is not None:
        raise TableError("muted", left=mute.seconds_left, reason=mute.reason)
    limits.check_limit(account, "talk")


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
    made = Ban(account=account, network=network, until=_end_of(seconds), reason=reason, by=by)
    return impose(by, made, way)


def mute(
    by: Any, account: Any, seconds: float | None = None, reason: str = "", way: str = "game"
) -> Mute:
    """
    Take the word from somebody, who can play on; for ever if no time is given.

    :raises TableError: `sanctionAbove`.
    """
    return impose(by, Mute(account=account, until=_end_of(seconds), reason=reason, by=by), way)


def impose[Sanctioned: Sanction](by: Any, sanction: Sanctioned, way: str = "game") -> Sanctioned:
    """
    Store a ban or a mute, new or changed, so that it holds at once; noted with who did it.

    :raises TableError: those of `check_may_impose`.
    """
    check_may_impose(by, sanction)
    new = sanction.pk is None
    if new:
        sanction.by = by
    sanction.save()
    log_sanction(by, "made" if new else "changed", sanction, way)
    if isinstance(sanction, Mute) and sanction.in_force and sanction.account is not None:
        why = TableError("muted", left=sanction.seconds_left, reason=sanction.reason)
        sanction.account.msg(error_text(why, sanction.account))
    return sanction


def check_may_impose(by: Any, sanction: Sanction) -> None:
    """
    Whether somebody may ban or mute whom a row is about: an account, also by its name, a network.

    :raises TableError: `sanctionAbove` (name), `sanctionOwnAddress` (network).
    """
    for account in _accounts_of(sanction):
        check_above(by, account)
    network = getattr(sanction, "network", "")
    if network and any(contains(network, session.address) for session in by.sessions.all()):
        raise TableError("sanctionOwnAddress", network=network)


def _accounts_of(sanction: Sanction) -> list[Any]:
    """Whom a ban or a mute is about, by the account or by the name."""
    if sanction.account is not None:
        return [sanction.account]
    return list(AccountDB.objects.filter(username__iexact=sanction.name)) if sanction.name else []


def set_active(by: Any, account: Any, active: bool, way: str = "game") -> None:
    """
    Close an account, so that nobody comes in with it and its connections end, or open it again.

    :raises TableError: `sanctionAbove`.
    """
    check_above(by, account)
    account.is_active = active
    account.save(update_fields=["is_active"])
    logger.log_sec(f"Moderation: {by} {'opened' if active else 'closed'} the account {account}.")
    audit.note_act(by, "opened" if active else "closed", account.username, way)
    _enforce_on_commit()


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
    audit.note_act(by, "kick", account.username, way, reason=reason)
    return len(sessions)


def lift(by: Any, sanctions: Any, way: str = "game") -> int:
    """
    End bans or mutes; they are kept as past ones. Gives how many were in force.

    :raises TableError: `sanctionAbove`: one is about somebody who stands as high; none has ended.
    """
    found = list(sanctions.in_force())
    for sanction in found:
        check_may_lift(by, sanction)
    for sanction in found:
        sanction.until = timezone.now()
        sanction.save()
        log_sanction(by, "lifted", sanction, way)
    return len(found)


def check_may_lift(by: Any, sanction: Sanction) -> None:
    """:raises TableError: `sanctionAbove` unless `by` stands above whom a ban or mute is about."""
    for account in _accounts_of(sanction):
        check_above(by, account)


def _end_of(seconds: float | None) -> Any:
    return None if seconds is None else timezone.now() + timedelta(seconds=seconds)


# What was done with a ban or a mute, as the audit has it: `ban`, `banLifted` ...
_ACTS = {"made": "", "lifted": "Lifted"}


def log_sanction(by: Any, done: str, sanction: Any, way: str = "game") -> None:
    """Who did what, for the log and for the audit."""
    until = sanction.until.isoformat(timespec="minutes") if sanction.until else "for ever"
    kind, reason = sanction._meta.model_name, sanction.reason or "-"
    logger.log_sec(f"Moderation: {by}: {kind} {done}: {sanction}, until {until}. Reason: {reason}")
    if done in _ACTS:  # Django's pages keep the rest
        audit.note_act(by, f"{kind}{_ACTS[done]}", str(sanction), way, until=until, reason=reason)


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
    post_save.connect(_enforce_written, sender=Ban, dispatch_uid="world.moderation")


def _enforce_written(**kwargs: Any) -> None:
    _enforce_on_commit()


def _enforce_on_commit() -> None:
    # The pages are made in threads, in a transaction of their own: sessions belong to the reactor's
    # thread, which finds the row only when it has been stored for good.
    transaction.on_commit(lambda: reactor.callFromThread(enforce))
