"""
Units: a card, a word or a part of the flow is compiled alone and linked by name.

`UnitWriter` is what readers and emitters work for: it collects the functions of one unit, and what
of the pack they depend on. What comes out is a `Written`, plain data that can be kept on disk and
sent to another process; `link_unit` makes it a `running.code.Unit`. Nothing in it is numbered for
all of a pack: columns and keys follow from what the pack declares (its `interface`), names from
themselves. So a unit holds for every pack that declares the same and has the same words written out
in it.
"""

from __future__ import annotations

import marshal
from collections import Counter
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from functools import partial
from itertools import chain
from typing import Any, Protocol
from weakref import WeakValueDictionary

from ..backends import BACKENDS
from ..ground.digests import digest
from ..program import contracts, form
from ..program.form import NOTHING, RESULT, Const, Made, Register, Return, Value
from ..program.notation import code, lines
from ..program.routine import Routine, end_with, points_of
from ..program.values import Steps, assign, registers_in, tuple_of
from ..running.choices import option_factory
from ..running.code import FIRST_FREE, Code, ModifierDef, TriggerDef, Unit
from ..running.fields import field_changer
from ..running.parts import Parts
from ..running.state import Field
from .declared import Declarations, Defined, Question
from .emit import Emitter
from .tree import Block, Node, Place, Use
from .trees import Trees

RESERVED = ("you", "this")  # names of the first two registers

#: What code keeps until it ends, by the word that says so: how it begins, and how it ends.
KEPT = {
    "keepAnswers": ("OUTER = m.keeping\nm.keeping = ()", "m.keeping = OUTER"),
    "keepPlaces": (
        "OUTER = m.gaps is None\nif OUTER:\n    m.gaps = ()",
        "if OUTER:\n    m.gaps = None",
    ),
}

#: A unit as plain data: strings, numbers, lists, tuples, dicts; and by name of each of its
#: `machines` what that runs, of `python` a code object.
Written = dict[str, Any]

_linked: WeakValueDictionary[str, Unit] = WeakValueDictionary()


@dataclass(slots=True)
class Mark:
    """Something that is watched: a doable at a place, or ("") the beginning of a code."""

    place: str
    card: str | None
    unit: str
    code: int = -1


class Pieces(Protocol):
    """What a unit needs of the compiler of its pack."""

    declarations: Declarations
    trees: Trees
    watched: Callable[[int], None] | None
    marks: list[Mark]

    def problem(self, place: str, message: str) -> None: ...
    def count_node(self) -> None: ...
    def weigh(self, tree: Node) -> None: ...
    def unit_of_word(self, defined: Defined) -> Unit | None: ...
    def budgeted(self, place: str) -> AbstractContextManager[None]: ...


