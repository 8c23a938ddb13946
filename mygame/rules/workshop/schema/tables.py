"""The schemas of how a table is drawn in a browser, and of its cards' faces (docs/table.md)."""

from __future__ import annotations

from ...pack import faces
from ...pack import tables as drawn
from ...pack.definition import Pack
from .forms import OBJECT, TEXT, TEXTS, Schema, one_of, one_or_more, record, ref, with_description
from .forms import table_of as by_name

_WINDOWS = dict.fromkeys(drawn.WINDOWS)
_COUNT: Schema = {"type": "integer"}
_NAMES: Schema = {"type": "array", "items": TEXT}
_ROOM: Schema = {"type": "integer", "minimum": 1}
_TONE: Schema = {"type": "integer", "description": "a hue, as oklch counts: fire 35, ice 230"}
_ROLES: dict[str, Schema] = {
    "gesture": ref("gesture"),
    **{role: with_description(TEXT, "an argument of the line") for role in drawn.ROLES},
}


def table_definitions(pack: Pack) -> dict[str, Schema]:
    """By name: `table`, `faces` and what they are made of."""
    kinds = pack.declarations.layout.kinds[2:]
    fields = sorted(
        {*pack.declarations.properties, *pack.declarations.modifiable, *faces.EVERY_CARD}
    )
    zones = sorted({"", *pack.declarations.layout.zones, *pack.declarations.layout.zone_names})
    return {
        "sign": {"enum": list(faces.SIGNS), "description": "a sign that is drawn"},
        "gesture": {"enum": list(drawn.GESTURES), "description": "what is shown of a line"},
        "glyph": one_of(ref("sign"), {"type": "string", "pattern": r"^\{.+\}$"}),
        "field": {"enum": fields, "description": "a printed property or a field"},
        "zonesOfFaces": {"type": "array", "items": {"enum": zones}},
        "number": _number_schema(),
        "badge": _badge_schema(),
        "face": _face_schema(),
        "faces": record(dict.fromkeys(kinds, ref("face"))),
        "part": _part_schema(pack),
        "table": _table_schema(),
    }


def _number_schema() -> Schema:
    keys: dict[str, Schema] = {
        "text": with_description(TEXTS, "a template: {attack}"),
        "of": with_description(ref("field"), "how much it is when nothing has happened"),
        "printed": with_description(ref("field"), "stands in as long as the number is not known"),
        "blank": with_description({"type": "boolean"}, "0 stands in as long as it is not known"),
        "plain": with_description({"type": "boolean"}, "it does not matter what is printed"),
        "less": with_description({"type": "boolean"}, "less is better, as of costs"),
        "in": with_description(ref("zonesOfFaces"), 'zones in which it is there; "": in no match'),
        "glyph": with_description(ref("glyph"), "a sign before it"),
        "label": with_description(TEXTS, "what it is"),
    }
    return one_of(TEXT, record({key: keys[key] for key in faces.NUMBER}))


def _badge_schema() -> Schema:
    keys: dict[str, Schema] = {
        "if": with_description(ref("field"), "it is there when this is not 0"),
        "is": with_description(
            {"type": "array", "items": TEXT}, "... when its symbol is one of these"
        ),
        "from": with_description(_COUNT, "... when it is so much or more"),
        "unlike": with_description(ref("field"), "... when it differs from this"),
        "in": ref("zonesOfFaces"),
        "printed": ref("field"),
        "blank": {"type": "boolean"},
        "text": TEXTS,
        "glyph": ref("glyph"),
    }
    return record({key: keys[key] for key in faces.BADGE})


def _face_schema() -> Schema:
    keys: dict[str, Schema] = {
        **{
            place: with_description(ref("number"), "a number at a corner")
            for place in faces.NUMBERS
        },
        "frame": with_description({"enum": list(faces.FRAMES)}, "what stands behind the sign"),
        "tone": with_description(ref("field"), "the property whose symbol has a hue in tones"),
        "art": with_description(
            record({"by": {"type": "array", "items": ref("field")}}),
            "properties whose symbols are in the picture",
        ),
        "line": with_description(TEXTS, "a template: a few words under the name"),
        "bar": with_description(
            record({"value": ref("field"), "most": ref("field")}), "what is left of how much"
        ),
        "badges": {"type": "array", "items": ref("badge")},
        "states": with_description(
            by_name(ref("field")), "looks by field: frozen, asleep, spent ..."
        ),
        "ranks": with_description(
            record(dict.fromkeys(faces.RANKS, _rank_schema())), "how rare it looks, and when"
        ),
        "strength": with_description(
            record({"of": ref("field"), "most": _COUNT}),
            "the printed number by which it looks strong, and how much of it is most",
        ),
    }
    return record({key: keys[key] for key in faces.FACE})


