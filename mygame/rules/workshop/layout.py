"""
JSON as authors of packs write it: what fits stands in one line, the rest on lines of its own.
"""

from __future__ import annotations

import json
from typing import Any

from ..ground.mending import STEP

WIDTH = 120  # columns; the files of packs take up to 140


def lay_out(value: Any, margin: str = "") -> str:
    """
    The JSON5 text of a value whose first line stands behind `margin`.

    >>> lay_out({"at": "onPlay", "do": []})
    '{"at": "onPlay", "do": []}'
    """
    told = one_line(value)
    if not isinstance(value, list | dict) or not value or len(margin) + len(told) <= WIDTH:
        return told
    inner = margin + STEP
    if isinstance(value, list):
        items = [inner + lay_out(each, inner) for each in value]
        return "[\n" + ",\n".join(items) + f"\n{margin}]"
    rows = [f"{inner}{one_line(key)}: {lay_out(each, inner)}" for key, each in value.items()]
    return "{\n" + ",\n".join(rows) + f"\n{margin}}}"


def lay_out_card(card: dict[str, Any]) -> str:
    """
    The JSON5 text of a card: its id and number of copies, its name, what is printed, what it does,
    each on a line.
    """
    lines = [
        _row_text(card, ("id", "kind", "count")),
        _row_text(card, ("name",)),
        _row_text(card, [key for key in card if key not in _FRAME]),
        _row_text(card, ("description",)),
        _behaviors_text(card),
    ]
    return "{\n" + ",\n".join(STEP + line for line in lines if line) + "\n}"


_FRAME = ("id", "kind", "count", "name", "description", "behaviors")


def _row_text(card: dict[str, Any], keys: Any) -> str:
    shown = [f"{one_line(key)}: {one_line(card[key])}" for key in keys if key in card]
    told = ", ".join(shown)
    return told if len(told) <= WIDTH else f",\n{STEP}".join(shown)


def _behaviors_text(card: dict[str, Any]) -> str:
    if "behaviors" not in card:
        return ""
    return f'"behaviors": {lay_out(card["behaviors"], STEP)}'


def one_line(value: Any) -> str:
    """A value in one line."""
    return json.dumps(value, ensure_ascii=False)
