"""Playing a scenario: its beginning, its answers, its facts."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

from ..errors import ActionFailed, IllegalAnswer, RuleError
from ..match import Choice, Match
from ..pack import Pack
from .facts import Facts, matches
from .form import ScenarioError, known
from .given import MAX_DEFAULTS, Trace, begin


@dataclass(slots=True)
class Failure:
    """A fact that does not hold, or a scenario that cannot be played."""

    scenario: str
    place: str
    expected: Any
    found: Any

    def __str__(self) -> str:
        return f"{self.scenario}: {self.place}: expected {self.expected}, found {self.found}"


@dataclass(slots=True)
class Outcome:
    """What became of one scenario."""

    name: str
    file: str
    failures: list[Failure] = field(default_factory=list)


class Player:
    """Plays one scenario."""

    watch: type[Trace] = Trace

    def __init__(self, pack: Pack, scenario: dict):
        self.pack = pack
        self.scenario = scenario
        self.name = str(scenario.get("name", "a scenario without a name"))
        self.failures: list[Failure] = []
        self.match: Match

    def play(self) -> list[Failure]:
        """All failures; empty when the scenario holds."""
        try:
            known(self.scenario, "scenario", "the scenario")
            self.start()
            for number, step in enumerate(self.scenario.get("when", [])):
                self.step(f"when[{number}]", step)
            self.check("then", self.scenario.get("then", {}))
        except ScenarioError as error:
            self.failures.append(
                Failure(self.name, "cannot be played", "a legal scenario", str(error))
            )
        except (ActionFailed, RuleError, IllegalAnswer) as error:
            self.failures.append(
                Failure(self.name, "went wrong", "no failure", f"{type(error).__name__}: {error}")
            )
        return self.failures

    def start(self) -> None:
        """Begin the match, and look at it."""
        self.trace = begin(self.pack, self.scenario, self.watch)
        self.match, self.events = self.trace.match, self.trace.events
        self.facts = Facts(self.match, self.events)
        self.names = self.facts.names

    # -- answers -----------------------------------------------------------------------------------

    def step(self, place: str, step: Any) -> None:
        if not isinstance(step, dict):
            raise ScenarioError(
                f"{place}: a step is an object such as {{choose: play, card: ember}}"
            )
        known(step, "step", place)
        if "until" in step:
            self.until(place, step["until"])
        elif "default" in step:
            for _ in range(int(step["default"])):
                self.answer(place, self.pending(place, step), None)
        elif "concede" in step:
            self.match.concede(int(step["concede"]))
        elif "refused" in step:
            self.refused(f"{place}.refused", self.pending(place, step), step["refused"])
        elif "choose" in step or "pick" in step:
            choice = self.pending(place, step)
            self.answer(place, choice, self.picks(place, choice, step))
        if "then" in step:
            self.check(f"{place}.then", step["then"])

    def refused(self, place: str, choice: Choice, answer: Any) -> None:
        """
        An option that is not offered (`"play ember"`), or an answer that is not legal (`{"pick":
        []}`).
        """
        offered = [self.names.option_text(option) for option in choice.options]
        try:
            if isinstance(answer, dict):
                self.match.check(choice.seat, self.picks(place, choice, answer))
            elif answer not in offered:
                return
        except (ScenarioError, IllegalAnswer):
            return
        wanted = json.dumps(answer, ensure_ascii=False)
        self.failures.append(Failure(self.name, place, f"{wanted} refused", ", ".join(offered)))

    def pending(self, place: str, step: dict) -> Choice:
        seat = step.get("by")
        choices = [c for c in self.match.pending if seat is None or c.seat == seat]
        if not choices:
            asked = (
                ", ".join(f"seat {c.seat} ({c.prompt})" for c in self.match.pending)
                or "nobody: the match is over"
            )
            raise ScenarioError(f"{place}: seat {seat} is not asked anything; asked is {asked}")
        return choices[0]

    def picks(self, place: str, choice: Choice, step: dict) -> tuple[int, ...]:
        if "pick" in step:
            wanted = step["pick"] if isinstance(step["pick"], list) else [step["pick"]]
            found: list[int] = []
            for item in wanted:
                index = next(
                    (
                        i
                        for i, o in enumerate(choice.options)
                        if i not in found and self.names.fits(o, item)
                    ),
                    None,
                )
                if index is None:
                    raise self.not_offered(place, choice, item)
                found.append(index)
            return tuple(found)
        about = next(
            (step[key] for key in ("card", "player", "number", "symbol") if key in step), None
        )
        for index, option in enumerate(choice.options):
            if option.word == step["choose"] and (about is None or self.names.fits(option, about)):
                return (index,)
        raise self.not_offered(
            place, choice, step["choose"] if about is None else f"{step['choose']} {about}"
        )

    def not_offered(self, place: str, choice: Choice, wanted: Any) -> ScenarioError:
        offered = ", ".join(self.names.option_text(option) for option in choice.options)
        return ScenarioError(
            f"{place}: seat {choice.seat} ({choice.prompt}) is not offered {wanted}; "
            f"offered are {offered}"
        )

    def answer(self, place: str, choice: Choice, picks: tuple[int, ...] | None) -> None:
        try:
            self.match.answer(choice.seat, choice.default if picks is None else picks)
        except IllegalAnswer as error:
            raise ScenarioError(f"{place}: {error}") from error

    def until(self, place: str, wanted: dict) -> None:
        """Default answers until somebody is asked this, or an event has happened."""
        for key in wanted.keys() - {"prompt", "by", "event", "over"}:
            raise ScenarioError(f"{place}.until has prompt, by, event and over, not {key}")
        before = self.events.get(wanted.get("event", ""), 0)
        for _ in range(MAX_DEFAULTS):
            if wanted.get("over") and self.match.over:
                return
            if "event" in wanted and self.events.get(wanted["event"], 0) > before:
                return
            if not self.match.pending:
                break
            choice = self.match.pending[0]
            if (
                "prompt" in wanted
                and choice.prompt == wanted["prompt"]
                and wanted.get("by") in (None, choice.seat)
            ):
                return
            self.answer(place, choice, None)
        raise ScenarioError(f"{place}: {json.dumps(wanted)} was never reached by default answers")

    def check(self, place: str, facts: dict) -> None:
        """Compare each fact with what is found."""
        for path, expected in facts.items():
            if path == "comment":
                continue
            found = self.facts.find(f"{place}.{path}", path)
            if not matches(found, expected):
                self.failures.append(
                    Failure(
                        self.name,
                        f"{place}.{path}",
                        json.dumps(expected, ensure_ascii=False),
                        json.dumps(found, ensure_ascii=False),
                    )
                )
