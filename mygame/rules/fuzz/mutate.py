"""Changes at random to the cards of a pack, as trees of JSON."""

from __future__ import annotations

import copy
from random import Random
from typing import Any

#: What somebody types who means harm, or does not know better.
STRANGE: tuple[Any, ...] = (
    0,
    -1,
    7,
    10**9,
    10**12,
    -(10**30),
    None,
    True,
    "",
    "x",
    [],
    {},
    [[]],
    {"type": {}},
    {"type": []},
    {"type": "loop"},
    "{you}",
    "{this}",
    "{match.players}",
    "{you.next}",
    "{nobody.nothing}",
    "{",
    "}",
    "{{{{",
    "9" * 400,
    "1 // 0",
    "{you.next} * {you.next}",
    "not " * 40 + "1",
    "-" * 200 + "1",
    "(" * 150 + "1" + ")" * 150,
    "__import__('os')",
    "\n",
    "\x00",
    "\u202e",
    {"chooser": "cards"},
    {"chooser": "players"},
    {"chooser": "numbers", "from": 0, "to": 10**9},
    {"type": "numberChooser", "ask": "{you}", "minimum": 0, "maximum": 10**7},
    {"type": "count", "of": {"chooser": "cards"}},
    {"chooser": "definitions", "all": True},
    {"type": "definitionChooser", "ask": "{you}"},
    {"type": "transform", "target": "{this}", "into": "{this.id}", "keep": "fields"},
    {"type": "move", "target": {"chooser": "cards"}, "after": "{this}"},
    {"type": "while", "condition": True, "do": []},
)
TIMES = (2, 10, 1_000, 10_000, 10**8)


def mutate_cards(cards: dict[str, Any], chance: Random, most: int = 2) -> dict[str, Any]:
    """A copy of cards by id, each with one to `most` changes; parts of one get into others."""
    donors = list(cards.values())
    return {
        name: _mutate_card(copy.deepcopy(card), donors, chance, most)
        for name, card in cards.items()
    }


def _mutate_card(
    card: dict[str, Any], donors: list[dict[str, Any]], chance: Random, most: int
) -> dict[str, Any]:
    for _ in range(chance.randint(1, most)):
        # Names stay: two cards of one name are no pack, and nothing would be played.
        rest = {key: value for key, value in card.items() if key not in ("id", "name")}
        places = [(card if node is rest else node, key) for node, key in _places(rest)]
        if not places:
            break
        node, key = chance.choice(places)
        chance.choice(CHANGES)(node, key, donors, chance)
    return card


def _places(node: Any) -> list[tuple[Any, Any]]:
    """Every value of a tree, as what holds it and where."""
    if not isinstance(node, dict | list):
        return []
    keys = list(node) if isinstance(node, dict) else range(len(node))
    return [(node, key) for key in keys] + [place for key in keys for place in _places(node[key])]


def _replace(node: Any, key: Any, donors: list[dict[str, Any]], chance: Random) -> None:
    node[key] = copy.deepcopy(chance.choice(STRANGE))


def _graft(node: Any, key: Any, donors: list[dict[str, Any]], chance: Random) -> None:
    """Part of another card, most often one that has the same name there."""
    for _ in range(6):
        giver, at = chance.choice(_places(chance.choice(donors)))
        if at == key or (isinstance(at, int) and isinstance(key, int)):
            break
    node[key] = copy.deepcopy(giver[at])


def _drop(node: Any, key: Any, donors: list[dict[str, Any]], chance: Random) -> None:
    del node[key]


def _duplicate_item(node: Any, key: Any, donors: list[dict[str, Any]], chance: Random) -> None:
    value = node[key]
    if isinstance(value, list):
        node[key] = value * chance.choice((2, 5, 50)) if len(value) < 20 else value
    elif isinstance(value, int) and not isinstance(value, bool):
        node[key] = value * chance.choice((-1, 10, 10**6))
    else:
        node[key] = {"type": "add", "values": [value, value]}


def _repeat(node: Any, key: Any, donors: list[dict[str, Any]], chance: Random) -> None:
    value = node[key]
    doables = value if isinstance(value, list) else [value]
    node[key] = [{"type": "loop", "times": chance.choice(TIMES), "do": copy.deepcopy(doables)}]


def _rename(node: Any, key: Any, donors: list[dict[str, Any]], chance: Random) -> None:
    if isinstance(node, dict):
        _, at = chance.choice(_places(chance.choice(donors)))
        node[str(at)] = node.pop(key)


CHANGES = (_replace, _drop, _rename, *[_graft] * 5, *[_duplicate_item] * 2, *[_repeat] * 2)
