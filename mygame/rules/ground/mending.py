"""
JSON5 texts of which one value is changed: everything else stays as it was, byte for byte, remarks
too. What a text says before and after is looked after by who calls this.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from operator import itemgetter

from .places import TOKEN, Path
from .spans import Span, value_spans

#: From where to where of a text, and what comes there instead.
type Edit = tuple[int, int, str]

STEP = "  "
_BLANK = re.compile(r"[ \t]*")
# Of a line, behind a value.
_REST = re.compile(r"[ \t]*(?:/\*(?:(?!\*/)[^\n])*\*/[ \t]*)*(?://[^\n]*)?(?=\n)")


def close_comment(text: str) -> str:
    """A text behind which a comma can stand: no comment to the line's end would swallow it."""
    last = ""
    for token in TOKEN.finditer(text):
        last = token[0]
    return f"{text}\n" if last.startswith("//") else text


def replace_span(text: str, span: Span, new: str) -> str:
    margin = margin_of(text, span)
    if new == outdent(text[span.value : span.end], margin):
        return text
    return text[: span.value] + indent(new, margin) + text[span.end :]


def append_member(text: str, path: Path, member: str) -> str:
    """A text in which a container has one more member, on a line of its own."""
    found = value_spans(text)
    inside = [span for at, span in found.items() if at and at[:-1] == path]
    return apply_edits(text, addition_edits(text, found[path], inside, [member]))


def remove_value(text: str, path: Path) -> str:
    """A text without a value: its lines go as well, if nothing else stands in them."""
    return apply_edits(text, [removal_edit(text, value_spans(text)[path])])


# -- what is to be changed


def apply_edits(text: str, edits: Iterable[Edit]) -> str:
    """A text with all of its edits, none of which reaches into another; at one place in turn."""
    parts, at = [], 0
    for begin, end, new in sorted(edits, key=itemgetter(0)):
        parts += [text[at:begin], new]
        at = end
    return "".join([*parts, text[at:]])


def removal_edit(text: str, span: Span) -> Edit:
    """What takes a value away."""
    begin, end = span.start, span.after
    line = text.rfind("\n", 0, begin) + 1
    behind = _REST.match(text, end)
    if not text[line:begin].strip() and behind and not behind[0].strip():
        begin, end = line, behind.end() + 1
        if text[:begin].endswith("\n\n") and text[end:].startswith("\n"):
            end += 1
    return begin, end, ""


def addition_edits(
    text: str, whole: Span, inside: Sequence[Span], members: Sequence[str]
) -> Iterator[Edit]:
    """What gives a container more members, each on a line of its own."""
    if not inside:
        margin = indentation(text, whole.start)
        lines = [f"\n{margin}{STEP}{indent(each, margin + STEP)}," for each in members]
        end = whole.end - 1
        yield len(text[:end].rstrip()), end, "".join(lines) + f"\n{margin}"
        return
    last = max(inside, key=lambda span: span.end)
    margin, at = indentation(text, last.start), last.after
    if last.after == last.end:
        yield last.end, last.end, ","
    if behind := _REST.match(text, at):
        at = behind.end()
    yield at, at, "".join(f"\n{margin}{indent(each, margin)}," for each in members)


# -- lines


def indentation(text: str, offset: int) -> str:
    """The white space that the line of an offset begins with."""
    found = _BLANK.match(text, text.rfind("\n", 0, offset) + 1)
    return found[0] if found else ""


def margin_of(text: str, span: Span) -> str:
    """What the lines of a value below its first one have in front and its text is told without."""
    margin = indentation(text, span.value)
    for line in text[span.value : span.end].split("\n")[1:]:
        while line.strip() and not line.startswith(margin):
            margin = margin[:-1]
    return margin


def outdent(text: str, margin: str) -> str:
    first, *others = text.split("\n")
    return "\n".join([first, *(each[len(margin) :] if each.strip() else each for each in others)])


def indent(text: str, margin: str) -> str:
    first, *others = text.split("\n")
    return "\n".join([first, *(margin + each if each.strip() else each for each in others)])
