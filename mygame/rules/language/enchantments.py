"""
Short texts of enchantments, as players write them: `+1/+2`, `3/3`, `+2 Attack this turn`, `Taunt`.

A pack declares which words mean which property (section `enchantments`); a modifier may then say
`"change": "+1/+2 this turn"`. A signed number is added, one without a sign is what the property
becomes, a word alone sets it to 1. Upper and lower case, spaces and full-width signs are the same.
`Enchantments.parse` reads a text, `written` writes one back. This imports nothing of the house but
`dialect`.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from ..ground.names import names_by_language

_SEPARATOR = re.compile(r"\s*[,;、]\s*|\s+and\s+")
_BETWEEN = {"zh": "、"}  # where it is not a comma and a space
_SPACE = {"zh": ""}  # between words
_PAIR = re.compile(r"([+-]?\d{1,9})/([+-]?\d{1,9})")
_NUMBER_FIRST = re.compile(r"([+-]?\d{1,9}) ?(\D.*)")
_NUMBER_LAST = re.compile(r"(.*[^\d+\- ]) ?([+-]?\d{1,9})")


class Change(NamedTuple):
    """What an enchantment does to a property: `add` an amount, or `set` it."""

    property: str
    mode: str
    amount: int


class Enchantment(NamedTuple):
    """What a short text says; `duration` is a mode, None where it says none."""

    changes: tuple[Change, ...]
    duration: str | None = None


class Enchantments:
    """The words of a pack for enchantments."""

    def __init__(self, section: Mapping[str, Any]):
        self.pair: tuple[str, ...] = tuple(section.get("pair", ()))
        self.words = _names_by_language(section.get("words", {}))
        self.durations = _names_by_language(section.get("durations", {}))
        self._properties, self._modes = _spellings(self.words), _spellings(self.durations)

    @property
    def properties(self) -> set[str]:
        """The properties and fields that its texts can change."""
        return {*self.pair, *self.words}

    def parse(self, text: str) -> Enchantment:
        """
        What a text says.

        :raises ValueError: a part of it is none of the pack's words, with that part.
        """
        rest, duration = _normalize_text(text).rstrip("."), None
        for spelling in sorted(self._modes, key=len, reverse=True):
            if rest.endswith(spelling) or rest.startswith(spelling):
                rest = rest.removesuffix(spelling).removeprefix(spelling).strip(" ,;、")
                duration = self._modes[spelling]
                break
        parts = [part for part in _SEPARATOR.split(rest) if part]
        if not parts:
            raise ValueError(text)
        changes = [change for part in parts for change in self._parse_part(part)]
        return Enchantment(tuple(changes), duration)

    def _parse_part(self, part: str) -> list[Change]:
        if (pair := _PAIR.fullmatch(part)) and len(self.pair) == 2:
            return [
                _make_change(name, number)
                for name, number in zip(self.pair, pair.groups(), strict=True)
            ]
        if part in self._properties:
            return [Change(self._properties[part], "set", 1)]
        if found := _NUMBER_FIRST.fullmatch(part):
            number, word = found.groups()
        elif found := _NUMBER_LAST.fullmatch(part):
            word, number = found.groups()
        else:
            raise ValueError(part)
        if word not in self._properties:
            raise ValueError(word)
        return [_make_change(self._properties[word], number)]

    def text_of(self, enchantment: Enchantment, language: str) -> str:
        """The text of an enchantment in a language."""
        changes, told = list(enchantment.changes), []
        while changes:
            first, second = changes[0], changes[1] if len(changes) > 1 else None
            if second is not None and (first.property, second.property) == self.pair:
                told.append(f"{_signed_number(first)}/{_signed_number(second)}")
                changes = changes[2:]
                continue
            told.append(self._change_text(first, language))
            changes = changes[1:]
        text = _BETWEEN.get(language, ", ").join(told)
        duration = enchantment.duration
        if duration in self.durations:
            told = [text, self.durations[duration].get(language, duration)]
            text = _SPACE.get(language, " ").join(reversed(told) if language == "zh" else told)
        return text

    def _change_text(self, change: Change, language: str) -> str:
        word = self.words.get(change.property, {}).get(language, change.property)
        if (change.mode, change.amount) == ("set", 1) and change.property not in self.pair:
            return word  # a keyword
        return f"{_signed_number(change)}{_SPACE.get(language, ' ')}{word}"


def _names_by_language(section: Mapping[str, Any]) -> dict[str, dict[str, str]]:
    return {name: names_by_language(texts) for name, texts in section.items()}


def _spellings(words: Mapping[str, Mapping[str, str]]) -> dict[str, str]:
    return {_normalize_text(text): name for name, texts in words.items() for text in texts.values()}


def _normalize_text(text: str) -> str:
    """A text in one spelling: small letters, plain signs, single spaces."""
    plain = unicodedata.normalize("NFKC", text).replace("\u2212", "-").casefold()
    return re.sub(r"\s*/\s*", "/", re.sub(r"([+-])\s+", r"\1", " ".join(plain.split())))


def _make_change(property: str, number: str) -> Change:
    return Change(property, "add" if number[0] in "+-" else "set", int(number))


def _signed_number(change: Change) -> str:
    return f"{change.amount:+}" if change.mode == "add" else str(change.amount)


def enchantments_of_view(
    effects: Iterable[Mapping[str, Any]],
) -> list[tuple[str | None, Enchantment]]:
    """
    What a view tells that a card `bears` as enchantments, each with the id of the card it is from:
    changes that follow each other, of one card and for one time, are one.
    """
    found: list[tuple[str | None, Enchantment]] = []
    for effect in effects:
        if effect.get("mode") not in ("add", "set") or effect.get("amount") is None:
            continue
        change = Change(effect["property"], effect["mode"], effect["amount"])
        source, duration = effect["from"], effect["until"]
        known = found[-1] if found else None
        if known is not None and (known[0], known[1].duration) == (source, duration):
            changes = known[1].changes
            if change.property not in {each.property for each in changes}:
                found[-1] = source, Enchantment((*changes, change), duration)
                continue
        found.append((source, Enchantment((change,), duration)))
    return found
