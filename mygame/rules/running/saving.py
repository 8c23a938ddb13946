"""
Copies of a match: clones, saves, hashes. `FIELDS_OF_A_MATCH` is the one table of what a match is.
"""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Callable
from typing import Any, Self

import orjson

from ..ground.digests import digest
from . import events, lasting, moving, scripts
from .active import Modifier, Trigger
from .choices import choice_from_data, choice_to_data
from .code import unit_reference
from .journal import Entry, read_entry
from .kernel import Kernel
from .log import Log
from .modifiers import index_keys
from .parts import MAX_WORK
from .program import Game, Program, once
from .state import Ended, freeze

ENGINE = 17  # raised when saved matches of older engines no longer fit
MAX_DIGESTS = 256  # of groups of cards
KERNEL = (events.DRAIN, moving.MOVING, scripts.SCRIPT)  # codes of the engine, by number


#: How to copy a field for a clone, how to write it for a save, how to read it back for a program.
type Copying = tuple[Callable[[Any], Any], Callable[[Copies], Any], Callable[[Program, Any], Any]]


def _read_by_player(data: list[dict[str, list[int]]]) -> tuple[dict[str, tuple[int, ...]], ...]:
    return tuple([{name: tuple(cards) for name, cards in each.items()} for each in data])


def _effects_field(name: str, of: type[Trigger | Modifier]) -> Copying:
    """How the lasting effects of a kind are kept: by UUID, their declaration by unit and number."""

    def write(m: Copies) -> list[list[Any]]:
        return [
            [u, unit_reference(t.definition), *t.state_tuple] for u, t in getattr(m, name).items()
        ]

    def read(program: Program, data: Any) -> dict[int, Trigger | Modifier]:
        return {
            u: of(getattr(program.units[unit], name)[number], *map(freeze, rest))
            for u, (unit, number), *rest in data
        }

    return dict.copy, write, read


#: The one table of what a match is.
FIELDS_OF_A_MATCH: dict[str, Copying] = {
    "state": (list.copy, lambda m: m.state, lambda program, data: data),
    "dealt": (int, lambda m: m.dealt, lambda program, data: data),
    "decks": (tuple, lambda m: m.decks, lambda program, data: _read_by_player(data)),
    "brought": (tuple, lambda m: m.brought, lambda program, data: _read_by_player(data)),
    "cards": (tuple, lambda m: m.cards, lambda program, data: tuple(data)),
    "owners": (
        lambda owners: owners,
        lambda m: sorted(m.owners.items()),
        lambda program, data: dict(data),
    ),
    "spare": (tuple, lambda m: m.spare, lambda program, data: tuple(data)),
    "zones": (list.copy, lambda m: m.zones, lambda program, data: list(map(tuple, data))),
    "triggers": _effects_field("triggers", Trigger),
    "modifiers": _effects_field("modifiers", Modifier),
    "stripped": (
        frozenset,
        lambda m: sorted(m.stripped),
        lambda program, data: frozenset(data),
    ),
    "next_uuid": (int, lambda m: m.next_uuid, lambda program, data: data),
    "rng": (int, lambda m: m.rng - (1 << 63), lambda program, data: data + (1 << 63)),
    "choices": (
        list.copy,
        lambda m: [choice_to_data(c) for c in m.choices],
        lambda program, data: [choice_from_data(c) for c in data],
    ),
    "sealed": (
        tuple,
        lambda m: [[choice_to_data(choice), picks] for choice, picks in m.sealed],
        lambda program, data: tuple(
            [(choice_from_data(choice), tuple(picks)) for choice, picks in data]
        ),
    ),
    "gathered": (lambda answers: answers, lambda m: m.gathered, lambda program, data: freeze(data)),
    "conceded": (int, lambda m: m.conceded, lambda program, data: data),
    "quitters": (int, lambda m: m.quitters, lambda program, data: data),
    "settled": (tuple, lambda m: m.settled, lambda program, data: freeze(data)),
    "dice": (tuple, lambda m: m.dice, lambda program, data: tuple(data)),
    "keeping": (lambda kept: kept, lambda m: m.keeping, lambda program, data: freeze(data)),
    "gaps": (lambda gaps: gaps, lambda m: m.gaps, lambda program, data: freeze(data)),
    "known": (
        lambda known: known,
        lambda m: sorted(m.known.items()),
        lambda program, data: dict(data),
    ),
    "tags": (
        lambda tags: tags,
        lambda m: sorted([*key, value] for key, value in m.tags.items()),
        lambda program, data: {(each[0], each[1]): freeze(each[2]) for each in data},
    ),
    "standings": (lambda s: s, lambda m: m.standings, lambda program, data: freeze(data)),
    "ended": (
        lambda ended: ended,
        lambda m: m.ended and [*m.ended],
        lambda program, data: data and Ended(*freeze(data)),
    ),
}
DERIVED = dict.fromkeys(("listeners", "modifiers_of", "attached", "borne"), dict.copy)
IDENTITY = ("game", "program", "printed", "seats", "seed", "options")


