"""How soon a process is started again which has ended by accident: at once, then ever later."""

from __future__ import annotations

# A process which lived this long was fine; what ends it is not what ended the one before.
HEALTHY = 30.0
LONGEST_PAUSE = 60.0


def failures_after(failures: int, lived: float) -> int:
    """How many failures in a row it is, after one which lived so many seconds."""
    return 1 if lived > HEALTHY else failures + 1


def pause_after(failures: int) -> float:
    """Seconds to wait after so many failures in a row: 0, 1, 2, 4, ... up to a minute."""
    return 0.0 if failures <= 1 else min(2.0 ** (failures - 2), LONGEST_PAUSE)
