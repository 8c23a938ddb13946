"""The schemas of cards, of decks, and of the sections that a file of a pack can have."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ...language.declared import FAMILIES
from ...pack import measures, shapes
from ...pack import sections as of_packs
from ...pack.cards import MAX_COPIES
from ...pack.definition import Pack
from ...pack.files import HINT, SECTIONS
from ...running import decks
from ...running.catalogue import CardDef, Fact
from ...telling.text import Text
from .forms import (
    COMMENT,
    OBJECT,
    TEXT,
    TEXTS,
    Schema,
    one_of,
    record,
    ref,
    table_of,
    with_description,
)

#: What a section declares (docs/language/pack.md).
DOCS = {
    "pack": "The manifest, once: id, name, version, what it inherits, for how many it is.",
    "kinds": "The kinds of cards; a card's kind is part of its id.",
    "properties": "Facts printed on cards: by name, of which kind of card, and of which type.",
    "fields": "Numbers that change, by kind of entity: match, player, and the kinds of cards.",
    "tallies": "What is counted by itself: {you.played} counts an event.",
    "enchantments": "Which words of short texts such as +1/+1 mean which property.",
    "zones": "Where cards lie: whose they are, who sees them, how many cards.",
    "events": "What triggers can listen to, with what is known of it (context).",
    "timings": "Moments at which a card's own behaviours run.",
    "questions": "What cards can be asked: with what (context), and of which type an answer is.",
    "scripts": "What functions in Lua can ask (reads) and carry out (words) of the pack's words; "
    "which of them answers for machines (bot); where such files stand elsewhere (folders).",
    "modes": "How long triggers and modifiers last: until which events.",
    "define": "New words made of words.",
    "main": "The flow of a match: what is done; when it ends the match is over.",
    "cards": "The cards.",
    "words": "Texts by language.",
    "board": "What a table looks like, in text and in a browser (docs/table.md).",
    "bot": "What bots play for.",
    "bring": "What players bring to a match: decks, collections, levels.",
    "return": "What they take home when it ends.",
    "stock": "What lies at places, and is offered by several matches at once: a shop, the ground.",
    "places": "The places of the world outside the hall, and the ways between them.",
    "people": "Who stands at those places, and what a visit opens.",
    "errands": "What is done by typing it anywhere outside the hall.",
    "preview": "What options tell people beforehand.",
    "report": "What simulations measure.",
    "remove": "What is inherited from the parent and dropped.",
}
#: What is said of a card beside its printed properties.
CARD_DOCS = {
    "id": "package.kind.(more.)name, for example base.treasure.common.bash",
    "kind": "its kind, where that is not part of its id",
    "count": "copies in a match; $1: one for each player; 0: only made while a match goes on",
    "name": "its name, or one for each language",
    "description": "what its author adds to the sentences, which are made from its behaviours",
    "like": "the id of another card: what is not said here stands on this one as on that one",
    "behaviors": "what it does: when (at) and what (do)",
    "answers": "what it answers: a value for each question of the game",
    "unlocks": "ids of cards of other games that decks may hold of whoever owns this as a thing",
    "comment": "a remark; nothing reads it",
}
_LOOSE: Schema = {"type": ["string", "number", "object", "array", "boolean", "null"]}


def section_definitions(pack: Pack) -> dict[str, Schema]:
    """By name: `card`, `cards`, `file`, `deck`."""
    return {
        "card": _card_schema(pack),
        **{
            f"card.{kind}": _card_schema_of(pack, kind)
            for kind in pack.declarations.layout.kinds[2:]
        },
        "cards": record({"cards": {"type": "array", "items": ref("card")}, HINT: TEXT}, "cards"),
        "deck": _deck_schema(pack),
        "file": _file_schema(pack),
    }


# -- cards -----------------------------------------------------------------------------------------


def _card_schema(pack: Pack) -> Schema:
    """A card; what can be printed on it follows from its kind."""
    kinds = list(pack.declarations.layout.kinds[2:])
    others = "|".join(kinds)
    rules = []
    for kind in kinds:
        named = rf"^(?:(?!(?:{others})(?:\.|$))[^.]+\.)*{kind}(?:\.|$)"
        said = {"properties": {"kind": {"const": kind}}, "required": ["kind"]}
        in_id = {
            "properties": {"id": {"type": "string", "pattern": named}},
            "required": ["id"],
            "not": {"required": ["kind"]},
        }
        rules.append({"if": one_of(said, in_id), "then": ref(f"card.{kind}")})
    return {
        **OBJECT,
        "properties": _common_properties(pack),
        "required": ["id", "name"],
        "allOf": rules,
        "examples": _card_examples(pack),
    }


def _common_properties(pack: Pack) -> dict[str, Schema]:
    name = one_of(TEXT, record(dict.fromkeys(pack.words, TEXT), *pack.words))
    count = one_of(
        {"type": "integer", "minimum": 0, "maximum": MAX_COPIES},
        {"type": "string", "pattern": r"^(\d{1,6}|\$[1-9]\d{0,5})$"},
    )
    shapes: dict[str, Schema] = {
        "id": {"type": "string", "minLength": 1},
        "kind": {"enum": list(pack.declarations.layout.kinds[2:])},
        "count": {**count, "default": 1},
        "name": name,
        "description": TEXTS,
        "behaviors": {"type": "array", "items": ref("behavior")},
        "like": {"type": "string", "minLength": 1},
        "answers": ref("answers"),
        "unlocks": one_of(TEXT, {"type": "array", "items": TEXT}),
        "comment": COMMENT,
    }
    return {key: {**shape, "description": CARD_DOCS[key]} for key, shape in shapes.items()}


def _card_schema_of(pack: Pack, kind: str) -> Schema:
    printed = {
        fact.name: with_description(_value_schema(pack, fact), _property_label(pack, fact.name))
        for fact in pack.declarations.properties.values()
        if kind in fact.kinds
    }
    return {"title": kind, **record({**_common_properties(pack), **printed})}


def _value_schema(pack: Pack, fact: Fact) -> Schema:
    if fact.type == "boolean":
        return {"enum": [True, False, 0, 1]}
    if fact.type == "number":
        least = {} if fact.minimum is None else {"minimum": fact.minimum}
        return {"type": "integer", **least}
    if fact.domain:
        return {"enum": [*fact.domain, *fact.aliases]}
    if fact.type == "definition":
        return {"type": "string", "examples": [card.id for card in pack.cards]}
    return {"type": ["string", "integer"]}


def _property_label(pack: Pack, name: str) -> str:
    """What readers of each language call a property."""
    return " / ".join(dict.fromkeys(Text(pack, language).field(name) for language in pack.words))


def _card_examples(pack: Pack) -> list[Any]:
    """The shortest card of each kind that does something."""
    found: dict[str, CardDef] = {}
    for card in pack.cards:
        best = found.get(card.kind)
        does = bool(card.source.get("behaviors"))
        if does and (best is None or len(str(card.source)) < len(str(best.source))):
            found[card.kind] = card
    return [{"id": card.id, **card.source} for card in found.values()]


# -- decks -----------------------------------------------------------------------------------------


def _deck_schema(pack: Pack) -> Schema:
    """A deck by parts; a part of one card may stand without brackets."""
    rules = pack.program.deck_rules
    if rules is None:
        return {"not": {}, "description": "nobody brings a deck"}
    parts = {
        "name": TEXTS,
        **{name: _deck_part_schema(pack, part) for name, part in rules.parts.items()},
    }
    return {**record(parts), "examples": [{**each.deck} for each in list(rules.ready.values())[:1]]}


def _deck_part_schema(pack: Pack, part: decks.Part) -> Schema:
    rules = decks.deck_rules(pack.program)
    known = [
        pack.program.catalogue.by_symbol[symbol].id
        for symbol, _ in rules.of_part.get(part.name, ())
    ]
    card: Schema = {"enum": known} if known else TEXT
    several: Schema = {
        "type": "array",
        "items": card,
        "minItems": part.least,
        "maxItems": part.most,
    }
    made = one_of(several, card) if part.least == part.most == 1 else several
    return with_description(made, " / ".join(part.names.values()))


# -- files -----------------------------------------------------------------------------------------


def _file_schema(pack: Pack) -> Schema:
    made = dict(_section_schemas(pack))
    return {
        **record({HINT: TEXT, **{name: _section_schema(made, name) for name in SECTIONS}}),
        "description": "A file of a pack: some of its sections.",
    }


def _section_schema(made: Mapping[str, Schema], name: str) -> Schema:
    return with_description(made.get(name, _LOOSE), DOCS[name])


def _section_schemas(pack: Pack) -> Iterator[tuple[str, Schema]]:
    for name, shape in of_packs.SECTIONS.items():
        yield name, schema_of_shape(shape)
    yield "kinds", {"type": "array", "items": {"type": "string", "pattern": r"^\w+$"}}
    yield "cards", {"type": "array", "items": ref("card")}
    yield "main", one_of(ref("doables"), {"type": "null"})
    yield "report", measures.SCHEMA
    yield "define", record({family: _defined_words_schema(pack, family) for family in FAMILIES})
    yield "bring", _bring_schema()
    board = schema_of_shape(of_packs.SECTIONS["board"])
    board["properties"]["table"] = ref("table")
    yield "board", board
    kinds = ("cards", "events", "words", "bring")
    yield "remove", record({kind: {"type": "array", "items": TEXT} for kind in kinds})


def _defined_words_schema(pack: Pack, family: str) -> Schema:
    word = schema_of_shape(of_packs.WORD)
    body = {"doables": "do", "behaviors": "behaviors"}.get(family, "value")
    word["properties"][body] = {} if body != "do" else ref("doables")
    return table_of(word)


def _bring_schema() -> Schema:
    ready = {"type": "object", "additionalProperties": OBJECT}
    deck = record({"parts": {"type": "object"}, "ready": ready, "found": TEXT})
    brought = schema_of_shape(of_packs.BROUGHT)
    return {"type": "object", "properties": {"deck": deck}, "additionalProperties": brought}


_JSON = {str: "string", int: "integer", bool: "boolean", list: "array", dict: "object"}


def schema_of_shape(shape: shapes.Shape) -> Schema:
    """A schema that says what a shape of `pack.shapes` says."""
    if shape is None:
        return {"type": "null"}
    if isinstance(shape, tuple):
        return one_of(*map(schema_of_shape, shape))
    if shape is shapes.ANY:
        return {}
    if isinstance(shape, type):
        kinds = ["integer", "boolean"] if shape is int else _JSON[shape]
        return {"type": kinds}
    if isinstance(shape, list):
        return {"type": "array", "items": schema_of_shape(shape[0])}
    assert isinstance(shape, Mapping)  # noqa: S101 (for mypy: there is nothing else)
    made: Schema = {
        "type": "object",
        "properties": {
            k: schema_of_shape(v) for k, v in shapes.shapes_by_key(shape).items() if k != "*"
        },
        "additionalProperties": schema_of_shape(shape["*"]) if "*" in shape else False,
    }
    if needed := shapes.required_keys(shape):
        made["required"] = needed
    if "*" not in shape:
        made["properties"][shapes.REMARK] = COMMENT
    return made
