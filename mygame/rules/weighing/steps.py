"""
A match told step by step, for who looks at it afterwards: how it stood, and what each answer did.

It knows no game. `steps_of_match` is a task for another process: the whole match is played again,
and at every answer that stands the view of those eyes is compared with the one before. A step is
the difference (JSON Patches), but the first one of each round is whole, and so is one of each
fifty, so that one can go anywhere without all those before it. Begin with `retell`.
"""

from __future__ import annotations

import gzip
from typing import Any, TypedDict

import orjson

from ..ground.difference import Patch, make_patch
from ..pack.definition import Pack
from ..playing.bots.worker import pack_in
from ..running import view
from ..running.choices import Choice
from ..running.journal import (
    CONCEDE,
    GONE,
    HANDOVER,
    Journal,
    LeftOut,
    is_answer,
    standing_answers,
)
from ..running.log import About
from ..running.match import Match
from ..running.state import ZONE, Context
from ..running.view import PublicView
from ..telling.causes import lines_with_causes
from ..telling.lately import Told, texts_in_view
from ..telling.text import Text

ALL = -1  # as eyes: those of every seat at once
Eyes = int | None  # a seat, `ALL`, or None: of somebody who only watches

WHOLE = 50  # steps after which one is whole again

DEEDS: dict[tuple[int, ...], str] = {CONCEDE: "concede", HANDOVER: "handover", GONE: "gone"}
NO_CARDS = ("", "number", "symbol", "text", "player", "definition")  # kinds of options


class Line(About):
    """A line of the log, as those eyes read it: numbered from 0, names and amounts, sentence."""

    number: int
    message: str
    text: str


class Step(TypedDict):
    """
    How the match stood after an answer. `number` counts from 0, the deal; `deed` is `answer`,
    `none` (nothing was chosen), `concede`, `handover` or `gone` (what was chosen has gone
    elsewhere, and is asked anew without it), of the deal nothing; `answer` what was
    chosen, in words: empty where those eyes do not know. `public` and `private` are whole or
    patches of those of the step before; private is what only the seat sees (None for other eyes).
    `told` has what texts of cards are then, by their numbers (`telling.lately`), in the same way.
    """

    number: int
    round: int
    seat: int | None
    deed: str | None
    prompt: str
    answer: str
    public: PublicView | Patch
    private: dict[str, Any] | Patch | None
    told: Told | Patch
    lines: list[Line]


def steps_of_match(
    folder: str,
    content: str,
    seats: int,
    seed: int,
    options: dict[str, Any],
    journal: Journal,
    eyes: Eyes,
    language: str,
    names: list[str],
) -> bytes:
    """
    The steps of a match of the pack in a folder, and where its rounds begin, as JSON, packed
    (gzip): `{"rounds": [{"round": 1, "step": 5}, ...], "steps": [Step, ...]}`.

    :raises LookupError: the folder holds other content than the hash says.
    :raises ValueError: the journal does not fit the pack, or there is no such seat.
    """
    pack = pack_in(folder, content)
    told = retell(pack, seats, seed, options, journal, eyes, Text(pack, language, names))
    return gzip.compress(orjson.dumps(told), 6)


def retell(
    pack: Pack,
    seats: int,
    seed: int,
    options: dict[str, Any],
    journal: Journal,
    eyes: Eyes,
    text: Text,
) -> dict[str, Any]:
    """The same of a loaded pack, as data."""
    if eyes is not None and eyes != ALL and not 0 <= eyes < seats:
        raise ValueError(f"there is no seat {eyes}")
    retelling = Retelling(Match.prepare(pack, seats, seed, options), eyes, text)
    for _, entry in standing_answers(journal):
        retelling.answer(*entry)
    return {"rounds": retelling.rounds, "steps": retelling.steps}


