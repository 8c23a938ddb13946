"""What happens in a scenario, for people who write one: who is asked what, the answers, the log."""

from __future__ import annotations

import textwrap
from typing import Any

from ..running.choices import Choice
from ..running.log import LogEntry
from .names import Names

WIDTH = 80


class Transcript:
    """The lines of one scenario, each at most 80 characters wide where words are."""

    def __init__(self, names: Names):
        self.names = names
        self.lines: list[str] = []
        self._told = 0  # lines of the log
        self.logged()

    def add(self, text: str, first: str, further: str) -> None:
        self.lines += textwrap.wrap(
            text,
            WIDTH,
            initial_indent=first,
            subsequent_indent=further,
            break_long_words=False,
            break_on_hyphens=False,
        )

    def answered(self, choice: Choice, picks: tuple[int, ...] | None) -> None:
        """A question with its options, and the answer; None: the default one."""
        self.asked(choice)
        picked = [choice.options[i] for i in (choice.default if picks is None else picks)]
        given = ", ".join(map(self.names.option_text, picked)) or "nothing"
        self.add(given + (" (by default)" if picks is None else ""), "  > ", "    ")

    def asked(self, choice: Choice) -> None:
        texts = ", ".join(map(self.names.option_text, choice.options))
        least, most = choice.minimum, choice.maximum
        amount = "" if (least, most) == (1, 1) else f" ({least} to {most})"
        self.add(f"seat {choice.seat}, {choice.prompt}{amount}: {texts}", "  ? ", "    ")

    def logged(self) -> None:
        """The lines of the log that are new, as facts name them."""
        log = self.names.match.log or ()
        for entry in log[self._told :]:
            self.add(self.line(entry), "    ", "      ")
        self._told = len(log)

    def line(self, entry: LogEntry) -> str:
        given = ", ".join(f"{name} {self.shown(kind, value)}" for name, kind, value in entry.args)
        return f"{entry.message}: {given}" if given else entry.message

    def shown(self, kind: str, value: Any) -> str:
        """An argument of a line: seats of players, ends of the ids of cards."""
        if isinstance(value, tuple):
            return "[" + ", ".join(self.shown(kind, item) for item in value) + "]"
        if kind.startswith("player"):
            return "nobody" if value is None else f"player {value}"
        return "nothing" if value is None else str(value).rsplit(".", 1)[-1]

    def end(self) -> None:
        """What is asked where the scenario ends."""
        for choice in self.names.match.pending:
            self.asked(choice)
        if self.names.match.over:
            self.lines.append("  the match is over")
