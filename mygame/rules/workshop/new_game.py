"""
A new game as a copy of a small one that plays: the folders of `new_games`, each a pack with words
in both languages and scenarios, whose id is `my_game`. Begin at `write_game`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from ..ground.mending import apply_edits
from ..ground.spans import value_spans
from .layout import one_line

GAMES = Path(__file__).parent / "new_games"
LIKE = tuple(sorted(folder.name for folder in GAMES.iterdir()))
MANIFEST = "pack.json5"
_STANDS_IN = re.compile(r"\bmy_game\b")  # the id of all of them
_ID = re.compile(r"[a-z][a-z0-9_]*")


def write_game(folder: Path, like: str, names: Mapping[str, str]) -> list[Path]:
    """
    Write a game like one of `LIKE` into a folder that is not there yet; its id is the name of the
    folder.

    :param names: what it is called, by language; without it as its id says.
    :returns: the files.
    :raises ValueError: the folder is there, or its name can be no id.
    """
    if not _ID.fullmatch(folder.name):
        raise ValueError(
            f"{folder.name!r} can be no id of a game: small letters, digits and _, a letter first"
        )
    if folder.exists():
        raise ValueError(f"there is already {folder}")
    told = {**dict.fromkeys(("zh", "en"), folder.name.replace("_", " ").title()), **names}
    written = []
    for source in sorted((GAMES / like).rglob("*.json5")):
        text = _STANDS_IN.sub(folder.name, source.read_text(encoding="utf-8"))
        if source.name == MANIFEST:
            span = value_spans(text)["pack", "name"]
            text = apply_edits(text, [(span.value, span.end, one_line(told))])
        path = folder / source.relative_to(GAMES / like)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        written.append(path)
    return written
