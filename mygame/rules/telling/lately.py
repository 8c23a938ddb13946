"""
Texts of cards that are not as printed any more, for who draws a match: what lasts on a card, and
what its amounts are at this moment. Cards are those of a view; begin with `lasting_texts`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import product
from typing import Any

from ..running.match import Match
from ..running.view import PublicView
from .bearing import borne_texts
from .text import Text

Told = dict[str, dict[str, str]]  # by the number of a card: `borne`, `text`
Cards = Iterable[Mapping[str, Any]]
MOST_UNTOLD = 4  # amounts of a card that are not told where they count their own zone


def lasting_texts(text: Text, cards: Cards) -> Told:
    """What lasts on cards, in a few words."""
    comma = "、" if text.language == "zh" else ", "
    return {
        str(card["uuid"]): {"borne": comma.join(borne_texts(text, card["bears"]))}
        for card in cards
        if card.get("bears")
    }


def amount_texts(text: Text, match: Match, seat: int, cards: Cards) -> Told:
    """The sentences of cards of a seat whose amounts depend on how the match stands."""
    told: Told = {}
    for card in cards:
        if card["id"] in match.program.amounts:
            now = text.rules_text(card["id"], match, seat, card["uuid"])
            if now != text.rules_text(card["id"]):
                told[str(card["uuid"])] = {"text": now}
    return told


def amount_templates(text: Text, card: str) -> dict[str, str]:
    """
    The sentences of a card with `{0}` where the first of its amounts is told, for who plays a match
    elsewhere: by which amounts are told ("10": the first of two). None of a card with too many that
    may be told or not.
    """
    amounts = text.pack.program.amounts[card]
    if sum(bool(amount.zones) for amount in amounts) > MOST_UNTOLD:
        return {}
    found = {}
    for told in product(*["01" if amount.zones else "1" for amount in amounts]):
        values = [f"{{{place}}}" if each == "1" else None for place, each in enumerate(told)]
        try:
            found["".join(told)] = text.sentences_with(text.pack.card(card), values)
        except Exception:  # noqa: BLE001 (a text must never stop a game)
            return {}
    return found


def join_texts(first: Told, second: Told) -> Told:
    """Both, where a card may be in both."""
    return {card: {**first.get(card, {}), **second.get(card, {})} for card in {**first, **second}}


def cards_in(zones: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """The cards that zones of a view show."""
    return (card for zone in zones.values() for card in zone["cards"])


def texts_in_view(text: Text, match: Match, view: PublicView, seats: Iterable[int]) -> Told:
    """All of it in a view; amounts for the seats that know their own."""
    zones = [view["zones"], *(player["zones"] for player in view["players"])]
    told = lasting_texts(text, (card for each in zones for card in cards_in(each)))
    for seat in seats:
        told = join_texts(
            told, amount_texts(text, match, seat, cards_in(view["players"][seat]["zones"]))
        )
    return told
