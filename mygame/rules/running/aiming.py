"""What the cast of a card can be aimed at, before anybody casts it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from .code import Aim
from .contract import kernel
from .failing import leave_pool_out
from .parts import Parts


@kernel()
def legal_targets(m: Parts, card: int, player: int, at: int | None = None) -> tuple[int, ...]:
    """
    The legal targets of a cast of a card by a player: what the choosers of targets in its code
    offer, each once; of one timing only, if one is given. Players in the context of its timing are
    that player, all else is nothing.
    """
    pools = _target_pools(m, _choosers_at(m.program.aims, m.state[card], at), card, player)
    return tuple(dict.fromkeys(target for pool in pools for target in pool))


@kernel()
def has_target(m: Parts, card: int, player: int, at: int | None = None) -> bool:
    """Whether there is any."""
    return any(_target_pools(m, _choosers_at(m.program.aims, m.state[card], at), card, player))


@kernel()
def lacks_target(m: Parts, card: int, player: int, at: int | None = None) -> bool:
    """
    Whether a cast of a card by a player comes to nothing for want of a target: it has one, or each
    option of a menu in it has, and there is none.
    """
    definition = m.state[card]
    for table in (m.program.aims, m.program.gates):
        if definition in table:
            listed = _choosers_at(table, definition, at)
            if listed and not any(_target_pools(m, listed, card, player)):
                return True
    return False


@kernel()
def needs_target(m: Parts, card: int, at: int) -> bool:
    """Whether what a card does at a timing has a target."""
    return bool(_choosers_at(m.program.aims, m.state[card], at))


def _choosers_at(
    table: Mapping[int, Sequence[Aim]], definition: int, at: int | None
) -> Sequence[Aim]:
    """The choosers of targets of a definition; of one timing only, if one is given."""
    known = table.get(definition, ())
    return known if at is None else [aim for aim in known if aim[2] == at]


def _target_pools(
    m: Parts, listed: Iterable[Aim], card: int, player: int
) -> Iterator[Sequence[int]]:
    """What each chooser of targets offers."""
    for pool, context, _ in listed:
        if pool in m.muted:
            continue
        given = [player if type == "player" else 0 for type in context]
        try:
            yield pool(m, [player, card, card, None, *given])
        except Exception as error:  # noqa: BLE001 (a card may fail in any way)
            leave_pool_out(m, card, pool, error)
