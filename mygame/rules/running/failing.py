"""
What fails is left out, and the rest goes on.

A card may fail in any way. What only finds something out (the condition of a trigger, the amount of
a modifier, the targets of a cast) is left out where it stands, `leave_out`: the condition does not
hold, the value stays, there is no target. Code that has done something when it fails cannot be left
out there: the answer is taken back and carried out anew without it (`Match.answer`). Where the flow
of the game fails, or the budget of an action is used up, nothing is left out.
"""

from __future__ import annotations

from ..ground.errors import BudgetExceeded, RuleError
from .code import Code
from .parts import Parts

MAX_FAILURES = 20  # of one action


def leave_out(m: Parts, card: str | None, error: Exception) -> None:
    """
    Go on without something that a card, by its id, finds out.

    :raises Exception: the error, where it is the flow that fails, or the budget of the action that
        is used up.
    """
    if card is None or isinstance(error, BudgetExceeded):
        raise error
    if len(m.failed) < MAX_FAILURES:
        m.failed += ((card, reason_of(error)),)


def reason_of(error: Exception) -> str:
    """Why something failed, in a sentence."""
    if isinstance(error, RuleError):
        return str(error)
    return f"{type(error).__name__}: {error}"


def end_waiting(m: Parts, code: Code) -> bool:
    """End the innermost of this code that waits, and what it waits for. False if none does."""
    for at in reversed(range(len(m.stack))):
        if m.stack[at][0] is code:
            del m.stack[at:]
            m.keeping = m.gaps = None
            return True
    return False
