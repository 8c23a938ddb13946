"""
How the words of a pack are called: `calls_of` gives what compiled code finds in `m.calls`.

Mostly that is the very function of the word. One that could run into itself, or that many calls
hang on, counts as a step and for how deep things are (`machine.start_code`), so that no chain of
words goes on for ever, or too deep for Python's stack. This may import what `running` declares.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from ..running import machine
from ..running.code import Code, Unit

DEEP = 10  # words that call each other, before one is counted
MANY = 16  # calls that hang on a word, before it is counted


def calls_of(units: Mapping[str, Unit]) -> dict[str, Callable[..., Any]]:
    """The words by name, as they are called."""
    words = {
        name.removeprefix("word "): unit for name, unit in units.items() if name.startswith("word ")
    }
    counted = _words_to_count({name: unit.about["calls"] for name, unit in words.items()})
    return {name: _word_entry(unit.codes[0], name in counted) for name, unit in words.items()}


def _words_to_count(calls: Mapping[str, Mapping[str, int]]) -> set[str]:
    """The words that are counted when they are called, by what each one calls and how often."""
    counted: set[str] = set()
    known: dict[str, tuple[int, int]] = {}  # how deep, and how many, where that is known
    begun: set[str] = set()

    def visit(word: str) -> tuple[int, int]:
        if word in known:
            return known[word]
        if word in begun:  # it may run into itself
            counted.add(word)
            return 0, 0
        begun.add(word)
        depth, many = 0, 1
        for other, times in calls.get(word, {}).items():
            deep, hanging = visit(other)
            depth, many = max(depth, deep + 1), many + times * (hanging or 1)
        if depth > DEEP or many > MANY:
            counted.add(word)
        known[word] = (0, 0) if word in counted else (depth, many)
        return known[word]

    for word in calls:
        visit(word)
    return counted


def _word_entry(code: Code, counted: bool) -> Callable[..., Any]:
    """What calls a word; of one that cannot be interrupted it gives the result."""
    if code.run is not None:
        return partial(machine.call_as_step, code.run) if counted else code.run
    if code.direct is not None and not counted:
        return code.direct
    return partial(machine.start_code, code)