def _rank_schema() -> Schema:
    words = _badge_schema()["properties"]
    return one_or_more(record({key: words[key] for key in faces.RANK}))


def _part_schema(pack: Pack) -> Schema:
    zones = sorted({*pack.declarations.layout.zones, *pack.declarations.layout.zone_names})
    zone: Schema = {
        "type": "string",
        "description": "a zone; behind a dot that of you, others or players",
        "examples": [*zones, *(f"players.{name}" for name in pack.declarations.layout.zones)],
    }
    size: Schema = {"enum": list(drawn.SIZES)}
    zone_spec = {
        "type": "object",
        "properties": {
            "zone": zone,
            "as": {"enum": list(drawn.SHOWN), "description": "how it is shown"},
            "size": size,
            "with": {"type": "array", "items": zone, "description": "zones in the same place"},
            "room": _ROOM,
            "glyph": ref("sign"),
            "large": {"type": "boolean"},
            "label": TEXTS,
            "empty": TEXTS,
        },
        "required": ["zone"],
    }
    fields = [name for kind, name in pack.declarations.layout.fields if kind == "player"]
    return {
        "type": "object",
        "required": ["id"],
        "properties": {
            "id": with_description(TEXT, "its name; areas place it by that"),
            "like": with_description(TEXT, "another part, which says what this one does not"),
            "draw": {
                "enum": list(drawn.DRAWN),
                "description": "cards side by side, players, a wheel or a line, a sentence",
            },
            "title": TEXTS,
            "when": {
                "type": "object",
                "additionalProperties": {"type": "array"},
                "description": "fields of the match and the values at which the part is there",
            },
            "each": {"enum": list(drawn.WHOSE), "description": "whose it is"},
            "zones": {"type": "array", "items": one_of(zone, zone_spec)},
            "size": size,
            "area": with_description(TEXT, "where it stands, if not in one of its own name"),
            "seats": with_description(
                record(dict.fromkeys(_WINDOWS, _NAMES)),
                "the areas around the table among which its players are dealt, from one side on",
            ),
            "room": with_description(_ROOM, "how many cards find room side by side"),
            "free": with_description(_ROOM, "how many of the first cards nothing lies over"),
            "reverse": {"type": "boolean"},
            "empty": TEXTS,
            "fields": {"type": "array", "items": OBJECT},
            "cell": {"enum": fields} if fields else TEXT,
            "lap": {"enum": fields} if fields else TEXT,
            "left": with_description(TEXTS, "how many cells from the goal, in place of these"),
        },
    }


def _table_schema() -> Schema:
    scene: Schema = {"enum": list(faces.SCENES), "description": "what stands behind a sign"}
    return record(
        {
            "areas": with_description(
                record(dict.fromkeys(_WINDOWS, _NAMES)), "rows of names of parts, as in CSS grids"
            ),
            "columns": with_description(record(dict.fromkeys(_WINDOWS, _NAMES)), "widths"),
            "rows": with_description(record(dict.fromkeys(_WINDOWS, _NAMES)), "heights"),
            "parts": {"type": "array", "items": ref("part")},
            "back": with_description(
                record({"glyph": ref("sign"), "tone": _TONE, "pattern": scene}), "of cards"
            ),
            "faces": with_description(ref("faces"), "what cards look like, by kind"),
            "tones": with_description(by_name(_TONE), "hues by symbol"),
            "greys": with_description({"type": "array", "items": TEXT}, "symbols of little colour"),
            "glyphs": with_description(by_name(ref("sign")), "signs by symbol or id"),
            "gestures": with_description(
                by_name(one_of(ref("gesture"), record(_ROLES, "gesture"))),
                "what is shown for lines of the log, by message",
            ),
            "scenes": with_description(
                by_name({"type": "array", "items": scene}), "what stands behind cards of a symbol"
            ),
        }
    )
