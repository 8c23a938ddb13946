"""
What the process runs that computes hashes of passwords (`server.hashing` starts it).

It knows nothing of the game, so that it is small and quickly there.
"""

from __future__ import annotations

import os


def start(hashers: list[str], nice: int) -> None:
    """Begin a process: make way for everybody else, and set up the hashers."""
    from django.conf import settings

    os.nice(nice)
    settings.configure(PASSWORD_HASHERS=hashers, USE_I18N=False)


def hash_password(password: str) -> str:
    """The hash of a new password."""
    from django.contrib.auth.hashers import make_password

    return make_password(password)


def verify(password: str, encoded: str) -> tuple[bool, bool]:
    """Whether it is the password, and whether its hash is out of date."""
    from django.contrib.auth.hashers import verify_password

    return verify_password(password, encoded)
