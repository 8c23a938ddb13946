"""What is so in a match, by path (`players.0.mana`): see `docs/scenarios.md`."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, cast

from ..pack import pack_of_match
from ..running.match import Match
from ..running.plans import CardPlan
from ..running.state import ZONE
from ..running.view import card_view, field_view
from .form import ScenarioError, shorten, unknown_name
from .names import Names
from .sorts import Fact, Sorts
from .things import Things
from .values import Values

OF_THE_MATCH: dict[str, Callable[[Match, Sorts], Fact]] = {
    "over": lambda match, sorts: sorts.boolean(match.is_over),
    "winner": lambda match, sorts: sorts.seat(match.winner),
    "standings": lambda match, sorts: sorts.standings(
        [list(group) for group in match.standings or ()]
    ),
    "won": lambda match, sorts: sorts.seats(match.ended.won if match.ended else ()),
    "drew": lambda match, sorts: sorts.seats(match.ended.drew if match.ended else ()),
    "lost": lambda match, sorts: sorts.seats(match.ended.lost if match.ended else ()),
    "endedBy": lambda match, sorts: sorts.symbol(match.outcome.rule if match.outcome else None),
    "asked": lambda match, sorts: sorts.seat(match.pending[0].seat if match.pending else None),
    "prompt": lambda match, sorts: sorts.prompt(match.pending[0].prompt if match.pending else None),
    "logged": lambda match, sorts: sorts.messages(list(match.log or ())),
    "offered": lambda match, sorts: sorts.options(
        [option for choice in match.pending for option in choice.options]
    ),
}
PLACES = ("zone", "owner")  # facts of a card that is the only one also where it is not in play
NOTHING: dict[str, Any] = {}


class Facts:
    """Finds facts of a match. `events`: how often each has happened."""

    def __init__(self, names: Names, events: dict[str, int]):
        self.names, self.match, self.events = names, names.match, events
        self.pack, match = pack_of_match(self.match), self.match
        self.words = self.names.words
        self.sorts = Sorts(self.names)
        self.values = Values(match, self.sorts)
        self.things = Things(self.sorts)

    def find(self, path: str) -> Any:
        """What a path names, as it is shown to people."""
        return self.fact(path).shown

    def compare(self, path: str, expected: Any) -> tuple[Fact, Any]:
        """
        The fact that a path names, and what it is expected to be. A defined value may have
        arguments: `{"with": {"amount": 3}, "is": 5}`.
        """
        if "values." not in path or not isinstance(expected, dict) or "is" not in expected:
            return self.fact(path), expected
        for key in expected.keys() - {"with", "is"}:
            raise unknown_name("key", key, ("with", "is"))
        given = expected.get("with", {})
        if not isinstance(given, dict):
            raise ScenarioError(f"with has arguments by name, and is not {shorten(given)}")
        return self.fact(path, given), expected["is"]

    def fact(self, path: str, given: dict[str, Any] = NOTHING) -> Fact:
        """The fact that a path names; `given` are arguments of a defined value."""
        if path.endswith(".count"):
            counted = self.fact(path.removesuffix(".count"))
            if not counted.is_list:
                raise ScenarioError(f"this is {counted.sort}; count is of lists")
            return self.sorts.number(len(counted.value))
        match path.split("."):
            case [head] if head in OF_THE_MATCH:
                return OF_THE_MATCH[head](self.match, self.sorts)
            case ["seen", *parts]:
                return self.sorts.cards(self.cards_seen(parts))
            case ["events", *name]:
                return self.sorts.number(self.events.get(self.words.find_event(".".join(name)), 0))
            case ["match", name]:
                return self.field("match", name, 0)
            case ["zones", *name]:
                return self.zone(self.words.shared_zone(".".join(name)))
            case ["players", seat, "values", name]:
                return self.values.fact(name, given, you=self.seat(seat) + 1)
            case ["players", seat, "returns", "things"]:
                return self.things.taken_home(self.seat(seat))
            case ["places", *name, what] if name:
                return self.things.at_place(".".join(name), what)
            case ["source" | "sink" as way, what]:
                return self.things.flow(way, what)
            case ["players", seat, "returns", name, *way]:
                return self.fact_of_return(self.seat(seat), name, way)
            case ["players", seat, name]:
                player = self.seat(seat) + 1
                zones = self.words.player_zones
                if name in zones:
                    return self.zone(zones[name] + player)
                return self.field("player", name, player, zones)
            case ["cards", *name, "values", value] if name:
                return self.values.fact(value, given, this=self.names.find_card(".".join(name)))
            case ["cards", *name, fact] if name:
                return self.card(self.names.find_card(".".join(name), fact in PLACES), fact)
            case ["printed", *name, fact] if name:
                return self.printed_fact(".".join(name), fact)
            case ["values", name]:
                return self.values.fact(name, given)
        raise ScenarioError(
            f"a fact is {', '.join(OF_THE_MATCH)}, seen..., events.NAME, match.FIELD, "
            "players.SEAT.FIELD, players.SEAT.ZONE, players.SEAT.returns.NAME, places.NAME.NAME, "
            "source.NAME, sink.NAME, zones.NAME, cards.NAME.FIELD, printed.NAME.PROPERTY, "
            "values.NAME; of lists also .count"
        )

    def fact_of_return(self, seat: int, name: str, way: list[str]) -> Fact:
        """What a seat takes home under a name: a number, or the cards of `gains` or `loses`."""
        known = {each.name: each for each in self.pack.program.bringing.returns}
        if name not in known:
            raise unknown_name("thing to take home", name, known)
        ways = {"gains": known[name].gains, "loses": known[name].loses}
        possible = [[each] for each, value in ways.items() if value is not None] or [[]]
        if way not in possible:
            told = " or ".join(".".join(["returns", name, *each]) for each in possible)
            raise ScenarioError(f"what is taken home as {name} is {told}")
        taken = (self.match.returns or ())[seat].get(name, 0) if self.match.is_over else 0
        if not way:
            return self.sorts.number(taken if isinstance(taken, int) else 0)
        return self.sorts.definitions(taken.get(way[0], ()) if isinstance(taken, dict) else ())

    def seat(self, text: str) -> int:
        return self.names.seat(int(text) if text.isdecimal() else text)

    def cards_seen(self, parts: list[str]) -> list[int]:
        """The cards of a zone that a seat can see, from its view."""
        match parts:
            case [seat, "players", other, zone]:
                if zone not in self.words.player_zones:
                    raise unknown_name("zone of players", zone, self.words.player_zones)
                zones = self.match.view(self.seat(seat))["players"][self.seat(other)]["zones"]
            case [seat, "zones", *rest] if rest:
                zone = ".".join(rest)
                self.words.shared_zone(zone)
                zones = self.match.view(self.seat(seat))["zones"]
            case _:
                raise ScenarioError(
                    "what is seen is seen.SEAT.players.SEAT.ZONE or seen.SEAT.zones.NAME"
                )
        return [cast(int, card["uuid"]) for card in zones[zone]["cards"]]

    def zone(self, zone: int) -> Fact:
        return self.sorts.cards(self.match.zones[zone])

    def card(self, card: int, name: str) -> Fact:
        """A property or field of a card, its zone or its owner."""
        match, layout = self.match, self.pack.program.layout
        zone = match.state[card + ZONE]
        if name == "zone":
            return self.sorts.symbol(layout.zone_family[zone], ["nowhere", *layout.zones])
        if name == "owner":
            owner = layout.zone_owner[zone]
            return self.sorts.seat(owner - 1 if owner else None)
        shown = card_view(match, card)
        if name not in shown:
            known = [*shown, "zone", "owner"]
            told = unknown_name("fact of a card", name, known).sentence
            raise ScenarioError(f"{told} ({self.names.short_name(card)})")
        fact = self.pack.program.properties.get(name)
        if fact is not None:
            return self.sorts.typed_value(fact.type, shown[name], fact.domain, fact.aliases)
        column = layout.fields.get((match.kind_of(card) or "", name))
        if column is None:
            return self.sorts.number(cast(int, shown[name]))
        return self.sorts.typed_value(column.type, shown[name], column.domain)

    def printed_fact(self, card: str, name: str) -> Fact:
        """A property as it is printed on a card, whether there is a copy of it or not."""
        definition = self.words.find_card(card)
        shown = CardPlan(self.match.program, definition.symbol, definition.symbol).printed
        fact = self.pack.program.properties.get(name)
        if fact is None or name not in shown:
            raise unknown_name(
                "property of a card", name, shown.keys() & self.pack.program.properties.keys()
            )
        return self.sorts.typed_value(fact.type, shown[name], fact.domain, fact.aliases)

    def field(self, kind: str, name: str, entity: int, also: Iterable[str] = ()) -> Fact:
        """A field of the match or of a player, who has `also` other facts."""
        column = self.pack.program.layout.fields.get((kind, name))
        if column is None:
            known = [n for (k, n) in self.pack.program.layout.fields if k == kind]
            raise unknown_name(
                "fact of the match" if kind == "match" else "fact of a player",
                name,
                [*known, *also],
            )
        value = field_view(self.match, column, entity)
        return self.sorts.typed_value(column.type, value, column.domain)
