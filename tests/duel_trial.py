"""The duel with cards of tests: a pack that inherits it, and lies in `packs/duel/trial`."""

from __future__ import annotations

import shutil
import tempfile
from functools import cache
from pathlib import Path

from rules.pack import Pack, load_pack

HERE = Path(__file__).parent / "packs" / "duel"
DUEL = Path(__file__).parents[1] / "mygame" / "world" / "packs" / "duel"


@cache
def trial() -> Pack:
    """The pack; what a pack inherits has to lie beside it."""
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(DUEL, Path(folder) / "duel")
        shutil.copytree(HERE / "trial", Path(folder) / "trial")
        return load_pack(Path(folder) / "trial")
