"""
The state of a match as data, for clients that draw it themselves, and have asked for it.

`card_state` carries a seat's view of the match, whose options say under `preview` what they would
do, and `card_prompt` the choice of that seat (or nothing). GMCP clients get them as `Card.State`
and `Card.Prompt`; the web client as `["card_state", [], {...}]` and `["card_prompt", [{...}], {}]`.
How a client asks for them is in `server.conf.inputfuncs`, and for authors in `docs/world.md`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from world import foreseeing
from world.hosting.events import Changed, Event, Foreseen
from world.render.reader import sessions_of

WANTED = "CARD"  # the flag of a session; the Portal keeps it while the Server restarts


def wants(session: Any) -> bool:
    """Whether a session has asked for data beside text."""
    return bool(getattr(session, "protocol_flags", {}).get(WANTED))


def subscribe(session: Any, on: bool = True) -> None:
    """A session asks for data, or for no more; it gets what there is to know now."""
    if on != wants(session):
        session.update_flags(**{WANTED: on})
    character = session.get_puppet()
    table = getattr(character, "location", None)
    if on and getattr(table, "match", None) is not None:
        tell(table, character, [session])


def send(table: Any, character: Any) -> None:
    """The state of the match, and what this person is asked, to those sessions that want it."""
    if table.match is not None:
        tell(table, character, [session for session in sessions_of(character) if wants(session)])


class DataReader:
    """What happens in the match of a table, as data for the clients in the room that want it."""

    def __init__(self, table: Any):
        self.table = table

    def read(self, event: Event) -> None:
        """The state after every change, and when more is known of the options."""
        if isinstance(event, Changed | Foreseen):
            for person in self.table.people():
                send(self.table, person)


def tell(table: Any, character: Any, sessions: Sequence[Any]) -> None:
    """The same, to these sessions of the character."""
    if not sessions:
        return
    view = foreseeing.view(table.match, table.seat_of(character))
    state = {**view, "names": list(table.names), "table": table.number}
    # Not by keywords as the state is: Evennia keeps `options` among those for itself.
    prompt: tuple[Any, dict] = (tuple(view["choices"][:1]), {})
    for session in sessions:
        session.msg(card_state=((), state), card_prompt=prompt)
