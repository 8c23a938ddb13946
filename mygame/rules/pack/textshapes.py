"""
What texts of a pack look like: its `words` by language, and the `board` on which a table is told.

`shapes` has what both are checked by.
"""

from __future__ import annotations

from .shapes import ANY, LANGUAGES, NAMES, NUMBER_OR_TEXT, TEXT, TEXTS, Shape

#: A phrase, or variants of which the first that fits is taken (`telling.sentences.variants`).
VARIANT: Shape = {"when": {"*": NUMBER_OR_TEXT}, "text!": str}
TEMPLATE: Shape = (str, [(str, VARIANT)], VARIANT)
LINE: Shape = (
    str,
    [(str, VARIANT)],
    {"when": {"*": NUMBER_OR_TEXT}, "text": TEMPLATE, "you": TEMPLATE, "others": TEMPLATE},
)
NAME: Shape = {"text!": str, "possessive": str, "reflexive": str}
#: What happened at an event, by who or what it happened to.
EVENT: Shape = {
    "card": str,
    "player": str,
    "noun": str,
    "at": {"*": TEMPLATE},
    "context": {"*": str},
    "each": {"*": str},
    "per": {"*": (str, {"*": str})},
    "*": (bool, str, [(str, VARIANT)], VARIANT),
}
#: A question: a card's own sentence about its answer, how it is asked, what is called how in it.
QUESTION: Shape = {
    **dict.fromkeys(("answer", "ask", "not", "any", "none", "sum"), TEMPLATE),
    "context": {"*": str},
}
SECTIONS_OF_RULES: Shape = {"*": {"title!": str, "text!": TEXTS}}

#: The words of a pack in one language (docs/language/sentences.md).
LANGUAGE: Shape = {
    "about": {"line": str, "length": str, "level": str},
    "adjective": {"*": str},
    "adverb": {"*": str},
    "answers": {"*": {"of!": [str], "before": bool, "text!": TEMPLATE}},
    "article": {"*": str},
    "asides": {"quiet": {"*": ([str], {"*": [str]})}, "names": {"*": str}, "*": str},
    "comparison": {"*": TEMPLATE},
    "context": {"*": str},
    "counted": {"*": [str]},
    "described": {"*": {"*": TEMPLATE}},
    "docs": {"*": str},
    "duration": {"*": str},
    "each": {"*": str},
    "entity": {"*": NAME},
    "entity_of_kind": {"*": str},
    "event": {"*": (str, EVENT)},
    "event_more": {"*": str},
    "fact": {"*": TEMPLATE},
    "field": {"*": str},
    "first": {"*": str},
    "introduces": {"*": str},
    "keyword": {"*": {"name!": str, "text!": str, "also": [str]}},
    "keyword_fact": {"*": TEMPLATE},
    "lasting": [str],
    "lead": {"*": TEMPLATE},
    "lesson": {"*": {"text": str, "other": str, "learned": str}},
    "log": {"*": LINE},
    "modifier": {"*": TEMPLATE},
    "moment": {"*": {"*": TEMPLATE}},
    "narrowed": {"*": str},
    "not_adjective": {"*": str},
    "noun": {"*": [str]},
    "kinds": {"*": str},
    "lone": [str],
    "field_said": {"*": str},
    "begins": [str],
    "of_field": {"*": str},
    "one": {"*": TEMPLATE},
    "option": {"*": (str, {"text": str, "verbs": TEXTS, "single": bool})},
    "options": {"*": (str, {"name": str})},
    "preview": {"*": TEMPLATE},
    "problems": {"*": str},
    "prompt": {"*": TEMPLATE},
    "question": {"*": QUESTION},
    "quiet_in_answers": [str],
    "report": {"*": str},
    "result": {"*": str},
    "rules": SECTIONS_OF_RULES,
    "said": {"*": str},
    "sentence": {"*": (bool, str, [str])},
    "short": {"*": str},
    "single": {"*": str},
    "symbol": {"*": str},
    "synonyms": {"*": str},
    "text": {"*": TEMPLATE},
    "trigger": {"per": {"*": str}, "once_until": {"*": str}, "*": TEMPLATE},
    "unit": {"*": str},
    "unless": {"*": str},
    "ways": {"*": {"*": ANY}},
    "unsaid": {"*": {"beside!": {"*": (str, [str])}, "*": str}},
    "when": {"*": TEMPLATE},
    "while_there": {"*": str},
    "everywhere": {"*": [str]},
    "which": {"*": str},
    "worth": {"unit": str},
    "zone": {"*": str},
}
WORDS: Shape = {"*": LANGUAGE}

