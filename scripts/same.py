"""
Is the play of two checkouts the same? Matches of every pack, from the same seeds, answer by answer.

`python scripts/same.py play OUT` plays with the code it stands in and writes a digest of each match
to OUT, which it completes when it was broken off; `python scripts/same.py diff OUT OTHER`
compares two such files; `python scripts/same.py show PACK SEATS BOT SEED` writes one match out, a
line a choice. `SAME_TREE=TREE` before any of them plays with the code of another checkout. A match
is told without numbers of cards, so a checkout may number them as it likes.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import random
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from importlib import import_module
from pathlib import Path
from typing import Any

ROOT = Path(os.environ.get("SAME_TREE") or Path(__file__).resolve().parents[1]).resolve()
sys.path.insert(0, str(ROOT / "mygame"))
PACKS = (
    *("chrono", "chrono_practice", "race", "race_simple", "duel", "kingdoms", "knave"),
    *("tests/pebbles", "bench/tricks"),
)
WHERE = {"tests": "tests/world/packs", "bench": "benchmarks/packs"}
OPTIONS: dict[str, tuple[dict, ...]] = {"chrono": ({}, {}, {}, {"optionalRule": 1})}
FLOORS = ("", "ground.", "running.", "playing.")  # of the engine; "": an earlier one had none
LONGEST = 20_000  # answers
NUMBERED = 4  # from here on a line of the log has numbers of cards


def engine(name: str) -> Any:
    """A module of the engine, wherever this checkout keeps it."""
    for path in (f"rules.{floor}{name}" for floor in FLOORS):
        try:
            return import_module(path)
        except ModuleNotFoundError as error:
            if not path.startswith(str(error.name)):
                raise
    raise ModuleNotFoundError(name)


def folder(pack: str) -> Path:
    """Where a pack lies in this checkout."""
    where, _, name = pack.rpartition("/")
    return ROOT / WHERE.get(where, "mygame/world/packs") / name


def loaded(pack: str, known: dict[str, Any] = {}) -> Any:  # noqa: B006 (a cache of the process)
    if pack not in known:
        known[pack] = engine("pack").load_pack(folder(pack))
    return known[pack]


def program_of(of: Any) -> Any:
    """What a match or a game runs; in an earlier checkout that was the game itself."""
    return getattr(of, "program", None) or getattr(of, "pack", of)


def told(match: Any, option: Any) -> str:
    """An option without the number of its card."""
    if option.kind == "symbol":
        return f"{option.word} {program_of(match).symbol_name(option.entity)}"
    if option.kind in ("number", "player", ""):
        return f"{option.word} {option.kind} {option.entity}"
    return f"{option.word} {match.card_id(option.entity) or option.entity}"


def trace(pack: str, seats: int, bot: str, seed: int) -> Iterator[str]:
    """A match, line by line."""
    game = loaded(pack)
    variants = OPTIONS.get(pack, ({},))
    options = {
        k: v for k, v in variants[seed % len(variants)].items() if k in program_of(game).options
    }
    failed = engine("errors").ActionFailed
    match = engine("match").Match.new(game, seats, seed, options)
    chance = random.Random(seed)
    bots = [engine("bots").make_bot(bot, seed * 8 + seat) for seat in range(seats)]
    for _ in range(LONGEST):
        if match.is_over:
            break
        for choice in match.pending:
            if bot == "random":
                count = chance.randint(choice.minimum, choice.maximum)
                picks = tuple(chance.sample(range(len(choice.options)), count))
            else:
                picks = bots[choice.seat].choose(match, choice.seat)
            about = match.card_id(choice.subject) if choice.subject else ""
            menu = " | ".join(told(match, option) for option in choice.options)
            yield (
                f"{choice.seat} {choice.prompt} {about} [{choice.minimum}-{choice.maximum} "
                f"{choice.default}] {menu} -> {picks}"
            )
            try:
                match.answer(choice.seat, picks)
            except failed as error:
                yield f"failed: {error}"
    for entry in match.log:
        yield f"log {tuple(entry)[:NUMBERED]}"
    yield f"standings {match.standings}"


def digest(pack: str, seats: int, bot: str, seed: int) -> str:
    """A fingerprint of a match."""
    found = hashlib.blake2b(digest_size=12)
    for line in trace(pack, seats, bot, seed):
        found.update(line.encode() + b"\n")
    return found.hexdigest()


def plan(matches: int, greedy: int) -> Iterator[tuple[str, int, str, int]]:
    """All matches: the same number for each pack, its numbers of seats in turn."""
    for bot, number in (("random", matches), ("greedy", greedy)):
        for pack in PACKS:
            if folder(pack).is_dir():
                seats = program_of(loaded(pack)).seats
                for seed in range(number):
                    yield pack, seats[seed % len(seats)], bot, seed


def play(out: Path, matches: int, greedy: int) -> None:
    """Play what is missing in a file of digests."""
    known = dict(line.split("\t") for line in out.read_text().splitlines()) if out.exists() else {}
    todo = [args for args in plan(matches, greedy) if " ".join(map(str, args)) not in known]
    with ProcessPoolExecutor(os.cpu_count()) as pool, out.open("a") as file:
        asked = {pool.submit(digest, *args): args for args in todo}
        for number, done in enumerate(as_completed(asked), 1):
            file.write(" ".join(map(str, asked[done])) + f"\t{done.result()}\n")
            if number % 100 == 0:
                file.flush()
                print(f"{number} of {len(todo)}", file=sys.stderr, flush=True)


def diff(one: Path, other: Path) -> int:
    """How many matches of two files differ; the first of each pack and bot are named."""
    a, b = (dict(line.split("\t") for line in p.read_text().splitlines()) for p in (one, other))
    both = sorted(a.keys() & b.keys())
    wrong = [name for name in both if a[name] != b[name]]
    groups: dict[tuple[str, str], list[str]] = {}
    for name in both:
        groups.setdefault((name.split()[0], name.split()[2]), []).append(name)
    for (pack, bot), names in sorted(groups.items()):
        differ = [name for name in names if name in set(wrong)]
        print(f"{pack} {bot}: {len(names) - len(differ)} of {len(names)} the same", *differ[:3])
    return len(wrong)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.strip().splitlines()[0])
    commands = parser.add_subparsers(dest="command", required=True)
    playing = commands.add_parser("play")
    playing.add_argument("out", type=Path)
    playing.add_argument("--matches", type=int, default=500)
    playing.add_argument("--greedy", type=int, default=100)
    comparing = commands.add_parser("diff")
    comparing.add_argument("one", type=Path)
    comparing.add_argument("other", type=Path)
    showing = commands.add_parser("show")
    for name, type in (("pack", str), ("seats", int), ("bot", str), ("seed", int)):
        showing.add_argument(name, type=type)
    given = parser.parse_args()
    if given.command == "play":
        play(given.out, given.matches, given.greedy)
    elif given.command == "diff":
        return 1 if diff(given.one, given.other) else 0
    else:
        print(*trace(given.pack, given.seats, given.bot, given.seed), sep="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
