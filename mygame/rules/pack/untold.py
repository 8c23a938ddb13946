"""
What a pack has no words for: cards that say nothing, words and events without a phrase, parameters
that nothing reads.

A pack plays without; its cards are then told by the bare names of their words, or only in one
language. `python -m rules.pack check` reports it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from ..ground.errors import Problem
from ..telling.sentences.nodes import listed
from ..telling.text import LANGUAGES, Text
from .definition import FAMILIES, CardDef, Defined, Pack
from .located import located

# Names spelled out letter by letter are words of this language.
SPELLED_IN = "en"
# What a phrase knows beside the parameters of its word: the parts of a reaction.
OF_REACTIONS = {"event", "if", "do"}
_HOLE = re.compile(r"\{(\w+)")


def untold(pack: Pack) -> list[Problem]:
    """Every such place, by file and line."""
    problems = [*_unread(pack), *_phrases(pack)]
    for language in pack.words or LANGUAGES:
        problems += _cards(pack, language)
    return located(problems, pack.sources)


def _defined(pack: Pack) -> Iterator[Defined]:
    for family in FAMILIES:
        yield from pack.defines[family].values()


def _unread(pack: Pack) -> Iterator[Problem]:
    """Parameters of defined words that nothing in them reads."""
    for word in _defined(pack):
        others = [p.default for p in word.params.values() if isinstance(p.default, str | dict)]
        body = json.dumps([word.body, word.result, others])
        for name in word.params:
            # `you` and `this` go with all that the word uses; what an heir empties reads nothing.
            if (
                word.body
                and name not in ("you", "this")
                and not re.search(rf"[{{$]{re.escape(name)}\b", body)
            ):
                place = f"{word.place}.params.{name}"
                yield Problem(place, f"nothing in {word.name} reads this parameter")


def _phrases(pack: Pack) -> Iterator[Problem]:
    """Phrases of defined words that stand in one language only, or speak of no parameter."""
    told = {language: (words.get("text") or {}) for language, words in pack.words.items()}
    for word in _defined(pack):
        having = [language for language in told if word.name in told[language]]
        for language in told if having else ():
            place = f"words.{language}.text.{word.name}"
            if language not in having:
                message = f"the word {word.name} has a phrase in {having[0]} and none here"
                yield Problem(place, message)
                continue
            for name in _spoken_of(told[language][word.name]) - OF_REACTIONS - word.params.keys():
                yield Problem(place, f"{word.name} has no parameter {name}")


def _spoken_of(phrase: Any) -> set[str]:
    """The parameters that a phrase, or what its variants ask for, speaks of."""
    variants = phrase if isinstance(phrase, list) else [phrase]
    asked = {
        key.partition(".")[0]
        for variant in variants
        if isinstance(variant, dict)
        for key in variant.get("when", {})
    }
    texts = [variant.get("text") if isinstance(variant, dict) else variant for variant in variants]
    return asked.union(*(_HOLE.findall(str(text)) for text in texts))


def _cards(pack: Pack, language: str) -> Iterator[Problem]:
    text = Text(pack, language)
    wanted: dict[tuple[str, str], str] = {}  # what has no words -> the first card that needs them
    for card in pack.cards:
        told = text.rules_text(card)
        if card.source.get("behaviors") and not told:
            yield Problem(card.place, f"the card does something and says nothing in {language}")
        for name in _silent(pack, text, card) if told else ():
            yield Problem(
                card.place, f"{name} says nothing in {language}; an empty phrase is enough"
            )
        for table, name, spelled in text.missing(card):
            printed = language != SPELLED_IN and not name.isdigit() and spelled in told
            if table in ("text", "event", "when") or printed:
                wanted.setdefault((table, name), card.id)
    for (table, name), card_id in wanted.items():
        place = f"words.{language}.{table}"
        yield Problem(place, f"there are no words for {name}, which {card_id} needs")


def _silent(pack: Pack, text: Text, card: CardDef) -> Iterator[str]:
    """Defined words that a card uses and that say nothing, without a phrase that wants it so."""
    phrases = text.words("text") or {}
    for behavior in text.behaviors_of(card):
        uses = [("behaviors", behavior.get("at"), behavior)]
        for doable in listed(behavior.get("do")):
            at = {"at": behavior.get("at"), "do": [doable]}
            uses.append(("doables", doable.get("type"), at))
        for family, name, node in uses:
            meant = name in phrases or pack.defined(family, name) is None
            if not meant and not text.sentences_of(card, [node]):
                yield name
