"""
Who provides commands: a connection, its account, its character.

Evennia merges their commands twice for each line: in the end, which it keeps for the next line, and
before that for a hook of theirs (`at_cmdset_get`), every time. Nobody here has that hook.
"""

from __future__ import annotations

from typing import Any


class _Unmerged:
    """What a set of commands rules out; there is nothing in it to be merged."""

    __slots__ = ("no_exits", "no_objs")

    def __init__(self, cmdset: Any):
        self.no_exits, self.no_objs = cmdset.no_exits, cmdset.no_objs

    def __bool__(self) -> bool:
        return False


class Provider:
    """Mixed into those who provide commands: they are merged once."""

    cmdset: Any

    def get_cmdsets(self, caller: Any, current: Any, **kwargs: Any) -> tuple[Any, list[Any]]:
        """What the present set rules out, and the sets of which it was merged."""
        return _Unmerged(self.cmdset.current), list(self.cmdset.cmdset_stack)
