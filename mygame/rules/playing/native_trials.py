"""
What options would do, found out in the native machine, and in Python where that cannot be had or
something fails: `foretell` gives what `preview.foretell` does.
"""

from __future__ import annotations

from ..backends.wasm.functions import NotNative
from ..backends.wasm.host import Trap
from ..backends.wasm.matches import NativeMatch
from ..backends.wasm.thinking import Thinker
from ..backends.wasm.trying import Attempt, Trying
from ..pack import pack_of_match
from ..running.match import Match
from . import preview
from .bots.machines import thinker_for
from .trials import DEALS, Deadline, Tried, flow_depth


class NativeTrials:
    """`trials.Trials` in the machine; what fails there fails altogether."""

    depends_on_hidden = True  # nothing tells: all deals are tried

    def __init__(self, thinker: Thinker, m: NativeMatch, match: Match, seat: int, end: Deadline):
        self.trying, self.end = Trying(thinker, m, seat, flow_depth(match)), end
        self.known: dict[Attempt, Tried] = {}
        self.names = [fact.name for facts in match.program.preview.values() for fact in facts]

    def begin_option(self) -> None:
        pass

    def try_option(self, pick: int, deal: int, luck: int, until_asked: bool = False) -> Tried:
        number = DEALS.index(deal)
        found = self.trying.try_option(pick, number, deal, luck, self.has_time)
        if found not in self.known:  # most deals lead to the same
            self.known[found] = self.tried_from(found)
        return self.known[found]

    def tried_from(self, found: Attempt) -> Tried:
        """What came of an option, by the names of facts."""
        if not found.whole:
            return Tried(None, 0, False, found.leads())
        happened = {
            (self.names[each.fact], each.entity): (each.low, each.high, each.heard)
            for each in found.outcomes()
        }
        return Tried(happened, *found.counts(), found.leads())

    def has_time(self) -> bool:
        """Whether the deadline has not come yet."""
        return not self.end.has_passed()

    def leave_out(self, error: Exception) -> bool:
        raise error


def foretell(match: Match, seat: int, seconds: float, waits: bool = False) -> preview.Foreseen:
    """
    `preview.foretell`, in the native machine where there is one; `waits`: until it is made.
    """
    if not preview.can_foretell(match, seat):
        return preview.foretell(match, seat)
    thinker = thinker_for(pack_of_match(match), match.seats, waits)
    found = None if thinker is None else _foretell_there(thinker, match, seat, seconds)
    return preview.foretell(match, seat, seconds) if found is None else found


def _foretell_there(
    thinker: Thinker, match: Match, seat: int, seconds: float
) -> preview.Foreseen | None:
    """None: it cannot be found out there."""
    try:
        m = NativeMatch.of(thinker.loaded, match)
    except (NotNative, MemoryError):
        return None
    try:
        trials = NativeTrials(thinker, m, match, seat, Deadline(seconds))
        return preview.foretell(match, seat, trials=trials)
    except (Trap, MemoryError):
        return None
    finally:
        m.release()
