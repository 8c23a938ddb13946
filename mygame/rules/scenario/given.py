"""The state in which a scenario begins: a match that is run to an event, and laid out there."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

from ..ground.data import Json
from ..ground.places import Path
from ..pack import Pack, pack_of_match
from ..running import moving
from ..running.choices import Choice
from ..running.code import REGISTERS, Code
from ..running.events import DRAIN, listeners_of
from ..running.log import Log
from ..running.machine import run
from ..running.match import Match
from ..running.state import FIRST_FIELD, NOWHERE, Context, Field, Registers
from ..running.zone_rules import NO_RULES
from .form import ScenarioError, shorten, unknown_name
from .names import Names
from .vocabulary import vocabulary_of

MAX_DEFAULTS = 2_000
MAX_NUMBER = 1_000_000_000  # as in cards
MAX_SEEDS = 200  # tried until the wanted seat is the start player


#: Asks nobody, and stops the machine at the event at which the given state is laid out.
STOP = Choice(-1, "", (), 0, 0, (), 0)


class Trace:
    """Counts the events of a match by name, from before its first, and can stop it at one."""

    def __init__(self, match: Match):
        self.match = match
        self.event_names = {
            declared.index: name
            for name, declared in pack_of_match(match).declarations.events.items()
        }
        self.names = Names(match)
        self.events: dict[str, int] = {}
        self.first_state: list[int] = []  # the state when the first event was heard
        self.waiting_for: tuple[int, dict[int, Any]] | None = None  # a key, values of its context
        self.reached: tuple[int, Context, int] | None = None  # the event waited for
        match.trace = self.on_event

    def on_event(
        self,
        key: int,
        context: Context = (),
        subject: int = 0,
    ) -> bool:
        """Whether the match is to stop before this event."""
        if not self.first_state:
            self.first_state = self.match.state.copy()
        if self.waiting_for is not None:
            wanted_key, wanted = self.waiting_for
            if key == wanted_key and all(context[i] == value for i, value in wanted.items()):
                self.reached = (key, context, subject)
                self.match.choices.append(STOP)
                return True
            return False
        name = self.event_names[key // 2] + (".before" if key % 2 else "")
        self.events[name] = self.events.get(name, 0) + 1
        return False

    def begin(self) -> None:
        """Run the match from where the scenario begins to its first choice."""
        self.match.begin()

    def run_to(self, key: int, wanted: dict[int, Any]) -> bool:
        """Run by default answers to an event with these values; False: it was not reached."""
        self.waiting_for = key, wanted
        match = self.match
        run(match)
        for _ in range(MAX_DEFAULTS):
            if self.reached is not None or not match.choices:
                break
            choice = match.choices[0]
            match.answer_unchecked(choice.seat, choice.default)
        self.waiting_for = None
        self.events.clear()
        return self.reached is not None


@contextmanager
def at_place(*path: str | int) -> Iterator[None]:
    """What is wrong inside is wrong at this place of `given`."""
    try:
        yield
    except ScenarioError as error:
        raise ScenarioError(error.sentence, error.path or ("given", *path)) from error


def begin_scenario(
    pack: Pack, scenario: dict[str, Any], watch: Callable[[Match], Trace] = Trace
) -> Trace:
    """
    Start the match of a scenario, run it to where the scenario begins, and lay out its state.

    :raises ScenarioError: its `given` cannot be had.
    """
    given = scenario.get("given", {})
    if given.keys() - {"setupDice", "comment"} and "at" not in given:
        raise ScenarioError(
            "given needs at: the event at which its state is laid out; "
            "`python -m rules.pack list PACK events` names them"
            if pack.declarations.events
            else "given needs at, an event at which its state is laid out, and this pack has none: "
            "declare one (events) and fire it where a turn begins"
        )
    seats, options = scenario.get("seats", pack.program.seats[-1]), scenario.get("options", {})
    first = _first_player(pack, given, seats)
    seed = scenario.get("seed", 1)
    for one in range(seed, seed + MAX_SEEDS):
        try:
            match = Match.prepare(pack, seats, one, options)
        except ValueError as error:
            raise ScenarioError(
                str(error), ("seats" if seats not in pack.program.seats else "options",)
            ) from error
        match.dice = tuple(given.get("setupDice", ()))
        trace = watch(match)
        _run_to_given(trace, given)
        if first is None or match.players_from(0)[0] == first + 1:
            if trace.reached is not None:
                Layout(trace).lay_out(given, *trace.reached)
                trace.begin()
            trace.names.update_copies()
            return trace
    raise ScenarioError(f"seat {first} never is the start player there")


def _first_player(pack: Pack, given: dict[str, Any], seats: int) -> int | None:
    """The seat that has to be the first in order: that of `match`, or else whose event it is."""
    for path in (("match", pack.declarations.order), ("seat",)):
        found: Any = given
        for key in path:
            found = found.get(key) if isinstance(found, dict) else None
        if found is not None:
            if type(found) is not int or not 0 <= found < seats:
                raise ScenarioError(
                    f"there is no seat {found!r}; there are 0 to {seats - 1}", ("given", *path)
                )
            return found
    return None


def _run_to_given(trace: Trace, given: dict[str, Any]) -> None:
    """To the event of the given state; without one to the first choice."""
    if "at" not in given:
        trace.begin()
        return
    pack = pack_of_match(trace.match)
    declared = pack.declarations.event(given["at"])
    if declared is None:
        with at_place("at"):
            raise unknown_name("event", given["at"], pack.declarations.events)
    if not trace.run_to(2 * declared.index, _context_values(trace, declared, given)):
        with at_place("at"):
            raise ScenarioError(f"{declared.name} was not reached by default answers")


def _context_values(trace: Trace, declared: Any, given: dict[str, Any]) -> dict[int, Any]:
    """The values that the context of the event has to have, by place."""
    names = list(declared.context)
    wanted = {}
    if "seat" in given:
        name = next((n for n, (type, _) in declared.context.items() if type == "player"), None)
        with at_place("seat"):
            if name is None:
                raise ScenarioError(f"{declared.name} is not about a player")
            wanted[names.index(name)] = trace.names.seat(given["seat"]) + 1
    for name, value in given.get("context", {}).items():
        with at_place("context", name):
            if name not in names:
                raise unknown_name(f"value of {declared.name}", name, names)
            type, domain = declared.context[name]
            wanted[names.index(name)] = _state_number(trace.names, type, domain, value)
    return wanted


def _state_number(names: Names, type: str, domain: tuple[str, ...], value: Json) -> int:
    """What a value of a type is in the state: seats, names of cards and symbols as numbers."""
    if type in ("symbol", "player", "card", "definition") and value is None:
        return 0
    if type == "definition":
        return names.words.find_copy(value).card.symbol
    if type == "symbol":
        return names.match.program.symbol(names.words.find_symbol(value, domain))
    if type == "player":
        return names.seat(value) + 1
    if type == "card":
        return names.find_card(value, anywhere=True)
    fits = isinstance(value, bool) == (type == "boolean")
    if not isinstance(value, int) or not fits or abs(value) > MAX_NUMBER:
        raise ScenarioError(f"a {type} belongs here, not {shorten(value)}")
    return int(value)


class Placed(NamedTuple):
    """A card that a zone is given, and where in `given`."""

    zone: int
    card: int
    path: Path


class Layout:
    """Lays out the given state in a match that stands before an event."""

    def __init__(self, trace: Trace):
        self.trace, self.match, self.pack = trace, trace.match, pack_of_match(trace.match)
        self.names = trace.names
        self.words = vocabulary_of(self.pack)
        self.set: list[tuple[Path, Field, int]] = []  # fields that were set, and whose
        self.later: list[
            tuple[Path, str, int, Json]
        ] = []  # that name cards, which are not there yet

    def lay_out(
        self,
        given: dict[str, Any],
        key: int,
        context: Context,
        subject: int,
    ) -> None:
        """
        Put the given state there, let cards arrive as their zones say; the event is heard next.
        """
        match = self.match
        self.clear_leftovers()
        match.dice = tuple(given.get("dice", ()))
        match.choices.clear()
        match.log = Log(self.pack.program)
        if given.get("rest") == "empty":
            self.empty()
        zones = self.cards_by_zone(given)
        for name, value in given.get("match", {}).items():
            self.set_or_wait(("match", name), "match", 0, value)
        arrivals = self.fill_zones(zones)
        queue = listeners_of(match, key, subject)
        match.stack.append((DRAIN, [key, context, queue, 0, None, False], 0))
        self.let_arrive(arrivals)
        self.names.update_copies()
        for path, kind, entity, value in self.later:
            self.set_field(path, kind, entity, value)
        for name, fields in given.get("cards", {}).items():
            with at_place("cards", name):
                card = self.names.find_card(name, anywhere=True)
            for field, value in fields.items():
                self.set_field(("cards", name, field), match.kind_of(card) or "", card, value)
        self.check_ranges()
        match.stack[-1][REGISTERS][2] = listeners_of(match, key, subject)
        self.trace.events.clear()
        match.log = Log(self.pack.program)

    def empty(self) -> None:
        """All cards out of sight, with their fields as they are at the beginning."""
        match, end = self.match, self.pack.program.layout.width
        for card in match.cards:
            match.move(card, self.pack.program.start_zone)
            row = self.pack.program.catalogue.rows[match.state[card]]
            match.state[card + FIRST_FIELD : card + end] = row[FIRST_FIELD:end]

    def cards_by_zone(self, given: dict[str, Any]) -> dict[int, tuple[Path, list[str]]]:
        """The cards of each zone that is given; fields of players are set on the way."""
        zones: dict[int, tuple[Path, list[str]]] = {}
        players = given.get("players", [])
        if len(players) > self.match.seats:
            with at_place("players", self.match.seats):
                self.names.seat(self.match.seats)
        for seat, player in enumerate(players):
            for name, value in player.items():
                path: Path = ("players", seat, name)
                if name in self.words.player_zones:
                    zones[self.words.player_zones[name] + seat + 1] = path, value
                else:
                    self.set_or_wait(path, "player", seat + 1, value)
        for name, cards in given.get("zones", {}).items():
            with at_place("zones", name):
                zones[self.words.shared_zone(name)] = ("zones", name), cards
        for zone, (path, cards) in zones.items():
            most = self.most_of(zone)
            with at_place(*path):
                if not isinstance(cards, list):
                    raise ScenarioError(f"a list of cards belongs here, not {cards!r}")
                if most is not None and len(cards) > most:
                    raise ScenarioError(f"{most} belongs here at most, not {len(cards)}")
        return zones

    def most_of(self, zone: int) -> int | None:
        """How many cards can lie in a zone; None where it does not go by how many they are."""
        rules = self.pack.program.zone_rules.get(zone)
        if rules is not None and rules.most is not None and rules.size is None:
            return rules.most(self.match, self.pack.program.layout.zone_owner[zone])
        return self.pack.program.layout.zones[self.pack.program.layout.zone_family[zone]].most

    def let_arrive(self, arrivals: list[Placed]) -> None:
        """Let cards arrive one after another; one that came into its zone has to stay there."""
        zones, there = self.match.zones, []
        for placed in arrivals:
            self.arrive(placed.zone, placed.card)
            there += [placed] if placed.card in zones[placed.zone] else []
        for placed in there:
            if placed.card not in zones[placed.zone]:
                with at_place(*placed.path):
                    raise ScenarioError(
                        f"{self.names.short_name(placed.card)} had to leave for a card that "
                        "arrived later, for there is no place for all of them"
                    )

    def arrive(self, zone: int, card: int) -> None:
        """
        Lay a card into its zone, as that says or by a move, and run what happens on arriving;
        choices it asks are answered by default.
        """
        match, layout = self.match, self.pack.program.layout
        below = match.stack[:]
        match.stack.clear()
        owner = layout.zone_owner[zone] or match.players_from(0)[0]
        lay, rules = (
            self.pack.program.lays.get(layout.zone_family[zone]),
            self.pack.program.zone_rules.get(zone),
        )
        registers = [owner, card, 0, None, card, owner]
        if lay is not None:
            self.run_next(lay, registers)
        else:
            match.move(card, zone)
            if rules is not None and rules.arrive is not None:
                home = self.pack.program.zone_family[self.pack.program.start_zone]
                self.run_next(rules.arrive, [*registers, home])
        run(match)
        while match.choices:
            match.take_answers([(choice, choice.default) for choice in match.choices])
            match.choices.clear()
            run(match)
        match.stack[:] = below

    def run_next(self, code: Code, registers: Registers) -> None:
        """Have a piece of code run next."""
        self.match.stack.append((code, code.make_registers(registers), 0))

    def clear_leftovers(self) -> None:
        """What the default answers left behind: fields of players, effects that no card carries."""
        match = self.match
        for column in self.pack.program.layout.fields.values():
            if column.kind == "player":
                span = slice(column.base + 1, column.base + self.pack.program.layout.players + 1)
                match.state[span] = self.trace.first_state[span]
        held = (*match.attached.values(), *match.borne.values())
        carried = {uuid for uuids in held for uuid in uuids}
        match.remove_all({*match.triggers, *match.modifiers} - carried)

    def fill_zones(self, zones: dict[int, tuple[Path, list[str]]]) -> list[Placed]:
        """
        Move cards into the given zones; what lay there goes out of sight. Returns the cards at
        whose arrival something happens.
        """
        match, layout = self.match, self.pack.program.layout
        home = self.pack.program.start_zone
        for zone in zones:
            for card in match.zones[zone]:
                match.move(card, home)
        arrivals: list[Placed] = []
        placed_cards = self.cards_of_zones(zones)
        for placed in placed_cards:
            rules = self.pack.program.zone_rules.get(placed.zone, NO_RULES)
            if not rules.takes(match.state[placed.card]):
                with at_place(*placed.path):
                    name = self.names.short_name(placed.card)
                    raise ScenarioError(f"{name} cannot lie in {layout.zone_names[placed.zone]}")
            if (
                layout.zone_family[placed.zone] in self.pack.program.lays
                or rules.arrive is not None
            ):
                match.move(placed.card, home)
                arrivals.append(placed)
            else:
                match.move(placed.card, placed.zone)
        if home in zones:  # what is given is all that lies there; out of sight is nowhere
            for card in set(match.zones[home]) - {each.card for each in placed_cards}:
                match.move(card, NOWHERE)
        return arrivals

    def cards_of_zones(self, zones: dict[int, tuple[Path, list[str]]]) -> list[Placed]:
        """Each card of the given zones; those that are named as a seat's are taken first."""
        wanted = [
            (zone, (*path, index), name)
            for zone, (path, names) in zones.items()
            for index, name in enumerate(names)
        ]
        cards: dict[Path, int] = {}
        taken: set[int] = set()
        for zone, path, name in sorted(wanted, key=lambda each: "@" not in str(each[2])):
            with at_place(*path):
                self.names.bring_copies(name, taken)
                cards[path] = self.names.free_copy(
                    name, taken, self.pack.program.layout.zone_owner[zone]
                )
            taken.add(cards[path])
        placed = [Placed(zone, cards[path], path) for zone, path, _ in wanted]
        for zone, card, _ in placed:
            self.names.lay_out(card, zone)
        return placed

    def set_or_wait(self, path: Path, kind: str, entity: int, value: Json) -> None:
        """Set a field, if it names no card: those are laid out first."""
        column = self.pack.program.layout.fields.get((kind, str(path[-1])))
        if column is not None and column.type == "card" and value is not None:
            self.later.append((path, kind, entity, value))
        else:
            self.set_field(path, kind, entity, value)

    def set_field(self, path: Path, kind: str, entity: int, value: Json) -> None:
        """Set a field of an entity of a kind; the last part of the path is its name."""
        name = str(path[-1])
        fields = self.pack.program.layout.fields
        column = fields.get((kind, name))
        with at_place(*path):
            if column is None:
                known = [n for (k, n) in fields if k == kind]
                zones = self.words.player_zones if kind == "player" else ()
                what = f"field or zone of a {kind}" if zones else f"field of the {kind}"
                raise unknown_name(what, name, [*known, *zones])
            number = _state_number(self.names, column.type, column.domain, value)
            self.match.state[column.base + entity] = number
            self.set.append((path, column, entity))

    def check_ranges(self) -> None:
        """
        Whether the fields that were set can be so, and the sizes of cards in their zones, now that
        their limits are set, too.
        """
        state, program = self.match.state, self.pack.program
        for zone, rules in program.zone_rules.items():
            if rules.size is not None and (left := moving.room(self.match, zone)) < 0:
                name = program.layout.zone_names[zone]
                raise ScenarioError(f"the cards in {name} are {-left} too large for its max")
        for path, column, entity in self.set:
            value, least, most = state[column.base + entity], column.minimum, column.maximum
            if isinstance(most, str):
                most = state[column.maximum_base + entity]
            with at_place(*path):
                if least is not None and value < least:
                    raise ScenarioError(f"{column.name} is at least {least}, not {value}")
                if most is not None and value > most:
                    raise ScenarioError(f"{column.name} is at most {most}, not {value}")
