"""
What packs write in paragraphs, such as the rules of a game: Markdown, as HTML for pages and as
lines for a terminal.

Of Markdown there are paragraphs, lists, **what stands out**, *stress* and `what one types`.
Nothing in a text is HTML, and nothing leads anywhere: packs come from many hands.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

from markdown_it import MarkdownIt
from markdown_it.token import Token

from rules.ground.width import display_width as columns
from rules.ground.width import wrap
from world.locale.messages import escape_colours

LEFT_OUT = (
    "image", "link", "autolink", "reference", "html_inline", "html_block", "entity",
    "heading", "lheading", "blockquote", "hr", "fence", "code",
)  # fmt: skip
_MARKS = {"strong_open": "|w", "strong_close": "|n"}


@cache
def _markdown_parser() -> MarkdownIt:
    return MarkdownIt("commonmark", {"html": False}).disable(list(LEFT_OUT))


def join_text(text: str | Sequence[str]) -> str:
    """A text of a pack as one: it may be a list of lines."""
    return text if isinstance(text, str) else "\n".join(map(str, text))


def to_html(text: str | Sequence[str]) -> str:
    """A text as HTML that is safe to show."""
    markdown = _markdown_parser()
    return str(markdown.renderer.render(_parse_tokens(text), markdown.options, {}))


def _parse_tokens(text: str | Sequence[str]) -> list[Token]:
    """The text as it was understood; Chinese goes on over the end of a line without a gap."""
    tokens = _markdown_parser().parse(join_text(text))
    for token in tokens:
        children = token.children or []
        for before, gap, after in zip(children, children[1:], children[2:], strict=False):
            if gap.type == "softbreak" and _is_chinese(before, -1) and _is_chinese(after, 0):
                gap.type, gap.content = "text", ""
    return tokens


def _is_chinese(token: Token, place: int) -> bool:
    return bool(token.content) and columns(token.content[place]) == 2


def lines(text: str | Sequence[str], width: int, indent: str = "") -> list[str]:
    """A text as lines of a width, in the colours of the game; lists keep their marks."""
    told: list[str] = []
    for first, content in _walk_blocks(_parse_tokens(text)):
        rest = indent + " " * len(first)
        told += wrap(content, width, indent=rest, first=indent + first)
    return told


def _walk_blocks(tokens: Sequence[Token]) -> Iterator[tuple[str, str]]:
    """Each paragraph, or beginning of an item, with what stands before it."""
    numbers: list[int | None] = []  # of the lists one is in; None where items have no number
    mark = ""
    for token in tokens:
        match token.type:
            case "bullet_list_open":
                numbers.append(None)
            case "ordered_list_open":
                numbers.append(int(token.attrGet("start") or 1))
            case "bullet_list_close" | "ordered_list_close":
                numbers.pop()
                mark = ""
            case "list_item_open":
                number = numbers[-1]
                mark = "  " * (len(numbers) - 1) + ("- " if number is None else f"{number}. ")
                numbers[-1] = None if number is None else number + 1
            case "inline":
                yield mark, _inline_text(token)
                mark = " " * len(mark)


def _inline_text(token: Token) -> str:
    told = []
    for child in token.children or ():
        if child.type in ("text", "code_inline"):
            bold = child.type == "code_inline"
            told.append(
                f"|w{escape_colours(child.content)}|n" if bold else escape_colours(child.content)
            )
        elif child.type in ("softbreak", "hardbreak"):
            told.append(" ")
        else:
            told.append(_MARKS.get(child.type, ""))
    return "".join(told)
