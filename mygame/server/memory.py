"""
The search for garbage, in both processes: everybody waits for it, so there is little to look at.

Nearly all that the game makes is let go of by itself; only what refers to itself in a circle has to
be found. A search looks at all that has come since the one before and stayed, and that is the state
of every match somebody has played in meanwhile. How long everybody stands still grows with the
first threshold. Many short searches cost more in all than a few long ones, but nobody notices them.
"""

import gc

# New objects until garbage is looked for, searches until those that stayed are looked at again, and
# of those until all are.
THRESHOLDS = 20_000, 10, 20


def freeze_garbage() -> None:
    """What there is now stays: the search for garbage need not look at it again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*THRESHOLDS)
