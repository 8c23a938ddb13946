"""
The exam of bots: what they think in the native machine is what they think here, from the same seed.

    python -m rules.playing.bots.exam PACK THOUGHTS

plays matches at random on both machines, and lets bots with budgets in iterations think on the way,
until so many thoughts are the same: their answers, the order of them, totals, worlds and wins.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Iterator

from ...backends.wasm.exam import load_both
from ...backends.wasm.matches import NativeMatch
from ...backends.wasm.mirror import Differs
from ...backends.wasm.thinking import Thinker
from ...pack import Pack
from ...running.match import Match
from . import make_bot
from .native import think

SPECS = ("greedy", "novice:iterations=30", "adept:iterations=40", "master:iterations=60")
OFTEN = 0.2  # how often somebody thinks


def compare_thoughts(
    pack: Pack, thinker: Thinker, seed: int, often: float = OFTEN
) -> Iterator[str]:
    """
    Play a match at random; the bot of each thought that was the same on both machines.

    :raises Differs: one was not.
    """
    chance, loaded = random.Random(seed), thinker.loaded
    match = Match.new(pack, loaded.seats, seed, log=False)
    native = NativeMatch.begin(loaded, Match.prepare(pack, loaded.seats, seed, {}, log=False))
    while match.standings is None:
        choice = chance.choice(match.choices)
        if chance.random() < often:
            spec, own = chance.choice(SPECS), chance.getrandbits(63)
            wanted = make_bot(spec, own).think(match, choice.seat)
            found = think(thinker, native, choice.seat, spec, own)
            if found != wanted:
                at = f"seed {seed}, {spec} about {choice.prompt}"
                raise Differs(f"{at}: {wanted[:3]} and {found[:3]}")
            yield spec
        count = chance.randint(choice.minimum, choice.maximum)
        picks = chance.sample(range(len(choice.options)), count)
        match.answer(choice.seat, picks)
        native.answer(choice.seat, picks)
    native.release()


def main(folder: str, wanted: str) -> None:
    """Compare so many thoughts; see the module."""
    pack, loaded = load_both(folder)
    thinker, seed, total = Thinker(loaded), 0, 0
    begun = time.monotonic()
    while total < int(wanted):
        total += sum(1 for _ in compare_thoughts(pack, thinker, seed))
        seed += 1
        speed = total / (time.monotonic() - begun)
        print(f"{pack.id}: {seed} matches, {total} thoughts the same, {speed:.0f} a second")


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except Differs as problem:
        sys.exit(f"The machines do not agree: {problem}")
