"""
What the matches of a run tell, as plain numbers: how long they are, who wins, what cards do.

All intervals are Wilson's for shares, at 95 %. How much a card helps is told match by match: among
the players of one match, those who had the card should win as often as their number says, be it
that one wins or a side together. Winning more often than that is neither a matter of how long a
match was nor of how many played it. Marks are set where an interval that is widened for the number
of cards (Bonferroni) lies wholly beyond a margin, so that chance alone marks a card in one run of
twenty.
"""

from __future__ import annotations

import statistics
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from ...pack import CardDef, Pack
from ...running.match import Match
from ...running.measures import Held, Measure
from ...running.rows import create_card
from ...running.state import freeze

CONFIDENCE = 0.95
MARGIN = 0.25  # a card is strong or weak if its players win a quarter more or less than expected
DEAD = 0.25  # and dead if less than this share of what is usual goes on to the next stage
ENOUGH = 5  # expected wins, below which nothing is said about strength
TAIL = 0.05  # rounds that fewer matches than this reach are not shown
BAND = (0.1, 0.9)  # quantiles around the mean of a series


def z_score(confidence: float) -> float:
    """How many standard deviations an interval of this confidence reaches to either side."""
    return statistics.NormalDist().inv_cdf((1 + confidence) / 2)


Z = z_score(CONFIDENCE)


def wilson_interval(hits: float, tries: int, z: float = Z) -> tuple[float, float]:
    """Wilson's interval for a share (E. B. Wilson, 1927)."""
    if not tries:
        return 0.0, 1.0
    share = hits / tries
    center = share + z * z / (2 * tries)
    spread = z * (share * (1 - share) / tries + z * z / (4 * tries * tries)) ** 0.5
    scale = 1 + z * z / tries
    low, high = (center - spread) / scale, (center + spread) / scale
    return low if hits else 0.0, high if hits < tries else 1.0  # exactly, whatever is rounded


def share_with_interval(hits: int, tries: int) -> dict[str, Any]:
    """A share with its interval; the rate is None when there was no try."""
    low, high = wilson_interval(hits, tries)
    rate = hits / tries if tries else None
    return {"hits": hits, "tries": tries, "rate": rate, "low": low, "high": high}


# -- cards -----------------------------------------------------------------------------------------


@dataclass(slots=True)
class CardCount:
    """What is counted of one card, over all matches."""

    times: Counter[str] = field(default_factory=Counter)  # stage -> how often
    reached: Counter[str] = field(default_factory=Counter)  # stage -> players, at least once
    # (stage, next one) -> those of both
    went_on: Counter[tuple[str, str]] = field(default_factory=Counter)
    having: int = 0  # players of matches who had it
    having_wins: int = 0
    won: int = 0  # wins of those who had it, where others of the match had not
    expected: float = 0.0
    variance: float = 0.0

    def add(self, stages: dict[str, list[int]], having: set[int], won: set[int], n: int) -> None:
        """One match: times by stage and seat, who had the card, who won and how many played."""
        reached = {
            stage: {seat for seat, times in enumerate(counts) if times}
            for stage, counts in stages.items()
        }
        for stage, players in reached.items():
            self.times[stage] += sum(stages[stage])
            self.reached[stage] += len(players)
        for before, after in pairwise(reached):
            self.went_on[before, after] += len(reached[before] & reached[after])
        if not won:
            return
        wins, chance = len(won & having), len(having) / n
        self.having += len(having)
        self.having_wins += wins
        if 0 < len(having) < n and len(won) < n:
            self.won += wins
            self.expected += chance * len(won)
            # of the hypergeometric distribution; 1 where one has won
            together = len(won) * (n - len(won)) / (n - 1)
            self.variance += chance * (1 - chance) * together

    def strength(self, z: float) -> tuple[float, float, float] | None:
        """Wins for each one expected, with its interval; None: too few to tell."""
        if self.expected < ENOUGH:
            return None
        ratio, spread = self.won / self.expected, z * self.variance**0.5 / self.expected
        return ratio, max(0.0, ratio - spread), ratio + spread


