"""
What faces of cards say in the browser (`board.table.faces`, see `docs/table.md`), as far as it can
be wrong: keys, frames and signs which there are not, fields that cards of the kind do not have.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any

from ..ground.errors import suggest

NUMBERS = ("corner", "left", "right")
FACE = (*NUMBERS, "frame", "tone", "art", "line", "bar", "badges", "states", "ranks", "strength")
NUMBER = ("text", "of", "printed", "blank", "plain", "less", "in", "glyph", "label")
BADGE = ("if", "is", "from", "unlike", "in", "printed", "blank", "text", "glyph")
#: How rare a card looks, and when it does: the words of a condition.
RANKS = ("plain", "common", "fine", "grand", "legend")
RANK = ("if", "is", "from", "unlike")
FRAMES = ("circle", "diamond", "hexagon", "shield", "octagon", "arch")
#: What stands behind the signs of cards, and what their backs are woven of (art.js draws them).
SCENES = ("rays", "rings", "peaks", "hills", "sparks", "arches", "lattice", "bands", "shards")
#: The signs that there are (web/static/table/glyphs.js draws them).
SIGNS = (
    *("flame", "snowflake", "star", "sparkle", "leaf", "skull", "shield", "sword", "dagger"),
    *("crystal", "gem", "hourglass", "clock", "potion", "crown", "eye", "paw", "fox"),
    *("antlers", "ox", "fish", "turtle", "frog", "spider", "bird", "wing", "butterfly", "bat"),
    *("serpent", "dragon", "demon", "ghost", "mask", "hat", "helmet", "person", "hand"),
    *("heart", "drop", "wave", "mountain", "cloud", "wind", "bolt", "moon", "sun", "book"),
    *("scroll", "wand", "orb", "spiral", "portal", "tower", "arrow", "bow", "axe", "hammer"),
    *("gear", "key", "lock", "coin", "die", "flower", "tree", "mushroom", "feather", "bell"),
    *("drum", "note", "lantern", "cup", "jar", "boat", "anchor", "totem", "ring", "banner"),
    *("comet", "gate", "infinity", "spade", "club", "diamond"),
)
EVERY_CARD = ("uuid", "id", "kind", "holder", "zone", "bears", "stripped")

Tell = Callable[[str, str], None]


def check_faces(
    faces: Mapping[str, Any],
    names: Mapping[str, Collection[str]],
    zones: Collection[str],
    tell: Tell,
) -> None:
    """Tell every mistake in `faces`; `names` are properties and fields by kind of card."""

    def one_of(place: str, value: Any, among: Collection[str], what: str) -> None:
        if value not in among:
            tell(
                f"board.table.faces.{place}", f"there is no {what} {value!r}{suggest(value, among)}"
            )

    for kind, face in faces.items():
        one_of(kind, kind, names, "kind of card")
        known = (*names.get(kind, ()), *EVERY_CARD)
        for place, value, what in _names_in_face(face):
            if kind in names:
                among = {"field": known, "zone": ("", *zones)}.get(what) or _TABLES[what]
                one_of(f"{kind}.{place}", value, among, what)


_TABLES: Mapping[str, tuple[str, ...]] = {
    "part of a face": FACE,
    "part of a number": NUMBER,
    "part of a badge": BADGE,
    "rank": RANKS,
    "part of a rank": RANK,
    "frame": FRAMES,
    "sign": SIGNS,
}

#: What is named at (place, value, what it is).
_Said = Iterator[tuple[str, Any, str]]


def _names_in_face(face: Mapping[str, Any]) -> _Said:
    yield from ((key, key, "part of a face") for key in face)
    if "frame" in face:
        yield "frame", face["frame"], "frame"
    if "tone" in face:
        yield "tone", face["tone"], "field"
    for number, name in enumerate(face.get("art", {}).get("by", ())):
        yield f"art.by[{number}]", name, "field"
    for place in NUMBERS:
        if isinstance(face.get(place), dict):
            yield from _names_in_part(place, face[place], "part of a number")
    for key, name in face.get("bar", {}).items():
        yield f"bar.{key}", name, "field"
    for number, badge in enumerate(face.get("badges", ())):
        yield from _names_in_part(f"badges[{number}]", badge, "part of a badge")
    for rank, conditions in face.get("ranks", {}).items():
        yield f"ranks.{rank}", rank, "rank"
        for condition in conditions if isinstance(conditions, list) else [conditions]:
            yield from _names_in_part(f"ranks.{rank}", condition, "part of a rank")
    if "strength" in face:
        yield "strength.of", face["strength"]["of"], "field"
    for state, name in face.get("states", {}).items():
        yield f"states.{state}", name, "field"


def _names_in_part(place: str, part: Mapping[str, Any], what: str) -> _Said:
    """What a number or a badge names; a sign in braces is that of the symbol in a field."""
    yield from ((f"{place}.{key}", key, what) for key in part)
    yield from (
        (f"{place}.{key}", part[key], "field")
        for key in ("if", "unlike", "of", "printed")
        if key in part
    )
    yield from ((f"{place}.in", zone, "zone") for zone in part.get("in", ()))
    sign = part.get("glyph", SIGNS[0])
    if sign.startswith("{"):
        yield f"{place}.glyph", sign.strip("{}"), "field"
    else:
        yield f"{place}.glyph", sign, "sign"
