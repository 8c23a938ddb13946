"""
Which characters of a JSON5 text belong to which value, for who changes one and leaves the rest.

    >>> text = '{"cards": [{"id": "bash"}, 2]}'
    >>> span = value_spans(text)[("cards", 0)]
    >>> text[span.value : span.end]
    '{"id": "bash"}'

The text must be JSON5 (`dialect.parse_json5` says so); of any other there is what was found.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from .places import TOKEN, Path, unquote_name

KEPT = 64  # texts whose spans are remembered


@dataclass(slots=True)
class Span:
    """Where a value stands, as offsets in its text."""

    start: int  # of its name, where it has one
    value: int
    end: int = 0  # behind the value
    after: int = 0  # behind the comma that follows; the same where none does


@dataclass(slots=True)
class _Open:
    """A container that is being read."""

    path: Path
    span: Span
    index: int | None  # of the next item of a list; None: an object


@lru_cache(KEPT)
def value_spans(text: str) -> dict[Path, Span]:
    """Every value of a text by the names and indexes that lead to it; the whole one is `()`."""
    found: dict[Path, Span] = {}
    around: list[_Open] = []  # the containers that this one lies in, the innermost last
    last: Span | None = None  # the value that was read last
    name: tuple[str, int] | None = None  # that was read, and where; its value comes next
    for token in TOKEN.finditer(text):
        word, begin, end = token[0], token.start(), token.end()
        first = word[0]
        inside = around[-1] if around else None
        if first in "/:":
            continue
        if first == ",":
            if last is not None:
                last.after = end
            if inside is not None and inside.index is not None:
                inside.index += 1
        elif first in "}]":
            if inside is None:
                break
            last = around.pop().span
            last.end = last.after = end
        elif inside is not None and inside.index is None and name is None:
            name = unquote_name(word), begin
        else:
            path: Path = ()
            if inside is not None:
                path = (*inside.path, inside.index if name is None else name[0])  # type: ignore[arg-type]
            last = found[path] = Span(begin if name is None else name[1], begin, end, end)
            name = None
            if first in "{[":
                around.append(_Open(path, last, 0 if first == "[" else None))
    return found
