"""What is so in a match, by path (`players.0.mana`): see `docs/scenarios.md`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..match import Match
from ..view import card_view, field_view
from .form import ScenarioError
from .names import Names

OF_THE_MATCH: dict[str, Callable[[Match], Any]] = {
    "over": lambda match: match.over,
    "winner": lambda match: match.winner,
    "standings": lambda match: [list(group) for group in match.standings or ()],
    "asked": lambda match: match.pending[0].seat if match.pending else None,
    "prompt": lambda match: match.pending[0].prompt if match.pending else None,
    "logged": lambda match: [entry.message for entry in match.log or ()],
}


class Facts:
    """Finds facts of a match. `events`: how often each has happened."""

    def __init__(self, match: Match, events: dict[str, int]):
        self.match, self.pack, self.events = match, match.pack, events
        self.names = Names(match)

    def find(self, place: str, path: str) -> Any:
        """What a path names."""
        match path.split("."):
            case [head] if head in OF_THE_MATCH:
                return OF_THE_MATCH[head](self.match)
            case ["offered", *rest]:
                options = [option for choice in self.match.pending for option in choice.options]
                return counted(list(map(self.names.option_text, options)), rest)
            case ["seen", *parts]:
                return self.seen(place, parts)
            case ["events", *name]:
                return self.events.get(".".join(name), 0)
            case ["match", name]:
                return self.read(place, "match", name, 0)
            case ["zones", *name]:
                return self.zone(name)
            case ["players", seat, name, *rest] if seat.isdigit():
                zone = self.pack.layout.zones.get(name)
                if zone is not None and zone.of == "player":
                    return self.cards(zone.first + int(seat) + 1, rest)
                return self.read(place, "player", name, int(seat) + 1)
            case ["cards", name, fact, *_]:
                return self.card(place, self.names.card(name), fact)
        raise ScenarioError(
            f"{place}: a fact is {', '.join(OF_THE_MATCH)}, offered, seen..., events.NAME, "
            "match.FIELD, players.SEAT.FIELD, players.SEAT.ZONE, zones.NAME, cards.NAME.FIELD"
        )

    def seen(self, place: str, parts: list[str]) -> list[str]:
        """The cards of a zone that a seat can see, from its view."""
        match parts:
            case [seat, "players", other, zone]:
                zones = self.match.view(int(seat))["players"][int(other)]["zones"]
            case [seat, "zones", *rest]:
                zones, zone = self.match.view(int(seat))["zones"], ".".join(rest)
            case _:
                zones, zone = {}, ""
        if zone not in zones:
            raise ScenarioError(f"{place}: seen.SEAT.players.SEAT.ZONE or seen.SEAT.zones.NAME")
        return [card["id"].rsplit(".", 1)[-1] for card in zones[zone]["cards"]]

    def zone(self, parts: list[str]) -> Any:
        """A zone of the match, whose name may have two parts."""
        names = self.pack.layout.zone_names
        for length in (2, 1):
            name = ".".join(parts[:length])
            if name in names:
                return self.cards(names.index(name), parts[length:])
        raise ScenarioError(f"there is no zone {'.'.join(parts)}")

    def cards(self, zone: int, rest: list[str]) -> Any:
        """The cards of a zone, or with `count` behind it how many they are."""
        return counted(list(map(self.names.short, self.match.zones[zone])), rest)

    def card(self, place: str, card: int, name: str) -> Any:
        match, layout = self.match, self.pack.layout
        zone = match.state[layout.where + card]
        if name == "zone":
            return layout.zone_family[zone]
        if name == "owner":
            owner = layout.zone_owner[zone]
            return owner - 1 if owner else None
        shown = card_view(match, card)
        if name not in shown:
            raise ScenarioError(
                f"{place}: a card has {', '.join(shown)}, zone and owner, not {name}"
            )
        value = shown[name]
        return value.rsplit(".", 1)[-1] if isinstance(value, str) else value

    def read(self, place: str, kind: str, name: str, entity: int) -> Any:
        column = self.pack.layout.fields.get((kind, name))
        if column is None or not column.low <= entity < column.high:
            known = [n for (k, n) in self.pack.layout.fields if k == kind]
            raise ScenarioError(f"{place}: a {kind} has {', '.join(known)}, not {name}")
        value = field_view(self.match, column, entity)
        return self.names.short(int(value)) if column.type == "card" and value else value


def counted(things: list[str], rest: list[str]) -> list[str] | int:
    """A list, or with `count` at the end of its path how long it is."""
    return len(things) if rest[-1:] == ["count"] else things


def matches(found: Any, expected: Any) -> bool:
    """
    Equal; or `{"min": 1, "max": 3}`, `{"has": [..]}`, `{"hasNot": [..]}`, `{"anyOrder": [..]}`,
    `{"not": x}`.
    """
    if isinstance(expected, dict):
        tests = {
            "min": lambda wanted: found is not None and found >= wanted,
            "max": lambda wanted: found is not None and found <= wanted,
            "has": lambda wanted: all(item in found for item in wanted),
            "hasNot": lambda wanted: not any(item in found for item in wanted),
            "anyOrder": lambda wanted: sorted(map(str, found)) == sorted(map(str, wanted)),
            "not": lambda wanted: found != wanted,
        }
        return all(key in tests and tests[key](wanted) for key, wanted in expected.items())
    return found == expected
