"""
Where a text is not read: what of it is, and whole sentences nearby.

Sentences nearby are those of cards of the same game, by the words that they share with what was
typed (rare words weigh more), with the numbers and the cards that were typed in place of their own;
each is read like anything that is typed. What the game has no word for is told from the ways of its
language (`lacks`: texts with strokes between them, `n` for any number, and what is lacking). Begin
with `Nearby`.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from ..language.dialect import modernise
from ..pack.definition import Pack
from ..telling.phrasebook import book_of
from .notation import take_apart
from .verify import Judge
from .ways.paraphrased import Ways
from .ways.tokens import SPACED, pattern_tokens, say_otherwise, spell, tokens_of

MOST = 3
_LEAST = 0.2  # of what is shared, below which nothing is nearby
_NUMBER = re.compile(r"\d+")
_ENDS = re.compile(r"[.;。；:：]|(?<=[^\d]),|，")
_LACKS = "lacks"  # the category of what there is no word for


class _Known(NamedTuple):
    """A sentence of a card, with its tokens (a number as `#`)."""

    text: str
    kind: str
    tokens: Counter[str]


class Nearby:
    """What is near to texts of one pack in one language."""

    def __init__(self, pack: Pack, language: str, ways: Ways):
        self.pack, self.language, self.ways = pack, language, ways
        self.known = list(self._sentences())
        seen = Counter(token for each in self.known for token in each.tokens)
        self.weights = {token: math.log(1 + len(self.known) / n) for token, n in seen.items()}
        names = book_of(pack, language).names
        self.names = sorted((name for name in names.values() if name), key=len, reverse=True)
        self.lacks = [
            (spell(pattern_tokens(text, language), language), lacking)
            for pattern, lacking in ways.table.get(_LACKS, {}).items()
            for text in pattern.split("|")
        ]

    def _sentences(self) -> Iterator[_Known]:
        """What cards do, one behaviour by itself and all of them."""
        judge = Judge(self.pack, self.language)
        found: dict[str, _Known] = {}
        for card in self.pack.cards:
            behaviors = card.source.get("behaviors", [])
            several = [behaviors] if len(behaviors) < 2 else [behaviors, *([e] for e in behaviors)]
            for each in several:
                read = judge.read_tree(take_apart(modernise(each))) if each else None
                text = judge.sentences_of(read, card.kind, {}).strip() if read else ""
                if text and "\n" not in text:
                    found.setdefault(text, _Known(text, card.kind, self._counted(text)))
        yield from found.values()

    def _counted(self, text: str) -> Counter[str]:
        tokens = say_otherwise(tokens_of(text, self.language), self.ways.same)
        words = ["#" if each.isdigit() else str(each) for each in tokens]
        if self.language in SPACED:
            return Counter(words)
        return Counter([*words, *("".join(pair) for pair in pairwise(words))])

    def sentences(self, text: str, kind: str = "", most: int = MOST) -> list[str]:
        """Whole sentences that are near to a text, the nearest first, with its numbers."""
        mine = self._counted(text)
        whole = self._weight(mine)
        ranked: list[tuple[float, str]] = []
        for each in self.known:
            shared = self._weight(mine & each.tokens)
            nearness = 2 * shared / (whole + self._weight(each.tokens) or 1.0)
            if nearness >= _LEAST:
                ranked.append((-nearness * (1.1 if each.kind == kind else 1.0), each.text))
        found: dict[str, None] = {}
        for _, near in sorted(ranked):
            found[self._filled(near, text)] = None
            if len(found) == most:
                break
        return list(found)

    def _weight(self, tokens: Counter[str]) -> float:
        return sum(n * self.weights.get(token, 1.0) for token, n in tokens.items())

    def _filled(self, near: str, text: str) -> str:
        """A sentence with the numbers of a text in place of its own, and its card."""
        numbers = [each for each in tokens_of(text, self.language) if each.isdigit()]
        waiting = iter(numbers)
        filled = _NUMBER.sub(lambda own: next(waiting, own[0]), near)
        mine = next((name for name in self.names if name in text), "")
        theirs = next((name for name in self.names if name in filled), "")
        return filled.replace(theirs, mine) if mine and theirs else filled

    def beginnings(self, text: str) -> Iterator[str]:
        """What a text begins with, up to where a clause of it ends, the longest first."""
        for match in reversed(list(_ENDS.finditer(text))):
            if begun := text[: match.start()].strip():
                yield begun

    def lacking(self, text: str) -> list[str]:
        """What of a text the game has no word for."""
        tokens = say_otherwise(tokens_of(text, self.language), self.ways.same)
        numberless = [_NUMBER.sub("n", token) for token in tokens]
        forms = [spell(each, self.language) for each in (tokens, numberless)]
        found = (told for said, told in self.lacks if any(said in form for form in forms))
        return list(dict.fromkeys(found))
