"""
What an option would do, told before it is taken: the numbers as they stand now.

A pack says what is worth telling (its section `preview`) by the events that show it: damage dealt,
a monster defeated. `foretell` tries each option on clones in which everything the seat cannot see
is dealt anew, so it gives no secret away. A try ends with the action; what the player would still
choose on the way is tried in all ways.

The cards that the seat cannot see note whether anything looks at which they are. If nothing does,
nothing depends on them; else the option is tried with more deals, and what is not the same in all
of them is not told. One more try throws the dice high instead of low and lets others decide
otherwise; what differs there is told as possible.

A try also shows what the option would ask its player next, such as at whom: a table can light up
those cards before one has chosen (`leads_of`). That is told as facts of the name `LEADS`.

`view_with_preview` is a seat's view of the match with what its options would do.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import NamedTuple

from ..running.failing import MAX_FAILURES
from ..running.match import Match
from ..running.state import ZONE
from ..running.view import FactView, OptionView, View
from .trials import DEALS, HIGH, LOW, Deadline, PythonTrials, Trials, Tried

SECONDS = 0.02  # of the processor, for all options of a prompt; what takes longer is not told

Ranges = dict[tuple[str, int], tuple[int, int]]
UNHEARD = 0, 0  # the range of what was not heard of
LEADS = ""  # the name of the fact that an entity can be chosen next; no pack has one of that name


class Foretold(NamedTuple):
    """
    What an option would do to an entity; 0: to whatever is aimed at later.

    `how`: `amount`, between `low` and `high`; or it happens (both are 1) or may happen: `sure`,
    `can` if the player so chooses, `may` by dice or other players.
    """

    fact: str
    entity: int
    how: str
    low: int
    high: int


Foreseen = tuple[tuple[Foretold, ...], ...]  # for each option of a choice


def foretell(
    match: Match, seat: int, seconds: float = SECONDS, trials: Trials | None = None
) -> Foreseen:
    """
    For each option of what a seat is asked, what it would do; () where there is nothing to tell.

    Changes nothing and never fails: what fails of cards is left out, and a card that fails after it
    has asked, an action without an end and what is not known within `seconds` have nothing to tell.
    Nor have several options at a time, and what is chosen while a card of somebody else acts or
    others choose in secret: what the match knows then may be hidden.
    """
    choice = match.choice_of(seat)
    if choice is None:
        return ()
    if not can_foretell(match, seat):
        return ((),) * len(choice.options)
    foretelling = _Foretelling(match, seat, trials or PythonTrials(match, seat, Deadline(seconds)))
    return tuple([tuple(foretelling.foretell_option(pick)) for pick in range(len(choice.options))])


def can_foretell(match: Match, seat: int) -> bool:
    """Whether a seat is asked something of which `foretell` may know more than nothing."""
    choice = match.choice_of(seat)
    if choice is None or not match.program.preview:
        return False
    single = choice.minimum == choice.maximum == 1
    return single and not choice.together and not _is_others_card(match, seat)


def is_visible(match: Match, seat: int, entity: int) -> bool:
    """Whether a seat sees which card this is; what is no card can always be seen."""
    layout = match.program.layout
    return not match.is_card(entity) or layout.sees(seat, match.state[entity + ZONE])


def _is_others_card(match: Match, seat: int) -> bool:
    """Whether a card of somebody else asks."""
    acting = (registers for code, registers, *_ in reversed(match.stack) if code.card is not None)
    registers = next(acting, None)
    return registers is not None and registers[0] != seat + 1


# -- trying ----------------------------------------------------------------------------------------


class _Foretelling:
    """What the options of one choice would do, by what comes of them in trials."""

    def __init__(self, match: Match, seat: int, trials: Trials):
        self.match, self.seat, self.trials = match, seat, trials
        self.facts = [fact for facts in match.program.preview.values() for fact in facts]

    def foretell_option(self, pick: int) -> list[Foretold]:
        """What one option would do."""
        choice = self.match.choice_of(self.seat)
        assert choice is not None  # noqa: S101 (for mypy: who calls has looked)
        option = choice.options[pick]
        entity = option.entity if option.kind in ("card", "player") else 0
        if not is_visible(self.match, self.seat, entity):
            return []
        for _ in range(MAX_FAILURES):
            self.trials.begin_option()
            try:
                return self.combine_deals(pick, entity)
            except Exception as error:  # noqa: BLE001 (whatever is wrong with a card)
                if not self.trials.leave_out(error):
                    break
        return []

    def combine_deals(self, pick: int, entity: int) -> list[Foretold]:
        """What all deals agree in, and what chance adds to it; no more deals than it takes."""
        low = self.trials.try_option(pick, DEALS[0], LOW)
        found = {LOW: low}
        if low.chance:
            found[HIGH] = self.trials.try_option(pick, DEALS[0], HIGH)
        known = {luck: self.ranges_of(tried, entity) for luck, tried in found.items()}
        agreed, leads = {key for ranges in known.values() for key in ranges}, low.leads
        if any(tried.happened is None for tried in found.values()):
            agreed.clear()
        for seed, luck in product(DEALS[1:], known):
            leading = luck == LOW and leads
            if not (agreed or leading) or not self.trials.depends_on_hidden:
                continue
            tried = self.trials.try_option(pick, seed, luck, until_asked=not agreed)
            if tried == found[luck]:
                continue
            if tried.happened is None:
                agreed.clear()
            ranges, other = known[luck], self.ranges_of(tried, entity)
            agreed -= {key for key in agreed if other.get(key, UNHEARD) != ranges.get(key, UNHEARD)}
            if luck == LOW and self.visible(tried.leads) != self.visible(leads):
                leads = ()
        high = known.get(HIGH, known[LOW])
        return [
            *[
                self.fact_between(key, known[LOW].get(key, UNHEARD), high.get(key, UNHEARD))
                for key in sorted(agreed)
            ],
            *[Foretold(LEADS, each, "can", 1, 1) for each in self.visible(leads)],
        ]

    def visible(self, entities: Sequence[int]) -> list[int]:
        """Those that the seat sees."""
        return [each for each in entities if is_visible(self.match, self.seat, each)]

    def fact_between(
        self, key: tuple[str, int], low: tuple[int, int], high: tuple[int, int]
    ) -> Foretold:
        """What is told of a fact: its range with low dice, and with high ones."""
        least, most = min(low[0], high[0]), max(low[1], high[1])
        return Foretold(*key, self.certainty_of(key[0], least, low != high), least, most)

    def certainty_of(self, name: str, low: int, chance: bool) -> str:
        """See `Foretold`."""
        if any(fact.name == name and fact.amount is not None for fact in self.facts):
            return "amount"
        return "sure" if low else "may" if chance else "can"

    def ranges_of(self, tried: Tried, entity: int) -> Ranges:
        """
        The outcomes of an option: amounts for the option's own entity, or for whatever it is that
        gets any; what happens or does not, for each to whom it may happen.
        """
        found: Ranges = {}
        happened = tried.happened or {}
        for fact in self.facts:
            about = self.visible([to for name, to in happened if name == fact.name])
            ranges = {to: happened[fact.name, to] for to in about}
            if fact.amount is not None and about and entity not in about:
                each = ranges.values()
                found[fact.name, 0] = min(low for low, *_ in each), max(high for _, high, _ in each)
                continue
            for to in about if fact.amount is None else {entity} & ranges.keys():
                low, high, heard = ranges[to]
                never = () if heard == tried.leaves else (0,)
                found[fact.name, to] = min([low, *never]), max([high, *never])
        return found


# -- showing ---------------------------------------------------------------------------------------


def view_with_preview(match: Match, seat: int | None, facts: Foreseen | None = None) -> View:
    """
    The view of a seat (`match.view`) in which options say under `preview` what they would do.

    `facts` are those of `foretell`, found out here if they are not given: that takes milliseconds.
    """
    if facts is None and seat is not None:
        facts = foretell(match, seat)
    return add_facts(match, match.view(seat), facts or ())


def add_facts(match: Match, shown: View, facts: Foreseen) -> View:
    """A view of the match with what is known of the options of its choice."""
    if not (facts and shown["choices"]):
        return shown
    first, *others = shown["choices"]
    options: list[OptionView] = []
    for option, known in zip(first["options"], facts, strict=True):
        told = facts_as_data(match, known)
        options.append({**option, "preview": told} if told else option)
    return {**shown, "choices": [{**first, "options": options}, *others]}


def facts_as_data(match: Match, facts: Sequence[Foretold]) -> list[FactView]:
    """What is known of an option, as data."""
    return [
        {
            "fact": fact.fact,
            "entity": fact.entity,
            "how": fact.how,
            "low": fact.low,
            "high": fact.high,
            "id": match.card_id(fact.entity),
        }
        for fact in facts
        if fact.fact != LEADS
    ]


def leads_of(facts: Sequence[Foretold]) -> list[int]:
    """The cards and players out of which an option would have its player choose next."""
    return [fact.entity for fact in facts if fact.fact == LEADS]
