"""
A match as those see it who only watch, where its table lets them see it later than the players.

`Delayed` reads what happens in a hosted match and passes it on, to readers of its own, so many
seconds later; meanwhile `match` and `views` are as they were then. Before that time has passed for
the first time, also after a restart, there is no match to see. Until all is told it goes on, also
when the match itself is over.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rules.running.match import Match
from world.play.hosting.events import Event, Foreseen, OrdersChanged
from world.play.hosting.readers import Readers
from world.play.hosting.views import Views

if TYPE_CHECKING:
    from world.play.hosting.host import MatchHost


@dataclass(frozen=True, slots=True)
class _Moment:
    """How the match stood, what is to be told of it, and when."""

    due: float
    number: int
    match: Match
    tell: Callable[[], None]


class Delayed:
    """
    What who watches is shown in place of a `MatchHost`: the same, `seconds` later. `done` is called
    when all is told.
    """

    def __init__(self, host: MatchHost, seconds: int, done: Callable[[], None] = lambda: None):
        self.host, self.record, self.seconds = host, host.record, seconds
        self.match: Match | None = None
        self.number = host.number
        self.views = Views(host.number, host.match)
        self.readers = Readers(f"match {host.record.pk}, {seconds} seconds later")
        self._waiting: deque[_Moment] = deque()
        self._stopped, self._done = False, done
        host.readers.add_reader(self)
        self.tell_later(lambda: None)

    def read(self, event: Event) -> None:
        """It has happened; it is told later. What is foreseen or ordered is for who is asked."""
        if not isinstance(event, Foreseen | OrdersChanged):
            self.tell_later(lambda: self.readers.tell(event))

    def tell_later(self, tell: Callable[[], None]) -> None:
        """Tell something when what has happened until now may be known."""
        clock, host = self.host.clock, self.host
        due = clock.seconds() + self.seconds
        self._waiting.append(_Moment(due, host.number, host.match, tell))
        if len(self._waiting) == 1:
            clock.callLater(self.seconds, self._tell_due)

    @property
    def is_all_told(self) -> bool:
        """Whether the match is over, and all of it told."""
        return self._stopped or (self.host.closed and not self._waiting)

    def stop(self) -> None:
        """Nobody is to be told anything any more."""
        self._stopped = True
        self._waiting.clear()

    def _tell_due(self) -> None:
        """Tell what may be known now."""
        clock = self.host.clock
        while self._waiting and self._waiting[0].due <= clock.seconds():
            moment = self._waiting[0]
            if self.match is not moment.match:
                self.match, self.number = moment.match, moment.number
                self.views.set_match(moment.number, moment.match)
            moment.tell()
            if self._waiting:
                self._waiting.popleft()
        if self._waiting:
            clock.callLater(max(0.0, self._waiting[0].due - clock.seconds()), self._tell_due)
        elif self.is_all_told:
            self._done()
