"""
Editing a card piece by piece: what stands at a place of its JSON, and what type belongs there.

A `Slot` is a place: the path to it, what the language wants there (`schema.TYPES` and the shapes of
`PARTS`), and what is there now, if anything. `slot` finds one, `inside` lists those in it, filled
or not; `put`, `insert`, `take` and `move` make a changed copy. What could be put there says
`completion`.
Nothing here knows people or screens.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from ..ground.places import Path
from ..language.declared import FAMILIES, Defined
from ..language.dialect import modernise
from ..language.schema import ASKING, WORDS, Param
from ..pack import Pack
from ..running.modifiers import LAYERS
from . import entries

#: What stands where nothing is.
MISSING = object()
#: Types of which a list is made, and of what.
LISTS = {
    "behaviors": "behavior",
    "doables": "doable",
    "do": "doable",
    "conditions": "condition",
    "values": "any",
    "triggers": "trigger",
    "modifiers": "modifier",
    "options": "option",
    "names": "name",
    "games": "cardGame",
}
#: Types that take a condition, a number, or who and what.
CONDITIONS = frozenset(("condition", "test", "filter", "own", "boolean"))
NUMBERS = frozenset(("number", "measure", "ordering", "again", "any", "position", "default"))
ENTITIES = frozenset(
    (
        *("player", "card", "entity", "players", "cards", "entities"),
        *("definition", "definitions", "owner", "owners"),
    )
)
UNTIL = {
    "event": Param("event"),
    "when": Param("choice", "after", domain=("before", "after")),
    "condition": Param("condition", None),
}
#: Shapes that are no words: what can stand in them. `lasting` stands for the pack's durations.
PARTS: dict[str, dict[str, Param]] = {
    "behavior": {"at": Param("at"), "do": Param("doables")},
    "always": {"at": Param("at"), "modifiers": Param("modifiers")},
    "trigger": {
        "event": Param("event"),
        "when": Param("choice", "after", domain=("before", "after")),
        "condition": Param("condition", None),
        "do": Param("doables"),
        "mode": Param("choice", None, domain=("lasting",)),
        "of": Param("entity", None),
        "on": Param("cards", None),
        "until": Param("until", None),
        "priority": Param("whole", 0),
        "owner": Param("player", None),
        "id": Param("name", None),
        "unique": Param("flag", False),
    },
    "modifier": {
        "property": Param("modifiable"),
        "mode": Param("choice", "add", domain=tuple(LAYERS)),
        "amount": Param("number"),
        "change": Param("change", None),
        "where": Param("filter", None),
        "of": Param("entities", None),
        "on": Param("cards", None),
        "duration": Param("choice", None, domain=("lasting",)),
        "until": Param("until", None),
        "layer": Param("whole", None),
        "owner": Param("player", None),
        "id": Param("name", None),
        "unique": Param("flag", False),
    },
    "until": UNTIL,
    "option": {
        "id": Param("name"),
        "each": Param("entities", None),
        "when": Param("condition", None),
        "unless": Param("json", None),
        "do": Param("doables"),
    },
    "define": {
        "params": Param("json", None),
        "do": Param("doables", None),
        "doc": Param("text", None),
        "source": Param("text", None),
    },
    **entries.PARTS,
}
#: Beginnings of addresses of entries -> the type of what stands there, at so many names from it.
ENTRIES = (
    ("main", 1, "doables"),
    ("define.doables", 3, "define"),
    ("bot.worth", 2, "any"),
    ("bot.until", 2, "any"),
)


@dataclass(frozen=True, slots=True)
class Slot:
    """
    A place: `type` is what belongs there, `value` what is there (or MISSING), `param` what a word
    says of it, `of` the word or shape in which it stands.
    """

    path: Path
    type: str
    value: Any = MISSING
    param: Param | None = None
    of: str = ""

    @property
    def name(self) -> str:
        """The last part of its path."""
        return str(self.path[-1]) if self.path else ""

    @property
    def is_filled(self) -> bool:
        return self.value is not MISSING

    @property
    def is_required(self) -> bool:
        return self.param is not None and self.param.is_required


def root_type(address: str) -> str:
    """What belongs at an address: `printed`, the type of an entry, or any JSON."""
    kind, _, name = address.partition(":")
    if kind == "card":
        return "printed"
    parts = name.split(".")
    for start, length, type in ENTRIES:
        if kind == "entry" and name.startswith(start) and len(parts) == length:
            return type
    return (kind == "entry" and entries.type_of_entry(parts)) or "json"


class Tree:
    """One piece of a pack as JSON, and what belongs where in it."""

    def __init__(self, pack: Pack, source: Any, type: str = "printed"):
        self.pack = pack
        self.source = modernise(source) if type == "printed" else source
        self.type = type

    # -- looking

    def slot_at(self, path: Path) -> Slot:
        """
        The place of a path.

        :raises KeyError: there is no such place.
        """
        found = Slot((), self.type, self.source)
        for key in path:
            inner = {each.path[-1]: each for each in self.slots_inside(found)}
            if key not in inner:
                raise KeyError(path)
            found = inner[key]
        return found

    def slots_inside(self, slot: Slot) -> list[Slot]:
        """The places in a place: those that are filled, and those that could be."""
        value = {} if not slot.is_filled and slot.type in entries.OPEN else slot.value
        if isinstance(value, list):
            type = LISTS.get(slot.type, slot.type)
            return [
                Slot((*slot.path, number), type, each, of=slot.of)
                for number, each in enumerate(value)
            ]
        if not isinstance(value, dict):
            return []
        slot = replace(slot, value=value)
        if slot.type in LISTS:  # one that stands without its list
            slot = replace(slot, type=LISTS[slot.type])
        params = self.params(slot)
        found = [
            Slot(
                (*slot.path, key),
                self._type_of(slot, key, param),
                value.get(key, MISSING),
                param,
                of,
            )
            for of in [self.word_of(slot)]
            for key, param in params.items()
        ]
        known = {each.path[-1] for each in found}
        found += [
            Slot((*slot.path, key), self._type_under_own_key(slot, each), each, of=slot.type)
            for key, each in value.items()
            if key not in known and not (key in ("type", "chooser") and self.is_word(slot))
        ]
        return found

    def next_blank(self) -> Path | None:
        """The first place of an entry that has to be filled in and is not; None: there is none."""
        return self._blank_in(self.slot_at(()))

    def _blank_in(self, slot: Slot) -> Path | None:
        if slot.type not in entries.OPEN or not (slot.is_filled or slot.is_required):
            return None if slot.is_filled or not slot.is_required else slot.path
        for each in self.slots_inside(slot):
            if (found := self._blank_in(each)) is not None:
                return found
        return None

    def _type_of(self, slot: Slot, key: str, param: Param) -> str:
        macro = self.pack.declarations.defined_word("behaviors", self._value_at(slot))
        if macro is not None and param.type == "symbol" and _names_event(macro.body, key):
            return "event"
        return "doables" if param.type == "do" else param.type

    def _type_under_own_key(self, slot: Slot, value: Any) -> str:
        """What belongs under a key of its own choice."""
        if slot.type == "cases":
            return "doables" if isinstance(value, list) else "any"
        if slot.type == "texts":
            return "text"
        if slot.type == "change":
            return "number"
        return "any" if slot.type == "arguments" else "json"

    def params(self, slot: Slot) -> dict[str, Param]:
        """What can stand in an object at a place, by name."""
        value = slot.value
        if not isinstance(value, dict):
            return {}
        if slot.type == "printed":
            return self._params_of_card(value)
        if slot.type == "behavior":
            macro = self.pack.declarations.defined_word("behaviors", value.get("at"))
            if macro is not None:
                return {"at": Param("at"), **macro.params}
            return PARTS["always" if value.get("at") == "always" else "behavior"]
        if slot.type == "answers":
            questions = self.pack.declarations.questions.values()
            return {each.name: Param(each.type, None, domain=each.domain) for each in questions}
        if slot.type in PARTS:
            return PARTS[slot.type]
        if slot.type == "texts":
            doc = slot.param.doc if slot.param is not None else ""
            return {language: Param("text", doc=doc) for language in self.pack.words}
        if slot.type == "matchOptions":
            return {name: Param("json", None) for name in self.pack.declarations.options}
        word = self.params_of_word(value, slot.type)
        if word is None:
            return {}
        named = {"id": Param("name", None)} if slot.type == "doable" else {}
        return {**word, **named}

    def _params_of_card(self, card: Mapping[str, Any]) -> dict[str, Param]:
        """What can be printed on a card of its kind."""
        kind = self.kind_of_card(card)
        facts = {
            fact.name: Param(
                "symbol"
                if fact.type == "symbol"
                else "whole"
                if fact.type == "number"
                else fact.type,
                None,
                domain=fact.domain,
            )
            for fact in self.pack.declarations.properties.values()
            if kind in fact.kinds
        }
        return {
            "name": Param("texts"),
            **facts,
            "count": Param("whole", 1),
            "behaviors": Param("behaviors", None),
            "answers": Param("answers", None),
            "description": Param("texts", None),
            **({"like": Param("definition", None)} if "like" in card else {}),
        }

    def kind_of_card(self, card: Mapping[str, Any]) -> str:
        """The kind of a card: as it says, or a part of its id."""
        kinds = self.pack.origin.raw["kinds"]
        parts = str(card.get("id", "")).split(".")
        return str(card.get("kind") or next((part for part in parts if part in kinds), ""))

    def _value_at(self, slot: Slot) -> Any:
        return slot.value.get("at") if slot.type == "behavior" else None

    def is_word(self, slot: Slot) -> bool:
        return slot.type == "doable" or slot.type in CONDITIONS | NUMBERS | ENTITIES

    def word_of(self, slot: Slot) -> str:
        """The word that stands at a place; else its type."""
        value = slot.value
        if isinstance(value, dict) and self.is_word(slot):
            return str(value.get("chooser") or value.get("type") or slot.type)
        if isinstance(value, dict) and slot.type == "behavior":
            return str(value.get("at", "behavior"))
        return slot.type

    def params_of_word(self, node: Mapping[str, Any], type: str) -> dict[str, Param] | None:
        """The parameters of the word of an object, where a type is wanted; None: it is no word."""
        name = node.get("chooser") or node.get("type")
        found = find_word(self.pack, str(name), family_of(type, node))
        if found is None and type == "definition":  # a value can say which, too
            found = find_word(self.pack, str(name), "value")
        return None if found is None else dict(found)

    # -- changing: a copy each time

    def with_value(self, path: Path, value: Any) -> Any:
        """The piece with something at a place, in place of what is there."""
        if not path:
            return value
        changed = copy.deepcopy(self.source)
        at = changed
        for key in path[:-1]:
            at = at.setdefault(key, {}) if isinstance(at, dict) else at[key]
        at[path[-1]] = value
        return changed

    def with_inserted(self, path: Path, value: Any) -> Any:
        """The piece with something more in a list, or at a place of it; behind its last item."""
        slot = self.slot_at(path)
        items = slot.value if isinstance(slot.value, list) else []
        if slot.is_filled and not isinstance(slot.value, list):
            items = [slot.value]
        return self.with_value(path, [*items, value])

    def without_value(self, path: Path) -> Any:
        """The piece without what is at a place."""
        changed = copy.deepcopy(self.source)
        at = _value_within(changed, path[:-1])
        del at[path[-1]]
        return changed

    def with_moved(self, path: Path, by: int) -> Any:
        """The piece with an item of a list some places further on."""
        changed = copy.deepcopy(self.source)
        items = _value_within(changed, path[:-1])
        at = path[-1]
        if not isinstance(items, list) or not isinstance(at, int):
            raise KeyError(path)
        item = items.pop(at)
        items.insert(min(max(at + by, 0), len(items)), item)
        return changed


def _value_within(node: Any, path: Path) -> Any:
    for key in path:
        node = node[key]
    return node


def _names_event(body: Any, param: str) -> bool:
    """Whether a parameter of a behaviour of the pack's own shape is the name of an event."""
    return f'"event": "{{{param}}}"' in json.dumps(body, ensure_ascii=False)


