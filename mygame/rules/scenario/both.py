"""
Scenarios on both machines: `python -m rules.scenario --both`.

Where a scenario begins its match is laid into the native machine, too; there it hears the same
event, is given the same answers, and all that a match is must be the same (`wasm.mirror`).
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import cache, partial
from operator import methodcaller
from pathlib import Path
from typing import Any

from ..backends.wasm.exam import load_native
from ..backends.wasm.functions import NotNative
from ..backends.wasm.loading import Loaded
from ..backends.wasm.mirror import Differs, Mirror
from ..backends.wasm.whole_matches import WholeMatch
from ..pack import Pack
from ..pack.build import load_with_compiler
from ..running.match import Match
from .given import Trace
from .playing import Failure, Player

type Load = Callable[[int], Loaded]


class TraceOnBoth(Trace):
    """
    Lays the match in where the scenario begins. `problem`: what was not the same; `followed`: what
    the native machine has done as the other one.
    """

    def __init__(self, load: Load, match: Match):
        super().__init__(match)
        self.load, self.problem, self.followed = load, "", 0
        self.mirror: Mirror | None = None

    def begin(self) -> None:
        try:
            self.mirror = Mirror(self.load(self.match.seats), self.match)
        except NotNative as problem:
            self.problem = f"one machine alone can play this: {problem}"
        self.do_in_both(methodcaller("begin"))

    def do_in_both(self, do: Callable[[Match | WholeMatch], None]) -> None:
        """Do something in both; once they are not the same, in the one alone."""
        mirror = self.mirror
        if mirror is None:
            do(self.match)
            return
        try:
            mirror.do_in_both(do)
            self.followed += 1
        except (Differs, NotNative) as problem:
            self.problem = f"the machines do not agree: {problem}"
            self.release()
        if mirror.failed is not None:
            raise mirror.failed

    def release(self) -> None:
        """The native match is needed no more."""
        if self.mirror is not None:
            self.mirror.release()
        self.mirror = None


class PlayerOnBoth(Player):
    """Plays one scenario on both machines; that they do not agree is a failure."""

    def __init__(self, load: Load, pack: Pack, scenario: dict[str, Any], verbose: bool = False):
        super().__init__(pack, scenario, verbose)
        self.load, self.watched = load, list[TraceOnBoth]()
        self.watch = self._watch_on_both

    def _watch_on_both(self, match: Match) -> Trace:
        self.watched.append(TraceOnBoth(self.load, match))
        return self.watched[-1]

    def play(self) -> list[Failure]:
        try:
            return super().play()
        finally:
            for trace in self.watched:
                trace.release()

    def start(self) -> None:
        try:
            super().start()
        finally:
            self._tell_problem()

    def take_answer(self, seat: int, picks: tuple[int, ...]) -> None:
        self._do_in_both(lambda m: m.answer(seat, picks))

    def concede(self, seat: int) -> None:
        self._do_in_both(lambda m: m.concede(seat))

    def _do_in_both(self, do: Callable[[Match | WholeMatch], None]) -> None:
        try:
            self.watched[-1].do_in_both(do)
        finally:
            self._tell_problem()

    def _tell_problem(self) -> None:
        for trace in self.watched:
            if trace.problem:
                self.add_failure(self.at, trace.problem)
                trace.problem = ""


def load_for_both(folder: Path) -> tuple[Pack, Callable[..., Player]]:
    """
    A pack, and what makes players of it that play on both machines; where one cannot play it at
    all that is said, and they play on the other.

    :raises PackError: the pack has mistakes.
    """
    pack, compiler = load_with_compiler(folder)
    load = cache(partial(load_native, pack, compiler))
    try:
        load(max(pack.program.seats))
    except NotNative as problem:
        print(f"{pack.id}: Python alone plays it ({problem}).", file=sys.stderr)
        return pack, Player
    return pack, partial(PlayerOnBoth, load)
