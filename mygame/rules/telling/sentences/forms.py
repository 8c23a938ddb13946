"""
What goes into the holes of phrases, and its forms: `{target|possessive}`, `{amount|abs}`.

`Filling` is where the values come from, `FORMS` what can be made of each. A form that is not in the
table is a property of something (`{target|of_manaCost}`), or what a condition says of a thing
(`{from|damage}`, by the table `described` of the words). `rules.pack.holes` knows the names, too,
and checks packs by them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from ...ground.templates import Forms, fill
from .scope import Phrase
from .words import Words, spell_out


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


class Slot(NamedTuple):
    """A hole that has a form, with what goes into it."""

    words: Words
    filling: Filling
    key: str
    form: str
    value: Any

    @property
    def text(self) -> str:
        return "" if self.value is None else str(self.value)

    @property
    def written_value(self) -> str:
        return self.filling.written_value(self.key)

    @property
    def tag(self) -> str:
        return getattr(self.value, "tag", self.text)


def _form_own(slot: Any) -> str:
    """A value as it is told, without a form; a property of it; how a condition narrows a thing."""
    if type(slot) is not Slot:
        return "" if slot is None else str(slot)
    if slot.form.startswith("of_"):
        return slot.words.field_of(slot.value, slot.form.removeprefix("of_"))
    told = None
    if slot.form in slot.words.table_of("described", {}):
        told = slot.filling.describe_condition(slot.key, slot.form)
    return slot.text if told is None else told


def _form_possessive(slot: Slot) -> str:
    return str(getattr(slot.value, "possessive", "") or slot.text)


def _form_unsigned(slot: Slot) -> str:
    tag = slot.tag
    return tag[1:] if tag.startswith("-") and len(tag) > 1 else slot.text


def _form_name(slot: Slot) -> str:
    return slot.words.field_name(slot.written_value)


def _form_zone(slot: Slot) -> str:
    name = slot.written_value
    return str(slot.words["zone"].get(name, slot.text or spell_out(name)))


def _form_context(slot: Slot) -> str:
    if told := slot.filling.context_name(slot.written_value):
        return told
    return str(slot.words.look_up("context", slot.written_value, default=slot.text))


def _form_times(slot: Slot) -> str:
    return slot.words.times_text(slot.text, slot.text)


def _form_from(slot: Slot) -> str:
    """ "a card in your deck" where it is taken out: "a card from your deck" """
    inside, out = slot.words.table_of("from", ("", ""))
    return slot.text.replace(inside, out, 1)


def _form_base(slot: Slot) -> str:
    return str(getattr(slot.value, "base", ""))


def _form_floor(slot: Slot) -> str:
    return str(getattr(slot.value, "floor", ""))


def _form_factor(slot: Slot) -> str:
    return str(abs(getattr(slot.value, "factor", 1)))


def _form_number(slot: Slot) -> str:
    return "".join(re.findall(r"\d+$", slot.tag))


def _form_field(slot: Slot) -> str:
    """The parameter `field` of a thing: "your mana", "the health of that monster"."""
    return slot.words.field_of(slot.value, slot.filling.written_value("field"))


def _form_each(slot: Slot) -> str:
    if isinstance(slot.value, Phrase) and slot.value.each:
        return slot.value.each
    return slot.words.look_up("each", slot.filling.reference_name(slot.key)) or fill(
        slot.words["each"]["*"], text=slot.text
    )


def _form_one(slot: Slot) -> str:
    """One of a pool: "a beast"; of anything else what it is."""
    return _form_some(slot, "one")


def _form_random(slot: Slot) -> str:
    return _form_some(slot, "random")


def _form_some(slot: Slot, quantity: str) -> str:
    if noun := getattr(slot.value, "single", ""):
        return fill(slot.words["quantity"][quantity], noun=noun)
    if quantity == "one" or not isinstance(slot.value, Phrase):
        return slot.text
    return fill(slot.words["quantity_of"][quantity], things=slot.words.cards_of(slot.value))


def _form_counted(slot: Slot) -> str:
    """Things in a list, each name once, with how many there are."""
    return str(getattr(slot.value, "counted", "") or slot.text)


def _form_rules(slot: Slot) -> str:
    """What a card says."""
    return slot.value.rules if isinstance(slot.value, Phrase) else ""


def _form_description(slot: Slot) -> str:
    """What its author wrote on a card."""
    return slot.value.description if isinstance(slot.value, Phrase) else ""


def _form_plural(slot: Slot) -> str:
    return "" if slot.text == "1" else "s"


#: What stands behind the bar of a hole of a phrase.
FORMS: Forms = {
    "": _form_own,
    "abs": _form_unsigned,
    "base": _form_base,
    "context": _form_context,
    "counted": _form_counted,
    "description": _form_description,
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
