"""
A program laid down for the kernel: the tables that its matches read (`Pack` in `kernel/kernel.h`).

Begin with `load_program`.
"""

from __future__ import annotations

import marshal
import struct
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from itertools import accumulate, chain
from typing import Any, NamedTuple

from ...ground.digests import digest
from ...ground.own_files import cache_folder, read_own, store_own
from ...running.choices import chooser_sort
from ...running.code import Live
from ...running.printed import definitions_of, filter_pool
from ...running.program import Program
from ...running.symbols import symbol_of
from ...running.zone_rules import NO_RULES
from .bot_tables import ABOUT, lay_bots
from .functions import EMPTY, NONE, NotNative
from .host import SUFFIX, Machine, Unit, content_name, make_ready, read_module
from .joining import Joining, Kernel
from .layout import PACK_FIELDS
from .tables import Tables, functions_of_unit, hash_table, laid_down

MOST_CARDS = 1 << 30  # of a zone that has a limit
HEAP = 1 << 18  # values of a match: in one action all cards may move, each time a pile is made anew
FIXED = 0x80000000
WORD = "word "  # how the names of units of words begin
_MODES = {"once": 1, "inPlay": 2, "always": 3}
_CHANGES = {"add": 0, "set": 1, "multiply": 2, "cap": 3, "floor": 4}
_NO_NUMBER = -1
_NO_CARDS = ("player", "number", "symbol", "definition", "text", "plain")  # kinds of options

#: The kinds and names of the fields that a changer is for, and whether it adds.
type Changed = tuple[Sequence[Sequence[str]], bool]


class Written(NamedTuple):
    """The units of a program, and the changers of fields that they make, by name."""

    units: Mapping[str, Unit]
    changed: Mapping[str, Changed]


class Laid(NamedTuple):
    """
    Tables of a program, by address; where the functions of units begin in the table; numbers that
    units want to know; names of options and lists by number; where constants lie.
    """

    data: Mapping[int, bytes]
    slots: Mapping[str, int]
    numbers: Mapping[str, int]
    option_names: list[str]
    list_names: list[str]
    chosen_names: list[str]  # options whose values are cards
    constants_at: int


class Image(NamedTuple):
    """
    A program: a module of the kernel and all units, made ready for this processor; tables by
    address; the names of options and of lists by number; where constants lie.
    """

    code: bytes
    data: Mapping[int, bytes]
    option_names: list[str]
    list_names: list[str]
    chosen_names: list[str]  # options whose values are cards
    constants_at: int


class Loaded:
    """A machine with a program for so many players, ready for matches."""

    def __init__(self, machine: Machine, program: Program, seats: int, laid: Laid | Image):
        self.machine, self.program, self.seats = machine, program, seats
        self.rooms: list[int] = []  # addresses of matches that are not used any more
        self.most_dealt = 0  # bytes of the largest match
        self.option_names, self.list_names = laid.option_names, laid.list_names
        self.chosen_names = laid.chosen_names
        self.constants_at = laid.constants_at

    def room_for_match(self, size: int) -> int:
        """An address at which a match of so many bytes can lie."""
        if size > self.most_dealt:
            self.rooms, self.most_dealt = [], size
        return self.rooms.pop() if self.rooms else self.machine.reserve(self.most_dealt)


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
            return Loaded(laid_down(Machine(ready), image.data), program, seats, image)
    written = write()
    laid = lay_program(kernel, program, seats, written)
    joined = Joining(Kernel(kernel), laid.slots, laid.numbers).encoded(written.units)
    ready = make_ready(joined)
    names = laid.option_names, laid.list_names, laid.chosen_names
    parts = (bytes(ready.serialize()), dict(laid.data), *names, laid.constants_at)
    with suppress(OSError):  # it is made anew the next time
        store_own(path, marshal.dumps(parts))
    return Loaded(laid_down(Machine(ready), laid.data), program, seats, laid)