class UnitWriter:
    """Collects one unit. It is the `compiler` of emitters, and the `language` of readers."""

    def __init__(self, pieces: Pieces, name: str, card: str | None = None):
        self.pieces = pieces
        self.declarations = pieces.declarations
        self.layout = pieces.declarations.layout
        self.name, self.card = name, card
        self.problem = pieces.problem
        self.count_node = pieces.count_node
        self.weighed = pieces.weigh
        self.routines: list[Routine] = []
        self.codes: list[dict[str, Any]] = []
        self.triggers: list[dict[str, Any]] = []
        self.modifiers: list[dict[str, Any]] = []
        self.behaviors: dict[str, tuple[int, str]] = {}
        self.pools: dict[str, list[str]] = {}  # by timing: what a cast can aim at
        self.gates: dict[str, list[str]] = {}  # and its options, where each has a target
        self.own: list[int] = []
        self.answers: dict[str, str] = {}  # by question
        self.usual_answers: dict[str, str] = {}  # functions that give the defaults of questions
        self.values: dict[str, str] = {}
        self.calls: Counter[str] = Counter()  # words that are called, and at how many places
        self.result: dict[str, tuple[str, tuple[str, ...]]] = {}
        self.takes: list[
            Any
        ] = []  # what a word takes, with its defaults: whoever calls writes them
        self.needs: dict[str, tuple[str, str, str]] = {}  # words used -> (family, how, digest)
        self.names: dict[str, int] = {}  # symbols
        self.mentions: set[str] = set()  # ids of cards
        self.catalogue = False  # whether it asks for cards as they are printed
        self.offered: dict[str, tuple[str, str]] = {}  # name -> (word, kind) of options
        self.changed: dict[str, tuple[tuple[tuple[str, str], ...], bool]] = {}
        self.prompts: set[tuple[str, str]] = set()  # and what they are about: see `Option`
        self.words: set[tuple[str, str]] = set()  # options, and what they are about
        self.told: set[tuple[str, tuple[str, ...]]] = (
            set()
        )  # prompts, and names of values with them
        self.notes: dict[int, tuple[str, tuple[tuple[str, str], ...]]] = {}
        self.amounts: list[Any] = []
        self.counter = 0

    def unique_name(self, prefix: str) -> str:
        self.counter += 1
        return f"{prefix}{self.counter}"

    def symbol(self, name: str) -> int:
        """The number of a bare word."""
        number = self.names[name] = self.declarations.symbol(name)
        return number

    # -- what it depends on ------------------------------------------------------------------------

    def note_inlined(self, defined: Defined) -> None:
        """A word of the pack is written out here."""
        self.needs[f"{defined.family} {defined.name}"] = (defined.family, "body", defined.digest)

    def note_card(self, card: str) -> None:
        """A card is named by its id."""
        self.mentions.add(card)

    def note_catalogue(self) -> None:
        """It asks for cards as they are printed, whatever cards there are."""
        self.catalogue = True

    def results_of(self, defined: Defined) -> dict[str, tuple[str, tuple[str, ...]]]:
        """What a defined doable gives, which is called; it is compiled first."""
        unit = self.pieces.unit_of_word(defined)
        if unit is None:  # it is used by itself
            self.note_inlined(defined)
            return defined.results
        signature = unit.about["signature"]
        self.needs[f"doables {defined.name}"] = ("doables", "call", digest(signature))
        return {name: (type, tuple(domain)) for name, (type, domain) in signature["results"]}

    def body_of(self, defined: Defined) -> Block | None:
        """The tree of a defined doable, as whoever tells of it reads it."""
        return self.pieces.trees.body_of(defined)

    # -- what the pack learns ----------------------------------------------------------------------

    def note_offer(self, prompt: str, word: str, kind: str) -> None:
        """There is a choice with this prompt and such options."""
        self.prompts.add((prompt, kind))
        self.words.add((word, kind))

    def note_told(self, prompt: str, names: tuple[str, ...]) -> None:
        """Somewhere a question with this prompt comes with values of these names."""
        self.told.add((prompt, names))

    def option_function(self, word: str, kind: str) -> str:
        """The name of the function that gives the option of an entity."""
        name = f"OPTION_{kind or 'plain'}_{word}"
        self.offered[name] = (word, kind)
        return name

    def change_function(self, fields: tuple[Field, ...], mode: str) -> str:
        """The name of the function that changes a field: sets it or adds to it."""
        name = "_".join([mode, *(field.kind for field in fields), fields[0].name])
        self.changed[name] = tuple((field.kind, field.name) for field in fields), mode == "add"
        return name

    def note_number(self, message: str, arguments: tuple[tuple[str, str], ...]) -> int:
        """The number of a line of the log, with the names and kinds of its arguments."""
        number = int(digest(message, arguments)[:7], 16)
        self.notes[number] = message, arguments
        return number

    # -- codes -------------------------------------------------------------------------------------

    def new_code(self, name: str) -> int:
        """The number of another code of this unit."""
        self.codes.append({"name": name, "run": "", "direct": "", "taking_result": ()})
        return len(self.codes) - 1

    def finish_code(
        self,
        number: int,
        c: Emitter,
        results: list[Value] | None = None,
        given: int | None = None,
    ) -> None:
        """
        Turn what was emitted into a routine. `given` is how many registers whoever calls a word
        fills; of other code that may be any number.
        """
        code = self.codes[number]
        if self.pieces.watched is not None:
            begun = self.watch_place(c, "")
            c.items.insert(0, c.items.pop())
            for mark in (*c.frame.marks, begun):
                self.pieces.marks[mark].code = number
        size, body = c.frame.registers, c.items
        gives = tuple_of(results) if results else NOTHING
        last: Steps = []
        for what, before in c.frame.keeps.items():  # what holds until it ends
            begin, end = KEPT[what]
            body = [*lines(begin, OUTER=Register(before)), *body]
            last += lines(end, OUTER=Register(before))
        if given is not None and c.is_atomic:  # one that runs into itself is not
            ended = (*body, *last, Return(gives))
            code["run"] = self.add_routine(
                Routine.of_code("run", "word", ended, size, number, given=tuple(range(given)))
            )
        else:
            if results:
                last.append(assign(RESULT, gives))
            ended = (*end_with(tuple(body), tuple(last)), *last)
            routine = Routine.of_code(f"d{number}", "code", ended, size, number)
            code["direct"] = self.add_routine(routine)
            points = enumerate(points_of(routine.body), 1)
            code["taking_result"] = [place for place, point in points if point.takes]
        code["size"] = size

    def finish_answer(self, number: int, size: int) -> None:
        """A code that is no more than a name for what a card answers, by which that is left out."""
        self.codes[number]["size"] = size

    def usual_answer(self, question: Question) -> str:
        """The name of the function that answers for cards which do not."""
        if question.name not in self.usual_answers:
            arguments = ("m", *(f"r{n}" for n in range(len(question.context) + 1)))
            body = (Return(usual_value(question)),)
            routine = Routine.of_code(self.unique_name("f"), "function", body, arguments=arguments)
            self.usual_answers[question.name] = self.add_routine(routine)
        return self.usual_answers[question.name]

    def add_routine(self, routine: Routine) -> str:
        """A routine of the unit; gives its name."""
        self.routines.append(routine)
        return routine.name

    def watch_place(self, c: Emitter, place: Place | str) -> int:
        """Have it told that something at this place is carried out, where that is watched."""
        if self.pieces.watched is None:
            return -1
        number = len(self.pieces.marks)
        self.pieces.marks.append(Mark(str(place), self.card, self.name))
        if place:
            c.frame.marks.append(number)
        c.add_lines(form.Evaluate(form.CallMade(Made("reached"), (Const(number),))))
        return number

    def value_function(self, value: Value, arguments: str = "m r", held: str | None = None) -> str:
        """
        A function for a condition or an amount; gives its name. `held`: what its registers hold,
        where it is not given any.
        """
        body: Steps = [Return(value)]
        size = 0
        if held is not None:
            given = [code(each) for each in held.split(", ")]
            size, read = len(given), registers_in(value)
            body[:0] = [assign(Register(each), given[each]) for each in sorted(read)]
        return self.add_routine(
            Routine.of_code(
                self.unique_name("f"), "function", tuple(body), size,
                arguments=tuple(arguments.split()),
            )
        )  # fmt: skip

    def emit_word_call(self, c: Emitter, use: Use) -> None:
        """
        A defined doable: a call of its code, or a plain function call when it cannot be
        interrupted.
        """
        defined = use.word
        assert isinstance(defined, Defined)  # noqa: S101 (for mypy: see `Emitter.emit_doable`)
        self.results_of(defined)
        unit = self.pieces.unit_of_word(defined)
        given: list[Value] = list(map(Register, range(FIRST_FREE)))
        for name in defined.params:
            node = use.arguments[name]
            given.append(c.emit_held(node) if isinstance(node, Node) else Const(0))
            if name in RESERVED:  # it is that, also to what follows a card (inPlay) or a player
                given[RESERVED.index(name)] = given[-1]
        called = form.CallWord(defined.name, tuple(given))
        self.calls[defined.name] += 1
        if unit is not None and unit.about["signature"]["run"]:
            c.store_result(use, called)
        else:
            c.suspend(called, c.store_awaited_result(use), at=use)

    # -- the unit as data --------------------------------------------------------------------------

    def to_data(self, source: str, interface: str) -> Written:
        """
        All of it as plain data. `source` is the digest of what it was read from, `interface` that
        of what the pack declares.
        """
        machines = {name: write(self.name, self.routines) for name, write in BACKENDS.items()}
        return {
            "name": self.name,
            "card": self.card,
            "source": source,
            "interface": interface,
            "needs": self.needs,
            "mentions": sorted(self.mentions),
            "machines": machines,
            "codes": self.codes,
            "triggers": self.triggers,
            "modifiers": self.modifiers,
            "behaviors": self.behaviors,
            "pools": self.pools,
            "gates": self.gates,
            "own": self.own,
            "answers": self.answers,
            "values": self.values,
            "offered": self.offered,
            "changed": self.changed,
            "about": {
                "names": list(self.names),
                "prompts": sorted(self.prompts),
                "words": sorted(self.words),
                "told": sorted(self.told),
                "notes": self.notes,
                "amounts": self.amounts,
                "catalogue": self.catalogue,
                "calls": dict(self.calls),
                "signature": {
                    "run": bool(self.codes and self.codes[0]["run"]),
                    "results": list(self.result.items()),
                    "takes": self.takes,
                },
            },
        }