class Cards:
    """Counts the stages of all cards that the pack's report is about."""

    def __init__(self, pack: Pack):
        measures, about = pack.program.measures, measure_test(pack)
        self.having = set(measures.having)
        self.stages = list(measures.stages)
        self.cards = [card for card in pack.cards if about(measures.cards, card)]
        #: card -> the stages that it can reach
        self.fits = {
            card.id: [name for name, stage in measures.stages.items() if about(stage.where, card)]
            for card in self.cards
        }
        #: what a player has from the start need not come up: nothing follows from that
        self.coming = {
            name for name, stage in measures.stages.items() if not isinstance(stage.source, Held)
        }
        self.counts: defaultdict[str, CardCount] = defaultdict(CardCount)
        self.players = self.wins = 0  # of matches that somebody won

    def add(self, row: dict[str, Any], won: set[int]) -> None:
        seats = row["seats"]
        if won:
            self.players += seats
            self.wins += len(won)
        nobody = [0] * seats
        for card in set().union(*row["cards"].values()):
            stages = {name: row["cards"][name].get(card, nobody) for name in self.fits[card]}
            having = {
                seat
                for name in self.having & stages.keys()
                for seat, times in enumerate(stages[name])
                if times
            }
            self.counts[card].add(stages, having, won, seats)

    def rows(self) -> list[dict[str, Any]]:
        z = z_score(1 - (1 - CONFIDENCE) / max(1, len(self.cards)))
        usual = self.usual_shares()
        return [
            self.row(card) | {"marks": list(self.marks_of(card, usual, z))} for card in self.cards
        ]

    def row(self, card: CardDef) -> dict[str, Any]:
        count = self.counts[card.id]
        strength = count.strength(Z)
        others = self.players - count.having
        return {
            "id": card.id,
            "name": card.name,
            "times": {name: count.times[name] for name in self.fits[card.id]},
            "reached": {name: count.reached[name] for name in self.fits[card.id]},
            "next": {
                after: share_with_interval(count.went_on[before, after], count.reached[before])
                for before, after in pairwise(self.fits[card.id])
                if before in self.coming
            },
            "with": share_with_interval(count.having_wins, count.having),
            "without": share_with_interval(self.wins - count.having_wins, others),
            "strength": dict(zip(("ratio", "low", "high"), strength, strict=True))
            if strength
            else None,
        }

    def usual_shares(self) -> dict[tuple[str, str], float]:
        """The share of all cards' players that go on from a stage to the next."""
        went_on: Counter[tuple[str, str]] = Counter()
        came: Counter[tuple[str, str]] = Counter()
        for card, count in self.counts.items():
            for pair in pairwise(self.fits[card]):
                went_on[pair] += count.went_on[pair]
                came[pair] += count.reached[pair[0]]
        return {pair: went_on[pair] / came[pair] for pair in came if came[pair]}

    def marks_of(
        self, card: CardDef, usual: dict[tuple[str, str], float], z: float
    ) -> Iterator[str]:
        """`strong`, `weak`, `dead`, and `unseen` for a card of which nothing was ever recorded."""
        count = self.counts[card.id]
        if not any(count.times.values()):
            yield "unseen"
            return
        strength = count.strength(z)
        if strength is not None:
            _, low, high = strength
            if low > 1 + MARGIN:
                yield "strong"
            if high < 1 - MARGIN:
                yield "weak"
        for pair in pairwise(self.fits[card.id]):
            _, high = wilson_interval(count.went_on[pair], count.reached[pair[0]], z)
            if pair[0] in self.coming and high < DEAD * usual.get(pair, 0):
                yield "dead"
                return


def measure_test(pack: Pack) -> Callable[[Measure | None, CardDef], bool]:
    """A function that tells whether a `where` of the pack's report holds for a card."""
    match = Match.prepare(pack, pack.program.seats[0], 0, log=False)

    tried = create_card(match, pack.cards[0].symbol) if pack.cards else 0

    def about(where: Measure | None, card: CardDef) -> bool:
        match.transform(tried, card.symbol)
        return where is None or bool(where.value(match, tried))

    return about


