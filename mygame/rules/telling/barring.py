"""Why an option of a menu is not offered (`unless`), for people."""

from __future__ import annotations

from ..ground.templates import fill
from ..running.choices import Option
from ..running.match import Match
from .phrasebook import book_of
from .sentences import spell_out
from .text import Text


def why_barred(text: Text, reason: str, option: Option, match: Match) -> str:
    """The words of a reason: "there is no room for Helmet"."""
    book = book_of(text.pack, text.language)
    told = book.look_up("unless", reason) or book.phrases["unless"].get(reason)
    return " ".join(fill(str(told or spell_out(reason)), it=text.subject(option, match)).split())
