"""
What a game looks like before one plays it: the back of its cards, what it is like, how long it
takes, how hard it is. From the pack's data, and from the matches that were played.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from rules.pack import Pack
from rules.telling.text import Text
from world.play import lengths

BACK = {"glyph": "star", "tone": 265}  # of a game that says nothing of it, as `card.js` draws it


class GameFace(NamedTuple):
    """What tells a game from the others at a glance; "" and 0 where nobody has said it."""

    glyph: str  # the sign on the backs of its cards
    hue: int  # of them, in steps of ten degrees
    line: str  # what it is like, in a sentence
    length: str  # how long a match takes, as its author says
    minutes: int  # the same as measured here
    level: str  # how hard it is to learn


def face_of(pack: Pack, language: str) -> GameFace:
    """The face of a game in a language."""
    back = {**BACK, **((pack.board.get("table") or {}).get("back") or {})}
    about: dict[str, Any] = Text(pack, language).words("about") or {}
    return GameFace(
        glyph=str(back["glyph"]),
        hue=round(float(back["tone"]) % 360 / 10) % 36 * 10,
        line=str(about.get("line", "")),
        length=str(about.get("length", "")),
        minutes=lengths.usual_minutes().get(pack.id, 0),
        level=str(about.get("level", "")),
    )
