"""
The state of a match: one flat list of ints, zones as tuples of cards, and a stack of frames.

Entities are ints: 0 is the match (and "nothing"), then the players, then the cards, one kind after
the other. A `Field` is a column of the flat list; `Layout` is the table of all fields and zones of
a pack. `FIELDS_OF_A_MATCH` is the one table that drives clone, save, load and hash.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

NOWHERE = 0  # the zone of a card that is in no zone


@dataclass(frozen=True, slots=True)
class Field:
    """A column: the value of entity `e` is `state[base + e]` for `low <= e < high`."""

    name: str
    kind: str
    base: int
    low: int
    high: int
    initial: int
    minimum: int | None
    maximum: int | str | None  # a number, or the name of another field of the same kind
    type: str  # number, boolean, symbol, player, card
    domain: tuple[str, ...] = ()  # the symbols it may hold
    see: str = "all"
    maximum_base: int = 0  # base of the field that is the maximum, if one is

    @property
    def limited(self) -> bool:
        return self.minimum is not None or self.maximum is not None


@dataclass(frozen=True, slots=True)
class Zone:
    """A family of zones: one shared, one a player, or one for each of a list of names."""

    name: str
    first: int
    of: str | tuple[str, ...] | None
    see: str
    size: int
    most: int | None = None  # cards in each of them


@dataclass(slots=True)
class Layout:
    """Where everything of a pack stands in the state."""

    players: int  # the most seats
    kinds: dict[str, tuple[int, int]] = field(default_factory=dict)  # kind -> range of entities
    fields: dict[tuple[str, str], Field] = field(default_factory=dict)  # (kind, name)
    zones: dict[str, Zone] = field(default_factory=dict)
    zone_names: list[str] = field(default_factory=lambda: ["nowhere"])  # "hand", "pile.III" by zone
    zone_family: list[str] = field(default_factory=lambda: ["nowhere"])
    zone_owner: list[int] = field(default_factory=lambda: [0])
    zone_see: list[str] = field(default_factory=lambda: ["all"])
    nobodys: set[int] = field(default_factory=set)
    initial: list[int] = field(default_factory=list)
    where: int = 0  # base of the column that holds each card's zone
    entities: int = 0

    def add_kind(self, name: str, count: int) -> None:
        """Reserve `count` entities for a kind, after those already there."""
        self.kinds[name] = (self.entities, self.entities + count)
        self.entities += count

    def add_column(self, low: int, high: int, initial: int) -> int:
        """Append a column for the entities `low <= e < high`; returns its base."""
        base = len(self.initial) - low
        self.initial.extend([initial] * (high - low))
        return base

    def add_zone(self, name: str, of: Any, see: str, most: int | None = None) -> Zone:
        """Append a family of zones."""
        first = len(self.zone_names)
        if (
            of == "player"
        ):  # the first is nobody's and always empty, so that nothing has empty zones
            labels, owners = [name] * (self.players + 1), list(range(self.players + 1))
            self.nobodys.add(first)
        elif isinstance(of, tuple):
            labels, owners = [f"{name}.{label}" for label in of], [0] * len(of)
        else:
            labels, owners = [name], [0]
        self.zone_names += labels
        self.zone_family += [name] * len(labels)
        self.zone_owner += owners
        self.zone_see += [see] * len(labels)
        zone = Zone(name, first, of, see, len(labels), most)
        self.zones[name] = zone
        return zone

    def sees(self, seat: int | None, zone: int) -> bool:
        """Whether a seat (None: a spectator) may see the cards of a zone."""
        see = self.zone_see[zone]
        return see == "all" or (see == "owner" and self.zone_owner[zone] - 1 == seat)


class Frame:
    """
    One running piece of compiled code: which code, at which block, with which registers.

    Registers hold ints, None and nested tuples of them, so a frame can be copied and saved at any
    time. The first four are `you`, `this`, `spell` and `target`. `into` is the register of the
    caller that takes the result (-1: none); `key` makes it one entry of a family
    (`dc{loop.index}`).
    """

    __slots__ = ("code", "into", "key", "pc", "registers")

    def __init__(self, code: Any, registers: list, into: int = -1, key: Any = None, pc: int = 0):
        self.code = code
        self.pc = pc
        self.registers = registers
        self.into = into
        self.key = key


def freeze(value: Any) -> Any:
    """Lists (as JSON gives them back) into tuples, all the way down."""
    return tuple(map(freeze, value)) if isinstance(value, list) else value


MASK = (1 << 64) - 1


def next_random(state: int) -> tuple[int, int]:
    """SplitMix64: the next state and 64 random bits."""
    state = (state + 0x9E3779B97F4A7C15) & MASK
    bits = ((state ^ (state >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    bits = ((bits ^ (bits >> 27)) * 0x94D049BB133111EB) & MASK
    return state, bits ^ (bits >> 31)
