"""
A program laid down for the kernel: the tables that its matches read (`Pack` in `kernel/kernel.h`).

Begin with `load_program`.
"""

from __future__ import annotations

import marshal
import struct
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import cached_property
from itertools import chain
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from ...ground.digests import digest
from ...ground.own_files import cache_folder, read_own, store_own
from ...running.code import Aim, Live
from ...running.program import Program
from ...running.symbols import symbol_of
from ...running.zone_rules import NO_RULES
from .bot_tables import ABOUT, lay_bots
from .functions import EMPTY, NONE, NotNative
from .host import SUFFIX, Machine, Unit, content_name, make_ready, read_module
from .joining import Joining, Kernel, taken_apart
from .layout import PACK_FIELDS
from .match_fields import MatchNumbers
from .numbering import CODES, MODIFIERS, NOBODYS, SLOTS, TRIGGERS, WORD, Changed, Numbering, Numbers
from .record_tables import lay_record_tables
from .tables import Tables, hash_table, lay_down

if TYPE_CHECKING:
    import wasmtime

MOST_CARDS = 1 << 30  # of a zone that has a limit
HEAP = 1 << 18  # values of a match: in one action all cards may move, each time a pile is made anew
_MODES = {"once": 1, "inPlay": 2, "always": 3}
_CHANGES = {"add": 0, "set": 1, "multiply": 2, "cap": 3, "floor": 4}
_NO_NUMBER = -1
_NO_CARDS = ("player", "number", "symbol", "definition", "text", "plain")  # kinds of options


class Written(NamedTuple):
    """The units of a program, and the changers of fields that they make, by name."""

    units: Mapping[str, Unit]
    changed: Mapping[str, Changed]


class Laid(NamedTuple):
    """
    Tables of a program, by address; where the functions of units begin in the table; numbers that
    units want to know; names of options and lists by number; where constants lie; what the next
    program needs to know of this one.
    """

    data: Mapping[int, bytes]
    slots: Mapping[str, int]
    given: Mapping[str, int]
    option_names: list[str]
    list_names: list[str]
    chosen_names: list[str]  # options whose values are cards
    constants_at: int
    numbers: Numbers


class Image(NamedTuple):
    """
    A program: a module of the kernel and all units, made ready for this processor; tables by
    address; the names of options and of lists by number; where constants lie; `Numbers`, as bytes.
    """

    code: bytes
    data: Mapping[int, bytes]
    option_names: list[str]
    list_names: list[str]
    chosen_names: list[str]  # options whose values are cards
    constants_at: int
    numbers: bytes


class Outdated(Exception):
    """A change touches so much of a program that it is best loaded anew."""


class Loaded:
    """A machine with a program for so many players, ready for matches."""

    def __init__(
        self,
        joined: wasmtime.Module,
        program: Program,
        seats: int,
        laid: Laid | Image,
        linked: Mapping[str, Unit] = MappingProxyType({}),
    ):
        """`linked`: units by name that have changed since the module was joined."""
        self.joined, self.linked = joined, linked
        self.machine, self.program, self.seats = Machine(joined), program, seats
        self.rooms: list[int] = []  # addresses of matches that are not used any more
        self.sizes: dict[int, int] = {}  # how much room each match has that is used, by address
        self.most_dealt = 0  # bytes of the largest match
        self.told = 0  # values of lines of the log that were taken, but are still there
        self.option_names, self.list_names = laid.option_names, laid.list_names
        self.chosen_names = laid.chosen_names
        self.constants_at = laid.constants_at
        self._numbers = laid.numbers
        lay_down(self.machine, laid.data)
        self._open_pack = self.machine.function("open_pack")

    @property
    def numbers(self) -> Numbers:
        """The numbers that the program has given."""
        if isinstance(self._numbers, bytes):
            self._numbers = Numbers(*marshal.loads(self._numbers))  # noqa: S302 (likewise)
        return self._numbers

    @cached_property
    def numbering(self) -> MatchNumbers:
        """The same, as matches are laid by it."""
        return MatchNumbers(self.program, self.numbers)

    def open_for(self, dealt: int) -> int:
        """
        Let the kernel know where the parts of a match stand whose deal is so long; its bytes. All
        that is called for a match needs that.
        """
        return self._open_pack(dealt)

    def room_for_match(self, size: int) -> int:
        """An address at which a match of so many bytes can lie."""
        if size > self.most_dealt:
            self.rooms, self.most_dealt = [], size
        found = self.rooms.pop() if self.rooms else self.machine.reserve(self.most_dealt)
        self.sizes[found] = self.most_dealt
        return found

    def give_room_back(self, address: int) -> None:
        """A match that lay there is not used any more."""
        if self.sizes.pop(address, 0) == self.most_dealt:
            self.rooms.append(address)


