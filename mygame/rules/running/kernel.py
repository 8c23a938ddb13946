"""
The kernel: what compiled code calls of a match. It stands on `frames` (calls and budget), `effects`
(events, triggers, modifiers) and `zones` (cards, dice, order); here is how players are asked.
Whoever plays a match uses `match`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from operator import itemgetter
from typing import Any

from ..ground.errors import BudgetExceeded, RuleError
from . import known
from .choices import (
    BY_LOT,
    FIRST,
    LAST,
    RANDOM,
    Barred,
    Choice,
    NamedValue,
    Option,
    chooser_sort,
    option_factory,
    pick_bounds,
)
from .contract import kernel
from .log import HIDDEN_CARD, MAYBE_CARDS, card_with_definition
from .machine import MAX_OPTIONS
from .state import MASK, Value
from .zones import Zones

#: Makes a choice of a tuple with all its parts, at a third of what `Choice` itself costs.
new_choice = partial(tuple.__new__, Choice)
LOTS = 0xD1B54A32D192ED03  # tells lots for who gives no answer from all other chance
_KIND = itemgetter(1)  # of a value that is told
#: What the text of a question can tell, as it stands in the match.
Values = tuple[NamedValue, ...]
#: A player who is asked with others: out of what, how many at least and at most, what is told.
Asked = tuple[int, Sequence[int], int, int, Values]
Answered = tuple[int, Any]  # and what that player has picked: see `picked_value`


def _first_option_with(word: str, options: tuple[Option, ...]) -> int:
    """The first option with a word, often the last of all; the first of all where there is none."""
    if options[-1].word == word and (len(options) == 1 or options[-2].word != word):
        return len(options) - 1
    return next((i for i, option in enumerate(options) if option.word == word), 0)


class Kernel(Zones):
    """What compiled code calls."""

    __slots__ = ()

    @kernel(asks=True)
    def ask(
        self,
        player: int,
        prompt: str,
        pool: Sequence[int],
        kind: str,
        least: int,
        most: int,
        subject: int | None,
        preset: int = FIRST,
        values: Values = (),
    ) -> bool:
        """
        Let a player pick entities, where there is something to choose; they are the result. Whether
        it has to be waited for, as in all that follows.
        """
        least, most, free = pick_bounds(pool, least, most)
        if not free:
            self.result = tuple(pool[:most])
            return False
        return self._offer(
            self._make_choice(player, prompt, pool, kind, least, most, subject, preset, values)
        )

    def _offer(self, choice: Choice, auto: bool = False) -> bool:
        """
        Put a choice before its seat; one that has given up takes the default at once, and with
        `auto` a single option is taken without asking.
        """
        count = len(choice.options)
        if count > MAX_OPTIONS:
            raise BudgetExceeded(f"a choice of {count} options; at most {MAX_OPTIONS}")
        if (auto and count == 1 and not choice.barred) or (
            self.conceded and self.has_conceded(choice.seat)
        ):
            self.result = picked_value(choice, choice.default)
            return False
        self.choices.append(choice)
        if self.program.layout.pools:
            known.note_offer(self, choice)
        return True

    def _make_choice(
        self,
        player: int,
        prompt: str,
        pool: Sequence[int],
        kind: str,
        least: int,
        most: int,
        subject: int | None,
        preset: int = FIRST,
        values: Values = (),
        together: bool = False,
    ) -> Choice:
        if not 1 <= player <= self.seats:
            raise RuleError("nobody is there to be asked")
        if preset == FIRST:
            default = tuple(range(least))
        elif preset == BY_LOT:
            default = self._drawn_by_lot(player, len(pool), least)
        else:
            default = (len(pool) - 1 if preset == LAST else max(0, min(preset, len(pool) - 1)),)
        options = tuple(map(option_factory(kind, chooser_sort(kind)), pool))
        told = _told_values(self, player - 1, values) if values else ()
        return new_choice(
            (
                *(player - 1, prompt, options, least, most, default),
                *(subject or 0, None, together, told, ()),
            )
        )

    def _drawn_by_lot(self, player: int, size: int, count: int) -> tuple[int, ...]:
        """
        So many of the places below a size, for a player who may give no answer. It follows from the
        dice of the match and leaves them as they are: nothing comes otherwise for a question that
        is answered.
        """
        rng = self.rng
        self.rng ^= player * LOTS & MASK
        found = self.sample(range(size), count)
        self.rng = rng
        return tuple(sorted(found))

    @kernel(asks=True)
    def ask_all(
        self,
        asked: Iterable[Asked],
        prompt: str,
        kind: str,
        subject: int | None,
        preset: int = FIRST,
    ) -> bool:
        """Let several players pick at once; the result is what each has picked."""
        answers: list[Answered] = []
        for player, pool, least, most, values in asked:
            least, most, free = pick_bounds(pool, least, most)
            if free:
                choice = self._make_choice(
                    player, prompt, pool, kind, least, most, subject, preset, values, together=True
                )
                self._offer_with_others(player, choice, answers)
            else:
                answers.append((player, tuple(pool[:most])))
        return self._await_others(answers)

    def _offer_with_others(
        self, player: int, choice: Choice, answers: list[Answered], auto: bool = False
    ) -> None:
        """Put a choice before a player who is asked with others, or take down what is taken."""
        if not self._offer(choice, auto):
            answers.append((player, self.result))

    def _await_others(self, answers: list[Answered]) -> bool:
        """Wait for those who were asked with others, if any; the others have answered."""
        if self.choices:
            self.gathered = tuple(answers)
            return True
        self.result = tuple(answers)
        return False

    def take_answers(self, answered: Iterable[tuple[Choice, Sequence[int]]]) -> None:
        """What all that were asked have answered becomes the result for whoever asked."""
        for choice, picks in answered:
            found = picked_value(choice, picks)
            if choice.together:
                self.gathered += ((choice.seat + 1, found),)
                found = self.gathered
            self.result = found
        self.gathered = ()

    def ask_order(self, player: int, cards: tuple[int, ...]) -> bool:
        """Let a player say which card's effect comes first; the default is the oldest."""
        options = tuple([Option("card", card, "card") for card in cards])
        return self._offer(
            Choice(player - 1, self.program.turns.simultaneous, options, 1, 1, (0,), 0)
        )

    @kernel(asks=True)
    def menu(
        self,
        player: int,
        prompt: str,
        subject: int | None,
        words: tuple[str, ...],
        default: str | None,
        auto: bool,
        options: list[Option],
        values: Values = (),
        barred: Sequence[Barred] = (),
    ) -> bool:
        """
        Let a player pick one option of a menu; the result is its branch and entity, or None. Those
        that are `barred` are told with the reason.
        """
        if not options:
            self.result = None
            return False
        choice = _menu_choice(
            self, player, prompt, subject, words, default, options, False, values, barred
        )
        return self._offer(choice, auto)

    @kernel(asks=True)
    def menu_of_all(
        self,
        prompt: str,
        subject: int | None,
        words: tuple[str, ...],
        default: str | None,
        auto: bool,
        asked: Iterable[tuple[Any, ...]],
    ) -> bool:
        """
        Let several players pick one option each, at once; `asked` has for each of them which, what
        is told, and maybe what is barred. The result is what each has taken: who has no option
        takes None.
        """
        answers: list[Answered] = []
        for player, options, *told in asked:
            if options:
                choice = _menu_choice(
                    self, player, prompt, subject, words, default, options, True, *told
                )
                self._offer_with_others(player, choice, answers, auto)
            else:
                answers.append((player, None))
        return self._await_others(answers)