def usual_value(question: Question) -> Value:
    """What counts where no card answers."""
    default = question.default
    return Const(default) if isinstance(default, int) else tuple_of(())


def digest_of(written: Written) -> str:
    """The digest of a unit."""
    return digest(*(written[key] for key in ("interface", "name", "source", "needs")))


def link_unit(
    written: Written, declared: Declarations, reached: Callable[[int], None] | None = None
) -> Unit:
    """
    A unit from its data; the one there is already, if one is the same. `declared` has what it is
    linked to: zones and fields, which its interface says.
    """
    identity = digest_of(written)
    known = _linked.get(identity) if reached is None else None
    if known is not None:
        return known
    unit = Unit(written["name"], identity, written["card"], about=written["about"])
    namespace = {**contracts.ENVIRONMENT, "joined": chain.from_iterable}
    namespace["ZONE_FAMILY"], namespace["ZONE_OWNER"] = (
        declared.zone_family,
        declared.layout.zone_owner,
    )
    namespace["ROTATIONS"], namespace["ORDER"] = declared.rotations, declared.order_base
    namespace["PILES"] = declared.piles
    if reached is not None:
        namespace["reached"] = reached
    for name, of in written["offered"].items():
        namespace[name] = option_factory(*of)
    for name, (keys, adding) in written["changed"].items():
        fields = tuple(declared.layout.fields[tuple(key)] for key in keys)
        namespace[name] = field_changer(declared.layout, declared.symbol, fields, adding)
    exec(written["machines"]["python"], namespace)  # noqa: S102 (made of trees of numbers, strings and names of the engine's own)
    codes = []
    for number, each in enumerate(written["codes"]):
        code = Code(unit, number, each["name"], each["size"])
        code.taking_result = frozenset(each["taking_result"])
        if each["direct"]:
            code.direct = namespace[each["direct"]]
        if each["run"]:
            code.run = namespace[each["run"]]
            code.direct = partial(
                _run_atomic, code.run, namespace[each["run"]].__code__.co_argcount - 1
            )
        namespace[f"C{number}"] = code
        codes.append(code)
    unit.codes = namespace["CODES"] = tuple(codes)
    triggers = []
    for number, each in enumerate(written["triggers"]):
        given = {
            key: each[key]
            for key in ("name", "key", "mode", "captured", "priority", "unique", "bearer")
        }
        made = TriggerDef(unit, number, **given)
        made.condition = namespace[each["condition"]] if each["condition"] else None
        made.code = codes[each["code"]] if each["code"] >= 0 else None
        triggers.append(made)
    for each, made in zip(written["triggers"], triggers, strict=True):
        made.removers = tuple([triggers[number] for number in each["removers"]])
    unit.triggers = tuple(triggers)
    namespace |= {f"T{number}": each for number, each in enumerate(triggers)}
    unit.modifiers = tuple(
        [
            ModifierDef(
                unit,
                number,
                **{key: each[key] for key in _OF_MODIFIERS},
                where=namespace[each["where"]] if each["where"] else None,
                amount=namespace[each["amount"]],
                removers=tuple([triggers[number] for number in each["removers"]]),
            )
            for number, each in enumerate(written["modifiers"])
        ]
    )
    namespace |= {f"M{number}": each for number, each in enumerate(unit.modifiers)}
    unit.behaviors = {t: (codes[number], aim) for t, (number, aim) in written["behaviors"].items()}
    for found, of in ((unit.pools, "pools"), (unit.gates, "gates")):
        found |= {t: tuple([namespace[f] for f in names]) for t, names in written[of].items()}
    unit.own = tuple([unit.modifiers[number] for number in written["own"]])
    unit.answers = {name: namespace[function] for name, function in written["answers"].items()}
    unit.values = {name: namespace[function] for name, function in written["values"].items()}
    if reached is None:
        _linked[identity] = unit
    return unit


def _run_atomic(run: Callable[..., Any], count: int, m: Parts, *given: Any) -> bool:
    """A word that cannot be interrupted and takes so much, as `Code.direct` carries it out."""
    m.result = run(m, *given[:count])
    return False


_OF_MODIFIERS = ("name", "property", "layer", "mode", "duration", "unique", "of", "bearer")


def to_bytes(written: dict[str, Written]) -> bytes:
    """Units by name as bytes, for a file or another process."""
    return marshal.dumps(written)


def from_bytes(data: bytes) -> dict[str, Written]:
    """
    :raises ValueError, EOFError, TypeError: this is no such thing. Only what this engine has
        written itself may be read: bytes of others can do harm.
    """
    found = marshal.loads(data)  # noqa: S302 (see above)
    if not isinstance(found, dict):
        raise TypeError("units are a table")
    return found
