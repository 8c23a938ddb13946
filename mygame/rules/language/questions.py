"""
Questions: what a pack lets cards be asked, and what a card says to it, its `answers`.

An answer is a value of the question's type, in whose context it stands: what the question gives is
called there as the question declares it. Part of the reader, like `references`. Begin with
`read_answers`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..ground.data import Json
from ..running.state import SINGULAR
from . import dialect
from .contexts import find_question
from .declared import Question
from .expressions import as_definition
from .read import Reader
from .schema import WORDS, Source
from .scope import Scope
from .tree import Answer, Binding, Comparison, Literal, Node, empty_node

IT = "it"  # {it} of a question is what conditions inside an answer call their own {it}


def read_answers(reader: Reader, given: Source) -> tuple[Answer, ...]:
    """What a card answers, in its order; `reader` stands at the card."""
    at = reader.at(".answers")
    found = []
    for name, node in given.items():
        inner = at.at(f".{name}")
        question = find_question(inner, name)
        if question is not None:
            found.append(_read_answer(inner, question, node))
    return tuple(found)


def _read_answer(outer: Reader, question: Question, node: Json) -> Answer:
    bound = {name: Binding(name, type, domain) for name, (type, domain) in question.context.items()}
    names = {name: binding for name, binding in bound.items() if name != IT}
    reader = outer.within(Scope(names=names, it=bound.get(IT)))
    doable = next(_doables_in(reader, node), None)
    if doable is not None:
        reader.problem(f"an answer only finds something out, and {doable} does something")
        value = empty_node(reader.place, question.type)
    else:
        value = _read_value(reader, question, node)
    return Answer(
        place=reader.place,
        type=question.type,
        question=question,
        context=tuple(bound.values()),
        value=value,
    )


def _read_value(reader: Reader, question: Question, node: Any) -> Node:
    """A value of the type of a question."""
    wanted = question.type
    if wanted in SINGULAR:
        return reader.entities(node, wanted)
    if wanted == "boolean":
        found = reader.condition(node)
        reader.check_type(found, wanted)
        if found.type in ("boolean", "any"):
            return found
        zero = Literal(place=reader.place, type="number", value=0)
        return Comparison(place=reader.place, type=wanted, operator="!=", left=found, right=zero)
    found = reader.value(node, wanted)
    if wanted == "definition":
        return as_definition(reader, found)
    if isinstance(found, Literal) and question.domain and found.value not in question.domain:
        reader.problem(f"{question.name} is never answered by {found.value!r}")
    return found


def _doables_in(reader: Reader, node: Json) -> Iterator[str]:
    """The names of the words in an answer that do something."""
    declared = reader.declarations
    for each in dialect.walk_objects(node):
        name = each.get("type")
        if isinstance(name, str) and (
            name in WORDS["doable"] or declared.defined_word("doables", name)
        ):
            yield name
