"""
When a match turned: of numbers that tell how far everybody was at moments of it (`summary`), when
somebody gained most on the others, and since when it was decided. Pure.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

MOST = 2  # turning points that are told
HUNDREDTHS = 100

Point = dict[str, Any]  # {"round", "step", "values" by seat}
Parties = Sequence[tuple[int, ...]]


def turning_points(
    moments: Sequence[tuple[int, list[int]]], begun: Sequence[int]
) -> list[dict[str, Any]]:
    """
    The moments from which to the next one somebody gained most on the best of the others, in their
    order: {"round", "step", "seat", "swing", "lead", "rival"}.

    :param moments: rounds by number, each with a value of everybody at its start; the end.
    :param begun: the steps at which those rounds began.
    """
    found = []
    for ((number, before), (_, after)), step in zip(pairwise(moments), begun, strict=True):
        if len(before) < 2:
            return []
        everybody = range(len(after))
        gains = [_lead_of(after, one) - _lead_of(before, one) for one in everybody]
        seat = gains.index(max(gains))
        rival = max((one for one in everybody if one != seat), key=after.__getitem__)
        swing, lead = gains[seat], _lead_of(after, seat)
        found.append(
            {
                "round": number,
                "step": step,
                "seat": seat,
                "swing": swing,
                "lead": lead,
                "rival": rival,
            }
        )
    largest = sorted(found, key=lambda each: -each["swing"])[:MOST]
    return sorted((each for each in largest if each["swing"] > 0), key=lambda each: each["step"])


def turning_points_of_sides(points: Sequence[Point], parties: Parties) -> list[dict[str, Any]]:
    """
    The same of sides, in hundredths: `seat` and `rival` are the first of each, `seats` and `rivals`
    all of it.
    """
    if len(parties) < 2:
        return []
    moments = [
        (point["round"], [HUNDREDTHS * value for value in _sums(point, parties)])
        for point in points
    ]
    found = turning_points(moments, [point["step"] for point in points[:-1]])
    return [_named(each, parties) for each in found]


def decided_for_side(
    points: Sequence[Point], parties: Parties, won: Sequence[int]
) -> dict[str, Any] | None:
    """
    The first moment from which on the side that has won was ahead of all others, and of which (None
    if of none: it always was). None where no side has won, or one that was behind.
    """
    side = next((i for i, party in enumerate(parties) if won and set(won) <= set(party)), None)
    if side is None or len(parties) < 2 or not points:
        return None
    sums = [_sums(point, parties) for point in points]
    behind = [i for i, values in enumerate(sums) if _lead_of(values, side) <= 0]
    if behind and behind[-1] == len(points) - 1:
        return None
    point, rival = points[0], None
    if behind:
        before = sums[behind[-1]]
        point = points[behind[-1] + 1]
        rival = max((i for i in range(len(parties)) if i != side), key=before.__getitem__)
    told = {"round": point["round"], "step": point["step"], "seat": side, "rival": rival}
    return _named(told, parties)


def _named(told: dict[str, Any], parties: Parties) -> dict[str, Any]:
    """What is told of sides by number, told of their seats."""
    own, rival = parties[told["seat"]], told["rival"]
    others = parties[rival] if rival is not None else ()
    seats = {"seat": own[0], "rival": others[0] if others else None}
    return {**told, **seats, "seats": list(own), "rivals": list(others)}


def _sums(point: Point, parties: Parties) -> list[int]:
    return [sum(point["values"][seat] for seat in party) for party in parties]


def _lead_of(values: Sequence[int], one: int) -> int:
    """How far one is ahead of the best of the others."""
    return values[one] - max(value for other, value in enumerate(values) if other != one)
