"""
Events, timings and questions: finding them by name, filling their contexts, and what their contexts
name.

`{onBuy.price}` in a trigger is a part of the binding that `bind_context` makes. Part of the reader,
like `references`.
"""

from __future__ import annotations

from ..ground.errors import suggest
from ..running.state import SINGULAR
from .declared import Declared, Question
from .reading import Reading
from .tree import Binding, Context, Node, Place, Reference, empty_node


def find_event(reader: Reading, name: object) -> Declared | None:
    """An event by any of its names; None, and a problem, if there is none."""
    declared = reader.declarations.event(name)
    if declared is None:
        known = suggest(name, reader.declarations.events)
        reader.problem(f"there is no event {name!r}{known}")
    return declared


def find_timing(reader: Reading, name: object) -> Declared | None:
    """Likewise, a timing."""
    declared = reader.declarations.timing(name)
    if declared is None:
        known = suggest(name, reader.declarations.timings)
        reader.problem(f"there is no timing {name!r}{known}")
    return declared


def find_question(reader: Reading, name: object) -> Question | None:
    """Likewise, a question."""
    questions = reader.declarations.questions
    found = questions.get(name) if isinstance(name, str) else None
    if found is None:
        reader.problem(f"there is no question {name!r}{suggest(name, questions)}")
    return found


def read_context(reader: Reading, declared: Declared, given: object) -> Context:
    """The values of a context in the declared order."""
    if not isinstance(given, dict):
        reader.problem("with is an object of the context's values")
        given = dict.fromkeys(declared.context, 0)
    aliases = declared.context_aliases
    given = {aliases.get(key, key): value for key, value in given.items()}
    for key in given.keys() - declared.context.keys():
        known = suggest(key, declared.context, "it has")
        reader.problem(f"{declared.name} has no {key} in its context{known}")
    values: list[Node] = []
    for key, (type, _) in declared.context.items():
        at = reader.at(f".{key}")
        if key not in given:
            reader.problem(f"{declared.name} needs {key} ({type})")
            values.append(empty_node(reader.place))
        elif type in SINGULAR:
            values.append(at.entities(given[key], "entities"))
        else:
            values.append(at.value(given[key], type))
    return Context(place=reader.place, declared=declared, values=tuple(values))


def bind_context(reader: Reading, declared: Declared, *spellings: str) -> Binding:
    """
    Name an event or timing, by its name and as it is spelled here. Its other spellings go on
    meaning what they meant outside.
    """
    bound = Binding(
        declared.name,
        parts=dict(declared.context),
        aliases=declared.context_aliases,
        valued=False,
    )
    for each in (declared.name, *spellings):
        reader.scope.names[each] = bound
    return bound


def bind_subject(place: Place, subject: str, context: Binding) -> Binding:
    """`{subject}`: what an event is about, by the name that its context has for it."""
    kind, domain = context.parts[subject]
    given = Reference(place=place, type=kind, domain=domain, binding=context, part=subject)
    return Binding("subject", kind, domain, given=given)
