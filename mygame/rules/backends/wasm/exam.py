"""
The exam: the same matches on both machines, compared before every decision.

    python -m rules.backends.wasm.exam [PACK...] [--decisions N]

(`make exam`) plays matches at random until so many decisions of each pack have been compared, says
a line for each match, and goes on where it stopped. Compared is all that a match is
(`match_fields`): choices, state, zones, frames, what lasts, what seats know, standings; steps and
work left, and lines of the log; before each `HASHED`th decision and at the end the hashes, too
(`hashing`). Of the modules here it and `portable` know packs.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import cache, partial
from itertools import count
from pathlib import Path
from typing import Any

from ...ground.digests import digest
from ...ground.errors import ActionFailed
from ...ground.own_files import cache_folder, read_own, store_own
from ...language.compile import Compiler
from ...pack.build import load_with_compiler
from ...pack.definition import Pack
from ...pack.interface import engine_digest
from ...pack.versions import Compiled
from ...running.match import Match
from .building import read_built
from .functions import NotNative
from .hashing import native_hash, plain_hash
from .host import Trap, functions_of, why_missing
from .layout import OUT_OF_MEMORY
from .loading import Loaded, Written, load_change, load_program
from .matches import NativeMatch
from .mirror import Differs, compare
from .writer import write_unit

PACKS = Path(__file__).parents[3] / "world/packs"
LOGGED = 4  # every so many matches their logs are compared, too
LONGEST = 5_000  # decisions of a match: who is left alone may play at random for ever
HASHED = 8  # and before every so many decisions their hashes
#: How often, of all decisions, a match is laid in anew, an answer taken back, and a seat gives up.
LAID, TAKEN_BACK, GIVEN_UP = 0.01, 0.01, 0.003


class TooLong(Exception):
    """
    So much happened in one action that the native machine's memory of a match is used up, which
    Python does not limit; `args[1]` decisions before it were the same.
    """


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
    write = partial(write_units, pack.program.units, compiler, read_built())
    return load_or_write(pack, seats, write)


def load_or_write(pack: Pack, seats: int, write: Callable[[], Written]) -> Loaded:
    """
    A pack for the native machine: as it was kept, or from what `write` gives.

    :raises NotNative: as `load_native`.
    """
    version = digest(engine_digest(), pack.program.hash)
    return load_program(read_built(), pack.program, seats, version, write)


def load_changed(before: Loaded, compiled: Compiled) -> Loaded:
    """
    The version of a pack that a change leads to, for the native machine; `compiled` has kept its
    sources.

    :raises NotNative: it has what only the other machine can do.
    :raises Outdated: it has to be loaded anew.
    """
    kernel = read_built()
    program, compiler = compiled.pack.program, compiled.compiler
    names = {*compiler.compiled, *(program.units.keys() - before.numbers.units.keys())}
    names &= program.units.keys()
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
    Play a match at random on both machines; how many decisions that were. Every other one has
    options at random. At random moments a seat gives up; where there is no log (its lines cost, and
    stand in one place for all), the match is laid into the machine once more as it stands, and goes
    on there, too, and an answer is taken back.

    :raises Differs: at one of them they do not agree.
    """
    chance = random.Random(seed)
    log = seed % LOGGED == 0
    options = options_at_random(pack, loaded.seats, chance) if seed % 2 else {}
    reference = Match.new(pack, loaded.seats, seed, options, log=log)
    dealt = Match.prepare(pack, loaded.seats, seed, options, log=log)
    native = NativeMatch.begin(loaded, dealt)
    matches, decisions = [native], 0
    try:
        compare(reference, native)
        while reference.standings is None and decisions < LONGEST:
            if not log and len(matches) < 3 and chance.random() < LAID:
                laid = Match.load(pack, reference.save()) if seed % 3 else reference.clone()
                matches.append(NativeMatch.of(loaded, laid))
                compare(reference, matches[-1])
            if not log and chance.random() < TAKEN_BACK:
                before, kept = reference.clone(), native.copy()
                compare(reference, native, _go_on(reference, matches[:1], chance))
                native.stand_as(kept)
                kept.release()
                reference.become(before)
                compare(reference, native)
            if decisions % HASHED == 0:
                compare_hashes(reference, native, dealt)
            ran = _go_on(reference, matches, chance)
            decisions += 1
            for each in matches:
                compare(reference, each, ran)
        compare_hashes(reference, native, dealt)
    except (Differs, Trap, ActionFailed) as problem:
        why = f"seed {seed}, decision {decisions}: {problem}"
        if isinstance(problem, Trap) and native.take_failure() == OUT_OF_MEMORY:
            raise TooLong(why, decisions) from None
        raise Differs(why) from None
    finally:
        for each in matches:
            each.release()
    return decisions


