"""
What fails is left out of an answer, and the rest goes on.

A card may fail in any way. What fails of it is left out of the whole answer, which is carried out
anew without it (`transactions`), and of that answer alone: with the next one it is there again. The
journal names what was left out, so that a replay leaves out the same instead of finding it again:
by its unit, its number in it, and what it is:

- `codes`: a behaviour or a trigger, which does not begin. So it is where the condition of a trigger
  fails: that does not hold.
- `waiting`: a behaviour or a trigger that waited for the answer, which ends there. Of several of
  one code the innermost; named as often as it happened.
- `triggers`: what would end something that lasts (`until`), which goes on.
- `modifiers`: a value stays as it is without.
- `pools`: what the cast of a card can be aimed at; there is none of that.
- `values`: of the pack itself, in which nothing is muted: each time that the value fails something
  else is taken for it (the side of a player: they are alone).

In a game with scripts a card of which something has failed in `MAX_FAILURES` answers is off for the
rest of the match: nothing of it is carried out or asked any more. How often, the match knows.

Three more are of no unit: `cards`, everything of cards, where there was no end to what failed;
`quitting`, what the game does with who gives up; and `flow`, where the flow of the game itself
failed, so that nothing was carried out.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from ..ground.errors import BudgetExceeded, RuleError
from .code import Code, ModifierDef, Pool, TriggerDef, Unit, unit_reference
from .journal import LeftOut
from .parts import Parts
from .program import Program, once

MAX_FAILURES = 20  # of one answer; then everything of cards is left out of it. Of a card, answers
#: By which tag a match of scripts has the cards that have failed, each with the number of answers.
FAILURES = (0, "failures")
CARDS: LeftOut = ("", "cards", 0)
QUITTING: LeftOut = ("", "quitting", 0)
FLOW: LeftOut = ("", "flow", 0)
KINDS = {Code: "codes", TriggerDef: "triggers", ModifierDef: "modifiers"}


def leave_out(m: Parts, failing: Code | TriggerDef, error: Exception) -> None:
    """
    Go on without something that a card finds out: the condition of a trigger.

    :raises Exception: the error, where it is the flow that fails, or the budget of the action that
        is used up.
    """
    assert failing.unit is not None  # noqa: S101 (for mypy: only the engine's own code has none)
    _note_failure(m, failing.unit, reference(failing), error)


def leave_modifier_out(m: Parts, failing: ModifierDef, error: Exception, work: int) -> None:
    """
    As `leave_out`, a modifier; `work` was left of the budget before. One that uses up most of it
    alone is not asked again, and the budget is as it was: bots and views ask for values as well.
    """
    if isinstance(error, BudgetExceeded) and failing.unit.card and work > m.WORK // 2:
        m.work, m.muted = work, m.muted | {failing}
        m.failed.setdefault(reference(failing), reason_of(error))
    else:
        _note_failure(m, failing.unit, reference(failing), error)


def leave_pool_out(m: Parts, card: int, pool: Pool, error: Exception) -> None:
    """As `leave_out`, what a card can be aimed at."""
    unit = m.program.units[f"card {m.card_id(card)}"]
    _note_failure(m, unit, (unit.name, "pools", _pools_of(unit).index(pool)), error)


def leave_value_out(m: Parts, unit: str, place: str, error: Exception, work: int) -> None:
    """
    Go on without a value of the pack itself that stands at a place. `work` was left of the budget
    before; one that uses up most of it alone has failed, and the budget is as it was.

    :raises BudgetExceeded: the budget was used up by others.
    """
    if isinstance(error, BudgetExceeded):
        if work <= m.WORK // 2:
            raise error
        m.work = work
    m.failed.setdefault((unit, "values", 0), f"{place}: {reason_of(error)}")


def failed_value(m: Parts) -> str | None:
    """Which value of the pack itself has failed since an answer was last carried out, and why."""
    return next((why for (_, kind, _), why in m.failed.items() if kind == "values"), None)


def _note_failure(m: Parts, unit: Unit, failing: LeftOut, error: Exception) -> None:
    if unit.card is None:
        raise error
    m.failed.setdefault(failing, reason_of(error))
    if isinstance(error, BudgetExceeded):
        raise error


def reason_of(error: Exception) -> str:
    """Why something failed, in a sentence."""
    if isinstance(error, RuleError):
        return str(error)
    return f"{type(error).__name__}: {error}"


def reference(failing: Code | TriggerDef | ModifierDef) -> LeftOut:
    """How a journal names something."""
    name, number = unit_reference(failing)
    return name, KINDS[type(failing)], number


def card_of(program: Program, left_out: LeftOut) -> str | None:
    """The id of the card that something is of."""
    unit = program.units.get(left_out[0])
    return unit.card if unit is not None else None


def begin_without(m: Parts, left_out: Sequence[LeftOut], seat: int) -> None:
    """
    Leave these out of what a seat does now: what has not begun will not begin, what waits for its
    answer is ended.
    """
    if not left_out and FAILURES not in m.tags:
        m.muted = frozenset()
        return
    is_awaited = len(m.choices) == 1 and m.choices[0].seat == seat
    muted = set[object](_parts_off(m))
    for name, kind, number in left_out:
        if (name, kind, number) == CARDS:
            muted |= _all_of_cards(m.program)
            waits = [at for at, (code, *_) in enumerate(m.stack) if code.card is not None]
            _end_waiting(m, waits if is_awaited else ())
            continue
        unit = m.program.units.get(name)
        known = _parts_of(unit, kind) if unit is not None else ()
        if not 0 <= number < len(known):
            continue  # another version of the game does not have it
        if kind == "waiting":
            waits = [at for at, (code, *_) in enumerate(m.stack) if code is known[number]]
            _end_waiting(m, waits[-1:] if is_awaited else ())
        else:
            muted.add(known[number])
    m.muted = frozenset(muted)


def count_failures(m: Parts, left_out: Iterable[LeftOut]) -> str | None:
    """
    Count the cards of which something was left out of an answer; which of them is off from now on,
    if any is.
    """
    if m.program.scripts is None:
        return None
    cards = {card for card in (card_of(m.program, each) for each in left_out) if card is not None}
    if not cards:
        return None
    counts = dict(_failures_of(m))
    off = None
    for card in sorted(cards):
        counts[card] = counts.get(card, 0) + 1
        if counts[card] == MAX_FAILURES:
            off = card
    m.tags = {**m.tags, FAILURES: tuple([each for item in counts.items() for each in item])}
    return off


def _failures_of(m: Parts) -> Iterable[tuple[Any, Any]]:
    """The cards that have failed, each with how often."""
    known: Any = m.tags.get(FAILURES, ())
    return zip(known[::2], known[1::2], strict=True)


def _parts_off(m: Parts) -> Iterable[object]:
    """Everything of the cards that have failed too often."""
    for card, count in _failures_of(m):
        if count >= MAX_FAILURES and (unit := m.program.units.get(f"card {card}")) is not None:
            for kind in (*KINDS.values(), "pools"):
                yield from _parts_of(unit, kind)


def _end_waiting(m: Parts, places: Sequence[int]) -> None:
    """End the first of these frames, if there is any, and what it waits for."""
    if places:
        del m.stack[places[0] :]
        m.keeping = m.gaps = None


def _parts_of(unit: Unit, kind: str) -> Sequence[object]:
    """All of a kind in a unit."""
    if kind == "pools":
        return _pools_of(unit)
    tables: dict[str, Sequence[object]] = {
        "codes": unit.codes,
        "waiting": unit.codes,
        "triggers": unit.triggers,
        "modifiers": unit.modifiers,
    }
    return tables.get(kind, ())


def _pools_of(unit: Unit) -> list[Pool]:
    return [pool for of in (unit.pools, unit.gates) for pools in of.values() for pool in pools]


@once
def _all_of_cards(program: Program) -> frozenset[object]:
    """Everything of all cards."""
    kinds = (*KINDS.values(), "pools")
    units = [unit for unit in program.units.values() if unit.card is not None]
    return frozenset(part for unit in units for kind in kinds for part in _parts_of(unit, kind))
