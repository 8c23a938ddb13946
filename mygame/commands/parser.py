"""
Finding the command that was typed, among all that one can type (Evennia's `COMMAND_PARSER`).

Evennia compares a line with every command. Here only those are compared of which some name begins
like the line, and what is no command at all is handed to the set's command for that at once: most
of what is typed are answers to a game. In a scene what is meant as an answer is one, whatever
command has the same name, but for those that go first (`Command.goes_first`).
"""

from __future__ import annotations

from collections import defaultdict
from typing import Any
from weakref import WeakKeyDictionary

from django.conf import settings
from evennia.commands import cmdparser

from server.chinese import to_simplified


class _Index:
    """The commands of one merged set by the first character of their names."""

    def __init__(self, cmdset: Any):
        from evennia.commands.cmdhandler import CMD_NOMATCH  # which imports this module

        self.by_start: dict[str, dict[int, Any]] = defaultdict(dict)  # in the order of the set
        self.otherwise = None  # what runs when nothing matches
        for command in cmdset:
            if command.key == CMD_NOMATCH and self.otherwise is None:
                self.otherwise = command
            for name in map(str.lower, (command.key, *command.aliases)):
                for start in (name[:1], _strip_prefix(name)[:1]):
                    # Commands that share a name are equal to each other, and may both be meant.
                    self.by_start[start][id(command)] = command

    def candidates(self, typed: str) -> list[Any]:
        """Every command which `typed` may be meant for, and few others."""
        number, name = cmdparser.try_num_differentiators(typed)
        texts = {typed, _strip_prefix(typed)} | (
            {name, _strip_prefix(name)} if number is not None else set()
        )
        lowered = {text.lower()[:1] for text in texts}
        found: dict[int, Any] = {}
        for start in lowered | set(map(to_simplified, lowered)):
            found |= self.by_start.get(start, {})
        return list(found.values())


def _strip_prefix(name: str) -> str:
    """A name without what may stand before any command."""
    return name.lstrip(settings.CMD_IGNORE_PREFIXES)


_indices: WeakKeyDictionary[Any, _Index] = WeakKeyDictionary()


def parse(raw_string: str, cmdset: Any, caller: Any, **kwargs: Any) -> list[tuple]:
    """The matches of a line, as Evennia's own parser would find them."""
    index = _indices.get(cmdset)
    if index is None:
        index = _indices[cmdset] = _Index(cmdset)
    found = cmdparser.cmdparser(raw_string, index.candidates(raw_string), caller, **kwargs)
    if found and _is_answer(raw_string, found[0][2], caller):
        found = []
    if not found and raw_string and index.otherwise is not None:
        return [("", raw_string, index.otherwise, 0, 0.0, "")]
    return found


def _is_answer(typed: str, command: Any, caller: Any) -> bool:
    """Whether a line is an answer in a scene, where answers go before all but a few commands."""
    from commands.answering import is_answer_in_scene  # which imports the world

    if getattr(command, "goes_first", False):
        return False
    return is_answer_in_scene(caller, typed)
