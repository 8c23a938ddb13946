"""
What is taken home of things, and what places get, as facts: `players.0.returns.things`,
`places.market.things`, `places.market.coins`, `source.coins`, `sink.coins`.

All of it is nothing before the match is over.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..ground.data import Json
from ..pack import pack_of_match
from ..running.bring import THINGS, Home
from ..running.brought import Elsewhere, elsewhere_of
from ..running.state import Field
from .form import ScenarioError, shorten, unknown_name
from .names import Fits
from .sorts import Fact, Sorts, boolean_test, number_test

KEYS = ("kind", "thing", "zone", "fields")  # of an expected thing
WAYS = ("source", "sink")


class Things:
    """Facts of what people own, of one match."""

    def __init__(self, sorts: Sorts):
        self.sorts, self.match = sorts, sorts.names.match
        self.pack = pack_of_match(self.match)
        self.bringing = self.pack.program.bringing

    def taken_home(self, seat: int) -> Fact:
        """The things that a seat takes home."""
        self.home()
        returns = self.match.returns if self.match.is_over else None
        return self.things(returns[seat].get(THINGS, ()) if returns else ())

    def at_place(self, name: str, what: str) -> Fact:
        """The things that a place gets, or by how much a conserved number of it changes."""
        home, flows = self.bringing.home, self.bringing.flows
        things = set(home.places.values()) if home is not None else set[str]()
        numbers = [flow.name for flow in flows if name in flow.places]
        known = sorted({*things, *(place for flow in flows for place in flow.places)})
        if name not in known:
            raise unknown_name("place", name, known)
        if what == THINGS and name in things:
            found = self.elsewhere()
            return self.things(found.things.get(name, ()) if found else ())
        if what not in numbers:
            possible = [*numbers, *([THINGS] if name in things else ())]
            raise unknown_name(f"thing that {name} gets", what, possible)
        return self.number_of(what, 2, name)

    def flow(self, way: str, what: str) -> Fact:
        """How much of a conserved number was made, or used up."""
        known = [flow.name for flow in self.bringing.flows]
        if what not in known:
            raise unknown_name("number that is conserved", what, known)
        return self.number_of(what, WAYS.index(way))

    def number_of(self, what: str, part: int, place: str = "") -> Fact:
        found = self.elsewhere()
        value: Any = found.flows[what][part] if found else {place: 0} if place else 0
        return self.sorts.number(value[place] if place else value)

    def elsewhere(self) -> Elsewhere | None:
        return elsewhere_of(self.match) if self.match.is_over else None

    def home(self) -> Home:
        """What the pack says of things that come home."""
        if self.bringing.home is None:
            raise ScenarioError("nobody takes things home here, for return says nothing of them")
        return self.bringing.home

    # -- what is expected --------------------------------------------------------------------------

    def things(self, value: Any) -> Fact:
        return Fact("a list of things", self.thing_test, list(value), [*map(_shown, value)])

    def thing_test(self, expected: Json) -> Fits:
        """A thing by its card, `rope`, or `{"kind": "rope", "zone": "bag", "fields": {...}}`."""
        wanted = {"kind": expected} if isinstance(expected, str) else expected
        if not isinstance(wanted, dict) or not wanted:
            raise ScenarioError(
                'a thing is "card" or {"kind": "card", "zone": ..., "fields": {...}}, '
                f"not {shorten(expected)}"
            )
        for key in wanted.keys() - {*KEYS}:
            raise unknown_name("key of a thing", key, KEYS)
        number, kind = wanted.get("thing"), self.kind_of(wanted.get("kind"))
        is_number = None if number is None else number_test(number)
        zone, zones = wanted.get("zone"), self.home().zones
        if zone is not None and zone not in zones:
            raise unknown_name("zone from which things come home", zone, zones)
        fields = wanted.get("fields", {})
        if not isinstance(fields, dict):
            raise ScenarioError(f"fields are an object by name, not {shorten(fields)}")
        tests = {name: self.field_test(kind, name, value) for name, value in fields.items()}

        def fits(thing: Any) -> bool:
            number, card, lies, has = thing
            return (
                (is_number is None or is_number(number))
                and kind in (None, card)
                and zone in (None, lies)
                and all(name in has and test(has[name]) for name, test in tests.items())
            )

        return fits

    def kind_of(self, name: Json) -> str | None:
        """The card that is meant, which is a thing; None where none is said."""
        if name is None:
            return None
        card = self.sorts.words.find_card(name).id
        entries = [each for each in self.bringing.entries.values() if each.type == THINGS]
        if not any(each.takes(self.pack.program.catalogue, card) for each in entries):
            raise ScenarioError(f"{name} is no thing that players bring")
        return card

    def field_test(self, kind: str | None, name: str, expected: Json) -> Fits:
        """A field with which things come home: a number, a truth or a name."""
        known = self.home().fields
        if name not in known:
            raise unknown_name("field of things that come home", name, known)
        field = self.field_of(kind, name)
        if field.type == "symbol":
            return self.sorts.symbol_test(expected, field.domain)
        return boolean_test(expected) if field.type == "boolean" else number_test(expected)

    def field_of(self, kind: str | None, name: str) -> Field:
        """The field of that name that such things have."""
        fields: Mapping[tuple[str, str], Field] = self.pack.program.layout.fields
        card = self.pack.program.catalogue.definitions.get(kind or "")
        found = [
            field
            for (of, own), field in fields.items()
            if own == name and of not in ("match", "player") and (card is None or of == card.kind)
        ]
        if not found:
            raise ScenarioError(f"{kind} has no field {name}")
        return found[0]


def _shown(thing: Any) -> str:
    """A thing for people: rope in bag, wear 3."""
    _, card, zone, fields = thing
    where = f" in {zone}" if zone else ""
    told = "".join(f", {name} {value}" for name, value in fields.items())
    return f"{card.rsplit('.', 1)[-1]}{where}{told}"
