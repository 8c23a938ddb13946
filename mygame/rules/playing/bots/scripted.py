"""
A bot whose answers a function of the pack's scripts gives (`scripts.bot`).

The function is told what the seat is asked, in a match in which what the seat cannot see is dealt
anew, and says which options. Where it says nothing, or what cannot be answered, the greedy bot
answers. Nothing is kept between answers: the same question of the same match gets the same answer
in each process, so a function may follow a plan through the questions of one action by making it
anew.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from ...ground.errors import RuleError
from ...running.choices import Choice
from ...running.failing import leave_value_out, reason_of
from ...running.log import DEFINITION_SHIFT, logged_card
from ...running.match import Match
from ...running.state import Value
from .answers import Line, Unanswered, choice_of, forced_answer
from .greedy import consider
from .hidden import redeal

PLACE = "scripts.bot"  # where a pack names the function
NAMED = ("symbol", "definition")  # kinds of which scripts get the names


class ScriptedBot:
    """
    A player of one match whose answers a script gives. `fallbacks`: how often it did not;
    `failures`: why, where it has failed.
    """

    name = "smart"

    def __init__(self, seed: int):
        self.seed = seed
        self.dice = Random(seed)
        self.fallbacks = 0
        self.failures: list[Unanswered] = []

    def choose(self, match: Match, seat: int) -> tuple[int, ...]:
        """The answer to what this seat is asked."""
        return self.think(match, seat)[0].picks

    def think(self, match: Match, seat: int) -> list[Line]:
        """Its answer; where that is the greedy bot's, all that it has weighed."""
        choice = choice_of(match, seat)
        only = forced_answer(choice)
        if only is not None:
            return [Line(only)]
        scripts, program, failed = match.program.scripts, match.program, None
        if scripts is not None and scripts.bot:
            world = redeal(match, seat, self._dice_of(match, seat))
            world.work = match.WORK
            try:
                picks = scripts.advise(world, scripts.bot, _question(world, choice))
                if picks is not None:
                    return [Line(_checked(choice, picks))]
            except Exception as error:  # noqa: BLE001 (a script may fail in any way)
                prompt = f"{program.symbol_name(scripts.bot)} {choice.prompt}"
                leave_value_out(match, prompt, PLACE, error, match.WORK)
                card = match.card_id(choice.subject) or ""
                failed = Unanswered(reason_of(error), choice.prompt, card)
                self.failures.append(failed)
        self.fallbacks += 1
        lines = consider(match, seat, self.dice)
        lines[0].failure = failed
        return lines

    def _dice_of(self, match: Match, seat: int) -> Random:
        """Dice that are the same while nothing has happened that the seat could see."""
        until = match.program.bots.until
        seen = [len(match.zones[zone]) for zone in match.program.layout.hidden_from(seat)]
        return Random(f"{self.seed} {until(match) if until is not None else 0} {seen}")


def _question(match: Match, choice: Choice) -> list[Any]:
    """
    What a script is told of a choice: who is asked, the prompt, its subject, of each option the
    word and what it is about, how many are to be picked, and the names and values that it tells.
    """
    named = match.program.symbol_name
    options = choice.options
    entities: list[Any] = [
        named(option.entity) if option.kind in NAMED else option.entity for option in options
    ]
    values = [
        named(value) if kind in NAMED and isinstance(value, int) else _entity(value)
        for _, kind, value in choice.values
    ]
    return [
        choice.seat + 1,
        choice.prompt,
        choice.subject,
        tuple([option.word for option in options]),
        tuple(entities),
        choice.minimum,
        choice.maximum,
        tuple([name for name, _, _ in choice.values]),
        tuple([0 if value is None else value for value in values]),
    ]


def _entity(value: Value | None) -> Any:
    """A value of a line as the card, player or number that it is about."""
    if isinstance(value, tuple):
        return tuple([_entity(item) for item in value])
    if isinstance(value, int) and value >> DEFINITION_SHIFT > 0:
        return logged_card(value)
    return value


def _checked(choice: Choice, picks: Sequence[int]) -> tuple[int, ...]:
    """
    Picks, counted from 1, as an answer.

    :raises RuleError: they are none.
    """
    found = tuple(sorted({pick - 1 for pick in picks}))
    fitting = all(0 <= pick < len(choice.options) for pick in found)
    if len(found) != len(picks) or not fitting:
        raise RuleError(f"no options of {choice.prompt} are {list(picks)}")
    if not choice.minimum <= len(found) <= choice.maximum:
        count, least, most = len(found), choice.minimum, choice.maximum
        raise RuleError(f"{count} options were picked for {choice.prompt}, not {least} to {most}")
    return found
