"""Token buckets: so many at once, and then so many in a given time.

Pure, without Django, and small: the Portal counts lines with them, the login screen tries, the
game talk and tables. Times are seconds of a clock the caller reads, so tests need not wait.
Begin at `Buckets.take`.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import NamedTuple


class Rate(NamedTuple):
    """At most `burst` at once; `burst` come back in `seconds`."""

    burst: float
    seconds: float

    @property
    def each(self) -> float:
        """Seconds in which one comes back."""
        return self.seconds / self.burst


@dataclass(slots=True)
class Bucket:
    """What is left of a rate, for one person and one kind of action."""

    rate: Rate
    left: float
    at: float

    def fill(self, now: float) -> None:
        """Let come back what has come back until `now`."""
        self.left = min(self.rate.burst, self.left + max(0.0, now - self.at) / self.rate.each)
        self.at = now

    def wait(self, now: float, amount: float = 1) -> float:
        """Seconds until there is enough; 0 if there is."""
        self.fill(now)
        # What is a billionth short of enough by rounding is enough.
        return max(0.0, amount - self.left - 1e-9) * self.rate.each

    def take(self, now: float, amount: float = 1) -> float:
        """Take it out if there is enough. Seconds to wait, 0 if it was taken."""
        if not (wait := self.wait(now, amount)):
            self.left -= amount
        return wait


class Buckets:
    """
    The buckets of all who do one thing, by whatever tells them apart.

    At most `most` are kept; the one that was used longest ago is forgotten first, which is the
    one that most likely is full again. Whoever makes up a hundred thousand names forgets the
    others' buckets, and no more.
    """

    def __init__(self, rate: Rate, clock: Callable[[], float] = time.monotonic, most: int = 10_000):
        self.rate, self.clock, self.most = rate, clock, most
        self._buckets: OrderedDict[Hashable, Bucket] = OrderedDict()

    def __len__(self) -> int:
        return len(self._buckets)

    def of(self, key: Hashable) -> Bucket:
        """The bucket of somebody, a full one for somebody new."""
        bucket = self._buckets.get(key)
        if bucket is None:
            while len(self._buckets) >= self.most:
                self._buckets.popitem(last=False)
            bucket = self._buckets[key] = Bucket(self.rate, self.rate.burst, self.clock())
        else:
            self._buckets.move_to_end(key)
        return bucket

    def wait(self, key: Hashable, amount: float = 1) -> float:
        """Seconds until there is enough for somebody; nothing is taken."""
        if key not in self._buckets:
            return 0.0
        return self.of(key).wait(self.clock(), amount)

    def take(self, key: Hashable, amount: float = 1) -> float:
        """Take it out if there is enough. Seconds to wait, 0 if it was taken."""
        return self.of(key).take(self.clock(), amount)

    def spend(self, key: Hashable, amount: float = 1) -> None:
        """Take it out, down to nothing if there is not enough."""
        bucket = self.of(key)
        bucket.fill(self.clock())
        bucket.left = max(0.0, bucket.left - amount)

    def forget(self, key: Hashable) -> None:
        """Somebody begins anew."""
        self._buckets.pop(key, None)