# -- matches ---------------------------------------------------------------------------------------


class Series:
    """The numbers of players at the start of each round, of all and of those who won."""

    def __init__(self, names: Iterable[str]):
        self.names = list(names)
        self.values: defaultdict[tuple[str, bool, int], Counter[float]] = defaultdict(Counter)
        self.leading: defaultdict[int, list[int]] = defaultdict(lambda: [0, 0])  # [won, led]

    def add(self, row: dict[str, Any], won: set[int]) -> None:
        for name, rounds in row["series"].items():
            self.add_rounds(name, rounds, won)
        for number, scores in enumerate(row["series"].get("score", ()), 1):
            self.add_values("position", number, places_of(scores), won)
            leaders = [seat for seat, score in enumerate(scores) if score == max(scores)]
            if len(leaders) == 1 and won:
                self.leading[number][0] += leaders[0] in won
                self.leading[number][1] += 1

    def add_rounds(self, name: str, rounds: list[list[int]], won: set[int]) -> None:
        for number, values in enumerate(rounds, 1):
            self.add_values(name, number, values, won)

    def add_values(self, name: str, number: int, values: Sequence[float], won: set[int]) -> None:
        self.values[name, False, number].update(values)
        self.values[name, True, number].update([values[seat] for seat in won])

    def tables(self, rounds: int) -> dict[str, dict[str, list[dict[str, float]]]]:
        """By name, for `all` and `winners`: a line for each of so many rounds."""
        names = [*self.names[:1], *(["position"] if self.names else []), *self.names[1:]]
        return {
            name: {
                label: [
                    spread_of(self.values[name, only, number])
                    for number in range(1, rounds + 1)
                    if self.values[name, only, number]
                ]
                for label, only in (("all", False), ("winners", True))
            }
            for name in names
        }

    def leaders(self, rounds: int) -> list[dict[str, Any]]:
        """How often who led alone at the start of a round won the match."""
        return [share_with_interval(*self.leading[number]) for number in range(1, rounds + 1)]


def places_of(scores: Sequence[int]) -> list[float]:
    """The place of each score, 1 for the highest; equal ones share the mean of their places."""
    return [
        1 + sum(other > score for other in scores) + (scores.count(score) - 1) / 2
        for score in scores
    ]


def spread_of(values: Counter[float]) -> dict[str, float]:
    """Mean and the quantiles of BAND of counted numbers."""
    total = values.total()
    low, high = (quantile(values, part * total) for part in BAND)
    return {"mean": sum(v * n for v, n in values.items()) / total, "low": low, "high": high}


def quantile[Number: (int, float)](values: Counter[Number], rank: float) -> Number:
    """The smallest number that at least `rank` of the counted ones do not exceed."""
    for value in sorted(values):
        rank -= values[value]
        if rank <= 0:
            break
    return value


class Wins:
    """How often each of a group won: seats, places in the order, bots, roles."""

    def __init__(self) -> None:
        self.won: Counter[tuple[Any, ...]] = Counter()
        self.tries: Counter[tuple[Any, ...]] = Counter()

    def add(self, key: tuple[Any, ...], won: bool) -> None:
        self.tries[key] += 1
        self.won[key] += won

    def rows(self, *names: str) -> list[dict[str, Any]]:
        return [
            dict(zip(names, key, strict=True)) | share_with_interval(self.won[key], self.tries[key])
            for key in sorted(self.tries)
        ]


