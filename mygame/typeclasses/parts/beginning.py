"""A match begins, at a table or without one: what people bring to it, and that it is dealt."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date
from typing import Any

from django.utils import timezone
from evennia.utils import logger

from rules.ground.errors import ActionFailed
from rules.pack import Pack
from rules.running import bring
from world.errors import TableError
from world.play.hosting.host import MatchHost
from world.play.hosting.seating import Sitter
from world.sheets import opening
from world.sheets.opening import Loan
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
    options = {**_days(pack), **options}
    loans = opening.open_sheets(pack, [(sitter.account, sitter.name) for sitter in sitters])
    sitters = [replace(each, loan=loan) for each, loan in zip(sitters, loans, strict=True)]
    if pack.program.brings:
        options = {**options, bring.OPTION: _brought_by_seat(pack, sitters, chosen_decks)}
    try:
        return MatchHost.start(pack, sitters, options=dict(options), **how)
    except (ActionFailed, ValueError) as error:
        logger.log_warn(f"A match of {pack.id} could not be set up: {error}")
        raise TableError("cannotStart", problem=str(error)) from None


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
