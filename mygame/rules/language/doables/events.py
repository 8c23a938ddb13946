"""Events: firing, changing and cancelling them."""

from __future__ import annotations

from typing import Any

from ...ground.errors import instead
from ...running.events import SUBJECT_SHIFT
from ..emitter import Emitter
from ..schema import Param, doable
from ..source import SINGULAR, Expr, tuple_source


def context_source(c: Emitter, declared: Any, given: dict) -> list[str]:
    """The values of a context in the declared order."""
    if not isinstance(given, dict):
        c.problem("with is an object of the context's values")
        return ["0"] * len(declared.context)
    aliases = declared.context_aliases
    given = {aliases.get(key, key): value for key, value in given.items()}
    for key in given.keys() - declared.context.keys():
        known = instead(key, declared.context, "it has")
        c.problem(f"{declared.name} has no {key} in its context{known}")
    values = []
    for key, (type, _) in declared.context.items():
        if key not in given:
            c.problem(f"{declared.name} needs {key} ({type})")
            values.append("0")
            continue
        if type in SINGULAR:
            many = c.entities(given[key], "entities", f".{key}")
            ids = type == "symbols" and many.type == "cards"
            values.append(f"tuple([v[t] for t in {many.src}])" if ids else many.held)
        else:
            values.append(c.value(given[key], type, f".{key}").src)
    return values


def event_key(c: Emitter, event: Any, when: Any) -> tuple[Any, int]:
    declared = c.compiler.pack.event(event)
    if declared is None:
        c.problem(f"there is no event {event!r}{instead(event, c.compiler.pack.events)}", ".event")
    if when not in ("before", "after"):
        c.problem("when is before or after", ".when")
    return declared, (2 * declared.index if declared else 0) + (when == "before")


@doable(
    "fire",
    source="seed 000, TriggerEvent",
    event="raw",
    when=Param("raw", "after"),
    **{"with": Param("raw", None)},
)
def fire(c: Emitter, node: dict, event: Any, when: Any, **rest: Any) -> None:
    """
    Let an event be heard. Its triggers finish before the next doable. `{id.<context>}` is the
    context as they left it, `{id.cancelled}` and `{id.countered}` what they decided.
    """
    declared, key = event_key(c, event, when)
    if declared is None:
        return
    context = context_source(c.at(".with"), declared, rest["with"] or {})
    parts = {
        name: (i, type, domain) for i, (name, (type, domain)) in enumerate(declared.context.items())
    }
    parts["cancelled"] = (len(context), "boolean", ())
    parts["countered"] = (len(context) + 1, "boolean", ())
    register, family = c.name_result(node, parts)
    subject = (
        "0" if declared.subject is None else context[list(declared.context).index(declared.subject)]
    )
    heard = tuple_source([*context, "0", "0"])
    call = f"m.fire({key}, {heard}, {subject}, {register}, {family})"
    if family != "None":
        c.suspend(call)
        return
    listening = f"{key} in m.listeners or m.trace is not None"
    if declared.subject is not None:
        shift = f"{key} + {SUBJECT_SHIFT} * ({subject})"
        listening += f" or ({subject}) > 0 and {shift} in m.listeners"
    c.suspend_if(listening, call, f"r[{register}] = {heard}" if register >= 0 else "")


@doable("counter", source="seed 000, counter")
def counter(c: Emitter, node: dict) -> None:
    """Mark what the event is about as countered: its effects do not happen."""
    c.line("m.mark_event(-1)")


@doable("cancel", source="DESIGN 3, events")
def cancel(c: Emitter, node: dict) -> None:
    """What is about to happen does not happen; no further trigger hears of it."""
    c.line("m.mark_event(-2)")


@doable("change", source="DESIGN 3, events", value="raw", to="any")
def change(c: Emitter, node: dict, value: Any, to: Expr) -> None:
    """Change a value in the context of what is about to happen, such as the amount of a damage."""
    event = c.scope.event
    name = event.context_aliases.get(value, value) if event is not None else value
    if event is None or name not in event.context:
        c.problem(
            f"change stands in a trigger and names a value of its event's context, not {value!r}"
        )
        return
    index = list(event.context).index(name)
    c.line(f"r[{c.scope.context_at + index}] = m.change_event({index}, {to.single.src})")