# -- the board (`world.render.board`, docs/table.md); `tables` and `faces` know more of the window

COLUMN: Shape = {
    "head": TEXT,
    "cell!": TEXT,
    "align": str,
    "drop": int,
    "short": bool,
    "text": bool,
    "when": NAMES,
}
SECTION: Shape = {
    "id!": str,
    "like": str,
    "each": str,
    "rows": TEXTS,
    "if": str,
    "which": NAMES,
    "when": NAMES,
    "beside": int,
    "title": TEXT,
    "empty": TEXT,
    "line": TEXT,
    "speak": TEXT,
    "list": TEXT,
    "short": (bool, str, {"*": str}),
    "tight": TEXT,
    "columns": [COLUMN],
}
FIXTURE: Shape = {"zone!": str, "of": str, "names!": LANGUAGES, "aliases": [str]}
PART: Shape = {
    "id": str,
    "draw": str,
    "each": str,
    "zones": [(str, {"*": ANY})],
    "fields": [{"*": ANY}],
    "when": NAMES,
    "marks": {"*": (str, {"*": ANY})},
    "cells": int,
    "area": str,
    "seats": NAMES,
    "room": int,
    "free": int,
    "left": TEXT,
    "*": ANY,
}
NUMBER: Shape = (
    str,
    {
        "text": TEXT,
        "of": str,
        "printed": str,
        "blank": bool,
        "plain": bool,
        "less": bool,
        "in": [str],
        "glyph": str,
        "label": TEXT,
        "*": ANY,
    },
)
BADGE: Shape = {
    "if": str,
    "is": [str],
    "from": int,
    "unlike": str,
    "in": [str],
    "printed": str,
    "blank": bool,
    "text": TEXT,
    "glyph": str,
    "*": ANY,
}
RANK: Shape = {"if!": str, "is": [str], "from": int, "unlike": str, "*": ANY}
FACE: Shape = {
    "frame": str,
    "tone": str,
    "art": {"by": [str]},
    "line": TEXT,
    "corner": NUMBER,
    "left": NUMBER,
    "right": NUMBER,
    "bar": {"value": str, "most": str},
    "badges": [BADGE],
    "states": {"*": str},
    "ranks": {"*": (RANK, [RANK])},
    "strength": {"of!": str, "most!": int},
    "*": ANY,
}
TABLE: Shape = {
    "areas": NAMES,
    "columns": NAMES,
    "rows": NAMES,
    "parts": [PART],
    "back": {"glyph": str, "tone": int, "pattern": str},
    "faces": {"*": FACE},
    "tones": {"*": int},
    "greys": [str],
    "glyphs": {"*": str},
    "gestures": {"*": ANY},
    "scenes": NAMES,
}
BOARD: Shape = {
    "between": {"*": ANY},
    "title": TEXT,
    "status": TEXT,
    "prompt": TEXT,
    "situation": TEXT,
    "outside": TEXT,
    "leaving": TEXT,
    "member": [str],
    "colours": {"*": str},
    "symbols": {"*": TEXT},
    "unasked": [str],
    "responses": [str],
    "doer": str,
    "out": NAMES,
    "asked": NAMES,
    "steps": {"track!": str, "prompts": {"*": TEXT}},
    "giving": [[(str, NAMES)]],
    "show": NAMES,
    "sections": [SECTION],
    "details": {"*": (str, {"*": TEXT})},
    "log": {"colours": {"*": str}, "heads": [str]},
    "news": [str],
    "reached": str,
    "cards": {"*": {"*": TEXT}},
    "fixtures": {"decks": [FIXTURE], "places": [FIXTURE]},
    "lesson": {"of": str, "steps": [str]},
    "rules": {"*": str},
    "table": TABLE,
}
