"""Announcements: staff says something to everybody who is connected, each in their language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import evennia

from server import cleaning
from world.accounts import audit, roles
from world.errors import TableError
from world.locale.messages import escape_colours
from world.locale.reader import reader_of

LONGEST = 500  # characters


def announce(by: Any, texts: Mapping[str, str], way: str = "game") -> int:
    """
    Say something to everybody; `texts` by language, one of them is enough. Gives to how many. In
    the reactor's thread.

    :raises TableError: `mayNot`; `announceNothing`.
    """
    roles.require_right(by, "players")
    said = {name: cleaning.clean_line(text).strip()[:LONGEST] for name, text in texts.items()}
    said = {name: text for name, text in said.items() if text}
    if not said:
        raise TableError("announceNothing")
    accounts = list(evennia.SESSION_HANDLER.all_connected_accounts())
    for account in accounts:
        reader = reader_of(account)
        text = said.get(reader.language) or next(iter(said.values()))
        told = reader.say("staff.announced", text=escape_colours(text))
        account.msg(text=(told, {"type": "notice"}))
    audit.note_act(by, "announce", next(iter(said.values())), way, heard=len(accounts))
    return len(accounts)
