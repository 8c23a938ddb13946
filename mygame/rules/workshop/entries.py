"""
Entries of the sections that the world outside is built from (`places`, `people`): what belongs
where in one, and what other entries have to say when one changes.

`PARTS` is for `editing`, which shows them place by place. `follow_ways` keeps ways two-way: a way
that is added gets its way back, one that is taken away loses it. Begin there.
"""

from __future__ import annotations

import copy
import json
import re
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from ..language.schema import Param
from ..pack.directions import DIRECTIONS

Entry = dict[str, Any]

#: The sections, and the type of an entry of each.
SECTIONS = {"places": "place", "people": "person"}
#: Shapes of entries: what can stand in them.
PARTS: dict[str, dict[str, Param]] = {
    "place": {
        "name": Param("texts", doc="what it is called"),
        "text": Param("texts", doc="what one reads there: three lines of 78 columns at most"),
        "at": Param("point", doc="where it is on the map: steps to the east and to the north"),
        "exits": Param("exits", None, doc="where one can go from here; the way back is added"),
        "aliases": Param("nameList", None, doc="other names that people may type"),
        "night": Param("texts", None, doc="what one reads there after dark"),
        "safe": Param("flag", None, doc="whether one can rest there"),
        "fromHall": Param("flag", None, doc="whether the door of the hall leads here; one place"),
        "door": Param("texts", None, doc="what the door of the hall says to who goes out"),
        "passages": Param("passages", None, doc="ways that open a scene; who wins goes through"),
        "opens": Param("opening", None, doc="the scene that the place itself opens"),
    },
    "person": {
        "card": Param("cardName", doc="the card that says who it is"),
        "place": Param("placeName", doc="where they stand"),
        "opens": Param("opening", None, doc="the scene that begins when somebody visits them"),
        "errands": Param(
            "nameList", None, doc="what can be typed in the room: options of their scene"
        ),
        "games": Param("games", None, doc="card games against them"),
        "aliases": Param("nameList", None, doc="other names that people may type"),
    },
    "opening": {
        "game": Param("gameName", doc="the game of the scene"),
        "options": Param("matchOptions", None, doc="its options, by name"),
    },
    "cardGame": {
        "game": Param("gameName", doc="the game that they play"),
        "deck": Param("name", None, doc="the ready deck that they play"),
        "bot": Param("name", None, doc="how well they play"),
        "stakes": Param("json", None, doc="for how many coins"),
        "prize": Param("name", None, doc="what else can be won"),
        "name": Param("texts", None, doc="what it is called"),
    },
    "exits": {
        name: Param("placeName", None, doc="the place to which it leads") for name in DIRECTIONS
    },
    "passages": {name: Param("opening", None, doc="the scene on the way") for name in DIRECTIONS},
}
#: Types of which something can be filled in before there is anything.
OPEN = frozenset((*PARTS, "texts", "matchOptions"))


def value_written(type: str, text: str) -> Any:
    """
    What somebody means who types this where a type is wanted; None: as it is read anywhere.

    >>> value_written("point", "2, -1"), value_written("nameList", "square; 广场，market")
    ([2, -1], ['square', '广场', 'market'])

    :raises ValueError: it is none.
    """
    if text.startswith(("[", "{", '"')):
        return None
    if type == "text":
        return text
    if type == "point":
        numbers = [int(each) for each in re.split(r"[\s,，]+", text.strip("()（） "))]
        if len(numbers) != 2:
            raise ValueError(text)
        return numbers
    if type == "nameList":
        return [each.strip() for each in re.split("[,，;；、]", text) if each.strip()]
    return None


def type_of_entry(parts: list[str]) -> str:
    """The type of an entry by the names of its address; "" if it is none of these sections."""
    return SECTIONS.get(parts[0], "") if len(parts) == 2 else ""


def field_at(place: str) -> str:
    """
    The field of an entry at which something is wrong; "" where that is not said, or of anything
    else.

    >>> field_at("places.well.text.zh"), field_at("places.well"), field_at("deck.json5: cards[3]")
    ('text.zh', '', '')
    """
    section, _, rest = place.partition(".")
    return rest.partition(".")[2] if section in SECTIONS and ":" not in place else ""


def ways_of(entry: Any) -> dict[str, str]:
    """The exits of a place as it is written: by direction the place each leads to."""
    found = entry.get("exits") if isinstance(entry, Mapping) else None
    pairs = found.items() if isinstance(found, Mapping) else ()
    return {way: to for way, to in pairs if way in DIRECTIONS and isinstance(to, str)}


def follow_ways(name: str, before: Any, now: Any, places: Mapping[str, Any]) -> dict[str, Entry]:
    """
    The other places that have to be otherwise when the one of a name becomes another one: by name,
    as they are to be. Nothing is taken from a place that has another way there already.
    """
    old, new = ways_of(before), ways_of(now)
    changed: dict[str, Entry] = {}

    def exits_of(other: str) -> dict[str, Any]:
        entry = changed.setdefault(other, copy.deepcopy(dict(places[other])))
        if not isinstance(entry.get("exits"), dict):
            entry["exits"] = {}
        found: dict[str, Any] = entry["exits"]
        return found

    def has_way(other: str, way: str) -> bool:
        return isinstance(places.get(other), Mapping) and way in ways_of(
            changed.get(other, places[other])
        )

    for way, other in old.items():
        back = DIRECTIONS[way].back
        is_gone = new.get(way) != other and other != name and has_way(other, back)
        if is_gone and ways_of(changed.get(other, places[other]))[back] == name:
            del exits_of(other)[back]
    for way, other in new.items():
        back = DIRECTIONS[way].back
        if other != name and isinstance(places.get(other), Mapping) and not has_way(other, back):
            exits_of(other)[back] = name
    return {other: entry for other, entry in changed.items() if entry != places[other]}


def usual_opening(people: Iterable[Any], card: str) -> Any:
    """
    What a person with this card opens, if it is as with most of the others; None without any.

    >>> usual_opening([{"card": "a", "opens": {"game": "g", "options": {"at": ["a"]}}}], "b")
    {'game': 'g', 'options': {'at': ['b']}}
    """
    known: Counter[str] = Counter()
    for each in people:
        if isinstance(each, Mapping) and each.get("opens") and each.get("card"):
            known[
                json.dumps(each["opens"]).replace(json.dumps(each["card"]), json.dumps(card))
            ] += 1
    return json.loads(known.most_common(1)[0][0]) if known else None


def new_place(
    names: Mapping[str, str], known: Mapping[str, Any], way: str = "", beside: str = ""
) -> Entry:
    """A place that is called so; where one is named, in that direction of it, with the way back."""
    entry: Entry = {"name": dict(names)}
    if way in DIRECTIONS and beside in known:
        entry["at"] = place_beside(known[beside], way)
        entry["exits"] = {DIRECTIONS[way].back: beside}
    return entry


def place_beside(entry: Any, way: str) -> list[int]:
    """Where on the map the next place in a direction is."""
    at = entry.get("at") if isinstance(entry, Mapping) else None
    if not (isinstance(at, list) and len(at) == 2 and all(type(n) is int for n in at)):
        at = [0, 0]
    step = DIRECTIONS[way].step or (0, 0)
    return [at[0] + step[0], at[1] + step[1]]
