"""Keeping what staff did: `note_act` is called by whatever carries a deed out, on every way in."""

from __future__ import annotations

from typing import Any

from world.background.writing import writer
from world.models import StaffAct

WAYS = ("game", "admin", "web", "api")


def note_act(who: Any, act: str, on: str = "", way: str = "game", **details: Any) -> None:
    """
    Keep that an account (None: the system itself) did something.

    `act` is a word such as `publish`, `on` what it was done to; `details` is plain data.
    """
    row = StaffAct(
        by=who if getattr(who, "pk", None) else None,
        by_name=str(getattr(who, "username", "") or "-"),
        way=way,
        act=act,
        on=on[:200],
        details=details,
    )
    writer.put(row.save)
