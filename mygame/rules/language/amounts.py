"""
Amounts that can be told before a card is played: what "damage equal to your frost" is now.

`foreseen(behaviors)` finds them in what a card does: the `amount` of its first deed, and later ones
that were counted (`let`) before it. What an earlier deed may still change is not foretold. The pack
compiles them (`Program.amounts`), `text.Text.rules_text` tells them.

`watched_events(section)` reads the section `preview` of a pack: what is worth telling of an option
before it is taken. `preview` tries it out.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..ground.errors import suggest
from ..running.program import Watched
from ..running.state import Zone
from .declared import Declarations, Declared
from .query import (
    given_argument,
    is_asking,
    is_reference,
    resolve,
    walk_doables,
    walk_written,
    written_number,
)
from .schema import Word
from .scope import THIS, YOU
from .tree import (
    About,
    Behavior,
    Binding,
    Literal,
    Member,
    Node,
    Operation,
    Reference,
    Use,
    ZoneOf,
    walk,
)

#: Names whose values are known before a card is played.
KNOWN = frozenset({YOU, THIS})

Index = tuple[int, int]  # which behaviour, which of its doables


@dataclass(frozen=True, slots=True)
class Foreseen:
    """An amount, and the names counted before it: (name, value) in order."""

    place: Index
    amount: Node
    counted: tuple[tuple[Binding, Node], ...]

    def zones(self) -> set[str]:
        """The zones whose cards are part of it."""
        parts = (self.amount, *(value for _, value in self.counted))
        named = (_zone(node) for part in parts for node in walk_written(part))
        return {zone.name for zone in named if zone is not None}


def _zone(node: Node) -> Zone | None:
    """The zone that a node names."""
    match node:
        case Member(means=Zone() as zone) | ZoneOf(zone=zone):
            return zone
    return None


def foreseeable_amounts(behaviors: Sequence[Behavior]) -> Iterator[Foreseen]:
    """The amounts of a card that are known beforehand."""
    for i, behavior in enumerate(behaviors):
        if behavior.unfolded is not None and "event" in behavior.unfolded.given:
            continue  # what waits for an event happens at another time
        counted: dict[Binding, Node] = {}
        untouched = True
        for j, use in enumerate(walk_doables(behavior.do)):
            amount, value = given_argument(use, "amount"), given_argument(use, "value")
            counts = (
                use.name == "let" and untouched and _is_formula_over(value, KNOWN | counted.keys())
            )
            if use.result is not None and counts:
                counted[use.result] = value
            names = (KNOWN if untouched else frozenset()) | counted.keys()
            if use.id is None and _is_formula_over(amount, names):
                yield Foreseen((i, j), amount, tuple(counted.items()))
            untouched = untouched and isinstance(use.word, Word) and use.word.quiet


def _is_formula_over(node: Node | None, names: Collection[Binding]) -> bool:
    """Whether a value is more than a number and speaks of these names only."""
    found = resolve(node)
    if found is None or isinstance(found, Literal):
        return False
    return _is_amount(found) and _depends_only_on(found, names)


def _is_amount(node: Node | None) -> bool:
    """Whether it is made of references, numbers and words that count something."""
    node = resolve(node)
    if isinstance(node, Operation):
        return node.operator != "truth" and all(map(_is_amount, node.items))
    return isinstance(node, Use) or is_reference(node) or written_number(node) is not None


def _depends_only_on(value: Node, names: Collection[Binding]) -> bool:
    """Whether all that a value says is known where these names are."""
    inside = {node.it for node in walk(value) if isinstance(node, About)}
    for node in walk(value):
        if isinstance(node, Reference) and node.binding.given is None:
            if node.binding not in names and node.binding not in inside:
                return False
        elif (YOU not in names and (isinstance(node, Use) or _is_match_value(node))) or is_asking(
            node
        ):
            return False
    return True


def _is_match_value(node: Node) -> bool:
    return isinstance(node, Member) and node.of is None


# -- the section `preview` -------------------------------------------------------------------------


def watched_events(
    section: Mapping[str, Any], of: Declarations, problem: Callable[[str, str], None]
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
        declared = of.event(spec.get("event"))
        if declared is None:
            known = suggest(spec.get("event"), of.events)
            problem(f"{place}.event", f"there is no event {spec.get('event')!r}{known}")
            continue
        if declared.subject is None:
            problem(f"{place}.event", f"{declared.name} has no subject to which it happens")
        places = {
            key: _context_index(f"{place}.{key}", declared, spec[key], type, problem)
            for key, type in (("amount", "number"), ("by", "player"))
            if key in spec
        }
        key = 2 * declared.index
        watched = Watched(name, places.get("amount"), places.get("by"))
        found[key] = (*found.get(key, ()), watched)
    return found


def _context_index(
    place: str, declared: Declared, wanted: Any, type: str, problem: Callable[[str, str], None]
) -> int:
    """Where in its context an event carries a value of this type; 0 after a problem."""
    fitting = [name for name, (of, _) in declared.context.items() if of == type]
    if wanted not in fitting:
        known = ", ".join(fitting) or "none"
        problem(place, f"a {type} of {declared.name} belongs here, not {wanted!r}; it has {known}")
        return 0
    return list(declared.context).index(wanted)
