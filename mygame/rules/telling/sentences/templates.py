"""
Templates and their holes: `deal {amount} damage to {target|possessive} head`.

A template is a string, or a list of variants of which the first fitting one is taken:
`[{"when": {"amount": "1"}, "text": ".."}, ".."]`. A hole is filled with a value by its name, in the
form after the bar. `Filling` is where the values come from.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from ...ground.holes import fill
from ...language.expressions import NUMBER
from .scope import Phrase
from .words import Words, spell_out

_HOLE = re.compile(r"\{(\w+)(?:\|(\w+))?\}")


class Filling:
    """Values by name, already told. The parameters of a word know more of themselves."""

    def __init__(self, values: Mapping[str, Any]):
        self._values = values

    def phrase_of(self, key: str) -> Any:
        """The value as it is told; None if there is none."""
        return self._values.get(key)

    def written_value(self, key: str) -> str:
        """The value as it is written on the card; the name where nothing is known of that."""
        return key

    def reference_name(self, key: str) -> str:
        """The last name of a value that is a reference; "" for any other."""
        return ""

    def context_name(self, key: str) -> str:
        """What a value of the event one reacts to is called."""
        return ""

    def describe_condition(self, key: str, noun: str) -> str | None:
        """A condition as what it says of a thing; None where that cannot be told."""
        return None


@dataclass(frozen=True, slots=True)
class Hole:
    """A hole with what goes into it."""

    key: str
    value: Any
    text: str
    filling: Filling

    @property
    def written_value(self) -> str:
        return self.filling.written_value(self.key)

    @property
    def tag(self) -> str:
        return getattr(self.value, "tag", self.text)


class Templates:
    """Fills templates with the words of one language."""

    def __init__(self, words: Words):
        self._words = words

    def fill(self, name: str, values: Mapping[str, Any]) -> str:
        """The engine's own template of this name; of variants the last."""
        text = self._words["text"][name]
        return self._fill_holes(text if isinstance(text, str) else text[-1], Filling(values))

    def variant(self, options: Any, values: Mapping[str, Any] | Filling) -> str:
        """The first variant that fits the values, filled; "" if none does."""
        filling = values if isinstance(values, Filling) else Filling(values)
        for option in options if isinstance(options, list) else [options]:
            if isinstance(option, str):
                return self._fill_holes(option, filling)
            if not isinstance(option, Mapping) or not isinstance(option.get("text"), str):
                continue  # no phrase at all
            when = option.get("when")
            asked = when.items() if isinstance(when, Mapping) else ()
            if all(self.fits(want, filling, key) for key, want in asked):
                return self._fill_holes(option["text"], filling)
        return ""

    def fits(self, want: Any, filling: Filling, key: str) -> bool:
        """
        Whether a parameter is as a variant wants it: `*` given, `#` a number, `<0` (also of what
        is no number), `>1`, `~pattern`, or the very tag. `amount.each` looks at a part of it.
        """
        key, _, part = key.partition(".")
        given = filling.phrase_of(key)
        tag: str = "-" if given is None else getattr(given, "tag", str(given))
        if part:
            tag = str(getattr(given, part, "")) or "-"
        wanted = str(want)
        if "{" in wanted:
            wanted = _HOLE.sub(lambda hole: getattr(filling.phrase_of(hole[1]), "tag", "?"), wanted)
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

    def _fill_holes(self, template: str, filling: Filling) -> str:
        def put(match: re.Match[str]) -> str:
            key, form = match.groups()
            value = filling.phrase_of(key)
            text = "" if value is None else str(value)
            return self._apply_form(form, Hole(key, value, text, filling)) if form else text

        return _HOLE.sub(put, template)

    def _apply_form(self, form: str, hole: Hole) -> str:
        """`{target|possessive}` and its kind: another form of a parameter."""
        if form in _FORMS:
            return _FORMS[form](self._words, hole)
        if form.startswith("of_"):
            return self._words.field_of(hole.value, form.removeprefix("of_"))
        told = None
        if form in self._words.table_of("described", {}):
            told = hole.filling.describe_condition(hole.key, form)
        return hole.text if told is None else told


# -- the forms of a value


def _form_possessive(words: Words, hole: Hole) -> str:
    return str(getattr(hole.value, "possessive", "") or hole.text)


def _form_unsigned(words: Words, hole: Hole) -> str:
    tag = hole.tag
    return tag[1:] if tag.startswith("-") and len(tag) > 1 else hole.text


def _form_name(words: Words, hole: Hole) -> str:
    return words.field_name(hole.written_value)


def _form_zone(words: Words, hole: Hole) -> str:
    return str(words["zone"].get(hole.written_value, hole.text or spell_out(hole.written_value)))


def _form_context(words: Words, hole: Hole) -> str:
    if told := hole.filling.context_name(hole.written_value):
        return told
    return str(words.look_up("context", hole.written_value, default=hole.text))


def _form_times(words: Words, hole: Hole) -> str:
    return words.times_text(hole.text, hole.text)


def _form_from(words: Words, hole: Hole) -> str:
    """ "a card in your deck" where it is taken out: "a card from your deck" """
    inside, out = words.table_of("from", ("", ""))
    return hole.text.replace(inside, out, 1)


def _form_base(words: Words, hole: Hole) -> str:
    return str(getattr(hole.value, "base", ""))


def _form_floor(words: Words, hole: Hole) -> str:
    return str(getattr(hole.value, "floor", ""))


def _form_factor(words: Words, hole: Hole) -> str:
    return str(abs(getattr(hole.value, "factor", 1)))


def _form_number(words: Words, hole: Hole) -> str:
    return "".join(re.findall(r"\d+$", hole.tag))


def _form_field(words: Words, hole: Hole) -> str:
    """The parameter `field` of a thing: "your mana", "the health of that monster"."""
    return words.field_of(hole.value, hole.filling.written_value("field"))


def _form_each(words: Words, hole: Hole) -> str:
    if isinstance(hole.value, Phrase) and hole.value.each:
        return hole.value.each
    return words.look_up("each", hole.filling.reference_name(hole.key)) or fill(
        words["each"]["*"], text=hole.text
    )


def _form_one(words: Words, hole: Hole) -> str:
    """One of a pool: "a beast"; of anything else what it is."""
    return _form_some(words, hole, "one")


def _form_random(words: Words, hole: Hole) -> str:
    return _form_some(words, hole, "random")


def _form_some(words: Words, hole: Hole, quantity: str) -> str:
    noun = getattr(hole.value, "single", "")
    return fill(words["quantity"][quantity], noun=noun) if noun else hole.text


def _form_rules(words: Words, hole: Hole) -> str:
    """What a card says."""
    return hole.value.rules if isinstance(hole.value, Phrase) else ""


def _form_plural(words: Words, hole: Hole) -> str:
    return "" if hole.text == "1" else "s"


_FORMS: dict[str, Callable[[Words, Hole], str]] = {
    "abs": _form_unsigned,
    "base": _form_base,
    "context": _form_context,
    "each": _form_each,
    "factor": _form_factor,
    "field": _form_field,
    "floor": _form_floor,
    "from": _form_from,
    "name": _form_name,
    "number": _form_number,
    "one": _form_one,
    "possessive": _form_possessive,
    "random": _form_random,
    "rules": _form_rules,
    "s": _form_plural,
    "times": _form_times,
    "zone": _form_zone,
}
