"""
What must hold in every state of every match, whatever was played. Random play with these finds what
examples miss.
"""

from __future__ import annotations

from typing import Any

from ..ground.errors import IllegalAnswer
from ..running.known import PLACES, SEATS
from ..running.match import Match
from ..running.state import ZONE


class Broken(AssertionError):
    """An invariant does not hold."""


def check_invariants(match: Match, deep: bool = True, promised: bool = True) -> None:
    """
    Check a match between two answers; `deep` also clones, saves and loads it, `promised` asks for
    what the pack has promised of itself and nothing enforces (`most` of zones).

    :raises Broken: naming what is wrong.
    """
    cards_are_conserved(match)
    rows_are_cards(match)
    zones_have_room(match, promised)
    numbers_are_in_range(match)
    known_cards_are_hidden(match)
    choices_are_answerable(match)
    if deep:
        copies_are_equal(match)
        no_view_leaks(match)
        no_view_tells_hidden_fields(match)


def cards_are_conserved(match: Match) -> None:
    """Every card of the match is in exactly one zone, the one it thinks it is in."""
    state = match.state
    seen = [card for zone in match.zones for card in zone]
    known = set(seen)
    if len(seen) != len(known):
        raise Broken("a card lies in two zones")
    for zone, cards in enumerate(match.zones):
        for card in cards:
            if state[card + ZONE] != zone:
                raise Broken(
                    f"{match.card_id(card)} lies in {zone} and believes {state[card + ZONE]}"
                )
    lost = [card for card in match.cards if state[card + ZONE] and card not in known]
    if lost:
        raise Broken(f"lost: {[match.card_id(card) for card in lost]}")
    unlisted = known - set(match.cards)
    if unlisted:
        raise Broken(f"no cards of the match: {[match.card_id(card) for card in unlisted]}")


def rows_are_cards(match: Match) -> None:
    """Every row holds a card of the pack, but for the free ones, in which nothing is."""
    layout, state = match.program.layout, match.state
    for row in range(layout.first, len(state), layout.width):
        if row in match.spare:
            if any(state[row : row + layout.width]):
                raise Broken(f"the free row {row} is not empty")
        elif state[row] not in match.program.catalogue.rows:
            raise Broken(f"the row {row} holds no card")


def zones_have_room(match: Match, promised: bool = True) -> None:
    """No zone holds more cards than its pack says, and none that cannot lie there."""
    for zone, rules in match.program.zone_rules.items():
        for card in match.zones[zone]:
            if not rules.takes(match.state[card]):
                name = match.program.layout.zone_names[zone]
                raise Broken(f"{match.card_id(card)} lies in {name}, which does not hold it")
    layout = match.program.layout
    for zone, cards in enumerate(match.zones):
        family = layout.zones.get(layout.zone_family[zone])
        if promised and family is not None and len(cards) > (family.most or len(cards)):
            raise Broken(f"{len(cards)} cards in {family.name}, at most {family.most}")


def numbers_are_in_range(match: Match) -> None:
    """Every field is within its limits."""
    layout, state, entities = match.program.layout, match.state, dict[str, list[int]]()
    printed = match.program.catalogue.by_symbol
    for entity in range(layout.players + 1):
        entities.setdefault(match.kind_of(entity) or "", []).append(entity)
    for card in match.cards:
        definition = printed.get(state[card])
        entities.setdefault(definition.kind if definition else "", []).append(card)
    for field in layout.fields.values():
        of, base = entities.get(field.kind, ()), field.base
        least, most, most_base = field.minimum, field.maximum, field.maximum_base
        if isinstance(most, str):
            wrong = [each for each in of if state[base + each] > state[most_base + each]]
        else:
            wrong = [] if most is None else [each for each in of if state[base + each] > most]
        if least is not None:
            wrong += [each for each in of if state[base + each] < least]
        if wrong:
            top = state[most_base + wrong[0]] if isinstance(most, str) else most
            told = f"has {field.name} {state[base + wrong[0]]}, not {least}..{top}"
            raise Broken(f"{field.kind} {wrong[0]} {told}")


