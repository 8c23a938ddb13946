"""The cards of a pack: how many of each, their names and what is printed on them."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from ..ground.data import Json
from ..ground.errors import suggest
from ..ground.names import names_by_language
from ..language.declared import Declarations
from ..language.expressions import MAX_NUMBER
from ..running.catalogue import CardDef, Fact
from .likeness import line_of
from .scripts import is_script

MAX_COPIES = 200
MAX_CARDS = 5_000
CARD_KEYS = (
    *("id", "count", "name", "description", "behaviors", "answers", "kind", "like", "comment"),
    "unlocks",
)


class Cards:
    """Reads the section `cards` of a pack."""

    def __init__(
        self,
        declared: Declarations,
        raw: dict[str, Any],
        place: str,
        problem: Callable[[str, str], None],
    ):
        """As `declare.Declarations`."""
        self.declared = declared
        self.raw = raw
        self.place = place
        self.problem = problem
        self._named: dict[tuple[str, str], str] = {}  # language and name -> id of the card

    def read_cards(self) -> None:
        """Cards by their ids, into the catalogue."""
        kinds = self.raw["kinds"]
        for identifier, (place, node) in self.raw["cards"].items():
            kind = node.get("kind") or self._kind_from_id(identifier)
            if kind not in kinds:
                self.problem(
                    place,
                    f"{kind!r} is no kind of card (kind, or a part of the id){suggest(kind, kinds)}"
                    if kind
                    else f"no kind of card is in this id{suggest(kind, kinds)}",
                )
                continue
            count, per_player = self._read_count(f"{place}.count", node.get("count", 1))
            facts = {}
            for key, value in node.items():
                fact = self.declared.properties.get(key)
                if fact is not None and kind in fact.kinds:
                    facts[key] = self.printed_number(f"{place}.{key}", fact, value)
                elif key not in CARD_KEYS:
                    known = [f.name for f in self.declared.properties.values() if kind in f.kinds]
                    self.problem(
                        f"{place}.{key}",
                        f"a {kind} has no {key}{suggest(key, (*known, *CARD_KEYS), 'it has')}",
                    )
            if "like" in node:
                self._check_likeness(place, identifier, node["like"])
            name = node.get("name")
            right = self._check_name(f"{place}.name", name)
            self._check_description(f"{place}.description", node.get("description"))
            card = CardDef(
                identifier,
                names_by_language(name if right else identifier),
                kind,
                count,
                per_player,
                facts,
                node,
                place,
                node.get("description"),
            )
            self.declared.catalogue.definitions[identifier] = card
            self._check_namesake(card)
        if len(self.declared.catalogue.definitions) > MAX_CARDS:
            self.problem(self.place, f"more than {MAX_CARDS} cards")

    def _check_namesake(self, card: CardDef) -> None:
        """
        Cards of one name are versions of one card: their ids end alike. But of scripts: those who
        write them know nothing of each other, nor do they call a skill and its card differently.
        """
        if is_script(card.place.partition(":")[0]):
            return
        for language, name in card.name.items():
            other = self._named.setdefault((language, name), card.id)
            if other.rsplit(".", 1)[-1] != card.id.rsplit(".", 1)[-1]:
                message = f"{name} is the name of {other} already"
                self.problem(f"{card.place}.name", message)
                return

    def _check_likeness(self, place: str, card: str, other: Json) -> None:
        if not isinstance(other, str) or other not in self.raw["cards"]:
            known = suggest(other, self.raw["cards"]) if isinstance(other, str) else ""
            self.problem(f"{place}.like", f"no card has the id {other}{known}")
        elif card in line_of(self.raw, other):
            self.problem(f"{place}.like", f"{card} is like itself in the end")

    def _check_name(self, place: str, name: Json) -> bool:
        """Whether it is a text for all languages of the pack, or one for each."""
        languages = tuple(self.raw["words"])
        if not isinstance(name, str | dict):
            told = ", ".join(languages) or "zh, en"
            self.problem(place, f"a name belongs here, as text or as {{{told}}}")
            return False
        texts = {"name": name} if isinstance(name, str) else name
        if isinstance(name, dict):
            for language in languages:
                if language not in name:
                    self.problem(place, f"the name in {language} is missing")
        wrong = [
            key for key, text in texts.items() if not isinstance(text, str) or not text.strip()
        ]
        for language in wrong:
            self.problem(f"{place}.{language}", "a name is a text with something in it")
        return not wrong

    def _check_description(self, place: str, texts: Json) -> None:
        """What is given by language is given in all languages of the pack."""
        if not isinstance(texts, dict):
            return
        for language in self.raw["words"]:
            if not str(texts.get(language, "")).strip():
                self.problem(place, f"the description in {language} is missing")

    def _kind_from_id(self, identifier: str) -> str:
        parts = identifier.split(".")
        return next((part for part in parts if part in self.raw["kinds"]), "")

    def _read_count(self, place: str, value: Json) -> tuple[int, bool]:
        """`1`, `"1"` or `"$1"` (seed 000, count); 0 of what is only made while a match goes on."""
        found = re.fullmatch(r"(\d{1,6})|(\$)([1-9]\d{0,5})", str(value))
        if not found or isinstance(value, bool) or int(found[1] or found[3]) > MAX_COPIES:
            self.problem(
                place, f'a count is 0 to {MAX_COPIES}, or "$1" for one per player, not {value!r}'
            )
            return 1, False
        return int(found[1] or found[3]), found[2] == "$"

    def printed_number(self, place: str, fact: Fact, value: Json) -> int:
        """A printed property as an int."""
        if not isinstance(value, int | str):
            self.problem(place, f"a {fact.type} belongs here, not {str(value)[:40]!r}")
            return 0
        if fact.type == "definition" and value not in self.raw["cards"]:
            self.problem(place, f"no card has the id {value}")
        if fact.type in ("symbol", "definition"):
            value = fact.aliases.get(str(value), value)
            if fact.domain and value not in fact.domain:
                known = suggest(value, (*fact.domain, *fact.aliases), "it is one of")
                self.problem(place, f"{fact.name} is never {value!r}{known}")
            symbol = self.declared.symbol(str(value))
            self.declared.symbols.rank_symbol(symbol)
            return symbol
        if not isinstance(value, int) or abs(value) > MAX_NUMBER:
            self.problem(place, f"a {fact.type} belongs here, not {value!r}")
            return 0
        if fact.type == "boolean" and value not in (0, 1):
            self.problem(place, f"true or false belongs here, not {value!r}")
        elif fact.minimum is not None and value < fact.minimum:
            self.problem(place, f"at least {fact.minimum} belongs here, not {value}")
        return int(value)
