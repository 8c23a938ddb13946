"""
What a sentence leaves unsaid: other behaviours that say the very same.

A condition can go without saying beside what is done ("you may discard a horse of the target": if
there is one): the table `unsaid` of a pack's words says beside what. What a shape is given of its
event, and a choice of bare words that no phrase tells, are not said either. Begin with
`Unsaid.ways`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import islice, product
from typing import Any

from ..pack.definition import Pack
from .grammar import conjunction, conjuncts
from .notation import Json, take_apart

_MOST_WAYS = 24  # of one reading
_REFERENCE = re.compile(r"\{(\w+)\.")
_PART = re.compile(r"\{@event\.(\w+)")
_THINGS = ("player", "card")


class Shapes:
    """The behaviours of a pack's own shapes: what they take, and of which event."""

    def __init__(self, pack: Pack):
        self.events = pack.declarations.events
        self.words = pack.declarations.defines["behaviors"]

    def event_of(self, behavior: Mapping[str, Any]) -> str:
        """The event that a behaviour waits for: its own, or that of its shape; "" for none."""
        if isinstance(event := behavior.get("event"), str):
            return event
        word = self.words.get(str(behavior.get("at")))
        param = word.params.get("event") if word is not None else None
        default = param.default if param is not None else None
        return default if isinstance(default, str) and default in self.events else ""

    def can_be(self, behavior: Mapping[str, Any]) -> bool:
        """Whether its shape takes what it is given, under this event."""
        word = self.words.get(str(behavior.get("at")))
        if word is None:
            return True
        if behavior.keys() - word.params.keys() - {"at"}:
            return False
        own, event = self.own_events(word.name), self.event_of(behavior)
        known = self.events[event].context.keys() if event in self.events else ()
        spoken_of = set(_parts_of_event(behavior))
        return (not own or not event or event in own) and spoken_of <= {*known}

    def own_events(self, name: str) -> set[str]:
        """The events of which a shape speaks itself, so that it waits for no others."""
        return set(_REFERENCE.findall(repr(self.words[name].body))) & self.events.keys()

    def given_by_event(self, behavior: Mapping[str, Any]) -> list[tuple[str, str]]:
        """
        Players and cards that a shape may be given, each with the value of the event that it could
        be: the one of its name, or the only one of its type that is not whom the event is about.
        """
        word, event = self.words.get(str(behavior.get("at"))), self.event_of(behavior)
        if word is None or event not in self.events:
            return []
        found = []
        for name, param in word.params.items():
            is_open = name not in behavior and param.type in _THINGS and not param.is_required
            if is_open and (part := self.part_like(event, name, param.type)):
                found.append((name, f"{{{event}.{part}}}"))
        return found

    def part_like(self, event: str, name: str, type: str) -> str:
        """The value of an event that a parameter of this name and type stands for; "" for none."""
        declared = self.events[event]
        of = {part: of for part, (of, _) in declared.context.items() if part != declared.subject}
        if of.get(name) == type:
            return name
        alike = [part for part, each in of.items() if each == type]
        return alike[0] if len(alike) == 1 else ""


class Unsaid:
    """What may be meant beside what is said, in one language of a pack."""

    def __init__(self, pack: Pack, table: Mapping[str, Any]):
        self.pack, self.table, self.shapes = pack, table, Shapes(pack)

    def ways(self, behaviors: Json) -> Iterator[tuple[Json, Json]]:
        """
        Other behaviours that could be meant, each with what of it is said: all but the conditions
        that go without saying.
        """
        every = [[*self._ways_of_behavior(each)] for each in behaviors]
        for way in islice(product(*every), _MOST_WAYS):
            yield [meant for meant, _ in way], [said for _, said in way]

    def answers_with_more(self, answers: Json) -> Json:
        """Answers with those, and with the conditions in them, that go without saying beside."""
        found = {}
        for name, value in answers.items():
            known = conjuncts(value)
            more = [each for each in self._conditions_in(value) if each not in known]
            found[name] = {"type": "And", "conditions": [*known, *more]} if more else value
        for name, entry in self.table.items():
            beside = any(_fits(entry, each) for each in _tables_in(answers))
            if "answer" in entry and name not in answers and beside:
                found[name] = take_apart(entry["answer"])
        return found

    def _ways_of_behavior(self, behavior: Json) -> Iterator[tuple[Json, Json]]:
        for chosen in self._other_words(behavior):
            given = self.shapes.given_by_event(chosen)
            with_values = [{name: value} for name, value in given]
            for values in ({}, *([dict(given)] if len(given) > 1 else []), *with_values):
                said = {**values, **chosen}
                for meant in self._conditions_beside(said):
                    yield meant, said

    def _conditions_beside(self, behavior: Json) -> Iterator[Json]:
        """Under all the conditions that go without saying, under each of them, under none."""
        known = conjuncts(behavior["condition"]) if "condition" in behavior else []
        more = [each for each in self._unsaid_conditions(behavior) if each not in known]
        for way in (more, *([each] for each in more)) if more else ():
            yield {**behavior, "condition": conjunction([*known, *way])}
        yield behavior

    def _unsaid_conditions(self, behavior: Json) -> Iterator[Json]:
        word = self.shapes.words.get(str(behavior.get("at")))
        if word is not None and "condition" in word.params:
            yield from self._conditions_in(behavior)

    def _conditions_in(self, node: Json) -> Iterator[Json]:
        """The conditions that go without saying beside what is said in a piece."""
        for name, entry in self.table.items():
            beside = next((each for each in _tables_in(node) if _fits(entry, each)), None)
            if beside is not None and "answer" not in entry:
                given = {key: of for key, of in entry.items() if key != "beside"}
                yield {
                    "type": name,
                    **{key: of if "{" in of else beside.get(of) for key, of in given.items()},
                }

    def _other_words(self, behavior: Json) -> Iterator[Json]:
        """A behaviour as it is, and with another bare word for one that words can be given."""
        yield behavior
        doables = self.pack.declarations.defines["doables"]
        for table in list(_tables_in(behavior)):
            word = doables.get(str(table.get("type")))
            for name, param in word.params.items() if word is not None else ():
                if param.domain and not param.is_required and table.get(name) in param.domain:
                    for other in param.domain:
                        if other not in (table[name], param.default):
                            yield _replaced(behavior, table, {**table, name: other})


def _parts_of_event(node: Json) -> Iterator[str]:
    """The values of the event that a behaviour speaks of, but for those of events inside."""
    if isinstance(node, str):
        yield from _PART.findall(node)
    elif isinstance(node, dict):
        for each in node.values():
            if not (isinstance(each, dict) and "event" in each):
                yield from _parts_of_event(each)
    elif isinstance(node, list):
        for each in node:
            if not (isinstance(each, dict) and "event" in each):
                yield from _parts_of_event(each)


def _tables_in(node: Json) -> Iterator[dict[str, Any]]:
    if isinstance(node, dict):
        yield node
    for each in node.values() if isinstance(node, dict) else node if isinstance(node, list) else ():
        yield from _tables_in(each)


def _fits(entry: Mapping[str, Any], table: Mapping[str, Any]) -> bool:
    """Whether a table is what a condition goes without saying beside: one of some values each."""
    return all(
        table.get(key) in (wanted if isinstance(wanted, list) else [wanted])
        for key, wanted in entry["beside"].items()
    )


def _replaced(node: Json, old: Json, new: Json) -> Json:
    if node is old:
        return new
    if isinstance(node, dict):
        return {key: _replaced(each, old, new) for key, each in node.items()}
    return [_replaced(each, old, new) for each in node] if isinstance(node, list) else node
