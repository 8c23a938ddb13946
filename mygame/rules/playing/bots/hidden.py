"""
What a seat cannot see, dealt anew.

A bot that searched in the true state would see through the backs of cards. `redeal` gives it a
state that looks the same from its seat: what it may see stays, every hidden zone keeps its size,
every player the same cards; their order and place are random, and so are the dice to come. Where
players bring decks of their own, others do not know them: their hidden cards are any that may be
in a deck. Two matches that look the same from a seat give the same states.

What others have answered in secret is open again.

A face-down card that waits for something (a trap) is dealt anew, too, and what waited is gone: to
leave it would be to know it. That a seat has seen where a card went (one put on top of a pile) is
not remembered.
"""

from __future__ import annotations

from random import Random

from ...running.match import Choice, Match


def redeal(match: Match, seat: int | None, dice: Random) -> Match:
    """A clone in which everything hidden from the seat is random."""
    other = match.clone()
    other.rng = dice.getrandbits(64)
    layout, zones = match.pack.layout, other.zones
    piles: dict[int, list[int]] = {}
    for zone, cards in enumerate(zones):
        if cards and not layout.sees(seat, zone):
            piles.setdefault(layout.zone_owner[zone] or -zone, []).append(zone)
    became: dict[int, int] = {}
    decks = match.decks and not layout.sees(seat, match.pack.start_zone)
    for owner in sorted(piles, reverse=True):  # what belongs to nobody comes last
        hidden = piles[owner]
        before = [card for zone in hidden for card in zones[zone]]
        after = sorted(before)
        if decks and owner > 0:
            after = _another_deck(other, owner, after, dice)
        dice.shuffle(after)
        _forget_traps(other, before)
        if len(hidden) == 1 and not decks:
            zones[hidden[0]] = tuple(after)
            continue
        became.update(zip(before, after, strict=True))
        start = 0
        for zone in hidden:
            cards = zones[zone] = tuple(after[start : start + len(zones[zone])])
            start += len(cards)
            for card in cards:
                other.state[layout.where + card] = zone
    asked = [*other.choices, *(choice for choice, _ in other.sealed if choice.seat != seat)]
    other.sealed = tuple([answered for answered in other.sealed if answered[0].seat == seat])
    other.choices = [choice if choice.seat == seat else _about(choice, became) for choice in asked]
    return other


def _another_deck(match: Match, owner: int, cards: list[int], dice: Random) -> list[int]:
    """
    Cards that these, hidden, may be as well where players bring decks: any of the player's own of
    the same kinds that lie in the start zone, which take their places there.
    """
    home, layout = match.pack.start_zone, match.pack.layout
    owners = match.pack.properties["forPlayer"].values
    loose = sorted([*cards, *(card for card in match.zones[home] if owners[card] == owner)])
    chosen: list[int] = []
    for low, high in layout.kinds.values():
        hidden = sum(low <= card < high for card in cards)
        if hidden:
            chosen += dice.sample([card for card in loose if low <= card < high], hidden)
    taken, given = set(chosen) - set(cards), set(cards) - set(chosen)
    match.zones[home] = (*(card for card in match.zones[home] if card not in taken), *given)
    for card in given:
        match.state[layout.where + card] = home
    return chosen


def _forget_traps(match: Match, cards: list[int]) -> None:
    """End what hidden cards do while they lie where they lie."""
    for card in cards:
        for uuid in match.attached.pop(card, ()):
            match.remove(uuid)


def _about(choice: Choice, became: dict[int, int]) -> Choice:
    """What another seat is asked at the same time, about the cards that were dealt to it."""
    return choice._replace(
        options=tuple(
            option._replace(entity=became.get(option.entity, option.entity))
            if option.kind == "card"
            else option
            for option in choice.options
        )
    )
