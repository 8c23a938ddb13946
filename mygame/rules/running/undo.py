"""
Whether an answer can be taken back with nobody the worse for it.

`leaves_no_trace(before, now, seat)` compares the match before a seat's last answer with the match
now. It knows no game: it asks who has learned what, and whether chance has spoken.
"""

from __future__ import annotations

from .journal import standing_answers
from .log import logged_card, logged_cards
from .match import Match

CARDS = ("card", "cards", "entity", "entities", "any")  # kinds of values in a log


def is_sealed(match: Match, seat: int) -> bool:
    """Whether the last answer of a seat waits, in secret, for those of others."""
    return any(choice.seat == seat for choice, _ in match.sealed)


def leaves_no_trace(before: Match, now: Match, seat: int) -> bool:
    """
    Whether what has happened since `before` can be taken back without asking anybody: only this
    seat has answered, no die was thrown and nothing shuffled, and nobody has seen a card that the
    seat did not know when it answered. (A card of its own that it has shown is its own affair, and
    one that was created meanwhile was nobody's secret.)
    The match now must have come from `before`.
    """
    if now.is_over or (before.rng, before.dice) != (now.rng, now.dice):
        return False
    if any(other != seat for other in _seats_since(before, now)):
        return False
    knew = _cards_seen(before, seat) | _cards_created(before, now)
    sees, zones = now.program.layout.sees, now.zones
    # Nobody sees another card where none has come.
    arrived = [
        (zone, new)
        for zone, cards in enumerate(before.zones)
        if cards is not zones[zone] and (new := {*zones[zone]}.difference(cards, knew))
    ]
    for viewer in (None, *range(now.seats)) if arrived else ():
        shown = {card for zone, new in arrived if sees(viewer, zone) for card in new}
        if shown and not shown <= _cards_seen(before, viewer):
            return False
    return _cards_offered(now, seat) <= knew and _cards_logged(before, now) <= knew


def _seats_since(before: Match, now: Match) -> list[int]:
    """The seats whose answers since `before` stand."""
    seats = [seat for seat, *_ in now.journal[len(before.journal) :]]
    if len(set(seats)) < 2:
        return seats
    known = standing_answers(before.journal)
    return [entry[0] for _, entry in standing_answers(now.journal)[len(known) :]]


def _cards_created(before: Match, now: Match) -> set[int]:
    """The cards of rows that were not there before, or free."""
    rows = range(len(before.state), len(now.state), now.program.layout.width)
    return {*rows, *before.spare}


def _cards_seen(match: Match, seat: int | None) -> set[int]:
    """The cards that a seat (None: a spectator) sees."""
    sees = match.program.layout.sees
    return {
        card
        for zone, cards in enumerate(match.zones)
        if cards and sees(seat, zone)
        for card in cards
    }


def _cards_offered(match: Match, seat: int) -> set[int]:
    """The cards that a seat is asked about, and those that the question tells of."""
    choice = match.choice_of(seat)
    if choice is None:
        return set()
    told = {card for _, _, value in choice.values for card in logged_cards(value)}
    return told | {
        option.entity
        for option in choice.options
        if _is_card_option(match, option.entity, option.kind)
    }


def _is_card_option(match: Match, entity: int, kind: str) -> bool:
    plain = kind in ("number", "symbol", "definition", "text", "player", "")
    return not plain and match.card_of(entity) is not None


def _cards_logged(before: Match, now: Match) -> set[int]:
    """The cards that the log has named meanwhile."""
    if now.log is None or before.log is None:
        return set()
    found: set[int] = set()
    for note, _, cause, *values in now.log.rows_from(len(before.log)):
        found.add(logged_card(cause))
        for (_, kind), value in zip(now.program.notes[note][1], values, strict=True):
            if kind in CARDS:
                found.update(logged_cards(value))
    return found - {0}
