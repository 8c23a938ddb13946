"""The schemas of how a table is drawn in a browser, and of its cards' faces (docs/table.md)."""

from __future__ import annotations

from ...pack import faces
from ...pack import tables as drawn
from ...pack.definition import Pack
from .forms import OBJECT, TEXT, TEXTS, Schema, described, either, record, ref
from .forms import table as by_name

_WINDOWS = dict.fromkeys(drawn.WINDOWS)
_TONE: Schema = {"type": "integer", "description": "a hue, as oklch counts: fire 35, ice 230"}


def definitions(pack: Pack) -> dict[str, Schema]:
    """By name: `table`, `faces` and what they are made of."""
    kinds = pack.declarations.layout.kinds[2:]
    fields = sorted(
        {*pack.declarations.properties, *pack.declarations.modifiable, *faces.EVERY_CARD}
    )
    zones = sorted({"", *pack.declarations.layout.zones, *pack.declarations.layout.zone_names})
    return {
        "sign": {"enum": list(faces.SIGNS), "description": "a sign that is drawn"},
        "glyph": either(ref("sign"), {"type": "string", "pattern": r"^\{.+\}$"}),
        "field": {"enum": fields, "description": "a printed property or a field"},
        "zonesOfFaces": {"type": "array", "items": {"enum": zones}},
        "number": _number(),
        "badge": _badge(),
        "face": _face(),
        "faces": record(dict.fromkeys(kinds, ref("face"))),
        "part": _part(pack),
        "table": _table(),
    }


def _number() -> Schema:
    keys: dict[str, Schema] = {
        "text": described(TEXTS, "a template: {attack}"),
        "of": described(ref("field"), "how much it is when nothing has happened"),
        "printed": described(ref("field"), "stands in as long as the number is not known"),
        "blank": described({"type": "boolean"}, "0 stands in as long as it is not known"),
        "plain": described({"type": "boolean"}, "it does not matter what is printed"),
        "less": described({"type": "boolean"}, "less is better, as of costs"),
        "in": described(ref("zonesOfFaces"), 'zones in which it is there; "": in no match'),
        "glyph": described(ref("glyph"), "a sign before it"),
        "label": described(TEXTS, "what it is"),
    }
    return either(TEXT, record({key: keys[key] for key in faces.NUMBER}))


def _badge() -> Schema:
    keys: dict[str, Schema] = {
        "if": described(ref("field"), "it is there when this is not 0"),
        "is": described({"type": "array", "items": TEXT}, "... when its symbol is one of these"),
        "unlike": described(ref("field"), "... when it differs from this"),
        "in": ref("zonesOfFaces"),
        "printed": ref("field"),
        "blank": {"type": "boolean"},
        "text": TEXTS,
        "glyph": ref("glyph"),
    }
    return record({key: keys[key] for key in faces.BADGE})


def _face() -> Schema:
    keys: dict[str, Schema] = {
        **{place: described(ref("number"), "a number at a corner") for place in faces.NUMBERS},
        "frame": described({"enum": list(faces.FRAMES)}, "what stands behind the sign"),
        "tone": described(ref("field"), "the property whose symbol has a hue in tones"),
        "art": described(
            record({"by": {"type": "array", "items": ref("field")}}),
            "properties whose symbols are in the picture",
        ),
        "line": described(TEXTS, "a template: a few words under the name"),
        "bar": described(
            record({"value": ref("field"), "most": ref("field")}), "what is left of how much"
        ),
        "badges": {"type": "array", "items": ref("badge")},
        "states": described(by_name(ref("field")), "looks by field: frozen, asleep, spent ..."),
    }
    return record({key: keys[key] for key in faces.FACE})


def _part(pack: Pack) -> Schema:
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
            "id": described(TEXT, "its name; areas place it by that"),
            "like": described(TEXT, "another part, which says what this one does not"),
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
            "zones": {"type": "array", "items": either(zone, zone_spec)},
            "size": size,
            "wrap": {"type": "boolean"},
            "reverse": {"type": "boolean"},
            "empty": TEXTS,
            "fields": {"type": "array", "items": OBJECT},
            "cell": {"enum": fields} if fields else TEXT,
            "lap": {"enum": fields} if fields else TEXT,
        },
    }


def _table() -> Schema:
    lines = {"type": "array", "items": TEXT}
    return record(
        {
            "areas": described(
                record(dict.fromkeys(_WINDOWS, lines)), "rows of names of parts, as in CSS grids"
            ),
            "columns": described(record(dict.fromkeys(_WINDOWS, lines)), "widths"),
            "parts": {"type": "array", "items": ref("part")},
            "back": described(record({"glyph": ref("sign"), "tone": _TONE}), "of cards"),
            "faces": described(ref("faces"), "what cards look like, by kind"),
            "tones": described(by_name(_TONE), "hues by symbol"),
            "greys": described({"type": "array", "items": TEXT}, "symbols of little colour"),
            "glyphs": described(by_name(ref("sign")), "signs by symbol or id"),
        }
    )
