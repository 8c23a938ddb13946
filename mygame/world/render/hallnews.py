"""
News of the hall for clients that draw it: who is sent the lobby (`world.render.lobby`), and when.

Whatever changes a table or takes somebody elsewhere rings (`changed`); what has changed for each
reader is found out in a moment, at most once a second, and sent only to those for whom it is
something new. Who plays is left in peace, but for what stands beside the match: names and
watchers.
"""

from __future__ import annotations

from typing import Any
from weakref import WeakKeyDictionary, WeakSet

from evennia.utils import logger

from world.render import oob
from world.render.lobby import Lobby

EVERY = 1.0  # seconds between two rounds
SOON = 0.05  # seconds until a round, so that what belongs together is told at once

_readers: WeakSet[Any] = WeakSet()  # sessions that have asked for data
_told: WeakKeyDictionary[Any, dict[str, Any]] = WeakKeyDictionary()  # the last message of each


class Bell:
    """One round for all that has happened; `clock` as `twisted.internet.reactor`."""

    def __init__(self, clock: Any = None):
        self.clock = clock
        self._last = float("-inf")
        self._due = False

    def ring(self) -> None:
        """Something has changed."""
        if self._due or not _readers:
            return
        if self.clock is None:
            from twisted.internet import reactor

            self.clock = reactor
        self._due = True
        wait = self._last + EVERY - self.clock.seconds()
        self.clock.callLater(max(SOON, wait), self.round)

    def round(self) -> None:
        """Tell everybody what is new to them."""
        self._due, self._last = False, self.clock.seconds()
        lobby = Lobby()
        for session in list(_readers):
            try:
                _tell(session, lobby)
            except Exception:  # noqa: BLE001 (logged; the others are told)
                logger.log_trace(f"{session} could not be told of the hall")


_bell = Bell()


def changed() -> None:
    """A table is another one now, or somebody is elsewhere."""
    _bell.ring()


def join(session: Any) -> None:
    """A session that wants data is told of the hall from now on."""
    if oob.wants(session):
        _readers.add(session)
        _told.pop(session, None)
        changed()


def again(session: Any) -> None:
    """All of it at once, for a session that has asked for it."""
    if oob.wants(session):
        _readers.add(session)
        _told.pop(session, None)
        _tell(session, Lobby())


def _tell(session: Any, lobby: Lobby) -> None:
    """What a session does not know yet."""
    if not oob.wants(session) or session.sessionhandler is None:
        _readers.discard(session)
        return
    person = session.puppet
    if person is not None and person.location is not None:
        known = _told.get(session)
        if _is_playing(person.location):
            oob.tell(person.location, person, [session])
            if known is not None and _where(known) == ("table", person.location.number, "playing"):
                return
        message = lobby.of(person)
    else:
        message = lobby.of_nobody(oob.language_asked(session))
    if message != _told.get(session):
        _told[session] = message
        session.msg(chrono_lobby=((), {"version": oob.VERSION, **message}))


def _is_playing(place: Any) -> bool:
    return hasattr(place, "occupants") and place.state == "playing" and place.match is not None


def _where(message: dict[str, Any]) -> tuple[Any, ...]:
    own = message["table"] or {}
    return message["where"], own.get("number"), own.get("state")
