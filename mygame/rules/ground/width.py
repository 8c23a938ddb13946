"""
Text measured in columns of a terminal, where a Chinese character takes two.

Everything that lines up on a screen goes through here: `display_width`, `crop`, `pad` and `wrap`,
and `rules.ground.grid` for columns. `wrap` breaks a line between words and Chinese characters,
never before closing punctuation or behind an opening one, and never inside an item (`mark_item`)
or what one can type (`|whelp deck|n`) that fits on a line. Evennia's colour codes (`|w`, `|n`,
`|#ff0000`, `|[r`) take no room, nor do links but for their label (`|lc2|lt2)|le`); `||` is one bar.
Pure functions without any state but caches; no other module of the game measures text.

>>> display_width("逆时巫师"), display_width("|wwizard|n")
(8, 6)
>>> pad("火苗", 6) + "|"
'火苗  |'
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable
from functools import lru_cache

from wcwidth import wcwidth

# One piece of text: an escaped bar, half of a link, a colour code, or a single character.
_PIECE = re.compile(
    r"\|\|"
    r"|\|lc[^|]*\|lt|\|le"
    r"|\|(?:\[?#[0-9a-fA-F]{6}|\[?[0-5]{3}|\[?=[a-z]|\[?[rgybmcwxRGYBMCWX]|[nuhiIUHs*^!])"
    r"|.",
    re.DOTALL,
)
_CJK_BREAK = re.compile(r"[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef\u3000-\u303f]")
# Punctuation that must not begin a line, and that must not end one.
_NO_START = frozenset("，。；：、！？）》」』】〉〕”’…—～·,.;:!?)]}%")
_NO_END = frozenset("（《「『【〈〔“‘([{")
# What stands between an item and those beside it in a list: `wrap` takes the marks out. They are
# Unicode's for a run of text of its own, which no person can type here (`server.cleaning`).
ITEM, ITEM_END = "\u2068", "\u2069"
_MARKS = str.maketrans("", "", ITEM + ITEM_END)
# What one can type, white among the rest, stays whole as well.
_TYPED = re.compile(r"(\|w[^|\n]{1,24}\|n)")
_CLOSING = ("|n", "|le")  # codes that belong to what stands before them
_ALIGN = {"left": 0.0, "center": 0.5, "right": 1.0}


@lru_cache(maxsize=8192)
def _columns(piece: str) -> int:
    if len(piece) > 1:
        return 1 if piece == "||" else 0
    return max(wcwidth(piece), 0)


@lru_cache(maxsize=8192)
def display_width(text: str) -> int:
    """
    Number of columns `text` takes on a screen; colour codes take none.

    >>> display_width("当头一棒 (3)")
    12
    """
    if text.isascii() and "|" not in text:
        return len(text)
    return sum(_columns(piece) for piece in _PIECE.findall(text))


def fits(text: str, columns: int) -> bool:
    """Whether `text` takes at most so many columns; most text is known to without measuring it."""
    most = len(text) if text.isascii() else 2 * len(text)
    return most <= columns or display_width(text) <= columns


def crop(text: str, columns: int, mark: str = "…") -> str:
    """
    `text` in at most `columns` columns; `mark` shows that something was left out.

    Colour that was switched on before the cut is switched off after it.

    >>> crop("优胜劣汰", 5)
    '优胜…'
    """
    if display_width(text) <= columns:
        return text
    room = columns - display_width(mark)
    if room < 0:
        return crop(mark, columns, "") if mark else ""
    kept: list[str] = []
    used = 0
    coloured = False
    for piece in _PIECE.findall(text):
        size = _columns(piece)
        if used + size > room:
            break
        used += size
        kept.append(piece)
        if piece[0] == "|" and len(piece) > 1 and piece != "||":
            coloured = piece != "|n"
    return "".join(kept) + mark + ("|n" if coloured else "")


@lru_cache(maxsize=8192)
def pad(text: str, columns: int, align: str = "left", fill: str = " ") -> str:
    """
    `text` in exactly `columns` columns: cropped when too long, filled when too short.

    `align` is "left", "center" or "right".

    >>> pad("3", 4, "right")
    '   3'
    """
    text = crop(text, columns)
    missing = columns - display_width(text)
    before = int(missing * _ALIGN[align])
    return fill * before + text + fill * (missing - before)


def mark_item(text: str) -> str:
    """
    A text that `wrap` does not break, unless it is longer than a line.

    >>> wrap(f"To go: {mark_item('Ann Lee')}, {mark_item('Bo')}", 12)
    ['To go:', 'Ann Lee, Bo']
    """
    return f"{ITEM}{text}{ITEM_END}" if text else ""


def remove_marks(text: str) -> str:
    """A text without the marks of its items."""
    return text.translate(_MARKS) if ITEM in text or ITEM_END in text else text


def _units(text: str) -> list[str]:
    """Splits a line into what may not be broken: items, words, Chinese characters, spaces."""
    units: list[str] = []
    depth, begun = 0, 0
    for at, character in enumerate(text if ITEM in text else ""):
        if character == ITEM:
            if depth == 0:
                units += _small_units(text[begun:at])
                begun = at
            depth += 1
        elif character == ITEM_END and depth > 0:
            depth -= 1
            if depth == 0:
                units.append(text[begun : at + 1])
                begun = at + 1
    rest = text[begun:]
    units += [rest] if depth else _small_units(rest)
    # Closing punctuation stays with what it closes, opening with what it opens.
    joined: list[str] = []
    last = " "
    for unit in units:
        seen = _seen_text(unit)
        if joined and last != " " and (not seen or seen[0] in _NO_START or last in _NO_END):
            joined[-1] += unit
        else:
            joined.append(unit)
        last = seen[-1:] or last
    return joined


@lru_cache(maxsize=8192)
def _seen_text(unit: str) -> str:
    """What one sees of a piece of text: it without marks and colours."""
    if "|" not in unit and ITEM not in unit:
        return unit
    return "".join(piece for piece in _PIECE.findall(unit) if _columns(piece))


def _small_units(text: str) -> list[str]:
    """The same of a text without items."""
    units: list[str] = []
    for number, part in enumerate(_TYPED.split(text)):
        units += [part] if number % 2 else _smallest_units(part)
    return units


def _smallest_units(text: str) -> list[str]:
    """Words, Chinese characters and spaces, each with the colours that begin or end with it."""
    units: list[str] = []
    word = code = ""  # colour codes belong to what they begin or end
    for piece in _PIECE.findall(text):
        if len(piece) > 1 and piece != "||":
            if word:
                word += piece
            elif piece in _CLOSING and units and units[-1] != " ":
                units[-1] += piece
            else:
                code += piece
        elif piece == " " or _CJK_BREAK.match(piece):
            if word:
                units.append(word)
                word = ""
            if piece == " " and code:
                units.append(code)
                code = ""
            units.append(code + piece)
            code = ""
        else:
            word += code + piece
            code = ""
    if word or code:
        units.append(word + code)
    return units


def _open_item(unit: str) -> list[str]:
    """The units of which one is made that holds an item."""
    start = unit.index(ITEM)
    depth, end = 0, len(unit)
    for at in range(start, len(unit)):
        depth += (unit[at] == ITEM) - (unit[at] == ITEM_END)
        if depth == 0:
            end = at
            break
    return _units(unit[:start] + unit[start + 1 : end] + unit[end + 1 :])


def _split_long(unit: str, columns: int) -> Iterable[str]:
    """Cuts a word that is longer than a whole line."""
    part, used = "", 0
    for piece in _PIECE.findall(unit):
        size = _columns(piece)
        if part and used + size > columns:
            yield part
            part, used = "", 0
        part += piece
        used += size
    if part:
        yield part


def wrap(text: str, columns: int, indent: str = "", first: str | None = None) -> list[str]:
    """
    Lines of at most `columns` columns. Breaks at spaces and between Chinese characters.

    `indent` begins every line, `first` the first one instead. Line breaks in `text` are kept.

    >>> wrap("造成9点伤害；若你装备了魔杖，改为造成12点。", 22, indent="  ")
    ['  造成9点伤害；若你装', '  备了魔杖，改为造成12', '  点。']
    """
    return list(_wrapped(text, columns, indent, indent if first is None else first))


@lru_cache(maxsize=8192)
def _wrapped(text: str, columns: int, indent: str, lead: str) -> tuple[str, ...]:
    lines: list[str] = []
    for paragraph in text.split("\n"):
        if fits(paragraph, columns - display_width(lead)):
            lines.append((lead + remove_marks(paragraph)).rstrip(" "))
            lead = indent
            continue
        line, used, room = "", 0, max(columns - display_width(lead), 2)
        units = deque(_units(paragraph))
        while units:
            unit = units.popleft()
            size = display_width(unit)
            if ITEM in unit and size > columns - display_width(indent):
                units.extendleft(reversed(_open_item(unit)))
                continue
            # An item begins a line of its own rather than being broken behind what leads the first.
            if used + size > room and (line or (ITEM in unit and lead.strip() and lead != indent)):
                lines.append((lead + line).rstrip(" "))
                lead, line, used = indent, "", 0
                room = max(columns - display_width(lead), 2)
            if unit == " " and not line and lines:
                continue
            unit = remove_marks(unit)
            if size > room:
                *full, unit = _split_long(unit, room)
                for part in full:
                    lines.append(lead + part)
                    lead = indent
                    room = max(columns - display_width(lead), 2)
                size = display_width(unit)
            line += unit
            used += size
        lines.append((lead + line).rstrip(" "))
        lead = indent
    return tuple(lines)


def rule(columns_: int = 80, title: str = "", line: str = "-") -> str:
    """
    A line across the screen, with a title set into it.

    >>> rule(20, "手牌")
    '-- 手牌 ------------'
    """
    if not title:
        return line * columns_
    start = f"{line * 2} {crop(title, columns_ - 6)} "
    return start + line * (columns_ - display_width(start))
