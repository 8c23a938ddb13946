"""
This engine's native machine as a contender: `python native_own.py PACK`, see `contender.py`.

Matches and random bots are both inside, as with peers that are driven without Python: each match is
a copy of one of some that were begun before.
"""

from __future__ import annotations

import os
import sys
from itertools import count
from pathlib import Path

from contender import Figures, microseconds, rates, serve

from rules.backends.wasm.exam import load_both
from rules.backends.wasm.matches import NativeMatch
from rules.running.match import Match

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "server.conf.settings")  # Evennia's, for symbols

BEGUN = 16  # matches that are begun before
COPIES = 500  # made by one call
TO_THE_END = 1 << 40  # more decisions than a match has


def main() -> None:
    """Serve figures of the pack in a folder."""
    pack, loaded = load_both(Path(sys.argv[1]))
    begun = [
        NativeMatch.begin(loaded, Match.prepare(pack, loaded.seats, seed, {}, log=False))
        for seed in range(BEGUN)
    ]
    call = loaded.machine.function
    play, copy, copies = map(call, ("play_at_random", "copy_match", "copy_often"))
    room = loaded.room_for_match(begun[0].size)
    seeds = count()

    def play_one(number: int) -> dict[str, int]:
        copy(room, begun[number % BEGUN].address)
        return {"decisions/s": play(room, next(seeds), TO_THE_END), "matches/s": 1}

    def measure(seconds: float) -> Figures:
        often = [lambda m=m: copies(room, m.address, COPIES, 0) for m in begun]
        return rates(play_one, seconds) | {"clone, µs": microseconds(often, seconds / 4) / COPIES}

    game = f"{pack.name['en']}, {loaded.seats} players, driven inside"
    serve({"engine": "this engine, native machine", "game": game}, measure)


if __name__ == "__main__":
    main()
