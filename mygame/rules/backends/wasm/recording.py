"""
Matches that bots play whole in the native machine, and what is written down of them there
(`kernel/recording.h`): what a pack wants to know (`running.measures`), as numbers.

Begin with `play_recorded`.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from typing import Any, NamedTuple

from ...running.match import Match
from ...running.measures import Measures
from ...running.state import next_random
from .functions import NONE
from .layout import COUNT, PLAYER, RECORD
from .matches import NativeMatch
from .thinking import Level, Thinker

AT_RANDOM = 0  # a kind of bot, beside those of `thinking`
HEARD, CARDS, BEGUN = range(3)  # what is counted; behind it what ended, and rounds
ON, OUT = 0, 1  # what became of playing for a while; else something was wrong
ANSWERS = 32  # and slices of thoughts, between two looks at how far a match is


class Player(NamedTuple):
    """Who plays a seat: how it thinks (of kind `AT_RANDOM`: not at all), and its seed."""

    level: Level
    seed: int


class Record(NamedTuple):
    """
    What was written down of a match. `heard`: by key and definition of the subject; `cards`: by
    stage, definition and seat; `lives`: by definition, begun, ended, rounds; `samples`: at the
    beginning of each round and at the end, each series by seat.
    """

    decisions: int
    rounds: int
    first: int | None
    standings: Any
    won: tuple[int, ...]
    roles: list[int]
    heard: dict[tuple[int, int], int]
    cards: list[tuple[int, int, int, int]]
    lives: dict[int, list[int]]
    samples: list[list[list[int]]]


def play_recorded(
    thinker: Thinker, prepared: Match, players: Sequence[Player], most: int, checks: bool
) -> Record | None:
    """
    A match that was prepared (`Match.prepare`), played to its end by a player for each seat; with
    `checks` the cheap invariants are looked at after each answer. None: it has no end after `most`
    answers, or an invariant does not hold.

    :raises NotNative: it has what only the other machine can do.
    :raises Trap: something fails, or there is too much to write down.
    """
    machine = thinker.machine
    play, record_at = machine.function("play_on"), machine.address("record")
    m = NativeMatch.of(thinker.loaded, prepared)
    try:
        thinker.open_for(m)
        _lay_players(thinker, players)
        machine.function("begin_record")(m.address)
        m.run()
        became, decisions = ON, 0
        while became == ON and decisions <= most:
            became = play(m.address, ANSWERS, int(checks))
            _, _, decisions, *_ = struct.unpack_from(f"<{RECORD}", machine.view(), record_at)
        if became != OUT or decisions > most:
            return None
        return _read_record(m, prepared.program.measures)
    finally:
        m.release()


def _lay_players(thinker: Thinker, players: Sequence[Player]) -> None:
    row, rows = struct.Struct(f"<{PLAYER}"), b""
    for (level, seed), dice in zip(players, thinker.dice_of_seats, strict=False):
        if level.kind != AT_RANDOM:
            dice.seed(seed)
        random = next_random(seed)[1] if level.kind == AT_RANDOM else 0
        kinds = level.kind, level.iterations, level.slips, level.forced
        rows += row.pack(*kinds, random, dice.address, 0)
    at = thinker.machine.address("players")
    thinker.machine.view()[at : at + len(rows)] = rows


def _read_record(m: NativeMatch, measures: Measures) -> Record:
    machine = m.machine
    view, seats = machine.view(), m.loaded.seats
    first, rounds, decisions, counts, samples, _, *roles = struct.unpack_from(
        f"<{RECORD}", view, machine.address("record")
    )
    heard: dict[tuple[int, int], int] = {}
    cards: list[tuple[int, int, int, int]] = []
    lives: dict[int, list[int]] = {}
    row, at = struct.Struct(f"<{COUNT}"), machine.address("counted")
    for of, stage, a, b, _, times in row.iter_unpack(view[at : at + counts * row.size]):
        if of == HEARD:
            heard[a, b] = times
        elif of == CARDS:
            cards.append((stage, a, b, times))
        else:
            lives.setdefault(a, [0, 0, 0])[of - BEGUN] = times
    numbers = struct.unpack_from(f"<{samples}q", view, machine.address("sampled"))
    by_seat = [list(numbers[at : at + seats]) for at in range(0, samples, seats)]
    width = len(measures.series)
    standings, won = m.outcome
    return Record(
        decisions,
        rounds,
        None if first == NONE else first,
        standings,
        won,
        roles[:seats] if measures.role is not None else [],
        heard,
        cards,
        lives,
        [by_seat[at : at + width] for at in range(0, len(by_seat), width)] if width else [],
    )
