"""
Templates: text with holes that anybody may have written, `deal {amount} damage`; filled, and back.

There is one syntax (docs/language/templates.md): `{name}`, `{path.to.name}`, `{name|form}`, `{{`
for a brace, and in layouts of boards groups `[...]`, left out when a hole in them is empty. Who
fills a template brings values and forms. Begin with `fill_parts`, or with `fill` where values are
told by name and have no forms.

A hole is names and nothing else. Python's own `str.format` also reads attributes and items of what
it is given, and pads to any width, which costs whoever fills it time and memory.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

#: The form that says nothing: a group with it is there if the value is true.
IF = "if"
#: The form of a number that a group is not left out for where it is 0.
ZERO = "zero"
_BRACE = "{{"
_TOKEN = re.compile(r"\{\{|\{(\w++(?:\.\w++)*+)(?:\|(\w++))?\}")
_GROUP = re.compile(r"\[([^\[\]]*+)\]")
_EMPTY = ("", "0")  # what leaves out a group


class Hole(NamedTuple):
    """Where a value belongs: its name, the form after the bar ("" for none), the name in parts."""

    name: str
    form: str
    path: tuple[str, ...]


class Group(NamedTuple):
    """What is told only with something in each of its holes."""

    parts: tuple[str | Hole, ...]


Part = str | Hole | Group
Form = Callable[[Any], str]
#: Forms by name; that of "" is for holes without a form, and for forms that are not there.
Forms = Mapping[str, Form]

_PLAIN: Forms = {"": str}


_KEPT = 4_096  # templates that are remembered, of either kind


@lru_cache(_KEPT)
def parse_template(template: str) -> tuple[Part, ...]:
    """
    The parts of a template; texts are never empty and never beside each other.

    >>> parse_template("{gold} gold")
    (Hole(name='gold', form='', path=('gold',)), ' gold')
    """
    return tuple(_walk_parts(template))


@lru_cache(_KEPT)
def parse_layout_template(template: str) -> tuple[Part, ...]:
    """
    The parts of a template that may have groups.

    >>> parse_layout_template("gold[ +{more}]")
    ('gold', Group(parts=(' +', Hole(name='more', form='', path=('more',)))))
    """
    parts: list[Part] = []
    end = 0
    for group in _GROUP.finditer(template):
        parts += _walk_parts(template[end : group.start()])
        parts.append(Group(tuple(_walk_parts(group[1]))))
        end = group.end()
    return (*parts, *_walk_parts(template[end:]))


@lru_cache(_KEPT)
def place_of_form(template: str, form: str) -> int:
    """Which part of a template that may have groups has a hole with this form; -1: none."""
    for place, part in enumerate(parse_layout_template(template)):
        holes = part.parts if isinstance(part, Group) else (part,)
        if any(isinstance(each, Hole) and each.form == form for each in holes):
            return place
    return -1


def _walk_parts(template: str) -> Iterator[str | Hole]:
    text, end = "", 0
    for token in _TOKEN.finditer(template):
        text += template[end : token.start()]
        end = token.end()
        if token[0] == _BRACE:
            text += "{"
            continue
        if text:
            yield text
        text = ""
        yield Hole(token[1], token[2] or "", tuple(token[1].split(".")))
    if text := text + template[end:]:
        yield text


def holes_of(template: str) -> list[Hole]:
    """The holes of a template, also those in groups, in their order."""
    return [part for part in parse_template(template) if isinstance(part, Hole)]


def has_stray_brace(template: str) -> bool:
    """Whether something begins like a hole and is none: `{a b}`, `{a|}`. It is told as written."""
    return "{" in _TOKEN.sub("", template)


# -- filling


def fill_parts(parts: Sequence[Part], value_of: Callable[[Hole], Any], forms: Forms) -> str:
    """
    The text of a template: what `value_of` gives for each hole, in the form that the hole asks for.

    >>> forms = {"": str, "s": lambda value: "" if value == 1 else "s"}
    >>> fill_parts(parse_template("{n} card{n|s}"), lambda hole: 3, forms)
    '3 cards'
    """
    own = forms[""]
    if len(parts) == 1 and type(hole := parts[0]) is Hole:  # as in most cells of a board
        return forms.get(hole.form, own)(value_of(hole))
    told = []
    for part in parts:
        if type(part) is str:
            told.append(part)
        elif type(part) is Hole:
            told.append(forms.get(part.form, own)(value_of(part)))
        elif type(part) is Group:
            told.append(_fill_group(part, value_of, forms))
    return "".join(told)


def _fill_group(group: Group, value_of: Callable[[Hole], Any], forms: Forms) -> str:
    told = []
    for part in group.parts:
        if isinstance(part, str):
            told.append(part)
            continue
        value = value_of(part)
        text = forms.get(part.form, forms[""])(value)
        empty = _EMPTY if part.form != ZERO else ("",)
        if not (value if part.form == IF else text not in empty):
            return ""
        told.append(text)
    return "".join(told)


def fill_from(template: Any, values: Mapping[str, Any], missing: str = "") -> str:
    """
    A template with values in its holes, and `missing` where there is none.

    >>> fill_from("{who} has {gold}{what}.", {"who": "Ann", "gold": 3})
    'Ann has 3.'
    """
    parts = parse_template(str(template))
    return fill_parts(parts, lambda hole: values.get(hole.name, missing), _PLAIN)


def fill(template: Any, **values: Any) -> str:
    """The same, with the values by name."""
    return fill_from(template, values)


# -- and back


def match_template(parts: Sequence[Part], text: str) -> dict[str, str] | None:
    """
    What stands in the holes of a template without groups where a text is the template, filled;
    None where it is not. Each hole has at least a character, and no more than it needs. It goes
    through the text once, whatever stands there.

    >>> match_template(parse_template("{who} has {what}."), "Ann has 3 gold.")
    {'who': 'Ann', 'what': '3 gold'}
    """
    if parts and isinstance(parts[0], str) and not text.startswith(parts[0]):
        return None  # as most do
    last = len(text)
    if parts and isinstance(parts[-1], str):
        if not text.endswith(parts[-1]):
            return None
        last -= len(parts[-1])
        parts = parts[:-1]
    found: dict[str, str] = {}
    hole, at = "", 0  # which is open, and where it begins
    for part in parts:
        behind = part if isinstance(part, str) else ""
        if hole:
            end = text.find(behind, at + 1, last)
            if end < 0:
                return None
            found[hole], at = text[at:end], end
        hole, at = part.name if isinstance(part, Hole) else "", at + len(behind)
    if not hole:
        return found if at == last else None
    if at >= last:
        return None
    found[hole] = text[at:last]
    return found
