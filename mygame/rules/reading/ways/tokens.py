"""
Texts as tokens: words without their endings, numbers, marks; characters in Chinese.

Ways of saying and what is typed are brought into the same form (`spell`), so that case, width,
spaces, commas, plural and the third person make no difference. Begin with `Tokens`.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from difflib import SequenceMatcher, get_close_matches
from functools import lru_cache
from typing import Any

SAME = "same"  # the category of words that are read as others
#: Languages whose words stand apart.
SPACED = ("en",)
_MARKS = {"“": '"', "”": '"', "„": '"', "「": '"', "」": '"', "‘": "'", "’": "'", "−": "-",
          "–": "-", "—": "-", "…": ".", "。": ".", "；": ";", "：": ":", "、": ","}  # fmt: skip
_ENGLISH = re.compile(r"'(?:s|re|ve|ll|d)\b|(?<=s)'(?=\s)|[a-z]+(?:'t)?|\d{1,9}|[^\s\w]")
_CHINESE = re.compile(r"[a-z]+|\d{1,9}|\S")
#: Marks that tell nothing: commas and brackets stand or are missing as people like.
_SILENT = frozenset(",()[]\"'*!")
_ENDING = ".;:"
_ODD = {
    "does": "do", "goes": "go", "has": "have", "had": "have",
    "lose": "lose", "loses": "lose", "killed": "destroyed", "cannot": "can't", "an": "a",
    "is": "be", "are": "be", "was": "be", "were": "be", "'re": "be", "'ve": "have",
    "'ll": "", "'d": "", "its": "it 's", "their": "they 's", "another": "a other",
    "halves": "half", "allies": "ally", "elves": "elf",
    "dwarves": "dwarf", "wolves": "wolf", "copies": "copy", "dice": "die roll",
}  # fmt: skip
_LONG = 5  # letters of a word that may be misspelled
_STEM = 4  # letters that a word and what it becomes share
_NEAR = 0.82  # of a word that is the same in another one for which it is taken
_NEARER = 0.05  # how much nearer a word has to be than the next one


class Token(str):
    """A token; `start` and `end` say where it was typed."""

    start: int
    end: int


def tokens_of(text: str, language: str) -> list[Token]:
    """The tokens of a text that tell something."""
    folded: list[tuple[str, int]] = []
    for place, character in enumerate(text):
        plain = _MARKS.get(character) or unicodedata.normalize("NFKC", character)
        folded += [(each, place) for each in _MARKS.get(plain, plain).casefold()]
    joined = "".join(letter for letter, _ in folded)
    found: list[Token] = []
    pattern = _ENGLISH if language in SPACED else _CHINESE
    for match in pattern.finditer(joined):
        if match[0] in _SILENT and match[0] != "'":
            continue
        for word in _stem(match[0]).split() if language in SPACED else [match[0]]:
            token = Token(word)
            token.start, token.end = folded[match.start()][1], folded[match.end() - 1][1] + 1
            found.append(token)
    while found and found[-1] in _ENDING:
        found.pop()
    return found


def spell(tokens: Iterable[str], language: str) -> str:
    """Tokens as one text: each with a space behind it where words stand apart."""
    return "".join(f"{each} " if language in SPACED else each for each in tokens)


def spell_pattern(text: str, language: str) -> str:
    """A piece of a pattern in the same form; marks at its end are kept."""
    return spell(pattern_tokens(text, language), language)


def pattern_tokens(text: str, language: str) -> list[str]:
    """The tokens of a piece of a pattern; of a word that stands for several, each of them."""
    if language not in SPACED:
        return [each for each in _CHINESE.findall(_fold(text)) if each not in _SILENT]
    words = (_stem(each) for each in _ENGLISH.findall(_fold(text)) if each not in _SILENT)
    return [part for word in words for part in word.split()]


def _fold(text: str) -> str:
    folded = "".join(_MARKS.get(each) or unicodedata.normalize("NFKC", each) for each in text)
    return "".join(_MARKS.get(each, each) for each in folded).casefold()


@lru_cache(maxsize=8192)
def _stem(word: str) -> str:
    """A word without the ending of plural or third person."""
    if word in _ODD:
        return _ODD[word]
    if word == "'":
        return "'s"
    if len(word) < 4 or not word.endswith("s") or word.endswith(("ss", "us", "is")):
        return word
    if word.endswith("ies"):
        return word[:-3] + "y"
    return word[:-2] if word.endswith(("ches", "shes", "sses", "xes")) else word[:-1]


def same_tokens(
    table: Mapping[str, Mapping[str, Any]], language: str
) -> dict[tuple[str, ...], tuple[str, ...]]:
    """What is read as other words: tokens by tokens (the category `same`)."""
    found: dict[tuple[str, ...], tuple[str, ...]] = {}
    for pattern, other in table.get(SAME, {}).items():
        means = tuple(pattern_tokens(str(other), language))
        for piece in pattern.split("|"):
            found[tuple(pattern_tokens(piece, language))] = means
    return found


def say_otherwise(tokens: list[Token], same: dict[tuple[str, ...], tuple[str, ...]]) -> list[Token]:
    """Tokens with those in place of others that say the same; the longest are taken first."""
    most = max(map(len, same), default=0)
    found: list[Token] = []
    place = 0
    while place < len(tokens):
        for size in range(min(most, len(tokens) - place), 0, -1):
            others = same.get(tuple(tokens[place : place + size]))
            if others is not None:
                for other in others:
                    token = Token(other)
                    token.start, token.end = tokens[place].start, tokens[place + size - 1].end
                    found.append(token)
                place += size
                break
        else:
            found.append(tokens[place])
            place += 1
    return found


def mend_spelling(tokens: list[Token], known: frozenset[str]) -> Iterator[tuple[Token, Token]]:
    """
    Words that nobody knows, each with the known one that it is nearly; none that might as well be
    another one.
    """
    for token in tokens:
        if token.isascii() and token.isalpha() and len(token) >= _LONG and token not in known:
            near = get_close_matches(token, [e for e in known if e[:1] == token[:1]], 2, _NEAR)
            if near and not _is_as_near(token, *near):
                other = Token(near[0])
                other.start, other.end = token.start, token.end
                yield token, other


def _is_as_near(token: str, near: str, other: str = "") -> bool:
    """Whether another word than the nearest is as near; a word and what it becomes are one."""
    if not other or other.startswith(near[:_STEM]):
        return False
    ratios = [SequenceMatcher(None, each, token).ratio() for each in (near, other)]
    return ratios[0] - ratios[1] < _NEARER
