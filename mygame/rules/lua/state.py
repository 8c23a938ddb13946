"""
A state of Lua with the scripts of a pack, shut off from everything but the match.

States are made anew wherever one is lost (a thread, a process, memory that was used up): nothing
that matters is ever kept in one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import lupa.lua52 as lupa

from ..ground.errors import RuleError
from .source import prepared, problem_of

MAX_MEMORY = 32 << 20  # bytes of a state
LOADING = 2_000_000  # instructions that a script may take as it loads
PARTS = [
    (name, (Path(__file__).parent / f"{name}.lua").read_text(encoding="utf-8"))
    for name in ("sandbox", "stdlib", "keeping")
]


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
    left_out: bool = False  # what it is about; the pack can be played without that


class LuaState:
    """
    A state in which scripts have loaded. They reach a match by what is in `python` (see
    `scripts.Runner`).
    """

    def __init__(self, scripts: Iterable[Script], python: Mapping[str, Callable[..., Any]]):
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
        self.loading = ""  # the script that loads now
        try:
            self._load(scripts, python)
        except lupa.LuaMemoryError as error:
            said = "it uses up the memory as it loads"
            raise RuleError(f"{self.loading}:1: {said}" if self.loading else said) from error
        except lupa.LuaError as error:
            raise RuleError(str(error)) from error

    def _load(self, scripts: Iterable[Script], python: Mapping[str, Callable[..., Any]]) -> None:
        self.table = self.lua.table_from
        parts = [self.lua.compile(text, name=f"={name}") for name, text in PARTS]
        sandbox, stdlib, keeping = parts
        chunk = sandbox(self.table(python), stdlib, keeping)
        calls = {name: chunk[name] for name in chunk}
        others = [script for script in scripts if not script.own]
        for script in scripts:
            if script.own:
                calls["prelude"](script.text, script.name)
        calls["ready"]()
        for script in sorted(others, key=lambda script: calls["load_order"](script.name)):
            self.loading = script.name
            wrong = problem_of(script.text)
            wrong = wrong or calls["script"](prepared(script.text), script.name, LOADING)
            if wrong:
                self.problems.append(_located(script.name, wrong))
        self.loading = ""
        calls["loaded"]()
        self._kind = calls["kind_of"]
        self.shared = calls["shared"]()  # what the pack's own scripts give to the others
        self.cards = [self._json(card) for card in _items(calls["cards"]())]
        self.words = self._json(calls["words"]())
        self.problems += [Wrong(*_items(found)) for found in _items(calls["problems"]())]
        self.begin, self.go, self.drop = calls["begin"], calls["go"], calls["drop"]
        self._list = calls["list"]
        self.ask, self.advise, self.collect = calls["ask"], calls["advise"], calls["collect"]
        exported = calls["finish"]()
        self.functions = {str(name): exported[name] for name in exported}
        self.exported = frozenset(self.functions)

    def given(self, values: Iterable[Any]) -> list[Any]:
        """Values as scripts get them: several are a table."""
        return [self._list(*value) if isinstance(value, tuple) else value for value in values]

    def plain(self, value: Any) -> Any:
        """A value as scripts get it, whatever several are in it."""
        return self.table(map(self.plain, value)) if isinstance(value, tuple) else value

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
