"""
What a limit, a ban, a mute or a kick carries, in words: how long, why, and which action.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from world.locale import durations
from world.locale.messages import find_message
from world.locale.reader import Reader


def time_left_text(seconds: float | None, reader: Reader) -> str:
    """How long something holds; None for ever."""
    if seconds is None:
        return reader.say("limits.forever")
    return reader.say("limits.left", time=durations.duration_text(seconds, reader.say))


def detail_texts(values: Mapping[str, Any], reader: Reader) -> dict[str, str]:
    """The details of a `TableError` about a limit or a sanction, as texts of its sentence."""
    found = {}
    if "left" in values:
        found["left"] = time_left_text(values["left"], reader)
    if "wait" in values:
        found["wait"] = durations.duration_text(values["wait"], reader.say)
    if "left" in values or "because" in values:
        reason = str(values.get("reason") or values.get("because") or "").replace("|", "||")
        found["because"] = reader.say("limits.because", reason=reason) if reason else ""
    if find_message(f"limits.action.{values.get('action')}", reader.language):
        found["action"] = reader.say(f"limits.action.{values['action']}")
    return found


def limit_sentence(error: Any, reader: Reader) -> str:
    """The sentence of such a `TableError` for somebody who has no character yet."""
    return reader.say(
        f"error.{error.key}", **{**error.details, **detail_texts(error.details, reader)}
    )


def waiting_sentence(key: str, wait: float, reader: Reader, **values: Any) -> str:
    """A sentence of the login screen or a web page, with a time to wait."""
    return reader.say(key, wait=durations.duration_text(wait, reader.say), **values)
