"""
The drawings that stand beside links to our pages elsewhere: a sheet of what a page is about, as SVG
and lines of text. `web.raster` makes a picture of it; `web.pictures` says whose.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rules.ground.width import wrap
from web.emblem import Emblem, oklch
from web.raster import HEIGHT, WIDTH, Line

GROUND, INK, SOFT, BRASS = "#151229", "#ece8f6", "#b5adca", "#e8c56a"
LEFT, RIGHT = 480, 1140  # where text begins and ends
CARD = (250, 351)
BARS = 490  # on which columns stand
COURSE = (40, 110, 400, 410)  # the panel of a match: left, top, width, height
MARK = "M13 24a21 21 0 1 1-1.6 13M13 12v12h12M32 21v12l-8 5"  # of site/icon.svg
SEAT_HUES = (25, 255, 145, 310, 75, 200)  # of the players, by seat: `PIECES` of track.js


class Row(NamedTuple):
    """A line with a badge before it: of the colour of a seat, with a place or a sign in it."""

    text: str
    seat: int
    badge: str


class Bar(NamedTuple):
    """One of several columns side by side: what stands below it, and how high it is in tenths."""

    label: str
    tenths: int


class Sheet(NamedTuple):
    """
    What a picture tells: a small line above, a large one, sentences, people, columns, and cards; in
    place of the cards how far everybody was in a match, by seat.
    """

    above: str
    title: str
    told: str = ""
    rows: Sequence[Row] = ()
    cards: Sequence[Emblem] = ()
    bars: Sequence[Bar] = ()
    curves: Sequence[Sequence[float]] = ()


def draw_sheet(sheet: Sheet, name: str) -> tuple[str, list[Line]]:
    """The shapes and the lines of a sheet; `name` is that of the site."""
    hue = sheet.cards[0].hue if sheet.cards else 285
    shapes = [
        _glow(hue),
        *(_course(sheet.curves) if sheet.curves else _fan(sheet.cards)),
        f'<path transform="translate({LEFT} 545) scale(.75)" d="{MARK}" fill="none" '
        f'stroke="{BRASS}" stroke-width="5" stroke-linecap="round" stroke-linejoin="round"/>',
    ]
    lines = [Line(name, LEFT + 62, 579, 28, SOFT)]
    y = 120.0
    if sheet.above:
        lines.append(Line(_cut(sheet.above, 30), LEFT, y, 30, BRASS))
    size = 64 if len(_wrapped(sheet.title, 64)) == 1 else 52
    for part in _wrapped(sheet.title, size)[:2]:
        y += size * 1.25
        lines.append(Line(part, LEFT, y, size, INK, bold=True))
    y += 28
    for part in _wrapped(sheet.told, 32)[: 5 if not sheet.rows else 2]:
        y += 44
        lines.append(Line(part, LEFT, y, 32, SOFT))
    for row in sheet.rows[: max(1, int((520 - y) / 56))]:
        y += 56
        shapes.append(
            f'<circle cx="{LEFT + 20}" cy="{y - 11}" r="20" fill="{_seat_colour(row.seat)}"/>'
        )
        lines.append(Line(row.badge, LEFT + 20 - 7.5 * len(row.badge), y - 2, 26, GROUND, True))
        lines.append(Line(_cut(row.text, 34, 60), LEFT + 60, y, 34, INK))
    for number, bar in enumerate(sheet.bars):
        x, high = LEFT + 58 * number, max(3, 9 * bar.tenths)
        shapes.append(
            f'<rect x="{x}" y="{BARS - high}" width="44" height="{high}" rx="5" fill="{BRASS}"/>'
        )
        lines.append(Line(bar.label, x + 22 - 6.5 * len(bar.label), BARS + 26, 22, SOFT))
    return "".join(shapes), lines


def _seat_colour(seat: int) -> str:
    return oklch(0.72, 0.14, SEAT_HUES[seat % len(SEAT_HUES)])


def _course(curves: Sequence[Sequence[float]]) -> list[str]:
    """How far everybody was, as lines on a panel; each ends with the badge of its seat."""
    left, top, wide, high = COURSE
    every = [value for curve in curves for value in curve]
    low, most = min(0, *every), max(1, *every)

    def at(index: int, value: float, count: int) -> tuple[float, float]:
        x = left + 24 + (wide - 60) * index / max(1, count - 1)
        return round(x, 1), round(top + high - 30 - (high - 60) * (value - low) / (most - low), 1)

    shapes = [
        f'<rect x="{left}" y="{top}" width="{wide}" height="{high}" rx="24" fill="#0c0a1a" '
        'opacity=".55"/>',
        *(
            f'<path d="M{left + 24} {top + 30 + (high - 60) * part / 4}h{wide - 48}" '
            f'stroke="{SOFT}" opacity=".25" stroke-width="2"/>'
            for part in range(5)
        ),
    ]
    for seat, curve in reversed(list(enumerate(curves))):
        points = [at(index, value, len(curve)) for index, value in enumerate(curve)]
        path = "M" + "L".join(f"{x} {y}" for x, y in points)
        colour, (x, y) = _seat_colour(seat), points[-1]
        shapes.append(
            f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="6" '
            f'stroke-linejoin="round"/><circle cx="{x}" cy="{y}" r="13" fill="{colour}"/>'
        )
    return shapes


def _glow(hue: float) -> str:
    """Light behind the cards, in rings: an even one would make five times as large a picture."""
    rings = "".join(
        f'<circle cx="235" cy="315" r="{radius}" fill="{oklch(0.5, 0.11, hue)}" opacity=".1"/>'
        for radius in (250, 330, 420, 520, 640)
    )
    return f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{GROUND}"/>{rings}'


def _fan(cards: Sequence[Emblem]) -> list[str]:
    """Up to three cards in a hand, the first in front; one alone is larger."""
    if len(cards) == 1:
        return [_card(cards[0], 0, 245, 315, 0, 1.2)]
    places = ((0, 235, 305, 0), (1, 158, 328, -13), (2, 312, 328, 13))[: len(cards)]
    return [_card(cards[i], i, x, y, turn, 0.86) for i, x, y, turn in reversed(places)]


def _card(card: Emblem, number: int, x: float, y: float, turn: float, scale: float) -> str:
    wide, high = CARD
    strong, hue, hue2 = card.strength, card.hue, card.hue2
    lit, deep = oklch(0.66, 0.13 * strong, hue), oklch(0.4, 0.11 * strong, hue2)
    place = f"translate({x} {y}) rotate({turn}) scale({scale}) translate({-wide / 2} {-high / 2})"
    rings = "".join(
        f'<circle cx="{wide * 0.45}" cy="{high * 0.32}" r="{radius}" fill="{lit}" opacity=".2"/>'
        for radius in (70, 105, 145, 190, 240)
    )
    window = f'<rect x="10" y="10" width="{wide - 20}" height="{high - 78}" rx="11"'
    middle = f"translate({wide / 2} {high * 0.44}) scale(7) translate(-12 -12)"
    return (
        f'<g transform="{place}"><clipPath id="c{number}">{window}/></clipPath>'
        f'<rect x="3" y="7" width="{wide}" height="{high}" rx="18" fill="#000" opacity=".35"/>'
        f'<rect width="{wide}" height="{high}" rx="18" fill="{oklch(0.93, 0.03 * strong, hue)}"/>'
        f'{window} fill="{deep}"/><g clip-path="url(#c{number})">{rings}</g>'
        f'<circle cx="{wide / 2}" cy="{high * 0.44}" r="102" fill="{oklch(0.3, 0.1, hue)}" '
        f'opacity=".32"/><path transform="{middle}" d="{card.path}" fill-rule="evenodd" '
        f'fill="{oklch(0.96, 0.045 * strong, hue)}" stroke="{oklch(0.24, 0.07 * strong, hue2)}" '
        'stroke-width=".9" stroke-linejoin="round" paint-order="stroke"/>'
        f'<rect x="36" y="{high - 50}" width="{wide - 72}" height="9" rx="4" fill="{deep}" '
        f'opacity=".75"/><rect x="64" y="{high - 30}" width="{wide - 128}" height="7" rx="3" '
        f'fill="{deep}" opacity=".4"/></g>'
    )


def _wrapped(text: str, size: float) -> list[str]:
    return wrap(text, _columns(size, 0)) if text else []


def _cut(text: str, size: float, indent: float = 0) -> str:
    """The first line of a text that has to do with one."""
    columns = _columns(size, indent)
    found = wrap(text, columns)
    return found[0] if len(found) < 2 else f"{wrap(text, columns - 2)[0]} …"


def _columns(size: float, indent: float) -> int:
    """Into how many columns of a terminal's width so much space is divided: two a Chinese one."""
    return int((RIGHT - LEFT - indent) / (size * 0.53))
