"""The game of `docs/first_game.md`, as its page has it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

PAGE = Path(__file__).parents[1] / "docs" / "first_game.md"
FENCE = re.compile(r"^```(\w*) ?(.*)\n((?:.*\n)*?)```\n((?:>.*\n)*)", re.MULTILINE)


class Part(NamedTuple):
    """A fence: its language, the file it is, its text, and what is quoted below it."""

    language: str
    file: str
    text: str
    quoted: list[str]


def parts() -> list[Part]:
    found = FENCE.findall(PAGE.read_text("utf-8"))
    return [
        Part(*each[:3], [line for quoted in each[3].splitlines() if (line := quoted[1:].strip())])
        for each in found
    ]


def write_orchard(packs: Path) -> Path:
    """The game of the page, in a folder of packs; its own folder."""
    for part in parts():
        if part.file:
            write_part(part, packs)
    return packs / "orchard"


def write_part(part: Part, packs: Path) -> None:
    """One of its files."""
    path = packs / part.file
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(part.text, encoding="utf-8")
