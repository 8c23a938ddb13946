"""
A card as a form: the schema that a form is drawn from, a card as the form's data, and back.

Forms are drawn by a widget that takes a JSON Schema as long as it is plain: no conditions, and of
several ways to write a thing exactly the one whose keys are all there. So the schema of cards
(`schema.schema_document`) is made plain, and a card is filled up with blanks, which go again in the
end. What acts (`behaviors`, `do`) is a list of parts with fields; a value that can be many things
is one field of text, which holds JSON where it is no bare word or number. Begin with `form_of`.
"""

from __future__ import annotations

import json
from typing import Any

import pyjson5

from ..pack.definition import Pack
from ..telling.phrasebook import LANGUAGES
from . import schema
from .helping import SOURCE

Schema = dict[str, Any]
SIMPLE = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean"}
FITS: dict[str, tuple[type, ...]] = {"string": (str,), "number": (int, float), "boolean": (bool,)}
TEXTS = ("name", "description")  # one for each language
OLDER = "addTriggers"  # the word that older cards name as `do`
ACTS = ("doables", "doable")  # references to what acts


class Unfit(ValueError):
    """The card has what the form has no place for; the text says where."""


def form_of(
    pack: Pack, card: dict[str, Any], language: str = SOURCE
) -> tuple[Schema, dict[str, Any]]:
    """
    The schema of a form for a card, and the card as its data; its help is in the language.

    :raises Unfit: the card has what the form has no place for.
    """
    shapes = _Shapes(schema.schema_document(pack, "card", language=language)["$defs"])
    form = shapes.form_of_kind(_register_of_kind_read(shapes.defs, card))
    return form, _filled(card, form, form["$defs"], "card")


def card_of(data: dict[str, Any], form: Schema) -> dict[str, Any]:
    """The card that a form's data says: without what was left blank."""
    found = _emptied(data, form, form["$defs"])
    return found if isinstance(found, dict) else {}


def _register_of_kind_read(defs: dict[str, Schema], card: dict[str, Any]) -> str:
    """The kind of a card: as it says, or a part of its id."""
    known = [name.removeprefix("card.") for name in defs if name.startswith("card.")]
    parts = [str(card.get("kind", "")), *str(card.get("id", "")).split(".")]
    found = next((part for part in parts if part in known), None)
    if found is None:
        raise Unfit("kind")
    return found


# -- the schema


class _Shapes:
    """Makes definitions plain, those that are needed."""

    def __init__(self, defs: dict[str, Schema]):
        self.defs = defs
        self.made: dict[str, Schema] = {}

    def form_of_kind(self, kind: str) -> Schema:
        """The form of a card of a kind, with the definitions it refers to."""
        node = self.defs.get(f"card.{kind}") or self.defs["card"]
        form = self.object(node)
        ways = self.choice_of_parts("behavior")["oneOf"]
        behaviors = {"type": "array", "items": {"oneOf": [*ways, self.older_form()]}}
        form["properties"] = {**form["properties"], "behaviors": behaviors}
        form["title"] = kind
        return {**form, "$defs": self.made}

    def choice_of_parts(self, name: str) -> Schema:
        """One of several parts, such as all doables; bare texts are one more."""
        ways = self.defs[name].get("allOf", ())
        names = [each["then"]["$ref"].rpartition("/")[2] for each in ways if "then" in each]
        # What is known by one word goes before what may be any of them.
        parts = sorted(dict.fromkeys(names), key=lambda each: each.endswith(".timing"))
        found = [{**self.reference(each), "title": each.partition(".")[2]} for each in parts]
        return {"oneOf": [*found, {"type": "string", "title": "…"}]}

    def older_form(self) -> Schema:
        """A behaviour in the older form: the word as `do`, its parameters beside it."""
        made = self.object(self.defs[f"doable.{OLDER}"])
        at = self.field("at", self.defs["behavior.timing"]["properties"]["at"])
        word = {"const": OLDER, "type": "string", "readonly": True}
        rest = {name: each for name, each in made["properties"].items() if name != "type"}
        fields = {"at": at, "do": word, **rest}
        return {"type": "object", "title": OLDER, "properties": fields, "required": ["at", "do"]}

    def reference(self, name: str) -> Schema:
        """A reference to a part, which is made if it is new."""
        if name not in self.made:
            self.made[name] = {}
            self.made[name] |= self.object(self.defs[name])
        return {"$ref": f"#/$defs/{name}"}

    def object(self, node: Schema) -> Schema:
        """An object with a field for each of its properties."""
        fields = {
            name: self.field(name, each)
            for name, each in node.get("properties", {}).items()
            if name != "comment"
        }
        return {"type": "object", "properties": fields, "required": node.get("required", [])}

    def field(self, name: str, node: Schema) -> Schema:
        """What a property is in the form."""
        told = {"help_text": node["description"]} if "description" in node else {}
        if "const" in node:
            return {"const": node["const"], "type": "string", "readonly": True}
        if name in TEXTS:
            texts = {language: {"type": "string"} for language in LANGUAGES}
            return {"type": "object", "properties": texts, "required": [], **told}
        if _acts(node):
            return {"type": "array", "items": self.choice_of_parts("doable"), **told}
        if name == "options" and "option" in self.defs:
            return {"type": "array", "items": self.reference("option"), **told}
        words = node.get("enum")
        if words and all(isinstance(word, str) for word in words):
            return {"type": "string", "enum": [*words], **told}
        kind = node.get("type")
        if isinstance(kind, str) and kind in SIMPLE:
            return {"type": SIMPLE[kind], **told}
        return {"type": "string", "json": True, **told}


