"""
A match: the state, what is pending in it, and the answers that led here.

`Match.new(pack, seats, seed)` runs to the first choice; `answer(seat, picks)` runs to the next. A
match can be cloned, saved, hashed and replayed at any choice, also in the middle of an effect. What
compiled code calls is in `kernel`, copies and saves in `saving`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..ground.errors import ActionFailed, IllegalAnswer
from . import brought, rows, view
from .bring import OPTION, Taken
from .choices import Choice
from .code import Code, codes_running_at
from .deal import deal_match
from .failing import MAX_FAILURES, end_waiting, reason_of
from .journal import CONCEDE, HANDOVER, Journal, make_entry, standing_answers
from .kernel import picked_value
from .log import Log
from .machine import run
from .outcome import draw_of_all
from .program import Game, Program
from .saving import DERIVED, FIELDS_OF_A_MATCH, Copies
from .sides import are_one_side
from .state import next_random


def complete_options(program: Program, given: dict[str, Any]) -> dict[str, Any]:
    """The options of a match, completed with defaults. ValueError names one that does not fit."""
    options = {name: spec.default for name, spec in program.options.items()}
    for name, value in given.items():
        if name == OPTION and program.brings:
            options[name] = brought.check_brought(program, value)
            continue
        spec = program.options.get(name)
        if spec is None:
            known = ", ".join(program.options) or "none"
            raise ValueError(f"{program.id} has no option {name}; it has {known}")
        if not isinstance(value, int) or not spec.minimum <= int(value) <= spec.maximum:
            raise ValueError(
                f"option {name} is a {spec.type} from {spec.minimum} to {spec.maximum}"
            )
        options[name] = bool(value) if spec.type == "boolean" else value
    return options


class Match(Copies):
    """One match of a pack. See `docs/engine.md`."""

    __slots__ = ()

    def __init__(self) -> None:
        raise TypeError("use Match.new, Match.load or Match.replay")

    # -- making one --------------------------------------------------------------------------------

    @classmethod
    def new(
        cls,
        game: Game,
        seats: int,
        seed: int,
        options: dict[str, Any] | None = None,
        log: bool = True,
    ) -> Match:
        """
        Start a match and run it to its first choice.

        :raises ValueError: a number of seats or an option that the game does not know.
        :raises ActionFailed: the game cannot be set up.
        """
        m = cls.prepare(game, seats, seed, options, log)
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
            raise ActionFailed(self.failing_card(error) or None, reason_of(error)) from error
        self._end_if_idle()

    @classmethod
    def prepare(
        cls,
        game: Game,
        seats: int,
        seed: int,
        options: dict[str, Any] | None = None,
        log: bool = True,
    ) -> Match:
        """A match in which nothing has happened yet; `new` is what players need."""
        program = game.program
        if seats not in program.seats:
            raise ValueError(
                f"{program.id} is for {' or '.join(map(str, program.seats))} players, not {seats}"
            )
        options = complete_options(program, options or {})
        m = cls._make_blank(game, seats, seed, options)
        m.log = Log(program) if log else None
        layout, dealt = program.layout, deal_match(program, seats, seed, options)
        m.state, m.cards, m.spare = dealt.state.copy(), dealt.cards, ()
        m.decks, m.owners, m.dealt = dealt.decks, dealt.owners, len(dealt.state)
        m.brought = brought.brought_lists(program, seats, options)
        brought.put_into_fields(m)
        for name in program.options:
            m.state[layout.fields["match", name].base] = int(options[name])
        m.zones = [()] * len(layout.zone_names)
        if program.start_zone:
            m.zones[program.start_zone] = m.cards
        m.triggers, m.modifiers, m.stripped = {}, {}, frozenset()
        m._rebuild_indexes()
        m.next_uuid, m.conceded, m.standings, m.choices, m.dice = 1, 0, None, [], ()
        m.keeping, m.gaps, m.gathered = None, None, ()
        m.sealed, m.ended, m.known = (), None, {}
        m.quitters, m.settled = 0, ()
        m.rng = next_random(seed & ((1 << 64) - 1))[1]
        m.stack = [(program.main, program.main.make_registers([0, 0, 0]), 0)]
        return m

    def draft(self) -> Match:
        """
        A copy to try one answer on, log and journal included; where that fails it stands as this
        match, which must not change meanwhile. So it costs one clone where `answer` would need two.
        """
        other = self.clone(keep=True)
        other.fallback = self
        return other

    @classmethod
    def replay(
        cls,
        game: Game,
        seats: int,
        seed: int,
        options: dict[str, Any] | None,
        journal: Journal,
    ) -> Match:
        """The match that these answers led to."""
        return cls.new(game, seats, seed, options).follow(journal)

    def follow(self, journal: Journal) -> Match:
        """
        Go on to where a journal leads that begins with what was answered here; self.

        :raises ValueError: what was answered here does not stand in that journal.
        """
        entries = [make_entry(seat, tuple(picks)) for seat, picks in journal]
        known, wanted = standing_answers(self.journal), standing_answers(entries)
        if wanted[: len(known)] != known:
            raise ValueError("the journal does not begin with what was answered here")
        for _, (seat, picks) in wanted[len(known) :]:
            self.apply(seat, picks)
        self._journal = entries
        return self

    # -- playing -----------------------------------------------------------------------------------

    @property
    def pending(self) -> tuple[Choice, ...]:
        """What is asked now; empty when the match is over."""
        return tuple(self.choices)

    @property
    def is_over(self) -> bool:
        return self.standings is not None

    @property
    def winner(self) -> int | None:
        """The seat that won, if exactly one did."""
        return self.ended.won[0] if self.ended and len(self.ended.won) == 1 else None

    @property
    def returns(self) -> tuple[Taken, ...] | None:
        """What each seat takes home, by name; None while the match goes on."""
        return brought.returns_of(self)

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
        :raises ActionFailed: a card failed; what fails of it was left out, and the answer stands.
            Where the flow itself fails, the match stands as before, without the option that led to
            it (`withdrawn`); where no other option is left, it is over (`aborted`).
        """
        picks = tuple(picks)
        self.check_answer(seat, picks)
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
        From now on the defaults are taken for this seat; before, the word of the pack is carried
        out that says what becomes of who gives up, if there is one. When all have given up the
        match ends without a winner; where giving up loses, when one is left, who has won.

        :raises IllegalAnswer: the match is over, or the seat has given up already.
        :raises ActionFailed: as in `answer`; the seat has given up all the same.
        """
        if not 0 <= seat < self.seats:
            raise IllegalAnswer(f"there is no seat {seat}")
        if self.is_over or self.has_conceded(seat):
            raise IllegalAnswer("this seat has given up already, or the match is over")
        self.fallback = None  # what may fail from here on is not giving up
        self.conceded |= 1 << seat
        self.quitters |= 1 << seat
        if (quitting := self.program.quitting) is not None:
            self._quit(seat, quitting)
        if self.is_over:
            self.journal.append((seat, CONCEDE))
            return
        left = [one + 1 for one in range(self.seats) if not self.has_conceded(one)]
        wins = self.program.turns.last_left_wins and len(left) == 1  # nobody to play against
        if not left or wins:
            self.journal.append((seat, CONCEDE))
            self.choices = []
            self._end_without(left)
            return
        choice = self.choice_of(seat)
        if choice is None:
            self.journal.append((seat, CONCEDE))
        else:
            self._act(seat, choice.default, CONCEDE)

    def _quit(self, seat: int, quitting: Code) -> None:
        """
        Carry out what the pack does with who gives up, before anything that is asked now goes on.
        Nobody is asked meanwhile: all take their defaults. What fails is left out.
        """
        if self.log is not None:
            self.log.pack_old_rows()
        before, lines = self.clone(), len(self.log or ())
        gone, keeping = self.conceded, self.keeping
        waiting, asked = self.stack, self.choices
        self.stack, self.choices, self.keeping = (
            [(quitting, quitting.make_registers([seat + 1]), 0)],
            [],
            None,
        )
        self.conceded = (1 << self.seats) - 1
        try:
            run(self)
            self.conceded = gone | sum(1 << settled for settled, _ in self.settled)
            if self.is_over:
                return
            self.stack, self.choices, self.keeping = waiting, asked, keeping
            for choice in self.pending:  # of others who have settled by it
                if choice.seat != seat and self.has_conceded(choice.seat):
                    self.answer_unchecked(choice.seat, choice.default)
        except Exception:  # noqa: BLE001 (a card may fail in any way; who gives up has given up)
            self._restore(before, lines)

    def hand_over(self, seat: int) -> None:
        """
        Somebody else plays a seat from now on: it is asked again, also if it had given up.

        :raises IllegalAnswer: the match is over, the seat has settled, or there is no such seat.
        """
        if self.is_over or not 0 <= seat < self.seats or self.has_settled(seat):
            raise IllegalAnswer("there is no such seat, or the match is over")
        self.fallback = None
        self.conceded &= ~(1 << seat)
        self.quitters |= 1 << seat
        self.journal.append((seat, HANDOVER))

    def _act(self, seat: int, picks: tuple[int, ...], entry: tuple[int, ...]) -> None:
        """Carry out an answer as a transaction."""
        if self.log is not None:
            self.log.pack_old_rows()
        before, lines = self.fallback or self.clone(), len(self.log or ())
        self.fallback, self.failed = None, ()
        self.journal.append(make_entry(seat, entry))
        try:
            self.answer_unchecked(seat, picks)
        except Exception as error:
            culprit = self._failing_code(error)
            self._restore(before, lines)
            withdrawn = aborted = False
            if culprit is None or not self._answer_without(culprit, seat, picks):
                withdrawn = entry != CONCEDE and self._withdraw(seat, picks)
                aborted = not withdrawn
                if aborted:
                    self._abort()
            self.failed = ()
            card = culprit.card if culprit is not None else None
            raise ActionFailed(card, reason_of(error), aborted, withdrawn) from error
        if self.failed:
            (card, reason), *_ = self.failed
            self.failed = ()
            raise ActionFailed(card, reason)

    def answer_unchecked(self, seat: int, picks: Sequence[int]) -> None:
        """
        Answer without check, journal and transaction: for simulation and search, with picks known
        to be legal.
        """
        choices = self.choices
        for choice in choices:
            if choice.seat == seat:
                break
        else:
            raise IllegalAnswer(f"seat {seat} is asked nothing")
        made = len(self.state) - self.dealt
        if made and made >= rows.ENOUGH * self.program.layout.width:
            rows.collect_garbage(self)
        choices.remove(choice)
        if choice.together:  # in secret: opened when all have answered
            self.sealed += ((choice, tuple(picks)),)
        else:
            self.result = picked_value(choice, picks)
        if not choices:
            if self.sealed:
                self.take_answers(self.sealed)
                self.sealed = ()
            run(self)
            if not self.stack:  # saves most answers the call
                self._end_if_idle()

    def check_answer(self, seat: int, picks: tuple[int, ...]) -> None:
        """Raise `IllegalAnswer` unless these picks can be answered for this seat."""
        choice = self.choice_of(seat)
        if choice is None:
            raise IllegalAnswer(
                "the match is over" if self.is_over else "it is not your turn to choose"
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

    def _end_without(self, left: list[int]) -> None:
        """
        End the match when those who have given up are all but the players `left`, at most one. When
        nobody is left all have drawn; where they are one party, it has lost.
        """
        every = range(1, self.seats + 1)
        if left:
            self.end_match(every, lambda player: player in left)
        elif are_one_side(self, range(self.seats)):
            self.end_for((), (), every)
        else:
            self.end_for((), every, ())

    def _end_if_idle(self) -> None:
        """Where nothing is left to do, and nobody has won, all have come in together."""
        if not self.stack and self.standings is None:
            self.standings, self.ended = draw_of_all(self)

    # -- when an action fails ----------------------------------------------------------------------

    def failing_card(self, error: Exception) -> str:
        """The id of the innermost card whose behaviour was carried out as it failed; "" if none."""
        code = self._failing_code(error)
        return (code.card if code is not None else None) or ""

    def _failing_code(self, error: Exception) -> Code | None:
        """The code of the innermost card that was acting."""
        codes = (*codes_running_at(error), *(code for code, *_ in reversed(self.stack)))
        return next((code for code in codes if code.card is not None), None)

    def _restore(self, before: Match, lines: int) -> None:
        copy = before.clone()
        for name in (*FIELDS_OF_A_MATCH, *DERIVED, "stack", "muted"):
            setattr(self, name, getattr(copy, name))
        if self.log is not None:
            self.log.truncate(lines)

    def _withdraw(self, seat: int, picks: tuple[int, ...]) -> bool:
        """Take an option that fails off the list; False when the choice cannot do without it."""
        position, choice = next((i, c) for i, c in enumerate(self.choices) if c.seat == seat)
        if len(picks) != 1 or choice.maximum != 1 or len(choice.options) < 2:
            return False
        options = choice.options[: picks[0]] + choice.options[picks[0] + 1 :]
        default = tuple(0 if d == picks[0] else d - (d > picks[0]) for d in choice.default)
        self.choices[position] = choice._replace(options=options, default=default)
        return True

    def _answer_without(self, culprit: Code, seat: int, picks: tuple[int, ...]) -> bool:
        """
        Carry out an answer without the code of cards that fails: what waits is ended, what has not
        begun is not begun. False, and the match stands as before, where the flow itself fails.
        """
        before, lines = self.clone(), len(self.log or ())
        muted, ended = frozenset[Code](), list[Code]()
        failing: Code | None = culprit
        for _ in range(MAX_FAILURES):
            if failing is None:
                break
            if failing in muted:  # it does not begin, so it was waiting
                ended.append(failing)
            muted |= {failing}
            self.muted = muted
            if not all(end_waiting(self, code) for code in ended):
                break
            try:
                self.answer_unchecked(seat, picks)
            except Exception as error:  # noqa: BLE001 (a card may fail in any way)
                failing = self._failing_code(error)
                self._restore(before, lines)
            else:
                self.muted = frozenset()
                return True
        self._restore(before, lines)
        return False

    def _abort(self) -> None:
        """End the match as it stands, by the score that its pack declares."""
        players, self.work, self.choices = range(1, self.seats + 1), self.WORK, []
        score = self.program.measures.series.get("score")
        try:
            self.end_match(players, lambda player: score.value(self, player) if score else 0)
        except Exception:  # noqa: BLE001 (the match must end, also where its score fails as well)
            self.end_match(players, lambda player: 0)

    # -- looking -----------------------------------------------------------------------------------

    def view(self, seat: int | None) -> view.View:
        """What a seat (None: a spectator) may see, as JSON-able data."""
        return view.view_of(self, seat)

    @property
    def log_enabled(self) -> bool:
        return self.log is not None

    @log_enabled.setter
    def log_enabled(self, on: bool) -> None:
        self.log = Log(self.program) if on else None
