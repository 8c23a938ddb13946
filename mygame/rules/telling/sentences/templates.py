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

    def given(self, key: str) -> Any:
        """The value as it is told; None if there is none."""
        return self._values.get(key)

    def raw(self, key: str) -> str:
        """The value as it is written on the card; the name where nothing is known of that."""
        return key

    def reference(self, key: str) -> str:
        """The last name of a value that is a reference; "" for any other."""
        return ""

    def context(self, key: str) -> str:
        """What a value of the event one reacts to is called."""
        return ""

    def described(self, key: str, noun: str) -> str | None:
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
    def raw(self) -> str:
        return self.filling.raw(self.key)

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
        return self._filled(text if isinstance(text, str) else text[-1], Filling(values))

    def variant(self, options: Any, values: Mapping[str, Any] | Filling) -> str:
        """The first variant that fits the values, filled; "" if none does."""
        filling = values if isinstance(values, Filling) else Filling(values)
        for option in options if isinstance(options, list) else [options]:
            if isinstance(option, str):
                return self._filled(option, filling)
            if not isinstance(option, Mapping) or not isinstance(option.get("text"), str):
                continue  # no phrase at all
            when = option.get("when")
            asked = when.items() if isinstance(when, Mapping) else ()
            if all(self.fits(want, filling, key) for key, want in asked):
                return self._filled(option["text"], filling)
        return ""

    def fits(self, want: Any, filling: Filling, key: str) -> bool:
        """
        Whether a parameter is as a variant wants it: `*` given, `#` a number, `<0` (also of what
        is no number), `>1`, `~pattern`, or the very tag. `amount.each` looks at a part of it.
        """
        key, _, part = key.partition(".")
        given = filling.given(key)
        tag: str = "-" if given is None else getattr(given, "tag", str(given))
        if part:
            tag = str(getattr(given, part, "")) or "-"
        wanted = str(want)
        if "{" in wanted:
            wanted = _HOLE.sub(lambda hole: getattr(filling.given(hole[1]), "tag", "?"), wanted)
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

    def _filled(self, template: str, filling: Filling) -> str:
        def put(match: re.Match[str]) -> str:
            key, form = match.groups()
            value = filling.given(key)
            text = "" if value is None else str(value)
            return self._form(form, Hole(key, value, text, filling)) if form else text

        return _HOLE.sub(put, template)

    def _form(self, form: str, hole: Hole) -> str:
        """`{target|possessive}` and its kind: another form of a parameter."""
        if form in _FORMS:
            return _FORMS[form](self._words, hole)
        if form.startswith("of_"):
            return self._words.field_of(hole.value, form.removeprefix("of_"))
        told = None
        if form in self._words.get("described", {}):
            told = hole.filling.described(hole.key, form)
        return hole.text if told is None else told


# -- the forms of a value


def _possessive(words: Words, hole: Hole) -> str:
    return str(getattr(hole.value, "possessive", "") or hole.text)


def _without_sign(words: Words, hole: Hole) -> str:
    tag = hole.tag
    return tag[1:] if tag.startswith("-") and len(tag) > 1 else hole.text


def _name(words: Words, hole: Hole) -> str:
    return words.field_name(hole.raw)


def _zone(words: Words, hole: Hole) -> str:
    return str(words["zone"].get(hole.raw, hole.text or spell_out(hole.raw)))


def _context(words: Words, hole: Hole) -> str:
    if told := hole.filling.context(hole.raw):
        return told
    return str(words.look("context", hole.raw, default=hole.text))


def _times(words: Words, hole: Hole) -> str:
    return words.times(hole.text, hole.text)


def _taken_from(words: Words, hole: Hole) -> str:
    """ "a card in your deck" where it is taken out: "a card from your deck" """
    inside, out = words.get("from", ("", ""))
    return hole.text.replace(inside, out, 1)


def _base(words: Words, hole: Hole) -> str:
    return str(getattr(hole.value, "base", ""))


def _floor(words: Words, hole: Hole) -> str:
    return str(getattr(hole.value, "floor", ""))


def _factor(words: Words, hole: Hole) -> str:
    return str(abs(getattr(hole.value, "factor", 1)))


def _number(words: Words, hole: Hole) -> str:
    return "".join(re.findall(r"\d+$", hole.tag))


def _field(words: Words, hole: Hole) -> str:
    """The parameter `field` of a thing: "your mana", "the health of that monster"."""
    return words.field_of(hole.value, hole.filling.raw("field"))


def _each(words: Words, hole: Hole) -> str:
    if isinstance(hole.value, Phrase) and hole.value.each:
        return hole.value.each
    return words.look("each", hole.filling.reference(hole.key)) or fill(
        words["each"]["*"], text=hole.text
    )


def _one(words: Words, hole: Hole) -> str:
    """One of a pool: "a beast"; of anything else what it is."""
    return _some(words, hole, "one")


def _random(words: Words, hole: Hole) -> str:
    return _some(words, hole, "random")


def _some(words: Words, hole: Hole, quantity: str) -> str:
    noun = getattr(hole.value, "single", "")
    return fill(words["quantity"][quantity], noun=noun) if noun else hole.text


def _rules(words: Words, hole: Hole) -> str:
    """What a card says."""
    return hole.value.rules if isinstance(hole.value, Phrase) else ""


def _plural(words: Words, hole: Hole) -> str:
    return "" if hole.text == "1" else "s"


_FORMS: dict[str, Callable[[Words, Hole], str]] = {
    "abs": _without_sign,
    "base": _base,
    "context": _context,
    "each": _each,
    "factor": _factor,
    "field": _field,
    "floor": _floor,
    "from": _taken_from,
    "name": _name,
    "number": _number,
    "one": _one,
    "possessive": _possessive,
    "random": _random,
    "rules": _rules,
    "s": _plural,
    "times": _times,
    "zone": _zone,
}
