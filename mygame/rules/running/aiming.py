"""What the cast of a card can be aimed at, before anybody casts it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .code import Pool
    from .match import Match

#: What a cast can be aimed at: the types of the context of a timing, and which timing that is.
type Aim = tuple[Pool, tuple[str, ...], int]


def aims(m: Match, card: int, player: int, at: int | None = None) -> tuple[int, ...]:
    """
    The legal targets of a cast of a card by a player: what the choosers of targets in its code
    offer, each once; of one timing only, if one is given. Players in the context of its timing are
    that player, all else is nothing.
    """
    listed = m.pack.aims.get(m.state[card], ())
    pools = _pools(m, listed, card, player, at)
    return tuple(dict.fromkeys(target for pool in pools for target in pool))


def has_aim(m: Match, card: int, player: int, at: int | None = None) -> bool:
    """Whether there is any."""
    return any(_pools(m, m.pack.aims.get(m.state[card], ()), card, player, at))


def lacks_aim(m: Match, card: int, player: int, at: int | None = None) -> bool:
    """
    Whether a cast of a card by a player comes to nothing for want of a target: it has one, or each
    option of a menu in it has, and there is none.
    """
    definition = m.state[card]
    for table in (m.pack.aims, m.pack.gates):
        if definition in table:
            listed = [aim for aim in table[definition] if at is None or at == aim[2]]
            if listed and not any(_pools(m, listed, card, player, at)):
                return True
    return False


def _pools(
    m: Match, listed: Iterable[Aim], card: int, player: int, at: int | None
) -> Iterator[Sequence[int]]:
    """What each chooser of targets offers."""
    for pool, context, timing in listed:
        if at is None or at == timing:
            given = [player if type == "player" else 0 for type in context]
            yield pool(m, [player, card, card, None, *given])


def needs_aim(m: Match, card: int, at: int) -> bool:
    """Whether what a card does at a timing has a target."""
    return any(timing == at for _, _, timing in m.pack.aims.get(m.state[card], ()))
