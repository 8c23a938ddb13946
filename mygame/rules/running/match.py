"""
A match: the state, what is pending in it, and the answers that led here.

`Match.new(pack, seats, seed)` runs to the first choice; `answer(seat, picks)` runs to the next. A
match can be cloned, saved, hashed and replayed at any choice, also in the middle of an effect. The
methods below the line "the machine's part" are called by compiled code.
"""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Callable, Iterable, Sequence
from functools import cache, lru_cache
from typing import Any, NamedTuple, NoReturn

import orjson

from ..ground.errors import ActionFailed, BudgetExceeded, IllegalAnswer, RuleError
from . import events, lasting, modifiers, moving, rows, view
from .code import Code, ModifierDef, TriggerDef, reference
from .deal import deal
from .journal import CONCEDE, HANDOVER, Entry, standing
from .log import Log, with_definition
from .machine import (
    CALL,
    MAX_DEPTH,
    MAX_ITEMS,
    MAX_LASTING,
    MAX_OPTIONS,
    MAX_WORK,
    NOTE,
    WAIT,
    more,
    run,
)
from .outcome import Outcome, outcome
from .state import NOWHERE, ZONE, Frame, freeze, next_random

ENGINE = 8  # raised when saved matches of older engines no longer fit
MAX_FAILURES = 20
KERNEL = (events.DRAIN, moving.MOVING)  # codes of the engine, by number


class Option(NamedTuple):
    """
    One line of a choice. `word` is a key of `words.option`; `entity` what it is about.

    `kind` says what `entity` is: card, player, number (the number itself), symbol
    (`pack.symbol_name`), definition (a card as it is printed, the symbol of its id), or "" for
    nothing.
    """

    word: str
    entity: int
    kind: str


class _Options(dict[int, Option]):
    """The options of one word and kind by entity, each made when it is first offered."""

    def __init__(self, word: str, kind: str):
        self.word, self.kind = word, kind

    def __missing__(self, entity: int) -> Option:
        option = self[entity] = Option(self.word, entity, self.kind)
        return option


@cache
def options_of(word: str, kind: str) -> Callable[[int], Option]:
    """Gives the option of an entity; equal options are one object in all matches."""
    return _Options(word, kind).__getitem__


def sort_of(word: str) -> str:
    """What the options of a chooser are about: monsters and the like are cards."""
    return word if word in ("player", "number", "symbol", "definition") else "card"


class Choice(NamedTuple):
    """
    What a seat is asked: pick between `minimum` and `maximum` of `options` (by index).

    `register` and `words` say where the answer goes: a menu (`words`) takes (branch, entity), a
    player asked with others at once a family.
    """

    seat: int
    prompt: str
    options: tuple[Option, ...]
    minimum: int
    maximum: int
    default: tuple[int, ...]
    subject: int
    register: int
    words: tuple[str, ...] | None = None
    together: bool = False


def _read_decks(data: list[dict[str, list[int]]]) -> tuple[dict[str, tuple[int, ...]], ...]:
    return tuple([{part: tuple(cards) for part, cards in deck.items()} for deck in data])


#: name -> (how to copy for a clone, how to write for a save, how to read it back for a pack): the
#: one table of what a match is.
FIELDS_OF_A_MATCH: dict[str, tuple[Callable, Callable, Callable]] = {
    "state": (list.copy, lambda m: m.state, lambda pack, data: data),
    "dealt": (int, lambda m: m.dealt, lambda pack, data: data),
    "decks": (tuple, lambda m: m.decks, lambda pack, data: _read_decks(data)),
    "cards": (tuple, lambda m: m.cards, lambda pack, data: tuple(data)),
    "spare": (tuple, lambda m: m.spare, lambda pack, data: tuple(data)),
    "zones": (list.copy, lambda m: m.zones, lambda pack, data: list(map(tuple, data))),
    "triggers": (
        dict.copy,
        lambda m: [[u, reference(t[0]), *t[1:]] for u, t in m.triggers.items()],
        lambda pack, data: {
            u: events.Trigger(pack.units[unit].triggers[number], *map(freeze, rest))
            for u, (unit, number), *rest in data
        },
    ),
    "modifiers": (
        dict.copy,
        lambda m: [[u, reference(t[0]), *t[1:]] for u, t in m.modifiers.items()],
        lambda pack, data: {
            u: modifiers.Modifier(pack.units[unit].modifiers[number], *map(freeze, rest))
            for u, (unit, number), *rest in data
        },
    ),
    "next_uuid": (int, lambda m: m.next_uuid, lambda pack, data: data),
    "rng": (int, lambda m: m.rng - (1 << 63), lambda pack, data: data + (1 << 63)),
    "choices": (
        list.copy,
        lambda m: [_write_choice(c) for c in m.choices],
        lambda pack, data: [_read_choice(c) for c in data],
    ),
    "sealed": (
        tuple,
        lambda m: [[_write_choice(choice), picks] for choice, picks in m.sealed],
        lambda pack, data: tuple([(_read_choice(choice), tuple(picks)) for choice, picks in data]),
    ),
    "conceded": (int, lambda m: m.conceded, lambda pack, data: data),
    "dice": (tuple, lambda m: m.dice, lambda pack, data: tuple(data)),
    "standings": (lambda s: s, lambda m: m.standings, lambda pack, data: freeze(data)),
    "ended_by": (int, lambda m: m.ended_by, lambda pack, data: data),
}
DERIVED = dict.fromkeys(("listeners", "modifiers_of", "attached", "borne"), dict.copy)
IDENTITY = ("pack", "printed", "seats", "seed", "options")


