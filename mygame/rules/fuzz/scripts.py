"""One round: a script of a pack mutated, and matches played in which its cards are chosen."""

from __future__ import annotations

import gc
from contextlib import suppress
from functools import cache
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, cast

from ..ground.errors import ActionFailed, PackError, Problem
from ..language.units import Written
from ..pack import Pack
from ..pack.build import Builder, load_pack
from ..pack.files import Loader
from ..pack.likeness import resolve_likeness
from ..pack.scripts import OWN, add_cards, is_script, name_of_script
from ..running.match import Match
from .hostile import mutate_script
from .trial import NOTHING, Result, Watch, limited

if TYPE_CHECKING:
    from ..lua.scripts import LuaScripts

ANSWERS = 120  # of a match
MATCHES = 2
SECONDS = 0.5  # nothing may take longer: one call of a function is an answer's at most


def run_scripts(lua: str, folder: str, seed: int) -> Result:
    """A round in a process of its own; `lua`: a folder of further scripts, or nothing."""
    with limited():
        return _bench_of(folder, lua).run_round(seed)


@cache
def _bench_of(folder: str, lua: str) -> ScriptBench:
    return ScriptBench(Path(folder), Path(lua) if lua else None)


class ScriptBench:
    """A pack whose scripts are mutated round after round."""

    def __init__(self, folder: Path, lua: Path | None):
        self.folder = folder
        loader = Loader()
        self.raw, self.sources = loader.read_folder(folder, ())
        if loader.problems:
            raise PackError(loader.problems)
        for path in sorted(lua.glob("*.lua")) if lua is not None else ():
            self.sources[f"{folder.name}/lua/{path.name}"] = path.read_text(encoding="utf-8")
        self.places = [
            place
            for place in self.sources
            if is_script(place) and not name_of_script(place).startswith(OWN)
        ]
        self.units = dict(load_pack(folder).origin.units)
        self.units |= self._build(self.sources)[1]

    def _build(self, sources: dict[str, str]) -> tuple[Pack, dict[str, Written]]:
        raw = {**self.raw, "cards": dict(self.raw["cards"])}
        problems: list[Problem] = []
        if not add_cards(raw, sources, problems):
            raise PackError(problems)
        resolve_likeness(raw)
        builder = Builder(self.folder, raw, sources, problems, known=self.units)
        return builder.build(), builder.compiler.written

    def run_round(self, seed: int) -> Result:
        """
        Mutate a script; where the pack still stands, play with it.

        Everything a script can do wrong ends in a finding; nothing is raised.
        """
        watch = ScriptWatch(f"{self.folder.name} {seed}")
        chance = Random(f"scripts {self.folder.name} {seed}")
        place = chance.choice(self.places)
        sources = {**self.sources, place: mutate_script(self.sources[place], chance)}
        pack = None
        with watch.begin_step("check"), suppress(PackError):
            pack, _ = self._build(sources)
        answers = failed = 0
        if pack is not None:
            answers, failed = play_twice(pack, chance, watch)
            pack = None
        gc.collect()
        return NOTHING._replace(
            checked=1,
            played=int(answers > 0),
            answers=answers,
            failed=failed,
            slowest=watch.slowest,
            memory=watch.memory(),
            findings=watch.findings,
        )


def play_twice(pack: Pack, chance: Random, watch: Watch) -> tuple[int, int]:
    """
    Play matches at random, and each of them once more from its journal when the others have been
    played; how many answers, how many failed.
    """
    count = failed = 0
    scripts = cast("LuaScripts", pack.program.scripts)
    declared = {card["id"] for card in scripts.state().cards}
    played: list[tuple[int, int, Match]] = []
    for _ in range(MATCHES):
        seats, seed = chance.choice(sorted(pack.program.seats)), chance.randrange(1 << 30)
        match = None
        with watch.begin_step("deal"), suppress(ActionFailed):
            match = Match.new(pack, seats, seed, log=False)
        if match is None:
            return count, failed + 1
        for _ in range(ANSWERS):
            if match.is_over or watch.findings:
                break
            count += 1
            with watch.begin_step("answer"):
                try:
                    match.answer(*pick(declared, match, chance))
                except ActionFailed:
                    failed += 1
        played.append((seats, seed, match))
    for seats, seed, match in played:
        with watch.begin_step("replay whole match"), suppress(ActionFailed):
            again = Match.replay(pack, seats, seed, None, match.journal)
            if again.hash() != match.hash():
                watch.add_finding("replayed it is another match")
    return count, failed


def pick(declared: set[str], match: Match, chance: Random) -> tuple[int, list[int]]:
    """A seat and what it picks: mostly at random, of cards that scripts declare where there are."""
    choice = chance.choice(match.choices)
    count = chance.randint(choice.minimum, choice.maximum)
    picks = chance.sample(range(len(choice.options)), count)
    named = [match.card_id(option.entity) or "" for option in choice.options]
    own = [at for at, card in enumerate(named) if card in declared]
    if own and choice.minimum <= 1 <= choice.maximum and chance.random() < 0.8:
        picks = [chance.choice(own)]
    return choice.seat, picks


class ScriptWatch(Watch):
    """A watch that allows less."""

    def __exit__(self, kind: object, error: object, trace: object) -> bool:
        slowest = self.slowest
        self.slowest = 0.0
        known = super().__exit__(kind, error, trace)
        if self._doing == "answer" and self.slowest > SECONDS:
            self.add_finding(f"{self.slowest:.2f} s")
        self.slowest = max(slowest, self.slowest if self._doing == "answer" else 0.0)
        return known