class Tally:
    """Counts matches one by one, in memory that does not grow with their number."""

    def __init__(self, pack: Pack):
        self.pack = pack
        self.failures: list[dict[str, Any]] = []
        self.rounds: Counter[int] = Counter()
        self.decisions: Counter[int] = Counter()
        self.draws = 0
        self.events: Counter[str] = Counter()
        self.by_seat, self.by_order, self.by_bot, self.by_role = Wins(), Wins(), Wins(), Wins()
        self.variants: defaultdict[tuple[Any, ...], list[int]] = defaultdict(lambda: [0, 0, 0, 0])
        self.series = Series(pack.program.measures.series)
        self.cards = Cards(pack)
        self.lives: defaultdict[str, Counter[str]] = defaultdict(Counter)

    def add(self, row: dict[str, Any]) -> None:
        self.events.update(row["events"])
        if row["failure"]:
            about = ("seed", "seats", "options", "decisions", "failure")
            self.failures.append({name: row[name] for name in about})
            return
        won = set(row["won"])
        self.rounds[row["rounds"]] += 1
        self.decisions[row["decisions"]] += 1
        self.draws += not won
        self.add_wins(row, won)
        variant = self.variants[row["seats"], freeze(sorted(map(list, row["options"].items())))]
        for index, amount in enumerate((1, row["rounds"], row["decisions"], not won)):
            variant[index] += amount
        self.series.add(row, won)
        self.cards.add(row, won)
        for card, counts in row["lives"].items():
            names = ("begun", "ended", "rounds")
            self.lives[card].update(dict(zip(names, counts, strict=True)))

    def add_wins(self, row: dict[str, Any], won: set[int]) -> None:
        seats = row["seats"]
        for seat, bot in enumerate(row["bots"]):
            self.by_seat.add((seats, seat + 1), seat in won)
            self.by_bot.add((seats, bot), seat in won)
            if row["first"] is not None:
                self.by_order.add((seats, (seat - row["first"]) % seats + 1), seat in won)
        # Several of one role count once: where they win together one says nothing beyond the other.
        kinds = list(zip(row["roles"], row["bots"], strict=False))
        winners = {kinds[seat] for seat in won} if kinds else set()
        for kind in dict.fromkeys(kinds):
            self.by_role.add((seats, *kind), kind in winners)

    def figures(self) -> dict[str, Any]:
        """Everything, as JSON-able data."""
        finished = self.rounds.total()
        shown = self.rounds_shown()
        return {
            "matches": finished + len(self.failures),
            "finished": finished,
            "draws": self.draws,
            "failures": self.failures,
            "decisions_per_match": _mean(self.decisions),
            "rounds_per_match": _mean(self.rounds),
            "rounds_99": quantile(self.rounds, 0.99 * finished) if finished else 0,
            "rounds": dict(sorted(self.rounds.items())),
            "variants": [
                {
                    "seats": seats,
                    "options": dict(options),
                    "matches": n,
                    "rounds": rounds / n,
                    "decisions": decisions / n,
                    "draws": draws,
                }
                for (seats, options), (n, rounds, decisions, draws) in sorted(self.variants.items())
            ],
            "seats": self.by_seat.rows("seats", "seat"),
            "order": self.by_order.rows("seats", "place"),
            "bots": self.by_bot.rows("seats", "bot"),
            "roles": self.by_role.rows("seats", "role", "bot"),
            "series": self.series.tables(shown),
            "leaders": self.series.leaders(shown) if self.series.names else [],
            "stages": self.cards.stages,
            "cards": self.cards.rows() if self.cards.stages else [],
            "lives": self.life_rows(),
            "events": dict(self.events),
        }

    def rounds_shown(self) -> int:
        """The rounds that enough matches have reached."""
        reached, shown = self.rounds.total(), 0
        least = max(1, TAIL * reached)
        while reached >= least:
            reached -= self.rounds[shown]
            shown += 1
        return shown - 1

    def life_rows(self) -> list[dict[str, Any]]:
        if self.pack.program.measures.begins is None:
            return []
        about = measure_test(self.pack)
        rows = []
        for card in self.pack.cards:
            if not about(self.pack.program.measures.lives, card):
                continue
            count = self.lives[card.id]
            alive = count["rounds"] / count["ended"] if count["ended"] else None
            found = share_with_interval(count["ended"], count["begun"])
            rows.append({"id": card.id, "name": card.name, "alive": alive} | found)
        return rows


def _mean(counts: Counter[int]) -> float:
    return sum(value * n for value, n in counts.items()) / max(1, counts.total())


def figures_of(pack: Pack, rows: Iterable[dict[str, Any]]) -> dict[str, Any]:
    """The figures of these matches."""
    tally = Tally(pack)
    for row in rows:
        tally.add(row)
    return tally.figures()
