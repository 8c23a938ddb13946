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

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, NamedTuple

from ..ground.errors import BudgetExceeded
from ..running.choices import Choice, chooser_sort
from ..running.code import REGISTERS, codes_running_at
from ..running.failing import MAX_FAILURES
from ..running.match import Match
from ..running.program import Watched
from ..running.state import ZONE, Context, Registers
from ..running.view import FactView, OptionView, View
from .bots.hidden import redeal

SECONDS = 0.02  # of the processor, for all options of a prompt; what takes longer is not told
WORK = 20_000  # things that one try goes through; see `Match.spend`
WIDTH = 24  # options of a choice on the way; with more of them nothing is told
LEAVES = 60  # outcomes of one option in one deal
EVENTS = 32  # between two looks at the clock
PATIENCE = 60  # answers of others on the way to one outcome
DEALS = (1, 2, 3, 4)  # seeds; the first is enough where nothing looks at a hidden card

Tally = dict[tuple[str, int], int]  # (fact, to whom) -> how much
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


def foretell(match: Match, seat: int, seconds: float = SECONDS) -> Foreseen:
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
    trials = _Trials(match, seat, _Deadline(seconds))
    return tuple([tuple(trials.try_option(pick)) for pick in range(len(choice.options))])


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


def _flow_depth(match: Match) -> int:
    """The stack at which the flow asks; a word that returns what was chosen asks for its caller."""
    depth = len(match.stack)
    while depth > 1:
        caller, _, at = match.stack[depth - 2]
        if at not in caller.taking_result:
            break
        depth -= 1
    return depth


# -- trying ----------------------------------------------------------------------------------------


class _Over(Exception):
    """The action has ended."""


class _Unknown(Exception):
    """There is too much to try."""


class _Deadline:
    """
    The end of some seconds of this thread's processor time. To ask for that takes long, so the wall
    clock is asked first: as long as it has not got there, the processor's has not.
    """

    def __init__(self, seconds: float):
        self.wall, self.processor = time.monotonic() + seconds, time.thread_time() + seconds

    def has_passed(self) -> bool:
        return time.monotonic() > self.wall and time.thread_time() > self.processor


class _Tried(Match):
    """A match in which something is tried: who runs it hears what is asked, if asked or not."""

    __slots__ = ()
    WORK = WORK

    def ask(self, player: int, prompt: str, pool: Any, kind: str, least: int, *rest: Any) -> bool:
        if least and (note := getattr(self.trace, "note_pool", None)):
            note(player, pool, kind)
        return super().ask(player, prompt, pool, kind, least, *rest)


class _Low(_Tried):
    """A match whose dice show 1, and whose chance takes the first; that uses up chance as usual."""

    __slots__ = ()

    def roll(self, sides: int) -> int:
        self.random(sides)
        return 1

    def sample(self, pool: Sequence[int], amount: int, seed: int | None = None) -> tuple[int, ...]:
        found = super().sample(pool, amount, seed)
        return tuple(pool)[: max(amount, 0)] if seed is None else found


class _High(_Tried):
    """A match whose dice all show their most, and whose chance takes the last of several."""

    __slots__ = ()

    def roll(self, sides: int) -> int:
        self.random(sides)
        return sides

    def sample(self, pool: Sequence[int], amount: int, seed: int | None = None) -> tuple[int, ...]:
        found = super().sample(pool, amount, seed)
        return tuple(reversed(pool))[: max(amount, 0)] if seed is None else found


class _Looks:
    """Whether anything has looked at hidden cards."""

    noted = False


def _noting(name: str) -> Callable[..., Any]:
    """A method of tuples that looks at what is in them."""
    method = getattr(tuple, name)

    def look(self: _FaceDown, *args: Any) -> Any:
        self.looks.noted = True
        return method(self, *args)

    return look


class _FaceDown(tuple[int, ...]):
    """The cards of a zone that one does not see; how many there are is no secret."""

    looks: _Looks

    __iter__, __getitem__ = _noting("__iter__"), _noting("__getitem__")
    __contains__, __hash__ = _noting("__contains__"), _noting("__hash__")
    __eq__, __ne__ = _noting("__eq__"), _noting("__ne__")
    __add__, __mul__, __rmul__ = _noting("__add__"), _noting("__mul__"), _noting("__rmul__")
    index, count = _noting("index"), _noting("count")

    def __radd__(self, other: tuple[int, ...]) -> tuple[int, ...]:
        return (*other, *self)


