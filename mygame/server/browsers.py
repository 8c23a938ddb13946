"""
The sessions of browsers: who is signed in on the site, where the game and the site share that.

A browser that comes into the game as a guest is signed in on the site from that moment, so that it
stays the same guest through any page, Back, reload or broken line: a guest has no password to come
back with. A browser that is signed in comes into the game by itself (`server.protocols`); whether
it still may, after a password was changed, is asked here (`session_vouches`).
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.utils.crypto import constant_time_compare

IN_GAME = "webclient_authenticated_uid"  # where Evennia keeps who is in the game


def session_of(key: str) -> Any:
    """The session of a browser by its key."""
    return import_module(settings.SESSION_ENGINE).SessionStore(session_key=key)


def sign_session_in(session: Any, account: Any) -> None:
    """Sign an account in, in a session that there is: its key stays as it is."""
    session[SESSION_KEY] = str(account.pk)
    session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
    session[HASH_SESSION_KEY] = account.get_session_auth_hash()


def sign_browser_in(key: str, account: Any) -> None:
    """Sign an account in to the site, in the browser with a session of this key."""
    session = session_of(key)
    sign_session_in(session, account)
    session.save()


def stay_signed_in(key: str, account: Any) -> None:
    """An account has another password: a browser that was signed in by it still is."""
    session = session_of(key)
    if session.get(SESSION_KEY) == str(account.pk):
        sign_session_in(session, account)
        session.save()


def recognise_browser(session: Any) -> None:
    """
    Who is signed in on the site comes into the game by itself: Evennia forgets them as soon as a
    page is left, and asks only the next one.
    """
    if not session.get(IN_GAME) and (signed_in := session.get(SESSION_KEY)):
        session[IN_GAME] = int(signed_in)
        session.save()


def session_vouches(key: str, account: Any) -> bool:
    """Whether a browser may still come in as an account: not if it signed in by an old password."""
    session = session_of(key)
    if session.get(SESSION_KEY) != str(account.pk):
        return True  # it came in by the game
    proof = session.get(HASH_SESSION_KEY, "")
    return constant_time_compare(proof, account.get_session_auth_hash())
