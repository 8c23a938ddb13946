"""
The state of a match as data, for clients that draw it themselves.

`card_state` carries a seat's view of the match, whose options say under `preview` what they would
do, and `card_prompt` the choice of that seat (or nothing). GMCP clients get them as `Card.State`
and `Card.Prompt`; the web client as `["card_state", [], {...}]` and `["card_prompt", [{...}], {}]`.
"""

from __future__ import annotations

from typing import Any

from rules import preview
from world.render.reader import sessions_of


def supports(session: Any) -> bool:
    """Whether a session takes data beside text: browsers, and telnet clients that said so."""
    if "websocket" in str(getattr(session, "protocol_key", "")):
        return True
    flags = getattr(session, "protocol_flags", {})
    return bool(flags.get("OOB") or flags.get("GMCP"))


def send(table: Any, character: Any) -> None:
    """The state of the match, and what this person is asked, to those sessions that want it."""
    sessions = [session for session in sessions_of(character) if supports(session)]
    if not sessions or table.match is None:
        return
    view = preview.view(table.match, table.seat_of(character))
    state = {**view, "names": list(table.names), "table": table.number}
    # Not by keywords as the state is: Evennia keeps `options` among those for itself.
    prompt: tuple[Any, dict] = (tuple(view["choices"][:1]), {})
    for session in sessions:
        session.msg(card_state=((), state), card_prompt=prompt)
