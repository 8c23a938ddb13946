"""
The numbers that a program gives to what its units speak of: codes and functions, kinds of options,
lists, constants.

Units have them as constants, so a program that another one is changed into gives the same numbers
to what both have. Begin with `Numbering`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from ...running.choices import chooser_sort
from ...running.printed import definitions_of, filter_pool
from ...running.program import Program
from ...running.symbols import symbol_of
from .functions import EMPTY, NONE
from .tables import functions_of_unit

WORD = "word "  # how the names of units of words begin
#: Kinds of names that are numbered in the order in which they were first spoken of.
LISTED = ("option", "words", "changer", "list", "chosen", "reset")
#: Kinds of names whose number is where among the constants something stands that can change.
CELLS = ("pool", "places", "ranks")
#: Kinds of things that lie in a row, those of a unit beside each other.
SLOTS, CODES, TRIGGERS, MODIFIERS = ROWS = "table", "codes", "triggers", "modifiers"

#: The kinds and names of the fields that a changer is for, and whether it adds.
type Changed = tuple[Sequence[Sequence[str]], bool]


class Known(NamedTuple):
    """What is known of a unit: its functions in the table, and the numbers that it wants."""

    names: tuple[str, ...]
    numbers: tuple[str, ...]


class Numbers(NamedTuple):
    """
    What a program has given: where the things of units lie, first and count, by kind and unit;
    numbers by name; names by kind in the order of their numbers; what is known of units; the
    changers of fields by name. Plain data.
    """

    rows: Mapping[str, Mapping[str, tuple[int, int]]]
    given: Mapping[str, int]
    names: Mapping[str, list[str]]
    cells: list[str]
    units: Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]]
    changed: Mapping[str, Changed]


NOBODYS = Numbers({}, {}, {}, [], {}, {})


class Row:
    """Things in a row, those of a unit beside each other; they stay where they are if they can."""

    def __init__(self, before: Mapping[str, tuple[int, int]], first: int = 0) -> None:
        self.places = dict(before)
        self.end = max([begin + count for begin, count in before.values()], default=first)

    def place(self, unit: str, count: int) -> int:
        """Where the things of a unit begin."""
        begin, known = self.places.get(unit, (0, -1))
        if known != count:
            begin, self.end = self.end, self.end + count
            self.places[unit] = begin, count
        return begin


class Numbering:
    """
    The numbers of a program, of which these units are new; those of others are `before`.

    :raises KeyError: there is a unit that is neither new nor known.
    """

    def __init__(
        self,
        program: Program,
        units: Mapping[str, Any],
        changed: Mapping[str, Changed],
        before: Numbers,
        first_slot: int,
    ) -> None:
        self.program, self.before = program, before
        self.units = {
            name: Known(units[name].names, units[name].numbers)
            if name in units
            else Known(*before.units[name])
            for name in program.units
        }
        fields = program.layout.fields
        self.changed = {
            name: (keys, adding)
            for name, (keys, adding) in (*before.changed.items(), *changed.items())
            if all((kind, field) in fields for kind, field in keys)
        }
        self.new = units.keys()
        wanted = {name for unit in self.units.values() for name in unit.numbers}
        self.wanted = sorted(wanted)
        self.names = {
            kind: {name: number for number, name in enumerate(before.names.get(kind, ()))}
            for kind in LISTED
        }
        for name in program.resets:
            self.listed("reset", name)
        cells = [name for name in self.wanted if name.split(" ", 1)[0] in CELLS]
        self.cells = list(dict.fromkeys((*before.cells, *cells)))
        #: Constants beside the matches: the empty tuple, cells, then tuples as they come.
        self.fixed = [0, *[EMPTY for _ in self.cells]]
        self._known: dict[tuple[Any, ...], int] = {(): EMPTY}
        self._place_units(first_slot)
        self._made_options = {
            name.removeprefix("option ") for name in self.wanted if name.startswith("option ")
        } - {"card"}

    def _place_units(self, first_slot: int) -> None:
        self.rows = {
            kind: Row(
                {
                    unit: place
                    for unit, place in self.before.rows.get(kind, {}).items()
                    if unit in self.units
                },
                first_slot if kind == SLOTS else 0,
            )
            for kind in ROWS
        }
        self._number_of: dict[int, int] = {}
        for name, unit in self.program.units.items():
            self.rows[SLOTS].place(name, len(self.units[name].names))
            for kind, made in zip(
                ROWS[1:], (unit.codes, unit.triggers, unit.modifiers), strict=True
            ):
                begin = self.rows[kind].place(name, len(made))
                self._number_of.update({id(each): n for n, each in enumerate(made, begin)})

    def slots(self) -> dict[str, int]:
        """Where the functions of each unit begin in the table."""
        return {unit: begin for unit, (begin, _) in self.rows[SLOTS].places.items()}

    def number_of(self, made: Any) -> int:
        """The number of a code, trigger or modifier; -1 of none."""
        return -1 if made is None else self._number_of[id(made)]

    def listed(self, kind: str, name: str) -> int:
        """The number of a name among those of its kind."""
        names = self.names[kind]
        return names.setdefault(name, len(names))

    def constant(self, value: Any) -> int:
        """A value that lies beside the matches."""
        if value is None:
            return NONE
        if isinstance(value, str):
            return symbol_of(value)
        if not isinstance(value, tuple | list):
            return int(value)
        key = tuple(value)
        if key not in self._known:
            items = [self.constant(each) for each in key]
            self._known[key] = EMPTY | len(self.fixed)
            self.fixed += [len(items), *items]
        return self._known[key]

    def constants(self, values: Iterable[Any]) -> list[int]:
        """Some values, most of which are numbers."""
        return [each if type(each) is int else self.constant(each) for each in values]

    def slot(self, unit: str, function: Callable[..., Any] | None) -> int:
        """Where a function of a unit lies in the table; 0: there is none."""
        if function is None:
            return 0
        begin, _ = self.rows[SLOTS].places[unit]
        return begin + self.units[unit].names.index(function.__name__)

    def slot_of(self, function: Callable[..., Any] | None) -> int:
        """The same, of a function that some unit has made; 0: none has."""
        unit = "" if function is None else function.__code__.co_filename[1:-1]
        return self.slot(unit, function) if unit in self.units else 0

    def is_counted(self, word: str) -> bool:
        """Whether a call of a word, by the name of its unit, is a step of the action."""
        return isinstance(self.program.calls[word.removeprefix(WORD)], partial)

    def numbers(self) -> dict[str, int]:
        """The numbers that units want to know, by name."""
        return {name: self._number(*name.split(" ", 1)) for name in self.wanted}

    def _number(self, kind: str, of: str = "") -> int:
        match kind:
            case "code":
                return self.rows[CODES].places[WORD + of][0]
            case "word":
                unit = self.units[WORD + of]
                return self.rows[SLOTS].places[WORD + of][0] + unit.names.index("run")
            case "counted":
                return self.is_counted(WORD + of)
            case "option" if not ("_" in of and of in self._made_options):
                return self.listed(kind, f"{chooser_sort(of)}_{of}")
            case "made":
                made, maker = of.split(" ", 1)
                row = {"C": CODES, "T": TRIGGERS, "M": MODIFIERS}[made[0]]
                return self.rows[row].places[maker][0] + int(made[1:])
        if kind in CELLS:
            name = f"{kind} {of}".rstrip()
            cell = 1 + self.cells.index(name)
            self.fixed[cell] = self._in_cell(kind, of)
            return cell
        return self.listed(kind, of)

    def _in_cell(self, kind: str, of: str) -> int:
        """What stands in a cell now: definitions, or keys and values."""
        program = self.program
        if kind != "pool":
            table = program.places[of] if of else program.symbols.ranks
            return self.constant([x for pair in sorted(table.items()) for x in pair])
        everything, test, unit = (*of.split(" ", 2), "", "")[:3]
        if not test:
            return self.constant(definitions_of(program, everything == "1"))
        function = functions_of_unit(program.units[unit])[test]
        return self.constant(filter_pool(program, everything == "1", function))

    def kept(self, given: Mapping[str, int]) -> Numbers:
        """What the next program needs to know of this one."""
        return Numbers(
            {kind: row.places for kind, row in self.rows.items()},
            given,
            {kind: list(names) for kind, names in self.names.items()},
            self.cells,
            {name: (unit.names, unit.numbers) for name, unit in self.units.items()},
            self.changed,
        )

    def outdated(self, given: Mapping[str, int]) -> list[str]:
        """The units that are not new, but have numbers as constants that are others now."""
        before = self.before
        others = {n for n, number in given.items() if before.given.get(n, number) != number}
        moved = {
            unit
            for unit, place in self.rows[SLOTS].places.items()
            if before.rows.get(SLOTS, {}).get(unit, place) != place
        }
        return [
            name
            for name, unit in self.units.items()
            if name not in self.new and (name in moved or not others.isdisjoint(unit.numbers))
        ]
