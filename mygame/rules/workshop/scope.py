"""
Which references can stand at a place of a card: what names mean there, and what follows their dots.

Names come from what stands around a place: the timing of the behaviour, the event of a trigger, the
list that a filter is about, the results of doables before. All of it is a proposal for people who
write; what is right is said by the compiler.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..ground.places import Path
from ..language.declared import Declared
from ..language.schema import WORDS
from ..running.state import SINGULAR
from ..telling.text import Text
from .editing import Slot, Tree
from .helping import help_lines

ABOUT_IT = ("filter", "own", "ordering", "measure", "again")  # types in which {it} is somebody
MOST = 60  # references that are offered


class References:
    """The references that make sense in a piece of a pack, told in a language."""

    def __init__(self, tree: Tree, language: str):
        self.tree, self.pack = tree, tree.pack
        self.text = Text(tree.pack, language)
        self.lines = help_lines(language)["fits"]

    def references_of_type(self, slot: Slot, type: str) -> Iterator[tuple[str, str]]:
        """References of a type at a place, each with a line of help."""
        found: dict[str, str] = {}
        wanted = SINGULAR.get(type, type)
        for name, of, help in self.names_at(slot.path):
            if _suits_type(of, wanted):
                found.setdefault(f"{{{name}}}", help)
        if wanted in ("number", "measure", "ordering", "again", "any", "position", "default"):
            for name, of, _ in self.names_at(slot.path):
                for written, help in self.numbers_under(name, of):
                    found.setdefault(written, help)
        yield from list(found.items())[:MOST]

    def comparisons(self, slot: Slot) -> Iterator[tuple[str, str]]:
        """Comparisons to begin with at a place."""
        number = 0
        for name, of, _ in self.names_at(slot.path):
            for written, help in self.numbers_under(name, of):
                number += 1
                if number <= MOST:
                    yield f"{written} >= 1", help
        for fact in self.pack.declarations.properties.values():
            if fact.type == "symbol" and fact.domain:
                who = "it" if any(n == "it" for n, _, _ in self.names_at(slot.path)) else "this"
                told = f"{self.text.field(fact.name)}: {self.text.symbol(fact.domain[-1])}"
                yield f"{{{who}.{fact.name}}} == {fact.domain[-1]}", told

    def names_at(self, path: Path) -> Iterator[tuple[str, str, str]]:
        """Names that mean something at a place, with their type and a line of help."""
        yield "you", "player", self.lines["seat"]
        yield "this", "card", self.lines["this"]
        node: Any = self.tree.source
        about = None
        for depth, key in enumerate(path):
            yield from self._names_given(node, path[depth - 1] if depth else "", key)
            try:
                slot = self.tree.slot_at(path[: depth + 1])
            except KeyError:
                break
            if slot.type in ABOUT_IT:
                about = slot
            if isinstance(node, list) and isinstance(key, int):
                for earlier in node[:key]:
                    yield from self._result_names(earlier)
            node = slot.value if slot.is_filled else None
        if about is not None:
            yield "it", "entity", self.lines["it"]
        yield "target", "card", self.lines["target"]

    def _names_given(self, node: Any, of: Any, key: Any) -> Iterator[tuple[str, str, str]]:
        """What an object gives names to for what stands in it."""
        if not isinstance(node, dict):
            return
        name = node.get("event", node.get("at")) if key != "event" else None
        declared = self.pack.declarations.event(name) or self.pack.declarations.timing(name)
        if declared is not None:
            yield from self._context_names(str(name), declared)
        question = self.pack.declarations.questions.get(str(key)) if of == "answers" else None
        if question is not None:
            help = self.lines["context"].replace("{name}", question.name)
            for part, (type, _) in question.context.items():
                yield part, type, help
        if of == "define" or "params" in node:
            params = node.get("params")
            for param, spec in params.items() if isinstance(params, dict) else ():
                type = spec if isinstance(spec, str) else "any"
                yield str(param), type, self.lines["parameter"]

    def _context_names(self, name: str, declared: Declared) -> Iterator[tuple[str, str, str]]:
        help = self.lines["context"].replace("{name}", name)
        for part, (type, _) in declared.context.items():
            yield f"{name}.{part}", type, help

    def _result_names(self, node: Any) -> Iterator[tuple[str, str, str]]:
        """What an earlier doable has named."""
        if not isinstance(node, dict) or not isinstance(node.get("id"), str):
            return
        id, word = node["id"], str(node.get("type"))
        help = self.lines["result"].replace("{name}", id)
        defined = self.pack.declarations.defined_word("doables", word)
        if defined is not None:
            results = self.pack.trees.results_of(defined)
            for part, (type, _) in results.items():
                yield f"{id}.{part}", type, help
            return
        result = WORDS["doable"][word].result if word in WORDS["doable"] else None
        if isinstance(result, dict):
            for part, type in result.items():
                yield f"{id}.{part}", type if isinstance(type, str) else type[0], help
        else:
            yield id, "entities", help

    def numbers_under(self, name: str, of: str) -> Iterator[tuple[str, str]]:
        """Numbers that a name leads to: itself, fields, properties, how many cards of zones."""
        if of == "number":
            yield f"{{{name}}}", name
        one = SINGULAR.get(of, of)
        who = {"you": self.lines["seat"], "this": self.lines["this"], "it": self.lines["it"]}
        told = who.get(name, name)
        if one == "player":
            for kind, field in self.pack.declarations.layout.fields:
                if kind == "player":
                    yield (
                        f"{{{name}.{field}}}",
                        self._reference_to("field", told, self.text.field(field)),
                    )
            for zone in self.pack.declarations.layout.zones.values():
                if zone.of == "player":
                    written = f"{{{name}.{zone.name}.count}}"
                    yield written, self._reference_to("count", told, self.text.zone(zone.name))
        elif one in ("card", "entity"):
            for fact in self.pack.declarations.properties.values():
                if fact.type == "number":
                    help = self._reference_to("field", told, self.text.field(fact.name))
                    yield f"{{{name}.{fact.name}}}", help

    def _reference_to(self, key: str, of: str, name: str) -> str:
        return str(self.lines[key]).replace("{of}", of).replace("{name}", name)


def _suits_type(of: str, wanted: str) -> bool:
    """Whether something of a type can stand where another one is wanted."""
    one = SINGULAR.get(of, of)
    if wanted in ("any", "entity", "owner", "owners"):
        return one in ("player", "card", "entity") or wanted == "any"
    return one == wanted or (one == "entity" and wanted in ("player", "card"))
