"""
What players bring to a match, and what they take home from it.

A pack declares both: in `bring` what each seat has with it, a deck (`decks`), a collection of
cards, a level, coins; in `return` what a seat takes home when the match ends, or when it settles
before (the word `settle`). Both are data: what is brought is an option of the match, so that a save
and a replay have it; what is taken home follows from how the match stands then, and whoever hosts
it keeps it for the next one. What
is brought is read by fields of players (`from`) and by the choosers `deck` and `brought`. Begin
with `checked` and `returns`; this may import `decks` and `state`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ..ground.errors import instead
from . import decks
from .state import Field

if TYPE_CHECKING:
    from ..pack.definition import Pack
    from .parts import Parts

OPTION = "bring"  # of a match: for each seat what it brings, by name, or None
DECK = "deck"  # the name under which a deck is brought
MOST_CARDS = 1_000  # of one collection, where a pack does not say

#: What one seat brings, as it is written down: numbers, names, ids of cards, a deck.
Given = Mapping[str, Any]
#: What each player (0 is nobody) has brought of cards as they are printed, by name.
Brought = tuple[dict[str, tuple[int, ...]], ...]
#: What one seat takes home: a change of a number, or ids of cards under `gains` and `loses`.
Taken = dict[str, int | dict[str, list[str]]]
#: The same as a match keeps it.
Kept = tuple[tuple[str, int | tuple[tuple[str, tuple[str, ...]], ...]], ...]


@dataclass(frozen=True, slots=True)
class Entry:
    """
    One thing that players bring beside a deck. `type` is number, boolean, symbol (one of `domain`),
    definition (a card by its id) or definitions (a list of them, between `least` and `most` long);
    `kinds` are those of the cards (empty: of any).
    """

    name: str
    type: str
    default: int | bool | str | tuple[str, ...]
    least: int | None = None
    most: int | None = None
    domain: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    see: str = "all"

    @property
    def listed(self) -> bool:
        """Whether it is a list of cards; all else is one value, for a field."""
        return self.type == "definitions"

    def problem(self, pack: Pack, value: Any) -> str:
        """Why a value cannot be brought, as a sentence; "" where it can."""
        if self.type == "number" or self.type == "boolean":
            return self._wrong_number(value)
        if self.type == "symbol":
            fits = value in self.domain
            return "" if fits else f"{self.name} is one of {', '.join(self.domain)}, not {value!r}"
        if not self.listed:
            return self._wrong_card(pack, value)
        if not isinstance(value, list | tuple):
            return f"{self.name} is a list of ids of cards"
        if not (self.least or 0) <= len(value) <= (self.most or 0):
            return f"{self.name} is {self.least or 0} to {self.most} cards, not {len(value)}"
        return next(filter(None, (self._wrong_card(pack, each) for each in value)), "")

    def _wrong_number(self, value: Any) -> str:
        if not isinstance(value, int):
            return f"{self.name} is a {self.type}, not {value!r}"
        low, high = self.least, self.most
        if (low is not None and value < low) or (high is not None and value > high):
            return f"{self.name} is from {low} to {high}, not {value}"
        return ""

    def _wrong_card(self, pack: Pack, value: Any) -> str:
        card = pack.definitions.get(value) if isinstance(value, str) else None
        if card is None:
            return f"{self.name}: there is no card {value!r}"
        if self.kinds and card.kind not in self.kinds:
            return f"{self.name}: {value} is no {' or '.join(self.kinds)}"
        return ""

    def takes(self, pack: Pack, card: str) -> bool:
        """Whether a card can be brought."""
        return not self._wrong_card(pack, card)

    def pool(self, pack: Pack) -> list[int]:
        """The definitions of the cards that can be brought."""
        return [c.symbol for c in pack.cards if not self.kinds or c.kind in self.kinds]

    def canonical(self, value: Any) -> Any:
        """A value that fits, as an option of a match keeps it: lists in order of ids."""
        if self.listed:
            return sorted(value)
        return bool(value) if self.type == "boolean" else value

    def number(self, pack: Pack, value: Any) -> int:
        """A single value as a field holds it."""
        if self.type in ("symbol", "definition"):
            return pack.symbol(value) if value else 0
        return int(value)


@dataclass(frozen=True, slots=True)
class Return:
    """
    What a seat takes home under a name: `change`, a number; or the cards that it `gains` and
    `loses`. Each is value(match, player, place, won, drew, lost).
    """

    name: str
    change: Callable[..., int] | None = None
    gains: Callable[..., Sequence[int]] | None = None
    loses: Callable[..., Sequence[int]] | None = None


# -- what is brought -------------------------------------------------------------------------------


def checked(pack: Pack, given: Any) -> list[dict[str, Any] | None]:
    """
    The option `bring` of a match as it is kept: seats that are missing bring nothing of their own.

    :raises ValueError: not a list, more than seats; nothing of that name; a value that does not
        fit; no such ready deck.
    :raises decks.DeckError: a deck that may not be played.
    """
    if not isinstance(given, list | tuple) or len(given) > pack.layout.players:
        raise ValueError(
            f"option {OPTION} is a list with what each seat brings, at most {pack.layout.players}"
        )
    return [_checked_one(pack, seat, one) for seat, one in enumerate(given)]


def _checked_one(pack: Pack, seat: int, given: Any) -> dict[str, Any] | None:
    if given is None:
        return None
    if not isinstance(given, Mapping):
        raise ValueError(f"seat {seat}: what is brought is an object by name, not {given!r}")
    found: dict[str, Any] = {}
    for name, value in given.items():
        if name == DECK and pack.deck_rules is not None:
            found[name] = decks.checked(pack, seat, value)
            continue
        entry = pack.bring.get(name)
        if entry is None:
            known = instead(name, [*([DECK] if pack.deck_rules else []), *pack.bring])
            raise ValueError(f"seat {seat}: nothing is brought as {name!r}{known}")
        if problem := entry.problem(pack, value):
            raise ValueError(f"seat {seat}: {problem}")
        found[name] = entry.canonical(value)
    return found


def of_seat(options: Mapping[str, Any], seat: int) -> Given:
    """What a seat brings by the options of a match, without defaults."""
    given = options.get(OPTION) or ()
    return (given[seat] if seat < len(given) else None) or {}


def brought(pack: Pack, seats: int, options: Mapping[str, Any]) -> Brought:
    """The lists of cards that each player brings, as definitions; () where nobody brings any."""
    lists = [entry for entry in pack.bring.values() if entry.listed]
    if not lists:
        return ()
    found: list[dict[str, tuple[int, ...]]] = [{entry.name: () for entry in lists}]
    for seat in range(seats):
        given = of_seat(options, seat)
        ids = {entry.name: given.get(entry.name, entry.default) for entry in lists}
        found.append({name: tuple(map(pack.symbol, each)) for name, each in ids.items()})
    return tuple(found)


def decks_of(
    pack: Pack, seats: int, seed: int, options: Mapping[str, Any]
) -> list[decks.Ready | decks.Deck]:
    """The deck that each seat of a match plays: see `decks.brought`."""
    given = [of_seat(options, seat).get(DECK) for seat in range(seats)]
    return decks.brought(pack, given, seed)


def put_into_fields(m: Parts) -> None:
    """The fields of players that begin with what is brought."""
    pack, fields = m.pack, m.pack.layout.fields
    for name, source in pack.brought_fields.items():
        entry, base = pack.bring[source], fields["player", name].base
        for seat in range(m.seats):
            value = of_seat(m.options, seat).get(source, entry.default)
            m.state[base + seat + 1] = _within(fields["player", name], entry.number(pack, value))


def _within(field: Field, value: int) -> int:
    """A value within the limits of a field that are numbers."""
    if isinstance(field.maximum, int):
        value = min(value, field.maximum)
    return value if field.minimum is None else max(value, field.minimum)


# -- what is taken home ----------------------------------------------------------------------------


def returns(m: Parts) -> tuple[Taken, ...] | None:
    """
    What each seat takes home, as the pack says in `return`; None while the match goes on. Who has
    settled has what they had then; who has given up has lost, whoever has played on for them.
    """
    ended = m.outcome
    if m.standings is None or ended is None:
        return None
    found = []
    for seat in range(m.seats):
        place = next((n for n, group in enumerate(m.standings, 1) if seat in group), 0)
        won, drew, lost = (seat in seats for seats in ended[:3])
        found.append(_home(m, seat, place, won, drew, lost))
    return tuple(found)


def as_it_stands(m: Parts) -> tuple[Taken, ...]:
    """
    What each seat takes home from a match that goes on no further, without a result: {place} is 0,
    and nobody has won, drawn or, but for who has given up, lost.
    """
    return tuple([_home(m, seat) for seat in range(m.seats)])


def settled(m: Parts) -> dict[int, Taken]:
    """What those seats have taken home that have settled."""
    return {seat: _thawed(taken) for seat, taken in m.settled}


def settle(m: Parts, seat: int) -> None:
    """A seat takes home what it has now, as `as_it_stands` says it, and no more later."""
    if all(known != seat for known, _ in m.settled):
        work = m.work
        m.settled += ((seat, _frozen(_home(m, seat))),)
        m.work = work


def _home(
    m: Parts, seat: int, place: int = 0, won: bool = False, drew: bool = False, lost: bool = False
) -> Taken:
    """What a seat takes home, for which a match ends so. What comes to nothing is left out."""
    if (taken := settled(m).get(seat)) is not None:
        return taken
    if m.quitters >> seat & 1:
        won, drew, lost = False, False, True
    told = (seat + 1, place, won, drew, lost)
    found = {each.name: _taken(m, each, told) for each in m.pack.returns}
    has = of_seat(m.options, seat)
    for name in found.keys() & m.pack.bring.keys():
        found[name] = _at_most(m.pack.bring[name], has, found[name])
    return {name: taken for name, taken in found.items() if taken}


def _taken(m: Parts, of: Return, told: tuple[int | bool, ...]) -> int | dict[str, list[str]]:
    """
    What is taken home under one name; 0 or {} where that is nothing. What cannot be worked out is
    left out: the end of a match hangs on nothing.
    """
    m.work = m.WORK
    try:
        if of.change is not None:
            return int(of.change(m, *told))
        ways = {"gains": of.gains, "loses": of.loses}
        ids = {way: _ids(m, value(m, *told)) for way, value in ways.items() if value is not None}
    except Exception:  # noqa: BLE001 (a card may leave anything behind)
        return 0
    return {way: cards for way, cards in ids.items() if cards}


def _at_most(entry: Entry, has: Given, taken: int | dict[str, list[str]]) -> Any:
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


def _frozen(taken: Taken) -> Kept:
    """What a seat takes home, as a match keeps it."""
    return tuple(
        [
            (
                name,
                each if isinstance(each, int) else tuple([(w, tuple(c)) for w, c in each.items()]),
            )
            for name, each in taken.items()
        ]
    )


def _thawed(kept: Kept) -> Taken:
    return {
        name: each if isinstance(each, int) else {way: list(cards) for way, cards in each}
        for name, each in kept
    }


def _ids(m: Parts, cards: Sequence[int]) -> list[str]:
    """The ids of cards, or of cards as they are printed."""
    return sorted(filter(None, map(m.card_id, cards)))
