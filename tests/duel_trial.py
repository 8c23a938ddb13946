"""The duel with cards of tests: a pack that inherits it, and lies in `packs/duel/trial`."""

from __future__ import annotations

import shutil
import tempfile
from functools import cache
from pathlib import Path

from rules.pack import Pack, load_pack

HERE = Path(__file__).parent / "packs" / "duel"
DUEL = Path(__file__).parents[1] / "mygame" / "world" / "packs" / "duel"

#: A deck of what becomes of cards in mid-match: tokens, copies, other cards, other players' cards.
LIVELY = {
    "hero": ["duel.hero.stormcaller"],
    "cards": sorted(
        2
        * [
            "duel.minion.neutral.hedge_monk",
            "duel.minion.neutral.map_maker",
            "duel.minion.neutral.mirror_sprite",
            "duel.minion.neutral.mother_fox",
            "duel.minion.oracle.dream_reader",
            "duel.spell.binder.borrowed_shadow",
            "duel.spell.knight.evening_drum",
            "duel.spell.knight.morning_bell",
            "duel.spell.oracle.call_home",
            "duel.spell.oracle.gentle_words",
            "duel.spell.oracle.river_lantern",
            "duel.spell.ranger.slip_the_leash",
            "duel.spell.scholar.butterfly_dream",
            "duel.spell.shade.see_off",
            "duel.spell.stormcaller.into_wood",
        ]
    ),
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