def known_cards_are_hidden(match: Match) -> None:
    """What seats know beside what they see is of cards that lie hidden in pools."""
    layout = match.program.layout
    for card, mask in match.known.items():
        zone, seats, placed = match.state[card + ZONE], mask & SEATS, mask >> PLACES
        if zone not in layout.pools or not seats or seats & layout.zone_seers[zone]:
            raise Broken(f"{match.card_id(card)} is known where it is seen or of no pool")
        if placed & ~seats or seats >> match.seats:
            raise Broken(f"{match.card_id(card)} is known to nobody who plays")


def choices_are_answerable(match: Match) -> None:
    """Somebody is asked something that can be answered, or the match is over."""
    if match.is_over != (not match.choices):
        raise Broken("the match neither is over nor waits for anybody")
    for choice in match.choices:
        if not 0 <= choice.minimum <= choice.maximum <= len(choice.options):
            raise Broken(f"nobody can answer {choice}")
        try:
            match.check_answer(choice.seat, choice.default)
        except IllegalAnswer as error:
            raise Broken(f"the default of {choice} is not legal: {error}") from error


def copies_are_equal(match: Match) -> None:
    """A clone and a saved and loaded copy are the same match, also when they go on."""
    clone, loaded = match.clone(), Match.load(match.game, match.save())
    if not match.hash() == clone.hash() == loaded.hash():
        raise Broken("a copy differs")
    if match.choices and _result_of_next_answer(clone) != _result_of_next_answer(loaded):
        raise Broken("copies go on differently")


def _result_of_next_answer(match: Match) -> str:
    """What comes of the next answer: the hash of the match, or why it fails."""
    choice = match.choices[0]
    try:
        match.answer_unchecked(choice.seat, choice.default)
    except Exception as error:  # noqa: BLE001 (whatever a card does, both must do it)
        return repr(error)
    return match.hash()


def no_view_leaks(match: Match) -> None:
    """No view lists a card that its seat may not see."""
    layout = match.program.layout
    for seat in (None, *range(match.seats)):
        shown = match.view(seat)
        allowed: set[int] = set()
        for zone, cards in enumerate(match.zones):
            see, owner = layout.zone_see[zone], layout.zone_owner[zone]
            if see == "all" or (see == "owner" and owner - 1 == seat):
                allowed.update(cards)
        listed = {card["uuid"] for card in _cards_listed([shown["players"], shown["zones"]])}
        if listed - allowed:
            raise Broken(f"seat {seat} sees {[match.card_id(card) for card in listed - allowed]}")
        if any(choice["seat"] != seat for choice in shown["choices"]):
            raise Broken(f"seat {seat} sees what another is asked")


def no_view_tells_hidden_fields(match: Match) -> None:
    """No view has a field that is nobody's to see, or only its player's."""
    see = {key: field.see for key, field in match.program.layout.fields.items()}
    for seat in (None, *range(match.seats)):
        shown = match.view(seat)
        rows = [("match", "the match", False, shown["match"])]
        for player in shown["players"]:
            other = player["seat"]
            rows.append(("player", f"seat {other}", other == seat, player["fields"]))
        for card in _cards_listed([shown["players"], shown["zones"]]):
            rows.append((card["kind"], card["id"], False, card))
        for kind, whose, own, told in rows:
            for name in told:
                who = see.get((kind, name), "all")
                if who != "all" and not (who == "owner" and own):
                    raise Broken(f"seat {seat} is told {name} of {whose}")


def journal_replays(match: Match) -> None:
    """The answers since the deal lead to the same match, log and all."""
    again = Match.replay(match.game, match.seats, match.seed, match.options, match.journal)
    if again.hash() != match.hash():
        raise Broken("the journal leads to another match")
    if match.log is not None and again.log != match.log:
        raise Broken("the journal leads to another log")


def _cards_listed(node: Any) -> list[dict[str, Any]]:
    """The cards that a part of a view lists."""
    if isinstance(node, dict):
        own = [node] if "uuid" in node and "id" in node else []
        return own + [card for inner in node.values() for card in _cards_listed(inner)]
    if isinstance(node, list):
        return [card for inner in node for card in _cards_listed(inner)]
    return []
