"""
Whether each expedition of Knave has a way home: a search that takes back answers until one does.

    nice .venv/bin/python scripts/knave_ways.py --seeds 1000 --out docs/balance/knave_ways.md

Of each seed one knave plays as the steady player does, who often enough dies. Then an answer is
taken back, a late one rather than an early one, and another one is tried, mostly by lot, with the
same dice to come, until a playing ends at home, on own feet. Who does not go in at all has not come
home. A seed in which none of so many playings does is told by its number; what is printed is how
many playings it took.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parent))

import knave_danger
from knave_danger import KNAVE, fate_of, field_of, fitting, steady

from rules.pack import Pack, load_pack
from rules.running.match import Match

MOST = 500  # playings of a seed
STEADY = 0.5  # how often the steady answer is given after something was taken back


def playings_until_home(pack: Pack, seed: int, depth: int, most: int = MOST) -> int:
    """How many playings it takes until one comes home; 0 where none of `most` does."""
    chance = Random(seed)
    options = {"startDepth": depth, "bring": [fitting(depth)]}
    match = Match.prepare(pack, 1, seed, options, log=False)
    match.begin()
    path: list[Match] = []  # as the match stood before each answer
    for playing in range(1, most + 1):
        while not match.is_over:
            path.append(match.clone())
            choice = match.choices[0]
            picks = steady(match, choice)
            if playing > 1 and chance.random() > STEADY:
                count = chance.randint(choice.minimum, choice.maximum)
                picks = tuple(chance.sample(range(len(choice.options)), count))
            match.answer_unchecked(choice.seat, picks)
        if fate_of(match, 1) in ("home", "fled") and not field_of(match, "stayedOut", 1):
            return playing
        kept = max(chance.randrange(len(path)), chance.randrange(len(path)))
        match, path = path[kept].clone(), path[:kept]
    return 0


def page(lines: list[str]) -> str:
    head = f"""# Whether each expedition of Knave has a way home

Made by `scripts/knave_ways.py`, of one knave that fits the depth. It plays as the steady player
does; then answers are taken back and others tried, with the same dice to come, until a playing ends
at home, on own feet, {MOST} playings at most. Not to go in at all does not count; to turn back in
the first room, with nothing, does, and is all that is left where too many want blood there.

| depth | seeds | without a way home | playings each | at most | home the first time % |
|---|---|---|---|---|---|
"""
    return head + "".join(f"{each}\n" for each in lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[1])
    parser.add_argument("--seeds", type=int, default=1000)
    parser.add_argument("--depths", default=",".join(map(str, knave_danger.DEPTHS)))
    parser.add_argument("--out", type=Path)
    given = parser.parse_args()
    pack, lines = load_pack(KNAVE), []
    for depth in map(int, given.depths.split(",")):
        found = Counter[int]()
        for seed in range(1, given.seeds + 1):
            playings = playings_until_home(pack, seed, depth)
            found[playings] += 1
            if not playings:
                print(f"depth {depth}: no way home in seed {seed}", flush=True)
        mean = sum(n * of for n, of in found.items()) / given.seeds
        first = 100 * found[1] / given.seeds
        tried = f"{given.seeds} | {found[0]} | {mean:.1f} | {max(found)} | {first:.0f}"
        lines.append(f"| {depth} | {tried} |")
        print(lines[-1], flush=True)
    if given.out is not None:
        given.out.write_text(page(lines), encoding="utf-8")


if __name__ == "__main__":
    main()
