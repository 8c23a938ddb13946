"""
One match by machines, and what is recorded of it.

A match follows from its pack, its seed, its bots and its options alone: wherever it is played, its
`Result` is the same. What is recorded beyond its end is what the pack declares
(`rules.pack.measures`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import product
from typing import Any, Protocol

from ...ground.errors import RuleError
from ...pack import Pack, pack_of_match
from ...playing import bots as players
from ...playing.bots import native
from ...playing.bots.companions import Companion
from ...playing.invariants import check_invariants
from ...running.choices import Choice
from ...running.failing import failed_value
from ...running.match import Match
from ...running.measures import Heard, Held, Measure, Offered
from ...running.state import Context, next_random

MAX_DECISIONS = 20_000


class Plan(Protocol):
    """What is played, seed by seed."""

    @property
    def checks(self) -> int:
        """The invariants, as `play_match` wants them."""

    def setup_of(self, seed: int) -> tuple[int, dict[str, Any], tuple[str, ...]]:
        """Seats, options and bots by seat."""

    def describe(self) -> dict[str, Any]:
        """What makes it another plan, as JSON-able data."""


@dataclass(frozen=True)
class Variants:
    """Numbers of seats and options in turn."""

    seats: tuple[int, ...]
    bots: tuple[str, ...]  # one for all seats, or one a seat
    options: tuple[dict[str, Any], ...] = ({},)
    checks: int = 0

    def setup_of(self, seed: int) -> tuple[int, dict[str, Any], tuple[str, ...]]:
        """
        Seats, options and bots by seat. Seeds take turns through all variants, and from one such
        turn to the next each bot moves on by a seat.
        """
        variants = list(product(self.seats, self.options))
        seats, options = variants[seed % len(variants)]
        turn = seed // len(variants)
        bots = self.bots * seats if len(self.bots) == 1 else self.bots
        return seats, options, tuple(bots[(seat + turn) % seats] for seat in range(seats))

    def describe(self) -> dict[str, Any]:
        return {
            "seats": list(self.seats),
            "bots": list(self.bots),
            "options": list(self.options),
            "checks": self.checks,
        }


@dataclass(slots=True)
class Result:
    """What became of one match. Lists of numbers go by seat."""

    seed: int
    seats: int
    options: dict[str, Any] = field(default_factory=dict)
    bots: tuple[str, ...] = ()  # by seat
    decisions: int = 0
    rounds: int = 0
    standings: Any = None  # seats from first to last, ties together
    won: tuple[int, ...] = ()  # the seats that have won; none in a draw, or where all have lost
    roles: list[str] = field(default_factory=list)  # what each was, where the pack says it
    failure: str = ""  # why it was broken off
    culprit: str = ""  # the card whose behaviour failed; "": the flow, or a bot
    first: int | None = None  # the seat that came first in the first round
    events: dict[str, int] = field(default_factory=dict)
    subjects: dict[tuple[str, str], int] = field(default_factory=dict)  # (event, card it is about)
    series: dict[str, list[list[int]]] = field(default_factory=dict)  # at the start of each round
    final: dict[str, list[int]] = field(default_factory=dict)  # the same at the end
    cards: dict[str, dict[str, list[int]]] = field(default_factory=dict)  # stage -> card -> times
    lives: dict[str, list[int]] = field(default_factory=dict)  # by card: [begun, ended, rounds]
    output: list[str] = field(default_factory=list)  # the last lines that scripts have told
    unanswered: list[str] = field(default_factory=list)  # why scripts did not answer, each once

    def as_row(self) -> dict[str, Any]:
        """Everything but the subjects and what scripts say, as JSON-able data."""
        left_out = ("subjects", "output", "unanswered")
        names = [name for name in Result.__slots__ if name not in left_out]
        return {name: getattr(self, name) for name in names}


def play_match(
    pack: Pack,
    seed: int,
    seats: int,
    bots: str | Sequence[str] | Callable[[Match], Sequence[players.Bot]] = "random",
    checks: int = 0,
    options: dict[str, Any] | None = None,
) -> Result:
    """
    Play one match to its end. `bots`: one for all, or one a seat, as `rules.playing.bots.make_bot`
    knows them; or what makes them when the match has begun. They think in the native machine where
    that can be had (`rules.playing.bots.native`), as they would in Python. `checks`: 0 none, 1 the
    cheap invariants after every decision, n the deep ones at every n-th.

    Where all bots can think there the match is played whole inside that machine, which is many
    times faster, unless something fails in it.

    A match that cannot go on is no error here: `failure` says why it could not.
    """
    names: tuple[str, ...] = ()
    if not callable(bots):
        names = (bots,) * seats if isinstance(bots, str) else tuple(bots)
    result = Result(seed, seats, dict(options or {}), names)
    if names and checks <= 1 and _play_whole(pack, result, checks):
        return result
    recorder = match = None
    at: Sequence[players.Bot] = ()
    scripts = pack.program.scripts
    heard: Sequence[str] = ()
    try:
        match = Match.prepare(pack, seats, seed, options, log=False)
        heard = scripts.listen(match) if scripts is not None else ()
        recorder = Recorder(match, result)
        match.begin()
        if callable(bots):
            at = bots(match)
            result.bots = tuple([bot.name for bot in at])
        else:
            at = [native.make_bot(name, seed_of(seed, seat)) for seat, name in enumerate(names)]
        _play_to_end(match, recorder, at, checks)
        result.standings = match.standings
        result.won = match.ended.won if match.ended is not None else ()
        recorder.finish()
        if (failed := failed_value(match)) is not None:
            raise RuleError(failed)
    except Exception as error:  # noqa: BLE001 (whatever a card or a bot does wrong is a finding, not the end)
        result.failure = f"{type(error).__name__}: {error}"
        result.culprit = match.failing_card(error) if match is not None else ""
    if recorder is not None:
        recorder.count_events()
    result.output = list(heard)
    told = [str(each) for bot in at for each in getattr(bot, "failures", ())]
    result.unanswered = list(dict.fromkeys(told))
    return result


def _play_whole(pack: Pack, result: Result, checks: int) -> bool:
    """
    Whether a match could be played whole in the native machine; nothing has failed in it then, and
    its result has all that was recorded.
    """
    if pack.program.scripts is not None or pack.is_watched:
        return False
    try:
        match = Match.prepare(pack, result.seats, result.seed, result.options, log=False)
        seeds = [seed_of(result.seed, seat) for seat in range(result.seats)]
        found = native.play_whole(match, result.bots, seeds, MAX_DECISIONS, checks > 0)
    except Exception:  # noqa: BLE001 (whatever it is, playing step by step finds it again)
        return False
    if found is None:
        return False
    measures, by_symbol = pack.program.measures, pack.program.catalogue.by_symbol
    result.decisions, result.rounds, result.first = found.decisions, found.rounds, found.first
    result.standings, result.won = found.standings, found.won
    for name, rows in zip(measures.series, zip(*found.samples, strict=True), strict=False):
        *rounds, result.final[name] = rows
        if rounds:
            result.series[name] = rounds
    result.roles = names_of_roles(pack, found.roles)
    stages = [result.cards.setdefault(name, {}) for name in measures.stages]
    for stage, definition, seat, times in found.cards:
        seats = stages[stage].setdefault(by_symbol[definition].id, [0] * result.seats)
        seats[seat] += times
    add_lives(pack, result, found.lives)
    add_events(pack, result, found.heard)
    return True


def names_of_roles(pack: Pack, roles: Sequence[int]) -> list[str]:
    """What players have been, from symbols."""
    return [pack.program.symbol_name(role) or "" for role in roles]


def add_lives(pack: Pack, result: Result, lives: Mapping[int, Sequence[int]]) -> None:
    """The lives of cards, by definition."""
    for definition, counts in lives.items():
        known = pack.program.catalogue.by_symbol.get(definition)
        total = result.lives.setdefault(known.id if known else "", [0, 0, 0])
        for index, count in enumerate(counts):
            total[index] += count


def add_events(pack: Pack, result: Result, heard: Mapping[tuple[int, int], int]) -> None:
    """Events that were heard, by key and the definition of the subject: how often."""
    names = {declared.index: name for name, declared in pack.declarations.events.items()}
    by_symbol, by_key = pack.program.catalogue.by_symbol, dict[int, str]()
    events, subjects = result.events, result.subjects
    for (key, subject), count in heard.items():
        name = by_key.get(key)
        if name is None:
            name = by_key[key] = names[key // 2] + (" (before)" if key % 2 else "")
            events[name] = 0
        events[name] += count
        if subject in by_symbol:
            subjects[name, by_symbol[subject].id] = count


def _play_to_end(match: Match, recorder: Recorder, at: Sequence[players.Bot], checks: int) -> None:
    """
    Bots answer a match that has begun.

    :raises Exception: it cannot go on.
    """
    result = recorder.result
    with Companion(match) as companion:
        while not match.is_over:
            choice = match.choices[0]
            recorder.note_question(choice)
            picks = at[choice.seat].choose(match, choice.seat)
            recorder.note_answer(choice, picks)
            match.answer_unchecked(choice.seat, picks)
            companion.note_answer(choice.seat, picks)
            result.decisions += 1
            if checks:
                check_invariants(match, deep=checks > 1 and result.decisions % checks == 0)
            if result.decisions > MAX_DECISIONS:
                raise RuleError(f"no end after {MAX_DECISIONS} decisions")


def seed_of(seed: int, seat: int) -> int:
    """A seed for the bot at a seat."""
    return next_random(next_random(seed)[1] ^ seat)[1]


class Recorder:
    """Watches a match from before its first event and writes what happens into its result."""

    def __init__(self, match: Match, result: Result):
        self.match, self.result, self.measures = match, result, match.program.measures
        self.heard: Counter[tuple[int, int]] = Counter()  # (key, definition of the subject)
        # stage -> (card, its definition, player)
        self.stages: dict[str, Counter[tuple[int, int, int]]] = {}
        self.offers: dict[tuple[str, str], str] = {}  # (prompt, option) -> stage
        self.takes: dict[tuple[str, str], str] = {}  # the same, when it is taken
        self.offered: set[tuple[int, int, int, str]] = set()  # round, player, card, stage
        self.alive: dict[int, int] = {}  # card -> the round in which its life began
        self.seen: dict[int, list[int]] = {}  # definition -> [begun, ended, rounds]
        self.round = 0
        self.notes: dict[int, list[Callable[[Context], None]]] = {}
        self.listen_to_measures()
        match.trace = self.trace

    def listen_to_measures(self) -> None:
        measures = self.measures
        for name, stage in measures.stages.items():
            counted = self.stages[name] = Counter()
            source = stage.source
            if isinstance(source, Offered):
                options = self.takes if source.taken else self.offers
                options[source.prompt, source.option] = name
            elif isinstance(source, Heard):
                self.add_listener(source, self.counting_listener(source, counted))
        if measures.round is not None:
            self.add_listener(measures.round, partial(self.begin_round, measures.round))
        if measures.begins is not None and measures.ends is not None:
            self.add_listener(measures.begins, partial(self.begin_life, measures.begins))
            self.add_listener(measures.ends, partial(self.end_life, measures.ends))

    def add_listener(self, heard: Heard, listener: Callable[[Context], None]) -> None:
        self.notes.setdefault(heard.key, []).append(listener)

    def trace(self, key: int, context: Context, subject: int, *_: Any) -> None:
        """Every event of the match comes here."""
        state = self.match.state
        self.heard[key, state[subject] if 0 < subject < len(state) else 0] += 1
        if key in self.notes:
            for listener in self.notes[key]:
                listener(context)

    def counting_listener(
        self, heard: Heard, counted: Counter[tuple[int, int, int]]
    ) -> Callable[[Context], None]:
        what, player = heard.what, heard.player

        def count(context: Context) -> None:
            self.count(counted, context[what], context[player])

        return count

    def count(self, counted: Counter[tuple[int, int, int]], card: int, player: int) -> None:
        """Something happened to a card, which may be another one later, or to a definition."""
        printed = card in self.match.program.catalogue.by_symbol
        counted[card, card if printed else self.match.state[card], player] += 1

    def note_question(self, choice: Choice) -> None:
        """A card that is offered counts once a round and player."""
        player = choice.seat + 1
        for (prompt, word), stage in self.offers.items():
            if prompt != choice.prompt:
                continue
            for option in choice.options:
                offer = (self.round, player, option.entity, stage)
                if option.word == word and offer not in self.offered:
                    self.offered.add(offer)
                    self.count(self.stages[stage], option.entity, player)

    def note_answer(self, choice: Choice, picks: Sequence[int]) -> None:
        """An option that is about no card is about the card that asks."""
        for pick in picks:
            option = choice.options[pick]
            stage = self.takes.get((choice.prompt, option.word))
            if stage is not None:
                told = option.kind in ("card", "definition")
                card = option.entity if told else choice.subject
                self.count(self.stages[stage], card, choice.seat + 1)

    def begin_round(self, heard: Heard, context: Context) -> None:
        """Sample the series; an extra round of the same number is none."""
        number = context[heard.what]
        if number == self.round:
            return
        if not self.round:
            self.begin_first_round()
        self.round = number
        for name, values in self.sample_series().items():
            self.result.series.setdefault(name, []).append(values)

    def begin_first_round(self) -> None:
        match = self.match
        self.result.first = match.players_from(0)[0] - 1
        for name, stage in self.measures.stages.items():
            if isinstance(stage.source, Held):
                for player in range(1, match.seats + 1):
                    for card in stage.source.cards.value(match, player):
                        self.count(self.stages[name], card, player)

    def sample_series(self) -> dict[str, list[int]]:
        return {
            name: [measure.value(self.match, player) for player in range(1, self.match.seats + 1)]
            for name, measure in self.measures.series.items()
        }

    def begin_life(self, heard: Heard, context: Context) -> None:
        card = context[heard.what]
        if self.is_about(self.measures.lives, card):
            self.alive[card] = self.round
            self.seen.setdefault(self.match.state[card], [0, 0, 0])[0] += 1

    def end_life(self, heard: Heard, context: Context) -> None:
        card = context[heard.what]
        begun = self.alive.pop(card, None)
        if begun is not None:
            seen = self.seen.setdefault(self.match.state[card], [0, 0, 0])
            seen[1] += 1
            seen[2] += self.round - begun

    def is_about(self, where: Measure | None, card: int) -> bool:
        return where is None or bool(where.value(self.match, card))

    def was_about(self, card: int, definition: int) -> bool:
        """Whether the stages are about a card as it was when this was printed on it."""
        state = self.match.state
        now, state[card] = state[card], definition
        try:
            return self.is_about(self.measures.cards, card)
        finally:
            state[card] = now

    def finish(self) -> None:
        """The match is over."""
        result = self.result
        result.rounds = self.round
        result.final = self.sample_series()
        if (role := self.measures.role) is not None:
            values = [role.value(self.match, seat + 1) for seat in range(result.seats)]
            result.roles = names_of_roles(pack_of_match(self.match), values)
        for name, counted in self.stages.items():
            by_card = result.cards[name] = {}
            for (card, definition, player), times in counted.items():
                known = self.match.program.catalogue.by_symbol.get(definition)
                if known is not None and self.was_about(card, definition) and player:
                    by_card.setdefault(known.id, [0] * result.seats)[player - 1] += times
        add_lives(pack_of_match(self.match), result, self.seen)

    def count_events(self) -> None:
        add_events(pack_of_match(self.match), self.result, self.heard)
