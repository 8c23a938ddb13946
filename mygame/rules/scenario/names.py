"""How scenarios name cards and options."""

from __future__ import annotations

from typing import Any

from ..match import Match, Option
from ..pack import CardDef
from .form import ScenarioError


class Names:
    """The names of the cards and options of one match."""

    def __init__(self, match: Match):
        self.match = match

    def called(self, name: str) -> list[CardDef]:
        """The cards of the pack with this id, or this end of it."""
        cards = self.match.pack.cards
        return [card for card in cards if card.id == name or card.id.endswith("." + name)]

    def card(self, name: str, taken: set[int] | frozenset = frozenset(), owner: int = 0) -> int:
        """
        A card by its id or the end of it (`ember`, `ember#2` for the second copy), not one of
        `taken`; of `owner` first.
        """
        name, _, copy = str(name).partition("#")
        found = self.called(name)
        if not found:
            raise ScenarioError(f"there is no card {name!r}")
        if len({c.id for c in found}) > 1:
            raise ScenarioError(f"{name!r} may be {' or '.join(c.id for c in found)}")
        copies = [e for e in found[0].entities if e in self.match.cards]
        if not copy:
            owners = self.match.pack.properties["forPlayer"].values
            copies = sorted(
                (e for e in copies if e not in taken), key=lambda e: (owners[e] != owner, e)
            )
        index = int(copy or 1) - 1
        if not 0 <= index < len(copies):
            raise ScenarioError(f"there are not that many {name} ({len(found[0].entities)} in all)")
        return copies[index]

    def short(self, entity: int) -> str:
        identifier = self.match.card_id(entity) or str(entity)
        return identifier.rsplit(".", 1)[-1]

    def option_text(self, option: Option) -> str:
        if option.kind == "card":
            return f"{option.word} {self.short(option.entity)}"
        if option.kind == "player":
            return f"{option.word} player {option.entity - 1}"
        if option.kind == "symbol":
            return f"{option.word} {self.match.pack.symbol_name(option.entity)}"
        return f"{option.word} {option.entity}" if option.kind else option.word

    def copies(self, name: str) -> tuple[int, ...]:
        if "#" in name:
            return (self.card(name),)
        return tuple(entity for card in self.called(name) for entity in card.entities)

    def fits(self, option: Option, wanted: Any) -> bool:
        if option.kind == "card":
            return isinstance(wanted, str) and option.entity in self.copies(wanted)
        if option.kind == "player":
            return wanted == option.entity - 1
        if option.kind == "symbol":
            return wanted == self.match.pack.symbol_name(option.entity)
        return wanted == option.entity if option.kind else wanted == option.word
