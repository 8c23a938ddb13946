"""
What cards answer to the questions of a game, before anything is done.

`program.answers` has by question, and by the definition of a card, a function of the match, the
card and what the question gives. It is made of the card's entry (`language.units`), so that a card
which answers nothing costs a look into a table. An answer only reads. One that fails is left out:
what counts is the default of the question, as for a card that is stripped of what is printed on it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..ground.errors import RuleError
from .code import Code
from .contract import kernel
from .failing import leave_out
from .machine import clamp_number
from .parts import Parts

MAX_ASKED = 30  # answers that ask for each other


@kernel()
def any_answer(m: Parts, question: int, cards: Sequence[int], given: Sequence[Any]) -> bool:
    """Whether a card answers that it is so; none is asked after the first that does."""
    answers, state = m.program.answers[question], m.state
    if answers:
        for card in cards:
            answer = answers.get(state[card])
            if answer is not None and answer(m, card, *given):
                return True
    return False


@kernel()
def sum_of_answers(m: Parts, question: int, cards: Sequence[int], given: Sequence[Any]) -> int:
    """The sum of what the cards answer that answer at all."""
    answers, state = m.program.answers[question], m.state
    if not answers:
        return 0
    found = [(answers.get(state[card]), card) for card in cards]
    return clamp_number(sum([answer(m, card, *given) for answer, card in found if answer]))


@kernel()
def begin_answer(m: Parts) -> None:
    """
    An answer that may ask on is about to be worked out; who calls this counts `asked` down again.

    :raises RuleError: it stands in too many others.
    """
    m.asked += 1
    m.work -= 1
    if m.work < 0:
        m.spend(())  # which says so
    if m.asked > MAX_ASKED:
        raise RuleError(f"answers ask each other more than {MAX_ASKED} deep")


@kernel()
def without_answer[Value](m: Parts, failing: Code, error: Exception, default: Value) -> Value:
    """
    What counts where the answer of a card fails.

    :raises Exception: the error, where the budget of the action is used up.
    """
    leave_out(m, failing, error)
    return default
