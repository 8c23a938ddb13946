"""
Cards that fail: behaviours, triggers, conditions, modifiers and targets of a pack are broken at
random, and matches are played with them (`make fuzz ARGS=--failing`).

No match may end by a card, nor lose an option, all invariants hold, bots and previews answer, and
the journal leads to the same match: with what was broken, and on its own where nothing fails. The
native machine, where the same is broken, follows, and is the same after each answer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from operator import methodcaller
from pathlib import Path
from random import Random
from typing import Any

from ..backends.wasm.breaking import CALLS, NativeBreaker
from ..backends.wasm.loading import Loaded
from ..backends.wasm.mirror import Mirror
from ..ground.errors import ActionFailed
from ..pack import Pack
from ..pack.build import load_pack
from ..playing.bots import make_bot
from ..playing.invariants import Broken, check_invariants
from ..playing.preview import foretell
from ..running.code import Code, Unit
from ..running.journal import Journal
from ..running.machine import known_entity, steps_exceeded
from ..running.match import Match
from ..running.program import Program
from .both import GIVES_UP, pack_on_both
from .trial import NOTHING, Result, Watch, deck_options, limited

ANSWERS = 120  # of a match
MATCHES = 2  # of a round
BOTS = ("greedy", "adept:iterations=4")
EVERY = 12  # answers, of which a bot gives one
NOBODY = 1_000_003  # no entity of any match
SHARES = (0.05, 0.3, 0.6, 1.0)  # of all parts of cards that fail
MODIFIERS = ("amount", "where")


def divide(m: Any, *_: Any) -> Any:
    """Fail as arithmetic does."""
    return 1 // 0


def miss_entity(m: Any, *_: Any) -> Any:
    """Fail for what is no card of the match."""
    return known_entity(m, NOBODY)


def use_up_steps(m: Any, *_: Any) -> Any:
    """Fail with all steps of the action used up."""
    for _ in m.ticks:
        pass
    raise steps_exceeded()


def use_up_work(m: Any, *_: Any) -> Any:
    """Fail with the budget of the action used up."""
    while True:
        m.spend(range(10_000))


def lack_memory(m: Any, *_: Any) -> Any:
    """Fail as no rule does."""
    raise MemoryError


WAYS: tuple[Callable[..., Any], ...] = (
    *(divide, miss_entity, divide, miss_entity),
    *(use_up_steps, use_up_work, lack_memory),
)


class Breaker:
    """Breaks parts of what cards do, and makes them whole again."""

    def __init__(self, chance: Random, native: NativeBreaker | None = None):
        """`native`: breaks the same in the native machine, always."""
        self.chance, self.native = chance, native
        self.undo: list[Callable[[], None]] = []

    def replace(self, of: Any, name: str, value: Any) -> None:
        """Something else instead of a part."""
        self.undo.append(partial(setattr, of, name, getattr(of, name)))
        setattr(of, name, value)
        if self.native is not None and name in CALLS:
            self.native.break_part(of, name)

    def make_whole(self) -> None:
        """As everything was before."""
        if self.native is not None:
            self.native.make_whole()
        while self.undo:
            self.undo.pop()()

    def fails(self, whole: Callable[..., Any] | None) -> Callable[..., Any]:
        """What fails instead of something: at once, after it has done it, or every so often."""
        way, when = self.chance.choice(WAYS), self.chance.randrange(3)

        def fail(m: Any, *given: Any, **named: Any) -> Any:
            if whole is not None and when == 1:
                whole(m, *given, **named)
            if whole is not None and when == 2 and (m.rng ^ m.next_uuid) % 3:
                return whole(m, *given, **named)
            return way(m)

        return fail

    def break_code(self, code: Code) -> None:
        """A behaviour or a trigger fails where it begins, or where it goes on."""
        whole = code.direct
        if whole is None:
            return
        broken, begins = self.fails(whole), self.chance.random() < 0.7

        def run(m: Any, *given: Any, at: int = 0) -> Any:
            part = broken if begins == (at == 0) else whole
            return part(m, *given, at=at)

        self.replace(code, "direct", _named(code, run))

    def break_unit(self, unit: Unit, share: float) -> None:
        """Each part of a card fails in so many of all cases."""
        for code in unit.codes:
            if self.chance.random() < share:
                self.break_code(code)
        for trigger in unit.triggers:
            if self.chance.random() < share:
                self.replace(trigger, "condition", self.fails(trigger.condition))
        for modifier in unit.modifiers:
            if self.chance.random() < share:
                name = "amount" if modifier.where is None else self.chance.choice(MODIFIERS)
                self.replace(modifier, name, self.fails(getattr(modifier, name)))

    def break_targets(self, program: Program, share: float) -> None:
        """What casts can be aimed at fails in so many of all cases."""
        broken: dict[Any, Any] = {}
        for unit in program.units.values():
            for pools in (*unit.pools.values(), *unit.gates.values()):
                for pool in pools:
                    if self.chance.random() < share:
                        broken[pool] = self.fails(pool)
        if self.native is not None:
            self.native.break_pools(broken)
        for unit in program.units.values():
            for name in ("pools", "gates"):
                known = getattr(unit, name)
                if any(pool in broken for pools in known.values() for pool in pools):
                    now = {at: tuple([broken.get(p, p) for p in known[at]]) for at in known}
                    self.replace(unit, name, now)
        for table in (program.aims, program.gates):
            for aims in table.values():
                whole = aims.copy()
                if not any(pool in broken for pool, *_ in whole):
                    continue
                self.undo.append(partial(aims.__setitem__, slice(None), whole))
                aims[:] = [(broken.get(pool, pool), context, at) for pool, context, at in whole]


def _named(code: Code, run: Callable[..., Any]) -> Callable[..., Any]:
    """A function that stands for a code where something fails, as compiled code does."""
    assert code.unit is not None  # noqa: S101 (for mypy: it is a card's)
    scope: dict[str, Any] = {"CODES": code.unit.codes, "RUN": run}
    name = f"d{code.number}"
    exec(f"def {name}(m, *given, at=0):\n    return RUN(m, *given, at=at)", scope)  # noqa: S102 (a number)
    made: Callable[..., Any] = scope[name]
    return made


@contextmanager
def broken_cards(
    pack: Pack, chance: Random, share: float, loaded: Loaded | None = None
) -> Iterator[int]:
    """
    While it lasts, so many of all parts of the pack's cards fail; gives how many do. They fail in
    the native machine as well where it is `loaded`.
    """
    breaker = Breaker(chance, NativeBreaker(loaded) if loaded is not None else None)
    try:
        for unit in pack.program.units.values():
            if unit.card is not None:
                breaker.break_unit(unit, share)
        breaker.break_targets(pack.program, share)
        yield len(breaker.undo)
    finally:
        breaker.make_whole()


def run_breaking(folder: str, seed: int) -> Result:
    """A round: cards are broken, and matches played with them, in which nothing may go wrong."""
    with limited():
        pack, loaded = pack_on_both(Path(folder)) or (load_pack(Path(folder)), None)
        return break_and_play(pack, seed, loaded=loaded)


def break_and_play(
    pack: Pack,
    seed: int,
    matches: int = MATCHES,
    answers: int = ANSWERS,
    loaded: Loaded | None = None,
) -> Result:
    """
    The same of a loaded pack, with so many matches of so many answers; in the native machine as
    well where it is `loaded` there.
    """
    watch, chance = Watch(f"{pack.id} {seed}"), Random(f"{pack.id} {seed}")
    dealt = [_deal(pack, chance) for _ in range(matches)]
    played: list[Match] = []
    failed = both = 0
    with broken_cards(pack, chance, chance.choice(SHARES), loaded) as count:
        for match in dealt:
            again = match.clone(keep=True)
            mirror = Mirror(loaded, again, broken=True) if loaded is not None else None
            failed += _play(again, chance, watch, answers, mirror)
            if mirror is not None:
                both += len(again.journal)
                mirror.release()
            played.append(again)
            with watch.begin_step("replay"):
                _compare(match, again.journal, again)
    for match, then in zip(dealt, played, strict=True):
        with watch.begin_step("replay whole"):
            _compare(match, then.journal, then)
    given = sum(len(match.journal) for match in played)
    return NOTHING._replace(
        checked=count,
        played=matches,
        both=both,
        answers=given,
        failed=failed,
        slowest=watch.slowest,
        memory=watch.memory(),
        findings=watch.findings,
    )


def _deal(pack: Pack, chance: Random) -> Match:
    seed = chance.getrandbits(32)
    return Match.new(pack, max(pack.program.seats), seed, deck_options(pack, seed, set()))


def _play(
    match: Match, chance: Random, watch: Watch, most: int, mirror: Mirror | None = None
) -> int:
    """
    Play so many answers at random, some by bots, and let the other machine follow; how many of them
    failed.
    """
    failed = 0
    for number in range(most):
        if match.is_over or watch.findings:
            break
        choice = chance.choice(match.choices)
        picks = tuple(
            chance.sample(
                range(len(choice.options)), chance.randint(choice.minimum, choice.maximum)
            )
        )
        if number % EVERY == 0:
            with watch.begin_step("foresee"):
                foretell(match, choice.seat)
            with watch.begin_step("bot"):
                bot = make_bot(chance.choice(BOTS), number)
                picks = bot.choose(match, choice.seat)
        act = methodcaller("answer", choice.seat, picks)
        if chance.random() < GIVES_UP:
            act = methodcaller("concede", choice.seat)
        failure = None
        with watch.begin_step("answer"):
            try:
                act(match)
            except ActionFailed as error:
                failure, failed = error, failed + 1
                if error.aborted or error.withdrawn:
                    watch.add_finding(f"{'aborted' if error.aborted else 'withdrawn'}: {error}")
        if mirror is not None:
            with watch.begin_step("follow"):
                mirror.follow(act, failure)
        with watch.begin_step("look about"):
            check_invariants(match, deep=number % EVERY == 0)
    return failed


def _compare(dealt: Match, journal: Journal, then: Match) -> None:
    """Whether a journal leads from the deal to the same match."""
    again = dealt.clone(keep=True).follow(journal)
    if (again.hash(), again.journal) != (then.hash(), then.journal):
        raise Broken("the journal leads to another match")
