"""
A state of Lua with the scripts of a pack, shut off from everything but the match.

States are made anew wherever one is lost (a thread, a process, memory that was used up): nothing
that matters is ever kept in one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, NamedTuple

import lupa.lua52 as lupa

from ..ground.errors import RuleError

MAX_MEMORY = 32 << 20  # bytes of a state
LOADING = 2_000_000  # instructions that a script may take as it loads
SANDBOX = (Path(__file__).parent / "sandbox.lua").read_text(encoding="utf-8")


class Script(NamedTuple):
    """A file in Lua: its name in messages, its text, and whether it is of the pack's own."""

    name: str
    text: str
    own: bool


class Wrong(NamedTuple):
    """What is wrong with a script, and at which line (0: with all of it)."""

    script: str
    line: int
    message: str


class LuaState:
    """A state in which scripts have loaded; by `read` and `fact` they look into a match."""

    def __init__(
        self, scripts: Iterable[Script], read: Callable[..., Any], fact: Callable[..., Any]
    ):
        """
        :raises RuleError: a script of the pack's own is wrong. What is wrong with others is in
            `problems`, and what they have of the rest is there.
        """
        self.lua = lupa.LuaRuntime(
            unpack_returned_tuples=True,
            register_eval=False,
            register_builtins=False,
            attribute_filter=_refuse,
            max_memory=MAX_MEMORY,
        )
        self.problems: list[Wrong] = []
        try:
            chunk = self.lua.execute(SANDBOX, self.lua.table_from({"read": read, "fact": fact}))
            calls = {name: chunk[name] for name in chunk}
            for script in scripts:
                if script.own:
                    calls["prelude"](script.text, script.name)
                elif wrong := calls["script"](script.text, script.name, LOADING):
                    self.problems.append(_located(script.name, wrong))
            calls["loaded"]()
        except lupa.LuaError as error:
            raise RuleError(str(error)) from error
        self.begin, self.go, self.drop = calls["begin"], calls["go"], calls["drop"]
        self.ask = calls["ask"]
        self.table = self.lua.table_from
        self._kind = calls["kind_of"]
        self.exported = frozenset(_items(calls["exported"]()))
        self.cards = [self._json(card) for card in _items(calls["cards"]())]
        self.words = self._json(calls["words"]())
        self.problems += [Wrong(*_items(found)) for found in _items(calls["problems"]())]

    def given(self, values: Iterable[Any]) -> list[Any]:
        """Values as scripts get them: several are a table."""
        return [self.table(value) if isinstance(value, tuple) else value for value in values]

    def _json(self, value: Any) -> Any:
        """A table of Lua as JSON: what is marked as a list is one."""
        if lupa.lua_type(value) != "table":
            return value
        kind = self._kind(value)
        if kind == "list":
            return [self._json(each) for each in _items(value)]
        if kind == "object":
            items = _items(value)
            return {
                str(name): self._json(each)
                for name, each in zip(items[::2], items[1::2], strict=True)
            }
        return {str(key): self._json(value[key]) for key in sorted(value, key=str)}


def _items(table: Any) -> list[Any]:
    """The items of a table that is a list."""
    return [table[number] for number in range(1, len(table) + 1)]


def _located(script: str, message: str) -> Wrong:
    """What is wrong as Lua says it: `NAME:LINE: what`."""
    start = f"{script}:"
    if message.startswith(start):
        line, _, rest = message[len(start) :].partition(":")
        if line.isdigit():
            return Wrong(script, int(line), rest.strip())
    return Wrong(script, 0, message)


def _refuse(thing: object, name: object, writes: bool) -> str:
    raise AttributeError("scripts cannot look into what is not of Lua")
