"""
Programs of the language made at random: doables over most of its words, for packs as `tiny` makes
them. `program(draw)` gives the sections of a pack; nothing in them is refused by the compiler, and
much of it fails while it is played.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from hypothesis import strategies as st
from tiny import START, beast, spell

Json = Any
FIELDS = {
    "match": {"shown": {"type": "card"}, "flag": {"initial": 0, "reset": "turn"}},
    "player": {"seen": {"initial": 0, "reset": "turn"}},
    "spell": {"charges": {"initial": 2, "reset": "anew"}, "power": {"initial": 7, "min": -5}},
    "beast": {"defeated": {"initial": 0, "reset": "anew"}},
}
ZONES = {
    "nest": {
        "see": "all",
        "most": 3,
        "arrive": [{"type": "note", "amount": 1}],
        "leave": [{"type": "perform", "at": "onArrive", "target": "{card}",
                   "with": {"playerUUID": "{match.startPlayer}"}}],
    },
}  # fmt: skip
CARDS = ("ox", "bear", "bolt", "frost")
IDS = ("t.beast.ox", "t.beast.bear", "t.spell.bolt", "t.spell.frost")
OF_CARDS = ("health", "cap", "defeated", "charges", "power")
SIZE = 26  # doables of a program


@dataclass
class Known:
    """What can be named at a place."""

    draw: Callable[[st.SearchStrategy[Any]], Any]
    left: list[int]  # how many doables may still come
    names: list[int]  # how many names were given
    cards: list[str] = field(default_factory=list)
    lists: list[str] = field(default_factory=list)  # of cards
    players: list[str] = field(default_factory=lambda: ["match.startPlayer"])
    numbers: list[str] = field(default_factory=list)
    it: str = ""  # what {it} is: card or player
    depth: int = 0
    loops: int = 0
    event: bool = False  # in a trigger that hears onHit before it happens
    calls: tuple[str, ...] = ()  # the words of the program that can be called
    performs: tuple[str, ...] = ()  # the timings at which cards can do something
    fires: bool = True  # whether events can be fired
    moves: bool = True  # whether cards can be moved
    may_ask: bool = True

    def inner(self, **changes: Any) -> Known:
        """For a place inside: what is named there is not known outside."""
        return replace(
            self, depth=self.depth + 1, cards=list(self.cards), lists=list(self.lists),
            players=list(self.players), numbers=list(self.numbers), **changes,
        )  # fmt: skip

    def one(self, of: Any) -> Any:
        return self.draw(st.sampled_from(of))

    def chance(self, of: int) -> bool:
        return self.draw(st.integers(0, of - 1)) == 0

    def name(self) -> str:
        self.names[0] += 1
        return f"n{self.names[0]}"

    # -- values ------------------------------------------------------------------------------------

    def number(self, depth: int = 0) -> Json:
        """A number, as a text or an object."""
        kind = self.draw(st.integers(0, 11 if depth < 2 else 3))
        if kind <= 1:
            return self.draw(st.integers(-2, 6))
        if kind <= 3 and (self.numbers or self.it):
            return self.text()
        if kind == 4:
            return {"type": "count", "of": self.several(depth + 1)}
        if kind == 5:
            about = replace(self, it="card")
            key = self.one(("sum", "max", "min"))
            return {"type": key, "of": self.several(depth + 1), "value": about.text()}
        if kind == 6:
            return {"type": self.one(("min", "max")),
                    "values": [self.number(depth + 1), self.number(depth + 1)]}  # fmt: skip
        if kind == 7:
            return f"{self.text()} {self.one(['+', '-', '*'])} {self.text()}"
        if kind == 8:
            return f"{self.text()} {self.one(['//', '%'])} {self.draw(st.integers(1, 4))}"
        return self.text()

    def text(self) -> str:
        """A reference to a number."""
        kind = self.draw(st.integers(0, 6))
        if kind == 0 and self.numbers:
            return f"{{{self.one(self.numbers)}}}"
        if kind == 1:
            return f"{{match.{self.one(['total', 'round', 'flag', 'players'])}}}"
        if kind == 2:
            return f"{{{self.player()}.{self.one(['mana', 'seen', 'score', 'seat'])}}}"
        if kind == 3:
            return f"{{{self.player()}.hand.count}}"
        card = self.card()
        fields = ("health", "defeated", "charges", "power", "manaCost", "position")
        return f"{{{card}.{self.one(fields)}}}" if card else "{match.total}"

    def card(self) -> str:
        """The name of a card."""
        if self.it == "card" and self.chance(2):
            return "it"
        found = [*self.cards, *(f"{each}.{self.one(['first', 'last'])}" for each in self.lists)]
        return self.one([*found, "match.shown"])

    def player(self) -> str:
        if self.it == "player" and self.chance(2):
            return "it"
        found = self.one(self.players)
        return f"{found}.next" if self.chance(4) else found

    def condition(self, depth: int = 0) -> Json:
        kind = self.draw(st.integers(0, 8 if depth < 2 else 2))
        if kind <= 2:
            return f"{self.text()} {self.one(['==', '!=', '<', '>', '<=', '>='])} {self.text()}"
        if kind == 3:
            items = [self.condition(depth + 1), self.condition(depth + 1)]
            return {"type": self.one(("And", "Or")), "conditions": items}
        if kind == 4:
            return {"type": "Not", "condition": self.condition(depth + 1)}
        card = self.card()
        if kind == 5:
            return f"{{{card}.kind}} == {self.one(['spell', 'beast'])}"
        if kind == 6:
            return {"type": self.one(("HasCard", "HasNoCard")),
                    "playerUUID": f"{{{self.player()}}}", "cardUUID": f"{{{card}}}"}  # fmt: skip
        if kind == 7:
            return f"{{{card}.zone}} in [hand, field, nest]"
        return {"type": "Awaited", "event": "onTick", "when": self.one(("before", "after"))}

    def several(self, depth: int = 0) -> Json:
        """A list of cards."""
        kind = self.draw(st.integers(0, 9))
        if kind == 0 and self.lists:
            return f"{{{self.one(self.lists)}}}"
        if kind == 1:
            return f"{{{self.card()}}}"
        if kind == 2:
            return [f"{{{self.card()}}}", f"{{{self.card()}}}"]
        if kind == 3:
            return f"{{{self.player()}.hand}}"
        if kind == 4:
            return {"chooser": self.one(("neighbours", "leftOf", "rightOf")),
                    "of": f"{{{self.card()}}}"}  # fmt: skip
        found: Json = {"chooser": "cards"}
        zone = self.one(("field", "nest", "hand", "discard", "pile", ""))
        if zone:
            found["zone"] = zone
            if zone in ("hand", "discard") and self.chance(2):
                found["of"] = f"{{{self.player()}}}"
        if self.chance(2) and depth < 2:
            found["where"] = replace(self, it="card").condition(1)
        if self.chance(4):
            found["by"] = replace(self, it="card").text()
        if self.chance(3):
            found[self.one(("top", "bottom"))] = self.draw(st.integers(0, 3))
        return found

    def people(self) -> Json:
        kind = self.draw(st.integers(0, 4))
        if kind == 0:
            return f"{{{self.player()}}}"
        found: Json = {"chooser": "players"}
        if kind == 1:
            found["direction"] = "clockwise"
        if kind == 2:
            found["except"] = f"{{{self.player()}}}"
        if kind == 3:
            found["where"] = replace(self, it="player").condition(1)
        return found

    def asked(self) -> Json:
        """Cards that somebody picks, or any."""
        if not self.may_ask or self.chance(2):
            return self.several()
        least = self.draw(st.integers(0, 2))
        found = {
            "type": "cardChooser", "ask": f"{{{self.player()}}}", "from": self.several(1),
            "minimum": least, "maximum": least + self.draw(st.integers(0, 1)),
        }  # fmt: skip
        if self.chance(3):
            found["where"] = replace(self, it="card").condition(1)
        if self.chance(3):
            found["sort"] = "manaCost"
        return found

    # -- doables -----------------------------------------------------------------------------------

    def block(self, most: int = 3, least: int = 1) -> list[Json]:
        """Some doables."""
        found: list[Json] = []
        for _ in range(self.draw(st.integers(least, most))):
            if self.left[0] <= 0:
                break
            self.left[0] -= 1
            found.append(self.doable())
        return found or [{"type": "note", "amount": 1}]

    def doable(self) -> Json:
        plain = [
            self.set, self.set, self.set, self.let, self.transform, self.transform, self.roll,
            self.pick, self.reset, self.log, self.bear,
        ]  # fmt: skip
        plain += [self.move, self.move, self.create, self.copy, self.shuffle] * self.moves
        plain += [self.fire, self.hit] * self.fires
        plain += [self.call, self.call] * bool(self.calls) + [self.perform] * bool(self.performs)
        if self.event:
            plain += [self.decide, self.decide]
        if self.loops:
            plain.append(lambda: {"type": "stop"})
        if self.chance(25):
            return self.one([{"type": "finish"}, {"type": "keepAnswers"}])
        if self.depth < 3:
            plain += [self.iff, self.iff, self.loop, self.loop, self.loop, self.switch, self.table,
                      self.trigger, self.modifier, self.whilst]  # fmt: skip
            plain += [self.choose, self.ask_all, self.number_asked] if self.may_ask else []
        return self.one(plain)()

    def set(self) -> Json:
        kind = self.draw(st.integers(0, 5))
        mode = self.one(("set", "add"))
        found: Json = {"type": "set", "mode": mode, "amount": self.number()}
        if kind == 0:
            found |= {"of": "{match}", "field": self.one(("total", "flag", "round"))}
        elif kind == 1:
            found |= {"of": self.people(), "field": self.one(("mana", "seen", "score"))}
        elif kind == 2:
            found |= {"of": "{match}", "field": "shown", "mode": "set",
                      "amount": f"{{{self.card()}}}"}  # fmt: skip
        else:
            of = self.asked() if self.chance(3) else f"{{{self.card()}}}"
            found |= {"of": of, "field": self.one(OF_CARDS)}
        if self.chance(4):
            found["id"] = name = self.name()
            self.numbers += [f"{name}.amount", f"{name}.overflow"]
        return found

    def let(self) -> Json:
        if self.cards and self.chance(2):  # one card, maybe under a name that was another's
            known = [each for each in self.cards if each.startswith("card_")]
            name = self.one(known) if known and self.chance(2) else f"card_{self.name()}"
            value: Json = f"{{{self.card()}}}"
            self.cards += [name] * 2
            return {"type": "let", "id": name, "value": value}
        name = self.name()
        if self.chance(2):
            value, known = self.asked(), self.lists
            if isinstance(value, str):  # one card, or a list: it is known as what it is
                value = [value]
        else:
            value, known = self.number(), self.numbers
        known.append(name)
        return {"type": "let", "id": name, "value": value}

    def move(self) -> Json:
        found: Json = {"type": "move", "target": self.asked()}
        where = self.one(("field", "nest", "hand", "discard", "pile", "nowhere", "beside"))
        if where == "beside":
            found[self.one(("before", "after"))] = f"{{{self.card()}}}"
        else:
            found |= {"to": where, **self.owner(where)}
            if self.chance(3):
                found["position"] = self.one(("bottom", 2, "top"))
        return found

    def owner(self, zone: str) -> Json:
        if zone in ("hand", "discard"):
            return {"of": f"{{{self.player()}}}"}
        return {"of": self.one(("I", "II"))} if zone == "pile" else {}

    def create(self) -> Json:
        name, zone = self.name(), self.one(("field", "hand", "nest", "pile"))
        found: Json = {"type": "create", "id": name, "to": zone, **self.owner(zone)}
        if self.chance(2):
            found["card"] = self.one(IDS)
        else:
            found["from"] = {"chooser": "definitions"}
        found["amount"] = self.draw(st.integers(0, 2))
        self.lists.append(name)
        return found

    def copy(self) -> Json:
        name, zone = self.name(), self.one(("field", "hand", "nest"))
        found = {"type": "copy", "id": name, "target": f"{{{self.card()}}}", "to": zone,
                 **self.owner(zone), "keep": self.one(("printed", "all"))}  # fmt: skip
        self.lists.append(name)
        return found

    def transform(self) -> Json:
        target = self.asked() if self.chance(3) else f"{{{self.card()}}}"
        return {"type": "transform", "target": target, "into": self.one(IDS),
                "keep": self.one(("nothing", "fields"))}  # fmt: skip

    def roll(self) -> Json:
        name = self.name()
        self.numbers.append(f"{name}.result")
        if self.chance(2):
            return {"type": "roll", "id": name, "sides": 6}
        return {"type": "rollDice", "id": name, "dice": self.one(("2d6", "d4+1", "3d4-2")),
                **({"highest": 1} if self.chance(3) else {})}  # fmt: skip

    def pick(self) -> Json:
        name = self.name()
        found = {"type": "pick", "id": name, "from": self.several(), "amount": 2}
        self.lists.append(name)
        return found

    def fire(self) -> Json:
        kind, when = self.draw(st.integers(0, 2)), self.one(("before", "after"))
        found: Json = {"type": "fire", "when": when}
        if kind == 0:
            return {**found, "event": "onTick", "with": {"number": self.number()}}
        if kind == 1:
            return {**found, "event": "onEnd", "with": {"playerUUID": f"{{{self.player()}}}"}}
        name = self.name()
        found |= {"event": "onHit", "id": name, "with": {
            "beast": f"{{{self.card()}}}", "by": f"{{{self.player()}}}", "amount": self.number(),
        }}  # fmt: skip
        self.numbers.append(f"{name}.amount")
        return found

    def hit(self) -> Json:
        return {"type": "hit", "target": self.asked(), "amount": self.number()}

    def reset(self) -> Json:
        return {"type": "reset", "group": "anew", "of": self.several(),
                **({"to": self.number()} if self.chance(2) else {})}  # fmt: skip

    def log(self) -> Json:
        return {"type": "log", "message": "said",
                "with": {"card": f"{{{self.card()}}}", "number": self.number(2)}}  # fmt: skip

    def shuffle(self) -> Json:
        zone = self.one(("field", "hand", "pile"))
        return {"type": "shuffle", "zone": zone, **self.owner(zone)}

    def bear(self) -> Json:
        if self.chance(2):
            return {"type": "strip", "target": self.several(), "auras": self.chance(2)}
        return {"type": self.one(("moveLasting", "copyLasting")),
                "from": f"{{{self.card()}}}", "to": f"{{{self.card()}}}"}  # fmt: skip

    def call(self) -> Json:
        name = self.name()
        found = {"type": self.one(self.calls), "id": name, "card": f"{{{self.card()}}}",
                 "number": self.number()}  # fmt: skip
        self.numbers.append(f"{name}.gives")
        return found

    def perform(self) -> Json:
        return {"type": "perform", "at": self.one(self.performs),
                "target": self.several(), "player": f"{{{self.player()}}}",
                "with": {"playerUUID": f"{{{self.player()}}}"}}  # fmt: skip

    def decide(self) -> Json:
        if self.chance(2):
            return {"type": "change", "value": "amount", "to": self.number()}
        return {"type": self.one(("cancel", "counter"))}

    def iff(self) -> Json:
        found = {"type": "if", "condition": self.condition(), "do": self.inner().block()}
        if self.chance(2):
            found["elsedo"] = self.inner().block()
        return found

    def loop(self) -> Json:
        name, target = self.name(), None
        found: Json = {"type": "loop", "id": name}
        inner = self.inner(loops=self.loops + 1)
        kind = self.draw(st.integers(0, 3))
        if kind == 0:
            found["times"] = self.draw(st.integers(0, 3))
        elif kind == 1:
            found["target"] = self.people()
            inner.players.append(f"{name}.target")
        else:
            found["target"] = target = self.asked()
            inner.cards += [f"{name}.target"] * 4
        inner.numbers.append(f"{name}.index")
        if target is not None and self.chance(5):
            found["times"] = 2
        return {**found, "do": inner.block(4)}

    def whilst(self) -> Json:
        inner = self.inner(loops=self.loops + 1)
        add = {"type": "set", "of": "{match}", "field": "round", "mode": "add", "amount": 1}
        most = self.draw(st.integers(2, 6))
        return {"type": "while", "condition": f"{{match.round}} < {most}",
                "do": [add, *inner.block()]}  # fmt: skip

    def switch(self) -> Json:
        cases = {"0": self.inner().block(), "1-3": self.inner().block()}
        found = {"type": "switch", "value": self.number(1), "cases": cases}
        if self.chance(2):
            found["elsedo"] = self.inner().block()
        return found

    def table(self) -> Json:
        if self.chance(2):
            name = self.name()
            rows = {"1-2": self.number(1), "3": self.number(1), "5+": 4}
            self.numbers.append(f"{name}.value")
            return {"type": "rollOn", "id": name, "dice": "d6", "table": rows}
        cases = {"1-3": self.inner().block(), "4+": self.inner().block()}
        return {"type": "rollOn", "dice": "d6", "table": cases}

    def lasting(self) -> Json:
        """How long it lasts, on whom, and what it is called."""
        found: Json = {}
        if self.chance(3):
            found["on"] = self.several(1)
        if self.chance(3):
            found["id"] = self.one(("mark", "token"))
            found["unique"] = self.chance(2)
        return found

    def trigger(self) -> Json:
        if self.chance(6):
            return {"type": "removeTriggers", "mode": "id", "targets": [self.one(("mark", "x"))]}
        found = self.lasting()
        inner = self.inner(event=False, loops=0, calls=(), performs=(), fires=False)
        if "on" in found:
            inner.cards += ["bearer"] * 2
        found["mode"] = self.one(("once", "always", "turn", "once"))
        if self.chance(2):
            found |= {"event": "onTick"}
            inner.numbers += ["onTick.number"] * 2
        else:
            found |= {"event": "onHit", "when": self.one(("before", "after"))}
            inner.numbers += ["onHit.amount"] * 2
            inner.cards += ["onHit.beast"] * 2
            inner.event = found["when"] == "before"
            if self.chance(4):
                found["of"] = f"{{{self.card()}}}"
        if self.chance(3):
            found["condition"] = inner.condition(1)
        if self.chance(3):
            found["priority"] = self.draw(st.integers(-1, 1))
        return {"type": "addTriggers", "triggers": [{**found, "do": inner.block()}]}

    def modifier(self) -> Json:
        if self.chance(6):
            return {"type": "removeModifiers", "targets": [self.one(("token", "x"))]}
        found = self.lasting()
        inner = self.inner(it="card")
        if "on" in found:
            inner.cards.append("bearer")
        elif self.chance(2):
            found["where"] = inner.condition(1)
        else:
            found["of"] = f"{{{self.card()}}}"
        found |= {
            "property": self.one(("manaCost", "health", "power")),
            "mode": self.one(("add", "set", "multiply", "cap")),
            "amount": self.draw(st.integers(-2, 4)),
            "duration": self.one(("always", "turn")),
        }
        return {"type": "addModifiers", "modifiers": [found]}

    def choose(self) -> Json:
        name, one, other = self.name(), self.name(), self.name()
        taken = self.inner()
        taken.cards += [one] * 3
        options: list[Json] = [
            {"id": one, "each": self.several(), "do": taken.block()},
            {"id": other, "do": self.inner().block()},
            {"id": f"{name}leave"},
        ]
        if self.chance(3):
            options[1]["when"] = self.condition(1)
        return {"type": "choose", "ask": f"{{{self.player()}}}", "prompt": "wait",
                "auto": self.chance(2), "options": options}  # fmt: skip

    def ask_all(self) -> Json:
        name = self.name()
        each = f"p{self.names[0]}"
        found: Json = {"type": "askAll", "as": each, "id": f"{name}{{{each}}}",
                       "target": {"chooser": "players"}}  # fmt: skip
        inner = self.inner(may_ask=False)
        inner.players = [each]
        if self.chance(2):
            self.lists.append(f"{name}{{match.startPlayer}}")
            return {**found, "from": inner.several(), "minimum": 0, "maximum": 1}
        one, other = self.name(), self.name()
        options = [{"id": one, "each": inner.several(), "do": []}, {"id": other, "do": []}]
        for option in options:
            done = self.inner()
            done.players.append(each)
            done.cards += [one] * 3 * (option["id"] == one)
            option["do"] = done.block()
        return {**found, "prompt": "wait", "options": options}

    def number_asked(self) -> Json:
        name = self.name()
        value = {"type": "numberChooser", "ask": f"{{{self.player()}}}", "minimum": 0,
                 "maximum": self.draw(st.integers(0, 3))}  # fmt: skip
        self.numbers.append(name)
        return {"type": "let", "id": name, "value": value}


#: The start player plays bolts for a while.
TURNS = [
    {"type": "loop", "times": 4, "do": [
        {"type": "choose", "ask": "{match.startPlayer}", "prompt": "turn", "auto": False,
         "options": [
            {"id": "play", "each": {"chooser": "cards", "where": "{it.kind} == spell"}, "do": [
                {"type": "perform", "at": "onPlay", "target": "{play}",
                 "player": "{match.startPlayer}",
                 "with": {"playerUUID": "{match.startPlayer}"}}]},
            {"id": "beat", "each": {"chooser": "cards", "zone": "field"}, "do": [
                {"type": "hit", "target": "{beat}", "amount": 1}]},
            {"id": "tick", "do": [
                {"type": "fire", "event": "onTick", "with": {"number": "{match.total}"}},
                {"type": "fire", "event": "onEnd", "with": {"playerUUID": "{you}"}}]},
         ]},
    ]},
]  # fmt: skip
WORD = {"doc": "Made at random.", "source": "test",
        "params": {"card": "card", "number": "number"}}  # fmt: skip


@st.composite
def programs(draw: Any) -> dict[str, Any]:
    """The sections of a pack: its flow, two words, and what its cards do."""
    left, names = [SIZE], [0]

    def known(**given: Any) -> Known:
        return Known(draw, left, names, **given)

    def word(*calls: str) -> Json:
        inside = known(cards=["card", "card", "this"], players=["you"], numbers=["number"])
        do = replace(inside, calls=calls).block(4)
        return {**WORD, "do": do, "result": {"gives": "{number} + {match.total}"}}

    def behavior(at: str, **rules: Any) -> Json:
        inside = known(cards=["this", "this"], players=["you", f"{at}.playerUUID"], **rules)
        return {"at": at, "do": inside.block(3)}

    words = {"second": word(), "first": word("second")}
    plays = behavior("onPlay", calls=("first", "second"), performs=("onArrive",))
    arrives = behavior("onArrive", fires=False, moves=False)
    cards = [
        beast("ox", count=2), beast("bear", arrives),
        spell("bolt", plays, manaCost=3, school="fire", count=2),
        spell("frost", manaCost=1, school="frost"),
    ]  # fmt: skip
    begin = [
        {"type": "let", "id": "first", "value": {"chooser": "players"}}, START,
        {"type": "move", "target": {"chooser": "cards", "where": "{it.id} == t.spell.bolt"},
         "to": "hand", "of": "{match.startPlayer}"},
        {"type": "move", "target": {"chooser": "cards", "where": "{it.kind} == beast"},
         "to": "field"},
        {"type": "set", "of": "{match}", "field": "shown",
         "amount": {"type": "cardChooser", "ask": "{match.startPlayer}",
                    "from": {"chooser": "cards", "zone": "field"}}},
    ]  # fmt: skip
    flow = known(calls=("first", "second"), performs=("onPlay", "onArrive"))
    return {
        "main": [*begin, *flow.block(8, 4), *TURNS],
        "cards": cards,
        "define": {"doables": words},
        "fields": FIELDS,
        "zones": ZONES,
        "words": {"en": {"log": {"said": "{card} {number}"}}},
    }
