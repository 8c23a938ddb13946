"""
A match as data, for clients that draw it themselves, and have asked for it (`docs/protocol.md`).

Such a client gets the whole state once (`card_state`), then the differences of each change
(`card_change`), and what its options would do when that is known later (`card_foretold`). GMCP
clients get them as `Card.State` and so on, the web client as `["card_state", [], {...}]`. How a
client asks for them is in `server.conf.inputfuncs`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any
from weakref import WeakKeyDictionary

from world.hosting.events import Changed, Event, Foreseen
from world.hosting.views import Views
from world.render.reader import sessions_of

VERSION = 2  # of the messages
WANTED = "CARD"  # the flag of a session; the Portal keeps it while the Server restarts


@dataclass(frozen=True, slots=True)
class _Has:
    """What a session has been sent last: of which match, as which seat sees it, at which number."""

    views: Views
    seat: int | None
    number: int


_have: WeakKeyDictionary[Any, _Has] = WeakKeyDictionary()


def wants(session: Any) -> bool:
    """Whether a session has asked for data beside text."""
    return bool(getattr(session, "protocol_flags", {}).get(WANTED))


def subscribe(session: Any, on: bool = True) -> None:
    """A session asks for data, or for no more; it gets what there is to know now."""
    if on != wants(session):
        session.update_flags(**{WANTED: on})
    _have.pop(session, None)
    character = session.get_puppet()
    table = getattr(character, "location", None)
    if (
        on
        and table is not None
        and hasattr(table, "match_for")
        and table.match_for(character) is not None
    ):
        tell(table, character, [session])


def send(table: Any, character: Any) -> None:
    """How the match stands, to those sessions of a person that want it."""
    if table.match_for(character) is not None:
        tell(table, character, [session for session in sessions_of(character) if wants(session)])


def tell(table: Any, character: Any, sessions: Iterable[Any]) -> None:
    """The same, to these sessions of the character: what each does not have yet."""
    views, seat = table.stand_for(character).views, table.seat_of(character)
    for session in sessions:
        has = _have.get(session)
        same = has is not None and has.views is views and has.seat == seat
        update = views.update(seat, has.number if has is not None and same else None)
        _have[session] = _Has(views, seat, update.number)
        message = {
            "version": VERSION,
            "table": table.number,
            "names": list(table.names),
            "number": update.number,
            "public": update.public,
            "private": update.private,
            "log": update.log,
            "foretold": update.foretold,
        }
        if update.since is None:
            session.msg(card_state=((), message))
        else:
            session.msg(card_change=((), {**message, "since": update.since}))


class DataReader:
    """What happens in the match of a table, as data for the clients in the room that want it."""

    def __init__(self, table: Any, stand: Any):
        self.table, self.stand = table, stand

    def read(self, event: Event) -> None:
        """The differences of every change, and what is foreseen when that comes later."""
        if isinstance(event, Changed):
            for person in self.table.audience(self.stand):
                send(self.table, person)
        elif isinstance(event, Foreseen):
            self._foretell(event)

    def _foretell(self, event: Foreseen) -> None:
        """To the person of a seat: what its options would do."""
        foretold = self.table.host.views.foretold(event.seat)
        message = {"version": VERSION, "number": event.number, "foretold": foretold}
        for person in self.table.people():
            if self.table.seat_of(person) == event.seat:
                for session in filter(wants, sessions_of(person)):
                    session.msg(card_foretold=((), message))
