"""
Whether the places of a pack, the people there and what one does (`places`, `people`, `errands`)
make a world to walk in: nothing leads nowhere, everything can be reached and left, and no name
means two things.

Begin with `check_outside`. What becomes of them is the business of whoever hosts the game.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from ..ground.data import Json
from ..ground.errors import suggest
from ..ground.width import wrap
from ..language.declared import Declarations
from .directions import DIRECTIONS

LANGUAGES = ("zh", "en")
COLUMNS, LINES = 78, 3  # that a text of a place has at most
ID = re.compile("[a-z][a-z0-9_]*")

Problems = Callable[[str, str], None]


def check_outside(
    raw: Mapping[str, Any], declared: Declarations, words: Iterable[str], problem: Problems
) -> None:
    """Tell what is wrong with places and people. `words`: the options that the pack's flow has."""
    if raw["places"] or raw["people"] or raw["errands"]:
        _Checks(raw, declared, set(words), problem).check()


def lines_too_many(texts: Mapping[str, Any], lines: int = LINES) -> Iterator[tuple[str, str]]:
    """The languages in which a text is longer than what is shown of it, and a sentence for each."""
    for language, text in texts.items():
        if (count := len(wrap(str(text), COLUMNS))) > lines:
            yield (
                language,
                f"at most {lines} lines of {COLUMNS} columns are shown, and these are {count}",
            )


