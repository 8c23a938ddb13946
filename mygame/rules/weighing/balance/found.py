"""
Whether cards that have to be found win matches: each ready deck against itself with them in it.

    python -m rules.weighing.balance.found world/packs/GAME --cost PROPERTY --like PROPERTY

In the other deck each such card stands in the place of the one of the ready deck that is of its
kind, is like it in a property (of the same class), and costs most nearly the same; who begins takes
turns. The section of the report is written anew, the rest of the
page stays.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Sequence
from math import sqrt
from pathlib import Path
from typing import NamedTuple

from ...pack import Pack, add_folder, load_pack
from ...running.bring import DECK, OPTION
from ...running.decks import Deck, deck_problems
from ..sim.playing import play_match
from .population import rules_of_decks

HEAD = "## Ready decks with cards that have to be found"
Z = 1.96  # of a normal distribution, for 95 %


class Share(NamedTuple):
    """Points of decks with found cards against the same decks without."""

    matches: int
    points: float
    failures: int

    @property
    def percent(self) -> float:
        """In per cent of all points."""
        return 100 * self.points / max(self.matches, 1)

    @property
    def margin(self) -> float:
        """Half of the 95 % interval, in points of per cent."""
        share = self.points / max(self.matches, 1)
        return 100 * Z * sqrt(share * (1 - share) / max(self.matches, 1))


def with_found(pack: Pack, deck: Deck, cost: str, like: str) -> Deck:
    """
    A deck with all cards that have to be found and may be in it, each in the place of the one that
    is most like it: of its kind, with the same of a property, and of nearly the same cost (another
    property); of equals the first.
    """
    rules = rules_of_decks(pack)
    changed: Deck = {name: list(cards) for name, cards in deck.items()}

    def costs(card: str) -> int:
        value = pack.card(card).facts.get(cost, 0)
        return value if isinstance(value, int) else 0

    def unlike(card: str, other: str) -> tuple[bool, bool, int]:
        one, two = pack.card(card), pack.card(other)
        far = abs(costs(card) - costs(other))
        return one.kind != two.kind, one.facts.get(like) != two.facts.get(like), far

    for card in sorted(rules.found):
        part = rules.part_of(pack.card(card).kind)
        if part is None:
            continue
        cards = changed[part.name]
        rest = [at for at, each in enumerate(cards) if each not in rules.found]
        if rest:
            cards[min(rest, key=lambda at: unlike(card, cards[at]))] = card
    problems = deck_problems(pack.program, changed)
    if problems:
        raise ValueError(f"{pack.id}: a deck with found cards cannot be played: {problems[0]}")
    return changed


def weigh(
    pack: Pack, matches: int, cost: str, like: str, bot: str = "greedy", seed: int = 1
) -> list[Share]:
    """So many matches in all, each ready deck in turn: the points of the decks with found cards."""
    ready = [each.deck for each in rules_of_decks(pack).ready.values()]
    other = [with_found(pack, deck, cost, like) for deck in ready]
    tallies = [[0, 0.0, 0] for _ in ready]
    for number in range(matches):
        at, seat = number % len(ready), number // len(ready) % 2
        decks = [other[at], ready[at]] if seat == 0 else [ready[at], other[at]]
        options = {OPTION: [{DECK: deck} for deck in decks]}
        result = play_match(pack, seed + number, 2, bot, options=options)
        tally = tallies[at]
        if result.failure:
            tally[2] += 1
            continue
        tally[0] += 1
        tally[1] += 1.0 if tuple(result.won) == (seat,) else 0.5 if len(result.won) != 1 else 0.0
    return [Share(int(played), points, int(failed)) for played, points, failed in tallies]


def section(pack: Pack, shares: Sequence[Share], command: str) -> str:
    """The section of a report."""
    names = [each.names.get("en", name) for name, each in rules_of_decks(pack).ready.items()]
    total = Share(*(sum(each[i] for each in shares) for i in range(3)))  # type: ignore[arg-type]
    number = len(rules_of_decks(pack).found)
    lines = [
        HEAD,
        "",
        f"Written by `{command}` from `mygame/`. Each ready deck against itself with {number} cards"
        " in it that have to be found, in the places of those most like them.",
        "",
        f"* {total.matches} matches, {total.failures} failures",
        f"* points of the decks with found cards: {total.percent:.1f} % ± {total.margin:.1f}",
        "",
        "| ready deck | points with found cards against it |",
        "| --- | --- |",
    ]
    rows = sorted(zip(names, shares, strict=True), key=lambda row: -row[1].percent)
    lines += [f"| {name} | {each.percent:.1f} % ± {each.margin:.1f} |" for name, each in rows]
    return "\n".join(lines) + "\n"


def write_section(text: str, page: Path) -> None:
    """Put the section into a page, in the place of the one that was there."""
    before = page.read_text(encoding="utf-8") if page.exists() else ""
    kept = re.sub(rf"{re.escape(HEAD)}.*?(?=^## |\Z)", "", before, flags=re.DOTALL | re.MULTILINE)
    page.write_text(kept.rstrip() + "\n\n" + text, encoding="utf-8")


def main(arguments: Sequence[str] | None = None) -> int:
    """0; 1 when a match failed; 2 when there is nothing to play."""
    made = argparse.ArgumentParser(prog="python -m rules.weighing.balance.found")
    add_folder(made)
    made.add_argument("--matches", type=int, default=4300)
    made.add_argument(
        "--cost", required=True, metavar="PROPERTY", help="the property by which cards are alike"
    )
    made.add_argument("--like", required=True, metavar="PROPERTY", help="and this one")
    made.add_argument("--bot", default="greedy")
    made.add_argument("--seed", type=int, default=1)
    made.add_argument("--report", type=Path, metavar="FILE.md")
    given = made.parse_args(arguments)
    pack = load_pack(given.folder)
    if not rules_of_decks(pack).found:
        print(f"{pack.id} has no cards that have to be found", file=sys.stderr)
        return 2
    shares = weigh(pack, given.matches, given.cost, given.like, given.bot, given.seed)
    typed = " ".join(sys.argv[1:] if arguments is None else arguments)
    text = section(pack, shares, f"python -m rules.weighing.balance.found {typed}")
    print(text)
    if given.report:
        write_section(text, given.report)
    return 1 if any(each.failures for each in shares) else 0


if __name__ == "__main__":
    raise SystemExit(main())
