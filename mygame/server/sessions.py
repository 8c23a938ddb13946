"""
The Server's sessions: every way into the game ends at `login` here, so here the banned are refused.

Telnet, a browser that was logged in before, guests: all of them. Who was connected before a
restart is not logged in again; those are looked at when the Portal tells of them.
"""

from __future__ import annotations

from typing import Any

from evennia.server.sessionhandler import ServerSessionHandler


class Sessions(ServerSessionHandler):
    """All connections, as the Server knows them."""

    def login(self, session: Any, account: Any, **kwargs: Any) -> None:
        """Log somebody in who has shown who they are, unless they are banned."""
        from world import moderation
        from world.hosting import TableError

        try:
            moderation.check_admitted(account, address=session.address)
        except TableError as error:
            # A browser's session may say that it is logged in already.
            session.logged_in, session.uid = False, None
            moderation.turn_out(session, error, account)
        else:
            super().login(session, account, **kwargs)
