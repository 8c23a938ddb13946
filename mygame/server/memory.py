"""
The search for garbage, in both processes: everybody waits for it, so there is little to look at.

Nearly all that the game makes is let go of by itself; only what refers to itself in a circle has to
be found. A search looks at all that has come since the one before and stayed, and that is the state
of every match somebody has played in meanwhile. How long everybody stands still grows with the
first threshold. Many short searches cost more in all than a few long ones, but nobody notices them.

A finished match, its host and whoever read it refer to one another and are old by then, so only a
search of all there is finds them. With 200 people in the house two MB of them come in a minute, and
new objects are counted less those that went by themselves: 40,000 in a minute. A search of all
after each quarter of a million keeps what waits below 20 MB; after four million 60 MB waited.
"""

import gc

# New objects until garbage is looked for, searches until those that stayed are looked at again, and
# of those until all are.
THRESHOLDS = 20_000, 5, 1


def freeze_garbage() -> None:
    """What there is now stays: the search for garbage need not look at it again."""
    gc.collect()
    gc.freeze()
    # All is looked at when what has come since is a quarter of what stayed last time. What is
    # frozen does not count: without this, finished matches of tens of MB wait for it.
    gc.collect()
    gc.set_threshold(*THRESHOLDS)
