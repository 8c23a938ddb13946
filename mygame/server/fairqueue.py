"""A queue in which every source gets its turn: many from one address do not make others wait."""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Hashable, Iterator


class FairQueue[Job]:
    """First in, first out for each source; among sources by turns."""

    def __init__(self) -> None:
        self._lines: OrderedDict[Hashable, deque[Job]] = OrderedDict()

    def __len__(self) -> int:
        return sum(map(len, self._lines.values()))

    def __iter__(self) -> Iterator[Job]:
        """All that wait, in the order in which their turns come."""
        lines = [list(line) for line in self._lines.values()]
        for round_ in range(max(map(len, lines), default=0)):
            yield from (line[round_] for line in lines if round_ < len(line))

    def push(self, source: Hashable, job: Job) -> None:
        """Wait at the end of the source's line."""
        self._lines.setdefault(source, deque()).append(job)

    def pop(self) -> Job:
        """
        Whose turn it is.

        :raises IndexError: nobody waits.
        """
        if not self._lines:
            raise IndexError("nobody waits")
        source, line = next(iter(self._lines.items()))
        job = line.popleft()
        if line:
            self._lines.move_to_end(source)
        else:
            del self._lines[source]
        return job

    def remove(self, job: Job) -> bool:
        """Wait no longer. Whether it waited."""
        for source, line in self._lines.items():
            if job in line:
                line.remove(job)
                if not line:
                    del self._lines[source]
                return True
        return False

    def place(self, job: Job) -> int:
        """How many come before; -1 if it does not wait."""
        return next((place for place, other in enumerate(self) if other is job), -1)
