"""
A match: the state, what is pending in it, and the answers that led here.

`Match.new(pack, seats, seed)` runs to the first choice; `answer(seat, picks)` runs to the next. A
match can be cloned, saved, hashed and replayed at any choice, also in the middle of an effect. What
compiled code calls is in `kernel`, copies and saves in `saving`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from ..ground.errors import ActionFailed, IllegalAnswer
from . import brought, rows, stock, view
from .bring import Taken
from .choices import Choice
from .code import Code
from .deal import deal_match
from .failing import FLOW, QUITTING, count_failures, reason_of
from .journal import (
    CONCEDE,
    GONE,
    HANDOVER,
    Journal,
    LeftOut,
    make_entry,
    read_entry,
    standing_answers,
)
from .kernel import picked_value
from .log import Log
from .machine import run
from .options import TooManyChosen, complete_options
from .outcome import draw_of_all
from .program import Game
from .sides import are_one_side
from .state import next_random
from .things import lay_out_things
from .transactions import Carried, Transactions


class Match(Transactions):
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
        """
        A match in which nothing has happened yet; `new` is what players need.

        :raises ValueError: as `new`; `TooManyChosen` where an option has too many cards.
        """
        program = game.program
        if seats not in program.seats:
            raise ValueError(
                f"{program.id} is for {' or '.join(map(str, program.seats))} players, not {seats}"
            )
        options = complete_options(program, options or {}, seats)
        m = cls._make_blank(game, seats, seed, options)
        m.log = Log(program) if log else None
        layout, dealt = program.layout, deal_match(program, seats, seed, options)
        m.state, m.cards, m.spare = dealt.state.copy(), dealt.cards, ()
        m.decks, m.owners, m.dealt = dealt.decks, dealt.owners, len(dealt.state)
        m.brought = brought.brought_lists(program, seats, options)
        brought.put_into_fields(m)
        for name, spec in program.options.items():
            if spec.cards is None:
                m.state[layout.fields["match", name].base] = int(options[name])
        m.zones = [()] * len(layout.zone_names)
        if program.start_zone:
            m.zones[program.start_zone] = m.cards
        lay_out_things(m, dealt.things)
        m.triggers, m.modifiers, m.stripped, m.tags = {}, {}, frozenset(), {}
        m._rebuild_indexes()
        m.next_uuid, m.conceded, m.standings, m.choices, m.dice = 1, 0, None, [], ()
        m.keeping, m.gaps, m.gathered = None, None, ()
        m.sealed, m.ended, m.known = (), None, {}
        m.quitters, m.settled = 0, ()
        m.rng = next_random(seed & ((1 << 64) - 1))[1]
        m.stack = [(program.main, program.main.make_registers([0, 0, 0]), 0)]
        m._check_chosen()
        return m

    def _check_chosen(self) -> None:
        """:raises TooManyChosen: an option has more cards than its value `max` allows."""
        for name, value in self.program.most_chosen.items():
            chosen = len(self.options[name])
            try:
                most = max(value(self), 0)
            except Exception:  # noqa: BLE001 (a value may fail, and limits nothing then)
                most = chosen
            if chosen > most:
                raise TooManyChosen(name, chosen, most, self.seats)

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
        entries = list(map(read_entry, journal))
        known, wanted = standing_answers(self.journal), standing_answers(entries)
        # In another place of the journal where others were taken back before them.
        if [entry[:2] for _, entry in wanted[: len(known)]] != [entry[:2] for _, entry in known]:
            raise ValueError("the journal does not begin with what was answered here")
        known = [(index, entry) for (index, _), (_, entry) in zip(wanted, known, strict=False)]
        for index, entry in wanted[len(known) :]:
            self.apply(*entry)
            known.append((index, self.journal[-1]))
        for index, entry in known:
            entries[index] = entry  # with what was left out here
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
        self._answer(seat, tuple(picks), ())

    def apply(self, seat: int, picks: Sequence[int], left_out: tuple[LeftOut, ...] = ()) -> None:
        """
        Carry out one entry of a journal that stands: also a concession, also one that failed. What
        it names is left out, and what else fails. (`follow` knows what to do where answers were
        taken back.)
        """
        try:
            if tuple(picks) == CONCEDE:
                self._concede(seat, left_out)
            elif tuple(picks) == HANDOVER:
                self.hand_over(seat)
            elif tuple(picks[:1]) == GONE:
                self._lose_things(seat, tuple(picks), left_out)
            else:
                self._answer(seat, tuple(picks), left_out)
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
        self._concede(seat, ())

    def _answer(self, seat: int, picks: tuple[int, ...], known: tuple[LeftOut, ...]) -> None:
        """Answer without what is known to fail."""
        self.check_answer(seat, picks)
        if FLOW in known:
            carried = Carried(known, None, None)
        else:
            carried = self.carry_out(seat, partial(self.answer_unchecked, seat, picks), known)
        withdrawn = _flow_fails(carried) and self._withdraw(seat, picks)
        self._end_act(seat, picks, carried, withdrawn)

    def _concede(self, seat: int, known: tuple[LeftOut, ...]) -> None:
        """Give up without what is known to fail."""
        if not 0 <= seat < self.seats:
            raise IllegalAnswer(f"there is no seat {seat}")
        if self.is_over or self.has_conceded(seat):
            raise IllegalAnswer("this seat has given up already, or the match is over")
        quits = self.program.quitting is not None and QUITTING not in known
        carried = Carried(known, None, None)
        if FLOW not in known:
            carried = self.carry_out(seat, lambda: self._give_up(seat, quits), known)
            if quits and carried.flow is not None:
                # Who gives up has given up, whatever comes of what the game does then.
                failed = carried.failed or ActionFailed(None, reason_of(carried.flow))
                failed.__cause__ = carried.flow
                give_up = partial(self._give_up, seat, quits=False)
                carried = self.carry_out(seat, give_up, (QUITTING,))._replace(failed=failed)
        if _flow_fails(carried):
            self._note_quitter(seat)
        self._end_act(seat, CONCEDE, carried, withdrawn=False)

    def _end_act(
        self, seat: int, entry: tuple[int, ...], carried: Carried, withdrawn: bool
    ) -> None:
        """
        Write an entry of the journal. Where the flow has failed and the option was not withdrawn,
        end the match.

        :raises ActionFailed: something has failed.
        """
        left_out, failed, error = carried
        self.fallback = None
        if error is None and not left_out:  # most often
            self.journal.append(make_entry(seat, entry))
            return
        fails = _flow_fails(carried)
        self.journal.append(make_entry(seat, entry, (FLOW,) if fails else left_out))
        if fails and not withdrawn:
            self._abort()
        if error is not None:
            card = failed.card if failed is not None else None
            raise ActionFailed(card, reason_of(error), not withdrawn, withdrawn) from error
        off = count_failures(self, left_out)
        if failed is not None:
            if off is not None:
                failed.card, failed.off = off, True
            raise failed

    def _note_quitter(self, seat: int) -> None:
        self.conceded |= 1 << seat
        self.quitters |= 1 << seat

    def _give_up(self, seat: int, quits: bool) -> None:
        """A seat gives up; where it `quits`, the word of the pack for that is carried out."""
        self._note_quitter(seat)
        if quits and self.program.quitting is not None:
            self._quit(seat, self.program.quitting)
        if self.is_over:
            return
        left = [one + 1 for one in range(self.seats) if not self.has_conceded(one)]
        wins = self.program.turns.last_left_wins and len(left) == 1  # nobody to play against
        choice = self.choice_of(seat)
        if not left or wins:
            self.choices = []
            self._end_without(left)
        elif choice is not None:
            self.answer_unchecked(seat, choice.default)

    def _quit(self, seat: int, quitting: Code) -> None:
        """
        Carry out what the pack does with who gives up, before anything that is asked now goes on.
        Nobody is asked meanwhile: all take their defaults.
        """
        gone, keeping = self.conceded, self.keeping
        waiting, asked = self.stack, self.choices
        self.stack, self.choices, self.keeping = (
            [(quitting, quitting.make_registers([seat + 1, 0, 0]), 0)],
            [],
            None,
        )
        self.conceded = (1 << self.seats) - 1
        run(self)
        self.conceded = gone | sum(1 << settled for settled, _ in self.settled)
        if self.is_over:
            return
        self.stack, self.choices, self.keeping = waiting, asked, keeping
        for choice in self.pending:  # of others who have settled by it
            if choice.seat != seat and self.has_conceded(choice.seat):
                self.answer_unchecked(choice.seat, choice.default)

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
        self.journal.append(make_entry(seat, HANDOVER))

    def lose_things(self, seat: int, things: Sequence[int], picked: int = -1) -> None:
        """
        Things of a stock are somebody's elsewhere, and in this match no more: what is asked about
        them is asked without them. `picked`: which option of the seat would have taken them; that
        is not offered again.

        :raises IllegalAnswer: the match is over.
        :raises ActionFailed: as in `answer`, where it goes on because nothing is left to choose.
        """
        self._lose_things(seat, (*GONE, picked, *things), ())

    def _lose_things(self, seat: int, entry: tuple[int, ...], known: tuple[LeftOut, ...]) -> None:
        """The same, without what is known to fail."""
        if self.is_over:
            raise IllegalAnswer("the match is over")
        carried = Carried(known, None, None)
        if FLOW not in known:
            _, picked, *things = entry
            take_out = partial(stock.take_out, self, things, seat, picked)
            carried = self.carry_out(seat, take_out, known)
        self._end_act(seat, entry, carried, withdrawn=False)

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
        last = len(choice.options) - 1
        wrong = [pick for pick in picks if not isinstance(pick, int) or not 0 <= pick <= last]
        if wrong or len(set(picks)) != len(picks):
            raise IllegalAnswer(f"an option is a number from 0 to {last}, each at most once")

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

    # -- when the flow fails -----------------------------------------------------------------------

    def _withdraw(self, seat: int, picks: tuple[int, ...]) -> bool:
        """Take an option that fails off the list; False when the choice cannot do without it."""
        position, choice = next((i, c) for i, c in enumerate(self.choices) if c.seat == seat)
        if len(picks) != 1 or choice.maximum != 1 or len(choice.options) < 2:
            return False
        options = choice.options[: picks[0]] + choice.options[picks[0] + 1 :]
        default = tuple(0 if d == picks[0] else d - (d > picks[0]) for d in choice.default)
        self.choices[position] = choice._replace(options=options, default=default)
        return True

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


def _flow_fails(carried: Carried) -> bool:
    """Whether the flow of the game has failed, now or in the match that is played again."""
    return carried.flow is not None or FLOW in carried.left_out