def load_program(
    kernel: bytes, program: Program, seats: int, version: str, write: Callable[[], Written]
) -> Loaded:
    """
    Load a program as one module, as it was kept, or made anew, which takes a second; `version` is a
    digest of all that its units are written from, and `write` writes them.

    :raises NotNative: it has what only the other machine can do.
    """
    path = cache_folder() / f"{digest(version, content_name(kernel), seats)}{SUFFIX}"
    kept = read_own(path)
    if kept is not None:
        image = Image(*marshal.loads(kept))  # noqa: S302 (what only this user can have written)
        ready = read_module(image.code)
        if ready is not None:
            return Loaded(ready, program, seats, image)
    written = write()
    laid = lay_program(kernel, program, seats, written)
    joined = Joining(taken_apart(kernel), laid.slots, laid.given).encoded(written.units)
    ready = make_ready(joined)
    parts: tuple[Any, ...] = (
        *(bytes(ready.serialize()), dict(laid.data)),
        *(laid.option_names, laid.list_names, laid.chosen_names, laid.constants_at),
        marshal.dumps(tuple[Any, ...](laid.numbers)),
    )
    with suppress(OSError):  # it is made anew the next time
        store_own(path, marshal.dumps(parts))
    return Loaded(ready, program, seats, laid)


def load_change(kernel: bytes, before: Loaded, program: Program, written: Written) -> Loaded:
    """
    Load a program that another one was changed into, in milliseconds; `written` are the units that
    were compiled anew. Both are played beside each other.

    :raises NotNative: it has what only the other machine can do.
    :raises Outdated: others than these have to be made anew, too: see `load_program`.
    """
    loading = _Loading(taken_apart(kernel), program, before.seats, written, before.numbers)
    laid = loading.load()
    if outdated := loading.outdated(laid.given):
        raise Outdated(", ".join(outdated))
    units = {**before.linked, **written.units}
    linked = {name: unit for name, unit in units.items() if name in program.units}
    loaded = Loaded(before.joined, program, before.seats, laid, linked)
    loaded.machine.place(linked, laid.slots)
    loaded.machine.link(linked, laid.given)
    return loaded


def lay_program(kernel: bytes, program: Program, seats: int, written: Written) -> Laid:
    """
    The tables of a program.

    :raises NotNative: it has what only the other machine can do.
    """
    return _Loading(taken_apart(kernel), program, seats, written, NOBODYS).load()


def definitions_in_order(program: Program) -> list[int]:
    """The definitions of a program, as the machine numbers them."""
    return [0, *sorted(set(program.catalogue.printed) - {0})]


def aims_in_order(program: Program) -> list[tuple[str, list[Sequence[Aim]]]]:
    """What casts can be aimed at, as it is laid: by table and definition."""
    definitions, tables = definitions_in_order(program), (program.aims, program.gates)
    return [
        (name, [table.get(each, ()) for each in definitions])
        for name, table in zip(("aims", "gates"), tables, strict=True)
    ]


