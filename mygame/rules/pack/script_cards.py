"""The scripts of a pack as pieces of it, and the cards that each of them declares."""

from __future__ import annotations

from ..running.catalogue import CardDef
from .definition import Pack
from .scripts import OWN

FOLDER = "file:lua/"
BOTS = "ai/"  # where files begin that say what bots do: `ai/NAME-ai.lua` is of NAME.lua
BOTS_END = "-ai.lua"
TEXTS = "lang/"  # and those of translations


def is_package(address: str) -> bool:
    """Whether a piece is a script by whoever extends the game, not what the others see."""
    inside = address.removeprefix(FOLDER)
    return inside != address and inside.endswith(".lua") and not inside.startswith(OWN)


def is_played(address: str) -> bool:
    """Whether a piece is such a script that has something to do in matches."""
    return is_package(address) and not address.startswith(FOLDER + TEXTS)


def cards_of_script(pack: Pack, address: str) -> list[CardDef]:
    """The cards that a script declares; of one for bots, those of its package."""
    inside = address.removeprefix(FOLDER)
    if inside.startswith(BOTS) and inside.endswith(BOTS_END):
        inside = f"{inside.removeprefix(BOTS).removesuffix(BOTS_END)}.lua"
    place = f"{pack.folder}/lua/{inside}: "
    return [card for card in pack.cards if card.place.startswith(place)]