class _Trials:
    """The options of one choice, tried one after the other."""

    def __init__(self, match: Match, seat: int, deadline: _Deadline):
        self.match, self.seat, self.deadline = match, seat, deadline
        self.depth = _flow_depth(match)
        self.deals: dict[int, Match] = {}
        self.muted = frozenset[object]()  # what fails of cards
        self.looks = _Looks()
        self.holds_hidden = False  # whether what waits has hidden cards in hand
        self.leads = list[Foretold]()  # what the option that is tried asks next
        self.facts = [fact for facts in match.program.preview.values() for fact in facts]

    def deal_world(self, seed: int) -> Match:
        """The match as the seat may think it is."""
        if seed not in self.deals:
            dealt = self.deals[seed] = redeal(self.match, self.seat, Random(seed))
            self.holds_hidden |= dealt.stack != self.match.stack
            dealt.muted = self.muted
            for zone in self.match.program.layout.hidden_from(self.seat):
                dealt.zones[zone] = self.note_looks_at(dealt.zones[zone])
            # Who goes through all of them sees what lies where.
            dealt.cards = self.note_looks_at(dealt.cards)
        return self.deals[seed]

    def note_looks_at(self, cards: tuple[int, ...]) -> _FaceDown:
        """These cards, which note who looks at them."""
        noting = _FaceDown(cards)
        noting.looks = self.looks
        return noting

    def try_option(self, pick: int) -> list[Foretold]:
        """What one option would do."""
        choice = self.match.choice_of(self.seat)
        assert choice is not None  # noqa: S101 (for mypy: who calls has looked)
        option = choice.options[pick]
        entity = option.entity if option.kind in ("card", "player") else 0
        if not is_visible(self.match, self.seat, entity):
            return []
        for _ in range(MAX_FAILURES):
            self.leads = []
            try:
                return [*self.combine_deals(pick, entity), *self.leads]
            except (_Unknown, BudgetExceeded):  # a try has less of a budget than an answer
                return self.leads
            except Exception as error:  # noqa: BLE001 (whatever is wrong with a card)
                if not self.leave_out(error):
                    break
        return []

    def note_leads(self, pool: Sequence[int]) -> None:
        """What the option asks first, unless it depends on what the seat does not see."""
        if self.looks.noted or self.holds_hidden or isinstance(pool, _FaceDown):
            return
        seen = [each for each in pool if is_visible(self.match, self.seat, each)]
        self.leads = [Foretold(LEADS, each, "can", 1, 1) for each in seen]

    def leave_out(self, error: Exception) -> bool:
        """Go on without the card's code that has failed; False where it is none, or waited."""
        code = next((code for code in codes_running_at(error) if code.card is not None), None)
        if code is None or code in self.muted:
            return False
        self.muted |= {code}
        for dealt in self.deals.values():
            dealt.muted = self.muted
        return True

    def combine_deals(self, pick: int, entity: int) -> list[Foretold]:
        """What all deals agree in, and what chance adds to it; no more deals than it takes."""
        self.looks.noted = False
        trial, first = self.try_in_deal(pick, entity, DEALS[0], _Low)
        if not first and not trial.chance:
            return []
        known: dict[type[Match], Ranges] = {_Low: first}
        if trial.chance:
            known[_High] = self.try_in_deal(pick, entity, DEALS[0], _High)[1]
        agreed = {key for ranges in known.values() for key in ranges}
        for seed in DEALS[1:] if self.looks.noted or self.holds_hidden else ():
            for luck, ranges in known.items():
                if not agreed:
                    return []
                other = self.try_in_deal(pick, entity, seed, luck)[1]
                agreed -= {
                    key for key in agreed if other.get(key, UNHEARD) != ranges.get(key, UNHEARD)
                }
        high = known.get(_High, first)
        return [
            self.fact_between(key, first.get(key, UNHEARD), high.get(key, UNHEARD))
            for key in sorted(agreed)
        ]

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

    def try_in_deal(
        self, pick: int, entity: int, seed: int, luck: type[Match]
    ) -> tuple[_Trial, Ranges]:
        """An option in one deal, and what came of it."""
        note = self.note_leads if (seed, luck) == (DEALS[0], _Low) else None
        trial = _Trial(self.seat, self.depth, luck, self.deadline, note)
        trial.try_answer(self.deal_world(seed).clone(), (pick,), {})
        return trial, self.ranges_of(trial.leaves, entity)

    def ranges_of(self, leaves: list[Tally], entity: int) -> Ranges:
        """
        The outcomes of an option: amounts for the option's own entity, or for whatever it is that
        gets any; what happens or does not, for each to whom it may happen.
        """
        found: Ranges = {}
        for fact in self.facts:
            about = {to for leaf in leaves for name, to in leaf if name == fact.name}
            about = {to for to in about if is_visible(self.match, self.seat, to)}
            if fact.amount is not None and about and entity not in about:
                each = [leaf.get((fact.name, to)) for leaf in leaves for to in about]
                values = [value for value in each if value is not None]
                found[fact.name, 0] = min(values), max(values)
                continue
            for to in about if fact.amount is None else about & {entity}:
                values = [leaf.get((fact.name, to), 0) for leaf in leaves]
                found[fact.name, to] = min(values), max(values)
        return found