def link_program(kernel: bytes, program: Program, seats: int, written: Written) -> Loaded:
    """
    Load a program as many modules, of which most are there already: one with changed cards.

    :raises NotNative: it has what only the other machine can do.
    """
    laid = lay_program(kernel, program, seats, written)
    machine = laid_down(Machine(kernel), laid.data)
    machine.place(written.units)
    machine.link(written.units, laid.numbers)
    return Loaded(machine, program, seats, laid)


def lay_program(kernel: bytes, program: Program, seats: int, written: Written) -> Laid:
    """
    The tables of a program.

    :raises NotNative: it has what only the other machine can do.
    """
    return _Loading(Kernel(kernel), program, seats, written).load()


class _Loading:
    """Lays the tables of one program."""

    def __init__(self, kernel: Kernel, program: Program, seats: int, written: Written):
        self.kernel, self.units, self.changed = kernel, *written
        self.program, self.seats = program, seats
        self.tables = Tables(kernel.memory)  # behind all that is the kernel's
        counts = [len(unit.names) for unit in self.units.values()]
        begins = accumulate(counts, initial=kernel.slots)
        self.slots = dict(zip(self.units, begins, strict=False))
        made = self.program.units
        self.codes = [each for unit in made.values() for each in unit.codes]
        self.triggers = [each for unit in made.values() for each in unit.triggers]
        self.modifiers = [each for unit in made.values() for each in unit.modifiers]
        self.number_of = {
            id(each): number
            for table in (self.codes, self.triggers, self.modifiers)
            for number, each in enumerate(table)
        }
        self.fixed: list[int] = [0]  # the empty tuple
        self.known: dict[tuple[Any, ...], int] = {(): EMPTY}
        self.definitions = [0, *sorted(set(self.program.catalogue.printed) - {0})]
        self.options: dict[str, int] = {}
        self.changers: dict[str, int] = {}
        self.menus: dict[str, int] = {}
        self.lists: dict[str, int] = {}
        self.chosen: dict[str, int] = {}

    def constant(self, value: Any) -> int:
        """A value that lies beside the matches."""
        if value is None:
            return NONE
        if isinstance(value, str):
            return symbol_of(value)
        if not isinstance(value, tuple | list):
            return int(value)
        key = tuple(value)
        if key not in self.known:
            items = [self.constant(each) for each in key]
            self.known[key] = EMPTY | len(self.fixed)
            self.fixed += [len(items), *items]
        return self.known[key]

    def slot(self, unit: str, function: Callable[..., Any] | None) -> int:
        """Where a function of a unit lies in the table; 0: there is none."""
        if function is None:
            return 0
        return self.slots[unit] + self.units[unit].names.index(function.__name__)

    def is_counted(self, word: str) -> bool:
        """Whether a call of a word, by the name of its unit, is a step of the action."""
        return isinstance(self.program.calls[word.removeprefix(WORD)], partial)

    def slot_of(self, function: Callable[..., Any] | None) -> int:
        """The same, of a function that some unit has made; 0: none has."""
        unit = "" if function is None else function.__code__.co_filename[1:-1]
        return self.slot(unit, function) if unit in self.units else 0

    def numbers(self) -> dict[str, int]:
        """The numbers that units want to know, by name."""
        wanted = {name for unit in self.units.values() for name in unit.numbers}
        return {name: self.number(name) for name in sorted(wanted)}

    def number(self, name: str) -> int:
        kind, _, of = name.partition(" ")
        match kind:
            case "code":
                return self.number_of[id(self.program.units[f"word {of}"].codes[0])]
            case "word":
                unit = self.units[f"word {of}"]
                return self.slots[f"word {of}"] + unit.names.index("run")
            case "counted":
                return self.is_counted(WORD + of)
            case "option":
                key = of if "_" in of and of in self.made_options else f"{chooser_sort(of)}_{of}"
                return self.options.setdefault(key, len(self.options))
            case "words":
                return self.menus.setdefault(of, len(self.menus))
            case "changer":
                return self.changers.setdefault(of, len(self.changers))
            case "list":
                return self.lists.setdefault(of, len(self.lists))
            case "chosen":
                return self.chosen.setdefault(of, len(self.chosen))
            case "pool":
                return self.pool(*of.split(" ", 2))
            case "reset":
                return list(self.program.resets).index(of)
            case "places":
                return self.pairs(self.program.places[of])
            case "ranks":
                return self.pairs(self.program.symbols.ranks)
        made, _, maker = of.partition(" ")
        table = {"C": "codes", "T": "triggers", "M": "modifiers"}[made[0]]
        return self.number_of[id(getattr(self.program.units[maker], table)[int(made[1:])])]

    def pool(self, everything: str, test: str = "", unit: str = "") -> int:
        """Definitions, all or those that pass a test: where they lie among the constants."""
        found = definitions_of(self.program, everything == "1")
        if test:
            function = functions_of_unit(self.program.units[unit])[test]
            found = filter_pool(self.program, everything == "1", function)
        return self.constant(found) & (FIXED - 1)

    def pairs(self, table: Mapping[int, int]) -> int:
        """A table as a tuple of keys and values: where it lies among the constants."""
        return self.constant([x for pair in sorted(table.items()) for x in pair]) & (FIXED - 1)

    def load(self) -> Laid:
        program, tables = self.program, self.tables
        if program.scripts is not None:
            raise NotNative("functions of another language")
        self.made_options = {
            name.removeprefix("option ")
            for unit in self.units.values()
            for name in unit.numbers
            if name.startswith("option ")
        } - {"card"}
        values = self.numbers()
        layout, seats = program.layout, self.seats
        index = {definition: number for number, definition in enumerate(self.definitions)}
        printed = program.catalogue.printed
        facts = len(printed[self.definitions[-1]])
        rotations = [self.constant(each) for each in program.turns.rotations[seats]]
        rotations = (rotations + [EMPTY] * (layout.players + 1))[: layout.players + 1]
        shift, slots = hash_table(self.definitions)
        printed_at = tables.numbers("q", [
            self.constant(fact)
            for definition in self.definitions
            for fact in (printed[definition] if definition else [0] * facts)
        ])  # fmt: skip
        timings = 1 + max((timing for timing, _ in program.behaviors), default=-1)
        behaviors = [_NO_NUMBER] * (timings * len(self.definitions))
        for (timing, definition), code in program.behaviors.items():
            place = timing * len(self.definitions) + index[definition]
            behaviors[place] = self.number_of[id(code)]
        seen = {"all": 4, "owner": 8}
        flags = [
            (zone in layout.nobodys) + 2 * (zone in layout.pools) + seen.get(see, 0)
            for zone, see in enumerate(layout.zone_see)
        ]
        width, rows = layout.width, program.catalogue.rows
        pack: dict[str, int] = {
            "players": layout.players, "seats": seats, "zones": len(layout.zone_names),
            "width": width, "first": layout.first, "order_base": program.turns.order_base,
            "facts": facts, "definitions": len(self.definitions), "codes": len(self.codes),
            "triggers": len(self.triggers), "modifiers": len(self.modifiers),
            "properties": len(program.minimums), "timings": timings,
            "answers": len(program.answers), "resets": len(program.resets),
            "start_code": self.number_of[id(program.main)],
            "quitting_code": _NO_NUMBER if program.quitting is None
            else self.number_of[id(program.quitting)],
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
        pack["simultaneous_option"] = self.options.setdefault("card_card", len(self.options))
        pack["option"] = tables.rows("4i", [
            (symbol_of(word), 0, kind not in _NO_CARDS, ABOUT.get(kind, 0))
            for kind, _, word in (name.partition("_") for name in self.options)
        ])  # fmt: skip
        pack["words"] = tables.numbers("I", [
            tables.numbers("i", [*[symbol_of(word) for word in of.split(" ")], -1])
            for of in self.menus
        ])  # fmt: skip
        pack["constants"] = tables.numbers("q", self.fixed)
        laid = struct.pack(
            f"<{len(PACK_FIELDS)}I", *[pack.get(name, 0) & 0xFFFFFFFF for name in PACK_FIELDS]
        )
        at = self.kernel.addresses
        data = {at["pack"]: laid, at["bot_tables"]: lay_bots(program, tables, self.slot_of)}
        data[tables.base] = bytes(tables.data)
        names = list(self.options), list(self.lists), list(self.chosen)
        return Laid(data, self.slots, values, *names, pack["constants"])

    def lay_code(self) -> dict[str, int]:
        codes, triggers, modifiers = [], [], []
        indexes = {definition: n for n, definition in enumerate(self.definitions)}
        for unit in self.program.units.values():
            card = 1 + indexes.get(symbol_of(unit.card), 0) if unit.card else 0
            names = self.units[unit.name].names if unit.name in self.units else ()
            for code in unit.codes:
                name = f"d{code.number}" if f"d{code.number}" in names else "run"
                slot = self.slots[unit.name] + names.index(name)
                is_word = unit.name.startswith(WORD) and code is unit.codes[0]
                uncounted = is_word and not self.is_counted(unit.name)
                codes.append((slot, code.size, card, uncounted))
            for each in unit.triggers:
                triggers.append((
                    each.key, _MODES.get(each.mode, 0), each.captured, each.priority, each.unique,
                    _NO_NUMBER if each.code is None else self.number_of[id(each.code)],
                    each.bearer, len(each.removers), card, self.lay_removers(each.removers),
                    self.slot(unit.name, each.condition),
                ))  # fmt: skip
            for one in unit.modifiers:
                modifiers.append((
                    one.property, one.layer, _CHANGES[one.mode], _MODES.get(one.duration, 0),
                    one.unique, one.of, one.bearer, len(one.removers),
                    self.lay_removers(one.removers), self.slot(unit.name, one.amount),
                    self.slot(unit.name, one.where), card, 0,
                ))  # fmt: skip
        return {
            "code": self.tables.rows("Iiii", codes),
            "trigger": self.tables.rows("q4i4iII", triggers),
            "modifier": self.tables.rows("8iIIIii", modifiers),
        }

    def lay_removers(self, removers: Iterable[Any]) -> int:
        return self.tables.numbers("i", [self.number_of[id(each)] for each in removers])

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
                own += [self.number_of[id(each)] for each in modifiers]
        return {
            "own_first": self.tables.numbers("i", first),
            "own": self.tables.rows("2i", spans),
            "own_modifiers": self.tables.numbers("i", own),
        }

    def lay_aims(self) -> dict[str, int]:
        """What casts can be aimed at, by definition."""
        aims: list[tuple[int, ...]] = []
        found = {}
        for name, table in (("aims", self.program.aims), ("gates", self.program.gates)):
            spans = []
            for card, definition in enumerate(self.definitions, 1):
                listed = table.get(definition, ())
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

        def code(of: Any) -> int:
            return _NO_NUMBER if of is None else self.number_of[id(of)]

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
                code(of.arrive), code(of.leave), let_in(of.heeds), let_in(of.holds), most,
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

        for each in self.program.resets.values():
            cards = [span(each.cards.get(definition, ())) for definition in self.definitions]
            resets.append((*span(each.match), *span(each.player), self.tables.rows("2i", cards)))
        return {
            "reset": self.tables.rows("5i", resets),
            "reset_run": self.tables.rows("4i", runs),
            "reset_values": self.tables.numbers("q", values),
        }

    def lay_changers(self) -> dict[str, int]:
        """What changes fields, by name: `set_kind_field`, `add_kind_kind_field`."""
        rows = [self.changer(*self.changed[name]) for name in self.changers]
        fields = [
            f for f in self.program.layout.fields.values() if f.kind not in ("match", "player")
        ]
        rows.append((0, 0, 0, len(fields), self.tables.rows("iiqqii", [
            self.field(each, symbol_of(each.name)) for each in fields
        ])))  # fmt: skip
        return {"changer": self.tables.rows("4iI", rows), "changers": len(self.changers)}

    def changer(self, keys: Sequence[Sequence[str]], adding: bool) -> tuple[int, ...]:
        fields = [self.program.layout.fields[kind, name] for kind, name in keys]
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
