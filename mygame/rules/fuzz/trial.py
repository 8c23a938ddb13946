"""One round: all cards of a pack mutated, checked, and those that pass played."""

from __future__ import annotations

import resource
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, NamedTuple, NoReturn

from ..ground.errors import ActionFailed, PackError
from ..language.compile import UNREADABLE
from ..language.units import Written
from ..pack import Pack
from ..pack.build import Builder, load_pack
from ..pack.files import WORLD, Loader
from ..playing.bots import make_bot
from ..playing.invariants import check_invariants
from ..playing.preview import foretell
from ..running import decks
from ..running.match import Match
from ..telling.phrasebook import LANGUAGES
from ..telling.text import Text, all_sentences
from .both import changed_on_both, play_on_both
from .mutate import mutate_cards

ANSWERS = 40  # of a match
BOTS = ("greedy", "adept:iterations=4")  # every so often one of them answers
EVERY = 5
SECONDS = 2.0  # nothing may take longer
#: Cards, iterations, answers: each may take its whole budget.
AT_ONCE = {"check": 10, "bot": 4, "change on both": 10, "play on both": 40, "follow": 4}
MEGABYTES = 300  # of memory, beside what the process had before
BYTES = 1 << 30  # of data a process may have
HANGS = 60  # seconds of processor time of a round after which it is broken off


class Result(NamedTuple):
    """How many cards were checked, how many of them were played, and what should not be."""

    checked: int
    played: int
    both: int  # decisions after which both machines agreed
    answers: int
    failed: int  # actions, each told to the player as one sentence
    slowest: float  # seconds of one step
    memory: int  # megabytes more than before
    findings: tuple[str, ...]


NOTHING = Result(0, 0, 0, 0, 0, 0.0, 0, ())


def run_trial(folder: str, seed: int) -> Result:
    """A round in a process of its own, which may take so much memory and time and no more."""
    with limited():
        return _bench_of(folder).run_round(seed)


@contextmanager
def limited() -> Iterator[None]:
    """What is done in it may take so much memory and time and no more."""
    # Not of address space: the native machine reserves much more than it uses.
    resource.setrlimit(resource.RLIMIT_DATA, (BYTES, BYTES))
    signal.signal(signal.SIGVTALRM, _raise_timeout)
    signal.setitimer(signal.ITIMER_VIRTUAL, HANGS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)


def _raise_timeout(*_: Any) -> NoReturn:
    raise TimeoutError(f"more than {HANGS} s")


@cache
def _bench_of(folder: str) -> Bench:
    return Bench(Path(folder))


class Bench:
    """A pack whose cards are mutated round after round."""

    def __init__(self, folder: Path):
        self.folder = folder
        loader = Loader()
        self.raw, self.sources = loader.read_folder(folder, ())
        if loader.problems:
            raise PackError(loader.problems)
        self.cards = {name: card for name, (_, card) in self.raw["cards"].items()}
        self.units = dict(load_pack(folder).origin.units)  # what is known need not be compiled
        self.witness = Witness(_another_pack(folder))

    def run_round(self, seed: int) -> Result:
        """
        Mutate every card, find out which of them pass, and play with those that do.

        Everything a card can do wrong ends in a finding; nothing is raised.
        """
        watch = Watch(f"{self.folder.name} {seed}")
        chance = Random(f"{self.folder.name} {seed}")
        changed = mutate_cards(self.cards, chance)
        pack, passed = self._passing_cards(changed, watch)
        answers = failed = both = 0
        if pack is not None:
            answers, failed = _play(pack, seed, chance, watch, passed)
            both = self._play_on_both({name: changed[name] for name in passed}, seed, chance, watch)
        if not self.witness.is_unchanged():
            watch.add_finding(f"{self.witness.pack.id} has changed, too")
        return Result(
            len(changed),
            len(passed),
            both,
            answers,
            failed,
            watch.slowest,
            watch.memory(),
            watch.findings,
        )

    def _play_on_both(self, cards: dict[str, Any], seed: int, chance: Random, watch: Watch) -> int:
        """Play a match with these cards on both machines; after how many decisions they agreed."""
        found, decisions = None, 0
        with watch.begin_step("change on both"):
            found = changed_on_both(self.folder, cards)
        if found is not None:
            with watch.begin_step("play on both"):
                pack, loaded = found
                options = deck_options(pack, seed, set(cards))
                match = Match.prepare(pack, loaded.seats, seed, options, log=False)
                decisions, _ = play_on_both(match, loaded, chance, ANSWERS)
        return decisions

    def _passing_cards(self, changed: dict[str, Any], watch: Watch) -> tuple[Pack | None, set[str]]:
        """
        The pack with those mutated cards that have no problems. What is wrong elsewhere, such as
        with a deck, comes of what cards print; if not of that, half of them are tried without.
        """
        passing = set(changed)
        printed = {
            name
            for name in passing
            if _printed_part(changed[name]) != _printed_part(self.cards[name])
        }
        written: dict[str, Written] = {}
        while passing:
            cards = {
                name: (place, changed[name] if name in passing else card)
                for name, (place, card) in self.raw["cards"].items()
            }
            raw = {**self.raw, "cards": cards}
            builder = Builder(self.folder, raw, self.sources, known=self.units | written)
            with watch.begin_step("check"):
                try:
                    return builder.build(), passing
                except PackError as error:
                    written |= builder.compiler.written
                    wrong = {name for name in passing if _is_about(error, self.raw, name)}
                    for problem in error.problems:
                        if UNREADABLE in problem.message:
                            watch.add_finding(str(problem))
            if watch.findings:
                break
            passing -= wrong or passing & printed or set(list(passing)[::2])
        return None, set()