class _Loading(Numbering):
    """Lays the tables of one program."""

    def __init__(
        self, kernel: Kernel, program: Program, seats: int, written: Written, before: Numbers
    ):
        super().__init__(program, *written, before, kernel.slots)
        self.kernel, self.seats = kernel, seats
        self.tables = Tables(kernel.memory)  # behind all that is the kernel's
        self.definitions = definitions_in_order(program)

    def load(self) -> Laid:
        program, tables = self.program, self.tables
        if program.scripts is not None:
            raise NotNative("functions of another language")
        given = self.numbers()
        layout, seats = program.layout, self.seats
        index = {definition: number for number, definition in enumerate(self.definitions)}
        printed = program.catalogue.printed
        facts = len(printed[self.definitions[-1]])
        rotations = [self.constant(each) for each in program.turns.rotations[seats]]
        rotations = (rotations + [EMPTY] * (layout.players + 1))[: layout.players + 1]
        shift, slots = hash_table(self.definitions)
        printed_at = tables.numbers("q", self.constants(chain(
            [0] * facts, *[printed[definition] for definition in self.definitions[1:]]
        )))  # fmt: skip
        timings = 1 + max((timing for timing, _ in program.behaviors), default=-1)
        behaviors = [_NO_NUMBER] * (timings * len(self.definitions))
        for (timing, definition), code in program.behaviors.items():
            place = timing * len(self.definitions) + index[definition]
            behaviors[place] = self.number_of(code)
        seen = {"all": 4, "owner": 8}
        flags = [
            (zone in layout.nobodys) + 2 * (zone in layout.pools) + seen.get(see, 0)
            for zone, see in enumerate(layout.zone_see)
        ]
        width, rows = layout.width, program.catalogue.rows
        pack: dict[str, int] = {
            "players": layout.players, "seats": seats, "zones": len(layout.zone_names),
            "width": width, "first": layout.first, "order_base": program.turns.order_base,
            "facts": facts, "definitions": len(self.definitions), "codes": self.rows[CODES].end,
            "triggers": self.rows[TRIGGERS].end, "modifiers": self.rows[MODIFIERS].end,
            "properties": len(program.minimums), "timings": timings,
            "answers": len(program.answers), "resets": len(self.names["reset"]),
            "start_code": self.number_of(program.main),
            "quitting_code": self.number_of(program.quitting),
            "by_age": program.turns.listeners == "age", "age_base": program.turns.age_base,
            "last_left_wins": program.turns.last_left_wins, "leaving": layout.leaving,
            "side_of_players": program.side_rule.of_players,
            "has_parties": program.side_rule.has_parties, "pools": bool(layout.pools),
            "owned": layout.owned, "hash_shift": shift,
            "random_word": symbol_of("random"), "heap": HEAP,
            "hash": tables.numbers("H", slots),
            "definition": tables.numbers("q", self.definitions),
            "printed": printed_at,
            "facts_by_hash": tables.numbers("I", [printed_at + 8 * facts * n for n in slots]),
            "rows": tables.numbers("q", [
                cell for definition in self.definitions
                for cell in rows.get(definition, [0] * width)
            ]),
            "has_row": tables.numbers("B", [each in rows for each in self.definitions]),
            "zone_owner": tables.numbers("i", layout.zone_owner),
            "zone_family": tables.numbers("i", program.zone_family),
            "zone_seers": tables.numbers("I", [each & 0xFFFFFFFF for each in layout.zone_seers]),
            "zone_flags": tables.numbers("B", flags),
            "minimums": tables.numbers("q", map(self.constant, program.minimums)),
            "rotations": tables.numbers("q", rotations),
            "behaviors": tables.numbers("i", behaviors),
        }  # fmt: skip
        pack |= self.lay_code() | self.lay_own(index) | self.lay_resets() | self.lay_changers()
        pack |= self.lay_aims() | self.lay_zone_rules() | self.lay_answers() | self.lay_sides()
        simultaneous = program.turns.simultaneous
        pack["simultaneous"] = symbol_of(simultaneous) if simultaneous else _NO_NUMBER
        pack["simultaneous_option"] = self.listed("option", "card_card")
        pack["option"] = tables.rows("4i", [
            (symbol_of(word), 0, kind not in _NO_CARDS, ABOUT.get(kind, 0))
            for kind, _, word in (name.partition("_") for name in self.names["option"])
        ])  # fmt: skip
        pack["words"] = tables.numbers("I", [
            tables.numbers("i", [*[symbol_of(word) for word in of.split(" ")], -1])
            for of in self.names["words"]
        ])  # fmt: skip
        pack["constants"] = tables.numbers("q", self.fixed)
        laid = struct.pack(
            f"<{len(PACK_FIELDS)}I", *[pack.get(name, 0) & 0xFFFFFFFF for name in PACK_FIELDS]
        )
        at = self.kernel.addresses
        data = {at["pack"]: laid, at["bot_tables"]: lay_bots(program, tables, self.slot_of)}
        data[at["record_tables"]] = lay_record_tables(program, tables, self.slot_of)
        data[tables.base] = bytes(tables.data)
        options, lists, chosen = [list(self.names[kind]) for kind in ("option", "list", "chosen")]
        constants, kept = pack["constants"], self.kept(given)
        return Laid(data, self.slots(), given, options, lists, chosen, constants, kept)

    def lay_code(self) -> dict[str, int]:
        codes, triggers, modifiers = (
            [(0,) * fields] * self.rows[kind].end
            for kind, fields in ((CODES, 4), (TRIGGERS, 11), (MODIFIERS, 13))
        )
        indexes = {definition: n for n, definition in enumerate(self.definitions)}
        for unit in self.program.units.values():
            card = 1 + indexes.get(symbol_of(unit.card), 0) if unit.card else 0
            names, first = self.units[unit.name].names, self.rows[SLOTS].places[unit.name][0]
            for at, code in enumerate(unit.codes, self.rows[CODES].places[unit.name][0]):
                name = f"d{code.number}" if f"d{code.number}" in names else "run"
                is_word = unit.name.startswith(WORD) and code is unit.codes[0]
                uncounted = is_word and not self.is_counted(unit.name)
                codes[at] = first + names.index(name), code.size, card, uncounted
            for at, each in enumerate(unit.triggers, self.rows[TRIGGERS].places[unit.name][0]):
                triggers[at] = (
                    each.key, _MODES.get(each.mode, 0), each.captured, each.priority, each.unique,
                    self.number_of(each.code),
                    each.bearer, len(each.removers), card, self.lay_removers(each.removers),
                    self.slot(unit.name, each.condition),
                )  # fmt: skip
            for at, one in enumerate(unit.modifiers, self.rows[MODIFIERS].places[unit.name][0]):
                modifiers[at] = (
                    one.property, one.layer, _CHANGES[one.mode], _MODES.get(one.duration, 0),
                    one.unique, one.of, one.bearer, len(one.removers),
                    self.lay_removers(one.removers), self.slot(unit.name, one.amount),
                    self.slot(unit.name, one.where), card, 0,
                )  # fmt: skip
        return {
            "code": self.tables.rows("Iiii", codes),
            "trigger": self.tables.rows("q4i4iII", triggers),
            "modifier": self.tables.rows("8iIIIii", modifiers),
        }

    def lay_removers(self, removers: Iterable[Any]) -> int:
        return self.tables.numbers("i", [self.number_of(each) for each in removers])

    def lay_own(self, index: Mapping[int, int]) -> dict[str, int]:
        """The modifiers of cards about themselves, by property and definition."""
        own: list[int] = []
        spans: list[tuple[int, int]] = []
        first = [_NO_NUMBER] * len(self.program.minimums)
        for number, by_definition in self.program.own_modifiers.items():
            first[number] = len(spans)
            found = {index[each]: modifiers for each, modifiers in by_definition.items()}
            for at in range(len(self.definitions)):
                modifiers = found.get(at, ())
                spans.append((len(own), len(modifiers)))
                own += [self.number_of(each) for each in modifiers]
        return {
            "own_first": self.tables.numbers("i", first),
            "own": self.tables.rows("2i", spans),
            "own_modifiers": self.tables.numbers("i", own),
        }

    def lay_aims(self) -> dict[str, int]:
        """What casts can be aimed at, by definition."""
        aims: list[tuple[int, ...]] = []
        found = {}
        for name, by_definition in aims_in_order(self.program):
            spans = []
            for card, listed in enumerate(by_definition, 1):
                spans.append((len(aims), len(listed)))
                for pool, context, timing in listed:
                    players = sum(1 << n for n, type in enumerate(context) if type == "player")
                    slot = self.slot_of(pool)
                    aims.append((timing, card, slot, players, len(context)))
            found[name] = self.tables.rows("2i", spans)
        return {**found, "aim": self.tables.rows("2i2Ii", aims)}

    def lay_zone_rules(self) -> dict[str, int]:
        rules, program = self.program.zone_rules, self.program
        if not rules:
            return {}

        def let_in(definitions: Any) -> int:
            if definitions is None:
                return 0
            return self.tables.numbers("B", [each in definitions for each in self.definitions])

        rows = []
        for zone in range(len(program.layout.zone_names)):
            of = rules.get(zone, NO_RULES)
            most, limit = self.slot_of(of.most), _NO_NUMBER
            if of.most is not None and not most:  # the same for all, always
                limit = min(max(of.most(Live(), 0), 0), MOST_CARDS)
            rows.append((
                self.number_of(of.arrive), self.number_of(of.leave),
                let_in(of.heeds), let_in(of.holds), most,
                self.slot_of(of.size), _NO_NUMBER if of.overflow is None else of.overflow, limit,
            ))  # fmt: skip
        return {
            "zone_rule": self.tables.rows("2i4I2i", rows),
            "ruled": self.tables.numbers("B", [zone in rules for zone in range(len(rows))]),
        }

    def lay_answers(self) -> dict[str, int]:
        slots = [
            self.slot_of(answers.get(definition))
            for answers in self.program.answers
            for definition in self.definitions
        ]
        return {"answer": self.tables.numbers("I", slots)}

    def lay_sides(self) -> dict[str, int]:
        rule = self.program.side_rule
        of_cards = self.tables.numbers("q", [*chain(*rule.of_cards.items()), 0, 0])
        return {"side_of_cards": of_cards, "side_value": self.slot_of(rule.value)}

    def lay_resets(self) -> dict[str, int]:
        runs: list[tuple[int, int, int, int]] = []
        values: list[int] = []
        resets = []

        def span(beginning: Any) -> tuple[int, int]:
            begin = len(runs)
            for base, end, initial in beginning:
                runs.append((base, end - base, len(values), 0))
                values.extend(map(self.constant, initial))
            return begin, len(runs) - begin

        for each in map(self.program.resets.get, self.names["reset"]):
            if each is None:  # of another program
                resets.append((0, 0, 0, 0, 0))
                continue
            cards = [span(each.cards.get(definition, ())) for definition in self.definitions]
            resets.append((*span(each.match), *span(each.player), self.tables.rows("2i", cards)))
        return {
            "reset": self.tables.rows("5i", resets),
            "reset_run": self.tables.rows("4i", runs),
            "reset_values": self.tables.numbers("q", values),
        }

    def lay_changers(self) -> dict[str, int]:
        """What changes fields, by name: `set_kind_field`, `add_kind_kind_field`."""
        names = self.names["changer"]
        rows = [self.changer(*self.changed.get(name, ((), False))) for name in names]
        fields = [
            f for f in self.program.layout.fields.values() if f.kind not in ("match", "player")
        ]
        rows.append((0, 0, 0, len(fields), self.tables.rows("iiqqii", [
            self.field(each, symbol_of(each.name)) for each in fields
        ])))  # fmt: skip
        return {"changer": self.tables.rows("4iI", rows), "changers": len(names)}

    def changer(self, keys: Sequence[Sequence[str]], adding: bool) -> tuple[int, ...]:
        fields = [self.program.layout.fields[kind, name] for kind, name in keys]
        if not fields:  # of another program
            return 0, 0, 0, 0, 0
        limits = {(each.minimum, each.maximum, each.maximum_base) for each in fields}
        of_cards = all(each.kind not in ("match", "player") for each in fields)
        alike = len(fields) == 1 or (of_cards and len(limits) == 1)
        rows = self.tables.rows("iiqqii", [self.field(each) for each in fields])
        return symbol_of(fields[0].name), adding, alike, len(fields), rows

    def field(self, field: Any, spare: int = 0) -> tuple[int, ...]:
        kind = {"match": 0, "player": 1}.get(field.kind, symbol_of(field.kind))
        most = field.maximum if isinstance(field.maximum, int) else NONE
        least = NONE if field.minimum is None else field.minimum
        return kind, field.base, least, most, field.maximum_base, spare
