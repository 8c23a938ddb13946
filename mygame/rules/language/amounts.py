"""
Amounts that can be told before a card is played: what "damage equal to your frost" is now.

`foreseen(behaviors)` finds them: the `amount` of a card's first deed, and later ones that were
counted (`let`) before it. What an earlier deed may still change is not foretold. The pack compiles
them (`pack.amounts`), `text.Text.rules_text` tells them.

`watched_events(section)` reads the section `preview` of a pack: what is worth telling of an option
before it is taken. `preview` tries it out.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from ..ground.errors import instead
from ..telling.sentences import Math, Ref, parse, split_references

#: Words that change nothing.
QUIET = frozenset({"let", "log"})
#: Names whose values are known before a card is played.
KNOWN = frozenset({"you", "this", "match"})

Place = tuple[int, int]  # which behaviour, which of its doables


@dataclass(frozen=True, slots=True)
class Foreseen:
    """An amount, and the names counted before it: (name, value) in order."""

    place: Place
    amount: Any
    counted: tuple[tuple[str, Any], ...]

    def speaks_of(self, name: str) -> bool:
        """Whether a zone or field is part of it."""
        return re.search(rf"\b{re.escape(name)}\b", f"{self.amount} {self.counted}") is not None


def foreseen(behaviors: Any, quiet: Collection[str] = QUIET) -> Iterator[Foreseen]:
    """The amounts of behaviours (in their present form) that are known beforehand."""
    for i, behavior in enumerate(behaviors if isinstance(behaviors, list) else []):
        # What waits for an event happens at another time.
        now = isinstance(behavior, Mapping) and "event" not in behavior
        doables = behavior.get("do") if now else None
        counted: dict[str, Any] = {}
        untouched = True
        for j, node in enumerate(doables if isinstance(doables, list) else []):
            if not isinstance(node, Mapping):
                break
            name, value, amount = node.get("type"), node.get("value"), node.get("amount")
            if name == "let" and untouched and _readable(value, KNOWN | counted.keys()):
                counted[str(node.get("id"))] = value
            names = (KNOWN if untouched else frozenset()) | counted.keys()
            if not isinstance(amount, int) and "id" not in node and _readable(amount, names):
                yield Foreseen((i, j), amount, tuple(counted.items()))
            untouched = untouched and name in quiet


def _readable(node: Any, names: Collection[str]) -> bool:
    """Whether a value is more than a number and speaks of these names only."""
    if isinstance(node, str) and "{" in node:
        tree = parse(node)
        return isinstance(tree, Ref | Math) and _only(tree, names)
    if isinstance(node, Mapping) and not str(node.get("type", "")).endswith("Chooser"):
        return "you" in names and all(_inner(value, names) for value in node.values())
    return False


def _inner(node: Any, names: Collection[str]) -> bool:
    if isinstance(node, str):
        return "{" not in node or all(
            _only(ref, {*names, "it"}) for ref in split_references(node)[1]
        )
    if isinstance(node, Mapping):
        return all(_inner(value, names) for value in node.values())
    if isinstance(node, list):
        return all(_inner(value, names) for value in node)
    return True


def _only(tree: Any, names: Collection[str]) -> bool:
    if isinstance(tree, Ref):
        return tree.parts[0] in names
    if isinstance(tree, Math):
        return all(_only(item, names) for item in tree.items)
    return isinstance(tree, int)


# -- the section `preview` -------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Watched:
    """One entry of the section `preview`; `amount` and `by` are places in the event's context."""

    name: str
    amount: int | None  # None: it happens or does not
    by: int | None  # the player who must have caused it


def watched_events(
    section: Mapping[str, Any], pack: Any, problem: Callable[[str, str], None]
) -> dict[int, tuple[Watched, ...]]:
    """The entries of the section `preview`, by the key of the event that shows them."""
    found: dict[int, tuple[Watched, ...]] = {}
    for name, spec in section.items():
        place = f"preview.{name}"
        if not isinstance(spec, Mapping):
            problem(place, "an object with event, amount and by belongs here")
            continue
        for key in spec.keys() - {"event", "amount", "by"}:
            problem(f"{place}.{key}", f"an entry has event, amount and by, not {key}")
        declared = pack.event(spec.get("event"))
        if declared is None:
            known = instead(spec.get("event"), pack.events)
            problem(f"{place}.event", f"there is no event {spec.get('event')!r}{known}")
            continue
        if declared.subject is None:
            problem(f"{place}.event", f"{declared.name} has no subject to which it happens")
        places = {
            key: _place(f"{place}.{key}", declared, spec[key], type, problem)
            for key, type in (("amount", "number"), ("by", "player"))
            if key in spec
        }
        key = 2 * declared.index
        watched = Watched(name, places.get("amount"), places.get("by"))
        found[key] = (*found.get(key, ()), watched)
    return found


def _place(
    place: str, declared: Any, wanted: Any, type: str, problem: Callable[[str, str], None]
) -> int:
    """Where in its context an event carries a value of this type; 0 after a problem."""
    fitting = [name for name, (of, _) in declared.context.items() if of == type]
    if wanted not in fitting:
        known = ", ".join(fitting) or "none"
        problem(place, f"a {type} of {declared.name} belongs here, not {wanted!r}; it has {known}")
        return 0
    return list(declared.context).index(wanted)
