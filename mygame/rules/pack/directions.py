"""
The directions in which one can go: their words in both languages, where they lead on the map, and
what leads back.
"""

from __future__ import annotations

from typing import NamedTuple


class Direction(NamedTuple):
    """One of them: `step` is to the east and to the north; none for up, down, in and out."""

    back: str
    step: tuple[int, int] | None
    zh: tuple[str, ...]  # the first is its name
    en: tuple[str, ...]

    @property
    def names(self) -> dict[str, str]:
        """Its name by language."""
        return {"zh": self.zh[0], "en": self.en[0]}

    @property
    def words(self) -> tuple[str, ...]:
        """All that it is called."""
        return (*self.en, *self.zh)


def _across(zh: str, en: str, short: str, back: str, step: tuple[int, int]) -> Direction:
    return Direction(back, step, (zh, f"往{zh}", f"向{zh}"), (en, short))


DIRECTIONS: dict[str, Direction] = {
    "north": _across("北", "north", "n", "south", (0, 1)),
    "northeast": _across("东北", "northeast", "ne", "southwest", (1, 1)),
    "east": _across("东", "east", "e", "west", (1, 0)),
    "southeast": _across("东南", "southeast", "se", "northwest", (1, -1)),
    "south": _across("南", "south", "s", "north", (0, -1)),
    "southwest": _across("西南", "southwest", "sw", "northeast", (-1, -1)),
    "west": _across("西", "west", "w", "east", (-1, 0)),
    "northwest": _across("西北", "northwest", "nw", "southeast", (-1, 1)),
    "up": Direction("down", None, ("上", "往上", "上去"), ("up", "u")),
    "down": Direction("up", None, ("下", "往下", "下去"), ("down", "d")),
    "in": Direction("out", None, ("进", "里", "进去"), ("in", "inside")),
    "out": Direction("in", None, ("出", "外", "出去"), ("out", "outside")),
}
