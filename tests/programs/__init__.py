"""
Programs of the language made at random: doables over most of its words, for packs as `tiny` makes
them. `program(seed, size)` gives the sections of a pack; nothing in them is refused by the
compiler, and some of it fails while it is played.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

from hypothesis import strategies as st
from tiny import START, beast, spell

from programs.doables import Writer
from programs.values import Json

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
        "max": 3,
        "size": "2 if {it.kind} == spell else 1",
        "arrive": [{"type": "note", "amount": 1}],
        "leave": [{"type": "perform", "at": "onArrive", "target": "{card}",
                   "with": {"playerUUID": "{match.startPlayer}"}}],
    },
}  # fmt: skip
CONTEXT = {"who": "player", "it": "card", "many": "cards"}
#: Answers to far questions ask near ones.
QUESTIONS = {
    f"{name}{about}": {"context": CONTEXT, "type": type, **default}
    for name in ("near", "far")
    for about, type, default in (
        ("Truth", "boolean", {"default": name == "far"}),
        ("Number", "number", {"default": 4}),
        ("Cards", "cards", {}),
    )
}
SIZES = (10, 40)  # doables of each piece of code of a program


#: What all cards have, with what changes it.
SUMS = {"value": {"type": "sum", "of": {"chooser": "cards"},
                  "value": "{it.manaCost} + {it.health} * 3 + {it.power} * 7"}}  # fmt: skip
#: The start player plays bolts for a while.
TURNS = [
    {"type": "loop", "times": 4, "do": [
        {"type": "set", "of": "{match}", "field": "total",
         "amount": {"type": "sums"}},
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
TURNED = {
    "doc": "Turn a card into another one.",
    "source": "test",
    "params": {"card": "card", "into": "definition"},
    "do": [{"type": "transform", "target": "{card}", "into": "{into}"}],
}
WORD = {"doc": "Made at random.", "source": "test",
        "params": {"card": "card", "number": "number"}}  # fmt: skip


def programs() -> st.SearchStrategy[dict[str, Any]]:
    """
    Programs. Only how large they are is drawn one by one, else most would be small and end early;
    and so what fails is made smaller.
    """
    return st.builds(program, st.integers(0, 1 << 32), st.integers(*SIZES))


def program(seed: int, size: int, far: bool = False) -> dict[str, Any]:
    """
    The sections of a pack: its flow, two words, and what its cards do. `far`: with numbers as large
    as they can be.
    """
    dice, names = Random(seed), [0]

    def known(**given: Any) -> Writer:
        return Writer(dice, [size], names, **{"answers": ("near", "far"), "far": far, **given})

    def word(*calls: str) -> Json:
        inside = known(cards=["card", "card", "this"], players=["you"], numbers=["number"])
        do = replace(inside, calls=calls).block(6, 2)
        return {**WORD, "do": do, "result": {"gives": "{number} + {match.total}"}}

    def behavior(at: str, **rules: Any) -> Json:
        inside = known(cards=["this", "this"], players=[f"{at}.playerUUID"], **rules)
        return {"at": at, "do": inside.block(5, 2)}

    def answers() -> Json:
        found = {}
        for name, asked in (("near", ()), ("far", ("near",))):
            inside = known(cards=["this"], lists=["many"], players=["who", "you"], it="card",
                           answers=asked, may_ask=False)  # fmt: skip
            made = {"Truth": inside.condition, "Number": inside.number, "Cards": inside.several}
            found |= {f"{name}{about}": made[about]() for about in made if not inside.chance(3)}
        return found

    words = {"second": word(), "first": word("second"), "turned": TURNED}
    plays = behavior("onPlay", calls=("first", "second"), performs=("onArrive",))
    arrives = behavior("onArrive", fires=False, moves=False)
    cards = [
        beast("ox", count=2), beast("bear", arrives, answers=answers()),
        spell("bolt", plays, manaCost=3, school="fire", count=2, answers=answers()),
        spell("frost", manaCost=1, school="frost", answers=answers()),
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
    last = [flow.again()] if flow.chance(2) else []
    words["whole"] = {
        "doc": "All.",
        "source": "test",
        "params": {"you": "player"},
        "do": [*flow.block(14, 8), *last],
    }
    return {
        "main": [*begin, {"type": "whole", "you": "{match.startPlayer}"}, *TURNS],
        "cards": cards,
        "define": {"doables": words, "values": {"sums": SUMS}},
        "fields": FIELDS,
        "questions": QUESTIONS,
        "zones": ZONES,
        "words": {"en": {"log": {"said": "{card} {number}"}}},
    }
