"""What the cast of a card can be aimed at, before anybody casts it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .match import Match


def aims(m: Match, card: int, player: int, at: int | None = None) -> tuple[int, ...]:
    """
    The legal targets of a cast of a card by a player: what the choosers of targets in its code
    offer, each once; of one timing only, if one is given. Players in the context of its timing are
    that player, all else is nothing.
    """
    return tuple(dict.fromkeys(target for pool in _pools(m, card, player, at) for target in pool))


def has_aim(m: Match, card: int, player: int, at: int | None = None) -> bool:
    """Whether there is any."""
    return any(_pools(m, card, player, at))


def _pools(m: Match, card: int, player: int, at: int | None) -> Iterator[Sequence[int]]:
    """What each chooser of targets offers."""
    for pool, context, timing in m.pack.aims.get(m.state[card], ()):
        if at is None or at == timing:
            given = [player if type == "player" else 0 for type in context]
            yield pool(m, [player, card, card, None, *given])


def needs_aim(m: Match, card: int, at: int) -> bool:
    """Whether what a card does at a timing has a target."""
    return any(timing == at for _, _, timing in m.pack.aims.get(m.state[card], ()))
