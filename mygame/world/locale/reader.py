"""
Who reads: the language, the width and the form (picture or plain sentences) of one person.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from rules.ground.width import ITEM, mark_item, remove_marks, wrap
from world.locale.messages import LANGUAGES, message

WIDTH, HEIGHT = 80, 24
UNBROKEN = 1_000  # columns of a line that nobody breaks
# A window of another size is taken for one of these.
NARROWEST, WIDEST, LOWEST = 30, 250, 10


Flags = Mapping[str, Any]  # of a connection: SCREENWIDTH, SCREENREADER, MXP, ...


@dataclass(frozen=True, slots=True)
class Reader:
    """How text is made for one person: `plain` means sentences for a screen reader."""

    language: str = "zh"
    plain: bool = False
    width: int = WIDTH
    links: bool = False  # whether the client makes links of the numbers of options (MXP)
    screen: bool = False  # whether this is a person's, whose lines break between items

    def say(self, key: str, **args: Any) -> str:
        """A message of the locale files."""
        return message(key, self.language, **args)

    def wrap_text(self, text: str) -> str:
        """A text in lines of the reader's width; a listener's client does that by itself."""
        return remove_marks(text) if self.plain else "\n".join(wrap(text, self.width))

    @property
    def whole(self) -> Reader:
        """For text that is no table: a listener's client breaks its lines by itself."""
        return replace(self, width=UNBROKEN) if self.plain else self

    def join_names(self, items: Iterable[str], between: str | None = None) -> str:
        """
        Names one after the other, with the comma of the language or something else between them.
        On a screen no line breaks inside one (`rules.ground.width.mark_item`).
        """
        return (self.say("comma") if between is None else between).join(map(self.mark, items))

    def mark(self, item: str) -> str:
        """An item of a list, marked where lines do not break inside it."""
        return mark_item(item) if self.screen and not self.plain else item

    def spread_names(self, items: Iterable[str]) -> str:
        """The same with nothing but a gap between them."""
        return self.join_names(items, "  ")


def account_of(who: Any) -> Any:
    """The account behind a character, a session or an account."""
    return getattr(who, "account", None) or who


def language_of(who: Any) -> str:
    """The language of an account, character or session; English for what has none."""
    account = account_of(who)
    language = getattr(account, "language", None)
    if language not in LANGUAGES:
        attributes = getattr(account, "attributes", None)
        language = attributes.get("language") if attributes is not None else None
    return language if language in LANGUAGES else "en"


def sessions_of(who: Any) -> list[Any]:
    """The connections of somebody."""
    handler = getattr(who, "sessions", None)
    if handler is not None and hasattr(handler, "all"):
        return list(handler.all())
    return [who] if hasattr(who, "protocol_flags") else []


def wants_sentences(who: Any) -> bool:
    """Whether somebody uses a screen reader: by preference, or as the client says."""
    return _wants_sentences(who, flags_of(who))


def _wants_sentences(who: Any, flags: Sequence[Flags]) -> bool:
    chosen = preference(who, "screenreader")
    if chosen is not None:
        return bool(chosen)
    return any(flag.get("SCREENREADER") for flag in flags)


def flags_of(who: Any) -> list[Flags]:
    """What the connections of somebody say of their clients."""
    return [session.protocol_flags for session in sessions_of(who)]


def _smallest_size(flags: Sequence[Flags], name: str, usual: int) -> int:
    """What clients say of their windows, the smallest of several."""
    sizes = []
    for flag in flags:
        told = flag.get(name) or {}
        size = told.get(0) if isinstance(told, dict) else told
        if isinstance(size, int) and size > 0:
            sizes.append(size)
    return min(sizes, default=usual)


class _Kept(NamedTuple):
    as_of: int
    reader: Reader
    height: int
    compact: Any  # as the account has chosen: True, False or None


_changes = 0  # of anything on which a reader depends, since the start


def forget_reader() -> None:
    """Somebody's flags, choices or connections are others: how people read is looked up anew."""
    global _changes
    _changes += 1


def reader_of(who: Any) -> Reader:
    """The reader for a character, account or session; of a reader itself."""
    return who if isinstance(who, Reader) else _kept_reader(who).reader


def height_of(who: Any) -> int:
    """How many lines the window of somebody has."""
    return _kept_reader(who).height


def compact_of(who: Any) -> Any:
    """Whether somebody has chosen short boards (True), whole ones (False) or nothing (None)."""
    return _kept_reader(who).compact


def _kept_reader(who: Any) -> _Kept:
    """How somebody reads: kept with a character, which is asked for every line it is told."""
    kept = getattr(who, "__dict__", {}).get("_reads")
    if kept is not None and kept.as_of == _changes:
        return kept
    flags = flags_of(who)
    width = max(NARROWEST, min(WIDEST, _smallest_size(flags, "SCREENWIDTH", WIDTH)))
    height = max(LOWEST, _smallest_size(flags, "SCREENHEIGHT", HEIGHT))
    links = any(flag.get("MXP") for flag in flags)
    reader = Reader(language_of(who), _wants_sentences(who, flags), width, links, screen=True)
    kept = _Kept(_changes, reader, height, preference(who, "compact"))
    if getattr(who, "account", None) is not None:
        who.__dict__["_reads"] = kept
    return kept


def preference(who: Any, name: str) -> Any:
    """What an account has chosen; None if nothing."""
    attributes = getattr(account_of(who), "attributes", None)
    return attributes.get(name) if attributes is not None else None


def lay_out(who: Any, text: str) -> str:
    """
    What somebody is told, in lines that do not break inside an item. Only texts with lists need
    it: others are broken where they are sent.
    """
    return reader_of(who).wrap_text(text) if ITEM in text else text