@once
def _digest_cache(program: Program) -> dict[frozenset[int], str]:
    return {}


def digest_of(program: Program, definitions: frozenset[int]) -> str:
    """A digest of some cards: what is printed on them and what they do."""
    known = _digest_cache(program)
    found = known.get(definitions)
    if found is None:
        names = {each: str(program.symbol_name(each)) for each in sorted(definitions) if each}
        units, printed = program.units, program.catalogue.printed
        parts = [
            (name, printed[each], unit.digest if (unit := units.get(f"card {name}")) else "")
            for each, name in names.items()
        ]
        if len(known) >= MAX_DIGESTS:
            known.clear()
        found = known[definitions] = digest(parts)
    return found


class Copies(Kernel):
    """A match as something that can be copied."""

    __slots__ = ()

    @classmethod
    def _make_blank(cls, game: Game, seats: int, seed: int, options: dict[str, Any]) -> Self:
        m = cls.__new__(cls)
        m.game, m.program = game, game.program
        m.printed, m.calls = game.program.catalogue.printed, game.program.calls
        m.seats, m.seed, m.options = seats, seed, options
        m._journal, m.log, m.trace, m.muted, m.fallback = [], None, None, frozenset(), None
        m.work, m.asked, m.seen, m.failed = MAX_WORK, 0, {}, {}
        return m

    def clone(self, keep: bool = False) -> Self:
        """A copy that goes on independently; with `keep` also of log and journal."""
        other = type(self).__new__(type(self))
        other.game, other.program = self.game, self.program
        other.printed, other.calls = self.printed, self.calls
        other.seats, other.seed, other.options = self.seats, self.seed, self.options
        other.trace, other.decks, other.dealt = None, self.decks, self.dealt
        other.brought, other.owners = self.brought, self.owners
        other.state, other.cards, other.spare = self.state.copy(), self.cards, self.spare
        other.zones = self.zones.copy()
        other.stack = [(code, r.copy(), block) for code, r, block in self.stack]
        other.triggers = self.triggers.copy()
        other.modifiers = self.modifiers.copy()
        other.listeners = self.listeners.copy()
        other.modifiers_of = self.modifiers_of.copy()
        other.attached, other.borne = self.attached.copy(), self.borne.copy()
        other.stripped = self.stripped
        other.choices, other.sealed = self.choices.copy(), self.sealed
        other.gathered, other.gaps = self.gathered, self.gaps
        other.known, other.tags = self.known, self.tags
        other.next_uuid, other.rng, other.conceded = self.next_uuid, self.rng, self.conceded
        other.quitters, other.settled = self.quitters, self.settled
        other.standings, other.ended = self.standings, self.ended
        other.muted, other.dice, other.keeping = self.muted, self.dice, self.keeping
        other.seen = self.seen.copy() if keep else {}
        other.work, other.asked, other.fallback, other.failed = MAX_WORK, 0, None, {}
        other._journal = self.journal.copy() if keep else []
        other.log = self.log.copy() if keep and self.log is not None else None
        return other

    def save(self, journal: bool = True) -> bytes:
        """
        Everything but the log: a line of JSON, and one for the journal; that may be left out where
        nobody will ask what led here.

        What it has of code is written by unit and number, which mean something to the very units
        they are of. So it can be loaded by every version of the pack in which the flow, the words
        and the cards of this match are the same.
        """
        data = {name: write(self) for name, (_, write, _) in FIELDS_OF_A_MATCH.items()}
        data["stack"] = self._stack_to_data()
        program = self.program
        made_by = [ENGINE, program.id, program.rules, digest_of(program, self.definitions)]
        data["header"] = [*made_by, self.seats, self.seed, self.options]
        answers = self._journal if journal else b"[]"
        line = answers if isinstance(answers, bytes) else orjson.dumps(answers)
        data["journal"] = zlib.crc32(line)
        return orjson.dumps(data) + b"\n" + line

    @classmethod
    def load(cls, game: Game, data: bytes) -> Self:
        """
        A saved match. The log starts empty.

        :raises ValueError: the data is not a match of this pack, compiled by this engine. Its
            journal can be replayed from the deal.
        """
        program = game.program
        try:
            main, _, journal = data.partition(b"\n")
            read = orjson.loads(main)
            *made_by, seats, seed, options = read["header"]
            if made_by[:3] != [ENGINE, program.id, program.rules]:
                raise ValueError("it was saved by another version of the game")
            m = cls._make_blank(game, seats, seed, options)
            for name, (_, _, parse) in FIELDS_OF_A_MATCH.items():
                setattr(m, name, parse(program, read[name]))
            if made_by[3] != digest_of(program, m.definitions):
                raise ValueError("its cards are of another version of the game")
            m.stack = [
                (
                    program.units[unit].codes[number] if unit else KERNEL[number],
                    list(map(freeze, registers)),
                    block,
                )
                for (unit, number), registers, block in read["stack"]
            ]
            if zlib.crc32(journal) != read["journal"]:
                raise ValueError("not a saved match: its journal is damaged")
            m._journal = journal
            m._rebuild_indexes()
        except (KeyError, TypeError, IndexError, orjson.JSONDecodeError) as error:
            raise ValueError(f"not a saved match: {error!r}") from error
        m.log = Log(program)
        return m

    def _rebuild_indexes(self) -> None:
        """The indexes over triggers and modifiers, from themselves."""
        self.listeners, self.modifiers_of, self.attached, self.borne = {}, {}, {}, {}
        for uuid, trigger in self.triggers.items():
            self.listeners[trigger.key] = (*self.listeners.get(trigger.key, ()), uuid)
            if not trigger.parent and trigger.definition.mode == "inPlay":
                self.attached[trigger.source] = (*self.attached.get(trigger.source, ()), uuid)
            lasting.attach(self, uuid, trigger)
        for uuid, modifier in self.modifiers.items():
            definition = modifier.definition
            for key in index_keys(definition, modifier.captured):
                self.modifiers_of[key] = (*self.modifiers_of.get(key, ()), uuid)
            if definition.duration == "inPlay":
                self.attached[modifier.source] = (*self.attached.get(modifier.source, ()), uuid)
            lasting.attach(self, uuid, modifier)
        self.borne = {card: tuple(sorted(uuids)) for card, uuids in self.borne.items()}

    def become(self, other: Self) -> None:
        """Stand where another match of the same deal stands, journal and log included."""
        copy = other.clone(keep=True)
        for name in (*FIELDS_OF_A_MATCH, *DERIVED, "stack", "muted", "_journal", "log", "fallback"):
            setattr(self, name, getattr(copy, name))

    def hash(self) -> str:
        """A fingerprint of everything that matters for how the match goes on."""
        data = {name: write(self) for name, (_, write, _) in FIELDS_OF_A_MATCH.items()}
        written = orjson.dumps([data, self._stack_to_data()])
        return hashlib.blake2b(written, digest_size=16).hexdigest()

    def _stack_to_data(self) -> list[list[Any]]:
        return [[unit_reference(code), r, block] for code, r, block in self.stack]

    def likeness(self) -> int:
        """
        The same of two clones of one match that go on alike; for one process, and in a third of the
        time that `hash` takes.
        """
        effects: list[tuple[int, Trigger | Modifier]]
        effects = [*self.triggers.items(), *self.modifiers.items()]
        width = self.program.layout.width
        return hash(
            (
                *(tuple(self.state), tuple(self.zones), self.cards, self.spare, self.rng),
                *(self.stripped, self.conceded, self.dice, self.keeping, self.gaps, self.standings),
                self.settled,
                frozenset(self.tags.items()),
                self.next_uuid,
                *(tuple(self.choices), self.sealed, self.gathered),
                # Those of cards that were dealt are the same in both.
                tuple(map(self.owners.get, range(self.dealt, len(self.state), width))),
                tuple([(uuid, id(each.definition), each.state_tuple) for uuid, each in effects]),
                tuple([(id(code), tuple(r), block) for code, r, block in self.stack]),
            )
        )

    @property
    def journal(self) -> list[Entry]:
        """Every answer so far: its seat, its picks, and what was left out of it."""
        if isinstance(self._journal, bytes):
            self._journal = list(map(read_entry, orjson.loads(self._journal)))
        return self._journal
