"""
What one can do anywhere outside by typing a word (section `errands` of the packs), and what of it
somebody has done for good.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from rules.ground.names import names_by_language
from rules.pack import Pack
from world.sheets.carrying import Purse
from world.shelf import games


class Errand(NamedTuple):
    """An entry of the section."""

    pack: Pack
    data: Mapping[str, Any]

    def words(self, language: str) -> list[str]:
        """What opens it, in a language."""
        told = self.data.get("words", {}).get(language, ())
        return [told] if isinstance(told, str) else list(told)

    def name(self, language: str) -> str:
        """What it is called: its own name, or its first word."""
        names = names_by_language(self.data.get("name", {}))
        return names.get(language) or next(iter(self.words(language)), "")


def all_errands() -> Iterator[Errand]:
    """Those of all games."""
    for pack in games.games_by_id().values():
        for data in pack.errands.values():
            yield Errand(pack, data)


def errands_left(person: Any, language: str) -> list[Errand]:
    """Those that have a word in a language, and that somebody has not done for good."""
    known = [errand for errand in all_errands() if errand.words(language)]
    return [errand for errand in known if not is_done(person, errand.pack, errand.data)]


def is_done(person: Any, pack: Pack, data: Mapping[str, Any]) -> bool:
    """
    Whether an errand is done for good: the number `until` of the sheet is above 0. It is looked up
    once between two scenes (`ndb.errands_done`).
    """
    until = data.get("until", "")
    if not until:
        return False
    kept = person.ndb.errands_done
    if kept is None:
        kept = person.ndb.errands_done = {}
    key = pack.id, until
    if key not in kept:
        purse = Purse.open(pack, person.player_account)
        kept[key] = purse is not None and bool(purse.sheet.fields.get(until))
    return bool(kept[key])
