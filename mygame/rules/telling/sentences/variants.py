"""
Phrases and their variants: `deal {amount} damage to {target|possessive} head`.

A phrase is a template, or a list of variants of which the first fitting one is taken:
`[{"when": {"amount": "1"}, "text": ".."}, ".."]`. What goes into the holes is in `forms`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from ...ground.templates import Forms, Hole, fill_parts, holes_of, parse_template
from ...language.expressions import NUMBER
from .forms import FORMS, Filling, Slot
from .scope import Phrase
from .words import Words

#: The parts of a value that variants may ask for: `{"when": {"amount.each": "*"}, ...}`.
_PARTS = frozenset(
    {"base", "description", "each", "factor", "floor", "only", "possessive", "rules", "single"}
)
_SUBJECT = re.compile(r"\{(\w+)\} (\w+s)\b")  # "{target} loses"
_TAGS: Forms = {"": lambda value: getattr(value, "tag", "?")}


class Chosen(NamedTuple):
    """A variant that was chosen: its template, and what it wants of the values."""

    text: str
    when: Mapping[str, Any] = {}


def _tells_growth(chosen: Chosen, filling: Filling) -> bool:
    """
    Whether a variant that says what an amount grows with says all of it: from which number on, how
    much each time, and at least how much.
    """
    holes = {(hole.name, hole.form) for hole in holes_of(chosen.text)}
    for key in {name for name, form in holes if form == "each"}:
        given = filling.phrase_of(key)
        if not isinstance(given, Phrase) or not given.each:
            continue
        parts = {"base": given.base, "floor": given.floor, "factor": given.factor != 1}
        for part in (part for part, said in parts.items() if said):
            if (key, part) not in holes and f"{key}.{part}" not in chosen.when:
                return False
    return True


class Variants:
    """Fills phrases with the words of one language."""

    def __init__(self, words: Words):
        self._words = words

    def fill(self, name: str, values: Mapping[str, Any]) -> str:
        """The engine's own template of this name; of variants the last."""
        text = self._words["text"][name]
        return self.fill_template(text if isinstance(text, str) else text[-1], Filling(values))

    def variant(self, options: Any, values: Mapping[str, Any] | Filling) -> str:
        """The first variant that fits the values, filled; "" if none does."""
        filling = values if isinstance(values, Filling) else Filling(values)
        chosen = self.choose(options, filling)
        return self.fill_template(chosen.text, filling) if chosen is not None else ""

    def choose(self, options: Any, filling: Filling) -> Chosen | None:
        """The first variant that fits the values; None if none does."""
        first: Chosen | None = None
        for option in options if isinstance(options, list) else [options]:
            found = Chosen(option) if isinstance(option, str) else None
            if isinstance(option, Mapping) and isinstance(option.get("text"), str):
                when = option.get("when")
                found = Chosen(option["text"], when if isinstance(when, Mapping) else {})
            if found is None or not all(
                self.fits(want, filling, key) for key, want in found.when.items()
            ):
                continue  # no phrase at all, or not this one
            if _tells_growth(found, filling):
                return found
            first = first or found
        return first

    def fits(self, want: Any, filling: Filling, key: str) -> bool:
        """
        Whether a parameter is as a variant wants it: `*` given, `#` a number, `<0` (also of what
        is no number), `>1`, `~pattern`, or the very tag. `amount.each` looks at a part of it.
        """
        key, _, part = key.partition(".")
        given = filling.phrase_of(key)
        tag: str = "-" if given is None else getattr(given, "tag", str(given))
        if part:
            known = isinstance(given, Phrase) and part in _PARTS
            tag = (str(getattr(given, part)) if known else "") or "-"
        wanted = str(want)
        if "{" in wanted:
            parts = parse_template(wanted)
            wanted = fill_parts(parts, lambda hole: filling.phrase_of(hole.name), _TAGS)
        if wanted == "*":
            return tag != "-"
        if wanted[:1] == "~":
            return re.fullmatch(wanted[1:], tag) is not None
        if wanted[:1] == ">" and NUMBER.fullmatch(wanted[1:]):
            return bool(NUMBER.fullmatch(tag)) and int(tag) > int(wanted[1:])
        if wanted == "#":
            return bool(NUMBER.fullmatch(tag))
        if wanted == "<0":
            return tag.startswith("-") and tag != "-"
        return tag == wanted

    def fill_template(self, template: str, filling: Filling) -> str:
        """A template with what goes into its holes; its verb agrees with what it begins with."""
        begun = _SUBJECT.match(template)
        if begun is not None and getattr(filling.phrase_of(begun[1]), "many", False):
            verb = self._words.plural_verb(begun[2])
            template = f"{{{begun[1]}}} {verb}{template[begun.end() :]}"

        def value_of(hole: Hole) -> Any:
            name, form, _ = hole
            value = filling.phrase_of(name)
            return Slot(self._words, filling, name, form, value) if form else value

        return fill_parts(parse_template(template), value_of, FORMS)