@dataclass(slots=True)
class _Trial:
    """All outcomes (`leaves`) of one option in one deal."""

    seat: int
    depth: int  # of the stack where the flow asks: it goes on from there when the action is over
    luck: type[Match]
    deadline: _Deadline
    note: Callable[[Sequence[int]], None] | None  # told what is asked first
    leaves: list[Tally] = field(default_factory=list)
    chance: bool = False  # there were dice or decisions of others

    def try_answer(self, trial: Match, picks: tuple[int, ...], tally: Tally) -> None:
        """Try an answer of the seat on a match of its own, and all it may answer afterwards."""
        if len(self.leaves) >= LEAVES or self.deadline.has_passed():
            raise _Unknown
        rng = trial.rng
        trial.__class__ = self.luck
        flow = trial.stack[self.depth - 1][REGISTERS]
        trial.trace = self.tally_trace(trial, flow, tally)
        try:
            trial.answer_unchecked(self.seat, picks)
            choice = self.run_to_choice(trial, flow)
        except _Over:
            choice = None
        self.chance |= trial.rng != rng
        if choice is None:
            self.leaves.append(tally)
            return
        *others, last = answers_to_try(choice)
        for answer in others:
            self.try_answer(trial.clone(), answer, tally.copy())
        self.try_answer(trial, last, tally)

    def run_to_choice(self, trial: Match, flow: Registers) -> Choice | None:
        """Run to the next choice of the seat in this action; None where the action is over."""
        for _ in range(PATIENCE):
            if trial.is_over or self.has_left_flow(trial, flow):
                return None
            choice = trial.choices[0]
            mine = choice.seat == self.seat
            acting = any(code.card is not None for code, *_ in trial.stack[self.depth :])
            if not acting and (choice.words is not None or not mine):
                return None  # the flow offers its next menu, or asks the next player
            if mine:
                return choice
            self.chance = True
            last = (len(choice.options) - 1,) if choice.maximum == 1 else choice.default
            trial.answer_unchecked(choice.seat, choice.default if self.luck is _Low else last)
        raise _Unknown

    def has_left_flow(self, trial: Match, flow: Registers) -> bool:
        """Whether the flow has gone on from where it asked."""
        return len(trial.stack) < self.depth or trial.stack[self.depth - 1][REGISTERS] is not flow

    def tally_trace(self, trial: Match, flow: Registers, tally: Tally) -> Callable[..., None]:
        """A `trace` that adds up what happens."""
        player, place, stack = self.seat + 1, self.depth - 1, trial.stack
        watched: dict[int, tuple[Watched, ...]] = trial.program.preview
        heard = 0

        def trace(key: int, context: Context, subject: int, *_: Any) -> None:
            nonlocal heard
            if len(stack) <= place or stack[place][REGISTERS] is not flow:
                raise _Over
            heard += 1
            if not heard % EVENTS and self.deadline.has_passed():
                raise _Unknown
            for fact in watched.get(key & ~1, ()):
                if fact.by is not None and context[fact.by] != player:
                    continue
                after = not key & 1
                if fact.amount is not None:  # heard before and then prevented, it is 0
                    amount = context[fact.amount] if after else 0
                    tally[fact.name, subject] = tally.get((fact.name, subject), 0) + amount
                elif after:
                    tally[fact.name, subject] = 1

        if self.note is not None:
            vars(trace)["note_pool"] = self.note_pool
        return trace

    def note_pool(self, player: int, pool: Sequence[int], kind: str) -> None:
        """The match asks a player, or would if there were more to choose from than must be."""
        if self.note and player == self.seat + 1 and chooser_sort(kind) in ("card", "player"):
            self.note(pool)
            self.note = None


def answers_to_try(choice: Choice) -> Iterator[tuple[int, ...]]:
    """The answers to try: each option; of several the default, the fewest and the most."""
    if len(choice.options) > WIDTH:
        raise _Unknown
    if choice.maximum == 1:
        if choice.minimum == 0:
            yield ()
        yield from ((pick,) for pick in range(len(choice.options)))
    else:
        fewest, most = (tuple(range(count)) for count in (choice.minimum, choice.maximum))
        yield from dict.fromkeys((choice.default, fewest, most))


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
