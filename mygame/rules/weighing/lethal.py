"""
Do bots see a win that is on the table? `python -m rules.weighing.lethal PACK --positions 500`.

Positions come from matches of bots: states where a span of `bot.forcedWin` begins (a turn), from
which the seat that is asked wins within it for certain. They are found by a search
(`playing.bots.forced`) with far more states than bots have; the win holds in more deals than they
try, and in the match as it really is. Left out are those in which a hidden card of others waits for
something: there nobody can be certain. Then each bot plays on from each position, and has found the
win if it has won within the span.

With `--out` everything is kept, in lines of JSON: positions by match, what bots made of them by
bot; the same command later goes on from there. Positions stay when the code of bots changes.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache, partial
from itertools import batched, count, islice
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from ..ground.errors import PackError
from ..ground.processes import worker_pool
from ..pack import Pack, add_folder, load_pack, pack_of_match
from ..playing import bots
from ..playing.bots import native
from ..playing.bots.companions import Companion
from ..playing.bots.forced import Answer, Search, has_won, picks_of
from ..playing.bots.hidden import redeal
from ..running.match import Match
from ..running.state import ZONE
from .sim.command import progress
from .sim.figures import share_with_interval
from .sim.placement import CODE

DEALS = 12  # in which a win has to hold besides those it was found in
LONGEST = 200  # answers of a bot from a position
BOTS = "adept:iterations=23,master:iterations=75,grandmaster:iterations=300"


class Task(NamedTuple):
    """How positions are made."""

    folder: str
    bot: str
    states: int


load = lru_cache(1)(load_pack)  # once a process


def span_measure(pack: Pack) -> Callable[[Match], int]:
    """
    What changes where a span ends in which a win is looked for.

    :raises ValueError: the game knows no such thing.
    """
    if pack.program.bots.forced_win is None or pack.program.seats != (2,):
        raise ValueError(f"{pack.id} is no game of two with `bot.forcedWin`")
    return pack.program.bots.forced_win.until


def winning_positions(task: Task, seed: int) -> dict[str, Any]:
    """
    The positions in one match: the answers up to each, how many more win; how many spans began, and
    how many searches were broken off.
    """
    pack, until = load(task.folder), span_measure(load(task.folder))
    match = Match.new(pack, 2, seed, log=False)
    players = [native.make_bot(task.bot, 2 * seed + seat) for seat in range(match.seats)]
    row: dict[str, Any] = {"seed": seed, "positions": [], "spans": 0, "open": 0}
    answers: list[tuple[int, tuple[int, ...]]] = []
    span = None
    with Companion(match) as companion:
        while not match.is_over:
            choice, now = match.choices[0], until(match)
            if now != span and len(match.choices) == 1:
                span = now
                row["spans"] += 1
                known = native.finds_win(match, choice.seat, task.states, seed)
                row["open"] += known is None
                dice = Random(seed)
                search = Search(match, choice.seat, dice)
                line = search.run(lambda states: states < task.states) if known else None
                if line is not None and is_certain(match, choice.seat, line, dice):
                    found = {"journal": answers.copy(), "answers": len(line)}
                    row["positions"].append(found | {"states": search.states})
            picks = players[choice.seat].choose(match, choice.seat)
            answers.append((choice.seat, picks))
            match.answer_unchecked(choice.seat, picks)
            companion.note_answer(choice.seat, picks)
    return row


def is_certain(match: Match, seat: int, line: Sequence[Answer], dice: Random) -> bool:
    """Whether a line wins as things are and in other deals, and nothing waits for it."""
    worlds = [match.clone(), *(redeal(match, seat, dice) for _ in range(DEALS))]
    return not is_ambushed(match, seat) and all(line_wins(world, seat, line) for world in worlds)


def is_ambushed(match: Match, seat: int) -> bool:
    """Whether a card that the seat does not see waits for something."""
    sources = {t.source for t in match.triggers.values() if match.is_card(t.source)}
    sees = match.program.layout.sees
    return any(not sees(seat, match.state[source + ZONE]) for source in sources)


def line_wins(match: Match, seat: int, line: Sequence[Answer]) -> bool:
    """Whether a line, or the beginning of it, wins a match, which it changes."""
    for answer in line:
        if match.is_over:
            break
        choice = match.choice_of(seat)
        if choice is None or any(option not in choice.options for option in answer):
            return False
        match.answer_unchecked(seat, picks_of(choice, answer))
    return has_won(match, seat)


def bot_finds_win(folder: str, bot: str, at: tuple[int, int, Any]) -> dict[str, Any]:
    """Whether a bot wins from a position, given by seed and number with its answers."""
    seed, number, journal = at
    match = Match.new(load(folder), 2, seed, log=False)
    for seat, picks in journal:
        match.answer_unchecked(seat, picks)
    until, seat = span_measure(pack_of_match(match)), match.choices[0].seat
    player, span = native.make_bot(bot, seed), until(match)
    for _ in range(LONGEST):
        if match.is_over or until(match) != span:
            break
        choice = match.choice_of(seat)
        if choice is None:
            other = match.choices[0]
            match.answer_unchecked(other.seat, other.default)
        else:
            match.answer_unchecked(seat, player.choose(match, seat))
    return {"seed": seed, "number": number, "found": has_won(match, seat)}


# -- the command -----------------------------------------------------------------------------------


class Lines:
    """
    What is known, as lines of JSON below one that says what it is about; in a file, or only here.

    :raises ValueError: the file is about something else.
    """

    def __init__(self, file: Path | None, about: dict[str, Any]):
        self.file, self.rows = file, list[dict[str, Any]]()
        if file is None:
            return
        if not file.exists():
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(json.dumps(about) + "\n", encoding="utf-8")
        first, *rest = file.read_text(encoding="utf-8").splitlines()
        if json.loads(first) != about:
            raise ValueError(
                f"{file} is about {first}, not {json.dumps(about)}: name another --out"
            )
        self.rows = [json.loads(line) for line in rest]

    def add(self, row: dict[str, Any]) -> None:
        self.rows.append(row)
        if self.file is not None:
            with self.file.open("a", encoding="utf-8") as out:
                out.write(json.dumps(row) + "\n")


def main(arguments: Sequence[str] | None = None) -> int:
    """0; 2 when there is nothing to look at, or what was kept is about something else."""
    given = parser().parse_args(arguments)
    try:
        pack = load_pack(given.folder)
        for bot in (given.maker, *given.bots.split(",")):
            bots.make_bot(bot, 0)
        print(report(*search_positions(pack, given)))
    except (PackError, ValueError) as error:
        print(error, file=sys.stderr)
        return 2
    return 0


def parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(
        prog="python -m rules.weighing.lethal",
        description="Do bots see a win that is on the table? (docs/simulator.md)",
    )
    add = made.add_argument
    add_folder(made)
    add("--positions", type=int, default=100)
    add("--bots", default=BOTS, help="with commas (default %(default)s)")
    add("--maker", default="greedy", help="the bot whose matches the positions are from")
    add("--seed", type=int, default=0, help="of the first match; the others follow")
    add("--states", type=int, default=10_000, help="of a search (default %(default)s)")
    add("--out", type=Path, help="folder to keep everything in; what was broken off goes on there")
    add("--processes", type=int, default=1)
    return made


@contextmanager
def mapper(processes: int) -> Iterator[Callable[..., Iterable[dict[str, Any]]]]:
    """What gives the results of a function in order: of so many processes; 1: of this very one."""
    if processes == 1:
        yield map
        return
    with worker_pool(processes) as pool:
        yield pool.map


def search_positions(
    pack: Pack, given: argparse.Namespace
) -> tuple[list[dict[str, Any]], list[dict[str, Any]], dict[str, int]]:
    """
    The matches, the positions, and of how many each bot has found the win.

    :raises ValueError: the game knows no forced wins; what was kept is about something else.
    """
    span_measure(pack)
    task = Task(str(given.folder), given.maker, given.states)
    about = {"pack": pack.hash, "maker": task.bot, "states": task.states, "seed": given.seed}
    made = Lines(given.out and given.out / "positions.jsonl", about)
    with mapper(given.processes) as each:
        with progress(given.positions, total_positions(made.rows)) as advance:
            for seeds in batched(count(given.seed + len(made.rows)), given.processes):
                if total_positions(made.rows) >= given.positions:
                    break
                for row in each(partial(winning_positions, task), seeds):
                    made.add(row)
                    advance(len(row["positions"]))
        wanted = list(islice(answers_to_positions(made.rows), given.positions))
        found: dict[str, int] = {}
        for bot in given.bots.split(","):
            file = given.out and given.out / f"{bot.replace(':', '_')}.jsonl"
            tried = Lines(file, about | {"bot": bot, "code": CODE})
            known = {(row["seed"], row["number"]): row["found"] for row in tried.rows}
            missing = [at for at in wanted if at[:2] not in known]
            with progress(len(wanted), len(wanted) - len(missing)) as advance:
                for row in each(partial(bot_finds_win, task.folder, bot), missing):
                    tried.add(row)
                    advance(1)
                    known[row["seed"], row["number"]] = row["found"]
            found[bot] = sum(known[at[:2]] for at in wanted)
    return (
        made.rows,
        [position for *_, position in islice(walk_positions(made.rows), len(wanted))],
        found,
    )


def total_positions(rows: Iterable[dict[str, Any]]) -> int:
    return sum(len(row["positions"]) for row in rows)


def walk_positions(rows: Iterable[dict[str, Any]]) -> Iterator[tuple[int, int, dict[str, Any]]]:
    """All positions, with the seeds of their matches and their numbers there."""
    for row in rows:
        for number, position in enumerate(row["positions"]):
            yield row["seed"], number, position


def answers_to_positions(rows: Iterable[dict[str, Any]]) -> Iterator[tuple[int, int, Any]]:
    """The answers up to each position."""
    return ((seed, number, position["journal"]) for seed, number, position in walk_positions(rows))


def report(
    rows: Sequence[dict[str, Any]], wanted: Sequence[dict[str, Any]], found: dict[str, int]
) -> str:
    """What was looked at and what was found, in a few lines."""
    lengths = sorted(position["answers"] for position in wanted)
    told = [
        f"{len(wanted)} positions from {len(rows)} matches; the win takes {lengths[0]} to "
        f"{lengths[-1]} answers, {lengths[len(lengths) // 2]} as a rule.",
        f"Of {sum(row['spans'] for row in rows)} spans {sum(row['open'] for row in rows)} were "
        "not searched to the end.",
    ]
    for bot, hits in found.items():
        got = share_with_interval(hits, len(wanted))
        told.append(f"{bot}: found {hits}, {got['rate']:.1%} ({got['low']:.1%}..{got['high']:.1%})")
    return "\n".join(told)


if __name__ == "__main__":
    raise SystemExit(main())