def compare_hashes(reference: Match, native: NativeMatch, dealt: Match) -> None:
    """
    Hold the hash of a match against that of the same on the other machine; both began as `dealt`.

    :raises Differs: they are not the same.
    """
    wanted = plain_hash(reference, native.loaded.numbering)
    if wanted != (found := native_hash(native, dealt, reference.settled)):
        raise Differs(f"hash {wanted} and {found}")


def _go_on(reference: Match, matches: Iterable[NativeMatch], chance: random.Random) -> bool:
    """
    Do one thing at random in all of these, which stand alike. Whether the match went on by it: an
    answer may have to wait for those of others.
    """
    before = getattr(reference, "ticks", None)
    staying = [seat for seat in range(reference.seats) if not reference.has_conceded(seat)]
    if chance.random() < GIVEN_UP and len(staying) > 1:
        seat = chance.choice(staying)
        reference.concede(seat)
        for each in matches:
            each.concede(seat)
        return reference.ticks is not before
    choice = chance.choice(reference.choices)
    count = chance.randint(choice.minimum, choice.maximum)
    picks = chance.sample(range(len(choice.options)), count)
    reference.answer(choice.seat, picks)
    for each in matches:
        each.answer(choice.seat, picks)
    return reference.ticks is not before


def options_at_random(pack: Pack, seats: int, chance: random.Random) -> dict[str, Any]:
    """Options with which a match can begin."""
    given: dict[str, Any] = {}
    for name, spec in pack.program.options.items():
        if spec.cards is not None:
            continue
        tried = given | {name: chance.randint(spec.minimum, spec.maximum)}
        with suppress(ValueError):
            Match.prepare(pack, seats, 0, tried, log=False)
            given = tried
    return given


def compare_matches(pack: Pack, loaded: Loaded, seed: int = 0) -> Iterator[tuple[int, int]]:
    """
    Play one match after the other: the seed of each, and how many decisions it had.

    :raises Differs: the machines do not agree in one.
    """
    while True:
        yield seed, compare_match(pack, loaded, seed)
        seed += 1


def take_exam(folder: Path, wanted: int) -> None:
    """
    Play the exam of a pack from where it stopped, with each number of players in turn.

    :raises Differs: the machines do not agree.
    :raises NotNative: it has what only the other machine can do.
    """
    pack, compiler = load_with_compiler(folder)
    load = cache(partial(load_native, pack, compiler))
    path = cache_folder() / f"{digest(pack.program.hash, read_built().hex())}.exam"
    kept = read_own(path)
    seed, total = json.loads(bytes(kept)) if kept is not None else (0, 0)
    begun, before = time.process_time(), total
    for at in count(seed):
        if total >= wanted:
            break
        loaded = load(pack.program.seats[at // LOGGED % len(pack.program.seats)])
        try:
            total += compare_match(pack, loaded, at)
        except TooLong as problem:
            print(f"{pack.id}: one action is too long for the native machine: {problem.args[0]}")
            total += problem.args[1]
        with suppress(OSError):
            store_own(path, json.dumps([at + 1, total]).encode())
        speed = (total - before) / (time.process_time() - begun)
        told = f"{pack.id}: match {at} of {loaded.seats}, {total} of {wanted} decisions equal"
        print(f"{told}, {speed:.0f} a second", flush=True)


def main() -> int:
    """Play the exam of packs, one after the other; see the module."""
    parser = argparse.ArgumentParser(description="Hold the native machine against the other one.")
    parser.add_argument("packs", nargs="*", type=Path, help="folders; without any, all of the game")
    parser.add_argument("--decisions", type=int, default=20_000, help="of each pack")
    given = parser.parse_args()
    if (why := why_missing()) is not None:
        print(f"There is no native machine: {why}.")
        return 1
    failed = 0
    for folder in given.packs or sorted(each.parent for each in PACKS.glob("*/pack.json5")):
        try:
            take_exam(folder, given.decisions)
        except NotNative as problem:
            print(f"{folder.name}: Python alone plays it ({problem}).")
        except Differs as problem:
            print(f"{folder.name}: the machines do not agree: {problem}")
            failed = 1
    return failed


if __name__ == "__main__":
    sys.exit(main())
