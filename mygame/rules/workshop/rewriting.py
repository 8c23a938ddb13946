"""
A piece that was changed place by place, as its text: what has remarks in it stays as it was but for
what differs, all else is laid out anew.
"""

from __future__ import annotations

import json
from bisect import bisect_left
from collections.abc import Iterator
from typing import Any

from ..ground.mending import Edit, addition_edits, apply_edits, indentation, removal_edit
from ..ground.places import TOKEN, Path
from ..ground.spans import Span, value_spans
from ..language import dialect
from .layout import lay_out, lay_out_card, one_line

LONGEST = 50_000  # characters of a text that is changed so


def card_text(before: str, card: dict[str, Any]) -> str:
    """The text of a card, with the remarks of the text that it was before."""
    return rewrite(before, card) or lay_out_card(card)


def rewrite(text: str, value: Any) -> str | None:
    """
    A text that says this value now, with the remarks that stand outside of what has changed; None
    where none would be left, or the text is no JSON5 or longer than what somebody edits so.

    >>> rewrite('{\\n  // dear\\n  "cost": 9,\\n  "do": [1]\\n}', {"cost": 8, "do": [1, 2]})
    '{\\n  // dear\\n  "cost": 8,\\n  "do": [1, 2]\\n}'
    """
    if len(text) > LONGEST or not (known := comment_offsets(text)):
        return None
    before, problems = dialect.parse_json5(text, "")
    if problems:
        return None
    found = apply_edits(text, _Changes(text, known).edits_of((), before, value))
    said, problems = dialect.parse_json5(found, "")
    return found if not problems and _are_same(said, value) and comment_offsets(found) else None


def comment_offsets(text: str) -> list[int]:
    """Where the comments of a JSON5 text begin."""
    tokens = TOKEN.finditer(text)
    return [token.start() for token in tokens if token[0].startswith(("//", "/*"))]


class _Changes:
    """What is to be changed in a text."""

    def __init__(self, text: str, remarks: list[int]):
        """`comment_offsets`: where the comments of the text begin."""
        self.text = text
        self.remarks = remarks
        self.spans = value_spans(text)
        self.inside: dict[Path, list[Span]] = {}
        for path, span in self.spans.items():
            if path:
                self.inside.setdefault(path[:-1], []).append(span)

    def edits_of(self, path: Path, old: Any, new: Any) -> Iterator[Edit]:
        """So that a value says what it is to say."""
        if _are_same(old, new):
            return
        span = self.spans[path]
        if bisect_left(self.remarks, span.value) < bisect_left(self.remarks, span.end):
            if isinstance(old, dict) and isinstance(new, dict):
                yield from self.edits_of_object(path, old, new)
                return
            if isinstance(old, list) and isinstance(new, list):
                yield from self.edits_of_list(path, old, new)
                return
        yield self.replace_edit(path, new)

    def replace_edit(self, path: Path, new: Any) -> Edit:
        """The whole value."""
        span = self.spans[path]
        return span.value, span.end, lay_out(new, indentation(self.text, span.start))

    def edits_of_object(
        self, path: Path, old: dict[str, Any], new: dict[str, Any]
    ) -> Iterator[Edit]:
        come = [f"{one_line(key)}: {lay_out(new[key])}" for key in new if key not in old]
        if come and old and list(old)[-1] not in new:  # behind which they would stand
            yield self.replace_edit(path, new)
            return
        for key in old:
            if key in new:
                yield from self.edits_of((*path, key), old[key], new[key])
            else:
                yield removal_edit(self.text, self.spans[*path, key])
        if come:
            yield from self.append_edits(path, come)

    def edits_of_list(self, path: Path, old: list[Any], new: list[Any]) -> Iterator[Edit]:
        """What is alike at both ends stays; what is between changes, goes, or comes at the end."""
        most = min(len(old), len(new))
        first = next((i for i in range(most) if not _are_same(old[i], new[i])), most)
        rest = range(most - first)
        last = next((i for i in rest if not _are_same(old[-1 - i], new[-1 - i])), most - first)
        gone, come = len(old) - first - last, len(new) - first - last
        if come > gone and last:  # in the middle
            yield self.replace_edit(path, new)
            return
        for at in range(first, first + min(gone, come)):
            yield from self.edits_of((*path, at), old[at], new[at])
        for at in range(first + come, first + gone):
            yield removal_edit(self.text, self.spans[*path, at])
        if come > gone:
            yield from self.append_edits(path, [lay_out(each) for each in new[first + gone :]])

    def append_edits(self, path: Path, members: list[str]) -> Iterator[Edit]:
        """Members behind those that a container has."""
        return addition_edits(self.text, self.spans[path], self.inside.get(path, []), members)


def _are_same(one: Any, other: Any) -> bool:
    """Whether two values are the same, also true and 1 told apart."""
    return json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)
