"""
Symbols: the bare words of a game as numbers.

The number of a word follows from its spelling, so it is the same in every version of a game. This
imports nothing of the engine.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

from ..ground.errors import RuleError

SYMBOLS, SYMBOLS_END = 1 << 20, 1 << 30  # between them lie the numbers of symbols


class Symbols:
    """The words of a game with their numbers, and the order in which things are sorted by them."""

    __slots__ = ("_names", "_numbers", "ranks")

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}
        self._names: dict[int, str] = {}
        self.ranks: dict[int, int] = {0: -1}

    def add_symbol(self, name: str) -> int:
        """
        The number of a word, which the game has from now on.

        :raises RuleError: another word has the same number.
        """
        number = self._numbers.get(name)
        if number is None:
            number = symbol_of(name)
            if number in self._names:
                other = self._names[number]
                raise RuleError(f"call {name} otherwise: its number is that of {other}")
            self._numbers[name], self._names[number] = number, name
        return number

    def rank_symbol(self, number: int) -> None:
        """Sort a symbol after all that were ranked before."""
        self.ranks.setdefault(number, len(self.ranks))

    def name_of(self, number: int) -> str | None:
        """The word of a number; None where the game has none."""
        return self._names.get(number)

    def words(self) -> Iterable[tuple[int, str]]:
        """All words, each behind its number."""
        return self._names.items()

    def copy(self) -> Symbols:
        """The same words, to which others can be added apart from these."""
        other = Symbols()
        other._numbers, other._names = self._numbers.copy(), self._names.copy()
        other.ranks = self.ranks.copy()
        return other

    def __contains__(self, name: str) -> bool:
        return name in self._numbers

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Symbols):
            return NotImplemented
        return self._numbers == other._numbers and self.ranks == other.ranks

    __hash__ = None  # type: ignore[assignment]  # words are added


def symbol_of(name: str) -> int:
    """The number of a word, but for what `Symbols` does when two words have the same."""
    digest = hashlib.blake2b(name.encode(), digest_size=8).digest()
    return SYMBOLS + int.from_bytes(digest) % (SYMBOLS_END - SYMBOLS)