def _acts(node: Any) -> bool:
    """Whether what stands here acts: doables, or a list of them."""
    if isinstance(node, list):
        return any(map(_acts, node))
    if not isinstance(node, dict):
        return False
    if node.get("$ref", "").rpartition("/")[2] in ACTS:
        return True
    return any(_acts(node.get(key)) for key in ("items", "anyOf"))


# -- a card as data


def _target(form: Schema, defs: dict[str, Schema]) -> Schema:
    name = str(form.get("$ref", "")).rpartition("/")[2]
    return defs[name] if name else form


def _blank(form: Schema, defs: dict[str, Schema]) -> Any:
    form = _target(form, defs)
    if "const" in form:
        return form["const"]
    if form.get("type") == "object":
        return {name: _blank(each, defs) for name, each in form["properties"].items()}
    if form.get("type") == "array":
        return []
    return "" if form.get("type") == "string" else None


def _filled(value: Any, form: Schema, defs: dict[str, Schema], place: str) -> Any:
    """A value with blanks for all that it does not say."""
    form = _target(form, defs)
    if "oneOf" in form:
        return _filled(value, _way(value, form, defs, place), defs, place)
    kind = form.get("type")
    if form.get("json"):
        return _written(value)
    if kind == "object":
        if not isinstance(value, dict):
            raise Unfit(place)
        fields = form["properties"]
        if strange := [name for name in value if name not in fields]:
            raise Unfit(f"{place}.{strange[0]}")
        said = {name: _filled(value[name], fields[name], defs, f"{place}.{name}") for name in value}
        return said | {name: _blank(fields[name], defs) for name in fields if name not in value}
    if kind == "array":
        parts = value if isinstance(value, list) else [value]
        return [_filled(each, form["items"], defs, f"{place}[{i}]") for i, each in enumerate(parts)]
    if not isinstance(value, FITS[kind or "string"]) or (
        kind == "number" and isinstance(value, bool)
    ):
        raise Unfit(place)
    return value


def _way(value: Any, form: Schema, defs: dict[str, Schema], place: str) -> Schema:
    """The way in which a value is written: that whose word and keys it has."""
    ways: list[Schema] = form["oneOf"]
    for each in ways:
        fields = _target(each, defs).get("properties")
        if fields is None:
            if isinstance(value, str):
                return each
        elif isinstance(value, dict) and set(value) <= set(fields):
            words = [(name, field["const"]) for name, field in fields.items() if "const" in field]
            if all(value.get(name) == word for name, word in words):
                return each
    raise Unfit(place)


def _written(value: Any) -> str:
    """A value as the text of a field: a bare text, if it cannot be taken for anything else."""
    if isinstance(value, str) and _read(value) == value:
        return value
    return json.dumps(value, ensure_ascii=False)


def _read(text: str) -> Any:
    """What the text of a field says."""
    try:
        return json.loads(text)
    except ValueError:
        pass
    if text[:1] in "{[":
        try:
            return pyjson5.decode(text)
        except pyjson5.Json5Exception:
            pass  # a reference, such as {target}
    return text


def _emptied(value: Any, form: Schema, defs: dict[str, Schema]) -> Any:
    """The value without blanks."""
    form = _target(form, defs)
    if "oneOf" in form:
        try:
            form = _target(_way(value, form, defs, ""), defs)
        except Unfit:
            return value
    if form.get("json"):
        return _read(value) if isinstance(value, str) and value else value
    if isinstance(value, dict):
        fields, kept = form.get("properties", {}), {}
        for name, each in value.items():
            found = _emptied(each, fields.get(name, {}), defs)
            if found not in ("", None, [], {}) or (
                name in form.get("required", ()) and found is not None and found != ""
            ):
                kept[name] = found
        return kept
    if isinstance(value, list):
        return [_emptied(each, form.get("items", {}), defs) for each in value]
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return value
