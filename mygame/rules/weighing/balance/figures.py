"""Counting meetings: what decks of a leaning, cards and seats are worth."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from statistics import mean
from typing import Any

from .population import Entry, Meetings


@dataclass(slots=True)
class Rate:
    """A share of points: 1 for a win, a half for a draw."""

    points: float = 0.0
    matches: int = 0

    def add(self, points: float) -> None:
        self.points += points
        self.matches += 1

    @property
    def share(self) -> float:
        return self.points / self.matches if self.matches else 0.5

    @property
    def margin(self) -> float:
        """Half the width of the 95 % interval of the share."""
        return 0.98 / math.sqrt(self.matches) if self.matches else 0.5


@dataclass(slots=True)
class Figures:
    """What the matches tell. Rates of leanings count matches against other leanings only."""

    matches: int
    failures: list[str]
    draws: float
    rounds: float
    longest: int
    decisions: float
    first_seat: Rate = field(default_factory=Rate)
    first_player: Rate = field(default_factory=Rate)
    leanings: dict[str, Rate] = field(default_factory=lambda: defaultdict(Rate))
    against: dict[tuple[str, str], Rate] = field(default_factory=lambda: defaultdict(Rate))
    # weighted by copies
    cards: dict[str, Rate] = field(default_factory=lambda: defaultdict(Rate))
    # in how many matches a deck held the card, and what those came to who played one
    held: Counter[str] = field(default_factory=Counter)
    played: dict[str, Rate] = field(default_factory=lambda: defaultdict(Rate))

    def add(self, mine: Entry, theirs: Entry, points: float, used: Collection[str] = ()) -> None:
        """Count a match for the deck of one side, who has played the cards `used`."""
        if mine.leaning != theirs.leaning:
            self.leanings[mine.leaning].add(points)
            self.against[mine.leaning, theirs.leaning].add(points)
        for part in mine.deck.values():
            for card in part:
                self.cards[card].add(points)
            self.held.update(set(part))
            for card in set(part) & set(used):
                self.played[card].add(points)


def count_figures(meetings: Meetings, rows: Iterable[dict[str, Any]]) -> Figures:
    """Count all matches that came to an end; a row is a match as `rules.weighing.sim` keeps it."""
    played = list(rows)
    done = [row for row in played if not row["failure"]]
    points = [_points_of(row) for row in done]
    found = Figures(
        matches=len(done),
        failures=[row["failure"] for row in played if row["failure"]],
        draws=_mean(each == 0.5 for each in points),
        rounds=_mean(row["rounds"] for row in done),
        longest=max((row["rounds"] for row in done), default=0),
        decisions=_mean(row["decisions"] for row in done),
    )
    for row, won in zip(done, points, strict=True):
        one, other = (meetings.entries[number] for number in meetings.pairs[row["seed"]])
        found.add(one, other, won, _cards_used(row, 0))
        found.add(other, one, 1 - won, _cards_used(row, 1))
        found.first_seat.add(won)
        if row["first"] is not None:
            found.first_player.add(won if row["first"] == 0 else 1 - won)
    return found


def _points_of(row: dict[str, Any]) -> float:
    """Of the first seat: 1 won, 0.5 drawn, 0 lost."""
    best = row["standings"][0]
    return (0 in best) / len(best)


def _cards_used(row: dict[str, Any], seat: int) -> set[str]:
    """The cards that a seat brought to the last stage that the pack measures (they were played)."""
    stages = list(row.get("cards", {}).values())
    return {card for card, times in stages[-1].items() if times[seat]} if stages else set()


def _mean(values: Iterable[float]) -> float:
    listed = list(values)
    return mean(listed) if listed else 0.0


def as_json(found: Figures) -> dict[str, Any]:
    """The same as JSON-able data; a rate is [share, matches]."""

    def rates(table: dict[str, Rate]) -> dict[str, list[float]]:
        return {name: _rate_as_list(rate) for name, rate in sorted(table.items())}

    return {
        "matches": found.matches,
        "failures": found.failures,
        "draws": round(found.draws, 4),
        "rounds": round(found.rounds, 2),
        "longest": found.longest,
        "decisions": round(found.decisions, 1),
        "first_seat": _rate_as_list(found.first_seat),
        "first_player": _rate_as_list(found.first_player),
        "leanings": rates(found.leanings),
        "against": rates({f"{one} {other}": r for (one, other), r in found.against.items()}),
        "cards": rates(found.cards),
        "held": dict(sorted(found.held.items())),
        "played": rates(found.played),
    }


def _rate_as_list(rate: Rate) -> list[float]:
    return [round(rate.share, 4), rate.matches]