class _Checks:
    def __init__(
        self, raw: Mapping[str, Any], declared: Declarations, words: set[str], problem: Problems
    ):
        self.places, self.people, self.errands = raw["places"], raw["people"], raw["errands"]
        self.bring = declared.bring
        self.own = {declared.id, raw["pack"].get("inherits")}  # whose options and words are known
        self.options, self.words, self.problem = declared.options, words, problem
        self.cards = declared.catalogue.definitions

    def check(self) -> None:
        for name, place in self.places.items():
            self.check_place(f"places.{name}", place)
        self.check_spots()
        self.check_reached()
        for name, person in self.people.items():
            self.check_person(f"people.{name}", person)
        for name, errand in self.errands.items():
            self.check_errand(f"errands.{name}", errand)
        self.check_names()

    # -- places

    def check_place(self, at: str, place: Mapping[str, Any]) -> None:
        self.check_text(f"{at}.name", place["name"])
        for key in ("text", "night", "door"):
            if key in place:
                self.check_text(f"{at}.{key}", place[key], LINES)
        if len(place["at"]) != 2:
            self.problem(f"{at}.at", "two numbers belong here: how far to the east and the north")
        for direction, target in place.get("exits", {}).items():
            self.check_exit(at, place, direction, target)
        for name, passage in place.get("passages", {}).items():
            self.check_passage(f"{at}.passages.{name}", name, passage)
        self.check_opening(f"{at}.opens", place.get("opens"))

    def check_text(self, at: str, text: Json, lines: int = 1) -> None:
        """A text in both languages, in at most so many lines."""
        given = text if isinstance(text, dict) else {}
        missing = [language for language in LANGUAGES if not str(given.get(language, "")).strip()]
        if missing:
            self.problem(at, f"this needs a text in both languages: {' and '.join(missing)}")
        for language, told in lines_too_many(given, lines):
            self.problem(f"{at}.{language}", told)

    def check_exit(self, at: str, place: Mapping[str, Any], direction: str, target: str) -> None:
        where = f"{at}.exits.{direction}"
        if (known := DIRECTIONS.get(direction)) is None:
            self.problem(
                where, f"there is no direction {direction!r}{suggest(direction, DIRECTIONS)}"
            )
            return
        there = self.places.get(target)
        if there is None:
            self.problem(where, f"there is no place {target!r}{suggest(target, self.places)}")
            return
        own = at.partition(".")[2]
        if own == target:
            self.problem(where, "this way leads to where it begins")
        elif own not in there.get("exits", {}).values():
            back = f"places.{target}.exits.{known.back}"
            self.problem(where, f"no way leads back: {back} belongs to it")
        elif known.step is not None and len(place["at"]) == len(there["at"]) == 2:
            wanted = [place["at"][0] + known.step[0], place["at"][1] + known.step[1]]
            if there["at"] != wanted:
                self.problem(
                    where,
                    f"{target} is at {there['at']}, and {direction} of {own} is {wanted}",
                )

    def check_passage(self, at: str, name: str, passage: Mapping[str, Any]) -> None:
        if name not in DIRECTIONS:
            self.check_id(at, name)
            self.check_text(f"{at}.name", passage.get("name"))
        if "to" in passage:
            self.check_text(f"{at}.to", passage["to"])
        self.check_opening(at, passage)

    def check_spots(self) -> None:
        seen: dict[tuple[int, ...], str] = {}
        for name, place in self.places.items():
            self.check_id(f"places.{name}", name)
            other = seen.setdefault(tuple(place["at"]), name)
            if other != name:
                self.problem(f"places.{name}.at", f"{other} is at this spot already")

    def check_reached(self) -> None:
        """From where the door of the hall leads, everything can be reached."""
        first = [name for name, place in self.places.items() if place.get("fromHall")]
        for name in first[1:]:
            self.problem(
                f"places.{name}.fromHall", f"the door of the hall leads to {first[0]} already"
            )
        if not first:
            if self.places:
                self.problem(
                    "places", "one of the places needs fromHall: there the door of the hall leads"
                )
            return
        reached, waiting = set(), [first[0]]
        while waiting:
            name = waiting.pop()
            if name not in reached and name in self.places:
                reached.add(name)
                waiting += self.places[name].get("exits", {}).values()
        for name in self.places.keys() - reached:
            self.problem(f"places.{name}", f"no way leads here from {first[0]}")

    # -- people

    def check_person(self, at: str, person: Mapping[str, Any]) -> None:
        self.check_id(at, at.partition(".")[2])
        card, place = person.get("card"), person.get("place")
        if card is None and place is not None:
            self.problem(at, "who stands at a place needs a card: name and look are on it")
        elif card is not None and card not in self.cards:
            self.problem(f"{at}.card", f"there is no card {card!r}{suggest(card, self.cards)}")
        if place is not None and place not in self.places:
            self.problem(f"{at}.place", f"there is no place {place!r}{suggest(place, self.places)}")
        opens = person.get("opens")
        self.check_opening(f"{at}.opens", opens)
        errands = person.get("errands", ())
        if errands and opens is None:
            self.problem(f"{at}.errands", "errands need a scene in which they are options: opens")
        elif opens is not None:
            self.check_options(f"{at}.errands", errands, opens)
        for number, game in enumerate(person.get("games", ())):
            if "name" in game:
                self.check_text(f"{at}.games[{number}].name", game["name"])

    # -- errands of oneself

    def check_errand(self, at: str, errand: Mapping[str, Any]) -> None:
        self.check_id(at, at.partition(".")[2])
        self.check_opening(f"{at}.opens", errand["opens"])
        self.check_options(f"{at}.options", errand.get("options", ()), errand["opens"])
        if not errand.get("words") and not errand.get("options"):
            self.problem(at, "what is typed for it belongs here: words, or options of its scene")
        if "name" in errand:
            self.check_text(f"{at}.name", errand["name"])
        until = errand.get("until")
        if until is not None and until not in self.bring:
            self.problem(f"{at}.until", f"nobody brings {until!r}{suggest(until, self.bring)}")

    # -- all

    def check_options(self, at: str, listed: Iterable[str], opens: Mapping[str, Any]) -> None:
        """What is opened has such options of its flow, as far as that is known here."""
        for number, word in enumerate(listed if opens["game"] in self.own else ()):
            if word not in self.words:
                self.problem(
                    f"{at}[{number}]", f"there is no option {word!r}{suggest(word, self.words)}"
                )

    def check_id(self, at: str, name: str) -> None:
        if not ID.fullmatch(name):
            self.problem(at, "an id has small letters, digits and _, and begins with a letter")

    def check_opening(self, at: str, opens: Mapping[str, Any] | None) -> None:
        """What is opened has such options, as far as that is known here."""
        if opens is None or opens["game"] not in self.own:
            return
        for name in opens.get("options", {}):
            if name not in self.options:
                self.problem(
                    f"{at}.options.{name}",
                    f"there is no option {name!r}{suggest(name, self.options)}",
                )

    def check_names(self) -> None:
        """Whatever is typed means one thing."""
        of_directions = {word.casefold() for each in DIRECTIONS.values() for word in each.words}
        seen: dict[str, str] = {}
        for at, word in self.names_with_places():
            folded = word.casefold()
            other = seen.setdefault(folded, at)
            if folded in of_directions:
                self.problem(at, f"{word} is the name of a direction")
            elif other != at:
                self.problem(at, f"{other} is called {word}, too")

    def names_with_places(self) -> Iterator[tuple[str, str]]:
        """Every name of a place, a passage or a person, and of what it is one."""
        for section, entries in (("places", self.places), ("people", self.people)):
            for name, entry in entries.items():
                card = self.cards.get(entry.get("card", ""))
                names = entry.get("name") or (card.name if card is not None else {})
                yield from _names_at(f"{section}.{name}", name, names, entry)
                for key, passage in entry.get("passages", {}).items():
                    own = "" if key in DIRECTIONS else key
                    at = f"{section}.{name}.passages.{key}"
                    yield from _names_at(at, own, passage.get("name", {}), passage)


def _names_at(at: str, own: str, names: Any, entry: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    given = names.values() if isinstance(names, dict) else [names]
    for word in dict.fromkeys([own, *given, *entry.get("aliases", ())]):
        if word:
            yield at, str(word)
