"""
How one's screen is used: a short or the whole board, colour, long answers page by page.

Each choice is kept with the account. The renderer asks what was chosen
(`world.locale.reader.preference`); Evennia's protocols leave out colour (`NOCOLOR`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from commands.command import NO, YES, Command
from world.locale.reader import account_of, sessions_of
from world.render import pages, tips

AUTO = frozenset({"auto", "automatic", "自动"})


class Switch(Command):
    """A choice of the account. `words`: what can be typed -> what is kept and the key said."""

    yields = False
    words: Mapping[frozenset[str], tuple[Any, str]] = {YES: (True, "on"), NO: (False, "off")}

    def func(self) -> None:
        word = self.args.casefold()
        for words, (value, key) in self.words.items():
            if word in words:
                if self.keep(**{self.topic: value}):
                    self.apply_choice(value)
                    self.tell(f"{self.topic}.{key}")
                return
        self.tell(f"{self.topic}.usage")

    def apply_choice(self, value: Any) -> None:
        """What follows at once."""


def keep_flag(who: Any, name: str, value: Any) -> None:
    """A flag for the connections of somebody, also for later ones: Evennia sets it at log-in."""
    attributes = account_of(who).attributes
    saved = dict(attributes.get("_saved_protocol_flags") or {})
    attributes.add("_saved_protocol_flags", {**saved, name: value})
    for session in sessions_of(who):
        session.update_flags(**{name: value})


class CmdCompact(Switch):
    """Short forms of the board always, never, or when it would not fit."""

    key = "compact"
    aliases = ["short"]
    topic = "compact"
    words = {**Switch.words, AUTO: (None, "auto")}


class CmdColour(Switch):
    """Colour or none."""

    key = "colour"
    aliases = ["color", "colours", "colors", "彩色"]
    topic = "colour"

    def apply_choice(self, value: Any) -> None:
        """The protocols leave colour out."""
        keep_flag(self.caller, "NOCOLOR", not value)


class CmdPages(Switch):
    """Long answers page by page, for a client that cannot scroll back."""

    key = "pages"
    aliases = ["paging"]
    topic = "pages"

    def apply_choice(self, value: Any) -> None:
        """What waits need not wait any more."""
        pages.forget(self.caller)


class CmdTips(Switch):
    """First words about questions that are new to somebody."""

    key = "tips"
    aliases = ["tip"]
    topic = tips.WANTED

    def apply_choice(self, value: Any) -> None:
        """All of them are new again."""
        if value:
            self.keep(**{tips.TOLD: {}})


class CmdMore(Command):
    """The next page of a long answer."""

    key = "more"
    aliases = ["更多"]
    topic = "more"
    group = "other"

    def func(self) -> None:
        if not pages.show_more(self.caller):
            self.tell("more.none")


COMMANDS = (CmdCompact, CmdColour, CmdPages, CmdTips, CmdMore)
