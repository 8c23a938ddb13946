"""What is played at a table: its options, and the decks that people bring."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from typeclasses.parts.places import Place
from typeclasses.parts.state import State
from typeclasses.plain import plain_value
from world.errors import TableError
from world.shelf import decks
from world.shelf.options import OptionSpec, bad_option, check_players, read_value, specs_of


class Options(State):
    """Options and decks."""

    # ------------------------------------------------------------------ options

    def option_specs(self) -> dict[str, OptionSpec]:
        """The options of this table by name: its own, then those of the game."""
        return specs_of(self.pack)

    @property
    def options(self) -> dict[str, Any]:
        """Name -> value of all options as they stand."""
        chosen = plain_value(self, "options") or {}
        found = {name: chosen.get(name, spec.default) for name, spec in self.option_specs().items()}
        for name, spec in self.option_specs().items():
            if spec.type == "definitions":  # cards that the game has no more
                found[name] = [id for id in found[name] if id in spec.cards]
        return found

    def set_options(self, given: Mapping[str, Any]) -> None:
        """
        Set options, from values or from what a person typed: all of them, or none.

        Everybody has to say again that they are ready.

        :raises TableError: `unknownOption`, `badOption`, `optionCard`, `optionMost`, `optionSeats`,
            `matchRuns`.
        """
        chosen = self._set_options(given)
        for place in self._places:
            place.ready = False
        self._save_places()
        for name, value in chosen.items():
            self.notice("option", option=name, value=value)

    def set_option(self, name: str, value: Any) -> None:
        """Set one option. As `set_options`."""
        self.set_options({name: value})

    def _set_options(self, given: Mapping[str, Any]) -> dict[str, Any]:
        self._check_idle()
        specs, chosen = self.option_specs(), {}
        for name, value in given.items():
            if name not in specs:
                raise TableError("unknownOption", option=name, options=[*specs], of=self.pack)
            chosen[name] = read_value(self.pack, specs[name], value)
        check_players(self.pack, self.options | chosen)
        if "players" in chosen:
            self._resize(chosen["players"], specs["players"])
        self.attributes.add("options", dict(plain_value(self, "options") or {}) | chosen)
        return chosen

    def _resize(self, players: int, spec: OptionSpec) -> None:
        """As many places as players: people keep a seat, bots go first."""
        if sum(place.character is not None for place in self._places) > players:
            raise bad_option(self.pack, spec, players)
        places = list(self._places)
        for unwanted in (lambda p: p.is_free, lambda p: bool(p.bot)):
            for place in reversed([place for place in places if unwanted(place)]):
                if len(places) > players:
                    places.remove(place)
        self._places = places + [Place() for _ in range(players - len(places))]
        self._save_places()

    # ------------------------------------------------------------------ decks

    def choose_deck(self, character: Any, deck: decks.Choice) -> None:
        """
        Say which deck this character's seat plays from the next match on, and what they bring to
        other tables of the game: a saved one, a ready one, None for one by lot. Nobody else is
        told.

        :raises TableError: `deckNoGame`, `notSeated`, `matchRuns`, `deckUnknown`, `deckIllegal`.
        """
        self._check_idle()
        seat = self._check_seated(character)
        if self.pack is None or self.pack.program.deck_rules is None:
            raise TableError("deckNoGame")
        decks.remember_choice(character.player_account, self.pack, deck)
        self._places[seat].deck = deck
        self._save_places()

    def _preferred_deck(self, character: Any) -> decks.Choice:
        if self.pack is None or self.pack.program.deck_rules is None:
            return None
        return decks.preferred_choice(character.player_account, self.pack)

    def deck_of(self, character: Any) -> decks.Choice:
        """Which deck this character's seat plays, or will."""
        seat = self.seat_of(character)
        return self._places[seat].deck if seat is not None else None
