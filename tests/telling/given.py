"""
What words of a pack can be given, by the types of their parameters, for programs to be told apart.

All of it comes from what words and packs declare (fields, zones, properties, events, timings),
never from what the teller says. Begin with `Given.uses`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from itertools import islice, product

import rules.language.words  # noqa: F401 (every word of the engine)
from rules.language.schema import WORDS, Param
from rules.pack import Pack
from rules.reading.notation import Json

YOU, NEXT = "{you}", "{you.next}"
NUMBERS = ("number", "measure", "ordering", "again")
MANY = ("players", "cards", "entities")
BARE = ("symbol", "property", "name", "choice")
MOST = 400  # of one word
#: Words that other parts make programs of.
FLOW = frozenset(
    ("let", "choose", "askAll", "addTriggers", "addModifiers", "log", "fire", "finish", "loop",
     "while", "if", "switch", "rollOn", "keepAnswers", "keepPlaces", "script", "ScriptHolds",
     "scriptValue", "removeTriggers", "removeModifiers", "triggerGetter", "settleMaximum")
)  # fmt: skip


def compare(operator: str, left: Json, right: Json) -> Json:
    return {"$": operator, "items": [left, right]}


class Given:
    """Arguments of the words of one pack."""

    def __init__(self, pack: Pack, timing: str):
        self.pack, self.timing = pack, timing
        self.declared = pack.declarations
        layout, words = self.declared.layout, pack.words["en"]
        named = words.get("field", {})
        self.fields: dict[str, list[str]] = {}
        for kind, name in layout.fields:
            if name in named:
                self.fields.setdefault(kind, []).append(name)
        self.owned = [name for name, zone in layout.zones.items() if zone.of == "player"]
        self.shared = [name for name, zone in layout.zones.items() if zone.of is None]
        self.told = words.get("text", {}).keys()
        self.facts = {
            name: each for name, each in self.declared.properties.items() if name in named
        }

    # -- what stands for a type

    def numbers(self) -> Iterator[Json]:
        yield from (2, 3, 1, 0, -2)
        fields = self.fields.get("player", [])
        for name in fields:
            yield f"{{you.{name}}}"
        for name in fields[:3]:
            yield f"{{you.next.{name}}}"
        for zone in self.owned[:4]:
            yield f"{{you.{zone}.count}}"
            yield f"{{you.next.{zone}.count}}"
        for name in self.numbers_of_cards():
            yield from (f"{{this.{name}}}", f"{{this.{name}.base}}")
        if fields:
            value = f"{{you.{fields[0]}}}"
            yield {"$": "negative", "items": [value]}
            for sign, items in (
                ("*", [value, 2]), ("*", [value, 3]), ("+", [value, 3]), ("-", [value, 3]),
                ("-", [3, value]), ("//", [value, 2]), ("%", [value, 2]),
                ("max", [value, 3]), ("min", [value, 3]), ("max", [value, 5]),
            ):  # fmt: skip
                yield {"$": sign, "items": items}
            sum_of = {"$": "+", "items": [value, 3]}
            yield {"$": "*", "items": [sum_of, 2]}
            yield {"$": "-", "items": [20, {"$": "*", "items": [value, 2]}]}
            yield {"$": "-", "items": [{"$": "-", "items": [20, value]}, 3]}
            yield {"$": "-", "items": [20, {"$": "-", "items": [value, 3]}]}
            yield {"$": "+", "items": [{"$": "*", "items": [value, 2]}, 3]}
            yield {"$": "if", "items": [compare(">", value, 3), 5, 2]}
            yield {"$": "if", "items": [compare(">", value, 3), 5, value]}
        for pile in self.piles():
            yield {"type": "count", "of": pile}
        for name in ("sum", "min", "max"):
            for field in self.numbers_of_cards()[:2]:
                for pile in islice(self.piles(), 2):
                    yield {"type": name, "of": pile, "value": f"{{it.{field}}}"}
        for name, word in self.declared.defines["values"].items():
            if name in self.told:
                yield from islice(self.uses(name, word.params, "type", deep=False), 12)

    def numbers_of_cards(self) -> list[str]:
        own = [name for kind, names in self.fields.items() for name in names
               if kind not in ("player", "match")]  # fmt: skip
        printed = [name for name, fact in self.facts.items() if fact.type == "number"]
        return [*dict.fromkeys((*own, *printed))]

    def players(self) -> Iterator[Json]:
        yield YOU
        yield from ("{you.next}", "{you.previous}", "{this.owner}", "{match.startPlayer}")
        yield {"type": "playerChooser", "ask": YOU}
        yield {"type": "playerChooser", "ask": NEXT}
        others = {"chooser": "players", "except": YOU}
        yield {"type": "playerChooser", "ask": YOU, "from": others}
        yield {"type": "playerChooser", "ask": NEXT, "from": {"chooser": "players", "except": NEXT}}

    def several_players(self) -> Iterator[Json]:
        yield from self.players()
        yield {"chooser": "players"}
        yield {"chooser": "players", "except": YOU}
        yield {"chooser": "players", "except": NEXT}
        yield {"chooser": "players", "from": NEXT}
        yield {"chooser": "players", "direction": "counterclockwise"}
        for name in self.fields.get("player", [])[:2]:
            for operator, n in ((">", 3), ("<", 3), (">=", 3)):
                where = compare(operator, f"{{it.{name}}}", n)
                yield {"chooser": "players", "where": where}
                yield {"chooser": "players", "except": YOU, "where": where}
            for end, n in product(("top", "bottom"), (1, 2)):
                yield {"chooser": "players", "by": f"{{it.{name}}}", end: n}
        for word in ("allies", "enemies"):
            yield {"chooser": word}

    def piles(self) -> Iterator[Json]:
        """Cards of zones."""
        for zone in self.owned:
            yield {"chooser": "cards", "zone": zone, "of": YOU}
            yield {"chooser": "cards", "zone": zone, "of": NEXT}
        for zone in self.owned[:2]:
            yield {"chooser": "cards", "zone": zone, "of": {"chooser": "players"}}
            yield {"chooser": "cards", "zone": zone}
        for zone in self.shared[:3]:
            yield {"chooser": "cards", "zone": zone}

    def things(self, one: bool = False) -> Iterator[Json]:
        """Cards, one or several."""
        yield "{this}"
        pile = next(self.piles())
        for where in islice(self.filters(), 12):
            if not one:
                yield {**pile, "where": where}
        for end, n in product(("top", "bottom"), (1, 2)):
            if not one or n == 1:
                yield {**pile, end: n}
        for field in self.numbers_of_cards()[:2]:
            for end, n in product(("top", "bottom"), (1, 2)):
                if not one or n == 1:
                    yield {**pile, "by": f"{{it.{field}}}", end: n}
        for zone in self.owned:
            for player in ("you", "you.next"):
                if not one:
                    yield f"{{{player}.{zone}}}"
                for end in ("top", "bottom", "first", "last"):
                    yield f"{{{player}.{zone}.{end}}}"
        if not one:
            yield from self.piles()
        yield from self.chosen(one)
        for name, word in self.declared.defines["choosers"].items():
            if name in self.told and not one:
                yield from islice(self.uses(name, word.params, "chooser", deep=False), 8)
        for name in ("neighbours", "leftOf", "rightOf"):
            yield {"chooser": name, "of": "{this}"}

    def chosen(self, one: bool = False) -> Iterator[Json]:
        """Cards that somebody is asked for."""
        limits: list[Json] = [{}]
        if not one:
            limits += [{"maximum": 2, "minimum": 2}, {"maximum": 2, "minimum": 0},
                       {"maximum": 2}, {"minimum": 0}, {"maximum": 3, "minimum": 1}]  # fmt: skip
        pools: list[Json] = [f"{{you.{zone}}}" for zone in self.owned]
        pools += [f"{{you.next.{zone}}}" for zone in self.owned[:2]]
        kinds: list[tuple[str, Json]] = [("cardChooser", {"from": pool}) for pool in pools]
        for name, word in self.declared.defines["choosers"].items():
            if name in self.told and not any(p.is_required for p in word.params.values()):
                kinds.append(("cardChooser", {"from": {"chooser": name}}))
            kind = f"{name.removesuffix('s')}Chooser"
            if kind in self.told and kind != f"{name}Chooser":
                kinds.append((kind, {}))
        for kind, of in kinds:
            for limit in limits:
                yield {"type": kind, "ask": YOU, **of, **limit}
            yield {"type": kind, "ask": NEXT, **of}
        for where in self.filters():
            for kind, of in (kinds[0], kinds[-1]):
                yield {"type": kind, "ask": YOU, **of, "where": where}

    def filters(self, it: str = "it") -> Iterator[Json]:
        """Conditions about a card."""
        for name, fact in self.facts.items():
            reference = f"{{{it}.{name}}}"
            if fact.domain:
                for each in (
                    fact.domain[0],
                    fact.domain[-1],
                    *(("none",) if "none" in fact.domain else ()),
                ):
                    yield compare("==", reference, each)
                    yield compare("!=", reference, each)
            elif fact.type == "number":
                for operator in ("==", "!=", "<", "<=", ">", ">="):
                    yield compare(operator, reference, 3)
            elif fact.type in ("boolean", "flag"):
                yield reference
        for names in (self.fields.get(kind, ()) for kind in self.pack.origin.raw["kinds"]):
            for name in names[:6]:
                yield compare(">=", f"{{{it}.{name}}}", 3)
                yield compare(">", f"{{{it}.{name}}}", 0)
        for kind in self.pack.origin.raw["kinds"]:
            yield compare("==", f"{{{it}.kind}}", kind)
        yield compare("==", f"{{{it}.owner}}", YOU)
        yield compare("!=", f"{{{it}.owner}}", YOU)
        yield compare("!=", f"{{{it}}}", "{this}")
        yield compare("==", f"{{{it}.id}}", self.pack.cards[0].id)
        for name, word in self.declared.defines["conditions"].items():
            needed = [key for key, param in word.params.items() if param.is_required]
            if (
                name in self.told
                and len(needed) == 1
                and word.params[needed[0]].type in ("card", "entity")
            ):
                yield {"type": name, needed[0]: f"{{{it}}}"}
                for key, param in word.params.items():
                    for value in self.given(key, param, False) if key not in needed else ():
                        yield {"type": name, needed[0]: f"{{{it}}}", key: value}

    def conditions(self, deep: bool = True) -> Iterator[Json]:
        fields = self.fields.get("player", [])
        for name in fields[: None if deep else 2]:
            for operator, n in (
                (">", 3),
                ("<", 3),
                ("==", 3),
                ("!=", 3),
                (">=", 1),
                (">", 0),
                ("==", 0),
                ("==", 1),
            ):
                yield compare(operator, f"{{you.{name}}}", n)
            yield compare(">", f"{{you.next.{name}}}", 3)
            yield compare(">", f"{{you.{name}}}", f"{{you.next.{name}}}")
            yield f"{{you.{name}}}"
        for zone in self.owned[: None if deep else 1]:
            for operator, n in ((">", 0), ("==", 0), (">=", 3), ("<", 3), ("==", 3), ("!=", 3)):
                yield compare(operator, f"{{you.{zone}.count}}", n)
            yield compare(">", f"{{you.next.{zone}.count}}", 0)
        for name in self.fields.get("match", ())[: None if deep else 1]:
            yield compare("==", f"{{match.{name}}}", 3)
            yield f"{{match.{name}}}"
        if deep:
            pile = next(self.piles())
            for operator, n in ((">", 0), ("==", 0), (">=", 3), ("<", 3)):
                for where in islice(self.filters(), 8):
                    yield compare(operator, {"type": "count", "of": {**pile, "where": where}}, n)
            yield from self.filters("this")
        for engine, table in (
            (True, WORDS["condition"]),
            (False, self.declared.defines["conditions"]),
        ):
            for name, word in table.items():
                if name in self.told or (engine and name not in FLOW):
                    yield from islice(
                        self.uses(name, word.params, "type", deep=False), 30 if deep else 3
                    )

    def bare_words(self, key: str, param: Param) -> Iterator[Json]:
        if param.domain:
            yield from param.domain
        elif key in ("property", "field") or param.type == "property":
            yield from (
                name for name in self.declared.modifiable if name in self.pack.words["en"]["field"]
            )
        elif key in self.declared.properties and self.declared.properties[key].domain:
            yield from self.declared.properties[key].domain
        elif key == "event":
            yield from self.declared.events
        elif param.type == "symbol":
            for fact in self.facts.values():
                yield from fact.domain[:2]
            yield self.pack.cards[0].id
        elif param.type == "name":
            yield from ("one", "other")

    def given(self, key: str, param: Param, deep: bool = True) -> list[Json]:
        """What a parameter can be given, without what it is where nothing is given."""
        found = list(islice(self._given(key, param, deep), 300 if deep else 8))
        return [each for each in found if param.is_required or each != param.default]

    def _given(self, key: str, param: Param, deep: bool) -> Iterator[Json]:
        match param.type:
            case "zone":
                yield from (*self.declared.layout.zones, *param.domain)
            case _ if param.domain:
                yield from param.domain
            case "condition" | "test":
                yield from self.conditions(deep)
            case "filter" | "own":
                yield from self.filters()
            case of if key == "where":
                yield from self.filters()
            case of if of in NUMBERS:
                yield from (
                    self.numbers()
                    if deep
                    else (2, 3, "{{you.{}}}".format(self.fields["player"][0]))
                )
            case "player" | "owner":
                yield from self.players() if deep else (YOU, NEXT)
            case "players" | "owners":
                yield from self.several_players() if deep else (YOU, NEXT, {"chooser": "players"})
            case "card":
                yield from self.things(True) if deep else ("{this}", f"{{you.{self.owned[0]}.top}}")
            case "cards":
                yield from self.things() if deep else ("{this}", *islice(self.piles(), 3))
            case "entity" | "entities" | "any":
                yield from (
                    (*self.players(), *self.things(param.type == "entity"))
                    if deep
                    else ("{this}", YOU, NEXT)
                )
            case "definition" | "definitions":
                yield from (card.id for card in self.pack.cards[:2])
                if param.type == "definitions":
                    for where in islice(self.filters(), None if deep else 2):
                        yield {"chooser": "definitions", "where": where}
                    for name, word in self.declared.defines["choosers"].items():
                        if name in self.pack.words["en"].get("single", ()):
                            yield from islice(
                                self.uses(name, word.params, "chooser", deep=False), 3
                            )
            case "boolean" | "flag":
                yield from (True, False)
            case "position":
                yield from ("top", "bottom", 1, 2)
            case "timing":
                yield from self.declared.timings
            case "event":
                yield from self.declared.events
            case "dice":
                yield from ("2d6", "1d8", "2d6+1")
            case of if of in BARE:
                yield from self.bare_words(key, param)

    # -- words with parameters

    def uses(
        self, name: str, params: Mapping[str, Param], key: str, deep: bool = True
    ) -> Iterator[Json]:
        """A word with what it needs, then with each parameter varied, then with two of them."""
        options: dict[str, list[Json]] = {}
        least: dict[str, Json] = {}
        for each, param in params.items():
            if param.type in ("do", "doables"):
                options[each] = [[self.deed], [self.other], [self.deed, self.other]] if deep else []
            else:
                options[each] = self.given(each, param, deep)
            if param.is_required:
                if not options[each]:
                    return
                least[each] = options[each][0]
        yield {key: name, **least}
        for each in params:
            for option in options[each]:
                yield {key: name, **least, each: option}
        for one, two in product(params, params):
            if one < two and deep:
                for a, b in product(options[one][1:5], options[two][1:5]):
                    yield {key: name, **least, one: a, two: b}

    def doables(self) -> Iterator[tuple[str, Mapping[str, Param]]]:
        for name, word in self.declared.defines["doables"].items():
            if name in self.told:
                yield name, word.params
        for name, engine in WORDS["doable"].items():
            if name not in FLOW:
                yield name, engine.params

    @property
    def deed(self) -> Json:
        return self._plain_deeds[0]

    @property
    def other(self) -> Json:
        return self._plain_deeds[1]

    @cached_property
    def _plain_deeds(self) -> list[Json]:
        found = []
        for name, word in self.declared.defines["doables"].items():
            needed = [(key, param) for key, param in word.params.items() if param.is_required]
            plain = "target" not in word.params and "amount" in word.params
            if plain and name in self.told and all(p.type == "number" for _, p in needed):
                found.append({"type": name, **{key: 2 for key, _ in needed}})
        shuffles = [{"type": "shuffle", "zone": zone} for zone in self.declared.layout.zones]
        return [*found, *shuffles]
