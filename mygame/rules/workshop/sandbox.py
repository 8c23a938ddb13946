"""
Trying a card: a match from a situation that one lays out, told step by step.

A `Situation` is plain data: a scenario's beginning (`rules.scenario`) and the answers given since.
So it can be kept, sent, taken back answer by answer, begun anew with another beginning, and written
down as a scenario (`export_scenario`). `play_situation` is the task of a process beside the server:
it carries a situation out and tells what its last answers did (`tracing`). Begin there.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, partial
from typing import Any, NamedTuple, TypedDict

from ..ground.errors import ActionFailed, IllegalAnswer, PackError, RuleError
from ..ground.processes import ending_after
from ..pack import Pack
from ..playing.bots import native
from ..playing.bots.worker import pack_in
from ..running.choices import Choice
from ..running.match import Match
from ..scenario.form import ScenarioError
from ..scenario.given import Trace, begin_scenario
from ..telling.text import Text
from .problems import in_language
from .tracing import Step, Tracer, Watched

MAX_ANSWERS = 400  # of one situation
MAX_BOT_ANSWERS = 200  # before a person is asked again
WATCHED = 4  # packs that are kept compiled so

Answer = tuple[int, tuple[int, ...] | None]  # a seat and its picks; None: the default


class Situation(TypedDict):
    """`scenario` has seats, seed, options and given; `bots` the seats they play, by kind."""

    scenario: dict[str, Any]
    answers: list[Answer]
    bots: dict[int, str]


class Shown(NamedTuple):
    """
    What has become of a situation. `saved` is the match as it stands, `answers` are all that were
    given, those of bots too; `steps` what the new ones did; `refused` the answer that is not
    possible, and why.
    """

    saved: bytes
    answers: list[Answer]
    steps: list[Step]
    left_out: int
    refused: str


@lru_cache(WATCHED)
def watched_pack(folder: str, content: str) -> Watched:
    """The pack in a folder, compiled so that it tells what it does; `content` as in `pack_in`."""
    return Watched(folder)


def prepare_telling(folder: str, content: str) -> None:
    """Compile a pack ahead so that what answers do can be told: half of what a start would take."""
    watched_pack(folder, content)


def run_within(seconds: float, task: Callable[..., Any], *job: Any) -> tuple[Any, str]:
    """
    The result of a task of this module or of its neighbours, or why there is none as a sentence.
    After so many seconds the process ends.
    """
    with ending_after(seconds):
        try:
            return task(*job), ""
        except (ScenarioError, PackError, ActionFailed, RuleError) as error:
            return None, str(error)


def play_situation(
    folder: str,
    content: str,
    situation: Situation,
    since: int,
    language: str,
    names: list[str],
) -> Shown:
    """
    Carry out a situation of the pack in a folder; what its answers from number `since` on did is
    told. An answer that does not fit any more ends it there.

    :raises ScenarioError: its beginning cannot be had.
    :raises LookupError: the folder holds other content than the hash says.
    """
    pack = pack_in(folder, content)
    played = Played(pack, situation["scenario"])
    for answer in situation["answers"][:MAX_ANSWERS]:
        if not played.take_answer(answer):
            break
    played.let_bots_play(situation["bots"])
    steps: list[Step] = []
    left_out = 0
    if len(played.answers) > since:
        watched = watched_pack(folder, content)
        steps, left_out = steps_of(watched, situation, played, since, language, names)
    match = played.match
    return Shown(match.save(journal=False), played.answers, steps, left_out, played.refused)


class Played:
    """A situation that is carried out, answer by answer."""

    def __init__(self, pack: Pack, scenario: dict[str, Any], watch: type[Trace] = Trace):
        self.trace = begin_scenario(pack, scenario, watch)
        self.match: Match = self.trace.match
        self.answers: list[Answer] = []
        self.refused = ""
        self.failure: ActionFailed | None = None  # of the last answer

    def take_answer(self, answer: Answer) -> bool:
        """Carry out an answer; False, and `refused` says why, where it cannot be."""
        seat, picks = answer
        choice = self.match.choice_of(seat)
        self.failure = None
        try:
            if choice is None:
                raise IllegalAnswer(
                    "the match is over" if self.match.is_over else "nobody asks that"
                )
            given = choice.default if picks is None else tuple(picks)
            self.match.answer(seat, given)
        except ActionFailed as error:
            self.failure = error
        except IllegalAnswer as error:
            self.refused = str(error)
            return False
        self.trace.names.update_copies()
        self.answers.append((seat, given))
        return True

    def let_bots_play(self, kinds: dict[int, str]) -> None:
        """Bots answer until somebody else is asked."""
        made = {seat: native.make_bot(kind, seat + 1, waits=False) for seat, kind in kinds.items()}
        for _ in range(MAX_BOT_ANSWERS):
            asked = next((each for each in self.match.pending if each.seat in made), None)
            if asked is None or len(self.answers) >= MAX_ANSWERS:
                return
            thinking = self.match.clone()
            picks = made[asked.seat].choose(thinking, asked.seat)
            if not self.take_answer((asked.seat, tuple(picks))):
                return


def steps_of(
    watched: Watched,
    situation: Situation,
    played: Played,
    since: int,
    language: str,
    names: list[str],
) -> tuple[list[Step], int]:
    """What the answers of a played situation did, from number `since` on."""
    text = Text(watched.pack, language, names)
    again = Played(watched.pack, situation["scenario"], Tracer.for_pack(watched, text))
    tracer = again.trace
    assert isinstance(tracer, Tracer)  # noqa: S101 (for mypy: it was asked for)
    steps: list[Step] = []
    left_out = 0
    for number, answer in enumerate(played.answers):
        choice = again.match.choice_of(answer[0])
        if number < since or choice is None:
            again.take_answer(answer)
            continue
        steps.append(_answer_step(text, again.match, choice, answer))
        steps += tracer.trace_steps(partial(again.take_answer, answer))
        left_out += tracer.left_out
        if again.failure is not None:
            card = again.failure.card
            why = in_language(again.failure.reason, language)
            steps.append(_make_step("failed", text.card(card) if card else "", why))
    return steps, left_out


def _answer_step(text: Text, match: Match, choice: Choice, answer: Answer) -> Step:
    """Who answers what, as a step."""
    seat, picks = answer
    options = [text.option(choice.options[pick], match) for pick in picks or ()]
    told = text.name_some(options, len(options)) if options else "-"
    return _make_step("answer", text.player(seat), told, [("prompt", text.prompt(choice, match))])


def _make_step(
    what: str, card: str = "", text: str = "", values: list[tuple[str, str]] | None = None
) -> Step:
    return {"what": what, "card": card, "text": text, "values": values or [], "deep": 1}
