"""
What a word of the engine still lacks: a phrase in each language, an example with its sentence, a
test that uses it, a place in the guide.

`conftest` asks when the tests start, so whoever adds a word is told at once. Whether the sentences
are good ones is what `rules/test_word_sentences.py` shows.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import pyjson5

from rules.language import words as registered
from rules.language.schema import WORDS
from rules.telling.phrasebook import LANGUAGES
from rules.telling.sentences.vocabulary import BY_GRAMMAR

HOUSE = Path(__file__).parents[1]
PHRASES = "mygame/rules/telling/text_words/{language}.json5"
EXAMPLES = "tests/rules/word_sentences.json5"
GUIDE = "docs/language/*.md"
#: Where words are used to play: tests, packs made for tests, scenarios.
USES = (
    *(("tests", pattern) for pattern in ("**/*.py", "**/*.json5")),
    ("mygame/world/packs", "*/scenarios/**/*.json5"),
)
_USED = re.compile(r'"(?:type|chooser)": ?"(\w+)"')
_TICKED = re.compile(r"`(\w+)`")

assert registered  # importing them is what puts them into the table


def gaps(words: Iterable[str] | None = None) -> list[str]:
    """One sentence for each of these words (all of the engine) that lacks something."""
    if words is None:
        words = [name for table in WORDS.values() for name in table]
    phrases = {language: _read(PHRASES.format(language=language)) for language in LANGUAGES}
    examples = {example["word"] for example in pyjson5.decode(_text(EXAMPLES))}
    used = set(_used())
    guide = "\n".join(path.read_text("utf-8") for path in sorted(HOUSE.glob(GUIDE)))
    described = {*_TICKED.findall(guide), *_USED.findall(guide)}
    told = []
    for name in words:
        lacks = [
            f"no phrase in {language} (`text.{name}` in {PHRASES.format(language=language)})"
            for language in LANGUAGES
            if name not in BY_GRAMMAR and name not in phrases[language]["text"]
        ]
        if name not in examples:
            lacks.append(f"no example with its sentences ({EXAMPLES})")
        if name not in used:
            lacks.append("no test or scenario that uses it (tests/rules/test_words_*.py)")
        if name not in described:
            lacks.append(f"no place in the guide ({GUIDE})")
        if lacks:
            told.append(f"the word `{name}` has {', '.join(lacks)}")
    return told


def _used() -> Iterator[str]:
    for folder, pattern in USES:
        for path in (HOUSE / folder).glob(pattern):
            if path != HOUSE / EXAMPLES:  # these are not played
                yield from _USED.findall(path.read_text(encoding="utf-8"))


def _read(name: str) -> dict:
    return pyjson5.decode(_text(name))


def _text(name: str) -> str:
    return (HOUSE / name).read_text(encoding="utf-8")