def _write_choice(choice: Choice) -> list:
    return [
        list(map(list, item)) if name == "options" else item
        for name, item in choice._asdict().items()
    ]


def _read_choice(data: list) -> Choice:
    choice = Choice(*freeze(data))
    return choice._replace(options=tuple(Option(*option) for option in choice.options))


class Match:
    """One match of a pack. See `docs/engine.md`."""

    __slots__ = (
        *FIELDS_OF_A_MATCH,
        *DERIVED,
        *IDENTITY,
        "__weakref__",
        "_journal",
        "fallback",
        "log",
        "calls",
        "muted",
        "stack",
        "trace",
        "work",
    )
    WORK = MAX_WORK

    pack: Any
    calls: dict[str, Code]  # the words that are called, by name: `pack.calls`
    printed: dict[int, tuple[int, ...]]  # the facts of each definition: `pack.printed`
    seats: int
    seed: int
    options: dict[str, Any]
    decks: tuple[dict[str, tuple[int, ...]], ...]  # by player and part
    dealt: int  # the length of the state as it was dealt: rows from here on were created
    cards: tuple[int, ...]  # those of the deal, then created ones that lie somewhere, by age
    spare: tuple[int, ...]  # rows of created cards that are gone, for new ones
    state: list[int]
    zones: list[tuple[int, ...]]
    stack: list[Frame]
    triggers: dict[int, events.Trigger]
    modifiers: dict[int, modifiers.Modifier]
    listeners: dict[int, tuple[int, ...]]
    modifiers_of: dict[int, tuple[int, ...]]
    attached: dict[int, tuple[int, ...]]  # what ends when a card that it is of moves
    borne: dict[int, tuple[int, ...]]  # what a card bears
    next_uuid: int
    rng: int
    choices: list[Choice]
    sealed: tuple[tuple[Choice, tuple[int, ...]], ...]  # answers of those asked with others
    conceded: int
    dice: tuple[int, ...]
    standings: tuple[tuple[int, ...], ...] | None
    ended_by: int  # the rule by which it ended, a symbol; 0: none is named
    _journal: list[Entry] | bytes  # as it was loaded, until somebody wants to read it
    fallback: Match | None  # of a draft: the match as it stands where an answer fails
    log: Log | None
    muted: frozenset[Code]
    trace: Callable | None
    work: int  # what is left of the budget of this action: see `spend`

    def __init__(self) -> None:
        raise TypeError("use Match.new, Match.load or Match.replay")

    # -- making one --------------------------------------------------------------------------------

    @classmethod
    def new(
        cls,
        pack: Any,
        seats: int,
        seed: int,
        options: dict[str, Any] | None = None,
        log: bool = True,
    ) -> Match:
        """
        Start a match and run it to its first choice.

        :raises ValueError: a number of seats or an option that the pack does not know.
        :raises ActionFailed: the game cannot be set up.
        """
        m = cls.prepare(pack, seats, seed, options, log)
        m.begin()
        return m

    def begin(self) -> None:
        """
        Run a prepared match to its first choice.

        :raises ActionFailed: something on the way fails.
        """
        try:
            run(self)
        except Exception as error:
            culprit = self._culprit()
            raise ActionFailed(culprit.card if culprit else None, _reason(error)) from error
        self._settle()

    @classmethod
    def prepare(
        cls,
        pack: Any,
        seats: int,
        seed: int,
        options: dict[str, Any] | None = None,
        log: bool = True,
    ) -> Match:
        """A match in which nothing has happened yet; `new` is what players need."""
        if seats not in pack.seats:
            raise ValueError(
                f"{pack.id} is for {' or '.join(map(str, pack.seats))} players, not {seats}"
            )
        options = pack.checked_options(options or {})
        m = cls._blank(pack, seats, seed, options)
        m.log = Log(pack) if log else None
        layout, dealt = pack.layout, deal(pack, seats, seed, options)
        m.state, m.cards, m.spare = dealt.state.copy(), dealt.cards, ()
        m.decks, m.dealt = dealt.decks, len(dealt.state)
        for name in pack.options:
            m.state[layout.fields["match", name].base] = int(options[name])
        m.zones = [()] * len(layout.zone_names)
        if pack.start_zone:
            m.zones[pack.start_zone] = m.cards
        m.triggers, m.modifiers = {}, {}
        m._derive()
        m.next_uuid, m.conceded, m.standings, m.choices, m.dice = 1, 0, None, [], ()
        m.sealed, m.ended_by = (), 0
        m.rng = next_random(seed & ((1 << 64) - 1))[1]
        m.stack = [Frame(pack.main, list(pack.main.padding))]
        m.stack[0].registers[:3] = [0, 0, 0]
        return m

    @classmethod
    def _blank(cls, pack: Any, seats: int, seed: int, options: dict[str, Any]) -> Match:
        m = cls.__new__(cls)
        m.pack, m.printed, m.calls = pack, pack.printed, pack.calls
        m.seats, m.seed, m.options = seats, seed, options
        m._journal, m.log, m.trace, m.muted, m.fallback = [], None, None, frozenset(), None
        m.work = MAX_WORK
        return m

    def clone(self, keep: bool = False) -> Match:
        """A copy that goes on independently; with `keep` also of log and journal."""
        other = Match.__new__(Match)
        other.pack, other.printed, other.calls = self.pack, self.printed, self.calls
        other.seats, other.seed, other.options = self.seats, self.seed, self.options
        other.trace, other.decks, other.dealt = None, self.decks, self.dealt
        other.state, other.cards, other.spare = self.state.copy(), self.cards, self.spare
        other.zones = self.zones.copy()
        other.stack = [Frame(f.code, f.registers.copy(), f.into, f.key, f.pc) for f in self.stack]
        other.triggers = self.triggers.copy()
        other.modifiers = self.modifiers.copy()
        other.listeners = self.listeners.copy()
        other.modifiers_of = self.modifiers_of.copy()
        other.attached, other.borne = self.attached.copy(), self.borne.copy()
        other.choices, other.sealed = self.choices.copy(), self.sealed
        other.next_uuid, other.rng, other.conceded = self.next_uuid, self.rng, self.conceded
        other.standings, other.ended_by = self.standings, self.ended_by
        other.muted, other.dice = self.muted, self.dice
        other.work, other.fallback = MAX_WORK, None
        other._journal = self.journal.copy() if keep else []
        other.log = self.log.copy() if keep and self.log is not None else None
        return other

    def draft(self) -> Match:
        """
        A copy to try one answer on, log and journal included; where that fails it stands as this
        match, which must not change meanwhile. So it costs one clone where `answer` would need two.
        """
        other = self.clone(keep=True)
        other.fallback = self
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
        data["stack"] = [[reference(f.code), f.pc, f.registers, f.into, f.key] for f in self.stack]
        pack = self.pack
        made_by = [ENGINE, pack.id, pack.rules, pack.digest_of(self.definitions)]
        data["header"] = [*made_by, self.seats, self.seed, self.options]
        answers = self._journal if journal else b"[]"
        line = answers if isinstance(answers, bytes) else orjson.dumps(answers)
        data["journal"] = zlib.crc32(line)
        return orjson.dumps(data) + b"\n" + line

    @classmethod
    def load(cls, pack: Any, data: bytes) -> Match:
        """
        A saved match. The log starts empty.

        :raises ValueError: the data is not a match of this pack, compiled by this engine. Its
            journal can be replayed from the deal.
        """
        try:
            main, _, journal = data.partition(b"\n")
            read = orjson.loads(main)
            *made_by, seats, seed, options = read["header"]
            if made_by[:3] != [ENGINE, pack.id, pack.rules]:
                raise ValueError("it was saved by another version of the game")
            m = cls._blank(pack, seats, seed, options)
            for name, (_, _, parse) in FIELDS_OF_A_MATCH.items():
                setattr(m, name, parse(pack, read[name]))
            if made_by[3] != pack.digest_of(m.definitions):
                raise ValueError("its cards are of another version of the game")
            m.stack = [
                Frame(
                    pack.units[unit].codes[number] if unit else KERNEL[number],
                    list(map(freeze, registers)),
                    into,
                    freeze(key),
                    pc,
                )
                for (unit, number), pc, registers, into, key in read["stack"]
            ]
            if zlib.crc32(journal) != read["journal"]:
                raise ValueError("not a saved match: its journal is damaged")
            m._journal = journal
            m._derive()
        except (KeyError, TypeError, IndexError, orjson.JSONDecodeError) as error:
            raise ValueError(f"not a saved match: {error!r}") from error
        m.log = Log(pack)
        return m

    def _derive(self) -> None:
        """The indexes over triggers and modifiers, from themselves."""
        self.listeners, self.modifiers_of, self.attached, self.borne = {}, {}, {}, {}
        for uuid, trigger in self.triggers.items():
            self.listeners[trigger.key] = (*self.listeners.get(trigger.key, ()), uuid)
            if not trigger.parent and trigger.definition.mode == "inPlay":
                self.attached[trigger.source] = (*self.attached.get(trigger.source, ()), uuid)
            lasting.bear(self, uuid, trigger)
        for uuid, modifier in self.modifiers.items():
            definition = modifier.definition
            for key in modifiers.keys_of(definition, modifier.captured):
                self.modifiers_of[key] = (*self.modifiers_of.get(key, ()), uuid)
            if definition.duration == "inPlay":
                self.attached[modifier.source] = (*self.attached.get(modifier.source, ()), uuid)
            lasting.bear(self, uuid, modifier)
        self.borne = {card: tuple(sorted(uuids)) for card, uuids in self.borne.items()}

    @classmethod
    def replay(
        cls, pack: Any, seats: int, seed: int, options: dict | None, journal: Iterable[Sequence]
    ) -> Match:
        """The match that these answers led to."""
        return cls.new(pack, seats, seed, options).follow(journal)

    def follow(self, journal: Iterable[Sequence]) -> Match:
        """
        Go on to where a journal leads that begins with what was answered here; self.

        :raises ValueError: what was answered here does not stand in that journal.
        """
        entries = [_entry(seat, tuple(picks)) for seat, picks in journal]
        known, wanted = standing(self.journal), standing(entries)
        if wanted[: len(known)] != known:
            raise ValueError("the journal does not begin with what was answered here")
        for _, (seat, picks) in wanted[len(known) :]:
            self.apply(seat, picks)
        self._journal = entries
        return self

    def become(self, other: Match) -> None:
        """Stand where another match of the same deal stands, journal and log included."""
        copy = other.clone(keep=True)
        for name in (*FIELDS_OF_A_MATCH, *DERIVED, "stack", "muted", "_journal", "log", "fallback"):
            setattr(self, name, getattr(copy, name))

    def hash(self) -> str:
        """A fingerprint of everything that matters for how the match goes on."""
        data = {name: write(self) for name, (_, write, _) in FIELDS_OF_A_MATCH.items()}
        stack = [[reference(f.code), f.pc, f.registers, f.into, f.key] for f in self.stack]
        return hashlib.blake2b(orjson.dumps([data, stack]), digest_size=16).hexdigest()

    @property
    def journal(self) -> list[Entry]:
        """Every answer so far: seat and picks."""
        if isinstance(self._journal, bytes):
            self._journal = [
                _entry(seat, tuple(picks)) for seat, picks in orjson.loads(self._journal)
            ]
        return self._journal

    # -- playing -----------------------------------------------------------------------------------

    @property
    def pending(self) -> tuple[Choice, ...]:
        """What is asked now; empty when the match is over."""
        return tuple(self.choices)

    @property
    def definitions(self) -> frozenset[int]:
        """The cards that take part, by definition."""
        state = self.state
        return frozenset([state[card] for card in self.cards])

    @property
    def over(self) -> bool:
        return self.standings is not None

    @property
    def winner(self) -> int | None:
        """The seat that won, if exactly one did."""
        return self.standings[0][0] if self.standings and len(self.standings[0]) == 1 else None

    @property
    def outcome(self) -> Outcome | None:
        """Who won, drew and lost, and by which rule; None while the match goes on."""
        return outcome(self)

    def choice_of(self, seat: int) -> Choice | None:
        """What this seat is asked now."""
        for choice in self.choices:
            if choice.seat == seat:
                return choice
        return None

    def answer(self, seat: int, picks: Sequence[int]) -> None:
        """
        Answer for a seat, and run on to the next choice or the end. The answer is a transaction.

        :raises IllegalAnswer: the picks are not legal; nothing has changed.
        :raises ActionFailed: a behaviour failed; the match stands as before, without the option
            that led to it. Where no other option is left, the failing effect was skipped and the
            match went on; where the flow itself fails, the match is over (`aborted`).
        """
        picks = tuple(picks)
        self.check(seat, picks)
        self._act(seat, picks, picks)

    def apply(self, seat: int, picks: Sequence[int]) -> None:
        """
        Carry out one entry of a journal that stands: also a concession, also one that failed.
        (`follow` knows what to do where answers were taken back.)
        """
        try:
            if tuple(picks) == CONCEDE:
                self.concede(seat)
            elif tuple(picks) == HANDOVER:
                self.hand_over(seat)
            else:
                self.answer(seat, picks)
        except ActionFailed:
            pass

    def concede(self, seat: int) -> None:
        """
        From now on the defaults are taken for this seat. When all have given up the match ends
        without a winner.

        :raises IllegalAnswer: the match is over, or the seat has given up already.
        :raises ActionFailed: as in `answer`.
        """
        if not 0 <= seat < self.seats:
            raise IllegalAnswer(f"there is no seat {seat}")
        if self.over or self.has_conceded(seat):
            raise IllegalAnswer("this seat has given up already, or the match is over")
        self.fallback = None  # what may fail from here on is not giving up
        self.conceded |= 1 << seat
        if self.conceded == (1 << self.seats) - 1:  # nobody is left to play for
            self.journal.append((seat, CONCEDE))
            self.choices = []
            self.end(range(1, self.seats + 1), lambda player: 0)
            return
        choice = self.choice_of(seat)
        if choice is None:
            self.journal.append((seat, CONCEDE))
        else:
            self._act(seat, choice.default, CONCEDE)

    def hand_over(self, seat: int) -> None:
        """
        Somebody else plays a seat from now on: it is asked again, also if it had given up.

        :raises IllegalAnswer: the match is over, or there is no such seat.
        """
        if self.over or not 0 <= seat < self.seats:
            raise IllegalAnswer("there is no such seat, or the match is over")
        self.fallback = None
        self.conceded &= ~(1 << seat)
        self.journal.append((seat, HANDOVER))

    def has_conceded(self, seat: int) -> bool:
        """Whether a seat has given up, and nobody plays on for it."""
        return bool(self.conceded >> seat & 1)

    def _act(self, seat: int, picks: tuple[int, ...], entry: tuple[int, ...]) -> None:
        """Carry out an answer as a transaction."""
        if self.log is not None:
            self.log.fold()
        before, lines = self.fallback or self.clone(), len(self.log or ())
        self.fallback = None
        self.journal.append(_entry(seat, entry))
        try:
            self.step(seat, picks)
        except Exception as error:
            culprit, reason = self._culprit(), _reason(error)
            self._restore(before, lines)
            aborted = False
            if entry == CONCEDE or not self._withdraw(seat, picks):
                aborted = not self._skip(seat, picks, culprit)
            raise ActionFailed(culprit.card if culprit else None, reason, aborted) from error

    def step(self, seat: int, picks: Sequence[int]) -> None:
        """
        Answer without check, journal and transaction: for simulation and search, with picks known
        to be legal.
        """
        choices = self.choices
        choice = self.choice_of(seat)
        if choice is None:
            raise IllegalAnswer(f"seat {seat} is asked nothing")
        if len(self.state) > self.dealt:
            rows.collect(self)
        choices.remove(choice)
        if choice.together:  # in secret: opened when all have answered
            self.sealed += ((choice, tuple(picks)),)
        else:
            self._take(choice, picks)
        if not choices:
            for answered, given in self.sealed:
                self._take(answered, given)
            self.sealed = ()
            run(self)
            self._settle()

    def check(self, seat: int, picks: tuple[int, ...]) -> None:
        """Raise `IllegalAnswer` unless these picks can be answered for this seat."""
        choice = self.choice_of(seat)
        if choice is None:
            raise IllegalAnswer(
                "the match is over" if self.over else "it is not your turn to choose"
            )
        if not choice.minimum <= len(picks) <= choice.maximum:
            amount = (
                str(choice.minimum)
                if choice.minimum == choice.maximum
                else f"{choice.minimum} to {choice.maximum}"
            )
            raise IllegalAnswer(f"choose {amount} of the options, not {len(picks)}")
        if len(set(picks)) != len(picks) or any(
            not isinstance(p, int) or not 0 <= p < len(choice.options) for p in picks
        ):
            raise IllegalAnswer(
                f"an option is a number from 0 to {len(choice.options) - 1}, each at most once"
            )

    def _take(self, choice: Choice, picks: Sequence[int]) -> None:
        registers = self.stack[-1].registers
        options = choice.options
        if choice.words is not None:
            option = options[picks[0]]
            registers[choice.register] = (choice.words.index(option.word), option.entity)
            return
        chosen = tuple([options[pick].entity for pick in picks])
        if choice.together:
            registers[choice.register] += ((choice.seat + 1, chosen),)
        else:
            registers[choice.register] = chosen

    def _settle(self) -> None:
        if not self.stack and self.standings is None:
            self.standings = (tuple(range(self.seats)),)

    # -- when an action fails ----------------------------------------------------------------------

    def _culprit(self) -> Any:
        """The code of the innermost card that was acting."""
        return next(
            (frame.code for frame in reversed(self.stack) if frame.code.card is not None), None
        )

    def _restore(self, before: Match, lines: int) -> None:
        copy = before.clone()
        for name in (*FIELDS_OF_A_MATCH, *DERIVED, "stack", "muted"):
            setattr(self, name, getattr(copy, name))
        if self.log is not None:
            self.log.cut(lines)

    def _withdraw(self, seat: int, picks: tuple[int, ...]) -> bool:
        """Take an option that fails off the list; False when the choice cannot do without it."""
        position, choice = next((i, c) for i, c in enumerate(self.choices) if c.seat == seat)
        if len(picks) != 1 or choice.maximum != 1 or len(choice.options) < 2:
            return False
        options = choice.options[: picks[0]] + choice.options[picks[0] + 1 :]
        default = tuple(0 if d == picks[0] else d - (d > picks[0]) for d in choice.default)
        self.choices[position] = choice._replace(options=options, default=default)
        return True

    def _skip(self, seat: int, picks: tuple[int, ...], culprit: Any) -> bool:
        """
        Carry out an answer without the behaviours that fail. False where the flow itself fails:
        then the match is over as it stands, by the score that its pack declares.
        """
        before = self.clone()
        for _ in range(MAX_FAILURES):
            if culprit is None or culprit in self.muted:
                break
            self.muted |= {culprit}
            try:
                self.step(seat, picks)
                self.muted = frozenset()
                return True
            except Exception:  # noqa: BLE001 (a card may fail in any way: see `_culprit`)
                culprit, muted = self._culprit(), self.muted
                self._restore(before, len(self.log or ()))
                self.muted = muted
        players, self.work, self.choices = range(1, self.seats + 1), self.WORK, []
        score = self.pack.measures.series.get("score")
        try:
            self.end(players, lambda player: score.value(self, player) if score else 0)
        except Exception:  # noqa: BLE001 (the match must end, also where its score fails as well)
            self.end(players, lambda player: 0)
        return False

    # -- looking -----------------------------------------------------------------------------------

    def view(self, seat: int | None) -> view.View:
        """What a seat (None: a spectator) may see, as JSON-able data."""
        return view.view(self, seat)

    def field(self, name: str) -> int | None:
        """A field of the match itself."""
        field = self.pack.layout.fields.get(("match", name))
        return None if field is None else self.state[field.base]

    def is_card(self, entity: int) -> bool:
        """Whether a number is a card of this match; any number can be asked about."""
        return self.pack.layout.is_row(entity) and entity < len(self.state)

    def card_of(self, entity: int) -> Any:
        """
        What is printed on a card, a `CardDef`; a definition is its own. None where the entity is
        neither.
        """
        definition = self.state[entity] if self.is_card(entity) else entity
        return self.pack.by_symbol.get(definition)

    def card_id(self, entity: int) -> str | None:
        """The id of a card or a definition."""
        definition = self.card_of(entity)
        return definition.id if definition else None

    def kind_of(self, entity: int) -> str | None:
        """The kind of an entity."""
        if 0 <= entity <= self.pack.layout.players:
            return "player" if entity else "match"
        definition = self.card_of(entity)
        return definition.kind if definition else None

    def copies_of(self, definition: int) -> list[int]:
        """The cards with this printed on them, by their numbers."""
        layout, state = self.pack.layout, self.state
        rows = range(layout.first, len(state), layout.width)
        return [row for row in rows if state[row] == definition]

    @property
    def log_enabled(self) -> bool:
        return self.log is not None

    @log_enabled.setter
    def log_enabled(self, on: bool) -> None:
        self.log = Log(self.pack) if on else None

    # -- the machine's part ------------------------------------------------------------------------

    def push(self, code: Any, registers: list) -> int:
        """Start a piece of code that needs no more than its first registers."""
        return self.call(code, registers + code.padding[len(registers) :])

    def call(self, code: Any, registers: list, into: int = -1, key: Any = None) -> int:
        """
        Start a piece of code, a word with its parameters; its result goes to register `into` of
        the frame that is on top now.
        """
        stack = self.stack
        if len(stack) >= MAX_DEPTH:
            raise BudgetExceeded(f"effects cause effects more than {MAX_DEPTH} deep")
        registers += code.rest
        stack.append(Frame(code, registers, into, key))
        return CALL

    def leave(self, result: Any) -> int:
        """The top frame is done."""
        frame = self.stack.pop()
        if frame.into >= 0:
            registers = self.stack[-1].registers
            if frame.key is None:
                registers[frame.into] = result
            else:
                registers[frame.into] = more(registers[frame.into], frame.key, result)
        return CALL

    def perform(self, timing: int, card: int, registers: list) -> int:
        """Start what a card does at a timing, if it does anything."""
        code = self.pack.behaviors.get((timing, self.state[card]))
        if code is None or code in self.muted:
            return 0
        return self.push(code, registers)

    def spend(self, items: Any) -> Any:
        """
        The things that a loop, a filter or a list goes through, taken off the budget of the action.

        :raises BudgetExceeded: there are too many, or there were too many in this action.
        """
        count = len(items)
        self.work -= count
        if count > MAX_ITEMS or self.work < 0:
            self._exceeded(count)
        return items

    def span(self, low: int, high: int) -> range:
        """The whole numbers from one to another, ends included."""
        if high - low >= MAX_ITEMS:
            self._exceeded(high - low + 1)
        return self.spend(range(low, high + 1))

    def repeated(self, items: Any, times: int) -> tuple[int, ...]:
        """Each of several, so many times in a row."""
        if len(items) * times > MAX_ITEMS:
            self._exceeded(len(items) * times)
        return tuple([item for item in items for _ in range(times)])

    def note(self, row: tuple) -> None:
        """A line of the log, which must be kept."""
        self.work -= NOTE
        assert self.log is not None  # noqa: S101 (for mypy: compiled code has looked)
        self.log.rows.append(row)

    def told(self, value: Any) -> Any:
        """
        What a line of the log keeps of a value that may be a card, or a tuple of them: the card
        with its definition (see `log.Log`), anything else as it is.
        """
        if isinstance(value, tuple):
            return tuple(map(self.told, value))
        if value and self.is_card(value):
            return with_definition(value, self.state[value])
        return value

    def _exceeded(self, count: int) -> NoReturn:
        if count > MAX_ITEMS:
            raise BudgetExceeded(f"a loop or a list of {count}; at most {MAX_ITEMS}")
        raise BudgetExceeded(f"one action went through more than {self.WORK} things")

    # choices

    def ask(
        self,
        player: int,
        prompt: str,
        pool: Sequence[int],
        kind: str,
        least: int,
        most: int,
        r: list,
        register: int,
        preset: int = -1,
    ) -> int:
        """Let a player pick entities; 0 when there is nothing to choose."""
        least, most, free = _bounds(pool, least, most)
        if not free:
            r[register] = tuple(pool[:most])
            return 0
        return self._offer(
            self._choice(player, prompt, pool, kind, least, most, r, register, preset)
        )

    def _offer(self, choice: Choice) -> int:
        """Put a choice before its seat; one that has given up takes the default at once."""
        if len(choice.options) > MAX_OPTIONS:
            count = len(choice.options)
            raise BudgetExceeded(f"a choice of {count} options; at most {MAX_OPTIONS}")
        if self.has_conceded(choice.seat):
            self._take(choice, choice.default)
            return 0
        self.choices.append(choice)
        return WAIT

    def _choice(
        self,
        player: int,
        prompt: str,
        pool: Sequence[int],
        kind: str,
        least: int,
        most: int,
        r: list,
        register: int,
        preset: int = -1,
    ) -> Choice:
        if not 1 <= player <= self.seats:
            raise RuleError("nobody is there to be asked")
        default = (
            tuple(range(least))
            if preset == -1
            else (len(pool) - 1 if preset == -2 else max(0, min(preset, len(pool) - 1)),)
        )
        return Choice(
            player - 1,
            prompt,
            tuple(map(options_of(kind, sort_of(kind)), pool)),
            least,
            most,
            default,
            r[1] or 0,
            register,
        )

    def ask_all(self, asked: list[tuple], prompt: str, kind: str, r: list, register: int) -> int:
        """Let several players pick at once."""
        r[register] = ()
        for player, pool, least, most in asked:
            least, most, free = _bounds(pool, least, most)
            if not free:
                r[register] += ((player, tuple(pool[:most])),)
                continue
            choice = self._choice(player, prompt, pool, kind, least, most, r, register)
            self._offer(choice._replace(together=True))
        return WAIT if self.choices else 0

    def ask_order(self, player: int, cards: tuple[int, ...], r: list, register: int) -> int:
        """Let a player say which card's effect comes first; the default is the oldest."""
        options = tuple([Option("card", card, "card") for card in cards])
        return self._offer(
            Choice(player - 1, self.pack.simultaneous, options, 1, 1, (0,), 0, register)
        )

    def menu(
        self,
        player: int,
        prompt: str,
        subject: int,
        words: tuple[str, ...],
        default: str | None,
        auto: bool,
        r: list,
        source: int,
        register: int,
    ) -> int:
        """Let a player pick one option of a menu."""
        options = tuple(r[source])
        r[source] = None
        if not options:
            r[register] = None
            return 0
        chosen = 0
        if default is not None:
            for i, option in enumerate(options):
                if option.word == default:
                    chosen = i
                    break
        if not 1 <= player <= self.seats:
            raise RuleError("nobody is there to be asked")
        choice = Choice(player - 1, prompt, options, 1, 1, (chosen,), subject, register, words)
        if auto and len(options) == 1:
            self._take(choice, choice.default)
            return 0
        return self._offer(choice)

    # state

    def move(self, card: int, zone: int, bottom: bool = False) -> None:
        """
        Put a card into a zone, on top (the end) or at the bottom. What it did while it lay where it
        was ends. A created card that goes nowhere is gone when nothing speaks of it any more.
        """
        layout, where = self.pack.layout, card + ZONE
        zones, state = self.zones, self.state
        if card < layout.first or card % layout.width or not state[card]:
            raise RuleError(f"{card} is no card that could be moved")
        old = state[where]
        if zone in layout.nobodys:
            raise RuleError("a zone of nobody cannot take a card")
        if card >= self.dealt and NOWHERE in (old, zone) and old != zone:
            self._list(card, zone != NOWHERE)
        if old:
            pile = zones[old]
            i = len(pile) - 1 if pile[-1] == card else pile.index(card)
            zones[old] = pile[:i] + pile[i + 1 :]
        if zone != NOWHERE:
            zones[zone] = (card, *zones[zone]) if bottom else (*zones[zone], card)
        state[where] = zone
        if zone != old:
            if card in self.attached:
                self.remove_all(self.attached.pop(card))
            if card in self.borne:
                lasting.left(self, card, old, zone)

    def create(self, definition: int, zone: int, player: int = 0, bottom: bool = False) -> int:
        """
        A new card of a definition (the symbol of a card's id), put into a zone; `player` has it as
        a copy of theirs. Its number.

        :raises RuleError: there is no such card.
        :raises BudgetExceeded: there are too many.
        """
        card = rows.create(self, definition, player)
        self.move(card, zone, bottom)
        return card

    def copy(self, card: int, zone: int, everything: bool = False) -> int:
        """
        A new card like another one; with `everything` also with its fields as they stand. Lasting
        effects stay with the other one.
        """
        new = rows.copy(self, card, everything)
        self.move(new, zone)
        return new

    def transform(self, card: int, definition: int, keep: bool = False) -> None:
        """Turn a card into another one where it lies: see `rows.transform`."""
        rows.transform(self, card, definition, keep)

    def _list(self, card: int, there: bool) -> None:
        """Whether a created card is one of the cards of the match."""
        self.cards = tuple([other for other in self.cards if other != card])
        if there:
            self.cards += (card,)

    def shuffle(self, zone: int) -> None:
        """Put a zone into random order."""
        self.zones[zone] = self.sample(self.zones[zone], len(self.zones[zone]))

    def sample(self, pool: Sequence[int], amount: int) -> tuple[int, ...]:
        """Some of the pool at random, in random order."""
        items = list(pool)
        count = min(amount, len(items))
        for i in range(count):
            j = i + self.random(len(items) - i)
            items[i], items[j] = items[j], items[i]
        return tuple(items[:count])

    def roll(self, sides: int) -> int:
        """A die: 1 to `sides`; scenarios lay `dice` out beforehand."""
        if self.dice:
            result, self.dice = self.dice[0], self.dice[1:]
            return result
        return self.random(sides) + 1

    def random(self, below: int) -> int:
        """A random number from 0 to below - 1."""
        if below <= 0:
            raise RuleError("a die needs at least one side")
        self.rng, bits = next_random(self.rng)
        return bits % below

    def players_from(self, start: int) -> tuple[int, ...]:
        """All players counterclockwise from one (0: from the start player)."""
        return self.pack.rotations[self.seats, start or self.state[self.pack.order_base] or 1]

    def players_back(self, start: int) -> tuple[int, ...]:
        """All players clockwise from one."""
        order = self.players_from(start)
        return (order[0], *reversed(order[1:]))

    def neighbour(self, player: int, step: int) -> int:
        """The next (1) or previous (-1) player by seat; nobody has no neighbour."""
        return (player - 1 + step) % self.seats + 1 if player else 0

    def end(
        self, players: Iterable[int], key: Callable | None, rule: int = 0, note: int = 0
    ) -> int:
        """
        End the match with these standings, by a rule of the game (a symbol); `note` is the line of
        the log that tells of it.
        """
        players = list(players)
        if key is None:
            self.standings = tuple((player - 1,) for player in players)
        else:
            places: dict[int, list[int]] = {}
            for player in players:
                places.setdefault(-key(player), []).append(player - 1)
            self.standings = tuple(tuple(places[value]) for value in sorted(places))
        self.ended_by = rule
        ended = self.outcome
        if note and self.log is not None and ended is not None:
            seats = (ended.won, ended.drew, ended.lost)
            self.note((note, None, *(tuple([seat + 1 for seat in each]) for each in seats), rule))
        self.stack.clear()
        return WAIT

    # events and lasting effects

    def fire(self, key: int, context: tuple, subject: int, into: int, family: Any = None) -> int:
        """Let an event be heard; 0 when nobody listens."""
        if self.trace is not None:
            self.trace(key, context, subject, into, family)
        listeners = self.listeners
        if key in listeners or (subject > 0 and key + events.SUBJECT_SHIFT * subject in listeners):
            return self.call(
                events.DRAIN,
                [key, context, events.hear(self, key, subject), 0, None],
                into,
                family,
            )
        if into >= 0:
            registers = self.stack[-1].registers
            registers[into] = context if family is None else more(registers[into], family, context)
        return 0

    def mark_event(self, flag: int) -> None:
        """Mark the innermost event: -1 countered, -2 cancelled."""
        registers = events.event_frame(self).registers
        context = list(registers[1])
        context[flag] = 1
        registers[1] = tuple(context)

    def change_event(self, index: int, value: int) -> int:
        """Change a value in the context of the innermost event."""
        registers = events.event_frame(self).registers
        context = list(registers[1])
        context[index] = value
        registers[1] = tuple(context)
        return value

    def add_trigger(
        self, definition: TriggerDef, r: list, owner: int, subject: int, identifier: tuple | None
    ) -> None:
        """Add a trigger, and those that will remove it."""
        if definition.unique and any(
            t.id == identifier and t.owner == owner for t in self.triggers.values()
        ):
            return
        uuid, removers = self._prepare(definition, r, owner)
        captured = (r[0], r[1], 0, *r[3 : definition.captured])
        key = definition.key if subject < 0 else definition.key + events.SUBJECT_SHIFT * subject
        self.triggers[uuid] = events.Trigger(
            definition, owner, r[1], captured, identifier, key, removers
        )
        self.listeners[key] = (*self.listeners.get(key, ()), uuid)
        if definition.mode == "inPlay":
            self.attached[r[1]] = (*self.attached.get(r[1], ()), uuid)
        lasting.bear(self, uuid, self.triggers[uuid])

    def add_modifier(
        self, definition: ModifierDef, r: list, owner: int, identifier: tuple | None
    ) -> None:
        """Add a modifier, and the triggers that will remove it."""
        if definition.unique and any(
            t.id == identifier and t.owner == owner for t in self.modifiers.values()
        ):
            return
        uuid, removers = self._prepare(definition, r, owner)
        self.modifiers[uuid] = modifiers.Modifier(
            definition, owner, r[1], tuple(r), identifier, removers
        )
        for key in modifiers.keys_of(definition, r):
            self.modifiers_of[key] = (*self.modifiers_of.get(key, ()), uuid)
        if definition.duration == "inPlay":
            self.attached[r[1]] = (*self.attached.get(r[1], ()), uuid)
        lasting.bear(self, uuid, self.modifiers[uuid])

    def _prepare(self, definition: Any, r: list, owner: int) -> tuple[int, tuple[int, ...]]:
        """A UUID for a lasting effect, and triggers that end it when its time is up."""
        if len(self.triggers) + len(self.modifiers) >= MAX_LASTING:
            raise BudgetExceeded(f"more than {MAX_LASTING} lasting effects")
        uuid = self.next_uuid
        self.next_uuid += 1 + len(definition.removers)
        for offset, remover in enumerate(definition.removers, 1):
            captured = (owner, r[1], 0, *r[3 : remover.captured])
            self.triggers[uuid + offset] = events.Trigger(
                remover, owner, r[1], captured, None, remover.key, (), uuid
            )
            self.listeners[remover.key] = (*self.listeners.get(remover.key, ()), uuid + offset)
        return uuid, tuple(range(uuid + 1, uuid + 1 + len(definition.removers)))

    def remove(self, uuid: int) -> None:
        """End a trigger or modifier."""
        ended: Any = self.triggers.pop(uuid, None)
        if ended is not None:
            _unlist(self.listeners, ended.key, uuid)
            inplay = not ended.parent and ended.definition.mode == "inPlay"
        else:
            ended = self.modifiers.pop(uuid, None)
            if ended is None:
                return
            for key in modifiers.keys_of(ended.definition, ended.captured):
                _unlist(self.modifiers_of, key, uuid)
            inplay = ended.definition.duration == "inPlay"
        if inplay:
            _unlist(self.attached, ended.source, uuid)
        if ended.definition.bearer >= 0:
            _unlist(self.borne, ended.captured[ended.definition.bearer], uuid)
        for remover in ended.removers:
            self.remove(remover)

    def remove_all(self, uuids: Iterable[int]) -> None:
        for uuid in tuple(uuids):
            self.remove(uuid)

    def uuids(self, value: Any) -> tuple[int, ...]:
        """One UUID or several."""
        return value if isinstance(value, tuple) else (value,)

    def lasting_by_id(self, identifier: tuple) -> tuple[int, ...]:
        """The UUIDs of triggers and modifiers with this id."""
        return tuple(
            u
            for table in (self.triggers, self.modifiers)
            for u, t in table.items()
            if t.id == identifier
        )

    def triggers_by_event(self, event: int) -> tuple[int, ...]:
        """The UUIDs of the triggers that listen to this event, before or after."""
        return tuple(
            u
            for u, t in self.triggers.items()
            if t.key % events.SUBJECT_SHIFT // 2 == event and not t.parent
        )


@lru_cache(maxsize=4096)
def _entry(seat: int, picks: tuple[int, ...]) -> Entry:
    """An entry of a journal; matches share those that are alike."""
    return seat, picks


def _bounds(pool: Sequence[int], least: int, most: int) -> tuple[int, int, bool]:
    """How many of the pool can be picked at least and at most, and whether that is a choice."""
    most = min(most, len(pool))
    least = max(0, min(least, most))
    return least, most, most > 0 and least < len(pool)


def _unlist(index: dict, key: Any, uuid: int) -> None:
    rest = tuple([other for other in index.get(key, ()) if other != uuid])
    if rest:
        index[key] = rest
    else:
        index.pop(key, None)


def _reason(error: Exception) -> str:
    if isinstance(error, RuleError):
        return str(error)
    return f"{type(error).__name__}: {error}"
