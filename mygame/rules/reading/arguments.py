"""
Representative arguments for the parameters of words, by their types.

What stands for a type is chosen so that each variant of a phrase is reached: two arguments that no
variant tells apart are one. Begin with `Arguments.arguments_of`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ..ground.templates import holes_of
from ..language.schema import Param
from ..pack.definition import Pack
from ..running.state import PLURAL
from ..telling.phrasebook import book_of
from ..telling.sentences import Phrase
from .listening import Key, Listening
from .notation import Json

OMITTED = None
NUMBERS = ("number",)
PLAYERS = ("player", "players", "owner", "owners")
THINGS = ("card", "cards", "entity", "entities", "any")
_MOST = 4  # arguments of a parameter that no variant tells apart from others
_YOU = "{you}"
#: Types of which everything is tried, whether phrases tell it apart or not.
_ALL = frozenset(("property", "zone", "symbol", "condition", "filter", "test", "own"))


def template_texts(template: Any) -> list[str]:
    """The texts of a template."""
    found = template if isinstance(template, list) else [template]
    return [each["text"] if isinstance(each, Mapping) else each for each in found]


class Arguments:
    """Arguments for the words of one pack, told in one language."""

    def __init__(self, pack: Pack, language: str, teller: Listening, trees: Any, timing: str):
        self.pack, self.teller, self.trees, self.timing = pack, teller, trees, timing
        self.phrases = book_of(pack, language).phrases
        self._told: dict[str, Phrase | None] = {}
        fields = pack.declarations.layout.fields
        named = self.phrases["field"]
        each = self.phrases.get("each", {})
        own = [name for kind, name in fields if kind == "player" and name in named]
        self.grows = next((name for name in own if name in each), "")
        self.plain = next((name for name in own if name not in each), "")
        self.zones = [
            name for name, zone in pack.declarations.layout.zones.items() if zone.of == "player"
        ]

    # -- what there is of a type

    def candidates(self, key: str, param: Param) -> list[Json]:
        """What a parameter can be; several of each sort that phrases may tell apart."""
        if param.type == "zone":
            return [*self.pack.declarations.layout.zones, *param.domain]
        if param.domain:
            return list(param.domain)
        if key == "where":
            return [*self.filters(), *self.comparisons(), *self.conditions()]
        of = param.type
        if of in NUMBERS or of == "measure":
            return list(self.numbers())
        if of in PLAYERS:
            return list(self.players())
        if of in THINGS:
            return [
                *self.things(),
                *(self.players() if of in ("entity", "entities", "any") else ()),
            ]
        table: dict[str, Any] = {
            "symbol": lambda: self._symbols(key),
            "property": lambda: [
                n for n in self.pack.declarations.modifiable if n in self.phrases["field"]
            ],
            "position": lambda: ["top", "bottom", 7],
            "condition": self.conditions,
            "test": self.conditions,
            "filter": self.filters,
            "own": self.filters,
            "flag": lambda: [True],
            "boolean": lambda: [True, False],
            "definition": self.cards,
            "definitions": lambda: [*self.cards(), *self.pools()],
            "dice": lambda: ["2d6"],
            "name": lambda: ["name"],
            "prompt": lambda: ["prompt"],
            "timing": lambda: [*self.pack.declarations.timings],
            "event": lambda: [*self.pack.declarations.events][:1],
        }
        return list(table[of]()) if of in table else []

    def numbers(self) -> Iterator[Json]:
        yield from (7, 1, 2, -7, 0, -1)
        for name in (self.grows, self.plain):
            if name:
                value = f"{{you.{name}}}"
                yield value
                yield {"$": "negative", "items": [value]}
                yield {"$": "*", "items": [value, 2]}
                yield {"$": "*", "items": [value, 7]}
                yield {"$": "+", "items": [7, value]}
                less = {"$": "-", "items": [97, {"$": "*", "items": [value, 7]}]}
                yield less
                yield {"$": "max", "items": [less, 11]}
                yield {"$": "-", "items": [97, value]}
        if self.grows or self.plain:
            condition = {"$": ">", "items": [f"{{you.{self.plain or self.grows}}}", 7]}
            yield {"$": "if", "items": [condition, 13, 3]}
        for name, word in self.pack.declarations.defines["values"].items():
            if not any(param.is_required for param in word.params.values()):
                yield {"type": name}

    def players(self) -> Iterator[Json]:
        yield _YOU
        yield {"chooser": "players"}
        yield {"chooser": "players", "except": _YOU}
        yield {"type": "playerChooser", "ask": _YOU}
        yield "{you.next}"
        yield from self._pools_given(("player", "players"))

    def things(self) -> Iterator[Json]:
        yield "{this}"
        yield from self._pools_given(("card", "cards", "entities", "entity"))
        for zone in self.zones[:3]:
            yield f"{{you.{zone}}}"
            yield {"type": "cardChooser", "ask": _YOU, "from": f"{{you.{zone}}}"}
        yield {"chooser": "cards", "where": self.narrowing_condition()}

    def _pools_given(self, _kinds: tuple[str, ...]) -> Iterator[Json]:
        """What the pack's own choosers give, and what is asked for among it."""
        for name, word in self.pack.declarations.defines["choosers"].items():
            if any(param.is_required for param in word.params.values()):
                continue
            told = name in self.phrases["text"]
            kind = next(
                (k for k in self._singular_names(name) if f"{k}Chooser" in self.phrases["text"]), ""
            )
            is_players = self._gives_players(word.body)
            if is_players != ("player" in _kinds):
                continue
            if kind:
                yield {"type": f"{kind}Chooser", "ask": _YOU}
            if told:
                yield {"chooser": name}

    @staticmethod
    def _gives_players(body: Json) -> bool:
        return isinstance(body, dict) and body.get("chooser") in ("players", "allies", "enemies")

    @staticmethod
    def _singular_names(name: str) -> list[str]:
        return [kind for kind in (name.removesuffix("s"),) if PLURAL.get(kind, kind + "s") == name]

    def pools(self) -> list[Json]:
        return [{"chooser": "definitions", "where": self.narrowing_condition()}]

    def narrowing_condition(self) -> Json:
        """A condition about {it} that narrows a noun."""
        for fact in self.pack.declarations.properties.values():
            if fact.domain:
                return {"$": "==", "items": [f"{{it.{fact.name}}}", fact.domain[-1]]}
        return {"$": "==", "items": ["{it.kind}", "card"]}

    def conditions(self) -> list[Json]:
        name = self.plain or self.grows
        found: list[Json] = [{"$": ">", "items": [f"{{you.{name}}}", 7]}] if name else []
        for word in self.pack.declarations.defines["conditions"].values():
            if not any(param.is_required for param in word.params.values()):
                found.append({"type": word.name})
            elif len(word.params) == 1:
                ((key, param),) = word.params.items()
                found += [
                    {"type": word.name, key: each} for each in self._condition_argument(key, param)
                ]
        for table in ("lead", "which"):
            for written in self.phrases.get(table, {}):
                left, _, rest = written.partition(" ")
                operator, _, right = rest.partition(" ")
                if right.isdigit():
                    reference = f"{{you.{left}}}"
                    found.append({"$": operator, "items": [reference, int(right)]})
        return found

    def _condition_argument(self, key: str, param: Param) -> list[Json]:
        """The one argument of a condition."""
        if param.domain:
            return [*param.domain]
        if param.type == "symbol":
            return self._symbols(key)
        return [7] if param.type == "number" else []

    def conditions_of_event(self, name: str) -> list[Json]:
        """Conditions about the values of an event."""
        declared = self.pack.declarations.events.get(name)
        if declared is None:
            return []
        return [
            {"$": operator, "items": [f"{{{declared.name}.{part}}}", 7]}
            for part, (of, _) in declared.context.items() if of == "number"
            for operator in ("<=", ">=", "<", ">", "==", "!=")
        ]  # fmt: skip

    def numbers_of_event(self, name: str) -> list[Json]:
        """Numbers that are values of an event: as they are, less, and twice as much."""
        found: list[Json] = []
        for part, (of, _) in (
            self.pack.declarations.events[name].context.items()
            if name in self.pack.declarations.events
            else ()
        ):
            if of == "number":
                value = f"{{{name}.{part}}}"
                less, twice = {"$": "-", "items": [value, 7]}, {"$": "*", "items": [value, 2]}
                found += [value, less, twice]
        return found

    def filters(self) -> list[Json]:
        found = [self.narrowing_condition()]
        for word in self.pack.declarations.defines["conditions"].values():
            required = [key for key, param in word.params.items() if param.is_required]
            if len(required) == 1 and word.params[required[0]].type in ("card", "entity"):
                found.append({"type": word.name, required[0]: "{it}"})
        return found

    def comparisons(self) -> Iterator[Json]:
        """Every property that is told, compared: numbers with a number, words with one of them."""
        named = self.phrases["field"]
        for fact in self.pack.declarations.properties.values():
            reference = f"{{it.{fact.name}}}"
            if fact.domain:
                for each in dict.fromkeys((fact.domain[0], fact.domain[-1])):
                    yield {"$": "==", "items": [reference, each]}
                if "none" in fact.domain[1:-1]:
                    yield {"$": "==", "items": [reference, "none"]}
            elif fact.type == "number" and fact.name in named:
                for operator in ("==", "<=", ">="):
                    yield {"$": operator, "items": [reference, 7]}

    def cards(self) -> list[Json]:
        return [card.id for card in self.pack.cards[:1]]

    def _symbols(self, key: str) -> list[Json]:
        if key == "event":
            return [*self.pack.declarations.events]
        if key in ("property", "field"):
            return [
                name for name in self.pack.declarations.modifiable if name in self.phrases["field"]
            ]
        if key == "zone":
            return [*self.pack.declarations.layout.zones]
        same = self.pack.declarations.properties.get(key)
        if same is not None and same.domain:
            return list(same.domain)
        found = list(
            {each for f in self.pack.declarations.properties.values() for each in f.domain}
        )
        return [*sorted(found)[:3], *self.cards()]

    # -- which of them phrases tell apart

    def arguments_of(self, word: str, key: str, param: Param) -> list[Json]:
        """One argument of each sort that the variants of the word's phrase tell apart."""
        wanted = list(self._variants_wants(word, key))
        begins = self._begins(word, key)
        found: dict[Any, list[Json]] = {}
        usual = None if param.is_required else param.default
        for candidate in [*self.candidates(key, param), *self._arguments_wanted(wanted, param)]:
            if candidate == usual and not isinstance(candidate, bool):
                continue
            sort: tuple[Any, ...] = tuple(self.fits(want, candidate, part) for part, want in wanted)
            sort = (*sort, isinstance(candidate, int), self._sort_of(candidate))
            if begins:
                phrase = self.phrase(candidate)
                sort = (*sort, phrase is not None and phrase.many)
            found.setdefault(sort, []).append(candidate)
        if param.domain or param.type in _ALL:
            return [each for several in found.values() for each in several]
        return [several[0] for several in found.values()]

    def _arguments_wanted(self, wanted: list[tuple[str, Any]], param: Param) -> Iterator[Json]:
        """What variants ask for by name or number."""
        for name, want in wanted:
            text = str(want).lstrip(">")
            if "." in name or not text or text[0] in "<~#*":
                continue
            if param.type in ("number", "boolean", "flag") and text.lstrip("-").isdigit():
                yield int(text) + (str(want)[:1] == ">")
            elif param.type == "number" and text.isidentifier():
                yield from (f"{{this.{text}}}", f"{{you.{text}}}")

    def _sort_of(self, candidate: Json) -> str:
        """What sort of thing it is, for holes of several sorts."""
        phrase = self.phrase(candidate)
        if phrase is not None and phrase.single:
            return "single"
        if isinstance(candidate, dict):
            return "asked" if "ask" in candidate else str(candidate.get("$", "given"))
        return "plain"

    def _variants_wants(self, word: str, key: str) -> Iterator[tuple[str, Any]]:
        for when in self.variants(word):
            for name, want in when.items():
                if name.partition(".")[0] == key:
                    yield name, want

    def _begins(self, word: str, key: str) -> bool:
        """Whether the phrase of a word begins with it, so that its verb agrees with it."""
        texts = template_texts(self.phrases["text"].get(word, ""))
        return any(text.startswith(f"{{{key}}} ") for text in texts)

    def variants(self, word: str) -> list[dict[str, Any]]:
        """What the variants of a phrase want of the parameters."""
        template = self.phrases["text"].get(word)
        options = template if isinstance(template, list) else [template]
        return [each.get("when", {}) if isinstance(each, dict) else {} for each in options]

    def parameters_told(self, word: str, when: dict[str, Any]) -> list[str]:
        """The parameters that a variant of a phrase tells."""
        template = self.phrases["text"].get(word)
        for each in template if isinstance(template, list) else [template]:
            own = each.get("when", {}) if isinstance(each, dict) else {}
            if own == when:
                text = each.get("text", "") if isinstance(each, dict) else str(each)
                return list(dict.fromkeys(hole.name for hole in holes_of(text)))
        return []

    def fits(self, want: Any, argument: Json, name: str) -> bool:
        """Whether an argument is as a variant wants it."""
        if argument is OMITTED:
            return str(want) == "-"
        key = name.partition(".")[0]
        phrase = self.phrase(argument)
        from ..telling.sentences.forms import Filling

        return self.teller.variants.fits(want, Filling({key: phrase}), name)

    def phrase(self, argument: Json) -> Phrase | None:
        """How an argument is told."""
        name = repr(argument)
        if (
            isinstance(argument, dict)
            and argument.get("type") in self.pack.declarations.defines["conditions"]
        ):
            return Phrase(name, tag=argument["type"])
        if name not in self._told:
            self._told[name] = self._phrase(argument)
        return self._told[name]

    def _phrase(self, argument: Json) -> Phrase | None:
        if isinstance(argument, bool):
            return Phrase(str(argument).lower(), tag=str(argument).lower())
        asked = {"type": "Equals", "value1": argument, "value2": 7}
        deed = {"type": "while", "condition": asked, "do": [{"type": "stop"}]}
        try:
            read = self.trees.read_behaviors([{"at": self.timing, "do": [deed]}])
            self.teller.tell(self.trees, read)
        except Exception:  # noqa: BLE001 (an argument that cannot stand alone)
            return None
        path = ("behaviors", 0, "do", 0, "condition", "value1")
        heard = self.teller.heard.get(Key("phrase", path))
        return heard.told if heard is not None else None
