"""
Chinese in both scripts. The game's texts are simplified; traditional is a third way to read them.

What goes to a reader of traditional Chinese is converted on its way out, as a whole (OpenCC, with
Taiwan's forms); what such a reader types is compared with the game's words in simplified form.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Any

# The flag of a connection whose reader wants traditional characters.
FLAG = "TRADITIONAL"


def reads_traditional(session: Any) -> bool:
    """Whether what a connection is told is converted: by choice, or as its encoding needs it."""
    flags = getattr(session, "protocol_flags", None) or {}
    return bool(flags.get(FLAG)) or str(flags.get("ENCODING")).lower().startswith("big5")


@cache
def _converter(name: str) -> Any:
    from opencc import OpenCC  # a dictionary of 40 MB, for who needs it

    return OpenCC(name)


def to_traditional(text: str) -> str:
    """A text in traditional characters; for whole pages, which are not kept."""
    return text if text.isascii() else _converter("s2tw").convert(text)


traditional = lru_cache(maxsize=4096)(to_traditional)


def data_traditional(data: Any) -> Any:
    """Data with all its texts in traditional characters."""
    if isinstance(data, str):
        return traditional(data)
    if isinstance(data, dict):
        return {name: data_traditional(part) for name, part in data.items()}
    if isinstance(data, list | tuple):
        return [data_traditional(part) for part in data]
    return data


@lru_cache(maxsize=4096)
def to_simplified(text: str) -> str:
    """A text in simplified characters, one for one: what begins at a place still begins there."""
    return text if text.isascii() else "".join(map(_simplify_character, text))


@lru_cache(maxsize=8192)
def _simplify_character(character: str) -> str:
    found = _converter("t2s").convert(character)
    return found if len(found) == 1 else character
