"""
Games of hidden roles: does each side win its share, and do bots make out who is on which?

`python -m rules.weighing.roles PACK --out ../var/roles --report FILE.md`. The pack says what a
player is (`report.role`) and who wins together (`pack.sides`). Matches are played in arms: all
seats by one kind of bot; and, with the same seeds, one side after the other by bots of the weakest
kind, or by bots that deal hidden cards evenly, whatever has been done. What a side loses by that is
what playing better, or inferring, is worth to it.

After three rounds of the table it is looked at what can be known from outside: in many deals of
what is hidden from everybody each player is on one side more often than on others (`Picture`).

With `--out` a line is kept for each match; the same command later goes on from there. Broken off
with Ctrl-C it reports on what there is.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from ..ground.errors import PackError
from ..pack import Pack, add_folder, load_pack
from ..playing import bots
from ..playing.bots import native
from ..playing.bots.answers import Line
from ..playing.bots.hidden import redeal
from ..running.match import Match
from ..running.sides import side_of
from .sim.figures import Tally, share_with_interval
from .sim.placement import CODE
from .sim.playing import Result, play_match, seed_of

ROUNDS = 3  # of the table, after which the picture is looked at
DEALS = 60  # of what is hidden from everybody
BLOCK = 5  # matches of an arm before the next arm goes on
GENERALS = 20  # matches, below which nothing is said of who was held from the start


class Arm(NamedTuple):
    """
    Who plays: everybody as `bot`, but for the side of a role, which plays as `other`; `even`: that
    side deals evenly.
    """

    seats: int
    bot: str
    role: str = ""
    other: str = ""
    even: bool = False

    @property
    def name(self) -> str:
        against = f"-{self.role}-{'even' if self.even else self.other}" if self.role else ""
        return f"{self.seats}-{self.bot}{against}".replace(":", "_")


class EvenBot:
    """A bot for which all deals of hidden cards are as likely; `game`: where they are."""

    def __init__(self, bot: bots.Bot, game: Pack):
        self.bot, self.game, self.name = bot, game, f"{bot.name}, even"

    def choose(self, match: Match, seat: int) -> tuple[int, ...]:
        return self.think(match, seat)[0].picks

    def think(self, match: Match, seat: int) -> list[Line]:
        return self.bot.think(Match.load(self.game, match.save()), seat)


class Picture:
    """
    What the deeds of all tell from outside, when some rounds have been played. `even`: the game in
    which all deals are as likely.
    """

    def __init__(self, even: Pack, seed: int):
        self.even, self.dice = even, Random(seed)
        self.turn: int | None = None
        self.turns = 0
        self.found: dict[str, float] = {}

    def look(self, match: Match) -> None:
        """Note the picture once, at the first question after so many turns."""
        until = match.program.bots.until
        turn = until(match) if until is not None else None
        self.turns += turn != self.turn
        self.turn = turn
        if not self.found and self.turns > ROUNDS * match.seats:
            self.found = self.compare(match)

    def compare(self, match: Match) -> dict[str, float]:
        """
        Of players whose side everybody may still wonder about: how many there are, for how many the
        most frequent side in the deals is theirs, and for how many it would be by blind guess.
        """
        sides = self.count_sides(match)
        possible = self.count_sides(Match.load(self.even, match.save()))
        hidden = [seat for seat, of in enumerate(possible) if len(of) > 1]
        true = {seat: _side_name(match, seat) for seat in hidden}
        most = Counter(true.values()).most_common(1)
        return {
            "players": len(hidden),
            "right": sum(sides[seat].most_common(1)[0][0] == true[seat] for seat in hidden),
            "blind": most[0][1] if most else 0,
        }

    def count_sides(self, match: Match) -> list[Counter[str]]:
        """By seat, in how many deals it is on which side."""
        deals = [redeal(match, None, self.dice) for _ in range(DEALS)]
        return [Counter(_side_name(deal, seat) for deal in deals) for seat in range(match.seats)]


def _side_name(match: Match, seat: int) -> str:
    """The side of a seat by the roles of those on it, so that who is alone is not told apart."""
    own = side_of(match, seat + 1)
    party = [other for other in range(match.seats) if side_of(match, other + 1) == own]
    return "+".join(sorted({_role_of(match, other) for other in party}))


def _role_of(match: Match, seat: int) -> str:
    role = match.program.measures.role
    assert role is not None  # noqa: S101 (for mypy: `arms_of` has looked)
    return match.program.symbol_name(role.value(match, seat + 1)) or ""


class Watching:
    """A bot that has a picture looked at before it answers."""

    def __init__(self, bot: bots.Bot, picture: Picture):
        self.bot, self.picture, self.name = bot, picture, bot.name

    def choose(self, match: Match, seat: int) -> tuple[int, ...]:
        self.picture.look(match)
        return self.bot.choose(match, seat)

    def think(self, match: Match, seat: int) -> list[Line]:
        return self.bot.think(match, seat)


def load_even_pack(folder: Path) -> Pack:
    """
    The pack in a folder, but that all deals of hidden cards are as likely.

    :raises PackError: it cannot be loaded.
    """
    pack = load_pack(folder)
    for rules in pack.program.zone_rules.values():
        if rules.likely is not None:
            rules.likely = lambda match, owner, definition: 1
    return pack


def arms_of(pack: Pack, seats: Sequence[int], kinds: Sequence[str]) -> list[Arm]:
    """
    All arms: of the first number of seats also those in which one side plays otherwise.

    :raises ValueError: the pack does not say what a player is, or who wins together.
    """
    if pack.program.measures.role is None or not pack.program.side_rule.has_parties:
        raise ValueError(f"{pack.id} has no roles: report.role and pack.sides say who is what")
    best, weakest = kinds[-1], kinds[0]
    arms = [Arm(number, kind) for number in seats for kind in kinds]
    match = Match.new(pack, seats[0], 0, log=False)
    sides = dict.fromkeys(_side_name(match, seat) for seat in range(match.seats))
    for kind in kinds:
        arms += [Arm(seats[0], kind, role, kind, even=True) for role in sides]
    if weakest != best:
        arms += [Arm(seats[0], best, role, weakest) for role in sides]
    return arms


def play(pack: Pack, even: Pack, arm: Arm, seed: int) -> dict[str, Any]:
    """One match of an arm, as a row of the simulator with the `picture`."""
    picture = Picture(even, seed)

    def bots_of(match: Match) -> list[bots.Bot]:
        found: list[bots.Bot] = []
        for seat in range(match.seats):
            otherwise = arm.role == _side_name(match, seat)
            bot: bots.Bot = native.make_bot(
                arm.other if otherwise else arm.bot, seed_of(seed, seat)
            )
            bot = EvenBot(bot, even) if otherwise and arm.even else bot
            found.append(Watching(bot, picture))
        return found

    result: Result = play_match(pack, seed, arm.seats, bots_of)
    return {**result.as_row(), "events": {}, "series": {}, "picture": picture.found}


# -- what is kept ----------------------------------------------------------------------------------


class Kept:
    """
    The matches of arms, by seed, in lines of JSON in a folder.

    :raises ValueError: the folder holds matches of another pack or of other code.
    """

    def __init__(self, folder: Path, pack: Pack):
        self.folder, about = folder, {"pack": pack.hash, "code": CODE}
        folder.mkdir(parents=True, exist_ok=True)
        file = folder / "about.json"
        if file.exists() and json.loads(file.read_text(encoding="utf-8")) != about:
            raise ValueError(f"{folder} holds matches of another pack or code: name another --out")
        file.write_text(json.dumps(about), encoding="utf-8")

    def rows(self, arm: Arm) -> dict[int, dict[str, Any]]:
        file = self.folder / f"{arm.name}.jsonl"
        if not file.exists():
            return {}
        text = file.read_text(encoding="utf-8")
        whole, end, rest = text.rpartition("\n")
        if rest:  # half a line, where it was broken off
            file.write_text(whole + end, encoding="utf-8")
        lines = whole.splitlines()
        return {row["seed"]: row for row in map(json.loads, lines)}

    def add(self, arm: Arm, row: dict[str, Any]) -> None:
        with (self.folder / f"{arm.name}.jsonl").open("a", encoding="utf-8") as file:
            file.write(json.dumps(row) + "\n")


def seeds_to_play(kept: Kept, arms: Iterable[Arm], matches: int) -> Iterator[tuple[Arm, int]]:
    """Arms and seeds that are not there yet, some of each arm in turn."""
    known = {arm: kept.rows(arm).keys() for arm in arms}
    for first in range(0, matches, BLOCK):
        for arm, seeds in known.items():
            for seed in range(first, min(first + BLOCK, matches)):
                if seed not in seeds:
                    yield arm, seed


# -- the report ------------------------------------------------------------------------------------


def percent(share: dict[str, Any]) -> str:
    if share["rate"] is None:
        return "–"
    return f"{share['rate']:.0%} ({share['low']:.0%} to {share['high']:.0%})"


def share_of_role(rows: Iterable[dict[str, Any]], role: str) -> dict[str, Any]:
    """The share of matches that somebody of a role has won."""
    with_it = [row for row in rows if role in row["roles"]]
    won = sum(any(row["roles"][seat] == role for seat in row["won"]) for row in with_it)
    return share_with_interval(won, len(with_it))


def table(heads: Sequence[str], rows: Iterable[Sequence[Any]]) -> list[str]:
    lines = [heads, ["---"] * len(heads), *rows]
    return [f"| {' | '.join(map(str, line))} |" for line in lines] + [""]


def report_lines(pack: Pack, arms: Sequence[Arm], kept: Kept) -> Iterator[str]:
    """The page, line by line."""
    rows = {arm: _finished(kept.rows(arm)) for arm in arms}
    whole = [arm for arm in arms if not arm.role]
    roles = list(dict.fromkeys(r for arm in whole for row in rows[arm] for r in row["roles"]))
    yield from ("## Who wins", "")
    yield from table(
        ["players", "bots", "matches", *roles, "nobody", "turns"],
        (
            [
                *(arm.seats, arm.bot, len(rows[arm])),
                *(percent(share_of_role(rows[arm], role)) for role in roles),
                sum(not row["won"] for row in rows[arm]),
                f"{sum(row['rounds'] for row in rows[arm]) / max(1, len(rows[arm])):.1f}",
            ]
            for arm in whole
        ),
    )
    yield from (f"## The picture after {ROUNDS} rounds", "")
    yield from table(
        ["players", "bots", "players looked at", "right", "by blind guess"],
        _picture_rows(whole, rows),
    )
    for title, even in (("Inferring and dealing evenly", True), ("The better bot", False)):
        swapped = [arm for arm in arms if arm.role and arm.even == even]
        if swapped:
            yield from (f"## {title}", "")
        for _, alike in groupby(swapped, lambda arm: arm.bot):
            yield from _swap_lines(list(alike), rows)
    yield from _lines_of_held(pack, whole, rows)


def _finished(rows: dict[int, dict[str, Any]]) -> list[dict[str, Any]]:
    return [row for row in rows.values() if not row["failure"]]


def _picture_rows(
    arms: Iterable[Arm], rows: dict[Arm, list[dict[str, Any]]]
) -> Iterator[list[Any]]:
    for arm in arms:
        found = [row["picture"] for row in rows[arm] if row["picture"]]
        players, right, blind = (
            sum(p[key] for p in found) for key in ("players", "right", "blind")
        )
        rate = f"{blind / players:.0%}" if players else "–"
        yield [arm.seats, arm.bot, players, percent(share_with_interval(right, players)), rate]


def _swap_lines(arms: Sequence[Arm], rows: dict[Arm, list[dict[str, Any]]]) -> Iterator[str]:
    """What each side wins as usual and when it plays otherwise, with the same seeds."""
    lines, gains = [], []
    for arm in arms:
        usual = {row["seed"]: row for row in rows[Arm(arm.seats, arm.bot)]}
        paired = [(usual[row["seed"]], row) for row in rows[arm] if row["seed"] in usual]
        role = arm.role.partition("+")[0]
        before, after = (
            (share_of_role(part, role) for part in zip(*paired, strict=True))
            if (paired)
            else (share_with_interval(0, 0),) * 2
        )
        if paired:
            gains.append(100 * (before["rate"] - after["rate"]))
        lines.append([arm.role, len(paired), percent(before), percent(after)])
    other = "dealing evenly" if arms[0].even else f"as {arms[0].other}"
    yield from table(["side", "matches each", f"as {arms[0].bot}", other], lines)
    if gains:
        yield from (f"On average over the sides: {sum(gains) / len(gains):+.1f} points.", "")


def _lines_of_held(
    pack: Pack, arms: Sequence[Arm], rows: dict[Arm, list[dict[str, Any]]]
) -> Iterator[str]:
    """Win rates of the cards that players hold from the start, over all whole arms."""
    tally = Tally(pack)
    for arm in arms:
        for row in rows[arm]:
            tally.cards.add(row, set(row["won"]))
    held = [card for card in tally.cards.rows() if not card["next"] and len(card["times"]) == 1]
    held = [card for card in held if card["with"]["tries"] >= GENERALS and card["strength"]]
    if not held:
        return
    yield from ("## What players hold from the start", "")
    yield from table(
        ["card", "players", "won", "wins for each expected one"],
        (
            [
                f"{card['name']['en']} {card['name']['zh']}",
                card["with"]["tries"],
                percent(card["with"]),
                "{ratio:.2f} ({low:.2f} to {high:.2f})".format(**card["strength"]),
            ]
            for card in sorted(held, key=lambda card: -card["strength"]["ratio"])
        ),
    )


# -- the command -----------------------------------------------------------------------------------


def main(arguments: Sequence[str] | None = None) -> int:
    """0; 1 when a match failed; 2 when it could not begin or go on."""
    parser = argparse.ArgumentParser(
        prog="python -m rules.weighing.roles",
        description="Games of hidden roles: who wins, and whether bots see who is who.",
    )
    add = parser.add_argument
    add_folder(parser)
    add("--matches", type=int, default=200, help="of each arm")
    add("--seats", default="", help="numbers of players, with commas")
    add("--bots", default="greedy,master:iterations=16", help="kinds, the weakest first")
    add("--whole", action="store_true", help="no arms in which one side plays otherwise")
    add("--out", type=Path, required=True, help="folder of the matches; a run goes on there")
    add(
        "--report",
        type=Path,
        help="write the tables to this file, behind its line `<!-- tables -->`",
    )
    given = parser.parse_args(arguments)
    try:
        pack, even = load_pack(given.folder), load_even_pack(given.folder)
        seats = [int(text) for text in (given.seats or str(pack.program.seats[-1])).split(",")]
        kinds = given.bots.split(",")
        arms = [arm for arm in arms_of(pack, seats, kinds) if not (given.whole and arm.role)]
        kept = Kept(given.out, pack)
        for kind in kinds:
            bots.make_bot(kind, 0)
    except (PackError, ValueError) as error:
        print(error, file=sys.stderr)
        return 2
    try:
        for arm, seed in seeds_to_play(kept, arms, given.matches):
            kept.add(arm, play(pack, even, arm, seed))
    except KeyboardInterrupt:
        print("broken off; the same command goes on from here", file=sys.stderr)
    text = "\n".join(report_lines(pack, arms, kept))
    if given.report:
        before = given.report.read_text(encoding="utf-8") if given.report.exists() else ""
        head = before.partition("<!-- tables -->")[0]
        given.report.write_text(f"{head}<!-- tables -->\n\n{text}", encoding="utf-8")
    print(text)
    failed = [row for arm in arms for row in kept.rows(arm).values() if row["failure"]]
    for row in failed[:10]:
        print(f"seed {row['seed']}: {row['failure']}", file=sys.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
