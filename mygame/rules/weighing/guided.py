"""
What the files that tell the bot how to play a script's cards are worth to who has these cards.

The same matches are played twice, with those files and without them, by the bot that answers by
scripts (`bots.SCRIPTED`) at every seat. One seat takes a card of the script where it is first
offered cards, and the others leave them. The figure is how much more often that seat wins with the
files, in points of a hundred, with the margin of 95 %.

`python -m rules.weighing.guided GAME wolf hare --pairs 400` gives it for some scripts of a game.
"""

from __future__ import annotations

import argparse
import math
import os
import sys
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import lru_cache
from multiprocessing import get_context
from typing import Any, NamedTuple

from ..ground.errors import RuleError
from ..pack import Pack, add_folder, load_pack, publisher
from ..pack.publisher import Put
from ..pack.script_cards import FOLDER, cards_of_script, guides_of_script, is_script_of_others
from ..playing import bots as players
from ..playing.bots import Bot
from ..running.match import Match
from . import often
from .sim import play_match
from .sim.playing import seed_of

SHARE = 2  # of so many cards that are dealt alike one is of the script
NORMAL = 1.96  # of 95 %
BATCH = 10  # pairs of one task of the command line


class Compared(NamedTuple):
    """A version with the files, the same without them, and the cards of the script."""

    with_files: Pack
    without: Pack
    ids: frozenset[str]


class Taker:
    """A bot that, where it is first offered cards, takes one of some, or leaves them."""

    def __init__(self, bot: Bot, ids: frozenset[str], takes: bool):
        self.bot, self.ids, self.takes = bot, ids, takes
        self.name = bot.name
        self.is_offered = self.has_taken = False

    def choose(self, match: Match, seat: int) -> tuple[int, ...]:
        """The answer to what this seat is asked."""
        choice = match.choice_of(seat)
        picks = self.bot.choose(match, seat)
        if self.is_offered or choice is None or (choice.minimum, choice.maximum) != (1, 1):
            return picks
        cards = [match.card_id(option.entity) for option in choice.options]
        if not any(cards):
            return picks
        self.is_offered = True
        fitting = [at for at, card in enumerate(cards) if (card in self.ids) == self.takes]
        if fitting and picks[0] not in fitting:
            picks = (fitting[0],)
        self.has_taken = cards[picks[0]] in self.ids
        if self.takes and not self.has_taken:
            raise RuleError("no card of the script is offered")  # the match is not needed
        return picks


def versions_to_compare(pack: Pack, address: str) -> Compared | None:
    """A version of a pack for a script of it; None: no file tells the bot how to play its cards."""
    files = guides_of_script(pack, address) if is_script_of_others(address) else []
    cards = cards_of_script(pack, address)
    if not files or not cards:
        return None
    puts = [Put(pack.folder, each, "") for each in files]
    bare = publisher.next_version(pack, publisher.put_pieces(pack.sources, puts))
    both = [
        often.pack_with_all(each, cards_of_script(each, address), SHARE) for each in (pack, bare)
    ]
    return Compared(both[0], both[1], frozenset(card.id for card in cards if card.count))


def play_pair(compared: Compared, number: int) -> tuple[int, int] | None:
    """
    Whether the seat with the card has won with the files, and without them; None: it got none.
    """
    won = []
    for pack in compared[:2]:
        seats = pack.program.seats[number % len(pack.program.seats)]
        seat = number // len(pack.program.seats) % seats
        table: list[Taker] = []

        def sit(match: Match, seat: int = seat, table: list[Taker] = table) -> Sequence[Bot]:
            table += [
                Taker(
                    players.make_bot(players.SCRIPTED, seed_of(number, each)),
                    compared.ids,
                    each == seat,
                )
                for each in range(match.seats)
            ]
            return table  # type: ignore[return-value]

        result = play_match(pack, number, seats, sit)
        if not table or not table[seat].has_taken:
            return None
        won.append(int(seat in result.won))
    return won[0], won[1]


def summarize_pairs(pairs: Iterable[Sequence[int]]) -> dict[str, Any]:
    """
    `pairs`: how many; of a hundred matches won `with` the files and `without` them, and by how many
    `points` more with them, with the `margin`. `verdict`: "stronger", "weaker", or "unclear" where
    the points are within the margin.
    """
    found = [tuple(pair) for pair in pairs]
    count = len(found)
    if not count:
        return {"pairs": 0, "verdict": "unclear"}
    gains = [first - second for first, second in found]
    mean = sum(gains) / count
    spread = sum((gain - mean) ** 2 for gain in gains) / max(1, count - 1)
    margin = NORMAL * math.sqrt(spread / count)
    clear = count > 1 and abs(mean) > margin
    return {
        "pairs": count,
        "with": round(100 * sum(first for first, _ in found) / count, 1),
        "without": round(100 * sum(second for _, second in found) / count, 1),
        "points": round(100 * mean, 1),
        "margin": round(100 * margin, 1),
        "verdict": ("stronger" if mean > 0 else "weaker") if clear else "unclear",
    }


# -- the command line


@lru_cache(1)
def _loaded(folder: str, address: str) -> Compared | None:
    return versions_to_compare(load_pack(folder), address)


def _play_some(folder: str, address: str, first: int, count: int) -> list[tuple[int, int]]:
    compared = _loaded(folder, address)
    if compared is None:
        raise ValueError(f"no file tells the bot how to play the cards of {address}")
    pairs = [play_pair(compared, number) for number in range(first, first + count)]
    return [pair for pair in pairs if pair is not None]


def main(arguments: Sequence[str] | None = None) -> int:
    """`python -m rules.weighing.guided GAME NAME... [--pairs 400] [--processes 2]`."""
    parser = argparse.ArgumentParser(
        prog="python -m rules.weighing.guided",
        description="What the files are worth that tell the bot how to play a script's cards.",
    )
    add_folder(parser)
    parser.add_argument("scripts", nargs="+", metavar="NAME", help="of lua/NAME.lua")
    parser.add_argument("--pairs", type=int, default=400, help="of matches for each script")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    given = parser.parse_args(arguments)
    print("| script | pairs | with | without | points | |\n|---|---|---|---|---|---|")
    with ProcessPoolExecutor(given.processes, get_context("spawn")) as processes:
        for name in given.scripts:
            job = str(given.folder), f"{FOLDER}{name}.lua"
            counts = [
                (first, min(BATCH, given.pairs - first)) for first in range(0, given.pairs, BATCH)
            ]
            tasks = [processes.submit(_play_some, *job, *each) for each in counts]
            try:
                pairs = [pair for task in tasks for pair in task.result()]
            except ValueError as error:
                print(error, file=sys.stderr)
                return 2
            found = summarize_pairs(pairs)
            if found["pairs"]:
                figures = (f"{found[key]:.1f}" for key in ("with", "without"))
                gain = f"{found['points']:+.1f} ± {found['margin']:.1f}"
                row = [name, str(found["pairs"]), *figures, gain, found["verdict"]]
                print(f"| {' | '.join(row)} |", flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
