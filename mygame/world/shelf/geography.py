"""
The places outside the hall and the people there, as the packs on the shelf have them.

Nothing of it is kept: rooms, ways and people in the database know their ids, and read what they are
called and say here. `typeclasses.worldbuilding` makes them. Of equal ids in two packs that of the
first one counts.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from rules.ground.names import names_by_language
from rules.pack import Pack
from rules.pack.directions import DIRECTIONS
from rules.running.catalogue import CardDef
from world.shelf import games


class Entry(NamedTuple):
    """An entry of the section `places` or `people` of a pack on the shelf."""

    pack: Pack
    id: str
    data: Mapping[str, Any]

    @property
    def names(self) -> dict[str, str]:
        """What it is called, by language."""
        if (names := self.data.get("name")) is not None:
            return names_by_language(names)
        return dict(self.card.name) if self.card is not None else {}

    @property
    def words(self) -> list[str]:
        """All that it is called."""
        return [*self.names.values(), *self.data.get("aliases", ()), self.id]

    @property
    def texts(self) -> dict[str, str]:
        """What the card of a person says of them, by language."""
        text = self.card.text if self.card is not None else None
        return names_by_language(text) if text else {}

    @property
    def card(self) -> CardDef | None:
        """The card of a person; None if it is gone, or this is none."""
        return self.pack.program.catalogue.definitions.get(self.data.get("card", ""))


def places() -> dict[str, Entry]:
    """All places by id."""
    return _all_of("places")


def words_of_passage(name: str, passage: Mapping[str, Any]) -> list[str]:
    """All that a passage is called, the name of its direction or its own English one first."""
    if (direction := DIRECTIONS.get(name)) is not None:
        return [*direction.words, *passage.get("aliases", ())]
    names = names_by_language(passage.get("name", name))
    return [names.get("en") or name, *names.values(), *passage.get("aliases", ()), name]


def people() -> dict[str, Entry]:
    """All people by id."""
    return _all_of("people")


def _all_of(section: str) -> dict[str, Entry]:
    found: dict[str, Entry] = {}
    for pack in games.games_by_id().values():
        for name, data in getattr(pack, section).items():
            found.setdefault(name, Entry(pack, name, data))
    return found


def place_of(name: str) -> Entry | None:
    """The place of an id; None if there is none now."""
    return _entry_of("places", name)


def person_of(name: str) -> Entry | None:
    """The person of an id; None if there is none now."""
    return _entry_of("people", name)


def _entry_of(section: str, name: str) -> Entry | None:
    for pack in games.games_by_id().values():
        if (data := getattr(pack, section).get(name)) is not None:
            return Entry(pack, name, data)
    return None


def entrance() -> Entry | None:
    """The place to which the door of the hall leads; None without any."""
    return next((entry for entry in places().values() if entry.data.get("fromHall")), None)
