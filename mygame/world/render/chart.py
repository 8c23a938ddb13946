"""
The map of the places outside: one layout, drawn as text in two widths and as SVG, or told.

A `Chart` is the places of a game with their positions and exits, in one language, and where the
reader is. `chart_lines` draws it with names in boxes, or, where these do not fit, with numbers and
a list of names; `chart_sentences` says how to get from here to every place; `chart_svg` is for
pages. Lines between places follow positions; an exit that cannot be drawn (another place lies
between, or the two are in no straight line) is told below the picture. Begin with `chart_of`.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Any, NamedTuple
from xml.sax.saxutils import escape

from rules.ground.grid import flow
from rules.ground.width import display_width, pad, wrap
from rules.pack.directions import DIRECTIONS
from world.locale.messages import strip_marks
from world.locale.reader import Reader

NARROW = 60  # columns below which names do not stand in the picture
GAP = 3  # columns between two boxes
HERE = "*"
DOTTED = {"-": "."}  # of ways up, down, in and out; others are ":"
ACROSS = ("-", ".")  # what fills all the columns of a cell
# Pixels of the drawing.
LETTER, HIGH, ROW, BETWEEN, EDGE = 8, 34, 68, 36, 16

Point = tuple[int, int]


class Spot(NamedTuple):
    """A place on the map: where it lies (to the east, to the north), and its exits by direction."""

    name: str
    at: Point
    exits: Mapping[str, str]


@dataclass(frozen=True)
class Chart:
    """The places by id, and that of the reader; "" where they are elsewhere."""

    spots: Mapping[str, Spot]
    here: str = ""

    def name(self, place: str) -> str:
        """What a place is called."""
        return self.spots[place].name

    def links(self) -> Iterator[tuple[str, str, str]]:
        """Each way between two places once: from, direction, to."""
        told = set()
        for place, spot in self.spots.items():
            for direction, to in spot.exits.items():
                if to in self.spots and (ends := frozenset((place, to))) not in told:
                    told.add(ends)
                    yield place, direction, to


def chart_of(places: Mapping[str, Any], language: str, here: str = "") -> Chart:
    """The map of the entries of a section `places`."""
    spots = {
        name: Spot(_name_in(entry["name"], language), tuple(entry["at"]), entry.get("exits", {}))
        for name, entry in places.items()
    }
    return Chart(spots, here if here in spots else "")


def _name_in(names: Any, language: str) -> str:
    told = names.get(language) or next(iter(names.values())) if hasattr(names, "get") else names
    return strip_marks(str(told))


# -- one layout for all pictures -------------------------------------------------------------------


def lay_out(chart: Chart) -> tuple[dict[Point, str], list[tuple[str, str, str]]]:
    """
    What stands at each point of a drawing in which places lie at even coordinates, and the ways
    that could not be drawn. What is not a place is one of `-`, `|`, `/`, `\\`, `X`, `+`, `:`, `.`.
    """
    points: dict[Point, str] = {
        (2 * x, 2 * y): place for place, (_, (x, y), _) in chart.spots.items()
    }
    untold = []
    for place, direction, to in chart.links():
        between = list(_between(chart.spots[place].at, chart.spots[to].at))
        if not between or any(points.get(point) in chart.spots for point, _ in between):
            untold.append((place, direction, to))
            continue
        for point, line in between:
            dotted = DIRECTIONS[direction].step is None
            drawn = DOTTED.get(line, ":") if dotted else line
            crossed = points.get(point, drawn)
            both = "X" if {crossed, drawn} == {"/", "\\"} else "+"
            points[point] = drawn if crossed == drawn else both
    return points, untold


def _between(start: Point, end: Point) -> Iterator[tuple[Point, str]]:
    """The points between two places in a straight line; nothing where they are in none."""
    across, up = end[0] - start[0], end[1] - start[1]
    long = max(abs(across), abs(up))
    if long == 0 or any(size not in (0, long) for size in (abs(across), abs(up))):
        return
    step = across // long, up // long
    line = {(1, 0): "-", (0, 1): "|", (1, 1): "/"}.get((abs(step[0]), abs(step[1])), "")
    line = "\\" if line == "/" and step[0] != step[1] else line
    for at in range(1, 2 * long):
        yield (2 * start[0] + at * step[0], 2 * start[1] + at * step[1]), line


# -- as text ---------------------------------------------------------------------------------------


def chart_lines(chart: Chart, reader: Reader) -> list[str]:
    """The picture for a reader, or, for a listener, how to get everywhere."""
    if reader.plain:
        return chart_sentences(chart, reader)
    points, untold = lay_out(chart)
    labels = {
        place: f"[{HERE if place == chart.here else ''}{spot.name}]"
        for place, spot in chart.spots.items()
    }
    lines = _draw(points, labels, chart)
    below: list[str] = []
    if reader.width < NARROW or max(map(display_width, lines)) > reader.width:
        order = sorted(chart.spots, key=lambda name: _reading_order(chart.spots[name]))
        numbers = {place: str(number) for number, place in enumerate(order, 1)}
        labels = {p: f"[{HERE if p == chart.here else n}]" for p, n in numbers.items()}
        lines = _draw(points, labels, chart)
        named = [f"{labels[place].strip('[]')} {chart.name(place)}" for place in order]
        below = flow(named, reader.width)
    for place, direction, to in untold:
        told = reader.say(
            "walking.map_way",
            place=chart.name(place),
            way=direction_name(direction, reader.language),
            to=chart.name(to),
        )
        below += wrap(told, reader.width)
    if chart.here:
        below += wrap(reader.say("walking.map_here", name=chart.name(chart.here)), reader.width)
    return [*lines, *below]


def _reading_order(spot: Spot) -> Point:
    return -spot.at[1], spot.at[0]


def _draw(points: Mapping[Point, str], labels: Mapping[str, str], chart: Chart) -> list[str]:
    """The points as lines: columns of places are as wide as the widest label in them."""
    columns = [x for x, _ in points]
    rows = [y for _, y in points]
    widths = {x: GAP if x % 2 else 1 for x in range(min(columns), max(columns) + 1)}
    for (x, _), what in points.items():
        if what in labels:
            widths[x] = max(widths[x], display_width(labels[what]))
    lines = []
    for y in range(max(rows), min(rows) - 1, -1):
        cells = [_cell(points, x, y, width, labels, chart) for x, width in widths.items()]
        lines.append("".join(cells).rstrip())
    return lines


def _cell(
    points: Mapping[Point, str],
    x: int,
    y: int,
    width: int,
    labels: Mapping[str, str],
    chart: Chart,
) -> str:
    what = points.get((x, y), " ")
    if what in labels:
        label = labels[what]
        room = width - display_width(label)
        left, right = room // 2, room - room // 2
        sides = (points.get((x - 1, y)), points.get((x + 1, y)))
        before, after = (side if side in ACROSS else " " for side in sides)
        shown = f"|w{label}|n" if what == chart.here else label
        return before * left + shown + after * right
    return what * width if what in ACROSS else pad(what, width, "center")


# -- as sentences ----------------------------------------------------------------------------------


def direction_name(direction: str, language: str) -> str:
    """A direction as it is called."""
    return DIRECTIONS[direction].names[language]


def chart_sentences(chart: Chart, reader: Reader) -> list[str]:
    """How to get from here to every place, the nearest first; of elsewhere which ways there are."""
    if not chart.here:
        return [
            reader.say(
                "walking.map_way",
                place=chart.name(place),
                way=direction_name(direction, reader.language),
                to=chart.name(to),
            )
            for place, direction, to in chart.links()
        ]
    told = [reader.say("walking.map_spoken", name=chart.name(chart.here))]
    for place, route in _routes(chart).items():
        if route:
            way = route_text(route, reader)
            told.append(reader.say("walking.map_route", way=way, name=chart.name(place)))
    return told


def _routes(chart: Chart) -> dict[str, list[str]]:
    """The directions of the shortest way to each place that can be walked to."""
    routes: dict[str, list[str]] = {chart.here: []}
    waiting = deque([chart.here])
    while waiting:
        here = waiting.popleft()
        for direction, to in chart.spots[here].exits.items():
            if to in chart.spots and to not in routes:
                routes[to] = [*routes[here], direction]
                waiting.append(to)
    return routes


def route_text(directions: Iterable[str], reader: Reader) -> str:
    """Directions one after the other: "North, then east, 2 steps"."""
    legs = []
    for direction, steps in groupby(directions):
        way, count = direction_name(direction, reader.language), len(list(steps))
        legs.append(reader.say("walking.steps", way=way, count=count) if count > 1 else way)
    told = reader.say("walking.then").join(legs)
    return told[:1].upper() + told[1:]


# -- as a drawing ----------------------------------------------------------------------------------


def chart_svg(chart: Chart, reader: Reader, title: str) -> str:
    """
    An `<svg>` element without styles of its own: `.way`, `.place`, `.here` and text. Its
    description is what listeners are told.
    """
    width = dict.fromkeys(_span(spot.at[0] for spot in chart.spots.values()), 0)
    for spot in chart.spots.values():
        size = LETTER * (display_width(spot.name) + 2) + 12
        width[spot.at[0]] = max(width[spot.at[0]], size)
    left, middle = EDGE, {}
    for x, size in width.items():
        middle[x] = left + size // 2
        left += size + BETWEEN
    heights = _span(spot.at[1] for spot in chart.spots.values())
    level = {y: EDGE + HIGH // 2 + ROW * row for row, y in enumerate(reversed(heights))}
    total = left - BETWEEN + EDGE, EDGE * 2 + HIGH + ROW * (len(heights) - 1)

    def centre(place: str) -> Point:
        x, y = chart.spots[place].at
        return middle[x], level[y]

    parts = []
    for place, direction, to in chart.links():
        (x1, y1), (x2, y2) = centre(place), centre(to)
        kind = "way" if DIRECTIONS[direction].step is not None else "way other"
        parts.append(f'<line class="{kind}" x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}"/>')
    for place, spot in chart.spots.items():
        x, y = centre(place)
        size = LETTER * (display_width(spot.name) + 2) + 12
        here = place == chart.here
        box = f'x="{x - size // 2}" y="{y - HIGH // 2}" width="{size}" height="{HIGH}" rx="6"'
        name = f"{HERE} {spot.name}" if here else spot.name
        parts.append(
            f'<g class="{"place here" if here else "place"}"><rect {box}/>'
            f'<text x="{x}" y="{y + 5}" text-anchor="middle">{escape(name)}</text></g>'
        )
    told = escape(" ".join(chart_sentences(chart, reader)))
    return (
        f'<svg class="chart" role="img" viewBox="0 0 {total[0]} {total[1]}" '
        f'width="{total[0]}" height="{total[1]}" aria-labelledby="chart-title chart-desc">'
        f'<title id="chart-title">{escape(title)}</title><desc id="chart-desc">{told}</desc>'
        f"{''.join(parts)}</svg>"
    )


def _span(numbers: Iterable[int]) -> range:
    listed = list(numbers)
    return range(min(listed), max(listed) + 1)
