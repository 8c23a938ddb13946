"""The duel with cards of tests: a pack that inherits it, and lies in `packs/duel/trial`."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from rules.pack import Pack, load_pack

HERE = Path(__file__).parent / "packs" / "duel"
DUEL = Path(__file__).parents[1] / "mygame" / "world" / "packs" / "duel"

NEUTRAL = (
    *("courier_hawk", "hedge_monk", "lantern_bearer", "map_maker", "mirror_sprite"),
    *("mother_fox", "paper_crane", "pedlar", "tailor", "village_god"),
)
ORACLE = (
    "minion.oracle.dream_reader",
    *(f"spell.oracle.{name}" for name in ("call_home", "gentle_words", "river_lantern")),
    "spell.oracle.still_water",
)
STORMCALLER = (
    *(f"minion.stormcaller.{name}" for name in ("cloud_fox", "drum_totem", "totem_carver")),
    *(f"spell.stormcaller.{name}" for name in ("into_wood", "tailwind")),
)


def deck(hero: str, cards: Sequence[str]) -> dict[str, list[str]]:
    """Two of each card of a class, and two of each of the neutral minions above."""
    neutral = [f"minion.neutral.{name}" for name in NEUTRAL]
    return {
        "hero": [f"duel.hero.{hero}"],
        "cards": sorted([f"duel.{name}" for name in (*cards, *neutral)] * 2),
    }


#: What two players bring for a match in which much becomes of cards: tokens, copies, other cards,
#: the other's cards.
LIVELY = {
    "bring": [{"deck": deck("oracle", ORACLE)}, {"deck": deck("stormcaller", STORMCALLER)}],
}


def lay_out(folder: Path, in_decks: bool = False) -> Path:
    """
    Put the pack into a folder; its own cards are in no deck unless `in_decks`. What a pack inherits
    has to lie beside it.
    """
    shutil.copytree(DUEL, folder / "duel")
    shutil.copytree(HERE / "trial", folder / "trial")
    for file in (folder / "trial").glob("*.json5") if in_decks else ():
        text = file.read_text(encoding="utf-8")
        file.write_text(text.replace('"count": 0', '"count": "$2"'), encoding="utf-8")
    return folder / "trial"


@cache
def trial(in_decks: bool = False) -> Pack:
    with tempfile.TemporaryDirectory() as folder:
        return load_pack(lay_out(Path(folder), in_decks))
