"""
Sets of commands that are the same for everybody.

Evennia makes every command of a set anew for each character and merges the sets of each of them:
some thousand objects a person, all of them looked at whenever garbage is looked for. Here the
commands are made once, and one merged set serves all whose sets are the same. Evennia copies a
command before it runs; what runs without a copy (an empty line, what could mean several commands)
has to be done when it returns.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any

from evennia import CmdSet


class SharedCmdSet(CmdSet):
    """A set whose commands belong to nobody; `make` makes them."""

    def __init__(self, cmdsetobj: Any = None, key: str | None = None):
        super().__init__(None, key)
        # By which Evennia knows sets that can be merged once for all; gone when one is changed.
        self._cached_fingerprint = type(self), self.key

    @classmethod
    def make(cls) -> Iterable[Any]:
        """One of each command; the later take the place of namesakes."""
        raise NotImplementedError

    def at_cmdset_creation(self) -> None:
        """The commands of all sets of this kind, in lists of its own."""
        kind: Any = type(self)
        made = _shared_set(kind)
        self.commands, self.system_commands = list(made.commands), list(made.system_commands)


@cache
def _shared_set(kind: Any) -> CmdSet:
    made = CmdSet()
    for command in kind.make():
        command.obj = False  # nobody's: where it is None a merged set writes its own owner there
        made.add(command)
    return made
