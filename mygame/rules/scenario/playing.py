"""Playing a scenario: its beginning, its answers, its facts."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from ..ground.data import Json
from ..ground.errors import ActionFailed, IllegalAnswer, RuleError
from ..ground.places import Path
from ..pack import Pack
from ..running.choices import Choice
from ..running.match import Match
from .facts import Facts
from .form import ABOUT, ScenarioError, problems, short, written
from .given import MAX_DEFAULTS, Trace, begin
from .sorts import holds
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
        return ": ".join(filter(None, (self.scenario, written(self.path), self.sentence)))


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

    watch: type[Trace] = Trace

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
        for path, sentence in problems(self.scenario):
            self.fail(path, sentence)
        if self.failures:
            return self.failures
        try:
            self.start()
            for number, step in enumerate(self.scenario.get("when", [])):
                self.at = ("when", number)
                self.step(self.at, step)
            self.at = ("then",)
            self.check(self.at, self.scenario.get("then", {}))
        except ScenarioError as error:
            self.fail(error.path or self.at, error.sentence)
        except (ActionFailed, RuleError, IllegalAnswer) as error:
            self.fail(self.at, f"this fails: {error}")
        except Exception as error:  # noqa: BLE001 (whatever a card does, the next scenario is played)
            self.fail(self.at, f"this fails: {type(error).__name__}: {error}")
        if self.transcript is not None:
            self.transcript.end()
        return self.failures

    def fail(self, path: Path, sentence: str) -> None:
        self.failures.append(Failure(self.name, path, sentence))

    def start(self) -> None:
        """Begin the match, and look at it."""
        self.at = ("given",)
        self.trace = begin(self.pack, self.scenario, self.watch)
        self.match, self.events = self.trace.match, self.trace.events
        self.names = self.trace.names
        self.facts = Facts(self.names, self.events)
        if self.verbose:
            self.transcript = Transcript(self.names)

    # -- answers -----------------------------------------------------------------------------------

    def step(self, path: Path, step: dict[str, Any]) -> None:
        match step:
            case {"until": wanted}:
                self.until((*path, "until"), wanted)
            case {"default": times}:
                for _ in range(times):
                    self.answer(path, self.pending(path, step), None)
            case {"concede": seat}:
                self.match.concede(self.names.seat(seat))
                self.names.update()
            case {"refused": answer}:
                self.refused((*path, "refused"), self.pending(path, step), answer)
            case {"choose": _} | {"pick": _}:
                choice = self.pending(path, step)
                self.answer(path, choice, self.picks(path, choice, step))
        if "then" in step:
            self.check((*path, "then"), step["then"])

    def refused(self, path: Path, choice: Choice, answer: Json) -> None:
        """
        An option that is not offered (`"play ember"`), or an answer that is not legal (`{"pick":
        []}`).
        """
        self.at = path
        try:
            if isinstance(answer, dict):
                self.match.check(choice.seat, self.picks(path, choice, answer))
            elif not any(map(self.names.option(answer), choice.options)):
                self.names.expect(answer)
                return
        except (NotOffered, IllegalAnswer):
            return
        self.fail(path, f"expected {short(answer)} refused, found {self.offered(choice)}")

    def offered(self, choice: Choice) -> str:
        return ", ".join(self.names.option_text(option) for option in choice.options)

    def pending(self, path: Path, step: dict[str, Any]) -> Choice:
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

    def picks(self, path: Path, choice: Choice, step: dict[str, Any]) -> tuple[int, ...]:
        """The options that a step names, by index."""
        if "choose" in step:
            return (self.chosen(path, choice, step),)
        wanted = step["pick"] if isinstance(step["pick"], list) else [step["pick"]]
        found: list[int] = []
        for item in wanted:
            fits = self.names.picked(choice, item)
            indices = [i for i, o in enumerate(choice.options) if i not in found and fits(o)]
            if not indices:
                raise self.not_offered(path, choice, item)
            found.append(self.names.one(choice, indices, item))
        return tuple(found)

    def chosen(self, path: Path, choice: Choice, step: dict[str, Any]) -> int:
        """The option of a menu that a step names."""
        word = step["choose"]
        kinds = self.names.words.option(word)
        about = next((step[key] for key in ABOUT if key in step), None)
        fits = None if about is None else self.names.about(kinds, about)
        told = word if about is None else f"{word} {about}"
        indices = [
            index
            for index, option in enumerate(choice.options)
            if option.word == word and (fits is None or fits(option))
        ]
        if not indices:
            raise self.not_offered(path, choice, told)
        return self.names.one(choice, indices, told)

    def not_offered(self, path: Path, choice: Choice, wanted: Json) -> NotOffered:
        return NotOffered(
            f"seat {choice.seat} ({choice.prompt}) is not offered {wanted}; "
            f"offered are {self.offered(choice)}",
            path,
        )

    def answer(self, path: Path, choice: Choice, picks: tuple[int, ...] | None) -> None:
        """Answer a choice, by default if there are no picks."""
        if self.transcript is not None:
            self.transcript.answered(choice, picks)
        try:
            self.match.answer(choice.seat, choice.default if picks is None else picks)
        except IllegalAnswer as error:
            raise ScenarioError(str(error), path) from error
        self.names.update()
        if self.transcript is not None:
            self.transcript.logged()

    def until(self, path: Path, wanted: dict[str, Any]) -> None:
        """Default answers until somebody is asked this, or an event has happened."""
        self.at, words = path, self.names.words
        event = words.event(wanted["event"]) if "event" in wanted else ""
        prompt = words.prompt(wanted["prompt"]) if "prompt" in wanted else None
        if "by" in wanted:
            self.names.seat(wanted["by"])
        before = self.events.get(event, 0)
        for _ in range(MAX_DEFAULTS):
            if "over" in wanted and self.match.over:
                return
            if event and self.events.get(event, 0) > before:
                return
            if not self.match.pending:
                break
            choice = self.match.pending[0]
            if choice.prompt == prompt and wanted.get("by") in (None, choice.seat):
                return
            self.answer(path, choice, None)
        raise ScenarioError(f"{short(wanted)} was never reached by default answers", path)

    def check(self, path: Path, facts: dict[str, Any]) -> None:
        """Compare each fact with what is found."""
        for name, expected in facts.items():
            if name == "comment":
                continue
            try:
                fact, wanted = self.facts.compare(name, expected)
                if not holds(fact, wanted):
                    found = short(fact.shown, MAX_SHOWN)
                    told = f"expected {short(expected, MAX_SHOWN)}, found {found}"
                    self.fail((*path, name), told)
            except ScenarioError as error:
                self.fail((*path, name), error.sentence)
