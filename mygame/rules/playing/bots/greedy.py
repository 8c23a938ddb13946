"""
A bot that tries each option on a clone and takes the one after which its player stands best.

What "best" means is the pack's `bot.worth`, a value of the language about {it}, the player; no card
is known by name. The clone is dealt anew where the seat cannot see (`hidden.redeal`). It follows
its own choices inside an effect (targets, numbers), answers for others by default, and stops when
its action is over. What fails of cards is left out, as it is in the match.
"""

from __future__ import annotations

from random import Random

from ...running.choices import Choice
from ...running.match import Match
from ...running.sides import parties_of
from .answers import FAILED, FAILURES, WAYS, Line, Way, choice_of, distinct_options, forced_answer
from .hidden import has_likely_deals, redeal

DEPTH = 1  # own choices followed inside one action; two make it believe in more than it gets
WIDTH = 12  # options tried at each
DEALS = 3  # looked at where hidden cards say who is a friend: one deal says little
PATIENCE = 30  # answers of others during one action


class GreedyBot:
    """A greedy player of one match."""

    name = "greedy"

    def __init__(self, seed: int):
        self.dice = Random(seed)

    def choose(self, match: Match, seat: int) -> tuple[int, ...]:
        """The best answer to what this seat is asked, after one look ahead."""
        return self.think(match, seat)[0].picks

    def think(self, match: Match, seat: int) -> list[Line]:
        """All that it looked at, best first."""
        return consider(match, seat, self.dice)


def consider(match: Match, seat: int, dice: Random) -> list[Line]:
    """
    The answers to what this seat is asked after one look ahead, best first. Of several picks, and
    in a pack without `bot.worth`, only the answer to give.

    :raises ValueError: the seat is not asked anything.
    """
    choice = choice_of(match, seat)
    only = forced_answer(choice)
    if only is not None:
        return [Line(only)]
    if match.program.bots.worth is None:
        return [Line(choice.default)]
    if not choice.minimum == choice.maximum == 1:
        return [Line(_pick_several(redeal(match, seat, dice), choice))]
    lines = [Line((pick,)) for pick in distinct_options(match, choice)]
    for _ in range(DEALS if has_likely_deals(match) else 1):
        start = redeal(match, seat, dice)
        depth, others = len(start.stack), worth_of(start, seat) - lead_of(start, seat)
        for line in lines:
            value = worth_of_answer(start, seat, line.picks, depth, DEPTH)
            line.total += value + preference_of(start, choice, *line.picks) - others
            line.worlds += 1
    return sorted(lines, key=lambda line: line.total, reverse=True)


def _pick_several(start: Match, choice: Choice) -> tuple[int, ...]:
    """
    Which of several to pick: the best ones singly, as many as must be, more only where each is a
    gain.
    """
    seat, depth, every = choice.seat, len(start.stack), range(len(choice.options))
    singles = []
    for pick in every:
        rest = [other for other in every if other != pick][: max(choice.minimum, 1) - 1]
        value = worth_of_answer(start, seat, (pick, *rest), depth, 0) + preference_of(
            start, choice, pick
        )
        singles.append((value, -pick))
    base = worth_of_answer(start, seat, choice.default, depth, 0) if choice.minimum == 0 else FAILED
    order = sorted(every, key=lambda pick: singles[pick], reverse=True)
    gains = [pick for pick in order if singles[pick][0] > base]
    wanted = order[: choice.minimum] if choice.minimum else gains[: choice.maximum]
    return tuple(sorted(wanted))


def preference_of(match: Match, choice: Choice, pick: int) -> int:
    """What the pack says about picking this option, beyond what comes of it (`bot.prefer`)."""
    option = choice.options[pick]
    type = "definition" if option.kind == "definition" else "card"
    table, prompt = match.program.bots.preferences, choice.prompt
    preferred = table.get((prompt, type, option.word), table.get((prompt, type, "")))
    if preferred is None:
        return 0
    match.work = match.WORK
    return preferred(match, choice.seat + 1, option.entity)


def worth_of_answer(start: Match, seat: int, picks: tuple[int, ...], depth: int, ahead: int) -> int:
    """
    What an answer is worth when its action (all above `depth` on the stack) is over; one with which
    the flow fails is worth least. `ahead`: own choices followed inside it.
    """
    for way in WAYS:
        match = start.clone()
        try:
            way(match, seat, picks)
            return _worth_after_action(match, seat, depth, ahead, way)
        except FAILURES:
            continue
    return FAILED


def _worth_after_action(match: Match, seat: int, depth: int, ahead: int, way: Way) -> int:
    """The worth at the end of the action that is going on."""
    for _ in range(PATIENCE):
        if match.is_over or len(match.stack) <= depth:
            break
        choice = match.choices[0]
        if choice.seat != seat:
            way(match, choice.seat, choice.default)
        elif ahead and choice.minimum == choice.maximum == 1:
            return max(
                worth_of_answer(match, seat, (pick,), depth, ahead - 1)
                for pick in distinct_options(match, choice)[:WIDTH]
            )
        else:
            way(match, seat, choice.default)
    return worth_of(match, seat)


def worth_of(match: Match, seat: int) -> int:
    """
    How well a seat stands with its side, on average, by the pack's own measure; 0 where there is
    none.
    """
    return _worth_of_party(match, next(p for p in parties_of(match) if seat in p))


def _worth_of_party(match: Match, seats: tuple[int, ...]) -> int:
    """
    How well these seats stand on average; once the match is over, by the place of their side: worse
    than anything before for those who come last.
    """
    if match.standings is not None:
        last = len(match.standings) - 1
        if not last and match.ended is not None:  # all have won, drawn or lost together
            return 1_000_000 * (bool(match.ended.won) - bool(match.ended.lost))
        places = (i for i, group in enumerate(match.standings) if seats[0] in group)
        place = next(places, last)
        return 1_000_000 * (last - 2 * place)
    of_player = match.program.bots.worth
    if of_player is None:
        return 0
    match.work = match.WORK
    return sum(of_player(match, each + 1) for each in seats) // len(seats)


def lead_of(match: Match, seat: int) -> int:
    """
    How much better a side stands than the best of the others; 0 where nobody can tell. Where the
    worth of the pack weighs the others already, that alone.
    """
    if match.program.bots.weighs_others:
        return worth_of(match, seat)
    worths = {party: _worth_of_party(match, party) for party in parties_of(match)}
    own = next(party for party in worths if seat in party)
    return worths[own] - max([w for party, w in worths.items() if party != own], default=0)
