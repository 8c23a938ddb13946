"""
What people read of each other's words, each in their language.
"""

from __future__ import annotations

from typing import Any

from rules.width import wrap
from world.render.messages import escape, find, message
from world.render.reader import reader_of

# Form of talk (its sentence is `talk.<form>` of the locale files, `talk.<form>_own` for who says
# it) -> the pane of a client which it belongs to.
PANES = {
    "hall": "say",
    "table": "say",
    "emote": "emote",
    "tell": "tell",
    "channel": "channel",
    "invitation": "tell",
}


def line(form: str, text: str, language: str, *, own: bool = False, **details: Any) -> str:
    """The sentence in which somebody reads words. What people have typed has no colours."""
    key = f"talk.{form}_own"
    if not own or find(key, language) is None:
        key = f"talk.{form}"
    return message(key, language, text=escape(text), **details)


def show(listener: Any, form: str, text: str, *, own: bool = False, **details: Any) -> None:
    """Let somebody read words."""
    reader = reader_of(listener)
    told = line(form, text, reader.language, own=own, **details)
    lines = [told] if reader.plain else wrap(told, reader.width, indent="  ", first="")
    listener.msg(text=("\n".join(lines), {"type": PANES[form]}))