class Retelling:
    """A match that is played again, from before its first event."""

    def __init__(self, match: Match, eyes: Eyes, text: Text):
        self.match, self.eyes, self.text = match, eyes, text
        self.round, self.lines = 0, 0
        self.whole = 0  # the last step that is
        self.rounds: list[dict[str, int]] = []
        self.steps: list[Step] = []
        self.seen: tuple[PublicView, dict[str, Any] | None, Told] | None = None
        match.trace = self.trace
        match.begin()
        self.add_step(None, None, "", "")

    def trace(self, key: int, context: Context, *_: Any) -> None:
        """Every event of the match comes here: a round may begin."""
        begins = self.match.program.measures.round
        if begins is not None and begins.key == key and context[begins.what] != self.round:
            self.round = context[begins.what]
            self.rounds.append({"round": self.round, "step": len(self.steps)})
            self.seen = None

    def answer(self, seat: int, picks: tuple[int, ...], left_out: tuple[LeftOut, ...] = ()) -> None:
        """Carry out an entry of the journal that stands."""
        choice = self.match.choice_of(seat)
        prompt = self.text.prompt(choice, self.match) if choice is not None else ""
        deed = ("answer" if picks else "none") if is_answer(picks) else DEEDS[picks[:1]]
        told: list[str] = []
        if choice is not None and deed == "answer":
            told = [self.text.option(choice.options[pick], self.match) for pick in picks]
        known = choice is not None and self.is_answer_visible(choice, picks)
        self.match.apply(seat, picks, left_out)
        if not known and (choice is None or not self.is_answer_visible(choice, picks)):
            prompt, told = "", []
        self.add_step(seat, deed, prompt if told else "", self.text.name_some(told, len(told)))

    def is_answer_visible(self, choice: Choice, picks: tuple[int, ...]) -> bool:
        """Whether those eyes see now what was answered, before it is carried out or after that."""
        if self.eyes in (ALL, choice.seat) or not is_answer(picks):
            return True
        options = [choice.options[pick] for pick in picks]
        cards = [option.entity for option in options if option.kind not in NO_CARDS]
        if choice.together or any(option.kind == "definition" for option in options):
            return False
        sees, state = self.match.program.layout.sees, self.match.state
        return all(
            not self.match.is_card(card) or sees(self.eyes, state[card + ZONE])
            for card in (*cards, choice.subject)
        )

    def add_step(self, seat: int | None, deed: str | None, prompt: str, answer: str) -> None:
        """Note how the match stands now."""
        public, private = self.views()
        told = self.card_texts(public, private)
        seen, self.seen = self.seen, (public, private, told)
        if len(self.steps) - self.whole >= WHOLE:
            seen = None
        if seen is None:
            self.whole = len(self.steps)
        own = private if seen is None or private is None else make_patch(seen[1], private)
        self.steps.append(
            {
                "number": len(self.steps),
                "round": self.round,
                "seat": seat,
                "deed": deed,
                "prompt": prompt,
                "answer": answer,
                "public": public if seen is None else make_patch(seen[0], public),
                "private": own,
                "told": told if seen is None else make_patch(seen[2], told),
                "lines": self.new_lines(),
            }
        )

    def views(self) -> tuple[PublicView, dict[str, Any] | None]:
        """What those eyes see: the public part, and what a seat sees beside it."""
        public = view.public_view(self.match)
        if self.eyes is None:
            return public, None
        if self.eyes != ALL:
            own: dict[str, Any] = dict(view.private_view(self.match, self.eyes) or {})
            del own["choices"]  # what was asked is in `prompt`
            return public, own
        for seat in range(self.match.seats):
            whole = view.compose_view(public, view.private_view(self.match, seat))
            public = {**public, "players": whole["players"]}
        return public, None

    def card_texts(self, public: PublicView, private: Any) -> Told:
        """What the texts of cards are now, to those eyes."""
        if self.eyes is None:
            return texts_in_view(self.text, self.match, public, ())
        if self.eyes == ALL:
            return texts_in_view(self.text, self.match, public, range(self.match.seats))
        own: Any = {**private, "choices": []}
        return texts_in_view(self.text, self.match, view.compose_view(public, own), (self.eyes,))

    def new_lines(self) -> list[Line]:
        """What the log has got since the step before, as those eyes read it."""
        log = self.match.log or ()
        start, self.lines = self.lines, len(log)
        found: list[Line] = []
        everything = self.eyes == ALL
        lines = lines_with_causes(self.text, log[start:], self.eyes, everything)
        for number, (entry, told) in enumerate(lines, start):
            if told:
                known = everything or entry.seats is None or self.eyes in entry.seats
                about: About = entry.about() if known else {"args": []}
                found.append({"number": number, "message": entry.message, **about, "text": told})
        return found
