"""
Several matches at one table, one after the other: the best of three, or of five.

How many each has won is kept with the table (`attributes.series`), by those who sit there; who sits
where may change, who plays may not: with somebody else another series begins. It is over when
somebody has won more than half of it. Who begins goes round where the game has an option for it
(`pack.begins`). Decks stay those of the seats. Begin with `_next_of_series`.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any

from rules.pack import Pack
from typeclasses.parts.readiness import Readiness


@dataclass
class Score:
    """A series of the best of `of`: matches won, by who sits there, and who began the last one."""

    of: int
    won: dict[str, int] = field(default_factory=dict)
    began: str = ""
    played: int = 0

    @property
    def winners(self) -> list[str]:
        """Who has won it; nobody while it goes on."""
        return [who for who, won in self.won.items() if 2 * won > self.of]


class Series(Readiness):
    """The score of a series, and who begins."""

    @property
    def series(self) -> Score | None:
        """The series that is played here, or has just been; None where it is single matches."""
        stored = self.attributes.get("series")
        return Score(**{**stored, "won": dict(stored["won"])}) if stored else None

    def _keep(self, series: Score) -> None:
        self.attributes.add("series", asdict(series))

    def _sitters(self) -> list[str]:
        """Who sits where, by what stays the same from match to match."""
        return [
            str(place.character) if place.character else f"{place.bot} {name}"
            for place, name in zip(self._places, self.names, strict=True)
        ]

    def _next_of_series(self, pack: Pack, of: int) -> tuple[Score | None, dict[str, Any]]:
        """The series to which the next match belongs, and the match's option of who begins."""
        sitting, series = self._sitters(), self.series
        begins = {} if pack.program.turns.begins is None else {pack.program.turns.begins: 0}
        if of == 1 or len(sitting) == 1:
            return None, begins
        if series is None or series.winners or series.of != of or set(series.won) != set(sitting):
            return Score(of, dict.fromkeys(sitting, 0)), begins
        if pack.program.turns.begins is not None and series.began:
            begins[pack.program.turns.begins] = (sitting.index(series.began) + 1) % len(sitting) + 1
        return series, begins

    def _go_on_with_series(self, series: Score | None) -> None:
        """A match of it has begun."""
        if series is None:
            self.attributes.remove("series")
            return
        match = self.match
        first = (
            match.state[match.program.turns.order_base]
            if match and match.program.turns.begins
            else 0
        )
        series.began = self._sitters()[first - 1] if first else ""
        self._keep(series)
        self._tell_series("seriesMatch", series, number=series.played + 1)

    def _count_in_series(self) -> None:
        """A match of it is over, with a result."""
        series, match = self.series, self.match
        if series is None or match is None or (outcome := match.outcome) is None:
            return
        sitting = self._sitters()
        series.played += 1
        for seat in outcome.won:
            if match.quitters >> seat & 1:
                continue  # whoever has played on has not done so for them
            series.won[sitting[seat]] = series.won.get(sitting[seat], 0) + 1
        self._keep(series)
        self._tell_series("seriesOver" if series.winners else "seriesScore", series)

    def _tell_series(self, key: str, series: Score, **details: Any) -> None:
        names = dict(zip(self._sitters(), self.names, strict=True))
        score = [(name, series.won.get(who, 0)) for who, name in names.items()]
        winners = [names[who] for who in series.winners if who in names]
        self.notice_of_match(key, of=series.of, score=score, winners=winners, **details)
