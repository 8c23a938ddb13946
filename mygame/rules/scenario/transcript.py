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
        self.add_log_lines()

    def add_line(self, text: str, first: str, further: str) -> None:
        self.lines += textwrap.wrap(
            text,
            WIDTH,
            initial_indent=first,
            subsequent_indent=further,
            break_long_words=False,
            break_on_hyphens=False,
        )

    def add_answer(self, choice: Choice, picks: tuple[int, ...] | None) -> None:
        """A question with its options, and the answer; None: the default one."""
        self.add_question(choice)
        picked = [choice.options[i] for i in (choice.default if picks is None else picks)]
        given = ", ".join(map(self.names.option_text, picked)) or "nothing"
        self.add_line(given + (" (by default)" if picks is None else ""), "  > ", "    ")

    def add_question(self, choice: Choice) -> None:
        texts = ", ".join(map(self.names.option_text, choice.options))
        least, most = choice.minimum, choice.maximum
        amount = "" if (least, most) == (1, 1) else f" ({least} to {most})"
        self.add_line(f"seat {choice.seat}, {choice.prompt}{amount}: {texts}", "  ? ", "    ")

    def add_log_lines(self) -> None:
        """The lines of the log that are new, as facts name them."""
        log = self.names.match.log or ()
        for entry in log[self._told :]:
            self.add_line(self.log_line(entry), "    ", "      ")
        self._told = len(log)

    def log_line(self, entry: LogEntry) -> str:
        given = ", ".join(
            f"{name} {self.argument_text(kind, value)}" for name, kind, value in entry.args
        )
        return f"{entry.message}: {given}" if given else entry.message

    def argument_text(self, kind: str, value: Any) -> str:
        """An argument of a line: seats of players, ends of the ids of cards."""
        if isinstance(value, tuple):
            return "[" + ", ".join(self.argument_text(kind, item) for item in value) + "]"
        if kind.startswith("player"):
            return "nobody" if value is None else f"player {value}"
        return "nothing" if value is None else str(value).rsplit(".", 1)[-1]

    def add_end(self) -> None:
        """What is asked where the scenario ends."""
        for choice in self.names.match.pending:
            self.add_question(choice)
        if self.names.match.is_over:
            self.lines.append("  the match is over")
