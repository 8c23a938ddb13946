"""
What a pack says of decks: the section `bring.deck`, read. Begin with `read_deck_rules`; what comes
of it is told in `running.decks`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ..ground.errors import suggest
from ..ground.names import names_by_language
from ..language.declared import Declarations
from ..running.decks import DeckRules, Part, Ready, canonical_deck, deck_problems, problem_text

PART = ("name", "kind", "size", "ordered", "columns", "where", "rule")  # what a pack says of one


def read_deck_rules(
    declared: Declarations,
    section: Mapping[str, Any],
    left_out: Mapping[str, Any],
    problem: Callable[[str, str], None],
) -> None:
    """
    The section `bring.deck` of a pack into its declarations; nothing without one. `left_out`: cards
    of the parent that can never act here, by id.
    """
    if not section:
        return
    for key in section.keys() - {"parts", "ready", "found"}:
        problem(f"bring.deck.{key}", "a deck has parts, ready and found")
    rules = declared.deck_rules = DeckRules()
    for name, spec in section.get("parts", {}).items():
        rules.parts[name] = _read_part(declared, name, spec, problem)
    kinds = {kind for part in rules.parts.values() for kind in part.kinds}
    rules.limits = {
        c.id: c.count for c in declared.catalogue.cards if c.per_player and c.kind in kinds
    }
    for part in filter(None, (rules.part_of(kind) for kind in declared.layout.kinds)):
        rules.of_part[part.name] = [
            (declared.catalogue.card(card).symbol, limit)
            for card, limit in rules.limits.items()
            if declared.catalogue.card(card).kind in part.kinds
        ]
    rules.found = _read_found(declared, section.get("found"), rules.limits, problem)
    rules.left_out = {id: names_by_language(card.get("name", id)) for id, card in left_out.items()}
    for name, spec in section.get("ready", {}).items():
        deck = {key: value for key, value in spec.items() if key != "name"}
        for found in deck_problems(declared, deck):
            problem(f"bring.deck.ready.{name}", problem_text(declared, found))
        for card in sorted({card for cards in deck.values() for card in cards} & rules.found):
            problem(f"bring.deck.ready.{name}", f"{card} has to be found: everybody has this deck")
        rules.ready[name] = Ready(
            name, names_by_language(spec.get("name", name)), canonical_deck(declared, deck)
        )
    if not rules.parts or not rules.ready:
        problem("bring.deck", "parts, and a ready deck for whoever brings none, belong here")


def _read_found(
    declared: Declarations,
    called: Any,
    limits: Mapping[str, int],
    problem: Callable[[str, str], None],
) -> frozenset[str]:
    """The cards that only those put into decks who have found them: by the property `found`."""
    if called is None:
        return frozenset()
    fact = declared.properties.get(called) if isinstance(called, str) else None
    if fact is None or fact.type != "boolean":
        known = [each.name for each in declared.properties.values() if each.type == "boolean"]
        told = f"there is no property {called!r} that is true or false"
        problem("bring.deck.found", told + suggest(str(called), known))
        return frozenset()
    cards = (declared.catalogue.card(card) for card in limits)
    return frozenset(c.id for c in cards if c.facts.get(fact.name, fact.default))


def _read_part(
    declared: Declarations, name: str, spec: Mapping[str, Any], problem: Callable[[str, str], None]
) -> Part:
    place = f"bring.deck.parts.{name}"
    for key in spec.keys() - frozenset(PART):
        problem(f"{place}.{key}", f"a part has {', '.join(PART)}")
    if ("where" in spec) != ("rule" in spec):
        problem(place, "where, which cards go together, and rule, how that reads, need each other")
    given, size = spec.get("kind"), spec.get("size")
    kinds = tuple(given) if isinstance(given, list) else (given,)
    known = [kind for kind in declared.layout.kinds if kind not in ("match", "player")]
    for kind in kinds:
        if kind not in known:
            problem(f"{place}.kind", f"there is no kind of card {kind!r}{suggest(kind, known)}")
    least, most = size if isinstance(size, list) and len(size) == 2 else (size, size)
    if not isinstance(least, int) or not isinstance(most, int) or not 0 <= least <= most:
        problem(f"{place}.size", "a number of cards, or a list of the least and the most")
        least = most = 0
    return Part(
        name,
        names_by_language(spec.get("name", name)),
        tuple(map(str, kinds)),
        least,
        most,
        bool(spec.get("ordered")),
        _read_columns(declared, place, kinds, spec, problem),
    )


def _read_columns(
    declared: Declarations,
    place: str,
    kinds: tuple[str, ...],
    spec: Mapping[str, Any],
    problem: Callable[[str, str], None],
) -> tuple[str, ...]:
    """What lists of cards of a part show: all that is printed on them, or what the pack says."""
    printed = [fact.name for fact in declared.properties.values() if set(kinds) & set(fact.kinds)]
    columns = spec.get("columns")
    if not isinstance(columns, list):  # another thing than a list is told of by its shape
        return tuple(printed)
    for wanted in columns:
        if wanted not in printed:
            wrong = f"nothing like {wanted!r} is printed on its cards{suggest(wanted, printed)}"
            problem(f"{place}.columns", wrong)
    return tuple(columns)
