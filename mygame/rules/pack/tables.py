"""
How a table stands in a window (`board.table`, see `docs/table.md`), as far as it can be wrong:
parts that are drawn in no way, zones which there are not, areas without parts, faces (`faces`).

Its shapes are checked in `shapes`. Nothing here reads templates: one with a wrong hole is empty.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import Any

from ..ground.errors import suggest
from . import faces

DRAWN = ("row", "mats", "track", "line")
WHOSE = ("you", "others", "players")
SHOWN = ("cards", "backs", "pile", "count")
SIZES = ("small", "medium", "large")
WINDOWS = ("wide", "narrow", "low")
#: The gestures that there are (web/static/table/gestures.js makes them), and who is who in one.
GESTURES = (
    "none",
    "play",
    "attack",
    "hit",
    "heal",
    "gain",
    "lose",
    "block",
    "change",
    "defeat",
    "draw",
    "buy",
    "move",
    "discard",
    "step",
    "turnBack",
    "shuffle",
    "roll",
    "begin",
)
ROLES = ("by", "of", "amount")
EMPTY = "."  # a place of an area where no part is

Tell = Callable[[str, str], None]


def check_table(
    table: Mapping[str, Any], zones: Iterable[str], names: Mapping[str, Collection[str]], tell: Tell
) -> None:
    """
    Tell every place of a pack's `board.table` at which something else belongs. `names` are the
    fields of players and, with their properties, of cards by kind.
    """
    known = tuple(zones)

    def one_of(place: str, value: Any, among: Iterable[str], what: str) -> None:
        if value not in among:
            tell(f"board.table.{place}", f"there is no {what} {value!r}{suggest(value, among)}")

    parts = list(table.get("parts", ()))
    ids = {part.get("id"): None for part in parts}
    areas = _areas_of(parts)
    for number, part in enumerate(parts):
        at = f"parts[{number}]"
        one_of(f"{at}.draw", part.get("draw", "row"), DRAWN, "way to draw")
        one_of(f"{at}.size", part.get("size", "medium"), SIZES, "size")
        if "like" in part:
            one_of(f"{at}.like", part["like"], ids, "part")
        if "each" in part:
            one_of(f"{at}.each", part["each"], WHOSE, "player like")
        if "id" not in part:
            tell(f"board.table.{at}.id", "a part has an id, by which areas place it")
        for place, zone in _zones_of_part(part):
            spec = zone if isinstance(zone, Mapping) else {"zone": zone}
            *whose, name = str(spec.get("zone")).split(".", 1)
            if whose and whose[0] not in WHOSE:  # the zone of a symbol: "pile.III"
                whose, name = [], str(spec.get("zone"))
            one_of(f"{at}.{place}", name, known, "zone")
            one_of(f"{at}.{place}.as", spec.get("as", "cards"), SHOWN, "way to show a zone")
            one_of(f"{at}.{place}.size", spec.get("size", "small"), SIZES, "size")
            if "glyph" in spec:
                one_of(f"{at}.{place}.glyph", spec["glyph"], faces.SIGNS, "sign")
            for other in spec.get("with", ()):
                one_of(f"{at}.{place}.with", other, known, "zone")
        for index, field in enumerate(part.get("fields", ())):
            if "glyph" in field:
                one_of(f"{at}.fields[{index}].glyph", field["glyph"], faces.SIGNS, "sign")
        for window in part.get("seats", {}):
            one_of(f"{at}.seats.{window}", window, WINDOWS, "window")
        for place in ("lap", "cell"):
            if place in part:
                one_of(f"{at}.{place}", part[place], names["player"], "field of players")
        for cell, mark in part.get("marks", {}).items():
            if isinstance(mark, Mapping) and "glyph" in mark:
                one_of(f"{at}.marks.{cell}", mark["glyph"], faces.SIGNS, "sign")
    for window, rows in table.get("areas", {}).items():
        one_of(f"areas.{window}", window, WINDOWS, "window")
        for row in rows:
            for name in row.split():
                if name != EMPTY:
                    one_of(f"areas.{window}", name, areas, "part")
        if len({len(row.split()) for row in rows}) > 1:
            message = "each row names as many areas; a wide one stands there several times"
            tell(f"board.table.areas.{window}", message)
        if "rows" in table and len(table["rows"].get(window, rows)) != len(rows):
            tell(f"board.table.rows.{window}", f"areas has {len(rows)} rows")
    for symbol, sign in table.get("glyphs", {}).items():
        one_of(f"glyphs.{symbol}", sign, faces.SIGNS, "sign")
    if "glyph" in table.get("back", {}):
        one_of("back.glyph", table["back"]["glyph"], faces.SIGNS, "sign")
    if "pattern" in table.get("back", {}):
        one_of("back.pattern", table["back"]["pattern"], faces.SCENES, "scene")
    for symbol, scenes in table.get("scenes", {}).items():
        for scene in scenes:
            one_of(f"scenes.{symbol}", scene, faces.SCENES, "scene")
    of_cards = {kind: own for kind, own in names.items() if kind != "player"}
    faces.check_faces(table.get("faces", {}), of_cards, known, tell)


def check_gestures(gestures: Mapping[str, Any], messages: Collection[str], tell: Tell) -> None:
    """Tell what of `board.table.gestures` is no message of the log, no gesture or no role."""
    for message, said in gestures.items():
        place = f"board.table.gestures.{message}"
        if message not in messages:
            tell(place, f"the log has no message {message!r}{suggest(message, messages)}")
        own = said if isinstance(said, Mapping) else {"gesture": said}
        gesture = own.get("gesture")
        if gesture not in GESTURES:
            tell(place, f"there is no gesture {gesture!r}{suggest(str(gesture), GESTURES)}")
        for role in own.keys() - {"gesture", *ROLES}:
            tell(place, f"there is no role {role!r}{suggest(role, ROLES)}")


def _areas_of(parts: Iterable[Mapping[str, Any]]) -> dict[str, None]:
    """The areas that parts stand in: by their ids, or as they say."""
    own = {str(part.get("area", part.get("id"))): None for part in parts}
    around = {
        name: None for part in parts for row in part.get("seats", {}).values() for name in row
    }
    return own | around


def _zones_of_part(part: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    return ((f"zones[{number}]", zone) for number, zone in enumerate(part.get("zones", ())))
