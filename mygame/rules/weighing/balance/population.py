"""Decks by lot, and which of them meet: all of it follows from a seed."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import Any

import orjson

from ...pack import Pack
from ...running.bring import DECK, OPTION
from ...running.decks import Deck, DeckRules, Part, canonical_deck, fits_deck, random_deck

MIXED = "mixed"  # the leaning of a deck that has none
TRIES = 100  # for a deck whose other parts go with a leaning


@dataclass(frozen=True, slots=True)
class Entry:
    """A deck and the value it leans to."""

    leaning: str
    deck: Deck


def rules_of_decks(pack: Pack) -> DeckRules:
    """What decks of the game are. :raises ValueError: it is not played with decks."""
    if pack.program.deck_rules is None:
        raise ValueError(f"{pack.id} is not played with decks of the players")
    return pack.program.deck_rules


def leanings(pack: Pack, name: str) -> tuple[str, ...]:
    """
    The values of a card property that decks can lean to: those that cards for decks print. (A
    value that is there where nothing is printed is no leaning: cards of no class.)

    :raises ValueError: cards have no such property, or it has no list of values.
    """
    values = {n: fact.domain for n, fact in pack.program.properties.items() if fact.domain}
    if name not in values:
        known = ", ".join(values) or "no such property"
        raise ValueError(f"{pack.id}: decks cannot lean to {name}; cards have {known}")
    printed = {pack.card(card).facts.get(name) for card in rules_of_decks(pack).limits}
    return tuple(value for value in values[name] if pack.program.symbol(value) in printed)


def leaning_deck(pack: Pack, seed: int, name: str, value: str, amount: int) -> Deck:
    """
    A legal deck by lot whose largest part has exactly `amount` cards of the value.

    :raises ValueError: a deck cannot have so many.
    """
    dice = random.Random(seed)
    deck, part = (
        random_deck(pack.program, seed),
        max(rules_of_decks(pack).parts.values(), key=lambda p: p.most),
    )
    of_value, others = _candidate_copies(pack, deck, part, name, value)
    for _ in range(TRIES):  # others may be chosen for the other parts, which go with the value
        if amount <= len(of_value):
            break
        deck = random_deck(pack.program, dice.getrandbits(32))
        of_value, others = _candidate_copies(pack, deck, part, name, value)
    size = len(deck[part.name])
    if not 0 <= amount <= min(size, len(of_value)):
        raise ValueError(f"a deck cannot have {amount} cards with {name} {value}")
    cards = dice.sample(of_value, amount) + dice.sample(others, size - amount)
    dice.shuffle(cards)
    return canonical_deck(pack.program, {**deck, part.name: cards})


def _candidate_copies(
    pack: Pack, deck: Deck, part: Part, name: str, value: str
) -> tuple[list[str], list[str]]:
    """All that a part may hold beside what the deck has in others: of the value, and others."""
    copies: dict[bool, list[str]] = {True: [], False: []}
    wanted = pack.program.symbol(value)
    rules = rules_of_decks(pack)
    for card, limit in rules.limits.items():
        if card in rules.found:
            continue
        definition = pack.card(card)
        if definition.kind in part.kinds and fits_deck(pack.program, deck, card):
            copies[definition.facts.get(name) == wanted] += [card] * limit
    return copies[True], copies[False]


def population(
    pack: Pack, number: int, seed: int, name: str = "", amount: int = 10
) -> tuple[Entry, ...]:
    """So many decks: each value of the property in turn, or all mixed without one."""
    dice = random.Random(seed)
    values = leanings(pack, name) if name else ()
    entries = []
    for index in range(number):
        of = dice.getrandbits(32)
        if values:
            value = values[index % len(values)]
            entries.append(Entry(value, leaning_deck(pack, of, name, value, amount)))
        else:
            entries.append(Entry(MIXED, random_deck(pack.program, of)))
    return tuple(entries)


def ready_entries(pack: Pack) -> tuple[Entry, ...]:
    """The decks that the game offers, each leaning to itself."""
    return tuple(Entry(name, each.deck) for name, each in rules_of_decks(pack).ready.items())


@dataclass(frozen=True)
class Meetings:
    """
    Every deck against every other so many times, as a plan for `rules.weighing.sim`: the seed of a
    match is its place in an order by lot, so that the first so many are a fair sample. Each deck
    sits in the first seat in half of its matches.
    """

    entries: tuple[Entry, ...]
    bot: str
    lot: int
    times: int = 1
    checks: int = 0

    def __len__(self) -> int:
        return len(self.pairs)

    @property
    def pairs(self) -> tuple[tuple[int, int], ...]:
        """Two decks by number, in the order of the seats, for each match."""
        return pairings(len(self.entries), self.lot, self.times)

    def setup_of(self, seed: int) -> tuple[int, dict[str, Any], tuple[str, ...]]:
        decks = [self.entries[number].deck for number in self.pairs[seed]]
        return len(decks), {OPTION: [{DECK: deck} for deck in decks]}, (self.bot,) * len(decks)

    def describe(self) -> dict[str, Any]:
        decks = hashlib.blake2b(orjson.dumps(self.entries), digest_size=8).hexdigest()
        about = {"decks": decks, "lot": self.lot, "times": self.times}
        return about | {"bots": [self.bot], "checks": self.checks}


@cache
def pairings(number: int, lot: int, times: int = 1) -> tuple[tuple[int, int], ...]:
    """So many decks, each against every other so many times, in an order by lot."""
    meetings = [pair for turn in range(times) for pair in _meetings_of_turn(number, turn)]
    random.Random(lot).shuffle(meetings)
    return tuple(meetings)


def _meetings_of_turn(number: int, turn: int) -> Iterator[tuple[int, int]]:
    for one, other in combinations(range(number), 2):
        yield (one, other) if (one + other + turn) % 2 else (other, one)
