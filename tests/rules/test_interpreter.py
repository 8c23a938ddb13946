"""
Compiled code does what the language says: programs made at random are played compiled, and by the
reference interpreter, which walks their trees. State, options, log and errors are the same at every
choice; and so they are where all code waits for what it calls, and goes on from its frame.
"""

from __future__ import annotations

import copy
import itertools
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from interpreter import interpreted
from programs import programs
from tiny import START, beast, build, on_play, spell

from rules.ground.errors import BudgetExceeded, RuleError
from rules.pack import load_pack
from rules.running.machine import run, start_code
from rules.running.match import Match
from rules.running.rows import ENOUGH

MORE = os.environ.get("PROGRAMS")  # how many, where that is said: what fails is made small then
PROGRAMS = int(MORE or 100)
BAZAAR = Path(__file__).parents[1] / "world" / "packs" / "bazaar"
ANSWERS = 12  # of a match
_numbers = itertools.count()


@contextmanager
def in_frames(pack: Any) -> Iterator[Any]:
    """The pack, all code of which that can be interrupted waits for whatever it calls."""
    words = {n.removeprefix("word "): unit for n, unit in pack.program.units.items()}
    calls = {
        name: partial(start_code, words[name].codes[0])
        if words[name].codes[0].run is None
        else call
        for name, call in pack.program.calls.items()
    }
    other = copy.copy(pack)
    other.program = replace(pack.program, calls=calls, found={})
    with (
        patch("rules.running.machine.MAX_NESTED", 0),
        patch("rules.running.frames.MAX_NESTED", 0),
    ):
        yield other


def standing(m: Match) -> Any:
    """All of a match that does not hang on how its code is written."""
    triggers = [
        (uuid, t.owner, t.source, t.id, t.key, t.removers, t.parent, t.definition.mode)
        for uuid, t in sorted(m.triggers.items())
    ]
    modifiers = [
        (uuid, e.owner, e.source, e.id, e.removers, e.definition.mode, e.definition.property)
        for uuid, e in sorted(m.modifiers.items())
    ]
    return {
        "state": list(m.state),
        "zones": list(m.zones),
        "cards": m.cards,
        "triggers": triggers,
        "modifiers": modifiers,
        "borne": {card: uuids for card, uuids in sorted(m.borne.items()) if uuids},
        "choices": [tuple(choice) for choice in m.choices],
        "log": [tuple(entry) for entry in m.log or ()],
        "rest": (m.rng, m.standings, m.next_uuid, m.stripped, m.owners, m.ended, m.gaps),
    }


def played(pack: Any, seed: int, copied: bool = False) -> Iterator[Any]:
    """
    How a match stands at each choice, of random answers; and the error with which it ends. It goes
    on from copies of it.
    """
    match, dice = Match.prepare(pack, 2, seed), Random(seed)
    try:
        run(match)
        for _ in range(ANSWERS):
            yield standing(match)
            if (
                not match.choices
                or len(match.state) - match.dealt >= ENOUGH * pack.program.layout.width
            ):
                return  # over, or there may be rows to collect, which a walk does not know
            match = match.clone(keep=True) if copied else match
            choice = match.choices[0]
            count = dice.randint(choice.minimum, choice.maximum)
            match.answer_unchecked(choice.seat, dice.sample(range(len(choice.options)), count))
    except (RuleError, BudgetExceeded) as error:
        yield standing(match), str(error)
    except Exception as error:  # noqa: BLE001 (that something is wrong, whatever Python says of it)
        yield standing(match), type(error).__name__


def same(one: list[Any], other: list[Any]) -> bool:
    """
    Whether two matches went alike, as far as both of them go: a value that hangs on itself is as
    deep as Python's stack, which is deeper for one than for the other.
    """
    for played_so in (one, other):
        last = played_so[-1]
        if isinstance(last, tuple) and last[1] == "RecursionError":
            length = min(len(one), len(other)) - 1
            return one[:length] == other[:length]
    return one == other


