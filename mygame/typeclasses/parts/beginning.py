"""A match begins, at a table or without one: what people bring to it, and that it is dealt."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import date
from typing import Any

from django.utils import timezone
from evennia.utils import logger

from rules.ground.errors import ActionFailed
from rules.pack import Pack
from rules.running import bring
from rules.running.match import Match
from world.errors import TableError
from world.play.hosting.host import MatchHost
from world.play.hosting.seating import Sitter
from world.sheets import opening
from world.sheets.opening import Loan
from world.sheets.stock import with_stock
from world.shelf import decks


def begin_match(
    pack: Pack,
    sitters: Sequence[Sitter],
    chosen_decks: Sequence[decks.Choice],
    options: Mapping[str, Any],
    **how: Any,
) -> MatchHost:
    """
    Host a new match of a game, for which its people bring what they own of it, and a deck each
    where it is a game of decks; `how` as `MatchHost.start`.

    :raises TableError: `belongingsAway` (name, table), `sheetNewer` (name), `sheetChanged` (name),
        `deckUnfit` (name), `cannotStart` (problem).
    """
    sitters, options = _prepare(pack, sitters, chosen_decks, options)
    with _set_up(pack):
        return MatchHost.start(pack, sitters, options=options, **how)


def deal_match(
    pack: Pack,
    sitters: Sequence[Sitter],
    chosen_decks: Sequence[decks.Choice],
    options: Mapping[str, Any],
) -> Match:
    """
    A match as `begin_match` would deal it, which nobody plays and nothing is stored of: to find out
    what one would be asked in it.

    :raises TableError: as `begin_match`.
    """
    sitters, options = _prepare(pack, sitters, chosen_decks, options)
    options = with_stock(pack, options)
    with _set_up(pack):
        return Match.new(pack, seats=len(sitters), seed=secrets.randbits(63), options=options)


@contextmanager
def _set_up(pack: Pack) -> Iterator[None]:
    """:raises TableError: `cannotStart` (problem)."""
    try:
        yield
    except (ActionFailed, ValueError) as error:
        logger.log_warn(f"A match of {pack.id} could not be set up: {error}")
        raise TableError("cannotStart", problem=str(error)) from None


def _prepare(
    pack: Pack,
    sitters: Sequence[Sitter],
    chosen_decks: Sequence[decks.Choice],
    options: Mapping[str, Any],
) -> tuple[list[Sitter], dict[str, Any]]:
    """The seats of a match with what each borrows, and its options with what each brings."""
    options = {**_days(pack), **options}
    loans = opening.open_sheets(pack, [(sitter.account, sitter.name) for sitter in sitters])
    sitters = [replace(each, loan=loan) for each, loan in zip(sitters, loans, strict=True)]
    if pack.program.brings:
        options[bring.OPTION] = _brought_by_seat(pack, sitters, chosen_decks)
    return sitters, options


def _days(pack: Pack) -> dict[str, int]:
    """The options of a game that are the number of today from 1970 on, where the server is."""
    today = timezone.localdate().toordinal() - date(1970, 1, 1).toordinal()
    return {name: today for name, spec in pack.program.options.items() if spec.is_today}


def _brought_by_seat(
    pack: Pack, sitters: Sequence[Sitter], chosen_decks: Sequence[decks.Choice]
) -> list[dict[str, Any]]:
    """What each seat brings, for the option of the match."""
    brought = []
    for sitter, deck in zip(sitters, chosen_decks, strict=True):
        loan: Loan | None = sitter.loan
        own = dict(loan.brought) if loan is not None else opening.brought_by_nobody(pack)
        if pack.program.deck_rules is not None:
            try:
                own[bring.DECK] = decks.deck_option(pack, sitter.account, deck)
            except TableError:
                # Why is for its owner to read.
                raise TableError("deckUnfit", name=sitter.name) from None
        brought.append(own)
    return brought
