"""
Coming in: an account is found, made, or gets another password, by one set of rules.

The login screen and the web site call the same functions, in the reactor's thread. Each gives a
Deferred, for hashes wait for their turn (`server.hashing`); what is refused is one of `REFUSALS`,
and `refusal_sentence` is what to say then. Who tries too often is held up by `server.admission`,
who is banned by `world.community.moderation`. Begin at `log_in`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from django.conf import settings
from django.contrib.auth.tokens import default_token_generator
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_decode, urlsafe_base64_encode
from evennia.accounts.models import AccountDB
from evennia.utils import class_from_module, logger
from twisted.internet.defer import inlineCallbacks

from server import names, passwords
from server.addresses import source_of
from server.admission import gate
from server.hashing import Restarting
from server.names import bilingual
from world.accounts import audit, guests, people, roles
from world.community import moderation
from world.errors import TableError
from world.locale.messages import LANGUAGES, message
from world.locale.reader import Reader
from world.render import limits

WRONG = bilingual("名字或密码不对。", "Wrong name or password.")
WRONG_WORD = bilingual(*(message("guest.wrong_word", language) for language in LANGUAGES))
WRONG_OLD = bilingual(*(message("password.wrong", language) for language in LANGUAGES))
NOT_MADE = bilingual(*(message("trouble.no_account", language) for language in LANGUAGES))
USED_UP = bilingual(*(message("password.used_up", language) for language in LANGUAGES))
CLOSED = bilingual("现在不开放注册。", "New accounts are not being made at present.")
GUEST = "guest"  # no account can be called so: what is tried by a word is counted under it
# For so many hours the address at which somebody chooses another password works.
RESET_HOURS = settings.PASSWORD_RESET_TIMEOUT // 3600


class Refused(Exception):
    """It cannot be done; the text says why, in both languages."""


class TooSoon(Exception):
    """It has to wait: the key of the sentence, and seconds."""

    def __init__(self, key: str, wait: float):
        super().__init__(key, wait)
        self.key, self.wait = key, wait


# `TableError` as of `moderation.check_admitted`; `Restarting` if the game ends meanwhile.
REFUSALS = (Refused, TooSoon, Restarting, TableError)


def refusal_sentence(error: Exception, language: str) -> str:
    """What to say to who was refused, in `zh` or `en`."""
    reader = Reader(language)
    if isinstance(error, TooSoon):
        return limits.waiting_sentence(error.key, error.wait, reader)
    if isinstance(error, Restarting):
        return reader.say("login.restarting")
    if isinstance(error, TableError):
        return limits.limit_sentence(error, reader)
    halves = str(error).split("\n")
    # What others refuse (Evennia, Django) may have one half only.
    return halves[LANGUAGES.index(language)] if len(halves) == len(LANGUAGES) else str(error)


def check_try(name: str, address: str) -> None:
    """:raises TooSoon: if the account may not be tried from the address now."""
    if wait := gate().wait_to_try(name, address):
        raise TooSoon("login.tooMany", wait)


def check_registration(address: str) -> None:
    """:raises: `Refused`, `TooSoon`: if no account may be made from the address now."""
    if not settings.NEW_ACCOUNT_REGISTRATION_ENABLED:
        raise Refused(CLOSED)
    if wait := gate().wait_to_register(address):
        raise TooSoon("login.tooManyAccounts", wait)


def account_class() -> Any:
    """The class of accounts; looked up late, for typeclasses import half of the game."""
    return class_from_module(settings.BASE_ACCOUNT_TYPECLASS)


class Queue:
    """
    How one person waits for a hash: `check_there` raises what it likes when nobody waits any more,
    `told` is given the place in the queue now and then.
    """

    def __init__(
        self,
        address: str,
        check_there: Callable[[], None] = lambda: None,
        told: Callable[[int], None] = lambda place: None,
    ):
        self.address, self.check_there, self.told = address, check_there, told

    def options(self, check: Callable[[], None]) -> dict[str, Any]:
        """For `server.passwords`; `check` is asked once more when it is one's turn."""

        def checks() -> None:
            self.check_there()
            check()

        return {"source": source_of(self.address), "check": checks, "told": self.told}


@inlineCallbacks
def log_in(name: str, password: str, queue: Queue):
    """
    Fires with the account of this name and password, if it may come in from this address.

    :raises: one of `REFUSALS`, in the Deferred.
    """
    name, address = names.normalize(name), queue.address
    moderation.check_admitted(address=address)
    check_try(name, address)
    account = AccountDB.objects.filter(username__iexact=name).first()
    encoded = account.password if account and account.is_active else None
    # Asked again when it is its turn: what was sent at the same time may have failed.
    waiting = queue.options(partial(check_try, name, address))
    right, outdated = yield passwords.check_password(password, encoded, **waiting)
    if not right:
        logger.log_sec(f"Authentication Failure: {name} (IP: {address}).")
        gate().note_failure(name, address)
        raise Refused(WRONG)
    gate().note_success(name, address)
    # Only who knows the password is told of a ban of the account.
    moderation.check_admitted(account, address=address)
    if outdated:
        yield _store_password(account, password, address)
    logger.log_sec(f"Authentication Success: {account} (IP: {address}).")
    return account


