"""
The kernel: what compiled code calls of a match. It stands on `frames` (calls and budget), `effects`
(events, triggers, modifiers) and `zones` (cards, dice, order); here is how players are asked.
Whoever plays a match uses `match`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from ..ground.errors import BudgetExceeded, RuleError
from .choices import Choice, Option, bounds, options_of, sort_of
from .machine import MAX_OPTIONS
from .state import Registers
from .zones import Zones

#: Makes a choice of a tuple with all its parts, at a third of what `Choice` itself costs.
new_choice = partial(tuple.__new__, Choice)
#: A player who is asked with others: out of what, how many at least and at most.
Asked = tuple[int, Sequence[int], int, int]


def _place_of(word: str, options: tuple[Option, ...]) -> int:
    """The first option with a word, often the last of all; the first of all where there is none."""
    if options[-1].word == word and (len(options) == 1 or options[-2].word != word):
        return len(options) - 1
    return next((i for i, option in enumerate(options) if option.word == word), 0)


class Kernel(Zones):
    """What compiled code calls."""

    __slots__ = ()

    def _take(self, choice: Choice, picks: Sequence[int], registers: Registers) -> None:
        options = choice.options
        chosen: tuple[int, ...]
        if choice.words is not None:
            option = options[picks[0]]
            chosen = choice.words.index(option.word), option.entity
        else:
            chosen = tuple([options[pick].entity for pick in picks])
        if choice.together:
            registers[choice.register] += ((choice.seat + 1, chosen),)
        else:
            registers[choice.register] = chosen

    def ask(
        self,
        player: int,
        prompt: str,
        pool: Sequence[int],
        kind: str,
        least: int,
        most: int,
        r: Registers,
        register: int,
        preset: int = -1,
    ) -> bool:
        """Let a player pick entities, where there is something to choose."""
        least, most, free = bounds(pool, least, most)
        if not free:
            r[register] = tuple(pool[:most])
            return False
        return self._offer(
            self._choice(player, prompt, pool, kind, least, most, r, register, preset), r
        )

    def _offer(self, choice: Choice, r: Registers, auto: bool = False) -> bool:
        """
        Put a choice before its seat; one that has given up takes the default at once, and with
        `auto` a single option is taken without asking. Whether it is to be waited for, as in all
        that follows.
        """
        count = len(choice.options)
        if count > MAX_OPTIONS:
            raise BudgetExceeded(f"a choice of {count} options; at most {MAX_OPTIONS}")
        if (auto and count == 1) or (self.conceded and self.has_conceded(choice.seat)):
            self._take(choice, choice.default, r)
            return False
        self.choices.append(choice)
        return True

    def _choice(
        self,
        player: int,
        prompt: str,
        pool: Sequence[int],
        kind: str,
        least: int,
        most: int,
        r: Registers,
        register: int,
        preset: int = -1,
    ) -> Choice:
        if not 1 <= player <= self.seats:
            raise RuleError("nobody is there to be asked")
        default = (
            tuple(range(least))
            if preset == -1
            else (len(pool) - 1 if preset == -2 else max(0, min(preset, len(pool) - 1)),)
        )
        options = tuple(map(options_of(kind, sort_of(kind)), pool))
        parts = (player - 1, prompt, options, least, most, default, r[1] or 0, register)
        return new_choice((*parts, None, False))

    def ask_all(
        self, asked: list[Asked], prompt: str, kind: str, r: Registers, register: int
    ) -> bool:
        """Let several players pick at once."""
        r[register] = ()
        for player, pool, least, most in asked:
            least, most, free = bounds(pool, least, most)
            if not free:
                r[register] += ((player, tuple(pool[:most])),)
                continue
            choice = self._choice(player, prompt, pool, kind, least, most, r, register)
            self._offer(choice._replace(together=True), r)
        return bool(self.choices)

    def ask_order(self, player: int, cards: tuple[int, ...], r: Registers, register: int) -> bool:
        """Let a player say which card's effect comes first; the default is the oldest."""
        options = tuple([Option("card", card, "card") for card in cards])
        return self._offer(
            Choice(player - 1, self.pack.simultaneous, options, 1, 1, (0,), 0, register), r
        )

    def menu(
        self,
        player: int,
        prompt: str,
        subject: int,
        words: tuple[str, ...],
        default: str | None,
        auto: bool,
        r: Registers,
        source: int,
        register: int,
    ) -> bool:
        """Let a player pick one option of a menu."""
        options = tuple(r[source])
        r[source] = None
        if not options:
            r[register] = None
            return False
        choice = _menu_of(self, player, prompt, subject, words, default, options, register)
        return self._offer(choice, r, auto)

    def menu_of_all(
        self,
        prompt: str,
        subject: int,
        words: tuple[str, ...],
        default: str | None,
        auto: bool,
        r: Registers,
        source: int,
        register: int,
    ) -> bool:
        """
        Let several players pick one option each, at once: register `source` has for each of them
        which. Who has none takes None.
        """
        asked, r[source], r[register] = r[source], None, ()
        for player, options in asked:
            if not options:
                r[register] += ((player, None),)
                continue
            choice = _menu_of(
                self, player, prompt, subject, words, default, tuple(options), register
            )
            self._offer(choice._replace(together=True), r, auto)
        return bool(self.choices)


def _menu_of(
    m: Kernel,
    player: int,
    prompt: str,
    subject: int,
    words: tuple[str, ...],
    default: str | None,
    options: tuple[Option, ...],
    register: int,
) -> Choice:
    """The choice of one of these options; the default is the first of that word."""
    if not 1 <= player <= m.seats:
        raise RuleError("nobody is there to be asked")
    chosen = _place_of(default, options) if default is not None else 0
    return new_choice(
        (player - 1, prompt, options, 1, 1, (chosen,), subject, register, words, False)
    )
