"""
Text that comes from people, made harmless: the one place that does it.

`clean_line` and `clean_text` take out what a screen obeys instead of showing, and what one cannot
see: control characters, escape sequences, what turns the direction of writing, invisible and
unassigned characters, towers of combining marks. What is left is shown as it was typed.

All input of a session passes here before anything looks at it, and all that a session is told
passes `clean_output` on its way out, so that names from elsewhere (the web, an administrator, a row
from years ago) reach nobody's screen either: see `hooks.serversession`. Whoever takes text from
people by another way, a web form for example, calls `clean_line` or `clean_text` itself.

>>> clean_line("\\x1b[2Jhello\\u202e\\a\\n world")
'[2Jhello  world'
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from typing import Any

# The longest text that is kept, in characters.
LINE, TEXT = 6000, 20000
# Combining marks on one letter. Pointed Hebrew has four; nothing that people read has more.
MARKS = 4
# What a client sends as data may be this deep, have this many parts, and as many characters.
DEPTH, PARTS, SIZE = 6, 500, 20000

ZWNJ, ZWJ, EMOJI_STYLE = "\u200c", "\u200d", "\ufe0f"
IDEOGRAPHIC_SPACE = "\u3000"
VIRAMA = 9  # the combining class of the mark that joins letters of Indian scripts

# Text of these characters only is as it should be; most is, and it is asked for each line sent.
_FINE = (
    " -~\u00a1-\u00ac\u00ae-\u02ff\u2010-\u2027\u2030-\u205e\u2190-\u21ff\u2500-\u27bf"
    "\u3000-\u3029\u3041-\u3096\u30a0-\u30ff\u4e00-\u9fff\uac00-\ud7a3\uff01-\uff5e"
)
_FINE_LINE = re.compile(f"[{_FINE}]*")
_FINE_TEXT = re.compile(f"[{_FINE}\n\t]*")

# Colours as terminals take them; Evennia's tables are made of them. Ours are markup (`|r`).
_COLOUR = re.compile("\x1b\\[[0-9;]*m")
_NEWLINE = re.compile("\r\n|[\r\v\f\x85\u2028\u2029]")
_BLANK = re.compile("[\n\t]")
# Letters and marks one cannot see: default-ignorable, and not of a category that says so.
INVISIBLE = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u3164\uffa0"
    + "".join(map(chr, (*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))))
)


class Shown(dict[str, Any]):
    """
    Data whose texts have been through `clean_message` already: what several are told is cleaned
    once.
    """


class TooMuch(ValueError):
    """Data of a client that is nested too deeply or has too many parts."""


def clean_line(text: str, limit: int = LINE) -> str:
    """`clean_text` without what harms, as one line: line breaks are spaces. Cut at `limit`."""
    if _FINE_LINE.fullmatch(text):
        return text[:limit]
    return _BLANK.sub(" ", _clean(text[: 2 * limit]))[:limit]


def clean_text(text: str, limit: int = TEXT) -> str:
    """Lines: as `clean_line`, but line breaks (as `\\n`) and tabulators stay."""
    return clean_output(text[: 2 * limit])[:limit]


def clean_output(text: str) -> str:
    """What goes out to a screen, of any length: as `clean_text`."""
    return str(text) if _FINE_TEXT.fullmatch(text) else _clean(text)


def data(value: Any, clean: Callable[[str], str] = clean_line) -> Any:
    """
    A copy of what a client sent (JSON: lists, dicts, strings, numbers) with all strings cleaned.

    :raises TooMuch: if it is larger than anything our clients send.
    """
    return _clean_value(value, clean, [PARTS, SIZE], 0)


def _clean_value(value: Any, clean: Callable[[str], str], left: list[int], depth: int) -> Any:
    """Of a part so deep inside, while so many parts and characters are left."""
    if isinstance(value, bytes):
        value = value.decode("utf-8", errors="ignore")
    left[0] -= 1
    left[1] -= len(value) if isinstance(value, str) else 0
    if depth > DEPTH or left[0] < 0 or left[1] < 0:
        raise TooMuch(f"deeper than {DEPTH}, or more than {PARTS} parts or {SIZE} characters")
    if isinstance(value, str):
        return clean(value)
    depth += 1
    if isinstance(value, dict):
        return {
            _clean_value(key, clean, left, depth): _clean_value(part, clean, left, depth)
            for key, part in value.items()
        }
    if isinstance(value, list | tuple):
        return [_clean_value(part, clean, left, depth) for part in value]
    return value


def clean_message(value: Any) -> Any:
    """What the game sends, with all strings `clean_output`. Of anything else the thing itself."""
    if isinstance(value, str):
        return clean_output(value)
    if type(value) is dict:
        return {clean_message(key): clean_message(part) for key, part in value.items()}
    if type(value) in (list, tuple):
        return type(value)([clean_message(part) for part in value])
    return value


def _clean(text: str) -> str:
    """The long way: `clean_text` in NFC, with `\\n` and `\\t` as its only controls."""
    text = _NEWLINE.sub("\n", _COLOUR.sub("", text))
    text = unicodedata.normalize("NFC", text)
    # What stood between a letter and its mark is gone: they may be one character now, or marks in
    # another order. Each time there is less of it.
    while (kept := unicodedata.normalize("NFC", "".join(_harmless_characters(text)))) != text:
        text = kept
    return text


def _harmless_characters(text: str):
    """The characters of `clean_text` that may stay, one after the other."""
    base, marks, before = "", 0, ""
    for index, character in enumerate(text):
        category = unicodedata.category(character)
        if character in (ZWNJ, ZWJ):
            if not _joins(character, base, before, text[index + 1 : index + 2]):
                continue
        elif character == EMOJI_STYLE:
            if before != base or not _has_emoji_style(base):
                continue
        elif character in INVISIBLE:
            continue
        elif category[0] == "M":
            marks += 1
            if not base or marks > MARKS:
                continue
        elif character in "\n\t":
            base, marks = "", 0
        elif category == "Zs":
            character = character if character == IDEOGRAPHIC_SPACE else " "
            base, marks = character, 0
        elif category[0] in "CZ":
            continue
        else:
            base, marks = character, 0
        before = character
        yield character


def _joins(joiner: str, base: str, before: str, after: str) -> bool:
    """Whether a joiner does something one can read here: RFC 5892, A.1 and A.2, and emoji."""
    if (
        not (base and before and after)
        or after in INVISIBLE
        or unicodedata.category(after)[0] in "CZM"
    ):
        return False
    if unicodedata.combining(before) == VIRAMA:
        return True
    if joiner == ZWNJ:
        return unicodedata.bidirectional(base) == unicodedata.bidirectional(after) == "AL"
    return _is_picture(base) and _is_picture(after)


def _is_picture(character: str) -> bool:
    """Emoji, and their skin colours."""
    return character >= "\u2190" and unicodedata.category(character) in ("So", "Sk")


def _has_emoji_style(character: str) -> bool:
    """What the mark for "as a picture" may follow: pictures, and what stands in a keycap."""
    return bool(character) and (_is_picture(character) or character in "0123456789#*\u203c\u2049")
