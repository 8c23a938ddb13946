"""
What a text says and its reading does not: `LeftOut.find`, and what a reading says and the text does
not: `LeftOut.find_added`. A reading that leaves something out or adds something is not taken
without asking.

Compared are numbers, and the words of two categories: where one of a pattern of `kept` is typed,
one of them or of what it is told by must be told ("another": "other than"); where one of `added` is
told, one of them or of what stands for it must be typed ("Battlecry": "when you play this"). Words
that are read as others (`same`) count as those too.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from ..notation import Json
from .tokens import SPACED, Token, pattern_tokens, same_tokens, say_otherwise, spell, tokens_of

KEPT = "kept"
ADDED = "added"
_FEW = 2  # numbers below this are told as articles, or not at all
_STROKE = "/"


class _Word(NamedTuple):
    """What stands in one text in one of some forms, and the forms in which it may in the other."""

    forms: list[str]
    others: list[str]


class LeftOut:
    """The words of a language that are kept."""

    def __init__(self, table: Mapping[str, Mapping[str, Json]], language: str):
        self.language = language
        self.same = same_tokens(table, language)
        self.kept, self.added = (
            [
                _Word([*self._forms(one)], [*self._forms(one), *self._forms(str(other))])
                for one, other in table.get(category, {}).items()
            ]
            for category in (KEPT, ADDED)
        )
        self.numbers = {
            form.strip(): value
            for pattern, value in table.get("n", {}).items()
            for form in self._forms(pattern.strip("()"))
            if isinstance(value, int)
        }

    def find(self, text: str, told: str, printed: Iterable[Sequence[int]] = ()) -> list[str]:
        """
        What of a text is not in the sentence told, as it was typed; `printed` are the numbers of
        each card of which the reading speaks, in their order: a 2/1 is one that has them side by
        side.
        """
        typed, said = tokens_of(text, self.language), tokens_of(told, self.language)
        found = self._missing(self.kept, text, told)
        rows = [[self._number(each) for each in said if each != _STROKE], *printed]
        known = {number for row in rows for number in row}
        pairs = {pair for row in rows for pair in pairwise(row)}
        for place, token in enumerate(typed):
            if not token.isdecimal() or (shown := _shown(typed, place)) in found:
                continue
            pair = tuple(int(each) for each in shown.split(_STROKE))
            if pair not in pairs if len(pair) > 1 else pair[0] >= _FEW and pair[0] not in known:
                found.append(shown)
        return found

    def find_added(self, text: str, told: str) -> list[str]:
        """What of the sentence told nothing of a text stands for, as it is told."""
        return self._missing(self.added, told, text)

    def _missing(self, words: Iterable[_Word], text: str, other: str) -> list[str]:
        """What of a text is not in the other one, as it is written."""
        tokens, line = tokens_of(text, self.language), self._both(other)
        before, found = self._both(text), []
        for word in words:
            form = next((each for each in word.forms if each in before), None)
            if form is not None and not any(each in line for each in word.others):
                found.append(self._as_typed(text, tokens, form))
        return found

    def _both(self, text: str) -> str:
        """A text as it is written, and with words that are read as others."""
        tokens = tokens_of(text, self.language)
        return f"{self._line(tokens)}#{self._line(say_otherwise(tokens, self.same))}"

    def _number(self, token: str) -> int | None:
        return int(token) if token.isdecimal() else self.numbers.get(token)

    def _line(self, tokens: Iterable[str]) -> str:
        line = spell(tokens, self.language)
        return f" {line}" if self.language in SPACED else line

    def _forms(self, pattern: str) -> Iterator[str]:
        for piece in pattern.split("|") if pattern else ():
            yield self._line(pattern_tokens(piece, self.language))

    def _as_typed(self, text: str, tokens: list[Token], form: str) -> str:
        """The first piece of a text with this form."""
        for line in (tokens, say_otherwise(tokens, self.same)):
            for first in range(len(line)):
                for last in range(first, min(first + len(form), len(line))):
                    if self._line(line[first : last + 1]) == form:
                        return text[line[first].start : line[last].end]
        return form.strip()


def _shown(tokens: list[Token], place: int) -> str:
    """A number among tokens, or the whole of 2/1 of which it is a part."""
    for first in (place, place - 2):
        part = tokens[max(first, 0) : first + 3]
        of_one = len(part) == 3 and part[1] == _STROKE and part[0].isdecimal()
        if of_one and part[2].isdecimal() and tokens[first - 1 : first] not in (["+"], ["-"]):
            return "".join(part)
    return str(tokens[place])
