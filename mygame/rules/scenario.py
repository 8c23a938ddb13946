"""
Scenarios: given a state, when these answers are given, then these facts hold. The form of tests for
rules and for cards.

    {"name": "R49: a card is paid for", "seats": 4,
     "given": {"at": "onBattleTurnStart", "seat": 0,
               "players": [{"mana": 9, "hand": ["ember"], "slot": ["slime_ball"]}],
               "cards": {"slime_ball": {"health": 7}}},
     "when": [{"choose": "play", "card": "ember"}],
     "then": {"players.0.mana": 7, "cards.slime_ball.health": 3, "asked": 1}}

`python -m rules.scenario PATH...` (from `mygame/`) plays files and folders of them; see
`docs/scenarios.md`.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from . import dialect
from .errors import ActionFailed, IllegalAnswer, PackError, RuleError
from .events import DRAIN, hear
from .log import Log
from .machine import run
from .match import Choice, Match, Option
from .pack import Pack, load_pack
from .state import Frame
from .view import card_view, field_view

MAX_DEFAULTS = 2_000
MAX_SEEDS = 200  # tried until the wanted seat is the start player
_SEAT = {"type": "integer", "minimum": 0}
_CARDS = {"type": "array", "items": {"type": "string"}, "description": "ids of cards or their ends"}
_FIELDS = {"type": "object", "description": "fields by name"}
_FACTS = {"type": "object", "description": "facts by path, and what they are"}
_PICK = {"description": "entities of a choice: cards by name, seats, numbers; [] for none"}

#: The form of a file of scenarios (JSON Schema 2020-12), for editors and other tools.
SCHEMA: dict[str, Any] = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "title": "Scenarios",
    "type": "object",
    "required": ["scenarios"],
    "additionalProperties": False,
    "properties": {"scenarios": {"type": "array", "items": {"$ref": "#/$defs/scenario"}}},
    "$defs": {
        "scenario": {
            "type": "object",
            "required": ["name"],
            "additionalProperties": False,
            "properties": {
                "name": {"type": "string", "description": "a sentence that states the rule"},
                "rule": {"type": "string", "description": "its number"},
                "comment": {"type": "string"},
                "seats": {"type": "integer", "minimum": 1},
                "seed": {"type": "integer", "minimum": 0},
                "options": {"type": "object", "description": "options of the match"},
                "given": {"$ref": "#/$defs/given"},
                "when": {"type": "array", "items": {"$ref": "#/$defs/step"}},
                "then": _FACTS,
            },
        },
        "given": {
            "type": "object",
            "additionalProperties": False,
            "properties": {
                "at": {"type": "string", "description": "the event at which the state is laid out"},
                "seat": {**_SEAT, "description": "whose event it is"},
                "context": {"type": "object", "description": "or other values of its context"},
                "setupDice": {"type": "array", "items": {"type": "integer"}},
                "dice": {"type": "array", "items": {"type": "integer"}},
                "match": _FIELDS,
                "players": {"type": "array", "items": {"type": "object"}},
                "zones": {"type": "object", "additionalProperties": _CARDS},
                "cards": {"type": "object", "additionalProperties": _FIELDS},
                "comment": {"type": "string"},
            },
        },
        "step": {
            "type": "object",
            "additionalProperties": False,
            "properties": {
                "by": {**_SEAT, "description": "who answers"},
                "choose": {"type": "string", "description": "an option of a menu"},
                "card": {"type": "string"},
                "player": _SEAT,
                "number": {"type": "integer"},
                "symbol": {"type": "string"},
                "pick": _PICK,
                "default": {"type": "integer", "description": "so many answers by default"},
                "until": {"type": "object", "description": "default answers until: prompt, event"},
                "refused": {"description": "an option not offered, or an answer not legal"},
                "concede": _SEAT,
                "then": _FACTS,
                "comment": {"type": "string"},
            },
        },
    },
}


class ScenarioError(Exception):
    """A scenario that cannot be carried out as written: where, and what is possible there."""


@dataclass(slots=True)
class Failure:
    """A fact that does not hold, or a scenario that cannot be played."""

    scenario: str
    place: str
    expected: Any
    found: Any

    def __str__(self) -> str:
        return f"{self.scenario}: {self.place}: expected {self.expected}, found {self.found}"


@dataclass(slots=True)
class Outcome:
    """What became of one scenario."""

    name: str
    file: str
    failures: list[Failure] = field(default_factory=list)
    match: Match | None = None


class _Reached(Exception):
    """The event at which the given state is laid out is about to be heard."""


class Player:
    """Plays one scenario."""

    def __init__(self, pack: Pack, scenario: dict):
        self.pack = pack
        self.scenario = scenario
        self.name = str(scenario.get("name", "a scenario without a name"))
        self.failures: list[Failure] = []
        self.events: dict[str, int] = {}
        self.names = {d.index: name for name, d in pack.events.items()}
        self.damage: dict[str, int] = {}
        self.waiting_for: tuple[int, dict] | None = None
        self.reached: tuple | None = None
        self.baseline: list[int] = []  # the state when the first event was heard
        self.match: Match

    # -- playing -----------------------------------------------------------------------------------

    def play(self) -> list[Failure]:
        """All failures; empty when the scenario holds."""
        try:
            _known(self.scenario, "scenario", "the scenario")
            self.begin()
            for number, step in enumerate(self.scenario.get("when", [])):
                self.step(f"when[{number}]", step)
            self.check("then", self.scenario.get("then", {}))
        except ScenarioError as error:
            self.failures.append(
                Failure(self.name, "cannot be played", "a legal scenario", str(error))
            )
        except (ActionFailed, RuleError, IllegalAnswer) as error:
            self.failures.append(
                Failure(self.name, "went wrong", "no failure", f"{type(error).__name__}: {error}")
            )
        return self.failures

    def begin(self) -> None:
        """Start a match, run it by defaults to where the scenario begins, and lay out its state."""
        seats = self.scenario.get("seats", self.pack.seats[-1])
        options = self.scenario.get("options", {})
        given = self.scenario.get("given", {})
        _known(given, "given", "given")
        if given.keys() - {"setupDice"} and "at" not in given:
            raise ScenarioError(
                "given needs at: the event at which its state is laid out (onBattleTurnStart ...)"
            )
        first = given.get("match", {}).get("startPlayer", given.get("seat"))
        for seed in range(self.scenario.get("seed", 1), self.scenario.get("seed", 1) + MAX_SEEDS):
            try:
                self.match = Match.prepare(self.pack, seats, seed, options)
            except ValueError as error:
                raise ScenarioError(str(error)) from error
            self.match.dice = tuple(given.get("setupDice", ()))
            self.baseline = []
            self.run_to(given)
            if first is None or self.match.players_from(0)[0] == first + 1:
                break
        else:
            raise ScenarioError(f"seat {first} never is the start player there")
        if self.reached is not None:
            self.lay_out(given)

    def run_to(self, given: dict) -> None:
        """
        Run by default answers to the event of the given state; without one to the first choice.
        """
        self.match.trace = self.trace
        if "at" not in given:
            self.match.begin()
            return
        declared = self.pack.event(given["at"])
        if declared is None:
            known = ", ".join(self.pack.events)
            raise ScenarioError(f"given.at: there is no event {given['at']!r}; there are {known}")
        context = dict(given.get("context", {}))
        wanted = {}
        if "seat" in given:
            name = next((n for n, (type, _) in declared.context.items() if type == "player"), None)
            if name is None:
                raise ScenarioError(f"given.seat: {declared.name} is not about a player")
            wanted[list(declared.context).index(name)] = given["seat"] + 1
        for name, value in context.items():
            if name not in declared.context:
                raise ScenarioError(
                    f"given.context: {declared.name} has {', '.join(declared.context)}, not {name}"
                )
            wanted[list(declared.context).index(name)] = value
        self.waiting_for = (2 * declared.index, wanted)
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
            return
        raise ScenarioError(f"given.at: {declared.name} was not reached by default answers")

    def trace(
        self, key: int, context: tuple = (), subject: int = 0, into: int = -1, family: Any = None
    ) -> None:
        if not self.baseline:
            self.baseline = self.match.state.copy()
        if self.waiting_for is not None:
            wanted_key, wanted = self.waiting_for
            if key == wanted_key and all(context[i] == value for i, value in wanted.items()):
                self.reached = (key, context, subject, into, family)
                raise _Reached
            return
        name = self.names[key // 2] + (".before" if key % 2 else "")
        self.events[name] = self.events.get(name, 0) + 1

    def lay_out(self, given: dict) -> None:
        """
        Put the given state there, let cards arrive as their zones say, and let the event be heard.
        """
        match = self.match
        self.forget()
        match.dice = tuple(given.get("dice", ()))
        match.choices.clear()
        match.log = Log(self.pack)
        zones: dict[int, list[str]] = {}
        for seat, player in enumerate(given.get("players", [])):
            for name, value in player.items():
                zone = self.pack.layout.zones.get(name)
                if zone is not None and zone.of == "player":
                    zones[zone.first + seat + 1] = value
                else:
                    self.set_field(f"given.players[{seat}].{name}", "player", name, seat + 1, value)
        for name, cards in given.get("zones", {}).items():
            if name not in self.pack.layout.zone_names:
                raise ScenarioError(f"given.zones: there is no zone {name!r}")
            zones[self.pack.layout.zone_names.index(name)] = cards
        for name, value in given.get("match", {}).items():
            self.set_field(f"given.match.{name}", "match", name, 0, value)
        arrivals = self.fill(zones)
        key, context, subject, into, family = self.reached or (0, (), 0, -1, None)
        queue = hear(match, key, subject)
        match.stack.append(Frame(DRAIN, [key, context, queue, 0, None], into, family))
        depth = len(match.stack)
        for number, card in arrivals:
            code = self.pack.arrivals[self.pack.layout.zone_family[number]]
            owner = self.pack.layout.zone_owner[number] or match.players_from(0)[0]
            frame = match.stack.pop()
            match.push(code, [owner, card, 0, None, card, owner])
            self.finish_arrival(depth)
            match.stack.append(frame)
        for name, fields in given.get("cards", {}).items():
            for key_, value in fields.items():
                self.set_field(f"given.cards.{name}.{key_}", "card", key_, self.card(name), value)
        match.stack[-1].registers[2] = hear(match, key, subject)
        self.events.clear()
        match.log = Log(self.pack)
        run(match)
        match._settle()

    def forget(self) -> None:
        """What the default answers left behind: fields of players, effects that no card carries."""
        match = self.match
        for column in self.pack.layout.fields.values():
            if column.kind == "player":
                span = slice(column.base + column.low, column.base + column.high)
                match.state[span] = self.baseline[span]
        carried = {uuid for uuids in match.attached.values() for uuid in uuids}
        match.remove_all({*match.triggers, *match.modifiers} - carried)

    def finish_arrival(self, depth: int) -> None:
        """Run what a card does on arriving; choices it asks are answered by default."""
        match = self.match
        below = match.stack[: depth - 1]
        match.stack[:] = match.stack[depth - 1 :]
        run(match)
        while match.choices:
            choice = match.choices.pop()
            match._take(choice, choice.default)
            run(match)
        match.stack[:] = below

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
                card = self.card(name, taken, layout.zone_owner[zone])
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
            value = 0 if value is None else self.card(value)
        if isinstance(value, bool):
            value = int(value)
        if not isinstance(value, int):
            raise ScenarioError(f"{place}: a number belongs here, not {value!r}")
        self.match.state[column.base + entity] = value

    # -- names -------------------------------------------------------------------------------------

    def card(self, name: str, taken: set[int] | frozenset = frozenset(), owner: int = 0) -> int:
        """
        A card by its id or the end of it (`ember`, `ember#2` for the second copy), not one of
        `taken`; of `owner` first.
        """
        name, _, copy = str(name).partition("#")
        found = [c for c in self.pack.cards if c.id == name or c.id.endswith("." + name)]
        if not found:
            raise ScenarioError(f"there is no card {name!r}")
        if len({c.id for c in found}) > 1:
            raise ScenarioError(f"{name!r} may be {' or '.join(c.id for c in found)}")
        copies = [e for e in found[0].entities if e in self.match.cards]
        if not copy:
            owners = self.pack.properties["forPlayer"].values
            copies = sorted(
                (e for e in copies if e not in taken), key=lambda e: (owners[e] != owner, e)
            )
        index = int(copy or 1) - 1
        if not 0 <= index < len(copies):
            raise ScenarioError(f"there are not that many {name} ({len(found[0].entities)} in all)")
        return copies[index]

    def short(self, entity: int) -> str:
        identifier = self.match.card_id(entity) or str(entity)
        return identifier.rsplit(".", 1)[-1]

    def option_text(self, option: Option) -> str:
        if option.kind == "card":
            return f"{option.word} {self.short(option.entity)}"
        if option.kind == "player":
            return f"{option.word} player {option.entity - 1}"
        if option.kind == "symbol":
            return f"{option.word} {self.pack.symbol_name(option.entity)}"
        return f"{option.word} {option.entity}" if option.kind else option.word

    # -- answers -----------------------------------------------------------------------------------

    def step(self, place: str, step: Any) -> None:
        if not isinstance(step, dict):
            raise ScenarioError(
                f"{place}: a step is an object such as {{choose: play, card: ember}}"
            )
        _known(step, "step", place)
        if "until" in step:
            self.until(place, step["until"])
        elif "default" in step:
            for _ in range(int(step["default"])):
                self.answer(place, self.pending(place, step), None)
        elif "concede" in step:
            self.match.concede(int(step["concede"]))
        elif "refused" in step:
            self.refused(f"{place}.refused", self.pending(place, step), step["refused"])
        elif "choose" in step or "pick" in step:
            choice = self.pending(place, step)
            self.answer(place, choice, self.picks(place, choice, step))
        if "then" in step:
            self.check(f"{place}.then", step["then"])

    def refused(self, place: str, choice: Choice, answer: Any) -> None:
        """
        An option that is not offered (`"play ember"`), or an answer that is not legal (`{"pick":
        []}`).
        """
        offered = [self.option_text(option) for option in choice.options]
        try:
            if isinstance(answer, dict):
                self.match.check(choice.seat, self.picks(place, choice, answer))
            elif answer not in offered:
                return
        except (ScenarioError, IllegalAnswer):
            return
        wanted = json.dumps(answer, ensure_ascii=False)
        self.failures.append(Failure(self.name, place, f"{wanted} refused", ", ".join(offered)))

    def pending(self, place: str, step: dict) -> Choice:
        seat = step.get("by")
        choices = [c for c in self.match.pending if seat is None or c.seat == seat]
        if not choices:
            asked = (
                ", ".join(f"seat {c.seat} ({c.prompt})" for c in self.match.pending)
                or "nobody: the match is over"
            )
            raise ScenarioError(f"{place}: seat {seat} is not asked anything; asked is {asked}")
        return choices[0]

    def picks(self, place: str, choice: Choice, step: dict) -> tuple[int, ...]:
        if "pick" in step:
            wanted = step["pick"] if isinstance(step["pick"], list) else [step["pick"]]
            found: list[int] = []
            for item in wanted:
                index = next(
                    (
                        i
                        for i, o in enumerate(choice.options)
                        if i not in found and self.fits(o, item)
                    ),
                    None,
                )
                if index is None:
                    raise self.not_offered(place, choice, item)
                found.append(index)
            return tuple(found)
        about = next(
            (step[key] for key in ("card", "player", "number", "symbol") if key in step), None
        )
        for index, option in enumerate(choice.options):
            if option.word == step["choose"] and (about is None or self.fits(option, about)):
                return (index,)
        raise self.not_offered(
            place, choice, step["choose"] if about is None else f"{step['choose']} {about}"
        )

    def not_offered(self, place: str, choice: Choice, wanted: Any) -> ScenarioError:
        offered = ", ".join(self.option_text(option) for option in choice.options)
        return ScenarioError(
            f"{place}: seat {choice.seat} ({choice.prompt}) is not offered {wanted}; "
            f"offered are {offered}"
        )

    def fits(self, option: Option, wanted: Any) -> bool:
        if option.kind == "card":
            return isinstance(wanted, str) and option.entity in self.copies(wanted)
        if option.kind == "player":
            return wanted == option.entity - 1
        if option.kind == "symbol":
            return wanted == self.pack.symbol_name(option.entity)
        return wanted == option.entity if option.kind else wanted == option.word

    def copies(self, name: str) -> tuple[int, ...]:
        if "#" in name:
            return (self.card(name),)
        return tuple(
            e
            for c in self.pack.cards
            if c.id == name or c.id.endswith("." + name)
            for e in c.entities
        )

    def answer(self, place: str, choice: Choice, picks: tuple[int, ...] | None) -> None:
        try:
            self.match.answer(choice.seat, choice.default if picks is None else picks)
        except IllegalAnswer as error:
            raise ScenarioError(f"{place}: {error}") from error

    def until(self, place: str, wanted: dict) -> None:
        """Default answers until somebody is asked this, or an event has happened."""
        for key in wanted.keys() - {"prompt", "by", "event", "over"}:
            raise ScenarioError(f"{place}.until has prompt, by, event and over, not {key}")
        before = self.events.get(wanted.get("event", ""), 0)
        for _ in range(MAX_DEFAULTS):
            if wanted.get("over") and self.match.over:
                return
            if "event" in wanted and self.events.get(wanted["event"], 0) > before:
                return
            if not self.match.pending:
                break
            choice = self.match.pending[0]
            if (
                "prompt" in wanted
                and choice.prompt == wanted["prompt"]
                and wanted.get("by") in (None, choice.seat)
            ):
                return
            self.answer(place, choice, None)
        raise ScenarioError(f"{place}: {json.dumps(wanted)} was never reached by default answers")

    # -- facts -------------------------------------------------------------------------------------

    def check(self, place: str, facts: dict) -> None:
        """Compare each fact with what is found."""
        for path, expected in facts.items():
            if path == "comment":
                continue
            found = self.fact(f"{place}.{path}", path)
            if not _matches(found, expected):
                self.failures.append(
                    Failure(
                        self.name,
                        f"{place}.{path}",
                        json.dumps(expected, ensure_ascii=False),
                        json.dumps(found, ensure_ascii=False),
                    )
                )

    def fact(self, place: str, path: str) -> Any:
        """What a path names: see `docs/scenarios.md`."""
        match = self.match
        parts = path.split(".")
        head = parts[0]
        if head == "over":
            return match.over
        if head == "winner":
            return match.winner
        if head == "standings":
            return [list(group) for group in match.standings or ()]
        if head == "asked":
            return match.pending[0].seat if match.pending else None
        if head == "prompt":
            return match.pending[0].prompt if match.pending else None
        if head == "offered":
            offered = [self.option_text(o) for c in match.pending for o in c.options]
            return len(offered) if parts[-1] == "count" else offered
        if head == "seen":
            return self.seen(place, parts[1:])
        if head == "events":
            return self.events.get(".".join(parts[1:]), 0)
        if head == "logged":
            return [entry.message for entry in match.log or ()]
        if head == "match" and len(parts) == 2:
            return self.read(place, "match", parts[1], 0)
        if head == "zones":
            return self.zone_fact(
                place,
                self.pack.layout.zone_names.index(name)
                if (name := self.zone_name(parts[1:]))
                else -1,
                parts,
            )
        if head == "players" and len(parts) >= 3 and parts[1].isdigit():
            zone = self.pack.layout.zones.get(parts[2])
            if zone is not None and zone.of == "player":
                return self.zone_fact(place, zone.first + int(parts[1]) + 1, parts)
            return self.read(place, "player", parts[2], int(parts[1]) + 1)
        if head == "cards" and len(parts) >= 3:
            return self.card_fact(place, self.card(parts[1]), parts[2])
        raise ScenarioError(
            f"{place}: a fact is over, winner, standings, asked, prompt, offered, logged, "
            "seen..., events.NAME, match.FIELD, players.SEAT.FIELD, players.SEAT.ZONE, "
            "zones.NAME, "
            "cards.NAME.FIELD"
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

    def zone_name(self, parts: list[str]) -> str:
        names = self.pack.layout.zone_names
        for length in (2, 1):
            if ".".join(parts[:length]) in names:
                return ".".join(parts[:length])
        raise ScenarioError(f"there is no zone {'.'.join(parts)}")

    def zone_fact(self, place: str, zone: int, parts: list[str]) -> Any:
        cards = self.match.zones[zone]
        return len(cards) if parts[-1] == "count" else [self.short(card) for card in cards]

    def card_fact(self, place: str, card: int, name: str) -> Any:
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
        return self.short(int(value)) if column.type == "card" and value else value


def _known(node: Any, form: str, place: str) -> None:
    """Refuse keys that this form of the schema does not have."""
    if not isinstance(node, dict):
        raise ScenarioError(f"{place} is an object")
    keys = SCHEMA["$defs"][form]["properties"].keys()
    for key in node.keys() - keys:
        raise ScenarioError(f"{place} has {', '.join(sorted(keys - {'comment'}))}, not {key}")


def _matches(found: Any, expected: Any) -> bool:
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


def load(path: Path) -> list[dict]:
    """The scenarios of a file. ScenarioError says what is wrong with it."""
    data, problems = dialect.read(path.read_text(encoding="utf-8"), str(path))
    if problems:
        raise ScenarioError("; ".join(map(str, problems)))
    scenarios = data.get("scenarios") if isinstance(data, dict) else None
    if not isinstance(scenarios, list):
        raise ScenarioError(f'{path}: a file of scenarios is {{"scenarios": [...]}}')
    return scenarios


def play_file(pack: Pack, path: Path) -> list[Outcome]:
    """Play all scenarios of a file."""
    outcomes = []
    for scenario in load(path):
        player = Player(pack, scenario if isinstance(scenario, dict) else {})
        failures = player.play()
        outcomes.append(Outcome(player.name, str(path), failures))
    return outcomes


def pack_of(path: Path) -> Path:
    """
    The folder of the pack that a file of scenarios belongs to: the nearest above with pack.json5.
    """
    for folder in path.resolve().parents:
        if (folder / "pack.json5").exists():
            return folder
    raise ScenarioError(f"{path} lies in no pack; name one with --pack")


def main(arguments: list[str] | None = None) -> int:
    """`python -m rules.scenario [--pack FOLDER] [--json] PATH...`"""
    import argparse

    parser = argparse.ArgumentParser(
        prog="python -m rules.scenario",
        description="Play scenarios and name the facts that do not hold.",
    )
    parser.add_argument("paths", nargs="*", type=Path)
    parser.add_argument("--schema", action="store_true", help="print the JSON Schema of the form")
    parser.add_argument(
        "--pack",
        type=Path,
        help="the pack they are for (default: the one in whose folder they lie)",
    )
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args(arguments)
    if given.schema:
        print(json.dumps(SCHEMA, indent=2))
        return 0
    files = []
    for path in given.paths:
        inside = sorted(path.rglob("*.json5")) if path.is_dir() else []
        files += [f for f in inside if "scenarios" in f.parts] if path.is_dir() else [path]
    packs: dict[Path, Pack] = {}
    outcomes: list[Outcome] = []
    for file in files:
        try:
            folder = given.pack or pack_of(file)
            packs[folder] = packs.get(folder) or load_pack(folder)
            outcomes += play_file(packs[folder], file)
        except (ScenarioError, PackError, OSError) as error:
            failure = Failure(file.name, "cannot be read", "a file of scenarios", str(error))
            outcomes.append(Outcome(file.name, str(file), [failure]))
    failed = [outcome for outcome in outcomes if outcome.failures]
    if given.json:
        print(
            json.dumps(
                [
                    {"name": o.name, "file": o.file, "failures": list(map(str, o.failures))}
                    for o in outcomes
                ],
                indent=1,
                ensure_ascii=False,
            )
        )
    else:
        for outcome in failed:
            for failure in outcome.failures:
                print(f"{outcome.file}: {failure}")
        print(f"{len(outcomes) - len(failed)} passed, {len(failed)} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    raise SystemExit(main())
