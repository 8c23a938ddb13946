"""
From drawings to pictures: SVG to PNG by resvg, in a process beside the server.

Text is drawn with the fonts of the machine, of which it may have none, or none with Chinese. So
text comes beside the drawing, a line at a time, and a line of which a letter is missing is left
out: a picture without a word is better than one with boxes. It imports nothing of the server.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import NamedTuple
from xml.sax.saxutils import escape

import resvg_py

WIDTH, HEIGHT = 1200, 630
FONTS = (
    "Noto Sans CJK SC, Noto Sans SC, Source Han Sans SC, PingFang SC, Hiragino Sans GB, "
    "Microsoft YaHei, WenQuanYi Micro Hei, WenQuanYi Zen Hei, Noto Sans, DejaVu Sans, "
    "Liberation Sans, Segoe UI, Helvetica Neue, Arial"
)
NOBODY_HAS = "\ue123"  # of the private use area: drawn as what stands for a missing letter
SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="{}" height="{}">{}</svg>'


class Line(NamedTuple):
    """A line of text: where it begins, how large it is, its colour, whether it is bold."""

    text: str
    x: float
    y: float
    size: float
    fill: str
    bold: bool = False


def draw(shapes: str, lines: Iterable[Line]) -> bytes:
    """The picture of a drawing and what of its text can be shown, as PNG."""
    told = "".join(map(_drawn, filter(is_drawable, lines)))
    return bytes(resvg_py.svg_to_bytes(svg_string=SVG.format(WIDTH, HEIGHT, shapes + told)))


def is_drawable(line: Line) -> bool:
    """Whether the fonts of this machine have all letters of a line."""
    return all(character.isspace() or _has(character) for character in line.text)


@cache
def _missing() -> tuple[bytes, bytes]:
    return _letter(""), _letter(NOBODY_HAS)


@cache
def _has(character: str) -> bool:
    return _letter(character) not in _missing()


def _letter(character: str) -> bytes:
    line = Line(character, 4, 30, 28, "#000")
    return bytes(resvg_py.svg_to_bytes(svg_string=SVG.format(60, 40, _drawn(line))))


def _drawn(line: Line) -> str:
    weight = "700" if line.bold else "400"
    return (
        f'<text x="{line.x:g}" y="{line.y:g}" font-size="{line.size:g}" fill="{line.fill}" '
        f'font-weight="{weight}" font-family="{FONTS}">{escape(line.text)}</text>'
    )
