"""
The exam: the same matches on both machines, compared before every decision.

    python -m rules.backends.wasm.exam PACK DECISIONS

plays matches at random until so many decisions have been compared, says a line for each, and goes
on where it stopped. Compared are the choices (who, how many, options,
default, what is told, what is barred), the state, the zones, the dice, steps and work left, lines
of the log, and whether the match is over. Of the modules here it and `portable` know packs.
"""

from __future__ import annotations

import json
import operator
import random
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

from ...ground.digests import digest
from ...ground.own_files import cache_folder, read_own, store_own
from ...language.compile import Compiler
from ...pack.build import load_with_compiler
from ...pack.definition import Pack
from ...pack.interface import engine_digest
from ...pack.versions import Compiled
from ...running.match import Match
from ...running.symbols import symbol_of
from .building import BUILT
from .host import Trap, functions_of
from .loading import Loaded, Written, load_change, load_program
from .matches import NativeChoice, NativeMatch
from .writer import write_unit

LOGGED = 4  # every so many matches their logs are compared, too


class Differs(Exception):
    """The machines do not agree."""


def load_both(folder: Path | str, seats: int | None = None) -> tuple[Pack, Loaded]:
    """
    A pack for both machines, for so many players or as many as there can be.

    :raises PackError: the pack has mistakes.
    :raises NotNative: it has what only one machine can do.
    """
    pack, compiler = load_with_compiler(folder)
    return pack, load_native(pack, compiler, seats or max(pack.program.seats))


def load_native(pack: Pack, compiler: Compiler, seats: int) -> Loaded:
    """
    A pack that was compiled, for the native machine.

    :raises NotNative: it has what only the other machine can do.
    """
    kernel, version = BUILT.read_bytes(), digest(engine_digest(), pack.program.hash)
    write = partial(write_units, pack.program.units, compiler, kernel)
    return load_program(kernel, pack.program, seats, version, write)


def load_changed(before: Loaded, compiled: Compiled) -> Loaded:
    """
    The version of a pack that a change leads to, for the native machine; `compiled` has kept its
    sources.

    :raises NotNative: it has what only the other machine can do.
    :raises Outdated: it has to be loaded anew.
    """
    kernel = BUILT.read_bytes()
    program, compiler = compiled.pack.program, compiled.compiler
    names = {name for name, _ in compiler.routines} | program.units.keys()
    names -= before.numbers.units.keys() - {name for name, _ in compiler.routines}
    return load_change(kernel, before, program, write_units(sorted(names), compiler, kernel))


def write_units(names: Iterable[str], compiler: Compiler, kernel: bytes) -> Written:
    """
    Units that have been compiled, for a kernel.

    :raises NotNative: one has what only one machine can do.
    """
    functions = functions_of(kernel)
    routines: dict[str, list[Any]] = {name: [] for name in names}
    for name, routine in compiler.routines:
        routines[name].append(routine)
    units = {name: write_unit(name, found, functions) for name, found in routines.items()}
    changed = [compiler.written[name]["changed"] for name in units]
    return Written(units, {name: changer for each in changed for name, changer in each.items()})


def compare_match(pack: Pack, loaded: Loaded, seed: int) -> int:
    """
    Play a match at random on both machines; how many decisions that were.

    :raises Differs: at one of them they do not agree.
    """
    chance = random.Random(seed)
    log = seed % LOGGED == 0
    reference = Match.new(pack, loaded.seats, seed, log=log)
    decisions = 0
    try:
        native = NativeMatch.begin(loaded, Match.prepare(pack, loaded.seats, seed, {}, log=log))
        compare(reference, native)
        while reference.standings is None:
            choice = chance.choice(reference.choices)
            count = chance.randint(choice.minimum, choice.maximum)
            picks = chance.sample(range(len(choice.options)), count)
            reference.answer(choice.seat, picks)
            native.answer(choice.seat, picks)
            decisions += 1
            compare(reference, native)
        native.release()
    except (Differs, Trap) as problem:
        raise Differs(f"seed {seed}, decision {decisions}: {problem}") from None
    return decisions


def compare(reference: Match, native: NativeMatch) -> None:
    """
    Hold a match against the same on the other machine.

    :raises Differs: they do not agree.
    """
    lines, log = native.take_log(), reference.log
    noted = log.rows if log is not None else []
    asked = [
        NativeChoice(
            each.seat,
            each.minimum,
            each.maximum,
            symbol_of(each.prompt),
            each.subject,
            tuple([option.entity for option in each.options]),
            tuple(each.default),
            tuple([value for _, _, value in each.values]),
            tuple([option.entity for _, option in each.barred]),
        )
        for each in reference.choices
    ]
    for name, one, other in (
        ("over", reference.standings is not None, native.over),
        ("choices", asked, native.choices),
        ("state", reference.state, native.state),
        ("zones", list(reference.zones), native.zones),
        ("dice", reference.rng, native.random),
        ("budget", native.budget if reference.is_over else _budget_of(reference), native.budget),
        ("log", noted[len(noted) - len(lines) :], lines),
    ):
        if one != other:
            raise Differs(f"{name} {_first_difference(one, other)}")


def _budget_of(reference: Match) -> tuple[int, int, int]:
    return operator.length_hint(reference.ticks), reference.work, reference.next_uuid


def _first_difference(one: Any, other: Any) -> str:
    """Where two values differ, in few words."""
    if isinstance(one, list) and len(one) == len(other):
        place = next(n for n, (a, b) in enumerate(zip(one, other, strict=True)) if a != b)
        return f"at {place}: {one[place]} and {other[place]}"
    return f"{one} and {other}"


def compare_matches(pack: Pack, loaded: Loaded, seed: int = 0) -> Iterator[tuple[int, int]]:
    """
    Play one match after the other: the seed of each, and how many decisions it had.

    :raises Differs: the machines do not agree in one.
    """
    while True:
        yield seed, compare_match(pack, loaded, seed)
        seed += 1


def main(folder: str, wanted: str) -> None:
    """Play the exam of a pack, from where it stopped; see the module."""
    pack, loaded = load_both(folder)
    taken = digest(pack.program.hash, BUILT.read_bytes().hex())
    path = cache_folder() / f"{taken}.exam"
    kept = read_own(path)
    seed, total = json.loads(bytes(kept)) if kept is not None else (0, 0)
    begun, before = time.monotonic(), total
    for at, decisions in compare_matches(pack, loaded, seed):
        total += decisions
        with suppress(OSError):
            store_own(path, json.dumps([at + 1, total]).encode())
        speed = (total - before) / (time.monotonic() - begun)
        print(f"{pack.id}: match {at}, {total} of {wanted} decisions equal, {speed:.0f} a second")
        if total >= int(wanted):
            return


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except Differs as problem:
        sys.exit(f"The machines do not agree: {problem}")