def picked_value(choice: Choice, picks: Sequence[int]) -> Any:
    """What was picked: entities; of a menu the number of its branch, and an entity."""
    options = choice.options
    if choice.words is not None:
        if not picks:
            return None  # nothing is left to pick: see `stock.take_out`
        option = options[picks[0]]
        return choice.words.index(option.word), option.entity
    return tuple([options[pick].entity for pick in picks])


def _menu_choice(
    m: Kernel,
    player: int,
    prompt: str,
    subject: int | None,
    words: tuple[str, ...],
    default: str | None,
    offered: list[Option],
    together: bool,
    values: Values,
    barred: Sequence[Barred] = (),
) -> Choice:
    """The choice of one of these options; the default is the first of that word, or by lot."""
    if not 1 <= player <= m.seats:
        raise RuleError("nobody is there to be asked")
    options = tuple(offered)
    if default == RANDOM and RANDOM not in words:
        (preset,) = m._drawn_by_lot(player, len(options), 1)
    else:
        preset = _first_option_with(default, options) if default is not None else 0
    told = _told_values(m, player - 1, values) if values else ()
    return new_choice(
        (
            *(player - 1, prompt, options, 1, 1, (preset,)),
            *(subject or 0, words, together, told, tuple(barred)),
        )
    )


def _told_values(m: Kernel, seat: int, values: Values) -> Values:
    """What a question keeps of the values it tells, as lines of the log do, for who is asked."""
    if MAYBE_CARDS.isdisjoint(map(_KIND, values)):
        return values
    return tuple(
        [
            (name, kind, _told_value(m, seat, value) if kind in MAYBE_CARDS else value)
            for name, kind, value in values
        ]
    )


def _told_value(m: Kernel, seat: int, value: Value) -> Value:
    """
    A card with its definition, and as `HIDDEN_CARD` if the seat can neither see it nor know it;
    anything else as it is.
    """
    if isinstance(value, tuple):
        return tuple([_told_value(m, seat, item) for item in value])
    if not value or isinstance(value, str) or not m.is_card(value):
        return value
    if known.knows_card(m, seat, value):
        return card_with_definition(value, m.state[value])
    return HIDDEN_CARD
