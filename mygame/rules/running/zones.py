"""Cards, zones, dice and the order of players; a part of the kernel."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from ..ground.errors import RuleError
from . import brought, gaps, known, lasting, outcome, rows, sides
from .contract import kernel
from .effects import Effects
from .state import MASK, NOWHERE, ZONE, Ended, draw_numbers, next_random


class Zones(Effects):
    """What compiled code calls to change the state."""

    __slots__ = ()

    @property
    def outcome(self) -> outcome.Outcome | None:
        """Who won, drew and lost, and by which rule; None while the match goes on."""
        return outcome.outcome_of(self)

    @kernel(moves=True, writes=True)
    def move(self, card: int, zone: int, bottom: bool = False) -> None:
        """
        Put a card into a zone, on top (the end) or at the bottom. What it did while it lay where it
        was ends. A created card that goes nowhere is gone when nothing speaks of it any more.
        """
        layout, zones, state = self.program.layout, self.zones, self.state
        if card < layout.first or card % layout.width or not state[card]:
            raise RuleError(f"{card} is no card that could be moved")
        if zone in layout.nobodys:
            raise RuleError("a zone of nobody cannot take a card")
        old = state[card + ZONE]
        if card >= self.dealt and NOWHERE in (old, zone) and old != zone:
            self._list_card(card, zone != NOWHERE)
        if old:
            if self.gaps is not None and zone != old:
                gaps.keep_gap(self, card, old)
            pile = zones[old]
            if pile[-1] == card:
                zones[old] = pile[:-1]
            else:
                i = pile.index(card)
                zones[old] = pile[:i] + pile[i + 1 :]
        if zone:
            zones[zone] = (card, *zones[zone]) if bottom else (*zones[zone], card)
        state[card + ZONE] = zone
        if zone != old and (card in self.attached or card in self.borne or card in self.stripped):
            self._end_effects(card, old, zone)
        if layout.pools and (old in layout.pools or zone in layout.pools):
            known.note_move(self, (card,), old, zone)

    @kernel(moves=True, writes=True)
    def move_all(self, cards: tuple[int, ...], zone: int, bottom: bool = False) -> None:
        """Put cards into a zone, one after the other; a pile of them at once."""
        if not cards:
            return
        self.spend(cards)
        layout = self.program.layout
        if len(cards) > 1 and zone and zone not in layout.nobodys and self.gaps is None:
            state, zones = self.state, self.zones
            old = state[cards[0] + ZONE] if self.is_card(cards[0]) else zone
            there = zones[old]
            rest: tuple[int, ...] = ()
            if cards != there:
                moving = frozenset(cards)
                rest = tuple([card for card in there if card not in moving])
            if old != zone and len(rest) + len(cards) == len(there):  # that is where all lie
                zones[old] = rest
                there = zones[zone]
                zones[zone] = (*reversed(cards), *there) if bottom else (*there, *cards)
                for card in cards:
                    state[card + ZONE] = zone
                attached, borne, stripped = self.attached, self.borne, self.stripped
                for card in cards:
                    if card in attached or card in borne or card in stripped:
                        self._end_effects(card, old, zone)
                if layout.pools and (old in layout.pools or zone in layout.pools):
                    known.note_move(self, cards, old, zone)
                return
        for card in cards:
            self.move(card, zone, bottom)

    def _end_effects(self, card: int, old: int, zone: int) -> None:
        """End what does not outlast that a card has gone from one zone to another."""
        if card in self.attached:
            self.remove_all(self.attached.pop(card))
        if card in self.borne or card in self.stripped:
            lasting.end_after_move(self, card, old, zone)

    def create(self, definition: int, zone: int, player: int = 0, bottom: bool = False) -> int:
        """
        A new card of a definition (the symbol of a card's id), put into a zone; `player` has it as
        a copy of theirs. Its number.

        :raises RuleError: there is no such card.
        :raises BudgetExceeded: there are too many.
        """
        card = rows.create_card(self, definition, player)
        self.move(card, zone, bottom)
        return card

    def copy(self, card: int, zone: int, everything: bool = False) -> int:
        """
        A new card like another one; with `everything` also with its fields as they stand. Lasting
        effects stay with the other one.
        """
        new = rows.copy_card(self, card, everything)
        self.move(new, zone)
        return new

    def transform(self, card: int, definition: int, keep: bool = False) -> None:
        """Turn a card into another one where it lies: see `rows.transform_card`."""
        rows.transform_card(self, card, definition, keep)

    def _list_card(self, card: int, there: bool) -> None:
        """Whether a created card, which was not or was, is one of the cards of the match."""
        cards = self.cards
        if there:
            self.cards = (*cards, card)
        else:
            place = cards.index(card)
            self.cards = cards[:place] + cards[place + 1 :]

    @kernel(moves=True, writes=True)
    def shuffle(self, zone: int) -> None:
        """Put a zone into random order."""
        self.zones[zone] = self.sample(self.zones[zone], len(self.zones[zone]))
        if self.known:
            known.forget_places(self, self.zones[zone])

    @kernel(writes=True)
    def sample(self, pool: Sequence[int], amount: int, seed: int | None = None) -> tuple[int, ...]:
        """Some of the pool at random, in random order; by the seed alone where one is given."""
        items, rng = list(pool), self.rng if seed is None else next_random(seed & MASK)[1]
        size = len(items)
        count = min(amount, size)
        if count == 1 and seed is None:  # most often
            return (items[self.random(size)],)
        rng, places = draw_numbers(rng, range(size, size - count, -1))
        for i, place in enumerate(places):
            j = i + place
            items[i], items[j] = items[j], items[i]
        if seed is None:
            self.rng = rng
        return tuple(items[:count])

    @kernel(writes=True)
    def roll(self, sides: int) -> int:
        """A die: 1 to `sides`; scenarios lay `dice` out beforehand."""
        if self.dice:
            result, self.dice = self.dice[0], self.dice[1:]
            return result
        if sides <= 0:
            raise _no_sides()
        self.rng, bits = next_random(self.rng)
        return bits % sides + 1

    def random(self, below: int) -> int:
        """A random number from 0 to below - 1."""
        if below <= 0:
            raise _no_sides()
        self.rng, bits = next_random(self.rng)
        return bits % below

    @kernel(spent=True)
    def players_back(self, start: int) -> tuple[int, ...]:
        """All players clockwise from one."""
        order = self.players_from(start)
        return (order[0], *reversed(order[1:]))

    def require_player(self, player: int) -> int:
        """
        A player of this match.

        :raises RuleError: it is none.
        """
        if not 1 <= player <= self.seats:
            raise RuleError(f"{player} is no player of this match")
        return player

    @kernel()
    def neighbour(self, player: int, step: int) -> int:
        """The next (1) or previous (-1) player by seat; nobody has no neighbour."""
        return (player - 1 + step) % self.seats + 1 if player else 0

    @kernel(writes=True, asks=True)
    def end_match(
        self,
        players: Iterable[int],
        key: Callable[[int], int] | None,
        rule: int = 0,
        note: int = 0,
    ) -> bool:
        """
        End the match with these standings, by a rule of the game (a symbol); `note` is the line of
        the log that tells of it. A side comes in where the best of its players does.
        """
        players = [*map(self.require_player, players)]
        if key is None:
            standings: sides.Standings = tuple((player - 1,) for player in players)
        else:
            places: dict[int, list[int]] = {}
            for player in players:
                places.setdefault(-key(player), []).append(player - 1)
            standings = tuple(tuple(places[value]) for value in sorted(places))
        return self._conclude(*outcome.outcome_by_place(self, standings, rule), note)

    @kernel(writes=True, asks=True)
    def end_for(
        self,
        won: Sequence[int],
        drew: Sequence[int],
        lost: Sequence[int],
        rule: int = 0,
        note: int = 0,
    ) -> bool:
        """End the match for these players, each with their side: see `outcome.outcome_by_name`."""
        groups = [
            [self.require_player(player) - 1 for player in each] for each in (won, drew, lost)
        ]
        return self._conclude(*outcome.outcome_by_name(self, groups, rule), note)

    @kernel(writes=True)
    def settle(self, players: Sequence[int]) -> None:
        """These players take home what they have now, and are asked nothing any more."""
        for player in map(self.require_player, players):
            brought.settle_seat(self, player - 1)
            self.conceded |= 1 << (player - 1)

    def _conclude(self, standings: sides.Standings, ended: Ended, note: int) -> bool:
        self.standings, self.ended = standings, ended
        if note and self.log is not None:
            *groups, rule = ended
            told = (tuple([seat + 1 for seat in seats]) for seats in groups)
            self.add_log_row((note, None, 0, *told, rule))
        self.stack.clear()
        return True


def _no_sides() -> RuleError:
    return RuleError("a die needs at least one side")
