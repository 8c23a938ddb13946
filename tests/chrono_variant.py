"""
Chrono Wizard with cards of a test's own: small cards are added to a copy of the game, laid on the
table and played, and what they noted is compared.

    MY_CARDS = Cards()

    @MY_CARDS.uses(spell("gain", on("onPlay", {"type": "mana", "amount": 2})))
    def test_mana(table):
        assert table("play gain", hand=["gain"], mana=3).of(0, "mana") == 5

One pack is built of all cards of a test module. A card with a mistake fails only its own tests.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from rules.ground.errors import PackError
from rules.pack import Pack, load_pack
from rules.running.match import Match
from rules.scenario import Player
from rules.scenario.given import Trace

CHRONO = Path(__file__).parents[1] / "mygame" / "world" / "packs" / "chrono"

#: What a player has unless the test says otherwise: nothing that could ask or disturb.
EMPTY: dict[str, Any] = {
    "mana": 0,
    "gold": 0,
    "freezing": 0,
    "loop": 1,
    "cell": 1,
    "rank": 1,
    "steps": 0,
    "hand": [],
    "deck": [],
    "discard": [],
    "slot": [],
    "wand": [],
    "undercurrent": [],
}
WAIT = "wait"  # a card without effect: who holds it is asked again after a play


# -- cards -----------------------------------------------------------------------------------------


def on(at: str, *do: dict) -> dict:
    """A behaviour."""
    return {"at": at, "do": list(do)}


def on_play(*do: dict) -> dict:
    return on("onPlay", *do)


def note(**values: Any) -> dict:
    """A doable that writes down values; `Table.notes` reads them."""
    return {"type": "log", "message": "note", "with": values}


def trigger(event: str, *do: dict, mode: str = "always", **more: Any) -> dict:
    """A doable that adds one trigger."""
    return {
        "type": "addTriggers",
        "triggers": [{"event": event, "mode": mode, "do": list(do), **more}],
    }


def spell(name: str, *behaviors: dict, **facts: Any) -> dict:
    """A spell that costs nothing. As an original of no player it lies in the box until laid out."""
    return {
        "id": f"test.treasure.original.{name}",
        "name": name,
        "rarity": "original",
        "behaviors": list(behaviors),
        **facts,
    }


def wand(name: str, *behaviors: dict, **facts: Any) -> dict:
    return spell(name, *behaviors, type="wand", **facts)


def exploration(name: str, *behaviors: dict, level: str = "IX", **facts: Any) -> dict:
    """An event (or monster); those of level IX are not turned over before it is opened."""
    return {
        "id": f"test.exploration.{level}.{name}",
        "name": name,
        "level": level,
        "type": "event",
        "behaviors": list(behaviors),
        **facts,
    }


class Cards:
    """The cards of a test module, and the pack made of them."""

    def __init__(self) -> None:
        self.cards: dict[str, dict] = {}
        self.problems: dict[str, str] = {}

    def uses(self, *cards: dict) -> Callable:
        """A decorator: the test plays with these cards."""
        for card in cards:
            assert self.cards.get(card["id"], card) == card, f"two different {card['id']}"
            self.cards[card["id"]] = card

        def mark(test: Any) -> Any:
            test.cards = [*getattr(test, "cards", ()), *(card["id"] for card in cards)]
            return test

        return mark

    def build(self, folder: Path) -> Pack:
        """Write and load a pack of chrono and these cards, those with mistakes left out."""
        shutil.copytree(CHRONO, folder / "chrono")
        cards = {**self.cards, WAIT: spell(WAIT)}
        try:
            return load_pack(write(folder / "variant", list(cards.values())))
        except PackError as error:
            for identifier in self.cards:
                found = [str(p) for p in error.problems if f" {identifier}." in f" {p.place}."]
                if found:
                    self.problems[identifier] = "\n".join(found)
                    del cards[identifier]
            if not self.problems:
                raise
        return load_pack(write(folder / "variant", list(cards.values())))


def write(folder: Path, cards: list[dict]) -> Path:
    """A pack that inherits the copy of chrono beside it."""
    folder.mkdir(exist_ok=True)
    manifest = {"pack": {"id": "variant", "inherits": "chrono"}}
    (folder / "pack.json5").write_text(json.dumps(manifest), encoding="utf-8")
    (folder / "cards.json5").write_text(json.dumps({"cards": cards}), encoding="utf-8")
    return folder


# -- playing ---------------------------------------------------------------------------------------


class Heard(NamedTuple):
    """An event at the moment at which it is fired, before anything hears of it."""

    name: str  # "onBuy", "before onDefeat"
    context: dict[str, Any]  # players by seat, cards and symbols by name
    lasting: frozenset[str]  # the ids of all triggers there are then


class Recorder(Trace):
    """Writes down everything that happens."""

    def __init__(self, match: Match):
        super().__init__(match)
        self.told: list[Heard] = []

    def run_to(self, key: int, wanted: dict[int, Any]) -> bool:
        if not super().run_to(key, wanted):
            return False
        # Cards that were turned over on the way to the given state leave nothing behind.
        for uuid in (*self.match.triggers, *self.match.modifiers):
            self.match.remove(uuid)
        self.record(*self.reached[:2])  # it was stopped when it was fired; now it is heard
        return True

    def on_event(self, key: int, context: tuple = (), subject: int = 0) -> bool:
        stops = super().on_event(key, context, subject)
        if self.waiting_for is None:
            self.record(key, context)
        return stops

    def record(self, key: int, context: tuple) -> None:
        name = ("before " if key % 2 else "") + self.event_names[key // 2]
        lasting = frozenset(self.trigger_ids().values())
        self.told.append(Heard(name, self.context(key, context), lasting))

    def context(self, key: int, values: tuple) -> dict[str, Any]:
        """The context of an event, as a person would write it."""
        declared = self.match.game.declarations.events[self.event_names[key // 2]].context
        return {
            name: self.plain(type, value)
            for (name, (type, _)), value in zip(declared.items(), values, strict=False)
        }

    def plain(self, type: str, value: Any) -> Any:
        if isinstance(value, tuple):
            return [self.plain(type.removesuffix("s"), item) for item in value]
        if type == "player":
            return value - 1 if value else None
        if type == "card":
            return self.names.short_name(value) if value else None
        if type == "symbol":
            return str(self.match.program.symbol_name(value)).rsplit(".", 1)[-1]
        return value

    def trigger_ids(self) -> dict[int, str]:
        """The ids of all triggers that have one, by UUID; references in them by number."""
        names = {}
        for uuid, lasting in self.match.triggers.items():
            if lasting.id is not None:
                template, *keys = lasting.id
                name = str(self.match.program.symbol_name(template))
                names[uuid] = name.replace("{}", "%s") % tuple(keys) if keys else name
        return names


class Table(Player):
    """A scenario at which everything is written down."""

    watch = Recorder

    @property
    def heard(self) -> list[Heard]:
        return self.trace.told

    # -- what a test compares

    def trigger_ids(self) -> dict[int, str]:
        """The ids of all triggers that have one, by UUID."""
        return self.trace.trigger_ids()

    def notes(self, *keys: str) -> list[Any]:
        """What cards noted: dicts, or with one key the values of it."""
        found = [
            {name: self.bare(value) for name, _, value in entry.args}
            for entry in self.match.log or ()
            if entry.message == "note"
        ]
        return [one[keys[0]] for one in found] if keys else found

    def bare(self, value: Any) -> Any:
        if isinstance(value, tuple):
            return [self.bare(item) for item in value]
        return value.rsplit(".", 1)[-1] if isinstance(value, str) else value

    def of(self, seat: int, name: str) -> Any:
        """A field or zone of a player."""
        return self.facts.find(f"players.{seat}.{name}")

    def card_of(self, name: str, field: str) -> Any:
        """A property or field of a card; also its `zone` and `owner`."""
        return self.facts.find(f"cards.{name}.{field}")

    def events_named(self, *names: str) -> list[tuple[str, dict[str, Any]]]:
        """Those events with their contexts, in the order in which they happened."""
        return [(heard.name, heard.context) for heard in self.heard if heard.name in names]

    def ended_by(self, identifier: str) -> tuple[str, dict[str, Any]] | None:
        """The event that ended the (first) trigger with this id; None: it still is there."""
        there = [identifier in heard.lasting for heard in self.heard]
        there.append(identifier in self.trace.trigger_ids().values())
        begun = there.index(True)
        if all(there[begun:]):
            return None
        last = self.heard[there.index(False, begun) - 1]
        return last.name, last.context

    def do(self, *steps: str | dict) -> Table:
        """Go on: `"play ember"`, `"pass"`, `"pick slime_ball"`, or steps of a scenario."""
        for number, step in enumerate(steps):
            self.play_step(("step", number), step if isinstance(step, dict) else _step(step))
        assert not self.failures, "\n".join(map(str, self.failures))
        return self


def _step(text: str) -> dict:
    word, _, about = text.partition(" ")
    if word == "pick":
        return {"pick": about.split()}
    return {"choose": word, "card": about} if about else {"choose": word}


def lay(pack: Pack, *steps: str | dict, **given: Any) -> Table:
    """
    Lay a table out and play the steps. Seat 0 begins unless `seat` says otherwise.

    `players` are the four players; what else is named belongs to the acting seat, or is `at`,
    `match`, `zones`, `cards`, `dice` and `seats` of the scenario. The acting seat also holds a card
    that does nothing, so that it is asked again after a play.
    """
    seat, seats = given.pop("seat", 0), given.pop("seats", 4)
    options = {key: given.pop(key) for key in ("zones", "cards", "dice") if key in given}
    at = given.pop("at", "onBattleTurnStart")
    match = {"startPlayer": seat, **given.pop("match", {})}
    players = [{**EMPTY, **player} for player in given.pop("players", [])]
    players += [dict(EMPTY) for _ in range(seats - len(players))]
    players[seat].update(given)
    players[seat]["hand"] = [*players[seat]["hand"], WAIT]
    scenario = {"at": at, "match": match, "players": players, **options}
    if "playerUUID" in pack.declarations.event(at).context:
        scenario["seat"] = seat
    table = Table(pack, {"name": "test", "seats": seats, "given": scenario})
    table.start()
    return table.do(*steps)


def table_fixture(cards: Cards) -> Any:
    """The fixture `table`: lays out a table of the pack with the module's cards."""

    @pytest.fixture(scope="module")
    def variant(tmp_path_factory: pytest.TempPathFactory) -> Pack:
        return cards.build(tmp_path_factory.mktemp("packs"))

    @pytest.fixture
    def table(request: pytest.FixtureRequest, variant: Pack) -> Callable[..., Table]:
        def play(*steps: str | dict, **given: Any) -> Table:
            for identifier in getattr(request.function, "cards", ()):
                if identifier in cards.problems:
                    pytest.fail(f"the card is refused: {cards.problems[identifier]}")
            return lay(variant, *steps, **given)

        return play

    return variant, table
