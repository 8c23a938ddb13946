"""What scenarios of a pack can name: cards, events, prompts, options, log lines, symbols."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cached_property, lru_cache
from typing import NamedTuple

from ..ground.data import Json
from ..pack import CardDef, Pack
from .form import ScenarioError, unknown_name

COPY = re.compile(r"(.+?)(?:@(\d{1,3}))?(?:#(\d{1,6}))?")


class Copy(NamedTuple):
    """What the name of a card says: the card, whose copy (None: of any seat), which (0: any)."""

    card: CardDef
    seat: int | None
    number: int


class Vocabulary:
    """The names of a pack. Whatever looks one up raises a ScenarioError where there is none."""

    def __init__(self, pack: Pack):
        self.pack = pack
        self.prompts = {*pack.spoken.prompts, pack.program.turns.simultaneous} - {""}
        self.shared_zones = {
            name: number
            for number, name in enumerate(pack.program.layout.zone_names)
            if number
            and pack.program.layout.zones[pack.program.layout.zone_family[number]].of != "player"
        }
        self.player_zones = {
            name: zone.first
            for name, zone in pack.program.layout.zones.items()
            if zone.of == "player"
        }

    @cached_property
    def cards(self) -> tuple[dict[str, list[CardDef]], dict[str, list[CardDef]]]:
        """Cards by id and by each end of it, and by their names in all languages."""
        ends: dict[str, list[CardDef]] = {}
        names: dict[str, list[CardDef]] = {}
        for card in self.pack.cards:
            parts = card.id.split(".")
            for start in range(len(parts)):
                ends.setdefault(".".join(parts[start:]), []).append(card)
            for name in {name.casefold() for name in card.name.values()}:
                names.setdefault(name, []).append(card)
        return ends, names

    def find_card(self, name: Json) -> CardDef:
        """A card by its id, the end of it, or its name in any language."""
        ends, names = self.cards
        found = ends.get(str(name)) or names.get(str(name).casefold())
        if not found:
            printed = {name for card in self.pack.cards for name in card.name.values()}
            raise unknown_name(
                "card", name, [*ends, *(one for one in printed if one.casefold() not in ends)]
            )
        if len(found) > 1:
            ids = [card.id for card in found]
            raise ScenarioError(f"{name!r} may be {', '.join(ids[:-1])} or {ids[-1]}")
        return found[0]

    def find_copy(self, name: Json) -> Copy:
        """A card, and which copy of it is meant: `ember`, `ember@1`, `ember#2`, `ember@1#2`."""
        found = COPY.fullmatch(name) if isinstance(name, str) else None
        if found is None:
            raise ScenarioError(f"the name of a card belongs here, not {name!r}")
        card, seat, number = found.groups()
        if number is not None and int(number) < 1:
            raise ScenarioError(f"copies are counted from 1: {card}#1, not {name}")
        return Copy(self.find_card(card), None if seat is None else int(seat), int(number or 0))

    def shortest_name(self, card_id: str) -> str:
        """The shortest end of an id that no other card's has."""
        ends, parts = self.cards[0], card_id.split(".")
        for start in range(len(parts) - 1, -1, -1):
            end = ".".join(parts[start:])
            if len(ends.get(end, ())) == 1:
                return end
        return card_id

    def written_name(self, copy: Copy) -> str:
        """The name of a copy as scenarios write it."""
        seat = "" if copy.seat is None else f"@{copy.seat}"
        return self.shortest_name(copy.card.id) + seat + (f"#{copy.number}" if copy.number else "")

    def find_event(self, name: Json) -> str:
        """The name under which an event is counted; `.before` it happens."""
        bare = name.removesuffix(".before") if isinstance(name, str) else name
        declared = self.pack.declarations.event(bare)
        if declared is None:
            raise unknown_name("event", bare, self.pack.declarations.events)
        return declared.name + (".before" if name != bare else "")

    def find_prompt(self, name: Json) -> str:
        if not isinstance(name, str) or name not in self.prompts:
            raise unknown_name("prompt", name, self.prompts)
        return name

    def kinds_of_option(self, word: Json) -> set[str]:
        """What options of a word are about: card, player, number, symbol, "" for nothing."""
        if word not in self.pack.spoken.option_words:
            raise unknown_name("option", word, self.pack.spoken.option_words)
        return self.pack.spoken.option_words[word]

    def shared_zone(self, name: str) -> int:
        """The number of a zone that is no player's."""
        if name in self.player_zones:
            raise ScenarioError(f"{name} is a zone of players, and belongs to one of them")
        if name not in self.shared_zones:
            raise unknown_name("zone", name, self.shared_zones)
        return self.shared_zones[name]

    def find_symbol(self, name: Json, domain: Iterable[str] = ()) -> str:
        """A symbol of a domain, or of any; of one with dots the end is enough."""
        known = list(domain)
        if not isinstance(name, str):
            raise ScenarioError(f"a name belongs here, not {name!r}")
        if not known:
            if name not in self.pack.program.symbols and name not in self.cards[0]:
                raise ScenarioError(f"nothing in {self.pack.id} is called {name!r}")
            return name
        for symbol in known:
            if symbol == name or symbol.endswith("." + name):
                return symbol
        raise unknown_name("value", name, known)

    def message_arguments(self, name: Json) -> dict[str, set[str]]:
        """The arguments of a message of the log, and of which kinds each may be."""
        notes = [
            arguments for message, arguments in self.pack.program.notes.values() if message == name
        ]
        if not notes:
            raise unknown_name("message of the log", name, self.pack.spoken.messages)
        kinds: dict[str, set[str]] = {}
        for arguments in notes:
            for argument, kind in arguments:
                kinds.setdefault(argument, set()).add(kind)
        return kinds


@lru_cache(maxsize=8)
def vocabulary_of(pack: Pack) -> Vocabulary:
    """That of a pack, made at its first use."""
    return Vocabulary(pack)
