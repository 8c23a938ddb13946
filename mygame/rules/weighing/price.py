"""
What a card is worth beside those that cost as much, from matches in which it came up.

A card is as strong as the cards of a cost whose players won as often as its own may have, by
Wilson's interval. Where costs are fair, cards of every cost win alike: a card that is as strong as
the others of its cost has its price, and of one that is not is said which cards win as often.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from ..pack import CardDef, Pack
from ..pack.corners import corners_of

WIDEST = 0.2  # an interval that tells anything
ENOUGH = 30  # players who had cards of a cost, below which nothing is said of it


def price_of(pack: Pack, card: CardDef, rows: Sequence[dict[str, Any]]) -> dict[str, Any] | None:
    """
    What `rows` of cards (`sim.figures.Cards`) tell of the price of one: its `cost` and what that is
    called (`label`, by language), the `rate` of wins with others that cost the same (None: there
    are none), how it compares with those (`verdict`: `fair`, `strong`, `weak`), and the costs of
    the cards that it is `like`. None where cards cost nothing, or too few have had it.
    """
    corner = corners_of(pack).get(card.kind)
    own = next((row["with"] for row in rows if row["id"] == card.id), None)
    if corner is None or not corner.less or own is None or not own["tries"]:
        return None
    if own["high"] - own["low"] > WIDEST:
        return None
    hits: Counter[int] = Counter()
    tries: Counter[int] = Counter()
    for row in rows:
        other = pack.card(row["id"])
        if other.kind == card.kind and other is not card:
            cost = other.facts.get(corner.name, 0)
            hits[cost] += row["with"]["hits"]
            tries[cost] += row["with"]["tries"]
    rates = {cost: hits[cost] / tries[cost] for cost in sorted(tries) if tries[cost] >= ENOUGH}
    cost = card.facts.get(corner.name, 0)
    rate = rates.get(cost)
    verdict = "fair"
    if rate is not None and not own["low"] <= rate <= own["high"]:
        verdict = "strong" if own["rate"] > rate else "weak"
    like = [each for each, won in rates.items() if own["low"] <= won <= own["high"]]
    label = dict(corner.label)
    return {"cost": cost, "label": label, "rate": rate, "verdict": verdict, "like": like}
