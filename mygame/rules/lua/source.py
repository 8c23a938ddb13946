"""
Scripts as their authors wrote them, for the Lua that runs them.

The Lua of the open client knows `continue`, which leaves out the rest of a turn of a loop. It
becomes a `goto` (`without_continue`); nothing else changes, and every line keeps its number.
"""

from __future__ import annotations

import re
from typing import NamedTuple

MOST = 1_000_000  # characters of a script

_TOKEN = re.compile(
    r"""
    (?P<skip>\s+|--\[(?P<a>=*)\[.*?\](?P=a)\]|--[^\n]*)
    |(?P<text>\[(?P<b>=*)\[.*?\](?P=b)\]|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')
    |(?P<name>[A-Za-z_][A-Za-z_0-9]*)
    |(?P<number>0[xX][0-9a-fA-F.]+|\.?[0-9](?:[eE][+-]|[0-9a-zA-Z.])*)
    |(?P<sign>::|\.\.\.?|[=~<>]=|.)
    """,
    re.VERBOSE | re.DOTALL,
)
#: Behind these a name is no statement, and before those.
_INSIDE = frozenset((
    *("=", "(", "[", "{", ",", ".", ":", "+", "-", "*", "/", "%", "^", "#", "<", ">", "=="),
    *("~=", "<=", ">=", "..", "::", "and", "or", "not", "return", "local", "if", "elseif"),
    *("while", "until", "in", "for", "function", "goto"),
))  # fmt: skip
_GOES_ON = frozenset(["=", "(", "[", "{", ",", ".", ":", "::"])
_OPENS = frozenset(("if", "function", "do", "repeat"))


class _Token(NamedTuple):
    text: str
    start: int
    kind: str


class _Block:
    """A block that is open: what opened it, and where the `continue` of a loop leads to."""

    def __init__(self, opener: str, body: int, is_loop: bool):
        self.opener, self.body, self.is_loop = opener, body, is_loop
        self.label = ""


def problem_of(text: str) -> str | None:
    """What is wrong with a file that is no script at all."""
    if text.startswith("\x1b") or "\0" in text:
        return "a compiled script, or a file with zeros in it, cannot be read"
    if len(text) > MOST:
        return f"a script has at most {MOST} characters, not {len(text)}"
    return None


def prepared(text: str) -> str:
    """The text of a script as Lua reads it."""
    text = text.removeprefix("\ufeff")
    if text.startswith("#"):
        text = f"--{text}"
    return without_continue(text)


def without_continue(text: str) -> str:
    """
    The same with a `goto` for each `continue` of a loop.

    >>> without_continue("for i = 1, 3 do if i == 2 then continue end f(i) end")
    'for i = 1, 3 do do  if i == 2 then goto continue_1 end f(i) end ::continue_1:: end'
    """
    if "continue" not in text:
        return text
    tokens = [
        _Token(found.group(), found.start(), found.lastgroup or "")
        for found in _TOKEN.finditer(text)
        if not found.group("skip")
    ]
    changes: list[tuple[int, int, str]] = []  # from, to, by what
    blocks: list[_Block] = []
    loops, count = 0, 0  # `for` and `while` whose `do` is to come
    for number, (word, start, _) in enumerate(tokens):
        before = tokens[number - 1].text if number else ""
        after = tokens[number + 1] if number + 1 < len(tokens) else None
        if word in ("for", "while"):
            loops += 1
        elif word in _OPENS:
            is_loop = word == "repeat" or (word == "do" and loops > 0)
            loops -= word == "do" and loops > 0
            blocks.append(_Block(word, start + len(word), is_loop))
        elif word in ("end", "until") and blocks:
            block = blocks.pop()
            if block.label and block.opener == "do":
                # In a block of its own, for `return` and `break` are the last in theirs.
                changes.append((block.body, block.body, " do "))
                changes.append((start, start, f"end ::{block.label}:: "))
            elif block.label:
                changes.append((start, start, f"::{block.label}:: "))
        elif word == "continue" and before not in _INSIDE:
            if after is not None and (after.text in _GOES_ON or after.kind == "text"):
                continue
            loop = _loop_around(blocks)
            if loop is not None:
                if not loop.label:
                    count += 1
                    loop.label = f"continue_{count}"
                changes.append((start, start + len(word), f"goto {loop.label}"))
    for first, last, by in sorted(changes, reverse=True):
        text = text[:first] + by + text[last:]
    return text


def _loop_around(blocks: list[_Block]) -> _Block | None:
    """The innermost loop that is open, within the innermost function."""
    for block in reversed(blocks):
        if block.is_loop:
            return block
        if block.opener == "function":
            return None
    return None
