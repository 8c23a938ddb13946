"""
Shared stock: things of a place of the world that several matches offer at once, such as the last
lamp of a shop.

In `stock` a game says which zones hold such things. What lies there as a match begins is an option
of the match (`bring.STOCK`), so that saves and replays have it. It belongs to the place, and only
what has left its zone (`taken_things`) is the match's: whoever hosts matches claims it with the
answer that took it. Where somebody else was quicker, `take_out` takes the thing out of the match,
and what is asked about it. Begin with `check_stock`; this may import the deal, and is imported by
`match`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ..ground.errors import suggest
from .bring import STOCK, THINGS
from .choices import Choice
from .deal import deal_match
from .journal import things_gone
from .program import Program
from .state import NOWHERE, ZONE, Zone
from .things import NOBODY
from .transactions import Transactions

#: Kinds of options that are about no card.
NO_CARDS = ("", "number", "symbol", "text", "player", "definition")
#: By number of a thing: its row, and the zone it belongs in.
type SharedRows = Mapping[int, tuple[int, Zone]]


def check_stock(program: Program, given: Any) -> dict[str, Any]:
    """
    The option `stock` of a match as it is kept: by zone the place and what lies there,
    {"shelf": {"place": "shop", "things": [{"thing": 7, "kind": "k.item.lamp", "fields": {}}]}}.

    :raises ValueError: not that; no such zone; a card that is no thing of the game; a thing twice.
    """
    if not isinstance(given, Mapping):
        raise ValueError(f"option {STOCK} says by zone which place it is and what lies there")
    found = {zone: _check_shelf(program, zone, one) for zone, one in given.items()}
    numbers = [thing["thing"] for one in found.values() for thing in one["things"]]
    if len(set(numbers)) < len(numbers):
        raise ValueError(f"option {STOCK}: a thing lies in one zone, once")
    return found


def _check_shelf(program: Program, zone: str, given: Any) -> dict[str, Any]:
    shelves = program.bringing.stock
    if zone not in shelves:
        known = suggest(zone, shelves)
        raise ValueError(f"option {STOCK}: there is no stock in {zone!r}{known}")
    things = given.get("things") if isinstance(given, Mapping) else None
    if not isinstance(things, list) or not isinstance(given.get("place"), str):
        raise ValueError(f"option {STOCK}: {zone} has a place and a list of things")
    if len(things) > shelves[zone].most:
        raise ValueError(f"option {STOCK}: {zone} holds {shelves[zone].most} things at most")
    for each in things:
        number = each.get("thing") if isinstance(each, Mapping) else None
        if not isinstance(number, int) or number < 1 or not is_thing(program, each.get("kind")):
            raise ValueError(f"option {STOCK}: {each!r} is no thing of this game")
    return {"place": given["place"], "things": [*things]}


def is_thing(program: Program, card: Any) -> bool:
    """Whether a card, by its id, is one of those that players bring as things."""
    entries = [each for each in program.bringing.entries.values() if each.type == THINGS]
    return isinstance(card, str) and any(each.takes(program.catalogue, card) for each in entries)


def shared_rows(m: Transactions) -> SharedRows:
    """The things of the stock of a match; the same as long as it is played."""
    if not m.program.bringing.stock:
        return {}
    zones = m.program.layout.zones
    return {
        each.thing: (row, zones[each.zone])
        for each, row in deal_match(m.program, m.seats, m.seed, m.options).things
        if each.seat == NOBODY and each.thing
    }


def taken_things(m: Transactions, shared: SharedRows) -> frozenset[int]:
    """The things of the stock that lie in their zone no more; without those that are gone."""
    if not shared:
        return frozenset()
    gone, found = things_gone(m.journal), []
    for thing, (row, family) in shared.items():
        zone = m.state[row + ZONE]
        away = not family.first <= zone < family.first + family.size
        if away and not (thing in gone and zone == NOWHERE):
            found.append(thing)
    return frozenset(found)


def take_out(m: Transactions, things: Sequence[int], seat: int, picked: int) -> None:
    """
    Take things out of a match, and out of all that is asked; also the option `picked` (-1: none) of
    what a seat is asked by itself. Where nothing is left to choose it goes on as if nothing had
    been asked.
    """
    shared = shared_rows(m)
    rows = frozenset([shared[thing][0] for thing in things if thing in shared])
    for row in rows:
        if m.state[row + ZONE] != NOWHERE:
            m.move(row, NOWHERE)
    if any(choice.words is None and choice.together for choice in m.choices):
        # Of menus what is no longer possible is not done when its turn comes.
        m.gathered = tuple([(player, _without_rows(found, rows)) for player, found in m.gathered])
        m.sealed = tuple([_leave_out(choice, picks, rows, -1) for choice, picks in m.sealed])
    asked = []
    for choice in m.choices:
        own = choice.seat == seat and not choice.together
        asked.append(_leave_out(choice, choice.default, rows, picked if own else -1))
    m.choices = [choice for choice, _ in asked]
    for choice in tuple(m.choices):
        if not choice.options:
            m.answer_unchecked(choice.seat, ())


def _without_rows(found: Any, rows: frozenset[int]) -> Any:
    """What somebody has picked of several, without cards that are gone."""
    return tuple([each for each in found if each not in rows])


def _leave_out(
    choice: Choice, picks: Sequence[int], rows: frozenset[int], picked: int
) -> tuple[Choice, tuple[int, ...]]:
    """A choice and picks without options about cards that are gone, and without one more."""

    def stays(option: Any) -> bool:
        return option.kind in NO_CARDS or option.entity not in rows

    kept = [
        place for place, option in enumerate(choice.options) if place != picked and stays(option)
    ]
    if len(kept) == len(choice.options):
        return choice, tuple(picks)
    most = min(choice.maximum, len(kept))
    least = min(choice.minimum, most)
    places = {old: new for new, old in enumerate(kept)}
    default = tuple([places[place] for place in choice.default if place in places])
    left = choice._replace(
        options=tuple([choice.options[place] for place in kept]),
        minimum=least,
        maximum=most,
        default=default if least <= len(default) <= most else tuple(range(least)),
        barred=tuple([each for each in choice.barred if stays(each[1])]),
    )
    return left, tuple([places[place] for place in picks if place in places])
