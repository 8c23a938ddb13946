"""
The Server's sessions: every way into the game ends at `login` here, so here the banned are refused.

Telnet, a browser that was logged in before, guests: all of them. Who was connected before a
restart is not logged in again; those are looked at when the Portal tells of them.

What Evennia says to connections in English is said here in their language.
"""

from __future__ import annotations

from typing import Any

import evennia
from evennia.server.portal import amp
from evennia.server.sessionhandler import ServerSessionHandler
from evennia.utils import logger

from server import DATA, browsers
from world.render import trouble


class Sessions(ServerSessionHandler):
    """All connections, as the Server knows them."""

    def login(self, session: Any, account: Any, **kwargs: Any) -> None:
        """Log somebody in who has shown who they are, unless they are banned."""
        from world.accounts import people
        from world.community import moderation
        from world.errors import TableError

        try:
            moderation.check_admitted(account, address=session.address)
        except TableError as error:
            # A browser's session may say that it is logged in already.
            session.logged_in, session.uid = False, None
            moderation.turn_out(session, error, account)
            return
        known = session.csessid and session.logged_in  # a browser that was in before
        if known and not browsers.session_vouches(session.csessid, account):
            session.logged_in, session.uid = False, None
            self.session_portal_sync(session)
            self._run_cmd_login(session)
            return
        try:
            if session.csessid and people.is_guest(account):
                browsers.sign_browser_in(session.csessid, account)
            super().login(session, account, **kwargs)
        except Exception as error:  # noqa: BLE001 (told and logged; by half is worse than not at all)
            # Logged in by half is worse than not at all: they come again.
            trouble.report_error(session, error)
            self.disconnect(session, trouble.trouble_sentence(session, "not_let_in"))

    def portal_sessions_sync(self, portalsessionsdata: Any) -> None:
        """The Portal has told of all who were connected before this Server started."""
        from world.community import moderation

        super().portal_sessions_sync(portalsessionsdata)
        try:
            moderation.enforce()
        except Exception:  # noqa: BLE001 (logged; the game goes on with somebody banned rather than not at all)
            # The game goes on with somebody who is banned rather than not at all.
            logger.log_trace("Who is banned could not be turned out.")

    def disconnect(self, session: Any, reason: str = "", sync_portal: bool = True) -> None:
        """Let a session go, whatever fails on the way: else it would stay about as a ghost."""
        try:
            super().disconnect(session, reason, sync_portal)
        except Exception:  # noqa: BLE001 (logged; nobody stays about as a ghost)
            logger.log_trace(f"{session} could not be let go in order")
            self.pop(session.sessid, None)
            if sync_portal:
                link = evennia.EVENNIA_SERVER_SERVICE.amp_protocol
                link.send_AdminServer2Portal(session, operation=amp.SDISCONN, reason=reason)

    def disconnect_duplicate_sessions(self, curr_session: Any, reason: str = "") -> None:
        """One account is one person at the tables: the newest connection goes on."""
        reason = reason or trouble.trouble_sentence(curr_session, "elsewhere")
        super().disconnect_duplicate_sessions(curr_session, reason)

    def clean_senddata(self, session: Any, kwargs: dict[str, Any]) -> dict[str, Any]:
        """
        What is sent, in the form in which it goes to the Portal: by name a list and a dict.

        Nearly all of it is text of the game, or data for its clients, and needs none of the looking
        into that Evennia does for whatever else there may be.
        """
        form: dict[str, Any] = {}
        for name, value in kwargs.items():
            if name == "options" and not value:
                continue
            if name.startswith(DATA):
                form[name] = [list(value[0]), dict(value[1])]
                continue
            text, about = value if type(value) is tuple and len(value) == 2 else (value, {})
            plain = type(text) is str and type(about) is dict
            may_be = text or (name == "prompt" and not about)
            if not plain or not may_be or any(type(each) is not str for each in about.values()):
                return super().clean_senddata(session, kwargs)
            form[name] = [[text] if text else [], {**about, "options": {}}]
        if "prompt" in form:
            form["prompt"] = form.pop("prompt")  # the last that a client gets
        return form

    def call_inputfuncs(self, session: Any, **kwargs: Any) -> None:
        """Hand what a client sent to the functions it names. One that fails says so."""
        functions = self.get_inputfuncs()
        for name, value in kwargs.items():
            try:
                args, named = value
                for ours in ("options", "session"):
                    named.pop(ours, None)
                name = name.strip().lower()
                if name in functions and name != "default":
                    functions[name](session, *args, **named)
                else:
                    functions["default"](session, name, *args, **named)
            except Exception as error:  # noqa: BLE001 (told and logged)
                trouble.report_error(session, error)
