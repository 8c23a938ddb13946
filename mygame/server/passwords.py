"""Passwords: what is a good one, and hashing it without stopping everybody else.

A hash takes a quarter of a second on purpose. Computed in the reactor's thread it would freeze
all players for that long, so it is computed in threads of its own (OpenSSL releases the GIL).
"""

from __future__ import annotations

from django.contrib.auth import hashers
from django.contrib.auth.password_validation import CommonPasswordValidator
from django.core.exceptions import ValidationError
from twisted.internet import defer, reactor, threads
from twisted.python.threadpool import ThreadPool

from server.names import both

MIN_LENGTH = 8
TOO_SHORT = (
    f"密码至少要有 {MIN_LENGTH} 个字母或 {MIN_LENGTH // 2} 个汉字。",
    f"A password has at least {MIN_LENGTH} letters, or {MIN_LENGTH // 2} Chinese characters.",
)

# Two threads: ten logins at once wait for each other rather than for all processors.
_pool = ThreadPool(minthreads=0, maxthreads=2, name="passwords")
_running = 0
_idle: list[defer.Deferred] = []


def _in_thread(function, *args) -> defer.Deferred:
    global _running
    if not _pool.started:
        _pool.start()
        reactor.addSystemEventTrigger("during", "shutdown", _pool.stop)
    _running += 1
    return threads.deferToThreadPool(reactor, _pool, function, *args).addBoth(_done)


def _done(result):
    global _running
    _running -= 1
    # After whoever waits for this very hash has done what he wanted it for.
    reactor.callLater(0, _tell_idle)
    return result


def _tell_idle() -> None:
    if not _running:
        waiting, _idle[:] = _idle[:], []
        for deferred in waiting:
            deferred.callback(None)


def idle() -> defer.Deferred:
    """Fires as soon as no hash is being computed."""
    if not _running:
        return defer.succeed(None)
    deferred: defer.Deferred = defer.Deferred()
    _idle.append(deferred)
    return deferred


class Hashed(str):
    """A password which carries its hash, so that storing it need not compute one."""

    encoded: str


def hash_password(password: str) -> defer.Deferred:
    """Fires with the password as `Hashed`."""

    def compute() -> Hashed:
        hashed = Hashed(password)
        hashed.encoded = hashers.make_password(password)
        return hashed

    return _in_thread(compute)


def check_password(password: str, encoded: str | None) -> defer.Deferred:
    """
    Fires with (is it the password, is its hash out of date).

    `encoded` is None if there is no such account; that takes as long, so that the time
    does not tell who has one.
    """
    return _in_thread(
        hashers.verify_password, password, encoded or hashers.UNUSABLE_PASSWORD_PREFIX
    )


class PasswordValidator:
    """Not short, not the name, none of the twenty thousand most common."""

    def validate(self, password: str, user=None) -> None:
        """:raises ValidationError: with one sentence in both languages."""
        # A Chinese character is as hard to guess as two letters.
        if sum(1 if character.isascii() else 2 for character in password) < MIN_LENGTH:
            raise ValidationError(both(*TOO_SHORT), code="password_too_short")
        if user is not None and password.casefold() == user.username.casefold():
            raise ValidationError(
                both("密码不能和名字一样。", "The password cannot be the name."),
                code="password_is_name",
            )
        try:
            CommonPasswordValidator().validate(password)
        except ValidationError:
            raise ValidationError(
                both(
                    "这个密码太常见了，很容易被猜到。",
                    "That password is on every list of common ones; choose another.",
                ),
                code="password_too_common",
            ) from None

    def get_help_text(self) -> str:
        return " ".join(TOO_SHORT)
