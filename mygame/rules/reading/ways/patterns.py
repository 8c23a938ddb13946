"""
Tables of ways as rules: `deal {n} (damage|dmg) [to {who}]` and what that means.

In a pattern `(a|b)` stands for one of several, `[a]` for what may be missing, `{who}` for something
of the category of that name, `{of:who}` for one that is called otherwise. A way without a part has
no value for its holes. Begin with `rules_of`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import product
from math import prod
from typing import Any

from ..grammar import NUMBER, Hole, Rule
from ..notation import Json, take_apart
from .left_out import ADDED, KEPT
from .tokens import SAME, SPACED, spell_pattern

_PIECE = re.compile(r"[()\[\]|]|\{[^}]*\}|[^()\[\]|{}]+")
MOST_FORMS = 400  # of one pattern
DEEPEST = 12  # brackets in brackets
_COST = 1.0
NO_RULES = (SAME, KEPT, ADDED, "lacks")  # categories that mean nothing
_FEW = 2  # texts that are no category yet
_TEXTS = "#"  # begins the name of a category that is a choice of texts
_UNUSUAL = "~"  # begins a pattern that is read only if nothing else is
_UNUSUAL_COST = 3.0

Form = tuple[tuple[str, str], ...]  # (text, "") or (name, category)


class BadPattern(ValueError):
    """A pattern that cannot be read."""


def rules_of(table: Mapping[str, Mapping[str, Json]], language: str) -> Iterator[Rule]:
    """The rules of all categories of a table; what a rule means has its holes' names."""
    choices: dict[str, None] = {}
    for category, ways in table.items():
        for pattern, meaning in ways.items() if category not in NO_RULES else ():
            for rule in _known_rules(category, pattern, meaning, language):
                found = (each.category for each in rule.says if isinstance(each, Hole))
                choices |= dict.fromkeys(of for of in found if of.startswith(_TEXTS))
                yield rule
    for choice in choices:
        yield from _text_rules(choice, language)
    yield from _number_rules(language)


def _known_rules(category: str, pattern: str, meaning: Json, language: str) -> list[Rule]:
    """The rules of a pattern; none of one that cannot be read, which the check of a pack tells."""
    try:
        return list(rules_of_pattern(category, pattern, meaning, language))
    except BadPattern:
        return []


def rules_of_pattern(category: str, pattern: str, meaning: Json, language: str) -> Iterator[Rule]:
    """
    The rules of one pattern, one of each of its forms.

    :raises BadPattern: it cannot be read.
    """
    cost = _UNUSUAL_COST if pattern.startswith(_UNUSUAL) else _COST
    means = take_apart(meaning)
    forms = forms_of(pattern.removeprefix(_UNUSUAL))
    every = {part for form in forms for part, of in form if part and of}
    seen: set[Any] = set()
    for form in forms:
        says, names = _says_of(form, language)
        if says and (says, names) not in seen:
            seen.add((says, names))
            absent = sorted(every - set(names))
            whole = {"names": list(names), "absent": absent, "means": means}
            yield Rule(category, says, whole, cost)


def _text_rules(category: str, language: str) -> Iterator[Rule]:
    """The rules of a category that is a choice of texts."""
    for text in dict.fromkeys(category.removeprefix(_TEXTS).split("|")):
        if spelled := spell_pattern(text, language):
            yield Rule(category, (spelled,), {"names": [], "absent": [], "means": ""}, 0.0)


def _number_rules(language: str) -> Iterator[Rule]:
    says: tuple[str | Hole, ...] = (Hole(NUMBER), " ") if language in SPACED else (Hole(NUMBER),)
    yield Rule("n", says, {"names": ["n"], "absent": [], "means": "{n}"}, 0.1)


def _says_of(form: Form, language: str) -> tuple[tuple[str | Hole, ...], tuple[str, ...]]:
    says: list[str | Hole] = []
    names: list[str] = []
    text = ""
    for part, category in form:
        if not category:
            text += part
            continue
        if spelled := spell_pattern(text, language):
            says.append(spelled)
        text = ""
        says.append(Hole(category))
        names.append(part)
    if spelled := spell_pattern(text, language):
        says.append(spelled)
    return tuple(says), tuple(names)


def forms_of(pattern: str) -> list[Form]:
    """
    Everything that a pattern stands for.

    :raises BadPattern: brackets that are not closed, or too many forms.
    """
    pieces = _PIECE.findall(pattern)
    forms, rest = _alternatives(pieces, 0, "", 0)
    if rest != len(pieces):
        raise BadPattern(pattern)
    if len(forms) > MOST_FORMS:
        raise BadPattern(f"{pattern}: {len(forms)} forms")
    return forms


def _alternatives(pieces: list[str], place: int, end: str, depth: int) -> tuple[list[Form], int]:
    if depth > DEEPEST:
        raise BadPattern("brackets in too many others")
    found: list[Form] = []
    sequence: list[list[Form]] = []
    while place < len(pieces):
        piece = pieces[place]
        if piece == end:
            break
        place += 1
        if piece == "|":
            found += _sequences(sequence)
            sequence = []
        elif piece in "([":
            closing = ")" if piece == "(" else "]"
            inner, place = _alternatives(pieces, place, closing, depth + 1)
            if place >= len(pieces):
                raise BadPattern("".join(pieces))
            place += 1
            sequence.append(_gathered([*inner, ()] if piece == "[" else inner))
        elif piece.startswith("{"):
            name, _, category = piece[1:-1].partition(":")
            sequence.append([((name, category or name),)])
        else:
            sequence.append([((piece, ""),)])
    return found + _sequences(sequence), place


def _gathered(forms: list[Form]) -> list[Form]:
    """Alternatives of which those that are mere texts are one category, so that forms are few."""
    texts = ["".join(text for text, _ in form) for form in forms if form and _is_text(form)]
    if len(texts) < _FEW:
        return forms
    others = [form for form in forms if not form or not _is_text(form)]
    return [((("", _TEXTS + "|".join(texts)),)), *others]


def _is_text(form: Form) -> bool:
    return all(not category for _, category in form)


def _sequences(parts: list[list[Form]]) -> list[Form]:
    if (count := prod(map(len, parts))) > MOST_FORMS:  # before there are so many
        raise BadPattern(f"{count} forms")
    return [tuple(step for part in choice for step in part) for choice in product(*parts)]
