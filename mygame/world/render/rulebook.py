"""The rules of a game, which its pack has written in sections, and its keywords, as lines."""

from __future__ import annotations

from typing import Any

from rules.telling.text import Text
from world.locale.reader import Reader
from world.render import prose

OVERVIEW = 2  # sections of the rules that are shown before one asks for more


def sections_of(text: Text) -> dict[str, Any]:
    """The sections of the rules of a game and its keywords, by what one types for them."""
    return {**(text.words("rules") or {}), **(text.words("keyword") or {})}


def section_lines(section: Any, reader: Reader) -> list[str]:
    """A section of the rules with its title."""
    return [f"|w{title_of(section)}|n", *prose.lines(section["text"], reader.width, indent="  ")]


def title_of(section: Any) -> str:
    """The title of a section of the rules, or the name of a keyword."""
    return str(section.get("title") or section.get("name") or "")
