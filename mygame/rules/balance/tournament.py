"""
Playing all pairings of decks by bots, on several processes, and keeping what came of them.

A match follows from the pack, the decks, its seed and the bot. Results are kept in a file, a match
a line; a tournament that was broken off goes on behind the last one.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import nullcontext
from dataclasses import asdict, astuple, dataclass
from functools import partial
from pathlib import Path

from ..decks import OPTION
from ..pack import Pack, load_pack
from ..processes import workers
from ..sim import play
from .population import Entry, Pairing

BATCH = 50  # matches handed to a process at a time


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a pairing."""

    decks: tuple[int, int]
    points: float  # of the first seat: 1 won, 0.5 drawn, 0 lost
    first: int | None  # the seat that came first in the first round
    rounds: int
    decisions: int
    failure: str = ""


def match(pack: Pack, entries: Sequence[Entry], bot: str, pairing: Pairing) -> Outcome:
    """Play one pairing."""
    options = {OPTION: [entries[number].deck for number in pairing.decks]}
    result = play(pack, pairing.seed, len(pairing.decks), bot, options=options)
    best = result.standings[0] if result.standings else ()
    points = (0 in best) / max(len(best), 1)
    return Outcome(
        pairing.decks, points, result.first, result.rounds, result.decisions, result.failure
    )


def tournament(
    folder: Path,
    entries: Sequence[Entry],
    pairings: Sequence[Pairing],
    bot: str,
    processes: int = 1,
    kept: Path | None = None,
    told: Callable[[int], None] = lambda done: None,
) -> list[Outcome]:
    """
    The outcomes in the order of the pairings. `folder` is the pack's; `kept` is the file that holds
    the outcomes; `told` hears how many there are.

    :raises ValueError: the file holds matches of another tournament.
    """
    pack = load_pack(folder)
    about = {
        "pack": pack.hash,
        "bot": bot,
        "decks": [asdict(entry) for entry in entries],
        "begins": [asdict(pairing) for pairing in pairings[:1]],
    }
    outcomes = _read(kept, about) if kept else []
    left = pairings[len(outcomes) :]
    outcomes = outcomes[: len(pairings)]
    with kept.open("a", encoding="utf-8") if kept else nullcontext() as lines:
        for outcome in _played(pack, folder, entries, bot, left, processes):
            outcomes.append(outcome)
            if lines:
                print(json.dumps(astuple(outcome)), file=lines, flush=True)
            told(len(outcomes))
    return outcomes


# -- playing ---------------------------------------------------------------------------------------


def _played(
    pack: Pack,
    folder: Path,
    entries: Sequence[Entry],
    bot: str,
    pairings: Sequence[Pairing],
    processes: int,
) -> Iterator[Outcome]:
    if processes == 1 or not pairings:
        yield from map(partial(match, pack, entries, bot), pairings)
        return
    with workers(processes, _begin, (folder, entries, bot)) as pool:
        yield from pool.map(_match_here, pairings, chunksize=BATCH)


_here: Callable[[Pairing], Outcome]  # plays a pairing in this process of the pool


def _begin(folder: Path, entries: Sequence[Entry], bot: str) -> None:
    global _here
    _here = partial(match, load_pack(folder), entries, bot)


def _match_here(pairing: Pairing) -> Outcome:
    return _here(pairing)


# -- keeping ---------------------------------------------------------------------------------------


def _read(file: Path, about: dict) -> list[Outcome]:
    """The outcomes in a file, of which only whole lines count; a new one begins with `about`."""
    head = json.dumps(about)
    if not file.exists():
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(head + "\n", encoding="utf-8")
        return []
    first, *lines, partial_line = file.read_text(encoding="utf-8").split("\n")
    if first != head:
        raise ValueError(f"{file} holds matches of other decks, cards or bots: name another file")
    if partial_line:
        file.write_text("\n".join([first, *lines, ""]), encoding="utf-8")
    return [_outcome(line) for line in lines]


def _outcome(line: str) -> Outcome:
    decks, *rest = json.loads(line)
    return Outcome(tuple(decks), *rest)
