"""
What people read of each other's words, each in their language.
"""

from __future__ import annotations

import re
from typing import Any

from rules.ground.width import wrap
from world.locale.messages import escape_colours, find_message, message
from world.locale.reader import Reader, reader_of

CJK = re.compile("[\u2e80-\u9fff\uf900-\ufaff]")
# Form of talk (its sentence is `talk.<form>` of the locale files, `talk.<form>_own` for who says
# it) -> the pane of a client which it belongs to.
PANES = {
    "hall": "say",
    "table": "say",
    "out": "say",
    "emote": "emote",
    "tell": "tell",
    "channel": "channel",
    "invitation": "tell",
    "along": "tell",
    "gift": "tell",
    "company": "tell",
    "companion": "tell",
    "joining": "tell",
    "camp": "tell",
    "goOn": "tell",
}


def talk_line(form: str, text: str, language: str, *, own: bool = False, **details: Any) -> str:
    """The sentence in which somebody reads words. What people have typed has no colours."""
    key = f"talk.{form}_own"
    if not own or find_message(key, language) is None:
        key = f"talk.{form}"
    return message(key, language, text=escape_colours(text), gap=_gap_after_name(text), **details)


def _gap_after_name(text: str) -> str:
    """What stands between a name and what its bearer does: nothing before "'s" and in Chinese."""
    return " " if text[:1].isalnum() and not CJK.match(text) else ""


def show_words(listener: Any, form: str, text: str, *, own: bool = False, **details: Any) -> None:
    """Let somebody read words."""
    reader = reader_of(listener)
    details = {key: value(reader) if callable(value) else value for key, value in details.items()}
    told = talk_line(form, text, reader.language, own=own, **details)
    lines = [told] if reader.plain else wrap(told, reader.width, indent="  ", first="")
    listener.msg(text=("\n".join(lines), {"type": PANES[form]}))


def way_to_table(table: Any, character: Any, reader: Reader) -> str:
    """What somebody types to get to a table, from where they are now."""
    own = character.table
    if own is not None:
        key = "after_match" if own.state == "playing" else "leave_first"
        return reader.say(f"invite.{key}", number=table.number, own=own.number)
    free = table.state != "playing" and not all(table.names)
    return reader.say("invite.join" if free else "invite.watch", number=table.number)
