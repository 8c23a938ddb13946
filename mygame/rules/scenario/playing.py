"""Playing a scenario: its beginning, its answers, its facts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from ..ground.data import Json
from ..ground.errors import ActionFailed, IllegalAnswer, RuleError
from ..ground.places import Path
from ..pack import Pack
from ..running.choices import Choice
from ..running.match import Match
from .facts import Facts
from .form import ABOUT, ScenarioError, form_problems, path_text, shorten
from .given import MAX_DEFAULTS, Trace, begin_scenario
from .sorts import fact_holds
from .transcript import Transcript

MAX_SHOWN = 1_000  # characters of what was expected, and of what was found


class NotOffered(ScenarioError):
    """An answer that exists, and is not among the options of a choice."""


@dataclass(slots=True)
class Failure:
    """A fact that does not hold, or what is wrong with a scenario, and where in it."""

    scenario: str
    path: Path
    sentence: str

    def __str__(self) -> str:
        return ": ".join(filter(None, (self.scenario, path_text(self.path), self.sentence)))


@dataclass(slots=True)
class Outcome:
    """What became of one scenario of a file, and of its failures the lines of the file."""

    name: str
    file: str
    failures: list[Failure] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)
    transcript: list[str] = field(default_factory=list)


class Player:
    """Plays one scenario; with `verbose` its `transcript` tells what was asked and answered."""

    watch: Callable[[Match], Trace] = Trace

    def __init__(self, pack: Pack, scenario: dict[str, Any], verbose: bool = False):
        self.pack = pack
        self.scenario = scenario
        name = scenario.get("name") if isinstance(scenario, dict) else None
        self.name = name if isinstance(name, str) else "a scenario without a name"
        self.failures: list[Failure] = []
        self.verbose = verbose
        self.transcript: Transcript | None = None
        self.at: Path = ()  # what is carried out now
        self.match: Match

    def play(self) -> list[Failure]:
        """All failures; empty when the scenario holds."""
        for path, sentence in form_problems(self.scenario):
            self.add_failure(path, sentence)
        if self.failures:
            return self.failures
        try:
            self.start()
            for number, step in enumerate(self.scenario.get("when", [])):
                self.at = ("when", number)
                self.play_step(self.at, step)
            self.at = ("then",)
            self.check_facts(self.at, self.scenario.get("then", {}))
        except ScenarioError as error:
            self.add_failure(error.path or self.at, error.sentence)
        except (ActionFailed, RuleError, IllegalAnswer) as error:
            self.add_failure(self.at, f"this fails: {error}")
        except Exception as error:  # noqa: BLE001 (whatever a card does, the next scenario is played)
            self.add_failure(self.at, f"this fails: {type(error).__name__}: {error}")
        if self.transcript is not None:
            self.transcript.add_end()
        return self.failures

    def add_failure(self, path: Path, sentence: str) -> None:
        self.failures.append(Failure(self.name, path, sentence))

    def start(self) -> None:
        """Begin the match, and look at it."""
        self.at = ("given",)
        self.trace = begin_scenario(self.pack, self.scenario, self.watch)
        self.match, self.events = self.trace.match, self.trace.events
        self.names = self.trace.names
        self.facts = Facts(self.names, self.events)
        if self.verbose:
            self.transcript = Transcript(self.names)

    # -- answers -----------------------------------------------------------------------------------

    def play_step(self, path: Path, step: dict[str, Any]) -> None:
        match step:
            case {"until": wanted}:
                self.answer_until((*path, "until"), wanted)
            case {"default": times}:
                for _ in range(times):
                    self.answer(path, self.choice_of_step(path, step), None)
            case {"concede": seat}:
                self.concede(self.names.seat(seat))
                self.names.update_copies()
            case {"refused": answer}:
                self.check_refused((*path, "refused"), self.choice_of_step(path, step), answer)
            case {"choose": _} | {"pick": _}:
                choice = self.choice_of_step(path, step)
                self.answer(path, choice, self.picks_of_step(path, choice, step))
        if "then" in step:
            self.check_facts((*path, "then"), step["then"])

    def check_refused(self, path: Path, choice: Choice, answer: Json) -> None:
        """
        An option that is not offered (`"play ember"`), or an answer that is not legal (`{"pick":
        []}`).
        """
        self.at = path
        try:
            if isinstance(answer, dict):
                self.match.check_answer(choice.seat, self.picks_of_step(path, choice, answer))
            elif not any(map(self.names.options_meant(answer), choice.options)):
                self.names.check_in_play(answer)
                return
        except (NotOffered, IllegalAnswer):
            return
        self.add_failure(
            path, f"expected {shorten(answer)} refused, found {self.options_text(choice)}"
        )

    def options_text(self, choice: Choice) -> str:
        return ", ".join(self.names.option_text(option) for option in choice.options)

    def choice_of_step(self, path: Path, step: dict[str, Any]) -> Choice:
        """What is asked now, of the seat that the step says."""
        seat = step.get("by")
        if seat is not None:
            self.names.seat(seat)
        choices = [c for c in self.match.pending if seat is None or c.seat == seat]
        if choices:
            return choices[0]
        if not self.match.pending:
            raise ScenarioError("nobody is asked anything, for the match is over", path)
        asked = ", ".join(f"seat {c.seat} ({c.prompt})" for c in self.match.pending)
        raise ScenarioError(f"seat {seat} is not asked anything; asked is {asked}", path)

    def picks_of_step(self, path: Path, choice: Choice, step: dict[str, Any]) -> tuple[int, ...]:
        """The options that a step names, by index."""
        if "choose" in step:
            return (self.option_of_step(path, choice, step),)
        wanted = step["pick"] if isinstance(step["pick"], list) else [step["pick"]]
        found: list[int] = []
        for item in wanted:
            fits = self.names.items_meant(choice, item)
            indices = [i for i, o in enumerate(choice.options) if i not in found and fits(o)]
            if not indices:
                raise self.not_offered(path, choice, item)
            found.append(self.names.only_option(choice, indices, item))
        return tuple(found)

    def option_of_step(self, path: Path, choice: Choice, step: dict[str, Any]) -> int:
        """The option of a menu that a step names."""
        word = step["choose"]
        kinds = self.names.words.kinds_of_option(word)
        about = next((step[key] for key in ABOUT if key in step), None)
        fits = None if about is None else self.names.options_about(kinds, about)
        told = word if about is None else f"{word} {about}"
        indices = [
            index
            for index, option in enumerate(choice.options)
            if option.word == word and (fits is None or fits(option))
        ]
        if not indices:
            raise self.not_offered(path, choice, told)
        return self.names.only_option(choice, indices, told)

    def not_offered(self, path: Path, choice: Choice, wanted: Json) -> NotOffered:
        return NotOffered(
            f"seat {choice.seat} ({choice.prompt}) is not offered {wanted}; "
            f"offered are {self.options_text(choice)}",
            path,
        )

    def answer(self, path: Path, choice: Choice, picks: tuple[int, ...] | None) -> None:
        """Answer a choice, by default if there are no picks."""
        if self.transcript is not None:
            self.transcript.add_answer(choice, picks)
        try:
            self.take_answer(choice.seat, choice.default if picks is None else picks)
        except IllegalAnswer as error:
            raise ScenarioError(str(error), path) from error
        self.names.update_copies()
        if self.transcript is not None:
            self.transcript.add_log_lines()

    def take_answer(self, seat: int, picks: tuple[int, ...]) -> None:
        """Let the match take an answer."""
        self.match.answer(seat, picks)

    def concede(self, seat: int) -> None:
        """Let a seat give up."""
        self.match.concede(seat)

    def answer_until(self, path: Path, wanted: dict[str, Any]) -> None:
        """Default answers until somebody is asked this, or an event has happened."""
        self.at, words = path, self.names.words
        event = words.find_event(wanted["event"]) if "event" in wanted else ""
        prompt = words.find_prompt(wanted["prompt"]) if "prompt" in wanted else None
        if "by" in wanted:
            self.names.seat(wanted["by"])
        before = self.events.get(event, 0)
        for _ in range(MAX_DEFAULTS):
            if "over" in wanted and self.match.is_over:
                return
            if event and self.events.get(event, 0) > before:
                return
            if not self.match.pending:
                break
            choice = self.match.pending[0]
            if choice.prompt == prompt and wanted.get("by") in (None, choice.seat):
                return
            self.answer(path, choice, None)
        raise ScenarioError(f"{shorten(wanted)} was never reached by default answers", path)

    def check_facts(self, path: Path, facts: dict[str, Any]) -> None:
        """Compare each fact with what is found."""
        for name, expected in facts.items():
            if name == "comment":
                continue
            try:
                fact, wanted = self.facts.compare(name, expected)
                if not fact_holds(fact, wanted):
                    found = shorten(fact.shown, MAX_SHOWN)
                    told = f"expected {shorten(expected, MAX_SHOWN)}, found {found}"
                    self.add_failure((*path, name), told)
            except ScenarioError as error:
                self.add_failure((*path, name), error.sentence)
