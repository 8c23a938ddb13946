"""
What a card looks like, for pictures drawn by the server: its sign and its hues, as the table finds
them.

The rules are those of `static/table/art.js`, and the signs are read from `static/table/glyphs.js`,
so that there is one table of them. Begin with `emblem_of`.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pyjson5

from rules.pack import Pack

GLYPHS = Path(__file__).parent / "static" / "table" / "glyphs.js"


class Emblem(NamedTuple):
    """A sign as a path on a field of 24 by 24, two hues in degrees, and how strong colours are."""

    path: str
    hue: float
    hue2: float
    strength: float


def hash_text(text: str) -> int:
    """A number of 32 bits that a text always comes to (FNV-1a): `hash` of art.js."""
    total = 0x811C9DC5
    for character in text:
        total = ((total ^ ord(character)) * 0x01000193) & 0xFFFFFFFF
    return total


@cache
def glyphs() -> Mapping[str, Mapping[str, str]]:
    """All signs by name: the object that glyphs.js exports."""
    text = GLYPHS.read_text("utf-8")
    joined = re.sub(r'"\s*\+\s*"', "", text[text.index("export const GLYPHS =") :])
    found: Mapping[str, Mapping[str, str]] = pyjson5.decode(
        joined[joined.index("{") : joined.index("};") + 1]
    )
    return found


@cache
def _by_word() -> Mapping[str, str]:
    found: dict[str, str] = {}
    for name, glyph in glyphs().items():
        for word in (name, *glyph["words"].split(" ")):
            found.setdefault(word, name)
    return found


def emblem_of(pack: Pack, card_id: str, kind: str, values: Mapping[str, Any]) -> Emblem:
    """The emblem of a card by its id, its kind and its printed properties."""
    table = pack.board.get("table") or {}
    face = (table.get("faces") or {}).get(kind) or {}
    named = (values.get(fact) for fact in (face.get("art") or {}).get("by", ()))
    symbols = [value for value in named if isinstance(value, str) and value != "none"]
    own = table.get("glyphs") or {}
    found = _glyphs_of_id(card_id, own) + [_glyph_of(symbol, own) for symbol in symbols]
    name = (found or [_glyph_of(kind, own)])[0]
    tones, chance = table.get("tones") or {}, hash_text(card_id)
    toned = [values.get(str(face.get("tone"))), *symbols, kind]
    symbol = next((each for each in toned if each in tones), None)
    hue = chance % 360 if symbol is None else tones[symbol]
    grey = symbol in table.get("greys", ())
    return Emblem(glyphs()[name]["d"], hue, (hue + 335 + chance % 51) % 360, 0.4 if grey else 1)


def _glyph_of_word(word: str, own: Mapping[str, str]) -> str:
    """The name of the sign that a word pictures in a game; "" for none."""
    words = _by_word()
    name = own.get(word) or words.get(word) or words.get(re.sub("e?s$", "", word)) or ""
    return name if name in glyphs() else ""


def _glyph_of(symbol: str, own: Mapping[str, str]) -> str:
    names = list(glyphs())
    return _glyph_of_word(symbol, own) or names[hash_text(symbol) % len(names)]


def _glyphs_of_id(card_id: str, own: Mapping[str, str]) -> list[str]:
    """What the words of an id picture, what says most first; anybody comes last."""
    words = reversed(card_id.rpartition(".")[2].split("_"))
    found = [name for name in (_glyph_of_word(word, own) for word in words) if name]
    return sorted(found, key=lambda name: name == "person")


def oklch(lightness: float, chroma: float, hue: float) -> str:
    """A colour as the style sheets name it, as `#rrggbb`."""
    a, b = chroma * math.cos(math.radians(hue)), chroma * math.sin(math.radians(hue))
    long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
    middle = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
    short = (lightness - 0.0894841775 * a - 1.2914855480 * b) ** 3
    parts = (
        4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short,
        -1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short,
        -0.0041960863 * long - 0.7034186147 * middle + 1.7076147010 * short,
    )
    return "#" + "".join(f"{round(255 * _gamma(part)):02x}" for part in parts)


def _gamma(part: float) -> float:
    part = min(1.0, max(0.0, part))
    return 12.92 * part if part <= 0.0031308 else 1.055 * part ** (1 / 2.4) - 0.055
