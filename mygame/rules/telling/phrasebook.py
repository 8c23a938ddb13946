"""
The words of a pack in one language: its own over those of the engine, names of cards, sentences.

`book_of(pack, language)` puts them together once; `text` looks them up. What one language lacks is
looked up in another.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Mapping
from functools import cache, lru_cache, partial
from pathlib import Path
from typing import Any

import pyjson5

from ..ground.once import once_a_language
from ..ground.templates import fill
from ..pack.definition import Pack
from ..running import decks
from .sentences import Sentences, merge_phrases, spell_out

FOLDER = Path(__file__).parent / "text_words"
LANGUAGES = ("zh", "en")
# Tables of phrases that are also tables of a pack's words.
SHARED_TABLES = ("text", "event", "field", "zone", "symbol", "when", "entity", "noun", "question",
                  "comparison", "entity_of_kind", "result", "context", "modifier", "fact",
                  "keyword_fact", "lead", "which", "each", "one", "single", "narrowed", "adverb",
                  "described", "unit", "of_field", "lasting", "trigger", "duration", "sentence",
                  "article", "adjective", "not_adjective", "synonyms", "answers",
                  "moment", "unsaid", "asides", "event_more", "lone", "kinds",
                  "field_said", "begins", "while_there", "everywhere",
                  "quiet_in_answers")  # fmt: skip
MOST_NAMES = 4_096  # whose possessive forms are remembered
_HOLE = re.compile(r"\{(\w+)[|}]")
LISTED = {"zh": "、", "en": ", "}


@cache
def phrases(language: str) -> Mapping[str, Any]:
    """The engine's own phrases in a language: `text_words/<language>.json5`."""
    found = pyjson5.decode((FOLDER / f"{language}.json5").read_text(encoding="utf-8"))
    return {"deck": decks.SENTENCES, **found}


class Phrasebook:
    """What all texts of a pack in one language share."""

    def __init__(self, pack: Pack, language: str):
        self.language = language
        words = pack.words or {}
        self.words: Mapping[str, Any] = words.get(language, {})
        self.others = [words[other] for other in words if other != language]
        own = {name: self.words[name] for name in SHARED_TABLES if name in self.words}
        usual = phrases(language if language in LANGUAGES else "en")
        self.phrases = {**merge_phrases(usual, own), "language": language}
        self.names: dict[str, str] = {}
        for card in pack.cards:
            self.names[card.id] = in_language(card.name, language) or spell_out(card.id)
        self.short_names = {id.rpartition(".")[2]: name for id, name in self.names.items()}
        self.cards = {card.id: card for card in pack.cards}
        told = {**self.phrases["field"], **self.phrases.get("field_said", {})}
        self.sentences = Sentences({**self.phrases, "field": told}, self.names.get)
        self.rules: dict[str, str] = {}
        # With what its amounts are now: by card, and amounts in their order (None: not told).
        self.rules_now: dict[tuple[str, tuple[int | None, ...]], str] = {}
        self.drawn: dict[Hashable, Any] = {}  # what boards in this language share
        self._holes: dict[str, list[str]] = {}  # by prompt
        self.possessive = lru_cache(MOST_NAMES)(partial(_fill_text, self.phrases["possessive"]))

    def look_up(self, *path: str) -> Any:
        """A text of the pack, in another language if this one lacks it; None if there is none."""
        for words in (self.words, *self.others):
            found: Any = words
            for key in path:
                found = found.get(key) if isinstance(found, Mapping) else None
            if found is not None:
                return found
        return None

    def holes_of_prompt(self, prompt: str, template: Any) -> list[str]:
        """The names in the template of a prompt and its variants."""
        if prompt not in self._holes:
            self._holes[prompt] = _HOLE.findall(str(template))
        return self._holes[prompt]


def _fill_text(template: str, text: str) -> str:
    return fill(template, text=text)


@once_a_language
def book_of(pack: Pack, language: str) -> Phrasebook:
    """The words of a pack in one language, put together once."""
    return Phrasebook(pack, language)


def in_language(name: Any, language: str) -> str:
    """A name given as one string or by language."""
    if isinstance(name, Mapping):
        return str(name.get(language) or next(iter(name.values()), ""))
    return str(name or "")
