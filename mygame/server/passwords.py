"""Passwords: what is a good one, and hashing it without stopping everybody else.

A hash takes a quarter of a second on purpose; `server.hashing` computes it beside the game.
"""

from __future__ import annotations

from collections.abc import Hashable
from functools import cache
from typing import Any

from django.contrib.auth import hashers
from django.contrib.auth.password_validation import CommonPasswordValidator
from django.core.exceptions import ValidationError
from twisted.internet import defer

from server import hasher, hashing
from server.names import bilingual

MIN_LENGTH = 8
TOO_SHORT = (
    f"密码至少要有 {MIN_LENGTH} 个字母或 {MIN_LENGTH // 2} 个汉字。",
    f"A password has at least {MIN_LENGTH} letters, or {MIN_LENGTH // 2} Chinese characters.",
)


class Hashed(str):
    """A password which carries its hash, so that storing it need not compute one."""

    encoded: str


def hash_password(password: str, source: Hashable = "", **waiting: Any) -> defer.Deferred:
    """Fires with the password as `Hashed`. `source` and `waiting` as of `hashing.queue_hash`."""

    def carry(encoded: str) -> Hashed:
        hashed = Hashed(password)
        hashed.encoded = encoded
        return hashed

    deferred = hashing.queue_hash(hasher.hash_password, password, source=source, **waiting)
    return deferred.addCallback(carry)


def check_password(
    password: str, encoded: str | None, source: Hashable = "", **waiting: Any
) -> defer.Deferred:
    """
    Fires with (is it the password, is its hash out of date).

    `encoded` is None if there is no such account; that takes as long, so that the time
    does not tell who has one. `source` and `waiting` as of `hashing.queue_hash`.
    """
    encoded = encoded or hashers.UNUSABLE_PASSWORD_PREFIX
    return hashing.queue_hash(hasher.verify, password, encoded, source=source, **waiting)


@cache
def _common_passwords() -> CommonPasswordValidator:
    """Knows the list, which takes a hundredth of a second to read."""
    return CommonPasswordValidator()


class PasswordValidator:
    """Not short, not the name, none of the twenty thousand most common."""

    def validate(self, password: str, user=None) -> None:
        """:raises ValidationError: with one sentence in both languages."""
        # A Chinese character is as hard to guess as two letters.
        if sum(1 if character.isascii() else 2 for character in password) < MIN_LENGTH:
            raise ValidationError(bilingual(*TOO_SHORT), code="password_too_short")
        if user is not None and password.casefold() == user.username.casefold():
            raise ValidationError(
                bilingual("密码不能和名字一样。", "The password cannot be the name."),
                code="password_is_name",
            )
        try:
            _common_passwords().validate(password)
        except ValidationError:
            raise ValidationError(
                bilingual(
                    "这个密码太常见了，很容易被猜到。",
                    "That password is on every list of common ones; choose another.",
                ),
                code="password_too_common",
            ) from None

    def get_help_text(self) -> str:
        return " ".join(TOO_SHORT)
