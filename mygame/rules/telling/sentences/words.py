"""
The words of one language: the tables of `text_words/{zh,en}.json5` with a pack's own over them.

`Words` finds a word and joins pieces as the language does; it knows no grammar of cards. Phrases
with variants are filled by `variants`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ...ground.templates import fill
from ...language.query import PRINTED
from .scope import Phrase

Phrases = Mapping[str, Any]
# How a card is called, by its id; None or "" for what is no card.
CardName = Callable[[str], str | None]

# Between parts that have commas of their own stands more than a comma.
_LONG = (";", "；", ":", "：", ", ", "，")


def merge_phrases(base: Phrases, extra: Phrases) -> dict[str, Any]:
    """Phrases of a pack over those of the engine, table by table."""
    merged = dict(base)
    for key, value in extra.items():
        old = merged.get(key)
        if isinstance(old, Mapping) and isinstance(value, Mapping):
            merged[key] = merge_phrases(old, value)
        else:
            merged[key] = value
    return merged


def spell_out(name: str) -> str:
    """
    A word of the language as ordinary words, when nobody gave it a name.

    >>> spell_out("monstersDefeated"), spell_out("base.treasure.common.bash")
    ('monsters defeated', 'bash')
    """
    name = name.rsplit(".", 1)[-1].replace("_", " ")
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name).lower() if not name.isupper() else name


class Words:
    """The tables by name, `words["math"]`, and what is looked up in them all the time."""

    def __init__(self, phrases: Phrases, card_name: CardName | None = None):
        self._tables = phrases
        # (table, name) of what was looked for and had to be spelled out, or was left out.
        self.missing: set[tuple[str, str]] = set()
        self._card_name = card_name or (lambda card_id: None)

    def __getitem__(self, table: str) -> Any:
        return self._tables[table]

    def __contains__(self, table: str) -> bool:
        return table in self._tables

    def table_of(self, table: str, default: Any = None) -> Any:
        """A table that a language may do without."""
        return self._tables.get(table, default)

    def look_up(self, table: str, key: Any, *more: Any, default: Any = "") -> Any:
        """An entry of a table, or a part of it; the default when there is none."""
        found = self._tables.get(table, {}).get(key)
        for part in more:
            if isinstance(found, list) and isinstance(part, int):
                part = min(part, len(found) - 1)  # one form may serve for one and for many
            found = found[part] if found is not None else None
        return default if found is None else found

    # -- names

    def field_name(self, name: str) -> str:
        """A property: "mana cost", "printed mana cost"."""
        if named := self.look_up("field", name):
            return str(named)
        if name.endswith(PRINTED):
            return fill(self["printed"], name=self.field_name(name.removesuffix(PRINTED)))
        return self.spell_out_in("field", name)

    def symbol(self, name: str) -> str:
        """A bare word of a pack, or a card by its id."""
        found = self.look_up("symbol", name, default=None)
        return found or self._card_name(name) or self.spell_out_in("symbol", name)

    def zone_name(self, zone: str) -> str:
        """A zone: "discard pile"."""
        return self["zone"].get(zone) or self.spell_out_in("zone", zone)

    def spell_out_in(self, table: str, name: str) -> str:
        """What has no name or phrase in this table."""
        self.missing.add((table, name))
        return spell_out(name)

    # -- phrases

    def possessive(self, text: str) -> str:
        """ "the monster's" """
        return fill(self["possessive"], text=text)

    def noun_phrase(self, text: str, tag: str = "") -> Phrase:
        """A text that can own something."""
        return Phrase(text, self.possessive(text), tag)

    def entity_phrase(self, name: str) -> Phrase:
        """Who or what the language has a pronoun or a short name for: "you", "that card"."""
        entry = self["entity"][name]
        return Phrase(entry["text"], entry.get("possessive", ""), name)

    def named_phrase(self, text: str, tag: str) -> Phrase:
        """A text that can own something, or what has a name of its own: "that_player"."""
        return self.entity_phrase(text) if text in self["entity"] else self.noun_phrase(text, tag)

    def field_of(self, of: Any, field: str) -> str:
        """ "its mana cost", "the mana cost of a card in your hand" """
        name = self.field_name(field)
        own = getattr(of, "possessive", "") or str(of)
        if "field_of" in self and own == self.possessive(str(of)):
            return fill(self["field_of"], text=of, name=name)
        return fill(self["of"], possessive=own, name=name)

    def are_many(self, text: str) -> bool:
        """Whether a verb behind this text is in the plural: `agree.many`, a pattern."""
        pattern = self.look_up("agree", "many")
        return bool(pattern) and re.match(pattern, text) is not None

    def plural_verb(self, verb: str) -> str:
        """ "lose" for "loses" """
        plural: str = self.look_up("agree", "verbs", default={}).get(verb, verb.removesuffix("s"))
        return plural

    def cards_of(self, phrase: Phrase) -> str:
        """ "your hand" as what lies in it"""
        if phrase.tag != "zone":
            return phrase.text
        return fill(self["cards_of"], things=phrase.text)

    def some_of(self, text: str, quantity: str, n: str) -> str:
        """Some of certain things: "2 of them", "one of the top 3 cards of your deck"."""
        those = text == self.entity_phrase("those_cards").text
        table = "quantity_of_those" if those else "quantity_of"
        return fill(self[table][quantity], things=text, n=n)

    def times_text(self, number: str, text: str) -> str:
        """How often: "once", "twice", "3 times", by the number or what stands for it."""
        return fill(self["number"][{"1": "once", "2": "twice"}.get(number, "times")], n=text)

    # -- sentences

    def join_clauses(self, parts: Sequence[str]) -> str:
        """Clauses in one sentence."""
        style = self["sentence"]
        parts = [part for part in parts if part]
        if not parts:
            return ""
        if any(mark in part for part in parts for mark in _LONG):
            return str(style["parts"].join(parts))
        subject = self.entity_phrase("that_player").text + style["space"]
        for i in range(len(parts) - 1, 0, -1):
            if parts[i].startswith(subject) and parts[i - 1].startswith(subject):
                parts[i] = parts[i].removeprefix(subject)
        if len(parts) == 1:
            return parts[0]
        apart = any(parts[-1].startswith(start) for start in style["apart"])
        last = style["clauses" if apart else "last"]
        return str(style["clauses"].join(parts[:-1]) + last + parts[-1])

    def join_sentences(self, parts: Sequence[str]) -> str:
        """Each part as a sentence, one after the other."""
        style = self["sentence"]
        done = []
        for part in parts:
            part = part.strip()
            if not part:
                continue
            if style["capital"]:
                part = part[0].upper() + part[1:]
            if part[-1] not in ".。!！?？":
                part += style["end"]
            done.append(part)
        text = str(style["join"].join(done))
        if not style.get("an"):
            return text
        text = re.sub(r"\b([Aa]) (?=[AEIOUaeiou])", r"\1n ", text)
        return re.sub(r"\b([Aa]n) other ", r"\1other ", text)
