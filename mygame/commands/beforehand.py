"""
What a line would come to as an answer, found out on drafts of a match that nobody is told of.

`misfit_of` says why a line answers nothing, also not the question after the first one (`sell moon`
has an option to sell, and no moon); `way_out` how a question is left for the menu behind it.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import NamedTuple

from commands.answers import Puzzled, Understood, understand, understand_rest
from rules.ground.errors import ActionFailed
from rules.running.choices import Choice
from rules.running.match import Match

#: Why a line is no answer at all; anything else is for the question to explain.
AMISS = ("unknown", "not_now", "misfit", "range", "dropped")


class Misfit(NamedTuple):
    """What does not fit, and the question that it does not fit, in the match that asks it."""

    found: Puzzled
    choice: Choice
    match: Match


def misfit_of(typed: str, match: Match, seat: int, names: Sequence[str]) -> Misfit | None:
    """Why a line is no answer to what a seat is asked, and asked then; None where it is one."""
    choice = match.choice_of(seat)
    if choice is None:
        return None
    found = understand(typed, choice, match, names)
    if isinstance(found, Understood) and found.rest:
        then = _after(match, seat, found.picks)
        further = then.choice_of(seat)
        if further is not None:
            rest = understand_rest(found.rest, further, then, names)
            if isinstance(rest, Puzzled) and rest.key == "dropped" and _differ(match, then):
                return None  # something is done, whatever else was typed
            found, choice, match = rest, further, then
    if isinstance(found, Puzzled) and found.key in AMISS:
        return Misfit(found, choice, match)
    return None


def way_out(match: Match, seat: int) -> tuple[tuple[int, ...], Match] | None:
    """
    The answer by which a seat leaves a question for the menu behind it, and the match then; None
    where there is no such answer, or where something comes of it.
    """
    choice = match.choice_of(seat)
    nothing = _nothing(choice) if choice is not None else None
    if choice is None or nothing is None:
        return None
    then = _after(match, seat, nothing)
    menu = then.choice_of(seat)
    if menu is None or menu.words is None or menu.prompt == choice.prompt:
        return None
    return (nothing, then) if len(then.log or ()) == len(match.log or ()) else None


def is_for_menu(typed: str, match: Match, seat: int, names: Sequence[str]) -> bool:
    """Whether a line begins with a verb of what a seat is asked."""
    menu = match.choice_of(seat)
    if menu is None:
        return False
    meant = understand(typed, menu, match, names, strict=True)
    return isinstance(meant, Understood) or meant.key in ("which", "barred")


def _nothing(choice: Choice) -> tuple[int, ...] | None:
    """The answer that chooses nothing: none of the options, the number 0, what goes by default."""
    if choice.minimum == 0:
        return ()
    for index, option in enumerate(choice.options):
        if option.kind == "number" and option.entity == 0:
            return (index,)
    return tuple(choice.default) if choice.words is not None else None


def _differ(match: Match, then: Match) -> bool:
    """Whether something has come of an answer, beside words."""
    return (match.state, match.zones) != (then.state, then.zones)


def _after(match: Match, seat: int, picks: Sequence[int]) -> Match:
    """A match after an answer."""
    then = match.draft()
    with suppress(ActionFailed):  # what fails of it is left out
        then.answer(seat, picks)
    return then
