"""
What people type, in one form: full and half width, capitals, spaces, `a` and `an`.

`normal_form` is the form in which texts are compared and rules are kept; `Typed` also knows where
each character of it stood. Begin with `Typed`.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from functools import lru_cache

#: Marks that mean the same.
_MARKS = {"。": ".", "“": '"', "”": '"', "„": '"', "「": '"', "」": '"', "‘": "'", "’": "'",
          "、": ",", "−": "-", "–": "-", "…": "..."}  # fmt: skip
_SPACED = ("en",)  # languages whose words stand apart


class Typed:
    """A text in its normal form; `origin[i]` is where character i of it stood."""

    def __init__(self, text: str, language: str, synonyms: Mapping[str, str] | None = None):
        self.written = text
        letters: list[tuple[str, int]] = []
        for place, character in enumerate(text):
            folded = _MARKS.get(character) or unicodedata.normalize("NFKC", character)
            letters += [(each, place) for each in _MARKS.get(folded, folded).casefold()]
        if language in _SPACED:
            letters = _collapse_spaces(letters)
        else:
            letters = [each for each in letters if not each[0].isspace()]
        for this, other in (synonyms or {}).items():
            letters = _replace_letters(
                letters, normal_form(this, language), normal_form(other, language)
            )
        if language in _SPACED:
            letters = _normalize_articles(letters)
        self.text = "".join(letter for letter, _ in letters)
        self.origin = [place for _, place in letters] + [len(text)]

    def place_in_original(self, place: int) -> int:
        """A place in the normal form as one in what was typed."""
        return self.origin[min(place, len(self.origin) - 1)]


@lru_cache(maxsize=8192)
def normal_form(text: str, language: str) -> str:
    """A piece of a sentence in its normal form, with a space at its ends where it has one."""
    folded = "".join(_MARKS.get(each) or unicodedata.normalize("NFKC", each) for each in text)
    folded = "".join(_MARKS.get(each, each) for each in folded).casefold()
    if language not in _SPACED:
        return re.sub(r"\s+", "", folded.replace("\n", "."))
    folded = re.sub(r"[ \t]+", " ", folded).replace("\n", ". ")
    folded = re.sub(r"\banother\b", "a other", folded)
    return re.sub(r"\ban(?= |$)", "a", folded)


def _collapse_spaces(letters: list[tuple[str, int]]) -> list[tuple[str, int]]:
    found: list[tuple[str, int]] = []
    for letter, place in letters:
        if letter.isspace():
            if found and found[-1][0] != " ":
                found.append((" ", place))
        else:
            found.append((letter, place))
    return found


def _replace_letters(
    letters: list[tuple[str, int]], this: str, other: str
) -> list[tuple[str, int]]:
    """With one text in place of another."""
    text, found, last = "".join(letter for letter, _ in letters), [], 0
    pattern = re.escape(this)
    if this[:1].isascii() and this[:1].isalnum():
        pattern = rf"(?<![a-z0-9]){pattern}(?![a-z0-9])"
    for match in re.finditer(pattern, text):
        found += letters[last : match.start()]
        found += [(letter, letters[match.start()][1]) for letter in other]
        last = match.end()
    return found + letters[last:]


def _normalize_articles(letters: list[tuple[str, int]]) -> list[tuple[str, int]]:
    return _replace_letters(_replace_letters(letters, "another", "a other"), "an", "a")


#: How people join what a card says: sentences, clauses, one thing and then another.
_JOINS = {
    "en": re.compile(r"[.,;] (?:and then |then |and )?|(?: and then| then| and) "),
    "zh": re.compile(r"[.,;](?:然后再?|接着|并且?|再)?|(?<!^)(?:然后再?|接着|并且?)"),
}


def join_normal(text: str, language: str) -> str:
    """A text in its normal form with all its parts joined in one way."""
    joins = _JOINS.get(language)
    return text if joins is None else joins.sub(JOINS[language], text)


#: How sentences are joined in the normal form; others can be typed instead.
JOINS = {"en": ". ", "zh": "."}
OTHER_JOINS = {
    "en": (", ", "; ", " and ", ", and ", ", then ", ". then ", " then ", " and then "),
    "zh": (",", ";", ",并", ",然后", ".然后", "并", "然后"),
}

_WIDE = str.maketrans({",": "，", ".": "。", ":": "：", ";": "；", "(": "（", ")": "）", "!": "！"})


def display_form(text: str, language: str) -> str:
    """A piece of a sentence in its normal form as people write it."""
    return text if language in _SPACED else text.translate(_WIDE)
