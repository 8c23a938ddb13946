"""
How long matches take here, measured: minutes of the last ones that people played to their ends.

One look at the newest matches, whatever the crowd, serves everybody for a while. Begin with
`usual_minutes`.
"""

from __future__ import annotations

import time
from collections import defaultdict
from statistics import median

from world.models import MatchRecord

LOOKED_AT = 400  # matches, the newest
ENOUGH = 5  # matches of a game, to say something of it
KEPT = 600.0  # seconds

_known: tuple[float, dict[str, int]] | None = None


def usual_minutes() -> dict[str, int]:
    """Game id -> minutes of a usual match, of games played often enough; not older than `KEPT`."""
    global _known
    now = time.monotonic()
    if _known is None or not 0 <= now - _known[0] < KEPT:
        _known = now, _measure()
    return _known[1]


def forget() -> None:
    """Measure anew at the next call. For tests."""
    global _known
    _known = None


def _measure() -> dict[str, int]:
    rows = MatchRecord.objects.filter(status=MatchRecord.Status.FINISHED, lesson=False, scene="")
    found = rows.order_by("-pk").values_list("pack_version__pack_id", "started_at", "ended_at")
    taken: dict[str, list[float]] = defaultdict(list)
    for game, began, ended in found[:LOOKED_AT]:
        # What was stored whole, such as a match of bots that is shown, has taken no time.
        if ended is not None and (seconds := (ended - began).total_seconds()) >= 30:
            taken[game].append(seconds / 60)
    return {
        game: max(1, round(median(minutes)))
        for game, minutes in taken.items()
        if len(minutes) >= ENOUGH
    }
