"""What the schemas of a game share: small makers of JSON Schema."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

Schema = dict[str, Any]

TEXT: Schema = {"type": "string"}
OBJECT: Schema = {"type": "object"}
COMMENT: Schema = {"description": "a remark; nothing reads it"}
#: A text in which something stands for a name: `{mode}`, or `$a.b` in the older form.
REFERENCE: Schema = {"type": "string", "pattern": r"[{$]"}
#: A text, or one for each language.
TEXTS: Schema = {
    "description": "a text, or one for each language",
    "anyOf": [TEXT, {"type": "object", "additionalProperties": TEXT}],
    "examples": [{"zh": "", "en": ""}],
}


def ref(name: str) -> Schema:
    """What is defined elsewhere in the same document."""
    return {"$ref": f"#/$defs/{name}"}


def one_of(*choices: Schema) -> Schema:
    """One of several."""
    return {"anyOf": list(choices)}


def one_or_more(each: Schema) -> Schema:
    """Something, or a list of such."""
    return one_of(each, {"type": "array", "items": each})


def table_of(each: Schema, names: Iterable[str] = ()) -> Schema:
    """An object by names, of which some are known."""
    return {
        "type": "object",
        "properties": dict.fromkeys(names, each),
        "additionalProperties": each,
    }


def name_among(names: Iterable[str], *more: str) -> Schema:
    """One of the names that there are, or something that stands for one."""
    known = sorted({*names, *more})
    return one_of({"enum": known}, REFERENCE) if known else TEXT


def record(properties: Mapping[str, Schema], *required: str) -> Schema:
    """An object of these keys and no others, but for a comment."""
    made: Schema = {
        "type": "object",
        "properties": {**properties, "comment": COMMENT},
        "additionalProperties": False,
    }
    return {**made, "required": list(required)} if required else made


def with_description(schema: Schema, text: str) -> Schema:
    """The same with a description, if there is something to say."""
    return {"description": text, **schema} if text else schema
