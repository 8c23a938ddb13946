"""
Spans of time as people type and read them: "2h", "3 days", "永久".
"""

from __future__ import annotations

import re

MINUTE, HOUR, DAY, WEEK = 60, 3600, 86400, 604800
UNITS = {
    "s": 1, "sec": 1, "second": 1, "seconds": 1, "秒": 1, "秒钟": 1,
    "m": MINUTE, "min": MINUTE, "minute": MINUTE, "minutes": MINUTE, "分": MINUTE, "分钟": MINUTE,
    "h": HOUR, "hour": HOUR, "hours": HOUR, "时": HOUR, "小时": HOUR,
    "d": DAY, "day": DAY, "days": DAY, "天": DAY, "日": DAY,
    "w": WEEK, "week": WEEK, "weeks": WEEK, "周": WEEK, "星期": WEEK,
}  # fmt: skip
FOREVER = {"forever", "ever", "always", "永久", "永远"}
LONGEST = 100 * 365 * DAY
_PART = re.compile(r"(\d{1,9})\s*([a-z]+|[\u4e00-\u9fff]+?(?=\d|$))")

# How a span is told: the seconds of a unit, and its key in the locale files (`duration.*`).
TOLD = ((DAY, "days"), (HOUR, "hours"), (MINUTE, "minutes"), (1, "seconds"))


class NotADuration(ValueError):
    """The text is no span of time."""


def parse_duration(text: str) -> float | None:
    """
    Seconds of a span; None for ever.

    >>> parse_duration("2h30m"), parse_duration("3天"), parse_duration("forever")
    (9000, 259200, None)

    :raises NotADuration: if it is none, is nothing, or is longer than a hundred years.
    """
    typed = text.strip().casefold()
    if typed in FOREVER:
        return None
    seconds, at = 0, 0
    for part in _PART.finditer(typed):
        if part.start() != at or part[2] not in UNITS:
            raise NotADuration(text)
        seconds, at = seconds + int(part[1]) * UNITS[part[2]], part.end()
    if at != len(typed) or not 0 < seconds <= LONGEST:
        raise NotADuration(text)
    return seconds


def duration_text(seconds: float, say) -> str:
    """A span in words, rounded up, in its two largest units; `say` is a reader's."""
    left = max(1, int(-(-seconds // 1)))
    if left > DAY:
        left = -(-left // HOUR) * HOUR
    elif left > HOUR:
        left = -(-left // MINUTE) * MINUTE
    parts = []
    for size, unit in TOLD:
        count, left = divmod(left, size)
        if count:
            parts.append(say(f"duration.{unit if count > 1 else unit[:-1]}", count=count))
    return say("duration.join").join(parts[:2])
