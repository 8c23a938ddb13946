"""
Which registers a routine still needs where it has to wait.

`needed_at_points` goes through a body from its end: what is read later and not given another value
before is needed. A loop is gone through until nothing more is found.
"""

from __future__ import annotations

from . import form
from .form import Body, Step
from .routine import points_of
from .values import registers_in

type Needed = frozenset[int]
NOTHING: Needed = frozenset()


def needed_at_points(body: Body, size: int) -> list[Needed]:
    """By point (see `routine.points_of`), the registers that are needed behind it."""
    lives = _Lives(frozenset(range(size)))
    lives.before_body(body, NOTHING)
    return [lives.points[id(point)] for point in points_of(body)]


def needed_at_start(body: Body, size: int) -> Needed:
    """The registers that it may read before it has given them a value."""
    return _Lives(frozenset(range(size))).before_body(body, NOTHING)


class _Lives:
    """Goes through one body; `every` are all registers there are."""

    def __init__(self, every: Needed):
        self.every = every
        self.points: dict[int, Needed] = {}  # by the identity of a suspension
        self.exits: dict[int, Needed] = {}  # by loop: what is needed behind it

    def before_body(self, body: Body, after: Needed) -> Needed:
        """What is needed before some steps, by what is needed after them."""
        for step in reversed(body):
            after = self.before(step, after)
        return after

    def before(self, step: Step, after: Needed) -> Needed:
        """Likewise of one step."""
        match step:
            case form.Assign(to, value):
                if isinstance(to, form.Register):
                    return (after - {to.number}) | self.reads(value)
                return after | self.reads(to) | self.reads(value)
            case form.If(test, then, otherwise):
                ways = self.before_body(then, after) | self.before_body(otherwise, after)
                return ways | self.reads(test)
            case form.Switch(of, arms):
                return self.reads(of).union(*[self.before_body(arm, after) for arm in arms])
            case form.Suspend(call, takes):
                resumed = self.before_body(takes, after)
                self.points[id(step)] = resumed | self.points.get(id(step), NOTHING)
                return resumed | self.reads(call)
            case form.Each(each, index, of, body):
                own = registers_in(*[place for place in (each, index) if place is not None])
                inside = after
                while (again := after | (self.before_body(body, inside) - own)) - inside:
                    inside |= again
                return inside | self.reads(of)
            case form.Loop(number, test, body):
                self.exits[number] = after
                inside = after | self.reads(test)
                while (again := inside | self.before_body(body, inside)) != inside:
                    inside = again
                return inside
            case form.Stop(number):
                return self.exits[number]
            case form.Finish():
                return NOTHING
        return after | self.reads(step)

    def reads(self, node: form.Node) -> Needed:
        """The registers that a part reads."""
        found = set()
        for inner in form.walk(node):
            if type(inner) is form.Register:
                found.add(inner.number)
            elif type(inner) is form.Whole and inner.name == "registers":
                return self.every
        return frozenset(found)
