"""
Cards for decks that have to be found: who owns what unlocks them.

A game says which of its cards are only for decks of those who have found them (`found` of
`bring.deck`); a card of any game may be, as a thing on somebody's sheet, what stands for one
(`unlocks`: the id of that card). Whoever has such a thing may have the card in a deck, as long as
they have it. Begin with `missing_cards`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any
from weakref import WeakKeyDictionary

from rules.pack import Pack
from rules.running import decks
from rules.running.decks import DeckProblem, deck_rules
from world.models import Thing
from world.shelf import games

ELSEWHERE = {"en": "the world outside", "zh": "外面的世界"}  # where no game says where

_unlocking: WeakKeyDictionary[Pack, dict[str, tuple[str, ...]]] = WeakKeyDictionary()


def unlocked_by(pack: Pack) -> dict[str, tuple[str, ...]]:
    """Of the cards of a game those that unlock others, by id: which ones."""
    if pack not in _unlocking:
        told = {card.id: card.source.get("unlocks", ()) for card in pack.cards}
        _unlocking[pack] = {
            card: (names,) if isinstance(names, str) else tuple(names)
            for card, names in told.items()
            if names
        }
    return _unlocking[pack]


def owned_cards(account: Any, wanted: Iterable[str]) -> set[str]:
    """Those of some cards that things of an account unlock; one query, none for no cards."""
    wanted = set(wanted)
    opens: dict[str, set[str]] = {}
    for pack in games.games_by_id().values() if wanted and account is not None else ():
        for kind, cards in unlocked_by(pack).items():
            if found := wanted.intersection(cards):
                opens.setdefault(kind, set()).update(found)
    if not opens:
        return set()
    own = Thing.objects.filter(sheet__account=account, sheet__alive=True, kind__in=opens)
    kinds = own.values_list("kind", flat=True).distinct()
    return set().union(*(opens[kind] for kind in kinds))


def missing_cards(pack: Pack, account: Any, deck: Mapping[str, Any]) -> list[str]:
    """The cards of a deck that an account has not found."""
    needed = deck_rules(pack.program).found
    held = [card for cards in deck.values() if not isinstance(cards, str) for card in cards]
    wanted = needed.intersection(held)
    return sorted(wanted - owned_cards(account, wanted))


def deck_problems(pack: Pack, account: Any, deck: Any) -> list[DeckProblem]:
    """Everything that keeps an account from playing a deck; empty when it may be played."""
    found = decks.deck_problems(pack.program, deck)
    if any(problem.key == "form" for problem in found):
        return found
    missing = missing_cards(pack, account, deck)
    if missing:
        found.append(DeckProblem("notFound", {"cards": missing, "where": places_of(missing)}))
    return found


def places_of(cards: Iterable[str]) -> list[dict[str, str]]:
    """The names of the games in which what unlocks cards is to be had; each once."""
    wanted = set(cards)
    found: dict[str, dict[str, str]] = {}
    for pack in games.games_by_id().values():
        if any(wanted.intersection(unlocked) for unlocked in unlocked_by(pack).values()):
            found.setdefault(pack.realm, pack.name)
    return list(found.values()) or [ELSEWHERE]