@pytest.mark.timeout(600 if not MORE else 0)
@settings(
    max_examples=PROGRAMS,
    deadline=None,
    phases=list(Phase) if MORE else [Phase.explicit, Phase.reuse, Phase.generate],
    suppress_health_check=list(HealthCheck),
)
@given(programs(), st.integers(0, 1 << 30), st.booleans())
def test_compiled_code_does_what_the_tree_says(program, seed, shared):
    """Whether fields of different kinds share their places or not."""
    folders = tempfile.TemporaryDirectory()
    with folders as folder, patch("rules.running.state.SHARE", 1.0 if shared else 0.0):
        pack = build(Path(folder), f"made{next(_numbers)}", **program)
    walked = list(played(interpreted(pack), seed))
    assert same(list(played(pack, seed, copied=True)), walked)
    with in_frames(pack) as other:
        assert same(list(played(other, seed)), walked)


@pytest.mark.parametrize("seed", range(8))
def test_conserved_numbers_change_hands_as_the_tree_says(seed):
    pack = load_pack(BAZAAR)
    assert same(list(played(pack, seed)), list(played(interpreted(pack), seed)))


def test_a_loop_in_frames_tells_what_it_hands_on_of_which_card_it_is(tmp_path):
    """It came to be about the last card of another loop, where a trigger was added in it."""
    bear = {"type": "transform", "target": "{one.target}", "into": "t.beast.bear"}
    listen = {"event": "onTick", "mode": "once", "do": [{"type": "note", "amount": 1}]}
    program = {
        "main": [
            {"type": "let", "id": "first", "value": {"chooser": "players"}}, START,
            {"type": "loop", "id": "one", "target": {"chooser": "cards"}, "do": [
                {"type": "addTriggers", "triggers": [listen]}, bear,
                {"type": "set", "of": "{one.target}", "field": "defeated", "amount": 1},
            ]},
        ],
        "cards": [beast("ox", count=2), beast("bear")],
    }  # fmt: skip
    pack = build(tmp_path, **program)
    walked = list(played(interpreted(pack), 1))
    with in_frames(pack) as other:
        assert list(played(other, 1)) == walked
    assert len(walked) == 1


def test_what_a_card_becomes_while_others_perform_is_not_performed(tmp_path):
    """Who performs is who does something at the timing as it begins."""
    turn = {"type": "transform", "target": "{match.shown}", "into": "t.spell.bolt"}
    count = {"type": "set", "of": "{match}", "field": "total", "amount": "{match.total} + 1"}
    program = {
        "main": [
            {"type": "let", "id": "first", "value": {"chooser": "players"}}, START,
            {"type": "let", "id": "bolts",
             "value": {"chooser": "cards", "where": "{it.kind} == spell"}},
            {"type": "let", "id": "oxen",
             "value": {"chooser": "cards", "where": "{it.kind} == beast"}},
            {"type": "set", "of": "{match}", "field": "shown", "amount": "{oxen.first}"},
            {"type": "perform", "at": "onPlay", "target": ["{bolts.first}", "{oxen.first}"],
             "player": "{first.first}", "with": {"playerUUID": "{first.first}"}},
        ],
        "fields": {"match": {"shown": {"type": "card"}}},
        "cards": [beast("ox"), spell("bolt", on_play(count, turn))],
    }  # fmt: skip
    pack = build(tmp_path, **program)
    walked = list(played(interpreted(pack), 1))
    assert list(played(pack, 1)) == walked
    match = Match.prepare(pack, 2, 1)
    run(match)
    total, shown = (pack.program.layout.fields["match", name].base for name in ("total", "shown"))
    assert match.state[total] == 1
    assert match.state[match.state[shown]] == match.state[match.cards[0]]


def test_cards_that_are_an_option_are_read_alike(tmp_path):
    total = {"type": "count", "of": {"chooser": "cards", "where": "{it.id} in {match.banned}"}}
    program = {
        "pack": {"options": {"banned": {"type": "definitions", "of": "beast"}}},
        "main": [{"type": "set", "of": "{match}", "field": "total", "amount": total}],
        "cards": [beast("ox", count=2), beast("bear")],
    }
    pack, banned = build(tmp_path, **program), {"banned": ["t.beast.ox"]}
    walked, compiled = (Match.new(game, 2, 1, banned) for game in (interpreted(pack), pack))
    assert standing(walked) == standing(compiled)
    assert compiled.field("total") == 2
