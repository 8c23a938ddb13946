"""What zones know of the cards that come and go, as data. `moving` carries it out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from .code import Code, Live


@dataclass(slots=True)
class ZoneRules:
    """What a zone knows of the cards that come and go. All matches share it."""

    arrive: Code | None = None  # of the parameters card, player, from and fromPlayer
    leave: Code | None = None  # of card, player, to and toPlayer
    heeds: frozenset[int] | None = None  # the definitions for which `arrive` is; None: all
    # how many cards it takes, or how much their sizes may come to; of match and owner
    most: Callable[[Live, int], int] | None = None
    size: Callable[[Live, int, int], int] | None = None  # of match, owner and card; None: 1 each
    overflow: int | None = None  # the zone of those for which there is no room
    holds: frozenset[int] | None = None  # the definitions that can lie there; None: all
    # how likely a hidden card of a definition lies there, as bots see it; of match, owner and that
    likely: Callable[[Live, int, int], int] | None = None
    may_be: tuple[int, ...] = ()  # what a hidden card may be for who does not see it

    def takes(self, definition: int) -> bool:
        """Whether a card of this definition can lie there at all."""
        return self.holds is None or definition in self.holds

    def greets(self, definition: int) -> bool:
        """Whether something happens when a card of this definition arrives."""
        return self.arrive is not None and (self.heeds is None or definition in self.heeds)


NO_RULES = ZoneRules()
