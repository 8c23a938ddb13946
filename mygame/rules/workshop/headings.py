"""
The first words of a card that is written as a sentence: `霜火花 2 冰霜`, `Frostfire Spark 2 frost`.

They are its name, then what is printed on it: numbers, in the order in which the pack declares the
properties, with or without the name of the property before them, and names of symbols and kinds in
any language. Names in two languages stand with a stroke between them: `霜火花 / Frostfire Spark`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from typing import Any, NamedTuple

from ..pack import Pack
from ..telling.text import Text

ENDS = re.compile(r"[:：]")
CHINESE = re.compile(r"[\u3400-\u9fff]")
STROKE = re.compile(r"\s*[/／]\s*")
MOST_NAME = 60  # characters


class Heading(NamedTuple):
    """
    Names by language, the kind (the usual one, if it is `guessed`), printed properties; what stands
    behind.
    """

    names: dict[str, str]
    kind: str
    facts: dict[str, Any]
    rest: str
    guessed: bool = False


def parse_heading(pack: Pack, typed: str) -> Heading:
    """What is said of a card before the colon, and the sentence behind it."""
    found = ENDS.search(typed)
    head, rest = (typed[: found.start()], typed[found.end() :]) if found else (typed, "")
    symbols, kinds, fields = _symbol_names(pack), kind_names(pack), _field_names(pack)
    tokens, kind = head.split(), ""
    facts: dict[str, Any] = {}
    numbers: list[int] = []
    while len(tokens) > 1:
        last = tokens[-1].casefold()
        if last.isdecimal() and len(last) < 10:
            tokens.pop()
            named = fields.get(tokens[-1].casefold()) if len(tokens) > 1 else None
            if named is not None:
                facts[named] = int(last)
                tokens.pop()
            else:
                numbers.insert(0, int(last))
        elif last in kinds:
            kind = kinds[last]
            tokens.pop()
        elif last in symbols:
            name, value = symbols[last]
            facts.setdefault(name, value)
            tokens.pop()
        else:
            break
    guessed, kind = not kind, kind or usual_kind(pack)
    free = [each for each in _printed_numbers(pack, kind) if each not in facts]
    facts |= dict(zip(free, numbers, strict=False))
    facts = {name: facts[name] for name in pack.declarations.properties if name in facts}
    return Heading(names_of(pack, " ".join(tokens)), kind, facts, rest.strip(), guessed)


def names_of(pack: Pack, text: str) -> dict[str, str]:
    """The names of a card in the languages of its pack."""
    return names_said(text, list(pack.words) or ["en"])


def names_said(text: str, languages: Iterable[str]) -> dict[str, str]:
    """Names by language, of `沼泽 / Fen`; one that is given in one language stands for all."""
    given = [each.strip()[:MOST_NAME] for each in STROKE.split(text) if each.strip()]
    if not given:
        return {}
    chinese = next((each for each in given if CHINESE.search(each)), given[0])
    other = next((each for each in given if not CHINESE.search(each)), given[0])
    return {language: chinese if language == "zh" else other for language in languages}


def language_of(text: str) -> str:
    """The language of a sentence."""
    return "zh" if CHINESE.search(text) else "en"


def usual_kind(pack: Pack) -> str:
    """The kind of most cards."""
    kinds = Counter(card.kind for card in pack.cards)
    return kinds.most_common(1)[0][0] if kinds else next(iter(pack.origin.raw["kinds"]), "")


def _printed_numbers(pack: Pack, kind: str) -> list[str]:
    """The printed numbers of cards of a kind, those that most of them have first."""
    used = Counter(key for card in pack.cards if card.kind == kind for key in card.facts)
    names = [
        f.name
        for f in pack.declarations.properties.values()
        if f.type == "number" and kind in f.kinds
    ]
    return sorted(names, key=lambda name: -used[name])


def _texts(pack: Pack) -> list[Text]:
    return [Text(pack, language) for language in pack.words or ("en",)]


def _symbol_names(pack: Pack) -> dict[str, tuple[str, str]]:
    """Names of what symbols are called -> the property, and its value."""
    found: dict[str, tuple[str, str]] = {}
    for fact in pack.declarations.properties.values():
        for value in fact.domain if fact.type == "symbol" else ():
            for name in (value, *(text.symbol(value) for text in _texts(pack))):
                found.setdefault(name.casefold(), (fact.name, value))
    return found


def kind_names(pack: Pack) -> dict[str, str]:
    """Names of kinds in any language -> the kind."""
    found: dict[str, str] = {}
    for kind in pack.origin.raw["kinds"]:
        for name in (kind, *(text.symbol(kind) for text in _texts(pack))):
            found.setdefault(name.casefold(), kind)
    return found


def _field_names(pack: Pack) -> dict[str, str]:
    """Names of printed numbers, in any language, without spaces in them."""
    found: dict[str, str] = {}
    for fact in pack.declarations.properties.values():
        if fact.type == "number":
            for name in (fact.name, *(text.field(fact.name) for text in _texts(pack))):
                found.setdefault(name.casefold().replace(" ", ""), fact.name)
    return found
