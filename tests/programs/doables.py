"""Doables of programs made at random."""

from __future__ import annotations

from dataclasses import replace

from programs.values import Json, Known

IDS = ("t.beast.ox", "t.beast.bear", "t.spell.bolt", "t.spell.frost")
OF_CARDS = ("health", "cap", "defeated", "charges", "power")


class Writer(Known):
    """Writes doables for a place."""

    def block(self, most: int = 3, least: int = 1) -> list[Json]:
        """Some doables."""
        found: list[Json] = []
        for _ in range(self.dice.randint(least, most)):
            if self.left[0] <= 0:
                break
            self.left[0] -= 1
            found.append(self.doable())
        return found or [{"type": "note", "amount": 1}]

    def doable(self) -> Json:
        plain = [
            self.set, self.set, self.set, self.let, self.transform, self.transform, self.roll,
            self.pick, self.reset, self.log, self.bear, *[self.trace] * 5,
        ]  # fmt: skip
        plain += [self.move, self.move, self.create, self.copy, self.shuffle] * self.moves
        plain += [self.fire, self.hit] * self.fires
        plain += [self.call, self.call] * bool(self.calls) + [self.perform] * bool(self.performs)
        if self.event:
            plain += [self.decide, self.decide]
        if self.loops:
            plain.append(lambda: {"type": "stop"})
        if self.chance(25):
            return self.one(
                [{"type": "finish"}, {"type": "keepAnswers"}, {"type": "keepPlaces"}, self.end()]
            )
        if self.depth < 3:
            plain += [self.iff, self.iff, self.loop, self.loop, self.loop, self.switch, self.table,
                      self.trigger, self.modifier, self.whilst]  # fmt: skip
            plain += [self.choose, self.ask_all, self.number_asked] if self.may_ask else []
        return self.one(plain)()

    def end(self) -> Json:
        """The end of the match, or one after which it goes on."""
        found: Json = {"type": "endMatch", "rule": "done"}
        if self.chance(2):
            return {**found, self.one(("won", "drew", "lost")): self.people()}
        about = replace(self, it="player")
        return {**found, "standings": {"chooser": "players"}, "by": about.text()}

    def trace(self) -> Json:
        """What something is now, in a number from which it can be told ever after."""
        kind = self.dice.randint(0, 5)
        what: Json = f"{{{self.one(self.numbers)}}}" if self.numbers and kind < 2 else self.text()
        if kind == 2 and self.lists:
            cards = self.one(self.lists)
            what = f"{{{cards}.last.position}} + {{{cards}.first.health}} * 5"
        amount: Json = f"({{match.total}} * 7 + {what}) % 1009"
        if kind == 3:  # two lists in one line
            counts = [{"type": "count", "of": self.several(1)} for _ in range(2)]
            amount = {"type": "subtract", "value1": counts[0], "value2": counts[1]}
        return {"type": "set", "of": "{match}", "field": "total", "amount": amount}

    def again(self) -> Json:
        """A field of cards that have it, changed before and after they may have become others."""
        kind, other = self.one((("beast", "t.spell.frost"), ("spell", "t.beast.ox")))
        field, fields = {
            "beast": ("defeated", "{CARD.charges} + {CARD.power}"),
            "spell": ("charges", "{CARD.defeated} + {CARD.health}"),
        }[kind]
        name, card, others, inner = self.name(), self.name(), self.name(), self.inner()
        inner.cards += [card] * 4
        change = {"type": "set", "of": f"{{{card}}}", "field": field, "amount": 3}
        lacked = f"{{match.total}} * 7 + {fields.replace('CARD', card)}"
        read = {"type": "set", "of": "{match}", "field": "total", "amount": f"({lacked}) % 1009"}
        turn = {"type": "transform", "target": f"{{{card}}}", "into": other}
        test = {"type": "if", "condition": inner.condition(1)}
        between = self.one((
            turn,
            {"type": "turned", "card": f"{{{card}}}", "into": other},
            {**test, "do": [turn], "elsedo": [change]},
            {**test, "do": [change], "elsedo": [turn]},
            {"type": "loop", "times": 1, "do": [turn]},
            {"type": "let", "id": card, "value": f"{{{others}.first}}"},
            {"type": "fire", "event": "onTick", "with": {"number": 1}},
        ))  # fmt: skip
        cards = {"chooser": "cards", "where": f"{{it.kind}} == {kind}", "bottom": 2}
        rest = {"chooser": "cards", "where": f"{{it.kind}} != {kind}"}
        do = [
            {"type": "let", "id": others, "value": rest},
            {"type": "let", "id": card, "value": f"{{{name}.target}}"},
            *(change, read, between, *inner.block(1), change),
        ]
        return {"type": "loop", "id": name, "target": cards, "do": do}

    def set(self) -> Json:
        kind = self.dice.randint(0, 5)
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
            found[self.one(("before", "after", "inPlaceOf"))] = f"{{{self.card()}}}"
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
        found["amount"] = self.dice.randint(0, 2)
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
        if self.chance(4):
            found["seed"] = self.dice.randint(0, 3)
        self.lists.append(name)
        return found

    def fire(self) -> Json:
        kind, when = self.dice.randint(0, 2), self.one(("before", "after"))
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
        kind = self.dice.randint(0, 3)
        if kind == 0:
            found["times"] = self.dice.randint(0, 3)
        elif kind == 1:
            found["target"] = self.people()
            inner.players.append(f"{name}.target")
        else:
            found["target"] = target = self.asked()
            inner.cards += [f"{name}.target"] * 4
        inner.numbers += [f"{name}.index"] * 3
        if target is not None and self.chance(5):
            found["times"] = 2
        return {**found, "do": [inner.trace(), *inner.block(4)]}

    def whilst(self) -> Json:
        inner = self.inner(loops=self.loops + 1)
        add = {"type": "set", "of": "{match}", "field": "round", "mode": "add", "amount": 1}
        most = self.dice.randint(2, 6)
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
            found["priority"] = self.dice.randint(-1, 1)
        return {"type": "addTriggers", "triggers": [{**found, "do": inner.block()}]}

    def modifier(self) -> Json:
        if self.chance(6):
            return {"type": "removeModifiers", "targets": [self.one(("token", "x"))]}
        found = self.lasting()
        inner = self.inner(it="card", answers=())  # they could go on for ever
        if "on" in found:
            inner.cards.append("bearer")
        elif self.chance(2):
            found["where"] = inner.condition(1)
        else:
            found["of"] = f"{{{self.card()}}}"
        found |= {
            "property": self.one(("manaCost", "health", "power")),
            "mode": self.one(("add", "set", "multiply", "cap")),
            "amount": inner.far_number() if self.far else self.dice.randint(-2, 4),
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
        if self.chance(3):
            about = replace(self, it="card")
            options[0]["unless"] = {"tooMuch": about.condition(1), "no": about.condition(1)}
        if self.chance(3):
            options[1]["unless"] = {"tooMuch": self.condition(1)}
        return {"type": "choose", "ask": f"{{{self.player()}}}", "prompt": "wait",
                "auto": self.chance(2), "options": options, **self.told()}  # fmt: skip

    def told(self) -> Json:
        """What a question tells, if anything."""
        if self.chance(2):
            return {}
        given: Json = {"number": self.text(), "card": f"{{{self.card()}}}"}
        if self.chance(2):
            given |= {"whom": f"{{{self.player()}}}", "cards": self.several()}
        return {"with": given}

    def ask_all(self) -> Json:
        name = self.name()
        each = f"p{self.names[0]}"
        found: Json = {"type": "askAll", "as": each, "id": f"{name}{{{each}}}",
                       "target": {"chooser": "players"}}  # fmt: skip
        inner = self.inner(may_ask=False)
        inner.players = [each]
        found |= inner.told()
        if self.chance(2):
            self.lists.append(f"{name}{{match.startPlayer}}")
            return {**found, "from": inner.several(), "minimum": 0, "maximum": 1}
        one, other = self.name(), self.name()
        pool = {"chooser": "cards", "zone": "field"} if self.chance(2) else inner.several()
        options = [{"id": one, "each": pool, "do": []}, {"id": other, "do": []}]
        for option in options:
            done = self.inner()
            done.players.append(each)
            done.cards += [one] * 3 * (option["id"] == one)
            option["do"] = done.block()
            if option["id"] == one and self.chance(2):  # so that it may be too late for the other
                take = {"type": "move", "target": f"{{{one}}}", "to": "hand", "of": f"{{{each}}}"}
                option["do"].insert(0, take)
        return {**found, "prompt": "wait", "options": options}

    def number_asked(self) -> Json:
        name = self.name()
        value = {"type": "numberChooser", "ask": f"{{{self.player()}}}", "minimum": 0,
                 "maximum": self.dice.randint(0, 3), **self.told()}  # fmt: skip
        self.numbers.append(name)
        return {"type": "let", "id": name, "value": value}
