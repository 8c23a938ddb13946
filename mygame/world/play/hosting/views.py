"""
What seats may see of a hosted match: one public part, made once per change and shared by all
readers, and a small private part a seat (`rules.running.view`), each made when it is first wanted.

Every change of the match has a number (`MatchHost.number`). `Views.update` gives what a reader must
know who has seen the match at a number: the differences (JSON Patches), if that was not long ago,
else everything. Hosted matches never change, they are replaced; so what is kept stays right.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from typing import Any, NotRequired, TypedDict

from rules.ground.difference import Patch, make_patch
from rules.playing.preview import add_facts, facts_as_data, leads_of
from rules.running import view
from rules.running.log import LogEntry
from rules.running.match import Match
from rules.running.plans import Plain, ZoneView
from rules.running.view import FactView, PrivateView, PublicView, View
from world.play import foreseeing

KEPT = 16  # changes that a reader may have missed and still gets the differences
LINES = 50  # of the log that come with everything


class Hand(TypedDict):
    """What only the seat `you` sees: of its own fields and zones, and between it and others."""

    you: int
    fields: dict[str, Plain]
    zones: dict[str, ZoneView]
    between: NotRequired[list[dict[str, int | None]]]


@dataclass(frozen=True, slots=True)
class Update:
    """
    How a reader comes to stand at `number`: from `since` by two patches; from nothing (None) with
    both parts as they are. A spectator's hand is None. Of the log what stands before `log` is as
    the reader knows it.
    """

    number: int
    since: int | None
    public: PublicView | Patch
    hand: Hand | Patch | None
    log: int


@dataclass(eq=False, slots=True)
class _Moment:
    """The match at a number, and the views that somebody has wanted then."""

    number: int
    unbroken: int  # lines of the log which the moment before had, too
    public: PublicView | None = None
    private: dict[int | None, PrivateView | None] = field(default_factory=dict)
    hands: dict[int | None, Hand | None] = field(default_factory=dict)
    patches: dict[tuple[int, str], Patch] = field(default_factory=dict)  # since, and of what


class Views:
    """The views of one match, as it stands now and stood lately."""

    def __init__(self, number: int, match: Match):
        self._moments: deque[_Moment] = deque([_Moment(number, 0)], maxlen=KEPT)
        self._match = match
        self._lines = 0  # of the log before the last change

    def set_match(self, number: int, match: Match) -> None:
        """The match has changed."""
        before = self._moments[-1]
        before.patches, before.private = {}, {}
        if not before.hands:
            before.public = None  # nobody has it: those who read text are told, not updated
        self._lines = len(self._match.log or ())
        self._moments.append(_Moment(number, _common_lines(self._match, match)))
        self._match = match

    def public(self) -> PublicView:
        """What everybody may see now."""
        now = self._moments[-1]
        if now.public is None:
            now.public = view.public_view(self._match)
        return now.public

    def private(self, seat: int | None) -> PrivateView | None:
        """What only a seat may see now; None for a spectator."""
        now = self._moments[-1]
        if seat not in now.private:
            now.private[seat] = view.private_view(self._match, seat)
        return now.private[seat]

    def hand(self, seat: int | None) -> Hand | None:
        """The same without what the seat is asked."""
        now = self._moments[-1]
        if seat not in now.hands:
            now.hands[seat] = _without_choices(self.private(seat))
        return now.hands[seat]

    def view_of(self, seat: int | None) -> View:
        """The whole view of a seat, with what is known of its options."""
        whole = view.compose_view(self.public(), self.private(seat))
        return add_facts(self._match, whole, foreseeing.facts_of(self._match, seat))

    def update(self, seat: int | None, since: int | None) -> Update:
        """What a seat's reader must know who has what `update` gave at the number `since`."""
        now, seen = self._moments[-1], self._moment_seen(seat, since)
        public, hand = self.public(), self.hand(seat)
        lines = len(self._match.log or ())
        if seen is None or seen.public is None:
            return Update(now.number, None, public, hand, max(0, lines - LINES))
        first = min([lines, *(m.unbroken for m in self._moments if m.number > seen.number)])
        return Update(
            now.number,
            seen.number,
            self._patch(now, seen.number, "public", seen.public, public),
            self._patch(now, seen.number, f"seat {seat}", seen.hands[seat], hand),
            first,
        )

    def _moment_seen(self, seat: int | None, since: int | None) -> _Moment | None:
        """The moment at which a seat's reader has seen the match, if it is still known."""
        found = (m for m in self._moments if m.number == since)
        moment = next(found, None)
        return moment if moment is not None and seat in moment.hands else None

    def _patch(self, now: _Moment, since: int, what: str, old: Any, new: Any) -> Patch:
        """The difference, found out once for all who ask for it."""
        if (since, what) not in now.patches:
            now.patches[since, what] = make_patch(old, new)
        return now.patches[since, what]

    def new_lines(self) -> list[LogEntry]:
        """What the log has got by the last change."""
        return self._match.log[self._lines :] if self._match.log is not None else []

    def foretold_options(self, seat: int | None) -> list[list[FactView]]:
        """What is known now of the options of a seat; nothing where nothing is."""
        facts = foreseeing.facts_of(self._match, seat)
        return [facts_as_data(self._match, known) for known in facts]

    def leads_of_options(self, seat: int | None) -> list[list[int]]:
        """Out of what each option of a seat has it choose next, as far as it is known now."""
        return [leads_of(known) for known in foreseeing.facts_of(self._match, seat)]


def _without_choices(own: PrivateView | None) -> Hand | None:
    if own is None:
        return None
    hand: Hand = {"you": own["you"], "fields": own["fields"], "zones": own["zones"]}
    if "between" in own:
        hand["between"] = own["between"]
    return hand


def _common_lines(before: Match, after: Match) -> int:
    """How many lines of the log of a match are still there."""
    if before.log is None or after.log is None:
        return 0
    old, new = len(before.log), len(after.log)
    if new >= old and (
        not old or before.log.rows_from(old - 1) == after.log.rows_from(old - 1)[:1]
    ):
        return old
    one, other = before.log.all_rows(), after.log.all_rows()
    return next(
        (i for i, pair in enumerate(zip(one, other, strict=False)) if pair[0] != pair[1]),
        min(old, new),
    )
