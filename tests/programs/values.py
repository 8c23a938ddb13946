"""Values of programs made at random: numbers, conditions, cards, players."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from random import Random
from typing import Any, Self

Json = Any


@dataclass
class Known:
    """What can be named at a place."""

    dice: Random
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
    answers: tuple[str, ...] = ()  # what cards are asked, of those of `programs.QUESTIONS`
    far: bool = False  # whether numbers go as far as they can

    def inner(self, **changes: Any) -> Self:
        """For a place inside: what is named there is not known outside."""
        return replace(
            self, depth=self.depth + 1, cards=list(self.cards), lists=list(self.lists),
            players=list(self.players), numbers=list(self.numbers), **changes,
        )  # fmt: skip

    def one(self, of: Any) -> Any:
        return self.dice.choice(of)

    def chance(self, of: int) -> bool:
        return self.dice.randint(0, of - 1) == 0

    def name(self) -> str:
        self.names[0] += 1
        return f"n{self.names[0]}"

    # -- values ------------------------------------------------------------------------------------

    def number(self, depth: int = 0) -> Json:
        """A number, as a text or an object."""
        if self.answers and depth < 2 and self.chance(5):
            return self.answer(self.one(("answer", "sumOfAnswers")), "Number", depth)
        if self.far and self.chance(3):
            return self.far_number()
        kind = self.dice.randint(0, 11 if depth < 2 else 3)
        if kind <= 1:
            return self.dice.randint(-2, 6)
        if kind <= 3 and (self.numbers or self.it):
            return self.text()
        if kind == 4 and self.chance(4):
            return {"type": "room", "zone": "nest"}
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
            return f"{self.text()} {self.one(['//', '%'])} {self.dice.randint(1, 4)}"
        return self.text()

    def text(self) -> str:
        """A reference to a number."""
        kind = self.dice.randint(-1, 6)
        if kind <= 0 and self.numbers:
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

    def far_number(self) -> str:
        """One that mostly is near the bounds of numbers, or would be beyond them."""
        factors = [self.one(("1000000000", "999999937", "-1000000000", "3", "-1"))] * 2
        found = f"{self.text()} * {' * '.join(factors)}"
        for _ in range(self.dice.randint(0, 3)):
            found = f"({found}) {self.one('+-*')} {self.one((self.text(), *factors))}"
        return f"0 - ({found})" if self.chance(4) else found

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
        if self.answers and depth < 2 and self.chance(5):
            return self.answer(self.one(("answer", "anyAnswer")), "Truth", depth)
        kind = self.dice.randint(0, 8 if depth < 2 else 2)
        if kind <= 2:
            return f"{self.text()} {self.one(['==', '!=', '<', '>', '<=', '>='])} {self.text()}"
        if kind == 3:
            items = [self.condition(depth + 1), self.condition(depth + 1)]
            return {"type": self.one(("And", "Or")), "conditions": items}
        if kind == 4:
            return {"type": "Not", "condition": self.condition(depth + 1)}
        card = self.card()
        if kind == 5 and self.chance(4):
            return f"{{{self.player()}.kind}} == {self.one(['player', 'beast'])}"
        if kind == 5:
            return f"{{{card}.kind}} == {self.one(['spell', 'beast'])}"
        if kind == 6:
            return {"type": self.one(("HasCard", "HasNoCard")),
                    "playerUUID": f"{{{self.player()}}}", "cardUUID": f"{{{card}}}"}  # fmt: skip
        if kind == 7:
            return f"{{{card}.zone}} in [hand, field, nest]"
        if self.chance(3):
            return {"type": "HasRoom", "zone": "nest", "target": f"{{{card}}}"}
        return {"type": "Awaited", "event": "onTick", "when": self.one(("before", "after"))}

    def several(self, depth: int = 0) -> Json:
        """A list of cards."""
        if self.answers and depth < 2 and self.chance(8):
            return self.answer("answer", "Cards", depth)
        kind = self.dice.randint(0, 9)
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
            found[self.one(("top", "bottom"))] = self.dice.randint(0, 3)
        return found

    def answer(self, word: str, about: str, depth: int) -> Json:
        """What cards say of a question, or one of them."""
        return {
            "type": word, "question": self.one(self.answers) + about,
            "of": f"{{{self.card()}}}" if word == "answer" else self.several(depth + 1),
            "with": {"who": f"{{{self.player()}}}", "it": f"{{{self.card()}}}",
                     "many": self.several(depth + 1)},
        }  # fmt: skip

    def people(self) -> Json:
        kind = self.dice.randint(0, 4)
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
        least = self.dice.randint(0, 2)
        found = {
            "type": "cardChooser", "ask": f"{{{self.player()}}}", "from": self.several(1),
            "minimum": least, "maximum": least + self.dice.randint(0, 1),
        }  # fmt: skip
        if self.chance(3):
            found["where"] = replace(self, it="card").condition(1)
        if self.chance(3):
            found["sort"] = "manaCost"
        return found
