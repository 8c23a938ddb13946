"""The state in which a scenario begins: a match that is run to an event, and laid out there."""

from __future__ import annotations

from typing import Any

from ..events import DRAIN, hear
from ..log import Log
from ..machine import run
from ..match import Match
from ..pack import Pack
from ..state import Frame
from .form import ScenarioError, known
from .names import Names

MAX_DEFAULTS = 2_000
MAX_SEEDS = 200  # tried until the wanted seat is the start player


class _Reached(Exception):
    """The event at which the given state is laid out is about to be heard."""


class Trace:
    """Counts the events of a match by name, from before its first, and can stop it at one."""

    def __init__(self, match: Match):
        self.match = match
        self.names = {declared.index: name for name, declared in match.pack.events.items()}
        self.events: dict[str, int] = {}
        self.first_state: list[int] = []  # the state when the first event was heard
        self.waiting_for: tuple[int, dict[int, Any]] | None = None  # a key, values of its context
        self.reached: tuple | None = None  # the event waited for
        match.trace = self.heard

    def heard(
        self, key: int, context: tuple = (), subject: int = 0, into: int = -1, family: Any = None
    ) -> None:
        if not self.first_state:
            self.first_state = self.match.state.copy()
        if self.waiting_for is not None:
            wanted_key, wanted = self.waiting_for
            if key == wanted_key and all(context[i] == value for i, value in wanted.items()):
                self.reached = (key, context, subject, into, family)
                raise _Reached
            return
        name = self.names[key // 2] + (".before" if key % 2 else "")
        self.events[name] = self.events.get(name, 0) + 1

    def run_to(self, key: int, wanted: dict[int, Any]) -> bool:
        """Run by default answers to an event with these values; False: it was not reached."""
        self.waiting_for = key, wanted
        try:
            run(self.match)
            for _ in range(MAX_DEFAULTS):
                if not self.match.pending:
                    break
                choice = self.match.pending[0]
                self.match.step(choice.seat, choice.default)
        except _Reached:
            self.waiting_for = None
            self.events.clear()
            return True
        return False


def begin(pack: Pack, scenario: dict, watch: type[Trace] = Trace) -> Trace:
    """
    Start the match of a scenario, run it to where the scenario begins, and lay out its state.

    :raises ScenarioError: its `given` cannot be had.
    """
    given = scenario.get("given", {})
    known(given, "given", "given")
    if given.keys() - {"setupDice"} and "at" not in given:
        raise ScenarioError(
            "given needs at: the event at which its state is laid out (onBattleTurnStart ...)"
        )
    seats, options = scenario.get("seats", pack.seats[-1]), scenario.get("options", {})
    first = given.get("match", {}).get("startPlayer", given.get("seat"))
    seed = scenario.get("seed", 1)
    for one in range(seed, seed + MAX_SEEDS):
        try:
            match = Match.prepare(pack, seats, one, options)
        except ValueError as error:
            raise ScenarioError(str(error)) from error
        match.dice = tuple(given.get("setupDice", ()))
        trace = watch(match)
        _run(trace, given)
        if first is None or match.players_from(0)[0] == first + 1:
            if trace.reached is not None:
                Layout(trace).lay_out(given, *trace.reached)
            return trace
    raise ScenarioError(f"seat {first} never is the start player there")


def _run(trace: Trace, given: dict) -> None:
    """To the event of the given state; without one to the first choice."""
    if "at" not in given:
        trace.match.begin()
        return
    events = trace.match.pack.events
    declared = trace.match.pack.event(given["at"])
    if declared is None:
        known = ", ".join(events)
        raise ScenarioError(f"given.at: there is no event {given['at']!r}; there are {known}")
    if not trace.run_to(2 * declared.index, _context(declared, given)):
        raise ScenarioError(f"given.at: {declared.name} was not reached by default answers")


def _context(declared: Any, given: dict) -> dict[int, Any]:
    """The values that the context of the event has to have, by place."""
    names = list(declared.context)
    wanted = {}
    if "seat" in given:
        name = next((n for n, (type, _) in declared.context.items() if type == "player"), None)
        if name is None:
            raise ScenarioError(f"given.seat: {declared.name} is not about a player")
        wanted[names.index(name)] = given["seat"] + 1
    for name, value in given.get("context", {}).items():
        if name not in names:
            raise ScenarioError(
                f"given.context: {declared.name} has {', '.join(names)}, not {name}"
            )
        wanted[names.index(name)] = value
    return wanted


class Layout:
    """Lays out the given state in a match that stands before an event."""

    def __init__(self, trace: Trace):
        self.trace, self.match, self.pack = trace, trace.match, trace.match.pack
        self.names = Names(self.match)

    def lay_out(
        self, given: dict, key: int, context: tuple, subject: int, into: int, family: Any
    ) -> None:
        """
        Put the given state there, let cards arrive as their zones say, and let the event be heard.
        """
        match = self.match
        self.forget()
        match.dice = tuple(given.get("dice", ()))
        match.choices.clear()
        match.log = Log(self.pack)
        zones = self.zones(given)
        for name, value in given.get("match", {}).items():
            self.set_field(f"given.match.{name}", "match", name, 0, value)
        arrivals = self.fill(zones)
        queue = hear(match, key, subject)
        match.stack.append(Frame(DRAIN, [key, context, queue, 0, None], into, family))
        for zone, card in arrivals:
            self.arrive(zone, card)
        for name, fields in given.get("cards", {}).items():
            for field, value in fields.items():
                place = f"given.cards.{name}.{field}"
                self.set_field(place, "card", field, self.names.card(name), value)
        match.stack[-1].registers[2] = hear(match, key, subject)
        self.trace.events.clear()
        match.log = Log(self.pack)
        run(match)
        match._settle()

    def zones(self, given: dict) -> dict[int, list[str]]:
        """The cards of each zone that is given; fields of players are set on the way."""
        layout = self.pack.layout
        zones: dict[int, list[str]] = {}
        for seat, player in enumerate(given.get("players", [])):
            for name, value in player.items():
                zone = layout.zones.get(name)
                if zone is not None and zone.of == "player":
                    zones[zone.first + seat + 1] = value
                else:
                    self.set_field(f"given.players[{seat}].{name}", "player", name, seat + 1, value)
        for name, cards in given.get("zones", {}).items():
            if name not in layout.zone_names:
                raise ScenarioError(f"given.zones: there is no zone {name!r}")
            zones[layout.zone_names.index(name)] = cards
        return zones

    def arrive(self, zone: int, card: int) -> None:
        """Run what a card does on arriving; choices it asks are answered by default."""
        match, layout = self.match, self.pack.layout
        below = match.stack[:]
        match.stack.clear()
        owner = layout.zone_owner[zone] or match.players_from(0)[0]
        match.push(
            self.pack.arrivals[layout.zone_family[zone]], [owner, card, 0, None, card, owner]
        )
        run(match)
        while match.choices:
            choice = match.choices.pop()
            match._take(choice, choice.default)
            run(match)
        match.stack[:] = below

    def forget(self) -> None:
        """What the default answers left behind: fields of players, effects that no card carries."""
        match = self.match
        for column in self.pack.layout.fields.values():
            if column.kind == "player":
                span = slice(column.base + column.low, column.base + column.high)
                match.state[span] = self.trace.first_state[span]
        carried = {uuid for uuids in match.attached.values() for uuid in uuids}
        match.remove_all({*match.triggers, *match.modifiers} - carried)

    def fill(self, zones: dict[int, list[str]]) -> list[tuple[int, int]]:
        """
        Move cards into the given zones; what lay there goes out of sight. Returns cards whose zone
        has an arrival.
        """
        match, layout = self.match, self.pack.layout
        home = self.pack.start_zone
        for zone in zones:
            for card in match.zones[zone]:
                match.move(card, home)
        arrivals: list[tuple[int, int]] = []
        taken: set[int] = set()
        for zone, names in zones.items():
            for name in names:
                card = self.names.card(name, taken, layout.zone_owner[zone])
                taken.add(card)
                if layout.zone_family[zone] in self.pack.arrivals:
                    match.move(card, home)
                    arrivals.append((zone, card))
                else:
                    match.move(card, zone)
        return arrivals

    def set_field(self, place: str, kind: str, name: str, entity: int, value: Any) -> None:
        columns = [
            f
            for (k, n), f in self.pack.layout.fields.items()
            if n == name and f.low <= entity < f.high
        ]
        if not columns or (kind == "match") != (columns[0].kind == "match"):
            known = [n for (k, n) in self.pack.layout.fields if k == kind]
            raise ScenarioError(
                f"{place}: there is no such field or zone; fields are {', '.join(known)}"
            )
        column = columns[0]
        if column.type == "symbol":
            value = self.pack.symbol(str(value))
        elif column.type == "player":
            value = 0 if value is None else value + 1
        elif column.type == "card":
            value = 0 if value is None else self.names.card(value)
        if isinstance(value, bool):
            value = int(value)
        if not isinstance(value, int):
            raise ScenarioError(f"{place}: a number belongs here, not {value!r}")
        self.match.state[column.base + entity] = value
