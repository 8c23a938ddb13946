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
    place = f"{pack.folder}/lua/{script_guided_by(address)}.lua: "
    return [card for card in pack.cards if card.place.startswith(place)]


def script_guided_by(address: str) -> str:
    """
    The name of the script that one in a folder belongs to, with which its name begins; of any other
    its own.

    >>> script_guided_by("file:lua/ai/wolf-ai.lua"), script_guided_by("file:lua/wolf.lua")
    ('wolf', 'wolf')
    """
    folder, _, name = address.removeprefix(FOLDER).removesuffix(".lua").rpartition("/")
    return name.partition("-")[0] if folder else name


def scripts_about(pack: Pack, address: str) -> list[str]:
    """
    The names of the script at an address, or of the one that it is a guide of, and of its guides;
    none where it is no script.
    """
    if not is_script_of_others(address):
        return []
    guides = [each.removeprefix(FOLDER) for each in guides_of_script(pack, address)]
    return list(
        dict.fromkeys([f"{script_guided_by(address)}.lua", address.removeprefix(FOLDER), *guides])
    )


def is_guide(address: str) -> bool:
    """Whether a script tells how the cards of another are played: `lua/ai/wolf-ai.lua`."""
    folder, _, name = address.removeprefix(FOLDER).rpartition("/")
    return is_script_of_others(address) and bool(folder) and "-" in name


def guides_of_script(pack: Pack, address: str) -> list[str]:
    """The guides in a pack of a script, or of that which a guide is of."""
    name = script_guided_by(address)
    files = (f"file:{each.partition('/')[2]}" for each in sorted(pack.sources))
    return [each for each in files if is_guide(each) and script_guided_by(each) == name]
