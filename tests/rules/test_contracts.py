"""
The functions of the engine that compiled code calls say what they may do, and do nothing else: the
compiler leaves out what it has tested before wherever they say that it still holds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any, NamedTuple
from weakref import WeakValueDictionary

import pytest

from rules.language import units
from rules.pack import load_pack
from rules.program import contracts, notation
from rules.program.form import CallMade, Local, Made
from rules.running.contract import Contract, contract_of, kernel
from rules.running.kernel import Kernel
from rules.running.match import Match

PACKS = ("tests/world/packs/pebbles", "mygame/world/packs/duel", "mygame/world/packs/chrono")
ROOT = Path(__file__).parents[2]
DECISIONS = 60  # of a match
MATCHES = 2  # of a pack


@pytest.mark.parametrize("text", ["m.move(CARD, 7)", "transform_cards(m, CARD)", "index(CARD, 1)"])
def test_a_call_of_what_has_said_what_it_does_is_written(text):
    assert notation.code(text, CARD=Local("t1"))


@pytest.mark.parametrize("text", ["m.transform(CARD, 7)", "transform(m, CARD)", "eval(CARD)"])
def test_a_call_of_anything_else_is_refused(text):
    with pytest.raises(contracts.Undeclared, match="has no contract"):
        notation.code(text, CARD=Local("t1"))


@pytest.mark.parametrize("text", ["CARD.sort()", "m.state.clear()", "lambda: 1", "f'{CARD}'"])
def test_what_is_not_in_the_notation_is_refused(text):
    with pytest.raises(notation.NotInNotation):
        notation.code(text, CARD=Local("t1"))


def test_a_function_that_a_unit_makes_is_known_by_its_name():
    with pytest.raises(contracts.Undeclared):
        contracts.contract_of(CallMade(Made("eval"), ()))
    assert contracts.contract_of(CallMade(Made("set_card_health"), ())).writes


def test_nothing_but_what_is_marked_can_be_named():
    for functions in (contracts.ENVIRONMENT, contracts.METHODS):
        assert all(contract_of(each) is not None for each in functions.values())


def test_a_mark_leaves_the_function_as_it_is():
    def plain() -> int:
        return 1

    assert kernel(turns=True)(plain) is plain
    assert contract_of(plain) == Contract(turns=True)
    assert contract_of(len) is None


# -- kept ------------------------------------------------------------------------------------------


class Seen(NamedTuple):
    """What of a match a contract speaks of."""

    cards: dict[int, int]  # the definition of each
    zones: list[tuple[int, ...]]
    rest: tuple[Any, ...]
    asked: int

    @classmethod
    def of(cls, m: Match) -> Seen:
        layout, state = m.program.layout, m.state
        rows = range(layout.first, len(state), layout.width)
        lasting = (*m.triggers, *m.modifiers, *(t.captured for t in m.triggers.values()))
        rest = (list(state), lasting, m.rng, m.dice, m.standings, m.keeping, m.owners)
        return cls({r: state[r] for r in rows if state[r]}, list(m.zones), rest, len(m.choices))


def broken(contract: Contract, before: Seen, after: Seen) -> Iterator[str]:
    """What a function has done without saying so."""
    if not contract.may_turn and any(after.cards[r] != each for r, each in before.cards.items()):
        yield "turns"
    if not contract.moves and not contract.fires and after.zones != before.zones:
        yield "moves"
    if contract.is_pure and after.rest != before.rest:
        yield "writes"
    if not contract.asks and not contract.fires and after.asked != before.asked:
        yield "asks"


class Watch:
    """Watches whether functions keep their contracts."""

    def __init__(self) -> None:
        self.called: set[str] = set()
        self.wrong: set[str] = set()

    def over(self, function: Callable[..., Any], contract: Contract) -> Callable[..., Any]:
        """The function, watched."""
        name = function.__name__

        def call(*given: Any) -> Any:
            self.called.add(name)
            match = given[0]
            if not isinstance(match, Match):  # it is given no match, and can change none
                return function(*given)
            before = Seen.of(match)
            result = function(*given)
            self.wrong.update(f"{name} {does}" for does in broken(contract, before, Seen.of(match)))
            return result

        return call


@pytest.fixture
def watch(monkeypatch: pytest.MonkeyPatch) -> Watch:
    """All that is marked is watched in packs that are loaded from now on."""
    watch = Watch()
    monkeypatch.setattr(units, "_linked", WeakValueDictionary())
    for name, function in contracts.ENVIRONMENT.items():
        if contract := contract_of(function):
            monkeypatch.setitem(contracts.ENVIRONMENT, name, watch.over(function, contract))
    for name in dir(Kernel):
        if contract := contract_of(function := getattr(Kernel, name)):
            owner = next(each for each in Kernel.__mro__ if name in vars(each))
            monkeypatch.setattr(owner, name, watch.over(function, contract))
    return watch


def test_functions_do_nothing_but_what_they_say(watch):
    """In matches at random of packs that use most of them."""
    for folder in PACKS:
        pack = load_pack(ROOT / folder)
        for seed in range(MATCHES):
            match, dice = Match.new(pack, pack.program.seats[-1], seed), Random(seed)
            for _ in range(DECISIONS):
                if match.is_over:
                    break
                choice = match.choices[0]
                count = dice.randint(choice.minimum, choice.maximum)
                match.answer(choice.seat, dice.sample(range(len(choice.options)), count))
    assert watch.wrong == set()
    assert {"fire", "move", "modified_value", "add_trigger", "carry", "ask", "menu"} < watch.called
