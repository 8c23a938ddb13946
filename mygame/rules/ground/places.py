"""
Where things stand in a JSON5 text, for problems that are told with line and column.

    >>> positions('{"cards": [{"id": "bash"}]}')[("cards", 0, "id")]
    (1, 13)

It only looks where things are: whether the text is JSON5 at all is said by `dialect.parse_json5`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import pyjson5

Path = tuple[str | int, ...]  # names and indexes that lead to a value: ("cards", 0, "id")
Position = tuple[int, int]  # line and column, both from 1

TOKEN = re.compile(
    r"""//[^\n\r\u2028\u2029]*|/\*.*?\*/"""
    r"""|"[^"\\]*(?:\\.[^"\\]*)*"|'[^'\\]*(?:\\.[^'\\]*)*'"""
    r"""|[{}\[\],:]|[^\s{}\[\],:"'/\ufeff]+""",
    re.DOTALL,
)


def positions(text: str) -> dict[Path, Position]:
    """
    Line and column of every value: of its name where it has one, else of the value itself.

    Of names that an object has twice the last one counts, as it does when the text is read. Of a
    text that is not JSON5 there is what was found; nothing is raised.
    """
    return dict(_walk_values(text))


def duplicate_names(text: str) -> list[tuple[Path, Position]]:
    """The names that an object has more than once, where they stand again."""
    known: set[Path] = set()
    found: list[tuple[Path, Position]] = []
    for path, position in _walk_values(text):
        if path in known and not (found and path[: len(found[-1][0])] == found[-1][0] != path):
            found.append((path, position))
        known.add(path)
    return found


def _walk_values(text: str) -> Iterator[tuple[Path, Position]]:
    """Every value with its position, in the order of the text."""
    around: list[tuple[Path, int | None]] = []  # the containers that this one lies in
    here: Path = ()
    index: int | None = None  # of the next item of a list; None: in an object
    path: Path = ()
    named = True  # whether path is a name that was read and whose value comes next
    line, start, counted = 1, 0, 0
    for token in TOKEN.finditer(text):
        word, offset = token[0], token.start()
        first = word[0]
        if first in "/,:":
            if first == "," and index is not None:
                index += 1
            continue
        if first in "}]":
            if not around:
                break
            here, index = around.pop()
            continue
        if breaks := text.count("\n", counted, offset):
            line, start = line + breaks, text.rfind("\n", 0, offset) + 1
        counted = offset
        if index is not None:
            path = (*here, index)
        elif not named:
            path, named = (*here, unquote_name(word)), True
            yield path, (line, offset - start + 1)
            continue
        if index is not None or not path:
            yield path, (line, offset - start + 1)
        named = False
        if first in "{[":
            around.append((here, index))
            here, index = path, 0 if first == "[" else None


def nearest_position(found: dict[Path, Position], path: Path) -> Position:
    """The position of a value, or of what it would stand in when it is not there itself."""
    while path and path not in found:
        path = path[:-1]
    return found.get(path, (1, 1))


def unquote_name(word: str) -> str:
    """A name in an object, which may stand in quotes and hold escapes."""
    if "\\" in word:
        try:
            return str(pyjson5.decode(word if word[0] in "\"'" else f'"{word}"'))
        except pyjson5.Json5DecoderException:
            return word
    return word[1:-1] if word[0] in "\"'" else word