def family_of(type: str, node: Mapping[str, Any] | None = None) -> str:
    """The family of words that can stand where a type is wanted."""
    if node is not None and "chooser" in node:
        return "chooser"
    if type == "doable":
        return "doable"
    if type in CONDITIONS:
        return "condition"
    if node is not None and type not in NUMBERS:
        return "chooser"
    return "value" if type in NUMBERS else "chooser"


def find_word(pack: Pack, name: str, family: str) -> Mapping[str, Param] | None:
    """The parameters of a word of the engine or of the pack; None: there is no such word."""
    defined = pack.declarations.defined_word(f"{family}s", name)
    if defined is not None:
        return defined.params
    if name in WORDS[family]:
        return WORDS[family][name].params
    if family in ("chooser", "value") and name.endswith("Chooser"):
        kind = name.removesuffix("Chooser")
        return ASKING["number" if kind == "number" else "card"].params
    return None


def words_of_family(
    pack: Pack, family: str
) -> Iterator[tuple[str, Mapping[str, Param], Defined | None]]:
    """All words of a family: the pack's own, then those of the engine they do not replace."""
    own = pack.declarations.defines[next(each for each in FAMILIES if each == f"{family}s")]
    for name, defined in own.items():
        yield name, defined.params, defined
    for name, word in WORDS[family].items():
        if name not in own:
            yield name, word.params, None
