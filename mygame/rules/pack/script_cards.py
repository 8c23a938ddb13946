"""The scripts of a pack as pieces of it, and the cards that each of them declares."""

from __future__ import annotations

from ..running.catalogue import CardDef
from .definition import Pack
from .scripts import OWN

FOLDER = "file:lua/"


def is_script_of_others(address: str) -> bool:
    """Whether a piece is a script by whoever extends the game, not what the others see."""
    inside = address.removeprefix(FOLDER)
    return inside != address and inside.endswith(".lua") and not inside.startswith(OWN)


def cards_of_script(pack: Pack, address: str) -> list[CardDef]:
    """
    The cards that a script declares; of one in a folder (`ai/wolf-ai.lua`), those of the script
    that its name begins with.
    """
    folder, _, name = address.removeprefix(FOLDER).removesuffix(".lua").rpartition("/")
    if folder:
        name = name.partition("-")[0]
    place = f"{pack.folder}/lua/{name}.lua: "
    return [card for card in pack.cards if card.place.startswith(place)]
