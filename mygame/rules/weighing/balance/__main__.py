"""The command line: `python -m rules.weighing.balance PACK --by element`."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from ...ground.errors import PackError
from ...pack import Pack, add_folder, load_pack
from ...playing import bots
from ..sim.command import add_places, play_missing, run_in
from ..sim.placement import SimulationError
from . import report
from .figures import Figures, as_json, count_figures
from .population import Meetings, population, ready_entries, rules_of_decks


def main(arguments: Sequence[str] | None = None) -> int:
    """0; 1 when a match failed; 2 when there is nothing to play."""
    given = parser().parse_args(arguments)
    try:
        bots.make_bot(given.bot, 0)  # an unknown one is told at once
        pack = load_pack(given.folder)
        found = {
            each[0]: play_meetings(pack, *each, given)
            for each in list(meetings_asked_for(pack, given))
        }
    except (PackError, SimulationError, ValueError) as error:
        print(error, file=sys.stderr)
        return 2
    if given.report:
        typed = sys.argv[1:] if arguments is None else arguments
        command = " ".join(["python -m rules.weighing.balance", *typed])
        write_page(pack, command, found, given.report, (given.within[0], given.within[1]))
    print(json.dumps({title: as_json(each) for title, each in found.items()}, indent=1))
    return 1 if any(each.failures for each in found.values()) else 0


def parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(
        prog="python -m rules.weighing.balance",
        description="Play decks by lot against each other and say what is too strong.",
    )
    add = made.add_argument
    add_folder(made)
    add("--by", metavar="PROPERTY", help="decks lean to each value of this property in turn")
    add("--decks", type=int, default=200, help="decks by lot (default %(default)s)")
    add("--amount", type=int, default=10, help="cards of the leaning (default %(default)s)")
    add("--sample", type=int, metavar="N", help="only so many of all pairings of leaning decks")
    add("--mixed", type=int, default=0, metavar="N", help="matches of mixed decks, for the cards")
    add("--ready", type=int, default=0, metavar="N", help="times that ready decks meet each other")
    add(
        "--within",
        type=int,
        nargs=2,
        default=report.WITHIN,
        metavar=("LOW", "HIGH"),
        help="per cent between which a leaning should lie (default 40 60)",
    )
    add("--bot", default="greedy", help=", ".join(bots.NAMES))
    add("--seed", type=int, default=1)
    add("--report", type=Path, metavar="FILE.md", help="write a report, and its picture beside it")
    add_places(made)
    return made


def meetings_asked_for(
    pack: Pack, given: argparse.Namespace
) -> Iterator[tuple[str, Meetings, int]]:
    """The meetings asked for: a title, who meets whom, and how many matches of it to play."""
    rules_of_decks(pack)
    if given.by:
        leaning = population(pack, given.decks, given.seed, given.by, given.amount)
        meetings = Meetings(leaning, given.bot, given.seed)
        title = f"{given.decks} decks with {given.amount} cards of one {given.by}"
        yield title, meetings, given.sample or len(meetings)
    if given.mixed:
        mixed = Meetings(population(pack, given.decks, given.seed), given.bot, given.seed)
        yield f"{given.decks} mixed decks", mixed, given.mixed
    if given.ready:
        meetings = Meetings(ready_entries(pack), given.bot, given.seed, given.ready)
        yield "Ready decks", meetings, len(meetings)


def play_meetings(
    pack: Pack, title: str, meetings: Meetings, matches: int, given: argparse.Namespace
) -> Figures:
    """Play what is missing of the first so many meetings, and count them."""
    folder = given.out / title.replace(" ", "_") if given.out else None
    seeds = range(len(meetings))[:matches]
    if not seeds:
        raise ValueError(f"{title}: no deck meets another")
    print(title, file=sys.stderr)
    with run_in(folder, pack, meetings) as run:
        play_missing(run, seeds, given)
        return count_figures(meetings, run.rows(seeds))


def write_page(
    pack: Pack, command: str, found: dict[str, Figures], file: Path, within: report.Limits
) -> None:
    """The page, and the picture of the first meetings with leanings."""
    picture = ""
    first = next((each for each in found.values() if each.leanings), None)
    if first is not None:
        drawn = file.with_suffix(".svg")
        drawn.write_text(report.picture(pack, first, within), encoding="utf-8")
        picture = drawn.name
    file.write_text(report.markdown(pack, command, found, picture, within), encoding="utf-8")


if __name__ == "__main__":
    raise SystemExit(main())
