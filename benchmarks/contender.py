"""
A contender of the benchmarks: a process that measures one round whenever it is told to.

`serve(about, measure)` prints one line of JSON about itself when it is ready; then, for each line
of input, a number of seconds, one line of JSON with the figures of a round of about that length. So
contenders take turns, and a machine that is slow for a minute is slow for all of them. Standard
library only: peers import this in environments of their own. Its twin is `peers/contender.cjs`.

All times are processor times of the whole process, so that what else the machine does counts
little.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import count

Figures = dict[str, float]

WARM_UP = 0.02  # seconds


def serve(about: Mapping[str, str], measure: Callable[[float], Figures]) -> None:
    """
    Measure a first round for nobody, to fill caches; then answer on standard output until the input
    ends. Whatever else is printed goes to stderr.
    """
    with os.fdopen(os.dup(1), "w", encoding="utf-8") as answers:
        os.dup2(2, 1)
        measure(WARM_UP)
        print(json.dumps(about), file=answers, flush=True)
        for line in sys.stdin:
            print(json.dumps(measure(float(line))), file=answers, flush=True)


def rates(play: Callable[[int], Mapping[str, int]], seconds: float) -> Figures:
    """
    Play the matches of seeds 0, 1, 2 ... for so many seconds.

    `play` returns what it counted in one match, `{"decisions/s": 1200, "matches/s": 1}`; the result
    is each count divided by the seconds.
    """
    counted: Counter[str] = Counter()
    start = time.process_time()
    for seed in count():
        counted.update(play(seed))
        spent = time.process_time() - start
        if spent >= seconds:
            return {name: number / spent for name, number in counted.items()}
    raise AssertionError("seeds never end")


def microseconds(calls: Sequence[Callable[[], object]], seconds: float) -> float:
    """The mean time of a call; all calls in turn, so often that it takes so many seconds."""
    loops = 1
    while True:
        start = time.process_time()
        for _ in range(loops):
            for call in calls:
                call()
        spent = time.process_time() - start
        if spent >= seconds:
            return spent / loops / len(calls) * 1e6
        loops *= 2


def evenly(items: Sequence, most: int) -> Sequence:
    """At most so many items, from the first on, at the same distance."""
    return items[:: -(-len(items) // most)]