@inlineCallbacks
def register(name: str, password: str, queue: Queue):
    """
    Fires with a new account. All that can be refused is refused before the hash is computed.

    :raises: one of `REFUSALS`, in the Deferred.
    """
    name, address = names.normalize(name), queue.address
    moderation.check_admitted(name=name, address=address)
    check_registration(address)
    kind = account_class()
    valid, errors = kind.validate_username(name)
    if not valid:
        raise Refused(errors[0])
    _check_password(password, kind(username=name))
    waiting = queue.options(partial(check_registration, address))
    hashed = yield passwords.hash_password(password, **waiting)
    queue.check_there()
    # Checks the name again: somebody may have taken it within the quarter of a second.
    account, errors = kind.create(username=name, password=hashed)
    if not account:
        valid, errors = kind.validate_username(name)
        # Anything else Evennia has logged, and says in English.
        raise Refused(NOT_MADE if valid else errors[0])
    account.db.creator_ip = address
    gate().note_registration(address)
    gate().note_success(name, address)
    return account


def make_guest(language: str, address: str) -> Any:
    """
    An account without a password, for who wants to play at once.

    :raises: one of `REFUSALS`.
    """
    moderation.check_admitted(address=address)
    check_registration(address)
    account = guests.make_guest(language)
    gate().note_registration(address)
    return account


def find_guest_again(word: str, address: str) -> Any:
    """
    The guest to whom this word was given; wrong ones count like failed log-ins.

    :raises: one of `REFUSALS`.
    """
    moderation.check_admitted(address=address)
    check_try(GUEST, address)
    account = guests.guest_with(word)
    if account is None:
        gate().note_failure(GUEST, address)
        raise Refused(WRONG_WORD)
    moderation.check_admitted(account, address=address)
    return account


@inlineCallbacks
def keep_guest(account: Any, name: str, password: str, queue: Queue):
    """
    Fires when a guest's account has become a real one of this name.

    :raises: one of `REFUSALS`, in the Deferred.
    """
    name = names.normalize(name)
    moderation.check_admitted(name=name, address=queue.address)
    try:
        guests.check_register(account, name, password)
        waiting = queue.options(partial(guests.check_register, account, name, password))
        hashed = yield passwords.hash_password(password, **waiting)
        guests.register_guest(account, name, hashed)
    except TableError as error:
        if "reason" not in error.details:
            raise
        raise Refused(error.details["reason"]) from None


@inlineCallbacks
def change_password(account: Any, old: str, new: str, address: str):
    """
    Fires when the account has another password; wrong old ones count like failed log-ins.

    :raises: one of `REFUSALS`, in the Deferred.
    """
    name = account.username
    check_try(name, address)
    waiting = Queue(address).options(partial(check_try, name, address))
    right, _ = yield passwords.check_password(old, account.password, **waiting)
    if not right:
        gate().note_failure(name, address)
        raise Refused(WRONG_OLD)
    gate().note_success(name, address)
    _check_password(new, account)
    yield _store_password(account, new, address)
    logger.log_sec(f"Password Changed: {account} (IP: {address}).")


# -- for who has forgotten it


def reset_token(by: Any, account: Any, way: str = "game") -> tuple[str, str]:
    """
    What the address has at which an account chooses another password, once and soon: its number
    and a token. Whoever is given it can come in, so it is noted who has made it.

    :raises TableError: `mayNot`; `sanctionAbove` (name); `guestNoPassword`.
    """
    roles.require_right(by, "players")
    moderation.check_above(by, account)
    if people.is_guest(account):
        raise TableError("guestNoPassword")
    audit.note_act(by, "passwordLink", account.username, way)
    number = urlsafe_base64_encode(force_bytes(account.pk))
    return number, default_token_generator.make_token(account)


def reset_account(number: str, token: str) -> Any:
    """The account that such an address is for; None if it is used up, too old, or none at all."""
    try:
        account = people.account_numbered(int(urlsafe_base64_decode(number)))
    except (ValueError, OverflowError):
        return None
    known = account is not None and default_token_generator.check_token(account, token)
    return account if known else None


@inlineCallbacks
def reset_password(number: str, token: str, new: str, address: str):
    """
    Fires with the account when it has another password.

    :raises: one of `REFUSALS`, in the Deferred.
    """
    moderation.check_admitted(address=address)
    account = reset_account(number, token)
    if account is None:
        raise Refused(USED_UP)
    _check_password(new, account)
    yield _store_password(account, new, address)
    logger.log_sec(f"Password Reset: {account} (IP: {address}).")
    return account


def _check_password(password: str, account: Any) -> None:
    """:raises Refused: if it is no password an account should have."""
    valid, error = account.validate_password(password, account=account)
    if not valid:
        raise Refused(error.messages[0])


@inlineCallbacks
def _store_password(account: Any, password: str, address: str):
    account.set_password((yield passwords.hash_password(password, source_of(address))))
    account.save(update_fields=["password"])
