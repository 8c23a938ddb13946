"""The command line: `python -m rules.balance world/packs/race --by element`."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from .. import bots
from ..errors import PackError
from ..pack import Pack, folder_named, load_pack
from . import report
from .figures import Figures, as_json, figures
from .population import Entry, Pairing, pairings, population, ready, rules_of
from .tournament import Outcome, tournament

TOLD = 500  # matches between two lines that say how far a tournament is


def main(arguments: Sequence[str] | None = None) -> int:
    """0; 1 when a match failed; 2 when there is nothing to play."""
    given = parser().parse_args(arguments)
    try:
        bots.make(given.bot, 0)  # an unknown one is told at once
        pack = load_pack(given.folder)
        found = {
            title: figures(entries, play(title, entries, met, given))
            for title, (entries, met) in tournaments(pack, given).items()
        }
    except (PackError, ValueError) as error:
        print(error, file=sys.stderr)
        return 2
    if given.report:
        asked = sys.argv[1:] if arguments is None else arguments
        write(pack, " ".join(["python -m rules.balance", *asked]), found, given.report)
    print(json.dumps({title: as_json(each) for title, each in found.items()}, indent=1))
    return 1 if any(each.failures for each in found.values()) else 0


def parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(
        prog="python -m rules.balance",
        description="Play decks by lot against each other and say what is too strong.",
    )
    add = made.add_argument
    add("folder", type=folder_named, help="the pack, for instance race")
    add("--by", metavar="PROPERTY", help="decks lean to each value of this property in turn")
    add("--decks", type=int, default=200, help="decks by lot (default %(default)s)")
    add("--amount", type=int, default=10, help="cards of the leaning (default %(default)s)")
    add("--sample", type=int, metavar="N", help="only so many of all pairings of leaning decks")
    add("--mixed", type=int, default=0, metavar="N", help="matches of mixed decks, for the cards")
    add("--ready", type=int, default=0, metavar="N", help="times that ready decks meet each other")
    add("--bot", default="greedy", help=", ".join(bots.NAMES))
    add("--seed", type=int, default=1)
    add("--processes", type=int, default=1)
    add("--keep", type=Path, metavar="FOLDER", help="a run broken off goes on with what is there")
    add("--report", type=Path, metavar="FILE.md", help="write a report, and its picture beside it")
    return made


def tournaments(
    pack: Pack, given: argparse.Namespace
) -> dict[str, tuple[list[Entry], list[Pairing]]]:
    """Title -> decks, and who meets whom."""
    rules_of(pack)
    made = {}
    if given.by:
        leaning = population(pack, given.decks, given.seed, given.by, given.amount)
        met = pairings(given.decks, given.seed)[: given.sample]
        made[f"{given.decks} decks with {given.amount} cards of one {given.by}"] = leaning, met
    if given.mixed:
        mixed = population(pack, given.decks, given.seed)
        met = pairings(given.decks, given.seed)[: given.mixed]
        made[f"{given.decks} mixed decks"] = mixed, met
    if given.ready:
        decks = ready(pack)
        made["Ready decks"] = decks, pairings(len(decks), given.seed, given.ready)
    return made


def play(
    title: str, entries: list[Entry], met: list[Pairing], given: argparse.Namespace
) -> list[Outcome]:
    kept = given.keep / f"{title.replace(' ', '_')}.jsonl" if given.keep else None
    told = progress(title, len(met))
    return tournament(given.folder, entries, met, given.bot, given.processes, kept, told)


def progress(title: str, matches: int) -> Callable[[int], None]:
    """Tells on the terminal how far a tournament is."""

    def tell(done: int) -> None:
        if done == matches or done % TOLD == 0:
            print(f"{title}: {done} of {matches}", file=sys.stderr)

    return tell


def write(pack: Pack, command: str, found: dict[str, Figures], file: Path) -> None:
    """The page, and the picture of its first tournament with leanings."""
    picture = ""
    first = next((each for each in found.values() if each.leanings), None)
    if first is not None:
        drawn = file.with_suffix(".svg")
        drawn.write_text(report.picture(pack, first), encoding="utf-8")
        picture = drawn.name
    file.write_text(report.markdown(pack, command, found, picture), encoding="utf-8")


if __name__ == "__main__":
    raise SystemExit(main())
