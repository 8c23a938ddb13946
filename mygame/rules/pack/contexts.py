"""What a pack declares with a context: events, timings, and the questions that cards answer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..ground.data import Json
from ..ground.errors import suggest
from ..language.declared import Declarations, Declared, Question
from ..language.expressions import NAME
from ..language.scope import ANYWHERE
from ..running.state import SINGULAR

CONTEXT_TYPES = (
    "number",
    "player",
    "card",
    "entity",
    "symbol",
    "boolean",
    "any",
    "cards",
    "players",
    "symbols",
    "entities",
    "definition",
    "definitions",
)
TYPES_OF_ANSWERS = (
    *("boolean", "number", "player", "card", "entity", "definition"),
    *("players", "cards", "entities", "definitions"),
)
TAKEN = (*ANYWHERE, "match")  # names that mean something in every answer

Tell = Callable[[str, str], None]
Context = dict[str, tuple[str, tuple[str, ...]]]


def declare_events(declared: Declarations, raw: dict[str, Any], problem: Tell) -> None:
    """The events and the timings."""
    for section, table in (("events", declared.events), ("timings", declared.timings)):
        for name, spec in raw[section].items():
            context = _read_context(f"{section}.{name}", spec, problem)
            aliases, parts = tuple(spec.get("aliases", ())), spec.get("contextAliases", {})
            subject = spec.get("subject")
            if subject is not None and subject not in context:
                problem(f"{section}.{name}.subject", f"{subject} is not in its context")
            table.declare(Declared(name, len(table), context, aliases, dict(parts), subject))


def declare_questions(declared: Declarations, section: dict[str, Any], problem: Tell) -> None:
    """The questions."""
    for name, spec in section.items():
        place = f"questions.{name}"
        if not NAME.fullmatch(name):
            problem(place, "a question needs a name of letters and digits")
            continue
        context = _read_context(place, spec, problem)
        for key in context:
            if key in TAKEN or not NAME.fullmatch(key):
                message = f"what a question gives is not called {key}, which means something else"
                problem(f"{place}.context.{key}", message)
        domain: tuple[str, ...] = ()
        type = spec.get("type", "boolean")
        if isinstance(type, list):
            type, domain = "symbol", tuple(map(str, type))
        elif type not in TYPES_OF_ANSWERS:
            problem(f"{place}.type", f"there is no type {type!r}{suggest(type, TYPES_OF_ANSWERS)}")
            continue
        question = Question(name, len(declared.questions), context, type=type, domain=domain)
        question.default = _read_default(declared, question, spec.get("default"), problem)
        declared.questions[name] = question


def _read_default(
    declared: Declarations, question: Question, given: Json, problem: Tell
) -> int | tuple[int, ...]:
    """What counts where a card answers nothing: no, 0, nobody, nothing unless it is declared."""
    place, type = f"questions.{question.name}.default", question.type
    if type == "symbol":
        if given not in question.domain:
            problem(place, f"one of {', '.join(question.domain)} belongs here, not {given!r}")
        return declared.symbol(str(given))
    if given is None:
        return () if type in SINGULAR else 0
    if type == "definition" and given in declared.catalogue.definitions:
        return declared.symbol(str(given))
    if type == "number" and isinstance(given, int):
        return int(given)
    if type == "boolean" and given in (0, 1):
        return int(given)
    if type == "definition":
        problem(place, f"no card has the id {given}")
    else:
        usual = {"number": "a number", "boolean": "true or false"}.get(type, "nothing")
        problem(place, f"{usual} belongs here, not {given!r}")
    return () if type in SINGULAR else 0


def _read_context(place: str, spec: dict[str, Any], problem: Tell) -> Context:
    """The types of the values of a context by name."""
    context: Context = {}
    for key, type in (spec.get("context") or {}).items():
        if isinstance(type, list):
            context[key] = ("symbol", tuple(type))
        elif type in CONTEXT_TYPES:
            context[key] = (type, ())
        else:
            known = suggest(type, CONTEXT_TYPES)
            problem(f"{place}.context.{key}", f"there is no type {type!r}{known}")
    return context
