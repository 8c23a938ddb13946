"""
Where somebody can walk: rooms, and the ways between them as they are open to them now.

Everything is read from rooms and exits, which Evennia keeps in memory, so that ways of builders
count like those of a pack. A way that opens a scene is the end of a route: nobody knows
beforehand whether it lets one through. Begin with `routes_from` and `walk`.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import Any, NamedTuple

from typeclasses.scenes import opening_of

MOST_ROOMS = 300  # that are looked at for one route

type Route = list[Any]  # exits in their order


def is_table(room: Any) -> bool:
    """Whether people play cards there."""
    return hasattr(room, "occupants")


def is_outside(room: Any) -> bool:
    """Whether a room is neither a table nor a hall: somewhere one walks about."""
    return room is not None and not is_table(room) and not hasattr(room, "tables")


def ways_from(room: Any, walker: Any) -> list[Any]:
    """The exits of a room that somebody sees and may go."""
    return [
        way
        for way in (room.exits if room is not None else ())
        if way.destination is not None
        and way.access(walker, "view")
        and way.access(walker, "traverse")
    ]


def routes_from(room: Any, walker: Any) -> dict[Any, Route]:
    """The shortest route to each room that somebody can walk to, or up to its door."""
    routes: dict[Any, Route] = {room: []}
    closed: list[tuple[Any, Route]] = []
    waiting = deque([room])
    while waiting and len(routes) < MOST_ROOMS:
        here = waiting.popleft()
        for way in ways_from(here, walker):
            target, route = way.destination, [*routes[here], way]
            if target in routes or is_table(target):
                continue
            if opening_of(way) is not None:
                closed.append((target, route))
            else:
                routes[target] = route
                waiting.append(target)
    for target, route in closed:
        routes.setdefault(target, route)
    return routes


class Walked(NamedTuple):
    """How far somebody has come: the ways gone, and the one that does not let them on, or None."""

    gone: Sequence[Any]
    stopped_at: Any


def walk(walker: Any, route: Route) -> Walked:
    """Go a route step by step, without a look at each room; who follows looks where it ends."""
    gone: list[Any] = []
    company: list[Any] = []
    stopped_at = None
    walker.ndb.passing = company
    try:
        for way in route:
            if opening_of(way) is not None or not step(walker, way):
                stopped_at = way
                break
            gone.append(way)
    finally:
        for each in (walker, *company):
            each.ndb.passing = None
    for each in company:
        each.msg(text=(each.at_look(each.location), {"type": "look"}))
    return Walked(gone, stopped_at)


def is_in_company(follower: Any, leader: Any) -> bool:
    """
    Whether somebody follows a leader who walks on, and has done so before; from now on they do, if
    the leader walks on.
    """
    company = leader.ndb.passing
    if company is None or follower in company:
        return company is not None
    company.append(follower)
    follower.ndb.passing = company
    return False


def step(walker: Any, way: Any) -> bool:
    """Go one way, as who types its name does. Whether one is beyond it."""
    target = way.destination
    if not way.access(walker, "traverse"):
        way.at_failed_traverse(walker)
        return False
    way.at_traverse(walker, target)
    return bool(walker.location == target)