class Witness:
    """Another pack, which nothing that is done with mutated cards may change."""

    def __init__(self, folder: Path):
        self.pack = load_pack(folder)
        self._before = self._fingerprint()

    def is_unchanged(self) -> bool:
        """Whether it reads and plays as it did at the beginning."""
        return self._fingerprint() == self._before

    def _fingerprint(self) -> tuple[str, ...]:
        match = Match.new(self.pack, max(self.pack.program.seats), 1)
        for _ in range(ANSWERS):
            if match.choices:
                match.answer(match.choices[0].seat, match.choices[0].default)
        return (
            self.pack.program.rules,
            match.hash(),
            *(all_sentences(self.pack, each) for each in LANGUAGES),
        )


def _another_pack(folder: Path) -> Path:
    """A pack of the world that is not this one."""
    shipped = sorted((manifest.parent for manifest in WORLD.glob("*/pack.json5")), reverse=True)
    return next(other for other in shipped if other != folder)


def _printed_part(card: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in card.items() if key != "behaviors"}


def _is_about(error: PackError, raw: dict[str, Any], name: str) -> bool:
    place = raw["cards"][name][0]
    return any(problem.place.startswith(place) for problem in error.problems)


def _play(pack: Pack, seed: int, chance: Random, watch: Watch, passed: set[str]) -> tuple[int, int]:
    """
    Play one match at random, with decks of the cards that passed, reading everything; how many
    answers, how many of them failed.
    """
    answers = failed = 0
    texts = [Text(pack, language) for language in LANGUAGES]
    with watch.begin_step("read"):
        for text in texts:
            for card in pack.cards:
                text.rules_text(card)
    match = None
    with watch.begin_step("deal"):
        try:
            match = Match.new(pack, max(pack.program.seats), seed, deck_options(pack, seed, passed))
        except ActionFailed:
            return 0, 1
    while match is not None and not match.is_over and answers < ANSWERS and not watch.findings:
        choice = chance.choice(match.choices)
        with watch.begin_step("foresee"):
            foretell(match, choice.seat)
        with watch.begin_step("look"):
            for text in texts:
                for option in choice.options[:20]:
                    text.option(option, match)
                text.prompt(choice, match)
        count = chance.randint(choice.minimum, choice.maximum)
        picks = tuple(chance.sample(range(len(choice.options)), count))
        answers += 1
        if answers % EVERY == 0:
            with watch.begin_step("bot"):
                picks = make_bot(chance.choice(BOTS), seed).choose(match, choice.seat)
        with watch.begin_step("answer"):
            try:
                match.answer(choice.seat, picks)
            except ActionFailed:
                failed += 1
        with watch.begin_step("look about"):
            check_invariants(match, deep=answers % 8 == 0, promised=False)
    return answers, failed


def deck_options(pack: Pack, seed: int, passed: set[str]) -> dict[str, Any]:
    """The option of a match by which every seat has a deck with these cards, where decks are."""
    if pack.program.deck_rules is None:
        return {}
    seats = range(max(pack.program.seats))
    return {
        "bring": [{"deck": decks.random_deck(pack.program, seed + seat, passed)} for seat in seats]
    }


class Watch:
    """Looks at each step: how long it takes, and that nothing is raised."""

    def __init__(self, name: str):
        self.name = name
        self.slowest = 0.0
        self.findings: tuple[str, ...] = ()
        self._doing = ""
        self._before = _megabytes()

    def begin_step(self, doing: str) -> Watch:
        self._doing = doing
        return self

    def memory(self) -> int:
        """Megabytes the process has had at most beyond what it had at the beginning."""
        used = _megabytes() - self._before
        if used > MEGABYTES:
            self.add_finding(f"{used} MB")
        return used

    def add_finding(self, what: str) -> None:
        self.findings += (f"{self.name}, {self._doing}: {what}",)

    def __enter__(self) -> None:
        self._begun = time.thread_time()

    def __exit__(self, kind: Any, error: Any, trace: Any) -> bool:
        took = time.thread_time() - self._begun
        took /= AT_ONCE.get(self._doing, 1)
        self.slowest = max(self.slowest, took)
        if took > SECONDS:
            self.add_finding(f"{took:.1f} s")
        if error is not None and isinstance(error, Exception):
            self.add_finding(f"{type(error).__name__}: {str(error)[:200]}")
            return True
        return False


def _megabytes() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
