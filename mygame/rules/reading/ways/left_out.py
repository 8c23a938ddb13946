"""
What a text says and its reading does not: `LeftOut.find`. A reading that leaves something out is
not taken without asking.

Compared are numbers, and the words of the category `kept`: where one of a pattern is typed, one of
them or of what it is told by must be told ("another": "other than").
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from ..notation import Json
from .tokens import SPACED, Token, pattern_tokens, spell, tokens_of

KEPT = "kept"
_FEW = 2  # numbers below this are told as articles, or not at all
_STROKE = "/"


class _Word(NamedTuple):
    """What is typed in one of some forms, and the forms in which it may be told."""

    typed: list[str]
    told: list[str]


class LeftOut:
    """The words of a language that are kept."""

    def __init__(self, table: Mapping[str, Mapping[str, Json]], language: str):
        self.language = language
        self.words = [
            _Word([*self._forms(typed)], [*self._forms(typed), *self._forms(str(told))])
            for typed, told in table.get(KEPT, {}).items()
        ]
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
        before, after = self._line(typed), self._line(said)
        found = []
        for word in self.words:
            form = next((each for each in word.typed if each in before), None)
            if form is not None and not any(each in after for each in word.told):
                found.append(self._as_typed(text, typed, form))
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
        for first in range(len(tokens)):
            for last in range(first, min(first + len(form), len(tokens))):
                if self._line(tokens[first : last + 1]) == form:
                    return text[tokens[first].start : tokens[last].end]
        return form.strip()


def _shown(tokens: list[Token], place: int) -> str:
    """A number among tokens, or the whole of 2/1 of which it is a part."""
    for first in (place, place - 2):
        part = tokens[max(first, 0) : first + 3]
        of_one = len(part) == 3 and part[1] == _STROKE and part[0].isdecimal()
        if of_one and part[2].isdecimal() and tokens[first - 1 : first] not in (["+"], ["-"]):
            return "".join(part)
    return str(tokens[place])
