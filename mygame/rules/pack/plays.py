"""
Card games against people of the world: `games` of an entry of the section `people`.

`played_by` reads it for whoever opens such matches, `check_plays` tells what is wrong with it.
Which games there are beside this one is not known here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from ..ground.errors import suggest
from ..ground.names import names_by_language
from ..language.declared import Declarations
from ..running.bring import THINGS
from .definition import Pack
from .shapes import OBJECT, TEXT, Shape

USUAL_PURSE = 2  # highest stakes in the purse of who has none in the pack
MOST_STAKES = 8
MOST_AT_STAKE = 10_000
PLAY: Shape = {
    "game!": str,
    "deck": str,
    "bot": str,
    "stakes": [int],
    "name": TEXT,
    "options": OBJECT,
    "prize": str,
    "marks": {"*": {"*": (int, {"*": int})}},
}
#: What a field is by a game that was won: at least so much; or, for each value that it may have
#: now, in digits, another.
type Mark = int | Mapping[str, int]
NUMBER = re.compile(r"0|-?[1-9][0-9]*")


@dataclass(frozen=True, slots=True)
class Play:
    """
    A game that a person of the world plays: with a ready deck of that game (None: one by lot), as a
    kind of bot, for one of the `stakes` (0: for nothing). Winning gives the sheet the card `prize`,
    once, and makes fields of its things what `marks` says (`marked`), by card and field.
    """

    game: str
    deck: str | None = None
    bot: str = ""
    stakes: tuple[int, ...] = (0,)
    names: Mapping[str, str] = field(default_factory=dict)  # of the match, where it has one
    options: Mapping[str, Any] = field(default_factory=dict)  # of the game
    prize: str = ""
    marks: Mapping[str, Mapping[str, Mark]] = field(default_factory=dict)

    @property
    def wins(self) -> dict[str, Any]:
        """What winning does beside coins."""
        marks = {kind: dict(fields) for kind, fields in self.marks.items()}
        return {name: value for name, value in (("prize", self.prize), ("marks", marks)) if value}


def marked(now: int, mark: Mark) -> int:
    """What a field is by a game that was won, and is `now`."""
    return max(now, mark) if isinstance(mark, int) else mark.get(str(now), now)


def played_by(person: Mapping[str, Any]) -> list[Play]:
    """What somebody plays by their entry in the section `people`."""
    return [
        Play(
            spec["game"],
            spec.get("deck"),
            spec.get("bot", ""),
            tuple(sorted({*spec.get("stakes", ()), 0})),
            names_by_language(spec["name"]) if "name" in spec else {},
            spec.get("options", {}),
            spec.get("prize", ""),
            spec.get("marks", {}),
        )
        for spec in person.get("games", ())
    ]


def purse_size(person: Mapping[str, Any]) -> int:
    """To how much somebody's purse is filled each day."""
    highest = max((stake for play in played_by(person) for stake in play.stakes), default=0)
    size: int = person.get("purse", USUAL_PURSE * highest)
    return size


def currency(pack: Pack) -> str:
    """The number of sheets that stakes are made of: the first that is conserved; "" if none is."""
    entries = pack.program.bringing.entries.values()
    return next((entry.name for entry in entries if entry.conserved), "")


def check_plays(
    declared: Declarations, people: Mapping[str, Any], problem: Callable[[str, str], None]
) -> None:
    """Tell what is wrong with what people play, as far as this pack knows."""
    coins = any(entry.conserved for entry in declared.bring.values())
    for name, person in people.items():
        if not 0 <= person.get("purse", 0) <= MOST_AT_STAKE:
            problem(f"people.{name}.purse", f"a number from 0 to {MOST_AT_STAKE} belongs here")
        for number, spec in enumerate(person.get("games", ())):
            place = f"people.{name}.games[{number}]"
            stakes = spec.get("stakes", ())
            if len(stakes) > MOST_STAKES or not all(0 <= s <= MOST_AT_STAKE for s in stakes):
                told = f"at most {MOST_STAKES} numbers from 0 to {MOST_AT_STAKE} belong here"
                problem(f"{place}.stakes", told)
            elif any(stakes) and not coins:
                told = "nobody can stake anything: no number of bring is conserved"
                problem(f"{place}.stakes", told)
            for key in ("prize", "marks"):
                kinds = [spec[key]] if isinstance(spec.get(key), str) else spec.get(key, ())
                for kind in kinds:
                    _check_thing(declared, f"{place}.{key}", kind, problem)
            for card, fields in spec.get("marks", {}).items():
                _check_fields(declared, f"{place}.marks.{card}", card, fields, problem)


def _check_thing(
    declared: Declarations, place: str, kind: str, problem: Callable[[str, str], None]
) -> None:
    """A card that is on a sheet as a thing."""
    entries = [entry for entry in declared.bring.values() if entry.type == THINGS]
    if not any(entry.takes(declared.catalogue, kind) for entry in entries):
        known = [card.id for card in declared.catalogue.cards]
        problem(place, f"nobody owns things of the card {kind!r}{suggest(kind, known)}")


def _check_fields(
    declared: Declarations,
    place: str,
    card: str,
    marks: Mapping[str, Mark],
    problem: Callable[[str, str], None],
) -> None:
    """Fields that a card has, and numbers that they may be."""
    known = declared.catalogue.definitions.get(card)
    kind = known.kind if known is not None else ""
    fields = [name for of, name in declared.layout.fields if of == kind]
    for name, mark in marks.items() if kind else ():
        for value in mark if isinstance(mark, Mapping) else ():
            if not NUMBER.fullmatch(value):
                problem(f"{place}.{name}.{value}", f"a number belongs here, not {value!r}")
        if name not in fields:
            problem(f"{place}.{name}", f"a {kind} has no field {name!r}{suggest(name, fields)}")
