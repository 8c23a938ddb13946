"""
What a match is in the native machine, beside the other one: `FIELDS` is the one table.

Each field is written as plain values (numbers, None, tuples of them) from a match of the other
machine (`of`), and read from memory as the same. So the table drives how a match is laid into the
machine (`matches.NativeMatch.of`), and how both are compared (`exam`).
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from ...running import events, moving
from ...running.choices import Choice, Option
from ...running.log import MAYBE_CARDS
from ...running.machine import MAX_STEPS
from ...running.match import Match
from ...running.parts import MAX_WORK
from ...running.printed import definitions_chosen
from ...running.program import Program
from ...running.symbols import symbol_of
from .functions import BLOOM, EMPTY, NONE, NotNative
from .layout import COUNTERS, HEAD, INDEXES, MATCH, MAX_KEYS, ROWS, TUPLE
from .numbering import CODES, MODIFIERS, TRIGGERS, Numbers

#: Codes of the engine's own, as frames name them.
OWN_CODES = {id(events.DRAIN): -1, id(moving.MOVING): -2}


class MatchNumbers:
    """The numbers by which the machine knows what matches of a program are made of."""

    def __init__(self, program: Program, numbers: Numbers):
        self.options = {
            (word, kind.removeprefix("plain")): number
            for number, (kind, _, word) in enumerate(
                name.partition("_") for name in numbers.names["option"]
            )
        }
        menus = numbers.names.get("words", ())
        self.menus = {tuple(name.split(" ")): number for number, name in enumerate(menus)}
        self.list_names = numbers.names.get("list", ())
        self.chosen_names = numbers.names.get("chosen", ())
        #: The numbers of codes, triggers and modifiers, by identity; and those by their numbers.
        self.parts = dict(OWN_CODES)
        self.codes: dict[int, Any] = {-1: events.DRAIN, -2: moving.MOVING}
        self.triggers: dict[int, Any] = {}
        self.modifiers: dict[int, Any] = {}
        by_number = self.codes, self.triggers, self.modifiers
        for name, unit in program.units.items():
            made = unit.codes, unit.triggers, unit.modifiers
            for kind, parts, known in zip(
                (CODES, TRIGGERS, MODIFIERS), made, by_number, strict=True
            ):
                begin = numbers.rows[kind][name][0] if parts else 0
                known.update(enumerate(parts, begin))
                self.parts.update({id(part): n for n, part in enumerate(parts, begin)})

    def option(self, option: Option) -> tuple[int, Any]:
        """
        An option as two values.

        :raises NotNative: it is a text, or one that the pack does not offer.
        """
        number = self.options.get((option.word, option.kind))
        if number is None or isinstance(option.entity, str):
            raise NotNative(f"the option {option}")
        return number, option.entity


class Field(NamedTuple):
    """
    A field in the head of the machine's match (`layout.HEAD`): its name there, and what it is in a
    match of the other machine.
    """

    name: str
    of: Callable[[Match, MatchNumbers], Any]


def _ended(part: int) -> Callable[[Match, MatchNumbers], Any]:
    return lambda m, n: m.ended[part] if m.ended else ()


def _pairs(of: dict[int, int]) -> tuple[int, ...]:
    return tuple([each for pair in sorted(of.items()) for each in pair])


def list_brought(m: Match, player: int, name: str) -> Sequence[int]:
    """What a player has brought, by the name of the list."""
    try:
        return tuple(m.decks[player][name])
    except (LookupError, TypeError):
        return ()


def lists_of(m: Match, n: MatchNumbers) -> tuple[Any, ...]:
    """What players have brought, by player and list, then what was chosen by options."""
    players = range(m.program.layout.players + 1)
    brought = [tuple([list_brought(m, each, name) for name in n.list_names]) for each in players]
    chosen = tuple([tuple(definitions_chosen(m.options, name)) for name in n.chosen_names])
    return *brought, chosen


#: What stands in the head of a match, in its order there.
FIELDS = (
    Field("random", lambda m, n: m.rng),
    Field("next_uuid", lambda m, n: m.next_uuid),
    Field("cards", lambda m, n: m.cards),
    Field("spare", lambda m, n: m.spare),
    Field("owners", lambda m, n: _pairs(m.owners)),
    Field("stripped", lambda m, n: tuple(sorted(m.stripped))),
    Field("known", lambda m, n: _pairs(m.known)),
    Field("gaps", lambda m, n: m.gaps),
    Field("keeping", lambda m, n: m.keeping),
    Field("gathered", lambda m, n: m.gathered),
    Field("dice", lambda m, n: m.dice),
    Field("settled", lambda m, n: tuple([seat for seat, _ in m.settled])),
    Field("lists", lists_of),
    Field("standings", lambda m, n: m.standings),
    Field("won", _ended(0)),
    Field("drew", _ended(1)),
    Field("lost", _ended(2)),
    Field("rule", lambda m, n: m.ended.rule if m.ended else 0),
    Field("conceded", lambda m, n: m.conceded),
    Field("quitters", lambda m, n: m.quitters),
    Field("dealt", lambda m, n: m.dealt),
    Field("rows_end", lambda m, n: len(m.state)),
)
#: Those of pairs that stand in no order, and of what is no list.
UNORDERED_PAIRS, UNORDERED = ("owners", "known"), ("stripped",)


def in_order(name: str, value: Any) -> Any:
    """The value of a field, in the order in which this table writes it."""
    if name in UNORDERED_PAIRS:
        return _pairs(dict(zip(value[::2], value[1::2], strict=True)))
    return tuple(sorted(value)) if name in UNORDERED else value


def choice_values(choice: Choice, n: MatchNumbers) -> tuple[Any, ...]:
    """
    A choice as `layout.CHOICE` has it.

    :raises NotNative: it has options that only the other machine knows.
    """
    words = -1 if choice.words is None else n.menus[choice.words]
    return (
        *(choice.seat, choice.minimum, choice.maximum, words, int(choice.together), 0),
        *(symbol_of(choice.prompt), choice.subject),
        tuple([each for option in choice.options for each in n.option(option)]),
        choice.default,
        tuple([
            (symbol_of(name), 2 * symbol_of(kind) + (kind in MAYBE_CARDS), value)
            for name, kind, value in choice.values
        ]),
        tuple([(symbol_of(reason), *n.option(option)) for reason, option in choice.barred]),
    )  # fmt: skip


def frames_of(m: Match, n: MatchNumbers) -> list[tuple[Any, ...]]:
    """The frames of a match: code, point, registers."""
    return [(n.parts[id(code)], at, plain_values(registers)) for code, registers, at in m.stack]


def triggers_of(m: Match, n: MatchNumbers) -> list[tuple[Any, ...]]:
    """The triggers of a match by age, as `layout.TRIGGER` has them."""
    return [
        (
            *(n.parts[id(t.definition)], len(t.removers), uuid, t.owner, t.source),
            *(plain_values(t.captured), plain_values(t.id), t.key, t.parent),
        )
        for uuid, t in sorted(m.triggers.items())
    ]


def modifiers_of(m: Match, n: MatchNumbers) -> list[tuple[Any, ...]]:
    """The modifiers of a match by age, as `layout.MODIFIER` has them."""
    return [
        (
            *(n.parts[id(t.definition)], len(t.removers), uuid, t.owner, t.source),
            *(plain_values(t.captured), plain_values(t.id)),
        )
        for uuid, t in sorted(m.modifiers.items())
    ]


def rows_of(m: Match, n: MatchNumbers) -> dict[str, list[tuple[Any, ...]]]:
    """
    What a match has several of, as rows of their structures (`ROWS`).

    :raises NotNative: it has what only the other machine can do.
    """
    return {
        "choice": [choice_values(each, n) for each in m.choices],
        "sealed": [choice_values(each, n) for each, _ in m.sealed],
        "sealed_picks": [(picks,) for _, picks in m.sealed],
        "frame": frames_of(m, n),
        "trigger": triggers_of(m, n),
        "modifier": modifiers_of(m, n),
    }


def indexes_of(m: Match) -> dict[str, dict[int, tuple[int, ...]]]:
    """The indexes over what lasts."""
    found = m.listeners, m.modifiers_of, m.attached, m.borne
    return {f"index[{name}]": each for name, each in zip(INDEXES, found, strict=True)}


def fields_of(m: Match, n: MatchNumbers) -> dict[str, Any]:
    """
    All that a match is, by the names of the machine.

    :raises NotNative: it has what only the other machine can do.
    """
    head = {field.name: field.of(m, n) for field in FIELDS}
    return head | {"state": m.state, "zones": m.zones} | rows_of(m, n) | indexes_of(m)


def plain_values(value: Any) -> Any:
    """A value of the other machine: lists and ranges as tuples, texts as their symbols."""
    if isinstance(value, str):
        return symbol_of(value)
    if isinstance(value, tuple | list | range):
        return tuple(map(plain_values, value))
    return value


# ---- laid into memory ----------------------------------------------------------------------------


class LaidMatch(NamedTuple):
    """A match as bytes: its parts by offset (`layout.MATCH`), then what stands behind them."""

    parts: list[tuple[int, bytes]]
    zones: bytes
    state: bytes
    heap: bytes


class _Heap:
    """The tuples of a match that is being laid."""

    def __init__(self) -> None:
        self.values: list[int] = []

    def lay(self, value: Any) -> int:
        """What stands for a value."""
        if isinstance(value, tuple):
            if not value:
                return EMPTY
            plain = {*map(type, value)} == {int}
            items = value if plain else list(map(self.lay, value))
            at = len(self.values)
            self.values += [len(items), *items]
            return TUPLE | at
        return NONE if value is None else symbol_of(value) if isinstance(value, str) else value

    def rows(self, kind: str, rows: Iterable[Sequence[Any]]) -> bytes:
        """Rows of a structure."""
        pack = struct.Struct(f"<{kind}").pack
        return b"".join([pack(*map(self.lay, row)) for row in rows])

    def column(self, values: Iterable[Any]) -> bytes:
        """Values, one after the other."""
        laid = list(map(self.lay, values))
        return struct.pack(f"<{len(laid)}q", *laid)


def lay_match(m: Match, n: MatchNumbers) -> LaidMatch:
    """
    A match as the machine has it.

    :raises NotNative: it has what only the other machine can do.
    """
    heap = _Heap()
    rows = rows_of(m, n)
    parts = [(MATCH[name], heap.rows(ROWS[name], of)) for name, of in rows.items()]
    for name, index in indexes_of(m).items():
        if len(index) > MAX_KEYS:
            raise NotNative("so much that lasts")
        bloom = 0
        for key in index:
            bloom |= 1 << (key * BLOOM % (1 << 64) >> 58)
        parts += [
            (MATCH[name], struct.pack("<2iQ", len(index), 0, bloom)),
            (MATCH[f"{name}.key"], heap.column(index)),
            (MATCH[f"{name}.value"], heap.column(index.values())),
        ]
    zones = heap.column(m.zones)
    head = (
        dict.fromkeys(HEAD, 0)
        | {field.name: heap.lay(field.of(m, n)) for field in FIELDS}
        | {counter: len(rows[name]) for name, counter in COUNTERS.items()}
    )
    head |= {
        "work": MAX_WORK, "ticks": MAX_STEPS, "result": NONE, "tags": EMPTY,
        "heap_used": len(heap.values),
    }  # fmt: skip
    parts.append((0, struct.pack(f"<{''.join(HEAD.values())}", *head.values())))
    state = struct.pack(f"<{len(m.state)}q", *m.state)
    return LaidMatch(parts, zones, state, struct.pack(f"<{len(heap.values)}q", *heap.values))
