"""What Evennia's Portal says by itself, in both languages: it does not know who reads which."""

from __future__ import annotations

from evennia.server import sessionhandler

NOT_DECODED = (
    "收到的不是文字，或者编码不对，没有处理。输入 编码 可以选编码。\n"
    "That was no text, or in another encoding, and was ignored. Type encoding to choose one."
)


def patch_evennia() -> None:
    """Put our words in the place of those that no setting changes."""
    sessionhandler._ERR_BAD_UTF8 = NOT_DECODED
