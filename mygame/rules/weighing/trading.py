"""
Whether somebody can get richer by trade alone: buying, mending and selling again, anywhere.

`find_gain` plays visits one after the other, as people would: what is brought to the next one is
what came home from the last. It knows no game; the caller says which number counts, which matches
can be begun, and which words of options are trade, or the pack does (`report.trade`,
docs/language/measures.md).

`python -m rules.weighing.trading GAME` tells at the command line whether there is a way.
"""

from __future__ import annotations

import argparse
from collections import deque
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..ground.errors import PackError
from ..pack import Pack, add_folder, load_pack
from ..running.bring import OPTION, THINGS
from ..running.brought import returns_now
from ..running.choices import Choice
from ..running.match import Match
from .carrying import Carried, as_brought, carried_home


@dataclass(frozen=True, slots=True)
class Held:
    """What somebody has between two visits: so much of the number, and these things."""

    amount: int
    things: tuple[Carried, ...] = ()


@dataclass(frozen=True, slots=True)
class Gain:
    """A way to have more than before: the answers given, visit by visit, and how much there is."""

    steps: tuple[str, ...]
    held: Held


def find_gain(
    pack: Pack,
    openings: Sequence[Mapping[str, Any]],
    *,
    what: str,
    words: Collection[str],
    brings: Mapping[str, Any],
    purse: int = 1_000,
    kinds: Collection[str] = (),
    most: int = 1,
    visits: int = 3,
    answers: int = 8,
) -> Gain | None:
    """
    The first way found to have more of the number `what` than `purse`; None where there is none.

    `openings` are options of the matches that can be begun for one; `brings` is what the seat
    brings beside the number and what it trades in; `words` are options of menus that are taken,
    beside all that choosers offer. Things of `kinds` (empty: of any) are carried on, at most
    `most` of them at a time. Of two who have the same things the poorer one is not followed.
    """
    first = Held(purse)
    best: dict[tuple[Carried, ...], int] = {first.things: purse}
    waiting: deque[tuple[Held, tuple[str, ...], int]] = deque([(first, (), visits)])
    while waiting:
        held, steps, left = waiting.popleft()
        for opening in openings if left else ():
            match = _begin(pack, opening, what, brings, held)
            for taken, found in _walk(match, what, words, kinds, held, most, answers):
                if found.amount > purse:
                    return Gain((*steps, *taken), found)
                if found.amount > best.get(found.things, -1):
                    best[found.things] = found.amount
                    waiting.append((found, (*steps, *taken), left - 1))
    return None


def _begin(
    pack: Pack, opening: Mapping[str, Any], what: str, brings: Mapping[str, Any], held: Held
) -> Match:
    entries = pack.program.bringing.entries.values()
    name = next(entry.name for entry in entries if entry.type == THINGS)
    seat = {**brings, what: held.amount, name: [*brings.get(name, ()), *as_brought(held.things)]}
    return Match.new(pack, 1, 1, {**opening, OPTION: [seat]})


def _walk(
    match: Match,
    what: str,
    words: Collection[str],
    kinds: Collection[str],
    held: Held,
    most: int,
    answers: int,
) -> Iterator[tuple[tuple[str, ...], Held]]:
    """What can be had in one visit, with the answers that lead there."""
    best: dict[tuple[tuple[Carried, ...], str], int] = {}
    waiting: deque[tuple[Match, tuple[str, ...]]] = deque([(match, ())])
    while waiting:
        here, taken = waiting.popleft()
        if here.is_over:
            continue
        (choice,) = here.choices
        if choice.words is not None:
            now = _held_now(here, what, kinds, held)
            before = best.get((now.things, choice.prompt), -1)
            if now.amount <= before or len(now.things) > most:
                continue
            best[now.things, choice.prompt] = now.amount
            yield taken, now
        for place in range(len(choice.options)) if len(taken) < answers else ():
            if choice.words is None or choice.options[place].word in words:
                draft = here.draft()
                draft.answer(choice.seat, (place,))
                waiting.append((draft, (*taken, _name_of(here, choice, place))))


def _held_now(match: Match, what: str, kinds: Collection[str], before: Held) -> Held:
    taken = returns_now(match)[0]
    definitions = match.program.catalogue.definitions
    things = [
        each for each in carried_home(taken) if not kinds or definitions[each[0]].kind in kinds
    ]
    return Held(before.amount + taken.get(what, 0), tuple(sorted(things)))


def _name_of(match: Match, choice: Choice, place: int) -> str:
    option = choice.options[place]
    about = match.card_id(option.entity) if option.kind not in ("", "number", "symbol") else ""
    return f"{option.word} {about or ''}".strip()


def find_declared_gain(pack: Pack) -> Gain | None:
    """
    The first way to get richer where the pack says trade is (`report.trade`).

    :raises LookupError: it says nothing of trade.
    """
    trade = pack.program.measures.trade
    if trade is None:
        raise LookupError(f"{pack.id} declares no trade (report.trade)")
    return find_gain(
        pack,
        trade.openings,
        what=trade.what,
        words=trade.words,
        brings=trade.brings,
        purse=trade.purse,
        kinds=trade.kinds,
        visits=trade.visits,
    )


def gain_told(pack: Pack) -> dict[str, Any] | None:
    """The same as data: its `steps`, and the `amount` there is then. None where there is no way."""
    gain = find_declared_gain(pack) if pack.program.measures.trade is not None else None
    return None if gain is None else {"steps": list(gain.steps), "amount": gain.held.amount}


def main(arguments: list[str] | None = None) -> int:
    """Tell whether somebody gains by trade: 1 where somebody does, or the pack has mistakes."""
    parser = argparse.ArgumentParser(prog="python -m rules.weighing.trading", description=__doc__)
    add_folder(parser)
    try:
        pack = load_pack(parser.parse_args(arguments).folder)
    except PackError as error:
        print(error)
        return 1
    try:
        gain = find_declared_gain(pack)
    except LookupError as error:
        print(*error.args)
        return 0
    if gain is None:
        print(f"{pack.id}: trade alone makes nobody richer")
        return 0
    print(f"{pack.id}: {' -> '.join(gain.steps)} leaves {gain.held.amount}, more than before")
    return 1


if __name__ == "__main__":
    raise SystemExit(main())
