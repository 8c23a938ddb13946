"""
Tokens for the API: made by an account, shown once, and taken back by it at any time.

A token gives the rights of its account and no others; who has lost them has lost them here, too.
Begin with `make_token` and `account_with`.
"""

from __future__ import annotations

import secrets
from hashlib import sha256
from typing import Any

from django.utils import timezone

from server import cleaning
from world.accounts import people
from world.errors import TableError
from world.models import Token

MOST = 5  # of one account
BEGINS = "chrono_"  # so that who finds one somewhere knows what it is
BYTES = 32
SHOWN = len(BEGINS) + 4  # characters by which its owner knows it again
NAME = 40


def make_token(account: Any, name: str = "") -> tuple[Token, str]:
    """
    A new token, and the text that is its only copy.

    :raises TableError: `tokenGuest`; `tokenTooMany` (limit).
    """
    if people.is_guest(account):
        raise TableError("tokenGuest")
    if tokens_of(account).count() >= MOST:
        raise TableError("tokenTooMany", limit=MOST)
    text = BEGINS + secrets.token_urlsafe(BYTES)
    name = cleaning.clean_line(name, NAME).strip() or timezone.now().date().isoformat()
    row = Token.objects.create(
        account=account, name=name, digest=_token_digest(text), begins=text[:SHOWN]
    )
    return row, text


def tokens_of(account: Any) -> Any:
    """The tokens of an account, the oldest first."""
    return Token.objects.filter(account=account)


def drop_token(account: Any, number: int) -> Token:
    """
    Take back the token of this number, counted from 1: nobody gets in with it any more.

    :raises TableError: `tokenNone` (number).
    """
    rows = list(tokens_of(account))
    if not 1 <= number <= len(rows):
        raise TableError("tokenNone", number=number)
    row = rows[number - 1]
    row.delete()
    return row


def account_with(text: str) -> Any:
    """The account that a token is of; None if there is no such token, or the account is closed."""
    row = Token.objects.filter(digest=_token_digest(text)).select_related("account").first()
    if row is None or not row.account.is_active:
        return None
    today = timezone.now().date()
    if row.used_at != today:  # a row a day, not one a request
        Token.objects.filter(pk=row.pk).update(used_at=today)
    return row.account


def _token_digest(text: str) -> str:
    return sha256(text.encode("utf-8", errors="replace")).hexdigest()
