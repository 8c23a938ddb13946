"""
What players bring to a match, and what they take home from it.

A game declares both: see `bring`. Both are data: what is brought is an option of the match, so that
a save and a replay have it; what is taken home follows from how the match stands at its end, or
when a seat settles before, and whoever hosts it keeps it for the next one. What is brought is read
by fields of players (`from`) and by the choosers `deck` and `brought_lists`. Begin with
`check_brought` and `returns_of`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from ..ground.errors import suggest
from . import decks
from .bring import (
    DECK,
    OPTION,
    THINGS,
    Brought,
    Entry,
    Given,
    Home,
    Kept,
    Return,
    Taken,
    brought_by_seat,
)
from .deal import deal_match
from .parts import Parts
from .program import Program, once
from .state import Field
from .symbols import symbol_of
from .things import Came

# -- what is brought -------------------------------------------------------------------------------


def check_brought(program: Program, given: Any) -> list[dict[str, Any] | None]:
    """
    The option `bring` of a match as it is kept: seats that are missing bring nothing of their own.

    :raises ValueError: not a list, more than seats; nothing of that name; a value that does not
        fit; no such ready deck.
    :raises decks.DeckError: a deck that may not be played.
    """
    if not isinstance(given, list | tuple) or len(given) > program.layout.players:
        most = program.layout.players
        raise ValueError(f"option {OPTION} is a list with what each seat brings, at most {most}")
    return [_check_one(program, seat, one) for seat, one in enumerate(given)]


def _check_one(program: Program, seat: int, given: Any) -> dict[str, Any] | None:
    if given is None:
        return None
    if not isinstance(given, Mapping):
        raise ValueError(f"seat {seat}: what is brought is an object by name, not {given!r}")
    found: dict[str, Any] = {}
    entries, catalogue = program.bringing.entries, program.catalogue
    for name, value in given.items():
        if name == DECK and program.deck_rules is not None:
            found[name] = decks.check_deck_option(program, seat, value)
            continue
        entry = entries.get(name)
        if entry is None:
            deck = [DECK] if program.deck_rules else []
            known = suggest(name, [*deck, *entries])
            raise ValueError(f"seat {seat}: nothing is brought as {name!r}{known}")
        if problem := entry.problem(catalogue, value):
            raise ValueError(f"seat {seat}: {problem}")
        found[name] = entry.canonical(value)
    return found


def brought_lists(program: Program, seats: int, options: Mapping[str, Any]) -> Brought:
    """The lists of cards that each player brings, as definitions; () where nobody brings any."""
    lists = [entry for entry in program.bringing.entries.values() if entry.is_list]
    if not lists:
        return ()
    found: list[dict[str, tuple[int, ...]]] = [{entry.name: () for entry in lists}]
    for seat in range(seats):
        given = brought_by_seat(options, seat)
        ids = {entry.name: given.get(entry.name, entry.default) for entry in lists}
        found.append({name: tuple(map(symbol_of, each)) for name, each in ids.items()})
    return tuple(found)


def put_into_fields(m: Parts) -> None:
    """The fields of players that begin with what is brought."""
    given = [brought_by_seat(m.options, seat) for seat in range(m.seats)]
    for entry, fields in _fields_by_entry(m.program):
        found = [entry.number(has.get(entry.name, entry.default)) for has in given]
        for field in fields:
            values = [_clamp_to_field(field, each) for each in found] if field.has_limits else found
            m.state[field.base + 1 : field.base + 1 + m.seats] = values


@once
def _fields_by_entry(program: Program) -> list[tuple[Entry, list[Field]]]:
    """By what is brought: the fields of players that begin with it."""
    found: dict[str, list[Field]] = {}
    for name, source in program.bringing.fields.items():
        found.setdefault(source, []).append(program.layout.fields["player", name])
    return [(program.bringing.entries[source], fields) for source, fields in found.items()]


def _clamp_to_field(field: Field, value: int) -> int:
    """A value within the limits of a field that are numbers."""
    if isinstance(field.maximum, int):
        value = min(value, field.maximum)
    return value if field.minimum is None else max(value, field.minimum)


# -- what is taken home ----------------------------------------------------------------------------


def returns_of(m: Parts) -> tuple[Taken, ...] | None:
    """
    What each seat takes home, as the game says in `return`; None while the match goes on. Who has
    settled has what they had then; who has given up has lost, whoever has played on for them.
    """
    ended = m.ended
    if m.standings is None or ended is None:
        return None
    found = []
    for seat in range(m.seats):
        place = next((n for n, group in enumerate(m.standings, 1) if seat in group), 0)
        won, drew, lost = (seat in seats for seats in ended[:3])
        found.append(_return_of_seat(m, seat, place, won, drew, lost))
    return tuple(found)


def returns_now(m: Parts) -> tuple[Taken, ...]:
    """
    What each seat takes home from a match that goes on no further, without a result: {place} is 0,
    and nobody has won, drawn or, but for who has given up, lost.
    """
    return tuple([_return_of_seat(m, seat) for seat in range(m.seats)])


def returns_of_settled(m: Parts) -> dict[int, Taken]:
    """What those seats have taken home that have settled."""
    return {seat: _thaw_return(taken) for seat, taken in m.settled}


def settle_seat(m: Parts, seat: int) -> None:
    """A seat takes home what it has now, as `returns_now` says it, and no more later."""
    if all(known != seat for known, _ in m.settled):
        work = m.work
        m.settled += ((seat, _freeze_return(_return_of_seat(m, seat))),)
        m.work = work


def _return_of_seat(
    m: Parts, seat: int, place: int = 0, won: bool = False, drew: bool = False, lost: bool = False
) -> Taken:
    """What a seat takes home, for which a match ends so. What comes to nothing is left out."""
    if (taken := returns_of_settled(m).get(seat)) is not None:
        return taken
    if m.quitters >> seat & 1:
        won, drew, lost = False, False, True
    told = (seat + 1, place, won, drew, lost)
    found: Taken = {each.name: _value_taken(m, each, told) for each in m.program.bringing.returns}
    has = brought_by_seat(m.options, seat)
    for name in found.keys() & m.program.bringing.entries.keys():
        found[name] = _clamp_change(m.program.bringing.entries[name], has, found[name])
    if things := things_of_seat(m, seat):
        found[THINGS] = [[*each[:3], dict(each[3])] for each in things]
    return {name: taken for name, taken in found.items() if taken}


def _value_taken(m: Parts, of: Return, told: tuple[int | bool, ...]) -> int | dict[str, list[str]]:
    """
    What is taken home under one name; 0 or {} where that is nothing. What cannot be worked out is
    left out: the end of a match hangs on nothing.
    """
    m.work = m.WORK
    try:
        if of.change is not None:
            return int(of.change(m, *told))
        ways = {"gains": of.gains, "loses": of.loses}
        ids = {
            way: _card_ids(m, value(m, *told)) for way, value in ways.items() if value is not None
        }
    except Exception:  # noqa: BLE001 (a card may leave anything behind)
        return 0
    return {way: cards for way, cards in ids.items() if cards}


def _clamp_change(entry: Entry, has: Given, taken: int | dict[str, list[str]]) -> Any:
    """
    A change as far as what was brought can change: a number stays within its limits, and nobody
    loses a card that they neither brought nor gain. So what is taken home from match to match can
    be added up as it is.
    """
    value = has.get(entry.name, entry.default)
    if isinstance(taken, int):
        if entry.type != "number":
            return taken
        after = value + taken
        after = after if entry.most is None else min(after, entry.most)
        return (after if entry.least is None else max(after, entry.least)) - value
    gains = taken.get("gains", [])
    loses = Counter(taken.get("loses", ())) & (Counter(value) + Counter(gains))
    ways = {"gains": gains, "loses": sorted(loses.elements())}
    return {way: cards for way, cards in ways.items() if cards}


def _freeze_return(taken: Taken) -> Kept:
    """What a seat takes home, as a match keeps it."""
    frozen: list[tuple[str, Any]] = []
    for name, each in taken.items():
        if name == THINGS:
            value: Any = tuple([(*thing[:3], tuple(thing[3].items())) for thing in each])
        else:
            cards = isinstance(each, dict)
            value = tuple([(way, tuple(ids)) for way, ids in each.items()]) if cards else each
        frozen.append((name, value))
    return tuple(frozen)


def _thaw_return(kept: Kept) -> Taken:
    found: Taken = {}
    for name, each in kept:
        if name == THINGS:
            found[name] = [[*thing[:3], dict(thing[3])] for thing in each]
        else:
            cards = not isinstance(each, int)
            found[name] = {way: list(ids) for way, ids in each} if cards else each
    return found


def things_of_seat(m: Parts, seat: int) -> list[Came]:
    """The things that a seat has with it now, and what was made for it."""
    home = m.program.bringing.home
    if home is None:
        return []
    zones = {m.program.layout.zones[name].first + seat + 1: name for name in home.zones}
    gone = _numbers_settled(m)
    found = [each for each in _things_in(m, home, zones) if each[0] not in gone]
    return [each for each in found if each[0] or home.made]


def _numbers_settled(m: Parts) -> set[int]:
    """The things that have come home with who has settled, wherever their cards lie now."""
    things = (each for _, kept in m.settled for each in dict(kept).get(THINGS, ()))
    return {number for number, *_ in things if number}


def things_at_places(m: Parts) -> dict[str, list[Came]]:
    """The things that lie where a place of the world gets them, by its name."""
    home, found = m.program.bringing.home, dict[str, list[Came]]()
    if home is None:
        return found
    gone, shelves = _numbers_settled(m), m.program.bringing.stock.values()
    places = {**home.places, **{each.zone: each.place_in(m.options) for each in shelves}}
    for name, place in places.items():
        family = m.program.layout.zones[name]
        zones = dict.fromkeys(range(family.first, family.first + family.size), "")
        there = [each for each in _things_in(m, home, zones) if each[0] and each[0] not in gone]
        if place:
            found.setdefault(place, []).extend(there)
    return found


def _things_in(m: Parts, home: Home, zones: Mapping[int, str]) -> Iterator[Came]:
    """The cards in some zones that are things: of the kinds that are brought as such."""
    entries = [each for each in m.program.bringing.entries.values() if each.type == THINGS]
    numbers = _numbers_by_row(m)
    for zone, name in zones.items():
        for row in m.zones[zone]:
            card = m.card_id(row)
            if card is not None and any(each.takes(m.program.catalogue, card) for each in entries):
                yield numbers.get(row, 0), card, name, _fields_of(m, row, home)


def _numbers_by_row(m: Parts) -> dict[int, int]:
    """By card, which thing it is."""
    dealt = deal_match(m.program, m.seats, m.seed, m.options).things
    return {row: each.thing for each, row in dealt}


def _fields_of(m: Parts, row: int, home: Home) -> tuple[tuple[str, int | str], ...]:
    kind, found = m.kind_of(row) or "", list[tuple[str, int | str]]()
    for name in home.fields:
        field = m.program.layout.fields.get((kind, name))
        if field is not None:
            value = m.state[field.base + row]
            told = (m.program.symbol_name(value) or "") if field.type == "symbol" else value
            found.append((name, told))
    return tuple(found)


class Elsewhere(NamedTuple):
    """
    What becomes of conserved numbers and of things beside what seats take home: by name how much
    was made, how much was used up and how places change; and the things that places get. All of
    them are of the `realm`.
    """

    realm: str
    flows: dict[str, tuple[int, int, dict[str, int]]]
    things: dict[str, list[Any]]


def elsewhere_of(m: Parts) -> Elsewhere:
    """The same as a match stands. What cannot be worked out is nothing."""
    flows = {
        flow.name: (
            max(_amount(m, flow.source), 0),
            max(_amount(m, flow.sink), 0),
            {place: _amount(m, value) for place, value in flow.places.items()},
        )
        for flow in m.program.bringing.flows
    }
    places = things_at_places(m).items()
    return Elsewhere(
        m.program.bringing.realm,
        flows,
        {name: [[*each[:3], dict(each[3])] for each in things] for name, things in places},
    )


def _amount(m: Parts, value: Callable[..., int] | None) -> int:
    m.work = m.WORK
    try:
        return 0 if value is None else int(value(m))
    except Exception:  # noqa: BLE001 (a value may fail in any way)
        return 0


def _card_ids(m: Parts, cards: Sequence[int]) -> list[str]:
    """The ids of cards, or of cards as they are printed."""
    return sorted(filter(None, map(m.card_id, cards)))
