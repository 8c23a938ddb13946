"""Games as somebody publishes them who takes cards out."""

import shutil
from pathlib import Path

import pyjson5

from rules.pack import load_pack
from world.shelf import games, retiring


def packs_without(words, folder: Path, *sources: Path):
    """The games of some folders without the cards whose ids end with these words."""
    for source in sources:
        shutil.copytree(source, folder / source.name)
    for file in sorted(folder.rglob("*.json5")):
        told = pyjson5.decode(file.read_text("utf-8"))
        cards = told.get("cards", []) if isinstance(told, dict) else []
        kept = [card for card in cards if card["id"].rsplit(".", 1)[-1] not in words]
        if len(kept) < len(cards):
            file.write_text(pyjson5.encode({**told, "cards": kept}), "utf-8")
    return [load_pack(folder / source.name) for source in sources]


def publish(*packs):
    """Games are on the shelf from now on, as a publication puts them there."""
    for pack in packs:
        games.put_on_shelf(pack)
        retiring.mark_things(pack.realm)
