"""A village for tests of the world outside: a square, a mill, a cellar, a miller."""

import copy
import tempfile
from functools import cache
from pathlib import Path

from tiny import build

from typeclasses.worldbuilding import build_outside
from world.shelf import games

PLACES = {
    "square": {
        "name": {"zh": "广场", "en": "Square"},
        "aliases": ["plaza"],
        "text": {"zh": "石板很平。", "en": "The flags are even."},
        "night": {"zh": "石板很黑。", "en": "The flags are dark."},
        "door": {"zh": "外面有一座磨坊。", "en": "A mill turns there."},
        "at": [0, 0],
        "fromHall": True,
        "exits": {"north": "mill", "in": "cellar"},
    },
    "mill": {
        "name": {"zh": "磨坊", "en": "Mill"},
        "text": {"zh": "轮子在转。", "en": "The wheel turns."},
        "at": [0, 1],
        "exits": {"south": "square"},
    },
    "cellar": {
        "name": {"zh": "地窖", "en": "Cellar"},
        "text": {"zh": "很凉。", "en": "It is cool."},
        "at": [7, 7],
        "exits": {"out": "square"},
        "passages": {
            "hole": {
                "game": "stall",
                "name": {"zh": "地洞", "en": "hole"},
                "to": {"zh": "下面", "en": "the deep"},
            }
        },
    },
}
PEOPLE = {"miller": {"card": "t.spell.miller", "place": "mill", "opens": {"game": "stall"}}}
MILLER = {
    "id": "t.spell.miller",
    "name": {"zh": "磨坊主", "en": "the miller"},
    "description": {"zh": "满身面粉。", "en": "White with flour."},
}


def sections():
    """The sections of the village, to be changed."""
    return copy.deepcopy({"places": PLACES, "people": PEOPLE, "cards": [MILLER]})


def put_up(folder, **changed):
    """The village on the shelf, with these sections instead, not built yet."""
    made = _made(folder, **changed) if changed else _usual()
    games.put_on_shelf(made)
    return made


def _made(folder, **changed):
    pack = {"id": "village", "listed": False}
    return build(folder, "village", pack=pack, **{**sections(), **changed})


@cache
def _usual():
    with tempfile.TemporaryDirectory() as folder:
        return _made(Path(folder))


def village(folder, **changed):
    """The same, and built."""
    pack = put_up(folder, **changed)
    build_outside()
    return pack


def without(*names):
    """The places but for these, with no way that leads there; the square is always there."""
    places = {name: place for name, place in sections()["places"].items() if name not in names}
    for place in places.values():
        exits = place["exits"].items()
        place["exits"] = {way: target for way, target in exits if target not in names}
    return places
