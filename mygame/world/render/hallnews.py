"""
News of the hall for clients that draw it: who is sent the lobby (`world.render.lobby`), and when.

Whatever changes a table or takes somebody elsewhere rings (`note_change`); what has changed for
each reader is found out in a moment, at most once a second, and sent only to those for whom it is
something new. Who plays is left in peace, but for what stands beside the match: names and watchers.
"""

from __future__ import annotations

from typing import Any

import evennia
from evennia.utils import logger

from world.render import matchdata, oob
from world.render.lobby import Lobby

EVERY = 1.0  # seconds between two rounds
SOON = 0.05  # seconds until a round, so that what belongs together is told at once


class Bell:
    """One round for all that has happened; `clock` as `twisted.internet.reactor`."""

    def __init__(self, clock: Any = None):
        self.clock = clock
        self._last = float("-inf")
        self._due = False

    def ring(self) -> None:
        """Something has changed."""
        if self._due:
            return
        if self.clock is None:
            from twisted.internet import reactor

            self.clock = reactor
        self._due = True
        wait = self._last + EVERY - self.clock.seconds()
        self.clock.callLater(max(SOON, wait), self.tell_everybody)

    def tell_everybody(self) -> None:
        """Tell everybody what is new to them."""
        self._due, self._last = False, self.clock.seconds()
        lobby = Lobby()
        for session in evennia.SESSION_HANDLER.get_sessions(include_unloggedin=True):
            try:
                _send_news(session, lobby)
            except Exception:  # noqa: BLE001 (logged; the others are told)
                logger.log_trace(f"{session} could not be told of the hall")


_bell = Bell()


def note_change() -> None:
    """A table is another one now, or somebody is elsewhere."""
    _bell.ring()


def send_all(session: Any) -> None:
    """All of it at once, for a session that has asked for it."""
    session.hall_known = None
    _send_news(session, Lobby())


def _send_news(session: Any, lobby: Lobby) -> None:
    """What a session does not know yet."""
    if not oob.wants_data(session):
        return
    person, known = session.puppet, getattr(session, "hall_known", None)
    if person is not None and person.location is not None:
        if getattr(person.location, "is_asleep", False):
            return  # who has let a match lie is told when it goes on
        scene = person.scene_awake
        stage = person.location if scene is None else scene
        if scene is not None or _is_playing(stage, person):
            oob.send_to_sessions(stage, person, [session])
            playing = ("table", stage.number, "playing") if scene is None else ("scene", None, None)
            if known is not None and _message_key(known) == playing:
                return
        message = lobby.message_for(person)
    else:
        message = lobby.message_for_nobody(oob.language_asked(session))
    if message != known:
        session.hall_known = message
        session.msg(chrono_lobby=((), {"version": matchdata.VERSION, **message}))


def _is_playing(place: Any, person: Any) -> bool:
    return hasattr(place, "occupants") and place.state_for(person) == "playing"


def _message_key(message: dict[str, Any]) -> tuple[Any, ...]:
    own = message["table"] or {}
    return message["where"], own.get("number"), own.get("state")
